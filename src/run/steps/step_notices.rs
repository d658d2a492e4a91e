//! Warnings about steps that succeed but may not do what the caller intended.

use std::path::Path;

use crate::report::Notice;
use crate::request::{Action, Pick, Step, Suggestions};
use crate::resolve::draft::Draft;
use crate::resolve::{self, FileText, count_sites};

/// The warnings about `step` before it is applied to `draft`.
pub fn step_notices(step: &Step, draft: &mut Draft) -> Vec<Notice> {
    let mut notices = Vec::new();
    let is_missing = draft.now().is_none() && draft.before().is_none();
    if is_missing && matches!(step.action, Action::Append(_)) {
        notices.push(Notice::Created);
    }
    notices.extend(one_of_several(&step.action, draft));
    notices.extend(new_number(&step.action, &step.path, draft));
    if let Action::Suggestions(Suggestions { left_out, .. }) = step.action
        && left_out > 0
    {
        notices.push(Notice::Unapplied { count: left_out });
    }
    if let Some(sign) = foreign_reference(&step.action) {
        notices.push(Notice::ForeignReference(sign));
    }
    notices
}

/// The warning about a new key with a number, which may be intended as a string.
fn new_number(action: &Action, path: &Path, draft: &mut Draft) -> Option<Notice> {
    let Action::Set(set) = action else {
        return None;
    };
    if !set.creates {
        return None;
    }
    let text = draft.text().ok()?;
    let number = resolve::new_number(set, FileText::new(path, &text))?;
    Some(Notice::NewNumber(number))
}

/// The warning about the number of matches, if the step picks one of several by its number.
fn one_of_several(action: &Action, draft: &mut Draft) -> Option<Notice> {
    let Action::Replace(replace) = action else {
        return None;
    };
    let Pick::Occurrence(ordinal) = replace.pick else {
        return None;
    };
    let total = count_sites(&replace.find, &draft.text().ok()?);
    if total < 2 {
        return None;
    }
    Some(Notice::OneOfSeveral { ordinal, total })
}

/// A reference in the new text of a pattern that only `sed` interprets: the whole match, a literal `&` or a change of
/// case.
fn foreign_reference(action: &Action) -> Option<String> {
    let Action::Replace(replace) = action else {
        return None;
    };
    if !replace.find.options.is_expression() || replace.has_case_escapes {
        return None;
    }
    let new = &replace.new;
    let mut at = 0;
    while at < new.len() {
        match (new[at], new.get(at + 1)) {
            // An escaped backslash.
            (b'\\', Some(b'\\')) => at += 1,
            (b'\\', Some(&next)) if b"ULEul&".contains(&next) => {
                return Some(format!("\\{}", char::from(next)));
            }
            (b'&', _) if is_lone_ampersand(&new[..at], &new[at + 1..]) => {
                return Some("&".to_owned());
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// True if the `&` between `before` and `rest` may be meant as the whole match in `sed`. It is not part of `&&`, of an
/// entity (`&amp;`), of a URL (`a=1&b=2`) or of a reference (`&name`).
fn is_lone_ampersand(before: &[u8], rest: &[u8]) -> bool {
    if rest.starts_with(b"&") || before.ends_with(b"&") {
        return false;
    }
    let name = rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#')
        .count();
    if name == 0 {
        return true;
    }
    if matches!(rest.get(name), Some(b';' | b'=')) {
        return false;
    }
    // A reference begins a word.
    before.last().is_some_and(u8::is_ascii_alphanumeric)
}
