//! Steps that say by line numbers where they go.
//!
//! A request is resolved once more when another process changes files while it is carried out. A step that searches for
//! a text finds it again. A line number means the text that was read first, and nothing tells which line that is now.

use super::resolver::ResolvedSteps;
use crate::change::Transition;
use crate::refusal::{Reason, Refusal};
use crate::request::{Action, AskedLines, Find, InsertAt, LinesAt, Region, Scope};
use crate::resolve::draft::{Draft, ResolvedFile};
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::{LineNumber, LineRange};

/// The lines that `action` names by number, as its place or as the part to search; `None` if it names none.
pub fn lines_of(action: &Action) -> Option<AskedLines> {
    match action {
        Action::Lines(lines) => match &lines.at {
            LinesAt::Numbers(asked, _) => Some(*asked),
            LinesAt::Region(region) => of_region(region),
        },
        Action::Insert(insert) => match &insert.at {
            InsertAt::After(line) => Some(single(*line)),
            // These follow the file.
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

/// True if `action` names lines by number.
pub fn is_by_line(action: &Action) -> bool {
    lines_of(action).is_some()
}

/// The file on disk whose lines are meant by numbers in `draft`; `None` where its text is new.
pub fn counted_in(draft: &Draft) -> Option<&RootedPath> {
    draft.now()?.provenance().read_at(draft.place())
}

/// Refuses to count in the lines of a file that had one text at `first` and has another now that it was read `again`.
///
/// # Errors
/// `stale`, with the text there is.
pub fn refuse_recount(first: &ResolvedSteps, again: &ResolvedSteps) -> Result<(), Refusal> {
    for place in &first.counted {
        let read_again = read_file(place, again);
        if read_again.is_some_and(|file| file.outcome.rebased.is_some()) {
            continue;
        }
        if read_again.is_none() && !again.refusals.is_empty() {
            // A file that could not be read again is refused for that.
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

/// The file that has the name of `place` now: a directory on the way may be another one.
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
