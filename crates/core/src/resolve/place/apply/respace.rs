//! Adapts the spacing of added lines. If the file spaces or quotes a line differently from the hunk, the words that
//! an added line keeps get the spacing of the file.
//!
//! This is a three-way merge of one line, with words and whitespace as units. Only mechanical differences are taken
//! from the file.

use crate::resolve::locate::is_blank;
use crate::resolve::place::evidence::line::{Profile, loose, similarity, trimmed};
use crate::resolve::place::weights;
use crate::text;

/// `added` with the spacing of `current` in the parts that it shares with `removed`. `current` is the line `removed` of
/// the hunk as the file has it. `None` if nothing changes. All lines are without line endings.
pub fn respaced(added: &[u8], removed: &[u8], current: &[u8]) -> Option<Vec<u8>> {
    let [new, old, current] = [added, removed, current].map(|line| words(trimmed(line)));
    let is_same_line = old.len() == current.len()
        && old
            .iter()
            .zip(&current)
            .all(|(old, current)| loose(old) == loose(current))
        && old != current;
    if !is_same_line {
        return None;
    }
    let start = text::common_head(&new, &old);
    let end = text::common_tail(&new[start..], &old[start..]);
    let (head, tail) = (&current[..start], &current[current.len() - end..]);
    let body = [head, &new[start..new.len() - end], tail].concat().concat();
    let inner = trimmed(added);
    if body == inner {
        return None;
    }
    let before = memchr::memmem::find(added, inner).unwrap_or(0);
    let after = before + inner.len();
    Some([&added[..before], &body, &added[after..]].concat())
}

/// The pair of `removed` that is most similar to `added`. Each pair has a removed line and the same line of the file.
/// `None` if no line is similar enough.
pub fn most_similar<'l>(
    added: &[u8],
    removed: impl Iterator<Item = (&'l [u8], &'l [u8])>,
) -> Option<(&'l [u8], &'l [u8])> {
    let profile = Profile::new(added);
    let mut best = None;
    for pair in removed {
        let similarity = similarity(&profile, &Profile::new(pair.0));
        if similarity >= weights::LEAST_ORIGIN_SIMILARITY
            && best.is_none_or(|(highest, _)| similarity > highest)
        {
            best = Some((similarity, pair));
        }
    }
    let (_, pair) = best?;
    Some(pair)
}

/// Splits `line` into words and the whitespace between them.
fn words(line: &[u8]) -> Vec<&[u8]> {
    line.chunk_by(|one, two| is_blank(*one) == is_blank(*two))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::respaced;

    fn line(added: &str, removed: &str, text: &str) -> Option<String> {
        let line = respaced(added.as_bytes(), removed.as_bytes(), text.as_bytes())?;
        Some(String::from_utf8(line).unwrap())
    }

    #[test]
    fn blanks_at_both_ends_stay() {
        let spaced = line("\u{b}a = 2;  // x\u{b}", "a = 1;  // x", "a  = 1;  // x");
        assert_eq!(spaced.as_deref(), Some("\u{b}a  = 2;  // x\u{b}"));
    }

    #[test]
    fn kept_words_are_spaced_as_in_the_text() {
        assert_eq!(
            line(
                "Usage:\tpush [OPTIONS] NAME",
                "Usage:\tpush NAME",
                "Usage:  push NAME"
            )
            .unwrap(),
            "Usage:  push [OPTIONS] NAME"
        );
        assert_eq!(
            line("\ta = 2;  // x", "\ta = 1;  // x", "a  = 1; // x").unwrap(),
            "\ta  = 2; // x"
        );
        assert_eq!(
            line(
                "say(\u{201c}a\u{201d} b",
                "say(\u{201c}a\u{201d}",
                "say(\"a\""
            )
            .unwrap(),
            "say(\"a\" b"
        );
    }

    #[test]
    fn spacing_changed_by_the_patch_is_not_adapted() {
        assert_eq!(line("a = 2", "a  = 1", "a   = 1"), None);
        assert_eq!(line("a = 1", "a  = 1", "a   = 1"), None);
        assert_eq!(line("a = 2", "a = 1", "a = 1"), None);
        assert_eq!(line("a = 2", "a = 1", "b = 1 "), None);
    }
}
