//! The payloads of `apply`.

use std::path::PathBuf;

use super::context::NamesFrom;
use super::elements::{Element, ElementText, Elements};
use super::intake::Intake;
use super::records;
use crate::dialect::{self, Ask, AwaitedAnswer, JoinedPayloads, Payload};
use crate::refusal::{Refusal, Refusals};
use crate::request::Malformed;
use crate::request::json::OPERATIONS;

/// Reads the elements of `source`. Several elements become one transaction.
pub(super) fn read_joined(
    source: Option<PathBuf>,
    intake: &mut Intake<'_>,
) -> Result<Payload, Misread> {
    let lines = intake.lines(source, "REQUEST")?;
    intake.names_from = NamesFrom::Document;
    let mut elements = (1..).zip(Elements::new(lines, false));
    let Some((_, first)) = elements.next() else {
        return Err(no_edits().into());
    };
    let Some(second) = elements.next() else {
        return read_element(first?, intake);
    };
    let mut joined = JoinedElements::default();
    let all = [(1, first), second].into_iter().chain(elements);
    let added = all.map(|(number, element)| {
        let line = element.as_ref().ok().and_then(|element| element.line);
        let added = match element {
            Ok(element) => joined.add(element, intake),
            Err(refusal) => Err(refusal.into()),
        };
        added.map_err(|refusals| refusals.map(|refusal| refusal.of_edit(number).on_line(line)))
    });
    Refusals::or_all(added)?;
    intake.step_lines = joined.step_lines;
    match joined.transaction.finish() {
        Some(request) => Ok(request.into()),
        None => Err(no_edits().into()),
    }
}

/// Elements that become one transaction.
#[derive(Default)]
struct JoinedElements {
    transaction: JoinedPayloads,
    /// The line of the request that each step comes from, if each line is an element.
    step_lines: Vec<usize>,
}

impl JoinedElements {
    fn add(&mut self, element: Element, intake: &mut Intake<'_>) -> Result<(), Refusals> {
        let (label, line) = (element.label.clone(), element.line);
        let payload = read_element(element, intake).map_err(|misread| misread.refusals)?;
        if let (Ask::Request(request), Some(line)) = (&payload.ask, line) {
            let count = request.steps.len();
            self.step_lines.extend(std::iter::repeat_n(line, count));
        }
        Ok(self.transaction.add(&label, payload)?)
    }
}

/// The error of an unreadable element.
pub(super) struct Misread {
    pub(super) refusals: Refusals,
    /// The form of message that the sender of a tool call expects.
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

pub(super) fn read_element(element: Element, intake: &mut Intake<'_>) -> Result<Payload, Misread> {
    match element.text {
        ElementText::Json(node) => {
            let awaited = AwaitedAnswer::for_call(&node);
            let read = dialect::recognise(node, &element.label, &mut |path| {
                intake.read_inside_root(path)
            });
            read.map_err(|refusals| Misread { refusals, awaited })
        }
        ElementText::Text(text) => Ok(dialect::of_text(text)?),
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
