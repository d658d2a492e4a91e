//! Keeps the byte-order mark at the start of a text with conflict markers.

use crate::text::{BOM, lines};

/// Moves the byte-order mark out of the first conflict in `text`, so that it precedes the opening marker. `text` is
/// `before` with conflict markers.
pub(super) fn with_leading_bom(before: &[u8], text: Vec<u8>) -> Vec<u8> {
    if !before.starts_with(BOM) || text.starts_with(BOM) {
        return text;
    }
    let mut moved = BOM.to_vec();
    let mut is_in_first_conflict = true;
    for line in lines(&text) {
        match line.strip_prefix(BOM) {
            Some(line) if is_in_first_conflict => moved.extend_from_slice(line),
            _ => moved.extend_from_slice(line),
        }
        is_in_first_conflict &= !line.starts_with(b">>>>>>>");
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::with_leading_bom;

    #[test]
    fn the_mark_comes_before_the_first_conflict() {
        let text = "<<<<<<< o\n\u{feff}a\n=======\n\u{feff}b\n>>>>>>> t\n\u{feff}c\n";
        let first = "\u{feff}<<<<<<< o\na\n=======\nb\n>>>>>>> t\n\u{feff}c\n";
        assert_eq!(
            with_leading_bom("\u{feff}a\n".as_bytes(), text.into()),
            first.as_bytes()
        );
        assert_eq!(with_leading_bom(b"a\n", text.into()), text.as_bytes());
    }
}
