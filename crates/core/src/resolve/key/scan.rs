//! Finds the end of a value on a line, and decodes the value.

use std::borrow::Cow;

use super::dialect::{Continues, Dialect, Folds, Quoting};
use super::format::Unread;
use super::tree::Closed;
use crate::text;

pub(super) const BLANKS: [char; 4] = [' ', '\t', '\u{b}', '\u{c}'];

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
    if !dialect.is_inline_disputed && !is_deeper || scan.closed == Some(Closed::Indented) {
        return Ok(scan);
    }
    // Includes the separator or space before the value.
    let start = from.saturating_sub(1);
    let value = &text[start..scan.end];
    let Some(comment) = dialect.comment_in(value) else {
        return Ok(scan);
    };
    if dialect.is_inline_disputed || value.contains('\n') {
        scan.closed = Some(Closed::Comment);
    } else {
        scan.end = from.max(start + value[..comment].trim_end().len());
    }
    Ok(scan)
}

/// Scans a value that continues in deeper lines.
fn scan_deeper(dialect: &Dialect, text: &str, from: usize, column: usize) -> Scan {
    let line_end = |at| text::line_end(text.as_bytes(), at);
    let first_end = line_end(from.saturating_sub(1)).max(from);
    let mut scan = Scan {
        end: from + text[from..first_end].trim_end().len(),
        line_end: first_end,
        closed: None,
        is_unfinished: false,
    };
    let mut at = first_end;
    let mut is_behind_gap = false;
    while at < text.len() {
        let end = line_end(at);
        let line = text[at..end].trim_end();
        let content = line.trim_start();
        // Blank lines and comments do not end a value if deeper lines follow.
        if content.is_empty() || content.starts_with(|c| dialect.is_comment(c)) {
            is_behind_gap = true;
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
        if is_behind_gap {
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
    let quoting = dialect.quoting;
    let goes_on = dialect.continues == Continues::Backslash;
    let mut closed = None;
    let mut is_unfinished = false;
    let mut quote = None;
    // The end of the last quoted part.
    let mut closed_at = None;
    let mut at = from;
    if quoting == Quoting::Npm && is_in_quotes(first_line(text, from)) {
        // npm reads a comment after the quotes as part of the value.
        at = from + first_line(text, from).len();
    }
    while let Some(c) = text[at..].chars().next() {
        let next = at + c.len_utf8();
        if c == '\\' && (goes_on || has_escapes(quoting, quote)) {
            let line_break = line_break(&text[next..]);
            let escaped = text[next..].chars().next().map_or(0, char::len_utf8);
            at = match line_break {
                0 => next + escaped,
                _ if !goes_on => next,
                _ => {
                    let below = skip_comments(dialect, text, next + line_break);
                    if below > next + line_break {
                        closed = Some(Closed::Gaps);
                    }
                    below
                }
            };
            let is_line_end = line_break > 0 || escaped == 0;
            is_unfinished = goes_on && is_line_end && at == text.len();
            continue;
        }
        let ends = match quote {
            Some(open) if c == open => {
                quote = None;
                closed_at = Some(next);
                false
            }
            Some(_) => c == '\n' && dialect.continues != Continues::Quotes,
            None if at == from => c == '\n' || dialect.begins_comment(c, " "),
            None => c == '\n' || dialect.begins_comment(c, &text[..at]),
        };
        if ends {
            break;
        }
        if quote.is_none() && closed_at != Some(next) && opens(quoting, c, at == from) {
            quote = Some(c);
        }
        at = next;
    }
    if quote.is_some() && matches!(quoting, Quoting::Shell | Quoting::Git | Quoting::Postgres) {
        return Err(Unread::at(from, "a quote is not closed"));
    }
    let raw = match quoting {
        Quoting::Java => text[from..at].trim_end_matches('\r'),
        _ => text[from..at].trim_end_matches(['\r', ' ', '\t', '\u{b}', '\u{c}']),
    };
    let end = from + raw.len();
    if quoting == Quoting::Shell && raw.starts_with(['"', '\'', '`']) {
        let is_cut = closed_at != Some(end);
        if is_cut || raw.starts_with('"') && raw.contains('\r') {
            closed = Some(Closed::Words);
        }
    }
    Ok(Scan {
        end,
        line_end: text::line_end(text.as_bytes(), at),
        closed,
        is_unfinished,
    })
}

fn first_line(text: &str, from: usize) -> &str {
    text[from..].lines().next().unwrap_or_default().trim_end()
}

/// The length of the line break at the start of `text`.
fn line_break(text: &str) -> usize {
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
    let ends = |quote| raw.starts_with(quote) && raw.ends_with(quote);
    raw.len() > 1 && (ends('"') || ends('\''))
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

/// Maps `from` to the other alphabet.
pub(super) fn other(from: char, [alphabet, other]: [&str; 2]) -> Option<char> {
    let at = alphabet.chars().position(|c| c == from)?;
    other.chars().nth(at)
}

/// Decodes the value written as `raw`. `None` for an invalid escape.
pub(super) fn read<'r>(dialect: &Dialect, raw: &'r str) -> Option<Cow<'r, str>> {
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
    let first = raw.chars().next();
    let quote = first.filter(|&c| quoting != Quoting::Git && quotes(quoting).contains(c));
    let inner = quote.and_then(|quote| raw.strip_prefix(quote)?.strip_suffix(quote));
    let said = match inner {
        Some(inner) => decoded(dialect, inner, quote)?,
        None => decoded(dialect, raw, None)?,
    };
    if dialect.folds == Folds::CaseAndBlanks && raw.contains('\n') {
        let words: Vec<&str> = said.split_whitespace().collect();
        return Some(words.join(" ").into());
    }
    Some(said)
}

/// Decodes the escapes of `raw`, in `quote` or outside of quotes. `None` for an invalid escape.
fn decoded<'r>(dialect: &Dialect, raw: &'r str, quote: Option<char>) -> Option<Cow<'r, str>> {
    let quoting = dialect.quoting;
    let goes_on = dialect.continues == Continues::Backslash;
    let (letters, characters) = escapes(quoting, quote);
    if !raw.contains(['\\', '"', '\'']) || letters.is_empty() && !goes_on {
        return Some(raw.into());
    }
    // In Java, a character beyond 16 bits consists of two escapes.
    let mut units: Vec<u16> = Vec::new();
    let mut rest = raw;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        let mut said = [Some(c), None];
        if quoting == Quoting::Git && c == '"' {
            continue;
        }
        if quoting == Quoting::Postgres && rest.starts_with('\'') && c == '\'' {
            rest = &rest[1..];
        }
        if c == '\\' {
            let length = line_break(rest);
            if goes_on && length > 0 {
                rest = &rest[length..];
                match quoting {
                    Quoting::None => units.push(u16::from(b' ')),
                    Quoting::Java => rest = rest.trim_start_matches([' ', '\t', '\u{c}']),
                    _ => {}
                }
                continue;
            }
            let next = rest.chars().next();
            rest = &rest[next.map_or(0, char::len_utf8)..];
            let meant = next.and_then(|next| other(next, [letters, characters]));
            said = match quoting {
                Quoting::Java if next == Some('u') => {
                    units.push(u16::from_str_radix(rest.get(..4)?, 16).ok()?);
                    rest = &rest[4..];
                    continue;
                }
                Quoting::Java => [meant.or(Some(next?)), None],
                Quoting::Git => [Some(meant?), None],
                _ if meant.is_some() => [meant, None],
                // Keep a backslash before any other character.
                _ => [Some(c), next],
            };
        }
        for c in said.into_iter().flatten() {
            units.extend_from_slice(c.encode_utf16(&mut [0; 2]));
        }
    }
    String::from_utf16(&units).ok().map(Cow::from)
}

pub(super) fn read_name<'r>(dialect: &Dialect, raw: &'r str) -> Cow<'r, str> {
    match dialect.quoting {
        Quoting::Java => decoded(dialect, raw, None).unwrap_or(raw.into()),
        Quoting::Shell => match raw.strip_prefix("export") {
            Some(name) if name.starts_with(BLANKS) => name.trim_start_matches(BLANKS).into(),
            _ => raw.into(),
        },
        _ => raw.into(),
    }
}

/// The name of a git section between `[` and `]`: `remote "origin"` is `remote.origin`.
pub(super) fn git_section(inner: &str) -> Cow<'_, str> {
    let Some((section, rest)) = inner.split_once('"') else {
        return inner.into();
    };
    let mut sub = String::new();
    let mut letters = rest.trim_end().strip_suffix('"').unwrap_or(rest).chars();
    while let Some(c) = letters.next() {
        // Git drops the backslash before any character.
        sub.push(match c {
            '\\' => letters.next().unwrap_or(c),
            c => c,
        });
    }
    format!("{}.{sub}", section.trim()).into()
}
