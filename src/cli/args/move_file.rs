//! `incise move` and `incise copy`

use std::path::PathBuf;

use clap::Args;

use super::shared::choice;
use crate::cli::foreign::{ALL, COPY, EDITS, MOVE};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
use crate::refusal::{Reason, Refusals};
use crate::request::{
    self, Action, Edge, NamedPart, NamedRegion, Region, Request, Transfer, TransferAt,
    TransferKind, rule,
};

/// The arguments of `incise move`.
#[derive(Debug, Args)]
pub(crate) struct MoveArgs {
    /// File to rename, or the file with the definitions
    #[arg(value_name = "FROM")]
    from: Option<PathBuf>,
    /// New path; refused if it exists
    #[arg(value_name = "TO", conflicts_with_all = ["symbol", "section"])]
    to: Option<PathBuf>,
    /// Create missing directories
    #[arg(long, conflicts_with_all = ["symbol", "section"])]
    parents: bool,
    #[command(flatten)]
    transfer: TransferArgs,
}

/// The definitions or sections, and their destination.
#[derive(Debug, Args)]
struct TransferArgs {
    /// Definition with this name, its comments and decorators; may be given several times
    #[arg(long, value_name = "NAME", conflicts_with = "section")]
    symbol: Vec<String>,
    /// Markdown section with this heading; may be given several times
    #[arg(long, value_name = "TITLE")]
    section: Vec<String>,
    /// Target file; may be the same file
    #[arg(long = "to", value_name = "FILE")]
    target: Option<PathBuf>,
    /// Place after the definition or section NAME
    #[arg(long, value_name = "NAME")]
    after: Option<String>,
    /// Place before the definition or section NAME
    #[arg(long, value_name = "NAME", conflicts_with = "after")]
    before: Option<String>,
    /// Place inside the definition or section NAME, such as a class
    #[arg(long, value_name = "NAME", conflicts_with_all = ["after", "before"])]
    into: Option<String>,
    /// Place at the end (default) or at the start
    #[arg(long, value_name = "EDGE", conflicts_with_all = ["after", "before"])]
    at: Option<String>,
}

impl MoveArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "move",
        about: "Move or rename a file, or move definitions to another file",
        examples: [
            "move a.txt docs/a.txt --parents",
            "move src/a.py --symbol load --to src/b.py --after save",
        ],
        usage: "move FROM TO|--symbol NAME --to FILE [FLAGS]",
        foreign_flags: &[MOVE, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let from = Self::PAGE.require_path(self.from)?;
        if self.transfer.has_region() {
            let action = self.transfer.action(TransferKind::Move)?;
            return Ok(intake.steps(vec![from], &[action])?);
        }
        self.transfer.refuse_destination_alone(TransferKind::Move)?;
        let Some(to) = self.to else {
            return Err(Reason::usage(
                "the new name is missing",
                "`incise move FROM TO` takes two paths, old and new; `incise move FROM --symbol NAME --to FILE` moves a definition",
            )
            .into());
        };
        let action = Action::Move(request::Move {
            to,
            makes_parents: self.parents,
        });
        Ok(intake.steps(vec![from], &[action])?)
    }
}

/// The arguments of `incise copy`.
#[derive(Debug, Args)]
pub(crate) struct CopyArgs {
    /// File with the definitions
    #[arg(value_name = "FROM")]
    from: Option<PathBuf>,
    #[arg(hide = true, conflicts_with_all = ["symbol", "section"])]
    to: Option<PathBuf>,
    #[command(flatten)]
    transfer: TransferArgs,
}

impl CopyArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "copy",
        about: "Copy definitions or sections to another file, unchanged",
        examples: [
            "copy src/a.py --symbol load --to src/b.py",
            "copy a.md --section Usage --to b.md --before Limits",
        ],
        usage: "copy FROM --symbol NAME --to FILE [FLAGS]",
        foreign_flags: &[COPY, EDITS, ALL],
    };

    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<Request, Refusals> {
        let from = Self::PAGE.require_path(self.from)?;
        if self.transfer.has_region() {
            let action = self.transfer.action(TransferKind::Copy)?;
            return Ok(intake.steps(vec![from], &[action])?);
        }
        if self.to.is_none() {
            self.transfer.refuse_destination_alone(TransferKind::Copy)?;
        }
        Err(Reason::usage(
            "no definition or section is named",
            "--symbol NAME, or --section TITLE; `cp` copies a file",
        )
        .into())
    }
}

impl TransferArgs {
    /// True if a definition or a section is named.
    fn has_region(&self) -> bool {
        !self.symbol.is_empty() || !self.section.is_empty()
    }

    /// Refuses a destination without a definition or section.
    fn refuse_destination_alone(&self, kind: TransferKind) -> Result<(), Reason> {
        let flag = super::first_given([
            ("--to", self.target.is_some()),
            ("--after", self.after.is_some()),
            ("--before", self.before.is_some()),
            ("--into", self.into.is_some()),
            ("--at", self.at.is_some()),
        ]);
        let Some(flag) = flag else {
            return Ok(());
        };
        let file_hint = match kind {
            TransferKind::Move => "`incise move FROM TO` renames a file",
            TransferKind::Copy => "`cp` copies a file",
        };
        let word = kind.word();
        Err(Reason::usage(
            format!("`{flag}` positions a definition or section, but none is named"),
            format!("`incise {word} FROM --symbol NAME --to FILE`; {file_hint}"),
        ))
    }

    fn action(self, kind: TransferKind) -> Result<Action, Reason> {
        let Some(to) = self.target.clone() else {
            return Err(Reason::usage(
                "`--to` is missing",
                "--to FILE, which may be the same file",
            ));
        };
        let mut regions = Vec::new();
        for name in self.symbol.iter().chain(&self.section) {
            regions.push(self.region(name)?);
        }
        let transfer = Transfer {
            regions,
            kind,
            to,
            at: self.destination()?,
        };
        Ok(Action::Transfer(transfer.checked()?))
    }

    /// The region called `name`: a section if sections are moved, otherwise a definition.
    fn region(&self, name: &str) -> Result<Region, Reason> {
        let named = NamedRegion::parse(name, NamedPart::Whole)?;
        Ok(if self.section.is_empty() {
            Region::Symbol(named)
        } else {
            Region::Section(named)
        })
    }

    fn destination(&self) -> Result<TransferAt, Reason> {
        let edge = choice("--at", self.at.as_deref(), rule::EDGE_WORDS)?;
        let neighbors = [(&self.after, Edge::After), (&self.before, Edge::Before)];
        for (name, edge) in neighbors {
            if let Some(name) = name {
                return Ok(TransferAt::Region(Box::new(self.region(name)?), edge));
            }
        }
        match (&self.into, edge) {
            (_, Some(Edge::Before | Edge::After)) => Err(Reason::usage(
                "`--at` takes start or end here",
                "--before NAME and --after NAME place it next to another definition",
            )),
            (Some(name), edge) => Ok(TransferAt::Region(
                Box::new(self.region(name)?),
                edge.unwrap_or(Edge::End),
            )),
            (None, Some(Edge::Start)) => Ok(TransferAt::Start),
            (None, _) => Ok(TransferAt::End),
        }
    }
}
