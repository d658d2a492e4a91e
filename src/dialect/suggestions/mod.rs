//! The suggestions of linters, compilers and editors, in their output formats (`apply --from`).
//!
//! Only suggestions that the tool would apply automatically are used; the others are counted. If a tool includes the
//! text that it saw, the text is compared with the file before anything is written.

mod ast_grep;
mod eslint;
mod format;
mod found;
mod lsp;
mod rustc;
mod sarif;
mod uri;

use crate::refusal::Reason;
use crate::request::Request;
pub use format::SuggestionFormat;
use format::malformed;
use found::FoundSuggestions;

/// The request of `text` in `format`, with only the suggestions of `rules` unless `rules` is empty.
///
/// # Errors
/// `bad_request` if the text is not in the format, or has no applicable suggestion.
pub fn read(format: SuggestionFormat, text: &[u8], rules: &[String]) -> Result<Request, Reason> {
    let decoded =
        std::str::from_utf8(text).map_err(|error| malformed(format, &error.to_string()))?;
    let text = decoded.trim_start_matches('\u{feff}');
    let mut found = FoundSuggestions::default();
    match format {
        SuggestionFormat::Lsp => lsp::read(text, &mut found)?,
        SuggestionFormat::Sarif => sarif::read(text, &mut found)?,
        SuggestionFormat::Rustc => rustc::read(text, &mut found)?,
        SuggestionFormat::AstGrep => ast_grep::read(text, &mut found)?,
        SuggestionFormat::Eslint => eslint::read(text, &mut found)?,
    }
    found.request(rules)
}
