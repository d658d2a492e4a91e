//! Steps that address lines by number.
//!
//! If another process changes files during a request, the request is resolved again. A step that searches for text
//! finds it again. A line number refers to the text that was read first, so such a step is refused.

use super::resolver::ResolvedSteps;
use crate::change::Transition;
use crate::refusal::{Reason, Refusal};
use crate::request::{Action, AskedLines, Find, InsertAt, LinesAt, Region, Scope};
use crate::resolve::draft::{Draft, ResolvedFile};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::{LineNumber, LineRange};

/// The line numbers that `action` uses as its place or as its scope; `None` if it uses none.
pub fn asked_lines(action: &Action) -> Option<AskedLines> {
    match action {
        Action::Lines(lines) => match &lines.at {
            LinesAt::Numbers(asked, _) => Some(*asked),
            LinesAt::Region(region) => region_line(region),
        },
        Action::Insert(insert) => match &insert.at {
            InsertAt::After(line) => Some(single(*line)),
            // These places move with the text.
            InsertAt::Beginning | InsertAt::End => None,
            InsertAt::Region(region, _) => region_line(region),
            InsertAt::BeforeText(find) | InsertAt::AfterText(find) => scope_lines(find),
        },
        Action::Replace(replace) => scope_lines(&replace.find),
        Action::Transfer(transfer) => transfer.lines(),
        Action::Ensure(ensure) => ensure.region.as_deref().and_then(region_line),
        _ => None,
    }
}

fn region_line(region: &Region) -> Option<AskedLines> {
    region.line().map(single)
}

fn scope_lines(find: &Find) -> Option<AskedLines> {
    match &find.scope {
        Scope::File => None,
        Scope::Within(lines) => Some(*lines),
        Scope::In(region) => region_line(region),
    }
}

fn single(line: LineNumber) -> AskedLines {
    AskedLines::Numbers(LineRange::single(line))
}

/// True if `action` addresses lines by number.
pub fn has_line_numbers(action: &Action) -> bool {
    asked_lines(action).is_some()
}

/// The file on disk that the line numbers of `draft` refer to; `None` if its text is new.
pub fn numbered_file(draft: &Draft) -> Option<&RootedPath> {
    draft.now()?.provenance().read_at(draft.place())
}

/// Refuses a file whose lines were addressed by number if its text changed between the readings `first` and `again`.
///
/// # Errors
/// `stale` with the hash of the current text.
pub fn refuse_changed_lines(first: &ResolvedSteps, again: &ResolvedSteps) -> Result<(), Refusal> {
    for place in &first.numbered_files {
        let file_again = read_file(place, again);
        if file_again.is_some_and(|file| file.outcome.rebased.is_some()) {
            continue;
        }
        if file_again.is_none() && !again.refusals.is_empty() {
            // The file could not be read again, and was refused for that reason.
            continue;
        }
        let mut files = first.files.iter().map(|file| file.written());
        let Some(before) = files.find(|file| file.place == *place) else {
            continue;
        };
        let now = file_again.and_then(|file| file.written().before.as_ref());
        if text(now) != text(before.before.as_ref()) {
            return Err(stale(before, now));
        }
    }
    Ok(())
}

/// The file with the name of `place` in `again`. Its place differs if a directory of the path was replaced.
fn read_file<'a>(place: &RootedPath, again: &'a ResolvedSteps) -> Option<&'a ResolvedFile> {
    let mut files = again.files.iter();
    let same = files.clone().find(|file| file.text.place == *place);
    same.or_else(|| files.find(|file| file.text.place.shown() == place.shown()))
}

fn text(snapshot: Option<&Snapshot>) -> Option<&[u8]> {
    snapshot.map(|snapshot| &snapshot.original().bytes()[..])
}

fn stale(before: &Transition, now: Option<&Snapshot>) -> Refusal {
    let expected = match &before.before {
        Some(before) => before.fingerprint().to_string(),
        None => "no file".to_owned(),
    };
    let reason = Reason::Stale {
        expected,
        found: now.map(Snapshot::fingerprint),
    };
    reason.at(before.place.shown())
}
