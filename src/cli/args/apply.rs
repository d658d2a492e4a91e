//! `incise apply`

use std::path::PathBuf;

use clap::Args;

use super::replay;
use crate::cli::elements::{Element, Elements, Lists, Text};
use crate::cli::foreign::{ALL, EDITS};
use crate::cli::intake::Intake;
use crate::cli::page::Page;
use crate::dialect::{self, Ask, Payload, Transaction};
use crate::refusal::{Refusal, Refusals};
use crate::request::Malformed;
use crate::request::json::OPERATIONS;

/// What was typed after `incise apply`.
#[derive(Debug, Args)]
pub(crate) struct Apply {
    /// File with the request; standard input when left out or `-`
    #[arg(value_name = "REQUEST")]
    request: Option<PathBuf>,
    /// The same, as every other command has it
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    from_json: Option<PathBuf>,
    /// Make every element its own transaction, one report line each; then
    /// --on-conflict skip leaves out what another task wrote
    #[arg(long)]
    each: bool,
}

impl Apply {
    /// Its page.
    pub(crate) const PAGE: Page = Page {
        words: "apply",
        about: "Apply edits in JSON, ours or another tool's; one, a list or a stream",
        examples: [
            r#"apply <<< '[{"op":"append","path":"a.txt","text":"x"}]'"#,
            r#"apply <<< '{"path":"a.txt","old_text":"x","new_text":"y"}'"#,
        ],
        usage: "apply [REQUEST] [FLAGS]",
        elsewhere: &[EDITS, ALL],
    };

    /// Where the elements come from, if each is its own transaction.
    pub(super) fn each(&self) -> Option<Option<PathBuf>> {
        let Self {
            request,
            from_json,
            each,
        } = self;
        each.then(|| request.clone().or(from_json.clone()))
    }

    /// The only element, or all of them as one transaction.
    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Payload, Refusals> {
        let Self {
            request,
            from_json,
            each: _,
        } = self;
        let lines = intake.lines(request.or(from_json), "REQUEST")?;
        intake.names_come_from_document();
        let mut elements = (1..).zip(Elements::new(lines, Lists::Whole));
        let Some((_, first)) = elements.next() else {
            return Err(no_edits().into());
        };
        let Some(second) = elements.next() else {
            return payload(first?, intake);
        };
        let mut steps_on = Vec::new();
        let mut transaction = Transaction::default();
        let all = [(1, first), second].into_iter().chain(elements);
        let added = all.map(|(number, element)| {
            let line = element.as_ref().ok().and_then(|element| element.line);
            let numbered = |refusal: Refusal| refusal.of_edit(number).on_line(line);
            let add = |element: Element| -> Result<(), Refusals> {
                let label = element.label.clone();
                let payload = payload(element, intake)?;
                if let (Ask::Request(request), Some(line)) = (&payload.ask, line) {
                    steps_on.extend(std::iter::repeat_n(line, request.steps.len()));
                }
                Ok(transaction.add(&label, payload)?)
            };
            let added = element.map_err(Refusals::from).and_then(add);
            added.map_err(|refusals| refusals.map(numbered))
        });
        Refusals::or_all(added)?;
        intake.steps_stand_on(steps_on);
        Ok(transaction
            .finish()
            .map(Payload::from)
            .ok_or_else(no_edits)?)
    }
}

/// What an element asks for.
pub(crate) fn payload(element: Element, intake: &mut Intake<'_>) -> Result<Payload, Refusals> {
    match element.text {
        Text::Json(node) => {
            dialect::recognise(node, &element.label, &mut |path| intake.text_inside(path))
        }
        Text::Envelope(text) => Ok(dialect::of_envelope(text)),
        Text::Recorded(text) => Ok(replay::request(&text, intake)?.into()),
    }
}

/// The refusal of a list without elements.
pub(crate) fn no_edits() -> Refusal {
    Malformed::wrong(
        "the request has no edits",
        format!("give at least one, for example {}", OPERATIONS[0].example),
    )
    .into()
}
