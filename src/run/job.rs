//! What is run: a request, or the taking back of earlier transactions.

use super::done_before::Before;
use super::ledger::Chronicle;
use super::steps::files::Files;
use super::steps::gather::{self, Gathered};
use super::take_back::TakeBack;
use crate::disk::Watch;
use crate::journal::Kind;
use crate::request::{Named, Request, Step, Terms};

/// What is run.
#[derive(Clone, Copy)]
pub enum Job<'a> {
    /// A request.
    Request(&'a Request),
    /// An undo or a redo.
    TakeBack(&'a TakeBack),
}

impl<'a> Job<'a> {
    /// Its word in the report.
    pub fn operation(self) -> String {
        match self {
            Self::Request(request) => operation(request),
            Self::TakeBack(take_back) => take_back.operation().to_owned(),
        }
    }

    /// How many steps a reader would count.
    pub fn steps(self) -> usize {
        match self {
            Self::Request(request) => step_count(request),
            Self::TakeBack(_) => 1,
        }
    }

    /// How many steps it has.
    pub fn total(self) -> usize {
        match self {
            Self::Request(request) => request.steps.len(),
            Self::TakeBack(_) => 1,
        }
    }

    /// The word of step number `step` (1-based).
    pub fn operation_of(self, step: usize) -> Option<&'static str> {
        match self {
            Self::Request(request) => Some(request.steps.get(step - 1)?.action.operation()),
            Self::TakeBack(_) => None,
        }
    }

    /// Its conditions.
    pub fn terms(self) -> &'a Terms {
        match self {
            Self::Request(request) => &request.terms,
            Self::TakeBack(take_back) => take_back.terms(),
        }
    }

    /// What it is for the journal.
    pub fn kind(self) -> Kind {
        match self {
            Self::Request(_) => Kind::Edit,
            Self::TakeBack(take_back) => take_back.kind(),
        }
    }

    /// Resolves it against what is there now, and asks the journal of `chronicle` what was done before.
    pub fn gather(
        self,
        files: &mut Files,
        watch: &Watch,
        chronicle: Option<&Chronicle>,
    ) -> Gathered {
        let gathered = match self {
            Self::Request(request) => {
                let before = Before::of(request, chronicle);
                gather::gather(request, files, watch, &before)
            }
            Self::TakeBack(take_back) => take_back.gather(files),
        };
        gathered.concluded()
    }
}

fn operation(request: &Request) -> String {
    let mut words = request.steps.iter().map(|step| step.action.operation());
    let first = words.next().unwrap_or("apply");
    match words.all(|word| word == first) {
        true => first.to_owned(),
        false => "apply".to_owned(),
    }
}

/// How many steps a reader would count: one edit that was typed for several paths is one.
fn step_count(request: &Request) -> usize {
    let is_same = |pair: &[Step]| pair[0].action == pair[1].action && pair[0].path != pair[1].path;
    let has_own_path = |step: &Step| step.named == Named::Stated;
    let is_one_edit = request.steps.windows(2).all(is_same);
    match is_one_edit && !request.steps.iter().any(has_own_path) {
        true => 1,
        false => request.steps.len(),
    }
}
