//! The names of a text: where each is bound, and where it is used.

use incise_text::text::Span;

/// A name that is bound: by a definition, a parameter, an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The name.
    pub name: String,
    /// Its offset.
    pub at: usize,
    /// The scope in which it is visible.
    pub scope: Span,
    /// True if an import binds it.
    pub is_import: bool,
    /// True if it is used as a member alone, as a method of Python is.
    pub is_member: bool,
}

/// A name that is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameUse {
    /// The name.
    pub name: String,
    /// Its offset.
    pub at: usize,
    /// The scope that binds it; `None` if the text binds no such name, or if it is that of a member (`a.name`).
    pub scope: Option<Span>,
    /// True for a member.
    pub is_member: bool,
}

/// The names of a text.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The bound names, in the order of the text.
    pub bindings: Vec<Binding>,
    /// The used names, in the order of the text.
    pub uses: Vec<NameUse>,
}
