//! Plain YAML words that have different types in YAML 1.1 and 1.2. Most programs still read YAML 1.1.
//!
//! A new value keeps the notation of such a word, so that its type in each version does not change.

use std::sync::LazyLock;

use regex::Regex;

/// Pairs of words for true and false.
const TRUTHS: [[&str; 2]; 3] = [["true", "false"], ["yes", "no"], ["on", "off"]];

/// The truth value of `word` in YAML 1.1.
pub(super) fn truth(word: &str) -> Option<bool> {
    let lower = word.to_ascii_lowercase();
    let spellings = [
        lower.clone(),
        lower.to_ascii_uppercase(),
        capitalized(&lower),
    ];
    if !spellings.iter().any(|spelling| spelling == word) {
        return None;
    }
    let pair = TRUTHS.iter().find(|pair| pair.contains(&&*lower))?;
    Some(pair[0] == lower)
}

/// True if `word` is a truth value in YAML 1.1 and a string in 1.2.
pub(super) fn is_older_truth(word: &str) -> bool {
    let is_newer = matches!(&*word.to_ascii_lowercase(), "true" | "false");
    truth(word).is_some() && !is_newer
}

/// `truth` in the same kind of words as `old`.
pub(super) fn like(truth: bool, old: &str) -> String {
    let lower = old.to_ascii_lowercase();
    let pair = TRUTHS.iter().find(|pair| pair.contains(&&*lower));
    let word = pair.unwrap_or(&TRUTHS[0])[usize::from(!truth)];
    match old {
        _ if pair.is_none() || old == lower => word.to_owned(),
        _ if old == lower.to_ascii_uppercase() => word.to_ascii_uppercase(),
        _ => capitalized(word),
    }
}

fn capitalized(word: &str) -> String {
    let mut capital = word.to_owned();
    if let Some(first) = capital.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    capital
}

/// True if `plain` is a number or time in one version and a string in the other.
pub(super) fn is_disputed(plain: &str) -> bool {
    is_older_number_or_time(plain) != is_newer_number(plain)
}

/// True if `plain` and `old` are numbers in the same version and strings in the other, or both are dates.
pub(super) fn is_disputed_like(plain: &str, old: &str) -> bool {
    is_disputed(plain)
        && is_newer_number(plain) == is_newer_number(old)
        && is_date(plain) == is_date(old)
}

/// True if the disputed `plain` is a date, with or without a time.
fn is_date(plain: &str) -> bool {
    plain.find('-') == Some(4)
}

/// True if `plain` is a number or time in at least one version.
pub(super) fn is_number_or_time(plain: &str) -> bool {
    is_older_number_or_time(plain) || is_newer_number(plain)
}

/// True if `plain` is a number or time in YAML 1.1.
fn is_older_number_or_time(plain: &str) -> bool {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(concat!(
            r"(?-u)^(?:[-+]?0b[01_]+|[-+]?0[0-7_]+|[-+]?(?:0|[1-9][0-9_]*)|[-+]?0x[0-9a-fA-F_]+",
            r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?",
            r"|[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+][0-9]+)?|\.[0-9][0-9_]*(?:[eE][-+][0-9]+)?",
            r"|\d{4}-\d\d-\d\d|\d{4}-\d\d?-\d\d?(?:[Tt]|[ \t]+)\d\d?:\d\d:\d\d(?:\.\d*)?(?:[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?))?)$",
        ))
        .ok()
    });
    may_be_number(plain) && FORM.as_ref().is_some_and(|form| form.is_match(plain))
}

/// True if `plain` is a number in YAML 1.2.
fn is_newer_number(plain: &str) -> bool {
    static FORM: LazyLock<Option<Regex>> = LazyLock::new(|| {
        Regex::new(r"^(?:0o[0-7]+|0x[0-9a-fA-F]+|[-+]?[0-9]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?)$").ok()
    });
    may_be_number(plain) && FORM.as_ref().is_some_and(|form| form.is_match(plain))
}

/// A cheap check before the regular expressions.
fn may_be_number(plain: &str) -> bool {
    plain.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first))
}

#[cfg(test)]
mod tests {
    use super::{is_disputed, is_disputed_like, is_older_truth, like, truth};

    #[test]
    fn truth_keeps_its_words() {
        assert_eq!(
            [truth("Yes"), truth("off"), truth("yEs"), truth("y")],
            [Some(true), Some(false), None, None]
        );
        assert!(is_older_truth("on") && !is_older_truth("True"));
        let words = [
            like(false, "yes"),
            like(true, "Off"),
            like(false, "TRUE"),
            like(true, "~"),
        ];
        assert_eq!(words, ["no", "On", "FALSE", "true"]);
    }

    #[test]
    fn numbers_and_times_of_one_version_are_known() {
        for plain in [
            "1_000",
            "0b1",
            "22:22",
            "2001-01-01",
            "1e3",
            "0o17",
            "08",
            "1.5e3",
            "-1:30",
        ] {
            assert!(is_disputed(plain), "{plain}");
        }
        for (plain, old) in [
            ("2:22", "1_000"),
            ("0o7", "1e3"),
            ("2001-01-01 1:02:03", "2024-01-01"),
        ] {
            assert!(is_disputed_like(plain, old), "{plain}");
        }
        for (plain, old) in [("12:30", "2024-01-01"), ("1_000", "1e3"), ("12", "08")] {
            assert!(!is_disputed_like(plain, old), "{plain}");
        }
        for plain in [
            "12",
            "1.5",
            "-0",
            "017",
            "8080:80",
            "1.2.3",
            "a",
            "",
            "0x1f",
            "1.5e+3",
            "-",
            "3.11",
            "200١-01-01",
        ] {
            assert!(!is_disputed(plain), "{plain}");
        }
    }
}
