//! Messages about changes that another tool suggests.

use super::Caller;
use super::plural::{are, in_words};
use super::template::{Wording, wording};
use crate::refusal::SuggestionFault;
use crate::request::Options;

pub(super) fn suggestion_fault(rule: &str, why: &SuggestionFault, caller: Caller) -> Wording {
    match why {
        SuggestionFault::OtherText => wording(
            "it is not the version that the suggestions are for",
            changed_file_hint(),
        ),
        SuggestionFault::OtherLines(lines) => {
            let are = are(*lines);
            wording(
                format!("{are} not the text that the suggestion of `{rule}` expects"),
                changed_file_hint(),
            )
        }
        SuggestionFault::NoPlace => wording(
            format!("the suggestion of `{rule}` is for a position outside the file"),
            changed_file_hint(),
        ),
        SuggestionFault::TwoPlaces => wording(
            format!("the suggestion of `{rule}` has an ambiguous position"),
            "the tool does not say what its columns count, or the file has bare carriage returns: make this edit separately",
        ),
        SuggestionFault::Overlap(lines, other) if other == rule => {
            let lines = in_words(*lines);
            wording(
                format!("two suggestions of `{rule}` change the same text, {lines}"),
                "apply one of them separately, then run the tool again",
            )
        }
        SuggestionFault::Overlap(lines, other) => {
            let lines = in_words(*lines);
            wording(
                format!("the suggestions of `{other}` and `{rule}` change the same text, {lines}"),
                overlap_hint(other, caller),
            )
        }
    }
}

fn changed_file_hint() -> &'static str {
    "the file has changed: run the tool again"
}

fn overlap_hint(other: &str, caller: Caller) -> String {
    match caller.words.options {
        Options::Flags => {
            format!("`--rule {other}` applies only those; run the tool again for the rest")
        }
        _ => "apply the suggestions of one rule, then run the tool again".to_owned(),
    }
}
