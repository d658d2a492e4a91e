//! Texts that are not to be read byte by byte: `--regex`, `--ignore-case`, `--word`.
//!
//! They find exact places only.

mod effort;
mod engine;
mod template;

use std::cell::RefCell;
use std::fmt::Write;
use std::sync::LazyLock;

use bytes::Bytes;
use regex::bytes::Regex;

use self::engine::Engine;
use super::endings::{self, LineFeeds, without_returns};
use super::literal;
use super::names;
use crate::refusal::Reason;
use crate::request::{Find, PatternLanguage, PatternOptions};
use crate::resolve::locate::block::SearchStopped;
use crate::text::{self, Span};

pub(in crate::resolve) use self::template::Template;

/// A text to look for, compiled.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct Pattern {
    engine: Engine,
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
    pub(in crate::resolve) fn new(find: &Find) -> Result<Self, Reason> {
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
        let options = find.options;
        let body = if options.is_expression() {
            written(&find.old)?.to_owned()
        } else {
            literal(&find.old)
        };
        let source = if options.whole_words {
            format!(r"\b{{start-half}}(?:{body})\b{{end-half}}")
        } else {
            body
        };
        let engine = Engine::of(options.language, source, options.ignores_case)?;
        Ok(Self { engine })
    }

    /// Whether it has a place in `line`, which has no ending.
    pub(in crate::resolve) fn is_in(&self, line: &[u8]) -> bool {
        let found = self.engine.searches(line, line.len()).first_from(0);
        found.is_ok_and(|place| place.is_some())
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
        let mut searches = self.engine.searches(text, text.len() - from);
        while let Some(found) = searches.first_from(at)? {
            // An empty place right after the place before it is no place of its own.
            let is_left_over = found.is_empty()
                && spans
                    .last()
                    .is_some_and(|last: &Span| last.end() == found.start() && !last.is_empty());
            if !is_left_over {
                spans.push(found);
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

    /// `new` with the groups of `place` in `text`.
    ///
    /// # Errors
    /// `BadRequest` where they cannot be told.
    pub(in crate::resolve) fn expand(
        &self,
        new: &Template,
        text: &[u8],
        place: Span,
    ) -> Result<Bytes, Reason> {
        let behind = text::without_bom(text);
        let filled = match place.start().checked_sub(text.len() - behind.len()) {
            Some(start) => {
                let place = Span::of_len(start, place.len());
                self.engine.filled(new, behind, place)
            }
            None => self.engine.filled(new, text, place),
        };
        filled.ok_or_else(|| {
            Reason::bad_request(
                "the groups of a match are unknown, because the expression moves its start",
                r"a look-behind `(?<=...)` says the same as `\K`",
            )
        })
    }

    /// Refuses a new text that names a group which the expression does not have: it would vanish without
    /// a word.
    ///
    /// # Errors
    /// `BadRequest` with the group.
    pub(in crate::resolve) fn check_groups(&self, new: &Template) -> Result<(), Reason> {
        match new.groups().find(|group| !self.engine.has(group)) {
            Some(group) => Err(Reason::bad_request(
                format!("the expression has no group `{group}`"),
                "`${1}x` ends the name of a group, and `$$` is a dollar sign",
            )),
            None => Ok(()),
        }
    }
}

/// The places of `find`, which is not read byte by byte, in the bytes `window` of `text`: in order and apart.
///
/// # Errors
/// As [`Pattern::of`]; `BadRequest` for an expression that takes too much work.
pub(super) fn places(find: &Find, text: &[u8], window: Span) -> Result<Vec<Span>, Reason> {
    let old = &find.old;
    if find.options.language == PatternLanguage::Name {
        return Ok(names::places(find, text, window));
    }
    if !find.options.is_expression()
        && let Some(lines) = LineFeeds::needed_for(old, text, window)
    {
        let find = Find {
            old: Bytes::copy_from_slice(&without_returns(old)),
            ..find.clone()
        };
        let places = places(&find, &lines.text, lines.place_of(window))?;
        return Ok(places
            .into_iter()
            .map(|place| lines.origin(place))
            .collect());
    }
    if find.options.is_expression() || old.len() <= literal::SHORT {
        let spans = Pattern::new(find)?.spans(text, window);
        let spans = spans.map_err(|SearchStopped| unending())?;
        if find.options.refuses_nested {
            refuse_nested(find, text, &spans)?;
        }
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

/// Refuses a place of several lines in which the expression is found again: `begin.*?end` takes all from the first of two
/// beginnings.
fn refuse_nested(find: &Find, text: &[u8], spans: &[Span]) -> Result<(), Reason> {
    let pattern = Pattern::new(find)?;
    let is_nested = |span: &&Span| {
        let found = &text[span.range()];
        found.contains(&b'\n') && pattern.is_in(&found[1..])
    };
    match spans.iter().find(is_nested) {
        None => Ok(()),
        Some(span) => Err(Reason::bad_request(
            format!(
                "the expression matches again inside its match at line {}, so the shorter one may be meant",
                bytecount::count(&text[..span.start()], b'\n') + 1
            ),
            "start it with words that occur once, or give the text itself",
        )),
    }
}

/// `spans` of an expression that knows nothing of carriage returns: none of them may divide a line ending, or the file
/// would get others. An empty place inside one is no place.
///
/// # Errors
/// `BadRequest` where a place begins or ends inside a line ending.
fn whole_endings(find: &Find, text: &[u8], mut spans: Vec<Span>) -> Result<Vec<Span>, Reason> {
    spans.retain(|span| !(span.is_empty() && endings::is_inside(text, span.start())));
    let divides = |span: &Span| endings::divides(text, *span);
    if find.options.is_expression() && !names_return(&find.old) && spans.iter().any(divides) {
        return Err(Reason::bad_request(
            "the lines end in CRLF, and the expression takes one half of an ending without the other",
            r"`\r?\n` is a line ending, `[^\r\n]` any other character",
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
