//! `incise.request/1`: the JSON form of a request.
//!
//! A request is an edit, an object with `edits`, or a list of edits. Nothing is guessed: an unknown field, a field of
//! another operation or a missing text is refused with a hint. `fields` lists the fields of each operation; the command
//! line uses the same names.

mod edit;
mod envelope;
mod fields;
mod node;
mod object;

use crate::request::{Action, ExpectedHash, Malformed, OneOrMore, Repeat, Request, Step, Terms};

pub use edit::Preset;
pub use edit::read_matching;
pub use edit::read_region;
pub use envelope::terms;
pub use fields::is_foreign_anchor;
pub use fields::{COMMON, ENVELOPE, OPERATIONS, Operation, SCHEMA, implied, operation};
pub use node::Node;
pub use object::{Object, chosen, wrong_type};

/// The JSON schema of a request, made from the table of fields.
pub const JSON_SCHEMA: &str = include_str!("schema.json");

/// Parses a request.
///
/// # Errors
/// Every error. An error in a batch has the number of its edit.
pub fn parse(bytes: &[u8]) -> Result<Request, OneOrMore<Malformed>> {
    read(Node::parse(bytes)?, "the request", Preset::default())
}

/// Reads a request from parsed JSON. Messages refer to the request as `label`.
///
/// # Errors
/// Every error. An edit that contradicts `preset` is refused.
pub fn read(node: Node, label: &str, preset: Preset<'_>) -> Result<Request, OneOrMore<Malformed>> {
    match node {
        Node::List(edits) => {
            Ok(Request::from(steps(edits, preset)?).under(envelope::of_document()))
        }
        Node::Object(members) => {
            let object = Object::new(label, members);
            if object.has("edits") {
                with_edits(object, preset)
            } else {
                Ok(single(object, preset)?)
            }
        }
        Node::Repeating(name, _) => Err(Malformed::repeated(&name, label).into()),
        other => Err(Malformed::wrong(
            format!("{label} is {}, not an object or a list", other.kind()),
            format!(
                "one edit is an object, for example {}",
                OPERATIONS[0].example
            ),
        )
        .into()),
    }
}

/// Reads a single edit, with the fields of the whole request in the same object.
fn single(mut object: Object, preset: Preset<'_>) -> Result<Request, Malformed> {
    let operation = edit::operation(&mut object, preset)?;
    fields::check_single(&object, operation)?;
    let terms = terms(&mut object)?;
    Ok(Request::from(edit::step(object, operation, preset)?).under(terms))
}

/// Reads `{"edits": [...], ...}`. Reports the errors next to `edits` together with the errors in the edits.
fn with_edits(mut object: Object, preset: Preset<'_>) -> Result<Request, OneOrMore<Malformed>> {
    let edits = object.list("edits")?;
    let path = object.path("path")?;
    let mut preset = preset;
    if let Some(path) = &path {
        if let Some(typed) = preset.path
            && path != typed
        {
            return Err(Malformed::mixed(
                format!(
                    "the request is for `{}`, and the command line names `{}`",
                    path.display(),
                    typed.display()
                ),
                "name the file once",
            )
            .into());
        }
        preset.path = Some(path);
    }
    let envelope = envelope(object).map_err(OneOrMore::from);
    let (envelope, mut steps) = OneOrMore::both(envelope, steps(edits, preset))?;
    if let Some(hash) = envelope.hash {
        envelope::spread_hash(&mut steps, &hash)?;
    }
    if envelope.repeat == Repeat::Accept {
        for step in &mut steps {
            step.repeat = Repeat::Accept;
        }
    }
    Ok(Request {
        steps,
        expect_total: envelope.expect_total,
        terms: envelope.terms,
    })
}

/// The fields next to `edits`.
struct Envelope {
    terms: Terms,
    /// The total number of matches.
    expect_total: Option<usize>,
    /// The hash of the only file.
    hash: Option<ExpectedHash>,
    /// The value for every edit.
    repeat: Repeat,
}

fn envelope(mut object: Object) -> Result<Envelope, Malformed> {
    fields::check_envelope(&object)?;
    Ok(Envelope {
        terms: terms(&mut object)?,
        expect_total: object.count("expect_total")?,
        hash: object.hash("expect_hash")?,
        repeat: object.either("idempotent", Repeat::Refuse, Repeat::Accept)?,
    })
}

fn steps(edits: Vec<Node>, preset: Preset<'_>) -> Result<Vec<Step>, OneOrMore<Malformed>> {
    if edits.is_empty() {
        return Err(Malformed::wrong(
            "the request has no edits",
            format!("give at least one, for example {}", OPERATIONS[0].example),
        )
        .into());
    }
    let steps = OneOrMore::or_all((1..).zip(edits).map(|(number, node)| {
        batch_step(node, number, preset).map_err(|malformed| malformed.of_edit(number))
    }))?;
    if steps.len() > 1
        && steps
            .iter()
            .any(|step| matches!(&step.action, Action::Merge(merge) if merge.leaves_conflicts))
    {
        return Err(Malformed::mixed(
            "a merge that leaves conflicts in its file cannot be combined with other edits",
            "use a separate call: this merge writes even if it is refused, but a transaction is all or nothing",
        )
        .into());
    }
    Ok(steps)
}

/// Reads edit `number` (1-based) of a batch.
fn batch_step(node: Node, number: usize, preset: Preset<'_>) -> Result<Step, Malformed> {
    let label = format!("edit {number}");
    let members = node.into_members(&label, OPERATIONS[0].example)?;
    let mut object = Object::new(label, members);
    let operation = edit::operation(&mut object, preset)?;
    fields::check_edit(&object, operation)?;
    edit::step(object, operation, preset)
}

#[cfg(test)]
mod tests;
