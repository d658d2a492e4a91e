//! The payloads that `apply` is given, each understood by itself.

use std::path::PathBuf;

use super::context::NamesFrom;
use super::elements::{Element, ElementText, Elements};
use super::intake::Intake;
use super::records;
use crate::dialect::{self, Ask, AwaitedAnswer, JoinedPayloads, Payload};
use crate::refusal::{Refusal, Refusals};
use crate::request::Malformed;
use crate::request::json::OPERATIONS;

/// The only element of `source`, or all of them as one transaction.
pub(super) fn whole(source: Option<PathBuf>, intake: &mut Intake<'_>) -> Result<Payload, Misread> {
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
            let payload = of_element(element, intake).map_err(|misread| misread.refusals)?;
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
    let whole = transaction.finish().map(Payload::from);
    whole.ok_or_else(|| no_edits().into())
}

/// An element that cannot be read, and the message that its sender waits for.
pub(super) struct Misread {
    pub(super) refusals: Refusals,
    pub(super) awaited: Option<AwaitedAnswer>,
}

impl From<Refusal> for Misread {
    fn from(refusal: Refusal) -> Self {
        Refusals::from(refusal).into()
    }
}

impl From<Refusals> for Misread {
    fn from(refusals: Refusals) -> Self {
        Self {
            refusals,
            awaited: None,
        }
    }
}

/// The request of an element.
pub(super) fn of_element(element: Element, intake: &mut Intake<'_>) -> Result<Payload, Misread> {
    match element.text {
        ElementText::Json(node) => {
            let awaited = AwaitedAnswer::of(&node);
            let read =
                dialect::recognise(node, &element.label, &mut |path| intake.text_inside(path));
            read.map_err(|refusals| Misread { refusals, awaited })
        }
        ElementText::Diff(text) => Ok(dialect::of_envelope(text)),
        ElementText::Hashline(text) => Ok(dialect::of_hashline(&text).map_err(Refusals::from)?),
        ElementText::Recorded(text) => {
            intake.names_from = NamesFrom::Records;
            let request = records::request(&text).map_err(Refusals::from)?;
            Ok(request.into())
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
