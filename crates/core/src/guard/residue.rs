//! Residue in a file: placeholders for text that was left out, line numbers copied from a
//! listing, conflict markers, lines of a patch's envelope, notices of truncation, a fence around it all.
//!
//! Only a new text is judged, and only for what the text it replaces did not have: a file about conflict
//! markers may hold them.

use bytes::Bytes;

use crate::change::{ChangeSet, SeenEdit};
use crate::damage::elision::{is_placeholder, is_truncation};
use crate::damage::fence;
use crate::damage::listing::ListingNumber;
use crate::refusal::{Reason, Residue, ResidueKind};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineNumber};

/// Bytes of a line that are shown.
const SHOWN: usize = 200;

/// Finds listed in a refusal.
const LISTED: usize = 20;

/// Refuses changes that bring residue into `before` of a kind that the replaced text did not have.
///
/// # Errors
/// `residue`, with every find.
pub fn check(before: &Snapshot, changes: &ChangeSet) -> Result<(), Reason> {
    let len = before.bytes().len();
    if are_clean(changes, len) {
        return Ok(());
    }
    let mut findings = Vec::new();
    // Lines that the edits before the one at hand have added, less those they removed.
    let mut drift = 0_isize;
    // A million places may share one old and one new text.
    let mut clean: Option<SeenEdit<'_>> = None;
    for edit in changes.seen() {
        if findings.len() >= LISTED {
            break;
        }
        let is_same = |clean: SeenEdit<'_>| clean.old == edit.old && is_shared(clean.new, edit.new);
        let found = if clean.is_some_and(is_same) {
            Vec::new()
        } else {
            new_residue(edit, edit.old.len() == len)
        };
        if found.is_empty() {
            clean = Some(edit);
        }
        for mut found in found {
            let line = found.line.lines_before() + before.line_at(edit.at).lines_before();
            found.line = LineNumber::after_lines(line.saturating_add_signed(drift));
            findings.push(found);
        }
        let newlines = |text: &[u8]| bytecount::count(text, b'\n') as isize;
        drift += newlines(edit.new) - newlines(edit.old);
    }
    findings.truncate(LISTED);
    if findings.is_empty() {
        Ok(())
    } else {
        Err(Reason::Residue { findings })
    }
}

/// Whether no new text of `changes` to a text of `len` bytes has any residue at all.
fn are_clean(changes: &ChangeSet, len: usize) -> bool {
    let mut last: Option<&Bytes> = None;
    changes.kinds().all(|(edit, _)| {
        let is_read = last.replace(edit.new);
        is_read.is_some_and(|read| is_shared(read, edit.new))
            || of_text(edit.new, edit.old.len() == len).is_empty()
    })
}

/// Whether the two are the same bytes in memory.
fn is_shared(left: &Bytes, right: &Bytes) -> bool {
    left.as_ptr() == right.as_ptr() && left.len() == right.len()
}

/// The residue in a whole text, for reports about files as they are.
pub fn find(text: &Bytes) -> Vec<Residue> {
    of_text(text, true)
}

/// Residue that the new text of `edit` has and the old has not; lines count from the start of the new text.
fn new_residue(edit: SeenEdit<'_>, is_whole: bool) -> Vec<Residue> {
    let mut new = of_text(edit.new, is_whole);
    if !new.is_empty() {
        let old: Vec<ResidueKind> = of_text(&Bytes::copy_from_slice(edit.old), is_whole)
            .iter()
            .map(|found| found.kind)
            .collect();
        new.retain(|found| !old.contains(&found.kind));
    }
    new
}

/// All residue of `text`, which may be all of a file, line by line.
fn of_text(text: &Bytes, is_whole: bool) -> Vec<Residue> {
    let lines: Vec<&[u8]> = text::lines(text).map(LineEnding::strip).collect();
    let mut findings = Vec::new();
    let mut push = |kind: ResidueKind, number: usize| {
        let line = lines[number];
        findings.push(Residue {
            kind,
            line: LineNumber::after_lines(number),
            text: text.slice_ref(&line[..line.len().min(SHOWN)]),
        });
    };
    for (number, line) in lines.iter().enumerate() {
        if let Some(kind) = of_line(line) {
            push(kind, number);
        }
    }
    if has_conflict(&lines) {
        let is_side = |line: &[u8]| is_marker(line, b'<') || is_marker(line, b'>');
        let is_conflict = |line: &[u8]| is_side(line) && !is_block_mark(line);
        for (number, _) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| is_conflict(line))
        {
            push(ResidueKind::ConflictMarker, number);
        }
    }
    if are_numbered(&lines) {
        push(ResidueKind::LineNumbers, 0);
    }
    if is_whole && fence::inside(text).is_some() {
        push(ResidueKind::MarkdownFence, 0);
    }
    findings.sort_by_key(|found| (found.line, found.kind));
    findings
}

/// The residue that one line shows by itself.
fn of_line(line: &[u8]) -> Option<ResidueKind> {
    if is_envelope(line) {
        return Some(ResidueKind::PatchEnvelope);
    }
    let text = std::str::from_utf8(line).ok()?.trim();
    if text.len() > SHOWN {
        return None;
    }
    let lower = text.to_lowercase();
    if is_truncation(&lower) {
        return Some(ResidueKind::Truncation);
    }
    is_placeholder(&lower).then_some(ResidueKind::Placeholder)
}

/// Whether a line belongs to the envelope of a patch, or to what other formats put around old and new texts.
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

/// Whether a line is a mark of a SEARCH/REPLACE block, its stated line, a tag around an old or new text, or what
/// ends an edit in other tools.
fn is_block_mark(line: &[u8]) -> bool {
    let signs = line
        .iter()
        .take_while(|&byte| Some(byte) == line.first())
        .count();
    let (run, word) = line.split_at(signs);
    let word = word.trim_ascii();
    match run.first() {
        Some(b'<' | b'-') if signs >= 5 => matches!(word, b"SEARCH" | b"ORIGINAL"),
        Some(b'>' | b'+') if signs >= 5 => matches!(word, b"REPLACE" | b"UPDATED"),
        Some(b'<') => is_text_tag(line),
        Some(b':') => [b":start_line:" as &[u8], b":end_line:"].iter().any(|key| {
            line.strip_prefix(*key)
                .is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
        }),
        _ => line == b"end_of_edit",
    }
}

/// Whether a line is a tag around an old or new text, and nothing else: `<old_text line=3>`, `</new_str>`.
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
    let inside = inside.strip_prefix(b"/").unwrap_or(inside);
    let name = inside
        .split(|&byte| byte == b' ')
        .next()
        .unwrap_or_default();
    TEXTS.contains(&name) && !inside.contains(&b'>')
}

/// Whether `line` is seven times `sign`, alone or before a blank.
fn is_marker(line: &[u8], sign: u8) -> bool {
    let is_run = line.len() >= 7 && line[..7].iter().all(|&byte| byte == sign);
    is_run && line.get(7).is_none_or(|&byte| byte == b' ')
}

/// Whether there are markers of one conflict: an opening or closing one and the line between. A row of
/// equal signs alone is a heading.
fn has_conflict(lines: &[&[u8]]) -> bool {
    let has = |sign| lines.iter().any(|line| is_marker(line, sign));
    (has(b'<') && has(b'>')) || ((has(b'<') || has(b'>')) && has(b'='))
}

/// Whether all lines, three at least, begin with numbers that count up, as in a listing.
fn are_numbered(lines: &[&[u8]]) -> bool {
    let numbers: Option<Vec<usize>> = lines.iter().map(|line| listing_number(line)).collect();
    numbers.is_some_and(|numbers| {
        numbers.len() >= 3 && numbers.windows(2).all(|pair| pair[1] == pair[0] + 1)
    })
}

/// The number that a listing puts before `line`. With a colon alone it may be a key.
fn listing_number(line: &[u8]) -> Option<usize> {
    let numbered = ListingNumber::parse(line).filter(|numbered| numbered.separator != b":")?;
    Some(numbered.number)
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{check, find};
    use crate::change::{ChangeSet, Edit};
    use crate::refusal::{Reason, ResidueKind};
    use crate::snapshot::Snapshot;

    /// Kind and line of each find after the first `old` in `text` became `new`.
    fn found(text: &str, old: &str, new: &str) -> Vec<(ResidueKind, usize)> {
        let edit = Edit {
            at: text.find(old).unwrap(),
            old: Bytes::copy_from_slice(old.as_bytes()),
            new: Bytes::copy_from_slice(new.as_bytes()),
        };
        let changes = ChangeSet::new(text.len(), vec![edit]).unwrap();
        match check(&Snapshot::of_text(text.to_owned()), &changes) {
            Ok(()) => Vec::new(),
            Err(Reason::Residue { findings }) => findings
                .iter()
                .map(|found| (found.kind, found.line.number()))
                .collect(),
            Err(other) => panic!("{other:?}"),
        }
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
        assert_eq!(
            kinds("[... 120 lines omitted ...]"),
            [ResidueKind::Truncation]
        );
        assert_eq!(kinds("... [truncated]"), [ResidueKind::Truncation]);
        let listing = "  9 | a\n 10 | b\n 11 | c\n";
        assert_eq!(kinds(listing), [ResidueKind::LineNumbers]);
        assert_eq!(kinds("7\ta\n8\tb\n10\tc\n"), [], "not in order");
    }

    #[test]
    fn a_fence_counts_around_a_whole_file_only() {
        let fenced = "```rust\nfn a() {}\n```\n";
        assert_eq!(kinds(fenced), []);
        assert_eq!(
            found("a\n", "a\n", fenced),
            [(ResidueKind::MarkdownFence, 1)]
        );
        assert_eq!(find(&Bytes::from_static(b"```\na\n```\n")).len(), 1);
        assert!(find(&Bytes::from_static(b"# T\n```\na\n```\n")).is_empty());
    }

    #[test]
    fn what_the_old_text_had_is_no_residue() {
        let old = "x <<<<<<<\n// ... existing code ...\n";
        assert_eq!(
            found(old, "// ... existing code ...", "# ... existing code ..."),
            []
        );
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
            Err(Reason::Residue { findings }) => assert_eq!(findings[0].line.number(), 6),
            other => panic!("{other:?}"),
        }
    }
}
