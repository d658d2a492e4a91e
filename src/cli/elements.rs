//! The input of `apply`, element by element: one payload, a list of them, or one on each line.
//!
//! A text whose first line that is not blank is a whole JSON value, and that goes on below, has one value on
//! each line. Any other text is one value, a patch envelope, or transactions that `log --export` wrote.
//! Lines are read one at a time, so that a stream is never in memory as a whole. Where each element is applied by
//! itself, a whole object on the first line is the first of a stream, whatever comes.

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::path::PathBuf;

use bytes::Bytes;

use super::intake::LineInput;
use super::records::is_recorded;
use super::source::{self, reason_of};
use crate::dialect::{self, AwaitedAnswer};
use crate::patch::{self, Strictness};
use crate::refusal::{Reason, Refusal};
use crate::request::Malformed;
use crate::request::json::Node;
use crate::text;

/// An element, and its name in messages.
#[derive(Debug)]
pub(super) struct Element {
    /// The name in sentences about its fields: "the request", "edit 2".
    pub(super) label: String,
    /// The content of the element.
    pub(super) text: ElementText,
    /// The line of the stream it stands on, 1-based, where each line is one.
    pub(super) line: Option<usize>,
}

/// The content of an element.
#[derive(Debug)]
pub(super) enum ElementText {
    /// A payload, or our request.
    Json(Node),
    /// A diff that names its files (a `*** Begin Patch` envelope, a unified diff, SEARCH/REPLACE blocks), or edits in the
    /// notation of hashline.
    Text(Bytes),
    /// Transactions as `log --export` writes them, one on a line.
    Recorded(Bytes),
}

/// Iterates over elements.
pub(super) struct Elements<'a> {
    reader: Box<dyn BufRead + 'a>,
    /// The name of the text in messages.
    name: PathBuf,
    /// True if a list of our own edits is an element for each edit (`--each`), not a single request.
    is_each: bool,
    /// Most bytes that may be in memory, and how many of them are left.
    limit: u64,
    left: u64,
    /// Lines read so far.
    line: usize,
    form: StreamForm,
    /// Elements that are read already.
    ready: VecDeque<Element>,
}

/// The form of the rest of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StreamForm {
    /// Not known before the first line.
    Unknown,
    /// A value on each line.
    Lines,
    /// Nothing is left.
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
            left: limit,
            line: 0,
            form: StreamForm::Unknown,
            ready: VecDeque::new(),
        }
    }

    /// The next line that is not blank, its ending included.
    fn next_line(&mut self) -> Result<Option<Vec<u8>>, Refusal> {
        loop {
            let mut line = Vec::new();
            let mut bounded = self.reader.by_ref().take(self.left.saturating_add(1));
            let read = bounded
                .read_until(b'\n', &mut line)
                .map_err(|error| self.unreadable(reason_of(&error)))? as u64;
            if read > self.left {
                return Err(self.unreadable(Reason::EndlessInput { limit: self.limit }));
            }
            if read == 0 {
                return Ok(None);
            }
            self.left = if self.is_each {
                // The elements before this one are done with.
                self.limit
            } else {
                self.left - read
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

    /// Reads as much as it takes to know the form.
    fn begin(&mut self) -> Result<(), Refusal> {
        self.form = StreamForm::Finished;
        let Some(first) = self.next_line()? else {
            // As a document that is empty.
            Node::parse(b"")?;
            return Ok(());
        };
        if dialect::is_envelope(&first) {
            let text = self.rest(first)?;
            self.push(ElementText::Text(text.into()), None);
            return Ok(());
        }
        if !is_recorded(&first) {
            return self.begin_values(first);
        }
        if self.is_each {
            self.form = StreamForm::Lines;
            return self.parse_line(&first);
        }
        let text = self.rest(first)?;
        self.push(ElementText::Recorded(text.into()), None);
        Ok(())
    }

    /// Goes on after the first line of what must be JSON.
    fn begin_values(&mut self, first: Vec<u8>) -> Result<(), Refusal> {
        let number = self.line;
        let Ok(value) = Node::read(&first) else {
            return self.one_value(first);
        };
        // Who sends a stream may wait for the answer to this one. Of a list only what comes next tells whether it is all
        // there is.
        if self.is_each && !matches!(value, Node::List(_)) {
            self.form = StreamForm::Lines;
            self.push(ElementText::Json(value), Some(number));
            return Ok(());
        }
        match self.next_line()? {
            None => {
                self.whole(value);
                Ok(())
            }
            Some(second) => {
                self.form = StreamForm::Lines;
                self.push(ElementText::Json(value), Some(number));
                self.parse_line(&second)
            }
        }
    }

    /// Reads the rest of a document whose first line is no value by itself.
    fn one_value(&mut self, first: Vec<u8>) -> Result<(), Refusal> {
        // Line ends in front, so that lines are counted from the beginning.
        let mut text = vec![b'\n'; self.line - 1];
        text.extend(first);
        let text = self.rest(text)?;
        if is_recorded(&text) {
            self.push(ElementText::Recorded(text.into()), None);
            return Ok(());
        }
        if dialect::is_text(&text) {
            self.push(ElementText::Text(text.into()), None);
            return Ok(());
        }
        match Node::parse(&text) {
            Ok(value) => self.whole(value),
            Err(_) if is_diff(&text) => self.push(ElementText::Text(text.into()), None),
            Err(malformed) => return Err(malformed.into()),
        }
        Ok(())
    }

    fn rest(&mut self, mut text: Vec<u8>) -> Result<Vec<u8>, Refusal> {
        let read = source::append(&mut self.reader, self.left, &mut text);
        read.map_err(|reason| self.unreadable(reason))?;
        Ok(text)
    }

    fn unreadable(&self, reason: Reason) -> Refusal {
        Refusal::new(reason).at(&self.name)
    }

    /// Adds the element `text`, all of the document or its line number `line`.
    fn push(&mut self, text: ElementText, line: Option<usize>) {
        self.ready.push_back(Element {
            label: WHOLE.to_owned(),
            text,
            line,
        });
    }

    /// The document is this value: a list of payloads is taken apart, our own list of edits is one request.
    fn whole(&mut self, value: Node) {
        match value {
            Node::List(nodes) if self.is_each || nodes.iter().any(dialect::is_foreign) => {
                // What a model says beside its calls asks for nothing.
                let has_calls = nodes
                    .iter()
                    .any(|node| AwaitedAnswer::to_call(node).is_some());
                let nodes = (1..).zip(nodes);
                let edits = nodes.filter(|(_, node)| !has_calls || !dialect::is_prose(node));
                let numbered = edits.map(|(number, node)| Element {
                    label: format!("edit {number}"),
                    text: ElementText::Json(node),
                    line: None,
                });
                self.ready.extend(numbered);
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
    /// A line that is no JSON is one refused element; the next ones can still be read.
    type Item = Result<Element, Refusal>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(element) = self.ready.pop_front() {
            return Some(Ok(element));
        }
        let read = match self.form {
            StreamForm::Unknown => self.begin(),
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

/// The name in messages of a document that is one value.
const WHOLE: &str = "the request";

/// True if a text that is no JSON is a diff or SEARCH/REPLACE blocks.
fn is_diff(text: &[u8]) -> bool {
    let trimmed = text.trim_ascii_start();
    if trimmed.starts_with(b"{") || trimmed.starts_with(b"[") {
        return false;
    }
    for line in trimmed.split(|&byte| byte == b'\n').take(3) {
        if BEGINNINGS.iter().any(|start| line.starts_with(start)) {
            return true;
        }
    }
    patch::parse(&Bytes::copy_from_slice(trimmed), Strictness::Repair).is_ok()
}

/// Beginnings of the first lines of a diff, also of a damaged one. A name or a fence may come before.
const BEGINNINGS: [&[u8]; 6] = [b"--- ", b"diff ", b"Index: ", b"@@", b"<<<<<<<", b"-------"];

/// The refusal of a line that is no JSON. Its position is said once.
fn not_json(line: usize, error: &serde_json::Error) -> Refusal {
    let column = error.column();
    let text = error.to_string();
    let at = format!(" at line {} column {column}", error.line());
    let what = text.strip_suffix(&at).unwrap_or(&text);
    let malformed = Malformed::wrong(
        format!("it is not valid JSON: {what} at column {column}"),
        "in a stream each line is one complete JSON value",
    );
    Refusal::from(malformed).on_line(Some(line))
}
