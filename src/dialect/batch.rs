//! Joins several payloads into one transaction.

use super::fields::{ReadText, has_path, quoted, take_prose};
use super::members::{has_member, member_list};
use super::payload::{Ask, Payload};
use crate::refusal::Refusals;
use crate::request::json::{self, ENVELOPE, Node, Object};
use crate::request::{Malformed, Request, Terms};

/// Payloads that become one request, with their steps in order and their common conditions.
#[derive(Default)]
pub struct JoinedPayloads {
    whole: Option<Request>,
}

impl JoinedPayloads {
    /// Adds the edits of `payload`, which messages call `label`.
    ///
    /// # Errors
    /// `bad_request` for a payload that is not an edit; `mixed_modes` if its conditions differ from the conditions of
    /// earlier payloads.
    pub fn add(&mut self, label: &str, payload: Payload) -> Result<(), Malformed> {
        let request = match payload.ask {
            Ask::Request(request) => request,
            ask => {
                return Err(Malformed::wrong(
                    format!(
                        "{label} asks for `{}`, which is not an edit",
                        ask.operation()
                    ),
                    "give it alone, or apply each element on its own with --each",
                ));
            }
        };
        match &mut self.whole {
            None => self.whole = Some(request),
            Some(whole) => join(whole, request, label)?,
        }
        Ok(())
    }

    /// The request; `None` if nothing was added.
    pub fn finish(self) -> Option<Request> {
        self.whole
    }
}

/// The list of edits to several files in VS Code's `multi_replace_string_in_file`.
const REPLACEMENTS: &str = "replacements";

/// True if the members contain payloads of other tools, each with a path, in `edits` or `replacements`.
pub fn has_list_of_payloads(members: &[(String, Node)]) -> bool {
    if member_list(members, REPLACEMENTS).is_some() {
        return true;
    }
    if has_member(members, "op") || has_path(members) {
        return false;
    }
    match member_list(members, "edits") {
        Some(edits) => edits.iter().any(is_payload_with_path),
        None => false,
    }
}

fn is_payload_with_path(edit: &Node) -> bool {
    match edit {
        Node::Object(fields) => super::is_foreign(edit) && has_path(fields),
        _ => false,
    }
}

/// The payloads of the list as one transaction. The fields next to the list apply to all of them.
///
/// # Errors
/// The refusal of a payload, with its number; `mixed_modes` if a payload has conditions.
pub fn payloads(
    mut members: Vec<(String, Node)>,
    label: &str,
    read: ReadText<'_>,
) -> Result<Request, Refusals> {
    let left_out = take_prose(&mut members);
    let mut object = Object::new(label, members);
    let list_name = if object.has(REPLACEMENTS) {
        REPLACEMENTS
    } else {
        "edits"
    };
    let edits = object.list(list_name)?;
    let terms = json::terms(&mut object)?;
    if let Some(name) = object.names().next() {
        let message = format!("unknown field `{name}` next to `{list_name}` in {label}");
        let hint = format!(
            "next to `{list_name}`, the fields are {}",
            quoted(ENVELOPE.iter().copied())
        );
        return Err(Malformed::wrong(message, hint).into());
    }
    let Some(mut request) = join_edits(edits, read)? else {
        return Err(Malformed::wrong(format!("{label} has no edits"), "give at least one").into());
    };
    if !request.terms.are_stated_as(&Terms::default()) {
        return Err(Malformed::mixed(
            "conditions (`dry_run`, `task`, ...) belong to the whole request, but are in an edit",
            format!("put them next to `{list_name}`"),
        )
        .into());
    }
    // The fields next to the list say everything else.
    request.terms = Terms {
        words: request.terms.words,
        left_out: union(left_out, request.terms.left_out),
        ..terms
    };
    Ok(request)
}

/// The payloads of `edits` as one request; `None` if there are none.
fn join_edits(edits: Vec<Node>, read: ReadText<'_>) -> Result<Option<Request>, Refusals> {
    let mut transaction = JoinedPayloads::default();
    let mut added = Vec::new();
    for (number, edit) in (1..).zip(edits) {
        let label = format!("edit {number}");
        let payload = super::recognise(edit, &label, read);
        let result = payload.and_then(|payload| Ok(transaction.add(&label, payload)?));
        added.push(result.map_err(|refusals| refusals.map(|refusal| refusal.of_edit(number))));
    }
    Refusals::or_all(added)?;
    Ok(transaction.finish())
}

fn join(whole: &mut Request, other: Request, label: &str) -> Result<(), Malformed> {
    if !whole.terms.are_stated_as(&other.terms) {
        return Err(Malformed::mixed(
            format!(
                "{label} has other conditions (`dry_run`, `task`, ...) than the edits before it"
            ),
            "a transaction has one set of conditions: give the same in all, or use --each",
        ));
    }
    if whole.expect_total.is_some() || other.expect_total.is_some() {
        return Err(Malformed::mixed(
            "`expect_total` counts the matches of one request, but there are several",
            "give each edit its own `expect`, or use --each",
        ));
    }
    whole.terms.words = whole.terms.words.and(other.terms.words);
    let left_out = std::mem::take(&mut whole.terms.left_out);
    whole.terms.left_out = union(left_out, other.terms.left_out);
    whole.steps.extend(other.steps);
    Ok(())
}

/// The names of both lists without duplicates.
fn union(mut names: Vec<String>, others: Vec<String>) -> Vec<String> {
    for other in others {
        if !names.contains(&other) {
            names.push(other);
        }
    }
    names
}
