//! Runs a call: builds a request from its arguments, and an answer from its report.

use std::path::PathBuf;
use std::time::SystemTime;

use serde_json::{Map, Value};

use super::answer::{CallOutcome, CallResult, shows};
use super::arguments::Arguments;
use super::foreign::{edit_request, payload, read_payload, symbol_payload};
use super::{Profile, ServerSettings};
use crate::dialect::{self, Dialect, PATHS};
use crate::disk::{Interrupt, Reach, Watch};
use crate::refusal::Refusals;
use crate::report::{Report, ViewReport};
use crate::request::{
    Action, FilePart, Malformed, Means, OnConflict, OneOrMore, Options, PathOrigin, Request, Run,
    Selection, Target, Terms, UndoTarget, Words, rule,
};
use crate::run::{self, CaughtUp, Chooser, JournalContext, LogFilter, Session, Sightings, World};
use crate::schema::Document;
use crate::text::{LineNumber, LineRange};

/// A tool of any profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    Edit,
    Preview,
    ApplyPatch,
    ReadLines,
    CheckFiles,
    History,
    Undo,
    TextEditor,
    PatchCall,
    ReadText,
    WriteFile,
    EditFile,
    MoveFile,
    AllowedDirectories,
    /// A tool of Serena, with its name.
    #[cfg_attr(
        not(feature = "serena"),
        expect(dead_code, reason = "only Serena uses it")
    )]
    SymbolEdit,
    #[cfg_attr(
        not(feature = "serena"),
        expect(dead_code, reason = "only Serena uses it")
    )]
    SymbolRead,
}

/// The default maximum number of listed entries.
const DEFAULT_ENTRIES: usize = 20;

/// The names of a patch in other tools, and of a field that accompanies a patch.
const PATCH_FIELDS: &[&str] = &[
    "patch",
    "diff",
    "diff_file",
    "input",
    "patchText",
    "operation",
];

impl Tool {
    /// The operation in the report if no request names it.
    fn operation(self) -> &'static str {
        match self {
            Self::Edit | Self::EditFile | Self::TextEditor | Self::SymbolEdit => "edit",
            Self::Preview => "preview",
            Self::ApplyPatch | Self::PatchCall => "patch",
            Self::ReadLines | Self::ReadText | Self::AllowedDirectories | Self::SymbolRead => {
                "view"
            }
            Self::CheckFiles => "check files",
            Self::History => "log",
            Self::Undo => "undo",
            Self::WriteFile => "write",
            Self::MoveFile => "move",
        }
    }

    /// The schemas of the tool's object answers; `None` if its answers are texts.
    pub(super) fn answers(self) -> Option<&'static [(Document, &'static str)]> {
        const REPORT: (Document, &str) = (Document::Report, "Report");
        Some(match self {
            Self::Edit | Self::Preview | Self::ApplyPatch | Self::Undo => &[REPORT],
            Self::ReadLines => &[(Document::Report, "View"), REPORT],
            Self::CheckFiles => &[(Document::Report, "Findings"), REPORT],
            Self::History => &[(Document::Log, "Log"), REPORT],
            Self::TextEditor
            | Self::PatchCall
            | Self::ReadText
            | Self::WriteFile
            | Self::EditFile
            | Self::MoveFile
            | Self::AllowedDirectories
            | Self::SymbolEdit
            | Self::SymbolRead => return None,
        })
    }
}

/// The calls of a client, with the settings of the server and the state between calls.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    pub(super) settings: ServerSettings,
    /// The tools that hints can suggest to the client.
    means: Means,
    /// The files in which tasks have seen all lines of other tasks, as found by earlier calls.
    caught_up: CaughtUp,
    /// The task of calls without a task. `None` if the settings name a task or the server is read-only.
    session: Option<Session>,
}

/// The arguments of a call.
pub(super) type Members = Map<String, Value>;

impl Calls {
    pub(super) fn new(settings: ServerSettings, means: Means) -> Self {
        let mut calls = Self {
            settings,
            means,
            caught_up: CaughtUp::default(),
            session: None,
        };
        if calls.settings.task.is_none() && !calls.settings.is_read_only {
            calls.session = Some(Session::begin("mcp", &calls.journal(Vec::new())));
        }
        calls
    }

    /// Runs a call of `tool`, which the client knows as `name`. Also returns the parts of files that the client has
    /// seen after it has read the answer.
    pub(super) fn answer(
        &self,
        tool: Tool,
        name: &str,
        arguments: Result<Members, OneOrMore<Malformed>>,
        interrupt: Interrupt,
    ) -> (CallOutcome, Sightings) {
        let world = self.world(name, interrupt);
        let answer = match arguments {
            Ok(arguments) => self.dispatch(tool, name, arguments, &world),
            Err(malformed) => Err(malformed.into()),
        };
        let outcome = match answer {
            Ok(outcome) => outcome,
            Err(refusals) => {
                let words = self.words(Options::Unavailable);
                CallOutcome::refused(tool.operation(), refusals, words)
            }
        };
        (outcome, world.journal.sightings)
    }

    /// True if the client has a tool that accepts anchors.
    pub(super) fn has_anchors(&self) -> bool {
        self.settings.profile == Profile::Native
    }

    /// True if the answers of `tool` are objects.
    pub(super) fn gives_objects(&self, tool: Tool) -> bool {
        self.settings.gives_objects && tool.answers().is_some()
    }

    fn dispatch(&self, tool: Tool, name: &str, arguments: Members, world: &World) -> CallResult {
        match tool {
            Tool::Edit => self.edit(edits(arguments, world)?, world),
            Tool::Preview => self.preview(arguments, world),
            Tool::ApplyPatch => self.edit(patch(arguments, world)?, world),
            Tool::ReadLines => self.read_lines(arguments, world),
            Tool::CheckFiles => self.check_files(arguments, world),
            Tool::History => history(arguments, world),
            Tool::Undo => self.undo(arguments, world),
            Tool::TextEditor => self.text_editor(arguments, world),
            Tool::PatchCall => self.patch_call(arguments, world),
            Tool::ReadText => self.read_text(arguments, world),
            Tool::WriteFile => self.write_file(arguments, world),
            Tool::EditFile => {
                self.foreign_edit(payload(arguments, Dialect::Filesystem, world)?, world)
            }
            Tool::MoveFile => self.move_file(arguments, world),
            Tool::AllowedDirectories => self.allowed_directories(arguments),
            Tool::SymbolEdit => self.foreign_edit(symbol_payload(name, arguments, world)?, world),
            Tool::SymbolRead => self.read_symbol(name, arguments, world),
        }
    }

    /// The vocabulary of messages to the client, whose call names its options as in `options`.
    fn words(&self, options: Options) -> Words {
        Words {
            // A client of this server cannot use flags.
            options: match options {
                Options::Flags | Options::CommonFlags => Options::Unavailable,
                Options::Fields | Options::Payload(_) | Options::Unavailable => options,
            },
            means: self.means,
        }
    }

    /// The findings about the files and directories in the arguments.
    fn check_files(&self, arguments: Members, world: &World) -> CallResult {
        let mut arguments = Arguments::new("check_files", arguments);
        let paths = arguments.paths("paths")?;
        let globs = arguments.words("glob")?;
        arguments.finish()?;
        if paths.is_empty() {
            return Err(Malformed::wrong(
                "`check_files` has no `paths`",
                "name files or directories: [\".\"] is all of them",
            )
            .into());
        }
        let mut targets = Vec::new();
        for path in paths {
            let is_directory = world.cwd.join(&path).is_dir();
            let mut target = Target::file(path, PathOrigin::Listed);
            if is_directory {
                target.path_origin = PathOrigin::Selected;
                target.below = Some(Selection {
                    globs: globs.clone(),
                    ..Selection::default()
                });
            }
            targets.push(target);
        }
        let terms = Terms {
            words: self.words(Options::Unavailable),
            ..Terms::default()
        };
        let findings = run::findings(&targets, false, &terms, world);
        Ok(CallOutcome::Findings(findings))
    }

    /// The world of a call. Relative paths start from the first root, not from the working directory of the server.
    fn world(&self, name: &str, interrupt: Interrupt) -> World {
        World {
            cwd: self.root(),
            reach: Reach::Roots(self.settings.roots.clone()),
            interrupt,
            watch: Watch::default(),
            chooser: Chooser::default(),
            journal: self.journal(vec!["mcp".to_owned(), name.to_owned()]),
        }
    }

    fn root(&self) -> PathBuf {
        let first = self.settings.roots.first();
        first.cloned().unwrap_or_else(|| PathBuf::from("/"))
    }

    /// The journal context of a call. `command` is recorded in the entry.
    #[expect(
        clippy::disallowed_methods,
        reason = "the only place where `mcp` reads the clock"
    )]
    fn journal(&self, command: Vec<String>) -> JournalContext {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let millis = now.map_or(0, |now| now.as_millis());
        // Seen lines are recorded in the journal, which a read-only server does not write.
        let shows = if self.settings.is_read_only {
            None
        } else {
            Some(shows())
        };
        JournalContext {
            base: self.settings.state.clone(),
            workspace: self.root(),
            time: u64::try_from(millis).unwrap_or(u64::MAX),
            command,
            shows,
            sightings: Sightings::default(),
            caught_up: self.caught_up.clone(),
            private_names: self.settings.private_names.clone(),
            session: self.session.clone(),
        }
    }

    fn edit(&self, request: Request, world: &World) -> CallResult {
        refuse_skip(&request.terms)?;
        Ok(CallOutcome::Report(self.report(request, world)))
    }

    /// Runs `request`. A read-only server runs it dry.
    pub(super) fn report(&self, mut request: Request, world: &World) -> Report {
        self.set_common_terms(&mut request.terms);
        run::run(&request, world)
    }

    /// Sets the terms that are common to all calls of this server.
    pub(super) fn set_common_terms(&self, terms: &mut Terms) {
        let names_task = terms.task.is_some();
        if !names_task {
            let session = self.session.as_ref().map(|session| &session.task);
            terms.task = self.settings.task.as_ref().or(session).cloned();
        }
        if self.settings.is_read_only {
            terms.run = Run::DryRun;
        }
        terms.words = self.words(terms.words.options);
        if let Means::Tools(tools) = &mut terms.words.means {
            tools.names_task = names_task;
        }
    }

    fn preview(&self, mut arguments: Members, world: &World) -> CallResult {
        // The tool's name implies it.
        arguments.remove("dry_run");
        if arguments.is_empty() {
            return Err(Malformed::wrong(
                "`preview` has neither `edits` nor `patch`",
                "`edits` is a list of edits as `edit` takes it, `patch` the text of a diff",
            )
            .into());
        }
        let has_patch = has_patch(&arguments);
        if has_patch && arguments.contains_key("edits") {
            return Err(Malformed::mixed(
                "`edits` and a patch cannot be combined",
                "give one of them",
            )
            .into());
        }
        let mut request = if has_patch {
            patch(arguments, world)?
        } else {
            edits(arguments, world)?
        };
        request.terms.run = Run::DryRun;
        self.edit(request, world)
    }

    fn read_lines(&self, arguments: Members, world: &World) -> CallResult {
        let mut arguments = Arguments::new("read_lines", arguments);
        let path = arguments.needed_path("path")?;
        let range = lines(arguments.count("start")?, arguments.count("end")?)?;
        let levels = arguments.count("outline")?;
        let part = match (range, arguments.region()?, levels) {
            (None, None, None) => FilePart::Whole,
            (None, None, Some(levels)) => FilePart::Outline(Some(levels)),
            (Some(lines), None, None) => FilePart::Lines(lines.into()),
            (None, Some(region), None) => FilePart::Region(region),
            _ => {
                return Err(Malformed::mixed(
                    "only one of `in`, `outline`, and `start` or `end` can select what to show",
                    "give one of them",
                )
                .into());
            }
        };
        let has_anchors = arguments.either("anchors", false, true)?;
        let mut terms = Terms {
            task: arguments.text("task")?,
            ..Terms::default()
        };
        arguments.finish()?;
        self.set_common_terms(&mut terms);
        let view = run::view(&path, &part, &terms, world)?;
        Ok(CallOutcome::View(ViewReport {
            has_anchors,
            ..view
        }))
    }

    fn undo(&self, arguments: Members, world: &World) -> CallResult {
        let mut arguments = Arguments::new("undo", arguments);
        let id = arguments.ordinal("id")?;
        let task = arguments.text("task")?;
        let is_redo = arguments.either("redo", false, true)?;
        let run = arguments.either("dry_run", Run::Commit, Run::DryRun)?;
        let on_conflict = arguments.chosen("on_conflict", rule::ON_CONFLICT_OF_UNDO)?;
        arguments.finish()?;
        let (target, task) = if is_redo {
            (UndoTarget::for_redo(id), task)
        } else {
            UndoTarget::for_undo(id, task)
        };
        let mut terms = Terms {
            run,
            task,
            on_conflict: on_conflict.unwrap_or_default(),
            words: Words::default().with(Options::Fields),
            ..Terms::default()
        };
        self.set_common_terms(&mut terms);
        let report = run::run(&Request::undo(target, terms), world);
        Ok(CallOutcome::Report(report))
    }
}

fn history(arguments: Members, world: &World) -> CallResult {
    let mut arguments = Arguments::new("history", arguments);
    let path = arguments.path("path")?;
    let task = arguments.text("task")?;
    let max = arguments.count("max")?;
    let id = arguments.ordinal("id")?;
    arguments.finish()?;
    let Some(id) = id else {
        let max = max.unwrap_or(DEFAULT_ENTRIES);
        let filter = LogFilter { path, task, max };
        return Ok(CallOutcome::Log(run::log(&filter, world)?));
    };
    if path.is_some() || task.is_some() || max.is_some() {
        return Err(Malformed::mixed(
            "`id` shows one entry; `path`, `task` and `max` choose what to list",
            "give `id` alone",
        )
        .into());
    }
    Ok(CallOutcome::Entry(run::entry(id, world)?))
}

/// The lines from `start` to `end`, by default to the end of the file; `None` for all lines.
fn lines(start: Option<usize>, end: Option<usize>) -> Result<Option<LineRange>, Malformed> {
    if (start, end) == (None, None) {
        return Ok(None);
    }
    let first = LineNumber::new(start.unwrap_or(1));
    let last = LineNumber::new(end.unwrap_or(usize::MAX));
    if let (Some(first), Some(last)) = (first, last)
        && let Some(range) = LineRange::new(first, last)
    {
        return Ok(Some(range));
    }
    Err(Malformed::wrong(
        "`end` is before `start`",
        "the first and the last line, from 1, in order",
    ))
}

/// The edits of the arguments, in our format or in the format of another tool.
fn edits(arguments: Members, world: &World) -> Result<Request, Refusals> {
    Ok(edit_request(read_payload(
        arguments,
        "the request",
        world,
    )?)?)
}

fn has_patch(arguments: &Members) -> bool {
    if arguments.contains_key("name") {
        // A complete tool call, in which these names can belong to any kind of payload.
        return false;
    }
    for name in PATCH_FIELDS {
        if arguments.get(*name).is_some_and(|value| !value.is_null()) {
            return true;
        }
    }
    false
}

/// The request of a patch: in our fields, with `patch` or `diff`, or in the fields of another tool.
pub(super) fn patch(mut arguments: Members, world: &World) -> Result<Request, Refusals> {
    arguments.retain(|_, value| !value.is_null());
    let field = patch_field(&arguments)?;
    let is_hashline = arguments[field]
        .as_str()
        .is_some_and(|text| dialect::is_hashline(text.as_bytes()));
    if !is_hashline
        && is_native_patch(field, &arguments)
        && let Some(diff) = arguments.remove(field)
    {
        arguments.insert("diff".to_owned(), diff);
        arguments.insert("op".to_owned(), "patch".into());
    }
    let request = edit_request(read_payload(arguments, "the arguments", world)?)?;
    for step in &request.steps {
        if !matches!(step.action, Action::Patch(_)) && !is_hashline {
            return Err(Malformed::wrong(
                "the arguments ask for an edit that is not a patch",
                "`patch` is the text of the diff",
            )
            .into());
        }
    }
    Ok(request)
}

/// The only one of [`PATCH_FIELDS`] in the arguments.
fn patch_field(arguments: &Members) -> Result<&'static str, Malformed> {
    let fields: Vec<&str> = PATCH_FIELDS
        .iter()
        .filter(|name| arguments.contains_key(**name))
        .copied()
        .collect();
    match fields[..] {
        [] => Err(Malformed::wrong(
            "`apply_patch` has no `patch`",
            "`patch` is the text of the diff: unified, git, `*** Begin Patch` or SEARCH/REPLACE",
        )),
        [field] => Ok(field),
        [first, second, ..] => Err(Malformed::mixed(
            format!("`{first}` and `{second}` are both the patch"),
            "give one of them",
        )),
    }
}

/// True if the arguments with the patch in `field` are in our format, not in that of another tool.
fn is_native_patch(field: &str, arguments: &Members) -> bool {
    const FOREIGN: [&str; 3] = ["target", "fuzzy_threshold", "strict_validation"];
    if PATHS.iter().any(|name| arguments.contains_key(*name)) {
        return false;
    }
    match field {
        "patch" => true,
        "diff" => !FOREIGN.iter().any(|name| arguments.contains_key(*name)),
        _ => false,
    }
}

/// Refuses `skip`, which skips edits of a stream: a call is one transaction.
fn refuse_skip(terms: &Terms) -> Result<(), Malformed> {
    match terms.on_conflict {
        OnConflict::Skip => Err(Malformed::wrong(
            "`on_conflict` `skip` skips edits of a stream, but a call is one transaction",
            "give `refuse`, `warn` or `force`, or send each edit in a separate call",
        )),
        _ => Ok(()),
    }
}
