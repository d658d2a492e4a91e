//! Every sentence about a refusal or a warning. The data is in `refusal` and `report`; matches are
//! exhaustive, so a new reason cannot be without words. [`Caller`] is what they know of the call they answer.
//!
//! The fault in the syntax of a text (a command line, a request, a diff, a pattern) is worded where that syntax
//! is known, as [`Malformed`](crate::request::Malformed) or by `Reason::usage` and `Reason::bad_request`. Requests that
//! only their words tell apart are listed with them in `refusal`. Nothing else words anything.

mod caller;
mod detail;
mod file;
mod finding;
mod history;
mod key;
mod new_text;
mod next;
mod notice;
mod patch;
mod plural;
mod reason;
mod region;
mod retry;
mod search;
mod stale;
mod store;
mod subject;
mod suggestion;

pub use caller::{Caller, CommandKind};
pub use detail::{details, places};
pub use file::valid_range;
pub use finding::finding;
pub use history::line_change;
pub use notice::{foreign, recovery};
pub use notice::{notice, notice_code, notice_details};
pub use patch::hunk_failure;
pub use plural::{count, in_words, joined, numbers};
pub use reason::{hint, message};
pub use retry::retry;
pub use search::evidence_of_damage;
