//! Report to bytes: sentences, diffs, JSON. Pure: no stream, terminal, environment or clock.

#[cfg(feature = "cli")]
mod conflicts;
mod draw;
pub mod escape;
pub mod fill;
#[cfg(feature = "cli")]
mod findings;
#[cfg(feature = "cli")]
mod html;
mod human;
mod json;
#[cfg(feature = "cli")]
mod log;
#[cfg(feature = "cli")]
mod recovery;
#[cfg(feature = "cli")]
mod rejects;
mod short;
#[cfg(feature = "cli")]
mod stat;
mod style;
#[cfg(feature = "cli")]
mod view;
pub mod wording;

#[cfg(feature = "cli")]
pub use conflicts::{conflicts, conflicts_json};
#[cfg(feature = "cli")]
pub use findings::{findings, findings_json};
#[cfg(feature = "cli")]
pub use html::{html, log_html};
pub use human::human;
#[cfg(feature = "cli")]
pub use human::{Printed, afterthoughts, diff, excerpt, plan, repaired_diff, warnings_only};
#[cfg(feature = "cli")]
pub use json::{SCHEMA, wire};
pub use json::{json, line};
#[cfg(feature = "cli")]
pub use log::{log, log_json, transactions};
#[cfg(feature = "cli")]
pub use recovery::{recovery, recovery_json};
#[cfg(feature = "cli")]
pub use rejects::rejects;
#[cfg(feature = "cli")]
pub use stat::{Tallies, tallied};
#[cfg(feature = "cli")]
pub use style::{Anchors, Bound, DiffForm, Paint, Rest};
pub use style::{ShownLimits, Style};
#[cfg(feature = "cli")]
pub use view::{view, view_json};

#[cfg(test)]
pub use {
    conflicts::JsonConflicts, findings::JsonFindings, log::JsonLog, log::LOG_SCHEMA,
    recovery::JsonRecovery, view::JsonView,
};

#[cfg(test)]
mod tests;
