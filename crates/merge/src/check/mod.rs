//! Checks a merged text. A duplicate definition, duplicate key or syntax error that neither side has becomes a
//! conflict.

mod keys;

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::Path;

use foldhash::fast::FixedState;

use crate::lexicon;
use crate::merged::MergedText;
use crate::names;
use crate::region::{ConflictCause, RegionOutcome};
use crate::versions::{NumberedLines, Versions};
use crate::words::tokens;
use incise_syntax::{self as syntax, ChildOrder};
use incise_text::text::lines;

/// The maximum number of faults in a file that are marked.
const MAX_MARKED: usize = 16;

type NameSet<'t> = HashSet<&'t [u8], FixedState>;

struct Fault {
    cause: ConflictCause,
    /// The offset in the merged text. For duplicates, the offset of the later one.
    at: usize,
}

/// A definition or a key that must be unique.
struct Entry {
    /// The name, and everything that distinguishes permitted entries with the same name.
    key: Vec<u8>,
    /// The byte offset.
    at: usize,
}

/// Turns each region of `merged` with a fault into a conflict. `versions` are the versions of the file at `path`.
pub fn checked<'t>(mut merged: MergedText<'t>, path: &Path, versions: &Versions) -> MergedText<'t> {
    if !changes_both_ways(&merged) {
        return merged;
    }
    let text = merged.text();
    if is_sound_by_pieces(&merged, &text, path) {
        return merged;
    }
    let check = Check {
        path,
        ours: &versions.ours,
        theirs: &versions.theirs,
    };
    let mut next = check.fault(&text);
    if let Some(fault) = &next
        && fault.cause == ConflictCause::Syntax
    {
        unsettle(&mut merged, &check, fault.at);
        next = check.fault(&merged.text());
    }
    for _ in 0..MAX_MARKED {
        let Some(fault) = next else {
            break;
        };
        let Some(number) = region_at_fault(&merged, &fault) else {
            break;
        };
        merged.set_conflict(number, fault.cause);
        next = check.fault(&merged.text());
    }
    merged
}

/// True if the result has no fault, as its parts show: the top-level pieces that both sides changed have none, and no
/// two pieces define the same name. `text` is the merged text. Parsing these pieces is much faster than parsing the
/// file.
fn is_sound_by_pieces(merged: &MergedText<'_>, text: &[u8], path: &Path) -> bool {
    if add_same_name(merged) || has_repeated(&occurrences(keys::read(path, text))) {
        return false;
    }
    for window in merged.mixed_windows() {
        let check = Check {
            path,
            ours: &window.ours,
            theirs: &window.theirs,
        };
        if !syntax::is_valid_alone(path, &window.result)
            || check.duplicate(&window.result).is_some()
        {
            return false;
        }
    }
    true
}

/// True if both sides change lines that may define the same name, in any two regions.
fn add_same_name(merged: &MergedText<'_>) -> bool {
    let lines = merged.lines();
    let (mut by_ours, mut by_theirs) = (NameSet::default(), NameSet::default());
    for region in merged.regions() {
        let numbers = &lines.base.numbers[region.base.clone()];
        let old: HashSet<u32, FixedState> = numbers.iter().copied().collect();
        if !matches!(region.outcome, RegionOutcome::Same | RegionOutcome::Theirs) {
            add_new_names(&mut by_ours, &lines.ours, region.ours.clone(), &old);
        }
        if matches!(
            region.outcome,
            RegionOutcome::Theirs | RegionOutcome::Settled(..)
        ) {
            add_new_names(&mut by_theirs, &lines.theirs, region.theirs.clone(), &old);
        }
        // A change above a definition may change its attributes. The line below is the same on both sides.
        match region.outcome {
            RegionOutcome::Same => {}
            RegionOutcome::Theirs => add_line(&mut by_theirs, &lines.theirs, region.theirs.end),
            _ => add_line(&mut by_ours, &lines.ours, region.ours.end),
        }
    }
    !by_ours.is_disjoint(&by_theirs)
}

/// Adds the names that `changed`, lines of `side`, may define, without lines whose number is in `old`.
fn add_new_names<'t>(
    names: &mut NameSet<'t>,
    side: &NumberedLines<'t>,
    changed: Range<usize>,
    old: &HashSet<u32, FixedState>,
) {
    for line in changed {
        if !old.contains(&side.numbers[line]) {
            add_defined_names(names, side.line(line));
        }
    }
}

/// Adds the names that a line of `side` may define, if there is such a line.
fn add_line<'t>(names: &mut NameSet<'t>, side: &NumberedLines<'t>, line: usize) {
    if line < side.len() {
        add_defined_names(names, side.line(line));
    }
}

/// Adds the names that `line` may define: names after a keyword, names before `=` at the start of the line, and in an
/// unindented line all names before `(`, `=`, `:` or `{`. Local variables may have the same name.
fn add_defined_names<'t>(names: &mut NameSet<'t>, line: &'t [u8]) {
    let tokens: Vec<&[u8]> = tokens(line).collect();
    if tokens.contains(&&b"let"[..]) {
        return;
    }
    names.extend(lexicon::declared_name(&tokens));
    let is_indented = line[0].is_ascii_whitespace();
    for (at, pair) in tokens.windows(2).enumerate() {
        let (name, next) = (pair[0], pair[1]);
        let may_define = !is_indented || at == 0 && next == b"=";
        // The operator in `operator+(` is not a name.
        let is_operator = name == b"operator";
        if is_operator
            || may_define && lexicon::is_defined(name, next) && !lexicon::is_declaring(name)
        {
            names.insert(name);
        }
    }
}

/// The number of the region that `fault` turns into a conflict.
fn region_at_fault(merged: &MergedText<'_>, fault: &Fault) -> Option<usize> {
    // In a conflict, our side together with a change of the other side may be invalid syntax. The user has to fix that.
    if fault.cause == ConflictCause::Syntax && merged.conflicts().next().is_some() {
        return None;
    }
    // An error may be reported at a line above all regions, for example at an unclosed bracket.
    let last_change = merged
        .regions()
        .iter()
        .rposition(|region| !matches!(region.outcome, RegionOutcome::Ours | RegionOutcome::Same));
    let number = merged.region_before(fault.at).or(last_change)?;
    if merged.regions()[number].conflict().is_some() {
        return None;
    }
    Some(number)
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

/// Turns the region that a rule resolved at the syntax error at `at` into a conflict. If an error remains, turns all
/// regions that rules resolved into conflicts.
fn unsettle(merged: &mut MergedText<'_>, check: &Check<'_>, at: usize) {
    if let Some(number) = merged.region_before(at)
        && merged.regions()[number].rule().is_some()
    {
        merged.set_conflict(number, ConflictCause::Syntax);
        if check.syntax_error(&merged.text()).is_none() {
            return;
        }
    }
    for number in 0..merged.regions().len() {
        if merged.regions()[number].rule().is_some() {
            merged.set_conflict(number, ConflictCause::Syntax);
        }
    }
}

/// Compares a merged text with the versions of the file.
struct Check<'v> {
    path: &'v Path,
    ours: &'v [u8],
    theirs: &'v [u8],
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
        let at = self.duplicate(text)?;
        Some(Fault {
            cause: ConflictCause::Doubled,
            at,
        })
    }

    /// The offset of the first syntax error that neither side has.
    fn syntax_error(&self, text: &[u8]) -> Option<usize> {
        // Errors are unknown if a text is too large to parse.
        let new_to_ours = syntax::added_errors(self.path, self.ours, text).ok()?;
        if new_to_ours.is_empty() {
            return None;
        }
        let new_to_theirs = syntax::added_errors(self.path, self.theirs, text).ok()?;
        let error = new_to_ours
            .iter()
            .find(|error| new_to_theirs.contains(error))?;
        let before = error.line.lines_before();
        Some(lines(text).take(before).map(<[u8]>::len).sum())
    }

    /// The last offset of the first definition or key that the text repeats more often than either side does.
    fn duplicate(&self, text: &[u8]) -> Option<usize> {
        let in_text = occurrences(self.entries(text));
        if !has_repeated(&in_text) {
            return None;
        }
        let ours = occurrences(self.entries(self.ours));
        let theirs = occurrences(self.entries(self.theirs));
        let mut doubled = Vec::new();
        for (key, found) in &in_text {
            let by_ours = ours.get(key).map_or(0, |found| found.count);
            let by_theirs = theirs.get(key).map_or(0, |found| found.count);
            if found.count > by_ours.max(by_theirs).max(1) {
                doubled.push(found.last_at);
            }
        }
        doubled.into_iter().min()
    }

    fn entries(&self, text: &[u8]) -> Vec<Entry> {
        let mut entries = keys::read(self.path, text);
        self.add_definitions(text, &mut entries);
        self.add_children(text, &mut entries);
        entries
    }

    /// Adds the definitions. The key includes parameters and attributes, because overloads and variants differ in
    /// them.
    fn add_definitions(&self, text: &[u8], entries: &mut Vec<Entry>) {
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
            entries.push(Entry {
                key,
                at: definition.whole.start(),
            });
        }
    }

    /// Adds the named children of lists in which names must be unique: members of an object or an enumeration, and
    /// parameters.
    fn add_children(&self, text: &[u8], entries: &mut Vec<Entry>) {
        for list in syntax::lists(self.path, text) {
            let is_enum = list.kind.contains("enum");
            if list.order != ChildOrder::Free && !list.kind.contains("parameters") && !is_enum {
                continue;
            }
            let mut named: Vec<(&[u8], usize)> = Vec::new();
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
                    named.push((name, child.start()));
                }
            }
            named.sort_unstable();
            for ((name, at), (next_name, next_at)) in named.iter().zip(named.iter().skip(1)) {
                if name == next_name {
                    // Duplicates within one list become two entries with the same key.
                    for at in [*at, *next_at] {
                        let key = [b"child ", *name].concat();
                        entries.push(Entry { key, at });
                    }
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

/// The entries with one key.
#[derive(Default)]
struct Occurrences {
    count: usize,
    last_at: usize,
}

fn occurrences(entries: Vec<Entry>) -> HashMap<Vec<u8>, Occurrences, FixedState> {
    let mut all: HashMap<Vec<u8>, Occurrences, FixedState> = HashMap::default();
    for entry in entries {
        let found = all.entry(entry.key).or_default();
        found.count += 1;
        found.last_at = found.last_at.max(entry.at);
    }
    all
}

fn has_repeated(all: &HashMap<Vec<u8>, Occurrences, FixedState>) -> bool {
    all.values().any(|found| found.count > 1)
}
