//! The command line as typed: one file for each command, no I/O.
//!
//! A command's struct is what clap fills in; its `request` says what that means, by destructuring
//! exhaustively, so that a flag that is declared but not used does not compile.

mod append;
mod apply;
mod aside;
mod completions;
mod conflicts;
mod create;
mod display;
mod files;
mod history;
mod insert;
mod lines;
mod manual;
#[cfg(feature = "mcp")]
mod mcp;
mod parents;
mod patch;
mod recover;
mod remove;
mod rename;
mod replace;
mod replay;
mod schema;
mod search;
mod shared;
mod tally;
mod view;
mod write;

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::intake::Intake;
use super::page::Page;
use crate::dialect::Payload;
use crate::refusal::Refusals;

use append::Append;
use apply::Apply;
pub(crate) use apply::{no_edits, payload};
pub(crate) use aside::Aside;
pub(crate) use completions::Completions;
pub(crate) use conflicts::Conflicts;
use create::Create;
pub(crate) use display::Display;
pub(crate) use files::Files;
pub(crate) use history::{Log, LogAsked, Redo, TakingBack, Undo};
use insert::Insert;
use lines::Lines;
pub(crate) use manual::{Explain, Guide};
#[cfg(feature = "mcp")]
pub(crate) use mcp::Mcp;
use patch::Patch;
pub(crate) use recover::Recover;
use remove::Remove;
use rename::Move;
use replace::Replace;
use replay::Replay;
pub(crate) use replay::is_recorded;
pub(crate) use schema::Schema;
pub(crate) use shared::{Conditions, Place, Reading, Writing};
pub(crate) use tally::{Applied, Tallied, Understood};
pub(crate) use view::View;
use write::Write;

macro_rules! verbs {
    ($($verb:ident,)*) => {
        /// An editing command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Verb {
            $(#[doc = stringify!($verb)] $verb,)*
        }

        /// The arguments of an editing command, as typed.
        #[derive(Debug)]
        pub(crate) enum Typed {
            $(#[doc = stringify!($verb)] $verb($verb),)*
        }

        impl Verb {
            /// Every editing command, in the order of help pages.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$verb,)*];

            /// Its page.
            pub(crate) fn page(self) -> &'static Page {
                match self { $(Self::$verb => &$verb::PAGE,)* }
            }

            /// `command` with the verb's own arguments.
            pub(super) fn augment(self, command: Command) -> Command {
                match self { $(Self::$verb => $verb::augment_args(command),)* }
            }

            /// What was typed, out of `matches`.
            pub(super) fn typed(self, matches: &mut ArgMatches) -> Result<Typed, clap::Error> {
                match self {
                    $(Self::$verb => $verb::from_arg_matches_mut(matches).map(Typed::$verb),)*
                }
            }
        }

        impl Typed {
            /// What it means; reads the files and streams it names.
            pub(super) fn payload(self, intake: &mut Intake<'_>) -> Result<Payload, Refusals> {
                match self { $(Self::$verb(typed) => typed.request(intake).map(Payload::from),)* }
            }
        }
    };
}

verbs! {
    Replace,
    Insert,
    Append,
    Lines,
    Create,
    Write,
    Remove,
    Move,
    Patch,
    Apply,
    Replay,
}

impl Typed {
    /// Where the elements come from, if each is its own transaction (`apply --each`).
    pub(super) fn each(&self) -> Option<Option<PathBuf>> {
        match self {
            Self::Apply(apply) => apply.each(),
            _ => None,
        }
    }
}
