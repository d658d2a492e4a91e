//! The arguments with which the same call succeeds.

use super::super::{Caller, CommandKind};
use super::next::both_ends;
use super::patch::placing_mode;
use crate::refusal::{ExpectedCount, Reason, Refusal, TextRepair, WhyNot};
use crate::request::Region;

/// Arguments which, added to the same call in place of any of the same name, make it succeed; empty
/// where there are none, or where the caller must look first.
pub fn retry(refusal: &Refusal, caller: Caller) -> Vec<String> {
    let words = |flag: &str, value: String| vec![flag.to_owned(), value];
    if caller.has_steps || !caller.is_typed() {
        return Vec::new();
    }
    match (&refusal.reason, caller.command) {
        (Reason::NotFound { why: Some(why), .. }, command) => found_retry(why, command),
        (Reason::Ambiguous { .. }, CommandKind::Replace) => words("--nth", "1".to_owned()),
        (Reason::Ambiguous { candidates, .. }, CommandKind::Insert) => match &candidates[..] {
            [first, rest @ ..] if rest.iter().all(|other| other.lines != first.lines) => {
                words("--within", both_ends(first.lines))
            }
            _ => Vec::new(),
        },
        (Reason::SeveralRegions { region, candidates }, _) => match (&**region, &candidates[..]) {
            (Region::Symbol(named) | Region::Section(named), [first, ..]) => {
                words(&format!("--{}", region.option()), first.words(&named.name))
            }
            _ => Vec::new(),
        },
        (Reason::CountMismatch { found: 0, .. }, _) => Vec::new(),
        (
            Reason::CountMismatch {
                expected, found, ..
            },
            CommandKind::Replace,
        ) => match expected {
            ExpectedCount::Exactly(_) => words("--expect", found.to_string()),
            ExpectedCount::Ordinal(_) => words("--nth", found.to_string()),
        },
        (Reason::AlreadyApplied { .. }, CommandKind::Replace) => vec!["--idempotent".to_owned()],
        (Reason::HunkFailed { failures, .. }, CommandKind::Patch) => {
            placing_mode(failures).map_or(Vec::new(), |mode| words("--mode", mode.to_owned()))
        }
        (Reason::Exists { .. }, CommandKind::Write) => vec!["--overwrite".to_owned()],
        (Reason::OutOfRange { lines, .. }, CommandKind::Insert) => {
            words("--line", lines.to_string())
        }
        _ => Vec::new(),
    }
}

/// The arguments that find the text after all, where it is at one place.
fn found_retry(why: &WhyNot, command: CommandKind) -> Vec<String> {
    let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match (&why.repair, why.other_tier, &why.outside_scope[..]) {
        (Some((TextRepair::Case, _)), ..) => owned(TextRepair::Case.arguments()),
        // The text to insert beside is not repaired: what is inserted may be right as it is.
        (Some(_), ..) if command == CommandKind::Insert => Vec::new(),
        (Some((repair, _)), ..) => owned(repair.arguments()),
        (None, Some(_), _) => owned(&["--match", "mechanical"]),
        (None, None, [lines]) => owned(&["--within", &both_ends(*lines)]),
        _ => Vec::new(),
    }
}
