//! Statistics of a report in the formats of git: `--stat`, `--numstat`, `--summary`; and the names of the changed
//! files.
//!
//! The layout of `--stat` follows git's `diff.c` (`show_stats`) for 80 columns.

use std::path::Path;

use super::draw::FileDrawing;
use super::draw::header::{git_mode, mode_before, name};
use super::human::{Printed, refused, repairs_and_warnings};
use super::style::Role;
use super::style::Style;
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
    pub fn are_none(self) -> bool {
        self == Self::default()
    }
}

/// The requested lists of `report`, or its refusals.
pub fn tallied(report: &Report, tallies: Tallies, style: &Style) -> Printed {
    if !report.is_ok() {
        return refused(report, style);
    }
    let rows: Vec<StatRow> = report
        .files
        .iter()
        .filter(|file| file.is_changed())
        .map(StatRow::new)
        .collect();
    let mut stdout = Vec::new();
    if tallies.names {
        rows.iter().for_each(|row| line(&mut stdout, &[&row.name]));
    }
    if tallies.numbers {
        rows.iter().for_each(|row| row.number(&mut stdout));
    }
    if tallies.graph {
        graph(&rows, style, &mut stdout);
    }
    if tallies.summary {
        rows.iter().for_each(|row| row.summarise(&mut stdout));
    }
    Printed {
        stdout,
        stderr: repairs_and_warnings(report, style),
    }
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

    fn number(&self, out: &mut Vec<u8>) {
        let numbers = match self.binary {
            Some(_) => "-\t-".to_owned(),
            None => format!("{}\t{}", self.lines.added, self.lines.removed),
        };
        line(out, &[numbers.as_bytes(), b"\t", &self.name]);
    }

    fn summarise(&self, out: &mut Vec<u8>) {
        let modes = self
            .file
            .modes
            .map(|(before, after)| (git_mode(before), git_mode(after)))
            .filter(|(before, after)| before != after);
        match self.file.transition {
            TransitionKind::Created => {
                let mode = self
                    .file
                    .modes
                    .map_or("100644", |(_, after)| git_mode(after));
                line(out, &[b" create mode ", mode.as_bytes(), b" ", &self.name]);
                return;
            }
            TransitionKind::Removed => {
                let mode = git_mode(mode_before(self.file));
                line(out, &[b" delete mode ", mode.as_bytes(), b" ", &self.name]);
                return;
            }
            TransitionKind::Moved => self.passage(b" rename ", out),
            TransitionKind::Copied => self.passage(b" copy ", out),
            TransitionKind::Edited => {}
        }
        if let Some((before, after)) = modes {
            // The line of a rename has already named the file.
            let named = match self.file.transition {
                TransitionKind::Edited => [b" ", &self.name[..]].concat(),
                _ => Vec::new(),
            };
            let change = format!(" mode change {before} => {after}");
            line(out, &[change.as_bytes(), &named]);
        }
    }

    fn passage(&self, word: &[u8], out: &mut Vec<u8>) {
        let alike = format!(" ({}%)", self.similarity());
        line(out, &[word, &self.name, alike.as_bytes()]);
    }

    /// The size of the unchanged content in percent of the larger content.
    fn similarity(&self) -> usize {
        let before = self
            .file
            .before
            .as_ref()
            .map_or(0, |text| text.bytes().len());
        let larger = before.max(self.file.changes.result_len());
        let gone: usize = self
            .file
            .changes
            .edits()
            .iter()
            .map(|edit| edit.old.len())
            .sum();
        match larger {
            0 => 100,
            _ => before.saturating_sub(gone) * 100 / larger,
        }
    }
}

/// Both names, with common parts outside braces: `src/{a => b}/x.rs`.
fn renamed(from: &Path, to: &Path) -> Vec<u8> {
    let (old, new) = (name(b"", from), name(b"", to));
    if old.starts_with(b"\"") || new.starts_with(b"\"") {
        return [&old[..], b" => ", &new].concat();
    }
    let shared = text::common_head(&old, &new);
    let head = old[..shared]
        .iter()
        .rposition(|&byte| byte == b'/')
        .map_or(0, |slash| slash + 1);
    // The slash before the braces can be the same as the slash after them.
    let most = old.len().min(new.len()) - head.saturating_sub(1);
    let shared = text::common_tail(&old, &new).min(most);
    let tail = old[old.len() - shared..]
        .iter()
        .position(|&byte| byte == b'/')
        .map_or(0, |slash| shared - slash);
    if head + tail == 0 {
        return [&old[..], b" => ", &new].concat();
    }
    let before = old.get(head..old.len() - tail).unwrap_or_default();
    let after = new.get(head..new.len() - tail).unwrap_or_default();
    [
        &old[..head],
        b"{",
        before,
        b" => ",
        after,
        b"}",
        &old[old.len() - tail..],
    ]
    .concat()
}

fn line(out: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
    out.push(b'\n');
}

/// The widths of the parts of a line, in columns.
struct StatLayout {
    name: usize,
    number: usize,
    graph: usize,
    /// The maximum number of changed lines in a file.
    most: usize,
}

impl StatLayout {
    fn new(rows: &[StatRow]) -> Self {
        let widest = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0);
        let texts = rows.iter().filter(|row| row.binary.is_none());
        let most = texts.map(StatRow::total).max().unwrap_or(0);
        let is_binary = rows.iter().any(|row| row.binary.is_some());
        let number = most.to_string().len().max(if is_binary { 3 } else { 1 });
        let (mut name, mut graph) = (widest, most);
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
            most,
        }
    }

    /// The number of plus and minus signs in the graph of a file.
    fn signs(&self, lines: LineDelta) -> (usize, usize) {
        let LineDelta { added, removed } = lines;
        if self.most <= self.graph {
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

    /// The number of signs for `number` changed lines.
    fn scaled(&self, number: usize) -> usize {
        match number {
            0 => 0,
            _ => 1 + number * (self.graph - 1) / self.most,
        }
    }
}

fn graph(rows: &[StatRow], style: &Style, out: &mut Vec<u8>) {
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
    totals(rows, out);
}

fn totals(rows: &[StatRow], out: &mut Vec<u8>) {
    let added: usize = rows.iter().map(|row| row.lines.added).sum();
    let removed: usize = rows.iter().map(|row| row.lines.removed).sum();
    let mut line = format!(" {} changed", count(rows.len(), "file"));
    // Git prints both counts if both are zero.
    let is_neither = added + removed == 0 && !rows.is_empty();
    if added > 0 || is_neither {
        line += &format!(", {}(+)", count(added, "insertion"));
    }
    if removed > 0 || is_neither {
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
