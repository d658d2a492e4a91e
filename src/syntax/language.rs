//! Which language a file is in: by its extension, else by its first line. One table for each.

use std::path::Path;

use tree_sitter::Language;

/// The language of a text that stands at `path`; `None` when it is not one of ours.
pub(super) fn of(path: &Path, text: &[u8]) -> Option<Language> {
    match path.extension() {
        Some(extension) => by_extension(extension.to_str()?),
        None => by_interpreter(interpreter(text)?),
    }
}

/// Whether a text at `path` can be in one of our languages, whatever it says.
pub(super) fn is_possible(path: &Path) -> bool {
    path.extension().is_none() || of(path, b"").is_some()
}

/// One flat table.
fn by_extension(extension: &str) -> Option<Language> {
    let language = match extension {
        "rs" => tree_sitter_rust::LANGUAGE,
        "py" | "pyi" => tree_sitter_python::LANGUAGE,
        "js" | "jsx" | "mjs" | "cjs" => tree_sitter_javascript::LANGUAGE,
        "ts" | "mts" | "cts" => tree_sitter_typescript::LANGUAGE_TYPESCRIPT,
        "tsx" => tree_sitter_typescript::LANGUAGE_TSX,
        "go" => tree_sitter_go::LANGUAGE,
        "c" => tree_sitter_c::LANGUAGE,
        // A header may be of either language, and C++ has nearly all of C: without it a header is not parsed.
        #[cfg(feature = "syntax-all")]
        "h" | "cc" | "cpp" | "cxx" | "hh" | "hpp" | "hxx" => tree_sitter_cpp::LANGUAGE,
        "java" => tree_sitter_java::LANGUAGE,
        #[cfg(feature = "syntax-all")]
        "rb" | "rake" | "gemspec" => tree_sitter_ruby::LANGUAGE,
        #[cfg(feature = "syntax-all")]
        "sh" | "bash" => tree_sitter_bash::LANGUAGE,
        "json" => tree_sitter_json::LANGUAGE,
        "toml" => tree_sitter_toml_ng::LANGUAGE,
        "css" => tree_sitter_css::LANGUAGE,
        _ => return None,
    };
    Some(language.into())
}

fn by_interpreter(program: &str) -> Option<Language> {
    let language =
        match program.trim_end_matches(|letter: char| letter.is_ascii_digit() || letter == '.') {
            #[cfg(feature = "syntax-all")]
            "sh" | "bash" | "dash" => tree_sitter_bash::LANGUAGE,
            "python" => tree_sitter_python::LANGUAGE,
            #[cfg(feature = "syntax-all")]
            "ruby" => tree_sitter_ruby::LANGUAGE,
            "node" => tree_sitter_javascript::LANGUAGE,
            _ => return None,
        };
    Some(language.into())
}

/// The program a script's first line names, without directory: the one after `env`, if it is that.
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
