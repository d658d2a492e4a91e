//! Names, not targets: a symbolic link that is removed or moved goes itself.

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::bench::{Bench, Entry, Tree};
use crate::notation::joined;

/// A file, and links to it, to a directory and to nothing.
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
fn a_link_is_removed_and_what_it_leads_to_stays() {
    for name in ["link", "dir", "dangling"] {
        let bench = links();
        let before = bench.tree();
        let after = without(&before, name);
        bench
            .run(["check", "remove", name])
            .status_is(0)
            .unchanged();
        bench.run(["remove", name]).status_is(0).tree_is(&after);
        bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
        bench.run(["redo", "-q"]).status_is(0).tree_is(&after);
        bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
    }
}

#[test]
fn the_removal_of_a_link_is_shown_as_git_shows_it() {
    links()
        .run(["remove", "link"])
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
        bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
        bench.run(["redo", "-q"]).status_is(0).tree_is(&after);
    }
}

#[test]
fn nothing_is_moved_over_a_link() {
    for name in ["link", "dir", "dangling"] {
        let bench = links().file("a", "a\n");
        bench
            .run(["move", "a", name])
            .status_is(1)
            .says("there is a file already")
            .unchanged();
    }
}

/// The link is inside, wherever it leads.
#[test]
fn a_link_that_leads_out_goes_itself_under_a_root_and_without() {
    let outside = Bench::with("outer.txt", "outer\n");
    let target = outside.path().join("outer.txt");
    for root in [&["--root", "."][..], &[]] {
        let bench = Bench::new();
        symlink(&target, bench.path().join("out")).unwrap();
        let before = bench.tree();
        bench
            .run_with([&["remove", "out", "-q"], root].concat(), b"")
            .status_is(0)
            .tree_is(&Tree::new());
        bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
        bench
            .run_with([&["move", "out", "in", "-q"], root].concat(), b"")
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
    bench.run(["undo", "-q"]).status_is(0);
    let mut undone = bench.tree();
    undone.remove(Path::new("e"));
    assert_eq!(undone, before);
}

/// What comes after a step in a batch finds what the step has left.
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
    bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
    bench.run(["redo", "-q"]).status_is(0).tree_is(&tree);
}

/// The text of a link is no text to edit.
#[test]
fn a_moved_link_is_not_edited_by_its_new_name() {
    let batch = r#"[{"op":"move","path":"link","to":"new"},{"op":"replace","path":"new","old":"data","new":"x"}]"#;
    links()
        .pipe(batch, ["apply"])
        .status_is(4)
        .says("it is a symbolic link, which has no text of its own")
        .unchanged();
}

#[test]
fn a_hash_is_that_of_the_path_a_link_leads_to() {
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
        .run(["remove", "link", "-q", "--backup"])
        .status_is(0)
        .tree_is(&after);
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
    bench.run(["undo", "-q"]).status_is(0).tree_is(&before);
    let targeted = bench.pipe(DELETE, ["patch", "-q", "--target", "link"]);
    targeted.status_is(0).tree_is(&after);
}

#[test]
fn the_removal_that_is_shown_can_be_applied() {
    let bench = links();
    let before = bench.tree();
    let diff = bench
        .run(["remove", "dangling", "-n", "--format", "diff"])
        .bytes;
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
        .status_is(4)
        .says("it is no symbolic link")
        .unchanged();
}

/// Who wrote such a diff may have meant the file behind the link.
#[test]
fn a_diff_that_does_not_say_so_takes_no_link_away() {
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
            let ran = bench.run_with(args.to_vec(), diff.as_bytes());
            ran.status_is(4)
                .says("it is a symbolic link, and the diff does not say so")
                .unchanged();
        }
    }
}

#[test]
fn a_plan_takes_away_the_link_it_was_made_for() {
    for command in [&["remove", "link"][..], &["move", "link", "new"]] {
        let bench = links();
        let plan = [command, &["-n", "--save-plan", "p.json", "-q"]].concat();
        bench.run_with(plan, b"").status_is(0);
        let planned = bench.tree();
        // Another link, and a file with the very text, are not what was planned with.
        let link = bench.path().join("link");
        std::fs::remove_file(&link).unwrap();
        symlink("d", &link).unwrap();
        bench.run(["apply", "p.json"]).status_is(3).unchanged();
        std::fs::remove_file(&link).unwrap();
        std::fs::write(&link, "data.txt").unwrap();
        bench
            .run(["apply", "p.json"])
            .status_is(4)
            .says("it is no symbolic link")
            .unchanged();
        std::fs::remove_file(&link).unwrap();
        symlink("data.txt", &link).unwrap();
        assert_eq!(bench.tree(), planned);
        bench.run(["apply", "p.json", "-q"]).status_is(0);
        assert_ne!(bench.tree(), planned);
        assert_eq!(bench.text("data.txt"), "one\ntwo\n");
        bench.run(["undo", "-q"]).status_is(0).tree_is(&planned);
    }
}

#[test]
fn what_links_went_through_is_replayed_elsewhere() {
    let here = links();
    for line in [
        &["remove", "link", "-q"][..],
        &["move", "dangling", "d/x", "-q"],
        &["undo", "-q"],
        &["remove", "dir", "-q"],
    ] {
        here.run_with(line.to_vec(), b"").status_is(0);
    }
    let edits = here.run(["log", "--export"]).bytes;
    let there = links();
    there
        .pipe(&edits, ["replay", "-q"])
        .status_is(0)
        .tree_is(&here.tree());
    there
        .pipe(&edits, ["replay", "-q"])
        .status_is(0)
        .unchanged();
    let files = Bench::with("data.txt", "one\ntwo\n").file("link", "data.txt");
    files.pipe(&edits, ["replay"]).status_is(4).unchanged();
}

/// A link that somebody made anew since is not what was moved.
#[test]
fn undo_takes_back_no_other_link() {
    let bench = links();
    bench.run(["move", "link", "new", "-q"]).status_is(0);
    let new = bench.path().join("new");
    std::fs::remove_file(&new).unwrap();
    symlink("d/inner.txt", &new).unwrap();
    bench.run(["undo"]).status_is(3).unchanged();
}

#[test]
fn links_of_other_names_stay_as_they_are() {
    let bench = links().link("second", "link");
    let after = without(&bench.tree(), "second");
    bench
        .run(["remove", "second", "-q"])
        .status_is(0)
        .tree_is(&after);
    let chain = links().link("second", "link");
    let after = without(&chain.tree(), "link");
    chain
        .run(["remove", "link", "-q"])
        .status_is(0)
        .tree_is(&after);
    let left: PathBuf = std::fs::read_link(chain.path().join("second")).unwrap();
    assert_eq!(left, Path::new("link"));
}
