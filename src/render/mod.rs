//! Formats reports as text, diffs or JSON. No I/O, and no access to the terminal, the environment or the clock.

mod conflicts;
mod draw;
pub mod escape;
pub mod fill;
mod findings;
mod html;
mod human;
mod json;
mod log;
mod recovery;
mod rejects;
mod short;
mod stat;
mod style;
mod time;
mod view;
pub mod wording;

pub use conflicts::{conflicts, conflicts_json};
pub use findings::{findings, findings_json};
pub use html::{html, log_html};
pub use human::{Printed, diff, excerpt, human, late_warnings, plan, repaired_diff, warnings_only};
pub use json::{SCHEMA, json, line, wire};
pub use log::{log, log_json, transactions};
pub use recovery::{recovery, recovery_json};
pub use rejects::rejects;
pub use stat::{Tallies, tallied};
pub use style::{DiffForm, Paint, Rest, ShownLimits, Style};
pub use view::{view, view_json};

#[cfg(test)]
pub use {
    conflicts::JsonConflicts, findings::JsonFindings, log::JsonLog, log::LOG_SCHEMA,
    recovery::JsonRecovery, view::JsonView,
};

#[cfg(test)]
mod tests;
