//! Lets the user choose among the matches before anything is written.
//!
//! This step comes between the resolver and the guards. The step removes declined changes from the resolved files,
//! so the guards, the commit and the report see only the accepted ones. If a file changes meanwhile, the request is
//! refused.

use super::chooser::{Chooser, Offer, OfferedLines};
use super::ending::changed;
use super::steps::resolver::ResolvedSteps;
use crate::change::{ChangeSet, Edit, NewText, Provenance, TransitionKind};
use crate::guard::is_binary;
use crate::refusal::Reason;
use crate::report::FileReport;
use crate::resolve::draft::{ResolvedFile, SitePlace};
use crate::snapshot::Snapshot;
use crate::text::{LineRange, Span, line_end, line_start};

/// Keeps in `steps` only the changes that `chooser` accepts.
///
/// # Errors
/// The error of the chooser.
pub(super) fn choose(chooser: &Chooser, steps: &mut ResolvedSteps) -> Result<(), Reason> {
    if !chooser.is_asked() {
        return Ok(());
    }
    let offers = offered(&steps.files);
    let mut accepted = chooser.ask(&offers)?;
    // A change without an answer is declined.
    accepted.resize(offers.len(), None);
    for index in 0..steps.files.len() {
        let mut answers = Vec::new();
        for (offer, accepted) in offers.iter().zip(&accepted) {
            if offer.file_indices.contains(&index) {
                let accepted = accepted.as_ref();
                answers.push(Answer { offer, accepted });
            }
        }
        let Some(first) = answers.first() else {
            continue;
        };
        let file = &mut steps.files[index];
        steps.numbered_files.insert(file.text.place.clone());
        if first.offer.lines.is_some() {
            keep_accepted(file, &answers);
        } else if first.accepted.is_none() {
            decline(&mut steps.files, index);
        }
    }
    Ok(())
}

/// The answer to an offer.
struct Answer<'o> {
    offer: &'o Offer,
    /// The change to make; `None` if it was declined.
    accepted: Option<&'o Offer>,
}

/// The changes in `files` to choose from, sorted by path.
fn offered(files: &[ResolvedFile]) -> Vec<Offer> {
    let mut matches = Vec::new();
    let mut offers: Vec<Offer> = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let Some(report) = changed(file.clone()).filter(FileReport::is_changed) else {
            continue;
        };
        if has_places(file) {
            matches.extend(places(index, file, &report));
        } else {
            offers.push(Offer::of_file(index, report));
        }
    }
    sort_by_path(&mut offers);
    if offers
        .iter()
        .any(|offer| replaces_an_edited_file(offer.file_indices[0], files))
    {
        // If one file takes the name of another changed file, all changes of whole files are offered together, because
        // they may depend on each other.
        let mut together = Offer::default();
        for offer in offers.drain(..) {
            together.files.extend(offer.files);
            together.file_indices.extend(offer.file_indices);
        }
        offers.push(together);
    }
    offers.extend(matches);
    sort_by_path(&mut offers);
    offers
}

fn sort_by_path(offers: &mut [Offer]) {
    offers.sort_by(|left, right| left.files[0].path.cmp(&right.files[0].path));
}

/// True if `file` is edited in place and only its text changes, so that each match can be offered alone.
fn has_places(file: &ResolvedFile) -> bool {
    let transition = &file.text;
    let (Some(before), Some(after)) = (&transition.before, &transition.after) else {
        return false;
    };
    transition.kind() == Some(TransitionKind::Edited)
        && after.mode.is_none()
        && !before.is_link()
        && !after.is_link()
        && !is_binary(before)
}

/// True if the file `number` was moved or copied from a file that another edit changes or replaces.
fn replaces_an_edited_file(number: usize, files: &[ResolvedFile]) -> bool {
    let after = files[number].text.after.as_ref();
    let from = after.and_then(|after| after.provenance.elsewhere());
    let source = from.and_then(|from| files.iter().find(|file| file.text.place == *from));
    source.is_some_and(|source| source.text.after.is_some() && source.is_touched())
}

/// One offer for each match in `file`, which has this `index`; matches that touch share one. `report` is the report of
/// `file`.
fn places(index: usize, file: &ResolvedFile, report: &FileReport) -> Vec<Offer> {
    let Some(before) = &report.before else {
        return Vec::new();
    };
    let edits = report.changes.edits();
    let groups = groups_of_edits(edits, file);
    let len = before.bytes().len();
    let mut offers = Vec::new();
    let mut from = 0;
    for (at, group) in groups.iter().enumerate() {
        let to = groups.get(at + 1).map_or(len, |next| span_of(next).start());
        let lines = whole_lines(before, group, Span::of_len(from, to - from));
        from = lines.span.end();
        offers.push(Offer {
            files: vec![FileReport {
                changes: ChangeSet::of_sorted(len, group.to_vec()),
                outcome: Default::default(),
                ..report.clone()
            }],
            file_indices: vec![index],
            lines: Some(lines),
        });
    }
    offers
}

/// Groups `edits`: all edits inside one site are one group.
fn groups_of_edits<'e>(edits: &'e [Edit], file: &ResolvedFile) -> Vec<&'e [Edit]> {
    let mut continues_group = vec![false; edits.len()];
    for site in file.outcome.sites.iter() {
        let SitePlace::InOriginal(span) = site.place else {
            continue;
        };
        let first = edits.partition_point(|edit| edit.at < span.start());
        let last = edits.partition_point(|edit| edit.end() <= span.end());
        for continues in continues_group.iter_mut().take(last).skip(first + 1) {
            *continues = true;
        }
    }
    let mut groups = Vec::new();
    let mut start = 0;
    for end in 1..=edits.len() {
        if end == edits.len() || !continues_group[end] {
            groups.push(&edits[start..end]);
            start = end;
        }
    }
    groups
}

fn span_of(group: &[Edit]) -> Span {
    match group {
        [first, ..] => Span::of_len(first.at, group[group.len() - 1].end() - first.at),
        [] => Span::empty_at(0),
    }
}

/// The lines of `group` with the edits applied: complete lines, but nothing outside `room`.
fn whole_lines(before: &Snapshot, group: &[Edit], room: Span) -> OfferedLines {
    let text = before.bytes();
    let place = span_of(group);
    let start = line_start(text, place.start()).max(room.start());
    let mut new = text[start..place.start()].to_vec();
    let mut at = place.start();
    for edit in group {
        new.extend_from_slice(&text[at..edit.at]);
        new.extend_from_slice(&edit.new);
        at = edit.end();
    }
    let ends_at_line_start =
        new.last().is_none_or(|&last| last == b'\n') && (at == 0 || text[at - 1] == b'\n');
    let end = if ends_at_line_start {
        at
    } else {
        line_end(&text[..room.end()], at)
    };
    new.extend_from_slice(&text[at..end]);
    OfferedLines {
        span: Span::of_len(start, end - start),
        new,
    }
}

/// Removes from `file` the changes that were declined.
fn keep_accepted(file: &mut ResolvedFile, answers: &[Answer<'_>]) {
    let Some(after) = &mut file.text.after else {
        return;
    };
    let base = after.base.clone();
    let mut edits: Vec<Edit> = Vec::new();
    let mut ranges = AnsweredRanges::default();
    for Answer { offer, accepted } in answers {
        let span = span_of(offer.files[0].changes.edits());
        let lines = base.lines_of(span);
        let Some(accepted) = accepted else {
            ranges.declined_spans.push(span);
            ranges.declined.push(lines);
            continue;
        };
        for file in &accepted.files {
            edits.extend_from_slice(file.changes.edits());
        }
        ranges.kept.push(lines);
    }
    if edits.is_empty() {
        file.outcome.operation = None;
    }
    after.changes = ChangeSet::of_sorted(base.bytes().len(), edits);
    let sites: Vec<_> = file
        .outcome
        .sites
        .iter()
        .filter(|site| match site.place {
            SitePlace::InOriginal(span) => ranges.keeps_span(span),
            SitePlace::InEarlierStep(_) => ranges.keeps_lines(site.lines),
        })
        .collect();
    file.outcome.sites = sites.into();
    file.outcome
        .hunks
        .retain(|hunk| hunk.lines.is_none_or(|lines| ranges.keeps_lines(lines)));
}

/// The answers for one file, as ranges of its original text.
#[derive(Default)]
struct AnsweredRanges {
    kept: Vec<LineRange>,
    declined: Vec<LineRange>,
    declined_spans: Vec<Span>,
}

impl AnsweredRanges {
    /// True if no declined match contains `span` or is inside it.
    fn keeps_span(&self, span: Span) -> bool {
        let mut declined = self.declined_spans.iter();
        !declined.any(|one| span.contains(*one) || one.contains(span))
    }

    /// True if no declined match is inside `lines`, or if an accepted match is inside too.
    fn keeps_lines(&self, lines: LineRange) -> bool {
        !contains_any(&self.declined, lines) || contains_any(&self.kept, lines)
    }
}

fn contains_any(ranges: &[LineRange], lines: LineRange) -> bool {
    ranges
        .iter()
        .any(|one| lines.first() <= one.first() && one.last() <= lines.last())
}

/// Restores file `number`, and the file that it was moved from.
fn decline(files: &mut [ResolvedFile], number: usize) {
    let after = files[number].text.after.clone();
    restore(&mut files[number]);
    if let Some(after) = after
        && let Provenance::Moved(from) = after.provenance
        && let Some(source) = files.iter_mut().find(|file| file.text.place == from)
    {
        restore(source);
    }
}

fn restore(file: &mut ResolvedFile) {
    let transition = &mut file.text;
    transition.is_moved_away = false;
    transition.after = transition.before.clone().map(|before| NewText {
        provenance: Provenance::Own,
        changes: ChangeSet::identity(before.bytes().len()),
        base: before,
        mode: None,
        attributes: None,
    });
    file.outcome.operation = None;
    file.outcome.sites = Default::default();
    file.outcome.hunks = Vec::new();
    file.outcome.free_texts = Vec::new();
    file.outcome.has_pieces = false;
}
