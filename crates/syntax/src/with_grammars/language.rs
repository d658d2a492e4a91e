//! Detects the language of a file by its extension, or by its first line.

use std::path::Path;

use tree_sitter::Language as Grammar;

/// A language with a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Shell scripts, parsed as Bash.
    Bash,
    /// C.
    C,
    /// C++, and headers of both C and C++.
    Cpp,
    /// C#.
    #[cfg(feature = "grammars-all")]
    CSharp,
    /// CSS.
    Css,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript, with JSX.
    JavaScript,
    /// JSON.
    Json,
    /// PHP.
    #[cfg(feature = "grammars-all")]
    Php,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
    /// TOML.
    Toml,
    /// TypeScript with JSX.
    Tsx,
    /// TypeScript.
    TypeScript,
}

impl Language {
    /// Returns the language of `text`, the file at `path`. `None` if the language is not supported.
    pub fn detect(path: &Path, text: &[u8]) -> Option<Self> {
        match path.extension() {
            Some(extension) => Self::by_extension(extension.to_str()?),
            None => Self::by_interpreter(interpreter(text)?),
        }
    }

    fn by_extension(extension: &str) -> Option<Self> {
        Some(match extension {
            "rs" => Self::Rust,
            "py" | "pyi" => Self::Python,
            "js" | "jsx" | "mjs" | "cjs" => Self::JavaScript,
            "ts" | "mts" | "cts" => Self::TypeScript,
            "tsx" => Self::Tsx,
            "go" => Self::Go,
            "c" => Self::C,
            // A header may be C or C++, and the C++ grammar accepts nearly all of C.
            "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => Self::Cpp,
            "java" => Self::Java,
            "rb" | "rake" | "gemspec" => Self::Ruby,
            "sh" | "bash" => Self::Bash,
            "json" => Self::Json,
            "toml" => Self::Toml,
            "css" => Self::Css,
            #[cfg(feature = "grammars-all")]
            "cs" => Self::CSharp,
            #[cfg(feature = "grammars-all")]
            "php" => Self::Php,
            _ => return None,
        })
    }

    fn by_interpreter(program: &str) -> Option<Self> {
        let name =
            program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.');
        Some(match name {
            "sh" | "bash" | "dash" => Self::Bash,
            "python" => Self::Python,
            "ruby" => Self::Ruby,
            "node" => Self::JavaScript,
            #[cfg(feature = "grammars-all")]
            "php" => Self::Php,
            _ => return None,
        })
    }

    /// True if definitions can be moved unchanged between files in these languages.
    pub(super) fn shares_definitions(self, other: Self) -> bool {
        self.family() == other.family()
    }

    /// The language that represents all languages with the same definitions.
    fn family(self) -> Self {
        match self {
            Self::C => Self::Cpp,
            Self::Tsx => Self::TypeScript,
            other => other,
        }
    }

    /// True if functions may share a name if their parameters differ.
    pub(super) fn has_overloads(self) -> bool {
        match self {
            #[cfg(feature = "grammars-all")]
            Self::CSharp => true,
            Self::Cpp | Self::Java => true,
            _ => false,
        }
    }

    /// True if members of a type can be used by their bare name inside the type.
    pub(super) fn has_bare_members(self) -> bool {
        self.has_overloads() || self == Self::Ruby
    }

    /// True if definitions are supported for the language.
    pub(super) fn has_definitions(self) -> bool {
        !matches!(self, Self::Css | Self::Json | Self::Toml)
    }

    /// The separator between the parts of a name.
    pub(super) fn separator(self) -> &'static str {
        match self {
            Self::Rust | Self::C | Self::Cpp | Self::Ruby => "::",
            _ => ".",
        }
    }

    /// True if a `///` comment is a doc comment.
    pub(super) fn has_line_docs(self) -> bool {
        match self {
            #[cfg(feature = "grammars-all")]
            Self::CSharp => true,
            Self::Rust | Self::C | Self::Cpp => true,
            _ => false,
        }
    }

    /// The grammar of the language.
    pub fn grammar(self) -> Grammar {
        let grammar = match self {
            Self::Bash => tree_sitter_bash::LANGUAGE,
            Self::C => tree_sitter_c::LANGUAGE,
            Self::Cpp => tree_sitter_cpp::LANGUAGE,
            #[cfg(feature = "grammars-all")]
            Self::CSharp => tree_sitter_c_sharp::LANGUAGE,
            Self::Css => tree_sitter_css::LANGUAGE,
            Self::Go => tree_sitter_go::LANGUAGE,
            Self::Java => tree_sitter_java::LANGUAGE,
            Self::JavaScript => tree_sitter_javascript::LANGUAGE,
            Self::Json => tree_sitter_json::LANGUAGE,
            #[cfg(feature = "grammars-all")]
            Self::Php => tree_sitter_php::LANGUAGE_PHP,
            Self::Python => tree_sitter_python::LANGUAGE,
            Self::Ruby => tree_sitter_ruby::LANGUAGE,
            Self::Rust => tree_sitter_rust::LANGUAGE,
            Self::Toml => tree_sitter_toml_ng::LANGUAGE,
            Self::Tsx => tree_sitter_typescript::LANGUAGE_TSX,
            Self::TypeScript => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        };
        grammar.into()
    }
}

/// True if a file at `path` may be in a supported language, whatever its content.
pub(super) fn is_possible(path: &Path) -> bool {
    path.extension().is_none() || Language::detect(path, b"").is_some()
}

/// The program that the first line of a script names, without its directory. For `env`, the program that it runs.
fn interpreter(text: &[u8]) -> Option<&str> {
    let line = text
        .strip_prefix(b"#!")?
        .split(|&byte| byte == b'\n')
        .next()?;
    let mut words = std::str::from_utf8(line).ok()?.split_whitespace();
    let program = words.next()?.rsplit('/').next()?;
    match program {
        "env" => words.find(|word| !word.starts_with('-')),
        _ => Some(program),
    }
}
