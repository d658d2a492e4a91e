//! Places of regions.

use super::symbol::SymbolPlace;
use crate::refusal::Reason;
use crate::request::KeyPath;
use crate::text::Span;

/// The location of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegionPlace {
    /// Complete lines with their endings. The last line may have no ending.
    pub lines: Span,
    /// The lines of the body, without the signature or heading. `None` if the region cannot have a body.
    pub(super) body: Option<Span>,
    pub(super) spacing: Spacing,
    /// The name of the region, if it shares its lines with other text. [`Self::lines`] then contains only the bytes
    /// of the region, which can be shown and searched.
    pub(super) name_if_shared: Option<String>,
}

impl RegionPlace {
    /// True for a section of prose.
    pub fn is_prose(&self) -> bool {
        self.spacing == Spacing::Prose
    }

    /// The lines of the body.
    ///
    /// # Errors
    /// `BadRequest` if the region has no body, or shares its lines with other text.
    pub fn editable_body(&self) -> Result<Span, Reason> {
        self.refuse_shared_lines()?;
        self.require_body()
    }

    /// # Errors
    /// `BadRequest` if the region shares its lines with other text.
    pub(super) fn refuse_shared_lines(&self) -> Result<(), Reason> {
        match &self.name_if_shared {
            Some(name) => Err(Reason::shared_line(name)),
            None => Ok(()),
        }
    }

    /// # Errors
    /// `BadRequest` if the region has no body.
    pub(super) fn require_body(&self) -> Result<Span, Reason> {
        if let Some(body) = self.body {
            return Ok(body);
        }
        let name = match &self.spacing {
            Spacing::Symbol(symbol) => symbol.name.clone(),
            Spacing::Entry(key) => key.to_string(),
            Spacing::None | Spacing::Table | Spacing::Prose => String::new(),
        };
        Err(Reason::no_body(&name))
    }
}

/// The rule for the blank lines around a region, which do not belong to the region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// No blank lines.
    None,
    /// One blank line between tables, and none inside.
    Table,
    /// One blank line between sections, and between paragraphs.
    Prose,
    /// The same number of blank lines as between the sibling definitions.
    Symbol(Box<SymbolPlace>),
    /// No blank lines between entries. Contains the key of the entry.
    Entry(Box<KeyPath>),
}

impl Spacing {
    pub(super) fn symbol(&self) -> Option<&SymbolPlace> {
        match self {
            Self::Symbol(symbol) => Some(symbol),
            Self::None | Self::Table | Self::Prose | Self::Entry(_) => None,
        }
    }
}
