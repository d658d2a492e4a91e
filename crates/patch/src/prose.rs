//! Recognizes prose lines that begin with `+` or `-`: list items, rules, and text that mails and web pages add after
//! a diff.

use super::line::{LineMarker, PatchLines};
use super::mail;

/// True if a line that begins with `+` is a typical remark after a diff: `+1 from me`, `++++ done ++++`,
/// `+Reviewed-by: J <j@x.org>`.
pub(super) fn is_remark(line: &[u8]) -> bool {
    let text = line.get(1..).unwrap_or_default().trim_ascii_end();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at(digits);
    let is_power_of_ten = number.starts_with(b"1") && number[1..].iter().all(|byte| *byte == b'0');
    let is_vote = match rest {
        [] => is_power_of_ten,
        [b'!', ..] => digits > 0,
        [b' ' | b',' | b'.' | b':' | b';', ..] => {
            digits > 0 && rest.iter().any(u8::is_ascii_alphabetic)
        }
        _ => false,
    };
    let is_framed = text.len() > 4 && text.starts_with(b"++") && text.ends_with(b"++");
    is_vote || is_framed || is_rule(line) || is_person_trailer(text)
}

/// True if a line is a commit message trailer that names a person: `Acked-by: J <j@x.org>`.
fn is_person_trailer(line: &[u8]) -> bool {
    let Some(colon) = memchr::memchr(b':', line) else {
        return false;
    };
    let (key, value) = line.split_at(colon);
    let is_key = key.first().is_some_and(u8::is_ascii_uppercase)
        && key
            .iter()
            .all(|byte| byte.is_ascii_alphabetic() || *byte == b'-');
    let is_by = key.len() > 3 && key[key.len() - 3..].eq_ignore_ascii_case(b"-by") || key == b"Cc";
    is_key && is_by && value.len() > 2
}

/// True if a line that begins with `+` or `-` is a list item that begins with a letter or digit.
pub(super) fn is_list_item(line: &[u8]) -> bool {
    line.get(1) == Some(&b' ') && line.get(2).is_some_and(u8::is_ascii_alphanumeric)
}

/// True if a line consists only of `+`, `-` and spaces.
pub(super) fn is_rule(line: &[u8]) -> bool {
    line.len() >= 2 && line.iter().all(|byte| b"+- ".contains(byte))
}

/// True if a line consists of plain words and begins with a capital letter.
pub(super) fn is_sentence(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_uppercase) && is_plain(line)
}

/// True if a line consists of plain words and is not indented.
pub(super) fn is_plain(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_alphanumeric)
        && line
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b" ,.!?:'\"-".contains(byte))
}

/// True if `from..to`, the lines after a completely counted hunk, begin with the end of a mail or web page: a
/// signature, a part boundary, or a rule.
pub(super) fn is_trailer(
    lines: &PatchLines<'_>,
    boundaries: &[Vec<u8>],
    from: usize,
    to: usize,
) -> bool {
    let Some(at) = (from..to).find(|&at| lines.marker(at) != LineMarker::Empty) else {
        return false;
    };
    let (line, next) = (lines.bare(at), lines.bare(at + 1));
    if line.starts_with(b"-----BEGIN PGP ") || mail::is_boundary(line, boundaries) {
        return true;
    }
    if looks_like_boundary(line) {
        let is_long_last = line.len() > 8 && line.ends_with(b"--");
        if is_long_last || next.to_ascii_lowercase().starts_with(b"content-") {
            return true;
        }
    }
    let is_rule = line.starts_with(b"--") && line[2..].iter().all(|byte| b"- ".contains(byte));
    let is_text_next = matches!(
        lines.marker(at + 1),
        LineMarker::Unmarked | LineMarker::Empty
    ) || is_summary(next);
    is_rule && is_text_next
}

/// True for a line of a change summary: ` src/f.rs | 2 +-`, ` 1 file changed, ...`.
fn is_summary(line: &[u8]) -> bool {
    line.starts_with(b" ") && (is_file_summary(line) || is_total_summary(line))
}

fn is_file_summary(line: &[u8]) -> bool {
    let Some(bar) = memchr::memmem::rfind(line, b" | ") else {
        return false;
    };
    let count = line[bar + 3..].trim_ascii();
    count.starts_with(b"Bin") || count.first().is_some_and(u8::is_ascii_digit)
}

fn is_total_summary(line: &[u8]) -> bool {
    let mut words = line.trim_ascii().split(|byte| *byte == b' ');
    let (Some(first), Some(second)) = (words.next(), words.next()) else {
        return false;
    };
    first.iter().all(u8::is_ascii_digit) && second.starts_with(b"file")
}

/// True if a line may be a boundary between mail parts.
fn looks_like_boundary(line: &[u8]) -> bool {
    let is_last = line.ends_with(b"--") && line.len() > 4;
    line.starts_with(b"--")
        && (line.len() >= 7 || is_last)
        && line
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"'()+_,-./:=?".contains(byte))
}

/// True if every line in `from..to` that begins with `+` or `-` looks like prose: a list item or a rule.
pub(super) fn has_only_bullets(lines: &PatchLines<'_>, from: usize, to: usize) -> bool {
    (from..to)
        .filter(|&at| lines.marker(at).is_change())
        .all(|at| is_bullet(lines.bare(at)))
}

/// True if a line that begins with `+` or `-` looks like prose: a list item or a rule.
pub(super) fn is_bullet(line: &[u8]) -> bool {
    is_rule(line)
        || (line.get(1) == Some(&b' ')
            && line.get(2).is_some_and(|byte| !byte.is_ascii_whitespace()))
}
