//! The shapes of our JSON as JSON Schema 2020-12, for programs that check what they send and receive.
//!
//! The texts are checked in and part of the program. They are made from the types that are serialised and
//! the tables that requests are read by: `INCISE_REGENERATE=1 cargo test --lib schema::` writes them anew,
//! and a test fails when one is stale.

use crate::request::json;

/// A document that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// `incise.request/1`: what `apply` and `--from-json` read.
    Request,
    /// `incise.report/1`: what every command prints with `--json`.
    Report,
    /// `incise.edit/1`: what `log --export` prints and `replay` reads, one object a line.
    Record,
    /// The `error` of a report.
    Error,
    /// `incise.log/1`: what `log --json` prints.
    Log,
    /// `incise.explain/1`: what `explain --json` prints.
    Explain,
}

impl Document {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::Request,
        Self::Report,
        Self::Record,
        Self::Error,
        Self::Log,
        Self::Explain,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Report => "report",
            Self::Record => "record",
            Self::Error => "error",
            Self::Log => "log",
            Self::Explain => "explain",
        }
    }

    /// The kind called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }

    /// The schema of the kind.
    pub fn text(self) -> &'static str {
        match self {
            Self::Request => json::JSON_SCHEMA,
            Self::Report => include_str!("report.json"),
            Self::Record => include_str!("record.json"),
            Self::Error => include_str!("error.json"),
            Self::Log => include_str!("log.json"),
            Self::Explain => include_str!("explain.json"),
        }
    }
}

#[cfg(test)]
mod tests;
