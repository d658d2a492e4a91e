//! Reads the inputs that a command line names besides its targets: texts, requests, diffs, lists of paths.
//!
//! Standard input has one user per call: the argument `-`, or the missing operand of `patch` or `apply`.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::BorrowedFd;
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::context::{CommandContext, NamesFrom};
use super::page::CommandPage;
use super::records;
use super::select::{self, SelectionArgs};
use super::source;
use super::streams::{self, Input};
use super::text_source::TextSource;
use crate::dialect;
#[cfg(feature = "suggestions")]
use crate::dialect::SuggestionFormat;
use crate::disk::Disk;
use crate::patch::{Patch, RepairKind};
use crate::refusal::{Code, Fault, Reason, Refusal, Refusals};
use crate::report::{Notice, Warning};
use crate::request::json::Node;
use crate::request::{Action, Base, Limits, PatchDiff, PathOrigin, Request, Step, Target};
use crate::run::{self, SourceFile};
use crate::text::LineEnding;

/// The buffer size, in bytes, for input that is read line by line.
const BUFFER: usize = 1 << 16;

/// Input that is read line by line.
pub(super) struct LineInput<'a> {
    pub(super) reader: Box<dyn BufRead + 'a>,
    /// The name in messages; `-` is standard input.
    pub(super) name: PathBuf,
    /// The maximum number of bytes in memory.
    pub(super) limit: u64,
}

pub(super) struct Intake<'a> {
    context: &'a CommandContext<'a>,
    stdin: Option<&'a mut dyn Read>,
    stdin_handle: Option<BorrowedFd<'a>>,
    is_terminal: bool,
    /// The maximum size of a document, in bytes.
    limit: u64,
    /// The argument or operand for which standard input was read.
    stdin_user: Option<String>,
    /// The origin of the target names, as far as it is known.
    pub(super) names_from: NamesFrom,
    /// The files that were read.
    pub(super) sources: Vec<SourceFile>,
    /// The line of the request that each step comes from, if each line is a step.
    pub(super) step_lines: Vec<usize>,
    /// The text on standard input, if the path `-` is to be edited.
    pub(super) stdin_target: Option<Bytes>,
    /// Warnings about the texts.
    pub(super) warnings: Vec<Warning>,
}

impl<'a> Intake<'a> {
    /// An intake for a command that runs in `context`.
    pub(super) fn new<'s: 'a>(
        context: &'a CommandContext<'_>,
        stdin: Input<'s>,
        limits: &Limits,
    ) -> Self {
        let Input {
            reader,
            is_terminal,
            handle,
        } = stdin;
        Self {
            context,
            stdin: Some(reader),
            stdin_handle: handle,
            is_terminal,
            limit: limits.max_size,
            stdin_user: None,
            names_from: NamesFrom::CommandLine,
            sources: Vec::new(),
            step_lines: Vec::new(),
            stdin_target: None,
            warnings: Vec::new(),
        }
    }

    pub(super) fn cwd(&self) -> &Path {
        self.context.cwd()
    }

    /// The request of `operation` in the JSON file `source`, for the file at `path`, if the user typed one.
    pub(super) fn document(
        &mut self,
        source: &Path,
        operation: &'static str,
        path: Option<&PathBuf>,
    ) -> Result<Request, Refusals> {
        let document = self.read(source, "--from-json")?;
        self.parse_document(&document, operation, path.map(PathBuf::as_path))
    }

    /// The JSON request on standard input for the command of `page`, which got no arguments.
    pub(super) fn piped_document(&mut self, page: &CommandPage) -> Result<Request, Refusals> {
        let document = self.read_piped(page)?;
        self.parse_document(&document, page.words, None)
    }

    /// The request for the suggestions of another tool. Without `rules`, those of every rule.
    #[cfg(feature = "suggestions")]
    pub(super) fn suggestions(
        &mut self,
        format: SuggestionFormat,
        source: TextSource,
        rules: &[String],
    ) -> Result<Request, Refusals> {
        self.names_from = NamesFrom::Document;
        let text = self.text(source)?;
        Ok(dialect::read_suggestions(format, &text, rules)?)
    }

    /// The request that replays the recorded transactions of `source`.
    pub(super) fn recorded(&mut self, source: TextSource) -> Result<Request, Refusal> {
        self.names_from = NamesFrom::Records;
        Ok(records::request(&self.text(source)?)?)
    }

    /// The text of `source` for an edit of `paths`. If the only path is `-`, reads the text to edit first.
    pub(super) fn text_for(
        &mut self,
        paths: &[PathBuf],
        source: TextSource,
    ) -> Result<Bytes, Refusal> {
        if let [path] = paths {
            self.read_if_dash(path)?;
        }
        self.text(source)
    }

    /// The request of a diff, or of a JSON request on standard input. The diff and the base of `patch` are still empty.
    pub(super) fn patch(
        &mut self,
        diff: TextSource,
        base: Option<TextSource>,
        mut patch: PatchDiff,
    ) -> Result<Request, Refusals> {
        self.names_from = NamesFrom::Document;
        let is_stdin = diff.is_stdin();
        let text = self.text(diff)?;
        if is_stdin && is_request(&text) {
            if patch != PatchDiff::new(Bytes::new()) || base.is_some() {
                return Err(flags_with_request().into());
            }
            return self.parse_document(&text, "patch", None);
        }
        patch.diff = text;
        if let Some(source) = base {
            patch.base = Some(Base::Text(self.text(source)?));
        }
        Ok(Step::new(".", Action::Patch(patch)).into())
    }

    /// The request for `actions`, in order, on each file of `paths`.
    pub(super) fn steps(
        &mut self,
        paths: Vec<PathBuf>,
        actions: &[Action],
    ) -> Result<Request, Refusal> {
        let mut targets = Target::files(paths, PathOrigin::Listed);
        if targets.len() > 1 {
            if targets.iter().any(|target| target.path.as_os_str() == "-") {
                return Err(select::dash_among_files().into());
            }
            // Removing a file removes a name, so two names of a file are two targets.
            if actions != [Action::Remove] {
                self.keep_first_spellings(&mut targets)?;
            }
        } else if let (None, [only]) = (&self.stdin_target, &targets[..]) {
            self.read_if_dash(&only.path.clone())?;
        }
        Ok(Step::at_each(targets, actions).into())
    }

    /// The texts of a replacement. If one text comes from a file and the other is typed without a final newline,
    /// drops the final newline of the file, which only ends its last line.
    pub(super) fn old_and_new(
        &mut self,
        old: TextSource,
        new: Option<TextSource>,
    ) -> Result<(Bytes, Option<Bytes>), Refusal> {
        let Some(new) = new else {
            return Ok((self.text(old)?, None));
        };
        let flags = (old.file_flag(), new.file_flag());
        let (mut old, mut new) = (self.text(old)?, self.text(new)?);
        match flags {
            (Some(flag), None) if strip_final_newline(&mut old, &new) => {
                self.warnings.push(Notice::LineEnd { flag }.into());
            }
            (None, Some(flag)) if strip_final_newline(&mut new, &old) => {
                self.warnings.push(Notice::LineEnd { flag }.into());
            }
            _ => {}
        }
        Ok((old, Some(new)))
    }

    /// Warns about the repairs of SEARCH/REPLACE blocks for one file, which need no file name, and about lines that belong
    /// to no block.
    pub(super) fn warn_about_blocks(&mut self, blocks: &Patch) {
        for repair in &blocks.repairs {
            if repair.kind != RepairKind::MissingFileHeader {
                self.warnings.push(Notice::Repaired(*repair).into());
            }
        }
        for line in &blocks.ignored {
            self.warnings.push(Notice::NotInBlock(*line).into());
        }
    }

    /// The request of `operation` from the JSON `document`. `path` is the target, if the user typed one.
    fn parse_document(
        &mut self,
        document: &[u8],
        operation: &'static str,
        path: Option<&Path>,
    ) -> Result<Request, Refusals> {
        match path {
            Some(path) => self.read_if_dash(path)?,
            None => self.names_from = NamesFrom::Document,
        }
        let node = Node::parse(document)?;
        dialect::of_operation(node, operation, path, &mut |path| {
            self.read_inside_root(path)
        })
    }

    /// Standard input for the command of `page`, which got no arguments.
    fn read_piped(&mut self, page: &CommandPage) -> Result<Bytes, Refusal> {
        if self.is_terminal {
            return Err(no_path(page, "a terminal").into());
        }
        let document = self.read_implicit_stdin("request")?;
        if document.iter().all(u8::is_ascii_whitespace) {
            return Err(no_path(page, "empty").into());
        }
        Ok(document)
    }

    /// The typed and the selected files, each once.
    pub(super) fn targets(
        &mut self,
        selection: SelectionArgs,
        typed: Vec<PathBuf>,
    ) -> Result<Vec<Target>, Refusal> {
        let cwd = self.cwd().to_owned();
        let mut targets =
            selection.targets(typed, &cwd, |source| self.read(source, "--files-from"))?;
        if targets.len() > 1 {
            self.keep_first_spellings(&mut targets)?;
        }
        if let [target] = &targets[..]
            && target.path_origin == PathOrigin::Listed
        {
            self.read_if_dash(&target.path)?;
        }
        Ok(targets)
    }

    /// Drops names of a file that an earlier name already covers, so that each file is edited once. Errors in a name
    /// are reported when its file is read.
    fn keep_first_spellings(&self, targets: &mut Vec<Target>) -> Result<(), Refusal> {
        let reach = self.context.reach(self.names_from);
        let mut disk = Disk::open(self.cwd(), reach)?;
        let mut seen = HashSet::new();
        targets.retain(|Target { path, below, .. }| {
            if below.is_some() {
                return true;
            }
            let target = run::native_path(path, &mut disk, &Limits::default());
            let location = target.and_then(|target| Ok(disk.locate(&target)?));
            seen.insert(location.map_err(|_| path.clone()))
        });
        Ok(())
    }

    pub(super) fn text(&mut self, source: TextSource) -> Result<Bytes, Refusal> {
        match source {
            TextSource::Inline(text) => Ok(text),
            TextSource::File(path, user) => self.read(&path, user),
            TextSource::Operand(name) => {
                self.refuse_terminal(name)?;
                self.read_implicit_stdin(name)
            }
        }
    }

    /// The content of `source`, which the flag or operand `user` names; `-` is standard input.
    fn read(&mut self, source: &Path, user: &str) -> Result<Bytes, Refusal> {
        if source.as_os_str() == "-" {
            return self.read_stdin(&format!("{user} -"));
        }
        let mut file = source::open_document(&self.cwd().join(source), self.limit)
            .map_err(|reason| input_fault(reason).at(source))?;
        self.sources.extend(SourceFile::opened(&file));
        let bytes = source::read_all(&mut file, self.limit).map_err(|reason| reason.at(source))?;
        Ok(bytes.into())
    }

    fn refuse_terminal(&self, name: &str) -> Result<(), Reason> {
        if self.is_terminal {
            return Err(Reason::usage(
                format!("no {name} is given, and standard input is a terminal"),
                format!("name a file, or pipe the {name} in"),
            ));
        }
        Ok(())
    }

    /// The operand `source`, or standard input if it is missing, to be read line by line.
    pub(super) fn lines(
        &mut self,
        source: Option<PathBuf>,
        name: &'static str,
    ) -> Result<LineInput<'a>, Refusal> {
        let file = source.filter(|source| source.as_os_str() != "-");
        let reader: Box<dyn Read> = match &file {
            Some(source) => Box::new(
                source::open_document(&self.cwd().join(source), self.limit)
                    .map_err(|reason| input_fault(reason).at(source))?,
            ),
            None => {
                self.refuse_terminal(name)?;
                self.announce_wait(name);
                Box::new(self.take_stdin(name)?)
            }
        };
        Ok(LineInput {
            reader: Box::new(BufReader::with_capacity(BUFFER, reader)),
            name: file.unwrap_or_else(|| PathBuf::from("-")),
            limit: self.limit,
        })
    }

    /// The text of a file that a document names. The file must be inside the root.
    pub(super) fn read_inside_root(&self, path: &Path) -> Result<Bytes, Refusal> {
        let reach = self.context.reach(NamesFrom::Document);
        let mut disk = Disk::open(self.cwd(), reach)?;
        let place = disk.locate(path)?;
        let text = disk
            .read(&place, Limits::default().max_size)?
            .ok_or_else(|| Refusal::from(Fault::Missing).at(place.shown()))?;
        Ok(text.bytes().clone())
    }

    /// Standard input. A second user is refused.
    fn take_stdin(&mut self, user: &str) -> Result<&'a mut dyn Read, Refusal> {
        let Some(reader) = self.stdin.take() else {
            let first = self.stdin_user.as_deref().unwrap_or(user);
            return Err(Reason::usage(
                format!("`{first}` and `{user}` both read standard input"),
                "give one of them a file",
            )
            .into());
        };
        self.stdin_user = Some(user.to_owned());
        self.sources
            .extend(self.stdin_handle.and_then(SourceFile::opened));
        Ok(reader)
    }

    /// Reads standard input for `name` although no argument is `-`.
    fn read_implicit_stdin(&mut self, name: &str) -> Result<Bytes, Refusal> {
        self.announce_wait(name);
        self.read_stdin(name)
    }

    /// Reports that `name` is read from standard input if no input arrives. The user may not know that the program
    /// waits.
    fn announce_wait(&self, name: &str) {
        if let Some(input) = self.stdin_handle {
            streams::announce_wait(input, &name.to_lowercase());
        }
    }

    fn read_stdin(&mut self, user: &str) -> Result<Bytes, Refusal> {
        let reader = self.take_stdin(user)?;
        let bytes = source::read_all(reader, self.limit).map_err(|reason| reason.at("-"))?;
        Ok(bytes.into())
    }

    /// Reads standard input if `path` is `-`.
    fn read_if_dash(&mut self, path: &Path) -> Result<(), Refusal> {
        if path.as_os_str() == "-" {
            self.stdin_target = Some(self.read_stdin("PATH -")?);
        }
        Ok(())
    }
}

/// True if `text` is a JSON object or list. No diff is JSON.
fn is_request(text: &[u8]) -> bool {
    matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))
        && matches!(Node::read(text), Ok(Node::Object(_) | Node::List(_)))
}

/// The refusal of a command without arguments, if `input` contains no request.
fn no_path(page: &CommandPage, input: &str) -> Reason {
    Reason::usage(
        format!("no PATH is given, and standard input is {input}"),
        format!(
            "`incise {}`, or a request as JSON on standard input",
            page.usage
        ),
    )
}

fn flags_with_request() -> Reason {
    Reason::usage(
        "standard input is a JSON request, which flags cannot change",
        "give them as fields of the request, for example \"mode\":\"tolerant\"",
    )
}

/// Removes the final newline of `read` if `typed`, the other text of a replacement, has none. Returns true if it did.
fn strip_final_newline(read: &mut Bytes, typed: &[u8]) -> bool {
    if typed.is_empty() || typed.ends_with(b"\n") || !read.ends_with(b"\n") {
        return false;
    }
    read.truncate(LineEnding::strip(read).len());
    true
}

/// `reason` for an input, which is not a file to edit: no command creates it.
fn input_fault(reason: Reason) -> Reason {
    match reason {
        Reason::Store(Fault::Missing) => Reason::worded(
            Code::Missing,
            Fault::Missing.to_string(),
            "check the path; it is relative to the working directory, or to -C DIR",
        ),
        reason => reason,
    }
}
