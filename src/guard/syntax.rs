//! An edit that adds syntax errors was probably cut short or misplaced.
//!
//! Pure: texts in, errors out. Only what is new counts, so that a file whose language or dialect the
//! grammar does not quite know can still be edited.

use std::path::PathBuf;

use crate::change::{NewText, Transition};
use crate::refusal::SyntaxError;
use crate::request::OnSyntax;
use crate::syntax::{self, LARGEST, find, may_have_language};

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
        Ok(text) => syntax::added(path, after.base.bytes(), &text),
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
