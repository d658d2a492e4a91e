//! The table of languages: their lexical rules, and the tokens that their formatters change.

/// The lexer for a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lexer {
    Code,
    Markdown,
}

/// The line breaks that have a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breaks {
    /// None.
    None,
    /// Those outside of brackets.
    OutsideBrackets,
    /// Those after a token that can end a statement, as in Go.
    AfterOperand,
    /// Those after `return` and the like, where JavaScript ends a statement.
    AfterKeyword,
}

/// The string and character literals of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strings {
    C,
    Go,
    Java,
    JavaScript,
    Json,
    Python,
    Rust,
    Toml,
}

/// A change that formatters make to tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// A comma before a closing bracket.
    TrailingComma,
    /// Single and double quotes of a string.
    Quotes,
    /// Parentheses around a whole expression.
    Parentheses,
    /// Braces around the expression of a closure or a match arm, and the comma after the arm.
    ArmBraces,
}

/// The rules of a language.
#[derive(Debug)]
pub(super) struct Rules {
    pub(super) extensions: &'static [&'static str],
    pub(super) lexer: Lexer,
    pub(super) breaks: Breaks,
    pub(super) has_indentation: bool,
    pub(super) strings: Strings,
    pub(super) line_comment: &'static [u8],
    pub(super) has_block_comments: bool,
    /// True if a line that begins with `#` is a directive.
    pub(super) has_directives: bool,
    pub(super) changes: &'static [Change],
}

/// The rules of a language whose lines have no meaning and whose formatters keep all tokens.
const PLAIN: Rules = Rules {
    extensions: &[],
    lexer: Lexer::Code,
    breaks: Breaks::None,
    has_indentation: false,
    strings: Strings::C,
    line_comment: b"//",
    has_block_comments: true,
    has_directives: false,
    changes: &[],
};

/// YAML, Makefiles, shell scripts and other languages are left out on purpose: their lines and blanks mean too much.
pub(super) const RULES: &[Rules] = &[
    Rules {
        extensions: &["py", "pyi"],
        breaks: Breaks::OutsideBrackets,
        has_indentation: true,
        strings: Strings::Python,
        line_comment: b"#",
        has_block_comments: false,
        // black, ruff format
        changes: &[Change::TrailingComma, Change::Quotes, Change::Parentheses],
        ..PLAIN
    },
    Rules {
        extensions: &["rs"],
        strings: Strings::Rust,
        // rustfmt
        changes: &[Change::TrailingComma, Change::ArmBraces],
        ..PLAIN
    },
    Rules {
        extensions: &["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"],
        breaks: Breaks::AfterKeyword,
        strings: Strings::JavaScript,
        // prettier
        changes: &[Change::TrailingComma, Change::Quotes, Change::Parentheses],
        ..PLAIN
    },
    Rules {
        extensions: &["json", "jsonc"],
        strings: Strings::Json,
        ..PLAIN
    },
    Rules {
        extensions: &["c", "h", "cc", "cpp", "cxx", "hh", "hpp", "hxx"],
        has_directives: true,
        ..PLAIN
    },
    Rules {
        extensions: &["java"],
        strings: Strings::Java,
        ..PLAIN
    },
    Rules {
        extensions: &["go"],
        breaks: Breaks::AfterOperand,
        strings: Strings::Go,
        ..PLAIN
    },
    Rules {
        extensions: &["toml"],
        breaks: Breaks::OutsideBrackets,
        strings: Strings::Toml,
        line_comment: b"#",
        has_block_comments: false,
        // taplo
        changes: &[Change::TrailingComma],
        ..PLAIN
    },
    Rules {
        extensions: &["md", "markdown"],
        lexer: Lexer::Markdown,
        has_indentation: true,
        ..PLAIN
    },
];

impl Rules {
    pub(super) fn allows(&self, change: Change) -> bool {
        self.changes.contains(&change)
    }
}
