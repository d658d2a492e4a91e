//! The kinds of damage that the parser repairs, each with a stable name.

use incise_text::text::LineNumber;

/// Determines whether damage to a patch is repaired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Damage is repaired, and each repair is reported.
    #[default]
    Repair,
    /// The first damage is an error (`--strict-format`).
    Strict,
}

/// A repair that the parser made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatchRepair {
    /// The line of the patch text.
    pub line: LineNumber,
    /// The kind of damage that was repaired.
    pub kind: RepairKind,
}

macro_rules! repairs {
    ($($variant:ident $name:literal $summary:literal,)*) => {
        /// A kind of damage that the parser repairs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum RepairKind {
            $(#[doc = $summary] $variant,)*
        }

        impl RepairKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The stable `snake_case` name, used in reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// A description of the damage.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }
        }
    };
}

repairs! {
    WrongCounts "wrong_counts" "the line counts of the hunk header are wrong",
    MissingLineNumbers "missing_line_numbers" "the hunk header has no line numbers",
    MalformedHunkHeader "malformed_hunk_header" "the hunk header is misspelled",
    MissingHunkHeader "missing_hunk_header" "the hunk has no `@@` line",
    MissingFileHeader "missing_file_header" "the hunk has no file header",
    MissingOldHeader "missing_old_header" "the `+++` line has no `---` line before it",
    MissingNewHeader "missing_new_header" "the `---` line has no `+++` line after it",
    EmptyContextLine "empty_context_line" "an empty context line lacks its leading space",
    LostContextBlank "lost_context_blank" "context lines lack their leading space",
    LostAddedMarker "lost_added_marker" "a line of a new file lacks its `+`",
    EmptyHunk "empty_hunk" "a hunk header is not followed by any line",
    DuplicateHunk "duplicate_hunk" "the hunk repeats the one before it",
    ProseAfterHunk "prose_after_hunk" "text follows the hunk and was skipped",
    MarkdownFence "markdown_fence" "the diff is in a Markdown fence",
    UnclosedFence "unclosed_fence" "the Markdown fence is not closed",
    HeredocWrapper "heredoc_wrapper" "the diff is in a shell here-document",
    UnclosedEnvelope "unclosed_envelope" "the patch envelope is not opened or closed properly",
    MissingFinalNewline "missing_final_newline" "the last line of the diff has no line ending",
    LineEndings "line_endings" "the lines of the hunk end in CRLF",
    HtmlEntities "html_entities" "the lines of the hunk contain HTML entities",
    SmartQuotes "smart_quotes" "the lines of the hunk contain typographic quotes and dashes",
    LineNumberPrefixes "line_number_prefixes" "the lines of the hunk have line numbers before them",
    ElidedLines "elided_lines" "a line of dots replaces omitted lines",
    EscapedMarkers "escaped_markers" "markers inside the block are escaped",
    PropertyChanges "property_changes" "the diff changes Subversion properties, which are skipped",
}
