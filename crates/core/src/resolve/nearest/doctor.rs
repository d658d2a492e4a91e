//! Finds the single mechanical damage, such as added backslashes, that keeps a text from matching.
//!
//! Each repair is applied to the given text in memory. A repair is reported if only this one makes the text match as
//! requested. Nothing is repaired unless the caller asks for it (`--fix`).

use bytes::Bytes;

use crate::damage::escape::{Escapes, unescaped};
use crate::damage::listing::ListingNumber;
use crate::damage::{entity, fold};
use crate::refusal::{Candidate, TextRepair};
use crate::request::{Find, Match, PatternLanguage, PatternOptions, Pick, Replace};
use crate::resolve::locate::{self, Search};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, Span, has_word_boundaries};

/// Repairs of a single kind of damage that change the text.
const SINGLE: [TextRepair; 10] = [
    TextRepair::Escaped('!'),
    TextRepair::Escaped('`'),
    TextRepair::Escaped('$'),
    TextRepair::Escaped('"'),
    TextRepair::Escaped('\\'),
    TextRepair::TypedNewlines,
    TextRepair::TypedTabs,
    TextRepair::TypographicQuotes,
    TextRepair::HtmlEntities,
    TextRepair::LineNumbers,
];

/// Repairs of damage to several kinds of characters at once. Tried if no single repair helps.
const COMPOUND: [TextRepair; 1] = [TextRepair::ShellEscapes];

/// Longer texts are not examined. In bytes. Damage in a long text also shows in a part of it.
pub(super) const MAX_LEN: usize = 1 << 20;

/// Longer texts are not searched for in another case or with typographic quotes. In bytes. On repetitive text, a
/// regular expression takes time proportional to both lengths.
const MAX_LEN_AS_PATTERN: usize = 1_000;

/// The most digits of a line number. A longer number is content.
const MAX_DIGITS: usize = 7;

/// The only repair that makes a text match, and the matches.
pub(super) struct Diagnosis {
    pub(super) repair: TextRepair,
    spans: Vec<Span>,
}

impl Diagnosis {
    pub(super) fn place(&self, now: &Snapshot) -> Candidate {
        locate::candidates(now, &self.spans[..1]).swap_remove(0)
    }

    /// True if the repair is certainly what `action` intended. The repaired old text must match whole words in `now`,
    /// and all damage in the new text must be in the old text too.
    pub(super) fn is_certain(&self, action: &Replace, now: &Snapshot) -> bool {
        let (old, new) = (&action.find.old, &action.new);
        // A repair that does not rewrite the text, such as another case, is never certain.
        apply(self.repair, old).is_some()
            && self
                .spans
                .iter()
                .all(|&span| has_word_boundaries(now.bytes(), span))
            && shows_all_damage(self.repair, old, new)
            && !breaks_a_string(self.repair, new)
    }
}

/// The only repair that makes `failed` match.
pub(super) fn diagnose(failed: &Search<'_>, pick: Pick) -> Option<Diagnosis> {
    let search = FailedSearch { failed, pick };
    let diagnosis = if failed.find.options.is_expression() {
        search.with_dot_over_lines()?
    } else {
        search.only_repair()?
    };
    if diagnosis.spans.is_empty() {
        return None;
    }
    Some(diagnosis)
}

/// The repairs that make a text match.
enum Found {
    None,
    One(Diagnosis),
    Several,
}

/// A search without a match.
struct FailedSearch<'a> {
    failed: &'a Search<'a>,
    pick: Pick,
}

impl FailedSearch<'_> {
    /// The matches of `find`, the request after `repair`. `None` if it does not match.
    fn diagnosis(&self, repair: TextRepair, find: &Find) -> Option<Diagnosis> {
        let located = locate::locate(
            &Search::new(find, self.failed.now, self.failed.window),
            self.pick,
        );
        let spans = located.ok().flatten()?.spans();
        Some(Diagnosis { repair, spans })
    }

    fn only_repair(&self) -> Option<Diagnosis> {
        if self.failed.find.options != PatternOptions::default()
            || self.failed.find.old.len() > MAX_LEN
        {
            return None;
        }
        for repairs in [&SINGLE[..], &COMPOUND] {
            match self.try_repairs(repairs) {
                Found::One(diagnosis) => return Some(diagnosis),
                Found::Several => return None,
                Found::None => {}
            }
        }
        self.in_other_case()
            .or_else(|| self.with_typographic_quotes())
    }

    /// Tries each of `repairs`. Repairs with the same result count as one.
    fn try_repairs(&self, repairs: &[TextRepair]) -> Found {
        let mut found = Found::None;
        let mut matched: Option<Vec<u8>> = None;
        for &repair in repairs {
            let Some(old) = apply(repair, &self.failed.find.old).filter(|old| !old.is_empty())
            else {
                continue;
            };
            if matched.as_ref() == Some(&old) {
                continue;
            }
            let Some(diagnosis) = self.diagnose_with(repair, old.clone()) else {
                continue;
            };
            if matches!(found, Found::One(_)) {
                return Found::Several;
            }
            found = Found::One(diagnosis);
            matched = Some(old);
        }
        found
    }

    /// The matches of `old`, the text after `repair`. `None` if it does not match, or only in the `unicode` tier, because
    /// that would be a second repair.
    fn diagnose_with(&self, repair: TextRepair, old: Vec<u8>) -> Option<Diagnosis> {
        if self.failed.find.matching != Match::Exact
            && !locate::may_match(&old, self.failed.now.bytes(), self.failed.window)
        {
            return None;
        }
        let find = Find {
            old: old.into(),
            matching: match self.failed.find.matching {
                Match::Exact => Match::Exact,
                Match::Mechanical | Match::Fuzzy(_) => Match::Mechanical,
            },
            ..self.failed.find.clone()
        };
        self.diagnosis(repair, &find)
    }

    fn in_other_case(&self) -> Option<Diagnosis> {
        let old = &self.failed.find.old;
        let has_letters = String::from_utf8_lossy(old).contains(char::is_alphabetic);
        if old.len() > MAX_LEN_AS_PATTERN || !has_letters {
            return None;
        }
        let find = Find {
            options: PatternOptions {
                ignores_case: true,
                ..self.failed.find.options
            },
            ..self.failed.find.clone()
        };
        self.diagnosis(TextRepair::Case, &find)
    }

    /// The matches with typographic quotes and dashes in place of the plain ones of `find`.
    fn with_typographic_quotes(&self) -> Option<Diagnosis> {
        let old = std::str::from_utf8(&self.failed.find.old).ok()?;
        if old.len() > MAX_LEN_AS_PATTERN || !old.contains(['"', '\'', '-']) {
            return None;
        }
        let mut pattern = String::new();
        for letter in old.chars() {
            match letter {
                '"' => pattern.push_str("[\"\u{201c}-\u{201f}]"),
                '\'' => pattern.push_str("['\u{2018}-\u{201b}]"),
                '-' => pattern.push_str("[\\-\u{2010}-\u{2015}]"),
                _ => pattern.push_str(&regex::escape(letter.encode_utf8(&mut [0; 4]))),
            }
        }
        let find = Find {
            old: pattern.into(),
            options: PatternOptions {
                language: PatternLanguage::Regex,
                ..self.failed.find.options
            },
            ..self.failed.find.clone()
        };
        self.diagnosis(TextRepair::PlainQuotes, &find)
    }

    /// The matches of a pattern if `.` also matches line breaks.
    fn with_dot_over_lines(&self) -> Option<Diagnosis> {
        if !self.failed.find.old.contains(&b'.') || self.failed.find.old.len() > MAX_LEN {
            return None;
        }
        let find = Find {
            old: [b"(?s)", &self.failed.find.old[..]].concat().into(),
            ..self.failed.find.clone()
        };
        self.diagnosis(TextRepair::PatternDot, &find)
    }
}

/// True if every kind of damage in `new` is in `old` too. Otherwise the new text may be intended as given.
fn shows_all_damage(repair: TextRepair, old: &[u8], new: &[u8]) -> bool {
    let shown = damaged_parts(repair, old);
    let parts = damaged_parts(repair, new);
    parts.iter().all(|part| shown.contains(part))
}

/// The parts of `text` that `repair` replaces one by one. Empty for other repairs.
fn damaged_parts(repair: TextRepair, text: &[u8]) -> Vec<&[u8]> {
    match repair {
        TextRepair::ShellEscapes => escapes(text)
            .filter(|escape| apply(repair, escape).is_some())
            .collect(),
        TextRepair::TypographicQuotes => {
            let text = str::from_utf8(text).unwrap_or_default();
            text.split("")
                .map(str::as_bytes)
                .filter(|letter| !letter.is_ascii() && apply(repair, letter).is_some())
                .collect()
        }
        TextRepair::HtmlEntities => text
            .split_inclusive(|&byte| byte == b';')
            .filter_map(|part| Some(&part[memchr::memrchr(b'&', part)?..]))
            .filter(|entity| apply(repair, entity).is_some())
            .collect(),
        _ => Vec::new(),
    }
}

/// The backslashes of `text`, each with the next character.
fn escapes(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + memchr::memchr(b'\\', &text[at..])?;
        at = text.len().min(start + 2);
        Some(&text[start..at])
    })
}

/// True if `repair` inserts a line break or a tab into a quoted string of `new`, where the escape may be intended.
fn breaks_a_string(repair: TextRepair, new: &[u8]) -> bool {
    if !matches!(repair, TextRepair::TypedNewlines | TextRepair::TypedTabs) {
        return false;
    }
    let mut is_in_string = false;
    let mut at = 0;
    while at < new.len() {
        match &new[at..] {
            [b'\\', b'n' | b't' | b'r', ..] if is_in_string => return true,
            [b'\\', b'"' | b'\\' | b'n' | b't' | b'r', ..] => at += 1,
            [b'"', ..] => is_in_string = !is_in_string,
            [b'\n', ..] => is_in_string = false,
            _ => {}
        }
        at += 1;
    }
    false
}

/// `action` with both texts repaired, if exactly one repair makes the old text match in `failed`. Never changes the
/// case of letters.
pub(in crate::resolve) fn repaired(action: &Replace, failed: &Search<'_>) -> Option<Replace> {
    let search = FailedSearch {
        failed,
        pick: action.pick,
    };
    let repair = search.only_repair()?.repair;
    let find = Find {
        old: apply(repair, &action.find.old)?.into(),
        ..action.find.clone()
    };
    Some(Replace {
        find,
        new: apply_to_new(repair, &action.new).map_or_else(|| action.new.clone(), Bytes::from),
        ..action.clone()
    })
}

/// `text` without the damage. `None` if it is not damaged.
fn apply(repair: TextRepair, text: &[u8]) -> Option<Vec<u8>> {
    let repaired = match repair {
        TextRepair::Escaped(letter) => unescaped(text, Escapes::Of(letter as u8)),
        TextRepair::ShellEscapes => unescaped(text, Escapes::Shell),
        TextRepair::TypedNewlines => unescaped(text, Escapes::Newlines),
        TextRepair::TypedTabs => unescaped(text, Escapes::Tabs),
        TextRepair::TypographicQuotes => fold(text).into_owned(),
        TextRepair::HtmlEntities => entity::unescaped(text)?.into(),
        TextRepair::LineNumbers => without_line_numbers(text)?,
        TextRepair::PlainQuotes | TextRepair::Case | TextRepair::PatternDot => return None,
    };
    if repaired == text {
        return None;
    }
    Some(repaired)
}

/// The new text without the damage. `None` if there is nothing to repair. Added lines may lack the line number of a
/// listing.
fn apply_to_new(repair: TextRepair, new: &[u8]) -> Option<Vec<u8>> {
    if repair != TextRepair::LineNumbers {
        return apply(repair, new);
    }
    let mut plain = Vec::with_capacity(new.len());
    for line in text::lines(new) {
        plain.extend_from_slice(after_line_number(line).unwrap_or(line));
    }
    Some(plain)
}

/// `text` without the line numbers of a listing, if each of its lines has one.
fn without_line_numbers(text: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(text.len());
    for line in text::lines(text) {
        plain.extend_from_slice(after_line_number(line)?);
    }
    Some(plain)
}

/// `line` without its line number. A blank line may have only the number.
fn after_line_number(line: &[u8]) -> Option<&[u8]> {
    if let Some(numbered) = ListingNumber::parse(line) {
        return Some(&line[numbered.len..]);
    }
    let content = LineEnding::strip(line);
    let number = content.trim_ascii();
    if !(1..=MAX_DIGITS).contains(&number.len()) || !number.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(&line[content.len()..])
}

#[cfg(test)]
mod tests {
    use super::apply;
    use crate::refusal::TextRepair;

    fn repaired(repair: TextRepair, text: &str) -> Option<String> {
        let text = apply(repair, text.as_bytes())?;
        Some(String::from_utf8(text).unwrap())
    }

    #[test]
    fn each_repair_undoes_its_damage_and_no_other() {
        for (repair, damaged, plain) in [
            (TextRepair::Escaped('!'), r"a\!b\$", r"a!b\$"),
            (TextRepair::Escaped('"'), r#"\"a\""#, r#""a""#),
            (TextRepair::Escaped('\\'), r"a\\n", r"a\n"),
            (TextRepair::ShellEscapes, r#"\"\$a\`\!\n"#, r#""$a`!\n"#),
            (TextRepair::TypedNewlines, r"a\nb\t", "a\nb\\t"),
            (TextRepair::TypedTabs, r"\ta", "\ta"),
            (TextRepair::TypographicQuotes, "\u{201c}a\u{201d}", "\"a\""),
            (
                TextRepair::HtmlEntities,
                "a &lt; b &amp;&amp; c",
                "a < b && c",
            ),
            (TextRepair::HtmlEntities, "&amp;lt;", "&lt;"),
            (
                TextRepair::LineNumbers,
                " 9 | a\n10 |   b\n11 |\n",
                "a\n  b\n\n",
            ),
            (TextRepair::LineNumbers, "    12\ta\n    13\t\tb", "a\n\tb"),
            (
                TextRepair::LineNumbers,
                "7\u{2192}a\n8\u{2192}b\n",
                "a\nb\n",
            ),
            (TextRepair::LineNumbers, "7: a\n8:\n", "a\n\n"),
        ] {
            assert_eq!(
                repaired(repair, damaged).as_deref(),
                Some(plain),
                "{repair:?}"
            );
        }
    }

    #[test]
    fn a_text_without_the_damage_is_left_alone() {
        for (repair, text) in [
            (TextRepair::Escaped('!'), "a!"),
            (TextRepair::HtmlEntities, "a & b"),
            (TextRepair::LineNumbers, "1 | a\nb\n"),
            (TextRepair::LineNumbers, "x = 1\n"),
            (TextRepair::Case, "ab"),
        ] {
            assert_eq!(repaired(repair, text), None, "{repair:?}");
        }
    }
}
