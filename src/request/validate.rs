//! The command that has to accept a new text before it replaces the old one (`--validate`).
//!
//! Only who writes the command line can give one: a document says what to edit, not what to run, and has
//! no field for it.

use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

/// What stands for the staged file.
const FILE: &str = "{}";

/// How long a command may take for one file.
const TIMEOUT: Duration = Duration::from_secs(30);

/// `--validate COMMAND`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Validate {
    /// The program and its arguments; every `{}` in them stands for the staged file. Not empty.
    pub command: Vec<OsString>,
    /// How long it may take for one file.
    pub timeout: Duration,
}

/// Why a text is no command for `--validate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoCommand {
    /// There is no word in it.
    Empty,
    /// A quote is not closed, or it ends in a backslash.
    Unclosed,
    /// It has no `{}`: it would not look at the new text.
    NoFile,
}

impl Validate {
    /// Reads a command line: words and quotes as in a shell, and nothing else of a shell.
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
        Ok(Self {
            command: words.into_iter().map(OsString::from).collect(),
            timeout: TIMEOUT,
        })
    }
}

/// As it could be typed.
impl fmt::Display for Validate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, word) in self.command.iter().enumerate() {
            let blank = if number == 0 { "" } else { " " };
            let word = word.to_string_lossy();
            match word.contains(FILE) && !word.contains(char::is_whitespace) {
                // Quoting braces helps no reader.
                true => write!(f, "{blank}{word}")?,
                false => write!(f, "{blank}{}", shell_words::quote(&word))?,
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
        assert_eq!(
            words("x $HOME *.c ; y | z > {}"),
            ["x", "$HOME", "*.c", ";", "y", "|", "z", ">", "{}"]
        );
    }

    #[test]
    fn what_looks_at_no_file_is_no_command() {
        assert_eq!(Validate::parse(" "), Err(NoCommand::Empty));
        assert_eq!(Validate::parse("x 'y {}"), Err(NoCommand::Unclosed));
        assert_eq!(Validate::parse("make check"), Err(NoCommand::NoFile));
    }

    #[test]
    fn it_is_shown_as_it_could_be_typed() {
        for text in ["python3 -m py_compile {}", "sh -c 'exit 3' --f={}"] {
            assert_eq!(Validate::parse(text).unwrap().to_string(), text);
        }
    }
}
