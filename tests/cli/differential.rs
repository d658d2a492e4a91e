//! Compares with `git apply` and GNU `patch` on the same diffs. If they are right, bytes and modes must be equal.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use crate::bench::{Bench, Entry};
use crate::peer::{git, run};
use crate::random::Random;

/// Real texts of different kinds.
const TEXTS: [&str; 4] = [
    include_str!("../../README.md"),
    include_str!("../../Cargo.toml"),
    include_str!("../../crates/patch/src/hunk.rs"),
    include_str!("../fault.py"),
];

/// A random part of a real text.
fn text(random: &mut Random) -> Vec<String> {
    let lines: Vec<&str> = random.pick(&TEXTS).lines().collect();
    let start = random.below(lines.len() - 40);
    let end = (start + 40 + random.below(200)).min(lines.len());
    let lines = lines[start..end].iter();
    lines.map(|line| format!("{line}\n")).collect()
}

/// The text after up to eight edits: lines are removed, repeated, changed or added.
fn edited(lines: &[String], random: &mut Random) -> Vec<String> {
    let mut lines = lines.to_vec();
    for number in 0..=random.below(8) {
        let at = random.below(lines.len());
        match random.below(4) {
            0 => drop(lines.drain(at..(at + 1 + random.below(3)).min(lines.len()))),
            1 => lines.insert(at, lines[random.below(lines.len())].clone()),
            2 => lines[at] = format!("{} // {number}\n", lines[at].trim_end()),
            _ => lines.insert(at, format!("added {number}\n")),
        }
        if lines.is_empty() {
            lines.push("all else is gone\n".to_owned());
        }
    }
    lines
}

/// The text of these lines in a common file form.
fn formed(lines: &[String], form: usize) -> String {
    let text = lines.concat();
    match form {
        0 => text.replace('\n', "\r\n"),
        1 => text.strip_suffix('\n').unwrap_or(&text).to_owned(),
        _ => text,
    }
}

/// The content of `f` after running `command` in an empty directory. `None` if the command fails.
fn applied_by(command: &[&str], old: &str, patch: &[u8]) -> Option<String> {
    let scratch = TempDir::new().unwrap();
    fs::write(scratch.path().join("f"), old).unwrap();
    let output = run(scratch.path(), command, patch)?;
    let made = || String::from_utf8(fs::read(scratch.path().join("f")).unwrap()).unwrap();
    output.status.success().then(made)
}

/// The diffs of two texts, written by GNU diff and by git.
fn diffs(old: &str, new: &str, context: usize) -> Vec<Vec<u8>> {
    let scratch = TempDir::new().unwrap();
    fs::write(scratch.path().join("old"), old).unwrap();
    fs::write(scratch.path().join("new"), new).unwrap();
    let context = format!("-U{context}");
    let labels = ["--label", "a/f", "--label", "b/f"];
    let gnu = [&["diff", &context][..], &labels, &["old", "new"]].concat();
    let git = ["git", "diff", "--no-index", &context, "old", "new"];
    let named = |patch: Vec<u8>| {
        let patch = String::from_utf8(patch).unwrap();
        let patch = patch.replacen("a/old b/new", "a/f b/f", 1);
        let patch = patch.replacen("--- a/old", "--- a/f", 1);
        patch.replacen("+++ b/new", "+++ b/f", 1).into_bytes()
    };
    let outputs = [
        run(scratch.path(), &gnu, b""),
        run(scratch.path(), &git, b""),
    ];
    outputs
        .into_iter()
        .flatten()
        .map(|output| named(output.stdout))
        .collect()
}

/// The results of a comparison.
#[derive(Default)]
struct Tally {
    tried: usize,
    /// The number of patches that a peer applied correctly.
    agreed: usize,
    /// The number of patches that we refused for a good reason.
    refused: usize,
}

impl Tally {
    /// Asserts that most patches were applied, by a peer and by us. There are no patches if neither diff nor git is
    /// installed.
    #[track_caller]
    fn assert_telling(&self) {
        let (tried, agreed, refused) = (self.tried, self.agreed, self.refused);
        println!("{tried} patches, a peer was right on {agreed}, {refused} refused");
        assert!(agreed * 2 >= tried && refused * 4 <= tried);
    }
}

/// Compares `cases` random cases, each with the diffs of `diff` and of `git`.
fn compare(seed: u64, cases: usize, drift: usize) -> Tally {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    for _ in 0..cases {
        let old = text(&mut random);
        let new = edited(&old, &mut random);
        let form = random.below(6);
        let above: String = (0..drift)
            .map(|line| format!("new line {line}\n"))
            .collect();
        let (old, new) = (formed(&old, form), formed(&new, form));
        if old == new {
            continue;
        }
        let (there, expected) = (format!("{above}{old}"), format!("{above}{new}"));
        // Without context, nothing shows that the text has drifted.
        let contexts = if drift == 0 {
            &[0, 1, 2, 3, 8][..]
        } else {
            &[1, 2, 3, 8]
        };
        let context = *random.pick(contexts);
        for patch in diffs(&old, &new, context) {
            compare_one(
                &mut tally,
                &there,
                &expected,
                &patch,
                drift > 0 || context == 0,
            );
        }
    }
    tally
}

/// Asserts that we are right if a peer is, and never wrong. If the text has drifted or there is no context, hunks
/// that match twice or are at an edge of the text may be refused.
#[track_caller]
fn compare_one(tally: &mut Tally, old: &str, new: &str, patch: &[u8], has_doubt: bool) {
    let peers = [
        &["git", "apply", "--unidiff-zero"][..],
        &["patch", "-p1", "-s", "-f", "--binary", "-r", "-"],
    ];
    let is_right = |peer: &&[&str]| applied_by(peer, old, patch).is_some_and(|made| made == new);
    let agreed = peers.iter().any(is_right);
    let bench = Bench::with("f", old);
    let ran = bench.pipe(patch, ["patch", "-q", "--force-shrink", "--allow-residue"]);
    let shown = String::from_utf8_lossy(patch);
    tally.tried += 1;
    tally.agreed += usize::from(agreed);
    match ran.status {
        Some(0) => assert_eq!(bench.text("f"), new, "{shown}"),
        _ => {
            ran.unchanged();
            tally.refused += 1;
            let reasons = [
                "places",
                "no context",
                "nothing shows",
                "too little",
                "partly applied",
                "belongs to",
            ];
            let says_why = reasons.iter().any(|reason| ran.stderr.contains(reason));
            assert!(has_doubt && says_why || !agreed, "{}\n{shown}", ran.stderr);
        }
    }
}

#[test]
fn edits_of_real_texts() {
    compare(1, 15, 0).assert_telling();
}

#[test]
fn edits_of_real_texts_that_drifted() {
    compare(2, 10, 13).assert_telling();
}

/// Two diffs of the same file in one text. The peers apply them one after the other.
#[test]
fn two_diffs_of_one_file_in_a_row() {
    let mut random = Random::new(3);
    let mut tally = Tally::default();
    for _ in 0..10 {
        let first = text(&mut random);
        let second = edited(&first, &mut random);
        let third = edited(&second, &mut random);
        let [first, second, third] = [first, second, third].map(|lines| lines.concat());
        if first == second || second == third {
            continue;
        }
        let context = *random.pick(&[1, 3]);
        let pairs = diffs(&first, &second, context)
            .into_iter()
            .zip(diffs(&second, &third, context));
        for (one, two) in pairs {
            compare_one(&mut tally, &first, &third, &[one, two].concat(), false);
        }
    }
    tally.assert_telling();
}

/// Creates a file of every kind that git diffs support.
fn tree(root: &Path, random: &mut Random) {
    let bytes: Vec<u8> = (0..3000)
        .map(|_| u8::try_from(random.below(256)).unwrap())
        .collect();
    put(root, "plain.txt", text(random).concat().as_bytes(), 0o644);
    put(root, "d/below.txt", text(random).concat().as_bytes(), 0o644);
    put(root, "run.sh", text(random).concat().as_bytes(), 0o755);
    put(root, "crlf.txt", formed(&text(random), 0).as_bytes(), 0o644);
    put(
        root,
        "no newline",
        formed(&text(random), 1).as_bytes(),
        0o644,
    );
    put(
        root,
        "t\u{e4}b\tquote\".txt",
        text(random).concat().as_bytes(),
        0o644,
    );
    put(root, "empty", b"", 0o644);
    put(root, "bytes.bin", &bytes, 0o644);
    put(root, "latin.txt", b"caf\xe9\nna\xefve\nplain\n", 0o644);
}

fn put(root: &Path, name: &str, text: &[u8], mode: u32) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Changes each file in one of the ways that git diffs support.
fn change(root: &Path, random: &mut Random) {
    let mut names = Vec::new();
    for directory in [root.to_path_buf(), root.join("d")] {
        let entries = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().path());
        names.extend(entries.filter(|path| path.is_file()));
    }
    names.sort();
    for (number, path) in names.iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        let to = root.join(format!("new {number}/\u{e9}"));
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        match random.below(9) {
            0 => fs::remove_file(path).unwrap(),
            1 => fs::rename(path, &to).unwrap(),
            2 => {
                fs::write(&to, otherwise(&bytes, random)).unwrap();
                fs::remove_file(path).unwrap();
            }
            3 => fs::write(&to, otherwise(&bytes, random)).unwrap(),
            4 => {
                fs::write(&to, &bytes).unwrap();
                fs::write(path, otherwise(&bytes, random)).unwrap();
            }
            5 => fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap(),
            6 => fs::write(path, b"").unwrap(),
            _ => fs::write(path, otherwise(&bytes, random)).unwrap(),
        }
    }
    put(
        root,
        "made/new.txt",
        text(random).concat().as_bytes(),
        0o755,
    );
    put(root, "made/empty", b"", 0o644);
}

/// `bytes` with a line or a few bytes changed.
fn otherwise(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let at = random.below(bytes.len() + 1);
    let more = *random.pick(&["changed", "two\nlines\n", "\r\n", "end\n"]);
    bytes.splice(at..at, more.bytes());
    bytes
}

/// Compares with `git apply` on a random diff of two trees with all kinds of files.
fn compare_trees(seed: u64) {
    let mut random = Random::new(seed);
    let scratch = TempDir::new().unwrap();
    let root = scratch.path();
    if git(root, &["init", "-q"]).is_none() {
        return;
    }
    tree(root, &mut random);
    git(root, &["add", "-A"]);
    git(root, &["commit", "-qm", "old"]);
    let old = bench_of(root);
    change(root, &mut random);
    git(root, &["add", "-A"]);
    git(root, &["commit", "-qm", "new"]);
    let new = bench_of(root);
    let diff = [
        "diff",
        "--binary",
        "-M",
        "-C",
        "--find-copies-harder",
        "HEAD~",
        "HEAD",
    ];
    let patch = git(root, &diff).unwrap();
    let theirs = bench_of_files(&old);
    let output = run(theirs.path(), &["git", "apply"], &patch).unwrap();
    assert!(
        output.status.success(),
        "seed {seed}: git apply refuses its own diff"
    );
    assert_same(&theirs, &new, &patch, &format!("git apply, seed {seed}"));
    let flags = [
        "patch",
        "--sync",
        "none",
        "-q",
        "--force-shrink",
        "--allow-residue",
        "--no-journal",
    ];
    old.pipe(&patch, flags).status_is(0);
    assert_same(&old, &new, &patch, &format!("seed {seed}"));
}

/// Asserts that both contain the same files with the same bytes and modes.
#[track_caller]
fn assert_same(found: &Bench, expected: &Bench, patch: &[u8], what: &str) {
    let (found, expected) = (sorted(found), sorted(expected));
    let mut both = found.iter().zip(&expected);
    let different = both.find(|(found, expected)| found != expected);
    let shown = different.map(|(found, expected)| {
        let shown = |file: &(String, Vec<u8>, bool)| {
            let text = file.1.escape_ascii().to_string();
            format!("{} {}\n{text}", file.0, file.2)
        };
        format!("{}\n{}", shown(found), shown(expected))
    });
    assert!(
        found == expected,
        "{what}: {}\n{}",
        shown.unwrap_or_default(),
        String::from_utf8_lossy(patch)
    );
}

/// The files of a work tree, without the repository.
fn bench_of(root: &Path) -> Bench {
    let bench = Bench::new();
    let listed = git(root, &["ls-files", "-z"]).unwrap();
    for name in listed
        .split(|&byte| byte == 0)
        .filter(|name| !name.is_empty())
    {
        let name = String::from_utf8(name.to_vec()).unwrap();
        let path = root.join(&name);
        let mode = fs::metadata(&path).unwrap().permissions().mode() & 0o777;
        put(bench.path(), &name, &fs::read(&path).unwrap(), mode);
    }
    bench
}

fn bench_of_files(other: &Bench) -> Bench {
    let bench = Bench::new();
    for (name, entry) in other.tree() {
        if let Entry::File { text, mode } = entry {
            put(bench.path(), name.to_str().unwrap(), &text, mode & 0o777);
        }
    }
    bench
}

/// The files with their bytes and executable bit, which is all that git stores of a mode.
fn sorted(bench: &Bench) -> Vec<(String, Vec<u8>, bool)> {
    let tree = bench.tree().into_iter();
    let files = tree.filter_map(|(name, entry)| match entry {
        Entry::File { text, mode } => Some((name.display().to_string(), text, mode & 0o100 != 0)),
        _ => None,
    });
    files.collect()
}

#[test]
fn git_diffs_of_files_of_every_kind() {
    (1..=3).for_each(compare_trees);
}

/// Changes a few places of `lines`. New lines are one of `kinds` kinds.
fn drawn(random: &mut Random, lines: &[String], kinds: usize) -> Vec<String> {
    let mut lines = lines.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(lines.len() + 1);
        let end = (at + 1 + random.below(3)).min(lines.len());
        match random.below(3) {
            0 => drop(lines.drain(at.min(end)..end)),
            1 => lines.insert(at, format!("kind {}\n", random.below(kinds))),
            _ => drop(lines.splice(
                at.min(end)..end,
                [format!("kind {}\n", random.below(kinds))],
            )),
        }
    }
    lines
}

/// The results of `git merge-file` for three texts with each diff algorithm. `None` if it reports a conflict.
fn merged_by_git(base: &str, ours: &str, theirs: &str) -> Option<Vec<Vec<u8>>> {
    let scratch = TempDir::new().unwrap();
    for (name, text) in [("base", base), ("ours", ours), ("theirs", theirs)] {
        fs::write(scratch.path().join(name), text).unwrap();
    }
    let mut merged = Vec::new();
    for way in ["myers", "histogram"] {
        let way = format!("--diff-algorithm={way}");
        let command = ["git", "merge-file", "-p", &way, "ours", "base", "theirs"];
        let output = run(scratch.path(), &command, b"")?;
        if output.status.success() {
            merged.push(output.stdout);
        }
    }
    Some(merged)
}

/// An undo gives the same result as git's merge of the three texts. If git reports a conflict, the undo is refused,
/// unless the lines to delete are present and determine the place.
#[test]
fn an_undo_under_later_changes_equals_a_git_merge() {
    let mut random = Random::new(10);
    let (mut same, mut refused, mut justified) = (0, 0, 0);
    for case in 0..80 {
        let kinds = *random.pick(&[4, 1_000]);
        let start: Vec<String> = (0..6 + random.below(8))
            .map(|line| format!("line {}\n", line % (2 + kinds)))
            .collect();
        let made = drawn(&mut random, &start, kinds);
        let from = if case % 4 == 0 { &start } else { &made };
        let now = drawn(&mut random, from, kinds);
        let (start, made, now) = (start.concat(), made.concat(), now.concat());
        if start == made || made == now {
            continue;
        }
        let bench = Bench::with("f", &start);
        bench
            .pipe(
                &made,
                [
                    "write",
                    "f",
                    "--overwrite",
                    "--force-shrink",
                    "--text-file",
                    "-",
                ],
            )
            .status_is(0);
        fs::write(bench.path().join("f"), &now).unwrap();
        let status = bench.line("undo").status;
        let text = bench.text("f");
        let Some(merged) = merged_by_git(&made, &now, &start) else {
            return;
        };
        if status != Some(0) {
            assert_eq!((status, &text), (Some(3), &now));
            refused += 1;
        } else if merged.is_empty() {
            let count = |text: &str, line| text.lines().filter(|other| *other == line).count();
            let mut lines = now.lines();
            let takes_out = lines.any(|line| count(&text, line) < count(&now, line));
            assert!(takes_out, "{start:?}\n{made:?}\n{now:?}\n{text:?}");
            justified += 1;
        } else {
            assert!(
                merged.contains(&text.clone().into_bytes()),
                "{start:?}\n{made:?}\n{now:?}\n{text:?}"
            );
            same += 1;
        }
    }
    println!("{same} as git, {refused} refused, {justified} by what stands there");
    assert!(same > 10 && refused > 10 && justified > 2);
}
