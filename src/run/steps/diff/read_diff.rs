//! Reads a diff: selects its parts by target or name, reverses them on request, and fixes stray whitespace in added
//! lines. Repairs are reported.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::encoding::TextEncoding;
use crate::patch::{
    self, Content, FileOperation, FilePatch, ParseError, Patch, PatchFormat, PatchRepair, Problem,
    RepairKind, Strictness,
};
use crate::refusal::{Reason, TargetFault};
use crate::report::{DiffReport, Notice, Report, Warning};
use crate::request::{Action, DiffFormat, PatchDiff, Repeat, Request};
use crate::snapshot::Snapshot;
use crate::text::{self, LineNumber};

use super::whitespace::fix_or_refuse_blanks;

/// The selected parts of a diff, and the faults that were repaired or ignored to read it.
pub struct ReadDiff {
    /// The selected parts, reversed if the request asks for it.
    pub parts: Vec<FilePatch>,
    repairs: Vec<PatchRepair>,
    /// Lines that belong to no part.
    ignored: Vec<LineNumber>,
    /// Warnings about the selection of the parts and about wrong counts.
    pub warnings: Vec<Warning>,
}

impl ReadDiff {
    /// The repairs of step `edit`; `None` if the diff is well-formed.
    pub fn report(&self, edit: usize) -> Option<DiffReport> {
        if self.repairs.is_empty() && self.ignored.is_empty() {
            return None;
        }
        Some(DiffReport {
            edit,
            repairs: self.repairs.clone(),
            ignored: self.ignored.clone(),
        })
    }
}

/// Reads `diff` and selects the parts to apply.
///
/// # Errors
/// `bad_patch` or `leftover_lines` if the diff cannot be read or reversed; `bad_request` if no part is
/// for the target.
pub fn read_diff(diff: &PatchDiff, encoding: Option<TextEncoding>) -> Result<ReadDiff, Reason> {
    let text = decoded(&diff.diff, encoding);
    let mut patch = match patch::parse(&text, strictness(diff.format)) {
        Err(error) if diff.empty == Repeat::Accept && error.is_no_diff() => Patch::default(),
        parsed => parsed?,
    };
    let mut warnings = Vec::new();
    match diff.format {
        DiffFormat::Recount => accept_wrong_counts(&mut patch),
        DiffFormat::Sent => {
            warnings = accept_long_counts(&mut patch);
            refuse_lost_signs(&patch)?;
        }
        DiffFormat::Repair | DiffFormat::Strict => refuse_lost_signs(&patch)?,
    }
    if diff.target.is_some() {
        accept_missing_names(&mut patch);
    }
    let mut parts = patch.files;
    if let Some(target) = &diff.target {
        let warning;
        (parts, warning) = parts_for_target(parts, target)?;
        warnings.extend(warning);
    }
    parts = parts_matching_patterns(parts, diff)?;
    if diff.is_reverse {
        let reversed = parts.iter().rev().map(FilePatch::reversed);
        parts = reversed.collect::<Result<_, _>>()?;
    }
    fix_or_refuse_blanks(&mut parts, diff.blanks)?;
    Ok(ReadDiff {
        parts,
        repairs: patch.repairs,
        ignored: without_mail_lines(patch.ignored, &text),
        warnings,
    })
}

/// Reads the diffs of `request` without applying them (`--print-repaired`). Returns a report of the repairs, and all diffs as one unified diff. Ignores other
/// steps.
pub fn repaired_diff(request: &Request) -> (Report, Vec<u8>) {
    let mut report = Report {
        dry_run: true,
        ..Report::new("patch", request.steps.len())
    };
    let mut patch = Patch::default();
    for (number, step) in (1..).zip(&request.steps) {
        let Action::Patch(diff) = &step.action else {
            continue;
        };
        match read_diff(diff, request.terms.encoding) {
            Ok(read) => {
                report.diffs.extend(read.report(number));
                report.warnings.extend(read.warnings);
                patch.files.extend(read.parts);
            }
            Err(reason) => report.refusals.push(reason.into()),
        }
    }
    (report, patch.to_unified())
}

/// Accepts hunks whose header counts more lines than they have.
fn accept_wrong_counts(patch: &mut Patch) {
    for file in &mut patch.files {
        if let Content::Hunks(hunks) = &mut file.content {
            for hunk in hunks {
                hunk.may_be_cut_off = false;
            }
        }
    }
}

/// Accepts a last hunk whose header counts too many lines, as long as both counts are off by the same number. The
/// repairs of these counts become warnings.
fn accept_long_counts(patch: &mut Patch) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for file in &mut patch.files {
        let Content::Hunks(hunks) = &mut file.content else {
            continue;
        };
        for hunk in hunks.iter_mut().filter(|hunk| hunk.may_be_cut_off) {
            let (Some(old), Some(new)) = (hunk.old, hunk.new) else {
                continue;
            };
            let (old_found, new_found) = (hunk.old_side().count(), hunk.new_side().count());
            let missing = old.count.saturating_sub(old_found);
            if missing == 0 || new.count != new_found + missing {
                continue;
            }
            hunk.may_be_cut_off = false;
            let line = hunk.line;
            patch
                .repairs
                .retain(|repair| repair.kind != RepairKind::WrongCounts || repair.line != line);
            warnings.push(Warning::from(Notice::Recounted {
                line,
                stated: (old.count, new.count),
                found: (old_found, new_found),
            }));
        }
    }
    warnings
}

/// Removes the repairs of search/replace blocks without a file name. A diff for a single file needs no name.
fn accept_missing_names(patch: &mut Patch) {
    for file in &patch.files {
        if file.format == PatchFormat::SearchReplace {
            patch.repairs.retain(|repair| {
                repair.kind != RepairKind::MissingFileHeader || repair.line != file.line
            });
        }
    }
}

/// Decodes a diff. If the diff is not UTF-8, it contains the bytes of its files.
fn decoded(diff: &Bytes, encoding: Option<TextEncoding>) -> Bytes {
    let encoding = match std::str::from_utf8(diff) {
        Ok(_) => None,
        Err(_) => encoding,
    };
    let decoded = Snapshot::of_text(diff.clone()).decoded(encoding);
    decoded.bytes().clone()
}

/// Refuses a hunk without changes whose header announces some. Applying it would succeed without any effect.
fn refuse_lost_signs(patch: &Patch) -> Result<(), ParseError> {
    let mut hunks = patch.files.iter().flat_map(FilePatch::hunks);
    match hunks.find(|hunk| hunk.lacks_its_changes()) {
        Some(hunk) => Err(ParseError::Malformed {
            line: hunk.line,
            problem: Problem::NoChange,
        }),
        None => Ok(()),
    }
}

/// The lines of `ignored` that may belong to the diff. Every mailed patch has a `---` above its summary and a `-- `
/// above its signature.
fn without_mail_lines(mut ignored: Vec<LineNumber>, diff: &Bytes) -> Vec<LineNumber> {
    if ignored.is_empty() {
        return ignored;
    }
    let lines: Vec<&[u8]> = diff.split(|&byte| byte == b'\n').collect();
    ignored.retain(|number| {
        let line = lines
            .get(number.lines_before())
            .copied()
            .unwrap_or_default();
        !matches!(line.strip_suffix(b"\r").unwrap_or(line), b"---" | b"-- ")
    });
    ignored
}

fn strictness(format: DiffFormat) -> Strictness {
    match format {
        DiffFormat::Repair | DiffFormat::Sent | DiffFormat::Recount => Strictness::Repair,
        DiffFormat::Strict => Strictness::Strict,
    }
}

/// The `parts` that match the name patterns of `diff`.
///
/// # Errors
/// `bad_request` if no part matches, or if a pattern has a character class or an escape.
fn parts_matching_patterns(
    parts: Vec<FilePatch>,
    diff: &PatchDiff,
) -> Result<Vec<FilePatch>, Reason> {
    let patterns = &diff.parts;
    if patterns.include.is_empty() && patterns.exclude.is_empty() {
        return Ok(parts);
    }
    for pattern in patterns.include.iter().chain(&patterns.exclude) {
        if pattern.contains(['[', '\\']) {
            return Err(Reason::class_in_pattern(pattern));
        }
    }
    let (selected, rest): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| {
        let name = matched_name(part, diff.strip);
        let is_included = patterns.include.is_empty() || matches_any(&patterns.include, &name);
        is_included && !matches_any(&patterns.exclude, &name)
    });
    if selected.is_empty()
        && let Some(first) = rest.first()
    {
        let name = matched_name(first, diff.strip);
        return Err(Reason::nothing_left(&String::from_utf8_lossy(&name)));
    }
    Ok(selected)
}

/// The name to match against the patterns: the new name, otherwise the old one, after stripping.
fn matched_name(part: &FilePatch, strip: Option<usize>) -> Vec<u8> {
    let stripped = strip.and_then(|strip| part.names.stripped(strip));
    let name = match &stripped {
        Some(names) => names
            .new_or_old()
            .map(|name| name.as_os_str().as_encoded_bytes()),
        None => part.names.sort_key(),
    };
    name.map(<[u8]>::to_vec).unwrap_or_default()
}

fn matches_any(patterns: &[String], name: &[u8]) -> bool {
    patterns
        .iter()
        .any(|pattern| text::is_glob_match(pattern.as_bytes(), name))
}

/// The parts of `files` for `target`, and a warning about the selection.
///
/// If the diff has a single file, its name does not matter. Otherwise the parts with the path of the target are
/// selected, or else the parts with its base name. Parts without a name are always selected.
///
/// # Errors
/// `bad_request` if no part is for the target, or if several paths have its base name.
fn parts_for_target(
    files: Vec<FilePatch>,
    target: &Path,
) -> Result<(Vec<FilePatch>, Option<Warning>), Reason> {
    let names: BTreeSet<_> = files.iter().filter_map(name).collect();
    if names.len() <= 1 {
        let mut warning = None;
        if let Some(name) = names.first()
            && !is_name_of(name, target)
        {
            let notice = Notice::OtherName(without_prefix(name));
            warning = Some(Warning::about(target, notice));
        }
        return Ok((files, warning));
    }
    let target_names = names_of_target(&names, target)?;
    let (selected, rest): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| name(file).is_none_or(|name| target_names.contains(&name)));
    let other_names: BTreeSet<_> = rest.iter().filter_map(name).collect();
    let notice = Notice::OtherFiles(without_prefixes(&other_names));
    Ok((selected, Some(Warning::about(target, notice))))
}

/// The names in the diff that refer to `target`: by path, otherwise the only one with its base name.
fn names_of_target(names: &BTreeSet<PathBuf>, target: &Path) -> Result<BTreeSet<PathBuf>, Reason> {
    let by_path: BTreeSet<_> = names
        .iter()
        .filter(|name| is_name_of(name, target))
        .cloned()
        .collect();
    if !by_path.is_empty() {
        return Ok(by_path);
    }
    let by_base: BTreeSet<_> = names
        .iter()
        .filter(|name| name.file_name() == target.file_name())
        .cloned()
        .collect();
    let why = match by_base.len() {
        1 => return Ok(by_base),
        0 => TargetFault::Unmentioned {
            target: target.to_path_buf(),
            named: without_prefixes(names),
        },
        _ => TargetFault::Ambiguous(without_prefixes(&by_base)),
    };
    Err(Reason::BadTarget(why))
}

/// The name of a part after the change, or before it if the part deletes the file. If a modified file has two names,
/// the more likely one.
fn name(file: &FilePatch) -> Option<PathBuf> {
    match file.operation {
        FileOperation::Modify => Some(file.targets(0).into_iter().next()?.path),
        _ => file.names.new_or_old().map(Path::to_path_buf),
    }
}

fn without_prefixes(names: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    names.iter().map(|name| without_prefix(name)).collect()
}

/// The name without git's prefix `a/` or `b/`.
fn without_prefix(name: &Path) -> PathBuf {
    for prefix in ["a", "b"] {
        if let Ok(inside) = name.strip_prefix(prefix)
            && inside != Path::new("")
        {
            return inside.to_owned();
        }
    }
    name.to_owned()
}

/// True if `name` and `target` are the same path, after stripping one component from `name`, or any number from
/// `target`. A base name is only compared with a target without directories.
fn is_name_of(name: &Path, target: &Path) -> bool {
    let inside: PathBuf = name.components().skip(1).collect();
    if name == target || inside == target {
        return true;
    }
    if !has_directory(name) && has_directory(target) {
        return false;
    }
    target.ends_with(name) || (has_directory(&inside) && target.ends_with(&inside))
}

fn has_directory(path: &Path) -> bool {
    path.components().count() > 1
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::is_name_of;
    use crate::text::is_glob_match;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name, expected) in [
            ("*.rs", "src/a.rs", true),
            ("src/*", "src/a/b.rs", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*a*b", "xaxxab", true),
            ("src", "src/a", false),
            ("", "a", false),
        ] {
            let found = is_glob_match(pattern.as_bytes(), name.as_bytes());
            assert_eq!(found, expected, "{pattern} {name}");
        }
    }

    #[test]
    fn a_name_means_the_target_by_its_path() {
        for (named, target, expected) in [
            ("b/src/a.rs", "src/a.rs", true),
            ("src/a.rs", "src/a.rs", true),
            ("b/src/a.rs", "/home/me/src/a.rs", true),
            ("a.rs", "a.rs", true),
            ("b/a.rs", "a.rs", true),
            ("b/src/a.rs", "a.rs", false),
            ("b/lib/a.rs", "src/a.rs", false),
            ("a.rs", "src/a.rs", false),
        ] {
            assert_eq!(
                is_name_of(Path::new(named), Path::new(target)),
                expected,
                "{named} {target}"
            );
        }
    }
}
