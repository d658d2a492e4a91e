//! Files that are not regular files with ordinary names: hostile names, links, pipes, binaries.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::bench::Bench;

fn edit<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["replace", "--old", "old", "--new", "new"], more].concat()
}

#[test]
fn names_with_newlines_quotes_and_escapes_are_shown_harmlessly() {
    for name in ["a\nb", "tab\there", "quo\"te", "bell\u{7}", "-n", "sp ace"] {
        let bench = Bench::with(name, "old\n");
        let path = format!("./{name}");
        let ran = bench.run(edit(&[&path]));
        ran.edits(&[(name, "new\n")]);
        let lines = ran.stdout.lines().count();
        assert_eq!(lines, 3, "a name takes no line of its own: {}", ran.stdout);
    }
}

#[test]
fn a_name_that_is_no_utf_8() {
    let name = OsStr::from_bytes(b"\xff.txt");
    let bench = Bench::with(name, "old\n");
    let args = ["replace", "--old", "old", "--new", "new", "--json"];
    let ran = bench.run(args.iter().map(OsStr::new).chain([name]));
    ran.status_is(0).became(&[(name, Some(b"new\n"))]);
    assert_eq!(
        ran.json()["path"],
        serde_json::json!({"base64": "/y50eHQ="})
    );
}

#[test]
fn a_symbolic_link_stays_one() {
    Bench::with("d/a.txt", "old\n")
        .link("link", "d/a.txt")
        .run(edit(&["link", "-q"]))
        .done("", &[("d/a.txt", "new\n")]);
}

#[test]
fn a_link_that_leads_nowhere_is_refused() {
    for target in ["nowhere", "link"] {
        Bench::new()
            .link("link", target)
            .run(edit(&["link"]))
            .fails(
                4,
                "incise: link: it is a symbolic link that leads to no file\n",
            );
    }
}

#[test]
fn a_hard_link_is_split_off_with_a_warning() {
    let bench = Bench::with("a.txt", "old\n").hard_link("b.txt", "a.txt");
    let ran = bench.run(edit(&["a.txt"]));
    ran.status_is(0)
        .says("warning: a.txt: the file is a hard link")
        .changed(&[("a.txt", "new\n")]);
}

#[test]
fn a_hard_link_is_written_through_in_place() {
    Bench::with("a.txt", "old\n")
        .hard_link("b.txt", "a.txt")
        .run(edit(&["a.txt", "--in-place"]))
        .status_is(0)
        .says("warning: a.txt: written in place")
        .changed(&[("a.txt", "new\n"), ("b.txt", "new\n")]);
}

#[test]
fn a_pipe_is_refused_at_once() {
    Bench::new()
        .pipe_file("pipe")
        .run(edit(&["pipe"]))
        .fails(4, "incise: pipe: it is a named pipe, not a file\n");
}

#[test]
fn a_directory_is_refused() {
    let bench = Bench::new().directory("d");
    for path in ["d", ".", "..", "d/"] {
        let ran = bench.run(["append", path, "--text", "x"]);
        ran.status_is(4).unchanged();
    }
}

#[test]
fn an_empty_name_is_refused() {
    Bench::new().run(edit(&[""])).fails(2, "hint: ");
}

#[test]
fn a_binary_file_is_refused_unless_it_is_meant() {
    let bench = Bench::with("a.bin", b"old\0\xff\n");
    bench
        .run(edit(&["a.bin"]))
        .fails(5, "incise: a.bin: the file is binary");
    bench
        .run(edit(&["a.bin", "--binary", "-q"]))
        .status_is(0)
        .became(&[("a.bin", Some(b"new\0\xff\n"))]);
}

#[test]
fn an_empty_file_has_no_text_to_find() {
    Bench::with("a.txt", "")
        .run(edit(&["a.txt"]))
        .fails(1, "`old` is not in the file");
}

#[test]
fn a_read_only_file_is_refused_unless_it_is_meant() {
    let bench = Bench::with("a.txt", "old\n").mode("a.txt", 0o444);
    bench
        .run(edit(&["a.txt"]))
        .fails(5, "the file is read-only (mode 0444)");
    bench
        .run(edit(&["a.txt", "--allow-read-only", "-q"]))
        .done("", &[("a.txt", "new\n")]);
}

#[test]
fn modes_are_kept() {
    for mode in [0o600, 0o640, 0o755, 0o4755] {
        Bench::with("a.txt", "old\n")
            .mode("a.txt", mode)
            .run(edit(&["a.txt", "-q"]))
            .done("", &[("a.txt", "new\n")]);
    }
}

#[test]
fn a_backup_keeps_the_old_bytes_and_mode() {
    let bench = Bench::with("a.txt", "old\n");
    bench
        .run(edit(&["a.txt", "--backup"]))
        .status_is(0)
        .prints("a.txt: line 1; +1 -1; backup a.txt.bak\n")
        .changed(&[("a.txt", "new\n"), ("a.txt.bak", "old\n")]);
    let ran = bench.line("append a.txt --text x --backup=.orig --json");
    ran.edits(&[("a.txt", "new\nx\n"), ("a.txt.orig", "new\n")]);
    assert_eq!(ran.json()["files"][0]["backup"], "a.txt.orig");
}

#[test]
fn a_backup_replaces_an_earlier_one_but_nothing_else() {
    Bench::with("a.txt", "old\n")
        .file("a.txt.bak", "older\n")
        .run(edit(&["a.txt", "--backup", "-q"]))
        .done("", &[("a.txt", "new\n"), ("a.txt.bak", "old\n")]);
    for bench in [
        Bench::with("a.txt", "old\n").directory("a.txt.bak"),
        Bench::with("a.txt", "old\n").link("a.txt.bak", "a.txt"),
    ] {
        let ran = bench.run(edit(&["a.txt", "--backup", "-q"]));
        assert_ne!(ran.status, Some(0), "{}", ran.stderr);
        ran.restored();
    }
}

#[test]
fn a_refused_edit_leaves_no_backup() {
    Bench::with("a.txt", "one\n")
        .run(edit(&["a.txt", "--backup"]))
        .status_is(1)
        .unchanged();
}

#[test]
fn the_environment_may_ask_for_backups() {
    Bench::with("a.txt", "old\n")
        .env("INCISE_BACKUP", "~")
        .run(edit(&["a.txt", "-q"]))
        .done("", &[("a.txt", "new\n"), ("a.txt~", "old\n")]);
}

#[test]
fn a_hint_names_a_hostile_file_as_a_shell_reads_it() {
    let names: [(&[u8], &str); 6] = [
        (b"a\nb", r"$'a\nb'"),
        (b"it's", r"'it'\''s'"),
        (b"esc\x1b[2J\\'", r"$'esc\033[2J\\\''"),
        (b"no utf8 \xff7", r"$'no utf8 \3777'"),
        (b"-n", "./-n"),
        ("größe".as_bytes(), "größe"),
    ];
    for (name, word) in names {
        let name = OsStr::from_bytes(name);
        let bench = Bench::with(name, "keep\n");
        let args = ["replace", "--old", "old", "--new", "new", "--"].map(OsStr::new);
        let ran = bench.run(args.into_iter().chain([name]));
        ran.status_is(1)
            .says(&format!("hint: copy the text from `incise view {word}`\n"));
    }
}

#[test]
fn the_words_of_hints_mean_the_file_to_bash() {
    let name = OsStr::from_bytes(b"a\n'\\\xff 7$x");
    let bench = Bench::with(name, "keep\n");
    let args = ["replace", "--old", "old", "--new", "new"].map(OsStr::new);
    let ran = bench.run(args.into_iter().chain([name]));
    let word = ran.stderr.split("incise view ").nth(1).unwrap();
    let word = word.rsplit_once('`').unwrap().0;
    let shell = std::process::Command::new("bash")
        .args(["-c", &format!("printf %s {word}")])
        .output();
    // Without such a shell, there is nothing to compare with.
    if let Ok(shell) = shell {
        assert_eq!(OsStr::from_bytes(&shell.stdout), name);
    }
}

#[test]
fn a_path_below_a_file_or_with_a_final_slash_is_refused_with_a_hint() {
    let bench = Bench::with("g", "old\n").directory("d");
    for (path, sentence) in [
        (
            "g/x",
            "g/x: a directory in the path is a file\nhint: check the path",
        ),
        ("g/x/y", "a directory in the path is a file"),
        (
            "g/",
            "the `/` at its end names a directory, not a file\nhint: remove the `/`",
        ),
        ("d/", "the `/` at its end"),
        ("d", "d: it is a directory, not a file"),
    ] {
        for command in [
            ["replace", path, "--old", "old", "--new", "new"],
            ["insert", path, "--line", "1", "--text", "x"],
        ] {
            // `replace` searches a directory.
            if command[0] == "replace" && path.starts_with('d') {
                continue;
            }
            bench.run(command).fails(4, sentence);
        }
    }
    for path in ["zz/", "g/x"] {
        bench
            .run(["create", path, "--text", "x", "--parents"])
            .status_is(4)
            .unchanged();
    }
}

#[test]
fn a_name_with_backslashes_leads_into_a_directory_that_is_there() {
    let bench = || Bench::with("a", "one\n").directory("Assets/Core");
    let made = ("Assets/Core/H.cs", "one\n");
    let name = "Assets\\Core\\H.cs";
    for typed in [
        ["create", name, "--text", "one", "-q"],
        ["write", name, "--text", "one", "-q"],
        ["append", name, "--text", "one", "-q"],
    ] {
        bench().run(typed).edits(&[made]);
    }
    let ran = bench();
    ran.run(["move", "a", name, "-q"])
        .status_is(0)
        .became(&[("a", None), (made.0, Some(made.1.as_bytes()))]);
    for request in [
        r#"{"op":"create","path":"Assets\\Core\\H.cs","text":"one\n"}"#,
        r#"{"op":"write","path":"Assets\\Core\\H.cs","text":"one\n"}"#,
        r#"{"file_path":"Assets\\Core\\H.cs","content":"one\n"}"#,
    ] {
        let ran = bench();
        ran.pipe(request, ["apply", "-q"]).edits(&[made]);
    }
    // The existing file is used.
    let ran = bench().file(made.0, made.1);
    ran.run(["replace", name, "--old", "one", "--new", "two", "-q"])
        .edits(&[(made.0, "two\n")]);
}

#[test]
fn a_name_with_backslashes_is_that_of_the_file_which_has_it() {
    let name = "Assets\\H.cs";
    let both = Bench::with(name, "one\n").file("Assets/H.cs", "one\n");
    both.run(["replace", name, "--old", "one", "--new", "two", "-q"])
        .done("", &[(name, "two\n")]);
    both.run(["remove", name, "-q"]).status_is(0);
    // An undo restores the file under its exact name.
    both.line("undo -q")
        .status_is(0)
        .became(&[(name, Some(b"two\n"))]);
    // A new file needs `./`, unless there is no such directory, or the backslashes are shell escapes.
    let new = Bench::new().directory("Assets");
    new.run(["create", "./Assets\\H.cs", "--text", "x", "-q"])
        .done("", &[(name, "x\n")]);
    new.run(["create", "Other\\H.cs", "--text", "x", "-q"])
        .done("", &[("Other\\H.cs", "x\n")]);
    new.run(["create", "Assets\\[id\\].cs", "--text", "x", "-q"])
        .done("", &[("Assets\\[id\\].cs", "x\n")]);
}

#[test]
fn no_new_file_has_a_name_that_is_absolute_elsewhere() {
    let hint =
        "hint: use a path of this system; if a file really has this name, put `./` in front\n";
    let refused =
        |name: &str| format!("incise: {name}: the path is absolute on another system\n{hint}");
    for name in ["C:\\Users\\x.cs", "C:/Users/x.cs", "\\\\server\\x.cs"] {
        let bench = Bench::with("a", "one\n").directory("Users");
        bench
            .run(["create", name, "--text", "x", "--parents"])
            .refused(5, &refused(name));
        bench.run(["move", "a", name]).refused(5, &refused(name));
        let json = serde_json::json!({"op": "create", "path": name, "text": "x"});
        bench
            .pipe(json.to_string(), ["apply"])
            .refused(5, &refused(name));
        for diff in [
            format!("{name}\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n"),
            format!("*** Begin Patch\n*** Add File: {name}\n+x\n*** End Patch\n"),
            format!(
                "*** Begin Patch\n*** Update File: a\n*** Move to: {name}\n-one\n+x\n*** End Patch\n"
            ),
        ] {
            // The message depends on how much of the name could be a prefix.
            let ran = bench.pipe(diff, ["patch"]);
            ran.status_is(5).unchanged();
            let outside = ["absolute on another system", "leads outside the root"];
            assert!(
                outside.iter().any(|why| ran.stderr.contains(why)),
                "{}",
                ran.stderr
            );
        }
        // An existing file is edited, and a new one is created if that is explicit.
        let there = Bench::with("C:\\x", "one\n");
        there
            .run(["append", "C:\\x", "--text", "two", "-q"])
            .done("", &[("C:\\x", "one\ntwo\n")]);
        there
            .run(["create", "./C:\\y", "--text", "x", "-q"])
            .done("", &[("C:\\y", "x\n")]);
    }
}

#[test]
fn backslashes_lead_out_of_no_workspace() {
    let bench = Bench::with("a", "one\n").directory(".git/hooks");
    for (name, why) in [
        ("..\\x.cs", "the path leads outside the root"),
        ("b\\..\\..\\x.cs", "the path leads outside the root"),
        (".git\\hooks\\x", "`.git` is protected"),
    ] {
        let json = serde_json::json!({"op": "create", "path": name, "text": "x"}).to_string();
        bench.pipe(json, ["apply"]).fails(5, why);
        for diff in [
            format!("{name}\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n"),
            format!("*** Begin Patch\n*** Add File: {name}\n+x\n*** End Patch\n"),
            format!("--- /dev/null\n+++ {name}\n@@ -0,0 +1 @@\n+x\n"),
        ] {
            bench.pipe(diff, ["patch"]).fails(5, why);
        }
    }
}

#[test]
fn reading_commands_and_side_files_accept_backslashes() {
    let bench = Bench::with("Assets/Core/H.cs", "one\n");
    let typed = r"Assets\Core\H.cs";
    bench
        .run(["view", typed])
        .status_is(0)
        .prints("Assets/Core/H.cs: 1 line");
    bench
        .run(["check", "files", typed])
        .status_is(0)
        .unchanged();
    bench.run(["append", typed, "--text", "two"]).status_is(0);
    bench
        .run(["log", "--path", typed])
        .status_is(0)
        .prints("Assets/Core/H.cs");
    let diff = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-other\n+x\n";
    let bench = bench.file("f", "text\n");
    let ran = bench.pipe(diff, ["patch", "--reject-file", r"Assets\Core\f.rej"]);
    ran.status_is(1).says("Assets/Core/f.rej");
    assert!(bench.text("Assets/Core/f.rej").contains("-other\n+x\n"));
    bench
        .run(["remove", "f", "-n", "--save-plan", r"Assets\Core\plan"])
        .status_is(0);
    assert!(bench.path().join("Assets/Core/plan").exists());
}

#[test]
fn a_directory_in_the_name_of_a_diff_is_never_dropped() {
    let edit = "@@ -1 +1 @@\n-old\n+new\n";
    for diff in [
        "*** Begin Patch\n*** Delete File: lib/f\n*** End Patch\n".to_owned(),
        "*** Begin Patch\n*** Update File: lib/f\n@@\n-old\n+new\n*** End Patch\n".to_owned(),
        "lib/f\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n".to_owned(),
        format!("--- lib/f\n+++ lib/f\n{edit}"),
        format!("--- a/lib/f\n+++ b/lib/f\n{edit}"),
        format!("--- x/lib/f\n+++ y/lib/f\n{edit}"),
        "--- lib/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n".to_owned(),
        format!("diff --git a/f a/f\n--- a/f\n+++ a/f\n{edit}"),
        "diff --git a/f a/f\ndeleted file mode 100644\n--- a/f\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n".to_owned(),
    ] {
        Bench::with("f", "old\n")
            .pipe(&diff, ["patch", "-"])
            .status_is(4)
            .unchanged();
    }
    for (old, new) in [("a/f", "b/f"), ("x.orig/f", "x/f"), ("t/x/f", "t/y/f")] {
        let diff = format!("--- {old}\n+++ {new}\n{edit}");
        Bench::with("f", "old\n")
            .pipe(&diff, ["patch", "-", "-q"])
            .done("", &[("f", "new\n")]);
    }
}

#[test]
fn the_working_directory_in_the_name_of_a_diff_is_never_dropped() {
    for diff in [
        "*** Begin Patch\n*** Delete File: proj/f\n*** End Patch\n",
        "proj/f\n<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n",
        "--- a/proj/f\n+++ b/proj/f\n@@ -1 +1 @@\n-old\n+new\n",
    ] {
        Bench::with("proj/f", "old\n")
            .pipe(diff, ["patch", "-", "-C", "proj"])
            .fails(4, "incise: proj/f: there is no such file\nhint: f has that name: if you mean it, --target f\n");
    }
    let diff = "*** Begin Patch\n*** Update File: proj/f\n@@\n-old\n+new\n*** Add File: proj/g\n+x\n*** End Patch\n";
    Bench::with("proj/f", "old\n")
        .pipe(diff, ["patch", "-", "-C", "proj"])
        .status_is(4)
        .unchanged();
}
