//! The command line as typed: one file for each command, no I/O.
//!
//! A command's struct is what clap fills in; its `draft` says what that means, by destructuring
//! exhaustively, so that a flag that is declared but not used does not compile.

mod apply;
mod completions;
mod conflicts;
mod files;
mod history;
mod insert;
mod lines;
mod manual;
#[cfg(feature = "mcp")]
mod mcp;
mod patch;
mod recover;
mod remove;
mod rename;
mod replace;
mod replay;
mod schema;
mod search;
pub(crate) mod shared;
mod text;
mod view;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::draft::Typed;
use super::page::CommandPage;
use crate::refusal::Reason;

pub(crate) use apply::ApplyArgs;
pub(crate) use completions::Completions;
pub(crate) use conflicts::Conflicts;
pub(crate) use files::Files;
pub(crate) use history::{Log, LogAsked, Redo, TakingBack, Undo};
use insert::InsertArgs;
use lines::LinesArgs;
pub(crate) use manual::{Explain, Guide};
#[cfg(feature = "mcp")]
pub(crate) use mcp::Mcp;
use patch::PatchArgs;
pub(crate) use patch::PatchSideFileArgs;
pub(crate) use patch::{AppliedArgs, Tallied, Understood};
pub(crate) use recover::Recover;
use remove::RemoveArgs;
use rename::MoveArgs;
use replace::ReplaceArgs;
use replay::ReplayArgs;
pub(crate) use schema::Schema;
pub(crate) use shared::Display;
pub(crate) use shared::{Conditions, PlaceArgs, ReadingArgs, Writing};
use text::{AppendArgs, CreateArgs, WriteArgs};
pub(crate) use view::ViewArgs;

macro_rules! verbs {
    ($($verb:ident $arguments:ident,)*) => {
        /// An editing command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Verb {
            $(#[doc = stringify!($verb)] $verb,)*
        }

        impl Verb {
            /// Every editing command, in the order of help pages.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$verb,)*];

            /// Its page.
            pub(crate) fn page(self) -> &'static CommandPage {
                match self { $(Self::$verb => &$arguments::PAGE,)* }
            }

            /// `command` with the verb's own arguments.
            pub(super) fn augment(self, command: Command) -> Command {
                match self { $(Self::$verb => $arguments::augment_args(command),)* }
            }

            /// The request of the arguments in `matches`.
            pub(super) fn typed(self, matches: &mut ArgMatches) -> Result<Typed, Reason> {
                match self {
                    $(Self::$verb => filled::<$arguments>(matches)?.draft().map(Typed::from),)*
                }
            }
        }
    };
}

verbs! {
    Replace ReplaceArgs,
    Insert InsertArgs,
    Append AppendArgs,
    Lines LinesArgs,
    Create CreateArgs,
    Write WriteArgs,
    Remove RemoveArgs,
    Move MoveArgs,
    Patch PatchArgs,
    Apply ApplyArgs,
    Replay ReplayArgs,
}

/// The part `T` of what was typed.
pub(super) fn filled<T: FromArgMatches>(matches: &mut ArgMatches) -> Result<T, Reason> {
    // clap found the arguments right but cannot hand them over: the description is wrong, not the call.
    T::from_arg_matches_mut(matches).map_err(|error| Reason::Usage {
        message: error.to_string(),
        hint: None,
    })
}
