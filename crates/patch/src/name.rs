//! File names in headers: unquoting, time stamps, leading components.
//!
//! Names are kept as the patch gives them; `..` and absolute names are refused where paths are opened.

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

    /// Whether the patch names no file at all.
    pub fn is_unnamed(&self) -> bool {
        self.old.is_none() && self.new.is_none()
    }

    /// The key that git sorts the files of a diff by, byte for byte: the new name, else the old one, without the
    /// prefix of its side.
    pub fn sorted_by(&self) -> Option<&[u8]> {
        let name = self.new.as_ref().or(self.old.as_ref())?;
        let bytes = name.as_os_str().as_encoded_bytes();
        let unprefixed = self.are_prefixed().then(|| bytes.get(2..)).flatten();
        Some(unprefixed.unwrap_or(bytes))
    }

    /// The names with `/` for every backslash, or `None` when there is none.
    pub fn slashed(&self) -> Option<Self> {
        let turned = |name: &Option<PathBuf>| name.as_deref().and_then(slashed);
        let (old, new) = (turned(&self.old), turned(&self.new));
        (old.is_some() || new.is_some()).then(|| Self {
            old: old.or_else(|| self.old.clone()),
            new: new.or_else(|| self.new.clone()),
        })
    }

    /// The names without their first `count` components, or `None` when one has no more than that.
    pub fn stripped(&self, count: usize) -> Option<Self> {
        let strip = |name: &Option<PathBuf>| match name {
            None => Some(None),
            Some(path) => stripped(path, count).map(Some),
        };
        Some(Self {
            old: strip(&self.old)?,
            new: strip(&self.new)?,
        })
    }

    pub(super) fn swapped(&self) -> Self {
        Self {
            old: self.new.clone(),
            new: self.old.clone(),
        }
    }

    /// Whether both given names begin with a prefix that git puts there (`a/`, `b/`, `i/`, `w/`...).
    pub(super) fn are_prefixed(&self) -> bool {
        let prefixed = |name: &Option<PathBuf>| {
            name.as_deref().is_none_or(|path| {
                let bytes = path.as_os_str().as_encoded_bytes();
                bytes.len() > 2 && b"abciwo".contains(&bytes[0]) && bytes[1] == b'/'
            })
        };
        !self.is_unnamed() && prefixed(&self.old) && prefixed(&self.new)
    }
}

/// `path` with `/` for every backslash, or `None` where there is none, or where one is the shell's and no separator:
/// `app/\[id\]/my\ page.tsx`. A name that begins with `./` is meant as it stands.
pub fn slashed(path: &Path) -> Option<PathBuf> {
    let bytes = path.as_os_str().as_encoded_bytes();
    let is_escape = |pair: &[u8]| pair[0] == b'\\' && b" )]}'\"&;*?|<>".contains(&pair[1]);
    if !bytes.contains(&b'\\') || bytes.starts_with(b"./") || bytes.windows(2).any(is_escape) {
        return None;
    }
    let slash = |&byte: &u8| if byte == b'\\' { b'/' } else { byte };
    path_of(&bytes.iter().map(slash).collect::<Vec<u8>>()).ok()
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
    let rest = rest.trim_ascii_start();
    let is_quoted = rest.first() == Some(&b'"');
    let quoted = is_quoted.then(|| unquoted(rest)).flatten();
    if is_quoted && quoted.is_none() {
        return Err(Problem::BadName);
    }
    // In `"a/"x` the quotes are a part of the name.
    let ends = |used: usize| rest.get(used).is_none_or(u8::is_ascii_whitespace);
    let (name, stamp) = if let Some((name, used)) = quoted.filter(|(_, used)| ends(*used)) {
        (name, &rest[used..])
    } else if let Some(tab) = stamp_tab(rest) {
        (rest[..tab].to_vec(), &rest[tab + 1..])
    } else {
        let end = stamp_start(rest)
            .or_else(|| remark_start(rest))
            .unwrap_or(rest.len());
        (rest[..end].trim_ascii_end().to_vec(), &rest[end..])
    };
    if name == b"/dev/null" || name == b"dev/null" || name == b"a/dev/null" || name == b"b/dev/null"
    {
        return Ok(StatedNames::Absent);
    }
    let path = path_of(&name)?;
    Ok(if is_epoch(stamp) || is_nonexistent(stamp) {
        StatedNames::Epoch(path)
    } else {
        StatedNames::File(path)
    })
}

/// The beginning of ` (original)` and its like, which models put behind names.
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
    let known = REMARKS
        .iter()
        .any(|remark| inside[open + 2..].eq_ignore_ascii_case(remark));
    (known && open > 0).then_some(open)
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

/// Whether a date and a time of day stand at the beginning.
fn begins_with_stamp(text: &[u8]) -> bool {
    let shape = b"dddd-dd-dd dd:dd:dd";
    text.len() >= shape.len()
        && text.iter().zip(shape).all(|(&byte, &want)| match want {
            b'd' => byte.is_ascii_digit(),
            _ => byte == want,
        })
}

/// Whether Subversion says that there is no such file.
fn is_nonexistent(stamp: &[u8]) -> bool {
    let stamp = stamp.trim_ascii();
    stamp.ends_with(b"(nonexistent)") || stamp.ends_with(b"(revision 0)")
}

/// Whether a time stamp is the start of Unix time in some zone: `1970-01-01 01:00:00 +0100`,
/// `Thu Jan 01 00:00:00 1970 +0000`, `1 Jan 1970 00:00:00 -0000`. Without a zone it may be that of any.
fn is_epoch(stamp: &[u8]) -> bool {
    let stamp = String::from_utf8_lossy(stamp);
    let words: Vec<&str> = stamp.split_ascii_whitespace().collect();
    let has = |wanted: &[&str]| wanted.iter().any(|word| words.contains(word));
    let is_first = has(&["1970-01-01"]) || has(&["1970"]) && has(&["Jan"]) && has(&["1", "01"]);
    let is_last = has(&["1969-12-31"]) || has(&["1969"]) && has(&["Dec"]) && has(&["31"]);
    let Some(minutes) = words.iter().find_map(|word| clock(word)) else {
        return false;
    };
    let zone = words.iter().find_map(|word| zone(word));
    (is_first || is_last)
        && match zone {
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
    ((0..24).contains(&hours) && (0..60).contains(&minutes) && is_zero)
        .then_some(hours * 60 + minutes)
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
            let digits = text.get(..3)?;
            let octal = |value: u8, &digit: &u8| match digit {
                b'0'..=b'7' => Some(value.wrapping_mul(8) + (digit - b'0')),
                _ => None,
            };
            return Some((digits.iter().try_fold(0, octal)?, 3));
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
