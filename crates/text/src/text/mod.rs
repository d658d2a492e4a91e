//! Bytes as text: spans, lines, line endings, the form of a text.
//!
//! This module does not depend on files, edits or other modules of the crate. Offsets are bytes from the start of the
//! text. Line numbers start at 1, and are the only numbers shown to users.

mod anchor;
mod compare;
mod ending;
mod form;
mod glob;
mod hex;
mod line;
mod name_style;
mod scan;
mod span;
pub mod wire;

pub use anchor::{LineAnchor, LineHash, LineHashes};
pub use compare::{compare, compare_numbers, numbered};
pub use ending::{EndingCensus, LineEnding};
pub use form::{Encoding, TextForm, foreign_encoding, has_lone_returns};
pub use glob::{is_glob_match, matches_last_components};
pub use hex::hex;
pub use line::{LineIndex, LineNumber, LineRange};
pub use name_style::{NameStyle, StyledName, humps};
pub use scan::{
    BOM, LineIter, beginning, begins_line, bom_len, character_start, common_head, common_tail,
    common_tail_lines, count_lines, first_line, has_word_boundaries, indent_of, is_inside_word,
    is_telling, is_word_byte, line_end, line_start, lines, only_place, slices, without_bom,
};
pub use span::{Span, merged};
