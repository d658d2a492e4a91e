//! Lays out a new value: in brackets on one or several lines, or as a YAML block.

use super::format::Format;
use crate::refusal::KeyFault;
use crate::request::Value;

/// The place of a new value.
#[derive(Clone, Copy, Default)]
pub(super) struct Site<'t> {
    /// The document.
    pub text: &'t str,
    /// The replaced value, as written.
    pub old: Option<&'t str>,
    /// True if the caller says that the value is a string.
    pub is_string: bool,
    /// True between brackets.
    pub is_flow: bool,
    /// True if the old value ends a text without a final newline.
    pub is_last: bool,
    /// True if other text follows the old value on its line.
    pub is_followed: bool,
    /// The column of the lines in a YAML block.
    pub deeper: usize,
}

/// The style of a new value, and its place.
#[derive(Clone)]
pub(super) struct Writer<'t> {
    pub format: Format,
    pub site: Site<'t>,
    /// True if tables between brackets have one entry per line.
    pub spreads_tables: bool,
    /// True if lists between brackets have one element per line.
    pub spreads_lists: bool,
    /// One step of indentation.
    pub unit: String,
    /// True if the last entry of a multi-line value ends with a comma.
    pub ends_with_comma: bool,
    /// The number of columns from a YAML name to the dashes of its list.
    pub dash: usize,
    /// The text between two entries on one line.
    pub comma: &'static str,
    /// The text between a name and its value, between brackets.
    pub colon: String,
}

impl Writer<'_> {
    /// Writes `value`, with containers in brackets. Later lines are indented relative to `indent`.
    pub fn value(&self, value: &Value, indent: &str) -> Result<String, KeyFault> {
        let is_spread = match value {
            Value::Map(_) => self.spreads_tables && self.format != Format::Toml,
            Value::List(_) => self.spreads_lists,
            value => return self.format.scalar(value, &self.site),
        };
        if self.format.dialect().is_some() {
            return Err(self.format.cannot("tables and lists"));
        }
        let deeper = format!("{indent}{}", self.unit);
        // Values inside a single-line value must be on one line too.
        let inside = Self {
            site: Site {
                old: None,
                is_flow: true,
                ..self.site
            },
            spreads_tables: is_spread && self.spreads_tables,
            spreads_lists: is_spread && self.spreads_lists,
            ..self.clone()
        };
        let parts = inside.parts(value, &deeper)?;
        let [open, close] = match value {
            Value::Map(_) => ["{", "}"],
            _ => ["[", "]"],
        };
        if parts.is_empty() {
            return Ok(format!("{open}{close}"));
        }
        if is_spread {
            let comma = if self.ends_with_comma { "," } else { "" };
            let body = parts.join(&format!(",\n{deeper}"));
            return Ok(format!("{open}\n{deeper}{body}{comma}\n{indent}{close}"));
        }
        let is_padded = self.format == Format::Toml && open == "{";
        let pad = if is_padded { " " } else { "" };
        Ok(format!("{open}{pad}{}{pad}{close}", parts.join(self.comma)))
    }

    /// The entries or elements of `value` between brackets.
    fn parts(&self, value: &Value, indent: &str) -> Result<Vec<String>, KeyFault> {
        let mut parts = Vec::new();
        match value {
            Value::Map(entries) => {
                for (name, value) in entries {
                    let name = self.format.name(name, None, true)?;
                    let value = self.value(value, indent)?;
                    parts.push(format!("{name}{}{value}", self.colon));
                }
            }
            Value::List(elements) => {
                for element in elements {
                    parts.push(self.value(element, indent)?);
                }
            }
            _ => {}
        }
        Ok(parts)
    }

    /// The text after `name:` in a YAML block, or after the dash of a list, at `column`.
    pub fn block(&self, value: &Value, column: usize) -> Result<String, KeyFault> {
        let deeper = column + self.unit.len();
        let mut written = String::new();
        match value {
            Value::Map(entries) if !entries.is_empty() => {
                for (name, value) in entries {
                    let entry = self.entry(name, value, deeper)?;
                    written.push_str(&format!("\n{:deeper$}{entry}", ""));
                }
            }
            Value::List(elements) if !elements.is_empty() => {
                let dash = column + self.dash;
                for element in elements {
                    let item = self.item(element, dash)?;
                    written.push_str(&format!("\n{:dash$}{item}", ""));
                }
            }
            value => {
                let mut writer = self.clone();
                writer.site.deeper = deeper;
                let value = writer.value(value, &" ".repeat(column))?;
                return Ok(format!(" {value}"));
            }
        }
        Ok(written)
    }

    /// Writes `name: value` in YAML at `column`.
    fn entry(&self, name: &str, value: &Value, column: usize) -> Result<String, KeyFault> {
        let name = Format::Yaml.name(name, None, false)?;
        Ok(format!("{name}:{}", self.block(value, column)?))
    }

    /// Writes `- value` in YAML, with the dash at `column`.
    pub fn item(&self, value: &Value, column: usize) -> Result<String, KeyFault> {
        let deeper = column + 2;
        let mut lines = Vec::new();
        match value {
            Value::Map(entries) if !entries.is_empty() => {
                for (name, value) in entries {
                    lines.push(self.entry(name, value, deeper)?);
                }
            }
            _ => {
                let mut writer = self.clone();
                writer.site.is_flow = matches!(value, Value::List(_));
                writer.site.deeper = deeper;
                lines.push(writer.value(value, &" ".repeat(deeper))?);
            }
        }
        Ok(format!("- {}", lines.join(&format!("\n{:deeper$}", ""))))
    }
}

/// `text` in double quotes, with the escapes that TOML and YAML share. `escape` converts the code point of any other
/// character for which `is_odd` is true.
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
