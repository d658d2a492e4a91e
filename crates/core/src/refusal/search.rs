//! Reasons why a text was not found, or not as often as expected, and what was found instead.

use std::collections::HashMap;
use std::path::PathBuf;

use bytes::Bytes;

use crate::change::LineChange;
use crate::snapshot::SiteId;
use crate::text::{LineAnchor, LineNumber, LineRange};

/// A possible match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The lines of the candidate.
    pub lines: LineRange,
    /// The first line of the candidate, without ending.
    pub preview: Bytes,
    /// The ID for `--site`, if the match has one.
    pub id: Option<SiteId>,
}

/// The change of the matched lines in two readings: with the new lines as given, and with their indentation shifted.
#[derive(Clone, Debug, PartialEq)]
pub struct LineReadings {
    /// The names as they were given.
    pub given: LineChange,
    /// With the indentation of the match.
    pub shifted: LineChange,
}

/// A region that matches the name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionCandidate {
    /// The kind of region: `heading`, `method`.
    pub kind: &'static str,
    /// The whole name.
    pub name: String,
    /// The lines.
    pub lines: LineRange,
    /// A name that distinguishes it from the others if its line does not, because an earlier step inserted it.
    pub numbered_name: Option<String>,
}

impl RegionCandidate {
    /// The words that ask for it alone, where `asked` may be several: its line tells it from the others. A block with what
    /// belongs to a type is not called as the type is.
    pub fn words(&self, asked: &str) -> String {
        if let Some(name) = &self.numbered_name {
            return name.clone();
        }
        let name = if self.kind == "impl" {
            &self.name
        } else {
            asked
        };
        format!("{name}@{}", self.lines.first())
    }
}

/// Gives all possible `candidates` names that differ, without their lines. A number follows the name, not its parameters.
pub(super) fn number(candidates: &mut [RegionCandidate]) {
    let mut names = Vec::new();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for one in &*candidates {
        let name = match one.name.split('(').next() {
            Some("") | None => one.name.clone(),
            Some(name) => name.to_owned(),
        };
        *counts.entry(name.clone()).or_default() += 1;
        names.push(name);
    }
    let mut passed: HashMap<String, usize> = HashMap::new();
    for (candidate, name) in candidates.iter_mut().zip(names) {
        let number = passed.entry(name.clone()).or_default();
        let numbered_name = format!("{name}[{number}]");
        *number += 1;
        candidate.numbered_name = Some(if counts[&name] == 1 {
            name
        } else {
            numbered_name
        });
    }
}

/// The current line in place of the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnchoredLine {
    /// The anchor of the line.
    pub anchor: LineAnchor,
    /// The text, without ending.
    pub text: Bytes,
}

/// The number of places that the caller expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedCount {
    /// Exactly this many (`--expect N`).
    Exactly(usize),
    /// At least enough for this ordinal (`--nth N`).
    Ordinal(i64),
}

/// The reasons why a text was not found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhyNot {
    /// The most similar lines.
    pub nearest: Option<Nearest>,
    /// For a fuzzy search: the most similar lines, and why they were not accepted.
    pub unlike: Option<(LineRange, Unlike)>,
    /// The lines that were searched, unless the whole file was.
    pub searched: Option<LineRange>,
    /// The places of the old text outside of these lines.
    pub outside_scope: Vec<Candidate>,
    /// The tier that would match with `--match mechanical`, and the location.
    pub other_tier: Option<(&'static str, Candidate)>,
    /// The only mechanical repair that makes the old text match, and the first match.
    pub repair: Option<(TextRepair, Candidate)>,
    /// True if the same call with the repair makes the intended edit: the match consists of whole words, and the repair
    /// changes only damage of the same kind in the new text.
    pub repair_is_certain: bool,
    /// Other files of the request that hold the old text, and its lines there.
    pub other_files: Vec<(PathBuf, LineRange)>,
    /// The edit that took the old text out of the file, if the journal has it.
    pub taken: Option<Box<EarlierEdit>>,
    /// The number of other selected files that do not contain it either.
    pub other_misses: usize,
    /// True if the file is empty.
    pub file_is_empty: bool,
    /// The encoding of the file, if UTF-8 can never match it.
    pub encoding: Option<&'static str>,
    /// The extent of a search that stopped at its bound on work.
    pub looked: Looked,
}

/// An edit in the journal that deleted the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierEdit {
    /// The number of its entry.
    pub entry: u64,
    /// The task, if it named one.
    pub task: Option<String>,
    /// The lines that held the text, before and after it.
    pub theirs: LineChange,
    /// The text or change of this call.
    pub mine: LineChange,
    /// The lines that it wrote there, or the nearest ones if these were changed since.
    pub lines: Option<LineRange>,
}

/// Reasons why the most similar lines are not accepted as a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unlike {
    /// It is less similar than asked for, in hundredths.
    Threshold(u8),
    /// This other place is nearly as similar.
    Rival(LineRange),
    /// The first or the last line is not among its lines.
    Edge,
    /// Too few of the lines stand there as they are.
    FewLines,
    /// A line differs like that of another block: by words that occur elsewhere, or have nothing of those
    /// they stand for.
    Sibling,
    /// No one step takes the indentation of the lines to that of its lines.
    Indentation,
    /// A line that is to be changed does not stand there as it was given.
    Changed,
}

/// The extent of the searches for a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Looked {
    /// To the end.
    #[default]
    Everywhere,
    /// Not every shift of indentation was tried: the lines stand there too often.
    WithoutEveryShift,
    /// The text is too long to be looked for by similarity.
    WithoutSimilarity,
    /// The text is too long to be examined for damage.
    WithoutRepairs,
}

/// Mechanical damage to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextRepair {
    /// A backslash before this character (`!`, a back-tick, `$`, `"`, or a backslash) that a shell added.
    Escaped(char),
    /// Backslashes before several of these characters.
    ShellEscapes,
    /// Escapes of a JSON string: line ends, tabs, quotes, backslashes.
    JsonEscapes,
    /// Line ends typed as the two characters `\n`.
    TypedNewlines,
    /// Tabs typed as the two characters `\t`.
    TypedTabs,
    /// Another Unicode normalisation.
    Normalization,
    /// Spaces that do not break.
    NonBreakingSpaces,
    /// Typographic quotes and dashes.
    TypographicQuotes,
    /// `&lt;` and the like.
    HtmlEntities,
    /// Line numbers copied from a listing.
    LineNumbers,
    /// A Markdown fence around the text.
    MarkdownFence,
    /// A line ending behind the text.
    LastEnding,
    /// Plain quotes and dashes where the file has typographic ones.
    PlainQuotes,
    /// Letters in the other case.
    Case,
    /// Line feeds in a pattern where lines end in CRLF.
    PatternEndings,
    /// A `.` in a pattern where lines end.
    PatternDot,
}

impl WhyNot {
    /// The first difference of the most similar lines.
    pub fn difference(&self) -> Option<&Difference> {
        self.nearest.as_ref()?.difference.as_ref()
    }
}

/// The lines that are most similar to a text that was not found.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearest {
    /// The lines.
    pub lines: LineRange,
    /// Their text.
    pub text: Bytes,
    /// Similarity to the wanted text, 0 to 1.
    pub similarity: f64,
    /// The first line that differs: where, what was expected, what is there.
    pub difference: Option<Difference>,
}

/// A line that is not the one that was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line with the difference.
    pub line: LineNumber,
    /// The text expected there, without ending unless that is the difference.
    pub expected: Bytes,
    /// The text there, likewise; `None` beyond the end.
    pub found: Option<Bytes>,
}
