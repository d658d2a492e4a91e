//! Markdown code fences.

use crate::text::{self, LineEnding};

/// The character and length of the opening or closing fence in `line`, which must not include its line ending.
pub fn parse_line(line: &[u8]) -> Option<(u8, usize)> {
    let mark = *line.first()?;
    let length = line.iter().take_while(|&&byte| byte == mark).count();
    if !matches!(mark, b'`' | b'~') || length < 3 || line[length..].contains(&b'`') {
        return None;
    }
    Some((mark, length))
}

/// True if the fence in the line `close` closes the fence in the line `open`.
fn closes(open: &[u8], close: &[u8]) -> bool {
    let (Some((open_mark, open_len)), Some((close_mark, close_len))) =
        (parse_line(open), parse_line(close))
    else {
        return false;
    };
    open_mark == close_mark && open_len <= close_len && close_len == close.len()
}

/// The lines between a fence on the first non-blank line of `text` and the closing fence on the last. `None` if
/// `text` is not one fenced block.
pub fn inside(text: &[u8]) -> Option<&[u8]> {
    let above: usize = text::lines(text)
        .take_while(|line| line.trim_ascii().is_empty())
        .map(<[u8]>::len)
        .sum();
    let below: usize = text::lines(text)
        .rev()
        .take_while(|line| line.trim_ascii().is_empty())
        .map(<[u8]>::len)
        .sum();
    let block = text.get(above..text.len() - below)?;
    let first = memchr::memchr(b'\n', block)? + 1;
    let body = LineEnding::strip(block);
    let last = memchr::memrchr(b'\n', body)? + 1;
    let open = LineEnding::strip(&block[..first]);
    if last < first || !closes(open, &body[last..]) {
        return None;
    }
    Some(&block[first..last])
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
            let actual = inside(text.as_bytes());
            assert_eq!(actual, found.map(str::as_bytes), "{text:?}");
        }
    }
}
