//! The notation of the tests: a text, hunks in diff notation, and the expected text.

use bytes::Bytes;

use crate::patch::{
    Content, FileOperation, FilePatch, Hunk, HunkLine, HunkRange, LineKind, PatchFormat,
    PatchNames, Strictness,
};
use crate::refusal::{HunkWhy, Reason};
use crate::request::{PatchMode, Repeat};
use crate::resolve::Resolution;
use crate::resolve::place::{PlaceOptions, place};
use crate::snapshot::Snapshot;
use crate::text::LineNumber;

/// The hunks of `text`, each starting with `@@ -a,b +c,d @@ scope` or a bare `@@`.
pub fn diff(text: &str) -> FilePatch {
    let mut hunks: Vec<Hunk> = Vec::new();
    for (number, line) in text.split_inclusive('\n').enumerate() {
        match line.as_bytes()[0] {
            b'@' => hunks.push(header(line, number)),
            b'\\' => unterminate(&mut hunks),
            sign => hunks.last_mut().unwrap().lines.push(HunkLine {
                kind: match sign {
                    b' ' => LineKind::Context,
                    b'-' => LineKind::Removed,
                    b'+' => LineKind::Added,
                    _ => panic!("no diff line: {line:?}"),
                },
                text: Bytes::copy_from_slice(&line.as_bytes()[1..]),
            }),
        }
    }
    FilePatch {
        names: PatchNames::same("a".into()),
        format: PatchFormat::Unified,
        strictness: Strictness::Repair,
        operation: FileOperation::Modify,
        old_mode: None,
        new_mode: None,
        blobs: None,
        has_two_prefixes: false,
        content: Content::Hunks(hunks),
        line: LineNumber::FIRST,
        messages_above: 0,
    }
}

fn unterminate(hunks: &mut [Hunk]) {
    let line = hunks.last_mut().unwrap().lines.last_mut().unwrap();
    line.text.truncate(line.text.len() - 1);
}

fn header(line: &str, number: usize) -> Hunk {
    let mut words = line.trim_end().splitn(5, ' ').skip(1);
    let mut range = || {
        let (start, count) = words.next()?[1..].split_once(',')?;
        Some(HunkRange {
            start: start.parse().ok()?,
            count: count.parse().ok()?,
        })
    };
    let (old, new) = (range(), range());
    let scope = words
        .nth(1)
        .map(|scope| Bytes::copy_from_slice(scope.as_bytes()));
    Hunk {
        line: LineNumber::after_lines(number),
        old,
        new,
        scopes: scope.into_iter().collect(),
        lines: Vec::new(),
        at_end: false,
        is_block: false,
        may_be_cut_off: true,
    }
}

/// The options for `mode`. Refuses partly applied patches, and has no base.
pub fn in_mode(mode: PatchMode) -> PlaceOptions {
    PlaceOptions::in_mode(mode)
}

/// The modes that need no similarity.
pub const MODES: [PatchMode; 3] = [PatchMode::Strict, PatchMode::Tolerant, PatchMode::Merge];

pub fn strict() -> PlaceOptions {
    in_mode(PatchMode::Strict)
}

pub fn tolerant() -> PlaceOptions {
    in_mode(PatchMode::Tolerant)
}

pub fn merge() -> PlaceOptions {
    in_mode(PatchMode::Merge)
}

/// `options` with the text that the patch was made from.
pub fn with_base(base: impl Into<Bytes>, options: PlaceOptions) -> PlaceOptions {
    PlaceOptions {
        base: Some(base.into()),
        ..options
    }
}

/// `options` that skip hunks that are already applied.
pub fn accepting(options: PlaceOptions) -> PlaceOptions {
    PlaceOptions {
        repeat: Repeat::Accept,
        ..options
    }
}

/// The outcome of `patch` on `text`.
pub fn outcome(
    text: &str,
    patch: &FilePatch,
    options: &PlaceOptions,
) -> Result<Resolution, Reason> {
    place(patch, &Snapshot::of_text(text.to_owned()), options)
}

/// The text after `patch`. Panics with the refusal.
pub fn applied(text: &str, patch: &FilePatch, options: &PlaceOptions) -> String {
    let resolution = outcome(text, patch, options).unwrap();
    String::from_utf8(resolution.changes.apply(text.as_bytes()).unwrap()).unwrap()
}

/// The reason why the first failing hunk has no place. Panics if there is none.
pub fn why(text: &str, patch: &FilePatch, options: &PlaceOptions) -> HunkWhy {
    match outcome(text, patch, options) {
        Err(Reason::HunkFailed { failures, .. }) => failures[0].why.clone(),
        other => panic!("{other:?}"),
    }
}
