//! JSON Schemas (2020-12) of our JSON documents, for programs that validate input and output.
//!
//! The schemas are checked in and part of the program. They are generated from the serialized types and the tables of
//! the request parser. `INCISE_REGENERATE=1 cargo test --lib schema::` regenerates them, and a test fails if a schema
//! is outdated.

use crate::request::json;

/// A document that has a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// `incise.request/1`: the input of `apply` and `--from-json`.
    Request,
    /// `incise.report/1`: the output of every command with `--json`.
    Report,
    /// `incise.edit/1`: the output of `log --export` and the input of `replay`, one object per line.
    Record,
    /// The `error` of a report.
    Error,
    /// `incise.log/1`: the output of `log --json`.
    Log,
    /// `incise.explain/1`: the output of `explain --json`.
    Explain,
}

impl Document {
    /// Every document.
    pub const ALL: &'static [Self] = &[
        Self::Request,
        Self::Report,
        Self::Record,
        Self::Error,
        Self::Log,
        Self::Explain,
    ];

    /// The name of the document for `incise schema`.
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

    /// The document called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|document| document.name() == name)
    }

    /// The schema of the document.
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
