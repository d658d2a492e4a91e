//! Reports or refuses an edit that adds syntax errors, because its text was probably truncated or misplaced.
//!
//! Only new errors count, so a file that the grammar does not fully support can still be edited.

use std::path::{Path, PathBuf};

use crate::change::{Bias, ChangeSet, NewText, Transition};
use crate::refusal::SyntaxError;
use crate::request::OnSyntax;
use crate::syntax::{self, Undefined, has_language, may_have_language};
use crate::text::Span;
use crate::threads;

/// The largest text, in bytes, that is parsed by default.
const LARGEST_UNASKED: usize = 1 << 20;

/// The effect of an edit on the syntax of a file.
pub enum SyntaxEffect {
    /// The new errors of a file that has more errors than before.
    Worse(Vec<SyntaxError>),
    /// The file is too large, nests too deeply or takes too long to parse.
    OverBound,
}

/// Returns the files with new syntax errors, and the files that cannot be checked. `Ignore` returns none.
pub fn added<'a>(
    transitions: impl Iterator<Item = &'a Transition>,
    on_syntax: OnSyntax,
) -> Vec<(PathBuf, SyntaxEffect)> {
    let largest = match on_syntax {
        OnSyntax::Ignore => return Vec::new(),
        OnSyntax::Warn => LARGEST_UNASKED,
        OnSyntax::Refuse => syntax::LARGEST,
    };
    let parsed: Vec<_> = transitions.filter_map(parsed_text).collect();
    // Parsing even a small file takes longer than to start a thread.
    let look = |&(path, after): &(&Path, &NewText)| effect(path, after, largest, on_syntax);
    let effects = threads::map(&parsed, 1, look);
    let mut files = Vec::new();
    for ((path, _), effect) in parsed.into_iter().zip(effects) {
        if let Some(effect) = effect {
            files.push((path.to_path_buf(), effect));
        }
    }
    files
}

/// The path and the new text of a file that may have a language, if its text changes.
fn parsed_text(transition: &Transition) -> Option<(&Path, &NewText)> {
    let (path, after) = (transition.place.shown(), transition.after.as_ref()?);
    if may_have_language(path) && !after.is_link() && after.changes.changes_text() {
        Some((path, after))
    } else {
        None
    }
}

/// The effect of `after` on a file that is parsed. `None` if it adds no errors.
fn effect(
    path: &Path,
    after: &NewText,
    largest: usize,
    on_syntax: OnSyntax,
) -> Option<SyntaxEffect> {
    if on_syntax == OnSyntax::Warn && !is_larger(after, largest) && keeps_syntax(path, after) {
        return None;
    }
    match added_errors(path, after, largest) {
        Ok(errors) if errors.is_empty() => None,
        // The parser rejected the text even before the edit, so its errors say nothing about the edit.
        Ok(_) if on_syntax == OnSyntax::Warn && had_errors(path, after) => None,
        Ok(errors) => Some(SyntaxEffect::Worse(errors)),
        Err(_) => Some(SyntaxEffect::OverBound),
    }
}

fn is_larger(after: &NewText, largest: usize) -> bool {
    after.changes.result_len().max(after.base.bytes().len()) > largest
}

/// True if it is clear without parsing the whole file that `after` adds no errors.
fn keeps_syntax(path: &Path, after: &NewText) -> bool {
    let (before, changes) = (after.base.bytes(), &after.changes);
    let edits = changes.edit_refs().map(|edit| (edit.span(), &edit.new[..]));
    syntax::replaces_names(path, before, edits)
        || after
            .text()
            .is_ok_and(|text| keeps_parts_valid(path, before, changes, &text))
}

/// The new errors of a file. Empty if the file has no more errors than before.
///
/// # Errors
/// `Undefined::Bound` if the text is too large to parse.
pub(crate) fn added_by(transition: &Transition) -> Result<Vec<SyntaxError>, Undefined> {
    match parsed_text(transition) {
        Some((path, after)) => added_errors(path, after, syntax::LARGEST),
        None => Ok(Vec::new()),
    }
}

/// The new errors of a file. A text larger than `largest` is too large to parse.
fn added_errors(
    path: &Path,
    after: &NewText,
    largest: usize,
) -> Result<Vec<SyntaxError>, Undefined> {
    let before = after.base.bytes();
    // Check the size first, so that a text too large to parse is not built either.
    if is_larger(after, largest) {
        return if has_language(path, before) {
            Err(Undefined::Bound)
        } else {
            Ok(Vec::new())
        };
    }
    match after.text() {
        Ok(text) => syntax::added_errors(path, before, &text),
        Err(_) => Ok(Vec::new()),
    }
}

/// The signs of strings and comments that may reach over several parts of a file.
const SPANNING: [&[u8]; 7] = [b"\"\"\"", b"'''", b"`", b"/*", b"*/", b"<!--", b"-->"];

/// The extensions of languages in which a string in plain double quotes may contain line breaks.
const WITH_LONG_STRINGS: [&str; 2] = ["cs", "rs"];

/// True if the parts of the file around the edits of `changes` have no syntax error, neither in `before` nor in the
/// result `after`, and begin and end no strings and comments that reach beyond them. So the changes add no error to the
/// file. False if the parts are most of the file: parsing the file is faster then.
fn keeps_parts_valid(path: &Path, before: &[u8], changes: &ChangeSet, after: &[u8]) -> bool {
    let touched: Vec<Span> = changes.edit_refs().map(|edit| edit.span()).collect();
    let parts = syntax::parts_around(before, &touched);
    if parts.iter().map(|part| part.len()).sum::<usize>() > before.len() / 2 {
        return false;
    }
    let (mut old, mut new) = (Vec::new(), Vec::new());
    for part in parts {
        old.extend_from_slice(&before[part.range()]);
        let part_after = changes.map_span(part, (Bias::Before, Bias::After));
        new.extend_from_slice(&after[part_after.range()]);
    }
    // The parts may be inside a comment of the file, which a new `*/` would end.
    has_same_signs(path, &old, &new)
        && syntax::is_valid_alone(path, &old)
        && syntax::is_valid_alone(path, &new)
}

fn has_same_signs(path: &Path, one: &[u8], other: &[u8]) -> bool {
    let extension = path.extension().unwrap_or_default();
    let has_long_strings = WITH_LONG_STRINGS.iter().any(|long| extension == *long);
    let quote = has_long_strings.then_some(&b"\""[..]);
    SPANNING.into_iter().chain(quote).all(|sign| {
        let [in_one, in_other] =
            [one, other].map(|text| memchr::memmem::find_iter(text, sign).count());
        in_one == in_other
    })
}

/// The errors of a file that had none before. Empty if the file is too large to parse.
pub fn first_errors(transition: &Transition) -> Vec<SyntaxError> {
    let Some((path, after)) = parsed_text(transition) else {
        return Vec::new();
    };
    let new = added_errors(path, after, syntax::LARGEST).unwrap_or_default();
    if new.is_empty() || had_errors(path, after) {
        Vec::new()
    } else {
        new
    }
}

/// True if the text had syntax errors before `after`.
fn had_errors(path: &Path, after: &NewText) -> bool {
    syntax::errors(path, after.base.bytes()) != Ok(Vec::new())
}
