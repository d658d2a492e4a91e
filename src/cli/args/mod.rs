//! The command line as typed: one file for each command, no I/O.
//!
//! A command's struct is what clap fills in; its `draft` says what that means, by destructuring
//! exhaustively, so that a flag that is declared but not used does not compile.

mod apply;
mod completions;
mod conflicts;
mod ensure;
mod files;
mod history;
mod insert;
mod lines;
mod manual;
#[cfg(feature = "mcp")]
mod mcp;
mod merge;
mod move_file;
mod patch;
mod recover;
mod region;
mod remove;
mod replace;
mod replay;
mod schema;
mod search;
mod set;
pub(crate) mod shared;
mod text;
mod view;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::draft::EditInput;
use super::page::CommandPage;
use crate::refusal::Reason;

pub(crate) use apply::ApplyArgs;
pub(crate) use completions::CompletionsArgs;
pub(crate) use conflicts::ConflictsArgs;
use ensure::EnsureArgs;
pub(crate) use files::FilesArgs;
pub(crate) use history::{LogArgs, LogAsked, RedoArgs, UndoArgs, UndoConditionArgs};
use insert::InsertArgs;
use lines::LinesArgs;
pub(crate) use manual::{ExplainArgs, GuideArgs};
#[cfg(feature = "mcp")]
pub(crate) use mcp::McpArgs;
use merge::MergeArgs;
pub(crate) use merge::MergeOutputArgs;
use move_file::MoveArgs;
use patch::PatchArgs;
pub(crate) use patch::PatchSideFileArgs;
pub(crate) use patch::{ApplyWithStatArgs, PrintRepairedArgs, StatArgs};
pub(crate) use recover::RecoverArgs;
use remove::RemoveArgs;
pub(crate) use replace::NamesArgs;
use replace::ReplaceArgs;
use replay::ReplayArgs;
pub(crate) use schema::SchemaArgs;
use set::{SetArgs, UnsetArgs};
pub(crate) use shared::DisplayArgs;
pub(crate) use shared::{AskArgs, DirectoryArgs, EditArgs, ReadingArgs, WriteOnlyArgs};
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

            /// The help page of the command.
            pub(crate) fn page(self) -> &'static CommandPage {
                match self { $(Self::$verb => &$arguments::PAGE,)* }
            }

            /// `command` with the verb's own arguments.
            pub(super) fn augment(self, command: Command) -> Command {
                match self { $(Self::$verb => $arguments::augment_args(command),)* }
            }

            /// The request of the arguments in `matches`.
            pub(super) fn typed(self, matches: &mut ArgMatches) -> Result<EditInput, Reason> {
                match self {
                    $(Self::$verb => from_matches::<$arguments>(matches)?.draft().map(EditInput::from),)*
                }
            }
        }
    };
}

verbs! {
    Replace ReplaceArgs,
    Insert InsertArgs,
    Append AppendArgs,
    Ensure EnsureArgs,
    Set SetArgs,
    Unset UnsetArgs,
    Lines LinesArgs,
    Create CreateArgs,
    Write WriteArgs,
    Remove RemoveArgs,
    Move MoveArgs,
    Merge MergeArgs,
    Patch PatchArgs,
    Apply ApplyArgs,
    Replay ReplayArgs,
}

/// The part `T` of what was typed.
pub(super) fn from_matches<T: FromArgMatches>(matches: &mut ArgMatches) -> Result<T, Reason> {
    // clap found the arguments right but cannot hand them over: the description is wrong, not the call.
    T::from_arg_matches_mut(matches).map_err(|error| Reason::Usage {
        message: error.to_string(),
        hint: None,
    })
}
