//! The names that are affected by a move of definitions: names that the target file lacks, and names that the source
//! file lacks afterwards.

use std::collections::HashSet;
use std::path::Path;

use super::region::Piece;
use crate::snapshot::Snapshot;
use crate::syntax::{self, Binding, Names};
use crate::text::{LineNumber, line_start};

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
    /// For a type that comes from the package or a wildcard import, this is the line of the `package` declaration.
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
    let target_types = in_target.package_types();
    let mut moved = MovedNames::default();
    for used in &before.uses {
        if used.is_member || !is_in_code(used.at, pieces) {
            continue;
        }
        let name = &used.name;
        let bindings = before.visible(name, used.at);
        let is_moved = bindings.iter().any(|one| is_in(one.at, pieces));
        if is_moved || !in_target.visible(name, target.offset).is_empty() {
            continue;
        }
        let at = match (bindings.first(), before.package_at) {
            (Some(bound), _) if is_shared && bound.is_file && !bound.is_import => continue,
            (Some(bound), _) if is_imported_from(&in_target.packages, bound, source.before) => {
                continue;
            }
            (Some(bound), _) => place_after(name, bound, &before, &after, pieces),
            (None, Some(package_at))
                if used.is_package_type
                    && !is_shared
                    && !before.packages.is_subset(&in_target.packages)
                    && !target_types.contains(name.as_str()) =>
            {
                package_at
            }
            (None, _) => continue,
        };
        add(&mut moved.missing, name, remaining.line_at(at));
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

/// True if `at` is in one of `pieces` that is not a macro.
fn is_in_code(at: usize, pieces: &[Piece]) -> bool {
    let mut code = pieces.iter().filter(|piece| !piece.is_macro());
    code.any(|piece| piece.lines.range().contains(&at))
}

/// True if `bound` is an import of Java from one of `packages`.
fn is_imported_from(packages: &HashSet<String>, bound: &Binding, source: &Snapshot) -> bool {
    let text = source.bytes();
    let before_name = &text[line_start(text, bound.at)..bound.at];
    let import = before_name
        .strip_prefix(b"import ")
        .and_then(|rest| rest.strip_suffix(b"."));
    let package = import.and_then(|package| std::str::from_utf8(package).ok());
    bound.is_import && package.is_some_and(|package| packages.contains(package))
}

fn is_in(at: usize, pieces: &[Piece]) -> bool {
    pieces.iter().any(|piece| piece.lines.range().contains(&at))
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
