//! The `diff --git` line and the extended header below it.

use std::path::PathBuf;

use bytes::Bytes;

use super::base85;
use super::binary::inflate;
use super::line::{LineMarker, number};
use super::name::{path_of, unquoted};
use super::reader::{PatchReader, is_binary_notice};
use super::{
    Binary, BinaryDelta, Content, FileOperation, FilePatch, GitMode, ParseError, PatchFormat,
    PatchNames, Problem, Strictness,
};
use incise_text::text::LineNumber;

/// The facts of the extended header.
#[derive(Default)]
struct GitHeader {
    old_mode: Option<GitMode>,
    new_mode: Option<GitMode>,
    blobs: Option<(String, String)>,
    operation: Option<FileOperation>,
    from: Option<Vec<u8>>,
    to: Option<Vec<u8>>,
}

impl PatchReader<'_> {
    /// Reads a section that begins with a `diff --git` line.
    pub(super) fn git_section(&mut self) -> Result<(), ParseError> {
        let start = self.at;
        let line = self
            .lines
            .bare(start)
            .strip_prefix(b"diff --git ")
            .unwrap_or_default();
        self.at += 1;
        let mut header = GitHeader::default();
        while self.at < self.lines.len() && self.extended(&mut header)? {
            self.at += 1;
        }
        // The lines of the file header may name what a rename does not.
        let names_both = self.lines.bare(self.at).starts_with(b"--- ")
            && self.lines.bare(self.at + 1).starts_with(b"+++ ");
        if header.from.is_some() != header.to.is_some() && !names_both {
            return Err(self.malformed(start, Problem::HalfNamed));
        }
        let named = self.named_by_git(start, line, &header)?;
        let (names, content) = self.git_content(named, &mut header)?;
        if header.says_nothing()
            && content == Content::Hunks(Vec::new())
            && self.has_properties_next()
        {
            return Ok(());
        }
        if header.says_nothing() && content == Content::Hunks(Vec::new()) {
            return Err(self.malformed(start, Problem::NoHunks));
        }
        if names.is_unnamed() {
            return Err(self.malformed(start, Problem::BadName));
        }
        let operation = header.operation.unwrap_or(FileOperation::Modify);
        let names = names.of(operation);
        self.push(FilePatch {
            names,
            format: PatchFormat::Git,
            operation,
            old_mode: header.old_mode,
            new_mode: header.new_mode,
            blobs: header.blobs,
            is_of_two_trees: false,
            content,
            line: LineNumber::after_lines(start),
            strictness: Strictness::Repair,
        });
        Ok(())
    }

    /// Reads what follows the extended header, and the names it states.
    fn git_content(
        &mut self,
        named: PatchNames,
        header: &mut GitHeader,
    ) -> Result<(PatchNames, Content), ParseError> {
        let line = self.lines.bare(self.at);
        if line == b"GIT binary patch" {
            return Ok((named, Content::Binary(self.binary()?)));
        }
        let names = if line.starts_with(b"--- ") || line.starts_with(b"+++ ") {
            self.header_names(named, header)?
        } else if self.lines.whole(self.at).starts_with(b"@@") || self.is_marked() {
            named
        } else if is_binary_notice(line) {
            return Err(self.malformed(self.at, Problem::BinaryDataMissing));
        } else {
            return Ok((named, Content::Hunks(Vec::new())));
        };
        let start = self.at;
        let hunks = self.hunks()?;
        if hunks.is_empty() && !self.has_properties_next() {
            return Err(self.malformed(start, Problem::NoHunks));
        }
        Ok((names, Content::Hunks(hunks)))
    }

    /// Whether a hunk without any header may begin here.
    fn is_marked(&self) -> bool {
        let marker = self.lines.marker(self.at);
        matches!(
            marker,
            LineMarker::Context | LineMarker::Removed | LineMarker::Added
        ) && !self.is_boundary(self.at)
    }

    /// Reads one line of the extended header; `false` when it is none. A flat table of its lines.
    fn extended(&self, header: &mut GitHeader) -> Result<bool, ParseError> {
        let line = self.lines.bare(self.at);
        let mode = |digits: &[u8]| {
            std::str::from_utf8(digits.trim_ascii())
                .ok()
                .and_then(|digits| u32::from_str_radix(digits, 8).ok())
                .map(GitMode)
                .ok_or_else(|| self.malformed(self.at, Problem::BadMode))
        };
        let after = |prefix: &[u8]| line.strip_prefix(prefix);
        if let Some(rest) = after(b"old mode ") {
            header.old_mode = Some(mode(rest)?);
        } else if let Some(rest) = after(b"new mode ") {
            header.new_mode = Some(mode(rest)?);
        } else if let Some(rest) = after(b"new file mode ") {
            header.new_mode = Some(mode(rest)?);
            self.operate(header, FileOperation::Create)?;
        } else if let Some(rest) = after(b"deleted file mode ") {
            header.old_mode = Some(mode(rest)?);
            self.operate(header, FileOperation::Delete)?;
        } else if let Some(rest) = after(b"rename from ").or_else(|| after(b"rename old ")) {
            self.operate(header, FileOperation::Rename)?;
            header.from = Some(self.git_name(rest)?);
        } else if let Some(rest) = after(b"rename to ").or_else(|| after(b"rename new ")) {
            self.operate(header, FileOperation::Rename)?;
            header.to = Some(self.git_name(rest)?);
        } else if let Some(rest) = after(b"copy from ") {
            self.operate(header, FileOperation::Copy)?;
            header.from = Some(self.git_name(rest)?);
        } else if let Some(rest) = after(b"copy to ") {
            self.operate(header, FileOperation::Copy)?;
            header.to = Some(self.git_name(rest)?);
        } else if let Some(rest) = after(b"index ") {
            let mut words = rest.split(|&byte| byte == b' ');
            header.blobs = words.next().and_then(blobs);
            if let (Some(digits), None) = (words.next(), header.old_mode) {
                header.old_mode = Some(mode(digits)?);
            }
        } else {
            return Ok(
                after(b"similarity index ").is_some() || after(b"dissimilarity index ").is_some()
            );
        }
        Ok(true)
    }

    /// Notes what the file is for, which may be said once.
    fn operate(&self, header: &mut GitHeader, operation: FileOperation) -> Result<(), ParseError> {
        let stated = *header.operation.get_or_insert(operation);
        if stated == operation {
            Ok(())
        } else {
            Err(self.malformed(self.at, Problem::HeadersDisagree))
        }
    }

    /// A name on a line of its own, quoted or not.
    fn git_name(&self, text: &[u8]) -> Result<Vec<u8>, ParseError> {
        if text.first() != Some(&b'"') {
            return Ok(text.to_vec());
        }
        let (name, _) = unquoted(text).ok_or_else(|| self.malformed(self.at, Problem::BadName))?;
        Ok(name)
    }

    /// The names as far as the `diff --git` line and the rename or copy lines tell.
    fn named_by_git(
        &self,
        at: usize,
        line: &[u8],
        header: &GitHeader,
    ) -> Result<PatchNames, ParseError> {
        let pairs = splits(line).ok_or_else(|| self.malformed(at, Problem::BadName))?;
        let fits = |(old, new): &&(Vec<u8>, Vec<u8>)| match (&header.from, &header.to) {
            (Some(from), Some(to)) => is_below(old, from) && is_below(new, to),
            _ => without_prefix(old) == without_prefix(new),
        };
        let pair = pairs.iter().find(fits).cloned().or_else(|| {
            let (from, to) = header.from.clone().zip(header.to.clone())?;
            Some((
                [b"a/", from.as_slice()].concat(),
                [b"b/", to.as_slice()].concat(),
            ))
        });
        let path = |name: Vec<u8>| path_of(&name).map_err(|problem| self.malformed(at, problem));
        match pair.or_else(|| (pairs.len() == 1).then(|| pairs[0].clone())) {
            Some((old, new)) => Ok(PatchNames {
                old: Some(path(old)?),
                new: Some(path(new)?),
            }),
            None => Ok(PatchNames::default()),
        }
    }

    /// The names of the `---` and `+++` lines; where one says `/dev/null`, that is the operation unless
    /// another is stated.
    fn header_names(
        &mut self,
        named: PatchNames,
        header: &mut GitHeader,
    ) -> Result<PatchNames, ParseError> {
        let start = self.at;
        let stated = self.file_header()?;
        if header.operation.is_none() {
            header.operation = stated.operation();
        }
        let operation = header.operation.unwrap_or(FileOperation::Modify);
        // Where the first line gives two names, those below it that agree on one of them say which is meant.
        let moves = matches!(operation, FileOperation::Rename | FileOperation::Copy);
        let is_one_of_two = || {
            let mut both = [&named.old, &named.new].into_iter().flatten();
            both.any(|name| stated.agrees(&PatchNames::same(name.clone()), operation))
        };
        if !stated.agrees(&named, operation) && (moves || named.is_common() || !is_one_of_two()) {
            return Err(self.malformed(start, Problem::HeadersDisagree));
        }
        let (old, new) = stated.paths();
        Ok(PatchNames {
            old: old.or(named.old),
            new: new.or(named.new),
        })
    }
}

impl PatchReader<'_> {
    /// Reads the blocks below the line `GIT binary patch`.
    fn binary(&mut self) -> Result<Binary, ParseError> {
        let start = self.at;
        self.at += 1;
        let forward = self
            .binary_block()?
            .ok_or_else(|| self.malformed(start, Problem::BinaryDamaged))?;
        let backward = self.binary_block()?;
        Ok(Binary { forward, backward })
    }

    /// One `literal N` or `delta N` block with the empty line after it, if one begins here.
    fn binary_block(&mut self) -> Result<Option<BinaryDelta>, ParseError> {
        let start = self.at;
        let line = self.lines.bare(start);
        let (kind, size): (fn(Bytes) -> BinaryDelta, _) =
            if let Some(size) = line.strip_prefix(b"literal ") {
                (BinaryDelta::Literal, size)
            } else if let Some(size) = line.strip_prefix(b"delta ") {
                (BinaryDelta::Delta, size)
            } else {
                return Ok(None);
            };
        let size = number(size).map_err(|_| self.malformed(start, Problem::BinaryDamaged))?;
        self.expand(start, size)?;
        let damaged = |at| self.malformed(at, Problem::BinaryDamaged);
        let mut packed = Vec::new();
        let mut at = start + 1;
        while !self.lines.bare(at).is_empty() {
            base85::decode_line(self.lines.bare(at), &mut packed).ok_or_else(|| damaged(at))?;
            at += 1;
        }
        let text = inflate(&packed, size).ok_or_else(|| damaged(start))?;
        self.at = at + 1;
        Ok(Some(kind(text)))
    }
}

impl GitHeader {
    fn says_nothing(&self) -> bool {
        self.operation.is_none() && self.new_mode.is_none()
    }
}

impl PatchNames {
    /// Whether both are the same name below git's prefixes.
    fn is_common(&self) -> bool {
        let bare = |name: &Option<PathBuf>| {
            let bytes = name.as_ref()?.as_os_str().as_encoded_bytes();
            Some(without_prefix(bytes).to_vec())
        };
        bare(&self.old) == bare(&self.new)
    }

    /// The names with `/dev/null` on the side where the operation has no file.
    fn of(self, operation: FileOperation) -> Self {
        match operation {
            FileOperation::Create => Self { old: None, ..self },
            FileOperation::Delete => Self { new: None, ..self },
            _ => self,
        }
    }
}

/// `abc123..def456`.
fn blobs(word: &[u8]) -> Option<(String, String)> {
    let (old, new) = std::str::from_utf8(word).ok()?.split_once("..")?;
    let hex = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    (hex(old) && hex(new)).then(|| (old.to_owned(), new.to_owned()))
}

/// Every way to split `a/x b/x` in two names; blanks in names make several. `None` for bad quoting.
///
/// Only splits with names of like length are tried when both are unquoted and there are many, so that
/// the work stays linear: git writes the same name twice but for a rename, which states its names.
fn splits(line: &[u8]) -> Option<Vec<(Vec<u8>, Vec<u8>)>> {
    if line.first() == Some(&b'"') {
        let (old, used) = unquoted(line)?;
        let rest = line[used..].trim_ascii_start();
        let new = if rest.first() == Some(&b'"') {
            unquoted(rest)?.0
        } else {
            rest.to_vec()
        };
        return Some(vec![(old, new)]);
    }
    if line.ends_with(b"\"")
        && let Some(quote) = memchr::memmem::find(line, b" \"")
    {
        let (new, _) = unquoted(&line[quote + 1..])?;
        return Some(vec![(line[..quote].to_vec(), new)]);
    }
    let blanks: Vec<usize> = memchr::memchr_iter(b' ', line).collect();
    let near_middle = |at: &&usize| blanks.len() <= 64 || at.abs_diff(line.len() / 2) <= 64;
    let split = |&at: &usize| (line[..at].to_vec(), line[at + 1..].to_vec());
    Some(blanks.iter().filter(near_middle).map(split).collect())
}

/// Whether `path` is `name`, or `name` below a prefix.
pub(super) fn is_below(path: &[u8], name: &[u8]) -> bool {
    path.strip_suffix(name)
        .is_some_and(|prefix| prefix.is_empty() || prefix.ends_with(b"/"))
}

/// `name` without git's prefix of one letter.
pub(super) fn without_prefix(name: &[u8]) -> &[u8] {
    match name {
        [letter, b'/', rest @ ..] if letter.is_ascii_alphabetic() => rest,
        _ => name,
    }
}
