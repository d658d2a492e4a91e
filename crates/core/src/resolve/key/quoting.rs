//! Quotes and escapes of values and names in the dialects with an entry on each line.

use std::borrow::Cow;

use super::dialect::{Continues, Dialect, Folds, Quoting};
use super::lines::looks_like_entry;
use super::tree::Value;
use super::write::Writer;

/// True if `c` opens a quote; `is_first` at the start of a value.
pub(super) fn opens(quoting: Quoting, c: char, is_first: bool) -> bool {
    match quoting {
        Quoting::Git => c == '"',
        Quoting::MySql => c == '"' || c == '\'',
        Quoting::Php => is_first && (c == '"' || c == '\''),
        Quoting::Shell => is_first && "\"'`".contains(c),
        Quoting::Postgres => c == '\'',
        // Quotes of npm are around all of a line.
        Quoting::None | Quoting::Plain | Quoting::Desktop | Quoting::Java | Quoting::Npm => false,
    }
}

/// True if a backslash takes the meaning from the next character, outside of quotes or in `quote`.
pub(super) fn has_escapes(quoting: Quoting, quote: Option<char>) -> bool {
    match quoting {
        Quoting::Git | Quoting::Java => true,
        Quoting::Npm => quote != Some('\''),
        Quoting::MySql | Quoting::Postgres => quote.is_some(),
        Quoting::Php | Quoting::Shell => quote == Some('"'),
        Quoting::None | Quoting::Plain | Quoting::Desktop => false,
    }
}

/// The letters behind a backslash, in `quote` or outside of quotes, and the characters that they stand for.
fn escapes(quoting: Quoting, quote: Option<char>) -> (&'static str, &'static str) {
    match (quoting, quote) {
        (Quoting::Git, _) => ("ntb\"\\", "\n\t\u{8}\"\\"),
        (Quoting::MySql, _) => ("ntrb\"\\s'", "\n\t\r\u{8}\"\\ '"),
        (Quoting::Php, Some('"')) => ("\"\\'", "\"\\'"),
        (Quoting::Npm, None) => ("\\;#", "\\;#"),
        (Quoting::Desktop, _) => ("ntr\\s", "\n\t\r\\ "),
        (Quoting::Postgres, Some('\'')) => ("ntrbf\\'", "\n\t\r\u{8}\u{c}\\'"),
        (Quoting::Shell, Some('"')) => ("nrt\"\\$`", "\n\r\t\"\\$`"),
        _ => ("", ""),
    }
}

/// `from` of one alphabet in the other.
fn other(from: char, [alphabet, other]: [&str; 2]) -> Option<char> {
    let at = alphabet.chars().position(|c| c == from)?;
    other.chars().nth(at)
}

/// The quote around all of `raw`, and the text in it.
fn unquoted(quoting: Quoting, raw: &str) -> Option<(char, &str)> {
    let quotes = match quoting {
        Quoting::MySql | Quoting::Php | Quoting::Npm => "\"'",
        Quoting::Postgres => "'",
        Quoting::Shell => "\"'`",
        _ => "",
    };
    let quote = raw.chars().next().filter(|&c| quotes.contains(c))?;
    let inner = raw.strip_prefix(quote)?.strip_suffix(quote)?;
    Some((quote, inner))
}

/// True if the same quote stands at both ends of `raw`.
pub(super) fn is_in_quotes(raw: &str) -> bool {
    raw.len() > 1
        && (raw.starts_with('"') && raw.ends_with('"')
            || raw.starts_with('\'') && raw.ends_with('\''))
}

/// The value written as `raw`; `None` for an escape that nothing reads.
pub(super) fn read<'r>(dialect: &Dialect, raw: &'r str) -> Option<Cow<'r, str>> {
    let quoting = dialect.quoting;
    match quoting {
        Quoting::None | Quoting::Plain => return Some(lines_joined(dialect, raw)),
        Quoting::Git => return git(raw).map(Cow::from),
        Quoting::Java => return java(&java_joined(raw)).map(Cow::from),
        _ => {}
    }
    let Some((quote, inner)) = unquoted(quoting, raw) else {
        return Some(escaped(raw, escapes(quoting, None)));
    };
    Some(match (quoting, quote) {
        (Quoting::Npm, '"') => serde_json::from_str::<String>(raw).map_or(raw.into(), Cow::from),
        (Quoting::Postgres, _) => {
            let single = inner.replace("''", "'");
            escaped(&single, escapes(quoting, Some(quote)))
                .into_owned()
                .into()
        }
        _ => escaped(inner, escapes(quoting, Some(quote))),
    })
}

/// A value of several lines as one text: a backslash joins lines by a space, indentation by a line break.
fn lines_joined<'r>(dialect: &Dialect, raw: &'r str) -> Cow<'r, str> {
    if !raw.contains('\n') {
        return raw.into();
    }
    if dialect.continues != Continues::Backslash {
        return raw
            .lines()
            .map(str::trim)
            .collect::<Vec<_>>()
            .join("\n")
            .into();
    }
    let joined = raw.replace("\\\r\n", " ").replace("\\\n", " ");
    if dialect.folds == Folds::CaseAndBlanks {
        return joined
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .into();
    }
    joined.into()
}

/// `raw` with its escapes read; a backslash before another letter stays.
fn escaped<'r>(raw: &'r str, (letters, characters): (&str, &str)) -> Cow<'r, str> {
    if !raw.contains('\\') || letters.is_empty() {
        return raw.into();
    }
    let mut text = String::new();
    let mut rest = raw.chars();
    while let Some(letter) = rest.next() {
        let next = if letter == '\\' {
            rest.clone().next()
        } else {
            None
        };
        let Some(next) = next else {
            text.push(letter);
            continue;
        };
        rest.next();
        match other(next, [letters, characters]) {
            Some(said) => text.push(said),
            None => text.extend(['\\', next]),
        }
    }
    text.into()
}

/// `text` with its escapes written. Blanks and single quotes are written as they are.
fn escape(text: &str, (letters, characters): (&str, &str)) -> Result<String, &'static str> {
    let mut written = String::new();
    for c in text.chars() {
        match other(c, [characters, letters]) {
            Some(letter) if c != ' ' && c != '\'' => written.extend(['\\', letter]),
            None if c.is_control() => return Err(CONTROL),
            _ => written.push(c),
        }
    }
    Ok(written)
}

fn git(raw: &str) -> Option<String> {
    let (letters, characters) = escapes(Quoting::Git, None);
    let mut text = String::new();
    let mut rest = raw.chars();
    while let Some(letter) = rest.next() {
        match letter {
            '"' => {}
            '\\' => match rest.next()? {
                '\n' => {}
                '\r' if rest.as_str().starts_with('\n') => {
                    rest.next();
                }
                next => text.push(other(next, [letters, characters])?),
            },
            letter => text.push(letter),
        }
    }
    Some(text)
}

/// The name of the section of git between `[` and `]`: `remote "origin"` is `remote.origin`.
pub(super) fn git_section(inner: &str) -> Cow<'_, str> {
    let Some((section, rest)) = inner.split_once('"') else {
        return inner.into();
    };
    let mut sub = String::new();
    let mut letters = rest.trim_end().strip_suffix('"').unwrap_or(rest).chars();
    while let Some(c) = letters.next() {
        // A backslash goes, whatever is behind it.
        sub.push(match c {
            '\\' => letters.next().unwrap_or(c),
            c => c,
        });
    }
    format!("{}.{sub}", section.trim()).into()
}

pub(super) fn is_git_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

/// The lines of a property as one.
fn java_joined(raw: &str) -> String {
    let mut joined = String::new();
    let mut goes_on = false;
    for line in raw.lines() {
        let line = if goes_on {
            line.trim_start_matches([' ', '\t', '\u{c}'])
        } else {
            line
        };
        goes_on = (line.len() - line.trim_end_matches('\\').len()) % 2 == 1;
        joined.push_str(&line[..line.len() - usize::from(goes_on)]);
    }
    joined
}

fn java(raw: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut letters = raw.chars();
    while let Some(letter) = letters.next() {
        let letter = match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'f' => '\u{c}',
                'u' => {
                    let digits: String = letters.by_ref().take(4).collect();
                    units.push(u16::from_str_radix(&digits, 16).ok()?);
                    continue;
                }
                same => same,
            },
            letter => letter,
        };
        units.extend(letter.encode_utf16(&mut [0; 2]).iter());
    }
    String::from_utf16(&units).ok()
}

/// The name written as `raw`.
pub(super) fn read_name<'r>(dialect: &Dialect, raw: &'r str) -> Cow<'r, str> {
    match dialect.quoting {
        Quoting::Java => java(raw).map_or(raw.into(), Cow::from),
        _ => raw.into(),
    }
}

/// A value as the dialect writes it.
///
/// # Errors
/// The word for what it cannot write.
pub(super) fn scalar(
    dialect: &Dialect,
    value: &Value,
    site: &Writer<'_>,
) -> Result<String, &'static str> {
    let text = match value {
        Value::Text(text) | Value::Number(text) | Value::Time(text) => text,
        Value::Bool(truth) => return Ok(truth.to_string()),
        Value::Null => return Err("null"),
        Value::Map(_) | Value::List(_) => return Err("tables and lists"),
    };
    match dialect.quoting {
        Quoting::None | Quoting::Plain => as_it_is(dialect, text, site),
        Quoting::Git => quoted_if(text, &['#', ';'], dialect.quoting, site),
        Quoting::MySql => quoted_if(text, &['#', '"', '\''], dialect.quoting, site),
        Quoting::Php => php_value(text, site),
        Quoting::Npm => npm_value(text, site),
        Quoting::Desktop => desktop_value(text),
        Quoting::Postgres => postgres_value(text, site.old),
        Quoting::Shell => shell_value(text, site),
        Quoting::Java => Ok(java_value(text, site)),
    }
}

/// `text` with its escapes, between quotes if it has one of `signs` or white space at an end, or if the old value has quotes.
fn quoted_if(
    text: &str,
    signs: &[char],
    quoting: Quoting,
    site: &Writer<'_>,
) -> Result<String, &'static str> {
    let written = escape(text, escapes(quoting, None))?;
    let has_quotes = site.old.is_some_and(|old| old.starts_with('"'));
    if has_quotes || text.trim() != text || text.contains(signs) {
        return Ok(format!("\"{written}\""));
    }
    Ok(written)
}

fn desktop_value(text: &str) -> Result<String, &'static str> {
    let body = text.trim_matches(' ');
    let leading = text.len() - text.trim_start_matches(' ').len();
    let trailing = text.len() - leading - body.len();
    // `\;` is a semicolon inside an element of a list.
    let written = escape(body, escapes(Quoting::Desktop, None))?.replace("\\\\;", "\\;");
    Ok([&"\\s".repeat(leading), &*written, &"\\s".repeat(trailing)].concat())
}

const CONTROL: &str = "a control character";

fn has_control(text: &str) -> bool {
    text.contains(|c: char| c.is_control())
}

/// True if `line` goes on with the value above it in plain INI.
fn is_deeper_line(line: &str) -> bool {
    let content = line.trim();
    line.starts_with([' ', '\t'])
        && !content.is_empty()
        && !looks_like_entry(content)
        && !content.starts_with(['#', ';'])
}

/// A value that is written without quotes or escapes.
fn as_it_is(dialect: &Dialect, text: &str, site: &Writer<'_>) -> Result<String, &'static str> {
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
        if has_control(line) {
            return Err(CONTROL);
        }
    }
    let is_plain = dialect.quoting == Quoting::Plain;
    if dialect.continues == Continues::Backslash && text.ends_with('\\') {
        return Err("a backslash at the end of a line");
    }
    // A file that has them already is read by a program that knows them.
    if is_plain && is_disputed(text) && !site.text.lines().any(|line| is_disputed(line.trim_end()))
    {
        return Err("a backslash, or a quote at an end, which programs read differently");
    }
    Ok(text.to_owned())
}

const ENDS: &str = "a value with spaces at its ends, blank lines or a comment character";

/// # Errors
/// A value cannot go on with `line`.
fn may_continue(dialect: &Dialect, line: &str, site: &Writer<'_>) -> Result<(), &'static str> {
    let has_deeper = match dialect.continues {
        Continues::Deeper => true,
        // Only a file that has such values is read by a program that knows them.
        Continues::DeeperOrOdd => site.text.lines().any(is_deeper_line),
        Continues::Never | Continues::Backslash | Continues::Quotes => false,
    };
    if !has_deeper {
        return Err("a value of several lines");
    }
    if line.is_empty() || line.starts_with(['#', ';', '[']) {
        return Err(ENDS);
    }
    if dialect.quoting == Quoting::Plain && looks_like_entry(line) {
        return Err("a line that other programs take for an entry of its own");
    }
    Ok(())
}

/// True for a backslash, or a quote at an end.
fn is_disputed(text: &str) -> bool {
    text.contains('\\') || text.starts_with(['"', '\'']) || text.ends_with(['"', '\''])
}

fn php_value(text: &str, site: &Writer<'_>) -> Result<String, &'static str> {
    let mark = site.old.and_then(|old| old.chars().next()).unwrap_or(' ');
    if text.contains('\0') {
        return Err(CONTROL);
    }
    if text.contains('\n') && site.text.contains('\r') {
        return Err("a value of several lines");
    }
    let is_bare = text.trim() == text
        && (text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-./:+*,@%\\ ".contains(c))
            || is_php_expression(text));
    if is_bare && mark != '"' && mark != '\'' {
        return Ok(text.to_owned());
    }
    let has_variable = text.contains("${");
    if (mark == '\'' || has_variable) && !text.contains('\'') {
        return Ok(format!("'{text}'"));
    }
    if has_variable {
        return Err("a variable between quotes");
    }
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    Ok(format!("\"{escaped}\""))
}

/// True for constants and signs: `E_ALL & ~E_NOTICE`.
fn is_php_expression(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_uppercase())
        && text
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || "_ &|~^()".contains(c))
}

fn npm_value(text: &str, site: &Writer<'_>) -> Result<String, &'static str> {
    if text.trim() != text || has_control(text) || text.starts_with(['[', '"', '\'']) {
        if site.is_followed {
            return Err("a value in quotes before a comment");
        }
        return serde_json::to_string(text).map_err(|_| CONTROL);
    }
    escape(text, escapes(Quoting::Npm, None))
}

fn postgres_value(text: &str, old: Option<&str>) -> Result<String, &'static str> {
    if !old.is_some_and(|old| old.starts_with('\'')) && is_bare_in_postgres(text) {
        return Ok(text.to_owned());
    }
    if text.contains(|c: char| c.is_control() && c != '\n' && c != '\t') {
        return Err(CONTROL);
    }
    let mut written = text.replace('\\', "\\\\");
    written = written.replace('\'', "''").replace('\n', "\\n");
    Ok(format!("'{written}'"))
}

/// True for a number, with its unit, and for a word.
fn is_bare_in_postgres(text: &str) -> bool {
    if text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
        return !text.contains(|c: char| !c.is_ascii_alphanumeric() && !"_-.:/".contains(c));
    }
    let number = text.strip_prefix('-').unwrap_or(text);
    let digits = number.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    digits.starts_with(|c: char| c.is_ascii_digit()) && digits.parse::<f64>().is_ok()
}

/// A value of an `.env` file. What shells and libraries read differently is not written.
fn shell_value(text: &str, site: &Writer<'_>) -> Result<String, &'static str> {
    const DISPUTED: &str = "a backslash that programs read differently";
    let old = site.old.unwrap_or_default();
    if has_control(&text.replace(['\n', '\t'], "")) {
        return Err(CONTROL);
    }
    if text.contains("${") {
        return Err("a variable, which programs read differently between quotes");
    }
    // Some take a backslash before another one, or before the quote, for an escape, and some do not.
    if text.contains("\\\\") || text.ends_with('\\') {
        return Err(DISPUTED);
    }
    // Between double quotes shells want a backslash before these, and libraries read it.
    let is_escaped = text.contains(['"', '\\', '$', '`']);
    let can_single = !text.contains('\'');
    match old.chars().next() {
        Some('"') if !is_escaped => {}
        Some('\'' | '"') if can_single => return Ok(format!("'{text}'")),
        _ if text.is_empty() && site.is_followed => return Ok("''".to_owned()),
        _ if !text.contains(is_special_in_shell) => return Ok(text.to_owned()),
        _ if can_single && !text.contains('\n') => return Ok(format!("'{text}'")),
        _ if is_escaped && can_single => return Ok(format!("'{text}'")),
        _ if is_escaped => return Err(DISPUTED),
        _ => {}
    }
    Ok(format!("\"{text}\""))
}

fn is_special_in_shell(c: char) -> bool {
    !c.is_ascii_alphanumeric() && !"_-./:@%+,=?{}".contains(c)
}

/// The notation of letters that are not ASCII in a properties file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letters {
    /// The letters themselves.
    Plain,
    /// `\u00FC`.
    Upper,
    /// `\u00fc`.
    Lower,
}

impl Letters {
    /// The letters of `text`, a document or a value.
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

fn java_value(text: &str, site: &Writer<'_>) -> String {
    let letters = site
        .old
        .and_then(Letters::in_text)
        .or_else(|| Letters::in_text(site.text));
    java_written(text, letters.unwrap_or(Letters::Lower))
}

fn java_written(text: &str, letters: Letters) -> String {
    let mut written = String::new();
    for (at, letter) in text.char_indices() {
        match letter {
            ' ' | '=' | ':' if at == 0 => written.extend(['\\', letter]),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\u{c}' => written.push_str("\\f"),
            letter if !letter.is_control() && (letter.is_ascii() || letters == Letters::Plain) => {
                written.push(letter);
            }
            letter => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    match letters {
                        Letters::Upper => written.push_str(&format!("\\u{unit:04X}")),
                        _ => written.push_str(&format!("\\u{unit:04x}")),
                    }
                }
            }
        }
    }
    written
}

/// `name` as the dialect writes it.
///
/// # Errors
/// A name that it cannot write.
pub(super) fn name(dialect: &Dialect, name: &str) -> Result<String, &'static str> {
    let is_sound = match dialect.quoting {
        Quoting::Java => {
            let mut written = String::new();
            for letter in java_written(name.trim_start(), Letters::Lower).chars() {
                if " =:#!".contains(letter) {
                    written.push('\\');
                }
                written.push(letter);
            }
            return Ok(written);
        }
        Quoting::Git => is_git_name(name),
        Quoting::Shell => {
            !name.is_empty()
                && name.chars().all(is_word)
                && !name.starts_with(|c: char| c.is_ascii_digit())
        }
        Quoting::Php => {
            !name.contains(['{', '}', '|', '&', '~', '!', '(', ')', '^', '"', '$'])
                && is_free(dialect, name)
        }
        Quoting::Npm => !name.contains(['"', '\'', '\\']) && is_free(dialect, name),
        Quoting::Postgres => !name.is_empty() && name.chars().all(|c| is_word(c) || c == '.'),
        Quoting::Plain => !name.contains(['"', '\'', '\\', ';', '#']) && is_free(dialect, name),
        _ => is_free(dialect, name),
    };
    if is_sound {
        Ok(name.to_owned())
    } else {
        Err(BAD_NAME)
    }
}

const BAD_NAME: &str = "such a name";

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// True if nothing in `name` ends it or makes it something else.
fn is_free(dialect: &Dialect, name: &str) -> bool {
    !name.is_empty()
        && name.trim() == name
        && !name.starts_with(|c| c == '[' || dialect.is_comment(c))
        && !has_control(name)
        && !name.contains(|c| dialect.signs.contains(c) || dialect.inline.is_anywhere(c))
}

/// `name` as the heading of a section has it.
///
/// # Errors
/// A name that it cannot write.
pub(super) fn section(dialect: &Dialect, name: &str) -> Result<String, &'static str> {
    if name.trim() != name || name.is_empty() || has_control(name) {
        return Err(BAD_NAME);
    }
    if dialect.quoting == Quoting::Git {
        let whole = git_section(name);
        let section = whole.split('.').next().unwrap_or_default();
        if section.contains(|c: char| !c.is_ascii_alphanumeric() && c != '-') {
            return Err(BAD_NAME);
        }
        return Ok(match whole.split_once('.') {
            Some((_, sub)) => format!("{section} \"{}\"", escape(sub, ("\"\\", "\"\\"))?),
            None => section.to_owned(),
        });
    }
    if name.contains(']') && dialect.name != "editorconfig" {
        return Err(BAD_NAME);
    }
    Ok(name.to_owned())
}
