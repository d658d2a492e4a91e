//! Warnings about replacements that do what was asked, which may not be what was meant.

use std::path::Path;

use crate::report::Notice;
use crate::request::{Action, Pick};
use crate::resolve::draft::Draft;
use crate::resolve::{self, count_sites};

/// The warning about a number that a new key gets: it may be meant as a text.
pub fn new_number(action: &Action, path: &Path, draft: &mut Draft) -> Option<Notice> {
    let Action::Set(set) = action else {
        return None;
    };
    if !set.creates {
        return None;
    }
    let number = resolve::new_number(set, path, &draft.text().ok()?)?;
    Some(Notice::NewNumber { number })
}

/// The warning about a place that is picked by its number: how many there are, if there are others.
pub fn others(action: &Action, draft: &mut Draft) -> Option<Notice> {
    let Action::Replace(replace) = action else {
        return None;
    };
    let Pick::Occurrence(ordinal) = replace.pick else {
        return None;
    };
    let total = count_sites(&replace.find, &draft.text().ok()?);
    (total > 1).then_some(Notice::OneOfSeveral { ordinal, total })
}

/// The sign in the new text of a pattern that means the whole place or the case of letters to `sed`, and here itself.
pub fn foreign_reference(action: &Action) -> Option<String> {
    let Action::Replace(replace) = action else {
        return None;
    };
    if !replace.find.options.is_expression() || replace.has_case_escapes {
        return None;
    }
    let new = &replace.new;
    let has = |at: usize, byte: u8| new.get(at) == Some(&byte);
    (0..new.len()).find_map(|at| match (new[at], new.get(at + 1)) {
        (b'\\', Some(&next)) if b"ULEul&".contains(&next) => {
            Some(format!("\\{}", char::from(next)))
        }
        // `&&` and `&amp;` are texts of their own, and so are the `&` of an address and of a reference.
        (b'&', _) => {
            let is_doubled = has(at + 1, b'&') || at > 0 && has(at - 1, b'&');
            let rest = &new[at + 1..];
            let is_named = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'#';
            let length = rest.iter().take_while(is_named).count();
            let follows = rest.get(length).copied();
            let is_entity = length > 0 && follows == Some(b';');
            let is_of_address = length > 0 && follows == Some(b'=');
            let stands_before = at == 0 || !new[at - 1].is_ascii_alphanumeric();
            let is_reference = stands_before && length > 0;
            (!is_doubled && !is_entity && !is_of_address && !is_reference).then(|| "&".to_owned())
        }
        _ => None,
    })
}
