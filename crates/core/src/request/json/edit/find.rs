//! Reads the fields that select text: the text to find, how to match it, where to search, and which match to use.

use bytes::Bytes;

use super::super::fields::mixed;
use super::super::node::Node;
use super::super::object::{Object, chosen, wrong_type};
use super::region::read_region;
use crate::request::{
    AskedLines, Find, Fix, Indent, Malformed, Match, PatternLanguage, PatternOptions, Pick,
    Replace, Scope, Threshold, rule,
};

pub(super) fn read_replace(object: &mut Object) -> Result<Replace, Malformed> {
    let old = object.needed_text(
        "old",
        "`old` is the text to find; `write` replaces the whole file, `append` adds to its end",
    )?;
    let new = object.needed_text(
        "new",
        "`new` is the new text; \"new\":\"\" deletes the old text",
    )?;
    let indent = read_indent(object)?;
    let mut find = read_find(object, old)?;
    find.options.language = find.options.language.or(object.either(
        "preserve_case",
        PatternLanguage::Literal,
        PatternLanguage::Name,
    )?)?;
    Replace {
        find,
        new,
        pick: read_pick(object)?,
        fix: read_fix(object)?,
        indent,
        has_case_escapes: object.flag("case_escapes")?,
    }
    .checked()
}

pub(super) fn read_find(object: &mut Object, old: Bytes) -> Result<Find, Malformed> {
    Ok(Find {
        old,
        matching: read_matching(object)?,
        scope: read_scope(object)?,
        options: PatternOptions {
            refuses_nested: false,
            language: read_pattern_language(object)?,
            ignores_case: object.flag("ignore_case")?,
            whole_words: object.flag("word")?,
        },
    })
}

fn read_pattern_language(object: &mut Object) -> Result<PatternLanguage, Malformed> {
    let regex = object.either("regex", PatternLanguage::Literal, PatternLanguage::Regex)?;
    let fancy = object.either(
        "fancy",
        PatternLanguage::Literal,
        PatternLanguage::FancyRegex,
    )?;
    regex.or(fancy)
}

/// The rule for the indentation of new lines. An exact match implies an exact new text.
fn read_indent(object: &mut Object) -> Result<Indent, Malformed> {
    if object.has("keep_indent") {
        object.either("keep_indent", Indent::Fitted, Indent::Kept)
    } else if object.is_word("match", "exact") {
        Ok(Indent::Kept)
    } else {
        Ok(Indent::Fitted)
    }
}

fn read_fix(object: &mut Object) -> Result<Fix, Malformed> {
    Ok(chosen(object, "fix", rule::FIX_WORDS)?.unwrap_or_default())
}

/// Reads `match`, and `threshold` for a fuzzy match.
pub fn read_matching(object: &mut Object) -> Result<Match, Malformed> {
    let threshold = read_threshold(object)?;
    chosen(object, "match", rule::MATCH_WORDS)?
        .unwrap_or_default()
        .with(threshold)
        .ok_or_else(|| stray_threshold("match"))
}

pub(super) fn read_threshold(object: &mut Object) -> Result<Option<Threshold>, Malformed> {
    let Some(value) = object.number("threshold")? else {
        return Ok(None);
    };
    Threshold::new(value).map(Some).ok_or_else(|| {
        Malformed::wrong(
            format!("`threshold` is {value}"),
            "a similarity from 0.5 to 1.0",
        )
    })
}

pub(super) fn stray_threshold(choice: &str) -> Malformed {
    mixed(
        format!("`threshold` belongs to `{choice}` fuzzy"),
        "give both",
        &format!(r#""{choice}":"fuzzy","threshold":0.9"#),
    )
}

fn read_scope(object: &mut Object) -> Result<Scope, Malformed> {
    let region = read_region(object)?;
    if region.is_some() && object.has("within") {
        return Err(mixed(
            "`within` and `in` both limit the search".into(),
            "give one of them",
            r#"{"op":"replace","path":"a.md","in":{"section":"Usage"},"old":"x","new":"y"}"#,
        ));
    }
    let within = match object.take("within") {
        None => return Ok(region.map_or(Scope::File, |region| Scope::In(Box::new(region)))),
        Some(Node::Text(text)) => AskedLines::parse(&text),
        Some(Node::List(ends)) => match ends.as_slice() {
            [Node::Integer(first), Node::Integer(last)] => {
                rule::line_range(*first, *last).map(AskedLines::from)
            }
            _ => None,
        },
        Some(other) => return Err(wrong_type("within", "\"A:B\" or [A,B]", &other)),
    };
    within.map(Scope::Within).ok_or_else(|| {
        Malformed::wrong(
            "`within` is not a range of lines",
            "\"A:B\" or [A,B]: the first and the last line, from 1, in order; \"A:\" goes to the end, \"$\" is the last",
        )
    })
}

pub(super) fn read_pick(object: &mut Object) -> Result<Pick, Malformed> {
    let expect = object.count("expect")?;
    if let Some(id) = object.word("site")? {
        return if expect.is_some() || object.has("pick") {
            Err(mixed(
                "`site` is one match; `pick` and `expect` select among all".into(),
                "give `site` alone",
                r#"{"op":"replace","path":"a.txt","old":"x","new":"y","site":"1f2e3d4c"}"#,
            ))
        } else {
            rule::site_of(&id)
        };
    }
    let pick = match object.take("pick") {
        None => None,
        Some(Node::Text(word)) => Some(pick_word(&word)?),
        Some(Node::Integer(0)) => {
            return Err(Malformed::wrong(
                "`pick` is 0",
                "1 is the first match, -1 the last",
            ));
        }
        Some(Node::Integer(number)) => Some(Pick::Nth(number)),
        Some(other) => return Err(wrong_type("pick", "a word or a whole number", &other)),
    };
    match (pick, expect) {
        (None | Some(Pick::All), Some(count)) => rule::exactly(count),
        (Some(_), Some(_)) => Err(Malformed::mixed(
            "`expect` accepts that many matches, `pick` selects one",
            "give one of the two",
        )),
        (pick, None) => Ok(pick.unwrap_or_default()),
    }
}

fn pick_word(word: &str) -> Result<Pick, Malformed> {
    match word {
        "only" => Ok(Pick::Only),
        "first" => Ok(Pick::First),
        "last" => Ok(Pick::Last),
        "all" => Ok(Pick::All),
        _ => Err(Malformed::wrong(
            format!("`pick` is `{word}`"),
            "`pick` takes only, first, last, all or a number without quotes: 1 the first, -1 the last",
        )),
    }
}
