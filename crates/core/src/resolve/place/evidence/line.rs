//! The similarity of two lines, and the weight of a line as evidence.

use std::borrow::Cow;

use crate::damage::typography::{Signs, first_typed};

/// True for whitespace, including line endings.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c)
}

/// `line` without leading and trailing whitespace.
pub fn trimmed(line: &[u8]) -> &[u8] {
    let start = line.iter().position(|&byte| !is_blank(byte));
    let end = line.iter().rposition(|&byte| !is_blank(byte));
    match (start, end) {
        (Some(start), Some(end)) => &line[start..=end],
        _ => &[],
    }
}

/// The form of `line` that mechanical damage does not change. Whitespace is trimmed, each run of whitespace becomes
/// one space, and typographic quotes, dashes and spaces become plain. Borrowed if nothing changes.
pub fn loose(line: &[u8]) -> Cow<'_, [u8]> {
    let line = trimmed(line);
    if line.is_ascii() && has_single_blanks(line) {
        return Cow::Borrowed(line);
    }
    let mut key = Vec::with_capacity(line.len());
    let mut rest = line;
    while let Some(&byte) = rest.first() {
        let (plain, len): (&[u8], usize) = match first_typed(rest, Signs::Spelled) {
            Some((typed, len)) => (typed.as_bytes(), len),
            None if is_blank(byte) => (b" ", 1),
            None => (&rest[..1], 1),
        };
        if plain != b" " || !matches!(key.last(), None | Some(&b' ')) {
            key.extend_from_slice(plain);
        }
        rest = &rest[len..];
    }
    while key.last() == Some(&b' ') {
        key.pop();
    }
    Cow::Owned(key)
}

/// True if all whitespace of `line` is single spaces. Checks all bytes, which is faster than an early exit.
fn has_single_blanks(line: &[u8]) -> bool {
    let mut has_other_blank = false;
    for byte in line {
        has_other_blank |= (b'\t'..=b'\r').contains(byte);
    }
    let mut has_double_space = false;
    for pair in line.windows(2) {
        has_double_space |= (pair[0] == b' ') & (pair[1] == b' ');
    }
    !has_other_blank && !has_double_space
}

/// Lines with fewer letters and digits are common. In bytes.
const MIN_LETTERS: usize = 3;

/// True if every file of its kind contains `line`: blank, only brackets, a lone keyword.
pub fn is_common(line: &[u8]) -> bool {
    let line = trimmed(line);
    let letters = line
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80)
        .count();
    let mut statement = line.strip_suffix(b";").unwrap_or(line);
    statement = statement.strip_suffix(b":").unwrap_or(statement);
    letters < MIN_LETTERS
        || matches!(
            statement,
            b"end"
                | b"return"
                | b"else"
                | b"} else {"
                | b"else {"
                | b"break"
                | b"continue"
                | b"pass"
                | b"done"
                | b"endif"
                | b"#endif"
                | b"#else"
                | b"return 0"
                | b"return nil"
                | b"return err"
                | b"return ret"
                | b"return null"
                | b"return true"
                | b"return false"
                | b"try"
                | b"try {"
                | b"finally"
                | b"default"
                | b"begin"
                | b"then"
                | b"do"
                | b"return None"
                | b"return True"
                | b"return False"
                | b"*/"
                | b"/**"
                | b"\"\"\""
        )
}

/// The pairs of adjacent bytes of a line, sorted, for [`similarity`].
#[derive(Clone, Debug)]
pub struct Profile(Vec<u16>);

impl Profile {
    /// The profile of `line`, ignoring whitespace.
    pub fn new(line: &[u8]) -> Self {
        let solid: Vec<u8> = line
            .iter()
            .copied()
            .filter(|&byte| !is_blank(byte))
            .collect();
        let mut pairs: Vec<u16> = solid
            .windows(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect();
        pairs.sort_unstable();
        Self(pairs)
    }
}

/// The Dice coefficient over pairs of bytes: 0 for nothing in common, 1 for equal pairs.
pub fn similarity(one: &Profile, two: &Profile) -> f32 {
    let (one, two) = (&one.0, &two.0);
    let total = one.len() + two.len();
    // The lines share at most the pairs of the shorter line, so the result would be below 1/2, which no caller accepts.
    if total == 0 || one.len().min(two.len()) * 4 < total {
        return 0.0;
    }
    let (mut left, mut right, mut shared) = (0, 0, 0usize);
    while left < one.len() && right < two.len() {
        match one[left].cmp(&two[right]) {
            std::cmp::Ordering::Less => left += 1,
            std::cmp::Ordering::Greater => right += 1,
            std::cmp::Ordering::Equal => {
                shared += 1;
                left += 1;
                right += 1;
            }
        }
    }
    2.0 * shared as f32 / total as f32
}

#[cfg(test)]
mod tests {
    use super::{Profile, is_common, loose, similarity};

    #[test]
    fn mechanical_damage_leaves_the_loose_form_alone() {
        let plain = b"say(\"it's\", 1) -- x";
        for damaged in [
            "  say(\"it's\",\t1)  -- x \r\n",
            "\u{a0}\u{a0} say(\u{201c}it\u{2019}s\u{201d},\u{a0}1) \u{2014} x",
        ] {
            assert_eq!(&loose(damaged.as_bytes())[..], plain);
        }
        assert_ne!(loose(b"a b"), loose(b"ab"));
    }

    #[test]
    fn common_lines_say_nothing() {
        for line in ["", "  }\n", "});", "\treturn 0;\n", "else:", "#endif"] {
            assert!(is_common(line.as_bytes()), "{line:?}");
        }
        for line in ["return x;", "int a;", "} else if (p) {"] {
            assert!(!is_common(line.as_bytes()), "{line:?}");
        }
    }

    #[test]
    fn similarity_is_between_nothing_and_the_same() {
        let similar = |one: &str, two: &str| {
            similarity(&Profile::new(one.as_bytes()), &Profile::new(two.as_bytes()))
        };
        assert!((similar("a = b + c", "a=b+c") - 1.0).abs() < 1e-6);
        assert!(similar("let total = 3;", "let totals = 3;") > 0.8);
        assert!(similar("let total = 3;", "fn main() {") < 0.3);
    }
}
