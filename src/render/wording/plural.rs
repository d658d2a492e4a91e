//! Numbers with nouns.

use crate::text::LineRange;

/// `1 line`, `3 lines`, `1 match`, `3 matches`, `3 entries`.
pub fn count(number: usize, noun: &str) -> String {
    match number {
        1 => format!("1 {noun}"),
        _ => format!("{number} {}", plural(noun)),
    }
}

fn plural(noun: &str) -> String {
    match noun.strip_suffix('y') {
        Some(stem) => format!("{stem}ies"),
        None if noun.ends_with("ch") => format!("{noun}es"),
        None => format!("{noun}s"),
    }
}

/// The maximum number of listed items.
const LISTED: usize = 10;

/// `edit 1`, `edits 1 and 3`, `edits 1, 2 and 4`. If there are many, the first numbers and the number of the others.
pub fn numbers(noun: &str, numbers: &[impl ToString]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    match &words[..] {
        [] => format!("no {noun}"),
        [one] => format!("{noun} {one}"),
        _ => format!("{} {}", plural(noun), joined(&words)),
    }
}

/// `a`, `a and b`, `a, b and c`. If there are many, the first words and the number of the others.
pub fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] if first.len() < LISTED => format!("{} and {last}", first.join(", ")),
        _ => {
            let more = words.len() - LISTED;
            format!("{} and {more} more", words[..LISTED].join(", "))
        }
    }
}

/// `line 3` or `lines 3-5`.
pub fn in_words(lines: LineRange) -> String {
    match lines.count() {
        1 => format!("line {lines}"),
        _ => format!("lines {lines}"),
    }
}

/// `one` for a single subject, otherwise `several`: the verb of a sentence.
pub(super) fn verb(subjects: usize, one: &'static str, several: &'static str) -> &'static str {
    if subjects == 1 { one } else { several }
}

/// The first of `items` up to the limit, and the number of others.
pub fn first_items<T>(items: &[T], limit: usize, name: impl Fn(&T) -> String) -> String {
    let shown: Vec<_> = items.iter().take(limit).map(name).collect();
    let shown = shown.join(", ");
    match items.len().saturating_sub(limit) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// `line 3 is` or `lines 3-5 are`.
pub fn are(lines: LineRange) -> String {
    format!("{} {}", in_words(lines), verb(lines.count(), "is", "are"))
}

/// `line 3 has` or `lines 3-5 have`.
pub(super) fn have(lines: LineRange) -> String {
    format!("{} {}", in_words(lines), verb(lines.count(), "has", "have"))
}

/// A fraction as a percentage, rounded down.
pub(super) fn percent(part: f64) -> f64 {
    (part * 100.0).floor()
}

#[cfg(test)]
mod tests {
    use super::{count, numbers};

    #[test]
    fn one_and_many_differ() {
        assert_eq!(count(1, "line"), "1 line");
        assert_eq!(count(0, "line"), "0 lines");
        assert_eq!(count(2, "match"), "2 matches");
        assert_eq!(numbers("edit", &[0; 0]), "no edit");
        assert_eq!(numbers("entry", &[2, 1]), "entries 2 and 1");
        assert_eq!(numbers("edit", &[2]), "edit 2");
        assert_eq!(numbers("edit", &[1, 2, 4]), "edits 1, 2 and 4");
        let many: Vec<usize> = (1..=12).collect();
        let shown = "edits 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more";
        assert_eq!(numbers("edit", &many), shown);
    }
}
