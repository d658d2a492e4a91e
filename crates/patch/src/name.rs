//! File names in headers: quotes, time stamps, leading components.
//!
//! Names are kept as written. `..` and absolute names are refused when paths are opened.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use super::Problem;

/// The old and new name of a file, after unquoting. `None` represents `/dev/null`.
///
/// If both are `None`, the patch names no file, and the caller must provide one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatchNames {
    /// The name before the change.
    pub old: Option<PathBuf>,
    /// The name after the change.
    pub new: Option<PathBuf>,
}

impl PatchNames {
    /// Uses the same name before and after the change.
    pub fn same(path: PathBuf) -> Self {
        Self {
            old: Some(path.clone()),
            new: Some(path),
        }
    }

    /// True if the patch names no file.
    pub fn is_unnamed(&self) -> bool {
        self.old.is_none() && self.new.is_none()
    }

    /// The name after the change, or before it if the file is deleted.
    pub fn new_or_old(&self) -> Option<&Path> {
        self.new.as_deref().or(self.old.as_deref())
    }

    /// The key by which git sorts the files of a diff, bytewise: the new name, otherwise the old name, without its
    /// prefix.
    pub fn sort_key(&self) -> Option<&[u8]> {
        let bytes = self.new_or_old()?.as_os_str().as_encoded_bytes();
        if self.are_prefixed() {
            return bytes.get(2..);
        }
        Some(bytes)
    }

    /// The names with every backslash replaced by `/`. `None` if there is no backslash.
    pub fn slashed(&self) -> Option<Self> {
        let old = self.old.as_deref().and_then(slashed);
        let new = self.new.as_deref().and_then(slashed);
        if old.is_none() && new.is_none() {
            return None;
        }
        Some(Self {
            old: old.or_else(|| self.old.clone()),
            new: new.or_else(|| self.new.clone()),
        })
    }

    /// The names without their first `count` components. `None` if a name has no more than `count` components.
    pub fn stripped(&self, count: usize) -> Option<Self> {
        let mut names = self.clone();
        for name in [&mut names.old, &mut names.new].into_iter().flatten() {
            *name = stripped(name, count)?;
        }
        Some(names)
    }

    pub(super) fn swapped(&self) -> Self {
        Self {
            old: self.new.clone(),
            new: self.old.clone(),
        }
    }

    /// True if the names begin with different prefixes: git's, or the names of two trees (`linux.orig/a.c` and
    /// `linux/a.c`).
    pub(super) fn have_two_prefixes(&self) -> bool {
        let (Some(old), Some(new)) = (&self.old, &self.new) else {
            return false;
        };
        let (mut old, mut new) = (old.components(), new.components());
        if old.next() == new.next() || new.clone().next().is_none() {
            return false;
        }
        self.are_prefixed() || old.eq(new)
    }

    /// True if all names begin with one of git's prefixes (`a/`, `b/`, `i/`, `w/`...).
    pub(super) fn are_prefixed(&self) -> bool {
        for path in [&self.old, &self.new].into_iter().flatten() {
            let bytes = path.as_os_str().as_encoded_bytes();
            if bytes.len() <= 2 || !b"abciwo".contains(&bytes[0]) || bytes[1] != b'/' {
                return false;
            }
        }
        !self.is_unnamed()
    }

    /// True if one name begins with `a/` and the other with `b/`. A single name begins with either.
    pub(super) fn begin_with_a_and_b(&self) -> bool {
        self.are_prefixed() && (self.begin_with("a", "b") || self.begin_with("b", "a"))
    }

    fn begin_with(&self, old: &str, new: &str) -> bool {
        let old_fits = self.old.as_ref().is_none_or(|name| name.starts_with(old));
        let new_fits = self.new.as_ref().is_none_or(|name| name.starts_with(new));
        old_fits && new_fits
    }
}

/// `path` with every backslash replaced by `/`. `None` if there is no backslash, or if one is a shell escape:
/// `app/\[id\]/my\ page.tsx`. A name that begins with `./` is taken literally.
pub fn slashed(path: &Path) -> Option<PathBuf> {
    let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
    if !bytes.contains(&b'\\') || bytes.starts_with(b"./") || has_shell_escape(&bytes) {
        return None;
    }
    for byte in &mut bytes {
        if *byte == b'\\' {
            *byte = b'/';
        }
    }
    path_of(&bytes).ok()
}

fn has_shell_escape(name: &[u8]) -> bool {
    name.windows(2)
        .any(|pair| pair[0] == b'\\' && b" )]}'\"&;*?|<>".contains(&pair[1]))
}

/// Removes `count` components, like `-p`. Consecutive slashes count as one, and so does the root of an absolute name.
pub(super) fn stripped(path: &Path, count: usize) -> Option<PathBuf> {
    let mut rest = path.as_os_str().as_encoded_bytes();
    for _ in 0..count {
        let slash = rest.iter().position(|&byte| byte == b'/')?;
        let next = rest[slash..].iter().position(|&byte| byte != b'/')?;
        rest = &rest[slash + next..];
    }
    path_of(rest).ok()
}

/// A name in a file header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StatedName {
    /// `/dev/null`.
    Absent,
    /// A file whose time stamp marks it as missing: the epoch (`diff -N`), or Subversion's `(nonexistent)`. The file
    /// is missing only if the hunks agree.
    Epoch(PathBuf),
    /// A file that exists.
    File(PathBuf),
}

impl StatedName {
    pub(super) fn file_name(&self) -> Option<&OsStr> {
        self.file()?.file_name()
    }

    pub(super) fn file(&self) -> Option<&Path> {
        match self {
            Self::Epoch(path) | Self::File(path) => Some(path),
            Self::Absent => None,
        }
    }

    /// The path. `None` if the file does not exist. `has_no_lines` is true if this side of the hunks is empty.
    pub(super) fn into_path(self, has_no_lines: bool) -> Option<PathBuf> {
        match self {
            Self::Absent => None,
            Self::Epoch(_) if has_no_lines => None,
            Self::Epoch(path) | Self::File(path) => Some(path),
        }
    }
}

/// Parses the text after `--- ` or `+++ `, without its line ending.
pub(super) fn parse_stated_name(rest: &[u8]) -> Result<StatedName, Problem> {
    // Git ends a name that contains spaces with a tab. The name may begin with a space.
    let rest = match rest.last() {
        Some(b'\t') => rest,
        _ => rest.trim_ascii_start(),
    };
    let (name, stamp) = split_stamp(rest)?;
    if name == b"/dev/null" {
        return Ok(StatedName::Absent);
    }
    let path = path_of(&name)?;
    Ok(if is_epoch(stamp) || is_nonexistent(stamp) {
        StatedName::Epoch(path)
    } else {
        StatedName::File(path)
    })
}

/// Splits `text` into the name, unquoted, and the time stamp or remark after it.
fn split_stamp(text: &[u8]) -> Result<(Vec<u8>, &[u8]), Problem> {
    if text.first() == Some(&b'"') {
        let (name, used) = unquoted(text).ok_or(Problem::BadName)?;
        // In `"a/"x` the quotes belong to the name.
        if text.get(used).is_none_or(u8::is_ascii_whitespace) {
            return Ok((name, &text[used..]));
        }
    }
    if let Some(tab) = stamp_tab(text) {
        return Ok((text[..tab].to_vec(), &text[tab + 1..]));
    }
    let end = stamp_start(text)
        .or_else(|| remark_start(text))
        .unwrap_or(text.len());
    Ok((text[..end].trim_ascii_end().to_vec(), &text[end..]))
}

/// The start of ` (original)` and similar remarks, which language models add to names.
fn remark_start(rest: &[u8]) -> Option<usize> {
    const REMARKS: [&[u8]; 11] = [
        b"nonexistent",
        b"working copy",
        b"original",
        b"modified",
        b"updated",
        b"old",
        b"new",
        b"before",
        b"after",
        b"current",
        b"fixed",
    ];
    let inside = rest.trim_ascii_end().strip_suffix(b")")?;
    let open = memchr::memmem::rfind(inside, b" (")?;
    for remark in REMARKS {
        if open > 0 && inside[open + 2..].eq_ignore_ascii_case(remark) {
            return Some(open);
        }
    }
    None
}

/// The start of ` 2024-01-31 12:34:56` in a name without a tab.
fn stamp_start(rest: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b' ', rest).find(|&at| at > 0 && begins_with_stamp(&rest[at + 1..]))
}

/// The tab that ends the name: the last tab if a time stamp follows it, since a name may contain tabs. Otherwise the
/// first tab.
fn stamp_tab(rest: &[u8]) -> Option<usize> {
    let last = memchr::memrchr(b'\t', rest).filter(|&tab| begins_with_stamp(&rest[tab + 1..]));
    last.or_else(|| memchr::memchr(b'\t', rest))
}

/// True if `text` begins with a date and a time of day.
fn begins_with_stamp(text: &[u8]) -> bool {
    const SHAPE: &[u8] = b"dddd-dd-dd dd:dd:dd";
    text.len() >= SHAPE.len()
        && text
            .iter()
            .zip(SHAPE)
            .all(|(byte, expected)| match expected {
                b'd' => byte.is_ascii_digit(),
                _ => byte == expected,
            })
}

/// True if Subversion's remark says that the file does not exist.
fn is_nonexistent(stamp: &[u8]) -> bool {
    let trimmed = stamp.trim_ascii();
    trimmed.ends_with(b"(nonexistent)") || trimmed.ends_with(b"(revision 0)")
}

/// True if a time stamp is the Unix epoch: `1970-01-01 01:00:00 +0100`, `Thu Jan 01 00:00:00 1970 +0000`, `1 Jan 1970
/// 00:00:00 -0000`. A time stamp without a zone may be in any zone.
fn is_epoch(stamp: &[u8]) -> bool {
    let stamp = String::from_utf8_lossy(stamp);
    let words: Vec<&str> = stamp.split_ascii_whitespace().collect();
    let is_first_day = words.contains(&"1970-01-01")
        || words.contains(&"1970")
            && words.contains(&"Jan")
            && (words.contains(&"1") || words.contains(&"01"));
    let is_day_before = words.contains(&"1969-12-31")
        || words.contains(&"1969") && words.contains(&"Dec") && words.contains(&"31");
    if !is_first_day && !is_day_before {
        return false;
    }
    let Some(minutes) = words.iter().find_map(|word| minute_of_day(word)) else {
        return false;
    };
    match words.iter().find_map(|word| zone_offset(word)) {
        Some(offset) => (minutes - offset).rem_euclid(24 * 60) == 0,
        // All zones differ from UTC by quarters of an hour.
        None => minutes % 15 == 0,
    }
}

/// Parses a time of day with zero seconds into minutes: `01:00`, `19:00:00.000`.
fn minute_of_day(word: &str) -> Option<i64> {
    let mut parts = word.splitn(3, ':');
    let hours: i64 = parts.next()?.parse().ok()?;
    let minutes: i64 = parts.next()?.parse().ok()?;
    let seconds = parts.next().unwrap_or("0");
    let is_zero = seconds.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    if is_zero && (0..24).contains(&hours) && (0..60).contains(&minutes) {
        Some(hours * 60 + minutes)
    } else {
        None
    }
}

/// The offset of a time zone in minutes: `+0130`.
fn zone_offset(word: &str) -> Option<i64> {
    if matches!(word, "GMT" | "UTC" | "Z") {
        return Some(0);
    }
    let (sign, digits) = word.split_at_checked(1)?;
    if digits.len() != 4 {
        return None;
    }
    let number: i64 = digits.parse().ok()?;
    let minutes = number / 100 * 60 + number % 100;
    match sign {
        "+" => Some(minutes),
        "-" => Some(-minutes),
        _ => None,
    }
}

/// Undoes git's C-style quoting. Returns the bytes, and the length of the quoted name in `text`.
pub(super) fn unquoted(text: &[u8]) -> Option<(Vec<u8>, usize)> {
    let mut out = Vec::new();
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'"' => return Some((out, at + 1)),
            b'\\' => {
                let (byte, used) = escape(text.get(at + 1..)?)?;
                out.push(byte);
                at += 1 + used;
            }
            byte => {
                out.push(byte);
                at += 1;
            }
        }
    }
}

/// The byte that an escape represents, and the length of the escape after the backslash.
fn escape(text: &[u8]) -> Option<(u8, usize)> {
    let byte = match *text.first()? {
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        other @ (b'"' | b'\\') => other,
        b'0'..=b'3' => {
            let mut value: u8 = 0;
            for digit in text.get(..3)? {
                if !(b'0'..=b'7').contains(digit) {
                    return None;
                }
                value = value * 8 + (digit - b'0');
            }
            return Some((value, 3));
        }
        _ => return None,
    };
    Some((byte, 1))
}

pub(super) fn path_of(name: &[u8]) -> Result<PathBuf, Problem> {
    if name.is_empty() || name.contains(&0) {
        return Err(Problem::UnusableName);
    }
    Ok(PathBuf::from(OsStr::from_bytes(name)))
}
