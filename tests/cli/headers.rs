//! File headers: contradictory lines, and the many ways to say that a file does not exist.

use crate::bench::Bench;
use crate::notation::joined;

/// Asserts that the header is refused, both with a file `f` that contains `x` and without it.
#[track_caller]
fn contradicts(lines: &[&str]) {
    let text = joined(lines);
    for bench in [Bench::new(), Bench::with("f", "x\n")] {
        let ran = bench.pipe(&text, ["patch"]);
        ran.fails(2, "contradict each other");
    }
}

#[test]
fn names_that_disagree() {
    const HUNK: [&str; 3] = ["@@ -1 +1 @@", "-x", "+y"];
    let with_hunk = |lines: &[&'static str]| [lines, &HUNK].concat();
    contradicts(&[
        "diff --git a/f b/f",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/other",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
    contradicts(&with_hunk(&[
        "diff --git a/f b/f",
        "--- a/f",
        "+++ b/other",
    ]));
    contradicts(&with_hunk(&[
        "diff --git a/f b/f",
        "--- a/other",
        "+++ b/other",
    ]));
    contradicts(&with_hunk(&[
        "diff --git a/f b/new",
        "rename from f",
        "rename to new",
        "--- a/f",
        "+++ b/other",
    ]));
    contradicts(&with_hunk(&[
        "diff --git a/f b/new",
        "rename from f",
        "rename to new",
        "--- a/one",
        "+++ b/one",
    ]));
    contradicts(&[
        "diff --git a/f b/f",
        "deleted file mode 100644",
        "--- a/other",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
    ]);
}

#[test]
fn operations_that_disagree() {
    contradicts(&[
        "diff --git a/f b/new",
        "new file mode 100644",
        "rename from f",
        "rename to new",
    ]);
    contradicts(&[
        "diff --git a/f b/f",
        "new file mode 100644",
        "deleted file mode 100644",
    ]);
    contradicts(&["diff --git a/f b/new", "copy from f", "rename to new"]);
    contradicts(&[
        "diff --git a/f b/f",
        "new file mode 100644",
        "--- a/f",
        "+++ b/f",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
    contradicts(&[
        "diff --git a/f b/f",
        "deleted file mode 100644",
        "--- a/f",
        "+++ b/f",
        "@@ -1 +0,0 @@",
        "-x",
    ]);
    contradicts(&[
        "diff --git a/f b/new",
        "rename from f",
        "rename to new",
        "--- /dev/null",
        "+++ b/new",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
}

#[test]
fn names_under_other_prefixes_agree() {
    for (old, new) in [
        ("a/d/f", "b/d/f"),
        ("d/f", "d/f"),
        ("i/d/f", "w/d/f"),
        ("old/d/f", "new/d/f"),
    ] {
        let text = joined(&[
            "diff --git a/d/f b/d/f",
            &format!("--- {old}"),
            &format!("+++ {new}"),
            "@@ -1 +1 @@",
            "-x",
            "+y",
        ]);
        Bench::with("d/f", "x\n")
            .pipe(text, ["patch", "-q"])
            .done("", &[("d/f", "y\n")]);
    }
}

const STAMPS: [&str; 9] = [
    "\t(nonexistent)",
    " (nonexistent)",
    "\t(.../trunk)\t(nonexistent)",
    "\t1970-01-01 00:00:00.000000000 +0000",
    "\t1969-12-31 19:00:00.000000000 -0500",
    "\t1970-01-01 01:00:00 +0100",
    "\t1969-12-31 16:00:00",
    "\tThu Jan 01 00:00:00 1970 +0000",
    "\t1 Jan 1970 00:00:00 -0000",
];

#[test]
fn a_name_of_no_file_creates_and_removes() {
    for stamp in STAMPS {
        let text =
            format!("Index: n\n====\n--- n{stamp}\n+++ n\t(working copy)\n@@ -0,0 +1 @@\n+a\n");
        Bench::new()
            .pipe(text, ["patch", "-q"])
            .done("", &[("n", "a\n")]);
        let text =
            format!("Index: o\n====\n--- o\t(revision 5)\n+++ o{stamp}\n@@ -1 +0,0 @@\n-a\n");
        Bench::with("o", "a\n")
            .pipe(text, ["patch", "-q"])
            .status_is(0)
            .became(&[("o", None)]);
    }
}

#[test]
fn a_range_of_nothing_creates_a_missing_file() {
    for header in [
        "--- a/n\n+++ b/n\n",
        "--- n\n+++ n\n",
        "diff --git a/n b/n\n--- a/n\n+++ b/n\n",
    ] {
        let text = format!("{header}@@ -0,0 +1,2 @@\n+a\n+b\n");
        Bench::new()
            .pipe(&text, ["patch", "-q"])
            .done("", &[("n", "a\nb\n")]);
        Bench::with("n", "")
            .pipe(&text, ["patch", "-q"])
            .done("", &[("n", "a\nb\n")]);
        // Into an existing text it is inserted at the top, but not twice.
        let bench = Bench::with("n", "c\n");
        bench
            .pipe(&text, ["patch", "-q"])
            .done("", &[("n", "a\nb\nc\n")]);
        // The journal knows that the change was made and still applies.
        bench.pipe(&text, ["patch", "-q"]).status_is(0).unchanged();
        let bench = Bench::with("n", "a\nb\nc\n");
        bench.pipe(&text, ["patch", "-q"]).status_is(1).unchanged();
    }
    let bench = Bench::new();
    let ran = bench.pipe("--- a/n\n+++ b/n\n@@ -5,0 +6 @@\n+a\n", ["patch"]);
    ran.status_is(4).says("there is no such file");
}

/// The first line has two names, and the lines below agree on one of them.
#[test]
fn names_below_the_first_line_say_which_of_two_is_meant() {
    for name in ["old", "new"] {
        let diff = joined(&[
            "diff --git a/old b/new",
            "index 1111111..2222222 100644",
            &format!("--- a/{name}"),
            &format!("+++ b/{name}"),
            "@@ -1 +1 @@",
            "-x",
            "+y",
        ]);
        let bench = Bench::with("old", "x\n").file("new", "x\n");
        bench.pipe(&diff, ["patch", "-q"]).status_is(0);
        assert_eq!(bench.text(name), "y\n");
        let other = if name == "old" { "new" } else { "old" };
        assert_eq!(bench.text(other), "x\n");
    }
    contradicts(&[
        "diff --git a/f b/g",
        "--- a/other",
        "+++ b/other",
        "@@ -1 +1 @@",
        "-x",
        "+y",
    ]);
}

/// `diff -urN` of two trees: the names of the trees do not belong to the path of a new file.
#[test]
fn the_name_of_a_tree_is_no_directory_of_a_new_file() {
    let diff = joined(&[
        "--- linux-vanilla/new file.txt\t1969-12-31 16:00:00 -08:00",
        "+++ linux/new file.txt\t2005-04-12 02:14:06 -07:00",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
    Bench::new()
        .pipe(&diff, ["patch", "-q"])
        .status_is(0)
        .became(&[("new file.txt", Some(b"x\n"))]);
    // If a directory with that name exists, it belongs to the path.
    Bench::with("linux/old.txt", "1\n")
        .pipe(&diff, ["patch", "-q"])
        .status_is(0)
        .became(&[("linux/new file.txt", Some(b"x\n"))]);
    Bench::new()
        .pipe(&diff, ["patch", "-q", "--strip", "0"])
        .status_is(0)
        .became(&[("linux/new file.txt", Some(b"x\n"))]);
}

/// The prefixes of git are no directories, even if directories with such names exist.
#[test]
fn the_prefix_of_git_is_no_directory_of_a_new_file() {
    let diff = joined(&[
        "diff --git a/new b/new",
        "new file mode 100644",
        "--- /dev/null",
        "+++ b/new",
        "@@ -0,0 +1 @@",
        "+x",
    ]);
    Bench::with("b/k", "1\n")
        .pipe(&diff, ["patch", "-q"])
        .status_is(0)
        .became(&[("new", Some(b"x\n"))]);
    let deletion = joined(&[
        "diff --git a/a/f b/a/f",
        "deleted file mode 100644",
        "--- a/a/f",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
    ]);
    Bench::with("a/k", "1\n")
        .pipe(&deletion, ["patch", "-q", "-R"])
        .status_is(0)
        .became(&[("a/f", Some(b"x\n"))]);
}

/// A git diff for a missing file is never applied to a file below a directory called like a prefix.
#[test]
fn the_prefix_of_git_is_no_directory_of_an_existing_file() {
    let edit = [
        "diff --git a/f b/f",
        "--- a/f",
        "+++ b/f",
        "@@ -1 +1 @@",
        "-x",
        "+y",
    ];
    let deletion = [
        "diff --git a/f b/f",
        "deleted file mode 100644",
        "--- a/f",
        "+++ /dev/null",
        "@@ -1 +0,0 @@",
        "-x",
    ];
    let rename = ["diff --git a/f b/g", "rename from f", "rename to g"];
    let bench = || Bench::with("a/f", "x\n");
    for diff in [&edit[..], &deletion, &rename] {
        bench()
            .pipe(joined(diff), ["patch"])
            .fails(4, "incise: f: there is no such file\n");
    }
    bench()
        .pipe(joined(&deletion), ["patch", "-q", "--idempotent"])
        .status_is(0)
        .unchanged();
}

/// Other headers than those of git have the prefixes of git too.
#[test]
fn the_prefixes_of_a_diff_without_git_header_are_no_directories() {
    let edit = ["--- a/f", "+++ b/f", "@@ -1 +1 @@", "-x", "+y"];
    let back = ["--- b/f", "+++ a/f", "@@ -1 +1 @@", "-x", "+y"];
    let removal = ["--- a/f", "+++ /dev/null", "@@ -1 +0,0 @@", "-x"];
    for diff in [&edit[..], &back, &removal] {
        // Two files with these lines, so that the lines do not tell which one is meant.
        let bench = Bench::with("a/f", "x\n").file("b/f", "x\n");
        bench
            .pipe(joined(diff), ["patch"])
            .fails(4, "incise: f: there is no such file\n");
    }
    let bench = Bench::with("a/f", "x\n");
    bench
        .pipe(joined(&removal), ["patch"])
        .status_is(4)
        .unchanged();
    for diff in [&edit[..], &removal] {
        let after = (diff == &edit[..]).then_some(&b"y\n"[..]);
        Bench::with("a/f", "x\n")
            .pipe(joined(diff), ["patch", "--strip", "0", "-q"])
            .status_is(0)
            .became(&[("a/f", after)]);
    }
    // A directory that both names begin with.
    let same = ["--- a/f", "+++ a/f", "@@ -1 +1 @@", "-x", "+y"];
    Bench::with("a/f", "x\n")
        .pipe(joined(&same), ["patch", "-q"])
        .status_is(0)
        .became(&[("a/f", Some(b"y\n"))]);
}

/// The lines of a rename state the names without prefixes.
#[test]
fn a_rename_between_directories_needs_no_prefix() {
    let rename = ["diff --git a/f b/f", "rename from a/f", "rename to b/f"];
    Bench::with("a/f", "x\n")
        .file("f", "x\n")
        .pipe(joined(&rename), ["patch", "-q"])
        .status_is(0)
        .became(&[("a/f", None), ("b/f", Some(b"x\n"))]);
}

#[test]
fn a_new_file_refuses_an_empty_one() {
    for old in ["/dev/null", "a/f\t1970-01-01 09:00:00.000000000 +0900"] {
        let diff = joined(&[&format!("--- {old}"), "+++ b/f", "@@ -0,0 +1 @@", "+x"]);
        Bench::with("f", "")
            .pipe(&diff, ["patch"])
            .fails(1, "the file already exists");
        Bench::with("f", "x\n")
            .pipe(&diff, ["patch", "-q"])
            .status_is(0)
            .unchanged();
    }
    let empty = "diff --git a/f b/f\nnew file mode 100644\nindex 0000000..e69de29\n";
    Bench::with("f", "")
        .pipe(empty, ["patch", "-q"])
        .status_is(0)
        .unchanged();
}

#[test]
fn quotes_inside_a_name_are_its_own() {
    let diff = joined(&[
        "--- \"a/\"sub/f",
        "+++ \"b/\"sub/f",
        "@@ -1 +1 @@",
        "-x",
        "+y",
    ]);
    let bench = Bench::with("f", "x\n");
    bench
        .pipe(diff, ["patch", "-q", "--strip", "2"])
        .status_is(0);
    assert_eq!(bench.text("f"), "y\n");
}

#[test]
fn a_binary_change_without_data_is_called_so() {
    let diff = joined(&[
        "diff --git a/f b/f",
        "index 1111111..2222222 100644",
        "Binary files a/f and b/f differ",
    ]);
    Bench::with("f", "x\n")
        .pipe(diff, ["patch"])
        .fails(2, "the binary change has no data");
}

#[test]
fn a_link_by_a_property_is_refused() {
    let diff = joined(&[
        "Index: f",
        "===================================================================",
        "--- f\t(revision 1)",
        "+++ f\t(working copy)",
        "@@ -1 +1 @@",
        "-x",
        "+link g",
        "\\ No newline at end of file",
        "",
        "Property changes on: f",
        "___________________________________________________________________",
        "Added: svn:special",
        "## -0,0 +1 ##",
        "+*",
    ]);
    Bench::with("f", "x\n")
        .pipe(diff, ["patch"])
        .fails(2, "svn:special");
}

/// Git reports that such a header "lacks filename information".
#[test]
fn a_rename_names_both_of_its_files() {
    for word in ["rename", "copy"] {
        for lines in [
            format!("{word} from f\n"),
            format!("{word} to g\n"),
            format!("similarity index 100%\n{word} from f\n"),
            format!("similarity index 100%\n{word} to g\nindex 123..456\n"),
            format!("{word} from f\n@@ -1 +1 @@\n-a\n+b\n"),
            format!("{word} from f\n--- a/f\n@@ -1 +1 @@\n-a\n+b\n"),
        ] {
            for first in ["diff --git a/f b/g", "diff --git a/f b/f"] {
                let bench = Bench::with("f", "a\n");
                let ran = bench.pipe(format!("{first}\n{lines}"), ["patch"]);
                assert_eq!(ran.status, Some(2), "{first} {lines:?}: {}", ran.stdout);
                ran.says("names only one of its two files").unchanged();
            }
        }
    }
    // The lines below may contain the name that the rename lacks.
    let diff = "diff --git a/f b/g\nrename from f\n--- a/f\n+++ b/g\n@@ -1 +1 @@\n-a\n+b\n";
    let bench = Bench::with("f", "a\n");
    bench.pipe(diff, ["patch", "-q"]).status_is(0);
    assert_eq!(bench.text("g"), "b\n");
}

/// A part that could be for the taken name does not make the renamed file disappear.
#[test]
fn a_rename_to_a_name_of_a_later_part_is_refused() {
    let rename = [
        "diff --git a/a b/b",
        "rename from a",
        "rename to b",
        "--- a/a",
        "+++ b/b",
        "@@ -1 +1 @@",
        "-old",
        "+new",
    ];
    let edit = ["--- c", "+++ b", "@@ -1 +1 @@", "-x", "+y"];
    Bench::with("a", "old\n")
        .file("b", "taken\n")
        .file("c", "x\n")
        .pipe(joined(&[&rename[..], &edit].concat()), ["patch", "-q"])
        .fails(1, "incise: b: the file already exists (1 line, 6 bytes)\n");
}
