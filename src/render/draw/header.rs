//! The header lines of a file in a diff, as git writes them.

use std::path::Path;

use crate::change::TransitionKind;
use crate::patch::blob_name;
use crate::render::escape::path_bytes;
use crate::report::FileReport;
use crate::snapshot::{LINK, USUAL_MODE};

/// The number of digits to show of an object name, as in git.
const SHOWN_DIGITS: usize = 7;

/// The content of a file, which decides the last header lines and the lines that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeaderTexts {
    /// Texts that differ, which are shown as hunks.
    Differ,
    /// Binary files that differ.
    DifferInBinary,
    /// Private files that differ.
    DifferInSecret,
    /// Equal content: nothing follows.
    Equal,
}

/// The header lines of a file, without line endings.
pub fn lines(file: &FileReport, texts: HeaderTexts) -> Vec<Vec<u8>> {
    let from = file.from.as_deref().unwrap_or(&file.path);
    let old = name(b"a/", from);
    let new = name(b"b/", &file.path);
    let mut lines = vec![joined(&[b"diff --git ", &old, b" ", &new])];
    lines.extend(mode_lines(file));
    let word = match file.transition {
        TransitionKind::Moved => Some("rename"),
        TransitionKind::Copied => Some("copy"),
        TransitionKind::Edited | TransitionKind::Created | TransitionKind::Removed => None,
    };
    if let Some(word) = word {
        lines.push(joined(&[word.as_bytes(), b" from ", &name(b"", from)]));
        lines.push(joined(&[word.as_bytes(), b" to ", &name(b"", &file.path)]));
    }
    lines.extend(index_line(file, texts));
    lines.extend(text_lines(file, texts, old, new));
    lines
}

/// The lines for a change of the mode, if there is one.
fn mode_lines(file: &FileReport) -> Vec<Vec<u8>> {
    match (file.transition, file.modes) {
        (TransitionKind::Created, modes) => {
            let after = modes.map_or(USUAL_MODE, |(_, after)| after);
            vec![mode_line("new file mode", after)]
        }
        (TransitionKind::Removed, _) => vec![mode_line("deleted file mode", mode_before(file))],
        (_, Some((before, after))) if git_mode(before) != git_mode(after) => {
            vec![mode_line("old mode", before), mode_line("new mode", after)]
        }
        _ => Vec::new(),
    }
}

fn mode_line(word: &str, mode: u32) -> Vec<u8> {
    format!("{word} {}", git_mode(mode)).into_bytes()
}

/// The `index` line of a symbolic link, whose mode identifies the link.
fn index_line(file: &FileReport, texts: HeaderTexts) -> Option<Vec<u8>> {
    let before = file.before.as_ref()?;
    let exists_on_both_sides = matches!(
        file.transition,
        TransitionKind::Edited | TransitionKind::Moved | TransitionKind::Copied
    );
    if !before.is_link() || !exists_on_both_sides || texts != HeaderTexts::Differ {
        return None;
    }
    let after = file.changes.apply(before.bytes()).ok()?;
    let (old, new) = (blob_name(before.bytes()), blob_name(&after));
    let (old, new) = (&old[..SHOWN_DIGITS], &new[..SHOWN_DIGITS]);
    Some(format!("index {old}..{new} {}", git_mode(LINK)).into_bytes())
}

fn text_lines(file: &FileReport, texts: HeaderTexts, old: Vec<u8>, new: Vec<u8>) -> Vec<Vec<u8>> {
    let absent = b"/dev/null".to_vec();
    let (old, new) = match file.transition {
        TransitionKind::Created => (absent, new),
        TransitionKind::Removed => (old, absent),
        TransitionKind::Edited | TransitionKind::Moved | TransitionKind::Copied => (old, new),
    };
    match texts {
        HeaderTexts::Differ => vec![
            joined(&[b"--- ", &old, name_end(&old)]),
            joined(&[b"+++ ", &new, name_end(&new)]),
        ],
        HeaderTexts::DifferInBinary => vec![joined(&[
            b"Binary files ",
            &old,
            b" and ",
            &new,
            b" differ",
        ])],
        HeaderTexts::DifferInSecret => vec![joined(&[
            b"Private files ",
            &old,
            b" and ",
            &new,
            b" differ (--diff shows it)",
        ])],
        HeaderTexts::Equal => Vec::new(),
    }
}

/// A tab after a name with a space, so that other tools find the end of the name.
fn name_end(name: &[u8]) -> &'static [u8] {
    if name.contains(&b' ') && !name.starts_with(b"\"") {
        b"\t"
    } else {
        b""
    }
}

/// The permission bits of the file before the edit, or the default ones.
pub fn mode_before(file: &FileReport) -> u32 {
    let facts = file.before.as_ref().and_then(|before| before.facts());
    facts.map_or(USUAL_MODE, |facts| facts.mode)
}

/// Git has two modes for regular files, executable by the owner or not, and a mode for links.
pub fn git_mode(mode: u32) -> &'static str {
    match mode {
        LINK => "120000",
        mode if mode & 0o100 == 0 => "100644",
        _ => "100755",
    }
}

/// The name after `prefix`. If bytes could be misread, the name is in double quotes with escapes.
pub fn name(prefix: &[u8], path: &Path) -> Vec<u8> {
    let bytes = path_bytes(path);
    let bytes = match bytes.strip_prefix(b"/") {
        // An absolute name keeps its slash only if it has no prefix.
        Some(rest) if !prefix.is_empty() => rest,
        _ => bytes,
    };
    if is_plain(bytes) {
        return joined(&[prefix, bytes]);
    }
    let mut quoted = joined(&[b"\"", prefix]);
    for byte in bytes.iter() {
        match byte {
            b'"' | b'\\' => quoted.extend([b'\\', *byte]),
            b'\t' => quoted.extend(b"\\t"),
            b'\n' => quoted.extend(b"\\n"),
            b' '..=b'~' => quoted.push(*byte),
            _ => quoted.extend(format!("\\{byte:03o}").bytes()),
        }
    }
    quoted.push(b'"');
    quoted
}

/// True if a name needs no quotes: visible UTF-8 without quotes or backslashes.
fn is_plain(name: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(name) else {
        return false;
    };
    !name.contains(['"', '\\']) && !name.contains(char::is_control)
}

fn joined(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}
