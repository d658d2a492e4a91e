//! The answers of Anthropic's text editor tool: numbered lines in the format of `cat -n`, and the lines around an
//! edit.

use std::path::Path;

use bytes::Bytes;

use crate::change::TransitionKind;
use crate::dialect::payload::{EditorCommand, Listing, PayloadOutcome};
use crate::render::escape::path_bytes;
use crate::report::{FileReport, Report};
use crate::text::{self, LineEnding};

/// The number of lines to show before and after an edit.
const CONTEXT: usize = 4;

/// The answer to `command` about `path`.
pub fn answer(command: EditorCommand, path: &Path, outcome: &PayloadOutcome) -> Bytes {
    let name = path_bytes(path);
    let mut out = Vec::new();
    match outcome {
        PayloadOutcome::View(view) => {
            write_heading(&mut out, b"Here's the result of running `cat -n` on ", name);
            let first = view.lines.map_or(1, |lines| lines.first().number());
            write_lines(&mut out, view.shown_bytes(), first);
        }
        PayloadOutcome::Listing(listing) => write_listing(&mut out, listing, name),
        PayloadOutcome::Report(report) => write_edit(&mut out, command, name, report),
    }
    out.into()
}

fn write_heading(out: &mut Vec<u8>, words: &[u8], name: &[u8]) {
    out.extend([words, name, b":\n"].concat());
}

/// Appends the lines of `text` with numbers that start at `first`.
fn write_lines(out: &mut Vec<u8>, text: &[u8], first: usize) {
    for (number, line) in (first..).zip(text::lines(text)) {
        out.extend_from_slice(format!("{number:>6}\t").as_bytes());
        out.extend_from_slice(LineEnding::strip(line));
        out.push(b'\n');
    }
}

/// The listing in the format of the tool.
pub fn listing(listing: &Listing) -> Vec<u8> {
    let mut out = Vec::new();
    write_listing(&mut out, listing, path_bytes(&listing.path));
    out
}

fn write_listing(out: &mut Vec<u8>, listing: &Listing, name: &[u8]) {
    out.extend_from_slice(b"Here're the files and directories up to 2 levels deep in ");
    out.extend([name, b", excluding hidden items:\n", name, b"\n"].concat());
    let directory = name.strip_suffix(b"/").unwrap_or(name);
    for entry in &listing.entries {
        out.extend([directory, b"/", entry, b"\n"].concat());
    }
    if listing.more > 0 {
        out.extend_from_slice(format!("... {} more\n", listing.more).as_bytes());
    }
}

fn write_edit(out: &mut Vec<u8>, command: EditorCommand, name: &[u8], report: &Report) {
    if report.dry_run {
        out.extend_from_slice(b"dry run, nothing written:\n");
    }
    let (before_name, after_name): (&[u8], &[u8]) = match command {
        EditorCommand::Create if report.is_changed() => (b"File created successfully at: ", b"\n"),
        EditorCommand::Create => (b"File already has this content: ", b"\n"),
        EditorCommand::UndoEdit => (b"Last edit to ", b" undone successfully. "),
        _ => (b"The file ", b" has been edited. "),
    };
    out.extend([before_name, name, after_name].concat());
    let file = report.files.first();
    let after = file.and_then(|file| Some((file, text_after(file)?)));
    match (command, after) {
        (EditorCommand::Create, _) => {}
        (_, None) => out.push(b'\n'),
        (EditorCommand::UndoEdit, Some((_, text))) => {
            write_heading(out, b"Here's the result of running `cat -n` on ", name);
            write_lines(out, &text, 1);
        }
        (_, Some((file, text))) => {
            let words = b"Here's the result of running `cat -n` on a snippet of ";
            write_heading(out, words, name);
            let (first, snippet) = snippet(file, &text);
            write_lines(out, snippet, first);
            out.extend_from_slice(
                b"Review the changes and make sure they are as expected. Edit the file again if necessary.\n",
            );
        }
    }
}

/// The text of a file after the edit; `None` if the file was removed or is private.
fn text_after(file: &FileReport) -> Option<Vec<u8>> {
    if file.transition == TransitionKind::Removed || file.is_hidden {
        return None;
    }
    let before = file.before.as_ref().map(|before| before.bytes().clone());
    file.changes.apply(&before.unwrap_or_default()).ok()
}

/// The changed lines of `text` with the lines around them, and the number of the first line.
fn snippet<'t>(file: &FileReport, text: &'t [u8]) -> (usize, &'t [u8]) {
    let edits = file.changes.edits();
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else {
        return (1, b"");
    };
    // Text before the first edit does not move, and text after the last edit keeps its length.
    let base = file.changes.base_len();
    let end = text.len() - (base - (last.at + last.old.len()));
    let before = text::lines(&text[..first.at]);
    let lines_before = before.filter(|line| line.ends_with(b"\n")).count();
    let skipped = lines_before.saturating_sub(CONTEXT);
    let touched = text::count_lines(&text[text::line_start(text, first.at)..end]);
    let lines = text::lines(text)
        .skip(skipped)
        .take(lines_before - skipped + touched + CONTEXT);
    let length: usize = lines.map(<[u8]>::len).sum();
    let start: usize = text::lines(text).take(skipped).map(<[u8]>::len).sum();
    (skipped + 1, &text[start..start + length])
}
