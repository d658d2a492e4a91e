//! Finds the end of a value on a line, and decodes the value.

use std::borrow::Cow;
use std::str::Chars;

use super::dialect::{BLANKS, Continues, Dialect, Folds, Quoting};
use super::tree::{Closed, Unread};
use crate::text;

pub(super) struct Scan {
    /// The end of the value, without trailing whitespace.
    pub end: usize,
    /// The end of the last line of the value.
    pub line_end: usize,
    /// The reason why the value cannot be changed.
    pub closed: Option<Closed>,
    /// True if the value would continue in a line at the end of the text.
    pub is_unfinished: bool,
}

/// Finds the end of the value at `from` in `text`. `column` is the indentation of its entry.
///
/// # Errors
/// An unclosed quote, or a line that programs read differently.
pub(super) fn scan(
    dialect: &Dialect,
    text: &str,
    from: usize,
    column: usize,
) -> Result<Scan, Unread> {
    let is_deeper = dialect.continues.is_deeper();
    let mut scan = if is_deeper {
        scan_deeper(dialect, text, from, column)
    } else {
        scan_quoted(dialect, text, from)?
    };
    let has_scanned_comments = !dialect.are_inline_comments_disputed && !is_deeper;
    if has_scanned_comments || scan.closed == Some(Closed::Indented) {
        return Ok(scan);
    }
    // Includes the separator or space before the value, or the last letter of a key without either.
    let start = text[..from]
        .char_indices()
        .next_back()
        .map_or(from, |(at, _)| at);
    let value = &text[start..scan.end];
    let Some(comment) = dialect.comment_in(value) else {
        return Ok(scan);
    };
    if dialect.are_inline_comments_disputed || value.contains('\n') {
        scan.closed = Some(Closed::Comment);
    } else {
        scan.end = from.max(start + value[..comment].trim_end().len());
    }
    Ok(scan)
}

/// Scans a value that continues in deeper lines.
fn scan_deeper(dialect: &Dialect, text: &str, from: usize, column: usize) -> Scan {
    let first_end = text::line_end(text.as_bytes(), from.saturating_sub(1)).max(from);
    let mut scan = Scan {
        end: from + text[from..first_end].trim_end().len(),
        line_end: first_end,
        closed: None,
        is_unfinished: false,
    };
    let mut at = first_end;
    let mut has_gap = false;
    while at < text.len() {
        let end = text::line_end(text.as_bytes(), at);
        let line = text[at..end].trim_end();
        let content = line.trim_start();
        // Blank lines and comments do not end a value if deeper lines follow.
        if content.is_empty() || content.starts_with(|c| dialect.is_comment(c)) {
            has_gap = true;
            at = end;
            continue;
        }
        if line.len() - content.len() <= column {
            break;
        }
        if dialect.continues == Continues::DeeperOrOdd && looks_like_entry(content) {
            scan.closed = Some(Closed::Indented);
            return scan;
        }
        if has_gap {
            scan.closed = Some(Closed::Gaps);
        }
        scan.end = at + line.len();
        (scan.line_end, at) = (end, end);
    }
    scan
}

/// True if other programs read the indented `line` as an entry or a section.
pub(super) fn looks_like_entry(line: &str) -> bool {
    line.starts_with('[') || line.contains('=') || line.contains(": ") || line.ends_with(':')
}

/// Scans a value that ends with its line, unless a backslash or a quote continues it.
fn scan_quoted(dialect: &Dialect, text: &str, from: usize) -> Result<Scan, Unread> {
    let mut scanner = QuoteScanner {
        dialect,
        text,
        from,
        at: from,
        quote: None,
        quoted_end: None,
        closed: None,
        is_unfinished: false,
    };
    let first_line = text[from..].lines().next().unwrap_or_default().trim_end();
    if dialect.quoting == Quoting::Npm && is_in_quotes(first_line) {
        // npm reads a comment after the quotes as part of the value.
        scanner.at += first_line.len();
    }
    while let Some(c) = text[scanner.at..].chars().next() {
        if c == '\\' && scanner.has_escapes() {
            scanner.skip_escape();
        } else if scanner.is_end(c) {
            break;
        } else {
            scanner.skip(c);
        }
    }
    scanner.finish()
}

/// The state of [`scan_quoted`].
struct QuoteScanner<'a> {
    dialect: &'a Dialect,
    text: &'a str,
    /// The start of the value.
    from: usize,
    at: usize,
    /// The quote that is open at `at`.
    quote: Option<char>,
    /// The end of the last quoted part.
    quoted_end: Option<usize>,
    closed: Option<Closed>,
    is_unfinished: bool,
}

impl QuoteScanner<'_> {
    fn continues_after_backslash(&self) -> bool {
        self.dialect.continues == Continues::Backslash
    }

    fn has_escapes(&self) -> bool {
        self.continues_after_backslash() || has_escapes(self.dialect.quoting, self.quote)
    }

    /// Skips a backslash and the character or line break after it.
    fn skip_escape(&mut self) {
        self.at += 1;
        let rest = &self.text[self.at..];
        let break_len = line_break_len(rest);
        if break_len == 0 {
            let escaped = rest.chars().next();
            self.at += escaped.map_or(0, char::len_utf8);
            self.is_unfinished = self.continues_after_backslash() && escaped.is_none();
        } else if self.continues_after_backslash() {
            let next_line = self.at + break_len;
            self.at = skip_comments(self.dialect, self.text, next_line);
            if self.at > next_line {
                self.closed = Some(Closed::Gaps);
            }
            self.is_unfinished = self.at == self.text.len();
        }
    }

    /// True if the value ends before `c`, the next character.
    fn is_end(&self, c: char) -> bool {
        if self.quote.is_some() {
            return c == '\n' && self.dialect.continues != Continues::Quotes;
        }
        let before = if self.at == self.from {
            " "
        } else {
            &self.text[..self.at]
        };
        c == '\n' || self.dialect.begins_comment(c, before)
    }

    /// Skips `c`, the next character, which may open or close a quote.
    fn skip(&mut self, c: char) {
        let is_first = self.at == self.from;
        self.at += c.len_utf8();
        if self.quote == Some(c) {
            self.quote = None;
            self.quoted_end = Some(self.at);
        } else if self.quote.is_none() && opens(self.dialect.quoting, c, is_first) {
            self.quote = Some(c);
        }
    }

    fn finish(self) -> Result<Scan, Unread> {
        let quoting = self.dialect.quoting;
        let must_be_closed = matches!(quoting, Quoting::Shell | Quoting::Git | Quoting::Postgres);
        if self.quote.is_some() && must_be_closed {
            return Err(Unread::at(self.from, "a quote is not closed"));
        }
        let unquoted = &self.text[self.quoted_end.unwrap_or(self.from)..self.at];
        if quoting == Quoting::Php && unquoted.matches('"').count() % 2 == 1 {
            // PHP reads the next lines too, up to another quote.
            return Err(Unread::at(self.from, "a quote is not closed"));
        }
        let raw = match quoting {
            // The readers keep blanks at the end of a value.
            Quoting::Java | Quoting::Desktop => {
                self.text[self.from..self.at].trim_end_matches('\r')
            }
            _ => {
                self.text[self.from..self.at].trim_end_matches(['\r', ' ', '\t', '\u{b}', '\u{c}'])
            }
        };
        let end = self.from + raw.len();
        let mut closed = self.closed;
        if quoting == Quoting::Shell && raw.starts_with(['"', '\'', '`']) {
            let has_more_words = self.quoted_end != Some(end);
            if has_more_words || raw.starts_with('"') && raw.contains('\r') {
                closed = Some(Closed::Words);
            }
        }
        Ok(Scan {
            end,
            line_end: text::line_end(self.text.as_bytes(), self.at),
            closed,
            is_unfinished: self.is_unfinished,
        })
    }
}

/// The length of the line break at the start of `text`.
fn line_break_len(text: &str) -> usize {
    match text.as_bytes() {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => 0,
    }
}

/// Skips the comments between continuation lines of a systemd value.
fn skip_comments(dialect: &Dialect, text: &str, from: usize) -> usize {
    let mut at = from;
    while dialect.quoting == Quoting::None
        && text[at..]
            .trim_start_matches(BLANKS)
            .starts_with(|c| dialect.is_comment(c))
    {
        at = text::line_end(text.as_bytes(), at);
    }
    at
}

/// True if `raw` is enclosed in quotes of one kind.
fn is_in_quotes(raw: &str) -> bool {
    raw.len() > 1
        && (raw.starts_with('"') && raw.ends_with('"')
            || raw.starts_with('\'') && raw.ends_with('\''))
}

/// The quotes of values, preferred ones first. npm quotes enclose the complete value, git quotes can be anywhere.
pub(super) fn quotes(quoting: Quoting) -> &'static str {
    match quoting {
        Quoting::Git => "\"",
        Quoting::MySql | Quoting::Php | Quoting::Npm => "\"'",
        Quoting::Postgres => "'",
        Quoting::Shell => "'\"`",
        Quoting::None | Quoting::Plain | Quoting::Desktop | Quoting::Java => "",
    }
}

/// True if `c` opens a quote. `is_first` is true at the start of a value.
fn opens(quoting: Quoting, c: char, is_first: bool) -> bool {
    match quoting {
        Quoting::Npm => false,
        Quoting::Php | Quoting::Shell => is_first && quotes(quoting).contains(c),
        _ => quotes(quoting).contains(c),
    }
}

/// True if a backslash escapes the next character in `quote`, or outside of quotes if `quote` is `None`.
fn has_escapes(quoting: Quoting, quote: Option<char>) -> bool {
    match quoting {
        Quoting::Git | Quoting::Java | Quoting::Npm => true,
        Quoting::MySql | Quoting::Postgres => quote.is_some(),
        Quoting::Php | Quoting::Shell => quote == Some('"'),
        Quoting::None | Quoting::Plain | Quoting::Desktop => false,
    }
}

/// The letters after a backslash, in `quote` or outside of quotes, and the corresponding characters.
pub(super) fn escapes(quoting: Quoting, quote: Option<char>) -> (&'static str, &'static str) {
    match (quoting, quote) {
        (Quoting::Git, _) => ("ntb\"\\", "\n\t\u{8}\"\\"),
        (Quoting::MySql, _) => ("ntrb\"\\s'", "\n\t\r\u{8}\"\\ '"),
        (Quoting::Php, Some('"')) => ("\"\\'", "\"\\'"),
        (Quoting::Npm, None) => ("\\;#", "\\;#"),
        (Quoting::Desktop, _) => ("ntr\\s", "\n\t\r\\ "),
        (Quoting::Postgres, Some('\'')) => ("ntrbf\\'", "\n\t\r\u{8}\u{c}\\'"),
        (Quoting::Shell, Some('"')) => ("nrt\"\\$`", "\n\r\t\"\\$`"),
        (Quoting::Java, _) => ("nrtf", "\n\r\t\u{c}"),
        _ => ("", ""),
    }
}

/// Translates `c` from the characters of `from` to the corresponding ones of `to`.
pub(super) fn translate(c: char, from: &str, to: &str) -> Option<char> {
    let at = from.chars().position(|letter| letter == c)?;
    to.chars().nth(at)
}

/// Decodes the value written as `raw`. `None` for an invalid escape.
pub(super) fn decode_value<'r>(dialect: &Dialect, raw: &'r str) -> Option<Cow<'r, str>> {
    let quoting = dialect.quoting;
    if dialect.continues.is_deeper() {
        let lines: Vec<&str> = raw.lines().map(str::trim).collect();
        return Some(lines.join("\n").into());
    }
    if quoting == Quoting::Npm
        && let Ok(text) = serde_json::from_str::<String>(raw)
    {
        return Some(text.into());
    }
    let decoded = match split_quotes(quoting, raw) {
        Some((quote, inner)) => decode(dialect, inner, Some(quote))?,
        None => decode(dialect, raw, None)?,
    };
    if dialect.folds == Folds::CaseAndBlanks && raw.contains('\n') {
        let words: Vec<&str> = decoded.split_whitespace().collect();
        return Some(words.join(" ").into());
    }
    Some(decoded)
}

/// The quote that encloses `raw`, and the text inside. `None` for git, whose quotes can be anywhere.
fn split_quotes(quoting: Quoting, raw: &str) -> Option<(char, &str)> {
    let quote = raw.chars().next()?;
    if quoting == Quoting::Git || !quotes(quoting).contains(quote) {
        return None;
    }
    let inner = raw.strip_prefix(quote)?.strip_suffix(quote)?;
    Some((quote, inner))
}

/// Decodes the escapes of `raw`, in `quote` or outside of quotes. `None` for an invalid escape.
fn decode<'r>(dialect: &Dialect, raw: &'r str, quote: Option<char>) -> Option<Cow<'r, str>> {
    let has_escapes = !escapes(dialect.quoting, quote).0.is_empty();
    if !raw.contains(['\\', '"', '\'']) || !has_escapes && dialect.continues != Continues::Backslash
    {
        return Some(raw.into());
    }
    // In Java, a character beyond 16 bits consists of two escapes.
    let mut units = Vec::new();
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => decode_escape(dialect, quote, &mut chars, &mut units)?,
            '"' if dialect.quoting == Quoting::Git => {}
            '\'' if dialect.quoting == Quoting::Postgres && chars.as_str().starts_with('\'') => {
                chars.next();
                push(&mut units, c);
            }
            _ => push(&mut units, c),
        }
    }
    String::from_utf16(&units).ok().map(Cow::from)
}

/// Decodes the escape whose backslash precedes `chars`. `None` if it is invalid.
fn decode_escape(
    dialect: &Dialect,
    quote: Option<char>,
    chars: &mut Chars<'_>,
    units: &mut Vec<u16>,
) -> Option<()> {
    let break_len = line_break_len(chars.as_str());
    if dialect.continues == Continues::Backslash && break_len > 0 {
        let mut next_line = &chars.as_str()[break_len..];
        match dialect.quoting {
            Quoting::None => push(units, ' '),
            Quoting::Java => next_line = next_line.trim_start_matches([' ', '\t', '\u{c}']),
            _ => {}
        }
        *chars = next_line.chars();
        return Some(());
    }
    let escaped = chars.next();
    let (letters, characters) = escapes(dialect.quoting, quote);
    let decoded = escaped.and_then(|letter| translate(letter, letters, characters));
    match dialect.quoting {
        Quoting::Java if escaped == Some('u') => {
            let digits = chars.as_str().get(..4)?;
            units.push(u16::from_str_radix(digits, 16).ok()?);
            *chars = chars.as_str()[4..].chars();
        }
        Quoting::Java => push(units, decoded.or(escaped)?),
        Quoting::Git => push(units, decoded?),
        _ => {
            if decoded.is_none() {
                // Keep a backslash before any other character.
                push(units, '\\');
            }
            if let Some(c) = decoded.or(escaped) {
                push(units, c);
            }
        }
    }
    Some(())
}

fn push(units: &mut Vec<u16>, c: char) {
    units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
}

pub(super) fn decode_name<'r>(dialect: &Dialect, raw: &'r str) -> Cow<'r, str> {
    match dialect.quoting {
        Quoting::Java => decode(dialect, raw, None).unwrap_or(raw.into()),
        Quoting::Shell => match raw.strip_prefix("export") {
            Some(name) if name.starts_with(BLANKS) => name.trim_start_matches(BLANKS).into(),
            _ => raw.into(),
        },
        _ => raw.into(),
    }
}

/// The name of a git section between `[` and `]`: `remote "origin"` is `remote.origin`. Git reads `[remote.Origin]`, an
/// old form, in lower case.
pub(super) fn decode_git_section(inner: &str) -> String {
    let (section, quoted) = match inner.split_once('"') {
        Some((section, quoted)) => (section.trim(), Some(quoted)),
        None => (inner, None),
    };
    let mut name = section.to_owned();
    if section.contains('.') {
        name.make_ascii_lowercase();
    }
    let Some(quoted) = quoted else {
        return name;
    };
    name.push('.');
    let quoted = quoted.trim_end();
    let mut letters = quoted.strip_suffix('"').unwrap_or(quoted).chars();
    while let Some(c) = letters.next() {
        // Git drops the backslash before any character.
        name.push(match c {
            '\\' => letters.next().unwrap_or(c),
            c => c,
        });
    }
    name
}
