//! Chooses the type of a new value: the requested type, else the type of the old value, else the type that the text
//! suggests.

use std::path::Path;

use super::format::Format;
use super::toml;
use super::tree::Kind;
use super::yaml_words;
use crate::refusal::KeyFault;
use crate::request::{NewValue, Value, is_number};

#[derive(Clone, Copy, Debug)]
pub(super) struct OldValue<'d> {
    pub kind: Kind,
    /// The decoded text.
    pub text: &'d str,
}

/// Properties of a new value's type that follow from its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeHints {
    /// True for a version, which is always a string.
    is_version: bool,
    /// True for a new element in a list of strings.
    pub is_among_texts: bool,
}

impl TypeHints {
    /// The hints for the key `names` in the file at `path`.
    pub fn new(path: &Path, names: &[String]) -> Self {
        let file = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        let is_manifest = ["Cargo.toml", "pyproject.toml"].contains(&file);
        let mut names_from_last = names.iter().rev().map(String::as_str);
        let last = names_from_last.next().unwrap_or_default();
        let above = names_from_last.next().unwrap_or_default();
        let is_version_name =
            last.ends_with("version") || last == "edition" || last == "requires-python";
        Self {
            is_version: is_manifest && (is_version_name || above.ends_with("dependencies")),
            is_among_texts: false,
        }
    }
}

/// The value with the requested type, or else with the type of `old`.
///
/// # Errors
/// The text is not valid for the old type, or is a number that readers would misread.
pub(super) fn typed(
    format: Format,
    value: &NewValue,
    old: Option<OldValue<'_>>,
    hints: &TypeHints,
) -> Result<Value, KeyFault> {
    let is_text_only = format.dialect().is_some();
    let text = match value {
        NewValue::Text(text) => return Ok(Value::Text(text.clone())),
        NewValue::Typed(value) if is_text_only => return Ok(text_of(value.clone())),
        NewValue::Typed(value) if format == Format::Yaml && has_disputed_number(value) => {
            return Err(KeyFault::Unwritable {
                format: format.title(),
                what: "a number that versions of YAML read differently",
            });
        }
        NewValue::Typed(value) => return Ok(value.clone()),
        NewValue::AsThere(text) if is_text_only => return Ok(Value::Text(text.clone())),
        NewValue::AsThere(text) => text,
    };
    match old {
        Some(old) => like_old(format, text, old),
        None if hints.is_version => Ok(Value::Text(text.clone())),
        None => match untyped(format, text) {
            Err(KeyFault::OtherNumber { .. }) if hints.is_among_texts => {
                Ok(Value::Text(text.clone()))
            }
            value => value,
        },
    }
}

/// True if versions of YAML read a number in `value` differently.
fn has_disputed_number(value: &Value) -> bool {
    match value {
        Value::Number(text) => yaml_words::is_disputed(text),
        Value::List(elements) => elements.iter().any(has_disputed_number),
        Value::Map(entries) => entries.iter().any(|(_, value)| has_disputed_number(value)),
        _ => false,
    }
}

/// Converts a value for a format that has only strings.
fn text_of(value: Value) -> Value {
    match value {
        Value::Bool(truth) => Value::Text(truth.to_string()),
        Value::Number(text) => Value::Text(text),
        value => value,
    }
}

fn truth_of(text: &str) -> Option<bool> {
    match text {
        "true" => Some(true),
        "false" => Some(false),
        _ => None,
    }
}

/// The value `text` with the type of `old`.
fn like_old(format: Format, text: &str, old: OldValue<'_>) -> Result<Value, KeyFault> {
    let other = Err(KeyFault::OtherType {
        existing: old.kind.noun(),
    });
    match old.kind {
        Kind::Number if format == Format::Toml && is_number(text) => {
            let number = toml::like_number(text, old.text).ok_or(KeyFault::OtherType {
                existing: "a whole number",
            })?;
            Ok(Value::Number(number))
        }
        Kind::Number if is_number(text) => number(format, text),
        Kind::Number => other,
        Kind::True | Kind::False => {
            let truth = match format {
                Format::Yaml => yaml_words::truth(text),
                _ => truth_of(text),
            };
            truth.map(Value::Bool).map_or(other, Ok)
        }
        Kind::Time if format == Format::Toml && !toml::is_time(text) => other,
        Kind::Time if format == Format::Yaml && !yaml_words::is_disputed_like(text, old.text) => {
            Err(KeyFault::OtherType {
                existing: "what versions of YAML read differently",
            })
        }
        Kind::Time => Ok(Value::Time(text.to_owned())),
        Kind::Null if text == "null" => Ok(Value::Null),
        Kind::Null => untyped(format, text),
        Kind::Text | Kind::Map | Kind::List | Kind::Closed(_) => Ok(Value::Text(text.to_owned())),
    }
}

/// A new value with the type that its text suggests.
fn untyped(format: Format, text: &str) -> Result<Value, KeyFault> {
    if let Some(truth) = truth_of(text) {
        return Ok(Value::Bool(truth));
    }
    if is_number(text) || format == Format::Yaml && yaml_words::is_number_or_time(text) {
        return number(format, text);
    }
    Ok(Value::Text(text.to_owned()))
}

/// A number, unless programs would read the text as a different value.
fn number(format: Format, text: &str) -> Result<Value, KeyFault> {
    // Programs read `3.10` as 3.1, so a version would lose its last digit.
    let is_cut = text.contains('.') && text.ends_with('0') && !text.ends_with(".0");
    if format == Format::Yaml && (is_cut || yaml_words::is_disputed(text) || !is_number(text)) {
        return Err(KeyFault::OtherNumber {
            format: format.title(),
            number: text.to_owned(),
        });
    }
    Ok(Value::Number(text.to_owned()))
}
