//! `incise.request/1`: the JSON form of a request.
//!
//! One edit object, an object with `edits`, or a bare list of edits. Nothing is guessed: an unknown
//! field, a field of another operation or a missing text is refused with the way out. The fields of
//! each operation are one table, in [`fields`]; the command line has the same vocabulary.

mod edit;
mod envelope;
mod fields;
mod node;
mod object;

use std::path::Path;

use crate::request::{Malformed, Request, Step, Terms};

pub(crate) use edit::matching;
pub(crate) use envelope::terms;
pub use fields::{COMMON, ENVELOPE, OPERATIONS, Operation, operation};
pub use node::Node;
pub(crate) use object::{Object, wrong_type};

/// The word in a request's optional `schema` field.
pub const SCHEMA: &str = "incise.request/1";

/// What is known of every edit before the document is read: the command it was given to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// The only operation allowed; edits need not name it.
    pub operation: Option<&'a str>,
    /// The path of edits that name none.
    pub path: Option<&'a Path>,
}

/// Reads a request. What is malformed about a batch carries the number of the edit.
pub fn parse(bytes: &[u8]) -> Result<Request, Malformed> {
    parse_given(bytes, Given::default())
}

/// Reads a request whose operation or path was given elsewhere. An edit that contradicts what was
/// given is refused.
pub fn parse_given(bytes: &[u8], given: Given<'_>) -> Result<Request, Malformed> {
    read(Node::parse(bytes)?, "the request", given)
}

/// Reads a request that is parsed already; messages call it `label`.
///
/// # Errors
/// As [`parse_given`].
pub fn read(node: Node, label: &str, given: Given<'_>) -> Result<Request, Malformed> {
    match node {
        Node::List(edits) => batch(edits, envelope::of_document(), given),
        Node::Object(members) => {
            let object = Object::new(label, members);
            if object.has("edits") {
                with_edits(object, given)
            } else {
                single(object, given)
            }
        }
        other => Err(Malformed::wrong(
            format!("{label} is {}, not an object or a list", other.kind()),
            format!(
                "one edit is an object, for example {}",
                OPERATIONS[0].example
            ),
        )),
    }
}

/// One edit and the envelope's fields in the same object.
fn single(mut object: Object, given: Given<'_>) -> Result<Request, Malformed> {
    let operation = edit::operation(&mut object, given)?;
    fields::check_single(&object, operation)?;
    let terms = terms(&mut object)?;
    Ok(Request {
        steps: vec![edit::step(object, operation, given)?],
        expect_total: None,
        terms,
    })
}

/// `{"edits": [...], ...}`
fn with_edits(mut object: Object, given: Given<'_>) -> Result<Request, Malformed> {
    fields::check_envelope(&object)?;
    let terms = terms(&mut object)?;
    let expect_total = object.count("expect_total")?;
    let expect_hash = object.hash("expect_hash")?;
    let edits = object.list("edits")?;
    let mut request = batch(edits, terms, given)?;
    request.expect_total = expect_total;
    if let Some(hash) = expect_hash {
        envelope::spread_hash(&mut request.steps, &hash)?;
    }
    Ok(request)
}

fn batch(edits: Vec<Node>, terms: Terms, given: Given<'_>) -> Result<Request, Malformed> {
    if edits.is_empty() {
        return Err(Malformed::wrong(
            "the request has no edits",
            format!("give at least one, for example {}", OPERATIONS[0].example),
        ));
    }
    let steps = edits
        .into_iter()
        .enumerate()
        .map(|(before, node)| batch_step(node, before + 1, given))
        .collect::<Result<_, _>>()?;
    Ok(Request {
        steps,
        expect_total: None,
        terms,
    })
}

/// Edit `number` (1-based) of a batch.
fn batch_step(node: Node, number: usize, given: Given<'_>) -> Result<Step, Malformed> {
    let step = || -> Result<Step, Malformed> {
        let Node::Object(members) = node else {
            return Err(Malformed::wrong(
                format!("edit {number} is {}, not an object", node.kind()),
                format!("an edit looks like {}", OPERATIONS[0].example),
            ));
        };
        let mut object = Object::new(format!("edit {number}"), members);
        let operation = edit::operation(&mut object, given)?;
        fields::check_edit(&object, operation)?;
        edit::step(object, operation, given)
    };
    step().map_err(|malformed| malformed.of_edit(number))
}

#[cfg(test)]
mod tests;
