//! YAML, which has a separate parser instead of a grammar.

use std::path::Path;

use granit_parser::{ErrorKind, Parser, options};

use crate::definition::Undefined;
use crate::error::Errors;
use crate::with_grammars::parse::Rows;

pub(super) fn is_yaml(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    matches!(extension, Some("yaml" | "yml"))
}

/// Returns the first error of `text`. The parser stops there.
///
/// # Errors
/// `Undefined::Bound` if `text` nests too deeply.
pub(super) fn errors(text: &[u8]) -> Result<Errors, Undefined> {
    let mut errors = Errors::default();
    let Ok(text) = std::str::from_utf8(text) else {
        return Ok(errors);
    };
    for event in Parser::new_from_str_with_options(text, options! { emit_comments: false }) {
        let Err(error) = event else { continue };
        if matches!(error.kind(), ErrorKind::RecursionLimitExceeded) {
            return Err(Undefined::Bound);
        }
        let at = error.marker().byte_offset().unwrap_or(0);
        let mut rows = Rows::new(text.as_bytes());
        errors.grammar.extend(rows.error_at(at, None));
        break;
    }
    Ok(errors)
}
