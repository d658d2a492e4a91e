//! The suggestions of a tool by file, and the request that applies them.

use std::collections::HashMap;
use std::path::PathBuf;

use crate::refusal::Reason;
use crate::request::{Action, Request, Step, Suggestion, Suggestions};

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
    pub(super) fn of_file(&mut self, path: PathBuf) -> &mut Suggestions {
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
        let Self {
            mut steps, files, ..
        } = self;
        for (path, all) in files {
            steps.push(Step::new(path, Action::Suggestions(all)));
        }
        let (mut is_any, mut left_out, mut others) = (false, 0, Vec::new());
        steps.retain_mut(|step| {
            let Action::Suggestions(suggestions) = &mut step.action else {
                is_any = true;
                return true;
            };
            suggestions.all.retain(|one: &Suggestion| {
                let is_wanted = rules.is_empty() || rules.contains(&one.rule);
                if !is_wanted {
                    others.push(one.rule.clone());
                }
                is_wanted
            });
            is_any |= !suggestions.all.is_empty();
            left_out += suggestions.left_out;
            !suggestions.all.is_empty() || suggestions.left_out > 0
        });
        if is_any {
            Ok(steps.into())
        } else {
            Err(nothing(left_out, others))
        }
    }
}

/// The refusal of a text without applicable suggestions.
fn nothing(left_out: usize, mut others: Vec<String>) -> Reason {
    others.sort_unstable();
    others.dedup();
    if others.is_empty() {
        let message = match left_out {
            0 => "it contains no suggestion".to_owned(),
            _ => format!(
                "none of its {left_out} suggestions is one that the tool would apply itself"
            ),
        };
        return Reason::bad_request(message, "there is nothing to do, or only manual changes");
    }
    others.truncate(8);
    Reason::bad_request(
        "none of its suggestions is of a requested rule",
        format!("its rules are `{}`", others.join("`, `")),
    )
}
