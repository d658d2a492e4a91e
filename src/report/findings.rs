//! The report of `check files`.

use std::path::PathBuf;

use super::{Warning, class_of};
use crate::refusal::{ExitClass, Refusal, ResidueKind};
use crate::request::Words;
use crate::text::{EndingCensus, LineRange};

/// The report of `check files`.
#[derive(Clone, Debug, Default)]
pub struct FindingsReport {
    /// The number of files that were read.
    pub files: usize,
    /// The findings, sorted by path and line.
    pub findings: Vec<Finding>,
    /// The files that were not parsed although they may have a syntax, sorted.
    pub not_parsed: Vec<PathBuf>,
    /// The refusals of files that could not be read. The first one determines the exit status.
    pub refusals: Vec<Refusal>,
    /// True if findings make the run fail (`--strict`).
    pub is_strict: bool,
    /// Warnings.
    pub warnings: Vec<Warning>,
    /// The caller's vocabulary, for hints.
    pub words: Words,
}

impl FindingsReport {
    /// The exit class.
    pub fn exit_class(&self) -> ExitClass {
        match class_of(&self.refusals) {
            ExitClass::Done if self.is_strict && self.has_findings_in_text() => ExitClass::Refused,
            class => class,
        }
    }

    /// True if there is a finding in a file that is not binary.
    fn has_findings_in_text(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.kind != FindingKind::Binary)
    }
}

/// A possible problem in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The file, as reports show it.
    pub path: PathBuf,
    /// The lines of the finding; `None` if it applies to the whole file.
    pub lines: Option<LineRange>,
    /// The kind of the finding.
    pub kind: FindingKind,
}

/// The data of a finding, with a variant for each message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingKind {
    /// The first 8 KiB contain a NUL byte.
    Binary,
    /// The file is not UTF-8. The line contains the first invalid byte.
    Encoding,
    /// The file begins with the UTF-8 byte-order mark.
    ByteOrderMark,
    /// The file contains both LF and CRLF.
    LineEndings(EndingCensus),
    /// The last line has no line ending.
    FinalNewline,
    /// The grammar cannot parse a line. The token that is missing, if it is known.
    Syntax(Option<&'static str>),
    /// Text that does not belong in a file.
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

    /// `warning` or `note`.
    pub fn severity(self) -> &'static str {
        if self.is_warning() { "warning" } else { "note" }
    }
}
