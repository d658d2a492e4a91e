//! `alike`: both sides made the same change, and one side added lines next to it.

use bytes::Bytes;

use crate::conflict::Conflict;
use crate::lexicon;
use crate::pieces::Piece;
use crate::words::{is_edited, sorted_tokens};
use incise_text::text::{self, LineEnding};

/// The side of `piece` with more lines, if it contains all lines of the other side.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    let lines = conflict.lines();
    if !piece.is_ours {
        return None;
    }
    let base: Vec<&[u8]> = lines.base.each(piece.base.clone()).collect();
    let ours: Vec<&[u8]> = lines.ours.each(piece.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(piece.theirs.clone()).collect();
    let head = text::common_head(&ours, &theirs);
    let tail = text::common_tail(&ours[head..], &theirs[head..]);
    let shared = head + tail;
    if base.len() > shared || ours.len().min(theirs.len()) != shared {
        return None;
    }
    let shared_lines = [&ours[..head], &ours[ours.len() - tail..]].concat();
    let (longer, result) = if ours.len() == shared {
        (&theirs, lines.theirs.bytes(piece.theirs.clone()))
    } else {
        (&ours, lines.ours.bytes(piece.ours.clone()))
    };
    let added = &longer[head..longer.len() - tail];
    // A decorator alone belongs to different lines on each side.
    let mut telling = shared_lines.iter().filter(|line| text::is_telling(line));
    if telling.all(|line| lexicon::is_decorator(line)) || keeps_removed(&base, &shared_lines, added)
    {
        return None;
    }
    Some(result)
}

/// True if a line that one side `added` to the `shared` lines is from the base, perhaps edited. The other side
/// removed that line.
fn keeps_removed(base: &[&[u8]], shared: &[&[u8]], added: &[&[u8]]) -> bool {
    let shared = sorted_lines(shared);
    let added = sorted_lines(added);
    for old in sorted_lines(base) {
        if added.contains(&old) {
            return true;
        }
        let is_added = added.iter().any(|new| is_edited(&old, new));
        if is_added && !shared.iter().any(|new| is_edited(&old, new)) {
            return true;
        }
    }
    false
}

fn sorted_lines<'l>(lines: &[&'l [u8]]) -> Vec<Vec<&'l [u8]>> {
    let mut sorted = Vec::new();
    for line in lines {
        if text::is_telling(line) {
            sorted.push(sorted_tokens(line));
        }
    }
    sorted
}

/// True if the sides of `conflict` use different line endings, so that keeping both would mix them.
pub fn have_different_endings(conflict: &Conflict<'_, '_>) -> bool {
    let (lines, region) = (conflict.lines(), conflict.region);
    let ours = ending(lines.ours.each(region.ours.clone()));
    let theirs = ending(lines.theirs.each(region.theirs.clone()));
    match (ours, theirs) {
        (Some(ours), Some(theirs)) => ours != theirs,
        _ => false,
    }
}

/// The line ending of `lines`, if they all have the same ending.
fn ending<'l>(mut lines: impl Iterator<Item = &'l [u8]>) -> Option<LineEnding> {
    let first = LineEnding::of_line(lines.next()?)?;
    for line in lines {
        if LineEnding::of_line(line).is_some_and(|ending| ending != first) {
            return None;
        }
    }
    Some(first)
}
