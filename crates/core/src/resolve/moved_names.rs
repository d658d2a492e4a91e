//! The names that a move of definitions concerns: those that the new file lacks, and those that the old one lacks now.

use std::path::Path;

use super::region::Piece;
use crate::snapshot::Snapshot;
use crate::syntax::{self, Binding, NameUse, Names};
use crate::text::LineNumber;

/// A name and lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameLines {
    /// The name.
    pub name: String,
    /// The lines, in order.
    pub lines: Vec<LineNumber>,
}

/// The names that a move concerns. Lines are those after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovedNames {
    /// Names that the moved definitions use and that only the old file has, with the lines where it has them.
    pub missing: Vec<NameLines>,
    /// Names of the moved definitions that the new file imports, with these lines before the move.
    pub imported: Vec<NameLines>,
    /// Names of the moved definitions that the old file uses.
    pub still_used: Vec<NameLines>,
}

/// The names that the move of `pieces` concerns. They were in the file at the first path with the first text, which has the
/// second text without them, and go into the file at the second path with its text, to that offset.
pub fn moved_names(
    pieces: &[Piece],
    (from, source, remaining): (&Path, &Snapshot, &Snapshot),
    (to, target, offset): (&Path, &Snapshot, usize),
) -> MovedNames {
    let before = syntax::names(from, source.bytes());
    let after = syntax::names(from, remaining.bytes());
    let there = syntax::names(to, target.bytes());
    let mut moved = MovedNames::default();
    for used in &before.uses {
        if !is_from_outside(used, &before, pieces) || is_visible(&used.name, &there, offset) {
            continue;
        }
        let bound = after
            .bindings
            .iter()
            .find(|binding| binding.name == used.name);
        if let Some(bound) = bound {
            add(&mut moved.missing, &used.name, remaining.line_at(bound.at));
        }
    }
    for binding in &before.bindings {
        let is_own = pieces.iter().any(|piece| is_name_of(binding, piece));
        if !is_own || binding.is_member {
            continue;
        }
        for import in there.bindings.iter().filter(|import| import.is_import) {
            if import.name == binding.name && import.scope.len() == target.bytes().len() {
                add(&mut moved.imported, &import.name, target.line_at(import.at));
            }
        }
        for used in &after.uses {
            if used.name == binding.name && used.scope.is_none() && !used.is_member {
                add(
                    &mut moved.still_used,
                    &used.name,
                    remaining.line_at(used.at),
                );
            }
        }
    }
    if source.bytes().len() > remaining.bytes().len() {
        for member in pieces.iter().filter_map(Piece::member_name) {
            for used in after
                .uses
                .iter()
                .filter(|used| used.is_member && used.name == member)
            {
                add(&mut moved.still_used, member, remaining.line_at(used.at));
            }
        }
    }
    moved
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

/// True if `used` is in one of `pieces` and its name is bound outside of all of them.
fn is_from_outside(used: &NameUse, names: &Names, pieces: &[Piece]) -> bool {
    let Some(scope) = used.scope.filter(|_| is_in(used.at, pieces)) else {
        return false;
    };
    let mut has_other = false;
    for binding in &names.bindings {
        if binding.name == used.name && binding.scope == scope {
            if is_in(binding.at, pieces) {
                return false;
            }
            has_other = true;
        }
    }
    has_other
}

/// True if a name that is used at `offset` can be bound by one of `names`.
fn is_visible(name: &str, names: &Names, offset: usize) -> bool {
    names.bindings.iter().any(|binding| {
        let scope = binding.scope;
        binding.name == name && scope.start() <= offset && offset <= scope.end()
    })
}

/// True if `binding` is the name of `piece`, not one inside of it.
fn is_name_of(binding: &Binding, piece: &Piece) -> bool {
    let (lines, scope) = (piece.lines, binding.scope);
    lines.range().contains(&binding.at)
        && scope.start() <= lines.start()
        && lines.end() <= scope.end()
}
