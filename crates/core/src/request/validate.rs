//! The command that checks a new text before it replaces the old text (`--validate`).
//!
//! Only the command line can name a command. A JSON request describes edits, so it cannot run programs.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

/// The placeholder for the staged file.
const FILE: &str = "{}";

/// The time limit for checking one file.
const TIMEOUT: Duration = Duration::from_secs(30);

/// `--validate COMMAND`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validate {
    /// The program and its arguments, at least one. Each `{}` is replaced with the path of the staged file.
    pub command: Vec<OsString>,
    /// The time limit for one file.
    pub timeout: Duration,
}

/// Reasons why a text is not a valid `--validate` command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCommand {
    /// The text contains no word.
    Empty,
    /// A quote is not closed, or the text ends in a backslash.
    Unclosed,
    /// The text does not contain `{}`, so the command would not see the new text.
    NoFile,
    /// An unquoted special character of a shell, which would be passed as an argument here.
    ShellSign(char),
}

impl Validate {
    /// Parses a command line into words, with the quotes of a shell. Command separators and redirections are refused,
    /// because `test {}; lint {}` would otherwise run as one command.
    ///
    /// # Errors
    /// See [`NoCommand`].
    pub fn parse(text: &str) -> Result<Self, NoCommand> {
        let words = shell_words::split(text).map_err(|_| NoCommand::Unclosed)?;
        if words.is_empty() {
            return Err(NoCommand::Empty);
        }
        if !words.iter().any(|word| word.contains(FILE)) {
            return Err(NoCommand::NoFile);
        }
        if let Some(sign) = shell_sign(text) {
            return Err(NoCommand::ShellSign(sign));
        }
        Ok(Self {
            command: words.into_iter().map(OsString::from).collect(),
            timeout: TIMEOUT,
        })
    }
}

/// The first unquoted character that joins commands or redirects their input or output.
fn shell_sign(text: &str) -> Option<char> {
    let mut quote = None;
    let mut letters = text.trim().chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (Some('\''), _) => {}
            (_, '\\') => {
                letters.next();
            }
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, ';' | '|' | '&' | '<' | '>' | '`') => return Some(letter),
            (None, _) => {}
        }
    }
    None
}

/// The command in a form that can be typed.
impl fmt::Display for Validate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, argument) in self.command.iter().enumerate() {
            let blank = if number == 0 { "" } else { " " };
            let word = argument.to_string_lossy();
            if word.contains(FILE) && !word.contains(char::is_whitespace) {
                // `{}` needs no quotes.
                write!(f, "{blank}{word}")?
            } else {
                write!(f, "{blank}{}", shell_words::quote(&word))?
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{NoCommand, Validate};

    fn words(text: &str) -> Vec<String> {
        let words = Validate::parse(text).unwrap().command.into_iter();
        words.map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn words_are_split_as_a_shell_does_and_nothing_is_expanded() {
        assert_eq!(words("py -c 'a b' {}"), ["py", "-c", "a b", "{}"]);
        assert_eq!(words(r"x \{} --f={}"), ["x", "{}", "--f={}"]);
        let actual = words(r#"x $HOME *.c ';' "y|" z \> {}"#);
        assert_eq!(actual, ["x", "$HOME", "*.c", ";", "y|", "z", ">", "{}"]);
    }

    #[test]
    fn unquoted_shell_operators_are_refused() {
        for (text, sign) in [
            ("test {}; lint {}", ';'),
            ("test {} && lint {}", '&'),
            ("test {} | cat", '|'),
            ("test < {}", '<'),
            ("test {} 2>/dev/null", '>'),
            ("test `which lint` {}", '`'),
            (r#"x "\"" ; {}"#, ';'),
        ] {
            assert_eq!(Validate::parse(text), Err(NoCommand::ShellSign(sign)));
        }
        assert_eq!(words(r"x \; 'a;b' {}"), ["x", ";", "a;b", "{}"]);
        assert_eq!(words(r#"x "a\";b" {}"#), ["x", r#"a";b"#, "{}"]);
    }

    #[test]
    fn a_command_without_a_file_is_invalid() {
        assert_eq!(Validate::parse(" "), Err(NoCommand::Empty));
        assert_eq!(Validate::parse("x 'y {}"), Err(NoCommand::Unclosed));
        assert_eq!(Validate::parse("make check"), Err(NoCommand::NoFile));
    }

    #[test]
    fn a_command_is_displayed_as_typed() {
        for text in ["python3 -m py_compile {}", "sh -c 'exit 3' --f={}"] {
            assert_eq!(Validate::parse(text).unwrap().to_string(), text);
        }
    }
}
