//! Where a request runs, and what of the outside it may see.

use std::path::PathBuf;

use super::history::ledger::Chronicle;
use crate::disk::{Interrupt, Reach, Watch};

/// Where a request runs.
#[derive(Clone, Debug)]
pub struct World {
    /// The directory that relative paths start from, absolute.
    pub cwd: PathBuf,
    /// What may be touched.
    pub reach: Reach,
    /// Who may ask for an end.
    pub interrupt: Interrupt,
    /// Who is told how far the run has come.
    pub watch: Watch,
    /// What the journal is told.
    pub chronicle: Chronicle,
}
