//! Executes a payload of another tool: an edit, a view of a file or directory, or an undo by path.

use std::path::Path;

use super::history::log::{LogFilter, log};
use super::inspect::view;
use super::pipeline::run;
use super::world::World;
use crate::change::Deed;
use crate::dialect::{Ask, Listing, PayloadOutcome};
use crate::disk::Disk;
use crate::refusal::{Fault, NotAFile, Nothing, Reason, Refusal};
use crate::report::{Report, ViewReport};
use crate::request::{FilePart, Request, Terms, UndoTarget};
use crate::resolve::FileText;
use crate::resolve::region::{OutlineEntry, outline};

/// The depth of a directory listing.
const LISTING_DEPTH: usize = 2;
/// The maximum number of entries in a listing.
const MAX_ENTRIES: usize = 1000;

pub fn perform(ask: &Ask, world: &World) -> PayloadOutcome {
    match ask {
        Ask::Request(request) => PayloadOutcome::Report(run(request, world)),
        Ask::View { path, part, terms } => perform_view(path, part, terms, world)
            .unwrap_or_else(|refusal| PayloadOutcome::Report(refused("view", refusal, terms))),
        Ask::Undo { path, terms } => PayloadOutcome::Report(match latest_edit(path, world) {
            Ok(entry) => run(
                &Request::undo(UndoTarget::Entry(entry), terms.clone()),
                world,
            ),
            Err(refusal) => refused("undo", refusal, terms),
        }),
    }
}

fn refused(operation: &str, refusal: Refusal, terms: &Terms) -> Report {
    Report {
        words: terms.words,
        ..Report::refused(operation, refusal)
    }
}

fn perform_view(
    path: &Path,
    part: &FilePart,
    terms: &Terms,
    world: &World,
) -> Result<PayloadOutcome, Refusal> {
    match view(path, part, terms, world) {
        Ok(mut view) => {
            if matches!(part, FilePart::Region(_)) {
                view.outline = shown_symbols(&view);
            }
            Ok(PayloadOutcome::View(view))
        }
        Err(refusal) if is_directory(&refusal.reason) => {
            if *part != FilePart::Whole {
                return Err(Reason::part_of_directory().at(path));
            }
            list_directory(path, world)
        }
        Err(refusal) => Err(refusal),
    }
}

/// True if a file was refused because it is or may be a directory.
fn is_directory(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Store(Fault::NotAFile(
            NotAFile::Directory | NotAFile::NoName | NotAFile::TrailingSlash,
        ))
    )
}

fn list_directory(path: &Path, world: &World) -> Result<PayloadOutcome, Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let entries = disk.list(path, LISTING_DEPTH, MAX_ENTRIES)?;
    Ok(PayloadOutcome::Listing(Listing {
        path: path.to_owned(),
        entries: entries.names.into_iter().map(Into::into).collect(),
        more: entries.more,
    }))
}

/// The outline entries in the lines that `view` shows.
fn shown_symbols(view: &ViewReport) -> Option<Vec<OutlineEntry>> {
    let shown = view.lines?;
    let mut all = outline(FileText::new(&view.path, &view.text), None).ok()?;
    all.retain(|entry| shown.first() <= entry.lines.first() && entry.lines.last() <= shown.last());
    Some(all)
}

/// The newest edit or redo of the file at `path` that was not undone.
///
/// # Errors
/// `nothing_to_undo`; `bad_request` if the entry also edited other files, because the payload names only one file.
fn latest_edit(path: &Path, world: &World) -> Result<u64, Refusal> {
    let filter = LogFilter {
        path: Some(path.to_owned()),
        task: None,
        max: usize::MAX,
    };
    let listed = log(&filter, world)?.entries;
    let latest = listed
        .iter()
        .find(|entry| !matches!(entry.deed, Deed::Undo(_)) && entry.taken_back_by.is_none());
    let Some(entry) = latest else {
        let why = Nothing::Edit;
        return Err(Refusal::from(Fault::NothingToUndo(why)).at(path));
    };
    let others = entry.files.len().saturating_sub(1);
    if others > 0 {
        return Err(Reason::edited_with_others(entry.id, others).at(path));
    }
    Ok(entry.id)
}
