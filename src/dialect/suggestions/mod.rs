//! The suggestions of linters, compilers and editors, in the formats in which they print them (`apply --from`).
//!
//! Only what a tool itself would apply without asking is taken; the rest is counted for a person to look at. Where a
//! tool says what it saw in the file, that is taken along, and compared before anything is written.

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

/// The request that `text` is, printed in `format`: only the suggestions of `rules`, if there are any.
///
/// # Errors
/// `bad_request` where the text is not in the format, or suggests nothing that could be applied.
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
