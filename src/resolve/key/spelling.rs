//! How a value and a name are written in each format, in the style of what stands there.

use serde_json::to_string;

use super::block::LastLine;
use super::format::Format;
use super::tree::{Scalar, Value};
use super::{block, yaml_words};
use crate::refusal::KeyFault;
use crate::text::Span;

/// Where a value is to stand.
#[derive(Clone, Copy)]
pub(super) struct Place<'t> {
    /// The document.
    pub text: &'t str,
    /// The value whose style it takes: the one there, or one beside it.
    pub like: Option<Span>,
    /// Whether commas part it from others.
    pub is_flow: bool,
}

impl<'t> Place<'t> {
    fn old(self) -> Option<&'t str> {
        self.like.map(|span| &self.text[span.range()])
    }

    fn last_line(self) -> LastLine {
        if self.like.is_some_and(|span| span.end() == self.text.len()) {
            LastLine::Open
        } else {
            LastLine::Ended
        }
    }
}

/// `value` as `format` has it.
pub(super) fn value(format: Format, value: &Value, place: Place<'_>) -> Result<String, KeyFault> {
    let old = place.old();
    let cannot = |what| KeyFault::Unwritable {
        format: format.name(),
        what,
    };
    let inside = Place {
        like: None,
        is_flow: true,
        ..place
    };
    let inner = |inner: &Value| self::value(format, inner, inside);
    let separated = |entries: &[(String, Value)], sign: &str| -> Result<String, KeyFault> {
        let entry = |(name, value): &(String, Value)| {
            Ok(format!(
                "{}{sign}{}",
                self::name(format, name, inside)?,
                inner(value)?
            ))
        };
        let entries: Result<Vec<String>, KeyFault> = entries.iter().map(entry).collect();
        Ok(entries?.join(", "))
    };
    let is_of_lines = matches!(format, Format::Ini | Format::Env | Format::Properties);
    Ok(match value {
        Value::Raw(raw) => raw.clone(),
        Value::Map(_) | Value::List(_) if is_of_lines => return Err(cannot("tables and lists")),
        Value::Map(entries) if entries.is_empty() => "{}".to_owned(),
        Value::Map(entries) => match format {
            Format::Toml => format!("{{ {} }}", separated(entries, " = ")?),
            _ => format!("{{{}}}", separated(entries, ": ")?),
        },
        Value::List(elements) => {
            let elements: Result<Vec<String>, KeyFault> = elements.iter().map(inner).collect();
            format!("[{}]", elements?.join(", "))
        }
        Value::Scalar(Scalar::Number(raw)) if format == Format::Toml && !is_held(raw) => {
            return Err(cannot("a number that does not fit into 64 bits"));
        }
        Value::Scalar(Scalar::Number(raw) | Scalar::Time(raw)) => raw.clone(),
        Value::Scalar(Scalar::Bool(truth)) => match old.filter(|_| format == Format::Yaml) {
            Some(old) => yaml_words::like(*truth, old),
            None => truth.to_string(),
        },
        Value::Scalar(Scalar::Null) if matches!(format, Format::Json | Format::Yaml) => {
            "null".to_owned()
        }
        Value::Scalar(Scalar::Null) => return Err(cannot("null")),
        Value::Scalar(Scalar::Text(text)) => match format {
            Format::Json => json(text),
            Format::Toml => toml(text, old),
            Format::Yaml => yaml_value(text, place),
            Format::Ini => {
                let is_odd = |line: &str| {
                    line.trim() != line
                        || line.contains(char::is_control)
                        || line.contains(" #")
                        || line.contains(" ;")
                };
                let is_lost = |line: &str| line.is_empty() || line.starts_with(['#', ';', '[']);
                if text.split('\n').any(is_odd) || text.split('\n').skip(1).any(is_lost) {
                    return Err(cannot(
                        "a value with blanks at its ends, blank lines or the sign of a comment",
                    ));
                }
                text.clone()
            }
            Format::Env => env(text, place)?,
            Format::Properties => property(text, place),
        },
    })
}

/// Whether TOML holds the number `raw`: as an integer, or as a float if it is written as one.
fn is_held(raw: &str) -> bool {
    if raw.contains(['.', 'e', 'E']) {
        raw.parse().is_ok_and(f64::is_finite)
    } else {
        raw.parse::<i64>().is_ok()
    }
}

/// `name` as `format` has it; the place is like that of another entry.
pub(super) fn name(format: Format, name: &str, place: Place<'_>) -> Result<String, KeyFault> {
    let cannot = KeyFault::Unwritable {
        format: format.name(),
        what: "such a name",
    };
    let is_bare = |extra: &str| {
        let is_fit = |c: char| c.is_ascii_alphanumeric() || extra.contains(c);
        !name.is_empty() && name.chars().all(is_fit)
    };
    Ok(match format {
        Format::Json => json(name),
        Format::Toml if is_bare("_-") => name.to_owned(),
        Format::Toml => toml(name, None),
        Format::Yaml => {
            let beside = place.old();
            let quoted = beside.filter(|beside| beside.starts_with(['"', '\'']));
            yaml_text(name, quoted, place.is_flow)
        }
        Format::Env if is_bare("_") => name.to_owned(),
        Format::Ini
            if !name.is_empty()
                && name.trim() == name
                && !name.starts_with(['#', ';', '['])
                && !name.contains(['=', ':', '\n', '\r']) =>
        {
            name.to_owned()
        }
        Format::Properties => {
            let mut written = String::new();
            for letter in property(name.trim_start(), place).chars() {
                if " =:#!".contains(letter) {
                    written.push('\\');
                }
                written.push(letter);
            }
            written
        }
        Format::Env | Format::Ini => return Err(cannot),
    })
}

/// `name` as the heading of a section has it.
pub(super) fn section(format: Format, name: &str) -> Result<String, KeyFault> {
    if name.trim() != name || name.is_empty() || name.contains([']', '\n', '\r']) {
        return Err(KeyFault::Unwritable {
            format: format.name(),
            what: "such a name",
        });
    }
    Ok(name.to_owned())
}

fn json(text: &str) -> String {
    // A string can always be written.
    to_string(text).unwrap_or_default()
}

fn toml(text: &str, old: Option<&str>) -> String {
    if let Some(long) = old.and_then(|old| toml_of_lines(text, old)) {
        return long;
    }
    let is_literal = old.is_some_and(|old| old.starts_with('\''));
    if is_literal && !text.contains(['\'', '\u{7f}']) && !text.contains(|c: char| c < ' ') {
        return format!("'{text}'");
    }
    let is_odd = |letter: char| letter < ' ' || letter == '\u{7f}';
    double_quoted(text, is_odd, |code| format!("\\u{code:04X}"))
}

/// `text` between three quotes, as `old` has it; `None` where it has not, or they cannot hold the text.
fn toml_of_lines(text: &str, old: &str) -> Option<String> {
    let quotes = ["\'\'\'", "\"\"\""]
        .into_iter()
        .find(|quotes| old.starts_with(quotes))?;
    let is_odd = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    let is_lost = text.contains(is_odd)
        || text.contains(quotes)
        || text.ends_with(&quotes[..1])
        || text.contains('\\') && quotes.starts_with('"')
        || text.contains('\n') && old.contains('\r');
    let open = if text.contains('\n') { "\n" } else { "" };
    (!is_lost).then(|| format!("{quotes}{open}{text}{quotes}"))
}

/// `text` between double quotes, with the escapes that TOML and YAML share; what else `is_odd` is written as `escape`
/// has its code point.
fn double_quoted(
    text: &str,
    is_odd: impl Fn(char) -> bool,
    escape: impl Fn(u32) -> String,
) -> String {
    let mut written = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' => written.push_str("\\\""),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            odd if is_odd(odd) => written.push_str(&escape(u32::from(odd))),
            letter => written.push(letter),
        }
    }
    written + "\""
}

fn yaml_value(text: &str, place: Place<'_>) -> String {
    let as_block = |old| block::written(text, old, place.last_line());
    let as_block = place.old().and_then(as_block);
    as_block.unwrap_or_else(|| yaml_text(text, place.old(), place.is_flow))
}

fn yaml_text(text: &str, old: Option<&str>, is_flow: bool) -> String {
    let is_odd = |c: char| c.is_control() || "\u{feff}\u{2028}\u{2029}\u{85}".contains(c);
    let has_odd = text.contains(is_odd);
    match old.and_then(|old| old.chars().next()) {
        Some('"' | '|' | '>') => {}
        Some('\'') if !has_odd => return format!("'{}'", text.replace('\'', "''")),
        _ if is_plain(text, is_flow) => return text.to_owned(),
        Some(_) if !has_odd && !text.contains('\'') => return format!("'{text}'"),
        _ => {}
    }
    double_quoted(text, is_odd, |code| format!("\\u{code:04x}"))
}

/// `text` in an `.env` file. What shells and libraries read differently is not written.
fn env(text: &str, place: Place<'_>) -> Result<String, KeyFault> {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || "_-./:@%+,=?{}".contains(c);
    let old = place.old().unwrap_or_default();
    let disputed = Err(KeyFault::Unwritable {
        format: Format::Env.name(),
        what: "a backslash that programs read differently",
    });
    // Some take a backslash before another one, or before the quote, for an escape, and some do not.
    if text.contains("\\\\") || text.ends_with('\\') {
        return disputed;
    }
    // Between double quotes shells want a backslash before these, and libraries read it.
    let is_escaped = text.contains(['"', '\\', '$', '`']);
    let has_lines = old.contains('\n');
    let can_single = !text.contains(['\'', '\r']) && (has_lines || !text.contains('\n'));
    let rest = place.like.map_or("", |span| &place.text[span.end()..]);
    let is_followed = rest
        .lines()
        .next()
        .is_some_and(|rest| !rest.trim().is_empty());
    match old.chars().next() {
        Some('"') if !is_escaped => {}
        Some('\'' | '"') if can_single => return Ok(format!("'{text}'")),
        _ if text.is_empty() && is_followed => return Ok("''".to_owned()),
        _ if text.chars().all(is_bare) => return Ok(text.to_owned()),
        _ if can_single => return Ok(format!("'{text}'")),
        _ if is_escaped => return disputed,
        _ => {}
    }
    let mut written = String::from('"');
    for letter in text.chars() {
        match letter {
            '\n' if !has_lines => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            letter => written.push(letter),
        }
    }
    Ok(written + "\"")
}

/// How a properties file writes letters that are not ASCII.
#[derive(Clone, Copy)]
enum Letters {
    /// As they are.
    Plain,
    /// `\u00FC`.
    Upper,
    /// `\u00fc`.
    Lower,
}

impl Letters {
    /// Those of `text`, a document or a value.
    fn of(text: &str) -> Option<Self> {
        if !text.is_ascii() {
            return Some(Self::Plain);
        }
        let mut escapes = text.split("\\u").skip(1).filter_map(|rest| rest.get(..4));
        let letter = |c: char| c.is_ascii_alphabetic();
        let digits = escapes.find(|digits| digits.contains(letter))?;
        let is_upper = digits.contains(|c: char| c.is_ascii_uppercase());
        Some(if is_upper { Self::Upper } else { Self::Lower })
    }
}

fn property(text: &str, place: Place<'_>) -> String {
    let letters = place.old().and_then(Letters::of);
    let letters = letters.or_else(|| Letters::of(place.text));
    let mut written = String::new();
    for (at, letter) in text.char_indices() {
        match letter {
            ' ' if at == 0 => written.push_str("\\ "),
            '\\' => written.push_str("\\\\"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            '\x0c' => written.push_str("\\f"),
            letter if letter.is_ascii() && !letter.is_control() => written.push(letter),
            letter if matches!(letters, Some(Letters::Plain)) && !letter.is_control() => {
                written.push(letter);
            }
            letter => {
                for unit in letter.encode_utf16(&mut [0; 2]) {
                    match letters {
                        Some(Letters::Upper) => written.push_str(&format!("\\u{unit:04X}")),
                        _ => written.push_str(&format!("\\u{unit:04x}")),
                    }
                }
            }
        }
    }
    written
}

/// Whether a plain `text` would be read as that string by YAML 1.1 and 1.2 alike, also between commas.
fn is_plain(text: &str, is_flow: bool) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_word = matches!(
        &*lower,
        "y" | "n"
            | "yes"
            | "no"
            | "on"
            | "off"
            | "true"
            | "false"
            | "null"
            | "~"
            | "<<"
            | "="
            | ".inf"
            | "-.inf"
            | "+.inf"
            | ".nan"
    );
    let first = text.chars().next();
    let second = text.chars().nth(1);
    let starts = match first {
        None => false,
        Some('-' | '?' | ':') => second.is_some_and(|second| !second.is_whitespace()),
        Some(first) => !"[]{},#&*!|>'\"%@`".contains(first),
    };
    // `1_000`, `0b1`, `2001-01-01` and `1:20` are something else in YAML 1.1.
    let is_like_number = yaml_words::is_number_or_time(text);
    starts
        && !is_word
        && !is_like_number
        && text.trim() == text
        && !text.contains(": ")
        && !text.contains(" #")
        && !text.ends_with(':')
        && !text.starts_with("---")
        && !text.starts_with("...")
        && !text
            .chars()
            .any(|c| c.is_control() || c == '\u{feff}' || c == '\u{2028}' || c == '\u{2029}')
        && !(is_flow && text.contains([',', '[', ']', '{', '}']))
        && !(is_flow && text.contains(':'))
}
