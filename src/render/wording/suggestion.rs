//! Sentences and hints about changes that another tool suggests.

use super::Caller;
use super::plural::in_words;
use super::search::are;
use crate::refusal::SuggestionFault;
use crate::request::Options;

pub(super) fn suggestion_fault(rule: &str, why: &SuggestionFault) -> String {
    match why {
        SuggestionFault::OtherText => {
            "it is not the version that the suggestions are for".to_owned()
        }
        SuggestionFault::OtherLines(lines) => {
            format!(
                "{} not the text that the suggestion of `{rule}` expects",
                are(*lines)
            )
        }
        SuggestionFault::NoPlace => {
            format!("the suggestion of `{rule}` is for a position outside the file")
        }
        SuggestionFault::TwoPlaces => {
            format!("the suggestion of `{rule}` has an ambiguous position")
        }
        SuggestionFault::Overlap(lines, other) if other == rule => {
            format!(
                "two suggestions of `{rule}` change the same text, {}",
                in_words(*lines)
            )
        }
        SuggestionFault::Overlap(lines, other) => {
            format!(
                "the suggestions of `{other}` and `{rule}` change the same text, {}",
                in_words(*lines)
            )
        }
    }
}

// Hints.

pub(super) fn suggestion_fault_hint(rule: &str, why: &SuggestionFault, caller: Caller) -> String {
    match why {
        SuggestionFault::OtherText | SuggestionFault::OtherLines(_) | SuggestionFault::NoPlace => {
            "the file has changed: run the tool again".to_owned()
        }
        SuggestionFault::TwoPlaces => {
            "the tool does not say what its columns count, or the file has bare carriage returns: make this edit separately".to_owned()
        }
        SuggestionFault::Overlap(_, other) if other == rule => {
            "apply one of them separately, then run the tool again".to_owned()
        }
        SuggestionFault::Overlap(_, other) => match caller.words.options {
            Options::Flags => {
                format!("`--rule {other}` applies only those; run the tool again for the rest")
            }
            _ => "apply the suggestions of one rule, then run the tool again".to_owned(),
        },
    }
}
