//! Filters of a diff: parts by their names, added lines without stray blanks.

use bytes::Bytes;

use crate::patch::{Content, Cure, FilePatch, Hunk, HunkLine, LineKind, PatchNames};
use crate::refusal::{Impossible, Reason};
use crate::request::{PatchDiff, StrayBlanks};
use crate::text::LineEnding;

/// Columns from tab stop to tab stop, as git counts them.
const TAB: usize = 8;

/// Of `parts` those that the request for `diff` wants.
///
/// # Errors
/// `bad_request` when that is none, though there are some.
pub(super) fn chosen(parts: Vec<FilePatch>, diff: &PatchDiff) -> Result<Vec<FilePatch>, Reason> {
    let wanted = &diff.parts;
    if wanted.include.is_empty() && wanted.exclude.is_empty() {
        return Ok(parts);
    }
    let is_wanted = |part: &FilePatch| {
        let name = name(part, diff.strip);
        let is_in = |patterns: &[String]| {
            patterns
                .iter()
                .any(|pattern| matches(pattern.as_bytes(), &name))
        };
        (wanted.include.is_empty() || is_in(&wanted.include)) && !is_in(&wanted.exclude)
    };
    let (kept, left): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_wanted);
    match (kept.is_empty(), left.first()) {
        (true, Some(first)) => {
            let name = name(first, diff.strip);
            let first = String::from_utf8_lossy(&name).into_owned();
            Err(Impossible::NothingLeft { first }.into())
        }
        _ => Ok(kept),
    }
}

/// The name of a part that a pattern is about: the new one, else the old one, without what is dropped of it.
fn name(part: &FilePatch, strip: Option<usize>) -> Vec<u8> {
    let names = strip.and_then(|strip| part.names.stripped(strip));
    match &names {
        Some(PatchNames { old, new }) => {
            let path = new.as_ref().or(old.as_ref());
            path.map(|path| path.as_os_str().as_encoded_bytes().to_vec())
        }
        None => part.names.sorted_by().map(<[u8]>::to_vec),
    }
    .unwrap_or_default()
}

/// Whether `pattern` matches all of `name`: `*` is any text, `?` any byte.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut here) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while here < name.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at + 1, here));
                at += 1;
            }
            Some(&sign) if sign == b'?' || sign == name[here] => {
                at += 1;
                here += 1;
            }
            _ => {
                let Some((after, from)) = star else {
                    return false;
                };
                star = Some((after, from + 1));
                (at, here) = (after, from + 1);
            }
        }
    }
    pattern[at..].iter().all(|&sign| sign == b'*')
}

/// Takes stray blanks out of the lines that `parts` add, or refuses them.
///
/// # Errors
/// `bad_patch` with the first hunk that has some.
pub(super) fn settle_blanks(parts: &mut [FilePatch], blanks: StrayBlanks) -> Result<(), Reason> {
    if blanks == StrayBlanks::Keep {
        return Ok(());
    }
    let is_text = |part: &&mut FilePatch| !part.is_of_link();
    for part in parts.iter_mut().filter(is_text) {
        let Content::Hunks(hunks) = &mut part.content else {
            continue;
        };
        for hunk in hunks {
            settle_blank_end(hunk, blanks)?;
            let added = |line: &&mut HunkLine| line.kind == LineKind::Added;
            for line in hunk.lines.iter_mut().filter(added) {
                let Some(fixed) = without_stray_blanks(&line.text) else {
                    continue;
                };
                if blanks == StrayBlanks::Refuse {
                    let shown = String::from_utf8_lossy(LineEnding::strip(&line.text)).into_owned();
                    return Err(Reason::BadPatch {
                        line: hunk.line,
                        problem: format!("the hunk adds a line with stray blanks: `{shown}`"),
                        cure: Cure::LookAtLine,
                    });
                }
                line.text = fixed;
            }
        }
    }
    Ok(())
}

/// Takes blank lines out that `hunk` adds at the end of its file, or refuses them. A hunk with fewer lines of context
/// below its change than above it stands there.
fn settle_blank_end(hunk: &mut Hunk, blanks: StrayBlanks) -> Result<(), Reason> {
    let is_context = |line: &&HunkLine| line.kind == LineKind::Context;
    let above = hunk.lines.iter().take_while(is_context).count();
    let below = hunk.lines.iter().rev().take_while(is_context).count();
    let makes_file = hunk.old.is_some_and(|old| old.start == 0 && old.count == 0);
    if below >= above && !makes_file {
        return Ok(());
    }
    let is_blank = |line: &HunkLine| LineEnding::strip(&line.text).trim_ascii().is_empty();
    let stays = |line: &HunkLine| line.kind == LineKind::Removed || !is_blank(line);
    let end = hunk
        .lines
        .iter()
        .rposition(stays)
        .map_or(0, |last| last + 1);
    let is_added = |line: &HunkLine| line.kind == LineKind::Added;
    if !hunk.lines[end..].iter().any(is_added) {
        return Ok(());
    }
    if blanks == StrayBlanks::Refuse {
        return Err(Reason::BadPatch {
            line: hunk.line,
            problem: "the hunk adds blank lines at the end of the file".to_owned(),
            cure: Cure::LookAtLine,
        });
    }
    let tail = hunk.lines.split_off(end);
    let kept = tail.into_iter().filter(|line| !is_added(line));
    hunk.lines.extend(kept);
    let left = hunk.new_side().count();
    if let Some(new) = &mut hunk.new {
        new.count = left;
    }
    Ok(())
}

/// `line` without blanks before its end and before tabs of its indentation; `None` when it has none.
fn without_stray_blanks(line: &[u8]) -> Option<Bytes> {
    let body = LineEnding::strip(line);
    let ending = &line[body.len()..];
    let text = body.trim_ascii_end();
    let indent = text.iter().take_while(|byte| b" \t".contains(byte)).count();
    let tabbed = text[..indent].iter().rposition(|&byte| byte == b'\t');
    let tabbed = tabbed.map_or(0, |last| last + 1);
    let has_blank_before_tab = text[..tabbed].contains(&b' ');
    if text.len() == body.len() && !has_blank_before_tab {
        return None;
    }
    let width = text[..tabbed].iter().fold(0, |column, &byte| match byte {
        b'\t' => column / TAB * TAB + TAB,
        _ => column + 1,
    });
    let tabs = vec![b'\t'; width / TAB];
    Some(Bytes::from([&tabs, &text[tabbed..], ending].concat()))
}

#[cfg(test)]
mod tests {
    use super::{matches, without_stray_blanks};

    #[test]
    fn a_star_is_any_text() {
        for (pattern, name, expected) in [
            ("*.rs", "src/a.rs", true),
            ("src/*", "src/a/b.rs", true),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*a*b", "xaxxab", true),
            ("src", "src/a", false),
            ("", "a", false),
        ] {
            let found = matches(pattern.as_bytes(), name.as_bytes());
            assert_eq!(found, expected, "{pattern} {name}");
        }
    }

    #[test]
    fn stray_blanks_go() {
        let fixed = |line: &'static str| without_stray_blanks(line.as_bytes());
        assert_eq!(fixed("a \t\r\n").as_deref(), Some(&b"a\r\n"[..]));
        assert_eq!(fixed("  \tx\n").as_deref(), Some(&b"\tx\n"[..]));
        assert_eq!(fixed("   \n").as_deref(), Some(&b"\n"[..]));
        assert_eq!(fixed("\t  x y\n"), None);
        assert_eq!(fixed("x\n"), None);
    }
}
