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
                .run_with(strip, diff(old, new).as_bytes())
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
        ran.unheard().status_is(0).changed(&[("conf", NEW)]);
        assert_eq!(ran.stderr, "");
    }
}

#[test]
fn what_is_done_in_one_and_not_in_the_other_is_refused() {
    let message = "incise: conf: already applied, but not in `conf.new`, which the diff also names\n\
                   hint: name it with --target PATH\n\
                   nothing was written\n";
    for args in [
        &["patch"][..],
        &["patch", "--idempotent"],
        &["patch", "--mode", "merge"],
    ] {
        let bench = Bench::with("conf", NEW).file("conf.new", OLD);
        bench
            .run_with(args, diff("conf.new", "conf").as_bytes())
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
fn a_stream_is_no_name_beside_a_real_one() {
    for stream in ["-", "/dev/fd/63", "/dev/stdin", "/proc/self/fd/11"] {
        for (old, new) in [(stream, "sub/conf"), ("sub/conf", stream)] {
            for args in [&["patch"][..], &["patch", "--target", "sub/conf"]] {
                let bench = Bench::with("sub/conf", OLD);
                let ran = bench.run_with(args, diff(old, new).as_bytes());
                ran.unheard().status_is(0).changed(&[("sub/conf", NEW)]);
                assert_eq!(ran.stderr, "", "{old} {new}");
            }
        }
    }
}
