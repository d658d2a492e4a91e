//! The vulnerabilities of other patch tools, one by one. Each attempt is refused, and nothing outside the workspace
//! is read or written.
//!
//! The workspace is the subdirectory `w`, so that an escape shows in the tree.

use crate::bench::Bench;

/// A workspace with a file, and a secret outside.
fn bench() -> Bench {
    Bench::with("w/x", "one\n")
        .directory("w/.git/hooks")
        .file("secret", "secret\n")
}

/// Asserts that the diff is refused with one of `codes`. No byte, mode or time may change, inside or outside.
#[track_caller]
fn refused(bench: &Bench, diff: impl AsRef<[u8]>, codes: &[&str]) {
    for flags in [&["-n"][..], &[]] {
        let args = [&["patch", "-C", "w", "--json"], flags].concat();
        let ran = bench.pipe(diff.as_ref(), &args);
        let report = ran.json();
        let code = report["error"]["code"].as_str().unwrap_or("none");
        assert!(codes.contains(&code), "{report}");
        assert_eq!(report["error"]["exit"].as_i64(), ran.status.map(i64::from));
        ran.unchanged();
    }
}

fn new_file(path: &str) -> String {
    format!("--- /dev/null\n+++ {path}\n@@ -0,0 +1 @@\n+x\n")
}

#[test]
fn cve_2010_4651_dot_dot_at_any_strip() {
    let names = [
        "../evil",
        "b/../../evil",
        "b/d/../../../evil",
        "b/c/d/../../../../evil",
        "/tmp/incise-evil",
    ];
    for name in names {
        for strip in ["0", "1", "2", "3"] {
            let bench = bench();
            let ran = bench.pipe(new_file(name), ["patch", "-C", "w", "--strip", strip]);
            // The stripped name may be inside the workspace.
            match ran.status {
                Some(0) => assert!(!bench.path().join("evil").exists(), "{name} {strip}"),
                _ => drop(ran.unchanged()),
            }
            assert_eq!(bench.text("secret"), "secret\n");
            assert!(!std::path::Path::new("/tmp/incise-evil").exists());
        }
    }
    refused(
        &bench(),
        new_file("b/../../evil"),
        &["outside_root", "bad_patch"],
    );
}

#[test]
fn cve_2014_3227_c_quoted_names() {
    let outside = ["outside_root", "bad_patch"];
    refused(&bench(), new_file(r#""b/\056\056/evil""#), &outside);
    refused(&bench(), new_file(r#""b/\056\056\057evil""#), &outside);
}

#[test]
fn cve_2014_9637_a_hunk_of_billions_of_lines() {
    let diff = "--- a/x\n+++ b/x\n@@ -0,655555555555555 +1 @@\n+x\n";
    refused(&bench(), diff, &["bad_patch"]);
    let beyond = "--- a/x\n+++ b/x\n@@ -1,99999999999999999999999999 +1 @@\n+x\n";
    refused(&bench(), beyond, &["bad_patch"]);
    // The numbers in the header must not take memory: 32 MiB are enough.
    let bench = bench();
    for diff in [diff, beyond] {
        let mut command = std::process::Command::new("sh");
        let plain = bench.command();
        command
            .args(["-c", "ulimit -d 32768; exec \"$@\"", "sh"])
            .arg(plain.get_program())
            .args(["patch", "-C", "w"])
            .current_dir(bench.path());
        let ran = bench.run_command(command, diff.as_bytes());
        ran.fails(2, "malformed diff");
    }
}

#[test]
fn cve_2015_1196_writing_through_a_link_the_patch_makes() {
    let diff =
        "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+..\n\
                \\ No newline at end of file\n"
            .to_owned()
            + &new_file("b/l/evil");
    refused(&bench(), diff, &["not_a_file"]);
}

#[test]
fn cve_2015_1395_renames_out_and_headers_that_disagree() {
    let renamed = |to: &str| {
        format!("diff --git a/x b/x\nsimilarity index 100%\nrename from x\nrename to {to}\n")
    };
    refused(&bench(), renamed("../evil"), &["outside_root"]);
    // Without the leading slash, the name is inside the workspace.
    let bench = bench();
    let ran = bench.pipe(renamed("/tmp/incise-evil"), ["patch", "-C", "w", "-q"]);
    ran.status_is(0);
    assert_eq!(bench.text("w/tmp/incise-evil"), "one\n");
    assert!(!std::path::Path::new("/tmp/incise-evil").exists());
    let disagree = "diff --git a/x b/x\n--- a/x\n+++ b/../evil\n@@ -1 +1 @@\n-one\n+two\n";
    refused(&self::bench(), disagree, &["outside_root", "bad_patch"]);
}

#[test]
fn cve_2015_1396_links_inside_work_and_links_out_never_do() {
    let edit = |path: &str| format!("--- a/{path}\n+++ b/{path}\n@@ -1 +1 @@\n-one\n+two\n");
    let inside = bench().file("w/real/f", "one\n").link("w/link", "real");
    let ran = inside.pipe(edit("link/f"), ["patch", "-C", "w", "-q"]);
    ran.done("", &[("w/real/f", "two\n")]);
    let out = bench()
        .file("out/f", "one\n")
        .link("w/link", "../out")
        .link("w/leaf", "../secret");
    refused(&out, edit("link/f"), &["outside_root"]);
    refused(&out, edit("leaf"), &["outside_root"]);
    refused(&out, new_file("b/link/evil"), &["outside_root"]);
}

/// A patch never spawns a process, whatever its content.
#[test]
fn cve_2018_1000156_and_2018_20969_ed_scripts() {
    for script in [
        "1,2c\nfoo\n.\n!touch pwned\n",
        "--- a/x\n+++ b/x\n1c\n!touch pwned\n.\nw\nq\n",
    ] {
        refused(&bench(), script, &["bad_patch", "leftover_lines"]);
    }
}

#[test]
fn cve_2019_13638_names_with_shell_characters() {
    let name = "$(touch pwned);`touch pwned`|&x";
    let bench = bench().file(format!("w/{name}"), "one\n");
    let diff = format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-one\n+two\n");
    let ran = bench.pipe(diff, ["patch", "-C", "w", "-q"]);
    ran.done("", &[(&format!("w/{name}"), "two\n")]);
}

#[test]
fn cve_2019_13636_and_2023_25652_nothing_goes_through_a_reject_file() {
    let bench = bench()
        .link("w/x.rej", "../secret")
        .link("w/x.orig", "../secret");
    let diff = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-another\n+two\n";
    refused(&bench, diff, &["hunk_failed"]);
    let line = "replace -C w --root . x --old one --new two --backup=.orig";
    bench.line(line).status_is(4).restored();
}

#[test]
fn cve_2018_6951_a_rename_without_names() {
    let diff = "diff --git a/x b/x\nsimilarity index 100%\nrename from\nrename to\n";
    refused(&bench(), diff, &["bad_patch"]);
    refused(&bench(), "diff --git\nrename from x\n", &["bad_patch"]);
}

#[test]
fn cve_2018_6952_and_others_malformed_hunks() {
    for hunk in [
        "@@ -1 +1 @@\n",
        "@@ -0 +0 @@\n",
        "@@ -1 +1 @@\n\\ No newline at end of file\n",
    ] {
        let diff = format!("--- a/x\n+++ b/x\n{hunk}");
        refused(
            &bench(),
            diff,
            &["bad_patch", "hunk_failed", "leftover_lines"],
        );
    }
    let context = "*** a/x\n--- b/x\n***************\n*** 1,2 ****\n! one\n--- 1 ----\n";
    refused(
        &bench(),
        context,
        &["bad_patch", "hunk_failed", "leftover_lines"],
    );
    // Wrong counts are corrected, except in strict mode.
    for hunk in [
        "@@ -1,2 +1 @@\n-one\n",
        "@@ -1 @@\n-one\n",
        "@@ --1 +1 @@\n-one\n+a\n",
    ] {
        let diff = format!("--- a/x\n+++ b/x\n{hunk}");
        let args = ["patch", "-C", "w", "--strict-format", "-q"];
        let bench = bench();
        let ran = bench.pipe(diff, args);
        assert!(matches!(ran.status, Some(1 | 2)), "{hunk}: {}", ran.stderr);
        ran.unchanged();
    }
}

#[test]
fn cve_2023_23946_a_link_renamed_inside_the_patch() {
    let bench = bench().link("w/link", "..");
    let diff =
        "diff --git a/link b/renamed\nsimilarity index 100%\nrename from link\nrename to renamed\n\n"
            .to_owned()
            + &new_file("b/renamed/evil");
    refused(&bench, diff, &["not_a_file", "outside_root"]);
}

/// Parsing is linear: twice the text must not cost four times the work. Measuring time would be unreliable, but a
/// quadratic parser would never finish this test.
#[test]
fn ghsa_73rr_hh4g_fpgx_lone_returns_and_line_separators() {
    for unit in ["\r", "\u{2028}", "-", "@@ ", "\\ ", "--- a\r"] {
        let text = unit.repeat(400_000);
        let diff = format!("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-one\n+{text}\n{text}");
        let bench = bench();
        let ran = bench.pipe(diff, ["patch", "-C", "w", "-q", "-n"]);
        assert!(matches!(ran.status, Some(0..=2)), "{:?}", ran.status);
        ran.unchanged();
    }
}

#[test]
fn cve_2026_44471_a_name_is_both_file_and_directory() {
    for (first, second) in [("b/a", "b/a/b"), ("b/a/b", "b/a")] {
        let diff = new_file(first) + &new_file(second);
        refused(&bench(), diff, &["not_a_file", "missing_parent"]);
    }
}

#[test]
fn a_copy_does_not_read_outside() {
    for from in ["../secret", "/etc/hostname"] {
        let diff =
            format!("diff --git a/x b/y\nsimilarity index 100%\ncopy from {from}\ncopy to y\n");
        refused(&bench(), diff, &["outside_root", "bad_patch", "missing"]);
    }
}

#[test]
fn version_control_is_out_of_reach() {
    for name in [
        "b/.git/hooks/pre-commit",
        "b/.GIT/hooks/pre-commit",
        "b/d/../.git/config",
    ] {
        refused(
            &bench(),
            new_file(name),
            &["protected", "outside_root", "bad_patch"],
        );
    }
    let linked = bench().link("w/g", ".git");
    refused(&linked, new_file("b/g/hooks/pre-commit"), &["protected"]);
}

#[test]
fn a_dangling_link_is_no_target() {
    let bench = bench().link("w/dangling", "gone").link("w/out", "../gone");
    refused(&bench, new_file("b/dangling"), &["not_a_file"]);
    refused(&bench, new_file("b/out"), &["not_a_file", "outside_root"]);
}

/// A newline in a quoted name is part of the name. The report prints the name on a single line.
#[test]
fn a_newline_in_a_name_stays_in_the_name() {
    let bench = bench();
    let ran = bench.pipe(new_file(r#""b/new\nline""#), ["patch", "-C", "w"]);
    match ran.status {
        Some(0) => {
            assert_eq!(bench.text("w/new\nline"), "x\n");
            assert!(!ran.stdout.contains("new\nline"), "{}", ran.stdout);
        }
        _ => drop(ran.unchanged()),
    }
}

#[test]
fn a_dry_run_makes_no_directories() {
    let bench = bench();
    let ran = bench.pipe(new_file("b/p/q/r"), ["patch", "-C", "w", "-n", "-q"]);
    ran.unchanged();
    let ran = bench.pipe(new_file("b/p/q/r"), ["check", "patch", "-C", "w", "-q"]);
    ran.unchanged();
}
