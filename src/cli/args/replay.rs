//! `incise replay`

use std::path::PathBuf;

use clap::Args;

use crate::change::{Recorded, Transaction};
use crate::cli::intake::Intake;
use crate::refusal::{Reason, Refusal};
use crate::request::{Action, Named, Request, Step, Terms};

/// What was typed after `incise replay`.
#[derive(Debug, Args)]
pub(crate) struct Replay {
    /// File that `incise log --export` wrote; standard input when left out or `-`
    #[arg(value_name = "EDITS")]
    edits: Option<PathBuf>,
}

impl Replay {
    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusal> {
        let Self { edits } = self;
        let document = intake.operand(edits, "EDITS")?;
        Ok(request(&document, intake)?)
    }
}

/// Whether `document` is in the form that `incise log --export` writes.
pub(in crate::cli) fn is_recorded(document: &[u8]) -> bool {
    let first = document.trim_ascii_start();
    first.starts_with(br#"{"schema":"incise.edit/1""#)
}

/// The request that replays `document`: one transaction a line.
pub(in crate::cli) fn request(document: &[u8], intake: &mut Intake<'_>) -> Result<Request, Reason> {
    intake.names_come_from_records();
    let mut steps = Vec::new();
    for (number, line) in (1..).zip(document.split(|&byte| byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let transaction: Transaction =
            serde_json::from_slice(line).map_err(|error| malformed(number, &error))?;
        steps.extend(transaction.files.into_iter().map(step));
    }
    Ok(Request {
        steps,
        expect_total: None,
        terms: Terms::default(),
    })
}

fn malformed(line: usize, error: &serde_json::Error) -> Reason {
    Reason::bad_request(
        format!("line {line} of the edits: {error}"),
        "`incise log --export` writes the form that is read here",
    )
}

fn step(recorded: Recorded) -> Step {
    let path = recorded.names().next().map(PathBuf::from);
    Step {
        path: path.unwrap_or_default(),
        named: Named::Typed,
        expect_hash: None,
        action: Action::Replay(Box::new(recorded)),
    }
}
