//! The escape doctor: which single mechanical damage keeps a text from being found.
//!
//! Each repair is tried in memory on the text looked for; one that makes it match as the caller picks is a
//! finding, and only if it is the only one. Nothing is repaired unless the caller says so (`--fix`).

use bytes::Bytes;
use unicode_normalization::UnicodeNormalization;

use super::super::locate;
use crate::damage::escape::{Escapes, unescaped};
use crate::damage::listing::ListingNumber;
use crate::damage::{entity, fence, fold, typography};
use crate::refusal::TextRepair;
use crate::request::{Find, Match, PatternOptions, Pick, Replace};
use crate::resolve::cursor::listed_lines;
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineRange, Span};

/// The repairs that change the text, those of one kind of damage first.
const SINGLE: [TextRepair; 15] = [
    TextRepair::Escaped('!'),
    TextRepair::Escaped('`'),
    TextRepair::Escaped('$'),
    TextRepair::Escaped('"'),
    TextRepair::Escaped('\\'),
    TextRepair::TypedNewlines,
    TextRepair::TypedTabs,
    TextRepair::LineEndings,
    TextRepair::NonBreakingSpaces,
    TextRepair::TypographicQuotes,
    TextRepair::Normalization,
    TextRepair::HtmlEntities,
    TextRepair::LineNumbers,
    TextRepair::MarkdownFence,
    TextRepair::LastEnding,
];

/// Damages that one channel does to several characters at once; tried when no single repair helps.
const COMPOUND: [TextRepair; 2] = [TextRepair::ShellEscapes, TextRepair::JsonEscapes];

/// Longer texts are not examined, bytes: a damage in them is found in a part of them as well.
pub(super) const LONGEST: usize = 1 << 20;

/// Longer texts are not looked for in the other case: the search costs as much as their length for each
/// byte of a text that repeats itself.
const LONGEST_IN_CASE: usize = 1_000;

/// The only repair that makes `find` match in the bytes `window` of `now`, and the lines of the place.
pub(super) fn diagnose(
    find: &Find,
    pick: Pick,
    now: &Snapshot,
    window: Span,
) -> Option<(TextRepair, LineRange)> {
    let found = if find.options.is_expression() {
        with_carriage_returns(find, pick, now, window)
    } else {
        only_repair(find, pick, now, window)
    };
    let (repair, spans) = found?;
    Some((repair, *listed_lines(&spans, now).first()?))
}

/// The places of a pattern whose `\n` stand for line ends with a carriage return.
fn with_carriage_returns(
    find: &Find,
    pick: Pick,
    now: &Snapshot,
    window: Span,
) -> Option<(TextRepair, Vec<Span>)> {
    let pattern = std::str::from_utf8(&find.old).ok()?;
    let mut old = String::new();
    let mut rest = pattern.chars();
    while let Some(sign) = rest.next() {
        match (sign, rest.clone().next()) {
            ('\\', Some('n')) if !old.ends_with("\\r") => old.push_str("\\r\\n"),
            ('\\', Some(escaped)) => old.extend(['\\', escaped]),
            ('\n', _) if !old.ends_with("\\r") => {
                old.push_str("\\r\n");
                continue;
            }
            _ => {
                old.push(sign);
                continue;
            }
        }
        rest.next();
    }
    if old == pattern || !now.bytes().contains(&b'\r') || old.len() > LONGEST {
        return None;
    }
    let find = Find {
        old: old.into(),
        ..find.clone()
    };
    let located = locate::locate(&find, pick, now, window).ok().flatten()?;
    Some((TextRepair::PatternEndings, located.spans()))
}

/// `action` with both texts repaired, when exactly one repair of the texts makes the old one match in the
/// bytes `window` of `now`. The case of letters is no damage to a text and is never changed.
pub fn repaired(action: &Replace, now: &Snapshot, window: Span) -> Option<Replace> {
    let (repair, _) = only_repair(&action.find, action.pick, now, window)?;
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

fn only_repair(
    find: &Find,
    pick: Pick,
    now: &Snapshot,
    window: Span,
) -> Option<(TextRepair, Vec<Span>)> {
    if find.options != PatternOptions::default() || find.old.len() > LONGEST {
        return None;
    }
    match one_of(&SINGLE, find, pick, now, window) {
        Found::One(repair, spans) => Some((repair, spans)),
        Found::Several => None,
        Found::None => match one_of(&COMPOUND, find, pick, now, window) {
            Found::One(repair, spans) => Some((repair, spans)),
            Found::Several => None,
            Found::None => in_other_case(find, pick, now, window),
        },
    }
}

/// How many of some repairs help.
enum Found {
    None,
    One(TextRepair, Vec<Span>),
    Several,
}

/// The repair of `repairs` that helps. Two that make the same text of it are one.
fn one_of(repairs: &[TextRepair], find: &Find, pick: Pick, now: &Snapshot, window: Span) -> Found {
    let mut found = Found::None;
    let mut helped: Option<Vec<u8>> = None;
    for &repair in repairs {
        let Some(old) = apply(repair, &find.old).filter(|old| !old.is_empty()) else {
            continue;
        };
        if helped.as_ref() == Some(&old) {
            continue;
        }
        let Some(spans) = spans(find, old.clone(), pick, now, window) else {
            continue;
        };
        match found {
            Found::None => found = Found::One(repair, spans),
            _ => return Found::Several,
        }
        helped = Some(old);
    }
    found
}

/// The places of `old` in place of the text of `find`. One repair at a time: what would need the `unicode`
/// tier beside it is left.
fn spans(find: &Find, old: Vec<u8>, pick: Pick, now: &Snapshot, window: Span) -> Option<Vec<Span>> {
    if find.matching != Match::Exact && !locate::may_stand(&old, now.bytes(), window) {
        return None;
    }
    let find = Find {
        old: old.into(),
        matching: match find.matching {
            Match::Exact => Match::Exact,
            Match::Mechanical | Match::Fuzzy(_) => Match::Mechanical,
        },
        ..find.clone()
    };
    let located = locate::locate(&find, pick, now, window).ok().flatten()?;
    Some(located.spans())
}

fn in_other_case(
    find: &Find,
    pick: Pick,
    now: &Snapshot,
    window: Span,
) -> Option<(TextRepair, Vec<Span>)> {
    if find.old.len() > LONGEST_IN_CASE {
        return None;
    }
    let find = Find {
        options: PatternOptions {
            ignores_case: true,
            ..find.options
        },
        ..find.clone()
    };
    let located = locate::locate(&find, pick, now, window).ok().flatten()?;
    Some((TextRepair::Case, located.spans()))
}

/// `text` without the damage, or `None` when it shows none.
fn apply(repair: TextRepair, text: &[u8]) -> Option<Vec<u8>> {
    let repaired = match repair {
        TextRepair::Escaped(letter) => unescaped(text, Escapes::Of(letter as u8)),
        TextRepair::ShellEscapes => unescaped(text, Escapes::Shell),
        TextRepair::TypedNewlines => unescaped(text, Escapes::Newlines),
        TextRepair::TypedTabs => unescaped(text, Escapes::Tabs),
        TextRepair::JsonEscapes => unescaped(text, Escapes::Json),
        TextRepair::LineEndings => other_endings(text),
        TextRepair::Normalization => other_normalization(text)?,
        TextRepair::NonBreakingSpaces => std::str::from_utf8(text)
            .ok()?
            .replace(typography::is_blank, " ")
            .into_bytes(),
        TextRepair::TypographicQuotes => fold(text).into_owned(),
        TextRepair::HtmlEntities => entity::unescaped(text)?.into(),
        TextRepair::LineNumbers => without_line_numbers(text)?,
        TextRepair::MarkdownFence => fence::inside(text)?.to_vec(),
        TextRepair::LastEnding => LineEnding::strip(text).to_vec(),
        TextRepair::Case | TextRepair::PatternEndings => return None,
    };
    (repaired != text).then_some(repaired)
}

/// The new text without the damage of the old one. Added lines may lack what a listing puts before the
/// others.
fn apply_to_new(repair: TextRepair, new: &[u8]) -> Option<Vec<u8>> {
    match repair {
        TextRepair::LineNumbers => {
            let lines = text::lines(new);
            Some(
                lines.fold(Vec::with_capacity(new.len()), |mut plain, line| {
                    plain.extend_from_slice(after_line_number(line).unwrap_or(line));
                    plain
                }),
            )
        }
        _ => apply(repair, new),
    }
}

/// `text` with `\r\n` for `\n`, or the other way round if it holds a `\r\n`.
fn other_endings(text: &[u8]) -> Vec<u8> {
    let other: &[u8] = match memchr::memmem::find(text, b"\r\n") {
        Some(_) => b"\n",
        None => b"\r\n",
    };
    let lines = text::lines(text);
    let mut adapted = Vec::with_capacity(text.len() + 16);
    for line in lines {
        adapted.extend_from_slice(LineEnding::strip(line));
        if LineEnding::of_line(line).is_some() {
            adapted.extend_from_slice(other);
        }
    }
    adapted
}

/// `text` composed, or decomposed if it is composed.
fn other_normalization(text: &[u8]) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let composed: String = text.nfc().collect();
    let other = if composed == text {
        text.nfd().collect()
    } else {
        composed
    };
    Some(other.into_bytes())
}

/// `text` without the line numbers of a listing, if each of its lines has one.
fn without_line_numbers(text: &[u8]) -> Option<Vec<u8>> {
    let mut plain = Vec::with_capacity(text.len());
    for line in text::lines(text) {
        plain.extend_from_slice(after_line_number(line)?);
    }
    Some(plain)
}

/// `line` after its number, which may be all that a blank line has.
fn after_line_number(line: &[u8]) -> Option<&[u8]> {
    if let Some(numbered) = ListingNumber::of(line) {
        return Some(&line[numbered.len..]);
    }
    let number = LineEnding::strip(line).trim_ascii();
    let is_alone = (1..=7).contains(&number.len()) && number.iter().all(u8::is_ascii_digit);
    is_alone.then(|| &line[LineEnding::strip(line).len()..])
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
            (TextRepair::JsonEscapes, r#"a\n\t\"b\""#, "a\n\t\"b\""),
            (TextRepair::TypedNewlines, r"a\nb\t", "a\nb\\t"),
            (TextRepair::TypedTabs, r"\ta", "\ta"),
            (TextRepair::LineEndings, "a\nb", "a\r\nb"),
            (TextRepair::LineEndings, "a\r\nb", "a\nb"),
            (TextRepair::Normalization, "e\u{301}", "\u{e9}"),
            (TextRepair::Normalization, "\u{e9}", "e\u{301}"),
            (TextRepair::NonBreakingSpaces, "a\u{a0}b", "a b"),
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
            (TextRepair::MarkdownFence, "```rust\na\n```\n", "a\n"),
            (TextRepair::LastEnding, "a\nb\r\n", "a\nb"),
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
            (TextRepair::MarkdownFence, "a\n```\n"),
            (TextRepair::LineEndings, "ab"),
            (TextRepair::Case, "ab"),
        ] {
            assert_eq!(repaired(repair, text), None, "{repair:?}");
        }
    }
}
