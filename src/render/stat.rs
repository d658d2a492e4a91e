//! Statistics of a report in the formats of git: `--stat`, `--numstat`, `--summary`; and the names of the changed
//! files.
//!
//! The layout of `--stat` follows git's `diff.c` (`show_stats`) for 80 columns.

use std::path::Path;

use super::draw::FileDrawing;
use super::draw::header::{git_mode, mode_before, name};
use super::human::{Printed, unless_refused};
use super::style::{Role, Style};
use super::wording::count;
use crate::change::{LineDelta, TransitionKind};
use crate::report::{FileReport, Report};
use crate::text;

/// The number of columns of a `--stat` line.
const WIDTH: usize = 80;
/// The columns other than name, number and graph: ` `, ` | ` and two spare columns, as in git.
const FRAME: usize = 6;

/// The requested lists, which are printed in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies {
    /// `--files-with-matches`: names of files.
    pub names: bool,
    /// `--numstat`: line counts and names, for scripts.
    pub numbers: bool,
    /// `--stat`: line counts, graph and totals.
    pub graph: bool,
    /// `--summary`: created, deleted, moved files and changed modes.
    pub summary: bool,
}

impl Tallies {
    /// True if no list is requested.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// The requested lists of `report`, or its refusals.
pub fn tallied(report: &Report, tallies: Tallies, style: &Style) -> Printed {
    unless_refused(report, style, |report, style| lists(report, tallies, style))
}

fn lists(report: &Report, tallies: Tallies, style: &Style) -> Vec<u8> {
    let rows: Vec<StatRow> = report
        .files
        .iter()
        .filter(|file| file.is_changed())
        .map(StatRow::new)
        .collect();
    let mut stdout = Vec::new();
    if tallies.names {
        for row in &rows {
            write_line(&mut stdout, &[&row.name]);
        }
    }
    if tallies.numbers {
        for row in &rows {
            row.write_numbers(&mut stdout);
        }
    }
    if tallies.graph {
        write_graph(&rows, style, &mut stdout);
    }
    if tallies.summary {
        for row in &rows {
            row.write_summary(&mut stdout);
        }
    }
    stdout
}

/// A file in the lists.
struct StatRow<'a> {
    file: &'a FileReport,
    name: Vec<u8>,
    lines: LineDelta,
    /// The old and the new size of a binary file, in bytes.
    binary: Option<(usize, usize)>,
}

impl<'a> StatRow<'a> {
    fn new(file: &'a FileReport) -> Self {
        let drawing = FileDrawing::new(file);
        Self {
            file,
            name: match &file.from {
                Some(from) => renamed(from, &file.path),
                None => name(b"", &file.path),
            },
            lines: drawing.line_delta(),
            binary: drawing.binary_lengths(),
        }
    }

    fn total(&self) -> usize {
        self.lines.added + self.lines.removed
    }

    fn write_numbers(&self, out: &mut Vec<u8>) {
        let numbers = match self.binary {
            Some(_) => "-\t-".to_owned(),
            None => format!("{}\t{}", self.lines.added, self.lines.removed),
        };
        write_line(out, &[numbers.as_bytes(), b"\t", &self.name]);
    }

    fn write_summary(&self, out: &mut Vec<u8>) {
        match self.file.transition {
            TransitionKind::Created => {
                let mode = match self.file.modes {
                    Some((_, after)) => git_mode(after),
                    None => "100644",
                };
                write_line(out, &[b" create mode ", mode.as_bytes(), b" ", &self.name]);
            }
            TransitionKind::Removed => {
                let mode = git_mode(mode_before(self.file));
                write_line(out, &[b" delete mode ", mode.as_bytes(), b" ", &self.name]);
            }
            TransitionKind::Moved => self.write_move(b" rename ", out),
            TransitionKind::Copied => self.write_move(b" copy ", out),
            TransitionKind::Edited => {
                let name = [b" ", &self.name[..]].concat();
                self.write_mode_change(&name, out);
            }
        }
    }

    fn write_move(&self, word: &[u8], out: &mut Vec<u8>) {
        let similarity = format!(" ({}%)", self.similarity());
        write_line(out, &[word, &self.name, similarity.as_bytes()]);
        // This line has already named the file.
        self.write_mode_change(b"", out);
    }

    /// Writes the change of the mode, if there is one, followed by `name`.
    fn write_mode_change(&self, name: &[u8], out: &mut Vec<u8>) {
        let Some((before, after)) = self.file.modes else {
            return;
        };
        let (before, after) = (git_mode(before), git_mode(after));
        if before != after {
            let change = format!(" mode change {before} => {after}");
            write_line(out, &[change.as_bytes(), name]);
        }
    }

    /// The size of the unchanged content in percent of the larger content.
    fn similarity(&self) -> usize {
        let before = self
            .file
            .before
            .as_ref()
            .map_or(0, |text| text.bytes().len());
        let larger = before.max(self.file.changes.result_len());
        let removed: usize = self
            .file
            .changes
            .edits()
            .iter()
            .map(|edit| edit.old.len())
            .sum();
        match larger {
            0 => 100,
            _ => before.saturating_sub(removed) * 100 / larger,
        }
    }
}

/// Both names, with common parts outside braces: `src/{a => b}/x.rs`.
fn renamed(from: &Path, to: &Path) -> Vec<u8> {
    let (old, new) = (name(b"", from), name(b"", to));
    let both = [&old[..], b" => ", &new].concat();
    if old.starts_with(b"\"") || new.starts_with(b"\"") {
        return both;
    }
    // The common part before the braces ends with a slash.
    let common_head = &old[..text::common_head(&old, &new)];
    let head_len = match memchr::memrchr(b'/', common_head) {
        Some(slash) => slash + 1,
        None => 0,
    };
    // The common part after the braces begins with a slash, which can be the slash before the braces.
    let max_tail_len = old.len().min(new.len()) - head_len.saturating_sub(1);
    let common_tail_len = text::common_tail(&old, &new).min(max_tail_len);
    let common_tail = &old[old.len() - common_tail_len..];
    let tail_len = match memchr::memchr(b'/', common_tail) {
        Some(slash) => common_tail_len - slash,
        None => 0,
    };
    if head_len + tail_len == 0 {
        return both;
    }
    let (head, tail) = (&old[..head_len], &old[old.len() - tail_len..]);
    // Empty if the parts share a slash.
    let old_middle = old.get(head_len..old.len() - tail_len).unwrap_or_default();
    let new_middle = new.get(head_len..new.len() - tail_len).unwrap_or_default();
    [head, b"{", old_middle, b" => ", new_middle, b"}", tail].concat()
}

fn write_line(out: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
    out.push(b'\n');
}

/// The widths of the parts of a line, in columns.
struct StatLayout {
    name: usize,
    number: usize,
    graph: usize,
    /// The maximum number of changed lines in a file.
    max_changes: usize,
}

impl StatLayout {
    fn new(rows: &[StatRow]) -> Self {
        let widest = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0);
        let texts = rows.iter().filter(|row| row.binary.is_none());
        let max_changes = texts.map(StatRow::total).max().unwrap_or(0);
        let is_binary = rows.iter().any(|row| row.binary.is_some());
        let number = max_changes
            .to_string()
            .len()
            .max(if is_binary { 3 } else { 1 });
        let (mut name, mut graph) = (widest, max_changes);
        for (before, after) in rows.iter().filter_map(|row| row.binary) {
            // The width of `Bin 12 -> 34 bytes`, which replaces the graph.
            graph = graph.max(10 + before.to_string().len() + after.to_string().len());
        }
        let room = WIDTH - number - FRAME;
        if name + graph > room {
            let share = (WIDTH * 3 / 8).saturating_sub(number + FRAME).max(6);
            graph = graph.min(share);
            if name > room - graph {
                name = room - graph;
            } else {
                graph = room - name;
            }
        }
        Self {
            name,
            number,
            graph,
            max_changes,
        }
    }

    /// The number of plus and minus signs in the graph of a file.
    fn signs(&self, lines: LineDelta) -> (usize, usize) {
        let LineDelta { added, removed } = lines;
        if self.max_changes <= self.graph {
            return (added, removed);
        }
        let mut total = self.scaled(added + removed);
        if total < 2 && added > 0 && removed > 0 {
            // Shows both signs.
            total = 2;
        }
        if added < removed {
            (self.scaled(added), total - self.scaled(added))
        } else {
            (total - self.scaled(removed), self.scaled(removed))
        }
    }

    /// The number of signs for this number of changed lines; at least 1, unless there are none.
    fn scaled(&self, changes: usize) -> usize {
        if changes == 0 {
            return 0;
        }
        1 + changes * (self.graph - 1) / self.max_changes
    }
}

fn write_graph(rows: &[StatRow], style: &Style, out: &mut Vec<u8>) {
    let layout = StatLayout::new(rows);
    for row in rows {
        let name = shortened(&row.name, layout.name);
        let padding = " ".repeat(layout.name.saturating_sub(columns(&name)));
        out.push(b' ');
        out.extend_from_slice(&name);
        let width = layout.number;
        match row.binary {
            Some((before, after)) => {
                let bin = format!("{padding} | {:>width$} {before} -> {after} bytes", "Bin");
                out.extend_from_slice(bin.as_bytes());
            }
            None => {
                let blank = if row.total() > 0 { " " } else { "" };
                let number = format!("{padding} | {:>width$}{blank}", row.total());
                out.extend_from_slice(number.as_bytes());
                let (plus, minus) = layout.signs(row.lines);
                for (role, sign, length) in [(Role::Added, "+", plus), (Role::Removed, "-", minus)]
                {
                    if length > 0 {
                        style.paint.write(out, role, sign.repeat(length));
                    }
                }
            }
        }
        out.push(b'\n');
    }
    write_totals(rows, out);
}

fn write_totals(rows: &[StatRow], out: &mut Vec<u8>) {
    let added: usize = rows.iter().map(|row| row.lines.added).sum();
    let removed: usize = rows.iter().map(|row| row.lines.removed).sum();
    let mut line = format!(" {} changed", count(rows.len(), "file"));
    // Git prints both counts if both are zero.
    let are_both_zero = added + removed == 0 && !rows.is_empty();
    if added > 0 || are_both_zero {
        line += &format!(", {}(+)", count(added, "insertion"));
    }
    if removed > 0 || are_both_zero {
        line += &format!(", {}(-)", count(removed, "deletion"));
    }
    line.push('\n');
    out.extend_from_slice(line.as_bytes());
}

/// The width of a name in columns, one per character.
fn columns(name: &[u8]) -> usize {
    String::from_utf8_lossy(name).chars().count()
}

/// Shortens `name` to `width` columns: `...` and its end, from a slash on if possible.
fn shortened(name: &[u8], width: usize) -> Vec<u8> {
    if columns(name) <= width {
        return name.to_vec();
    }
    let name = String::from_utf8_lossy(name);
    let skipped = name.chars().count() - width.saturating_sub(3);
    let tail: String = name.chars().skip(skipped).collect();
    let tail = match tail.find('/') {
        Some(slash) => &tail[slash..],
        None => &tail,
    };
    format!("...{tail}").into_bytes()
}
