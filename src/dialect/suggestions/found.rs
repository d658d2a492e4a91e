//! What a tool suggests, file by file, and the request that it is.

use std::path::PathBuf;

use crate::refusal::Reason;
use crate::request::{Action, Request, Step, Suggestion, Suggestions};

/// What a tool suggests, in the order of its telling.
#[derive(Debug, Default)]
pub(super) struct FoundSuggestions(pub(super) Vec<Step>);

impl FoundSuggestions {
    /// The suggestions for the file `path`, with those that were found before.
    pub(super) fn of_file(&mut self, path: PathBuf) -> &mut Suggestions {
        let is_it =
            |step: &Step| step.path == path && matches!(step.action, Action::Suggestions(_));
        let known = self.0.iter().rposition(is_it);
        let at = known.unwrap_or_else(|| {
            let none = Action::Suggestions(Suggestions::default());
            self.0.push(Step::new(path, none));
            self.0.len() - 1
        });
        match &mut self.0[at].action {
            Action::Suggestions(suggestions) => suggestions,
            _ => unreachable!("the step was found by its action"),
        }
    }

    pub(super) fn request(self, rules: &[String]) -> Result<Request, Reason> {
        let Self(mut steps) = self;
        let is_wanted = |one: &Suggestion| rules.is_empty() || rules.contains(&one.rule);
        let mut others = Vec::new();
        for step in &mut steps {
            if let Action::Suggestions(suggestions) = &mut step.action {
                let unwanted = suggestions.all.iter().filter(|one| !is_wanted(one));
                others.extend(unwanted.map(|one| one.rule.clone()));
                suggestions.all.retain(is_wanted);
            }
        }
        let is_something = |step: &Step| match &step.action {
            Action::Suggestions(suggestions) => !suggestions.all.is_empty(),
            _ => true,
        };
        if steps.iter().any(is_something) {
            steps.retain(|step| match &step.action {
                Action::Suggestions(suggestions) => {
                    !suggestions.all.is_empty() || suggestions.left_out > 0
                }
                _ => true,
            });
            return Ok(steps.into());
        }
        let left_out = steps.iter().map(|step| match &step.action {
            Action::Suggestions(suggestions) => suggestions.left_out,
            _ => 0,
        });
        Err(nothing(left_out.sum(), others))
    }
}

/// The refusal of a text that suggests nothing to be applied.
fn nothing(left_out: usize, mut others: Vec<String>) -> Reason {
    others.sort_unstable();
    others.dedup();
    if others.is_empty() {
        let message = match left_out {
            0 => "there is no suggestion in it".to_owned(),
            _ => format!(
                "none of its {left_out} suggestions is one that the tool would apply itself"
            ),
        };
        return Reason::BadRequest {
            message,
            hint: Some("nothing is to be done, or it is to be done by hand".to_owned()),
        };
    }
    others.truncate(8);
    Reason::BadRequest {
        message: "none of its suggestions is of a rule that is asked for".to_owned(),
        hint: Some(format!("its rules are `{}`", others.join("`, `"))),
    }
}
