//! The notations of documents with keys, known by the names of files.

use std::path::Path;

/// A notation of documents with keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    Toml,
    Yaml,
    Ini,
    Env,
    Properties,
}

/// Why a text is no document.
pub struct Unread {
    pub at: usize,
    pub problem: String,
}

impl Format {
    /// The format of the file called so.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        Some(match (name.as_str(), extension) {
            ("cargo.lock" | "poetry.lock" | "uv.lock" | "pipfile", _) | (_, "toml") => Self::Toml,
            (".prettierrc" | ".babelrc" | ".eslintrc" | ".swcrc" | "composer.lock", _)
            | (_, "json" | "jsonc" | "webmanifest" | "ipynb" | "code-workspace") => Self::Json,
            (".clang-format" | ".clang-tidy", _) | (_, "yaml" | "yml") => Self::Yaml,
            (".editorconfig" | ".gitconfig" | ".npmrc" | ".pylintrc" | ".flake8", _)
            | (_, "ini" | "cfg" | "conf" | "desktop" | "service" | "timer" | "socket") => Self::Ini,
            (_, "properties") => Self::Properties,
            (_, "env") => Self::Env,
            (name, _) if name == ".env" || name.starts_with(".env.") => Self::Env,
            _ => return None,
        })
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Toml => "TOML",
            Self::Yaml => "YAML",
            Self::Ini => "INI",
            Self::Env => "an .env file",
            Self::Properties => "a properties file",
        }
    }
}
