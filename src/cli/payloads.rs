//! The payloads that `apply` is given, each understood by itself.

use std::path::PathBuf;

use super::context::NamesFrom;
use super::elements::{Element, ElementText, Elements};
use super::intake::Intake;
use super::records;
use crate::dialect::{self, Ask, JoinedPayloads, Payload};
use crate::refusal::{Refusal, Refusals};
use crate::request::Malformed;
use crate::request::json::OPERATIONS;

/// The only element of `source`, or all of them as one transaction.
pub(super) fn whole(source: Option<PathBuf>, intake: &mut Intake<'_>) -> Result<Payload, Refusals> {
    let lines = intake.lines(source, "REQUEST")?;
    intake.names_from = NamesFrom::Document;
    let mut elements = (1..).zip(Elements::new(lines, false));
    let Some((_, first)) = elements.next() else {
        return Err(no_edits().into());
    };
    let Some(second) = elements.next() else {
        return of_element(first?, intake);
    };
    let mut steps_on = Vec::new();
    let mut transaction = JoinedPayloads::default();
    let all = [(1, first), second].into_iter().chain(elements);
    let added = all.map(|(number, element)| {
        let line = element.as_ref().ok().and_then(|element| element.line);
        let numbered = |refusal: Refusal| refusal.of_edit(number).on_line(line);
        let add = |element: Element| -> Result<(), Refusals> {
            let label = element.label.clone();
            let payload = of_element(element, intake)?;
            if let (Ask::Request(request), Some(line)) = (&payload.ask, line) {
                steps_on.extend(std::iter::repeat_n(line, request.steps.len()));
            }
            Ok(transaction.add(&label, payload)?)
        };
        let added = element.map_err(Refusals::from).and_then(add);
        added.map_err(|refusals| refusals.map(numbered))
    });
    Refusals::or_all(added)?;
    intake.steps_on = steps_on;
    Ok(transaction
        .finish()
        .map(Payload::from)
        .ok_or_else(no_edits)?)
}

/// The request of an element.
pub(super) fn of_element(element: Element, intake: &mut Intake<'_>) -> Result<Payload, Refusals> {
    match element.text {
        ElementText::Json(node) => {
            dialect::recognise(node, &element.label, &mut |path| intake.text_inside(path))
        }
        ElementText::Envelope(text) => Ok(dialect::of_envelope(text)),
        ElementText::Recorded(text) => {
            intake.names_from = NamesFrom::Records;
            Ok(records::request(&text)?.into())
        }
    }
}

/// The refusal of a list without elements.
pub(super) fn no_edits() -> Refusal {
    Malformed::wrong(
        "the request has no edits",
        format!("give at least one, for example {}", OPERATIONS[0].example),
    )
    .into()
}
