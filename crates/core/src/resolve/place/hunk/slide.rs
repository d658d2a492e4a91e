//! Moves a change to the lowest of its equivalent positions.
//!
//! If the first line of an insertion equals the line after the insertion, the insertion may as well be one line
//! further down. The same is true for a deletion. Diff tools use the lowest position, so two changes of the same
//! lines are compared there.

use crate::patch::{Hunk, HunkLine, LineKind};

/// Moves each lone insertion and deletion of `hunk` down as far as possible. The result has the same meaning.
pub fn lowest(hunk: &Hunk) -> Hunk {
    let mut lines = hunk.lines.clone();
    let mut start = lines.len();
    // From the last change to the first: a change must not slide past the next one.
    while let Some(end) = lines[..start].iter().rposition(HunkLine::is_change) {
        let before = lines[..end].iter().rposition(|line| !line.is_change());
        let first = before.map_or(0, |before| before + 1);
        let next = lines[end + 1..].iter().position(HunkLine::is_change);
        let limit = next.map_or(lines.len(), |next| end + 1 + next);
        let kind = lines[end].kind;
        if lines[first..=end].iter().all(|line| line.kind == kind) {
            slide(&mut lines[first..limit], end + 1 - first);
        }
        start = first;
    }
    Hunk {
        lines,
        ..hunk.clone()
    }
}

/// Slides the first `len` of `lines` down over the context that follows. At least one line of context remains below
/// the change, so that it does not touch the next change.
fn slide(lines: &mut [HunkLine], len: usize) {
    for first in 0..lines.len().saturating_sub(len + 1) {
        let next = first + len;
        if lines[first].text != lines[next].text {
            return;
        }
        // Both lines have the same text, so they exchange their kinds.
        let kind = lines[first].kind;
        lines[first].kind = LineKind::Context;
        lines[next].kind = kind;
    }
}

#[cfg(test)]
mod tests {
    use super::lowest;
    use crate::resolve::place::tests::notation::diff;

    fn slid(text: &str) -> Vec<String> {
        let patch = diff(text);
        let notation = |line: &crate::patch::HunkLine| {
            let sign = match line.kind {
                crate::patch::LineKind::Context => ' ',
                crate::patch::LineKind::Removed => '-',
                crate::patch::LineKind::Added => '+',
            };
            format!(
                "{sign}{}",
                String::from_utf8_lossy(line.text.trim_ascii_end())
            )
        };
        lowest(&patch.hunks()[0])
            .lines
            .iter()
            .map(notation)
            .collect()
    }

    #[test]
    fn an_insertion_slides_over_its_own_first_lines() {
        let actual = slid("@@\n a\n+x\n+y\n x\n z\n");
        assert_eq!(actual, [" a", " x", "+y", "+x", " z"]);
        assert_eq!(slid("@@\n a\n+x\n+y\n y\n"), [" a", "+x", "+y", " y"]);
        assert_eq!(slid("@@\n-x\n-y\n x\n z\n"), [" x", "-y", "-x", " z"]);
    }

    #[test]
    fn changes_keep_apart_and_replacements_stay() {
        let actual = slid("@@\n+x\n x\n+x\n x\n e\n");
        assert_eq!(actual, [" x", "+x", " x", "+x", " e"]);
        assert_eq!(slid("@@\n-x\n+y\n x\n z\n"), ["-x", "+y", " x", " z"]);
    }
}
