//! The names that are affected by a move of definitions: names that the target file lacks, and names that the source
//! file lacks afterwards.

use std::path::Path;

use super::region::Piece;
use crate::snapshot::Snapshot;
use crate::syntax::{self, Binding, Names};
use crate::text::LineNumber;

/// A name with the lines where it occurs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameLines {
    /// The name.
    pub name: String,
    /// The lines, in order.
    pub lines: Vec<LineNumber>,
}

/// The names that are affected by a move. Line numbers refer to the files after the move, unless noted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovedNames {
    /// Names that the moved definitions use and that only the source file has, with the lines of their definitions.
    pub missing: Vec<NameLines>,
    /// Names of the moved definitions that the target file imports, with line numbers before the move.
    pub imported: Vec<NameLines>,
    /// Names of the moved definitions that the source file still uses.
    pub still_used: Vec<NameLines>,
}

/// The file that definitions are taken from.
#[derive(Clone, Copy, Debug)]
pub struct MoveSource<'a> {
    /// The path of the file.
    pub path: &'a Path,
    /// The text before the move.
    pub before: &'a Snapshot,
    /// The text after the move.
    pub after: &'a Snapshot,
}

/// The file that definitions are inserted in.
#[derive(Clone, Copy, Debug)]
pub struct MoveTarget<'a> {
    /// The path of the file.
    pub path: &'a Path,
    /// The text before the move.
    pub before: &'a Snapshot,
    /// The offset of the insertion.
    pub offset: usize,
}

/// Returns the names that are affected by the move of `pieces` from `source` to `target`.
pub fn moved_names(pieces: &[Piece], source: MoveSource<'_>, target: MoveTarget<'_>) -> MovedNames {
    let remaining = source.after;
    let before = syntax::names(source.path, source.before.bytes());
    let after = syntax::names(source.path, remaining.bytes());
    let in_target = syntax::names(target.path, target.before.bytes());
    let is_shared = syntax::shares_package(
        (source.path, source.before.bytes()),
        (target.path, target.before.bytes()),
    );
    let mut moved = MovedNames::default();
    for used in &before.uses {
        if used.is_member || !is_in(used.at, pieces) {
            continue;
        }
        let name = &used.name;
        let Some(bound) = outer_binding(name, used.at, &before, pieces) else {
            continue;
        };
        let is_visible = is_shared && bound.is_file && !bound.is_import;
        if !is_visible && in_target.visible(name, target.offset).is_empty() {
            let at = place_after(name, bound, &before, &after, pieces);
            add(&mut moved.missing, name, remaining.line_at(at));
        }
    }
    let is_copy = source.before.bytes().len() == remaining.bytes().len();
    for piece in pieces {
        let name = piece.last_name();
        for import in in_target.bindings.get(name).into_iter().flatten() {
            if import.is_import && import.is_file {
                add(&mut moved.imported, name, target.before.line_at(import.at));
            }
        }
        if is_copy || is_shared && !piece.is_member() {
            continue;
        }
        for at in remaining_uses(piece, pieces, &before, &after) {
            add(&mut moved.still_used, name, remaining.line_at(at));
        }
    }
    moved
}

/// The offsets at which the text `after` the move uses the name of `piece`, which it no longer defines.
fn remaining_uses(piece: &Piece, pieces: &[Piece], before: &Names, after: &Names) -> Vec<usize> {
    let name = piece.last_name();
    let bindings = before.visible(name, piece.lines.start());
    let was_bound = bindings.iter().any(|one| is_in(one.at, pieces));
    let mut uses = Vec::new();
    for used in after.uses.iter().filter(|used| used.name == name) {
        let is_affected = if used.is_member {
            piece.is_member()
        } else {
            was_bound && after.visible(name, used.at).is_empty()
        };
        if is_affected {
            uses.push(used.at);
        }
    }
    uses
}

fn add(list: &mut Vec<NameLines>, name: &str, line: LineNumber) {
    match list.iter_mut().find(|named| named.name == name) {
        Some(named) if named.lines.contains(&line) => {}
        Some(named) => named.lines.push(line),
        None => list.push(NameLines {
            name: name.to_owned(),
            lines: vec![line],
        }),
    }
}

fn is_in(at: usize, pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| piece.lines.range().contains(&at))
}

/// The binding of `name` that is visible at `at`, unless one of `pieces` contains it.
fn outer_binding<'n>(
    name: &str,
    at: usize,
    names: &'n Names,
    pieces: &[Piece],
) -> Option<&'n Binding> {
    let visible = names.visible(name, at);
    if visible.iter().any(|one| is_in(one.at, pieces)) {
        return None;
    }
    visible.first().copied()
}

/// The offset of the binding `bound` of `name` in the text without `pieces`.
fn place_after(
    name: &str,
    bound: &Binding,
    before: &Names,
    after: &Names,
    pieces: &[Piece],
) -> usize {
    let mut index = 0;
    for one in before.bindings.get(name).into_iter().flatten() {
        if one.at < bound.at && !is_in(one.at, pieces) {
            index += 1;
        }
    }
    match after.bindings.get(name).and_then(|kept| kept.get(index)) {
        Some(kept) => kept.at,
        None => bound.at,
    }
}
