//! Commands act on names, not targets: removing or moving a symbolic link affects the link itself.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::bench::{Bench, Entry, Tree};
use crate::notation::joined;

/// A file, and links to it, to a directory and to a missing file.
fn links() -> Bench {
    Bench::with("data.txt", "one\ntwo\n")
        .file("d/inner.txt", "inner\n")
        .link("link", "data.txt")
        .link("dir", "d")
        .link("dangling", "nowhere")
}

fn without(tree: &Tree, name: &str) -> Tree {
    let mut tree = tree.clone();
    assert!(tree.remove(Path::new(name)).is_some());
    tree
}

fn renamed(tree: &Tree, from: &str, to: &str) -> Tree {
    let mut tree = tree.clone();
    let entry = tree.remove(Path::new(from)).unwrap();
    tree.insert(to.into(), entry);
    tree
}

#[test]
fn a_link_is_removed_and_its_target_is_kept() {
    for name in ["link", "dir", "dangling"] {
        let bench = links();
        let before = bench.tree();
        let after = without(&before, name);
        bench
            .run(["check", "remove", name])
            .status_is(0)
            .unchanged();
        bench.run(["remove", name]).status_is(0).tree_is(&after);
        bench.line("undo -q").status_is(0).tree_is(&before);
        bench.line("redo -q").status_is(0).tree_is(&after);
        bench.line("undo -q").status_is(0).tree_is(&before);
    }
}

#[test]
fn the_removal_of_a_link_is_shown_as_git_shows_it() {
    links()
        .line("remove link --diff")
        .status_is(0)
        .prints(&joined(&[
            "diff --git a/link b/link",
            "deleted file mode 120000",
            "--- a/link",
            "+++ /dev/null",
            "@@ -1 +0,0 @@",
            "-data.txt",
            "\\ No newline at end of file",
            "removed link",
        ]));
}

#[test]
fn a_link_is_moved_and_leads_where_it_led() {
    for name in ["link", "dir", "dangling"] {
        let bench = links();
        let before = bench.tree();
        let after = renamed(&before, name, "d/new");
        bench
            .run(["check", "move", name, "d/new"])
            .status_is(0)
            .unchanged();
        bench
            .run(["move", name, "d/new"])
            .status_is(0)
            .tree_is(&after);
        bench.line("undo -q").status_is(0).tree_is(&before);
        bench.line("redo -q").status_is(0).tree_is(&after);
    }
}

#[test]
fn nothing_is_moved_over_a_link() {
    for name in ["link", "dir", "dangling"] {
        let bench = links().file("a", "a\n");
        bench
            .run(["move", "a", name])
            .fails(1, "the file already exists");
    }
}

/// The link is inside the root, wherever it leads.
#[test]
fn a_link_out_of_the_root_is_removed_itself() {
    let outside = Bench::with("outer.txt", "outer\n");
    let target = outside.path().join("outer.txt");
    for root in [&["--root", "."][..], &[]] {
        let bench = Bench::new();
        symlink(&target, bench.path().join("out")).unwrap();
        let before = bench.tree();
        bench
            .run([&["remove", "out", "-q"], root].concat())
            .status_is(0)
            .tree_is(&Tree::new());
        bench.line("undo -q").status_is(0).tree_is(&before);
        bench
            .run([&["move", "out", "in", "-q"], root].concat())
            .status_is(0)
            .tree_is(&renamed(&before, "out", "in"));
    }
    assert_eq!(outside.text("outer.txt"), "outer\n");
}

#[test]
fn requests_remove_and_move_links_in_one_transaction() {
    let bench = links();
    let before = bench.tree();
    let batch = r#"[{"op":"remove","path":"link"},{"op":"move","path":"dangling","to":"e/f","parents":true},
        {"op":"replace","path":"data.txt","old":"two","new":"2"},{"op":"remove","path":"dir"}]"#;
    bench
        .pipe(batch, ["check", "apply", "-q"])
        .status_is(0)
        .unchanged();
    let ran = bench.pipe(batch, ["apply", "--json"]);
    ran.status_is(0);
    assert_eq!(
        ran.json()["files"].as_array().unwrap().len(),
        4,
        "{}",
        ran.stdout
    );
    let tree = bench.tree();
    assert_eq!(bench.text("data.txt"), "one\n2\n");
    assert_eq!(tree[Path::new("e/f")], Entry::Link("nowhere".into()));
    for gone in ["link", "dir", "dangling"] {
        assert!(!tree.contains_key(Path::new(gone)), "{gone}");
    }
    assert_eq!(bench.text("d/inner.txt"), "inner\n");
    bench.line("undo -q").status_is(0);
    let mut undone = bench.tree();
    undone.remove(Path::new("e"));
    assert_eq!(undone, before);
}

/// A later step of a batch sees the result of earlier steps.
#[test]
fn no_file_is_created_through_a_link_whose_target_left_in_the_same_request() {
    for first in [
        r#"{"op":"move","path":"data.txt","to":"g"}"#,
        r#"{"op":"remove","path":"data.txt"}"#,
    ] {
        let batch = format!(r#"[{first},{{"op":"append","path":"link","text":"x"}}]"#);
        let bench = links();
        bench.pipe(batch, ["apply"]).fails(
            4,
            "link: edit 2: it is a symbolic link that leads to no file",
        );
    }
}

#[test]
fn a_file_may_take_the_place_of_a_link() {
    let bench = links();
    let before = bench.tree();
    let batch = r#"[{"op":"remove","path":"link"},{"op":"create","path":"link","text":"new\n"},
        {"op":"append","path":"link","text":"more\n"}]"#;
    bench.pipe(batch, ["apply", "-q"]).status_is(0);
    let tree = bench.tree();
    let Entry::File { text, .. } = &tree[Path::new("link")] else {
        panic!("{tree:?}");
    };
    assert_eq!(text, b"new\nmore\n");
    assert_eq!(bench.text("data.txt"), "one\ntwo\n");
    bench.line("undo -q").status_is(0).tree_is(&before);
    bench.line("redo -q").status_is(0).tree_is(&tree);
}

/// The text of a link cannot be edited.
#[test]
fn a_moved_link_is_not_edited_by_its_new_name() {
    let batch = r#"[{"op":"move","path":"link","to":"new"},{"op":"replace","path":"new","old":"data","new":"x"}]"#;
    links()
        .pipe(batch, ["apply"])
        .fails(4, "it is a symbolic link, which has no text of its own");
}

#[test]
fn the_hash_of_a_link_is_the_hash_of_its_target_path() {
    let bench = links();
    let hash = blake3::hash(b"data.txt").to_hex().to_string();
    let stale = blake3::hash(b"one\ntwo\n").to_hex().to_string();
    bench
        .run(["remove", "link", "--expect-hash", &stale])
        .status_is(3)
        .unchanged();
    bench
        .run(["remove", "link", "-q", "--expect-hash", &hash])
        .status_is(0);
}

#[test]
fn a_backup_of_a_link_is_a_link() {
    let bench = links();
    let after = renamed(&bench.tree(), "link", "link.bak");
    bench
        .line("remove link -q --backup")
        .status_is(0)
        .tree_is(&after);
}

#[test]
fn a_backup_is_never_written_through_a_link() {
    Bench::with("f", "a\n")
        .file("v", "v\n")
        .link("f.bak", "v")
        .line("append f --text x --backup")
        .status_is(4)
        .says("incise: f.bak: it is a symbolic link, and reports and backups are never written through one\n")
        .restored();
}

const DELETE: &str = "diff --git a/link b/link\ndeleted file mode 120000\nindex 1..0\n--- a/link\n+++ /dev/null\n@@ -1 +0,0 @@\n-data.txt\n\\ No newline at end of file\n";

#[test]
fn a_diff_deletes_a_link_that_it_calls_one() {
    let bench = links();
    let before = bench.tree();
    let after = without(&before, "link");
    bench
        .pipe(DELETE, ["check", "patch"])
        .status_is(0)
        .unchanged();
    bench
        .pipe(DELETE, ["patch", "-q"])
        .status_is(0)
        .tree_is(&after);
    bench.line("undo -q").status_is(0).tree_is(&before);
    let targeted = bench.pipe(DELETE, ["patch", "-q", "--target", "link"]);
    targeted.status_is(0).tree_is(&after);
}

#[test]
fn the_removal_that_is_shown_can_be_applied() {
    let bench = links();
    let before = bench.tree();
    let diff = bench.line("remove dangling -n --format diff").bytes;
    bench
        .pipe(diff, ["patch", "-q"])
        .status_is(0)
        .tree_is(&without(&before, "dangling"));
}

#[test]
fn a_diff_deletes_no_other_link_and_no_file_as_a_link() {
    let other = DELETE.replace("-data.txt", "-other.txt");
    links().pipe(other, ["patch"]).status_is(1).unchanged();
    let file = DELETE.replace("link", "data.txt");
    links()
        .pipe(file, ["patch"])
        .fails(4, "it is not a symbolic link");
}

/// The author of such a diff may have intended the file behind the link.
#[test]
fn a_diff_without_link_modes_removes_no_link() {
    let text = "@@ -1,2 +0,0 @@\n-one\n-two\n";
    let diffs = [
        format!("--- a/link\n+++ /dev/null\n{text}"),
        format!(
            "diff --git a/link b/link\ndeleted file mode 100644\n--- a/link\n+++ /dev/null\n{text}"
        ),
        "diff --git a/link b/new\nsimilarity index 100%\nrename from link\nrename to new\n"
            .to_owned(),
        "*** Begin Patch\n*** Delete File: link\n*** End Patch\n".to_owned(),
        "*** Begin Patch\n*** Update File: link\n*** Move to: new\n@@\n-one\n+1\n*** End Patch\n"
            .to_owned(),
    ];
    for diff in &diffs {
        for args in [&["patch"][..], &["check", "patch"]] {
            let bench = links();
            let ran = bench.pipe(diff, args.to_vec());
            ran.fails(4, "it is a symbolic link, and the diff does not say so");
        }
    }
}

#[test]
fn a_plan_takes_away_the_link_it_was_made_for() {
    for command in [&["remove", "link"][..], &["move", "link", "new"]] {
        let bench = links();
        let plan = [command, &["-n", "--save-plan", "p.json", "-q"]].concat();
        bench.run(plan).status_is(0);
        let planned = bench.tree();
        // A different link, or a file with the same text, does not match the plan.
        let link = bench.path().join("link");
        std::fs::remove_file(&link).unwrap();
        symlink("d", &link).unwrap();
        bench.line("apply p.json").status_is(3).unchanged();
        std::fs::remove_file(&link).unwrap();
        std::fs::write(&link, "data.txt").unwrap();
        bench
            .line("apply p.json")
            .fails(4, "it is not a symbolic link");
        std::fs::remove_file(&link).unwrap();
        symlink("data.txt", &link).unwrap();
        assert_eq!(bench.tree(), planned);
        bench.line("apply p.json -q").status_is(0);
        assert_ne!(bench.tree(), planned);
        assert_eq!(bench.text("data.txt"), "one\ntwo\n");
        bench.line("undo -q").status_is(0).tree_is(&planned);
    }
}

#[test]
fn changes_of_links_are_replayed_elsewhere() {
    let here = links();
    for line in [
        &["remove", "link", "-q"][..],
        &["move", "dangling", "d/x", "-q"],
        &["undo", "-q"],
        &["remove", "dir", "-q"],
    ] {
        here.run(line.to_vec()).status_is(0);
    }
    let edits = replayed(&here);
    let files = Bench::with("data.txt", "one\ntwo\n").file("link", "data.txt");
    files.pipe(&edits, ["replay"]).status_is(4).unchanged();
}

/// Replays the edits that were made in `here` twice on its first tree. Returns the edits.
fn replayed(here: &Bench) -> Vec<u8> {
    let edits = here.line("log --export").bytes.to_vec();
    let there = links();
    let first = there.pipe(&edits, ["replay", "-q"]);
    first.status_is(0).tree_is(&here.tree());
    let again = there.pipe(&edits, ["replay", "-q"]);
    again.status_is(0).unchanged();
    edits
}

/// A link that was recreated since is not the link that was moved.
#[test]
fn undo_refuses_a_recreated_link() {
    let bench = links();
    bench.line("move link new -q").status_is(0);
    let new = bench.path().join("new");
    std::fs::remove_file(&new).unwrap();
    symlink("d/inner.txt", &new).unwrap();
    bench.line("undo").status_is(3).unchanged();
}

#[test]
fn links_of_other_names_stay_as_they_are() {
    let bench = links().link("second", "link");
    let after = without(&bench.tree(), "second");
    bench.line("remove second -q").status_is(0).tree_is(&after);
    let chain = links().link("second", "link");
    let after = without(&chain.tree(), "link");
    chain.line("remove link -q").status_is(0).tree_is(&after);
    let left: PathBuf = std::fs::read_link(chain.path().join("second")).unwrap();
    assert_eq!(left, Path::new("link"));
}

/// A part of a diff that creates a link.
fn makes(name: &str, path: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\nnew file mode 120000\nindex 0000000..1111111\n--- /dev/null\n+++ b/{name}\n\
         @@ -0,0 +1 @@\n+{path}\n\\ No newline at end of file\n"
    )
}

/// A part of a diff that changes the target of a link.
fn changes(name: &str, old: &str, new: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\nindex 1111111..2222222 120000\n--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n\
         -{old}\n\\ No newline at end of file\n+{new}\n\\ No newline at end of file\n"
    )
}

/// A part of a diff that deletes a link.
fn deletes(name: &str, path: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\ndeleted file mode 120000\nindex 1111111..0000000\n--- a/{name}\n+++ /dev/null\n\
         @@ -1 +0,0 @@\n-{path}\n\\ No newline at end of file\n"
    )
}

fn with_link(tree: &Tree, name: &str, path: &str) -> Tree {
    let mut tree = tree.clone();
    tree.insert(name.into(), Entry::Link(path.into()));
    tree
}

/// Applies and reverses `diff` in every possible way.
fn goes_there_and_back(bench: &Bench, diff: &str, after: &Tree) {
    let before = bench.tree();
    bench
        .pipe(diff, ["check", "patch"])
        .status_is(0)
        .unchanged();
    bench
        .pipe(diff, ["patch", "-q"])
        .status_is(0)
        .tree_is(after);
    bench.line("undo -q").status_is(0).tree_is(&before);
    bench.line("redo -q").status_is(0).tree_is(after);
    bench
        .pipe(diff, ["patch", "-q", "--reverse"])
        .status_is(0)
        .tree_is(&before);
    let shown = bench.pipe(diff, ["patch", "-n", "--format", "diff"]).bytes;
    bench
        .pipe(shown, ["patch", "-q"])
        .status_is(0)
        .tree_is(after);
    bench
        .pipe(diff, ["patch", "-q", "--reverse"])
        .status_is(0)
        .tree_is(&before);
    bench
        .pipe(diff, ["patch", "-q", "-n", "--save-plan", "p.json"])
        .status_is(0);
    bench.line("apply p.json -q").status_is(0);
    std::fs::remove_file(bench.path().join("p.json")).unwrap();
    assert_eq!(&bench.tree(), after);
}

#[test]
fn a_diff_makes_a_link() {
    for path in [
        "data.txt",
        "nowhere",
        "../../etc/x",
        "/dev/null",
        "a b",
        "d",
    ] {
        let bench = links();
        let after = with_link(&bench.tree(), "new", path);
        goes_there_and_back(&bench, &makes("new", path), &after);
    }
    assert_eq!(links().text("data.txt"), "one\ntwo\n");
}

#[test]
fn a_diff_makes_a_link_in_a_new_directory() {
    let bench = links();
    bench
        .pipe(makes("x/y/new", "../../data.txt"), ["patch", "-q"])
        .status_is(0);
    let tree = bench.tree();
    assert_eq!(
        tree[Path::new("x/y/new")],
        Entry::Link("../../data.txt".into())
    );
    bench.line("undo -q").status_is(0);
    assert!(!bench.tree().contains_key(Path::new("x/y/new")));
}

#[test]
fn a_diff_changes_where_a_link_leads() {
    for (name, old) in [("link", "data.txt"), ("dir", "d"), ("dangling", "nowhere")] {
        let bench = links();
        let after = with_link(&bench.tree(), name, "d/inner.txt");
        goes_there_and_back(&bench, &changes(name, old, "d/inner.txt"), &after);
    }
}

#[test]
fn a_changed_link_is_shown_as_git_shows_it() {
    links()
        .pipe(changes("link", "data.txt", "d"), ["patch", "--diff"])
        .status_is(0)
        .prints(&joined(&[
            "diff --git a/link b/link",
            "index 4669fe9..c59d9b6 120000",
            "--- a/link",
            "+++ b/link",
            "@@ -1 +1 @@",
            "-data.txt",
            "\\ No newline at end of file",
            "+d",
            "\\ No newline at end of file",
            "patched link: 1 hunk, +1 -1",
        ]));
}

#[test]
fn a_file_becomes_a_link_and_a_link_a_file() {
    let bench = links();
    let before = bench.tree();
    let to_link = format!(
        "diff --git a/data.txt b/data.txt\ndeleted file mode 100644\nindex 1111111..0000000\n--- a/data.txt\n\
         +++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-two\n{}",
        makes("data.txt", "d/inner.txt")
    );
    let after = with_link(&before, "data.txt", "d/inner.txt");
    goes_there_and_back(&bench, &to_link, &after);

    let bench = links();
    let to_file = format!(
        "{}diff --git a/link b/link\nnew file mode 100644\nindex 0000000..1111111\n--- /dev/null\n+++ b/link\n\
         @@ -0,0 +1 @@\n+text\n",
        deletes("link", "data.txt")
    );
    let mut after = bench.tree();
    let mut plain = bench.tree()[Path::new("data.txt")].clone();
    if let Entry::File { text, .. } = &mut plain {
        *text = b"text\n".to_vec();
    }
    after.insert("link".into(), plain);
    goes_there_and_back(&bench, &to_file, &after);
    assert_eq!(bench.text("data.txt"), "one\ntwo\n");
}

#[test]
fn a_file_that_becomes_a_link_is_shown_as_git_shows_it() {
    let diff = format!(
        "diff --git a/d/inner.txt b/d/inner.txt\ndeleted file mode 100644\n--- a/d/inner.txt\n+++ /dev/null\n\
         @@ -1 +0,0 @@\n-inner\n{}",
        makes("d/inner.txt", "../data.txt")
    );
    let bench = links();
    bench
        .pipe(&diff, ["patch", "--diff"])
        .status_is(0)
        .prints(&joined(&[
            "diff --git a/d/inner.txt b/d/inner.txt",
            "deleted file mode 100644",
            "--- a/d/inner.txt",
            "+++ /dev/null",
            "@@ -1 +0,0 @@",
            "-inner",
            "diff --git a/d/inner.txt b/d/inner.txt",
            "new file mode 120000",
            "--- /dev/null",
            "+++ b/d/inner.txt",
            "@@ -0,0 +1 @@",
            "+../data.txt",
            "\\ No newline at end of file",
            "patched d/inner.txt: 1 hunk, mode 0644 -> 120000, +1 -1",
        ]));
    let ran = links().pipe(&diff, ["patch", "--json"]).json();
    assert_eq!(ran["files"][0]["modes"]["before"], "0644");
    assert_eq!(ran["files"][0]["modes"]["after"], "120000");
}

#[test]
fn a_link_is_renamed_and_leads_elsewhere() {
    let diff = "diff --git a/link b/d/moved\nsimilarity index 60%\nrename from link\nrename to d/moved\n\
        index 1111111..2222222 120000\n--- a/link\n+++ b/d/moved\n@@ -1 +1 @@\n-data.txt\n\\ No newline at end of file\n\
        +../data.txt\n\\ No newline at end of file\n";
    let bench = links();
    let after = with_link(&without(&bench.tree(), "link"), "d/moved", "../data.txt");
    goes_there_and_back(&bench, diff, &after);
}

#[test]
fn a_diff_applied_already_makes_no_link_again() {
    let bench = links();
    for diff in [
        makes("link", "data.txt"),
        changes("link", "elsewhere", "data.txt"),
    ] {
        bench
            .pipe(diff, ["patch", "--json"])
            .status_is(0)
            .unchanged();
    }
}

#[test]
fn a_link_never_replaces_an_existing_path() {
    for (name, status, says) in [
        ("link", 1, "the file already exists"),
        ("data.txt", 1, "the file already exists"),
        ("d", 4, "it is a directory, not a file"),
    ] {
        links()
            .pipe(makes(name, "other"), ["patch"])
            .fails(status, says);
    }
    // A file that contains the same path is not a link.
    Bench::with("file", "other")
        .pipe(makes("file", "other"), ["patch"])
        .fails(1, "the file already exists");
}

#[test]
fn a_diff_changes_no_other_link_and_no_file_as_a_link() {
    links()
        .pipe(changes("link", "other.txt", "x"), ["patch"])
        .status_is(1)
        .unchanged();
    links()
        .pipe(
            changes("link", "other.txt", "x"),
            ["patch", "--mode", "fuzzy"],
        )
        .status_is(1)
        .unchanged();
    links()
        .pipe(changes("data.txt", "one", "x"), ["patch"])
        .fails(4, "it is not a symbolic link");
    links()
        .pipe(changes("none", "one", "x"), ["patch"])
        .status_is(4)
        .unchanged();
}

#[test]
fn a_diff_without_link_modes_edits_the_target_of_a_link() {
    let bench = links();
    bench
        .pipe(
            "--- a/link\n+++ b/link\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n",
            ["patch", "-q"],
        )
        .status_is(0);
    assert_eq!(bench.text("data.txt"), "one\n2\n");
    assert_eq!(
        bench.tree()[Path::new("link")],
        Entry::Link("data.txt".into())
    );
}

#[test]
fn one_part_makes_no_file_of_a_link() {
    let diff = "diff --git a/link b/link\nold mode 120000\nnew mode 100644\n--- a/link\n+++ b/link\n@@ -1 +1 @@\n\
        -data.txt\n\\ No newline at end of file\n+text\n";
    links()
        .pipe(diff, ["patch"])
        .fails(2, "one part of the diff turns a symbolic link into a file");
}

#[test]
fn the_path_of_a_link_is_one() {
    for (diff, says) in [
        (
            "diff --git a/new b/new\nnew file mode 120000\nindex 0000000..e69de29\n".to_owned(),
            "its path is empty",
        ),
        (
            makes("new", "x").replace("\\ No newline at end of file\n", ""),
            "would end in a line ending",
        ),
        (makes("new", "x\0y"), "has a NUL byte"),
    ] {
        links().pipe(diff, ["patch"]).fails(2, says);
    }
    links()
        .pipe(makes("new", &"x/".repeat(4000)), ["patch"])
        .status_is(4)
        .unchanged();
}

/// Spaces at the end of a path belong to the path.
#[test]
fn trailing_spaces_of_a_path_are_kept() {
    let bench = links();
    let after = with_link(&bench.tree(), "new", "a  ");
    bench
        .pipe(makes("new", "a  "), ["patch", "-q", "--whitespace", "fix"])
        .status_is(0)
        .tree_is(&after);
}

#[test]
fn no_part_follows_a_link_that_another_part_changes() {
    let inside = |name: &str| {
        format!(
            "diff --git a/{name}/new.txt b/{name}/new.txt\nnew file mode 100644\n--- /dev/null\n+++ b/{name}/new.txt\n\
             @@ -0,0 +1 @@\n+x\n"
        )
    };
    let outside = Bench::new();
    let out = outside.path().to_str().unwrap();
    for (first, name) in [
        (makes("new", out), "new"),
        (makes("new", "d"), "new"),
        (changes("dir", "d", out), "dir"),
        (deletes("dir", "d"), "dir"),
        (changes("dir", "d", out), "second"),
        (changes("dir", "d", out), "d/up/dir"),
    ] {
        for root in [&[][..], &["--root", "."]] {
            let bench = links().link("second", "dir").link("d/up", "..");
            let diff = format!("{first}{}", inside(name));
            let args = [&["patch"], root].concat();
            bench.pipe(&diff, args.clone()).status_is(4).unchanged();
            let check = [&["check"], &args[..]].concat();
            bench.pipe(&diff, check).status_is(4).unchanged();
        }
    }
    assert_eq!(outside.tree(), Tree::new());
    // In the reverse order, the link would have to replace a directory.
    let diff = format!("{}{}", inside("new"), makes("new", "d"));
    links()
        .pipe(diff, ["check", "patch"])
        .status_is(4)
        .unchanged();
}

#[test]
fn no_step_follows_a_removed_link() {
    let bench = links();
    for batch in [
        r#"[{"op":"remove","path":"dir"},{"op":"create","path":"dir/new.txt","text":"x\n","parents":true}]"#,
        r#"[{"op":"move","path":"dir","to":"dir2"},{"op":"append","path":"dir/inner.txt","text":"x\n"}]"#,
        r#"[{"op":"move","path":"dir","to":"dir2"},{"op":"move","path":"dir/inner.txt","to":"x"}]"#,
    ] {
        bench.pipe(batch, ["apply"]).fails(
            4,
            "the path leads through a symbolic link that the same request",
        );
    }
    let before =
        r#"[{"op":"append","path":"dir/inner.txt","text":"x\n"},{"op":"remove","path":"dir"}]"#;
    bench.pipe(before, ["apply", "-q"]).status_is(0);
    assert_eq!(bench.text("d/inner.txt"), "inner\nx\n");
}

/// Only the name of a link must be inside the root. The target path is a text.
#[test]
fn a_link_is_made_and_changed_inside_the_root_only() {
    let bench = links()
        .file("in/a.txt", "a\n")
        .link("in/out", "../data.txt");
    for name in ["../new", "x/../../new"] {
        bench
            .pipe(
                makes(name, "a.txt"),
                ["patch", "-C", "in", "--root", ".", "--strip", "1"],
            )
            .status_is(5)
            .unchanged();
    }
    let diff = changes("out", "../data.txt", "/dev/null");
    let after = with_link(&bench.tree(), "in/out", "/dev/null");
    bench
        .pipe(diff, ["patch", "-q", "-C", "in", "--root", "."])
        .status_is(0)
        .tree_is(&after);
}

#[test]
fn reserved_names_cannot_become_links() {
    for name in [".git/hooks/pre-commit", ".incise-x"] {
        links()
            .pipe(makes(name, "data.txt"), ["patch"])
            .status_is(5)
            .unchanged();
    }
}

#[test]
fn a_link_is_applied_to_the_given_target() {
    let bench = links();
    let after = with_link(&bench.tree(), "dangling", "d");
    bench
        .pipe(
            changes("other", "nowhere", "d"),
            ["patch", "-q", "--target", "dangling"],
        )
        .status_is(0)
        .tree_is(&after);
}

#[test]
fn changes_of_links_by_a_diff_are_replayed_elsewhere() {
    let here = links();
    let diff = [
        changes("dangling", "nowhere", "d"),
        makes("new", "x"),
        deletes("link", "data.txt"),
    ]
    .concat();
    here.pipe(diff, ["patch", "-q"]).status_is(0);
    let edits = replayed(&here);
    let files = Bench::with("link", "data.txt").link("dangling", "elsewhere");
    files.pipe(&edits, ["replay"]).status_is(3).unchanged();
}

#[test]
fn undo_refuses_a_link_that_was_changed_since() {
    let bench = links();
    bench
        .pipe(changes("link", "data.txt", "d"), ["patch", "-q"])
        .status_is(0);
    let link = bench.path().join("link");
    std::fs::remove_file(&link).unwrap();
    symlink("d/inner.txt", &link).unwrap();
    bench.line("undo").status_is(3).unchanged();
}

#[test]
fn the_path_of_a_link_is_no_source_text() {
    let bench = links();
    let ran = bench.pipe(makes("new.py", "d/(("), ["patch", "--syntax", "refuse"]);
    ran.status_is(0);
}
