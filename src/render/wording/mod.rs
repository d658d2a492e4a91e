//! All messages of refusals and warnings, whose data is in `refusal` and `report`. The matches are exhaustive, so
//! that every new reason needs a message. [`Caller`] has the facts about the call.
//!
//! Exception: syntax errors in a command line, request, diff or pattern get their message from the parser, as
//! [`Malformed`](crate::request::Malformed) or by `Reason::usage` and `Reason::bad_request`. Invalid requests
//! that differ only in their message are listed in `refusal`.

mod caller;
mod detail;
mod file;
mod finding;
mod history;
mod key;
mod line_change;
mod new_text;
mod next;
mod notice;
mod patch;
mod plural;
mod reason;
mod region;
mod search;
mod stale;
mod store;
mod subject;
mod suggestion;
mod template;

pub use caller::{Caller, CommandKind};
pub use detail::{details, places};
pub use file::valid_range;
pub use finding::finding;
pub use line_change::line_change;
pub use notice::{foreign, recovery};
pub use notice::{notice, notice_code, notice_details};
pub use patch::hunk_failure;
pub use plural::{are, count, first_items, in_words, joined, numbers};
pub use reason::{hint, message, retry};
pub use search::evidence_of_damage;
pub use subject::shell_word;
