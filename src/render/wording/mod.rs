//! Every sentence about a refusal or a warning. The data is in `refusal` and `report`; matches are
//! exhaustive, so a new reason cannot be without words. [`Caller`] is what they know of the call they answer.
//!
//! The fault in the syntax of a text (a command line, a request, a diff, a pattern) is worded where that syntax
//! is known, as [`Malformed`](crate::request::Malformed) or by `Reason::usage` and `Reason::bad_request`. Nothing
//! else words anything.

mod caller;
mod detail;
#[cfg(feature = "cli")]
mod finding;
mod hint;
mod history;
mod impossible;
mod message;
mod notice;
mod patch;
mod plural;

pub use caller::{Caller, CommandKind};
pub use detail::details;
#[cfg(feature = "cli")]
pub use finding::finding;
pub use hint::{evidence_of_damage, hint, retry};
pub use history::line_change;
pub use message::{message, valid_range};
#[cfg(feature = "cli")]
pub use notice::{foreign, recovery};
pub use notice::{notice, notice_code, notice_details};
pub use patch::hunk_failure;
pub use plural::{count, in_words, joined, numbers};
