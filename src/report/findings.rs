//! The report of `check files`.

use std::path::PathBuf;

use super::{Warning, class_of};
use crate::refusal::{ExitClass, Refusal, ResidueKind};
use crate::text::{EndingCensus, LineRange};

/// The report of `check files`.
#[derive(Clone, Debug, Default)]
pub struct FindingsReport {
    /// The number of files that were read.
    pub files: usize,
    /// The findings, sorted by path, then line.
    pub findings: Vec<Finding>,
    /// Files that may have a syntax and were not parsed, sorted.
    pub not_parsed: Vec<PathBuf>,
    /// Files that could not be read; the first decides code and exit status.
    pub refusals: Vec<Refusal>,
    /// True if findings make the run fail (`--strict`).
    pub is_strict: bool,
    /// Things worth knowing.
    pub warnings: Vec<Warning>,
}

impl FindingsReport {
    /// The class of the exit status.
    pub fn exit_class(&self) -> ExitClass {
        match class_of(&self.refusals) {
            ExitClass::Done if self.is_strict && !self.findings.is_empty() => ExitClass::Refused,
            class => class,
        }
    }
}

/// Something noteworthy in a file that nobody is editing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The lines of the finding; `None` when it is about the whole file.
    pub lines: Option<LineRange>,
    /// The kind of the finding.
    pub kind: FindingKind,
}

/// The data of a finding; one variant for each kind of sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// There is a NUL in the first 8 KiB.
    Binary,
    /// Not UTF-8; the lines are those of the first byte that is wrong.
    Encoding,
    /// It begins with the UTF-8 byte-order mark.
    ByteOrderMark,
    /// LF and CRLF both occur.
    LineEndings(EndingCensus),
    /// The last line has no ending.
    FinalNewline,
    /// A line that the grammar cannot parse, with the missing part if it is known.
    Syntax(Option<&'static str>),
    /// Text that has no business in a file.
    Residue(ResidueKind),
}

impl FindingKind {
    /// The stable `snake_case` name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Binary => "binary",
            Self::Encoding => "encoding",
            Self::ByteOrderMark => "byte_order_mark",
            Self::LineEndings(_) => "line_endings",
            Self::FinalNewline => "final_newline",
            Self::Syntax(_) => "syntax",
            Self::Residue(ResidueKind::Placeholder) => "placeholder",
            Self::Residue(ResidueKind::LineNumbers) => "line_numbers",
            Self::Residue(ResidueKind::ConflictMarker) => "conflict_marker",
            Self::Residue(ResidueKind::PatchEnvelope) => "patch_envelope",
            Self::Residue(ResidueKind::Truncation) => "truncation",
            Self::Residue(ResidueKind::MarkdownFence) => "markdown_fence",
        }
    }

    /// True if it is probably a mistake.
    pub fn is_warning(self) -> bool {
        match self {
            Self::Encoding | Self::LineEndings(_) | Self::Residue(_) | Self::Syntax(_) => true,
            Self::Binary | Self::ByteOrderMark | Self::FinalNewline => false,
        }
    }

    /// The word for how much it matters.
    pub fn severity(self) -> &'static str {
        if self.is_warning() { "warning" } else { "note" }
    }
}
