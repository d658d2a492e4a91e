//! Arguments that make the same call succeed.

use super::{Caller, CommandKind};
use crate::refusal::{Reason, Refusal};

/// Arguments that make the same call do its intended edit with all guards enabled; empty if there are none. A
/// possible match is a candidate, never a retry.
pub fn retry(refusal: &Refusal, caller: Caller) -> Vec<String> {
    if caller.has_steps || !caller.is_typed() || caller.command != CommandKind::Replace {
        return Vec::new();
    }
    let arguments: &[&str] = match &refusal.reason {
        Reason::NotFound { why: Some(why), .. } if why.repair_is_certain => &["--fix", "escapes"],
        Reason::AlreadyApplied { .. } => &["--idempotent"],
        _ => &[],
    };
    arguments.iter().map(|word| (*word).to_owned()).collect()
}
