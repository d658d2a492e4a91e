//! The command line as typed: one file per command, no I/O.
//!
//! clap fills in the struct of a command, and its `input` builds the request.

mod apply;
mod completions;
mod conflicts;
mod ensure;
mod files;
mod history;
mod hook;
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

use std::path::PathBuf;

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::intake::Intake;
use super::page::CommandPage;
use super::text_source::TextSource;
use crate::refusal::{Reason, Refusals};
use crate::request::Request;

pub(crate) use apply::ApplyArgs;
pub(crate) use completions::CompletionsArgs;
pub(crate) use conflicts::ConflictsArgs;
use ensure::EnsureArgs;
pub(crate) use files::{FilesArgs, FilesToCheck};
pub(crate) use history::{LogAction, LogArgs, RedoArgs, UndoArgs, UndoConditionArgs};
pub(crate) use hook::{HookAction, HookAgent, HookArgs};
use insert::InsertArgs;
use lines::LinesArgs;
pub(crate) use manual::{ExplainArgs, GuideArgs};
#[cfg(feature = "mcp")]
pub(crate) use mcp::McpArgs;
use merge::MergeArgs;
pub(crate) use merge::MergeOutputArgs;
use move_file::{CopyArgs, MoveArgs};
use patch::PatchArgs;
pub(crate) use patch::PatchSideFileArgs;
pub(crate) use patch::{ApplyWithStatArgs, PrintRepairedArgs, StatArgs};
pub(crate) use recover::RecoverArgs;
pub(crate) use region::first_given;
use remove::RemoveArgs;
pub(crate) use replace::NamesArgs;
use replace::ReplaceArgs;
use replay::ReplayArgs;
pub(crate) use schema::SchemaArgs;
pub(crate) use set::DASHED;
use set::{SetArgs, UnsetArgs};
pub(crate) use shared::DisplayArgs;
pub(crate) use shared::{AskArgs, DirectoryArgs, EditArgs, ReadingArgs, WriteOnlyArgs};
use text::{AppendArgs, CreateArgs, WriteArgs};
pub(crate) use view::ViewArgs;

/// The input of an editing command.
#[allow(clippy::large_enum_variant, reason = "only one exists for each call")]
pub(crate) enum EditInput {
    /// A single request.
    Request(Request),
    /// Payloads of any dialect, as one transaction or as one transaction each.
    Payloads {
        source: Option<PathBuf>,
        is_each: bool,
    },
    /// Recorded transactions, each applied as one transaction (`replay --each`).
    EachEntry(TextSource),
}

impl From<Request> for EditInput {
    fn from(request: Request) -> Self {
        Self::Request(request)
    }
}

macro_rules! verbs {
    ($($verb:ident $arguments:ident,)*) => {
        /// An editing command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Verb {
            $($verb,)*
        }

        impl Verb {
            /// Every editing command, in the order of help pages.
            pub(crate) const ALL: &'static [Self] = &[$(Self::$verb,)*];

            pub(crate) fn page(self) -> &'static CommandPage {
                match self { $(Self::$verb => &$arguments::PAGE,)* }
            }

            /// Adds the arguments of the command to `command`.
            pub(super) fn augment(self, command: Command) -> Command {
                let command = match self { $(Self::$verb => $arguments::augment_args(command),)* };
                if self.has_document_last() { DocumentArgs::augment_args(command) } else { command }
            }

            /// The request of the arguments in `matches`. Without arguments, the request is on standard input.
            pub(super) fn input(
                self,
                matches: &mut ArgMatches,
                intake: &mut Intake<'_>,
            ) -> Result<EditInput, Refusals> {
                if self.is_piped(matches) {
                    return Ok(intake.piped_document(self.page())?.into());
                }
                if let Some(request) = self.document(matches, intake)? {
                    return Ok(request.into());
                }
                match self {
                    $(Self::$verb => {
                        from_matches::<$arguments>(matches)?.input(intake).map(EditInput::from)
                    })*
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
    Copy CopyArgs,
    Merge MergeArgs,
    Patch PatchArgs,
    Apply ApplyArgs,
    Replay ReplayArgs,
}

/// The IDs of the arguments that name a file.
const PATH_IDS: [&str; 3] = ["path", "paths", "from"];

/// The flag for a request as JSON.
#[derive(Debug, Args)]
struct DocumentArgs {
    /// Read the request as JSON from FILE or `-`
    #[arg(long, value_name = "FILE")]
    from_json: Option<PathBuf>,
}

impl Verb {
    /// True if `--from-json` is added after the command's arguments. `replace` and `apply` declare it, and `replay`
    /// has none.
    fn has_document_last(self) -> bool {
        !matches!(self, Self::Replace | Self::Apply | Self::Replay)
    }

    /// The request that `--from-json` names, for the path next to it, if one is given.
    fn document(
        self,
        matches: &mut ArgMatches,
        intake: &mut Intake<'_>,
    ) -> Result<Option<Request>, Refusals> {
        // `apply` and `replay` always read a file.
        if matches!(self, Self::Apply | Self::Replay) {
            return Ok(None);
        }
        let Some(source) = from_matches::<DocumentArgs>(matches)?.from_json else {
            return Ok(None);
        };
        let mut paths = Vec::new();
        for id in ["path", "paths"] {
            if let Ok(Some(named)) = matches.try_remove_many::<PathBuf>(id) {
                paths.extend(named);
            }
        }
        if paths.len() > 1 {
            return Err(Reason::usage(
                "`--from-json` takes one PATH at most",
                "`incise apply` takes edits of several files",
            )
            .into());
        }
        let words = self.page().words;
        Ok(Some(intake.document(&source, words, paths.first())?))
    }

    /// True if the request is on standard input: no argument names the edit, except possibly the path `-`.
    fn is_piped(self, matches: &ArgMatches) -> bool {
        // These commands read standard input in another way.
        if matches!(self, Self::Patch | Self::Apply | Self::Replay) {
            return false;
        }
        // Most calls name a file. Testing for a file first avoids the list of the command's arguments.
        if PATH_IDS.iter().any(|id| is_typed(id, matches)) {
            return false;
        }
        let command = self.augment(Command::new(""));
        let mut ids = command.get_arguments().map(|arg| arg.get_id().as_str());
        !ids.any(|id| !PATH_IDS.contains(&id) && is_typed(id, matches))
    }
}

/// True if the argument `id` was typed and is not only the path `-`.
fn is_typed(id: &str, matches: &ArgMatches) -> bool {
    let Ok(Some(mut values)) = matches.try_get_raw(id) else {
        return false;
    };
    if matches.value_source(id) != Some(ValueSource::CommandLine) {
        return false;
    }
    let is_dash = values.next().is_some_and(|value| value == "-") && values.next().is_none();
    !(is_dash && PATH_IDS.contains(&id))
}

/// The arguments of type `T`.
pub(super) fn from_matches<T: FromArgMatches>(matches: &mut ArgMatches) -> Result<T, Reason> {
    // clap accepted the arguments but cannot convert them: the description is wrong, not the call.
    T::from_arg_matches_mut(matches).map_err(|error| {
        Reason::usage(
            error.to_string(),
            "`incise --help` lists the commands, `incise COMMAND --help` their flags",
        )
    })
}
