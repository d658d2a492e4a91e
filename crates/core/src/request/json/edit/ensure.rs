//! Reads the fields of `ensure`.

use super::super::fields::mixed;
use super::super::object::Object;
use super::region::read_region;
use crate::request::{Ensure, EnsureOptions, Find, InsertAt, Malformed, PatternLanguage};

/// An edit at a position, for messages.
const EXAMPLE: &str =
    r#"{"op":"ensure","path":"a.txt","line":"x = 1","after":"^\\[a\\]","regex":true}"#;

pub(super) fn read_ensure(object: &mut Object) -> Result<Ensure, Malformed> {
    let (at, otherwise) = read_place(object)?;
    Ensure::new(EnsureOptions {
        line: object.text("line")?,
        matching: object.text("matching")?,
        block: object.text("block")?,
        marker: object.text("marker")?,
        comment: object.text("comment")?,
        at,
        otherwise,
        region: read_region(object)?,
        is_absent: object.flag("absent")?,
        makes_file: object.flag("create")?,
    })
}

/// The position for a missing line or block, and the fallback if the text of that position is missing too.
fn read_place(object: &mut Object) -> Result<(Option<InsertAt>, Option<InsertAt>), Malformed> {
    let language = object.either("regex", PatternLanguage::Literal, PatternLanguage::Regex)?;
    let before = read_find(object, "before", language)?.map(InsertAt::BeforeText);
    let after = read_find(object, "after", language)?.map(InsertAt::AfterText);
    if language == PatternLanguage::Regex && before.is_none() && after.is_none() {
        return Err(mixed(
            "`regex` belongs to `before` and `after`".to_owned(),
            "add one of them or omit `regex`",
            EXAMPLE,
        ));
    }
    let at_start = object.either("at_start", None, Some(InsertAt::Beginning))?;
    let at_end = object.either("at_end", None, Some(InsertAt::End))?;
    for (names, are_both) in [
        ("`before` and `after`", before.is_some() && after.is_some()),
        (
            "`at_start` and `at_end`",
            at_start.is_some() && at_end.is_some(),
        ),
    ] {
        if are_both {
            let message = format!("{names} contradict each other");
            return Err(mixed(message, "give one of them", EXAMPLE));
        }
    }
    let edge = at_start.or(at_end);
    Ok(match before.or(after) {
        Some(at_text) => (Some(at_text), edge),
        None => (edge, None),
    })
}

fn read_find(
    object: &mut Object,
    name: &str,
    language: PatternLanguage,
) -> Result<Option<Find>, Malformed> {
    let Some(old) = object.text(name)? else {
        return Ok(None);
    };
    let mut find = Find::literal(old);
    find.options.language = language;
    find.checked().map(Some)
}
