//! The suggestions of linters, compilers and editors, in the formats in which they print them (`apply --from`).
//!
//! Only what a tool itself would apply without asking is taken; the rest is counted for a person to look at. Where a
//! tool says what it saw in the file, that is taken along, and compared before anything is written.

mod ast_grep;
mod eslint;
mod lsp;
mod rustc;
mod sarif;

use std::path::PathBuf;

use serde::de::DeserializeOwned;

use crate::refusal::Reason;
use crate::request::{Action, Request, Step, Suggestion, Suggestions};

/// A format in which tools print their suggestions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestionFormat {
    /// A `WorkspaceEdit` of the Language Server Protocol, or a message or code action that has one.
    Lsp,
    /// A SARIF 2.1.0 log with `fixes`.
    Sarif,
    /// `rustc --error-format=json`, or `cargo --message-format=json`.
    Rustc,
    /// `ast-grep --json`, in any of its styles.
    AstGrep,
    /// `eslint --format json`.
    Eslint,
}

impl SuggestionFormat {
    /// All of them, with their names.
    pub const ALL: [(&'static str, Self); 5] = [
        ("lsp", Self::Lsp),
        ("sarif", Self::Sarif),
        ("rustc", Self::Rustc),
        ("ast-grep", Self::AstGrep),
        ("eslint", Self::Eslint),
    ];

    fn name(self) -> &'static str {
        let named = Self::ALL.iter().find(|(_, format)| *format == self);
        named.map_or("", |(name, _)| name)
    }
}

/// The request that `text` is, printed in `format`: only the suggestions of `rules`, if there are any.
///
/// # Errors
/// `bad_request` where the text is not in the format, or suggests nothing that could be applied.
pub fn read(format: SuggestionFormat, text: &[u8], rules: &[String]) -> Result<Request, Reason> {
    let text = std::str::from_utf8(text).map_err(|error| malformed(format, &error.to_string()))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut found = Found::default();
    match format {
        SuggestionFormat::Lsp => lsp::read(text, &mut found)?,
        SuggestionFormat::Sarif => sarif::read(text, &mut found)?,
        SuggestionFormat::Rustc => rustc::read(text, &mut found)?,
        SuggestionFormat::AstGrep => ast_grep::read(text, &mut found)?,
        SuggestionFormat::Eslint => eslint::read(text, &mut found)?,
    }
    found.request(rules)
}

/// What a tool suggests, in the order of its telling.
#[derive(Debug, Default)]
struct Found(Vec<Step>);

impl Found {
    /// The suggestions for the file `path`, with those that were found before.
    fn of_file(&mut self, path: PathBuf) -> &mut Suggestions {
        let is_it =
            |step: &Step| step.path == path && matches!(step.action, Action::Suggestions(_));
        let known = self.0.iter().rposition(is_it);
        let at = known.unwrap_or_else(|| {
            let none = Action::Suggestions(Suggestions::default());
            self.0.push(Step::new(path, none));
            self.0.len() - 1
        });
        match &mut self.0[at].action {
            Action::Suggestions(suggestions) => suggestions,
            _ => unreachable!("the step was found by its action"),
        }
    }

    fn request(self, rules: &[String]) -> Result<Request, Reason> {
        let Self(mut steps) = self;
        let is_wanted = |one: &Suggestion| rules.is_empty() || rules.contains(&one.rule);
        let mut others = Vec::new();
        for step in &mut steps {
            if let Action::Suggestions(suggestions) = &mut step.action {
                let unwanted = suggestions.all.iter().filter(|one| !is_wanted(one));
                others.extend(unwanted.map(|one| one.rule.clone()));
                suggestions.all.retain(is_wanted);
            }
        }
        let is_something = |step: &Step| match &step.action {
            Action::Suggestions(suggestions) => !suggestions.all.is_empty(),
            _ => true,
        };
        if steps.iter().any(is_something) {
            steps.retain(|step| match &step.action {
                Action::Suggestions(suggestions) => {
                    !suggestions.all.is_empty() || suggestions.left_out > 0
                }
                _ => true,
            });
            return Ok(steps.into());
        }
        let left_out = steps.iter().map(|step| match &step.action {
            Action::Suggestions(suggestions) => suggestions.left_out,
            _ => 0,
        });
        Err(nothing(left_out.sum(), others))
    }
}

/// The refusal of a text that suggests nothing to be applied.
fn nothing(left_out: usize, mut others: Vec<String>) -> Reason {
    others.sort_unstable();
    others.dedup();
    if others.is_empty() {
        let message = match left_out {
            0 => "there is no suggestion in it".to_owned(),
            _ => format!(
                "none of its {left_out} suggestions is one that the tool would apply itself"
            ),
        };
        return Reason::BadRequest {
            message,
            hint: Some("nothing is to be done, or it is to be done by hand".to_owned()),
        };
    }
    others.truncate(8);
    Reason::BadRequest {
        message: "none of its suggestions is of a rule that is asked for".to_owned(),
        hint: Some(format!("its rules are `{}`", others.join("`, `"))),
    }
}

/// The JSON document `text`.
fn document<T: DeserializeOwned>(format: SuggestionFormat, text: &str) -> Result<T, Reason> {
    serde_json::from_str(text).map_err(|error| malformed(format, &error.to_string()))
}

/// The JSON documents on the lines of `text`.
fn lines<T: DeserializeOwned>(format: SuggestionFormat, text: &str) -> Result<Vec<T>, Reason> {
    let filled = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let read = filled.map(|(number, line)| {
        let wrong = |error| malformed(format, &format!("line {number}: {error}"));
        serde_json::from_str(line).map_err(wrong)
    });
    read.collect()
}

fn malformed(format: SuggestionFormat, problem: &str) -> Reason {
    let (name, told) = match format {
        SuggestionFormat::Lsp => ("a `WorkspaceEdit`", "a language server answers"),
        SuggestionFormat::Sarif => ("a SARIF log", "linters such as ruff print as SARIF"),
        SuggestionFormat::Rustc => (
            "a message of rustc",
            "rustc, cargo and clippy print as JSON",
        ),
        SuggestionFormat::AstGrep => (
            "a match of ast-grep",
            "ast-grep prints of a rewrite as JSON",
        ),
        SuggestionFormat::Eslint => ("a report of ESLint", "ESLint prints as JSON"),
    };
    Reason::BadRequest {
        message: format!("this is not {name}: {problem}"),
        hint: Some(format!("`{}` is what {told}", format.name())),
    }
}

/// The path that a `file:` address names; a relative one is a path already. `None` for any other address.
fn path_of_uri(uri: &str) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    let path = match uri.split_once(':') {
        Some(("file", rest)) => match rest.strip_prefix("//") {
            Some(authority) => authority.strip_prefix("localhost").unwrap_or(authority),
            None => rest,
        },
        // A colon behind a slash belongs to a name.
        Some((scheme, _)) if !scheme.contains('/') => return None,
        _ => uri,
    };
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        let decoded = (*first == b'%').then(|| {
            let digits = std::str::from_utf8(after.get(..2)?).ok()?;
            u8::from_str_radix(digits, 16).ok()
        });
        match decoded.flatten() {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    Some(PathBuf::from(std::ffi::OsString::from_vec(bytes)))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::path_of_uri;

    #[test]
    fn addresses_become_paths() {
        for (uri, path) in [
            ("file:///a/b%20c.ts", "/a/b c.ts"),
            ("file://localhost/a", "/a"),
            ("file:/a", "/a"),
            ("src/a%23b.py", "src/a#b.py"),
            ("src/100%.py", "src/100%.py"),
            ("src/a:b", "src/a:b"),
        ] {
            assert_eq!(path_of_uri(uri).as_deref(), Some(Path::new(path)), "{uri}");
        }
        assert_eq!(path_of_uri("untitled:a"), None);
        assert_eq!(path_of_uri("https://a/b"), None);
    }
}
