//! File names in headers: quotes, time stamps, leading components.
//!
//! Names are kept as the patch has them. `..` and absolute names are refused when paths are opened.

use std::path::{Path, PathBuf};

use super::Problem;

/// The two names of a file, as bytes of the patch after unquoting; `None` is `/dev/null`.
///
/// Both `None`: the patch names no file, and the caller has to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PatchNames {
    /// Before.
    pub old: Option<PathBuf>,
    /// After.
    pub new: Option<PathBuf>,
}

impl PatchNames {
    /// The same name before and after.
    pub fn same(path: PathBuf) -> Self {
        Self {
            old: Some(path.clone()),
            new: Some(path),
        }
    }

    /// True if the patch names no file at all.
    pub fn is_unnamed(&self) -> bool {
        self.old.is_none() && self.new.is_none()
    }

    /// The key that git sorts the files of a diff by, byte for byte: the new name, else the old one, without the
    /// prefix of its side.
    pub fn sorted_by(&self) -> Option<&[u8]> {
        let name = self.new.as_ref().or(self.old.as_ref())?;
        let bytes = name.as_os_str().as_encoded_bytes();
        if self.are_prefixed() {
            return bytes.get(2..);
        }
        Some(bytes)
    }

    /// The names with `/` in place of every backslash. `None` if there is no backslash.
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

    /// The names without their first `count` components, or `None` if one has no more than that.
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

    /// True if all given names begin with a prefix of git (`a/`, `b/`, `i/`, `w/`...).
    pub(super) fn are_prefixed(&self) -> bool {
        for path in [&self.old, &self.new].into_iter().flatten() {
            let bytes = path.as_os_str().as_encoded_bytes();
            if bytes.len() <= 2 || !b"abciwo".contains(&bytes[0]) || bytes[1] != b'/' {
                return false;
            }
        }
        !self.is_unnamed()
    }
}

/// `path` with `/` for every backslash. `None` if there is none, or one is an escape of the shell and no separator:
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

/// Drops `count` components, as `-p` does: runs of slashes are one, an absolute name's root counts as one.
pub(super) fn stripped(path: &Path, count: usize) -> Option<PathBuf> {
    let mut rest = path.as_os_str().as_encoded_bytes();
    for _ in 0..count {
        let slash = rest.iter().position(|&byte| byte == b'/')?;
        let next = rest[slash..].iter().position(|&byte| byte != b'/')?;
        rest = &rest[slash + next..];
    }
    path_of(rest).ok()
}

/// A name as a header states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum StatedNames {
    /// `/dev/null`, or a file stamped with the epoch, which is how `diff -N` writes an absent one.
    Absent,
    /// A file stamped with the epoch: absent if the hunks say so too.
    Epoch(PathBuf),
    /// A file.
    File(PathBuf),
}

/// Reads what follows `--- ` or `+++ `, without line ending.
pub(super) fn stated(rest: &[u8]) -> Result<StatedNames, Problem> {
    let (name, stamp) = split_stamp(rest.trim_ascii_start())?;
    if name == b"/dev/null" {
        return Ok(StatedNames::Absent);
    }
    let path = path_of(&name)?;
    Ok(if is_epoch(stamp) || is_nonexistent(stamp) {
        StatedNames::Epoch(path)
    } else {
        StatedNames::File(path)
    })
}

/// The name, unquoted, and the time stamp or remark after it.
fn split_stamp(text: &[u8]) -> Result<(Vec<u8>, &[u8]), Problem> {
    if text.first() == Some(&b'"') {
        let (name, used) = unquoted(text).ok_or(Problem::BadName)?;
        // In `"a/"x` the quotes are a part of the name.
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

/// The beginning of ` (original)` and similar remarks, which language models put after names.
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

/// The beginning of ` 2024-01-31 12:34:56` in a name without a tab.
fn stamp_start(rest: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b' ', rest).find(|&at| at > 0 && begins_with_stamp(&rest[at + 1..]))
}

/// The tab that ends the name: before a time stamp the last one, for a name may have tabs of its own; before
/// anything else the first.
fn stamp_tab(rest: &[u8]) -> Option<usize> {
    let last = memchr::memrchr(b'\t', rest).filter(|&tab| begins_with_stamp(&rest[tab + 1..]));
    last.or_else(|| memchr::memchr(b'\t', rest))
}

/// True if a date and a time of day stand at the beginning.
fn begins_with_stamp(text: &[u8]) -> bool {
    let shape = b"dddd-dd-dd dd:dd:dd";
    text.len() >= shape.len()
        && text.iter().zip(shape).all(|(&byte, &want)| match want {
            b'd' => byte.is_ascii_digit(),
            _ => byte == want,
        })
}

/// True if Subversion says that there is no such file.
fn is_nonexistent(stamp: &[u8]) -> bool {
    let trimmed = stamp.trim_ascii();
    trimmed.ends_with(b"(nonexistent)") || trimmed.ends_with(b"(revision 0)")
}

/// True if a time stamp is the start of Unix time in some zone: `1970-01-01 01:00:00 +0100`,
/// `Thu Jan 01 00:00:00 1970 +0000`, `1 Jan 1970 00:00:00 -0000`. Without a zone it may be that of any.
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
    let Some(minutes) = words.iter().find_map(|word| clock(word)) else {
        return false;
    };
    match words.iter().find_map(|word| zone(word)) {
        Some(zone) => (minutes - zone).rem_euclid(24 * 60) == 0,
        None => minutes % 15 == 0,
    }
}

/// Minutes of a time of day that is on the minute: `01:00`, `19:00:00.000`.
fn clock(word: &str) -> Option<i64> {
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

/// Minutes that a zone is ahead: `+0130`.
fn zone(word: &str) -> Option<i64> {
    if matches!(word, "GMT" | "UTC" | "Z") {
        return Some(0);
    }
    let (sign, digits) = word.split_at_checked(1)?;
    let number: i64 = digits.parse().ok().filter(|_| digits.len() == 4)?;
    let minutes = number / 100 * 60 + number % 100;
    match sign {
        "+" => Some(minutes),
        "-" => Some(-minutes),
        _ => None,
    }
}

/// Undoes git's C quoting; gives the bytes and how much of `text`, quotes included, they took.
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

/// The byte that an escape after its backslash stands for, and the length of the escape.
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
                match digit {
                    b'0'..=b'7' => value = value.wrapping_mul(8) + (digit - b'0'),
                    _ => return None,
                }
            }
            return Some((value, 3));
        }
        _ => return None,
    };
    Some((byte, 1))
}

/// A path of the bytes of a name.
pub(super) fn path_of(name: &[u8]) -> Result<PathBuf, Problem> {
    if name.is_empty() || name.contains(&0) {
        return Err(Problem::UnusableName);
    }
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        Ok(PathBuf::from(std::ffi::OsStr::from_bytes(name)))
    }
    #[cfg(not(unix))]
    {
        let name = std::str::from_utf8(name).map_err(|_| Problem::BadName)?;
        Ok(PathBuf::from(name))
    }
}
