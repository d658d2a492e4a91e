//! Private texts, which are never stored: those of files whose names say that they usually hold secrets, and more: a
//! file that was called `.env` once holds its secrets under any other name too.
//!
//! A list beside the history, a line for each thing that is known: `text HASH` for what a private file held,
//! `name PATH` for where one is now, `gone PATH` for where it is no more; paths in JSON. The last word on a name
//! counts. A line that does not read is skipped.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{FlockOperation, OFlags, flock};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use super::Unavailable;
use super::entry::{FileNote, KeptChanges};
use super::private_name::is_private;
use super::state_directory::PrivateDir;
use crate::change::Record;
use crate::error::NotKept;
use crate::snapshot::Fingerprint;

/// The name of the list.
const LIST: &str = "private";

/// A list longer than this is not read further, bytes.
const LONGEST: u64 = 16 << 20;

/// Texts and names that are known to be private.
#[derive(Debug, Default)]
pub(super) struct Secrets {
    texts: HashSet<String>,
    names: HashSet<PathBuf>,
}

#[derive(Serialize, Deserialize)]
struct WireName(#[serde(with = "crate::text::wire::path")] PathBuf);

impl Secrets {
    /// The secrets that the journal in `directory` knows.
    pub(super) fn read(directory: &PrivateDir) -> Result<Self, Unavailable> {
        let file = match directory.file(LIST, OFlags::RDONLY) {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(Self::default()),
            Err(error) => return Err(directory.fault(LIST, error)),
        };
        let mut bytes = Vec::new();
        let read = file.take(LONGEST).read_to_end(&mut bytes);
        let failed = |error: std::io::Error| {
            let error = Errno::from_io_error(&error).unwrap_or(Errno::IO);
            directory.fault(LIST, error)
        };
        read.map_err(failed)?;
        let mut secrets = Self::default();
        for line in bytes.split(|&byte| byte == b'\n') {
            let Some((word, rest)) = std::str::from_utf8(line)
                .ok()
                .and_then(|line| line.split_once(' '))
            else {
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

    /// True if the file `name` or its `text` is known to be private.
    pub(super) fn hold_text(&self, name: &Path, text: &Fingerprint) -> bool {
        self.names.contains(name) || self.texts.contains(&text.hex())
    }

    /// Whether what `record` is about is private: by one of its names, or by what is known.
    pub(super) fn hold(&self, record: &Record) -> bool {
        let mut texts = [record.before, record.after].into_iter().flatten();
        let mut names = record.names();
        names.any(|name| is_private(name) || self.names.contains(name))
            || texts.any(|text| self.texts.contains(&text.hex()))
    }
}

/// The texts and names of the private ones of `notes`, as lines of the list.
pub(super) fn private_lines(notes: &[FileNote]) -> String {
    let is_private_note =
        |note: &&FileNote| matches!(note.changes, KeptChanges::Missing(NotKept::Private));
    notes.iter().filter(is_private_note).map(lines_of).collect()
}

/// Adds `lines` to the list in `directory`.
pub(super) fn learn(directory: &PrivateDir, lines: &str) -> Result<(), Unavailable> {
    if lines.is_empty() {
        return Ok(());
    }
    let fault = |error| directory.fault(LIST, error);
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::APPEND;
    let mut file = File::from(directory.file(LIST, flags).map_err(fault)?);
    // One write appears at once; the lock keeps longer ones apart.
    let _ = flock(&file, FlockOperation::LockExclusive);
    file.write_all(lines.as_bytes())
        .map_err(|error| fault(Errno::from_io_error(&error).unwrap_or(Errno::IO)))
}

fn lines_of(note: &FileNote) -> String {
    let texts = [note.before, note.after].into_iter().flatten();
    // The empty text is everybody's.
    let texts = texts.filter(|text: &Fingerprint| text.len > 0);
    let mut lines: String = texts.map(|text| format!("text {}\n", text.hex())).collect();
    let named = |word: &str, name: &Path| {
        let name = serde_json::to_string(&WireName(name.to_owned())).unwrap_or_default();
        format!("{word} {name}\n")
    };
    let (before, after) = (note.path_before(), note.path_after());
    if let Some(before) = before.filter(|before| Some(*before) != after) {
        lines += &named("gone", before);
    }
    if let Some(after) = after {
        lines += &named("name", after);
    }
    lines
}
