//! The suggestions of a tool by file, and the request that applies them.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::refusal::Reason;
use crate::request::{Action, Request, Step, Suggestions};

/// The suggestions of a tool, in the order of its output.
#[derive(Debug, Default)]
pub(super) struct FoundSuggestions {
    /// The steps of a tool whose edits must be applied in order.
    pub(super) steps: Vec<Step>,
    /// The suggestions for each file, all of which refer to the original content.
    files: Vec<(PathBuf, Suggestions)>,
    /// The index of each file in `files`.
    known: HashMap<PathBuf, usize>,
}

impl FoundSuggestions {
    /// The suggestions for the file `path` so far, to be extended.
    pub(super) fn for_file(&mut self, path: PathBuf) -> &mut Suggestions {
        let next = self.files.len();
        let at = *self.known.entry(path.clone()).or_insert(next);
        if at == next {
            self.files.push((path, Suggestions::default()));
        }
        &mut self.files[at].1
    }

    /// The request for the suggestions of `rules`, or for all suggestions if `rules` is empty.
    ///
    /// # Errors
    /// `bad_request` if there is nothing to apply.
    pub(super) fn request(self, rules: &[String]) -> Result<Request, Reason> {
        let mut found = self.steps;
        for (path, all) in self.files {
            found.push(Step::new(path, Action::Suggestions(all)));
        }
        let mut steps = Vec::new();
        let (mut is_edit, mut left_out, mut other_rules) = (false, 0, Vec::new());
        for mut step in found {
            if let Action::Suggestions(suggestions) = &mut step.action {
                left_out += suggestions.left_out;
                for suggestion in std::mem::take(&mut suggestions.all) {
                    if rules.is_empty() || rules.contains(&suggestion.rule) {
                        suggestions.all.push(suggestion);
                    } else {
                        other_rules.push(suggestion.rule);
                    }
                }
                if suggestions.all.is_empty() {
                    if suggestions.left_out > 0 {
                        // Resolving the step warns about the suggestions that are left out.
                        steps.push(step);
                    }
                    continue;
                }
            }
            is_edit = true;
            steps.push(step);
        }
        if !is_edit {
            return Err(nothing_to_apply(left_out, other_rules));
        }
        Ok(steps.into())
    }
}

/// The refusal of a text without applicable suggestions.
fn nothing_to_apply(left_out: usize, mut other_rules: Vec<String>) -> Reason {
    other_rules.sort_unstable();
    other_rules.dedup();
    if other_rules.is_empty() {
        let message = match left_out {
            0 => "it contains no suggestion".to_owned(),
            _ => format!(
                "none of its {left_out} suggestions is one that the tool would apply itself"
            ),
        };
        return Reason::bad_request(message, "there is nothing to do, or only manual changes");
    }
    other_rules.truncate(8);
    Reason::bad_request(
        "none of its suggestions is of a requested rule",
        format!("its rules are `{}`", other_rules.join("`, `")),
    )
}
