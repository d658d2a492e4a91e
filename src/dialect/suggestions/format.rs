//! The formats of suggestions, and the parsing of their JSON.

use serde::de::DeserializeOwned;

use crate::refusal::Reason;

/// A format in which tools print their suggestions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestionFormat {
    /// A `WorkspaceEdit` of the Language Server Protocol, or a message or code action that contains one.
    Lsp,
    /// A SARIF 2.1.0 log with `fixes`.
    Sarif,
    /// `rustc --error-format=json`, or `cargo --message-format=json`.
    Rustc,
    /// `ast-grep --json`, in any of its styles.
    AstGrep,
    /// `eslint --format json`.
    Eslint,
}

impl SuggestionFormat {
    /// All formats with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("lsp", Self::Lsp),
        ("sarif", Self::Sarif),
        ("rustc", Self::Rustc),
        ("ast-grep", Self::AstGrep),
        ("eslint", Self::Eslint),
    ];

    fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, format)| *format == self);
        named.map_or("", |(name, _)| name)
    }
}

/// Parses `text` as a JSON document.
pub(super) fn document<T: DeserializeOwned>(
    format: SuggestionFormat,
    text: &str,
) -> Result<T, Reason> {
    serde_json::from_str(text).map_err(|error| malformed(format, &error.to_string()))
}

/// Parses each line of `text` as a JSON document.
pub(super) fn lines<T: DeserializeOwned>(
    format: SuggestionFormat,
    text: &str,
) -> Result<Vec<T>, Reason> {
    let mut documents = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(line) {
            Ok(document) => documents.push(document),
            Err(error) => return Err(malformed(format, &format!("line {number}: {error}"))),
        }
    }
    Ok(documents)
}

pub(super) fn malformed(format: SuggestionFormat, problem: &str) -> Reason {
    let (name, source) = match format {
        SuggestionFormat::Lsp => ("a `WorkspaceEdit`", "a language server answers"),
        SuggestionFormat::Sarif => ("a SARIF log", "linters such as ruff print as SARIF"),
        SuggestionFormat::Rustc => (
            "a message of rustc",
            "rustc, cargo and clippy print as JSON",
        ),
        SuggestionFormat::AstGrep => (
            "a match of ast-grep",
            "ast-grep prints for a rewrite as JSON",
        ),
        SuggestionFormat::Eslint => ("a report of ESLint", "ESLint prints as JSON"),
    };
    Reason::bad_request(
        format!("this is not {name}: {problem}"),
        format!("`{}` is what {source}", format.name()),
    )
}
