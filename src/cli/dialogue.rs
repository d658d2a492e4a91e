//! `--interactive`: shows each match at the terminal and asks the user whether to change it.

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};
use rustix::fs::{Mode, OFlags, open};
use tempfile::Builder;

use super::output::Presentation;
use crate::disk::Interrupt;
use crate::refusal::{Fault, Reason};
use crate::request::{Action, Pick, Request};
use crate::run::{Chooser, Offer, OldLines};
use crate::text::{self, LineEnding};

const ANSWER_HELP: &str = "\
A letter, then Enter:
y  apply this change
n  skip this change
a  apply this change and all later ones
q  skip this change and all later ones; apply those you accepted
e  edit the new text, then look at it again
u  go back to the previous change
?  print this help
";

/// The editor if the environment names none.
const DEFAULT_EDITOR: &str = "vi";

/// The user at a terminal, and the editor to start.
pub(super) struct Dialogue {
    pub(super) presentation: Presentation,
    /// `VISUAL`, else `EDITOR`.
    pub(super) editor: Option<OsString>,
    /// The directory for temporary files of the editor.
    pub(super) scratch: PathBuf,
    pub(super) interrupt: Interrupt,
}

impl From<Dialogue> for Chooser {
    fn from(dialogue: Dialogue) -> Self {
        Self::new(move |offers| dialogue.ask(offers))
    }
}

/// Refuses to ask if standard input or standard output is not a terminal.
pub(super) fn require_terminals(is_stdin: bool, is_stdout: bool) -> Result<(), Reason> {
    let stream = match (is_stdin, is_stdout) {
        (true, true) => return Ok(()),
        (false, _) => "standard input",
        (true, false) => "standard output",
    };
    Err(Reason::usage(
        format!("`--interactive` needs a terminal, but {stream} is not one"),
        "omit it; `check` before the command shows every match and writes nothing",
    ))
}

/// Makes `request` offer every match. Refuses a call that writes no files, and a request that already picks a match.
pub(super) fn offer_every_match(request: &mut Request, writes_files: bool) -> Result<(), Reason> {
    if !writes_files {
        return Err(Reason::usage(
            "`--interactive` asks before it writes files, but this call writes none",
            "omit the flags that print the result instead",
        ));
    }
    let mut has_pick = request.expect_total.is_some();
    for step in &mut request.steps {
        if let Action::Replace(replace) = &mut step.action {
            has_pick |= !matches!(replace.pick, Pick::Only | Pick::All);
            replace.pick = Pick::All;
        }
    }
    if has_pick {
        return Err(Reason::usage(
            "`--interactive` asks about every match, but other flags already select matches",
            "omit --nth, --expect and --site",
        ));
    }
    Ok(())
}

impl Dialogue {
    /// Asks about each of `offers`. Returns the accepted offers, and `None` for each skipped offer.
    fn ask(&self, offers: &[Offer]) -> Result<Vec<Option<Offer>>, Reason> {
        // An edited text is kept when the user goes back.
        let mut offers = offers.to_vec();
        let mut accepted: Vec<bool> = Vec::new();
        let mut is_shown = false;
        while let Some(offer) = offers.get(accepted.len()) {
            if !is_shown {
                print(&self.presentation.offer(offer))?;
            }
            is_shown = false;
            let number = accepted.len() + 1;
            let count = offers.len();
            let question = format!("({number}/{count}) apply this change? [y,n,a,q,e,u,?] ");
            match ask_letter(&question)? {
                'y' => accepted.push(true),
                'n' => accepted.push(false),
                'a' => accepted.resize(count, true),
                'q' => accepted.resize(count, false),
                'e' => offers[number - 1] = self.edit(offer.clone())?,
                'u' => {
                    if accepted.pop().is_none() {
                        print(b"this is the first change\n")?;
                    }
                }
                _ => {
                    print(ANSWER_HELP.as_bytes())?;
                    is_shown = true;
                }
            }
        }
        let mut chosen = Vec::new();
        for (offer, is_accepted) in offers.into_iter().zip(accepted) {
            chosen.push(if is_accepted { Some(offer) } else { None });
        }
        let count = chosen.iter().flatten().count();
        print(format!("{count} of {} accepted\n", chosen.len()).as_bytes())?;
        Ok(chosen)
    }

    /// Lets the user edit the new lines of `offer`.
    fn edit(&self, offer: Offer) -> Result<Offer, Reason> {
        // A signal is meant for the editor while the editor runs, and the temporary file must be deleted first.
        self.interrupt.hold_back();
        let edited = self.edit_uninterrupted(offer);
        self.interrupt.obey();
        self.interrupt.check()?;
        edited
    }

    fn edit_uninterrupted(&self, offer: Offer) -> Result<Offer, Reason> {
        let (Some(lines), Some(old_lines)) = (offer.new_lines(), offer.old_lines()) else {
            print(b"this change has no text to edit\n")?;
            return Ok(offer);
        };
        let extension = offer.files.first().and_then(|file| file.path.extension());
        match self.edit_text(lines, extension) {
            Ok(new) => {
                let new = with_endings_of(&old_lines, new);
                Ok(offer.with_lines(new))
            }
            Err(error) => {
                print(format!("{error:#}: the text is unchanged\n").as_bytes())?;
                Ok(offer)
            }
        }
    }

    /// Lets the user edit `text` in a temporary file that only this user can read. Returns the edited text.
    fn edit_text(&self, text: &[u8], extension: Option<&OsStr>) -> anyhow::Result<Vec<u8>> {
        let mut suffix = OsString::new();
        if let Some(extension) = extension {
            suffix.push(".");
            suffix.push(extension);
        }
        let mut scratch = Builder::new()
            .prefix("incise-")
            .suffix(&suffix)
            .tempfile_in(&self.scratch)
            .context("cannot create a file for the editor")?;
        scratch
            .write_all(text)
            .context("cannot write the file for the editor")?;
        self.run_editor(scratch.path())?;
        // The editor may leave anything at the path. Opening a FIFO must not block.
        let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NOCTTY | OFlags::NONBLOCK;
        let descriptor = open(scratch.path(), flags, Mode::empty())
            .context("the editor did not leave a regular file")?;
        let mut file = File::from(descriptor);
        if !file.metadata()?.is_file() {
            bail!("the editor did not leave a regular file");
        }
        let mut edited = Vec::new();
        file.read_to_end(&mut edited)
            .context("cannot read the file that the editor left")?;
        Ok(edited)
    }

    fn run_editor(&self, file: &Path) -> anyhow::Result<()> {
        let editor = self.editor.as_deref().unwrap_or(OsStr::new(DEFAULT_EDITOR));
        // A shell splits the words, as in other programs that start an editor.
        let mut line = editor.to_owned();
        line.push(" \"$@\"");
        let status = Command::new("sh")
            .arg("-c")
            .arg(line)
            .arg(editor)
            .arg(file)
            .status()
            .context("the editor cannot be started")?;
        ensure!(status.success(), "the editor exited with {status}");
        Ok(())
    }
}

/// `edited` with the line endings of the file, and with a final line ending if `old` has one: the lines that it
/// replaces. An editor may write only line feeds, omit the last line ending, or add one in the middle of a line.
fn with_endings_of(old: &OldLines, mut edited: Vec<u8>) -> Vec<u8> {
    if old.ending == LineEnding::CrLf {
        edited = with_carriage_returns(&edited);
    }
    let is_ended = LineEnding::of_line(&edited).is_some();
    if edited.is_empty() || is_ended == old.is_ended {
        return edited;
    }
    if old.is_ended {
        edited.extend_from_slice(old.ending.as_bytes());
    } else {
        let len = LineEnding::strip(&edited).len();
        edited.truncate(len);
    }
    edited
}

/// `text` with a carriage return before each line feed.
fn with_carriage_returns(text: &[u8]) -> Vec<u8> {
    let mut converted = Vec::with_capacity(text.len());
    for line in text::lines(text) {
        converted.extend_from_slice(LineEnding::strip(line));
        if LineEnding::of_line(line).is_some() {
            converted.extend_from_slice(b"\r\n");
        }
    }
    converted
}

/// Asks `question` and returns the letter of the answer, in lower case; `?` for any other answer.
fn ask_letter(question: &str) -> Result<char, Reason> {
    print(question.as_bytes())?;
    let mut line = Vec::new();
    let len = io::stdin()
        .lock()
        .read_until(b'\n', &mut line)
        .map_err(terminal_error)?;
    if len == 0 {
        // The user has not decided about the other changes.
        return Err(terminal_error(
            "standard input has ended, and nothing was written",
        ));
    }
    match line.trim_ascii() {
        [letter] => Ok(char::from(letter.to_ascii_lowercase())),
        _ => Ok('?'),
    }
}

fn print(text: &[u8]) -> Result<(), Reason> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text).and_then(|()| out.flush());
    written.map_err(terminal_error)
}

fn terminal_error(error: impl Display) -> Reason {
    Reason::Store(Fault::io("ask about", error))
}
