//! Reports or refuses an edit that adds syntax errors, because its text was probably truncated or misplaced.
//!
//! Only new errors count, so a file that the grammar does not fully support can still be edited.

use std::path::{Path, PathBuf};

use crate::change::{Bias, ChangeSet, Transition};
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
    let mut parsed: Vec<&Transition> = transitions.collect();
    parsed.retain(|transition| may_have_language(transition.place.shown()));
    // Parsing even a small file takes longer than to start a thread.
    let effects = threads::map(&parsed, 1, |_| {}, |file| effect(file, largest, on_syntax));
    let mut files = Vec::new();
    for (transition, effect) in parsed.into_iter().zip(effects) {
        if let Some(effect) = effect {
            files.push((transition.place.shown().to_path_buf(), effect));
        }
    }
    files
}

/// The effect of `transition`. `None` if it adds no errors.
fn effect(transition: &Transition, largest: usize, on_syntax: OnSyntax) -> Option<SyntaxEffect> {
    if on_syntax == OnSyntax::Warn && replaces_names(transition, largest) {
        return None;
    }
    match added_by(transition, largest) {
        Ok(errors) if errors.is_empty() => None,
        // The parser rejected the text even before the edit, so its errors say nothing about the edit.
        Ok(_) if on_syntax == OnSyntax::Warn && had_errors(transition) => None,
        Ok(errors) => Some(SyntaxEffect::Worse(errors)),
        Err(_) => Some(SyntaxEffect::OverBound),
    }
}

/// True if `transition` replaces only names in a file of up to `largest` bytes.
fn replaces_names(transition: &Transition, largest: usize) -> bool {
    let Some(after) = &transition.after else {
        return false;
    };
    let before = after.base.bytes();
    let edits = after.changes.edit_refs();
    let edits = edits.map(|edit| (edit.span(), &edit.new[..]));
    after.changes.result_len().max(before.len()) <= largest
        && syntax::replaces_names(transition.place.shown(), before, edits)
}

/// The new errors of one file. Empty if the file has no more errors than before.
///
/// # Errors
/// `Undefined::Bound` if the text is larger than `largest`, or too large to parse.
pub(crate) fn added_by(
    transition: &Transition,
    largest: usize,
) -> Result<Vec<SyntaxError>, Undefined> {
    let path = transition.place.shown();
    if !may_have_language(path) {
        return Ok(Vec::new());
    }
    let Some(after) = &transition.after else {
        return Ok(Vec::new());
    };
    if after.is_link() || !after.changes.changes_text() {
        return Ok(Vec::new());
    }
    // Check the size first, so that a text too large to parse is not built either.
    let before = after.base.bytes();
    if after.changes.result_len().max(before.len()) > largest {
        return if has_language(path, before) {
            Err(Undefined::Bound)
        } else {
            Ok(Vec::new())
        };
    }
    let Ok(text) = after.text() else {
        return Ok(Vec::new());
    };
    if keeps_pieces_valid(path, before, &after.changes, &text) {
        return Ok(Vec::new());
    }
    syntax::added_errors(path, before, &text)
}

/// The signs of strings and comments that may reach over several pieces.
const SPANNING: [&[u8]; 7] = [b"\"", b"'''", b"`", b"/*", b"*/", b"<!--", b"-->"];

/// True if the top-level pieces that `changes` touch have no syntax error, neither in `before` nor in the result
/// `after`, and begin and end no other strings and comments. So the changes add no error to the file. False if the
/// pieces are most of the file: parsing the file is faster then.
fn keeps_pieces_valid(path: &Path, before: &[u8], changes: &ChangeSet, after: &[u8]) -> bool {
    let pieces = touched_pieces(before, changes);
    if pieces.iter().map(|span| span.len()).sum::<usize>() > before.len() / 2 {
        return false;
    }
    for span in pieces {
        let new = changes.map_span(span, (Bias::Before, Bias::After));
        let (old_piece, new_piece) = (&before[span.range()], &after[new.range()]);
        // A piece may be inside a comment of the file, which a new `*/` would end.
        if !has_same_signs(old_piece, new_piece)
            || !syntax::is_valid_alone(path, old_piece)
            || !syntax::is_valid_alone(path, new_piece)
        {
            return false;
        }
    }
    true
}

fn has_same_signs(one: &[u8], other: &[u8]) -> bool {
    for sign in SPANNING {
        let [in_one, in_other] =
            [one, other].map(|piece| memchr::memmem::find_iter(piece, sign).count());
        if in_one != in_other {
            return false;
        }
    }
    true
}

/// The top-level pieces of `text` that `changes` touch. Adjacent pieces are joined.
fn touched_pieces(text: &[u8], changes: &ChangeSet) -> Vec<Span> {
    let mut pieces: Vec<Span> = Vec::new();
    let mut last_end = 0;
    for edit in changes.edit_refs() {
        if edit.end() < last_end {
            continue;
        }
        let mut start = syntax::piece_start(text, edit.at);
        if start <= last_end
            && let Some(last) = pieces.pop()
        {
            start = last.start();
        }
        last_end = syntax::piece_end(text, edit.end());
        pieces.push(Span::of_len(start, last_end - start));
    }
    pieces
}

/// The errors of a file that had none before. Empty if the file is too large to parse.
pub fn first_errors(transition: &Transition) -> Vec<SyntaxError> {
    let new = added_by(transition, syntax::LARGEST).unwrap_or_default();
    if new.is_empty() || had_errors(transition) {
        Vec::new()
    } else {
        new
    }
}

/// True if the text had syntax errors before `transition`.
fn had_errors(transition: &Transition) -> bool {
    match &transition.after {
        Some(after) => {
            syntax::errors(transition.place.shown(), after.base.bytes()) != Ok(Vec::new())
        }
        None => false,
    }
}
