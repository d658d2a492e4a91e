//! The pipeline: the only place that sees every stage.

mod inspect;

use std::path::PathBuf;

use bytes::Bytes;

use crate::disk::Reach;
use crate::refusal::{Reason, Refusal};
use crate::report::Report;
use crate::request::Request;

pub use inspect::{findings, view};

/// Where a request runs.
#[derive(Clone, Debug)]
pub struct World {
    /// The directory that relative paths start from, absolute.
    pub cwd: PathBuf,
    /// What may be touched.
    pub reach: Reach,
}

/// Refuses: the stages between request and report are on another branch.
pub fn run(request: &Request, _world: &World) -> Report {
    let reason = Reason::Io {
        during: "run",
        error: "the pipeline is not built in".to_owned(),
    };
    Report {
        refusals: vec![Refusal::new(reason)],
        ..Report::new("run", request.steps.len())
    }
}

/// Refuses, as [`run`] does.
pub fn filter(request: &Request, _input: Bytes) -> (Report, Option<Vec<u8>>) {
    let world = World {
        cwd: PathBuf::new(),
        reach: Reach::Anywhere,
    };
    (run(request, &world), None)
}
