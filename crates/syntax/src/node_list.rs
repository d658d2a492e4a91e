//! Lists in a syntax tree, such as arguments, fields and members.

use incise_text::text::Span;

/// A comma-separated list found by a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeList {
    /// The node kind of the list in the grammar.
    pub kind: &'static str,
    /// The meaning of the order of the children.
    pub order: ChildOrder,
    /// The span of the list, including any brackets.
    pub whole: Span,
    /// The spans between the commas.
    pub children: Vec<Span>,
}

/// The meaning of the order of a list's children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChildOrder {
    /// The order is irrelevant: the children have names, or form a set.
    Free,
    /// The order is the order of a sequence.
    Fixed,
    /// The order determines the meaning of each child, as for arguments.
    Positional,
}
