//! Searches with `--regex`, `--ignore-case`, `--word` and the other pattern options, at the tier `exact` only.

mod effort;
mod engine;
mod template;

use std::cell::RefCell;
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

/// The length of the longest character, in bytes.
const MAX_CHAR_LEN: usize = 4;

/// A compiled regular expression.
#[derive(Clone, Debug)]
pub(in crate::resolve) struct Expression {
    engine: Engine,
    /// True if the source contains a byte-order mark, perhaps as an escape.
    names_bom: bool,
}

thread_local! {
    /// The last expression, with its source and options. A request searches many files for one text. Compiling `\w`
    /// takes 1.5 ms, and searching a small file 0.2 ms.
    static LAST: RefCell<Option<(Bytes, PatternOptions, Expression)>> = const { RefCell::new(None) };
}

impl Expression {
    /// Compiles the text of `find`. `^` and `$` match at line boundaries, with LF and CRLF.
    ///
    /// # Errors
    /// `BadPattern` if the text is not a regular expression, or too large. `BadRequest` if it is not UTF-8.
    pub(in crate::resolve) fn new(find: &Find) -> Result<Self, Reason> {
        LAST.with_borrow_mut(|last| {
            if let Some((old, options, pattern)) = last
                && *old == find.old
                && *options == find.options
            {
                return Ok(pattern.clone());
            }
            let pattern = Self::compile(find)?;
            *last = Some((find.old.clone(), find.options, pattern.clone()));
            Ok(pattern)
        })
    }

    fn compile(find: &Find) -> Result<Self, Reason> {
        let options = find.options;
        let Ok(source) = std::str::from_utf8(&find.old) else {
            return Err(Reason::bad_request(
                "a regular expression must be UTF-8",
                r"write other bytes as (?-u:\xff)",
            ));
        };
        let mut source = source.to_owned();
        if options.whole_words {
            source = format!(r"\b{{start-half}}(?:{source})\b{{end-half}}");
        }
        let engine = Engine::compile(options.language, source, options.ignores_case)?;
        Ok(Self {
            engine,
            names_bom: names_bom(&find.old),
        })
    }

    pub(in crate::resolve) fn is_match_in(&self, text: &[u8]) -> bool {
        let found = self.engine.searches(text, text.len()).first_from(0);
        matches!(found, Ok(Some(_)))
    }

    /// The matches in the bytes `window` of `text`, in order and without overlap. A match may include the byte-order
    /// mark only if the expression names it and there is no other match.
    ///
    /// # Errors
    /// If the search takes too much work.
    pub(super) fn spans(&self, text: &[u8], window: Span) -> Result<Vec<Span>, SearchStopped> {
        let hay = &text[..window.end()];
        let bom_len = text::bom_len(hay);
        let from = window.start().saturating_sub(bom_len);
        let mut spans = self.spans_from(&hay[bom_len..], from)?;
        if spans.is_empty() && bom_len > 0 && self.names_bom {
            return self.spans_from(hay, window.start());
        }
        for span in &mut spans {
            *span = Span::of_len(bom_len + span.start(), span.len());
        }
        Ok(spans)
    }

    /// The matches in `text` from byte `from` on.
    fn spans_from(&self, text: &[u8], from: usize) -> Result<Vec<Span>, SearchStopped> {
        let mut spans = Vec::new();
        let mut at = from;
        let mut searches = self.engine.searches(text, text.len() - from);
        while let Some(found) = searches.first_from(at)? {
            // An empty match directly after another match does not count.
            let is_after_match = found.is_empty()
                && spans
                    .last()
                    .is_some_and(|last: &Span| last.end() == found.start() && !last.is_empty());
            let is_inside_char = found.is_empty() && is_inside_letter(text, found.start());
            if !is_after_match && !is_inside_char {
                spans.push(found);
            }
            at = found.end() + usize::from(found.is_empty());
            if at > text.len() {
                break;
            }
        }
        // No line follows the last line ending, so `^` and `$` do not match there. Only `\z` can.
        if spans.len() > 1
            && text.ends_with(b"\n")
            && spans.last() == Some(&Span::empty_at(text.len()))
        {
            spans.pop();
        }
        Ok(spans)
    }

    /// Fills `new` with the groups of the match `place` in `text`.
    ///
    /// # Errors
    /// `BadRequest` if the groups cannot be determined.
    pub(in crate::resolve) fn expand(
        &self,
        new: &Template,
        text: &[u8],
        place: Span,
    ) -> Result<Bytes, Reason> {
        let unmarked = text::without_bom(text);
        let filled = match place.start().checked_sub(text.len() - unmarked.len()) {
            Some(start) => {
                let unmarked_place = Span::of_len(start, place.len());
                self.engine.fill(new, unmarked, unmarked_place)
            }
            None => self.engine.fill(new, text, place),
        };
        filled.ok_or_else(|| {
            Reason::bad_request(
                "the groups of a match are unknown, because the expression moves its start",
                r"use a look-behind `(?<=...)` instead of `\K`",
            )
        })
    }

    /// Refuses a replacement with a group that the expression does not have. The group would silently become empty.
    ///
    /// # Errors
    /// `BadRequest` with the name of the group.
    pub(in crate::resolve) fn check_groups(&self, new: &Template) -> Result<(), Reason> {
        match new.groups().find(|group| !self.engine.has_group(group)) {
            Some(group) => Err(Reason::bad_request(
                format!("the expression has no group `{group}`"),
                "`${1}x` ends the name of a group, and `$$` is a dollar sign",
            )),
            None => Ok(()),
        }
    }
}

/// True if `source` contains a byte-order mark: itself, as `\x{feff}` or `\ufeff`, or as bytes such as `\xef`.
fn names_bom(source: &[u8]) -> bool {
    let lower = source.to_ascii_lowercase();
    let spellings: [&[u8]; 3] = [text::BOM, b"feff", b"xef"];
    spellings
        .iter()
        .any(|spelling| memchr::memmem::find(&lower, spelling).is_some())
}

/// The matches of `find`, which has options, in the bytes `window` of `text`, in order. Those of an expression do not
/// overlap.
///
/// # Errors
/// `BadPattern`, or `BadRequest` if the search exceeds its bound or the request refuses the matches.
pub(super) fn places(find: &Find, text: &[u8], window: Span) -> Result<Vec<Span>, Reason> {
    let old = &find.old;
    if find.options.language == PatternLanguage::Name {
        return Ok(names::places(find, text, window));
    }
    if !find.options.is_expression()
        && let Some(lines) = LineFeeds::needed_for(old, text, window)
    {
        let unix = Find {
            old: Bytes::copy_from_slice(&without_returns(old)),
            ..find.clone()
        };
        let mut found = places(&unix, &lines.text, lines.to_text(window))?;
        for place in &mut found {
            *place = lines.to_original(*place);
        }
        return Ok(found);
    }
    if !find.options.is_expression() {
        return Ok(literal::places(
            old,
            find.options,
            &text[..window.end()],
            window,
        ));
    }
    let pattern = Expression::new(find)?;
    let mut spans = pattern
        .spans(text, window)
        .map_err(|SearchStopped| search_stopped())?;
    if find.options.refuses_nested {
        refuse_nested(&pattern, text, &spans)?;
    }
    keep_whole_endings(find, text, &mut spans)?;
    // Below the last line of the window, an insertion would change the next line.
    if window.end() < text.len() && text[..window.end()].ends_with(b"\n") {
        spans.retain(|span| *span != Span::empty_at(window.end()));
    }
    Ok(spans)
}

/// Refuses a match of several lines in which the expression matches again. `begin.*?end` matches from the first of
/// two beginnings.
fn refuse_nested(pattern: &Expression, text: &[u8], spans: &[Span]) -> Result<(), Reason> {
    for span in spans {
        let found = &text[span.range()];
        if found.contains(&b'\n') && pattern.is_match_in(&found[1..]) {
            let line = bytecount::count(&text[..span.start()], b'\n') + 1;
            return Err(Reason::bad_request(
                format!(
                    "the expression matches again inside its match at line {line}, so the shorter one may be meant"
                ),
                "start it with words that occur once, or give the text itself",
            ));
        }
    }
    Ok(())
}

/// Drops empty matches inside a CRLF from `spans`.
///
/// # Errors
/// `BadRequest` if an expression that does not mention the carriage return matches half of a CRLF. The replacement
/// would change the line endings of the file.
fn keep_whole_endings(find: &Find, text: &[u8], spans: &mut Vec<Span>) -> Result<(), Reason> {
    spans.retain(|span| !(span.is_empty() && endings::is_inside_crlf(text, span.start())));
    if !mentions_return(&find.old) && spans.iter().any(|span| endings::splits_crlf(text, *span)) {
        return Err(Reason::bad_request(
            "the lines end in CRLF, but the expression matches only half of a line ending",
            r"`\r?\n` is a line ending, `[^\r\n]` any other character",
        ));
    }
    Ok(())
}

/// True if the expression mentions a carriage return.
fn mentions_return(source: &[u8]) -> bool {
    const RETURNS: [&[u8]; 8] = [
        b"\\r", b"\r", b"\\x0d", b"\\x0D", b"\\x{d}", b"\\x{D}", b"\\u{d}", b"\\u000d",
    ];
    RETURNS
        .iter()
        .any(|name| memchr::memmem::find(source, name).is_some())
}

/// True if no word continues before or after `span`. A line break at an end of `span` separates words. An adjacent
/// byte that is not part of a letter counts as a word.
pub(super) fn is_separate_word(text: &[u8], span: Span) -> bool {
    let found = &text[span.range()];
    (starts_with_newline(found) || !ends_in_word(&text[..span.start()]))
        && (found.ends_with(b"\n") || !starts_with_word(&text[span.end()..]))
}

fn starts_with_newline(text: &[u8]) -> bool {
    text.starts_with(b"\n") || text.starts_with(b"\r\n")
}

/// True if byte `at` is inside a UTF-8 sequence.
fn is_inside_letter(text: &[u8], at: usize) -> bool {
    for start in at.saturating_sub(MAX_CHAR_LEN - 1)..at {
        for end in at + 1..=text.len().min(start + MAX_CHAR_LEN) {
            if let Ok(letter) = std::str::from_utf8(&text[start..end])
                && letter.chars().count() == 1
            {
                return true;
            }
        }
    }
    false
}

fn ends_in_word(text: &[u8]) -> bool {
    for len in 1..=text.len().min(MAX_CHAR_LEN) {
        if let Ok(letter) = std::str::from_utf8(&text[text.len() - len..]) {
            return letter.chars().next().is_some_and(is_word_letter);
        }
    }
    !text.is_empty()
}

fn starts_with_word(text: &[u8]) -> bool {
    for len in 1..=text.len().min(MAX_CHAR_LEN) {
        if let Ok(letter) = std::str::from_utf8(&text[..len]) {
            return letter.chars().next().is_some_and(is_word_letter);
        }
    }
    !text.is_empty()
}

/// True if `\w` matches `letter`.
fn is_word_letter(letter: char) -> bool {
    static WORD: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"^\w$").ok());
    let mut bytes = [0; MAX_CHAR_LEN];
    let encoded = letter.encode_utf8(&mut bytes);
    WORD.as_ref()
        .is_some_and(|word| word.is_match(encoded.as_bytes()))
}

fn search_stopped() -> Reason {
    Reason::bad_request(
        "the search took too many steps: the expression often reads far beyond its match",
        "remove the alternative that reads so far, or search fewer lines",
    )
}
