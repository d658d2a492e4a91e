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
pub fn lines_of(action: &Action) -> Option<AskedLines> {
    match action {
        Action::Lines(lines) => match &lines.at {
            LinesAt::Numbers(asked, _) => Some(*asked),
            LinesAt::Region(region) => of_region(region),
        },
        Action::Insert(insert) => match &insert.at {
            InsertAt::After(line) => Some(single(*line)),
            // These places move with the text.
            InsertAt::Beginning | InsertAt::End => None,
            InsertAt::Region(region, _) => of_region(region),
            InsertAt::BeforeText(find) | InsertAt::AfterText(find) => of_scope(find),
        },
        Action::Replace(replace) => of_scope(&replace.find),
        Action::Transfer(transfer) => transfer.lines(),
        Action::Ensure(ensure) => ensure.region.as_deref().and_then(of_region),
        _ => None,
    }
}

fn of_region(region: &Region) -> Option<AskedLines> {
    region.line().map(single)
}

fn of_scope(find: &Find) -> Option<AskedLines> {
    match &find.scope {
        Scope::File => None,
        Scope::Within(lines) => Some(*lines),
        Scope::In(region) => of_region(region),
    }
}

fn single(line: LineNumber) -> AskedLines {
    AskedLines::Numbers(LineRange::single(line))
}

/// True if `action` addresses lines by number.
pub fn is_by_line(action: &Action) -> bool {
    lines_of(action).is_some()
}

/// The file on disk that the line numbers of `draft` refer to; `None` if its text is new.
pub fn counted_in(draft: &Draft) -> Option<&RootedPath> {
    draft.now()?.provenance().read_at(draft.place())
}

/// Refuses a file whose lines were addressed by number if its text changed between the readings `first` and `again`.
///
/// # Errors
/// `stale` with the hash of the current text.
pub fn refuse_recount(first: &ResolvedSteps, again: &ResolvedSteps) -> Result<(), Refusal> {
    for place in &first.counted {
        let read_again = read_file(place, again);
        if read_again.is_some_and(|file| file.outcome.rebased.is_some()) {
            continue;
        }
        if read_again.is_none() && !again.refusals.is_empty() {
            // The file could not be read again, and was refused for that reason.
            continue;
        }
        let mut files = first.files.iter().map(|file| file.written());
        let Some(before) = files.find(|file| file.place == *place) else {
            continue;
        };
        let now = read_again.and_then(|file| file.written().before.as_ref());
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
    Refusal::new(reason).at(before.place.shown())
}
