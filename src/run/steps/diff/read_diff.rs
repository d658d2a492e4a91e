//! Reads a diff: selects its parts by target or name, reverses them on request, and fixes stray whitespace in added
//! lines. Repairs are reported.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use crate::encoding::TextEncoding;
use crate::patch::{
    self, Content, Cure, FileOperation, FilePatch, Hunk, HunkLine, LineKind, ParseError, Patch,
    PatchFormat, PatchRepair, Problem, RepairKind, Strictness,
};
use crate::refusal::{Reason, TargetFault};
use crate::report::{DiffReport, Notice, Warning};
use crate::request::{DiffFormat, PatchDiff, Repeat, StrayBlanks};
use crate::snapshot::Snapshot;
use crate::text::{LineEnding, LineNumber};

pub struct ReadDiff {
    /// The selected parts, reversed if the request asks for it.
    pub parts: Vec<FilePatch>,
    repairs: Vec<PatchRepair>,
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
    if diff.format == DiffFormat::Sent {
        warnings = recounted(&mut patch);
    }
    if diff.format == DiffFormat::Recount {
        for file in &mut patch.files {
            if let Content::Hunks(hunks) = &mut file.content {
                hunks.iter_mut().for_each(|hunk| hunk.is_last = false);
            }
        }
    } else {
        unless_signs_are_lost(&patch)?;
    }
    if diff.target.is_some() {
        // A search/replace block for a single file needs no file name.
        for file in &patch.files {
            if file.format == PatchFormat::SearchReplace {
                patch.repairs.retain(|repair| {
                    repair.kind != RepairKind::MissingFileHeader || repair.line != file.line
                });
            }
        }
    }
    let (chosen, warning) = match &diff.target {
        Some(target) => parts_for(patch.files, target)?,
        None => (patch.files, None),
    };
    warnings.extend(warning);
    let chosen = wanted_parts(chosen, diff)?;
    let mut parts: Vec<FilePatch> = if diff.is_reverse {
        let reversed = chosen.iter().rev().map(FilePatch::reversed);
        reversed.collect::<Result<_, _>>()?
    } else {
        chosen
    };
    fix_or_refuse_blanks(&mut parts, diff.blanks)?;
    Ok(ReadDiff {
        parts,
        repairs: patch.repairs,
        ignored: without_mail_lines(patch.ignored, &text),
        warnings,
    })
}

/// Accepts a last hunk whose header counts too many lines, as long as both counts are off by the same number. The
/// repairs of these counts become warnings.
fn recounted(patch: &mut Patch) -> Vec<Warning> {
    let mut warnings = Vec::new();
    for file in &mut patch.files {
        let Content::Hunks(hunks) = &mut file.content else {
            continue;
        };
        for hunk in hunks.iter_mut().filter(|hunk| hunk.is_last) {
            let (Some(old), Some(new)) = (hunk.old, hunk.new) else {
                continue;
            };
            let stated = (old.count, new.count);
            let found = (hunk.old_side().count(), hunk.new_side().count());
            let missing = stated.0.checked_sub(found.0).filter(|missing| *missing > 0);
            if missing.is_none() || stated.1.checked_sub(found.1) != missing {
                continue;
            }
            hunk.is_last = false;
            let line = hunk.line;
            patch
                .repairs
                .retain(|repair| repair.kind != RepairKind::WrongCounts || repair.line != line);
            warnings.push(Warning::from(Notice::Recounted {
                line,
                stated,
                found,
            }));
        }
    }
    warnings
}

/// Decodes a diff. If the diff is not UTF-8, it contains the bytes of its files.
fn decoded(diff: &Bytes, encoding: Option<TextEncoding>) -> Bytes {
    let is_utf8 = encoding.is_some() && std::str::from_utf8(diff).is_ok();
    let read = Snapshot::of_text(diff.clone()).decoded(encoding.filter(|_| !is_utf8));
    read.bytes().clone()
}

/// Refuses a hunk without changes whose header announces some. Applying it would succeed without any effect.
fn unless_signs_are_lost(patch: &Patch) -> Result<(), ParseError> {
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

/// The width of a tab in columns, as in git.
const TAB: usize = 8;

/// The `parts` that match the name patterns of `diff`.
///
/// # Errors
/// `bad_request` if no part matches.
fn wanted_parts(parts: Vec<FilePatch>, diff: &PatchDiff) -> Result<Vec<FilePatch>, Reason> {
    let wanted = &diff.parts;
    if wanted.include.is_empty() && wanted.exclude.is_empty() {
        return Ok(parts);
    }
    let (kept, left): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| {
        let name = matched_name(part, diff.strip);
        let is_included = wanted.include.is_empty() || matches_any(&wanted.include, &name);
        is_included && !matches_any(&wanted.exclude, &name)
    });
    match (kept.is_empty(), left.first()) {
        (true, Some(first)) => {
            let name = matched_name(first, diff.strip);
            let name = String::from_utf8_lossy(&name);
            Err(Reason::nothing_left(&name))
        }
        _ => Ok(kept),
    }
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
        .any(|pattern| matches(pattern.as_bytes(), name))
}

/// True if `pattern` matches `name` completely. `*` matches any bytes, and `?` matches one byte.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut here) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while here < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at + 1, here));
                at += 1;
            }
            Some(&sign) if sign == b'?' || sign == name[here] => {
                at += 1;
                here += 1;
            }
            _ => {
                let Some((after, from)) = star else {
                    return false;
                };
                star = Some((after, from + 1));
                (at, here) = (after, from + 1);
            }
        }
    }
    pattern[at..].iter().all(|&sign| sign == b'*')
}

/// Fixes or refuses stray whitespace in the lines that `parts` add.
///
/// # Errors
/// `bad_patch` for the first hunk with stray whitespace.
fn fix_or_refuse_blanks(parts: &mut [FilePatch], blanks: StrayBlanks) -> Result<(), Reason> {
    if blanks == StrayBlanks::Keep {
        return Ok(());
    }
    for part in parts {
        if part.is_of_link() {
            continue;
        }
        let Content::Hunks(hunks) = &mut part.content else {
            continue;
        };
        for hunk in hunks {
            fix_or_refuse_blank_end(hunk, blanks)?;
            for line in &mut hunk.lines {
                if line.kind != LineKind::Added {
                    continue;
                }
                let Some(fixed) = without_stray_blanks(&line.text) else {
                    continue;
                };
                if blanks == StrayBlanks::Refuse {
                    let shown = String::from_utf8_lossy(LineEnding::strip(&line.text)).into_owned();
                    let problem =
                        format!("the hunk adds a line with a whitespace error: `{shown}`");
                    return Err(Reason::bad_patch(hunk.line, problem, Cure::LookAtLine));
                }
                line.text = fixed;
            }
        }
    }
    Ok(())
}

/// Deletes or refuses blank lines that `hunk` adds at the end of the file. A hunk is at the end if it has fewer
/// context lines below its change than above.
fn fix_or_refuse_blank_end(hunk: &mut Hunk, blanks: StrayBlanks) -> Result<(), Reason> {
    let above = hunk.lines.iter().take_while(is_context).count();
    let below = hunk.lines.iter().rev().take_while(is_context).count();
    let makes_file = hunk.old.is_some_and(|old| old.start == 0 && old.count == 0);
    if below >= above && !makes_file {
        return Ok(());
    }
    let last = hunk.lines.iter().rposition(|line| {
        line.kind == LineKind::Removed || !LineEnding::strip(&line.text).trim_ascii().is_empty()
    });
    let end = last.map_or(0, |last| last + 1);
    let mut blank_lines = hunk.lines[end..].iter();
    if !blank_lines.any(|line| line.kind == LineKind::Added) {
        return Ok(());
    }
    if blanks == StrayBlanks::Refuse {
        let problem = "the hunk adds blank lines at the end of the file";
        return Err(Reason::bad_patch(hunk.line, problem, Cure::LookAtLine));
    }
    let tail = hunk.lines.split_off(end);
    let kept = tail.into_iter().filter(|line| line.kind != LineKind::Added);
    hunk.lines.extend(kept);
    let left = hunk.new_side().count();
    if let Some(new) = &mut hunk.new {
        new.count = left;
    }
    Ok(())
}

fn is_context(line: &&HunkLine) -> bool {
    line.kind == LineKind::Context
}

/// `line` without trailing whitespace and without spaces before tabs in its indentation; `None` if it has neither.
fn without_stray_blanks(line: &[u8]) -> Option<Bytes> {
    let body = LineEnding::strip(line);
    let ending = &line[body.len()..];
    let text = body.trim_ascii_end();
    let indent = text.iter().take_while(|byte| b" \t".contains(byte)).count();
    let tabbed = text[..indent]
        .iter()
        .rposition(|&byte| byte == b'\t')
        .map_or(0, |last| last + 1);
    let has_blank_before_tab = text[..tabbed].contains(&b' ');
    if text.len() == body.len() && !has_blank_before_tab {
        return None;
    }
    let width = text[..tabbed].iter().fold(0, |column, &byte| match byte {
        b'\t' => column / TAB * TAB + TAB,
        _ => column + 1,
    });
    let tabs = vec![b'\t'; width / TAB];
    Some(Bytes::from([&tabs, &text[tabbed..], ending].concat()))
}

/// The parts of `files` for `target`, and a warning about the selection.
///
/// If the diff has a single file, its name does not matter. Otherwise the parts with the path of the target are
/// selected, or else the parts with its base name.
///
/// # Errors
/// `bad_request` if no part is for the target, or if several paths have its base name.
fn parts_for(
    files: Vec<FilePatch>,
    target: &Path,
) -> Result<(Vec<FilePatch>, Option<Warning>), Reason> {
    let named: BTreeSet<_> = files.iter().filter_map(name).collect();
    if named.len() <= 1 {
        let other = named.into_iter().find(|name| !means(name, target));
        let notice = other.map(|named| {
            let named = without_prefix(&named);
            Warning::about(target, Notice::OtherName(named))
        });
        return Ok((files, notice));
    }
    let wanted = names_of_target(&named, target)?;
    let (chosen, rest): (Vec<_>, Vec<_>) = files
        .into_iter()
        .partition(|file| name(file).is_some_and(|name| wanted.contains(&name)));
    let rest: BTreeSet<_> = rest.iter().filter_map(name).collect();
    let notice = Warning::about(target, Notice::OtherFiles(without_prefixes(&rest)));
    Ok((chosen, Some(notice)))
}

/// The names in the diff that refer to `target`: by path, otherwise the only one with its base name.
fn names_of_target(named: &BTreeSet<PathBuf>, target: &Path) -> Result<BTreeSet<PathBuf>, Reason> {
    let by_path: BTreeSet<_> = named
        .iter()
        .filter(|name| means(name, target))
        .cloned()
        .collect();
    if !by_path.is_empty() {
        return Ok(by_path);
    }
    let by_base: BTreeSet<_> = named
        .iter()
        .filter(|name| name.file_name() == target.file_name())
        .cloned()
        .collect();
    let why = match by_base.len() {
        1 => return Ok(by_base),
        0 => TargetFault::Unmentioned {
            target: target.to_path_buf(),
            named: without_prefixes(named),
        },
        _ => TargetFault::Ambiguous(without_prefixes(&by_base)),
    };
    Err(Reason::BadTarget(why))
}

/// The name of a part after the change, or before it if the part deletes the file. If a modified file has two names,
/// the more likely one.
fn name(file: &FilePatch) -> Option<PathBuf> {
    let names = file.names.clone();
    match file.operation {
        FileOperation::Modify => Some(file.targets(0).into_iter().next()?.path),
        _ => names.new.or(names.old),
    }
}

fn without_prefixes(names: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
    names.iter().map(|name| without_prefix(name)).collect()
}

/// The name without git's prefix `a/` or `b/`.
fn without_prefix(name: &Path) -> PathBuf {
    let inside = ["a", "b"]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix).ok());
    inside
        .filter(|inside| *inside != Path::new(""))
        .unwrap_or(name)
        .to_owned()
}

/// True if `named` and `target` are the same path, after stripping any number of components from either.
fn means(named: &Path, target: &Path) -> bool {
    let named_inside: PathBuf = named.components().skip(1).collect();
    let whole = named.components().count() > 1 || target.components().count() == 1;
    named == target
        || named_inside == target
        || (whole && (target.ends_with(named) || is_inside(&named_inside, target)))
}

fn is_inside(named: &Path, target: &Path) -> bool {
    named.components().count() > 1 && target.ends_with(named)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{matches, means, without_stray_blanks};

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
            let found = matches(pattern.as_bytes(), name.as_bytes());
            assert_eq!(found, expected, "{pattern} {name}");
        }
    }

    #[test]
    fn stray_blanks_go() {
        let fixed = |line: &'static str| without_stray_blanks(line.as_bytes());
        assert_eq!(fixed("a \t\r\n").as_deref(), Some(&b"a\r\n"[..]));
        assert_eq!(fixed("  \tx\n").as_deref(), Some(&b"\tx\n"[..]));
        assert_eq!(fixed("   \n").as_deref(), Some(&b"\n"[..]));
        assert_eq!(fixed("\t  x y\n"), None);
        assert_eq!(fixed("x\n"), None);
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
                means(Path::new(named), Path::new(target)),
                expected,
                "{named} {target}"
            );
        }
    }
}
