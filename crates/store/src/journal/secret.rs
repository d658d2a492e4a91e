//! Private files, whose texts are never stored. A file that was once called `.env` stays private under any other
//! name.
//!
//! A list next to the history has one line per known fact: `text HASH` for a text of a private file, `name PATH` for
//! the current name of a private file, and `gone PATH` for a former name. Paths are in JSON. The last line about a
//! name counts. An unreadable line is skipped.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::Unavailable;
use super::entry::{FileNote, KeptChanges};
use super::state_directory::PrivateDir;
use crate::change::Record;
use crate::error::NotKept;
use crate::snapshot::Fingerprint;

const LIST: &str = "private";

/// The maximum number of bytes to read from the list.
const MAX_LIST: u64 = 16 << 20;

/// Texts and names that are known to be private.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    texts: HashSet<String>,
    names: HashSet<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct WireName(#[serde(with = "crate::text::wire::path")] PathBuf);

impl Secrets {
    /// Reads the list of the journal in `directory`.
    pub(super) fn read(directory: &PrivateDir) -> Result<Self, Unavailable> {
        let file = match directory.file(LIST, OFlags::RDONLY) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(Self::default()),
            Err(error) => return Err(directory.fault(LIST, error)),
        };
        let mut bytes = Vec::new();
        if let Err(error) = file.take(MAX_LIST).read_to_end(&mut bytes) {
            return Err(directory.fault(LIST, errno(&error)));
        }
        let mut secrets = Self::default();
        for line in bytes.split(|&byte| byte == b'\n') {
            let Ok(line) = std::str::from_utf8(line) else {
                continue;
            };
            let Some((word, rest)) = line.split_once(' ') else {
                continue;
            };
            match (word, serde_json::from_str(rest)) {
                ("text", _) => {
                    secrets.texts.insert(rest.to_owned());
                }
                ("name", Ok(WireName(name))) => {
                    secrets.names.insert(name);
                }
                ("gone", Ok(WireName(name))) => {
                    secrets.names.remove(&name);
                }
                _ => {}
            }
        }
        Ok(secrets)
    }

    /// True if the name `name` or the text `text` is known to be private.
    pub(super) fn contains(&self, name: &Path, text: &Fingerprint) -> bool {
        self.names.contains(name) || self.texts.contains(&text.hex())
    }

    /// True if a name or text of `record` is known to be private.
    pub(super) fn contains_file(&self, record: &Record) -> bool {
        if record.names().any(|name| self.names.contains(name)) {
            return true;
        }
        if self.texts.is_empty() {
            return false;
        }
        let mut texts = [record.before, record.after].into_iter().flatten();
        texts.any(|text| self.texts.contains(&text.hex()))
    }
}

/// The lines of the list for the private files in `notes`.
pub(super) fn lines_of_private_files(notes: &[FileNote]) -> String {
    let mut lines = String::new();
    for note in notes {
        if matches!(note.changes, KeptChanges::Missing(NotKept::Private)) {
            push_lines(&mut lines, note);
        }
    }
    lines
}

/// Appends `lines` to the list in `directory`.
pub(super) fn append(directory: &PrivateDir, lines: &str) -> Result<(), Unavailable> {
    if lines.is_empty() {
        return Ok(());
    }
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND;
    let file = directory.file(LIST, flags);
    let mut file = File::from(file.map_err(|error| directory.fault(LIST, error))?);
    // The lock keeps the lines together if they take several writes.
    let _ = flock(&file, FlockOperation::LockExclusive);
    file.write_all(lines.as_bytes())
        .map_err(|error| directory.fault(LIST, errno(&error)))
}

pub(super) fn errno(error: &std::io::Error) -> Errno {
    Errno::from_io_error(error).unwrap_or(Errno::IO)
}

fn push_lines(lines: &mut String, note: &FileNote) {
    for text in [note.before, note.after].into_iter().flatten() {
        // An empty text proves nothing: any file may be empty.
        if text.len > 0 {
            lines.push_str(&format!("text {}\n", text.hex()));
        }
    }
    let (before, after) = (note.path_before(), note.path_after());
    if let Some(before) = before
        && Some(before) != after
    {
        lines.push_str(&name_line("gone", before));
    }
    if let Some(after) = after {
        lines.push_str(&name_line("name", after));
    }
}

fn name_line(word: &str, name: &Path) -> String {
    let json = serde_json::to_string(&WireName(name.to_owned())).unwrap_or_default();
    format!("{word} {json}\n")
}
