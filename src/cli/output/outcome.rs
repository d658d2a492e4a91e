//! What is written to the streams, and how the run ends.

use anyhow::Context;
use serde::Serialize;

use crate::cli::streams::Output;
use crate::refusal::ExitClass;
use crate::render::{self, Printed};
use crate::run::Sightings;

/// What is written to the streams, and how the run ends.
pub(crate) struct Outcome {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) class: ExitClass,
    /// Whether the run left files behind, beside what it prints.
    pub(crate) is_written: bool,
    /// What of files the caller has seen once standard output is written.
    pub(crate) sightings: Sightings,
}

impl Outcome {
    /// What is printed about a run that left nothing behind.
    pub(super) fn of(printed: Printed, class: ExitClass) -> Self {
        let Printed { stdout, stderr } = printed;
        Self {
            stdout,
            stderr,
            class,
            is_written: false,
            sightings: Sightings::default(),
        }
    }

    /// The same, which shows parts of files.
    pub(crate) fn showing(self, sightings: Sightings) -> Self {
        Self { sightings, ..self }
    }

    /// Nothing more than a status.
    pub(crate) fn silent(class: ExitClass) -> Self {
        Self::of(Printed::default(), class)
    }

    /// Text that was asked for, and success.
    pub(crate) fn text(text: String) -> Self {
        Self::printed(text.into())
    }

    /// Bytes that were asked for, and success.
    pub(crate) fn printed(stdout: Vec<u8>) -> Self {
        Self::of(only(stdout), ExitClass::Done)
    }
}

/// Bytes for standard output alone.
pub(super) fn only(stdout: Vec<u8>) -> Printed {
    Printed {
        stdout,
        stderr: Vec::new(),
    }
}

/// `shape` as one line of JSON, for standard output alone.
pub(super) fn object(shape: &impl Serialize) -> Printed {
    only(render::line(shape))
}

/// Writes both streams. The report goes last, so that it is what a reader sees at the end; it is told even
/// when standard output fails. What somebody took is noted as seen.
pub(crate) fn deliver(
    outcome: &Outcome,
    stdout: &mut Output<'_>,
    stderr: &mut Output<'_>,
) -> anyhow::Result<()> {
    let printed = stdout.write(&outcome.stdout);
    let unmarked = match printed {
        Ok(true) => outcome.sightings.note(),
        _ => Vec::new(),
    };
    let told = stderr.write(&outcome.stderr);
    let remarked = stderr.write(&render::afterthoughts(&unmarked));
    printed.context("cannot write to standard output")?;
    told.and(remarked)
        .context("cannot write to standard error")?;
    Ok(())
}
