//! What taking back entries makes of the files as they are now. Pure.
//!
//! The inverse of each change is rebased over what came later; where the algebra finds a conflict, the
//! lines are merged three ways (as they were made, as the undo makes them, as they are), which accepts what
//! both sides agree on. What is in conflict then is refused with both sides.

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use similar::TextMerge;

use super::chain::{Broken, Chain, Occupant, StoredText};
use super::entry::{Entry, FileNote, Kept, Omitted};
use super::tree::{FileUndo, Node, Present, Tree};
use crate::change::{ChangeSet, Conflict, Edit, Tie, Transition};
use crate::refusal::{NotKept, Reason, Refusal, UndoBlock};
use crate::text::{LineIndex, Span};

/// The names that must be read before [`plan`] can be asked: those that the files of the entries with the
/// ids `targets` had, have, or would get back. `entries` are newest first and reach back to the targets.
pub fn paths<T: Borrow<Entry>>(entries: &[T], targets: &[u64]) -> BTreeSet<PathBuf> {
    let mut paths = BTreeSet::new();
    for (at, entry) in targeted(entries, targets) {
        for note in &entry.files {
            let chain = Chain::new(note, forward(&entries[..at]));
            paths.insert(chain.path().to_owned());
            paths.insert(note.path.clone());
            paths.extend(note.from.clone());
        }
    }
    paths
}

/// What taking back the entries with the ids `targets` makes of the files in `present`, which holds all
/// [`paths`]. `entries` are newest first, their change sets loaded, and reach back to the targets.
///
/// # Errors
/// `undo_conflict`, with the file's name and the entry.
pub fn plan<T: Borrow<Entry>>(
    entries: &[T],
    targets: &[u64],
    present: &Present,
    stored: StoredText<'_>,
) -> Result<Vec<FileUndo>, Refusal> {
    let mut undoing = Undoing {
        tree: Tree::new(present),
        stored,
    };
    let mut taken_back: Vec<Vec<FileNote>> = Vec::new();
    for (at, entry) in targeted(entries, targets) {
        let chains = entry.files.iter().map(|note| {
            let before = taken_back.iter().map(Vec::as_slice);
            (
                note,
                Chain::new(note, forward(&entries[..at]).chain(before)),
            )
        });
        let done = undoing.take_back(entry.id, &chains.collect::<Vec<_>>())?;
        taken_back.push(done);
    }
    Ok(undoing.tree.differences())
}

/// The entries to take back, newest first, with how many came later.
fn targeted<'a, T: Borrow<Entry>>(
    entries: &'a [T],
    targets: &'a [u64],
) -> impl Iterator<Item = (usize, &'a Entry)> {
    let is_target = |(_, entry): &(usize, &Entry)| targets.contains(&entry.id);
    entries.iter().map(T::borrow).enumerate().filter(is_target)
}

/// The notes of each of `entries`, given newest first, oldest first.
fn forward<T: Borrow<Entry>>(entries: &[T]) -> impl Iterator<Item = &[FileNote]> {
    entries.iter().rev().map(|entry| &entry.borrow().files[..])
}

struct Undoing<'a> {
    tree: Tree<'a>,
    stored: StoredText<'a>,
}

impl Undoing<'_> {
    /// Takes back what entry `id` did to its files, all at once, and says so as if it had been noted: what
    /// leaves a name goes before what comes back there.
    fn take_back(
        &mut self,
        id: u64,
        notes: &[(&FileNote, Chain<'_>)],
    ) -> Result<Vec<FileNote>, Refusal> {
        let mut done = Vec::new();
        let mut moving = Vec::new();
        for (note, chain) in notes {
            let step = match note.transition {
                Transition::Created | Transition::Copied => self.unmake(note, chain, chain.path()),
                Transition::Moved => self.lift(note, chain).map(|lifted| {
                    moving.extend(lifted.map(|node| (*note, chain, node)));
                    None
                }),
                Transition::Edited | Transition::Removed => Ok(None),
            };
            done.extend(step.map_err(|why| blocked(id, chain, why))?);
        }
        for (note, chain) in notes {
            let step = match note.transition {
                Transition::Edited => self.revert(note, chain, chain.path()),
                Transition::Moved if stays(note, chain) => self.revert(note, chain, chain.path()),
                Transition::Removed => self.put_back(note, chain.path()),
                Transition::Moved | Transition::Created | Transition::Copied => Ok(None),
            };
            done.extend(step.map_err(|why| blocked(id, chain, why))?);
        }
        for (note, chain, node) in moving {
            let step = self.move_back(note, chain, node);
            done.push(step.map_err(|why| blocked(id, chain, why))?);
        }
        Ok(done)
    }

    /// Removes a file that was made.
    fn unmake(
        &mut self,
        note: &FileNote,
        chain: &Chain<'_>,
        path: &Path,
    ) -> Result<Option<FileNote>, UndoBlock> {
        let is_ours = chain.occupant() != Some(Occupant::Other);
        let Some(node) = self.tree.at(path).filter(|_| is_ours) else {
            return Ok(None);
        };
        if Some(node.fingerprint) != note.after {
            return Err(UndoBlock::Unknown {
                made: note.after,
                found: Some(node.fingerprint),
            });
        }
        self.tree.set(path, None);
        Ok(Some(FileNote {
            path: path.to_owned(),
            from: None,
            transition: Transition::Removed,
            before: note.after,
            after: None,
            modes: None,
            changes: Kept::Here(ChangeSet::by_line(&node.text, &Bytes::new())),
        }))
    }

    /// Makes a file that was removed.
    fn put_back(&mut self, note: &FileNote, path: &Path) -> Result<Option<FileNote>, UndoBlock> {
        match self.tree.at(path) {
            Some(node) if Some(node.fingerprint) == note.before => return Ok(None),
            Some(_) => return Err(UndoBlock::Occupied),
            None => {}
        }
        let inverse = kept(note)?.invert();
        let lost = |_| UndoBlock::NotKept(NotKept::Lost);
        let text = Bytes::from(inverse.apply(&[]).map_err(lost)?);
        let mode = note.modes.map(|(before, _)| before);
        self.tree.set(path, Some(Node::new(text, mode)));
        Ok(Some(FileNote {
            path: path.to_owned(),
            from: None,
            transition: Transition::Created,
            before: None,
            after: note.before,
            modes: None,
            changes: Kept::Here(inverse),
        }))
    }

    /// Takes back the change of a file's text and mode.
    fn revert(
        &mut self,
        note: &FileNote,
        chain: &Chain<'_>,
        path: &Path,
    ) -> Result<Option<FileNote>, UndoBlock> {
        let node = self.tree.at(path).ok_or(UndoBlock::Gone)?;
        let changes = self.inverse(note, chain, &node)?;
        let reverted = with_mode_back(node.changed(&changes), note);
        let undone = undone(path, None, &node, &reverted, changes);
        self.tree.set(path, Some(reverted));
        Ok(Some(undone))
    }

    /// Takes a file that was moved away from where it is now; `None` when it is back home already.
    fn lift(&mut self, note: &FileNote, chain: &Chain<'_>) -> Result<Option<Node>, UndoBlock> {
        if stays(note, chain) {
            return Ok(None);
        }
        let node = self.tree.at(chain.path()).ok_or(UndoBlock::Gone)?;
        self.tree.set(chain.path(), None);
        Ok(Some(node))
    }

    /// Takes back the move of a file that was lifted, and the change of its text.
    fn move_back(
        &mut self,
        note: &FileNote,
        chain: &Chain<'_>,
        node: Node,
    ) -> Result<FileNote, UndoBlock> {
        let home = note.from.as_deref().unwrap_or(&note.path);
        if self.tree.at(home).is_some() {
            return Err(UndoBlock::Occupied);
        }
        let changes = self.inverse(note, chain, &node)?;
        let reverted = with_mode_back(node.changed(&changes), note);
        let undone = undone(home, Some(chain.path()), &node, &reverted, changes);
        self.tree.set(home, Some(reverted));
        Ok(undone)
    }

    /// What takes back the change of `note` in the text of `node`.
    fn inverse(
        &self,
        note: &FileNote,
        chain: &Chain<'_>,
        node: &Node,
    ) -> Result<ChangeSet, UndoBlock> {
        let current = Some((&node.text, node.fingerprint));
        let unknown = |_: Broken| UndoBlock::Unknown {
            made: note.after,
            found: Some(node.fingerprint),
        };
        let inverse = kept(note)?.invert();
        let since = chain.to_present(current, self.stored).map_err(unknown)?;
        carried(&inverse, &since, &node.text)
    }
}

/// Whether the file of `note`, which was moved, is where it came from.
fn stays(note: &FileNote, chain: &Chain<'_>) -> bool {
    note.from.as_deref().is_none_or(|home| home == chain.path())
}

/// Why entry `id` cannot be taken back.
fn blocked(id: u64, chain: &Chain<'_>, why: UndoBlock) -> Refusal {
    let why = Box::new(why);
    Refusal::new(Reason::UndoConflict { entry: id, why }).at(chain.path())
}

/// The change set of `note`.
fn kept(note: &FileNote) -> Result<&ChangeSet, UndoBlock> {
    let why = match &note.changes {
        Kept::Here(changes) => return Ok(changes),
        Kept::Omitted(Omitted::Private) => NotKept::Private,
        Kept::Omitted(Omitted::TooLarge) => NotKept::TooLarge,
        Kept::Stored(_) | Kept::Lost => NotKept::Lost,
    };
    Err(UndoBlock::NotKept(why))
}

/// Gives the mode from before `note` back, if it is still the one that `note` made.
fn with_mode_back(mut node: Node, note: &FileNote) -> Node {
    if let Some((before, after)) = note.modes
        && node.mode == Some(after)
    {
        node.mode = Some(before);
    }
    node
}

/// The note of a file's way from `before` to `after`.
fn undone(
    path: &Path,
    from: Option<&Path>,
    before: &Node,
    after: &Node,
    changes: ChangeSet,
) -> FileNote {
    FileNote {
        path: path.to_owned(),
        from: from.map(Path::to_owned),
        transition: match from {
            Some(_) => Transition::Moved,
            None => Transition::Edited,
        },
        before: Some(before.fingerprint),
        after: Some(after.fingerprint),
        modes: None,
        changes: Kept::Here(changes),
    }
}

/// `inverse`, which takes back a change from the text after it, carried over `since`, which leads from
/// there to `current`.
fn carried(
    inverse: &ChangeSet,
    since: &ChangeSet,
    current: &Bytes,
) -> Result<ChangeSet, UndoBlock> {
    let net = without_effectless(since);
    let open = without_shared(inverse, &net);
    match open.rebase(&net, Tie::Conflict) {
        Ok(changes) => Ok(changes),
        Err(conflict) => merged(inverse, since, current, conflict),
    }
}

/// `changes` without what they leave as it was: only what differs now can be in the way.
fn without_effectless(changes: &ChangeSet) -> ChangeSet {
    let edits = changes.edits().iter().map(trimmed);
    ChangeSet::new(changes.base_len(), edits.collect()).unwrap_or_else(|_| changes.clone())
}

/// `edit` without the bytes both sides begin and end with; with both sides empty when they are equal.
fn trimmed(edit: &Edit) -> Edit {
    let same = |(left, right): &(&u8, &u8)| left == right;
    let (old, new) = (&edit.old, &edit.new);
    let head = old.iter().zip(new).take_while(same).count();
    let (rest_old, rest_new) = (&old[head..], &new[head..]);
    let pairs = rest_old.iter().rev().zip(rest_new.iter().rev());
    let tail = pairs.take_while(same).count();
    Edit {
        at: edit.at + head,
        old: old.slice(head..old.len() - tail),
        new: new.slice(head..new.len() - tail),
    }
}

/// `changes` without the edits that `other` makes too.
fn without_shared(changes: &ChangeSet, other: &ChangeSet) -> ChangeSet {
    let is_open = |edit: &&Edit| {
        let there = other.edits().binary_search_by_key(&edit.at, |edit| edit.at);
        there.is_ok_and(|found| other.edits()[found] != **edit) || there.is_err()
    };
    let open = changes.edits().iter().filter(is_open).cloned();
    ChangeSet::new(changes.base_len(), open.collect()).unwrap_or_else(|_| changes.clone())
}

/// The same by a three-way merge of lines.
fn merged(
    inverse: &ChangeSet,
    since: &ChangeSet,
    current: &Bytes,
    conflict: Conflict,
) -> Result<ChangeSet, UndoBlock> {
    let lost = |_| UndoBlock::NotKept(NotKept::Lost);
    let made = since.invert().apply(current).map_err(lost)?;
    let undone = inverse.apply(&made).map_err(lost)?;
    let merge = TextMerge::from_lines(&made[..], &undone[..], &current[..]);
    let mut text = Vec::new();
    if !merge.is_conflicted() && merge.to_writer(&mut text).is_ok() {
        return Ok(ChangeSet::by_line(current, &Bytes::from(text)));
    }
    Err(both_sides(inverse, since, &made, current, conflict))
}

/// The lines in conflict, as they were made, as the undo makes them, and as they are.
fn both_sides(
    inverse: &ChangeSet,
    since: &ChangeSet,
    made: &[u8],
    current: &[u8],
    conflict: Conflict,
) -> UndoBlock {
    let mut span = joined(conflict.mine, conflict.theirs);
    loop {
        let whole = whole_lines(made, span);
        let edits = inverse.edits().iter().chain(since.edits());
        let wider = edits
            .map(Edit::span)
            .filter(|edit| edit.touches(whole))
            .fold(whole, joined);
        if wider == span {
            break;
        }
        span = wider;
    }
    let here = since.invert().origin_span(span);
    UndoBlock::Changed {
        lines: LineIndex::new(current).lines_of(current, here),
        undo: inverse.line_change(made, span),
        since: since.line_change(made, span),
    }
}

fn joined(left: Span, right: Span) -> Span {
    let start = left.start().min(right.start());
    Span::of_len(start, left.end().max(right.end()) - start)
}

/// The lines that hold `span`, endings included.
fn whole_lines(text: &[u8], span: Span) -> Span {
    let start = memchr::memrchr(b'\n', &text[..span.start()]).map_or(0, |at| at + 1);
    let is_ended = span.end() > start && text[span.end() - 1] == b'\n';
    let end = match is_ended {
        true => span.end(),
        false => {
            memchr::memchr(b'\n', &text[span.end()..]).map_or(text.len(), |at| span.end() + at + 1)
        }
    };
    Span::of_len(start, end - start)
}
