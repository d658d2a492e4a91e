//! Readings of a fragment.

/// The brackets that a fragment opens and does not close, or closes and does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unpaired {
    /// They are required, and the fragment is not inside other brackets.
    Required,
    /// They are required, and the fragment is inside more brackets. In Markdown, it begins inside a code block.
    InBrackets,
    /// A formatter may have added them.
    Optional,
}

/// A reading of a fragment: an assumption about the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub(super) unpaired: Unpaired,
    /// True if a bracket follows that makes a comma at the end optional.
    pub before_bracket: bool,
}

impl Reading {
    /// The reading of a whole text.
    pub const WHOLE: Self = Self {
        unpaired: Unpaired::Required,
        before_bracket: false,
    };

    /// All readings of a fragment, in the order of the search.
    pub fn all() -> impl Iterator<Item = Self> {
        let ways = [Unpaired::Required, Unpaired::InBrackets, Unpaired::Optional];
        [false, true].into_iter().flat_map(move |before_bracket| {
            ways.map(|unpaired| Self {
                unpaired,
                before_bracket,
            })
        })
    }
}
