//! Fixes or refuses stray whitespace in the lines that a diff adds.

use bytes::Bytes;

use crate::patch::{Content, Cure, FilePatch, Hunk, LineKind};
use crate::refusal::Reason;
use crate::request::StrayBlanks;
use crate::resolve::Resolution;
use crate::resolve::place::{self, PlaceOptions};
use crate::snapshot::Snapshot;
use crate::text::LineEnding;

/// The width of a tab in columns, as in git.
const TAB_WIDTH: usize = 8;

/// Fixes or refuses stray whitespace in the lines that `parts` add. See also [`fix_or_refuse_blank_end`].
///
/// # Errors
/// `bad_patch` for the first hunk with stray whitespace.
pub(super) fn fix_or_refuse_blanks(
    parts: &mut [FilePatch],
    blanks: StrayBlanks,
) -> Result<(), Reason> {
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

/// Deletes or refuses blank lines that the last hunk of `part` adds at the end of the text `now`. Returns a copy of
/// `part` without them; `None` if there are none.
///
/// # Errors
/// `bad_patch` if blank lines are refused.
pub(super) fn fix_or_refuse_blank_end(
    part: &FilePatch,
    now: &Snapshot,
    options: &PlaceOptions,
    blanks: StrayBlanks,
) -> Result<Option<FilePatch>, Reason> {
    let Some(mut hunk) = part.hunks().last().cloned() else {
        return Ok(None);
    };
    if !remove_blank_end(&mut hunk) {
        return Ok(None);
    }
    let line = hunk.line;
    let mut fixed = part.clone();
    if let Content::Hunks(hunks) = &mut fixed.content {
        hunks.pop();
        hunks.push(hunk);
    }
    let is_at_end = match placed_at_end(part, now, options) {
        Some(_) => true,
        // An earlier run may have applied the fixed part.
        None => placed_at_end(&fixed, now, options).is_some_and(|placed| placed.changes.is_empty()),
    };
    if !is_at_end {
        return Ok(None);
    }
    if blanks == StrayBlanks::Refuse {
        let problem = "the hunk adds blank lines at the end of the file";
        return Err(Reason::bad_patch(line, problem, Cure::LookAtLine));
    }
    Ok(Some(fixed))
}

/// The places of the hunks of `part`; `None` if the last hunk does not end at the end of the result.
fn placed_at_end(part: &FilePatch, now: &Snapshot, options: &PlaceOptions) -> Option<Resolution> {
    let placed = place::place(part, now, options).ok()?;
    let last = placed.hunks.last()?.new_lines?.last();
    let result = Snapshot::of_text(placed.changes.apply(now.bytes()).ok()?);
    if last.number() == result.line_count() {
        Some(placed)
    } else {
        None
    }
}

/// Removes added blank lines from the end of `hunk`. Blank context lines may follow them. Returns false if there are
/// none.
fn remove_blank_end(hunk: &mut Hunk) -> bool {
    let last = hunk.lines.iter().rposition(|line| {
        line.kind == LineKind::Removed || !LineEnding::strip(&line.text).trim_ascii().is_empty()
    });
    let end = last.map_or(0, |last| last + 1);
    let mut blank_lines = hunk.lines[end..].iter();
    if !blank_lines.any(|line| line.kind == LineKind::Added) {
        return false;
    }
    let tail = hunk.lines.split_off(end);
    let context = tail.into_iter().filter(|line| line.kind != LineKind::Added);
    hunk.lines.extend(context);
    let count = hunk.new_side().count();
    if let Some(new) = &mut hunk.new {
        new.count = count;
    }
    true
}

/// `line` without trailing whitespace and without spaces before tabs in its indentation; `None` if it has neither.
fn without_stray_blanks(line: &[u8]) -> Option<Bytes> {
    let line_without_ending = LineEnding::strip(line);
    let ending = &line[line_without_ending.len()..];
    let text = line_without_ending.trim_ascii_end();
    let indent = text.iter().take_while(|byte| b" \t".contains(byte)).count();
    let last_tab = text[..indent].iter().rposition(|&byte| byte == b'\t');
    let (tabbed, rest) = text.split_at(last_tab.map_or(0, |last| last + 1));
    if text.len() == line_without_ending.len() && !tabbed.contains(&b' ') {
        return None;
    }
    let width = tabbed.iter().fold(0, |column, &byte| match byte {
        b'\t' => column / TAB_WIDTH * TAB_WIDTH + TAB_WIDTH,
        _ => column + 1,
    });
    let tabs = vec![b'\t'; width / TAB_WIDTH];
    Some(Bytes::from([&tabs, rest, ending].concat()))
}

#[cfg(test)]
mod tests {
    use super::without_stray_blanks;

    #[test]
    fn trailing_blanks_are_removed() {
        let fixed = |line: &'static str| without_stray_blanks(line.as_bytes());
        assert_eq!(fixed("a \t\r\n").as_deref(), Some(&b"a\r\n"[..]));
        assert_eq!(fixed("  \tx\n").as_deref(), Some(&b"\tx\n"[..]));
        assert_eq!(fixed("   \n").as_deref(), Some(&b"\n"[..]));
        assert_eq!(fixed("\t  x y\n"), None);
        assert_eq!(fixed("x\n"), None);
    }
}
