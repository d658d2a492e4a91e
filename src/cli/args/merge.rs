//! `incise merge`: its arguments, and the arguments for its output.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use bytes::Bytes;
use clap::Args;

use super::patch::refuse_side_file;
use super::shared::choice;
use crate::cli::foreign::{ALL, EDITS};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::cli::text_source::TextSource;
use crate::refusal::{Reason, Refusals};
use crate::request::{
    Action, ConflictStyle, Favour, Journaling, MarkedConflicts, Merge, MergeSides, Proposals,
    Request, RuleSet, Run, Step, VersionNames, rule,
};

/// The arguments of `incise merge`.
#[derive(Debug, Args)]
pub(crate) struct MergeArgs {
    /// Common ancestor of both sides; `-` is standard input
    #[arg(value_name = "BASE")]
    base: Option<PathBuf>,
    /// File with our side; receives the result
    #[arg(value_name = "OURS")]
    ours: Option<PathBuf>,
    /// File with the other side; `-` is standard input
    #[arg(value_name = "THEIRS")]
    theirs: Option<PathBuf>,
    /// Resolve the conflicts in FILE, with diff3 or zdiff3 markers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["base", "ours", "theirs"])]
    solve: Option<PathBuf>,
    /// Take our side of every conflict
    #[arg(long = "ours", id = "favour_ours", conflicts_with_all = ["favour_theirs", "union"])]
    favour_ours: bool,
    /// Take the other side of every conflict
    #[arg(long = "theirs", id = "favour_theirs", conflicts_with = "union")]
    favour_theirs: bool,
    /// Take both sides of every conflict, ours first
    #[arg(long)]
    union: bool,
}

impl MergeArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "merge",
        about: "Three-way merge; writes the result to OURS",
        examples: [
            "merge base.rs ours.rs theirs.rs",
            "merge base.rs ours.rs theirs.rs --conflicts diff3 -o merged.rs",
        ],
        usage: "merge BASE OURS THEIRS|--solve FILE [FLAGS]",
        foreign_flags: &[EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let favour = if self.favour_ours {
            Some(Favour::Ours)
        } else if self.favour_theirs {
            Some(Favour::Theirs)
        } else if self.union {
            Some(Favour::Union)
        } else {
            None
        };
        if let Some(path) = self.solve {
            return Ok(merge(path, MergeSides::Marked, favour));
        }
        let (Some(base), Some(path), Some(theirs)) = (self.base, self.ours, self.theirs) else {
            return Err(Reason::usage(
                "`merge` needs three files",
                "`incise merge BASE OURS THEIRS`: the common ancestor, the file to write, the other side; --solve FILE resolves conflict markers",
            )
            .into());
        };
        if path.as_os_str() == "-" {
            return Err(Reason::usage(
                "`-` is not a file to merge into",
                "name a file as OURS; -o - prints the result; a file of that name is `./-`",
            )
            .into());
        }
        let sides = MergeSides::Given {
            base: intake.text(TextSource::File(base, "BASE"))?,
            theirs: intake.text(TextSource::File(theirs, "THEIRS"))?,
        };
        Ok(merge(path, sides, favour))
    }
}

/// The request to merge `sides` into the file at `path`.
fn merge(path: PathBuf, sides: MergeSides, favour: Option<Favour>) -> Request {
    let action = Action::Merge(Merge {
        sides,
        rules: RuleSet::All,
        favour,
        proposals: Proposals::Settle,
        conflicts: None,
        leaves_conflicts: false,
        name: None,
        labels: VersionNames::default(),
    });
    Step::new(path, action).into()
}

/// The destination of the result, and the form of its conflicts there.
#[derive(Debug, Default, Args)]
pub(crate) struct MergeOutputArgs {
    /// With --conflicts or --git-driver: length of the markers (%L)
    #[arg(value_name = "SIZE")]
    size: Option<NonZeroUsize>,
    /// With --conflicts or --git-driver: path of the file (%P)
    #[arg(value_name = "NAME")]
    name: Option<PathBuf>,
    /// After NAME: labels of the base and both sides (%S %X %Y)
    #[arg(value_name = "LABEL", num_args = 0..=3)]
    labels: Vec<OsString>,
    /// Write the result to FILE (`-` is standard output), not to OURS
    #[arg(short = 'o', long, value_name = "FILE", conflicts_with_all = ["validate", "backup"])]
    output: Option<PathBuf>,
    /// Mark conflicts in the result: merge, diff3 or zdiff3
    #[arg(long, value_name = "STYLE")]
    conflicts: Option<String>,
    /// Run as git's merge driver: mark conflicts in OURS
    #[arg(long, conflicts_with_all = ["output", "dry_run", "solve"])]
    git_driver: bool,
    /// With --solve: write resolved conflicts, keep the others; exit 1
    #[arg(long, conflicts_with_all = ["output", "dry_run"])]
    partial: bool,
    /// Rules that resolve conflicts: none, proved, all (default); with --git-driver, the default is proved
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,
    /// Mark every conflict, with the result that a rule proposes
    #[arg(long, conflicts_with = "solve")]
    propose: bool,
    /// With --solve: take the results that --propose wrote
    #[arg(long)]
    accept: bool,
}

impl MergeOutputArgs {
    /// The output file; `None` for the target or standard output.
    pub(crate) fn file(&self) -> Option<&Path> {
        if self.is_printed() {
            return None;
        }
        self.output.as_deref()
    }

    /// git's name for the file, which replaces the name of git's temporary file.
    pub(crate) fn git_name(&self) -> Option<&Path> {
        if !self.git_driver {
            return None;
        }
        self.name.as_deref()
    }

    /// True if the result goes to standard output.
    pub(crate) fn is_printed(&self) -> bool {
        self.output.as_deref() == Some(Path::new("-"))
    }

    /// Sets the rules of every merge in `request`, and the treatment of their proposals.
    fn apply_rules_to(&self, request: &mut Request) -> Result<(), Reason> {
        let rules = choice("--rules", self.rules.as_deref(), rule::RULES_WORDS)?;
        let proposals = match (self.propose, self.accept) {
            (true, _) => Proposals::Show,
            (false, true) => Proposals::Accept,
            (false, false) => Proposals::Settle,
        };
        for step in &mut request.steps {
            let Action::Merge(merge) = &mut step.action else {
                continue;
            };
            merge.proposals = proposals;
            if let Some(rules) = rules {
                merge.rules = rules;
            } else if self.git_driver && !self.propose {
                // Nobody reviews a merged result of the driver, but a proposal is shown as a conflict.
                merge.rules = RuleSet::Proved;
            }
        }
        Ok(())
    }

    /// The style of `--conflicts`. A proposal needs a style that shows the base.
    fn conflict_style(&self) -> Result<Option<ConflictStyle>, Reason> {
        let style = choice(
            "--conflicts",
            self.conflicts.as_deref(),
            rule::CONFLICT_WORDS,
        )?;
        if self.propose && style == Some(ConflictStyle::Merge) {
            return Err(Reason::usage(
                "`--propose` shows the base of each conflict, but the style `merge` does not",
                "use --conflicts diff3 or zdiff3, so that --solve --accept can read the file",
            ));
        }
        Ok(style)
    }

    fn marked_conflicts(&self, style: Option<ConflictStyle>) -> MarkedConflicts {
        let default_style = if self.propose {
            ConflictStyle::Diff3
        } else {
            ConflictStyle::default()
        };
        MarkedConflicts {
            style: style.unwrap_or(default_style),
            size: self
                .size
                .map_or(MarkedConflicts::USUAL_SIZE, NonZeroUsize::get),
        }
    }

    /// Applies the output flags to `request`.
    ///
    /// # Errors
    /// `usage` for a dry run, and for several merges.
    pub(crate) fn apply_to(&self, request: &mut Request) -> Result<(), Reason> {
        self.apply_rules_to(request)?;
        let style = self.conflict_style()?;
        let leaves_conflicts = self.git_driver || self.partial;
        if self.size.is_some() && style.is_none() && !self.git_driver {
            return Err(Reason::usage(
                "`merge` takes three files; SIZE and NAME are for conflict markers, which this call does not write",
                "--conflicts STYLE -o FILE or --git-driver writes them",
            ));
        }
        if self.output.is_none() && !leaves_conflicts {
            return match style {
                None => Ok(()),
                Some(_) => Err(Reason::usage(
                    "`--conflicts` needs a file for the result",
                    "name one with -o FILE; -o - prints the result",
                )),
            };
        }
        if let Some(file) = self.file() {
            refuse_side_file("--output", file, request.terms.run)?;
        }
        let [step] = &mut request.steps[..] else {
            return Err(Reason::usage(
                "this option writes the result of one merge, but the request has several edits",
                "use one call per edit",
            ));
        };
        if let Action::Merge(merge) = &mut step.action {
            if style.is_some() || leaves_conflicts {
                merge.conflicts = Some(self.marked_conflicts(style));
            }
            merge.name.clone_from(&self.name);
            merge.labels = version_names(&self.labels);
            merge.leaves_conflicts = leaves_conflicts;
        }
        if self.git_driver {
            // The files are temporary files of git.
            request.terms.journaling = Journaling::Off;
        } else if !self.partial {
            request.terms.run = Run::DryRun;
            request.terms.leaves_targets = true;
        }
        Ok(())
    }
}

/// The names of the base, our side and their side. An older git passes placeholders that it does not know unchanged.
fn version_names(labels: &[OsString]) -> VersionNames {
    VersionNames {
        base: version_name(labels.first(), "%S"),
        ours: version_name(labels.get(1), "%X"),
        theirs: version_name(labels.get(2), "%Y"),
    }
}

fn version_name(label: Option<&OsString>, placeholder: &str) -> Option<Bytes> {
    let name = label?.as_encoded_bytes();
    if name.is_empty() || name == placeholder.as_bytes() {
        return None;
    }
    Some(Bytes::copy_from_slice(name))
}
