//! A document with keys, read.

use std::path::Path;

use serde::de::IgnoredAny;

use super::format::{Format, Unread};
use super::tree::Node;
use super::{json, lines, toml, yaml};
use crate::refusal::KeyFault;
use crate::snapshot::Snapshot;
use crate::text::{self, LineNumber, Span};

/// A document: its text behind the byte-order mark, and its tree.
pub struct Document<'t> {
    pub format: Format,
    pub text: &'t str,
    /// Bytes of the byte-order mark.
    pub mark: usize,
    pub root: Node,
}

impl<'t> Document<'t> {
    /// The document in the file at `path`, whose text is `now`.
    ///
    /// # Errors
    /// Where the format is not known, or the text is no such document.
    pub fn read(path: &Path, now: &'t Snapshot) -> Result<Self, KeyFault> {
        let format = Format::of(path).ok_or(KeyFault::NoFormat)?;
        let body = text::without_bom(now.bytes());
        let unread = |at: usize, problem: String| KeyFault::Unread {
            format: format.name(),
            line: line_at(body, at),
            problem,
        };
        let text = std::str::from_utf8(body)
            .map_err(|error| unread(error.valid_up_to(), "it is not UTF-8".to_owned()))?;
        let document = Self::of(format, text).map_err(|error| unread(error.at, error.problem))?;
        Ok(Self {
            mark: now.bytes().len() - body.len(),
            ..document
        })
    }

    /// The document `text`.
    ///
    /// # Errors
    /// Where it is no such document.
    pub fn of(format: Format, text: &'t str) -> Result<Self, Unread> {
        Ok(Self {
            format,
            text,
            mark: 0,
            root: tree_of(format, text)?,
        })
    }

    /// Whether every reader of its format takes it: JSON without comments and trailing commas.
    pub fn is_strict(&self) -> bool {
        self.format != Format::Json || serde_json::from_str::<IgnoredAny>(self.text).is_ok()
    }

    /// The line that `span` begins on.
    pub fn line_of(&self, span: Span) -> LineNumber {
        line_at(self.text.as_bytes(), span.start())
    }

    /// The refusal for a change inside `span`, which is a `name`.
    pub fn closed(&self, name: &'static str, span: Span) -> KeyFault {
        KeyFault::Closed {
            name,
            line: self.line_of(span),
        }
    }
}

/// The tree of `text` in this format.
///
/// # Errors
/// Where it is no such document.
fn tree_of(format: Format, text: &str) -> Result<Node, Unread> {
    match format {
        Format::Json => json::read(text),
        Format::Toml => toml::read(text),
        Format::Yaml => yaml::read(text),
        Format::Ini | Format::Env | Format::Properties => lines::read(format, text),
    }
}

fn line_at(text: &[u8], at: usize) -> LineNumber {
    let before = &text[..at.min(text.len())];
    LineNumber::after_lines(bytecount::count(before, b'\n'))
}
