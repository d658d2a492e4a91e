//! Keeps the byte-order mark at the start of a text with conflict markers.

use crate::text::{BOM, lines};

/// Moves the byte-order mark out of a conflict that begins `text`, so that it precedes the opening marker. `text` is
/// `before` with conflict markers of `size` characters.
pub(super) fn with_leading_bom(before: &[u8], text: Vec<u8>, size: usize) -> Vec<u8> {
    if !before.starts_with(BOM) || marker_of(&text, size) != Some(b'<') {
        return text;
    }
    let mut moved = BOM.to_vec();
    let mut is_in_conflict = true;
    // Each version begins below a marker.
    let mut is_below_marker = false;
    for line in lines(&text) {
        match line.strip_prefix(BOM) {
            Some(line) if is_below_marker => moved.extend_from_slice(line),
            _ => moved.extend_from_slice(line),
        }
        let marker = marker_of(line, size);
        is_in_conflict &= marker != Some(b'>');
        is_below_marker = is_in_conflict && marker.is_some();
    }
    moved
}

/// The character of the conflict marker that begins `text`.
fn marker_of(text: &[u8], size: usize) -> Option<u8> {
    let (marker, rest) = text.split_at_checked(size)?;
    let first = *marker.first()?;
    let is_marker = b"<|=>".contains(&first) && marker.iter().all(|&byte| byte == first);
    if is_marker && rest.first().is_none_or(u8::is_ascii_whitespace) {
        return Some(first);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::with_leading_bom;

    #[test]
    fn the_mark_comes_before_the_first_conflict() {
        let text = "<<<<<<< o\n\u{feff}a\n\u{feff}d\n=======\n\u{feff}b\n>>>>>>> t\n\u{feff}c\n";
        let first = "\u{feff}<<<<<<< o\na\n\u{feff}d\n=======\nb\n>>>>>>> t\n\u{feff}c\n";
        let moved = |before: &str, text: &str, size| {
            let moved = with_leading_bom(before.as_bytes(), text.into(), size);
            String::from_utf8(moved).unwrap()
        };
        assert_eq!(moved("\u{feff}a\n", text, 7), first);
        let short = |text: &str| {
            text.replace("<<<<<<<", "<<<<")
                .replace("=======", "====")
                .replace(">>>>>>>", ">>>>")
        };
        assert_eq!(moved("\u{feff}a\n", &short(text), 4), short(first));
        assert_eq!(moved("a\n", text, 7), text);
        // The mark was removed by one side, or the text has no marker.
        for kept in ["x\n<<<<<<< o\na\n=======\nb\n>>>>>>> t\n", "<a>\n"] {
            assert_eq!(moved("\u{feff}a\n", kept, 7), kept);
        }
    }
}
