//! Lists of releases: what each is called, and the order that the list has them in.

use std::cmp::Reverse;

use bytes::Bytes;

use super::insertions::joined;

/// How many older releases show in which order a list has them.
const OLDER: usize = 8;

/// What a release is called, in an order in which a newer one is greater.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    numbers: Vec<u32>,
    /// Whether nothing follows the numbers, as it does in that of a trial.
    is_final: bool,
    /// What follows them: words, and numbers by how many digits they have.
    trial: Vec<(usize, Vec<u8>)>,
}

/// A section of a list of releases.
#[derive(Clone)]
pub struct Release<'l> {
    version: Version,
    /// The date in its heading: year, month and day.
    date: Option<[u32; 3]>,
    lines: &'l [&'l [u8]],
}

/// The sections of `lines`, if nothing but blank lines stands before the first release: these are part of it.
pub fn all<'l>(lines: &'l [&'l [u8]]) -> Option<Vec<Release<'l>>> {
    let mut all = sections(lines);
    let told: usize = all.iter().map(|release| release.lines.len()).sum();
    let start = lines.len() - told;
    let first = all.first_mut()?;
    let is_blank = |line: &&[u8]| line.trim_ascii().is_empty();
    first.lines = &lines[..start + first.lines.len()];
    lines[..start].iter().all(is_blank).then_some(all)
}

/// The sections of `lines` that begin with the heading of a release, or with what links to that.
fn sections<'l>(lines: &'l [&'l [u8]]) -> Vec<Release<'l>> {
    let headings: Vec<(usize, usize, Version)> = (0..lines.len())
        .filter_map(|line| Some((link_before(&lines[..line]), line, version(&lines[line..])?)))
        .collect();
    let ends = headings.iter().skip(1).map(|(start, ..)| *start);
    let ends = ends.chain([lines.len()]);
    let release = |((start, heading, version), end): (&(usize, usize, Version), usize)| Release {
        version: version.clone(),
        date: date(lines[*heading], version),
        lines: &lines[*start..end],
    };
    headings.iter().zip(ends).map(release).collect()
}

/// The line at which the target of links to what stands behind `above` begins; its end, where there is none.
fn link_before(above: &[&[u8]]) -> usize {
    let is_target = |line: &[u8]| line.starts_with(b".. _") || line.starts_with(b"<a ");
    let near = above
        .iter()
        .rev()
        .take_while(|line| line.trim_ascii().is_empty() || is_target(line));
    let near = above.len() - near.count();
    let target = above[near..].iter().position(|line| is_target(line));
    target.map_or(above.len(), |target| near + target)
}

/// Whether a release begins somewhere in `lines`.
pub fn has_release(lines: &[&[u8]]) -> bool {
    (0..lines.len()).any(|line| version(&lines[line..]).is_some())
}

/// The releases of both sides, the newest first: by version where those of the whole list, of which `below` is what
/// stands behind them, are in that order, else by date. `None` where neither is so, or both sides have the same
/// release with another text.
pub fn newest_first(ours: Vec<Release>, theirs: Vec<Release>, below: &[&[u8]]) -> Option<Bytes> {
    let below = sections(below);
    let below = &below[..below.len().min(OLDER)];
    let sides = [&ours, &theirs].map(|side| [&side[..], below].concat());
    let by_version =
        |list: &Vec<Release>| list.is_sorted_by_key(|release| Reverse(release.version.clone()));
    let by_date = |list: &Vec<Release>| {
        list.iter().all(|release| release.date.is_some())
            && list.is_sorted_by_key(|release| Reverse(release.date))
    };
    let mut all: Vec<Release> = ours.into_iter().chain(theirs).collect();
    if sides.iter().all(by_version) {
        all.sort_by_key(|release| Reverse(release.version.clone()));
    } else if sides.iter().all(by_date) {
        all.sort_by_key(|release| Reverse((release.date, release.version.clone())));
    } else {
        return None;
    }
    all.dedup_by(|one, two| one.lines == two.lines);
    let is_twice = all
        .windows(2)
        .any(|pair| pair[0].version == pair[1].version);
    (!is_twice).then(|| joined(all.iter().flat_map(|release| release.lines.iter().copied())))
}

/// The version that `lines` begin with, as the heading of a release does; the highest of all for what is not
/// released yet.
pub fn version(lines: &[&[u8]]) -> Option<Version> {
    let line = *lines.first()?;
    let is_item = [b"* ", b"- "].iter().any(|sign| line.starts_with(*sign));
    if is_item || line.first().is_none_or(u8::is_ascii_whitespace) {
        return None;
    }
    let signs = line
        .iter()
        .take_while(|byte| b"#[=* v".contains(byte))
        .count();
    let heading = &line[signs..];
    let is_unreleased = heading.trim_ascii_end().eq_ignore_ascii_case(b"unreleased");
    if is_unreleased && !(signs > 0 || is_underlined(lines)) {
        return None;
    }
    if is_unreleased {
        return Some(Version {
            numbers: vec![u32::MAX],
            is_final: true,
            trial: Vec::new(),
        });
    }
    let named = [&b"Version "[..], b"version "];
    let heading = named
        .iter()
        .find_map(|word| heading.strip_prefix(*word))
        .unwrap_or(heading);
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b".-+".contains(byte);
    let len = heading.iter().take_while(|byte| is_part(byte)).count();
    let of_numbers = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let end = heading[..len]
        .iter()
        .take_while(|byte| of_numbers(byte))
        .count();
    let numbers = std::str::from_utf8(&heading[..end])
        .ok()?
        .trim_end_matches('.');
    let numbers: Option<Vec<u32>> = numbers
        .split('.')
        .map(|number| number.parse().ok())
        .collect();
    let trial = heading[end..len].to_vec();
    let numbers = numbers.filter(|numbers| numbers.len() > 1 || trial == b"x")?;
    Some(Version {
        numbers,
        is_final: trial.is_empty() || trial == b"x",
        trial: trial_parts(&trial),
    })
}

/// The words and numbers of `trial`, such as `-rc.10`.
fn trial_parts(trial: &[u8]) -> Vec<(usize, Vec<u8>)> {
    let runs = trial.chunk_by(|one, two| one.is_ascii_digit() == two.is_ascii_digit());
    let part = |run: &[u8]| {
        if run[0].is_ascii_digit() {
            let zeros = run.iter().take_while(|digit| **digit == b'0').count();
            (run.len() - zeros, run[zeros..].to_vec())
        } else {
            (0, run.to_vec())
        }
    };
    runs.map(part).collect()
}

/// Whether the second of `lines` is a line of signs below the first, as below a heading.
pub fn is_underlined(lines: &[&[u8]]) -> bool {
    let next = lines.get(1).map(|line| line.trim_ascii_end());
    next.is_some_and(|next| !next.is_empty() && next.iter().all(|sign| b"=-~^".contains(sign)))
}

/// The date in `line`, the heading of `version`: what is not released yet will be last.
fn date(line: &[u8], version: &Version) -> Option<[u32; 3]> {
    if version.numbers == [u32::MAX] {
        return Some([u32::MAX; 3]);
    }
    let is_date = |word: &&[u8]| word.len() == 10 && word[4] == b'-' && word[7] == b'-';
    let mut words = line.split(|byte| !byte.is_ascii_digit() && *byte != b'-');
    let date = std::str::from_utf8(words.find(is_date)?).ok()?;
    let numbers: Vec<u32> = date
        .split('-')
        .filter_map(|number| number.parse().ok())
        .collect();
    numbers.try_into().ok()
}
