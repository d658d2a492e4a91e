//! Prints a patch as it was parsed, in git's unified format with correct counts.
//!
//! Information that this format cannot express is lost: an append becomes a hunk without a line number, and nested
//! scopes become several `@@` lines.

use std::path::{Path, PathBuf};

use super::{
    Binary, BinaryDelta, Content, FileOperation, FilePatch, GitMode, Hunk, HunkRange, LineKind,
    Patch, PatchFormat, PatchNames, base85,
};

impl Patch {
    /// The whole patch as a unified diff.
    pub fn to_unified(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for file in &self.files {
            file.print(&mut out);
        }
        out
    }
}

impl FilePatch {
    /// The part for this file as a unified diff.
    pub fn to_unified(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.print(&mut out);
        out
    }

    fn print(&self, out: &mut Vec<u8>) {
        let names = self.printed_names();
        if self.needs_git_header() {
            self.print_git_header(&names, out);
        }
        match &self.content {
            Content::Binary(binary) => print_binary(binary, out),
            Content::Hunks(hunks) if hunks.is_empty() => {}
            Content::Hunks(hunks) => {
                if !names.is_unnamed() {
                    print_side(b"--- ", names.old.as_deref(), out);
                    print_side(b"+++ ", names.new.as_deref(), out);
                }
                for hunk in hunks {
                    print_hunk(hunk, out);
                }
            }
        }
    }

    /// The names, with git's prefixes added for formats without prefixes.
    fn printed_names(&self) -> PatchNames {
        match self.format {
            PatchFormat::Unified | PatchFormat::Git => self.names.clone(),
            PatchFormat::V4a | PatchFormat::SearchReplace => PatchNames {
                old: self
                    .names
                    .old
                    .as_ref()
                    .map(|name| Path::new("a").join(name)),
                new: self
                    .names
                    .new
                    .as_ref()
                    .map(|name| Path::new("b").join(name)),
            },
        }
    }

    fn needs_git_header(&self) -> bool {
        let moves = matches!(self.operation, FileOperation::Rename | FileOperation::Copy);
        self.format == PatchFormat::Git || moves || self.hunks().is_empty()
    }

    fn print_git_header(&self, names: &PatchNames, out: &mut Vec<u8>) {
        // Git writes the name of the other side for a missing side, with the prefix of the missing side.
        let old = match &names.old {
            Some(old) => Some(old.clone()),
            None => with_other_prefix(names.new.as_deref(), "b", "a"),
        };
        let new = match &names.new {
            Some(new) => Some(new.clone()),
            None => with_other_prefix(names.old.as_deref(), "a", "b"),
        };
        let (old, new) = (quoted(old.as_deref()), quoted(new.as_deref()));
        push_line(out, &[b"diff --git ", &old, b" ", &new]);
        self.print_modes(out);
        let verb: Option<&[u8]> = match self.operation {
            FileOperation::Rename => Some(b"rename"),
            FileOperation::Copy => Some(b"copy"),
            _ => None,
        };
        if let Some(verb) = verb {
            let plain = names.stripped(1).unwrap_or_else(|| names.clone());
            push_line(out, &[verb, b" from ", &quoted(plain.old.as_deref())]);
            push_line(out, &[verb, b" to ", &quoted(plain.new.as_deref())]);
        }
        self.print_index(out);
    }

    fn print_modes(&self, out: &mut Vec<u8>) {
        let regular = GitMode(0o100_644);
        let old = format!("{:06o}", self.old_mode.unwrap_or(regular).0);
        let new = format!("{:06o}", self.new_mode.unwrap_or(regular).0);
        match self.operation {
            FileOperation::Create => push_line(out, &[b"new file mode ", new.as_bytes()]),
            FileOperation::Delete => push_line(out, &[b"deleted file mode ", old.as_bytes()]),
            _ if self.new_mode.is_some() => {
                push_line(out, &[b"old mode ", old.as_bytes()]);
                push_line(out, &[b"new mode ", new.as_bytes()]);
            }
            _ => {}
        }
    }

    fn print_index(&self, out: &mut Vec<u8>) {
        let Some((old, new)) = &self.blobs else {
            return;
        };
        let states_mode = self.new_mode.is_some() || self.operation == FileOperation::Delete;
        let suffix = match self.old_mode {
            Some(mode) if !states_mode => format!(" {:06o}", mode.0),
            _ => String::new(),
        };
        let (old, new) = (old.as_bytes(), new.as_bytes());
        push_line(out, &[b"index ", old, b"..", new, suffix.as_bytes()]);
    }
}

/// `name` with the prefix `old` replaced by `new`.
fn with_other_prefix(name: Option<&Path>, old: &str, new: &str) -> Option<PathBuf> {
    let name = name?;
    match name.strip_prefix(old) {
        Ok(rest) => Some(Path::new(new).join(rest)),
        Err(_) => Some(name.to_owned()),
    }
}

fn push_line(out: &mut Vec<u8>, parts: &[&[u8]]) {
    for part in parts {
        out.extend_from_slice(part);
    }
    out.push(b'\n');
}

fn print_side(sign: &[u8], name: Option<&Path>, out: &mut Vec<u8>) {
    match name {
        None => push_line(out, &[sign, b"/dev/null"]),
        Some(name) => {
            let name = quoted(Some(name));
            // A tab ends a name that contains spaces, as in git and GNU diff.
            let end: &[u8] = if name.contains(&b' ') { b"\t" } else { b"" };
            push_line(out, &[sign, &name, end]);
        }
    }
}

/// A name as git writes it: quoted and escaped if it contains a control character, quote or backslash.
fn quoted(name: Option<&Path>) -> Vec<u8> {
    let bytes = name.map_or(&b""[..], |name| name.as_os_str().as_encoded_bytes());
    if !bytes.iter().any(|byte| must_be_escaped(*byte)) {
        return bytes.to_vec();
    }
    let mut out = vec![b'"'];
    for byte in bytes {
        match byte {
            b'"' | b'\\' => out.extend_from_slice(&[b'\\', *byte]),
            byte if must_be_escaped(*byte) => {
                out.extend_from_slice(format!("\\{byte:03o}").as_bytes());
            }
            byte => out.push(*byte),
        }
    }
    out.push(b'"');
    out
}

fn must_be_escaped(byte: u8) -> bool {
    byte < 0x20 || matches!(byte, 0x7f | b'"' | b'\\')
}

fn print_hunk(hunk: &Hunk, out: &mut Vec<u8>) {
    let (scope, outer) = match hunk.scopes.split_last() {
        Some((last, outer)) => (&last[..], outer),
        None => (&b""[..], &[][..]),
    };
    for scope in outer {
        push_line(out, &[b"@@ ... @@ ", scope]);
    }
    let blank: &[u8] = if scope.is_empty() { b"" } else { b" " };
    match (hunk.old.or(hunk.new), hunk.new.or(hunk.old)) {
        (Some(old), Some(new)) => {
            let old = range_text(old, hunk.old_side().count());
            let new = range_text(new, hunk.new_side().count());
            let numbers = format!("@@ -{old} +{new} @@");
            push_line(out, &[numbers.as_bytes(), blank, scope]);
        }
        _ => push_line(out, &[b"@@ ... @@", blank, scope]),
    }
    for line in &hunk.lines {
        out.push(match line.kind {
            LineKind::Context => b' ',
            LineKind::Removed => b'-',
            LineKind::Added => b'+',
        });
        out.extend_from_slice(&line.text);
        if !line.text.ends_with(b"\n") {
            out.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// `start,count` with the actual count.
fn range_text(stated: HunkRange, count: usize) -> String {
    let start = if count > 0 {
        stated.start.max(1)
    } else {
        stated.start
    };
    match count {
        1 => start.to_string(),
        _ => format!("{start},{count}"),
    }
}

fn print_binary(binary: &Binary, out: &mut Vec<u8>) {
    push_line(out, &[b"GIT binary patch"]);
    for half in std::iter::once(&binary.forward).chain(&binary.backward) {
        let (word, text) = match half {
            BinaryDelta::Literal(text) => ("literal", text),
            BinaryDelta::Delta(text) => ("delta", text),
        };
        push_line(out, &[format!("{word} {}", text.len()).as_bytes()]);
        base85::encode_lines(&miniz_oxide::deflate::compress_to_vec_zlib(text, 6), out);
        out.push(b'\n');
    }
}
