//! The fields that say what is to stand in a file, once or not at all.

use super::super::fields::{self, mixed};
use super::super::object::Object;
use super::region::region;
use crate::request::{Ensure, Find, InsertAt, Malformed, PatternLanguage, Wishes};

pub(super) fn ensure(object: &mut Object) -> Result<Ensure, Malformed> {
    let (at, otherwise) = place(object)?;
    Ensure::of(Wishes {
        line: object.text("line")?,
        matching: object.text("matching")?,
        block: object.text("block")?,
        marker: object.text("marker")?,
        comment: object.text("comment")?,
        at,
        otherwise,
        region: region(object)?,
        is_absent: object.either("absent", false, true)?,
        makes_file: object.either("create", false, true)?,
    })
}

/// The place where it is put if it is missing, and the one if the text beside that is missing too.
fn place(object: &mut Object) -> Result<(Option<InsertAt>, Option<InsertAt>), Malformed> {
    let language = object.either("regex", PatternLanguage::Literal, PatternLanguage::Regex)?;
    let mut find = |name| -> Result<Option<Find>, Malformed> {
        let Some(old) = object.text(name)? else {
            return Ok(None);
        };
        let mut find = Find::literal(old);
        find.options.language = language;
        find.checked().map(Some)
    };
    let before = find("before")?.map(InsertAt::BeforeText);
    let after = find("after")?.map(InsertAt::AfterText);
    if language == PatternLanguage::Regex && before.is_none() && after.is_none() {
        return Err(wrong_place("`regex` belongs to `before` and `after`"));
    }
    let at_start = object.either("at_start", None, Some(InsertAt::Beginning))?;
    let at_end = object.either("at_end", None, Some(InsertAt::End))?;
    let wrong = || wrong_place("`before` and `after`, `at_start` and `at_end` each say where");
    let beside = match (before, after) {
        (Some(_), Some(_)) => return Err(wrong()),
        (before, after) => before.or(after),
    };
    let edge = match (at_start, at_end) {
        (Some(_), Some(_)) => return Err(wrong()),
        (start, end) => start.or(end),
    };
    Ok(match beside {
        Some(beside) => (Some(beside), edge),
        None => (edge, None),
    })
}

fn wrong_place(message: &str) -> Malformed {
    let example = fields::operation("ensure").map_or("", |operation| operation.example);
    mixed(message.to_owned(), "give one of them", example)
}
