//! Reads what a command line names beside its targets: texts, requests, diffs, lists of paths.
//!
//! Standard input is read for whoever asks for it by `-`, or for the operand that `patch` and `apply`
//! were not given, and for one of them only.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use bytes::Bytes;

use super::page::Page;
use super::root::NamesFrom;
use super::source;
use super::streams::{Input, Terminal};
use super::whereabouts::Whereabouts;
use crate::disk::Disk;
use crate::patch::{self, FilePatch, PatchFormat, Strictness};
use crate::refusal::{Reason, Refusal, Refusals};
use crate::request::json::{self, Given};
use crate::request::{Action, Limits, Named, Repeat, Request, Step, Terms};
use crate::text;

/// Bytes read at once of what is read line by line.
const BUFFER: usize = 1 << 16;

/// The ways one text may come in: typed, or from a file.
pub(super) struct Text {
    flag: &'static str,
    typed: Option<OsString>,
    file_flag: &'static str,
    file: Option<PathBuf>,
}

/// `text` with an ending after its last line, as its first has it. An empty text has no line.
fn ended(text: Bytes) -> Bytes {
    if text.is_empty() || text.ends_with(b"\n") || text.ends_with(b"\r") {
        return text;
    }
    let first = text::first_line(&text);
    let ending: &[u8] = if first.len() < text.len() && first.ends_with(b"\r") {
        b"\r\n"
    } else {
        b"\n"
    };
    [&text[..], ending].concat().into()
}

impl Text {
    pub(super) fn new(
        flag: &'static str,
        typed: Option<OsString>,
        file_flag: &'static str,
        file: Option<PathBuf>,
    ) -> Self {
        Self {
            flag,
            typed,
            file_flag,
            file,
        }
    }

    /// What comes in by `--text` and `--text-file`.
    pub(super) fn plain(typed: Option<OsString>, file: Option<PathBuf>) -> Self {
        Self::new("--text", typed, "--text-file", file)
    }
}

/// A document that is read line by line.
pub(super) struct Lines<'a> {
    pub(super) reader: Box<dyn BufRead + 'a>,
    /// What messages call it; `-` is standard input.
    pub(super) name: PathBuf,
    /// Most bytes that may be in memory.
    pub(super) limit: u64,
}

/// Reads texts on behalf of one command line.
pub(super) struct Intake<'a> {
    whereabouts: &'a Whereabouts<'a>,
    stdin: Option<&'a mut dyn Read>,
    terminal: Terminal,
    /// Most bytes of one document.
    limit: u64,
    stdin_user: Option<String>,
    names_from: NamesFrom,
    steps_on: Vec<usize>,
    filter: Option<Bytes>,
}

/// What the intake knows once a request is built.
pub(super) struct TakenIn {
    pub(super) names_from: NamesFrom,
    /// The line of the request that each step stands on, where each line is one.
    pub(super) steps_on: Vec<usize>,
    /// The text of the path `-`.
    pub(super) filter: Option<Bytes>,
}

impl<'a> Intake<'a> {
    /// An intake of a command that runs there.
    pub(super) fn new<'s: 'a>(
        whereabouts: &'a Whereabouts<'_>,
        stdin: Input<'s>,
        limits: &Limits,
    ) -> Self {
        let Input { reader, terminal } = stdin;
        Self {
            whereabouts,
            stdin: Some(reader),
            terminal,
            limit: limits.max_size,
            stdin_user: None,
            names_from: NamesFrom::CommandLine,
            steps_on: Vec::new(),
            filter: None,
        }
    }

    /// What has been learnt.
    pub(super) fn finish(self) -> TakenIn {
        TakenIn {
            names_from: self.names_from,
            steps_on: self.steps_on,
            filter: self.filter,
        }
    }

    /// The directory that relative paths start from.
    pub(super) fn cwd(&self) -> &Path {
        self.whereabouts.cwd()
    }

    /// Where the names of targets come from, as far as is known.
    pub(super) fn names_from(&self) -> NamesFrom {
        self.names_from
    }

    /// Notes that a document names the targets.
    pub(super) fn names_come_from_document(&mut self) {
        self.names_from = NamesFrom::Document;
    }

    /// Notes on which lines of the request the steps stand.
    pub(super) fn steps_stand_on(&mut self, lines: Vec<usize>) {
        self.steps_on = lines;
    }

    /// Says that the names of targets come from records, which are relative to the root.
    pub(super) fn names_come_from_records(&mut self) {
        self.names_from = NamesFrom::Records;
    }

    /// The text, if it was given either way.
    pub(super) fn text(&mut self, text: Text) -> Result<Option<Bytes>, Refusal> {
        match (text.typed, text.file) {
            (Some(typed), _) => Ok(Some(typed.into_encoded_bytes().into())),
            (None, Some(file)) => self.read(&file, text.file_flag).map(Some),
            (None, None) => Ok(None),
        }
    }

    /// The text, which must be given.
    pub(super) fn needed_text(&mut self, text: Text) -> Result<Bytes, Refusal> {
        let (flag, file_flag) = (text.flag, text.file_flag);
        self.text(text)?.ok_or_else(|| {
            Reason::usage(
                format!("`{flag}` is missing"),
                format!("{flag} TEXT or {file_flag} FILE; {flag} '' is the empty text"),
            )
            .into()
        })
    }

    /// The whole text of a file, which must be given. Typed as an argument it is lines, and the last has its
    /// ending too; from a file or a pipe it is what it is, byte for byte.
    pub(super) fn needed_whole_text(&mut self, text: Text) -> Result<Bytes, Refusal> {
        let is_typed = text.typed.is_some();
        let text = self.needed_text(text)?;
        Ok(if is_typed { ended(text) } else { text })
    }

    /// The contents of `source`, which `user` (a flag or operand) names; `-` is standard input.
    pub(super) fn read(&mut self, source: &Path, user: &str) -> Result<Bytes, Refusal> {
        if source.as_os_str() == "-" {
            return self.read_stdin(&format!("{user} -"));
        }
        let opened = source::opened(&self.cwd().join(source), self.limit);
        let bytes = opened.and_then(|mut file| source::whole(&mut file, self.limit));
        let bytes = bytes.map_err(|reason| Refusal::new(reason).at(source))?;
        Ok(bytes.into())
    }

    /// The contents of an operand; of standard input when it was left out.
    pub(super) fn operand(
        &mut self,
        source: Option<PathBuf>,
        name: &'static str,
    ) -> Result<Bytes, Refusal> {
        match source {
            Some(source) => self.read(&source, name),
            None => {
                self.refuse_terminal(name)?;
                self.read_stdin(name)
            }
        }
    }

    fn refuse_terminal(&self, name: &str) -> Result<(), Reason> {
        match self.terminal {
            Terminal::No => Ok(()),
            Terminal::Yes => Err(Reason::usage(
                format!("no {name} is given, and standard input is a terminal"),
                format!("name a file, or pipe the {name} in"),
            )),
        }
    }

    /// An operand, or standard input when it was left out, to be read line by line.
    pub(super) fn lines(
        &mut self,
        source: Option<PathBuf>,
        name: &'static str,
    ) -> Result<Lines<'a>, Refusal> {
        let source = source.filter(|source| source.as_os_str() != "-");
        match source {
            Some(source) => {
                let file = source::opened(&self.cwd().join(&source), self.limit)
                    .map_err(|reason| Refusal::new(reason).at(&source))?;
                Ok(Lines {
                    reader: Box::new(BufReader::with_capacity(BUFFER, file)),
                    name: source,
                    limit: self.limit,
                })
            }
            None => {
                self.refuse_terminal(name)?;
                let reader = self.take_stdin(name)?;
                Ok(Lines {
                    reader: Box::new(BufReader::with_capacity(BUFFER, reader)),
                    name: PathBuf::from("-"),
                    limit: self.limit,
                })
            }
        }
    }

    /// The text of a file that a document names, inside the root.
    pub(super) fn text_inside(&self, path: &Path) -> Result<Bytes, Refusal> {
        let reach = self.whereabouts.reach(NamesFrom::Document);
        let mut disk = Disk::open(self.cwd(), reach)?;
        let place = disk.locate(path)?;
        let text = disk.read(&place, &Limits::default())?;
        let text = text.ok_or_else(|| Refusal::new(Reason::Missing).at(place.shown()))?;
        Ok(text.bytes().clone())
    }

    /// Standard input, for one user only.
    fn take_stdin(&mut self, user: &str) -> Result<&'a mut dyn Read, Refusal> {
        let taken = self.stdin.take();
        if let Some(reader) = taken {
            self.stdin_user = Some(user.to_owned());
            return Ok(reader);
        }
        let first = self.stdin_user.as_deref().unwrap_or(user);
        Err(Reason::usage(
            format!("`{first}` and `{user}` both read standard input"),
            "give one of them a file",
        )
        .into())
    }

    fn read_stdin(&mut self, user: &str) -> Result<Bytes, Refusal> {
        let reader = self.take_stdin(user)?;
        let bytes = source::whole(reader, self.limit);
        let bytes = bytes.map_err(|reason| Refusal::new(reason).at("-"))?;
        Ok(bytes.into())
    }

    /// The request of `operation` in the JSON document `source`, of the target `path` where it is typed.
    pub(super) fn json(
        &mut self,
        source: &Path,
        operation: &'static str,
        path: Option<&Path>,
    ) -> Result<Request, Refusals> {
        let document = self.read(source, "--from-json")?;
        match path {
            Some(path) => self.take_target(path)?,
            None => self.names_from = NamesFrom::Document,
        }
        let given = Given {
            operation: Some(operation),
            path,
        };
        Ok(json::parse_given(&document, given)?)
    }

    /// Old and new texts out of SEARCH/REPLACE blocks, which name no other files than `paths`.
    pub(super) fn blocks(
        &mut self,
        source: &Path,
        paths: &[PathBuf],
    ) -> Result<Vec<(Bytes, Bytes)>, Refusal> {
        let text = self.read(source, "--blocks")?;
        let patch = patch::parse(&text, Strictness::Repair).map_err(Reason::from)?;
        let other = patch
            .files
            .iter()
            .find(|file| file.format != PatchFormat::SearchReplace);
        if other.is_some() || patch.files.is_empty() {
            return Err(Reason::usage(
                "`--blocks` found no SEARCH/REPLACE blocks, or more than that",
                "`incise patch` reads diffs of every kind",
            )
            .into());
        }
        if let Some(named) = patch.files.iter().find_map(|file| elsewhere(file, paths)) {
            return Err(Reason::usage(
                format!("a block names `{}`, another file", named.display()),
                "`incise patch` edits the files that blocks name; without the name it goes where you say",
            )
            .into());
        }
        let hunks = patch.files.iter().flat_map(FilePatch::hunks);
        Ok(hunks
            .map(|hunk| (joined(hunk.old_side()), joined(hunk.new_side())))
            .collect())
    }

    /// The target of the command with this page, which must be given.
    pub(super) fn needed_path(
        &mut self,
        path: Option<PathBuf>,
        page: &Page,
    ) -> Result<PathBuf, Refusal> {
        let path = page.needed_path(path)?;
        self.take_target(&path)?;
        Ok(path)
    }

    /// The target, if one was given.
    pub(super) fn at_most_one(&self, mut paths: Vec<PathBuf>) -> Result<Option<PathBuf>, Reason> {
        if paths.len() > 1 {
            return Err(Reason::usage(
                "`--from-json` takes one PATH at most",
                "`incise apply` takes edits of several files",
            ));
        }
        Ok(paths.pop())
    }

    /// Reads standard input when `path` says that it is what is edited.
    pub(super) fn take_target(&mut self, path: &Path) -> Result<(), Refusal> {
        if path.as_os_str() == "-" {
            self.filter = Some(self.read_stdin("PATH -")?);
        }
        Ok(())
    }

    /// A request of one step on a typed path.
    pub(super) fn one_step(&self, path: PathBuf, action: Action) -> Request {
        Request {
            steps: vec![Step {
                path,
                named: Named::Stated,
                expect_hash: None,
                repeat: Repeat::Refuse,
                action,
            }],
            expect_total: None,
            terms: Terms::default(),
        }
    }
}

/// The file that `file` names, if it is not the one that each of `paths` means: one name may begin further up.
fn elsewhere<'a>(file: &'a FilePatch, paths: &[PathBuf]) -> Option<&'a Path> {
    let named = file.names.new.as_deref().or(file.names.old.as_deref())?;
    let bare = named.strip_prefix(".").unwrap_or(named);
    let is_meant = |path: &PathBuf| {
        let path = path.strip_prefix(".").unwrap_or(path);
        path.ends_with(bare) || bare.ends_with(path)
    };
    let is_here = !paths.is_empty() && paths.iter().all(is_meant);
    (!is_here).then_some(named)
}

/// Lines as one text.
fn joined<'a>(lines: impl Iterator<Item = &'a Bytes>) -> Bytes {
    lines.flatten().copied().collect()
}
