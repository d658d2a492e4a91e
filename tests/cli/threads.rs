//! With any number of threads, the report and the files are the same.

use crate::bench::Bench;

/// The number of threads in a debug build. A release build uses the number of processors.
const THREADS: &str = "INCISE_TEST_THREADS";

/// A tree of 300 files: many lack the text, for various reasons, and the selection also contains entries that cannot
/// be read immediately.
fn forest() -> Bench {
    let mut bench = Bench::new();
    for number in 0..300 {
        let path = format!("d{}/e{}/{number}.rs", number % 7, number % 31);
        let text = match number {
            _ if number % 50 == 7 => format!("a\nlet swapped = take({number});\nb\n"),
            _ if number % 50 == 9 => format!("a\n  let  swapped = take( {number} );\nb\n"),
            _ if number % 50 == 11 => format!("a\n\u{201c}let\u{201d} take({number});\nb\n"),
            _ if number % 50 == 13 => format!("\u{0}\u{0}swapped{number}"),
            _ if number == 15 => "x".repeat(3 << 20),
            _ => format!("nothing of it in {number}\n"),
        };
        bench = bench.file(path, text);
    }
    bench.link("d0/link.rs", "e0/0.rs")
}

#[test]
fn the_report_is_the_same_for_any_number_of_threads() {
    let cases: [&[&str]; 10] = [
        // Some files match, and every change is shown.
        &["--old", "swapped = take", "--new", "taken = swap"],
        &["--old", "swapped", "--new", "taken", "--format", "json"],
        // Most files match.
        &["--old", "nothing", "--new", "all", "-q"],
        // Most files match, and each is staged with an additional file.
        &["--old", "nothing", "--new", "all", "--backup", "-q"],
        &["--old", "nothing", "--new", "all", "--in-place", "-q"],
        // No file matches, and the nearest text is reported.
        &["--old", "let swapped = take(x)", "--new", "y"],
        &["--old", "\"let\" take(1000);", "--new", "y"],
        &["--old", "l[a-z]t swapped = take", "--regex", "--new", "y"],
        // One file matches twice.
        &["--old", "xx", "--new", "y"],
        &["--old", "let swapped = take(7);", "--new", "y"],
    ];
    for args in cases {
        let ends = ["1", "2", "8"].map(|threads| {
            let bench = forest().env(THREADS, threads);
            let ran = bench.run([&["replace", ".", "--type", "rust"], args].concat());
            let report = (ran.status, ran.stdout.clone(), ran.stderr.clone());
            let tree = bench.tree();
            let undone = bench.line("undo --format json");
            (report, tree, undone.stdout.clone(), bench.tree())
        });
        assert_eq!(ends[0], ends[1], "{args:?}");
        assert_eq!(ends[0], ends[2], "{args:?}");
        let (status, stdout, stderr) = &ends[0].0;
        assert!(!(stdout.is_empty() && stderr.is_empty()) || *status == Some(0));
    }
}
