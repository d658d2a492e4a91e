//! Writes values and names in the notation of a line-based dialect.
//!
//! A value is written without quotes if possible. Otherwise, it is written in the first kind of quotes that the
//! dialect reads back unchanged.

use super::dialect::{Continues, Dialect, Expands, Folds, Quoting};
use super::scan::{decode_value, escapes, looks_like_entry, quotes, scan, translate};
use super::write::Site;
use crate::request::Value;

/// Line endings in JavaScript, but not in most other languages. npm drops a line with one of them.
const SCRIPT_LINE_ENDS: [char; 2] = ['\u{2028}', '\u{2029}'];
const CONTROL: &str = "a control character";
const ENDS: &str = "a value with spaces at its ends, blank lines or a comment character";
const LINES: &str = "a value of several lines";
const BAD_NAME: &str = "such a name";

/// Writes a value in the notation of the dialect.
///
/// # Errors
/// A description of the unsupported content.
pub(super) fn scalar(
    dialect: &Dialect,
    value: &Value,
    site: &Site<'_>,
) -> Result<String, &'static str> {
    let text = match value {
        Value::Text(text) | Value::Number(text) | Value::Time(text) => text,
        Value::Bool(truth) => return Ok(truth.to_string()),
        Value::Null => return Err("null"),
        Value::Map(_) | Value::List(_) => return Err("tables and lists"),
    };
    match dialect.quoting {
        Quoting::None | Quoting::Plain => return unquoted(dialect, text, site),
        Quoting::Desktop => return desktop_value(text),
        Quoting::Java => return Ok(java_value(text, site)),
        Quoting::Shell => check_in_shell(text)?,
        _ => {}
    }
    for quote in quotes_to_try(dialect.quoting, text, site) {
        if let Some(written) = written(dialect, text, quote, site)
            && reads_back(dialect, &written, text, site)
        {
            return Ok(written);
        }
    }
    Err(match text {
        _ if text.contains(|c: char| c.is_control() && c != '\n') => CONTROL,
        _ if text.contains('\n') || text.contains(SCRIPT_LINE_ENDS) => LINES,
        _ if dialect.quoting == Quoting::Npm => "a value in quotes before a comment",
        _ => "such quotes or characters, which programs read differently",
    })
}

/// The quotes for `text`, the old ones and then no quotes first.
fn quotes_to_try(quoting: Quoting, text: &str, site: &Site<'_>) -> Vec<Option<char>> {
    let mut to_try = Vec::new();
    if let Some(quote) = site.old.and_then(|old| old.chars().next())
        && quoting != Quoting::Npm
        && quotes(quoting).contains(quote)
    {
        to_try.push(Some(quote));
    }
    // PHP replaces words such as `none` and `E_ALL` outside of quotes.
    if quoting != Quoting::Php || !site.is_string {
        to_try.push(None);
    }
    if quoting == Quoting::Shell && text.contains('\n') {
        to_try.push(Some('"'));
    }
    to_try.extend(quotes(quoting).chars().map(Some));
    to_try
}

/// `text` with escapes, in `quote` or without quotes. `None` if programs read the result differently.
fn written(dialect: &Dialect, text: &str, quote: Option<char>, site: &Site<'_>) -> Option<String> {
    let quoting = dialect.quoting;
    let has_break = text.contains('\n') && site.text.contains('\r');
    if quoting == Quoting::Php && (has_break || text.contains('\0'))
        || quoting == Quoting::Npm && text.contains(SCRIPT_LINE_ENDS)
    {
        return None;
    }
    match quote {
        Some(quote) => in_quotes(quoting, text, quote, site),
        None if is_bare(quoting, text, site) => escape(text, escapes(quoting, None)).ok(),
        None => None,
    }
}

/// True if all programs read `text` as the same value without quotes.
fn is_bare(quoting: Quoting, text: &str, site: &Site<'_>) -> bool {
    let is_plain = match quoting {
        Quoting::Git => !text.contains(['#', ';']),
        Quoting::MySql => !text.contains(['#', '"', '\'']),
        Quoting::Php => is_bare_in_php(text),
        Quoting::Npm => !text.starts_with(['[', '"', '\'']),
        Quoting::Postgres => is_bare_in_postgres(text),
        Quoting::Shell if text.is_empty() => !site.is_followed,
        Quoting::Shell => !text.contains(is_special_in_shell),
        _ => true,
    };
    is_plain && text.trim() == text
}

/// `text` with escapes in `quote`. `None` if programs read the result differently.
fn in_quotes(quoting: Quoting, text: &str, quote: char, site: &Site<'_>) -> Option<String> {
    let inner = match (quoting, quote) {
        (Quoting::Php, '"') => {
            // PHP ends the text at a quote after a backslash if a line break follows, and only then.
            let is_cut = text.contains("\"\n") || text.ends_with('\\') && site.is_followed;
            if is_cut || text.contains("${") {
                return None;
            }
            text.replace('\\', "\\\\").replace('"', "\\\"")
        }
        (Quoting::Php, _) if text.contains('\'') => return None,
        // In double quotes, shells require a backslash before these characters, and libraries read the backslash.
        (Quoting::Shell, '"') if text.contains(['"', '\\', '$', '`']) => return None,
        (Quoting::Shell, '`') => return None,
        (Quoting::Php | Quoting::Shell, _) => text.to_owned(),
        // npm would use the last quote on the line, inside the comment.
        (Quoting::Npm, '"') if !site.is_followed => return serde_json::to_string(text).ok(),
        (Quoting::Npm, _) => return None,
        (Quoting::Postgres, _) => escape(text, escapes(quoting, Some(quote)))
            .ok()?
            .replace('\'', "''"),
        _ => escape(text, escapes(quoting, Some(quote))).ok()?,
    };
    Some(format!("{quote}{inner}{quote}"))
}

/// True if `written` is read as `text`, and a comment after the value stays a comment.
fn reads_back(dialect: &Dialect, written: &str, text: &str, site: &Site<'_>) -> bool {
    let comment = if site.is_followed {
        dialect.line_comments
    } else {
        ""
    };
    let line = format!("{written} {}", comment.get(..1).unwrap_or_default());
    scan(dialect, &line, 0, 0).is_ok_and(|scan| {
        scan.closed.is_none()
            && scan.end == written.len()
            && decode_value(dialect, written).is_some_and(|decoded| decoded == text)
    })
}

/// Escapes `text`. Spaces and single quotes are not escaped.
fn escape(text: &str, (letters, characters): (&str, &str)) -> Result<String, &'static str> {
    let mut written = String::new();
    for c in text.chars() {
        match translate(c, characters, letters) {
            Some(letter) if c != ' ' && c != '\'' => written.extend(['\\', letter]),
            None if c.is_control() => return Err(CONTROL),
            _ => written.push(c),
        }
    }
    Ok(written)
}

fn desktop_value(text: &str) -> Result<String, &'static str> {
    let body = text.trim_matches(' ');
    let leading = text.len() - text.trim_start_matches(' ').len();
    let trailing = text.len() - leading - body.len();
    // `\;` is a semicolon inside a list element.
    let written = escape(body, escapes(Quoting::Desktop, None))?.replace("\\\\;", "\\;");
    Ok([&"\\s".repeat(leading), &*written, &"\\s".repeat(trailing)].concat())
}

/// A value without quotes and escapes.
fn unquoted(dialect: &Dialect, text: &str, site: &Site<'_>) -> Result<String, &'static str> {
    for (number, line) in text.split('\n').enumerate() {
        if number > 0 {
            may_continue(dialect, line, site)?;
        }
        if line.trim() != line || dialect.comment_in(line).is_some() {
            return Err(ENDS);
        }
        if dialect.folds == Folds::CaseAndBlanks && line.contains("  ") {
            return Err("several spaces, which it reads as one");
        }
        if line.contains(char::is_control) {
            return Err(CONTROL);
        }
    }
    if dialect.continues == Continues::Backslash && text.ends_with('\\') {
        return Err("a backslash at the end of a line");
    }
    match dialect.expands {
        Expands::Percents if has_stray_percent(text) => {
            return Err("a `%` that is neither `%%` nor a reference such as `%(name)s`");
        }
        Expands::Dollars if has_variable(text) => {
            return Err("a `$` that begins a variable");
        }
        Expands::Disputed => check_disputed(text, site)?,
        _ => {}
    }
    Ok(text.to_owned())
}

/// # Errors
/// Content that programs read differently, unless the file contains such values: then its program supports them.
fn check_disputed(text: &str, site: &Site<'_>) -> Result<(), &'static str> {
    let checks: [fn(&str) -> bool; 3] = [has_disputed_characters, has_stray_percent, has_reference];
    for is_disputed in checks {
        if is_disputed(text) && !entry_lines(site.text).any(is_disputed) {
            return Err(
                "a backslash, a `%`, or a quote at an end, which programs read differently",
            );
        }
    }
    Ok(())
}

fn entry_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(str::trim)
        .filter(|line| !line.starts_with(['#', ';']))
}

/// # Errors
/// A value cannot continue with `line`.
fn may_continue(dialect: &Dialect, line: &str, site: &Site<'_>) -> Result<(), &'static str> {
    let is_plain = dialect.quoting == Quoting::Plain;
    // Only if the file contains such values, the program that reads it supports them.
    if !dialect.continues.is_deeper() || is_plain && !site.text.lines().any(is_deeper_line) {
        return Err(LINES);
    }
    if line.is_empty() || line.starts_with(['#', ';', '[']) {
        return Err(ENDS);
    }
    if is_plain && looks_like_entry(line) {
        return Err("a line that other programs read as a separate entry");
    }
    Ok(())
}

/// True if `line` continues the value above it in plain INI.
fn is_deeper_line(line: &str) -> bool {
    let content = line.trim();
    line.starts_with([' ', '\t'])
        && !content.is_empty()
        && !looks_like_entry(content)
        && !content.starts_with(['#', ';'])
}

/// True if `text` contains a backslash, or begins or ends with a quote.
fn has_disputed_characters(text: &str) -> bool {
    text.contains('\\') || text.starts_with(['"', '\'']) || text.ends_with(['"', '\''])
}

fn has_stray_percent(text: &str) -> bool {
    without_references(text).contains('%')
}

fn has_reference(text: &str) -> bool {
    without_references(text) != text
}

/// `text` without `%%` and references such as `%(name)s`.
fn without_references(text: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        kept.push_str(&rest[..at]);
        rest = &rest[at..];
        let len = reference_len(rest);
        if len == 0 {
            kept.push('%');
        }
        rest = &rest[len.max(1)..];
    }
    kept + rest
}

/// The length of the `%%` or reference at the start of `text`, 0 if there is none. Supervisor also has `%(name)02d`.
fn reference_len(text: &str) -> usize {
    if text.starts_with("%%") {
        return 2;
    }
    let Some(rest) = text.strip_prefix("%(") else {
        return 0;
    };
    let Some((_, format)) = rest.split_once(')') else {
        return 0;
    };
    let letter = format.trim_start_matches(|c: char| c.is_ascii_digit());
    if letter.starts_with(['s', 'd']) {
        text.len() - letter.len() + 1
    } else {
        0
    }
}

/// True if `text` contains `$NAME`, `${NAME}` or `$$`.
fn has_variable(text: &str) -> bool {
    text.split('$')
        .skip(1)
        .any(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || "_{".contains(c)))
        || text.contains("$$")
}

/// True for words, numbers and paths, and for expressions of constants.
fn is_bare_in_php(text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-./:+*,@%\\ ".contains(c);
    text.chars().all(is_word) || is_expression_in_php(text)
}

/// The last part of a PHP expression.
#[derive(PartialEq)]
enum LastPart {
    /// An operator or an opening bracket. An operand must follow.
    Operator,
    Constant,
    ClosingBracket,
}

/// True for a complete expression of constants: `E_ALL & ~E_NOTICE`.
fn is_expression_in_php(text: &str) -> bool {
    let mut last = LastPart::Operator;
    let mut open_brackets = 0;
    for c in text.chars() {
        last = match (c, last) {
            (' ', last) => last,
            ('~', LastPart::Operator) => LastPart::Operator,
            ('(', LastPart::Operator) => {
                open_brackets += 1;
                LastPart::Operator
            }
            (')', LastPart::Constant | LastPart::ClosingBracket) if open_brackets > 0 => {
                open_brackets -= 1;
                LastPart::ClosingBracket
            }
            ('&' | '|' | '^', LastPart::Constant | LastPart::ClosingBracket) => LastPart::Operator,
            ('A'..='Z' | '0'..='9' | '_', LastPart::Operator | LastPart::Constant) => {
                LastPart::Constant
            }
            _ => return false,
        };
    }
    let is_complete = last != LastPart::Operator && open_brackets == 0;
    is_complete && text.contains(|c: char| c.is_ascii_uppercase())
}

/// True for a word, or a number with or without a unit.
fn is_bare_in_postgres(text: &str) -> bool {
    if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return !text.contains(|c: char| !c.is_ascii_alphanumeric() && !"_-.:/".contains(c));
    }
    let number = text.strip_prefix('-').unwrap_or(text);
    let digits = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    // PostgreSQL reads an exponent after an integer as a unit, and accepts no unit after a fraction.
    digits.starts_with(|c: char| c.is_ascii_digit())
        && !digits.contains(['e', 'E'])
        && (digits == number || !digits.contains('.'))
        && digits.parse::<f64>().is_ok()
}

/// # Errors
/// Content that shells and libraries read differently with any kind of quotes.
fn check_in_shell(text: &str) -> Result<(), &'static str> {
    const DISPUTED: &str = "a backslash that programs read differently";
    if text.contains(|c: char| c.is_control() && c != '\n' && c != '\t') {
        return Err(CONTROL);
    }
    if text.contains("${") {
        return Err("a variable, which programs read differently between quotes");
    }
    // Programs disagree on whether a backslash before another backslash or a quote is an escape.
    let needs_both = text.contains('\'') && text.contains(['"', '\\', '$', '`']);
    if text.contains("\\\\") || text.ends_with('\\') || needs_both {
        return Err(DISPUTED);
    }
    Ok(())
}

fn is_special_in_shell(c: char) -> bool {
    !c.is_ascii_alphanumeric() && !"_-./:@%+,=?{}".contains(c)
}

/// The notation of non-ASCII letters in a properties file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NonAscii {
    /// The letters themselves.
    Plain,
    /// `\u00FC`.
    Upper,
    /// `\u00fc`.
    Lower,
}

impl NonAscii {
    /// The notation of letters in `text`, a document or a value.
    fn in_text(text: &str) -> Option<Self> {
        if !text.is_ascii() {
            return Some(Self::Plain);
        }
        let mut escapes = text.split("\\u").skip(1).filter_map(|rest| rest.get(..4));
        let digits = escapes.find(|digits| digits.contains(|c: char| c.is_ascii_alphabetic()))?;
        let is_upper = digits.contains(|c: char| c.is_ascii_uppercase());
        Some(if is_upper { Self::Upper } else { Self::Lower })
    }
}

fn java_value(text: &str, site: &Site<'_>) -> String {
    let notation = site
        .old
        .and_then(NonAscii::in_text)
        .or_else(|| NonAscii::in_text(site.text));
    java_written(text, notation.unwrap_or(NonAscii::Lower))
}

fn java_written(text: &str, notation: NonAscii) -> String {
    let mut written = String::new();
    let (letters, characters) = escapes(Quoting::Java, None);
    for (at, c) in text.char_indices() {
        match (c, translate(c, characters, letters)) {
            (_, Some(letter)) => written.extend(['\\', letter]),
            (' ' | '=' | ':', _) if at == 0 => written.extend(['\\', c]),
            ('\\', _) => written.push_str("\\\\"),
            _ if !c.is_control() && (c.is_ascii() || notation == NonAscii::Plain) => {
                written.push(c)
            }
            _ => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    match notation {
                        NonAscii::Upper => written.push_str(&format!("\\u{unit:04X}")),
                        _ => written.push_str(&format!("\\u{unit:04x}")),
                    }
                }
            }
        }
    }
    written
}

/// Writes `name` in the notation of the dialect.
///
/// # Errors
/// The dialect cannot represent the name.
pub(super) fn name(dialect: &Dialect, name: &str) -> Result<String, &'static str> {
    if dialect.quoting == Quoting::Java {
        let mut written = String::new();
        for letter in java_written(name.trim_start(), NonAscii::Lower).chars() {
            if " =:#!".contains(letter) {
                written.push('\\');
            }
            written.push(letter);
        }
        return Ok(written);
    }
    let odd: &[char] = match dialect.quoting {
        Quoting::Php => &['{', '}', '|', '&', '~', '!', '(', ')', '^', '"', '$'],
        Quoting::Npm => &['"', '\'', '\\'],
        Quoting::Plain => &['"', '\'', '\\', ';', '#'],
        _ => &[],
    };
    let is_sound = match dialect.quoting {
        Quoting::Git => is_git_name(name),
        Quoting::Shell => {
            name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit())
        }
        Quoting::Postgres => name.chars().all(|c| is_word(c) || c == '.'),
        _ => is_plain_name(dialect, name) && !name.contains(odd),
    };
    if is_sound && !name.is_empty() {
        Ok(name.to_owned())
    } else {
        Err(BAD_NAME)
    }
}

pub(super) fn is_git_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// True if `name` contains nothing that ends a name or gives the line another meaning.
fn is_plain_name(dialect: &Dialect, name: &str) -> bool {
    name.trim() == name
        && !name.starts_with(|c| c == '[' || dialect.is_comment(c))
        && !name.contains(|c: char| {
            c.is_control() || dialect.separators.contains(c) || dialect.is_inline_comment(c)
        })
}

/// Writes `name` in the notation of a section heading.
///
/// # Errors
/// The dialect cannot represent the name.
pub(super) fn section(dialect: &Dialect, name: &str) -> Result<String, &'static str> {
    if name.trim() != name || name.is_empty() || name.contains(char::is_control) {
        return Err(BAD_NAME);
    }
    if dialect.quoting == Quoting::Git {
        let (section, sub) = name.split_once('.').unwrap_or((name, ""));
        if section.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            return Err(BAD_NAME);
        }
        if sub.is_empty() {
            return Ok(section.to_owned());
        }
        let sub = escape(sub, ("\"\\", "\"\\"))?;
        return Ok(format!("{section} \"{sub}\""));
    }
    if name.contains(']') && dialect.name != "editorconfig" {
        return Err(BAD_NAME);
    }
    Ok(name.to_owned())
}
