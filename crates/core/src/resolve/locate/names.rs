//! Matches a name in all its styles. A part of a longer name, such as `foo_bar_baz` or `x-foo-bar`, does not match.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, Input, MatchKind};
use bytes::Bytes;

use super::expression::is_separate_word;
use crate::request::{Find, Malformed, Replace};
use crate::text::{NameStyle, Span, StyledName};

/// The matches of the name `find` in the bytes `window` of `text`, in order. Empty if `find` is not a name.
pub(super) fn places(find: &Find, text: &[u8], window: Span) -> Vec<Span> {
    let Some(name) = std::str::from_utf8(&find.old)
        .ok()
        .and_then(StyledName::parse)
    else {
        return Vec::new();
    };
    let forms = name.forms(&name).into_iter().map(|(form, _)| form);
    let Ok(finder) = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(forms)
    else {
        return Vec::new();
    };
    let mut places = Vec::new();
    for found in finder.find_iter(Input::new(text).range(window.range())) {
        let place = Span::of_len(found.start(), found.len());
        if is_separate_word(text, place) && !is_in_kebab(text, place) {
            places.push(place);
        }
    }
    places
}

/// True if a hyphen joins the name at `span` to another word and the name could be a part of `kebab-case`.
fn is_in_kebab(text: &[u8], span: Span) -> bool {
    for byte in &text[span.range()] {
        if byte.is_ascii_uppercase() || *byte == b'_' {
            return false;
        }
    }
    let before = text[..span.start()].strip_suffix(b"-");
    let after = text[span.end()..].strip_prefix(b"-");
    before.and_then(<[u8]>::last).is_some_and(is_letter)
        || after.and_then(<[u8]>::first).is_some_and(is_letter)
}

fn is_letter(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte >= 0x80
}

/// The new name for each style of the old one.
pub(in crate::resolve) struct Renaming {
    forms: BTreeMap<String, (NameStyle, Bytes)>,
}

impl Renaming {
    /// # Errors
    /// The same as [`Replace::names`].
    pub(in crate::resolve) fn new(action: &Replace) -> Result<Self, Malformed> {
        let (old, new) = action.names()?;
        let mut forms = BTreeMap::new();
        for (form, style) in old.forms(&new) {
            forms.insert(form, (style, new.in_style(style).into()));
        }
        Ok(Self { forms })
    }

    /// The style of the name `text`, and the new name in that style.
    pub(in crate::resolve) fn at_place(&self, text: &[u8]) -> Option<&(NameStyle, Bytes)> {
        self.forms.get(std::str::from_utf8(text).ok()?)
    }
}
