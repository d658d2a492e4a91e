//! Properties of every text: no panic, no lost line, and printed patches parse to the same patch.

use proptest::prelude::*;

use super::*;

/// Lines of patches. Random sequences of them reach every part of the parser.
const PIECES: [&str; 44] = [
    "--- a/f\n",
    "+++ b/f\n",
    "@@ -1,2 +1,2 @@\n",
    "@@ -1 +1 @@ f()\n",
    "@@\n",
    "@@ def f():\n",
    "@@ -0,0 +1,3 @@\n",
    " context\n",
    "-removed\n",
    "+added\n",
    "\n",
    "bare\n",
    "    indented\n",
    "\\ No newline at end of file\n",
    "- bullet\n",
    "+ bullet\n",
    "--- x\n",
    "+++ x\n",
    "-- \n",
    "2.39.5\n",
    "diff --git a/f b/f\n",
    "index 12..34 100644\n",
    "new file mode 100644\n",
    "rename from f\n",
    "rename to g\n",
    "```diff\n",
    "```\n",
    "*** Begin Patch\n",
    "*** Update File: f\n",
    "*** Add File: g\n",
    "*** Delete File: h\n",
    "*** End Patch\n",
    "*** End of File\n",
    "<<<<<<< SEARCH\n",
    "=======\n",
    ">>>>>>> REPLACE\n",
    "...\n",
    "cat <<EOF\n",
    "EOF\n",
    "GIT binary patch\n",
    "literal 10\n",
    "UcmV+l0QLU>0RjUA1qKHQ2>`DEE&u=k\n",
    "\r\n",
    "--- /dev/null\n",
];

fn text_of_pieces() -> impl Strategy<Value = String> {
    text_of(PIECES.to_vec())
}

fn text_of(pieces: Vec<&'static str>) -> impl Strategy<Value = String> {
    proptest::collection::vec(prop::sample::select(pieces), 0..40)
        .prop_map(|pieces| pieces.concat())
}

fn unified_pieces() -> Vec<&'static str> {
    let other = ["***", "<<<", "===", ">>>", "literal", "Ucm", "GIT"];
    let keep = |piece: &&str| !other.iter().any(|start| piece.starts_with(start));
    PIECES.into_iter().filter(keep).collect()
}

/// The number of removed and added lines in the hunks.
fn changed(patch: &Patch) -> usize {
    let hunks = patch.files.iter().flat_map(FilePatch::hunks);
    hunks
        .flat_map(|hunk| &hunk.lines)
        .filter(|line| line.is_change())
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = parse(&Bytes::from(bytes), Strictness::Repair);
    }

    /// In unified diffs, every line that begins with `+` or `-` is in a hunk, is a file header, is reported as
    /// ignored or repeats a hunk. Otherwise the text is refused.
    #[test]
    fn no_removed_or_added_line_is_lost(text in text_of(unified_pieces())) {
        let Ok(patch) = parse(&Bytes::from(text.clone()), Strictness::Repair) else { return Ok(()) };
        prop_assume!(patch.repairs.iter().all(|repair| repair.kind != RepairKind::DuplicateHunk));
        let signed = text.lines().filter(|line| line.starts_with(['-', '+'])).count();
        let header = |start: &str| text.lines().filter(|line| line.starts_with(start)).count();
        let accounted = changed(&patch) + patch.ignored.len();
        prop_assert!(accounted <= signed);
        prop_assert!(signed - accounted <= header("--- ") + header("+++ "), "{patch:?}");
        prop_assert!(signed - accounted <= 2 * patch.files.len(), "{patch:?}");
    }

    #[test]
    fn parsing_and_printing_any_pieces_ends(text in text_of_pieces()) {
        let Ok(patch) = parse(&Bytes::from(text), Strictness::Repair) else { return Ok(()) };
        for file in &patch.files {
            let _ = (file.target_candidates().count(), file.reversed());
            for hunk in file.hunks() {
                prop_assert!(!hunk.lines.is_empty());
                for reading in hunk.readings() {
                    prop_assert!(!reading.hunks.is_empty());
                    prop_assert!(reading.hunks.as_slice() != std::slice::from_ref(hunk));
                }
            }
        }
        let _ = patch.to_unified();
    }

    #[test]
    fn diffy_and_the_parser_read_the_same_lines(file in file_patch()) {
        let text = Bytes::from(file.to_unified());
        let lines = line::PatchLines::new(&text);
        let starts: Vec<usize> =
            (0..lines.len()).filter(|&at| lines.whole(at).starts_with(b"@@")).collect();
        for (number, &start) in starts.iter().enumerate() {
            let end = starts.get(number + 1).copied().unwrap_or(lines.len());
            let ours = body::lines_as_marked(&lines, start + 1, end);
            prop_assert_eq!(ours.damage, []);
            let by_diffy = body::well_formed(&lines, start, end);
            prop_assert_eq!(by_diffy.map(|read| read.lines), Some(ours.lines));
        }
    }

    #[test]
    fn parsing_undoes_printing(files in proptest::collection::vec(file_patch(), 1..4)) {
        let patch = Patch { files, ..Patch::default() };
        let text = Bytes::from(patch.to_unified());
        let again = parse(&text, Strictness::Strict).expect("well-formed");
        prop_assert_eq!(sketch(&again), sketch(&patch));
        prop_assert_eq!(again.ignored, []);
    }

    #[test]
    fn reversing_twice_is_identity(file in file_patch()) {
        let back = file.reversed().expect("has an inverse");
        prop_assert_eq!(back.reversed().expect("has an inverse"), file);
    }
}

/// Content lines that resemble structural lines.
fn content() -> impl Strategy<Value = Bytes> {
    let tricky = prop::sample::select(vec![
        "",
        " ",
        "-- x",
        "++ x",
        "@@ -1 +1 @@",
        "\\ No newline at end of file",
        "```",
        "diff --git a/x b/x",
        "*** End Patch",
        "EOF",
        "\t",
        "x\r",
        "\u{2028}",
        "...",
        "&lt;",
    ]);
    prop_oneof![tricky.prop_map(str::to_owned), "[a-z ]{0,8}"]
        .prop_map(|text| Bytes::from(text + "\n"))
}

fn hunk() -> impl Strategy<Value = Hunk> {
    let run = || proptest::collection::vec(content(), 0..3);
    (run(), run(), run(), run(), 0usize..50).prop_filter_map(
        "no change",
        |(above, old, new, below, at)| {
            let lines: Vec<HunkLine> = [
                (LineKind::Context, above),
                (LineKind::Removed, old),
                (LineKind::Added, new),
                (LineKind::Context, below),
            ]
            .into_iter()
            .flat_map(|(kind, texts)| texts.into_iter().map(move |text| HunkLine { kind, text }))
            .collect();
            let count = |without| lines.iter().filter(|line| line.kind != without).count();
            let range = |without| HunkRange {
                start: at + 1,
                count: count(without),
            };
            let hunk = Hunk {
                old: Some(range(LineKind::Added)),
                new: Some(range(LineKind::Removed)),
                ..Hunk::new(LineNumber::FIRST, lines)
            };
            if hunk.has_changes() { Some(hunk) } else { None }
        },
    )
}

fn file_patch() -> impl Strategy<Value = FilePatch> {
    let names = prop::sample::select(vec!["f", "d/f g.txt", "ta\tb", "q\"uo\\te", "\u{e4}"]);
    let git = prop::sample::select(vec![PatchFormat::Git, PatchFormat::Unified]);
    (proptest::collection::vec(hunk(), 1..4), names, git).prop_map(|(mut hunks, name, format)| {
        for (number, hunk) in hunks.iter_mut().enumerate() {
            for range in [&mut hunk.old, &mut hunk.new].into_iter().flatten() {
                range.start += 100 * number;
            }
        }
        let names = PatchNames {
            old: Some(format!("a/{name}").into()),
            new: Some(format!("b/{name}").into()),
        };
        FilePatch::new(
            LineNumber::FIRST,
            format,
            names,
            FileOperation::Modify,
            hunks,
        )
    })
}

/// Checks the tests above: random pieces do form patches of every format.
#[test]
fn random_pieces_make_patches_of_every_format() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut formats = std::collections::BTreeSet::new();
    let mut repairs = std::collections::BTreeSet::new();
    for _ in 0..3000 {
        let text = text_of_pieces()
            .new_tree(&mut runner)
            .expect("a text")
            .current();
        if let Ok(patch) = parse(&Bytes::from(text), Strictness::Repair) {
            formats.extend(patch.files.iter().map(|file| format!("{:?}", file.format)));
            repairs.extend(patch.repairs.iter().map(|repair| repair.kind));
        }
    }
    assert_eq!(formats.len(), 4, "{formats:?}");
    assert!(repairs.len() >= 12, "{repairs:?}");
}

/// Runs of `---` without `+++`, unclosed blocks and similar lines must not take quadratic time. With quadratic time
/// this test would take minutes.
#[test]
fn long_runs_of_one_line_are_read_in_one_pass() {
    for piece in PIECES {
        let text = Bytes::from(
            "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n".to_owned() + &piece.repeat(40_000),
        );
        let _ = parse(&text, Strictness::Repair);
    }
}
