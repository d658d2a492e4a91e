//! The languages whose formatters are known.

use std::path::Path;

/// A language whose formatters this module knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// C and C++ (clang-format).
    C,
    /// Go (gofmt).
    Go,
    /// Java (clang-format).
    Java,
    /// JavaScript and TypeScript (prettier).
    JavaScript {
        /// True if the file may have elements of JSX.
        has_markup: bool,
    },
    /// JSON (prettier).
    Json,
    /// Markdown (prettier).
    Markdown,
    /// Python (black, ruff format).
    Python,
    /// Rust (rustfmt).
    Rust,
    /// TOML (taplo).
    Toml,
}

impl Layout {
    /// The language of the file at `path`. `None` if line breaks or whitespace may have any meaning, as in YAML,
    /// Makefiles and shell scripts.
    pub fn from_path(path: &Path) -> Option<Self> {
        let layout = match path.extension()?.to_str()? {
            "c" | "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => Self::C,
            "go" => Self::Go,
            "java" => Self::Java,
            "js" | "jsx" | "mjs" | "cjs" | "tsx" => Self::JavaScript { has_markup: true },
            "ts" | "mts" | "cts" => Self::JavaScript { has_markup: false },
            "json" | "jsonc" => Self::Json,
            "md" | "markdown" => Self::Markdown,
            "py" | "pyi" => Self::Python,
            "rs" => Self::Rust,
            "toml" => Self::Toml,
            _ => return None,
        };
        Some(layout)
    }

    /// True for prose, in which a line break may separate any two words.
    pub fn is_prose(self) -> bool {
        self == Self::Markdown
    }

    /// True if the indentation of a line that follows a [`Break`](super::TokenKind::Break) has a meaning.
    pub fn has_indentation(self) -> bool {
        matches!(self, Self::Python | Self::Markdown)
    }

    /// True if a line break outside brackets ends a statement, and `#` begins a comment.
    pub(super) fn has_lines(self) -> bool {
        matches!(self, Self::Python | Self::Toml)
    }

    /// True if formatters add and remove a comma before a closing bracket.
    pub(super) fn has_trailing_commas(self) -> bool {
        use Layout::{JavaScript, Python, Rust, Toml};
        matches!(self, JavaScript { .. } | Python | Rust | Toml)
    }

    /// True if formatters change the quotes of strings, the case of numbers, and parentheses around a whole expression.
    pub(super) fn has_optional_spelling(self) -> bool {
        matches!(self, Self::Python | Self::JavaScript { .. })
    }
}
