//! Lists in a syntax tree, such as arguments, fields and members.

use incise_text::text::Span;

/// A list with commas between its children, as a grammar finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeList {
    /// The grammar's word for it.
    pub kind: &'static str,
    /// The meaning of the order of its children.
    pub order: ChildOrder,
    /// With its brackets, if it has some.
    pub whole: Span,
    /// The spans between the commas.
    pub children: Vec<Span>,
}

/// The meaning of the order of a list's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildOrder {
    /// Nothing: they have names, or are a set.
    Free,
    /// It is that of a sequence.
    Fixed,
    /// Which is which, as that of arguments.
    Meant,
}
