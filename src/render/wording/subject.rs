//! The file of a hint, in a form that can be copied: a word of a shell command, or a JSON string.

use std::path::Path;

use super::Caller;
use crate::refusal::Refusal;
use crate::render::escape::{path_bytes, visible};
use crate::request::Options;

/// The file of a hint, if there is one, and the caller.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    path: Option<&'a Path>,
    pub(super) caller: Caller,
}

impl<'a> Subject<'a> {
    /// The subject of `refusal`.
    pub(super) fn new(refusal: &'a Refusal, caller: Caller) -> Self {
        Self {
            path: refusal.path.as_deref(),
            caller,
        }
    }

    /// True for standard input, which cannot be read again.
    pub(super) fn is_stdin(self) -> bool {
        self.path.is_some_and(|shown| shown.as_os_str() == "-")
    }

    /// True if the path is a system name of standard input.
    pub(super) fn names_stdin(self) -> bool {
        const NAMES: [&str; 3] = ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"];
        NAMES.iter().any(|name| self.path == Some(Path::new(name)))
    }

    /// True if the path looks like a glob.
    pub(super) fn is_glob(self) -> bool {
        let Some(shown) = self.path else {
            return false;
        };
        let bytes = shown.as_os_str().as_encoded_bytes();
        bytes.iter().any(|byte| b"*?[".contains(byte))
    }

    /// The directory of the file, as a word of a shell command.
    pub(super) fn directory(self) -> String {
        let parent = self.path.and_then(Path::parent);
        match parent.filter(|parent| !parent.as_os_str().is_empty()) {
            Some(parent) => shell_word(parent),
            None => ".".to_owned(),
        }
    }

    /// The file `name` in this directory, as a word of a shell command.
    pub(super) fn below(self, name: &str) -> String {
        shell_word(&self.path.unwrap_or(Path::new("PATH")).join(name))
    }

    /// The file as a word of a shell command, or `PATH`.
    pub(super) fn word(self) -> String {
        self.path.map_or_else(|| "PATH".to_owned(), shell_word)
    }

    /// The file as a JSON string, or `"PATH"`.
    pub(super) fn string(self) -> String {
        self.path.map_or_else(|| "\"PATH\"".to_owned(), json_string)
    }
}

/// Another file, in the caller's vocabulary.
pub(super) fn name_for(file: &Path, caller: Caller) -> String {
    match caller.words.options {
        Options::Flags | Options::CommonFlags => shell_word(file),
        Options::Fields | Options::Payload(_) | Options::Unavailable => json_string(file),
    }
}

/// `shown` as a word of a shell command, on one line and with only visible characters. Other characters use the
/// `$'...'` of POSIX 2024, bash, ksh and zsh.
pub fn shell_word(shown: &Path) -> String {
    let mut bytes = path_bytes(shown).to_vec();
    if bytes.len() > 1 && bytes.starts_with(b"-") {
        // A leading `-` would be read as an option.
        bytes.splice(..0, *b"./");
    }
    let seen = visible(&bytes);
    if seen.as_bytes() != &bytes[..] || bytes.contains(&b'\t') {
        format!("$'{}'", escaped(&bytes))
    } else if !seen.is_empty() && seen.chars().all(needs_no_quotes) {
        seen
    } else {
        format!("'{}'", seen.replace('\'', "'\\''"))
    }
}

fn needs_no_quotes(letter: char) -> bool {
    letter.is_alphanumeric() || "/._-+,@%=:".contains(letter)
}

/// `bytes` for the inside of `$'...'`. Everything except printable ASCII is in octal with three digits, which cannot
/// absorb a following digit.
fn escaped(bytes: &[u8]) -> String {
    let mut word = String::new();
    for &byte in bytes {
        match byte {
            b'\'' | b'\\' => word.extend(['\\', char::from(byte)]),
            b'\n' => word.push_str("\\n"),
            b'\t' => word.push_str("\\t"),
            b' '..=b'~' => word.push(char::from(byte)),
            _ => word.push_str(&format!("\\{byte:03o}")),
        }
    }
    word
}

/// `shown` as a JSON string with only visible characters. Bytes that are not Unicode become the replacement character.
fn json_string(shown: &Path) -> String {
    let name = String::from_utf8_lossy(path_bytes(shown));
    let mut string = String::from("\"");
    for letter in name.chars() {
        let mut bytes = [0; 4];
        let text: &str = letter.encode_utf8(&mut bytes);
        match letter {
            '"' | '\\' => string.extend(['\\', letter]),
            _ if letter != '\t' && visible(text.as_bytes()) == text => string.push(letter),
            _ => {
                let mut units = [0; 2];
                for unit in letter.encode_utf16(&mut units) {
                    string.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    string + "\""
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::json_string;

    #[test]
    fn a_json_string_decodes_to_the_exact_name() {
        for name in [
            "a.rs",
            "b c",
            "a\"b\\c",
            "tab\there",
            "\x1b[2J\n",
            "\u{202e}é\u{e0001}",
        ] {
            let string = json_string(Path::new(name));
            assert_eq!(serde_json::from_str::<String>(&string).unwrap(), name);
            assert!(
                !string.contains(['\x1b', '\n', '\t', '\u{202e}']),
                "{string}"
            );
        }
    }
}
