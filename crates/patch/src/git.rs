//! The `diff --git` line and the extended header after it.

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

/// The number of spaces in a `diff --git` line up to which every split at a space is tried. In longer lines, the number
/// of bytes from the middle in which spaces are tried.
const SPLIT_REACH: usize = 64;

/// An old and a new name.
type NamePair = (Vec<u8>, Vec<u8>);

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
        let line = self.lines.bare(start);
        let names = line.strip_prefix(b"diff --git ").unwrap_or_default();
        self.at += 1;
        let mut header = GitHeader::default();
        while self.at < self.lines.len() && self.extended_header_line(&mut header)? {
            self.at += 1;
        }
        // The `---` and `+++` lines may contain the name that a rename line omits.
        let names_both = self.lines.bare(self.at).starts_with(b"--- ")
            && self.lines.bare(self.at + 1).starts_with(b"+++ ");
        if header.from.is_some() != header.to.is_some() && !names_both {
            return Err(self.malformed(start, Problem::HalfNamed));
        }
        let named = self.git_line_names(start, names, &header)?;
        let (names, content) = self.git_content(named, &mut header)?;
        if !header.states_change() && content == Content::Hunks(Vec::new()) {
            if self.has_properties_next() {
                return Ok(());
            }
            return Err(self.malformed(start, Problem::NoHunks));
        }
        if names.is_unnamed() {
            return Err(self.malformed(start, Problem::BadName));
        }
        let operation = header.operation.unwrap_or(FileOperation::Modify);
        self.push(FilePatch {
            has_two_prefixes: header.has_prefixes(&names),
            names: names.for_operation(operation),
            format: PatchFormat::Git,
            operation,
            old_mode: header.old_mode,
            new_mode: header.new_mode,
            blobs: header.blobs,
            content,
            line: LineNumber::after_lines(start),
            messages_above: 0,
            strictness: Strictness::Repair,
        });
        Ok(())
    }

    /// Reads everything after the extended header. Returns the content and the final names.
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
        } else if self.lines.whole(self.at).starts_with(b"@@") || self.may_begin_hunk() {
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

    /// True if a hunk without a header may begin at the current line.
    fn may_begin_hunk(&self) -> bool {
        let marker = self.lines.marker(self.at);
        matches!(
            marker,
            LineMarker::Context | LineMarker::Removed | LineMarker::Added
        ) && !self.is_boundary(self.at)
    }

    /// Parses the current line as a line of the extended header. Returns false for any other line.
    fn extended_header_line(&self, header: &mut GitHeader) -> Result<bool, ParseError> {
        let line = self.lines.bare(self.at);
        if let Some(rest) = line.strip_prefix(b"old mode ") {
            header.old_mode = Some(self.git_mode(rest)?);
        } else if let Some(rest) = line.strip_prefix(b"new mode ") {
            header.new_mode = Some(self.git_mode(rest)?);
        } else if let Some(rest) = line.strip_prefix(b"new file mode ") {
            header.new_mode = Some(self.git_mode(rest)?);
            self.set_operation(header, FileOperation::Create)?;
        } else if let Some(rest) = line.strip_prefix(b"deleted file mode ") {
            header.old_mode = Some(self.git_mode(rest)?);
            self.set_operation(header, FileOperation::Delete)?;
        } else if let Some(rest) = strip_either(line, b"rename from ", b"rename old ") {
            self.set_operation(header, FileOperation::Rename)?;
            header.from = Some(self.git_name(rest)?);
        } else if let Some(rest) = strip_either(line, b"rename to ", b"rename new ") {
            self.set_operation(header, FileOperation::Rename)?;
            header.to = Some(self.git_name(rest)?);
        } else if let Some(rest) = line.strip_prefix(b"copy from ") {
            self.set_operation(header, FileOperation::Copy)?;
            header.from = Some(self.git_name(rest)?);
        } else if let Some(rest) = line.strip_prefix(b"copy to ") {
            self.set_operation(header, FileOperation::Copy)?;
            header.to = Some(self.git_name(rest)?);
        } else if let Some(rest) = line.strip_prefix(b"index ") {
            let mut words = rest.split(|&byte| byte == b' ');
            header.blobs = words.next().and_then(blobs);
            if let (Some(digits), None) = (words.next(), header.old_mode) {
                header.old_mode = Some(self.git_mode(digits)?);
            }
        } else {
            return Ok(
                line.starts_with(b"similarity index ") || line.starts_with(b"dissimilarity index ")
            );
        }
        Ok(true)
    }

    fn git_mode(&self, digits: &[u8]) -> Result<GitMode, ParseError> {
        let mode = match std::str::from_utf8(digits.trim_ascii()) {
            Ok(digits) => u32::from_str_radix(digits, 8).ok(),
            Err(_) => None,
        };
        match mode {
            Some(mode) => Ok(GitMode(mode)),
            None => Err(self.malformed(self.at, Problem::BadMode)),
        }
    }

    /// Sets the operation. All lines of a header must state the same operation.
    fn set_operation(
        &self,
        header: &mut GitHeader,
        operation: FileOperation,
    ) -> Result<(), ParseError> {
        let stated = *header.operation.get_or_insert(operation);
        if stated == operation {
            Ok(())
        } else {
            Err(self.malformed(self.at, Problem::HeadersDisagree))
        }
    }

    /// A name that fills the rest of its line, quoted or not.
    fn git_name(&self, text: &[u8]) -> Result<Vec<u8>, ParseError> {
        if text.first() != Some(&b'"') {
            return Ok(text.to_vec());
        }
        let (name, _) = unquoted(text).ok_or_else(|| self.malformed(self.at, Problem::BadName))?;
        Ok(name)
    }

    /// The names from `line`, the rest of the `diff --git` line, and from the rename or copy lines.
    fn git_line_names(
        &self,
        at: usize,
        line: &[u8],
        header: &GitHeader,
    ) -> Result<PatchNames, ParseError> {
        let pairs = name_pairs(line).ok_or_else(|| self.malformed(at, Problem::BadName))?;
        let Some((old, new)) = header.choose_pair(&pairs) else {
            return Ok(PatchNames::default());
        };
        Ok(PatchNames {
            old: Some(path_of(&old).map_err(|problem| self.malformed(at, problem))?),
            new: Some(path_of(&new).map_err(|problem| self.malformed(at, problem))?),
        })
    }

    /// Reads the names in the `---` and `+++` lines. `/dev/null` in one of them determines the operation, unless the
    /// header states one.
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
        if !stated.agrees(&named, operation) {
            // If the `diff --git` line has two different names, these lines may select one of them.
            let moves = matches!(operation, FileOperation::Rename | FileOperation::Copy);
            let chooses = [&named.old, &named.new]
                .into_iter()
                .flatten()
                .any(|name| stated.agrees(&PatchNames::same(name.clone()), operation));
            if moves || named.name_one_file() || !chooses {
                return Err(self.malformed(start, Problem::HeadersDisagree));
            }
        }
        let (old, new) = stated.paths();
        Ok(PatchNames {
            old: old.or(named.old),
            new: new.or(named.new),
        })
    }

    /// Reads the blocks after the line `GIT binary patch`.
    fn binary(&mut self) -> Result<Binary, ParseError> {
        let start = self.at;
        self.at += 1;
        let forward = self
            .binary_block()?
            .ok_or_else(|| self.malformed(start, Problem::BinaryDamaged))?;
        let backward = self.binary_block()?;
        Ok(Binary { forward, backward })
    }

    /// Reads a `literal N` or `delta N` block and the empty line after it. `None` if there is no such block.
    fn binary_block(&mut self) -> Result<Option<BinaryDelta>, ParseError> {
        let start = self.at;
        let line = self.lines.bare(start);
        let Some(digits) = strip_either(line, b"literal ", b"delta ") else {
            return Ok(None);
        };
        let Ok(size) = number(digits) else {
            return Err(self.malformed(start, Problem::BinaryDamaged));
        };
        self.add_binary_len(start, size)?;
        let mut packed = Vec::new();
        let mut at = start + 1;
        while !self.lines.bare(at).is_empty() {
            if base85::decode_line(self.lines.bare(at), &mut packed).is_none() {
                return Err(self.malformed(at, Problem::BinaryDamaged));
            }
            at += 1;
        }
        let Some(text) = inflate(&packed, size) else {
            return Err(self.malformed(start, Problem::BinaryDamaged));
        };
        self.at = at + 1;
        Ok(Some(if line.starts_with(b"literal ") {
            BinaryDelta::Literal(text)
        } else {
            BinaryDelta::Delta(text)
        }))
    }
}

impl GitHeader {
    fn states_change(&self) -> bool {
        self.operation.is_some() || self.new_mode.is_some()
    }

    /// True if `names` have prefixes. The names in rename and copy lines never have any.
    fn has_prefixes(&self, names: &PatchNames) -> bool {
        match (&self.from, &names.old) {
            (Some(from), Some(old)) => old.as_os_str().as_encoded_bytes() != from,
            _ => names.have_two_prefixes(),
        }
    }

    /// The pair of names that matches the rename or copy lines, or that contains the same name twice.
    fn choose_pair(&self, pairs: &[NamePair]) -> Option<NamePair> {
        for (old, new) in pairs {
            let fits = match (&self.from, &self.to) {
                (Some(from), Some(to)) => is_below(old, from) && is_below(new, to),
                _ => without_prefix(old) == without_prefix(new),
            };
            if fits {
                return Some((old.clone(), new.clone()));
            }
        }
        if let (Some(from), Some(to)) = (&self.from, &self.to) {
            return Some(([b"a/", &from[..]].concat(), [b"b/", &to[..]].concat()));
        }
        match pairs {
            [only] => Some(only.clone()),
            _ => None,
        }
    }
}

impl PatchNames {
    /// True if both names are the same apart from git's prefixes.
    fn name_one_file(&self) -> bool {
        match (&self.old, &self.new) {
            (Some(old), Some(new)) => {
                without_prefix(old.as_os_str().as_encoded_bytes())
                    == without_prefix(new.as_os_str().as_encoded_bytes())
            }
            (old, new) => old.is_none() && new.is_none(),
        }
    }

    /// Removes the name on the side that has no file in `operation`.
    fn for_operation(self, operation: FileOperation) -> Self {
        match operation {
            FileOperation::Create => Self { old: None, ..self },
            FileOperation::Delete => Self { new: None, ..self },
            _ => self,
        }
    }
}

/// Parses `abc123..def456`.
fn blobs(word: &[u8]) -> Option<(String, String)> {
    let (old, new) = std::str::from_utf8(word).ok()?.split_once("..")?;
    for name in [old, new] {
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
    }
    Some((old.to_owned(), new.to_owned()))
}

fn strip_either<'l>(line: &'l [u8], prefix: &[u8], other: &[u8]) -> Option<&'l [u8]> {
    line.strip_prefix(prefix)
        .or_else(|| line.strip_prefix(other))
}

/// All ways to split `a/x b/x` into two names. Names with spaces allow several. `None` if the quoting is invalid.
///
/// If there are many spaces, only splits near the middle are returned, to keep the work linear. Outside of renames,
/// which state their names on other lines, git writes the same name twice.
fn name_pairs(line: &[u8]) -> Option<Vec<NamePair>> {
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
    let spaces: Vec<usize> = memchr::memchr_iter(b' ', line).collect();
    let mut pairs = Vec::new();
    for &space in &spaces {
        if spaces.len() <= SPLIT_REACH || space.abs_diff(line.len() / 2) <= SPLIT_REACH {
            pairs.push((line[..space].to_vec(), line[space + 1..].to_vec()));
        }
    }
    Some(pairs)
}

/// True if `path` ends with `name` at a component boundary.
pub(super) fn is_below(path: &[u8], name: &[u8]) -> bool {
    path.strip_suffix(name)
        .is_some_and(|prefix| prefix.is_empty() || prefix.ends_with(b"/"))
}

/// `name` without git's one-letter prefix.
pub(super) fn without_prefix(name: &[u8]) -> &[u8] {
    match name {
        [letter, b'/', rest @ ..] if letter.is_ascii_alphabetic() => rest,
        _ => name,
    }
}
