//! `check conflicts`: the lines that other tasks wrote since a task last read or wrote its files.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::workspace_journal::WorkspaceJournal;
use crate::change::Claim;
use crate::disk::Disk;
use crate::journal::{Departure, Event, Unavailable};
use crate::refusal::{Code, Fault, Refusal};
use crate::report::{ConflictsReport, Foreign, ForeignWrite, Warning};
use crate::request::Terms;
use crate::run::recover;
use crate::run::world::World;
use crate::snapshot::{RootedPath, Snapshot};
use crate::text::LineRange;

/// The writes of other tasks in `paths` since `task` last read or wrote them. Without `paths`, checks every file that
/// `task` has read or written. If there is none, checks every file that other tasks wrote. Writes nothing.
pub fn conflicts(paths: &[PathBuf], task: &str, terms: &Terms, world: &World) -> ConflictsReport {
    let mut report = ConflictsReport {
        task: task.to_owned(),
        ..ConflictsReport::default()
    };
    if let Err(refusal) = add_writes(paths, task, terms, world, &mut report) {
        report.refusals.push(refusal);
    }
    report.writes.sort_by_cached_key(|write| {
        let first = write.lines().map(LineRange::first);
        (write.path.clone(), first)
    });
    report
}

/// Adds the writes of other tasks to `report`.
fn add_writes(
    paths: &[PathBuf],
    task: &str,
    terms: &Terms,
    world: &World,
    report: &mut ConflictsReport,
) -> Result<(), Refusal> {
    let mut disk = Disk::open(&world.cwd, world.reach.clone())?;
    let journal = WorkspaceJournal::find(&world.journal)?;
    let known = match (paths, &journal) {
        ([], Some(journal)) => known_files(journal, task, world)?,
        _ => paths.to_vec(),
    };
    let (mut places, mut damages) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for path in &known {
        let place = match disk.locate(path) {
            Ok(place) => place,
            Err(error) => {
                report.refusals.push(error.into());
                continue;
            }
        };
        if !seen.insert(place.clone()) {
            continue;
        }
        match writes_in_file(&place, task, terms, journal.as_ref(), &disk) {
            Ok((writes, damage)) => {
                report.files += 1;
                report.writes.extend(writes);
                damages.extend(damage);
            }
            // The user did not name the file, so its absence is no error.
            Err(refusal) if paths.is_empty() && refusal.code() == Code::Missing => {}
            Err(refusal) => report.refusals.push(refusal),
        }
        places.push(place);
    }
    report.warnings = recover::warnings_about(&disk, &places, world);
    report.warnings.extend(damages);
    Ok(())
}

/// The writes of other tasks in a file, and a warning if entries of the journal are damaged.
fn writes_in_file(
    place: &RootedPath,
    task: &str,
    terms: &Terms,
    journal: Option<&WorkspaceJournal>,
    disk: &Disk,
) -> Result<(Vec<ForeignWrite>, Option<Warning>), Refusal> {
    let text = disk.read(place, terms.limits.max_size)?;
    let text = text.map(|text| text.decoded(terms.encoding));
    let missing = || Refusal::from(Fault::Missing).at(place.shown());
    let Some(journal) = journal else {
        if text.is_none() {
            return Err(missing());
        }
        return Ok((Vec::new(), None));
    };
    let (since, damage) = journal
        .since(disk, place, task)
        .map_err(|error| Refusal::from(error).at(place.shown()))?;
    let Some(text) = text else {
        let name = journal.names.name(disk, place);
        let departure = since.departure(task, &name);
        let known = since.known_by(task);
        let Departure { task, entry, to } = departure.ok_or_else(missing)?;
        let deletion = ForeignWrite {
            path: place.shown().to_owned(),
            known,
            task,
            entry,
            what: Foreign::Gone(to),
        };
        return Ok((vec![deletion], damage));
    };
    let claims = journal.claims_since(&since, disk, place, task, (&text, None));
    let writes = claims.iter().flat_map(|claim| writes(claim, place, &text));
    Ok((writes.collect(), damage))
}

/// The writes of `claim` as lines of `text`. Adjacent lines of one change are joined.
fn writes(claim: &Claim, place: &RootedPath, text: &Snapshot) -> Vec<ForeignWrite> {
    let whole = text.span();
    let mut found: Vec<Foreign> = Vec::new();
    for region in &claim.regions {
        if region.change.is_empty() && region.span == whole {
            found.push(Foreign::Unknown);
            continue;
        }
        let next = text.lines_of(region.span);
        if let Some(Foreign::Lines { lines, change }) = found.last_mut()
            && change.is_copy_of(&region.change)
            && let Some(joined) = lines.joined(next)
        {
            *lines = joined;
            continue;
        }
        found.push(Foreign::Lines {
            lines: next,
            change: region.change.clone(),
        });
    }
    found
        .into_iter()
        .map(|what| ForeignWrite {
            path: place.shown().to_owned(),
            known: claim.known,
            task: claim.task.clone(),
            entry: claim.entry,
            what,
        })
        .collect()
}

/// The files that `task` has read or written, by their current names relative to the working directory. If there is
/// none, the files that other tasks wrote.
fn known_files(
    journal: &WorkspaceJournal,
    task: &str,
    world: &World,
) -> Result<Vec<PathBuf>, Unavailable> {
    let (mut names, mut others) = (BTreeSet::new(), BTreeSet::new());
    // The current names of files that were moved later.
    let mut current_names: HashMap<PathBuf, PathBuf> = HashMap::new();
    for event in journal.store.events()? {
        match event? {
            Event::Read(mark) if mark.task == task => {
                names.insert(current_name(&current_names, &mark.path));
            }
            Event::Read(_) => {}
            Event::Entry(entry) => {
                for note in &entry.files {
                    let name = current_name(&current_names, &note.path);
                    if let Some(from) = note.path_before()
                        && from != note.path
                    {
                        current_names.insert(from.to_owned(), name.clone());
                    }
                    match entry.task.as_deref() {
                        Some(writer) if writer == task => {
                            names.insert(name);
                        }
                        Some(_) => {
                            others.insert(name);
                        }
                        None => {}
                    }
                }
            }
        }
    }
    let typed = journal.names.typed(Some(&world.cwd));
    let known = if names.is_empty() { others } else { names };
    Ok(known.iter().map(|name| typed(name)).collect())
}

fn current_name(names: &HashMap<PathBuf, PathBuf>, name: &Path) -> PathBuf {
    names.get(name).cloned().unwrap_or_else(|| name.to_owned())
}
