//! Man pages: clap's sections, then sections about the topics of a command.

use std::io;

use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};

use super::{flags, help};
use crate::render::fill::{WIDTH, filled};

/// The number of columns that `man` indents the text of a section.
const MARGIN: usize = 7;

/// The date of the last review of the pages.
const DATE: &str = "2026-11-23";

/// A section: a title and paragraphs. A paragraph may have a term, which precedes it.
struct Section {
    title: &'static str,
    /// The commands whose pages contain the section.
    commands: &'static [&'static str],
    paragraphs: &'static [(&'static str, &'static str)],
}

const SECTIONS: &[Section] = &[
    Section {
        title: "HOW TEXT IS FOUND",
        commands: &["replace", "insert"],
        paragraphs: &[
            (
                "",
                "incise searches in tiers. The first tier that finds anything decides, and the report names the tier. \
                 Exactly one match is needed, unless flags select matches.",
            ),
            ("exact", "Exactly these bytes."),
            (
                "trailing-space",
                "Ignores trailing whitespace, and CRLF vs. LF.",
            ),
            (
                "indent",
                "Ignores a uniform indentation shift of the block. The new text is shifted too.",
            ),
            (
                "unicode",
                "Ignores typographic quotes and dashes, non-breaking spaces and Unicode normalization.",
            ),
            (
                "layout",
                "Ignores line breaks and whitespace between tokens, and what the formatters of the language change.",
            ),
            (
                "fuzzy",
                "At least --threshold similar, and clearly better than any other match; only with --match fuzzy.",
            ),
            (
                "",
                "Only the changed bytes differ afterwards: line endings, tabs, byte-order mark, encoding and final \
                 newline are kept.",
            ),
        ],
    },
    Section {
        title: "REGULAR EXPRESSIONS",
        commands: &["replace"],
        paragraphs: &[(
            "",
            "With --regex, the old text is a regular expression of Rust's regex crate. ^ and $ match at the start \
             and end of a line. A dot matches any character except a line feed, and \\n matches a line feed. In a \
             file with CRLF, use \\r\\n for a line ending. In the new text, $1, ${1} and ${name} insert groups, and $$ \
             inserts a dollar sign. Without --regex, both texts are literal.",
        )],
    },
    Section {
        title: "HOW HUNKS ARE PLACED",
        commands: &["patch"],
        paragraphs: &[
            (
                "",
                "A hunk is applied where its lines match, never just near its line number. If a hunk does not match, \
                 the patch is refused and no file is changed.",
            ),
            (
                "strict",
                "All lines of a hunk match exactly, at its line number or at exactly one other location. The default \
                 for diffs with line numbers.",
            ),
            (
                "tolerant",
                "Ignores whitespace and typography. The default for formats without line numbers.",
            ),
            (
                "merge",
                "Context lines may differ if one location is clearly the best. The file's context lines are kept.",
            ),
            (
                "fuzzy",
                "Removed lines may differ too, as far as --threshold allows.",
            ),
        ],
    },
    Section {
        title: "DIRECTORIES, GLOBS AND TYPES",
        commands: &["replace", "files"],
        paragraphs: &[
            (
                "",
                "A glob is matched against the path from the working directory, as in .gitignore. * matches any text \
                 without /, ** matches directories, ? one character, [a-z] one of these characters, {a,b} a or b. \
                 Quote globs so that the shell does not expand them.",
            ),
            (
                "",
                "A glob that begins with ! excludes what it matches, like --exclude. The last matching glob decides. \
                 The types are the same as in ripgrep.",
            ),
            (
                "",
                "Below a directory, incise skips files ignored by .gitignore and similar files (--no-ignore includes \
                 them), hidden files (--hidden) and binary files (--binary). A file that you name must contain the \
                 text. Files found through a directory, glob or list are edited only if they contain it.",
            ),
        ],
    },
    Section {
        title: "STANDARD INPUT",
        commands: &["replace", "insert", "append", "lines", "create", "write"],
        paragraphs: &[(
            "",
            "If PATH is -, incise edits standard input and prints the result. If the file of a text is -, as in \
             --new-file -, that text is read from standard input. Only one of them can be -.",
        )],
    },
    Section {
        title: "STANDARD INPUT",
        commands: &["patch", "apply"],
        paragraphs: &[(
            "",
            "Without an operand, standard input is read if it is a pipe or a file.",
        )],
    },
];

/// The names and texts of all pages: the page of the program, and a page for each command below `root`.
pub(super) fn pages(root: &Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut pages = vec![("incise".to_owned(), program(root.clone())?)];
    for command in root.get_subcommands() {
        pages.push(command_page(command)?);
        // `check X` shares the page of X, except for the commands that only exist after `check`.
        for below in command.get_subcommands() {
            if matches!(below.get_name(), "files" | "conflicts") {
                pages.push(command_page(below)?);
            }
        }
    }
    Ok(pages)
}

fn program(root: Command) -> io::Result<Vec<u8>> {
    let (man, mut text) = begin_page(root)?;
    man.render_options_section(&mut text)?;
    man.render_subcommands_section(&mut text)?;
    render_lines("EXIT STATUS", &help::exit_codes(WIDTH - MARGIN), &mut text)?;
    render_lines("ENVIRONMENT", &help::environment(), &mut text)?;
    let files = [
        ("~/.local/state/incise", "Journals, used by log and undo."),
        (
            ".incise-*",
            "Temporary files and locks next to the edited files; deleted after the edit.",
        ),
    ];
    render_paragraphs("FILES", &files, &mut text)?;
    Ok(tidy(&text))
}

fn command_page(command: &Command) -> io::Result<(String, Vec<u8>)> {
    let words = command.get_name().to_owned();
    let name = command.get_bin_name().unwrap_or_default().replace(' ', "-");
    let examples = command
        .get_before_help()
        .map(ToString::to_string)
        .unwrap_or_default();
    let is_edit = command
        .get_arguments()
        .any(|arg| arg.get_long() == Some("dry-run"));
    let command = flags::with_explanations(command.clone(), ". ").display_name(name.clone());
    let (man, mut text) = begin_page(command)?;
    man.render_options_section(&mut text)?;
    for section in SECTIONS {
        if section.commands.contains(&&*words) {
            render_paragraphs(section.title, section.paragraphs, &mut text)?;
        }
    }
    if is_edit {
        render_lines("EXIT STATUS", &help::exit_codes(WIDTH - MARGIN), &mut text)?;
    }
    render_lines("EXAMPLES", &examples, &mut text)?;
    let see = "incise(1) lists the exit codes, environment variables and files. incise explain CODE explains a \
               refusal.";
    render_paragraphs("SEE ALSO", &[("", see)], &mut text)?;
    Ok((name, tidy(&text)))
}

/// The page of `command` with its first sections.
fn begin_page(command: Command) -> io::Result<(Man, Vec<u8>)> {
    let title = command
        .get_display_name()
        .unwrap_or(command.get_name())
        .to_uppercase();
    let man = Man::new(command)
        .title(title)
        .date(DATE)
        .source(concat!("incise ", env!("CARGO_PKG_VERSION")))
        .manual("incise");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    Ok((man, text))
}

/// A section with unfilled lines.
fn render_lines(title: &str, lines: &str, text: &mut Vec<u8>) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    Roff::new()
        .control("SH", [title])
        .control("nf", [])
        .text([roman(lines.trim_end())])
        .control("fi", [])
        .to_writer(text)
}

/// A section of `paragraphs`, each with its term.
fn render_paragraphs(
    title: &str,
    paragraphs: &[(&str, &str)],
    text: &mut Vec<u8>,
) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (index, (term, paragraph)) in paragraphs.iter().enumerate() {
        if !term.is_empty() {
            roff.control("TP", []).text([bold(*term)]);
        } else if index > 0 {
            roff.control("PP", []);
        }
        roff.text([roman(*paragraph)]);
    }
    roff.to_writer(text)
}

/// `text` as `mandoc -Tlint` requires: no trailing whitespace, one sentence per line, and at most 80 columns except
/// in verbatim lines.
fn tidy(text: &[u8]) -> Vec<u8> {
    let mut lines = String::new();
    let mut is_verbatim = false;
    for line in String::from_utf8_lossy(text).lines().map(str::trim_end) {
        is_verbatim = (is_verbatim || line == ".nf") && line != ".fi";
        if is_verbatim || line.starts_with('.') || line.len() <= WIDTH && !line.contains(". ") {
            lines += line;
            lines.push('\n');
            continue;
        }
        for sentence in line.split_inclusive(". ") {
            for piece in filled(WIDTH, 0, sentence.trim_end().split(' '), 0).lines() {
                // A line that begins with `.` or `'` would be a request.
                let guard = if piece.starts_with(['.', '\'']) {
                    "\\&"
                } else {
                    ""
                };
                lines += &format!("{guard}{piece}\n");
            }
        }
    }
    lines.into_bytes()
}
