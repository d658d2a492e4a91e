//! Reads payloads into requests, and refuses invalid payloads.

mod answering;
mod mixed;
mod reading;
#[cfg(feature = "serena")]
mod symbols;
mod tools;

use super::{Ask, Payload, recognise};
use crate::refusal::{Code, Reason, Refusal};
use crate::request::json::{self, Node};
use crate::request::{Action, Request, Step};

/// Reads `json`. A file that it names contains `from a file`.
fn read(json: &str) -> Result<Payload, Refusal> {
    let node = Node::parse(json.as_bytes()).unwrap();
    let payload = recognise(node, "the request", &mut |_| Ok("from a file".into()));
    payload.map_err(|refusals| refusals.first().clone())
}

#[track_caller]
fn request(json: &str) -> Request {
    match read(json) {
        Ok(Payload {
            ask: Ask::Request(request),
            ..
        }) => request,
        other => panic!("{json}: {other:?}"),
    }
}

#[track_caller]
fn steps(json: &str) -> Vec<Step> {
    request(json).steps
}

#[track_caller]
fn action(json: &str) -> Action {
    let mut steps = steps(json);
    assert_eq!(steps.len(), 1, "{json}");
    steps.remove(0).action
}

/// Checks that the payload has the same steps as our request.
#[track_caller]
fn means(payload: &str, ours: &str) {
    let ours = json::parse(ours.as_bytes()).unwrap();
    assert_eq!(steps(payload), ours.steps, "{payload}");
}

/// Checks that the payload is refused with this code, and that its message and hint contain these texts.
#[track_caller]
fn refused(payload: &str, code: Code, message: &str, hint: &str) {
    let refusal = read(payload).expect_err(payload);
    assert_eq!(refusal.code(), code, "{payload}: {refusal:?}");
    let Reason::Worded {
        message: found,
        hint: way_out,
        ..
    } = refusal.reason
    else {
        panic!("{payload}: {refusal:?}");
    };
    assert!(found.contains(message), "{payload}: {found}");
    assert!(way_out.contains(hint), "{payload}: {way_out}");
    assert!(!way_out.is_empty(), "{payload}");
}

/// The rows of `table`, a line each, with ` | ` between the cells.
fn rows<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let mut rows = Vec::new();
    for row in table.trim().lines() {
        let cells: Vec<&str> = row.trim().split(" | ").collect();
        rows.push(cells.try_into().unwrap());
    }
    rows
}
