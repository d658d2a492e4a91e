//! Markdown fences.

use crate::text::{self, LineEnding};

/// Whether `line` (without ending) opens or closes a fence; its character and length.
pub fn of_line(line: &[u8]) -> Option<(u8, usize)> {
    let mark = *line.first()?;
    let length = line.iter().take_while(|&&byte| byte == mark).count();
    (matches!(mark, b'`' | b'~') && length >= 3 && !line[length..].contains(&b'`'))
        .then_some((mark, length))
}

/// Whether `close` closes what `open` opens.
fn closes(open: &[u8], close: &[u8]) -> bool {
    match (of_line(open), of_line(close)) {
        (Some((mark, length)), Some((other, longer))) => {
            mark == other && longer >= length && close.len() == longer
        }
        _ => false,
    }
}

/// The lines between a fence in the first filled line of `text` and its end in the last.
pub fn inside(text: &[u8]) -> Option<&[u8]> {
    let lines = || text::lines(text);
    let blank = |line: &&[u8]| line.iter().all(u8::is_ascii_whitespace);
    let above: usize = lines().take_while(blank).map(<[u8]>::len).sum();
    let below: usize = lines().rev().take_while(blank).map(<[u8]>::len).sum();
    let text = text.get(above..text.len() - below)?;
    let first = memchr::memchr(b'\n', text)? + 1;
    let body = LineEnding::strip(text);
    let last = memchr::memrchr(b'\n', body)? + 1;
    let open = LineEnding::strip(&text[..first]);
    (last >= first && closes(open, &body[last..])).then(|| &text[first..last])
}

#[cfg(test)]
mod tests {
    use super::inside;

    #[test]
    fn a_fence_is_around_all_of_a_text() {
        for (text, found) in [
            ("```rust\na\n```\n", Some("a\n")),
            ("\n~~~~\na\n~~~~\n\n", Some("a\n")),
            ("```\r\na\r\n```", Some("a\r\n")),
            ("```\n```\n", Some("")),
            ("```\na\n~~~\n", None),
            ("````\na\n```\n", None),
            ("a\n```\n", None),
            ("```\na\n``` b\n", None),
            ("```\n", None),
            ("", None),
        ] {
            assert_eq!(
                inside(text.as_bytes()),
                found.map(str::as_bytes),
                "{text:?}"
            );
        }
    }
}
