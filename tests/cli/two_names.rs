//! Diffs with two names for one file: which file is changed, and what is reported about the other.

use crate::bench::Bench;

const OLD: &str = "port = 80\nhost = a\n";
const NEW: &str = "port = 8080\nhost = a\n";

/// The diff of `OLD` and `NEW`, as `diff -u` prints it for files with these names.
fn diff(old: &str, new: &str) -> String {
    format!("--- {old}\n+++ {new}\n@@ -1,2 +1,2 @@\n-port = 80\n+port = 8080\n host = a\n")
}

#[test]
fn of_two_names_that_exist_gnu_patch_s_choice_is_changed() {
    // Fewest components, shortest base name, shortest name, old name.
    for (old, new, chosen) in [
        ("conf", "conf.new", "conf"),
        ("conf.orig", "conf", "conf"),
        ("etc/conf", "conf.new", "conf.new"),
        ("linux.orig/a.c", "linux/a.c", "linux/a.c"),
        ("conf.a", "conf.b", "conf.a"),
    ] {
        let other = if chosen == old { new } else { old };
        for strip in [&["patch"][..], &["patch", "-p0"]] {
            let bench = Bench::with(chosen, OLD).file(other, OLD);
            bench
                .pipe(diff(old, new), strip)
                .unheard()
                .says(&format!(
                    "warning: {chosen}: the diff names two files; the other is `{other}` (--target chooses)\n"
                ))
                .changed(&[(chosen, NEW)])
                .status_is(0);
        }
        let bench = Bench::with(chosen, OLD).file(other, OLD);
        bench
            .pipe(diff(old, new), ["patch", "--target", other, "-q"])
            .done("", &[(other, NEW)]);
    }
}

#[test]
fn the_one_that_exists_is_changed_without_a_word() {
    for (old, new) in [("conf", "conf.new"), ("conf.orig", "conf")] {
        let bench = Bench::with("conf", OLD);
        let ran = bench.pipe(diff(old, new), ["patch"]);
        ran.unheard().edits(&[("conf", NEW)]);
        assert_eq!(ran.stderr, "");
    }
}

#[test]
fn a_change_present_in_only_one_of_two_files_is_refused() {
    let message = "incise: conf: already applied, but not in `conf.new`, which the diff also names\n\
                   hint: to change that file, add --target conf.new\n\
                   nothing was written\n";
    for args in [
        &["patch"][..],
        &["patch", "--idempotent"],
        &["patch", "--mode", "merge"],
    ] {
        let bench = Bench::with("conf", NEW).file("conf.new", OLD);
        bench
            .pipe(diff("conf.new", "conf"), args)
            .refused(2, message);
    }
    // If both files already have the change, nothing is left to do.
    let bench = Bench::with("conf", NEW).file("conf.new", NEW);
    bench
        .pipe(diff("conf.new", "conf"), ["patch"])
        .unheard()
        .status_is(0)
        .unchanged();
}

#[test]
fn in_a_plain_diff_only_a_and_b_are_never_directories() {
    for (old, new) in [
        ("i/conf", "w/conf"),
        ("c/conf", "w/conf"),
        ("o/conf", "w/conf"),
    ] {
        let bench = Bench::with("conf", OLD);
        bench
            .pipe(diff(old, new), ["patch", "-q"])
            .done("", &[("conf", NEW)]);
        bench
            .file("w/conf", OLD)
            .pipe(diff(old, new), ["patch", "-q"])
            .done("", &[("w/conf", NEW)]);
    }
}

#[test]
fn a_stream_name_is_ignored_next_to_a_real_name() {
    for stream in ["-", "/dev/fd/63", "/dev/stdin", "/proc/self/fd/11"] {
        for (old, new) in [(stream, "sub/conf"), ("sub/conf", stream)] {
            for args in [&["patch"][..], &["patch", "--target", "sub/conf"]] {
                let bench = Bench::with("sub/conf", OLD);
                let ran = bench.pipe(diff(old, new), args);
                ran.unheard().edits(&[("sub/conf", NEW)]);
                assert_eq!(ran.stderr, "", "{old} {new}");
            }
        }
    }
}

/// As for `git apply`, the names of a git diff begin at the top of the repository.
#[test]
fn in_a_subdirectory_the_names_of_a_git_diff_begin_at_the_top() {
    let edit = git_diff("sub/conf");
    let body = diff("a/sub/conf", "b/sub/conf");
    let body_without_prefix = diff("sub/conf", "sub/conf");
    let without_prefix = format!("diff --git sub/conf sub/conf\n{body_without_prefix}");
    let bench = || Bench::with("sub/sub/conf", OLD).directory(".git");
    for args in [&["patch", "-q"][..], &["patch", "-q", "-p1"]] {
        bench()
            .file("sub/conf", OLD)
            .pipe(&edit, [args, &["-C", "sub"]].concat())
            .done("", &[("sub/conf", NEW)]);
    }
    bench()
        .file("sub/conf", OLD)
        .pipe(&without_prefix, ["patch", "-q", "-C", "sub"])
        .done("", &[("sub/conf", NEW)]);
    // `git diff --relative` names the files of the subdirectory.
    for text in [&edit, &without_prefix] {
        bench()
            .pipe(text, ["patch", "-q", "-C", "sub"])
            .done("", &[("sub/sub/conf", NEW)]);
    }
    bench()
        .pipe(creation("sub/new"), ["patch", "-q", "-C", "sub"])
        .done("", &[("sub/new", "x\n")]);
    // Outside of a repository, and for other diffs, the names begin at the working directory.
    for (bench, text) in [(Bench::with("sub/sub/conf", OLD), &edit), (bench(), &body)] {
        bench
            .file("sub/conf", OLD)
            .pipe(text, ["patch", "-q", "-C", "sub"])
            .done("", &[("sub/sub/conf", NEW)]);
    }
}

/// The diff of `OLD` and `NEW`, as `git diff` prints it.
fn git_diff(name: &str) -> String {
    let body = diff(&format!("a/{name}"), &format!("b/{name}"));
    format!("diff --git a/{name} b/{name}\n{body}")
}

/// A git diff that creates a file.
fn creation(name: &str) -> String {
    format!(
        "diff --git a/{name} b/{name}\nnew file mode 100644\n--- /dev/null\n+++ b/{name}\n@@ -0,0 +1 @@\n+x\n"
    )
}

#[test]
fn all_names_of_a_git_diff_begin_in_one_directory() {
    let bench = || {
        Bench::with("sub/conf", OLD)
            .file("conf.top", OLD)
            .file("gone", "x\n")
            .directory(".git")
    };
    let patch = ["patch", "-q", "-C", "sub"];
    let deletion = "diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
    let texts = [
        creation("a.new"),
        git_diff("conf.top"),
        deletion.to_owned(),
        creation("other/n"),
        git_diff("sub/conf"),
    ];
    bench().pipe(texts.concat(), patch).status_is(0).became(&[
        ("a.new", Some(b"x\n")),
        ("conf.top", Some(NEW.as_bytes())),
        ("gone", None),
        ("other/n", Some(b"x\n")),
        ("sub/conf", Some(NEW.as_bytes())),
    ]);
    for (from, to) in [("sub/conf", "conf2"), ("conf.top", "sub/conf2")] {
        let rename = format!(
            "diff --git a/{from} b/{to}\nsimilarity index 100%\nrename from {from}\nrename to {to}\n"
        );
        bench()
            .pipe(rename, patch)
            .status_is(0)
            .became(&[(from, None), (to, Some(OLD.as_bytes()))]);
    }
    // A file that is missing at the top is not searched in the subdirectory.
    bench()
        .file("sub/lost", OLD)
        .pipe(git_diff("lost") + &git_diff("sub/conf"), patch)
        .fails(4, "incise: ../lost: there is no such file");
}

#[test]
fn the_blob_decides_between_the_top_and_the_subdirectory() {
    let bench = |top: &str, sub: &str| {
        Bench::with("conf", top)
            .file("sub/conf", sub)
            .directory(".git")
    };
    let patch = ["patch", "-q", "-C", "sub"];
    let index = "index 6aaef3b..1111111 100644\n--- ";
    let text = git_diff("conf").replacen("--- ", index, 1);
    let other = format!("{OLD}log = b\n");
    bench(OLD, &other)
        .pipe(&text, patch)
        .done("", &[("conf", NEW)]);
    bench(&other, OLD)
        .pipe(&text, patch)
        .done("", &[("sub/conf", NEW)]);
    let message = "incise: conf: the diff can mean this file, or `../conf` at the top of the repository\n\
                   hint: for the files in this directory, give --root . and no other root; for the files at the top, run `incise` there\n\
                   nothing was written\n";
    for (top, text) in [(OLD, &text), (&other, &git_diff("conf"))] {
        let bench = bench(top, OLD);
        bench.pipe(text, patch).refused(2, message);
        // The flags of the hint.
        let here = [&patch[..], &["--root", "."]].concat();
        bench.pipe(text, here).done("", &[("sub/conf", NEW)]);
    }
}

/// `diff -ruN old new`: the new file belongs to the tree whose files are edited.
#[test]
fn a_new_file_is_created_in_the_tree_that_is_edited() {
    let diff = "--- old/s/f\n+++ new/s/f\n@@ -1 +1 @@\n-1\n+2\n\
                --- old/s/n\t1970-01-01 00:00:00.000000000 +0000\n+++ new/s/n\n@@ -0,0 +1 @@\n+n\n";
    let changed = [("old/s/f", "2\n"), ("old/s/n", "n\n")];
    Bench::with("old/s/f", "1\n")
        .pipe(diff, ["patch", "-q"])
        .done("", &changed);
    Bench::with("old/s/f", "1\n")
        .file("new/s/f", "2\n")
        .file("new/s/n", "n\n")
        .pipe(diff, ["patch"])
        .status_is(0)
        .says("the diff names two files")
        .changed(&changed);
}
