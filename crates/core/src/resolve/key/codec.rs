//! Reads and writes each format.

use super::format::Format;
use super::tree::{Tree, Unread};
use super::write::Writer;
use super::{json, lines, quoting, toml, yaml};
use crate::refusal::KeyFault;
use crate::request::Value;

impl Format {
    /// Parses `text`.
    ///
    /// # Errors
    /// The first error of a malformed text.
    pub fn read(self, text: &str) -> Result<Tree<'_>, Unread> {
        if text.len() >= 1 << 31 {
            return Err(Unread::at(0, "it has more than 2 GiB"));
        }
        match self {
            Self::Json => json::read(text),
            Self::Toml => toml::read(text),
            Self::Yaml => yaml::read(text),
            Self::Lines(dialect) => lines::read(dialect, text),
        }
    }

    /// Writes `value`, which is not a container, in the style of `site`.
    pub fn scalar(self, value: &Value, site: &Writer<'_>) -> Result<String, KeyFault> {
        let written = match self {
            Self::Json => json::scalar(value),
            Self::Toml => toml::scalar(value, site),
            Self::Yaml => yaml::scalar(value, site),
            Self::Lines(dialect) => quoting::scalar(dialect, value, site),
        };
        written.map_err(|what| self.cannot(what))
    }

    /// Writes `name` in the style of `like`, the name of another entry.
    pub fn name(self, name: &str, like: Option<&str>, is_flow: bool) -> Result<String, KeyFault> {
        Ok(match self {
            Self::Json => json::string(name),
            Self::Toml => toml::name(name),
            Self::Yaml => yaml::name(name, like, is_flow),
            Self::Lines(dialect) => {
                quoting::name(dialect, name).map_err(|what| self.cannot(what))?
            }
        })
    }
}
