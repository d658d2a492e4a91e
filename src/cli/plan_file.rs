//! `--save-plan FILE`: where the plan of a dry run goes.

use std::path::{Path, PathBuf};

use super::environment::Environment;
use super::intake::NamesFrom;
use super::root;
use crate::disk::Reach;
use crate::refusal::Refusal;
use crate::render;
use crate::report::Report;
use crate::run::{self, World};

/// The file that was named, and what it may be.
pub(super) struct PlanFile {
    typed: PathBuf,
    path: PathBuf,
    reach: Reach,
}

impl PlanFile {
    /// `typed`, seen from `cwd`, inside the `roots` that were named.
    pub(super) fn new(
        typed: PathBuf,
        roots: &[PathBuf],
        environment: &Environment,
        cwd: &Path,
    ) -> Self {
        let roots = roots.iter().map(|root| cwd.join(root)).collect();
        let named = environment.root.as_ref();
        Self {
            path: cwd.join(&typed),
            reach: root::reach(roots, named, NamesFrom::CommandLine, cwd),
            typed,
        }
    }

    /// Writes the plan of `report`, if it has one; the report then says where it is, or why not.
    pub(super) fn save(self, report: Report, world: &World) -> Report {
        let Some(plan) = &report.plan else {
            return report;
        };
        let text = render::transactions(std::slice::from_ref(plan));
        match run::save_plan(&report, text.as_bytes(), &self.path, self.reach, world) {
            Ok(()) => Report {
                plan_file: Some(self.typed),
                ..report
            },
            Err(refusal) => Report {
                refusals: vec![Refusal {
                    path: Some(self.typed),
                    ..refusal
                }],
                ..Report::new(report.operation, 1)
            },
        }
    }
}
