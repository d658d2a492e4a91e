//! The input of `apply`, read element by element: one payload, a list of payloads, or one payload per line.
//!
//! If the first line that is not blank is a complete JSON value and more lines follow, the text has one value per
//! line. Any other text is a single value, a patch envelope, or the output of `log --export`.
//!
//! Lines are read one at a time, so a stream is never in memory as a whole. With `--each`, a complete object on the
//! first line starts a stream, even if nothing follows.

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::path::PathBuf;

use bytes::Bytes;

use super::intake::LineInput;
use super::records::is_recorded;
use super::source::{self, read_failure};
use crate::dialect::{self, AwaitedAnswer};
use crate::patch::{self, Strictness};
use crate::refusal::{Reason, Refusal};
use crate::request::Malformed;
use crate::request::json::Node;
use crate::text;

/// The name in messages of a document with one value.
const DOCUMENT_LABEL: &str = "the request";

/// Beginnings of one of the first three lines of a diff, even if the diff is damaged. A file name or a fence may
/// precede that line.
const DIFF_STARTS: [&[u8]; 6] = [b"--- ", b"diff ", b"Index: ", b"@@", b"<<<<<<<", b"-------"];

/// An element, and its name in messages.
#[derive(Debug)]
pub(super) struct Element {
    /// The name in messages about its fields: "the request", "edit 2".
    pub(super) label: String,
    pub(super) text: ElementText,
    /// The line of the element in the stream, 1-based; `None` if there is not one element per line.
    pub(super) line: Option<usize>,
}

#[derive(Debug)]
pub(super) enum ElementText {
    /// A payload, or our JSON request.
    Json(Node),
    /// A diff with file names (a `*** Begin Patch` envelope, a unified diff, SEARCH/REPLACE blocks), or edits in
    /// hashline notation.
    Text(Bytes),
    /// Transactions that `log --export` wrote, one per line.
    Recorded(Bytes),
}

pub(super) struct Elements<'a> {
    reader: Box<dyn BufRead + 'a>,
    /// The name of the text in messages.
    name: PathBuf,
    /// True if each edit in a list of our edits is an element (`--each`). Otherwise the list is one request.
    is_each: bool,
    /// The maximum number of bytes in memory.
    limit: u64,
    /// The part of `limit` that may still be read.
    remaining: u64,
    /// The number of lines read so far.
    line: usize,
    form: StreamForm,
    /// Elements that are already read.
    ready: VecDeque<Element>,
}

/// The form of the rest of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StreamForm {
    /// Unknown until the first line is read.
    Unknown,
    /// One value per line.
    Lines,
    /// The end of the input.
    Finished,
}

impl<'a> Elements<'a> {
    pub(super) fn new(lines: LineInput<'a>, is_each: bool) -> Self {
        let LineInput {
            reader,
            name,
            limit,
        } = lines;
        Self {
            reader,
            name,
            is_each,
            limit,
            remaining: limit,
            line: 0,
            form: StreamForm::Unknown,
            ready: VecDeque::new(),
        }
    }

    /// Reads the next line that is not blank, including its line ending.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, Refusal> {
        loop {
            let mut line = Vec::new();
            let mut bounded = self.reader.by_ref().take(self.remaining.saturating_add(1));
            let read = bounded
                .read_until(b'\n', &mut line)
                .map_err(|error| self.unreadable(read_failure(&error)))?
                as u64;
            if read > self.remaining {
                return Err(self.unreadable(Reason::InputTooLarge { limit: self.limit }));
            }
            if read == 0 {
                return Ok(None);
            }
            self.remaining = if self.is_each {
                // The memory of earlier elements is free again.
                self.limit
            } else {
                self.remaining - read
            };
            self.line += 1;
            if self.line == 1 && line.starts_with(text::BOM) {
                line.drain(..text::BOM.len());
            }
            if !line.trim_ascii().is_empty() {
                return Ok(Some(line));
            }
        }
    }

    /// Reads as much input as is needed to know the form, and adds the elements that were read.
    fn detect_form(&mut self) -> Result<(), Refusal> {
        self.form = StreamForm::Finished;
        let Some(first) = self.next_line()? else {
            // Parsing the empty text gives the usual error.
            Node::parse(b"")?;
            return Ok(());
        };
        if dialect::is_envelope(&first) {
            let text = self.read_rest(first)?;
            self.push(ElementText::Text(text.into()), None);
            return Ok(());
        }
        if !is_recorded(&first) {
            return self.detect_values(first);
        }
        if self.is_each {
            self.form = StreamForm::Lines;
            return self.parse_line(&first);
        }
        let text = self.read_rest(first)?;
        self.push(ElementText::Recorded(text.into()), None);
        Ok(())
    }

    /// Like [`Self::detect_form`], after a first line that is neither an envelope nor a recorded transaction.
    fn detect_values(&mut self, first: Vec<u8>) -> Result<(), Refusal> {
        let number = self.line;
        let Ok(value) = Node::read(&first) else {
            return self.read_document(first);
        };
        // The sender of a stream may wait for the answer to this value. A list can also be the whole document, and
        // only the next line shows that.
        if self.is_each && !matches!(value, Node::List(_)) {
            self.form = StreamForm::Lines;
            self.push(ElementText::Json(value), Some(number));
            return Ok(());
        }
        match self.next_line()? {
            None => {
                self.push_document(value);
                Ok(())
            }
            Some(second) => {
                self.form = StreamForm::Lines;
                self.push(ElementText::Json(value), Some(number));
                self.parse_line(&second)
            }
        }
    }

    /// Reads the rest of a document whose first line is not a complete value.
    fn read_document(&mut self, first: Vec<u8>) -> Result<(), Refusal> {
        // The line feeds keep the line numbers of errors right.
        let mut text = vec![b'\n'; self.line - 1];
        text.extend(first);
        let text = self.read_rest(text)?;
        if is_recorded(&text) {
            self.push(ElementText::Recorded(text.into()), None);
            return Ok(());
        }
        if dialect::is_text(&text) {
            self.push(ElementText::Text(text.into()), None);
            return Ok(());
        }
        match Node::parse(&text) {
            Ok(value) => self.push_document(value),
            Err(_) if is_diff(&text) => self.push(ElementText::Text(text.into()), None),
            Err(malformed) => return Err(malformed.into()),
        }
        Ok(())
    }

    fn read_rest(&mut self, mut text: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        let read = source::append_all(&mut self.reader, self.remaining, &mut text);
        read.map_err(|reason| self.unreadable(reason))?;
        Ok(text)
    }

    fn unreadable(&self, reason: Reason) -> Refusal {
        reason.at(&self.name)
    }

    /// Adds the element `text`. `line` is its line number, or `None` for a whole document.
    fn push(&mut self, text: ElementText, line: Option<usize>) {
        self.ready.push_back(Element {
            label: DOCUMENT_LABEL.to_owned(),
            text,
            line,
        });
    }

    /// Adds the value of the whole document. A list of payloads gives an element each; a list of our edits is one
    /// request.
    fn push_document(&mut self, value: Node) {
        match value {
            Node::List(nodes) if self.is_each || nodes.iter().any(dialect::is_foreign) => {
                // In a list with tool calls, the prose of the model is not an edit.
                let has_calls = nodes
                    .iter()
                    .any(|node| AwaitedAnswer::for_call(node).is_some());
                for (number, node) in (1..).zip(nodes) {
                    if has_calls && dialect::is_prose(&node) {
                        continue;
                    }
                    self.ready.push_back(Element {
                        label: format!("edit {number}"),
                        text: ElementText::Json(node),
                        line: None,
                    });
                }
            }
            value => self.push(ElementText::Json(value), None),
        }
    }

    fn parse_line(&mut self, text: &[u8]) -> Result<(), Refusal> {
        let line = self.line;
        if self.is_each && is_recorded(text) {
            self.push(ElementText::Recorded(text.to_vec().into()), Some(line));
            return Ok(());
        }
        let value = serde_json::from_slice(text).map_err(|error| not_json(line, &error))?;
        self.push(ElementText::Json(value), Some(line));
        Ok(())
    }
}

impl Iterator for Elements<'_> {
    /// A line that is not JSON is a refused element. The next lines can still be read.
    type Item = Result<Element, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(element) = self.ready.pop_front() {
            return Some(Ok(element));
        }
        let read = match self.form {
            StreamForm::Unknown => self.detect_form(),
            StreamForm::Finished => return None,
            StreamForm::Lines => match self.next_line() {
                Ok(None) => return None,
                Ok(Some(line)) => self.parse_line(&line),
                Err(refusal) => {
                    self.form = StreamForm::Finished;
                    Err(refusal)
                }
            },
        };
        match read {
            Err(refusal) => Some(Err(refusal)),
            Ok(()) => self.ready.pop_front().map(Ok),
        }
    }
}

/// True if `text`, which is not JSON, is a diff or SEARCH/REPLACE blocks.
fn is_diff(text: &[u8]) -> bool {
    let trimmed = text.trim_ascii_start();
    if trimmed.starts_with(b"{") || trimmed.starts_with(b"[") {
        return false;
    }
    for line in trimmed.split(|&byte| byte == b'\n').take(3) {
        if DIFF_STARTS.iter().any(|start| line.starts_with(start)) {
            return true;
        }
    }
    patch::parse(&Bytes::copy_from_slice(trimmed), Strictness::Repair).is_ok()
}

/// The refusal of a line that is not JSON. The message contains the column, and the refusal the line number.
fn not_json(line: usize, error: &serde_json::Error) -> Refusal {
    let column = error.column();
    let text = error.to_string();
    let position = format!(" at line {} column {column}", error.line());
    let problem = text.strip_suffix(&position).unwrap_or(&text);
    let malformed = Malformed::wrong(
        format!("it is not valid JSON: {problem} at column {column}"),
        "in a stream each line is one complete JSON value",
    );
    Refusal::from(malformed).on_line(Some(line))
}
