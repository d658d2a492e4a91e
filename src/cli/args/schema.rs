//! `incise schema`

use clap::Args;

use super::shared::choice;
use crate::cli::page::CommandPage;
use crate::refusal::Reason;
use crate::request::rule;
use crate::schema::Document;

/// The arguments of `incise schema`.
#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// request, report, record, error, log or explain
    #[arg(value_name = "KIND")]
    kind: Option<String>,
}

impl SchemaArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "schema",
        about: "Print the JSON Schema of an input or output format",
        examples: ["schema report", "schema request > request.schema.json"],
        usage: "schema KIND",
        foreign_flags: &[],
    };

    /// The document whose schema is requested.
    pub(crate) fn document(self) -> Result<Document, Reason> {
        let Self { kind } = self;
        let kinds: Vec<_> = Document::ALL
            .iter()
            .map(|kind| (kind.name(), *kind))
            .collect();
        let kind = choice("KIND", kind.as_deref(), &kinds)?;
        kind.ok_or_else(|| {
            Reason::usage(
                "no KIND is given",
                format!("one of {}: `incise schema report`", rule::listed(&kinds)),
            )
        })
    }
}
