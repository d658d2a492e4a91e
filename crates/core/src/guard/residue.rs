//! Residue in a file: placeholders for omitted text, line numbers from a listing, conflict markers, lines of a patch
//! envelope, notices of truncation, or a Markdown fence around everything.
//!
//! Only new text is checked, and only for kinds that the replaced text did not contain: a file about conflict markers
//! may contain them.

use bytes::Bytes;

use crate::change::{ChangeSet, EditRef};
use crate::damage::elision::{is_placeholder, is_truncation};
use crate::damage::fence;
use crate::damage::listing::ListingNumber;
use crate::refusal::{Reason, Residue, ResidueKind};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineNumber};

/// The maximum number of bytes of a line in a report.
const MAX_LINE_LEN: usize = 200;

/// The maximum number of findings in a refusal.
const MAX_FINDINGS: usize = 20;

/// Refuses new text that contains a kind of residue that the replaced text did not contain.
///
/// # Errors
/// `residue`, with the first 20 findings.
pub fn check(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    let mut findings = Vec::new();
    let is_conflict = add_conflict(changes);
    for (edit, _) in changes.counted_edits() {
        let is_whole = edit.old.len() == before.bytes().len();
        let mut new = find_in(edit.new, is_whole, is_conflict);
        if new.is_empty() {
            continue;
        }
        if continues_numbers(&edit, before) {
            new.retain(|found| found.kind != ResidueKind::LineNumbers);
        }
        let old = find_in(edit.old, is_whole, is_conflict);
        new.retain(|found| old.iter().all(|old| old.kind != found.kind));
        if new.is_empty() {
            continue;
        }
        let above = lines_before(edit.at, before, changes);
        for mut found in new {
            found.line = LineNumber::after_lines(above + found.line.lines_before());
            findings.push(found);
        }
        if findings.len() >= MAX_FINDINGS {
            break;
        }
    }
    findings.truncate(MAX_FINDINGS);
    if findings.is_empty() {
        Ok(())
    } else {
        Err(Reason::Residue(findings))
    }
}

/// True if the line above `edit` has the number before the first new number. Then the lines of the file are numbered.
fn continues_numbers(edit: &EditRef<'_>, before: &Snapshot) -> bool {
    let above = stripped_lines(&before.bytes()[..edit.at]).next_back();
    let new = stripped_lines(edit.new).find(|line| !line.is_empty());
    match (
        above.and_then(ListingNumber::parse),
        new.and_then(ListingNumber::parse),
    ) {
        (Some(above), Some(new)) => {
            above.number + 1 == new.number && above.separator == new.separator
        }
        _ => false,
    }
}

/// Counts the lines of the result before the edit at `at`.
fn lines_before(at: usize, before: &Snapshot, changes: &ChangeSet) -> usize {
    let mut lines = before.line_at(at).lines_before();
    for edit in changes.edit_refs().take_while(|edit| edit.at < at) {
        lines += bytecount::count(edit.new, b'\n');
        lines -= bytecount::count(edit.old, b'\n');
    }
    lines
}

/// Finds residue in a complete text, for reports about existing files.
pub fn find(text: &[u8]) -> Vec<Residue> {
    find_in(text, true, false)
}

/// True if `changes` together add the markers of a conflict. The lines between the markers may have been there before,
/// so each marker may be the new text of its own change.
fn add_conflict(changes: &ChangeSet) -> bool {
    let mut added = MarkerCounts::default();
    for (edit, count) in changes.counted_edits() {
        added.add(MarkerCounts::new(stripped_lines(edit.new)), count);
    }
    if !added.are_conflict() {
        return false;
    }
    let mut removed = MarkerCounts::default();
    for (edit, count) in changes.counted_edits() {
        removed.add(MarkerCounts::new(stripped_lines(edit.old)), count);
    }
    added.start + added.end > removed.start + removed.end
}

/// Finds residue in `text`, sorted by line. `is_whole` means that `text` is a complete file. `is_conflict` means that
/// the text is part of a conflict.
fn find_in(text: &[u8], is_whole: bool, is_conflict: bool) -> Vec<Residue> {
    let lines: Vec<&[u8]> = stripped_lines(text).collect();
    let is_conflict = is_conflict || MarkerCounts::new(lines.iter().copied()).are_conflict();
    let mut kinds = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if let Some(kind) = line_residue(line) {
            kinds.push((number, kind));
        }
        if is_conflict && (is_marker(line, b'<') || is_marker(line, b'>')) && !is_block_mark(line) {
            kinds.push((number, ResidueKind::ConflictMarker));
        }
    }
    if are_numbered(&lines) {
        kinds.push((0, ResidueKind::LineNumbers));
    }
    if is_whole && fence::inside(text).is_some() {
        kinds.push((0, ResidueKind::MarkdownFence));
    }
    kinds.sort_unstable();
    let mut findings = Vec::new();
    for (number, kind) in kinds {
        let line = lines[number];
        findings.push(Residue {
            kind,
            line: LineNumber::after_lines(number),
            text: Bytes::copy_from_slice(text::beginning(line, MAX_LINE_LEN)),
        });
    }
    findings
}

/// The residue in a single line, without its context.
fn line_residue(line: &[u8]) -> Option<ResidueKind> {
    if is_envelope(line) {
        return Some(ResidueKind::PatchEnvelope);
    }
    let text = std::str::from_utf8(line).ok()?.trim();
    if text.len() > MAX_LINE_LEN {
        return None;
    }
    let lower = text.to_lowercase();
    if is_truncation(&lower) {
        Some(ResidueKind::Truncation)
    } else if is_placeholder(&lower) {
        Some(ResidueKind::Placeholder)
    } else {
        None
    }
}

/// True if a line belongs to the envelope of a patch, or is a marker around the old or new text in another format.
fn is_envelope(line: &[u8]) -> bool {
    const ENVELOPE: [&[u8]; 6] = [
        b"*** Begin Patch",
        b"*** End Patch",
        b"*** Update File: ",
        b"*** Add File: ",
        b"*** Delete File: ",
        b"diff --git a/",
    ];
    ENVELOPE.iter().any(|envelope| line.starts_with(envelope)) || is_block_mark(line.trim_ascii())
}

/// The lines of `text` without their endings.
fn stripped_lines(text: &[u8]) -> impl DoubleEndedIterator<Item = &[u8]> {
    text::lines(text).map(LineEnding::strip)
}

/// True if a line is a marker of a SEARCH/REPLACE block, or its `:start_line:` line. Tags around old or new texts and
/// the `end_of_edit` of other tools count too.
fn is_block_mark(line: &[u8]) -> bool {
    let run_len = line
        .iter()
        .take_while(|&byte| Some(byte) == line.first())
        .count();
    let word = line[run_len..].trim_ascii();
    match line.first() {
        Some(b'<' | b'-') if run_len >= 5 => matches!(word, b"SEARCH" | b"ORIGINAL"),
        Some(b'>' | b'+') if run_len >= 5 => matches!(word, b"REPLACE" | b"UPDATED"),
        Some(b'<') => is_text_tag(line),
        Some(b':') => {
            let number = line
                .strip_prefix(b":start_line:")
                .or(line.strip_prefix(b":end_line:"))
                .unwrap_or_default();
            !number.is_empty() && number.iter().all(u8::is_ascii_digit)
        }
        _ => line == b"end_of_edit",
    }
}

/// True if a line only contains a tag for an old or new text: `<old_text line=3>`, `</new_str>`.
fn is_text_tag(line: &[u8]) -> bool {
    const TEXTS: [&[u8]; 6] = [
        b"old_text",
        b"new_text",
        b"old_str",
        b"new_str",
        b"old_string",
        b"new_string",
    ];
    let Some(inside) = line
        .strip_prefix(b"<")
        .and_then(|line| line.strip_suffix(b">"))
    else {
        return false;
    };
    let tag = inside.strip_prefix(b"/").unwrap_or(inside);
    let name = tag.split(|&byte| byte == b' ').next().unwrap_or_default();
    TEXTS.contains(&name) && !tag.contains(&b'>')
}

/// True if `line` starts with exactly seven `sign` characters, followed by a space or the end of the line.
fn is_marker(line: &[u8], sign: u8) -> bool {
    line.len() >= 7
        && line[..7].iter().all(|&byte| byte == sign)
        && line.get(7).is_none_or(|&byte| byte == b' ')
}

/// The numbers of conflict markers in a text.
#[derive(Clone, Copy, Debug, Default)]
struct MarkerCounts {
    start: usize,
    divider: usize,
    end: usize,
}

impl MarkerCounts {
    fn new<'t>(lines: impl Iterator<Item = &'t [u8]>) -> Self {
        let mut counts = Self::default();
        for line in lines {
            counts.start += usize::from(is_marker(line, b'<'));
            counts.divider += usize::from(is_marker(line, b'='));
            counts.end += usize::from(is_marker(line, b'>'));
        }
        counts
    }

    /// Adds `other` multiplied by `times`.
    fn add(&mut self, other: Self, times: usize) {
        self.start += other.start * times;
        self.divider += other.divider * times;
        self.end += other.end * times;
    }

    /// True if at least two of the three markers occur. A line of equal signs alone is a heading.
    fn are_conflict(self) -> bool {
        let kinds = [self.start, self.divider, self.end];
        kinds.into_iter().filter(|&count| count > 0).count() >= 2
    }
}

/// True if there are at least three lines, and all begin with consecutive numbers, as in a listing.
fn are_numbered(lines: &[&[u8]]) -> bool {
    let mut last = None;
    for line in lines {
        let Some(number) = listing_number(line) else {
            return false;
        };
        if last.is_some_and(|last| number != last + 1) {
            return false;
        }
        last = Some(number);
    }
    lines.len() >= 3
}

/// The number at the start of `line`, if a listing added it. A number before a colon may be a key.
fn listing_number(line: &[u8]) -> Option<usize> {
    let numbered = ListingNumber::parse(line)?;
    if numbered.separator == b":" {
        return None;
    }
    Some(numbered.number)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{check, find};
    use crate::change::{ChangeSet, Edit};
    use crate::refusal::{Reason, ResidueKind};
    use crate::snapshot::Snapshot;

    /// The kind and line of each finding after replacing the first `old` in `text` with `new`.
    fn found(text: &str, old: &str, new: &str) -> Vec<(ResidueKind, usize)> {
        let edit = Edit {
            at: text.find(old).unwrap(),
            old: Bytes::copy_from_slice(old.as_bytes()),
            new: Bytes::copy_from_slice(new.as_bytes()),
        };
        let changes = ChangeSet::new(text.len(), vec![edit]).unwrap();
        match check(&Snapshot::of_text(text.to_owned()), &changes) {
            Ok(()) => Vec::new(),
            Err(Reason::Residue(findings)) => findings
                .iter()
                .map(|found| (found.kind, found.line.number()))
                .collect(),
            Err(other) => panic!("{other:?}"),
        }
    }

    /// The lines of the findings after changing `before` to `after` line by line.
    fn found_by_line(before: &str, after: &str) -> Vec<usize> {
        let texts = [before, after].map(|text| Bytes::copy_from_slice(text.as_bytes()));
        let changes = ChangeSet::by_line(&texts[0], &texts[1]);
        match check(&Snapshot::of_text(before.to_owned()), &changes) {
            Ok(()) => Vec::new(),
            Err(Reason::Residue(findings)) => {
                findings.iter().map(|found| found.line.number()).collect()
            }
            Err(other) => panic!("{other:?}"),
        }
    }

    #[test]
    fn markers_around_lines_that_stay_are_a_conflict() {
        let conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> x\nc\n";
        assert_eq!(found_by_line("a\nb\nc\n", conflict), [1, 5]);
        // A conflict that was there is resolved in part, or its markers are changed.
        let resolved = "<<<<<<< HEAD\na\nb\n>>>>>>> x\nc\n";
        assert_eq!(found_by_line(conflict, resolved), [0; 0]);
        let renamed = conflict.replace("HEAD", "ours").replace("> x", "> y");
        assert_eq!(found_by_line(conflict, &renamed), [0; 0]);
    }

    fn kinds(new: &str) -> Vec<ResidueKind> {
        let found = found("a\nb\n", "b\n", new);
        found.into_iter().map(|(kind, _)| kind).collect()
    }

    #[test]
    fn placeholders_in_every_comment_style() {
        for line in [
            "// ... rest of code unchanged ...",
            "# ... existing code ...",
            "/* ... remaining methods ... */",
            "<!-- ... rest of the page ... -->",
            "-- ... rest of the query",
            "... rest of the file ...",
            "    // rest of the code unchanged",
            "# Rest of the function remains the same",
            "// \u{2026} existing code \u{2026}",
        ] {
            assert_eq!(kinds(line), [ResidueKind::Placeholder], "{line}");
        }
    }

    #[test]
    fn ordinary_text_is_no_placeholder() {
        for line in [
            "let rest = &args[..];",
            "// the rest of the arguments are names, see below for the syntax",
            "println!(\"loading...\");",
            "fn f(...) {}",
            "// unchanged values are not written",
            "/// Returns the remaining bytes.",
            "def f(*args): ...",
            "1. first\n2. second\n3. third\n",
            "x = [1, 2, 3]\n",
            "Heading\n=======\n",
            "the log is truncated after a day",
            "// GET /api/resources/:id/remaining?start=...&end=...",
            "# see /unchanged?since=...",
            "    ...remaining,",
            "// retries while remaining_ms > 0, then...",
            "<!-- Body (collapsed = truncated) -->",
            "(truncated singular value decomposition)",
            "[truncated](docs/truncated.md)",
            "<old_text_field name=\"a\">",
            ":start_line: 4",
            "++++++++ REPLACED",
        ] {
            assert_eq!(kinds(line), [], "{line}");
        }
    }

    #[test]
    fn notices_of_truncation() {
        for line in [
            "[truncated]",
            "<truncated>",
            "... (truncated)",
            "[Output truncated: 5000 characters]",
            "[... 120 lines truncated ...]",
            "<response clipped>",
            "(file truncated due to length)",
            "<!-- content truncated for brevity -->",
        ] {
            assert_eq!(kinds(line), [ResidueKind::Truncation], "{line}");
        }
    }

    #[test]
    fn marks_around_old_and_new_texts() {
        for line in [
            "<old_text line=3>",
            "</new_text>",
            "  </new_str>",
            "<<<<<<< SEARCH",
            "------- SEARCH",
            ">>>>>>> REPLACE",
            "+++++++ REPLACE",
            ":start_line:4",
            "end_of_edit",
        ] {
            assert_eq!(kinds(line), [ResidueKind::PatchEnvelope], "{line}");
        }
        let block = "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n";
        assert_eq!(kinds(block), [ResidueKind::PatchEnvelope; 2]);
    }

    #[test]
    fn markers_envelopes_notices_and_numbers() {
        let conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n";
        assert_eq!(kinds(conflict), [ResidueKind::ConflictMarker; 2]);
        assert_eq!(kinds("*** End Patch"), [ResidueKind::PatchEnvelope]);
        let actual = kinds("[... 120 lines omitted ...]");
        assert_eq!(actual, [ResidueKind::Truncation]);
        assert_eq!(kinds("... [truncated]"), [ResidueKind::Truncation]);
        let listing = "  9 | a\n 10 | b\n 11 | c\n";
        assert_eq!(kinds(listing), [ResidueKind::LineNumbers]);
        assert_eq!(kinds("7\ta\n8\tb\n10\tc\n"), [], "not in order");
        let rows = "2\tb\n3\tc\n4\td\n";
        assert_eq!(found("1\ta\nx\n", "x\n", rows), []);
        assert_eq!(found("0\ta\nx\n", "x\n", rows).len(), 1);
    }

    #[test]
    fn a_fence_counts_around_a_whole_file_only() {
        let fenced = "```rust\nfn a() {}\n```\n";
        assert_eq!(kinds(fenced), []);
        let actual = found("a\n", "a\n", fenced);
        assert_eq!(actual, [(ResidueKind::MarkdownFence, 1)]);
        assert_eq!(find(b"```\na\n```\n").len(), 1);
        assert!(find(b"# T\n```\na\n```\n").is_empty());
    }

    #[test]
    fn residue_in_the_old_text_is_accepted() {
        let old = "x <<<<<<<\n// ... existing code ...\n";
        let actual = found(old, "// ... existing code ...", "# ... existing code ...");
        assert_eq!(actual, []);
    }

    #[test]
    fn finds_are_at_their_line_of_the_result() {
        let text = "a\nb\nc\nd\n";
        let place = |at: usize, new: &'static str| Edit {
            at,
            old: Bytes::copy_from_slice(&text.as_bytes()[at..at + 2]),
            new: Bytes::from_static(new.as_bytes()),
        };
        let edits = vec![
            place(0, "1\n2\n3\n"),
            place(4, "x\n// ... existing code ...\n"),
        ];
        let changes = ChangeSet::new(text.len(), edits).unwrap();
        match check(&Snapshot::of_text(text), &changes) {
            Err(Reason::Residue(findings)) => assert_eq!(findings[0].line.number(), 6),
            other => panic!("{other:?}"),
        }
    }
}
