//! Texts that are not to be read byte by byte: `--regex`, `--ignore-case`, `--word`.
//!
//! They find exact places only, with the `regex` crate over bytes, whose time is linear in the text.

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::LazyLock;

use bytes::Bytes;
use regex::bytes::{Regex, RegexBuilder};

use super::block::SearchStopped;
use super::effort::{self, Effort};
use super::literal;
use super::names;
use crate::refusal::Reason;
use crate::request::{Find, PatternOptions};
use crate::text::{self, Span};

/// A text to look for, compiled.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct Pattern {
    regex: Regex,
    source: String,
    ignores_case: bool,
}

thread_local! {
    /// The last pattern, and the text it was compiled of: one text is mostly looked for in file after file.
    static LAST: RefCell<Option<(Bytes, PatternOptions, Pattern)>> = const { RefCell::new(None) };
}

impl Pattern {
    /// Compiles the text of `find` as its options says. `^` and `$` match at lines, whatever their ending.
    ///
    /// # Errors
    /// `BadRequest` for what is no regular expression, or too big a one.
    pub(in crate::resolve) fn of(find: &Find) -> Result<Self, Reason> {
        LAST.with_borrow_mut(|last| match last {
            Some((old, options, pattern)) if *old == find.old && *options == find.options => {
                Ok(pattern.clone())
            }
            _ => {
                let pattern = Self::compiled(find)?;
                *last = Some((find.old.clone(), find.options, pattern.clone()));
                Ok(pattern)
            }
        })
    }

    fn compiled(find: &Find) -> Result<Self, Reason> {
        let body = if find.options.is_regex {
            written(&find.old)?.to_owned()
        } else {
            literal(&find.old)
        };
        let source = if find.options.whole_words {
            format!(r"\b{{start-half}}(?:{body})\b{{end-half}}")
        } else {
            body
        };
        let regex = RegexBuilder::new(&source)
            .multi_line(true)
            .crlf(true)
            .case_insensitive(find.options.ignores_case)
            .build()
            .map_err(|error| refused(&error))?;
        Ok(Self {
            regex,
            source,
            ignores_case: find.options.ignores_case,
        })
    }

    /// Whether it has a place in `line`, which has no ending.
    pub(in crate::resolve) fn is_in(&self, line: &[u8]) -> bool {
        self.regex.is_match(line)
    }

    /// The places in the bytes `window` of `text`, in order and apart. The text begins behind its byte-order mark,
    /// unless there is no place but with the mark.
    ///
    /// # Errors
    /// When that would take more work than it may.
    pub(super) fn spans(&self, text: &[u8], window: Span) -> Result<Vec<Span>, SearchStopped> {
        let text = &text[..window.end()];
        let behind = text::without_bom(text);
        let mark = text.len() - behind.len();
        let from = window.start().saturating_sub(mark);
        let spans = self.spans_from(behind, from)?;
        if spans.is_empty() && mark > 0 {
            return self.spans_from(text, window.start());
        }
        let in_text = |span: Span| Span::of_len(mark + span.start(), span.len());
        Ok(spans.into_iter().map(in_text).collect())
    }

    /// The places in `text` from byte `from` on.
    fn spans_from(&self, text: &[u8], from: usize) -> Result<Vec<Span>, SearchStopped> {
        let mut spans = Vec::new();
        let mut at = from;
        let (mut effort, mut searches) = (None, 0);
        while let Some(found) = self.regex.find_at(text, at) {
            // An empty place right after the place before it is no place of its own.
            let is_left_over = found.is_empty()
                && spans
                    .last()
                    .is_some_and(|last: &Span| last.end() == found.start() && !last.is_empty());
            if !is_left_over {
                spans.push(Span::of_len(found.start(), found.len()));
            }
            searches += 1;
            if searches == effort::FREE {
                effort = Effort::of(&self.source, self.ignores_case, text.len() - from);
            }
            if let Some(effort) = &mut effort {
                effort.spend(text, at)?;
            }
            at = found.end() + usize::from(found.is_empty());
            if at > text.len() {
                break;
            }
        }
        // Behind the last line ending there is no line that `^` or `$` could stand in; `\z` alone may mean it.
        let is_behind = |span: &Span| span.is_empty() && span.start() == text.len();
        if spans.len() > 1 && text.ends_with(b"\n") && spans.last().is_some_and(is_behind) {
            spans.pop();
        }
        Ok(spans)
    }

    /// `new` with the groups of the place that begins at byte `start` for `$1`, `${name}` and `$$`.
    pub(in crate::resolve) fn expand(&self, new: &[u8], text: &[u8], start: usize) -> Bytes {
        let behind = text::without_bom(text);
        let (text, start) = match start.checked_sub(text.len() - behind.len()) {
            Some(start) => (behind, start),
            None => (text, start),
        };
        let mut expanded = Vec::new();
        if let Some(captures) = self.regex.captures_at(text, start) {
            captures.expand(new, &mut expanded);
        }
        expanded.into()
    }

    /// Refuses a new text that names a group which the expression does not have: it would vanish without
    /// a word.
    ///
    /// # Errors
    /// `BadRequest` with the group.
    pub(in crate::resolve) fn check_groups(&self, new: &[u8]) -> Result<(), Reason> {
        for name in group_names(new) {
            let is_there = match name.parse::<usize>() {
                Ok(number) => number < self.regex.captures_len(),
                Err(_) => self.regex.capture_names().flatten().any(|own| own == name),
            };
            if !is_there {
                return Err(Reason::bad_request(
                    format!("the expression has no group `{name}`"),
                    "`${1}x` ends the name of a group, and `$$` is a dollar sign",
                ));
            }
        }
        Ok(())
    }
}

/// The places of `find`, which is not read byte by byte, in the bytes `window` of `text`: in order and apart.
///
/// # Errors
/// As [`Pattern::of`]; `BadRequest` for an expression that takes too much work.
pub(super) fn places(find: &Find, text: &[u8], window: Span) -> Result<Vec<Span>, Reason> {
    let old = &find.old;
    if find.options.is_in_every_style {
        return Ok(names::places(find, text, window));
    }
    if find.options.is_regex || old.len() <= literal::SHORT {
        let spans = Pattern::of(find)?.spans(text, window);
        let spans = spans.map_err(|SearchStopped| unending())?;
        return whole_endings(find, text, spans);
    }
    let text = &text[..window.end()];
    let is_apart = |span: Span| !find.options.whole_words || is_word_apart(text, span);
    Ok(literal::spans(
        old,
        find.options.ignores_case,
        text,
        window,
        is_apart,
    ))
}

/// `spans` of an expression that knows nothing of carriage returns: none of them may divide a line ending, or the file
/// would get others. An empty place inside one is no place.
///
/// # Errors
/// `BadRequest` where a place begins or ends inside a line ending.
fn whole_endings(find: &Find, text: &[u8], mut spans: Vec<Span>) -> Result<Vec<Span>, Reason> {
    let is_inside = |at: usize| {
        text.get(at) == Some(&b'\n') && at.checked_sub(1).map(|before| text[before]) == Some(b'\r')
    };
    spans.retain(|span| !(span.is_empty() && is_inside(span.start())));
    let divides = |span: &Span| is_inside(span.start()) || is_inside(span.end());
    if find.options.is_regex && !names_return(&find.old) && spans.iter().any(divides) {
        return Err(Reason::bad_request(
            "the lines end in CRLF, and the expression takes one half of an ending without the other",
            r"`\r?\n` is a line ending, `[^\r\n]` what is none",
        ));
    }
    Ok(spans)
}

/// Whether an expression speaks of the carriage return.
fn names_return(source: &[u8]) -> bool {
    let finds = |name: &[u8]| memchr::memmem::find(source, name).is_some();
    [
        &b"\\r"[..],
        b"\r",
        b"\\x0d",
        b"\\x0D",
        b"\\x{d}",
        b"\\x{D}",
        b"\\u{d}",
        b"\\u000d",
    ]
    .into_iter()
    .any(finds)
}

/// Whether no word goes on before `span`, and none behind it. Beside a byte that is no part of a letter nothing is sure.
pub(super) fn is_word_apart(text: &[u8], span: Span) -> bool {
    let (before, after) = (&text[..span.start()], &text[span.end()..]);
    let before = (1..=before.len().min(LETTER)).find_map(|len| {
        let letter = std::str::from_utf8(&before[before.len() - len..]).ok()?;
        letter.chars().next()
    });
    let after_letter = (1..=after.len().min(LETTER))
        .find_map(|len| std::str::from_utf8(&after[..len]).ok()?.chars().next());
    let goes_on = |letter: Option<char>, is_end: bool| match letter {
        Some(letter) => is_word_letter(letter),
        None => !is_end,
    };
    !goes_on(before, span.start() == 0) && !goes_on(after_letter, after.is_empty())
}

/// Bytes of the longest letter.
const LETTER: usize = 4;

/// Whether words are made of `letter`, as `\w` has it.
fn is_word_letter(letter: char) -> bool {
    static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\w$").ok());
    let mut bytes = [0; LETTER];
    let letter = letter.encode_utf8(&mut bytes);
    WORD.as_ref()
        .is_some_and(|word| word.is_match(letter.as_bytes()))
}

/// The groups that `new` names.
fn group_names(new: &[u8]) -> Vec<String> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let mut names = Vec::new();
    let mut rest = new;
    while let Some(at) = memchr::memchr(b'$', rest) {
        rest = &rest[at + 1..];
        let name = match rest {
            [b'$', after @ ..] => {
                rest = after;
                continue;
            }
            [b'{', braced @ ..] => match memchr::memchr(b'}', braced) {
                Some(end) => &braced[..end],
                None => continue,
            },
            _ => &rest[..rest.iter().take_while(|byte| is_name(byte)).count()],
        };
        if !name.is_empty() {
            names.push(String::from_utf8_lossy(name).into_owned());
        }
    }
    names
}

/// The expression that matches these very bytes.
fn literal(old: &[u8]) -> String {
    match std::str::from_utf8(old) {
        Ok(text) => regex::escape(text),
        Err(_) => {
            let mut source = String::from("(?-u:");
            for byte in old {
                // Writing to a string cannot fail.
                let _ = write!(source, "\\x{byte:02x}");
            }
            source.push(')');
            source
        }
    }
}

/// The expression as it was written.
fn written(old: &[u8]) -> Result<&str, Reason> {
    std::str::from_utf8(old).map_err(|_| {
        Reason::bad_request(
            "a regular expression is written in UTF-8",
            r"bytes are written as (?-u:\xff)",
        )
    })
}

/// The refusal for a search that stopped at its bound.
fn unending() -> Reason {
    Reason::bad_request(
        "the search stopped at its bound on work: from place after place the expression looks far beyond what it finds",
        "take out the alternative that looks so far, or search fewer lines",
    )
}

fn refused(error: &regex::Error) -> Reason {
    let problem = match error {
        regex::Error::CompiledTooBig(_) => None,
        // The lines before the last draw the expression, which the caller knows.
        _ => {
            let drawn = error.to_string();
            let last = drawn.lines().next_back().unwrap_or_default();
            let why = last.strip_prefix("error: ").unwrap_or(last);
            Some(why.to_owned())
        }
    };
    Reason::BadPattern { problem }
}
