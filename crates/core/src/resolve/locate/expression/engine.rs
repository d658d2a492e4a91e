//! Two regular-expression engines: one with linear time, and one with look-around and back-references, whose steps
//! are limited.

use std::cell::Cell;

use bytes::Bytes;
use fancy_regex::{BytesMode, Input};

use super::effort::{self, Effort};
use super::template::{Group, Template};
use crate::refusal::Reason;
use crate::request::PatternLanguage;
use crate::resolve::locate::block::SearchStopped;
use crate::text::Span;

/// A compiled expression. `^` and `$` match at line boundaries, with LF and CRLF.
#[derive(Clone, Debug)]
pub(super) enum Engine {
    /// The `regex` crate.
    Linear {
        regex: regex::bytes::Regex,
        source: String,
        ignores_case: bool,
    },
    /// The `fancy-regex` crate.
    Fancy(Box<fancy_regex::Regex>),
}

/// The most backtracking steps of one search with look-around.
const MAX_BACKTRACKS: usize = 50_000_000;

/// The most reads of a text by all its searches together: a constant plus a number per byte.
const MAX_READS: usize = 200_000_000;
const MAX_READS_PER_BYTE: usize = 64;

impl Engine {
    /// # Errors
    /// `BadPattern` if `source` is not a regular expression, or too large.
    pub(super) fn compile(
        language: PatternLanguage,
        source: String,
        ignores_case: bool,
    ) -> Result<Self, Reason> {
        if language == PatternLanguage::FancyRegex {
            let regex = fancy_regex::RegexBuilder::new(&source)
                .bytes_mode(BytesMode::UnicodeBytes)
                .multi_line(true)
                .crlf(true)
                .case_insensitive(ignores_case)
                .backtrack_limit(MAX_BACKTRACKS)
                .max_prog_size(1 << 20)
                .build();
            return match regex {
                Ok(regex) => Ok(Self::Fancy(Box::new(regex))),
                Err(error) => Err(bad_pattern(&error.to_string())),
            };
        }
        let compiled = regex::bytes::RegexBuilder::new(&source)
            .multi_line(true)
            .crlf(true)
            .case_insensitive(ignores_case)
            .build();
        match compiled {
            Ok(regex) => Ok(Self::Linear {
                regex,
                source,
                ignores_case,
            }),
            Err(regex::Error::CompiledTooBig(_)) => Err(Reason::BadPattern { problem: None }),
            Err(error) => Err(bad_pattern(&error.to_string())),
        }
    }

    /// Starts the searches of `text`. `len` is the number of bytes to search, which sets the bound on work.
    pub(super) fn searches<'a>(&'a self, text: &'a [u8], len: usize) -> Searches<'a> {
        Searches {
            engine: self,
            text: CountedText {
                text,
                reads: Cell::default(),
            },
            len,
            count: 0,
            effort: None,
        }
    }

    /// Fills `template` with the groups of the match `place` in `text`. `None` if a search that starts at `place`
    /// does not find the same match, because the expression moved its start (`\K`).
    pub(super) fn fill(&self, template: &Template, text: &[u8], place: Span) -> Option<Bytes> {
        if template.groups().next().is_none() {
            return Some(template.fill(|_| None));
        }
        match self {
            Self::Linear { regex, .. } => {
                let captures = regex.captures_at(text, place.start())?;
                Some(template.fill(|group| {
                    let found = match group {
                        Group::Number(number) => captures.get(*number),
                        Group::Name(name) => captures.name(name),
                    };
                    found.map(|found| found.as_bytes())
                }))
            }
            Self::Fancy(regex) => {
                let captures = regex.captures_from_pos(text, place.start()).ok()??;
                let whole = captures.get(0)?;
                if whole.range() != place.range() {
                    return None;
                }
                Some(template.fill(|group| {
                    let found = match group {
                        Group::Number(number) => captures.get(*number),
                        Group::Name(name) => captures.name(name),
                    };
                    found.map(|found| found.as_bytes())
                }))
            }
        }
    }

    pub(super) fn has_group(&self, group: &Group) -> bool {
        let names: Vec<Option<&str>> = match self {
            Self::Linear { regex, .. } => regex.capture_names().collect(),
            Self::Fancy(regex) => regex.capture_names().collect(),
        };
        match group {
            Group::Number(number) => *number < names.len(),
            Group::Name(name) => names.contains(&Some(name)),
        }
    }
}

/// The refusal of an expression. Uses only the last line of `message`, because the other lines quote the expression.
fn bad_pattern(message: &str) -> Reason {
    let last = message.lines().next_back().unwrap_or_default();
    let why = last.strip_prefix("error: ").unwrap_or(last);
    Reason::BadPattern {
        problem: Some(why.to_owned()),
    }
}

/// Successive searches of one text with a common bound on work.
pub(super) struct Searches<'a> {
    engine: &'a Engine,
    text: CountedText<'a>,
    /// The number of bytes to search.
    len: usize,
    /// The number of matches so far.
    count: usize,
    /// The bound for the `regex` crate, once there are many matches.
    effort: Option<Box<Effort>>,
}

impl Searches<'_> {
    /// The first match from byte `at` on.
    ///
    /// # Errors
    /// [`SearchStopped`] if all searches together exceed the bound.
    pub(super) fn first_from(&mut self, at: usize) -> Result<Option<Span>, SearchStopped> {
        match self.engine {
            Engine::Linear {
                regex,
                source,
                ignores_case,
            } => {
                let text = self.text.text;
                let Some(found) = regex.find_at(text, at) else {
                    return Ok(None);
                };
                self.count += 1;
                if self.count == effort::UNCOUNTED {
                    self.effort = Effort::new(source, *ignores_case, text, self.len).map(Box::new);
                }
                if let Some(effort) = &mut self.effort {
                    effort.spend(text, at)?;
                }
                Ok(Some(Span::of_len(found.start(), found.len())))
            }
            Engine::Fancy(regex) => self.first_from_boundary(regex, at),
        }
    }

    /// Like [`Self::first_from`], from the next boundary between characters on.
    fn first_from_boundary(
        &self,
        regex: &fancy_regex::Regex,
        at: usize,
    ) -> Result<Option<Span>, SearchStopped> {
        let max_reads = MAX_READS.saturating_add(self.len.saturating_mul(MAX_READS_PER_BYTE));
        let mut boundary = at;
        while !self.text.is_char_boundary(boundary) {
            boundary += 1;
        }
        match regex.find_from_pos(&self.text, boundary) {
            Ok(found) if self.text.reads.get() <= max_reads => Ok(found),
            _ => Err(SearchStopped),
        }
    }
}

struct CountedText<'a> {
    text: &'a [u8],
    reads: Cell<usize>,
}

impl Input for CountedText<'_> {
    type Match<'t>
        = Span
    where
        Self: 't;

    fn len(&self) -> usize {
        self.text.len()
    }

    fn as_bytes(&self) -> &[u8] {
        self.reads.set(self.reads.get() + 1);
        self.text
    }

    fn is_char_boundary(&self, at: usize) -> bool {
        self.text.is_char_boundary(at)
    }

    fn is_ascii(&self) -> bool {
        Input::is_ascii(self.text)
    }

    fn prev_codepoint_ix(&self, at: usize) -> usize {
        self.text.prev_codepoint_ix(at)
    }

    fn make_match(&self, start: usize, end: usize) -> Span {
        Span::of_len(start, end - start)
    }

    fn advance_position(&self, at: usize) -> usize {
        self.text.advance_position(at)
    }
}
