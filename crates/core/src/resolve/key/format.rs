//! The document formats, selected by file name or dialect, with the parser and the writer of each.

use std::path::Path;

use super::dialect::{self, Dialect};
use super::tree::{Tree, Unread};
use super::write::Site;
use super::{json, lines, quoting, toml, yaml};
use crate::refusal::KeyFault;
use crate::request::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Toml,
    Yaml,
    /// A line-based format.
    Lines(&'static Dialect),
}

/// The names that `--dialect` accepts.
pub(super) fn names() -> Vec<&'static str> {
    let mut names = vec!["json", "toml", "yaml"];
    names.extend(dialect::TABLE.iter().map(|dialect| dialect.name));
    names
}

impl Format {
    /// The format of the file at `path`, by file name.
    pub fn of_file(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        Some(match (name.as_str(), extension) {
            ("cargo.lock" | "poetry.lock" | "uv.lock" | "pipfile", _) | (_, "toml") => Self::Toml,
            (
                ".prettierrc" | ".babelrc" | ".eslintrc" | ".stylelintrc" | ".lintstagedrc"
                | ".swcrc" | "composer.lock",
                _,
            )
            | (_, "json" | "jsonc" | "webmanifest" | "ipynb" | "code-workspace") => Self::Json,
            (".clang-format" | ".clang-tidy", _) | (_, "yaml" | "yml") => Self::Yaml,
            _ => Self::Lines(dialect::of_file(path)?),
        })
    }

    /// The format of the file at `path` with this `text`. A file such as `.prettierrc` is either JSON or YAML.
    pub fn of_document(path: &Path, text: &[u8]) -> Option<Self> {
        const EITHER: [&str; 4] = [".prettierrc", ".eslintrc", ".stylelintrc", ".lintstagedrc"];
        let format = Self::of_file(path)?;
        let name = path.file_name()?.to_str()?;
        let first = text.trim_ascii_start().first();
        if EITHER.contains(&name) && !matches!(first, None | Some(b'{' | b'[' | b'/')) {
            return Some(Self::Yaml);
        }
        Some(format)
    }

    /// The format that `--dialect` calls `name`.
    ///
    /// # Errors
    /// `UnknownDialect` with the known names.
    pub fn named(name: &str) -> Result<Self, KeyFault> {
        Ok(match name.to_ascii_lowercase().as_str() {
            "json" | "jsonc" => Self::Json,
            "toml" => Self::Toml,
            "yaml" | "yml" => Self::Yaml,
            lower => match dialect::TABLE.iter().find(|dialect| dialect.name == lower) {
                Some(dialect) => Self::Lines(dialect),
                None => {
                    return Err(KeyFault::UnknownDialect {
                        name: name.to_owned(),
                        known: names(),
                    });
                }
            },
        })
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Toml => "TOML",
            Self::Yaml => "YAML",
            Self::Lines(dialect) => dialect.title,
        }
    }

    pub fn dialect(self) -> Option<&'static Dialect> {
        match self {
            Self::Lines(dialect) => Some(dialect),
            Self::Json | Self::Toml | Self::Yaml => None,
        }
    }

    pub fn cannot(self, what: &'static str) -> KeyFault {
        KeyFault::Unwritable {
            format: self.title(),
            what,
        }
    }

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

    /// Writes `value`, which is not a container, for its place `site`.
    pub fn scalar(self, value: &Value, site: &Site<'_>) -> Result<String, KeyFault> {
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
