//! Recorded transactions in the form that `incise log --export` writes.

use std::path::PathBuf;

use serde::Deserialize;

use crate::change::{EDIT_SCHEMA, Transaction};
use crate::refusal::Reason;
use crate::request::{Action, Request, Step};

/// The schema of recorded transactions, without its version. Reading a transaction checks the version.
const SCHEMA: &str = "incise.edit/";

#[derive(Deserialize)]
struct Head {
    schema: String,
}

/// True if `document` has the form that `incise log --export` writes.
pub(super) fn is_recorded(document: &[u8]) -> bool {
    // Most documents do not contain the name of the schema, and need not be parsed twice.
    if memchr::memmem::find(document, SCHEMA.as_bytes()).is_none() {
        return false;
    }
    let mut values = serde_json::Deserializer::from_slice(document).into_iter::<Head>();
    matches!(values.next(), Some(Ok(head)) if head.schema.starts_with(SCHEMA))
}

/// The request that replays the transactions in `document`, in order. If all transactions have the same task, the
/// request has that task.
pub(super) fn request(document: &[u8]) -> Result<Request, Reason> {
    let transactions = serde_json::Deserializer::from_slice(document)
        .into_iter::<Transaction>()
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| malformed(document, &error))?;
    let task = transactions.first().and_then(|first| first.task.clone());
    let is_single_task = transactions
        .iter()
        .all(|transaction| transaction.task == task);
    let steps: Vec<_> = transactions.into_iter().map(step).collect();
    let mut request = Request::from(steps);
    if is_single_task {
        request.terms.task = task;
    }
    Ok(request)
}

fn malformed(document: &[u8], error: &serde_json::Error) -> Reason {
    let heads = serde_json::Deserializer::from_slice(document).into_iter::<Head>();
    let problem = if heads.flatten().any(|head| head.schema != EDIT_SCHEMA) {
        // A newer schema may have unknown fields, so their names would mislead.
        format!("the schema is not `{EDIT_SCHEMA}`")
    } else {
        error.to_string()
    };
    Reason::bad_request(
        format!("the edits: {problem}"),
        "`incise log --export` and `--save-plan` write the format that this command reads",
    )
}

fn step(transaction: Transaction) -> Step {
    let first = transaction.files.first();
    let path = first.and_then(|file| file.names().next().map(PathBuf::from));
    let action = Action::Replay(Box::new(transaction));
    Step::new(path.unwrap_or_default(), action)
}
