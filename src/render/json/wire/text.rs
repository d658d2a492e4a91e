//! Types that several keys share: texts, lengths, lines.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;

use crate::render::escape::{beginning, path_bytes};
use crate::text::LineRange;

/// The length of the longest path that any system accepts, in bytes.
const LONGEST_PATH: usize = 4096;

/// Text: a string if it is UTF-8, otherwise `{"base64": "..."}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Text"))]
#[serde(untagged)]
pub enum JsonText {
    /// Text in UTF-8.
    Plain(String),
    /// Bytes that are not UTF-8.
    Encoded {
        /// The bytes as Base64, in the standard alphabet with padding.
        base64: String,
    },
}

impl JsonText {
    /// `bytes` as a string if possible.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::Plain(text.to_owned()),
            Err(_) => Self::Encoded {
                base64: STANDARD.encode(bytes),
            },
        }
    }

    /// A path. A path that is too long for any system is cut.
    pub fn from_path(path: &std::path::Path) -> Self {
        Self::from_bytes(&beginning(path_bytes(path), LONGEST_PATH))
    }
}

/// A length in bytes; null if the file could not be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Length(pub Option<u64>);

/// The first and the last line, 1-based and inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Lines"))]
#[serde(transparent)]
pub struct JsonLines([usize; 2]);

impl From<LineRange> for JsonLines {
    fn from(lines: LineRange) -> Self {
        Self([lines.first().number(), lines.last().number()])
    }
}
