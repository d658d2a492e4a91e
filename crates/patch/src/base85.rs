//! The base-85 encoding of git binary patches: five characters for four bytes, most significant first.
//!
//! The alphabet and the length letter follow git's `base85.c` and `diff.c`.

const ALPHABET: &[u8; 85] =
    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";

/// The maximum number of bytes in a line.
const LINE: usize = 52;

/// Appends the bytes of one line, which includes the length letter, to `out`. `None` if the line is malformed.
pub(super) fn decode_line(line: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let (&letter, digits) = line.split_first()?;
    let length = match letter {
        b'A'..=b'Z' => usize::from(letter - b'A') + 1,
        b'a'..=b'z' => usize::from(letter - b'a') + 27,
        _ => return None,
    };
    if digits.len() != length.div_ceil(4) * 5 {
        return None;
    }
    let end = out.len() + length;
    for group in digits.chunks_exact(5) {
        let value = group.iter().try_fold(0u32, |value, digit| {
            let digit = ALPHABET.iter().position(|letter| letter == digit)?;
            value
                .checked_mul(85)?
                .checked_add(u32::try_from(digit).ok()?)
        })?;
        out.extend_from_slice(&value.to_be_bytes());
    }
    out.truncate(end);
    Some(())
}

pub(super) fn encode_lines(bytes: &[u8], out: &mut Vec<u8>) {
    for line in bytes.chunks(LINE) {
        out.push(match u8::try_from(line.len()).unwrap_or(0) {
            short @ 1..=26 => b'A' + short - 1,
            long => b'a' + long.saturating_sub(27),
        });
        for group in line.chunks(4) {
            let mut word = [0; 4];
            word[..group.len()].copy_from_slice(group);
            let mut value = u32::from_be_bytes(word);
            let mut digits = [0; 5];
            for digit in digits.iter_mut().rev() {
                *digit = ALPHABET[(value % 85) as usize];
                value /= 85;
            }
            out.extend_from_slice(&digits);
        }
        out.push(b'\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decoding_undoes_encoding(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let mut text = Vec::new();
            encode_lines(&bytes, &mut text);
            let mut back = Vec::new();
            for line in text.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
                prop_assert!(decode_line(line, &mut back).is_some());
            }
            prop_assert_eq!(back, bytes);
        }
    }

    #[test]
    fn a_line_with_a_wrong_length_letter_is_refused() {
        assert_eq!(decode_line(b"Zabc", &mut Vec::new()), None);
        let actual = decode_line(b"A~~~~~", &mut Vec::new());
        assert_eq!(actual, None, "over 32 bits");
        let actual = decode_line(b"A0000\"", &mut Vec::new());
        assert_eq!(actual, None, "not in the alphabet");
        assert_eq!(decode_line(b"", &mut Vec::new()), None);
    }
}
