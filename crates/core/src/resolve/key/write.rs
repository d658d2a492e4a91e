//! How a new value is laid out: between brackets on one line or several, or as a block of YAML.

use super::format::Format;
use super::tree::Value;
use crate::refusal::KeyFault;

/// Where a value without parts is written.
#[derive(Clone, Copy)]
pub(super) struct Site<'t> {
    /// The document.
    pub text: &'t str,
    /// The value that it replaces, as it is written.
    pub old: Option<&'t str>,
    /// True between brackets.
    pub is_flow: bool,
    /// True if the old value ends a text that has no line break at its end.
    pub is_last: bool,
    /// True if something stands behind the old value on its line.
    pub is_followed: bool,
    /// The column of the lines of a block of YAML.
    pub deeper: usize,
}

impl<'t> Site<'t> {
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            old: None,
            is_flow: false,
            is_last: false,
            is_followed: false,
            deeper: 0,
        }
    }
}

/// How new tables and lists look.
#[derive(Clone, Debug)]
pub(super) struct Style {
    /// True if tables between brackets have a line for each entry.
    pub spreads_tables: bool,
    /// True if lists between brackets have a line for each element.
    pub spreads_lists: bool,
    /// One step of indentation.
    pub unit: String,
    /// True if a comma stands behind the last entry of several lines.
    pub ends_with_comma: bool,
    /// Columns from a name of YAML to the dashes of its list.
    pub dash: usize,
    /// The text between two entries on one line.
    pub comma: &'static str,
    /// The text between a name and its value, between brackets.
    pub colon: String,
}

/// `value` between brackets or without parts; later lines are indented from `indent`.
pub(super) fn value(
    format: Format,
    value: &Value,
    site: &Site<'_>,
    style: &Style,
    indent: &str,
) -> Result<String, KeyFault> {
    let inside = Site {
        old: None,
        is_flow: true,
        ..*site
    };
    let deeper = format!("{indent}{}", style.unit);
    let is_spread = match value {
        Value::Map(_) => style.spreads_tables && format != Format::Toml,
        Value::List(_) => style.spreads_lists,
        _ => false,
    };
    // Nothing on one line has several.
    let inner = &Style {
        spreads_tables: is_spread && style.spreads_tables,
        spreads_lists: is_spread && style.spreads_lists,
        ..style.clone()
    };
    let mut parts = Vec::new();
    let brackets = match value {
        Value::Map(_) | Value::List(_) if format.dialect().is_some() => {
            return Err(format.cannot("tables and lists"));
        }
        Value::Map(entries) => {
            for (name, value) in entries {
                let name = format.name(name, None, true)?;
                parts.push(format!(
                    "{name}{}{}",
                    style.colon,
                    self::value(format, value, &inside, inner, &deeper)?
                ));
            }
            ["{", "}"]
        }
        Value::List(elements) => {
            for element in elements {
                parts.push(self::value(format, element, &inside, inner, &deeper)?);
            }
            ["[", "]"]
        }
        value => return format.scalar(value, site),
    };
    let [open, close] = brackets;
    if parts.is_empty() {
        return Ok(format!("{open}{close}"));
    }
    if is_spread {
        let comma = if style.ends_with_comma { "," } else { "" };
        let body = parts.join(&format!(",\n{deeper}"));
        return Ok(format!("{open}\n{deeper}{body}{comma}\n{indent}{close}"));
    }
    let pad = if format == Format::Toml && open == "{" {
        " "
    } else {
        ""
    };
    Ok(format!(
        "{open}{pad}{}{pad}{close}",
        parts.join(style.comma)
    ))
}

/// The text behind `name:` in a block of YAML, or behind the dash of a list, at `column`.
pub(super) fn block(
    value: &Value,
    site: &Site<'_>,
    style: &Style,
    column: usize,
) -> Result<String, KeyFault> {
    let mut written = String::new();
    match value {
        Value::Map(entries) if !entries.is_empty() => {
            let column = column + style.unit.len();
            for (name, value) in entries {
                written.push_str(&format!(
                    "\n{}{}",
                    " ".repeat(column),
                    entry(name, value, site, style, column)?
                ));
            }
        }
        Value::List(elements) if !elements.is_empty() => {
            let column = column + style.dash;
            for element in elements {
                written.push_str(&format!(
                    "\n{}{}",
                    " ".repeat(column),
                    item(element, site, style, column)?
                ));
            }
        }
        value => {
            let site = Site {
                deeper: column + style.unit.len(),
                ..*site
            };
            written.push(' ');
            written.push_str(&self::value(Format::Yaml, value, &site, style, "")?);
        }
    }
    Ok(written)
}

/// `name: value` of YAML at `column`.
pub(super) fn entry(
    name: &str,
    value: &Value,
    site: &Site<'_>,
    style: &Style,
    column: usize,
) -> Result<String, KeyFault> {
    let name = Format::Yaml.name(name, None, false)?;
    Ok(format!("{name}:{}", block(value, site, style, column)?))
}

/// `- value` of YAML whose dash is at `column`.
pub(super) fn item(
    value: &Value,
    site: &Site<'_>,
    style: &Style,
    column: usize,
) -> Result<String, KeyFault> {
    let Value::Map(entries) = value else {
        let is_flow = matches!(value, Value::List(_));
        let site = Site {
            is_flow,
            deeper: column + 2,
            ..*site
        };
        return Ok(format!(
            "- {}",
            self::value(Format::Yaml, value, &site, style, "")?
        ));
    };
    if entries.is_empty() {
        return Ok("- {}".to_owned());
    }
    let mut lines = Vec::new();
    for (name, value) in entries {
        lines.push(entry(name, value, site, style, column + 2)?);
    }
    Ok(format!(
        "- {}",
        lines.join(&format!("\n{}", " ".repeat(column + 2)))
    ))
}

/// `text` between double quotes, with the escapes that TOML and YAML share; other characters that are odd are written as
/// `escape` has their code point.
pub(super) fn double_quoted(
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
