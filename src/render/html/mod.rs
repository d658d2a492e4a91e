//! Reports for reviewers: an HTML page with the changes side by side, to read in a browser and to archive.

mod page;
mod side_by_side;

use self::page::Page;
use super::draw::FileDrawing;
use super::human::{self, Printed, summary};
use super::log::listed_line;
use super::style::{Paint, ShownLimits, Style};
use super::wording::count;
use crate::report::{FileReport, LogEntry, Report};

/// The complete report as a page; a refusal as text.
pub fn html(report: &Report, style: &Style) -> Printed {
    if !report.is_ok() {
        return human::refused(report, style);
    }
    let mut page = Page::new(summary::total(report).trim_end());
    if report.dry_run {
        page.sentences("dry run, nothing written\n");
    }
    let warnings = human::repairs_and_warnings(report, &unlimited(style));
    page.sentences(&String::from_utf8_lossy(&warnings));
    let summaries = summarize_files(report, style);
    if summaries.len() > 1 {
        page.tag("<ul>\n");
        for (number, summary) in summaries.iter().enumerate() {
            page.tag(&format!("<li><a href=\"#file-{number}\">"));
            page.text(&summary.first_line);
            page.tag("</a></li>\n");
        }
        page.tag("</ul>\n");
    }
    files(&mut page, report, &summaries, "file", style);
    Printed {
        stdout: page.finish(),
        stderr: human::repairs_and_warnings(report, style),
    }
}

/// Entries of the journal as a page with their changes. Entries beyond the limit are omitted.
pub fn log_html(entries: &[(LogEntry, Report)], style: &Style) -> Printed {
    let shown = entries.len().min(style.limits.entries);
    let mut page = Page::new(&count(shown, "entry"));
    if shown < entries.len() {
        page.sentences(&format!(
            "older entries are omitted{}\n",
            style.rest.words(":", "shows them")
        ));
    }
    for (entry, report) in &entries[..shown] {
        page.tag(&format!("<section id=\"entry-{}\">\n", entry.id));
        page.element("h1", listed_line(entry).trim_end());
        page.sentences(&entry.command.join(" "));
        let warnings = human::warnings_only(report, &unlimited(style));
        page.sentences(&String::from_utf8_lossy(&warnings));
        let summaries = summarize_files(report, style);
        let prefix = format!("entry-{}", entry.id);
        files(&mut page, report, &summaries, &prefix, style);
        page.tag("</section>\n");
    }
    Printed {
        stdout: page.finish(),
        stderr: Vec::new(),
    }
}

/// Writes every file of `report` with its summary from `summaries`; each has an id that begins with `prefix`.
fn files(page: &mut Page, report: &Report, summaries: &[FileSummary], prefix: &str, style: &Style) {
    for (number, (file, summary)) in report.files.iter().zip(summaries).enumerate() {
        page.tag(&format!("<section id=\"{prefix}-{number}\">\n"));
        page.element("h2", &summary.first_line);
        page.sentences(&summary.rest);
        match file.as_removal_and_creation() {
            Some(parts) => {
                for part in &parts {
                    write_changes(page, part, style);
                }
            }
            None => write_changes(page, file, style),
        }
        page.tag("</section>\n");
    }
}

/// Writes the changes of `file`, or the reason why they are not shown.
fn write_changes(page: &mut Page, file: &FileReport, style: &Style) {
    let drawing = FileDrawing::new(file);
    if file.is_hidden {
        page.sentences("private: not shown (--diff shows it)\n");
    } else if let Some((before, after)) = drawing.binary_lengths() {
        let after = count(after, "byte");
        page.sentences(&format!("binary, {before} -> {after}: not shown\n"));
    }
    side_by_side::write(page, &drawing, style.limits.context);
}

/// The sentences about a file.
struct FileSummary {
    first_line: String,
    /// The remarks below the first line.
    rest: String,
}

fn summarize_files(report: &Report, style: &Style) -> Vec<FileSummary> {
    let mut all = Vec::new();
    for file in &report.files {
        let mut sentences = Vec::new();
        summary::write(&mut sentences, file, report, &unlimited(style));
        let sentences = String::from_utf8_lossy(&sentences);
        let (first_line, rest) = sentences.split_once('\n').unwrap_or((&sentences, ""));
        all.push(FileSummary {
            first_line: first_line.to_owned(),
            rest: rest.to_owned(),
        });
    }
    all
}

/// `style` without colors and limits.
fn unlimited(style: &Style) -> Style {
    Style {
        paint: Paint::default(),
        limits: ShownLimits {
            context: style.limits.context,
            ..ShownLimits::FULL
        },
        is_quiet: false,
        ..*style
    }
}
