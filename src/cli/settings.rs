//! The conditions of an editing command: its flags and the environment override the request.

use std::path::Path;

use clap::ArgMatches;

use super::args::{EditArgs, ReadingArgs, WriteOnlyArgs, from_matches};
use super::command::CommandId;
use super::environment::Environment;
use crate::refusal::Reason;
use crate::request::{Limits, OnConflict, Run, Step, Terms};

pub(super) struct Settings {
    name: CommandId,
    conditions: EditArgs,
    reading: ReadingArgs,
    /// `None` for `check`.
    writing: Option<WriteOnlyArgs>,
}

impl Settings {
    pub(super) fn from_matches(name: CommandId, matches: &mut ArgMatches) -> Result<Self, Reason> {
        Ok(Self {
            name,
            conditions: from_matches(matches)?,
            reading: from_matches(matches)?,
            writing: match name {
                CommandId::Edit(_) => Some(from_matches(matches)?),
                _ => None,
            },
        })
    }

    /// The size limits from the flags.
    pub(super) fn limits(&self) -> Result<Limits, Reason> {
        let mut terms = Terms::default();
        self.reading.apply_to(&mut terms)?;
        Ok(terms.limits)
    }

    /// Applies the flags to the conditions of one transaction.
    pub(super) fn apply_to_one(
        &self,
        terms: &mut Terms,
        steps: &mut [Step],
        environment: &Environment,
    ) -> Result<(), Reason> {
        self.apply_to(terms, steps, environment)?;
        if terms.on_conflict == OnConflict::Skip {
            return Err(Reason::usage(
                "`--on-conflict skip` skips edits of a stream, but this is one transaction",
                "`incise apply --each --on-conflict skip`",
            ));
        }
        Ok(())
    }

    /// Applies the flags to one element of a stream.
    pub(super) fn apply_to(
        &self,
        terms: &mut Terms,
        steps: &mut [Step],
        environment: &Environment,
    ) -> Result<(), Reason> {
        self.reading.apply_to(terms)?;
        self.conditions.apply_to(terms, steps)?;
        match &self.writing {
            Some(writing) => writing.apply_to(terms, environment)?,
            None => terms.run = Run::DryRun,
        }
        if terms.task.is_none() {
            terms.task = environment.task();
        }
        Ok(())
    }

    /// The file that receives the plan (`--save-plan`).
    pub(super) fn plan_file(&self) -> Option<&Path> {
        self.writing.as_ref()?.save_plan.as_deref()
    }

    /// The name for the text on standard input, if `-` is edited.
    pub(super) fn stdin_filename(&self) -> Option<&Path> {
        self.conditions.stdin_filename.as_deref()
    }

    /// The name of the command in reports.
    pub(super) fn operation(&self) -> &'static str {
        self.name.operation()
    }
}
