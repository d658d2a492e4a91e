//! The places of a name in all its styles. A name that is a part of a longer one is none of them: neither of
//! `foo_bar_baz` nor of `x-foo-bar`.

use std::collections::BTreeMap;

use aho_corasick::{AhoCorasick, Input, MatchKind};
use bytes::Bytes;

use super::pattern::is_word_apart;
use crate::request::{Find, Malformed, Replace};
use crate::text::{NameStyle, Span, StyledName};

/// The places of the name `find` in the bytes `window` of `text`, in order; none where it is no name.
pub(super) fn places(find: &Find, text: &[u8], window: Span) -> Vec<Span> {
    let name = std::str::from_utf8(&find.old)
        .ok()
        .and_then(StyledName::parse);
    let Some(name) = name else {
        return Vec::new();
    };
    let forms = name.forms(&name).into_iter().map(|(form, _)| form);
    let forms: Vec<String> = forms.collect();
    let finder = AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostLongest)
        .build(&forms);
    let Ok(finder) = finder else {
        return Vec::new();
    };
    let found = finder.find_iter(Input::new(text).range(window.range()));
    let spans = found.map(|found| Span::of_len(found.start(), found.len()));
    spans
        .filter(|&span| is_word_apart(text, span) && !is_in_kebab(text, span))
        .collect()
}

/// Whether a hyphen joins what stands at `span` to another word, where it could be a part of `kebab-case`.
fn is_in_kebab(text: &[u8], span: Span) -> bool {
    let could_be = |byte: &u8| *byte == b'-' || !(byte.is_ascii_uppercase() || *byte == b'_');
    if !text[span.range()].iter().all(could_be) {
        return false;
    }
    let is_word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte >= 0x80);
    let before = text[..span.start()].strip_suffix(b"-");
    let after = text[span.end()..].strip_prefix(b"-");
    is_word(before.and_then(<[u8]>::last)) || is_word(after.and_then(<[u8]>::first))
}

/// What a name becomes, style by style.
pub(in crate::resolve) struct Renaming {
    forms: BTreeMap<String, (NameStyle, Bytes)>,
}

impl Renaming {
    /// That of `action`.
    ///
    /// # Errors
    /// As [`Replace::names`].
    pub(in crate::resolve) fn new(action: &Replace) -> Result<Self, Malformed> {
        let (old, new) = action.names()?;
        let forms = old.forms(&new).into_iter().map(|(form, style)| {
            let renamed = new.in_style(style);
            (form, (style, renamed.into()))
        });
        Ok(Self {
            forms: forms.collect(),
        })
    }

    /// The style of the name `text`, and what it becomes.
    pub(in crate::resolve) fn at_place(&self, text: &[u8]) -> Option<&(NameStyle, Bytes)> {
        self.forms.get(std::str::from_utf8(text).ok()?)
    }
}
