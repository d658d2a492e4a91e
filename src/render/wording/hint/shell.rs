//! Paths and ranges as words that a shell takes.

use std::path::Path;

use crate::refusal::Refusal;
use crate::render::escape::{path_bytes, visible};
use crate::text::LineRange;

/// `3:5`, as `view`, `lines` and `--within` take it.
pub(super) fn range(lines: LineRange) -> String {
    format!("{}:{}", lines.first(), lines.last())
}

/// The refusal's path as a word of a shell command, or `PATH`.
pub(super) fn shell_word(refusal: &Refusal) -> String {
    match &refusal.path {
        Some(shown) => word_of(shown),
        None => "PATH".to_owned(),
    }
}

/// `shown` as a word of a shell command that stands for this very path, on one line and in plain sight: what
/// a terminal would obey or not show is written in the `$'...'` of POSIX 2024, bash, ksh and zsh.
pub(super) fn word_of(shown: &Path) -> String {
    let mut bytes = path_bytes(shown).into_owned();
    if bytes.len() > 1 && bytes.starts_with(b"-") {
        // No option.
        bytes.splice(..0, *b"./");
    }
    let is_plain = |letter: char| letter.is_alphanumeric() || "/._-+,@%=:".contains(letter);
    let seen = visible(&bytes);
    match seen.as_bytes() == &bytes[..] && !bytes.contains(&b'\t') {
        false => format!("$'{}'", escaped(&bytes)),
        true if !seen.is_empty() && seen.chars().all(is_plain) => seen,
        true => format!("'{}'", seen.replace('\'', "'\\''")),
    }
}

/// `bytes` as they stand between `$'` and `'`: printable ASCII as it is, everything else in octal, which no
/// digit after it can be taken into.
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
