//! Measures the phases of an edit: locating, change sets, line counts, patches, diffs, the journal.
//!
//!     cargo bench --bench micro [-- WORD..]
//!
//! Each phase runs on texts of a thousand and of a hundred thousand lines. `--test` runs each once, as a smoke test.
#![expect(
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a benchmark makes scratch files, and stops where one fails"
)]

use std::fmt::Write as _;
use std::path::Path;

use bytes::Bytes;
use divan::{Bencher, black_box};
use incise::change::{ChangeSet, Edit};
use incise::patch::Strictness;
use incise::text::{LineIndex, Span};
use incise::{Request, Workspace};
use tempfile::TempDir;

const LINES: [usize; 2] = [1_000, 100_000];

fn main() {
    divan::main();
}

fn line(number: usize) -> String {
    format!("    let name_{number} = find({number}, 7); // some text\n")
}

fn text(lines: usize) -> String {
    (0..lines).map(line).collect()
}

/// Changes every tenth line of `text(lines)`.
fn tenths(lines: usize) -> ChangeSet {
    let mut at = 0;
    let mut edits = Vec::new();
    for number in 0..lines {
        let old = line(number);
        if number % 10 == 0 {
            let old = Bytes::copy_from_slice(&old.as_bytes()[8..12]);
            let new = Bytes::from_static(b"changed");
            edits.push(Edit {
                at: at + 8,
                old,
                new,
            });
        }
        at += old.len();
    }
    ChangeSet::new(at, edits).expect("edits of lines are apart")
}

/// A diff that changes every hundredth line of `text(lines)`. Its line numbers are too high by `drift`.
fn diff(lines: usize, drift: usize) -> String {
    let mut diff = "--- a/a.rs\n+++ b/a.rs\n".to_owned();
    for first in (0..lines).step_by(100) {
        let number = first + 1 + drift;
        let [old, second, third] = [first, first + 1, first + 2].map(line);
        write!(
            diff,
            "@@ -{number},3 +{number},3 @@\n-{old}+changed\n {second} {third}"
        )
        .expect("a text takes more");
    }
    diff
}

/// A directory with `text(lines)` in a file.
fn directory(lines: usize) -> TempDir {
    let directory = TempDir::new().expect("there is room for a directory");
    std::fs::write(directory.path().join("a.rs"), text(lines)).expect("there is room for a file");
    directory
}

/// Runs `request` repeatedly. It must be a dry run.
fn dry(bencher: Bencher<'_, '_>, request: &Request, directory: &Path) {
    bencher.bench_local(|| incise::run(black_box(request), directory).expect("it is applied"));
}

mod locate {
    use super::*;

    #[divan::bench(args = LINES)]
    fn exact(bencher: Bencher<'_, '_>, lines: usize) {
        let text = text(lines);
        let old = line(lines / 10 * 7);
        bencher.bench_local(|| incise::edit(black_box(&text), &old, "x\n").expect("it is there"));
    }

    #[divan::bench(args = LINES)]
    fn nowhere(bencher: Bencher<'_, '_>, lines: usize) {
        let text = text(lines);
        let refused = || incise::edit(black_box(&text), "let name_x = found(7);\n", "x\n").err();
        bencher.bench_local(|| refused().expect("it is not there"));
    }
}

mod change {
    use super::*;

    #[divan::bench(args = LINES)]
    fn compose(bencher: Bencher<'_, '_>, lines: usize) {
        let first = tenths(lines);
        let next = first.invert();
        bencher.bench_local(|| black_box(&first).then(&next).expect("they fit"));
    }

    #[divan::bench(args = LINES)]
    fn apply(bencher: Bencher<'_, '_>, lines: usize) {
        let (text, changes) = (text(lines), tenths(lines));
        bencher.bench_local(|| changes.apply(black_box(text.as_bytes())).expect("they fit"));
    }
}

mod lines {
    use super::*;

    #[divan::bench(args = LINES)]
    fn count(bencher: Bencher<'_, '_>, lines: usize) {
        let text = text(lines);
        bencher.bench_local(|| LineIndex::new(black_box(text.as_bytes())));
    }

    #[divan::bench(args = LINES)]
    fn of_a_place(bencher: Bencher<'_, '_>, lines: usize) {
        let text = text(lines);
        let index = LineIndex::new(text.as_bytes());
        let place = Span::of_len(text.len() / 10 * 7, 40);
        bencher.bench_local(|| index.lines_of(black_box(text.as_bytes()), place));
    }
}

mod patch {
    use super::*;

    #[divan::bench(args = LINES)]
    fn parse(bencher: Bencher<'_, '_>, lines: usize) {
        let diff = Bytes::from(diff(lines, 0));
        let parse = || incise::patch::parse(black_box(&diff), Strictness::Repair);
        bencher.bench_local(|| parse().expect("it is a diff"));
    }

    #[divan::bench(args = LINES)]
    fn place(bencher: Bencher<'_, '_>, lines: usize) {
        let directory = directory(lines);
        let request = Request::new().patch(diff(lines, 0)).dry_run();
        dry(bencher, &request, directory.path());
    }

    #[divan::bench(args = LINES)]
    fn place_drifted(bencher: Bencher<'_, '_>, lines: usize) {
        let directory = directory(lines);
        let request = Request::new().patch(diff(lines, 3)).dry_run();
        dry(bencher, &request, directory.path());
    }
}

mod diff {
    use super::*;

    #[divan::bench(args = LINES)]
    fn render(bencher: Bencher<'_, '_>, lines: usize) {
        let directory = directory(lines);
        let request = Request::new().patch(diff(lines, 0)).dry_run();
        let report = incise::run(&request, directory.path()).expect("it is applied");
        bencher.bench_local(|| black_box(&report).to_string());
    }

    #[divan::bench(args = LINES)]
    fn report(bencher: Bencher<'_, '_>, lines: usize) {
        let directory = directory(lines);
        let request = Request::new().patch(diff(lines, 0)).dry_run();
        let report = incise::run(&request, directory.path()).expect("it is applied");
        bencher.bench_local(|| black_box(&report).to_json());
    }
}

mod journal {
    use super::*;

    /// A whole edit of a small file, with and without a journal. The difference is the cost of the journal.
    #[divan::bench(args = [false, true])]
    fn append(bencher: Bencher<'_, '_>, has_journal: bool) {
        let (directory, state) = (directory(10), directory(0));
        let workspace = Workspace::open(directory.path()).expect("it is there");
        let workspace = if has_journal {
            workspace.with_journal(state.path())
        } else {
            workspace
        };
        let edits = [("name_3", "other"), ("other", "name_3")];
        let edits = edits.map(|(old, new)| Request::new().replace("a.rs", old, new));
        let mut turns = edits.iter().cycle();
        bencher.bench_local(|| {
            let edit = turns.next().expect("they go round");
            workspace.run(edit).expect("it is applied")
        });
    }
}
