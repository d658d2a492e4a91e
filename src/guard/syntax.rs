//! An edit that adds syntax errors was probably cut short or misplaced.
//!
//! Pure: texts in, errors out. Only what is new counts, so that a file whose language or dialect the
//! grammar does not quite know can still be edited.

use std::path::{Path, PathBuf};

use crate::change::{NewText, Transition};
use crate::refusal::SyntaxError;
use crate::request::OnSyntax;
use crate::syntax::{LARGEST, NAMED, errors, find, may_have_language};

/// The errors that `transitions` add to their files, where `on_syntax` wants to know it: the path of each file that has more
/// syntax errors than before, with those that are new.
pub fn added<'a>(
    transitions: impl Iterator<Item = &'a Transition>,
    on_syntax: OnSyntax,
) -> Vec<(PathBuf, Vec<SyntaxError>)> {
    if on_syntax == OnSyntax::Ignore || !cfg!(feature = "syntax") {
        return Vec::new();
    }
    let of_file = |transition: &Transition| {
        let new = added_by(transition);
        (!new.is_empty()).then(|| (transition.place.shown().to_path_buf(), new))
    };
    transitions.filter_map(of_file).collect()
}

/// The new errors of one file; none when it has no more of them than before.
pub fn added_by(transition: &Transition) -> Vec<SyntaxError> {
    let path = transition.place.shown();
    if !may_have_language(path) {
        return Vec::new();
    }
    let after = transition.after.as_ref();
    let Some(after) = after.filter(|after| !after.is_link()) else {
        return Vec::new();
    };
    // A text too large to be parsed is not built either.
    if !after.changes.changes_text() || after.changes.result_len() > LARGEST {
        return Vec::new();
    }
    match after.text() {
        Ok(text) => between(path, after.base.bytes(), &text),
        Err(_) => Vec::new(),
    }
}

/// The errors of a file that had none before.
pub fn first_of(transition: &Transition) -> Vec<SyntaxError> {
    let new = added_by(transition);
    let path = transition.place.shown();
    let is_first = |after: &NewText| find(path, after.base.bytes()).is_empty();
    if new.is_empty() || transition.after.as_ref().is_some_and(is_first) {
        new
    } else {
        Vec::new()
    }
}

/// The errors that `after` has and `before` has not, if it has more of them.
fn between(path: &Path, before: &[u8], after: &[u8]) -> Vec<SyntaxError> {
    let found = errors(path, after);
    if found.is_empty() {
        return found;
    }
    let mut known = errors(path, before);
    if found.len() <= known.len() {
        return Vec::new();
    }
    let mut new = found;
    new.retain(|error| {
        let is_same =
            |old: &SyntaxError| (&old.missing, &old.text) == (&error.missing, &error.text);
        let same = known.iter().position(is_same);
        same.map(|at| known.swap_remove(at)).is_none()
    });
    new.truncate(NAMED);
    new
}

#[cfg(all(test, feature = "syntax"))]
mod tests {
    use std::path::Path;

    use super::between;

    #[test]
    fn only_more_errors_than_before_count_and_only_the_new_are_named() {
        let new = |before: &str, after: &str| {
            let errors = between(Path::new("a.rs"), before.as_bytes(), after.as_bytes());
            let lines = errors.into_iter().map(|error| error.line.number());
            lines.collect::<Vec<_>>()
        };
        let (right, wrong) = ("fn a() { b() }\n", "fn a() { b( }\n");
        let other = "fn c() { let = 1; }\n";
        assert_eq!(new(right, wrong), [1]);
        assert!(new(wrong, right).is_empty());
        assert!(new(wrong, &format!("{right}{wrong}")).is_empty());
        assert_eq!(new(wrong, &format!("{wrong}{other}")), [2]);
        assert_eq!(new("", wrong), [1]);
    }
}
