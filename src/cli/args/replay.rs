//! `incise replay`

use std::path::PathBuf;

use clap::Args;
use serde::Deserialize;

use crate::change::{EDIT_SCHEMA, Transaction};
use crate::cli::foreign::{ALL, EDITS};
use crate::cli::intake::Intake;
use crate::cli::page::Page;
use crate::refusal::{Reason, Refusals};
use crate::request::{Action, Named, Repeat, Request, Step, Terms};

/// What was typed after `incise replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// File that `incise log --export` wrote; standard input when left out or `-`
    #[arg(value_name = "EDITS")]
    edits: Option<PathBuf>,
}

impl Replay {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "replay",
        about: "Do again what `incise log --export` wrote; here or below another root",
        examples: [
            "replay edits.jsonl",
            "replay edits.jsonl --root ~/other/tree",
        ],
        usage: "replay [EDITS] [FLAGS]",
        elsewhere: &[EDITS, ALL],
    };

    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let Self { edits } = self;
        let document = intake.operand(edits, "EDITS")?;
        Ok(request(&document, intake)?)
    }
}

/// Whether `document` is in the form that `incise log --export` writes.
pub(crate) fn is_recorded(document: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Head {
        schema: String,
    }
    // Most documents do not even have the word; those are not read twice.
    if memchr::memmem::find(document, EDIT_SCHEMA.as_bytes()).is_none() {
        return false;
    }
    let mut values = serde_json::Deserializer::from_slice(document).into_iter::<Head>();
    matches!(values.next(), Some(Ok(head)) if head.schema == EDIT_SCHEMA)
}

/// The request that replays `document`: transactions one after the other, one a line or laid out at will.
/// Where all of them are of one task, the request is.
pub(crate) fn request(document: &[u8], intake: &mut Intake<'_>) -> Result<Request, Reason> {
    intake.names_come_from_records();
    let transactions = serde_json::Deserializer::from_slice(document)
        .into_iter::<Transaction>()
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| malformed(&error))?;
    let task = transactions.first().and_then(|first| first.task.clone());
    let is_of_one = transactions
        .iter()
        .all(|transaction| transaction.task == task);
    Ok(Request {
        steps: transactions.into_iter().map(step).collect(),
        expect_total: None,
        terms: Terms {
            task: task.filter(|_| is_of_one),
            ..Terms::default()
        },
    })
}

fn malformed(error: &serde_json::Error) -> Reason {
    Reason::bad_request(
        format!("the edits: {error}"),
        "`incise log --export` and `--save-plan` write the form that is read here",
    )
}

fn step(transaction: Transaction) -> Step {
    let first = transaction.files.first();
    let path = first.and_then(|file| file.names().next().map(PathBuf::from));
    Step {
        path: path.unwrap_or_default(),
        named: Named::Stated,
        expect_hash: None,
        repeat: Repeat::Refuse,
        action: Action::Replay(Box::new(transaction)),
    }
}
