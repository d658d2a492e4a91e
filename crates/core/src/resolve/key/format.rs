//! The document formats, selected by file name or dialect.

use std::path::Path;

use super::dialect::{self, Dialect};
use crate::refusal::KeyFault;

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
}
