//! `replace`: text found by itself becomes another text.

use super::cursor::LineCursor;
use super::edits::Edits;
use super::ending::PlacedText;
use super::locate::{Block, Located, locate};
use super::rewrite::rewrite;
use super::{Resolution, Site, Tier};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::request::{Pick, Repeat, Replace};
use crate::snapshot::Snapshot;
use crate::text::Span;

/// Replaces the places of `action.find` in the bytes `window` of `now` that `action.pick` asks for.
///
/// `window` is the scope of the search in bytes of `now`; `action.find.scope`, whose line numbers mean the
/// original file, is not read.
///
/// # Errors
/// `BadRequest` for an empty old text or one that equals the new; `Ambiguous`, `CountMismatch`,
/// `NotFound`, `AlreadyApplied`.
pub fn replace(action: &Replace, now: &Snapshot, window: Span) -> Result<Resolution, Reason> {
    let old = &action.find.old;
    if *old == action.new {
        return Err(Reason::bad_request(
            "the old text and the new text are the same",
            "give the text that shall stand there as the new text",
        ));
    }
    refuse_empty(old)?;
    match locate(&action.find, action.pick, now, window)? {
        Some(Located::Exact(spans)) => replace_spans(action, now, &spans),
        Some(Located::Blocks(tier, blocks)) => replace_blocks(action, now, tier, &blocks),
        None => absent(action, now, window),
    }
}

/// Refuses an empty text to look for: it is everywhere, and never an overwrite.
///
/// # Errors
/// `BadRequest` naming the commands that put text without looking for one.
pub(super) fn refuse_empty(old: &[u8]) -> Result<(), Reason> {
    match old.is_empty() {
        false => Ok(()),
        true => Err(Reason::bad_request(
            "the text to look for is empty",
            "`insert` adds text at a line, `append` at the end, and `write` gives the whole file",
        )),
    }
}

fn replace_spans(action: &Replace, now: &Snapshot, spans: &[Span]) -> Result<Resolution, Reason> {
    let mut edits = Edits::of(now);
    let mut placed = PlacedText::new(&action.find.old, &action.new, now.bytes());
    for &span in spans {
        edits.replace(span, placed.at(span));
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, Tier::Exact, spans.iter().copied()),
        hunks: Vec::new(),
    })
}

fn replace_blocks(
    action: &Replace,
    now: &Snapshot,
    tier: Tier,
    blocks: &[Block],
) -> Result<Resolution, Reason> {
    let mut edits = Edits::of(now);
    for block in blocks {
        rewrite(
            &action.find.old,
            &action.new,
            block,
            now.bytes(),
            &mut edits,
        );
    }
    Ok(Resolution {
        changes: edits.finish()?,
        sites: sites(now, tier, blocks.iter().map(|block| block.span)),
        hunks: Vec::new(),
    })
}

/// The sites at `spans` of `now`, in order.
pub(super) fn sites(now: &Snapshot, tier: Tier, spans: impl Iterator<Item = Span>) -> Vec<Site> {
    let mut cursor = LineCursor::new(now.bytes());
    spans
        .map(|span| Site {
            span,
            lines: cursor.lines_of(span),
            tier,
        })
        .collect()
}

/// A resolution that changes nothing.
pub(super) fn unchanged(now: &Snapshot, sites: Vec<Site>) -> Resolution {
    Resolution {
        changes: ChangeSet::identity(now.bytes().len()),
        sites,
        hunks: Vec::new(),
    }
}

/// The old text is nowhere: already so, or a refusal that says why.
fn absent(action: &Replace, now: &Snapshot, _window: Span) -> Result<Resolution, Reason> {
    if action.pick == Pick::Exactly(0) || action.repeat == Repeat::Accept {
        return Ok(unchanged(now, Vec::new()));
    }
    Err(Reason::NotFound {
        wanted: action.find.old.clone(),
        why: None,
    })
}
