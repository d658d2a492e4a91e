//! Several payloads as one transaction.

use super::fields::{PATHS, ReadText, quoted};
use super::payload::{Ask, Payload};
use crate::refusal::Refusals;
use crate::request::json::{self, ENVELOPE, Node, Object};
use crate::request::{Malformed, Request, Terms};

/// Payloads that become one request: their steps in order, under the conditions they agree on.
#[derive(Default)]
pub struct JoinedPayloads {
    whole: Option<Request>,
}

impl JoinedPayloads {
    /// Adds the edits of `payload`, which messages call `label`.
    ///
    /// # Errors
    /// `bad_request` for a payload that is no edit; `mixed_modes` when it states other conditions than
    /// those before.
    pub fn add(&mut self, label: &str, payload: Payload) -> Result<(), Malformed> {
        let request = match payload.ask {
            Ask::Request(request) => request,
            ask => {
                return Err(Malformed::wrong(
                    format!("{label} asks for `{}`, which is no edit", ask.operation()),
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

    /// The request; `None` when nothing was added.
    pub fn finish(self) -> Option<Request> {
        self.whole
    }
}

/// Whether the members are payloads of other tools under `edits`, each with a path of its own.
pub fn is_list_of_payloads(members: &[(String, Node)]) -> bool {
    let edits = members.iter().find_map(|(name, node)| match node {
        Node::List(edits) if name == "edits" => Some(edits),
        _ => None,
    });
    let is_about_one = |name: &str| name == "op" || PATHS.contains(&name);
    let is_payload = |edit: &Node| match edit {
        Node::Object(fields) => super::is_foreign(edit) && has_path(fields),
        _ => false,
    };
    !members.iter().any(|(name, _)| is_about_one(name))
        && edits.is_some_and(|edits| edits.iter().any(is_payload))
}

fn has_path(fields: &[(String, Node)]) -> bool {
    fields
        .iter()
        .any(|(name, _)| PATHS.contains(&name.as_str()))
}

/// The payloads under `edits` as one transaction; what stands beside holds for all.
///
/// # Errors
/// The fault of a payload, with its number; `mixed_modes` when one states conditions itself.
pub fn payloads(
    members: Vec<(String, Node)>,
    label: &str,
    read: ReadText<'_>,
) -> Result<Request, Refusals> {
    let mut object = Object::new(label, members);
    let edits = object.list("edits")?;
    let terms = json::terms(&mut object)?;
    if let Some(name) = object.names().next() {
        let message = format!("unknown field `{name}` beside `edits` in {label}");
        let hint = format!("beside `edits` stand {}", quoted(ENVELOPE.iter().copied()));
        return Err(Malformed::wrong(message, hint).into());
    }
    let mut transaction = JoinedPayloads::default();
    let added = (1..).zip(edits).map(|(number, edit)| {
        let label = format!("edit {number}");
        let payload = super::recognise(edit, &label, read);
        let added = payload.and_then(|payload| Ok(transaction.add(&label, payload)?));
        added.map_err(|refusals| refusals.map(|refusal| refusal.of_edit(number)))
    });
    Refusals::or_all(added)?;
    let Some(mut request) = transaction.finish() else {
        return Err(Malformed::wrong(format!("{label} has no edits"), "give at least one").into());
    };
    let words = request.terms.words;
    let unstated = Terms {
        words,
        ..Terms::default()
    };
    if request.terms != unstated {
        return Err(Malformed::mixed(
            "conditions (`dry_run`, `task`, ...) are about the whole request and stand in an edit",
            "put them beside `edits`",
        )
        .into());
    }
    request.terms = Terms { words, ..terms };
    Ok(request)
}

fn join(whole: &mut Request, other: Request, label: &str) -> Result<(), Malformed> {
    let other_terms = Terms {
        words: whole.terms.words,
        ..other.terms
    };
    if whole.terms != other_terms {
        return Err(Malformed::mixed(
            format!(
                "{label} states other conditions (`dry_run`, `task`, ...) than those before it"
            ),
            "one transaction has one set of conditions: state the same in all, or use --each",
        ));
    }
    if whole.expect_total.is_some() || other.expect_total.is_some() {
        return Err(Malformed::mixed(
            "`expect_total` is about one request, and there are several",
            "give each edit its own `expect`, or use --each",
        ));
    }
    whole.terms.words = whole.terms.words.and(other.terms.words);
    whole.steps.extend(other.steps);
    Ok(())
}
