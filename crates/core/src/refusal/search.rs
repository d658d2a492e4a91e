//! Reasons why a text was not found, or was found too often or too rarely, and similar matches.

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

/// Two possible results of an edit: with the new lines as given, and with their indentation shifted.
#[derive(Clone, Debug, PartialEq)]
pub struct LineReadings {
    /// The result with the lines as given.
    pub given: LineChange,
    /// The result with the lines shifted to the indentation of the match.
    pub shifted: LineChange,
}

/// A region that matches a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionCandidate {
    /// The kind of region, such as `heading` or `method`.
    pub kind: &'static str,
    /// The full name.
    pub name: String,
    /// The parameters of a function with their parentheses, otherwise empty.
    pub parameters: String,
    /// The lines of the region.
    pub lines: LineRange,
    /// A unique name without a line, for regions that an earlier step may have inserted or that share a line.
    pub numbered_name: Option<String>,
}

impl RegionCandidate {
    /// The name with the parameters.
    pub fn signature(&self) -> String {
        format!("{}{}", self.name, self.parameters)
    }

    /// The name with which a user can request this region alone, if `requested` matches several regions. The line makes
    /// the name unique. An `impl` block has the name of its type, so it is requested by its full name.
    pub fn unique_name(&self, requested: &str) -> String {
        if let Some(name) = &self.numbered_name {
            return name.clone();
        }
        let name = if self.kind == "impl" {
            &self.name
        } else {
            requested
        };
        format!("{name}@{}", self.lines.first())
    }
}

/// Sets the `numbered_name` of each candidate.
pub(super) fn name_uniquely(candidates: &mut [RegionCandidate]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for candidate in &*candidates {
        *counts.entry(candidate.name.clone()).or_default() += 1;
    }
    let mut next_indices: HashMap<String, usize> = HashMap::new();
    for candidate in candidates {
        let name = candidate.name.clone();
        if counts[&name] == 1 {
            candidate.numbered_name = Some(name);
            continue;
        }
        let index = next_indices.entry(name.clone()).or_default();
        candidate.numbered_name = Some(format!("{name}[{index}]"));
        *index += 1;
    }
}

/// The current line in place of the expected line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnchoredLine {
    /// The anchor of the line.
    pub anchor: LineAnchor,
    /// The text, without ending.
    pub text: Bytes,
}

/// The number of matches that the caller expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedCount {
    /// Exactly this many (`--expect N`).
    Exactly(usize),
    /// Exactly this many matches of several texts together.
    Together(usize),
    /// At least enough for this ordinal (`--nth N`).
    Ordinal(i64),
}

/// The reasons why a text was not found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhyNot {
    /// The most similar lines.
    pub nearest: Option<Nearest>,
    /// For a fuzzy search, the most similar lines and the reason why they were not accepted.
    pub rejection: Option<(LineRange, FuzzyRejection)>,
    /// The lines that were searched, unless the whole file was.
    pub searched: Option<LineRange>,
    /// The places of the old text outside these lines.
    pub outside_scope: Vec<Candidate>,
    /// The tier that would match with `--match mechanical`, and the match.
    pub other_tier: Option<(&'static str, Candidate)>,
    /// The first match inside a longer word, if only whole words match.
    pub inside_word: Option<Candidate>,
    /// The only mechanical repair that makes the old text match, and the first match.
    pub repair: Option<(TextRepair, Candidate)>,
    /// True if the same call with the repaired text makes the intended edit. Then the match consists of whole words,
    /// and the repair changes only damage of the same kind in the new text.
    pub repair_is_certain: bool,
    /// Other files of the request that contain the old text, with the lines of the match.
    pub other_files: Vec<(PathBuf, LineRange)>,
    /// The edit that deleted the old text, if the journal contains it.
    pub deleted_by: Option<Box<EarlierEdit>>,
    /// The number of other selected files that do not contain the text.
    pub other_misses: usize,
    /// True if the file is empty.
    pub file_is_empty: bool,
    /// The encoding of the file, if UTF-8 can never match it.
    pub encoding: Option<&'static str>,
    /// The part of the search that was skipped because of a limit.
    pub extent: SearchExtent,
}

/// An edit in the journal that deleted the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EarlierEdit {
    /// The number of the journal entry.
    pub entry: u64,
    /// The name of the task, if it had one.
    pub task: Option<String>,
    /// The change of the lines that contained the text.
    pub theirs: LineChange,
    /// The text or change of this call.
    pub mine: LineChange,
    /// The lines that the edit wrote. If these have changed since, the nearest lines.
    pub lines: Option<LineRange>,
}

/// Reasons why the most similar lines are not accepted as a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FuzzyRejection {
    /// The lines are less similar than this threshold, in hundredths.
    Threshold(u8),
    /// This other match is nearly as similar.
    Rival(LineRange),
    /// The first or the last line of the text is not among the matched lines.
    Edge,
    /// Too few lines match exactly.
    FewLines,
    /// A line probably belongs to a similar block: it differs in words that occur elsewhere in the file, or in
    /// completely different words.
    Sibling,
    /// No uniform indentation shift turns the lines of the text into the matched lines.
    Indentation,
    /// A line that the edit changes does not match exactly.
    Changed,
}

/// The part of a search that was skipped because of a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SearchExtent {
    /// Nothing was skipped.
    #[default]
    Everywhere,
    /// Some indentation shifts were not tried, because the lines occur too often.
    WithoutEveryShift,
    /// The text is too long for a similarity search.
    WithoutSimilarity,
    /// The text is too long for a search for damage.
    WithoutRepairs,
}

/// Mechanical damage to a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextRepair {
    /// A shell escape: a backslash before this character (`!`, a back-tick, `$`, `"`, or a backslash).
    Escaped(char),
    /// Backslashes before several of these characters.
    ShellEscapes,
    /// Newlines typed as the two characters `\n`.
    TypedNewlines,
    /// Tabs typed as the two characters `\t`.
    TypedTabs,
    /// Typographic quotes and dashes.
    TypographicQuotes,
    /// HTML entities, such as `&lt;`.
    HtmlEntities,
    /// Line numbers copied from a listing.
    LineNumbers,
    /// Plain quotes and dashes for typographic ones in the file.
    PlainQuotes,
    /// Letters of the other case.
    Case,
    /// A `.` in a pattern in place of a newline.
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
    /// The first line, without its ending.
    pub preview: Bytes,
    /// The similarity to the text that was searched for, 0 to 1.
    pub similarity: f64,
    /// The first line that differs.
    pub difference: Option<Difference>,
}

/// The first line that differs from the expected text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The line number.
    pub line: LineNumber,
    /// The expected text, without its line ending unless the ending differs.
    pub expected: Bytes,
    /// The text in the file, in the same form. `None` beyond the end of the file.
    pub found: Option<Bytes>,
}
