//! `releases`: both sides added releases to a changelog, or items to the same new release.

use std::cmp::Reverse;

use bytes::Bytes;

use super::joined;
use crate::conflict::Conflict;
use crate::lexicon;
use crate::pieces::Piece;
use incise_text::text;

/// The number of older releases that are inspected to determine the order of a changelog.
const MAX_OLDER: usize = 8;

/// The releases that both sides inserted at `piece`, newest first, or their items under one new heading.
pub fn settle(conflict: &Conflict<'_, '_>, piece: &Piece) -> Option<Bytes> {
    if !piece.is_ours || !piece.base.is_empty() {
        return None;
    }
    let lines = conflict.lines();
    let ours: Vec<&[u8]> = lines.ours.each(piece.ours.clone()).collect();
    let theirs: Vec<&[u8]> = lines.theirs.each(piece.theirs.clone()).collect();
    if let Some(text) = under_one_heading(&ours, &theirs) {
        return Some(text);
    }
    let below: Vec<&[u8]> = lines.base.each(piece.base.end..lines.base.len()).collect();
    newest_first(releases_alone(&ours)?, releases_alone(&theirs)?, &below)
}

/// True if a release begins in `lines`.
pub fn has_release(lines: &[&[u8]]) -> bool {
    (0..lines.len()).any(|line| Version::read(&lines[line..]).is_some())
}

/// The version of a release. Newer versions compare greater.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Version {
    numbers: Vec<u32>,
    /// False for a preview such as `2.0-rc.1`.
    is_final: bool,
    /// The words and numbers of the preview suffix.
    preview: Vec<PreviewPart>,
}

/// A word or a number of a preview suffix. Numbers compare by value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PreviewPart {
    /// The number of digits without leading zeros; 0 for a word.
    digits: usize,
    text: Vec<u8>,
}

impl Version {
    /// Parses the heading of a release at the start of `lines`. Unreleased changes have the highest version.
    fn read(lines: &[&[u8]]) -> Option<Self> {
        let line = *lines.first()?;
        if is_item(line) || line.first().is_none_or(u8::is_ascii_whitespace) {
            return None;
        }
        let (markup, heading) = split_while(line, |byte| b"#[=* v".contains(&byte));
        if heading.trim_ascii_end().eq_ignore_ascii_case(b"unreleased") {
            if markup.is_empty() && !is_underlined(lines) {
                return None;
            }
            return Some(Self::unreleased());
        }
        match heading.get(..8) {
            Some(b"Version " | b"version ") => Self::parse(&heading[8..]),
            _ => Self::parse(heading),
        }
    }

    /// Parses the version number at the start of `text`.
    fn parse(text: &[u8]) -> Option<Self> {
        let (digits, rest) = split_while(text, |byte| byte.is_ascii_digit() || byte == b'.');
        let (preview, _) = split_while(rest, |byte| {
            byte.is_ascii_alphanumeric() || b".-+".contains(&byte)
        });
        let mut numbers: Vec<u32> = Vec::new();
        for number in str::from_utf8(digits)
            .ok()?
            .trim_end_matches('.')
            .split('.')
        {
            numbers.push(number.parse().ok()?);
        }
        // In `2.x`, the `x` stands for any number.
        let is_wildcard = preview == b"x";
        if numbers.len() < 2 && !is_wildcard {
            return None;
        }
        Some(Self {
            numbers,
            is_final: preview.is_empty() || is_wildcard,
            preview: preview_parts(preview),
        })
    }

    fn unreleased() -> Self {
        Self {
            numbers: vec![u32::MAX],
            is_final: true,
            preview: Vec::new(),
        }
    }
}

/// Splits `text` after the bytes at its start for which `is_part` is true.
fn split_while(text: &[u8], is_part: fn(u8) -> bool) -> (&[u8], &[u8]) {
    let len = text.iter().take_while(|byte| is_part(**byte)).count();
    text.split_at(len)
}

/// The words and numbers of a suffix such as `-rc.10`.
fn preview_parts(preview: &[u8]) -> Vec<PreviewPart> {
    let mut parts = Vec::new();
    for run in preview.chunk_by(|byte, next| byte.is_ascii_digit() == next.is_ascii_digit()) {
        let mut part = PreviewPart {
            digits: 0,
            text: run.to_vec(),
        };
        if run[0].is_ascii_digit() {
            let (_, number) = split_while(run, |digit| digit == b'0');
            part.digits = number.len();
            part.text = number.to_vec();
        }
        parts.push(part);
    }
    parts
}

/// A section of a changelog.
#[derive(Clone)]
struct Release<'l> {
    version: Version,
    /// The date in the heading: year, month, day.
    date: Option<[u32; 3]>,
    lines: &'l [&'l [u8]],
}

/// The releases in `lines`. `None` unless only blank lines precede the first release.
fn releases_alone<'l>(lines: &'l [&'l [u8]]) -> Option<Vec<Release<'l>>> {
    let mut releases = read_releases(lines);
    let len: usize = releases.iter().map(|release| release.lines.len()).sum();
    let (above, _) = lines.split_at(lines.len() - len);
    if above.iter().any(|line| !line.trim_ascii().is_empty()) {
        return None;
    }
    let first = releases.first_mut()?;
    first.lines = &lines[..above.len() + first.lines.len()];
    Some(releases)
}

/// The releases in `lines`. Each begins with its heading, or with a link target before the heading.
fn read_releases<'l>(lines: &'l [&'l [u8]]) -> Vec<Release<'l>> {
    let mut releases: Vec<Release> = Vec::new();
    let mut start = 0;
    for heading in 0..lines.len() {
        let Some(version) = Version::read(&lines[heading..]) else {
            continue;
        };
        let next_start = link_target(&lines[..heading]);
        if let Some(last) = releases.last_mut() {
            last.lines = &lines[start..next_start];
        }
        start = next_start;
        releases.push(Release {
            date: date(lines[heading], &version),
            version,
            lines: &lines[start..],
        });
    }
    releases
}

/// The line of the link target at the end of `above`; `above.len()` if there is none.
fn link_target(above: &[&[u8]]) -> usize {
    let mut target = above.len();
    for (number, line) in above.iter().enumerate().rev() {
        if line.starts_with(b".. _") || line.starts_with(b"<a ") {
            target = number;
        } else if !line.trim_ascii().is_empty() {
            break;
        }
    }
    target
}

/// The date in `line`, the heading of `version`. Unreleased changes get the latest date.
fn date(line: &[u8], version: &Version) -> Option<[u32; 3]> {
    if *version == Version::unreleased() {
        return Some([u32::MAX; 3]);
    }
    for word in line.split(|byte| !byte.is_ascii_digit() && *byte != b'-') {
        if word.len() != 10 || word[4] != b'-' || word[7] != b'-' {
            continue;
        }
        let mut numbers = str::from_utf8(word).ok()?.split('-');
        let year = numbers.next()?.parse().ok()?;
        let month = numbers.next()?.parse().ok()?;
        let day = numbers.next()?.parse().ok()?;
        return Some([year, month, day]);
    }
    None
}

/// The releases of both sides, newest first. They are sorted by version if the whole changelog is, otherwise by date.
/// `below` is the rest of the changelog. `None` if neither order applies, or if both sides have the same release with
/// different text.
fn newest_first(
    ours: Vec<Release<'_>>,
    theirs: Vec<Release<'_>>,
    below: &[&[u8]],
) -> Option<Bytes> {
    let mut older = read_releases(below);
    older.truncate(MAX_OLDER);
    let our_log = [&ours[..], &older].concat();
    let their_log = [&theirs[..], &older].concat();
    let mut all = [ours, theirs].concat();
    if is_by_version(&our_log) && is_by_version(&their_log) {
        all.sort_by_key(|release| Reverse(release.version.clone()));
    } else if is_by_date(&our_log) && is_by_date(&their_log) {
        all.sort_by_key(|release| Reverse((release.date, release.version.clone())));
    } else {
        return None;
    }
    all.dedup_by(|release, previous| release.lines == previous.lines);
    for pair in all.windows(2) {
        if pair[0].version == pair[1].version {
            return None;
        }
    }
    Some(joined(
        all.iter().flat_map(|release| release.lines.iter().copied()),
    ))
}

fn is_by_version(releases: &[Release<'_>]) -> bool {
    releases.is_sorted_by(|newer, older| newer.version >= older.version)
}

fn is_by_date(releases: &[Release<'_>]) -> bool {
    releases.iter().all(|release| release.date.is_some())
        && releases.is_sorted_by(|newer, older| newer.date >= older.date)
}

/// The items of both sides under the heading of the same new release.
fn under_one_heading(ours: &[&[u8]], theirs: &[&[u8]]) -> Option<Bytes> {
    let head = text::common_head(ours, theirs);
    let (heading, ours) = ours.split_at(head);
    let first = heading.iter().position(|line| text::is_telling(line))?;
    Version::read(&heading[first..])?;
    let (ours, tail) = split_blank_tail(ours);
    let (theirs, _) = split_blank_tail(&theirs[head..]);
    if !is_list(ours) || !is_list(theirs) {
        return None;
    }
    let mut all = [heading, ours].concat();
    for line in theirs {
        if !ours.contains(line) {
            all.push(line);
        }
    }
    all.extend(tail);
    Some(joined(all))
}

/// True if `lines` are list items and their indented continuation lines.
fn is_list(lines: &[&[u8]]) -> bool {
    let Some(first) = lines.first() else {
        return false;
    };
    for line in lines {
        if !is_item(line.trim_ascii_start()) && !is_indented(line) {
            return false;
        }
    }
    is_item(first.trim_ascii_start())
}

fn is_indented(line: &[u8]) -> bool {
    line.starts_with(b" ") && !line.trim_ascii().is_empty()
}

fn is_item(line: &[u8]) -> bool {
    lexicon::item_marker(line).is_some_and(|marker| marker != "|") && !line.starts_with(b" ")
}

/// Splits trailing blank lines off `lines`.
pub fn split_blank_tail<'s, 'l>(lines: &'s [&'l [u8]]) -> (&'s [&'l [u8]], &'s [&'l [u8]]) {
    let end = lines
        .iter()
        .rposition(|line| !line.trim_ascii().is_empty())
        .map_or(0, |last| last + 1);
    lines.split_at(end)
}

/// True if the second of `lines` underlines the first as a heading.
fn is_underlined(lines: &[&[u8]]) -> bool {
    let Some(next) = lines.get(1) else {
        return false;
    };
    let underline = next.trim_ascii_end();
    !underline.is_empty() && underline.iter().all(|byte| b"=-~^".contains(byte))
}
