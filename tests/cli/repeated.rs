//! A repeated edit: if the texts show nothing, the journal knows that the edit was made.

use serde_json::json;

use crate::bench::{Bench, Ran};

const TEXT: &str = "first\nalpha\nlast\n";

/// A file in which `alpha` has become `omega`.
fn bench() -> Bench {
    let bench = Bench::with("f", TEXT);
    again(&bench).status_is(0);
    assert_eq!(bench.text("f"), "first\nomega\nlast\n");
    bench
}

/// Repeats the edit.
fn again(bench: &Bench) -> Ran<'_> {
    bench.line("replace f --old alpha --new omega --idempotent")
}

fn replace(bench: &Bench, old: &str, new: &str) {
    bench
        .run(["replace", "f", "--old", old, "--new", new])
        .status_is(0);
}

/// Writes a text without the journal.
fn overwrite(bench: &Bench, text: &str) {
    std::fs::write(bench.path().join("f"), text).unwrap();
}

#[track_caller]
fn is_done(bench: &Bench) {
    again(bench).status_is(0).prints("unchanged f").unchanged();
}

#[track_caller]
fn is_not_found(bench: &Bench) {
    again(bench).fails(1, "is not in the file");
}

/// Another program restored the text before the edit.
#[test]
fn an_edit_that_was_reverted_is_made_again() {
    for (text, old, new, after) in [
        ("a\n\n\n\n\nb\n", "\n\n", "\n", "a\n\n\nb\n"),
        ("return\nreturn\n", "return\nreturn", "return", "return\n"),
        ("}\n}\n}\n", "}\n}\n}\n", "}\n}\n", "}\n}\n"),
    ] {
        let bench = Bench::with("f", text);
        let line = ["replace", "f", "--old", old, "--new", new, "--all", "-q"];
        bench.run(line).done("", &[("f", after)]);
        std::fs::write(bench.path().join("f"), text).unwrap();
        bench.run(line).done("", &[("f", after)]);
    }
}

/// Two edits put back what an earlier edit removed. Both still stand.
#[test]
fn edits_that_restore_an_earlier_text_are_not_reverted() {
    let bench = Bench::with("f", "n\na\nm\nb\n");
    for line in [
        r"replace f --regex --old '^[nm]\n' --new '' --all -q",
        r"replace f --regex --old '^a$' --new 'n\na' -q",
        r"replace f --regex --old '^b$' --new 'm\nb' -q",
    ] {
        bench.line(line).status_is(0);
    }
    bench
        .line(r"replace f --regex --old '^a$' --new 'n\na' -q")
        .fails(1, "already applied: entry 2 made this edit");
}

/// Diffs whose old lines match elsewhere once the diff is applied, or whose new lines match before.
#[test]
fn equal_lines_show_neither_that_a_hunk_is_applied_nor_that_it_is_not() {
    let shorter = "--- a/f\n+++ b/f\n@@ -7,3 +8,2 @@\n c\n-c\n c\n";
    let run = "a\nK\nK2\nb\nm\nn\no\nc\nc\nc\nc\nc\nz\n";
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        Bench::with("f", run)
            .pipe(shorter, ["patch", "--mode", mode])
            .status_is(1)
            .unchanged();
    }
    // The line to delete was changed.
    let deletion = "--- a/f\n+++ b/f\n@@ -2,3 +2,2 @@\n \n-import os\n \n";
    for mode in ["strict", "tolerant", "merge"] {
        let bench = Bench::with("f", "import sys\n\n\nimport os, re\n\ndef f():\n");
        let ran = bench.pipe(deletion, ["patch", "--mode", mode]);
        ran.status_is(1).unchanged();
    }
    let bare = "--- a/f\n+++ b/f\n@@ -2 +1,0 @@\n-a\n@@ -3,0 +3 @@\n+c\n";
    Bench::with("f", "b\nb\nc\na\nc\nb\nb\na")
        .pipe(bare, ["patch"])
        .fails(1, "already applied");
    let at_end = "--- a/f\n+++ b/f\n@@ -2,4 +2,5 @@\n }\n-c\n a();\n+d\n+b {\n b {\n@@ -9 +10,2 @@\n c\n+a();\n";
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        Bench::with("f", "d\n}\nc\na();\nb {\nd\nd2\nb2 {\nc\na();\n")
            .pipe(at_end, ["patch", "--mode", mode])
            .status_is(1)
            .unchanged();
    }
}

#[test]
fn an_edit_whose_result_is_still_there_is_already_applied() {
    let bench = bench();
    is_done(&bench);
    bench
        .line("replace f --old alpha --new omega")
        .fails(1, "f:2: already applied");
    // The reverse edit was not made.
    let bench = Bench::with("f", "omega\n");
    is_not_found(&bench);
}

#[test]
fn edits_elsewhere_do_not_matter_whoever_makes_them() {
    let bench = bench();
    replace(&bench, "first", "zero\nfirst");
    is_done(&bench);
    overwrite(&bench, "half\nzero\nfirst\nomega\nlast\nmore\n");
    is_done(&bench);
    bench
        .line("replace f --old alpha --new omega")
        .status_is(1)
        .says("f:4: already applied");
    bench.line("move f g").status_is(0);
    bench.line("move g f").status_is(0);
    is_done(&bench);
    // After many more edits, it is too long ago to know.
    for number in 0..70 {
        let (old, new) = (format!("{number} last"), format!("{} last", number + 1));
        match number {
            0 => replace(&bench, "last", &new),
            _ => replace(&bench, &old, &new),
        }
    }
    is_not_found(&bench);
}

#[test]
fn an_edit_that_was_undone_is_not_applied() {
    let undone = bench();
    undone.line("undo").status_is(0);
    again(&undone).edits(&[("f", "first\nomega\nlast\n")]);
    let undone = bench();
    undone.line("undo").status_is(0);
    replace(&undone, "alpha", "beta");
    is_not_found(&undone);
    // An undo of the opposite edit does not count as this edit.
    let opposite = Bench::with("f", "first\nomega\nlast\n");
    replace(&opposite, "omega", "alpha");
    opposite.line("undo").status_is(0);
    is_not_found(&opposite);
    let redone = bench();
    redone.line("undo").status_is(0);
    redone.line("redo").status_is(0);
    replace(&redone, "last", "end");
    is_done(&redone);
}

#[test]
fn an_edit_whose_line_was_changed_is_not_applied() {
    for (old, new) in [
        ("omega", "psi"),
        ("omega", "omega and more"),
        ("omega", "  omega"),
        ("omega\n", ""),
        ("omega\nlast", "psi\nlast\nomega"),
    ] {
        let changed = bench();
        replace(&changed, old, new);
        is_not_found(&changed);
        let changed = bench();
        let text = changed.text("f").replace(old, new);
        overwrite(&changed, &text);
        is_not_found(&changed);
    }
}

/// Without context, or among equal lines, the hunk matches again at its line.
#[test]
fn a_hunk_that_deletes_one_of_equal_lines_is_applied_once() {
    for (text, hunk, after) in [
        ("x\nx\nx\n", "@@ -2 +1,0 @@\n-x\n", "x\nx\n"),
        (
            "x\n".repeat(5).as_str(),
            "@@ -1,3 +1,2 @@\n x\n-x\n x\n",
            "x\nx\nx\nx\n",
        ),
        ("a\nx\nx\nb\n", "@@ -2 +1,0 @@\n-x\n", "a\nx\nb\n"),
    ] {
        let diff = format!("--- a/f\n+++ b/f\n{hunk}");
        let bench = Bench::with("f", text);
        bench.pipe(&diff, ["patch", "-q"]).done("", &[("f", after)]);
        bench.pipe(&diff, ["patch", "-q"]).status_is(0).unchanged();
        // The file had the old text again, so the hunk is applied again.
        overwrite(&bench, text);
        bench.pipe(&diff, ["patch", "-q"]).done("", &[("f", after)]);
    }
}

/// The next patch deletes another of the equal lines.
#[test]
fn a_series_of_hunks_deletes_equal_lines_one_by_one() {
    for (first, index, second) in [
        (
            "@@ -3,3 +3,2 @@\n x\n-x\n y\n",
            "",
            "@@ -2,3 +2,2 @@\n x\n-x\n y\n",
        ),
        ("@@ -4 +3,0 @@\n-x\n", "", "@@ -3 +2,0 @@\n-x\n"),
        (
            "@@ -2 +1,0 @@\n-x\n",
            "index e3335603..0dc12900\n",
            "@@ -2 +1,0 @@\n-x\n",
        ),
    ] {
        let bench = Bench::with("f", "x\nx\nx\nx\ny\n");
        let names = "--- a/f\n+++ b/f\n";
        bench
            .pipe(format!("{names}{first}"), ["patch", "-q"])
            .status_is(0);
        bench
            .pipe(
                format!("diff --git a/f b/f\n{index}{names}{second}"),
                ["patch", "-q"],
            )
            .done("", &[("f", "x\nx\ny\n")]);
    }
}

#[test]
fn deleted_lines_count_as_deleted_until_something_replaces_them() {
    let ask = "replace f --old 'alpha alpha\n' --new '' --idempotent";
    for first in ["", "first\n"] {
        // The remaining text is similar, so only the journal shows that the old text is gone.
        let text = format!("{first}alpha alpha\nalpha alphas\n");
        let bench = Bench::with("f", &text);
        bench.line(ask).status_is(0);
        bench.line(ask).status_is(0).unchanged();
        overwrite(&bench, &format!("{first}alpha, alpha\nalpha alphas\n"));
        bench.line(ask).status_is(1).unchanged();
    }
}

#[test]
fn it_is_known_by_every_door() {
    let bench = bench();
    let edit =
        json!({"op": "replace", "path": "f", "old": "alpha", "new": "omega", "idempotent": true});
    let second =
        json!({"op": "replace", "path": "f", "old": "last", "new": "end", "idempotent": true});
    bench
        .pipe(edit.to_string(), ["apply"])
        .status_is(0)
        .unchanged();
    let both = json!({"edits": [edit, second]}).to_string();
    bench
        .pipe(&both, ["apply"])
        .edits(&[("f", "first\nomega\nend\n")]);
    bench.pipe(&both, ["apply"]).status_is(0).unchanged();
    let blocks = "<<<<<<< SEARCH\nalpha\n=======\nomega\n>>>>>>> REPLACE\n";
    let lines = Bench::with("f", TEXT);
    let ask = ["replace", "f", "--blocks", "-", "--idempotent"];
    lines.pipe(blocks, ask).status_is(0);
    lines.pipe(blocks, ask).status_is(0).unchanged();
    let path = bench.path().join("f");
    let payload = json!({"file_path": path, "old_string": "alpha", "new_string": "omega"});
    bench
        .pipe(payload.to_string(), ["apply"])
        .fails(1, "already applied");
}

/// The same edit in the formats that give old and new lines, without a line that determines the place.
fn as_patches(old: &str, new: &str) -> [String; 3] {
    [
        format!("f\n<<<<<<< SEARCH\n{old}\n=======\n{new}\n>>>>>>> REPLACE\n"),
        format!("*** Begin Patch\n*** Update File: f\n@@\n-{old}\n+{new}\n*** End Patch\n"),
        format!("--- a/f\n+++ b/f\n@@ -1 +1 @@\n-{old}\n+{new}\n"),
    ]
}

#[test]
fn a_patch_whose_result_is_still_there_is_already_applied() {
    let patches = || as_patches("alpha", "omega").into_iter();
    for patch in patches() {
        let bench = Bench::with("f", "alpha\nlast\n");
        let again = || bench.pipe(&patch, ["patch"]);
        // If nothing was edited, the new text alone is not evidence.
        let other = Bench::with("f", "last\nomega\n");
        other.pipe(&patch, ["patch"]).status_is(1).unchanged();
        again().edits(&[("f", "omega\nlast\n")]);
        again().status_is(0).prints("unchanged f").unchanged();
        // Edits elsewhere do not matter, whoever makes them, and neither does the author of the edit.
        overwrite(&bench, "first\nomega\nlast\n");
        again().status_is(0).unchanged();
        for same in patches() {
            bench.pipe(&same, ["patch"]).status_is(0).unchanged();
        }
        // Without the journal there is no evidence.
        bench
            .pipe(&patch, ["patch", "--no-journal"])
            .status_is(1)
            .unchanged();
        overwrite(&bench, "first\nomega!\nlast\n");
        again().status_is(1).unchanged();
    }
    for patch in patches() {
        let bench = Bench::with("f", "alpha\nlast\n");
        bench.pipe(&patch, ["patch"]).status_is(0);
        bench.line("undo").status_is(0);
        let undone = bench.pipe(&patch, ["patch"]);
        undone.edits(&[("f", "omega\nlast\n")]);
        replace(&bench, "omega", "other");
        replace(&bench, "last", "omega");
        bench.pipe(&patch, ["patch"]).status_is(1).unchanged();
    }
}

#[test]
fn a_patch_is_known_by_every_door() {
    let [block, update, unified] = as_patches("alpha", "omega");
    let bench = Bench::with("f", "alpha\nlast\n");
    bench.pipe(&update, ["patch"]).status_is(0);
    for request in [
        json!({"op": "patch", "diff": update}),
        json!({"diff": block, "target": "f"}),
        json!({"diff": unified, "target": "f"}),
        json!({"path": "f", "patch": block}),
        json!({"input": update}),
        json!({"operation": {"type": "update_file", "path": "f", "diff": "@@\n-alpha\n+omega\n"}}),
    ] {
        let request = request.to_string();
        bench.pipe(&request, ["apply"]).status_is(0).unchanged();
    }
    // The same next to an edit that is still to be made.
    let both = format!("{block}\nf\n<<<<<<< SEARCH\nlast\n=======\nend\n>>>>>>> REPLACE\n");
    bench.pipe(&both, ["patch", "--skip-applied"]).status_is(1);
    bench.pipe(&unified, ["patch"]).status_is(0).unchanged();
}

#[test]
fn the_results_of_all_hunks_must_be_there() {
    let patch = "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+b\n x\n@@ -7,2 +7,2 @@\n y\n-c\n+d\n";
    let text = "a\nx\n3\n4\n5\n6\ny\nc\n";
    let bench = Bench::with("f", text);
    bench.pipe(patch, ["patch"]).status_is(0);
    overwrite(&bench, "b\nX\n3\n4\n5\n6\nY\nd\n");
    let ran = bench.pipe(patch, ["patch"]);
    ran.status_is(0).prints("2 hunks").unchanged();
    overwrite(&bench, "b\nX\n3\n4\n5\n6\nY\nD\n");
    bench.pipe(patch, ["patch"]).status_is(1).unchanged();
}

/// A package and a dependency with different versions.
const VERSIONS: &str = "[package]\nname = \"x\"\nversion = \"0.1.5\"\n\n[y]\nversion = \"0.2.0\"\n";
const OLD: &str = "version = \"0.1.0\"";
const NEW: &str = "version = \"0.2.0\"";

#[test]
fn new_text_elsewhere_is_not_evidence_for_any_command() {
    let block = format!("<<<<<<< SEARCH\n{OLD}\n=======\n{NEW}\n>>>>>>> REPLACE\n");
    let update =
        format!("*** Begin Patch\n*** Update File: f\n@@\n-{OLD}\n+{NEW}\n*** End Patch\n");
    let unified = format!("--- a/f\n+++ b/f\n@@ -9 +9 @@\n-{OLD}\n+{NEW}\n");
    let text = json!({"path": "f", "old": OLD, "new": NEW, "op": "replace", "idempotent": true});
    let bench = Bench::with("f", VERSIONS);
    let path = bench.path().join("f");
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        for patch in [&format!("f\n{block}"), &update, &unified] {
            let arguments = ["patch", "--mode", mode, "--skip-applied"];
            bench.pipe(patch, arguments).status_is(1).unchanged();
            bench
                .pipe(patch, ["check", "patch", "--mode", mode])
                .status_is(1);
        }
    }
    for request in [
        text.clone(),
        json!({"edits": [text]}),
        json!({"diff": block, "target": "f"}),
        json!({"diff": unified, "target": "f"}),
        json!({"path": "f", "patch": block}),
        json!({"input": update}),
        json!({"file_path": path, "old_string": OLD, "new_string": NEW}),
        json!({"command": "str_replace", "path": path, "old_str": OLD, "new_str": NEW}),
    ] {
        bench
            .pipe(request.to_string(), ["apply"])
            .status_is(1)
            .unchanged();
    }
    bench
        .pipe(&block, ["replace", "f", "--blocks", "-", "--idempotent"])
        .status_is(1)
        .unchanged();
    let ask = ["replace", "f", "--old", OLD, "--new", NEW, "--idempotent"];
    let refusal = bench.run(ask);
    refusal.status_is(1).says("is not in the file");
    assert!(!refusal.stderr.contains("nothing is left to do"));
}

#[test]
fn a_missing_text_does_not_count_as_already_removed() {
    for text in ["nothing\n", ""] {
        let bench = Bench::with("f", text);
        let request = json!({"op": "replace", "path": "f", "old": "typo here", "new": "", "idempotent": true});
        bench
            .pipe(request.to_string(), ["apply"])
            .status_is(1)
            .unchanged();
        let ask = "replace f --old 'typo here' --new '' --idempotent";
        let refusal = bench.line(ask);
        refusal.status_is(1).unchanged();
        assert!(!refusal.stderr.contains("nothing is left to do"));
        let block = "f\n<<<<<<< SEARCH\ntypo here\n=======\n>>>>>>> REPLACE\n";
        bench.pipe(block, ["patch"]).status_is(1).unchanged();
    }
}

#[test]
fn the_base_does_not_call_a_line_removed_whose_function_is_gone() {
    let rest = "def c():\n    return 0\n";
    let before = format!("def a():\n    return 1\n\n\n{GONE}{rest}");
    let bench = Bench::with("f", format!("def a():\n    return 1\n\n\n{rest}"));
    std::fs::write(bench.path().join("base"), before).unwrap();
    let patch = "--- a/f\n+++ b/f\n@@ -5,7 +5,6 @@\n def b():\n     p = 3\n-    q = 4\n     return p\n \n \n def c():\n";
    bench
        .pipe(patch, ["patch", "--base", "base"])
        .status_is(1)
        .unchanged();
}

const GONE: &str = "def b():\n    p = 3\n    q = 4\n    return p\n\n\n";

#[test]
fn a_text_that_an_earlier_step_changes_does_not_count_as_present() {
    let bench = bench();
    let edit = |old: &str, new: &str| json!({"op": "replace", "path": "f", "old": old, "new": new, "idempotent": true});
    let request = json!({"edits": [edit("omega", "psi"), edit("alpha", "omega")]});
    bench
        .pipe(request.to_string(), ["apply"])
        .fails(1, "is not in the file");
}

#[test]
fn each_edit_of_a_batch_is_made_once() {
    let first = json!({"op": "replace", "path": "f", "old": "x=0", "new": "x=1", "pick": "first"});
    let other = json!({"op": "replace", "path": "f", "old": "b", "new": "B", "pick": "first"});
    for edits in [json!([first, other]), json!([other, first])] {
        let request = json!({"idempotent": true, "edits": edits}).to_string();
        let bench = Bench::with("f", "a\nx=0\nb\nx=0\nc\n");
        let apply = || bench.pipe(&request, ["apply"]);
        let made = [("f", "a\nx=1\nB\nx=0\nc\n")];
        apply().edits(&made);
        apply().status_is(0).unchanged();
        // If one edit is undone, only that edit is made again.
        replace(&bench, "B", "b");
        apply().edits(&made);
    }
}

/// Runs the edit twice. The second run must change nothing, although the old text occurs elsewhere.
#[track_caller]
fn is_made_once(before: &str, after: &str, run: impl Fn(&Bench) -> Ran<'_>) {
    let bench = Bench::with("f", before);
    let first = run(&bench);
    first.edits(&[("f", after)]);
    if !first.stderr.is_empty() {
        first.says("1 other unchanged");
    }
    run(&bench).status_is(0).unchanged();
    // Another process writes at both ends.
    overwrite(&bench, &format!("# top\n{after}# end\n"));
    run(&bench).status_is(0).unchanged();
}

#[test]
fn one_place_of_several_is_changed_once() {
    let (before, after) = ("a\nx=0\nb\nx=0\nc\n", "a\nx=1\nb\nx=0\nc\n");
    for nth in ["1", "-2"] {
        let nth = format!("--nth={nth}");
        let words = [
            "replace",
            "f",
            "--old",
            "x=0",
            "--new",
            "x=1",
            &nth,
            "--idempotent",
        ];
        is_made_once(before, after, |bench| bench.run(words));
    }
    let requests = [
        json!({"op": "replace", "path": "f", "old": "x=0", "new": "x=1", "pick": "first"}),
        json!({"op": "replace", "path": "f", "old": "x=0", "new": "x=1", "pick": 1}),
        json!({"path": "f", "old_content": "x=0", "new_content": "x=1", "occurrence": 1}),
    ];
    for mut request in requests {
        request["idempotent"] = json!(true);
        is_made_once(before, after, |bench| {
            bench.pipe(request.to_string(), ["apply"])
        });
    }
}

#[test]
fn a_text_that_grows_from_the_old_one_grows_once() {
    let line = "replace f --regex --old 'f(oo)' --new 'f${1}X' --all --idempotent";
    is_made_once("a\nfoo()\nb\nfoo()\n", "a\nfooX()\nb\nfooX()\n", |bench| {
        bench.line(line)
    });
    // New occurrences are not part of the earlier edit, because all means all.
    let bench = Bench::with("f", "a\nx=0\nb\n");
    let line = "replace f --old x=0 --new y=1 --all --idempotent";
    bench.line(line).status_is(0);
    overwrite(&bench, "a\ny=1\nb\nx=0\n");
    bench.line(line).edits(&[("f", "a\ny=1\nb\ny=1\n")]);
}

#[test]
fn a_patch_that_fits_elsewhere_too_is_applied_once() {
    let (before, after) = ("a\nx=0\nb\nx=0\nc\n", "a\nx=1\nb\nx=0\nc\n");
    let patches = [
        "--- a/f\n+++ b/f\n@@ -2 +2 @@\n-x=0\n+x=1\n",
        "*** Begin Patch\n*** Update File: f\n@@ a\n-x=0\n+x=1\n*** End Patch\n",
    ];
    for patch in patches {
        is_made_once(before, after, |bench| {
            bench.pipe(patch, ["patch", "--idempotent"])
        });
        let request = json!({"op": "patch", "diff": patch, "idempotent": true});
        is_made_once(before, after, |bench| {
            bench.pipe(request.to_string(), ["apply"])
        });
    }
}

/// Only the place that the patch names shows that it is applied: its old side is elsewhere too, or at that place again.
#[test]
fn a_patch_is_applied_once_where_it_says() {
    let classes = "class B:\n    def run(self):\n        return 1\n\n\nclass A:\n    def run(self):\n        return 1\n";
    let changed = classes.replacen('1', "2", 1);
    for (before, patch, after) in [
        (
            classes,
            "*** Begin Patch\n*** Update File: f\n@@ class B:\n     def run(self):\n-        return 1\n+        return 2\n*** End Patch\n",
            changed.as_str(),
        ),
        (
            "}\nz\n}\n",
            "*** Begin Patch\n*** Update File: f\n@@\n z\n-}\n+end\n*** End of File\n*** End Patch\n",
            "}\nz\nend\n",
        ),
        (
            "def b():\n    return\ndef a():\n    return\n",
            "*** Begin Patch\n*** Update File: f\n@@ def b():\n     return\n+# end\n*** End of File\n*** End Patch\n",
            "def b():\n    return\ndef a():\n    return\n# end\n",
        ),
        (
            "a\nx\nb\n",
            "f\n<<<<<<< SEARCH\n:start_line:3\n-------\nb\n=======\nx\nb\n>>>>>>> REPLACE\n",
            "a\nx\nx\nb\n",
        ),
        (
            "a\nx\nb\nx\n",
            "f\n<<<<<<< SEARCH\n:start_line:2\n-------\nx\n=======\nx\ny\n>>>>>>> REPLACE\n",
            "a\nx\ny\nb\nx\n",
        ),
        (
            "a\nx\nb\n",
            "--- f\n+++ f\n@@ -3 +3,2 @@\n+x\n b\n",
            "a\nx\nx\nb\n",
        ),
        (
            "a\n\ny\ny\ny\nx\n",
            "diff --git a/f b/f\nindex 67ae4f9..9c823e4 100644\n--- a/f\n+++ b/f\n@@ -2,3 +2,2 @@\n \n-y\n y\n",
            "a\n\ny\ny\nx\n",
        ),
    ] {
        let bench = Bench::with("f", before);
        for _ in 0..2 {
            bench
                .pipe(patch, ["patch", "--no-journal", "-q"])
                .status_is(0);
            assert_eq!(bench.text("f"), after, "{patch}");
        }
    }
}

/// The added line was at the named place before.
#[test]
fn an_added_line_alone_does_not_show_that_a_hunk_is_applied() {
    let functions = "def f(x):\n    return x.val\n\ndef g(x):\n    x()\n    return x.value\n";
    for (text, hunk) in [
        (functions, "@@ def g(x):\n-    return x.val\n+    x()\n"),
        ("{\nfoo\nbar\n}\n", "@@\n-foo\n+}\n*** End of File\n"),
        (
            "a {\nfoo();\n}\nb {\nfoo();\n}\nc {\nbar();\n}\n",
            "@@\n-foo();\n+bar();\n }\n*** End of File\n",
        ),
    ] {
        let patch = format!("*** Begin Patch\n*** Update File: f\n{hunk}*** End Patch\n");
        let bench = Bench::with("f", text);
        bench.pipe(patch, ["patch"]).status_is(1).unchanged();
    }
}

#[test]
fn a_change_that_an_earlier_step_reverts_is_made_again() {
    let bench = bench();
    let request = json!({"idempotent": true, "edits": [
        {"op": "replace", "path": "f", "old": "omega", "new": "alpha"},
        {"op": "replace", "path": "f", "old": "alpha", "new": "omega"},
        {"op": "replace", "path": "f", "old": "last", "new": "end"},
    ]});
    bench
        .pipe(request.to_string(), ["apply"])
        .edits(&[("f", "first\nomega\nend\n")]);
}

#[test]
fn all_of_a_text_may_be_the_result() {
    for text in ["N", "N\nM"] {
        let after = format!("{text}\n");
        let words = ["lines", "f", "1:3", "--text", text, "--idempotent"];
        is_made_once("1\n2\n3\n", &after, |bench| bench.run(words));
    }
}

#[test]
fn an_equal_line_elsewhere_is_not_the_result() {
    let two = "[a]\nx=0\n[b]\nx=0\n";
    let lines = ["lines", "f", "2", "--text", "x=1", "--idempotent"];
    let replace = "replace f --old x=0 --new x=1 --idempotent";
    for end in ["", "[c]\n"] {
        let bench = Bench::with("f", format!("{two}{end}"));
        bench.run(lines).status_is(0);
        overwrite(&bench, &format!("[a]\nx=0\n[b]\nx=1\n{end}"));
        bench
            .run(lines)
            .edits(&[("f", &format!("[a]\nx=1\n[b]\nx=1\n{end}"))]);
        for command in [None, Some("write")] {
            let bench = Bench::with("f", format!("[a]\nx=0\n[b]\ny\n{end}"));
            bench.line(replace).status_is(0);
            let text = format!("[a]\nx=2\n[b]\nx=1\n{end}");
            match command {
                None => overwrite(&bench, &text),
                Some(command) => {
                    let words = [command, "f", "--overwrite", "--text-file", "-"];
                    bench.pipe(&text, words).status_is(0);
                }
            }
            bench.line(replace).status_is(1).unchanged();
            let diff = "--- a/f\n+++ b/f\n@@ -2 +2 @@\n-x=0\n+x=1\n";
            bench.pipe(diff, ["patch"]).status_is(1).unchanged();
        }
    }
}

/// Without a journal, the file shows that the edit is done.
#[test]
fn an_edit_inside_a_word_is_made_once_without_a_journal() {
    for (text, old, new, after) in [
        ("foo\n", "oo", "oobar", "foobar\n"),
        ("foobaz\n", "oo", "oobar", "foobarbaz\n"),
        ("barfoo\n", "fo", "xfo", "barxfoo\n"),
    ] {
        let bench = Bench::with("f", text);
        let edit = [
            "replace",
            "f",
            "--old",
            old,
            "--new",
            new,
            "--idempotent",
            "--no-journal",
            "-q",
        ];
        bench.run(edit).status_is(0).changed(&[("f", after)]);
        bench.run(edit).status_is(0).unchanged();
    }
    // Another word that begins with the new text.
    let bench = Bench::with("f", "foobarbaz\n");
    bench
        .line("replace f --old foo --new foobar --idempotent --no-journal -q")
        .status_is(0)
        .changed(&[("f", "foobarbarbaz\n")]);
}

/// The first try was thrown away, and the second one made the same edits.
#[test]
fn edits_made_again_after_a_restored_text_are_known() {
    let bench = Bench::with("f", "p = /usr/lib\n");
    let edit = ["replace", "f", "--old", "r/lib", "--new", "r/lib64"];
    bench.run(edit).status_is(0);
    bench.line("append f --text u").status_is(0);
    bench.line("append f --text v").status_is(0);
    overwrite(&bench, "p = /usr/lib\n");
    bench.run(edit).status_is(0);
    bench.line("append f --text u").status_is(0);
    bench.run(edit).fails(1, "entry 4 made this edit");
}

/// The second run would make other changes than the first one.
#[test]
fn an_expression_that_matches_its_own_result_is_applied_once() {
    for (text, old, new) in [
        ("f(a)\n", r"f\((.*)\)", "f($1, b)"),
        ("v1\n", r"v(\d+)", "v${1}0"),
        ("a\n", "^(.*)$", "# $1"),
    ] {
        let bench = Bench::with("f", text);
        let words = ["replace", "f", "--regex", "--old", old, "--new", new];
        bench.run(words).status_is(0);
        bench
            .run(words)
            .fails(1, "already applied: entry 1 made this edit");
        bench
            .run([&words[..], &["--nth", "1"]].concat())
            .status_is(0);
    }
}

#[test]
fn a_request_whose_steps_build_on_each_other_is_applied_once() {
    for (name, text, edits) in [
        (
            "c.toml",
            "v = \"0.9\"\n",
            json!([
                { "op": "set", "path": "c.toml", "key": "v", "value": "1.0" },
                { "op": "replace", "path": "c.toml", "old": "1.0", "new": "2.0" },
            ]),
        ),
        (
            "m.py",
            "x = 1\n",
            json!([
                { "op": "ensure", "path": "m.py", "line": "import json" },
                { "op": "replace", "path": "m.py", "old": "json", "new": "json, re" },
            ]),
        ),
        (
            "m.txt",
            "x\n",
            json!([
                { "op": "append", "path": "m.txt", "text": "end" },
                { "op": "ensure", "path": "m.txt", "line": "more" },
            ]),
        ),
    ] {
        let bench = Bench::with(name, text);
        let edits = edits.to_string();
        bench.pipe(&edits, ["apply", "--idempotent"]).status_is(0);
        bench
            .pipe(&edits, ["apply", "--idempotent"])
            .status_is(0)
            .prints(&format!("unchanged {name}"))
            .unchanged();
    }
}

/// In the second run, the region has another end or does not exist.
#[test]
fn edits_of_regions_are_made_once() {
    let markdown = "# T\n\n## Two\n\ntwo\n\n## Three\n\nx\n";
    for (name, text, line) in [
        (
            "m.md",
            markdown,
            "insert m.md --section Two --at after --text para",
        ),
        (
            "m.md",
            markdown,
            "insert m.md --section Two --at end --text '## N\n\nq'",
        ),
        ("m.md", markdown, "lines m.md --section Two --delete"),
        (
            "m.md",
            markdown,
            "lines m.md --section Two --text '## Zwei\n\ny'",
        ),
    ] {
        let bench = Bench::with(name, text);
        let line = format!("{line} --idempotent");
        bench.line(&line).status_is(0);
        bench
            .line(&line)
            .status_is(0)
            .prints(&format!("unchanged {name}"))
            .unchanged();
    }
}

/// A later patch of the series changes the lines that an earlier one wrote.
#[test]
fn a_series_of_patches_is_applied_once() {
    let edits = "--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-b\n+c\n d\n--- a/f\n+++ b/f\n@@ -1,3 +1,3 @@\n a\n-c\n+e\n d\n";
    let creation = "--- /dev/null\n+++ b/f\n@@ -0,0 +1,3 @@\n+a\n+b\n+d\n";
    for (before, series) in [
        (Some("a\nb\nd\n"), edits.to_owned()),
        (None, format!("{creation}{edits}")),
    ] {
        let bench = match before {
            Some(text) => Bench::with("f", text),
            None => Bench::with("g", ""),
        };
        bench.pipe(&series, ["patch"]).status_is(0);
        assert_eq!(bench.text("f"), "a\ne\nd\n");
        bench.pipe(&series, ["patch"]).status_is(0).unchanged();
        std::fs::write(bench.path().join("f"), "a\nx\nd\n").unwrap();
        bench.pipe(&series, ["patch"]).status_is(1).unchanged();
    }
}

/// The first run adds the last line, which has no line ending.
#[test]
fn a_line_added_at_an_unterminated_end_is_added_once() {
    let block = "f\n<<<<<<< SEARCH\na\nb\n=======\na\nb\nc\n>>>>>>> REPLACE\n";
    let v4a =
        "*** Begin Patch\n*** Update File: f\n@@\n a\n b\n+c\n*** End of File\n*** End Patch\n";
    let unified = "--- f\n+++ f\n@@ -2,2 +2,3 @@\n a\n b\n+c\n";
    for (patch, mode) in [
        (block, "tolerant"),
        (v4a, "tolerant"),
        (unified, "tolerant"),
        (unified, "merge"),
        (unified, "fuzzy"),
    ] {
        for journal in [&[][..], &["--no-journal"]] {
            let bench = Bench::with("f", "x\na\nb");
            let words = [&["patch", "-q", "--mode", mode], journal].concat();
            bench
                .pipe(patch, words.clone())
                .done("", &[("f", "x\na\nb\nc")]);
            bench.pipe(patch, words).status_is(0).unchanged();
        }
    }
    let bench = Bench::with("f", "x\na\nb");
    let words = [
        "replace",
        "f",
        "--old",
        "a\nb\n",
        "--new",
        "a\nb\nc\n",
        "-q",
    ];
    bench.run(words).done("", &[("f", "x\na\nb\nc")]);
    bench.run(words).fails(1, "already applied");
}
