//! Lines that begin with `+` or `-` and are prose: bullets, rules, what mails and web pages put below a diff.

use super::line::{LineMarker, PatchLines};
use super::mail;

/// Whether a line that begins with `+` reads like what people write below a diff: `+1 from me`, `++++ done ++++`,
/// `+Reviewed-by: J <j@x.org>`.
pub(super) fn is_remark(line: &[u8]) -> bool {
    let text = line.get(1..).unwrap_or_default().trim_ascii_end();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (number, rest) = text.split_at(digits);
    let is_one = number.starts_with(b"1") && number[1..].iter().all(|byte| *byte == b'0');
    let is_vote = match rest {
        [] => is_one,
        [b'!', ..] => digits > 0,
        [b' ' | b',' | b'.' | b':' | b';', ..] => {
            digits > 0 && rest.iter().any(u8::is_ascii_alphabetic)
        }
        _ => false,
    };
    let is_framed = text.len() > 4 && text.starts_with(b"++") && text.ends_with(b"++");
    is_vote || is_framed || is_rule(line) || names_somebody(text)
}

/// Whether a line is one of those below a commit message that name somebody: `Acked-by: J <j@x.org>`.
fn names_somebody(line: &[u8]) -> bool {
    let Some((key, value)) = line
        .iter()
        .position(|byte| *byte == b':')
        .map(|at| line.split_at(at))
    else {
        return false;
    };
    let is_key = key.first().is_some_and(u8::is_ascii_uppercase)
        && key
            .iter()
            .all(|byte| byte.is_ascii_alphabetic() || *byte == b'-');
    let is_by = key.len() > 3 && key[key.len() - 3..].eq_ignore_ascii_case(b"-by") || key == b"Cc";
    is_key && is_by && value.len() > 2
}

/// Whether a line that begins with `+` or `-` is a point of a list.
pub(super) fn is_point(line: &[u8]) -> bool {
    line.get(1) == Some(&b' ') && line.get(2).is_some_and(u8::is_ascii_alphanumeric)
}

/// Whether a line is made of `+` and `-` alone.
pub(super) fn is_rule(line: &[u8]) -> bool {
    line.len() >= 2 && line.iter().all(|byte| b"+- ".contains(byte))
}

/// Whether a line is made of words alone and begins with a capital.
pub(super) fn is_sentence(line: &[u8]) -> bool {
    line.first().is_some_and(u8::is_ascii_uppercase) && is_plain(line)
}

/// Whether a line is made of words alone, the first of them not indented.
pub(super) fn is_plain(line: &[u8]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || b" ,.!?:'\"-".contains(byte);
    line.first().is_some_and(u8::is_ascii_alphanumeric) && line.iter().all(is_sign)
}

/// Whether `from..to`, which follows a hunk whose counts are used up, begins what mails and web pages put
/// below a diff: a signature, the boundary of a part, a rule.
pub(super) fn is_trailer(
    lines: &PatchLines<'_>,
    boundaries: &[Vec<u8>],
    from: usize,
    to: usize,
) -> bool {
    let first = (from..to).find(|&at| lines.marker(at) != LineMarker::Empty);
    first.is_some_and(|at| {
        let (line, next) = (lines.bare(at), lines.bare(at + 1));
        let is_rule = line.starts_with(b"--") && line[2..].iter().all(|byte| b"- ".contains(byte));
        let is_text_next = matches!(lines.marker(at + 1), LineMarker::Bare | LineMarker::Empty)
            || is_summary(next);
        let names_part = || next.to_ascii_lowercase().starts_with(b"content-");
        is_rule && is_text_next
            || line.starts_with(b"-----BEGIN PGP ")
            || mail::is_boundary(line, boundaries)
            || is_boundary(line) && (line.len() > 8 && line.ends_with(b"--") || names_part())
    })
}

/// Whether a line of a summary of changes begins or ends one: ` src/f.rs | 2 +-`, ` 1 file changed, ...`.
fn is_summary(line: &[u8]) -> bool {
    let is_of_file = || {
        let bar = memchr::memmem::rfind(line, b" | ");
        bar.is_some_and(|bar| {
            let count = line[bar + 3..].trim_ascii();
            count.starts_with(b"Bin") || count.first().is_some_and(u8::is_ascii_digit)
        })
    };
    let is_of_all = || {
        let text = line.trim_ascii();
        let mut words = text.split(|byte| *byte == b' ');
        let is_number = words
            .next()
            .is_some_and(|word| word.iter().all(u8::is_ascii_digit));
        is_number && words.next().is_some_and(|word| word.starts_with(b"file"))
    };
    line.starts_with(b" ") && (is_of_file() || is_of_all())
}

/// Whether a line may part the parts of a mail.
fn is_boundary(line: &[u8]) -> bool {
    let is_sign = |byte: &u8| byte.is_ascii_alphanumeric() || b"'()+_,-./:=?".contains(byte);
    let is_last = line.ends_with(b"--") && line.len() > 4;
    line.starts_with(b"--") && (line.len() >= 7 || is_last) && line.iter().all(is_sign)
}

/// Whether a line is more likely to part a mail than to be a removed option like `-all`: it ends as the last one
/// does, or has the signs of a made-up word.
pub(super) fn may_part_mail(line: &[u8]) -> bool {
    let is_plain = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'-';
    is_boundary(line) && (line.ends_with(b"--") || !line.iter().all(is_plain))
}

/// Whether every line in `from..to` that begins with `+` or `-` looks like prose: a bullet, a rule.
pub(super) fn has_only_bullets(lines: &PatchLines<'_>, from: usize, to: usize) -> bool {
    (from..to)
        .filter(|&at| matches!(lines.marker(at), LineMarker::Removed | LineMarker::Added))
        .all(|at| is_bullet(lines.bare(at)))
}

/// Whether a line that begins with `+` or `-` looks like prose: a bullet, a rule.
pub(super) fn is_bullet(line: &[u8]) -> bool {
    is_rule(line)
        || (line.get(1) == Some(&b' ')
            && line.get(2).is_some_and(|byte| !byte.is_ascii_whitespace()))
}
