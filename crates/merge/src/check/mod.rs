//! Checks a merged text. A duplicate definition, duplicate key or syntax error that neither side has becomes a
//! conflict.

mod keys;

use std::collections::HashMap;
use std::path::Path;

use foldhash::fast::FixedState;

use crate::merged::MergedText;
use crate::names;
use crate::region::{ConflictCause, RegionOutcome};
use crate::versions::Versions;
use incise_syntax::{self as syntax, ChildOrder};
use incise_text::text::lines;

/// The maximum number of resolved conflicts in a file that are checked one by one.
const CHECKED_ALONE: usize = 32;

/// The maximum number of faults in a file that are marked.
const MARKED: usize = 16;

struct Fault {
    cause: ConflictCause,
    /// The offset in the merged text. For duplicates, the offset of the later one.
    at: usize,
}

/// Turns each region of `merged` with a fault into a conflict. `versions` are the versions of the file at `path`.
pub fn checked<'t>(mut merged: MergedText<'t>, path: &Path, versions: &Versions) -> MergedText<'t> {
    if !changes_both_ways(&merged) {
        return merged;
    }
    let check = Check { path, versions };
    let mut next = check.fault(&merged.text());
    if let Some(fault) = &next
        && merged.settled().next().is_some()
    {
        unsettle(&mut merged, &check, fault.cause);
        next = check.fault(&merged.text());
    }
    for _ in 0..MARKED {
        let Some(fault) = next else {
            break;
        };
        // In a conflict, our side together with a change of the other side may be invalid syntax. The user has to fix
        // that.
        if fault.cause == ConflictCause::Syntax && merged.conflicts().next().is_some() {
            break;
        }
        // An error may be reported at a line above all regions, for example at an unclosed bracket.
        let last_change = merged
            .regions()
            .iter()
            .rposition(|region| !matches!(region.outcome, RegionOutcome::Ours));
        let Some(number) = merged.region_before(fault.at).or(last_change) else {
            break;
        };
        if merged.regions()[number].conflict().is_some() {
            break;
        }
        merged.set_conflict(number, fault.cause);
        next = check.fault(&merged.text());
    }
    merged
}

/// True if the result contains changes of both sides.
fn changes_both_ways(merged: &MergedText<'_>) -> bool {
    let (mut by_ours, mut by_theirs) = (false, false);
    for region in merged.regions() {
        match region.outcome {
            RegionOutcome::Ours => by_ours = true,
            RegionOutcome::Theirs => by_theirs = true,
            RegionOutcome::Settled(..) => return true,
            _ => {}
        }
    }
    by_ours && by_theirs
}

/// Turns the resolved regions that cause a fault on their own into conflicts. If that is not enough, all of them.
fn unsettle(merged: &mut MergedText<'_>, check: &Check<'_>, cause: ConflictCause) {
    let mut settled = Vec::new();
    for (number, region) in merged.regions().iter().enumerate() {
        if region.rule().is_some() {
            settled.push(number);
        }
    }
    let mut faulty = Vec::new();
    if settled.len() <= CHECKED_ALONE {
        for number in &settled {
            let alone = merged.text_with(|region| region == *number);
            if let Some(fault) = check.fault(&alone) {
                faulty.push((*number, fault.cause));
            }
        }
    }
    let without_faulty =
        merged.text_with(|region| faulty.iter().all(|(number, _)| *number != region));
    if faulty.is_empty() || check.fault(&without_faulty).is_some() {
        faulty = settled.iter().map(|number| (*number, cause)).collect();
    }
    for (number, cause) in faulty {
        merged.set_conflict(number, cause);
    }
}

/// Compares a merged text with the versions of the file.
struct Check<'v> {
    path: &'v Path,
    versions: &'v Versions,
}

impl Check<'_> {
    /// The first fault of `text` that neither side has.
    fn fault(&self, text: &[u8]) -> Option<Fault> {
        if let Some(at) = self.syntax_error(text) {
            return Some(Fault {
                cause: ConflictCause::Syntax,
                at,
            });
        }
        let at = self.doubled(text)?;
        Some(Fault {
            cause: ConflictCause::Doubled,
            at,
        })
    }

    /// The offset of the first syntax error that neither side has.
    fn syntax_error(&self, text: &[u8]) -> Option<usize> {
        let Versions { ours, theirs, .. } = self.versions;
        // Errors are unknown if a text is too large to parse.
        let new_to_ours = syntax::added(self.path, ours, text).ok()?;
        if new_to_ours.is_empty() {
            return None;
        }
        let new_to_theirs = syntax::added(self.path, theirs, text).ok()?;
        let error = new_to_ours
            .iter()
            .find(|error| new_to_theirs.contains(error))?;
        let before = error.line.lines_before();
        Some(lines(text).take(before).map(<[u8]>::len).sum())
    }

    /// The last offset of the first definition or key that the text repeats more often than either side does.
    fn doubled(&self, text: &[u8]) -> Option<usize> {
        let repeated = repeated(&self.entries(text));
        if repeated.is_empty() {
            return None;
        }
        let ours = count(&self.entries(&self.versions.ours));
        let theirs = count(&self.entries(&self.versions.theirs));
        for entry in repeated {
            let known = ours.get(&entry.key).max(theirs.get(&entry.key));
            if entry.count > known.copied().unwrap_or(0) {
                return Some(entry.last);
            }
        }
        None
    }

    /// The entries of `text` that must be unique, with their offsets.
    fn entries(&self, text: &[u8]) -> Vec<(Vec<u8>, usize)> {
        let mut entries = keys::read(self.path, text);
        self.add_definitions(text, &mut entries);
        self.add_children(text, &mut entries);
        entries
    }

    /// Adds the definitions. The key includes parameters and attributes, because overloads and variants differ in
    /// them.
    fn add_definitions(&self, text: &[u8], entries: &mut Vec<(Vec<u8>, usize)>) {
        let Ok(definitions) = syntax::definitions(self.path, text) else {
            return;
        };
        let allows_reopening = allows_reopening(self.path);
        for definition in definitions.iter() {
            let is_function = definition.parameters.is_some();
            if definition.is_secondary
                || definition.is_loose
                || definition.has_error
                || !is_function && (allows_reopening || !is_closed_kind(definition.kind))
            {
                continue;
            }
            let mut key = b"definition ".to_vec();
            key.extend_from_slice(definition.kind.as_bytes());
            key.push(b' ');
            key.extend_from_slice(definition.name().as_bytes());
            for parameter in definition.parameters.iter().flatten() {
                key.push(b',');
                key.extend_from_slice(parameter.as_bytes());
            }
            key.push(b'\n');
            let above = definition.whole.start()..definition.signature_at;
            key.extend_from_slice(text[above].trim_ascii());
            entries.push((key, definition.whole.start()));
        }
    }

    /// Adds the named children of lists in which names must be unique: members of an object or an enumeration, and
    /// parameters.
    fn add_children(&self, text: &[u8], entries: &mut Vec<(Vec<u8>, usize)>) {
        for list in syntax::lists(self.path, text) {
            let is_enum = list.kind.contains("enum");
            if list.order != ChildOrder::Free && !list.kind.contains("parameters") && !is_enum {
                continue;
            }
            let mut seen: Vec<(&[u8], usize)> = Vec::new();
            for child in &list.children {
                let child_text = &text[child.range()];
                let name = if is_enum {
                    names::first_word(child_text)
                } else if let Some(entry) = names::name(child_text) {
                    names::unquoted(entry.name)
                } else {
                    child_text
                };
                if !name.is_empty() {
                    seen.push((name, child.start()));
                }
            }
            seen.sort_unstable();
            for pair in seen.windows(2) {
                if pair[0].0 == pair[1].0 {
                    // Duplicates within one list become two entries with the same key.
                    let key = [b"child ", pair[0].0].concat();
                    entries.push((key.clone(), pair[0].1));
                    entries.push((key, pair[1].1));
                }
            }
        }
    }
}

/// True for kinds of definitions that must be unique in a file.
fn is_closed_kind(kind: &str) -> bool {
    matches!(
        kind,
        "class" | "struct" | "enum" | "union" | "trait" | "type" | "constant" | "const"
    )
}

/// True for languages in which a class may have several parts, or a name may be redefined.
fn allows_reopening(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    !matches!(extension, Some("rs" | "go" | "java"))
}

struct Repeated {
    key: Vec<u8>,
    count: usize,
    last: usize,
}

/// The entries that occur more than once, sorted by their last offset.
fn repeated(entries: &[(Vec<u8>, usize)]) -> Vec<Repeated> {
    let mut all: HashMap<&[u8], (usize, usize), FixedState> = HashMap::default();
    for (key, at) in entries {
        let (count, last) = all.entry(key).or_default();
        *count += 1;
        *last = (*last).max(*at);
    }
    let mut repeated = Vec::new();
    for (key, (count, last)) in all {
        if count > 1 {
            repeated.push(Repeated {
                key: key.to_vec(),
                count,
                last,
            });
        }
    }
    repeated.sort_by_key(|entry| entry.last);
    repeated
}

fn count(entries: &[(Vec<u8>, usize)]) -> HashMap<Vec<u8>, usize, FixedState> {
    let mut counts: HashMap<Vec<u8>, usize, FixedState> = HashMap::default();
    for (key, _) in entries {
        *counts.entry(key.clone()).or_default() += 1;
    }
    counts
}
