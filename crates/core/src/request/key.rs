//! Keys of a document, their new values, and the notation for both.

use std::borrow::Cow;
use std::fmt;

use super::Malformed;

/// The path to a key: the names of tables and the indices of lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPath {
    /// The parts of the path, outermost first. At least one.
    pub parts: Vec<KeyPart>,
    /// The dialect of the document, if the file name does not show it (`--dialect`).
    pub dialect: Option<String>,
}

/// A name, an index, or `+` for a new element of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPart {
    /// The name or index.
    pub name: String,
    /// True if the part was in quotes and therefore is always a name.
    pub is_quoted: bool,
}

impl KeyPart {
    /// Creates a quoted name.
    pub fn quoted(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            is_quoted: true,
        }
    }

    /// True for `+`, a new list element.
    pub fn is_new(&self) -> bool {
        !self.is_quoted && self.name == "+"
    }

    /// The part as an index, if it can be one.
    pub fn index(&self) -> Option<usize> {
        if self.is_quoted || !self.name.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        self.name.parse().ok()
    }
}

/// Sets a key to a value.
#[derive(Clone, Debug, PartialEq)]
pub struct SetKey {
    /// The key.
    pub key: KeyPath,
    /// The new value.
    pub value: NewValue,
    /// True if a missing key is created (`--create`).
    pub creates: bool,
}

/// A new value as the caller gave it.
#[derive(Clone, Debug, PartialEq)]
pub enum NewValue {
    /// A value with the type of the existing value.
    AsThere(String),
    /// A string, in quotes if the format replaces bare words.
    Text(String),
    /// A value with a type of its own.
    Typed(Value),
}

/// A value of a document. It keeps the order of names and all digits of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A date or time of TOML or YAML, as it was written.
    Time(String),
    /// A number, as it was written.
    Number(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<Value>),
    /// An object or table without repeated names.
    Map(Vec<(String, Value)>),
}

/// The requested type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// `--string`
    Text,
    /// `--number`
    Number,
    /// `--bool`
    Bool,
    /// `--value-json`
    Json,
}

/// True if `text` is a valid number in every supported format.
pub fn is_number(text: &str) -> bool {
    let mut whole = text.strip_prefix('-').unwrap_or(text);
    if let Some((number, exponent)) = whole.split_once(['e', 'E']) {
        if !is_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)) {
            return false;
        }
        whole = number;
    }
    if let Some((number, fraction)) = whole.split_once('.') {
        if !is_digits(fraction) {
            return false;
        }
        whole = number;
    }
    is_digits(whole) && (whole == "0" || !whole.starts_with('0'))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl KeyPath {
    /// Parses names separated by dots. `"a.b"`, `'a.b'` and `["a.b"]` are single names, and `""` is the empty name.
    /// `[0]` is an index, and a final `+` a new element. `["..."]` is a JSON string with escapes. Other quotes have
    /// no escapes.
    ///
    /// # Errors
    /// An empty part without quotes, or an unclosed quote or bracket.
    pub fn parse(text: &str) -> Result<Self, Malformed> {
        let mut parts = Vec::new();
        let mut rest = text;
        loop {
            let (name, after) = first_name(rest).map_err(|why| not_a_key(text, why))?;
            parts.push(KeyPart {
                is_quoted: rest.starts_with(['"', '\''])
                    || rest.starts_with("[\"")
                    || rest.starts_with("['"),
                name: name.into_owned(),
            });
            rest = match after.strip_prefix('.') {
                Some(after) => after,
                None if after.is_empty() => break,
                None if after.starts_with('[') => after,
                None => {
                    return Err(not_a_key(text, "a dot is missing after a quote or bracket"));
                }
            };
        }
        Ok(Self {
            parts,
            dialect: None,
        })
    }

    pub(crate) fn of_names(names: &[String]) -> Self {
        Self {
            parts: names.iter().map(|name| KeyPart::quoted(name)).collect(),
            dialect: None,
        }
    }
}

fn not_a_key(text: &str, why: &str) -> Malformed {
    Malformed::wrong(
        format!("`{text}` is not a key: {why}"),
        "names separated by dots, for example `package.version`; quote a name that contains a dot; `steps.0` or `steps[0]` for an element, `steps.+` for a new one",
    )
}

/// Splits the first name from `text`.
fn first_name(text: &str) -> Result<(Cow<'_, str>, &str), &'static str> {
    let mut letters = text.chars();
    let (name, after) = match (letters.next(), letters.next()) {
        (Some(quote @ ('"' | '\'')), _) => {
            let inside = &text[1..];
            let end = inside.find(quote).ok_or("a quote is open")?;
            return Ok((inside[..end].into(), &inside[end + 1..]));
        }
        (Some('['), Some('"')) => {
            let end = json_string_len(&text[1..]).ok_or("a quote is open")?;
            let (string, closing) = text[1..].split_at(end);
            let name: String = serde_json::from_str(string)
                .map_err(|_| "`[\"...\"]` is a string of JSON, in which a backslash is `\\\\`")?;
            let after = closing.strip_prefix(']');
            return Ok((name.into(), after.ok_or("a bracket is open")?));
        }
        (Some('['), Some('\'')) => {
            let inside = &text[2..];
            let end = inside.find('\'').ok_or("a quote is open")?;
            let after = inside[end + 1..].strip_prefix(']');
            return Ok((inside[..end].into(), after.ok_or("a bracket is open")?));
        }
        (Some('['), _) => {
            let end = text.find(']').ok_or("a bracket is open")?;
            (&text[1..end], &text[end + 1..])
        }
        _ => text.split_at(text.find(['.', '[']).unwrap_or(text.len())),
    };
    if name.is_empty() {
        return Err("a name is empty");
    }
    Ok((name.into(), after))
}

/// The length of the JSON string at the start of `text`.
fn json_string_len(text: &str) -> Option<usize> {
    // The opening quote does not end the string.
    let mut is_escaped = true;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b'"' && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = byte == b'\\' && !is_escaped;
    }
    None
}

/// The path in the notation that [`KeyPath::parse`] accepts.
impl fmt::Display for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, part) in self.parts.iter().enumerate() {
            let dot = if at == 0 { "" } else { "." };
            let name = &part.name;
            let needs_escapes =
                name.contains(char::is_control) || name.contains('"') && name.contains('\'');
            if part.is_new() {
                write!(f, "{dot}+")?
            } else if needs_escapes {
                // Serializing a string cannot fail.
                write!(f, "[{}]", serde_json::to_string(name).unwrap_or_default())?
            } else if name.is_empty() || name == "+" || name.contains(['.', '[', '"', '\'']) {
                let quote = if name.contains('"') { '\'' } else { '"' };
                write!(f, "{dot}{quote}{name}{quote}")?
            } else {
                write!(f, "{dot}{name}")?
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{KeyPath, is_number};

    #[test]
    fn paths_have_dots_quotes_and_indices() {
        let parts = |text: &str| {
            let parts = KeyPath::parse(text).unwrap().parts;
            let names: Vec<String> = parts.into_iter().map(|part| part.name).collect();
            names.join("|")
        };
        assert_eq!(parts("a.b-c.d"), "a|b-c|d");
        assert_eq!(parts("a.\"b.c\".d"), "a|b.c|d");
        assert_eq!(parts("'a.b'"), "a.b");
        assert_eq!(parts("a[0].b[12]"), "a|0|b|12");
        assert_eq!(parts("a.0"), "a|0");
        assert_eq!(parts("a[\"b.]c\"]['d'].e"), "a|b.]c|d|e");
        assert_eq!(parts("a.\"\".b[\"\"]"), "a||b|");
        let new = |text: &str| {
            let parts = KeyPath::parse(text).unwrap().parts;
            parts.iter().position(super::KeyPart::is_new)
        };
        assert_eq!(
            [
                new("a.+"),
                new("+"),
                new("a.+.b"),
                new("a.\"+\""),
                new("a.+b")
            ],
            [Some(1), Some(0), Some(1), None, None]
        );
        assert_eq!(parts(r#"["caf\u00e9"]["a\"]b\\"]"#), "caf\u{e9}|a\"]b\\");
        assert_eq!(parts(r#""a\u0041".b"#), r"a\u0041|b");
        for shown in [
            "a.b",
            "a.\"b.c\"",
            "a.+",
            "+",
            "'a\"b'.c",
            "\"\".a.\"+\"",
            r#"a["it's \"b\""].c"#,
            r#"["a\n"].+"#,
        ] {
            assert_eq!(KeyPath::parse(shown).unwrap().to_string(), shown);
        }
        for wrong in [
            "",
            ".a",
            "a.",
            "a..b",
            "\"a",
            "a[0",
            "\"a\"b",
            "[]",
            "[\"a\"",
            "[\"a\\q\"]",
        ] {
            assert!(KeyPath::parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_those_of_every_format() {
        for number in ["0", "-1", "10", "0.5", "1e9", "1.5E-3"] {
            assert!(is_number(number), "{number}");
        }
        for other in ["", "-", "01", ".5", "5.", "1_000", "0x1", "1e", "1.2.0"] {
            assert!(!is_number(other), "{other}");
        }
    }
}
