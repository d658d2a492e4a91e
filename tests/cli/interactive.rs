//! `--interactive`: the user accepts or skips each change, and all accepted changes form one transaction.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};
use std::ptr;

use crate::bench::Bench;

const QUESTION: &str = "apply this change? [y,n,a,q,e,u,?] ";

/// Opens both ends of a terminal without echo and output processing.
#[allow(unsafe_code, reason = "makes system calls to open a terminal")]
fn terminal() -> (File, OwnedFd) {
    let (mut ours, mut theirs) = (0, 0);
    // SAFETY: both numbers are valid for writing, and all other arguments are optional.
    let opened = unsafe {
        libc::openpty(
            &mut ours,
            &mut theirs,
            ptr::null_mut(),
            ptr::null_mut(),
            ptr::null_mut(),
        )
    };
    assert_eq!(opened, 0);
    // SAFETY: both descriptors were just opened, and nothing else owns them.
    let (ours, theirs) = unsafe { (File::from_raw_fd(ours), OwnedFd::from_raw_fd(theirs)) };
    // SAFETY: all values are valid in `termios`, and `tcgetattr` fills them in before use.
    unsafe {
        let mut modes: libc::termios = std::mem::zeroed();
        assert_eq!(libc::tcgetattr(theirs.as_raw_fd(), &mut modes), 0);
        modes.c_lflag &= !libc::ECHO;
        modes.c_oflag &= !libc::OPOST;
        assert_eq!(
            libc::tcsetattr(theirs.as_raw_fd(), libc::TCSANOW, &modes),
            0
        );
    }
    (ours, theirs)
}

/// A running program that asks questions.
struct Talk {
    child: Child,
    terminal: File,
    shown: String,
}

/// A finished program.
#[derive(Debug)]
struct Ended {
    status: Option<i32>,
    signal: Option<i32>,
    shown: String,
    stderr: String,
}

impl Talk {
    fn begin(bench: &Bench, args: &[&str]) -> Self {
        let (terminal, theirs) = terminal();
        let mut command = bench.command();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let child = command
            .args(args)
            .env("PATH", path)
            .env("NO_COLOR", "1")
            .env("TMPDIR", bench.state())
            .stdin(Stdio::from(theirs.try_clone().unwrap()))
            .stdout(Stdio::from(theirs))
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            child,
            terminal,
            shown: String::new(),
        }
    }

    /// Waits until `count` questions have been shown.
    fn wait_for(&mut self, count: usize) {
        let mut bytes = [0; 4096];
        while self.shown.matches(QUESTION).count() < count {
            let read = self.terminal.read(&mut bytes).unwrap();
            self.shown += &String::from_utf8_lossy(&bytes[..read]);
        }
    }

    fn say(&mut self, answers: &str) {
        self.terminal.write_all(answers.as_bytes()).unwrap();
    }

    #[allow(unsafe_code, reason = "makes system calls")]
    fn end(mut self) -> Ended {
        let output = self.child.wait_with_output().unwrap();
        // SAFETY: the terminal is open.
        let set =
            unsafe { libc::fcntl(self.terminal.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) };
        assert_eq!(set, 0);
        let mut rest = Vec::new();
        // Reading ends with an error in any case.
        let _ = self.terminal.read_to_end(&mut rest);
        self.shown += &String::from_utf8_lossy(&rest);
        Ended {
            status: output.status.code(),
            signal: output.status.signal(),
            shown: self.shown,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

fn talk(bench: &Bench, args: &[&str], answers: &str) -> Ended {
    let mut talk = Talk::begin(bench, args);
    talk.say(answers);
    talk.end()
}

const REPLACE: [&str; 7] = ["replace", "--interactive", "f", "--old", "a", "--new", "x"];

fn file() -> Bench {
    Bench::with(
        "f",
        "a1\nb\nc\nd\ne\nf\ng\nh\na2\nb\nc\nd\ne\nf\ng\nh\na3\n",
    )
}

/// Answers the questions for `file`, and checks the three places in its text.
#[track_caller]
fn answered(answers: &str, places: [&str; 3]) -> Ended {
    let bench = file();
    let ended = talk(&bench, &REPLACE, answers);
    assert_eq!(ended.status, Some(0), "{ended:?}");
    let [first, second, third] = places;
    let between = "b\nc\nd\ne\nf\ng\nh\n";
    let expected = format!("{first}\n{between}{second}\n{between}{third}\n");
    assert_eq!(bench.text("f"), expected, "{ended:?}");
    ended
}

#[test]
fn each_place_is_taken_or_left() {
    let ended = answered("y\nn\ny\n", ["x1", "a2", "x3"]);
    assert_eq!(ended.shown.matches(QUESTION).count(), 3, "{}", ended.shown);
    assert!(ended.shown.contains("-a2\n+x2\n"), "{}", ended.shown);
    let end = "2 of 3 accepted\nedited f: 2 replacements, +2 -2\n";
    assert!(ended.shown.ends_with(end), "{}", ended.shown);
    assert_eq!(ended.stderr, "");
}

#[test]
fn the_rest_is_taken_or_left_at_once() {
    answered("n\na\n", ["a1", "x2", "x3"]);
    answered("y\nq\n", ["x1", "a2", "a3"]);
    let ended = answered("q\n", ["a1", "a2", "a3"]);
    assert!(
        ended.shown.ends_with("0 of 3 accepted\n"),
        "{}",
        ended.shown
    );
}

#[test]
fn going_back_and_listing_the_answers_work() {
    let ended = answered("u\ny\nu\nn\ny\nu\nu\ny\nn\nn\n", ["x1", "a2", "a3"]);
    assert!(ended.shown.contains("this is the first change\n"));
    for unknown in ["?", "", "yes", "j"] {
        let ended = answered(&format!("{unknown}\nq\n"), ["a1", "a2", "a3"]);
        let told = "u  go back to the previous change\n";
        assert!(ended.shown.contains(told), "{unknown}: {}", ended.shown);
    }
}

#[test]
fn accepted_changes_are_one_transaction() {
    let bench = Bench::with("d/b", "a\n")
        .file("d/a", "a a\n")
        .file("d/c", "a\n");
    let words = ["replace", "--interactive", "d", "--old", "a", "--new", "aa"];
    // In the order of names. Two matches in one line are two changes.
    let ended = talk(&bench, &words, "n\ny\nn\ny\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    let report =
        "2 of 4 accepted\nedited d/a: 1 replacement, +1 -1\nedited d/c: 1 replacement, +1 -1\n";
    assert!(ended.shown.ends_with(report), "{}", ended.shown);
    assert_eq!(
        [bench.text("d/a"), bench.text("d/b"), bench.text("d/c")],
        ["a aa\n", "a\n", "aa\n"]
    );
    bench.line("undo -q").status_is(0);
    assert_eq!([bench.text("d/a"), bench.text("d/c")], ["a a\n", "a\n"]);
    bench.line("undo -q").status_is(1);
}

#[test]
fn the_new_text_can_be_edited() {
    let editor = "sh -c 'tr x- yz <\"$1\" >\"$1~\" && mv \"$1~\" \"$1\"' sh";
    for variable in ["VISUAL", "EDITOR"] {
        let bench = file().env(variable, editor);
        // An edited change is shown again, and may be edited again.
        let ended = talk(&bench, &REPLACE, "e\ny\ne\nn\nq\n");
        assert_eq!(ended.status, Some(0), "{ended:?}");
        assert!(ended.shown.contains("-a1\n+y1\n"), "{}", ended.shown);
        assert!(bench.text("f").starts_with("y1\nb\n"));
        assert!(bench.text("f").ends_with("a3\n"));
        assert!(bench.text("f").contains("a2"));
        let left = std::fs::read_dir(bench.state()).unwrap();
        let names = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        assert_eq!(names.filter(|name| name.starts_with("incise-")).count(), 0);
    }
}

/// The user edits whole lines, except for parts that belong to another change.
#[test]
fn the_editor_gets_whole_lines() {
    let bench = Bench::with("f", "one a two a end")
        .env("VISUAL", "sh -c 'sed -i s/^/[/\\;s/$/]/ \"$1\"' sh");
    let ended = talk(&bench, &REPLACE, "e\ny\ne\ny\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(bench.text("f"), "[one x two ][x end]");
}

/// Some editors remove the line ending of the last line.
#[test]
fn an_edited_line_keeps_its_ending() {
    let bench = Bench::with("f", "a1\r\nb\n").env("VISUAL", "sh -c 'printf z >\"$1\"' sh");
    let ended = talk(&bench, &REPLACE, "e\ny\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(bench.text("f"), "z\r\nb\n");
}

/// An edited text ends like the lines that it replaces, even if they are deleted or have no line ending.
#[test]
fn an_edited_text_ends_like_the_old_lines() {
    for (before, old, typed, after) in [
        ("x\ny\n", "x\n", "foo\\n", "foo\ny\n"),
        ("a1\r\nb", "b", "b\\nc\\n", "a1\r\nb\r\nc"),
    ] {
        let editor = format!("sh -c 'printf \"{typed}\" >\"$1\"' sh");
        let bench = Bench::with("f", before).env("VISUAL", &editor);
        let args = ["replace", "--interactive", "f", "--old", old, "--new", ""];
        let ended = talk(&bench, &args, "e\ny\n");
        assert_eq!(ended.status, Some(0), "{ended:?}");
        assert_eq!(bench.text("f"), after);
    }
}

#[test]
fn an_editor_that_fails_changes_nothing() {
    for editor in ["false", "no-such-editor-at-all"] {
        let bench = file().env("VISUAL", editor);
        let ended = talk(&bench, &REPLACE, "e\ny\nq\n");
        assert_eq!(ended.status, Some(0), "{ended:?}");
        assert!(
            ended.shown.contains("the text is unchanged\n"),
            "{}",
            ended.shown
        );
        assert!(bench.text("f").starts_with("x1\n"));
    }
    let bench = file().env("VISUAL", "rm");
    let ended = talk(&bench, &REPLACE, "e\nn\ny\nq\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    let told = "the editor did not leave a regular file: No such file or directory";
    assert!(ended.shown.contains(told), "{}", ended.shown);
    assert!(bench.text("f").contains("x2"), "{}", bench.text("f"));
}

#[test]
fn an_editor_that_leaves_no_plain_file_is_not_waited_for() {
    let bench = file().env("VISUAL", "sh -c 'rm \"$1\"; mkfifo \"$1\"' sh");
    let ended = talk(&bench, &REPLACE, "e\ny\nq\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    let told = "the editor did not leave a regular file: the text is unchanged\n";
    assert!(ended.shown.contains(told), "{}", ended.shown);
}

#[test]
fn an_edited_change_is_kept_when_going_back() {
    for answers in ["e\nY\nu\ny\nq\n", "e\nu\ny\nq\n", "e\nn\nu\ny\nq\n"] {
        let bench = file().env("VISUAL", "sh -c 'printf z >\"$1\"' sh");
        let ended = talk(&bench, &REPLACE, answers);
        assert_eq!(ended.status, Some(0), "{ended:?}");
        assert!(bench.text("f").starts_with("z\n"), "{}", bench.text("f"));
    }
}

#[test]
fn an_editor_may_end_lines_in_its_own_way() {
    let bench =
        Bench::with("f", "a1\r\nb\r\n").env("VISUAL", "sh -c 'printf \"z\\ny\\n\" >\"$1\"' sh");
    let ended = talk(&bench, &REPLACE, "e\ny\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(bench.text("f"), "z\r\ny\r\nb\r\n");
}

const DIFF: &str = "\
diff --git a/f b/f
--- a/f
+++ b/f
@@ -1,3 +1,4 @@
-a1
+x1
 b
+between
 c
@@ -8,3 +9,2 @@
 h
-a2
 b
diff --git a/gone b/gone
deleted file mode 100644
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-gone
diff --git a/made b/made
new file mode 100644
--- /dev/null
+++ b/made
@@ -0,0 +1 @@
+made
diff --git a/old b/new
similarity index 100%
rename from old
rename to new
";

fn patched(answers: &str) -> (Bench, Ended) {
    let bench = file()
        .file("gone", "gone\n")
        .file("old", "moved\n")
        .file("diff", DIFF);
    let ended = talk(&bench, &["patch", "--interactive", "diff"], answers);
    (bench, ended)
}

#[test]
fn hunks_are_chosen() {
    // Two hunks, followed by `gone`, `made` and `new`.
    let (bench, ended) = patched("n\ny\nn\nn\nn\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(bench.text("f"), file().text("f").replace("a2\n", ""));
    assert_eq!(
        (&*bench.text("gone"), &*bench.text("old")),
        ("gone\n", "moved\n")
    );
    assert!(!bench.path().join("made").exists() && !bench.path().join("new").exists());
    let end = "1 of 5 accepted\npatched f: 1 hunk, -1\n";
    assert!(ended.shown.ends_with(end), "{}", ended.shown);
    let (bench, ended) = patched("q\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(bench.path().join("old").exists());
    let (bench, ended) = patched("n\nn\ny\ny\ny\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(bench.text("f"), file().text("f"));
    assert_eq!(
        (&*bench.text("made"), &*bench.text("new")),
        ("made\n", "moved\n")
    );
    assert!(!bench.path().join("gone").exists() && !bench.path().join("old").exists());
    let (bench, ended) = patched("y\nn\nn\nn\nn\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(bench.text("f").starts_with("x1\nb\nbetween\nc\n") && bench.text("f").contains("a2"));
}

#[test]
fn all_hunks_are_the_whole_patch() {
    let (chosen, ended) = patched("a\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    let whole = file()
        .file("gone", "gone\n")
        .file("old", "moved\n")
        .file("diff", DIFF);
    whole.line("patch diff -q").status_is(0);
    assert_eq!(chosen.tree(), whole.tree());
}

#[test]
fn names_that_change_places_are_one_change() {
    let bench = || {
        Bench::with("a", "1\n").file("b", "2\n").file(
            "diff",
            "diff --git a/a b/b\nrename from a\nrename to b\ndiff --git a/b b/a\nrename from b\nrename to a\n",
        )
    };
    for (answers, expected) in [("y\n", ["2\n", "1\n"]), ("n\n", ["1\n", "2\n"])] {
        let bench = bench();
        let ended = talk(&bench, &["patch", "--interactive", "diff"], answers);
        assert_eq!(ended.status, Some(0), "{ended:?}");
        assert_eq!([bench.text("a"), bench.text("b")], expected);
    }
}

#[test]
fn nothing_is_written_before_the_last_answer() {
    let bench = file();
    let before = bench.tree();
    let mut asked = Talk::begin(&bench, &REPLACE);
    asked.wait_for(1);
    asked.say("y\ny\n");
    asked.wait_for(3);
    assert_eq!(bench.tree(), before);
    asked.say("y\n");
    assert_eq!(asked.end().status, Some(0));
    assert_ne!(bench.tree(), before);
}

#[test]
fn an_end_of_input_or_a_signal_writes_nothing() {
    let bench = file();
    let before = bench.tree();
    let ended = talk(&bench, &REPLACE, "y\n\u{4}");
    assert_eq!(ended.status, Some(4), "{ended:?}");
    assert!(
        ended.stderr.contains("standard input has ended"),
        "{ended:?}"
    );
    let mut asked = Talk::begin(&bench, &REPLACE);
    asked.say("y\n");
    asked.wait_for(2);
    let process = asked.child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &process])
        .status();
    assert!(killed.unwrap().success());
    let ended = asked.end();
    assert_eq!(ended.signal, Some(libc::SIGINT), "{ended:?}");
    assert_eq!(bench.tree(), before);
}

#[test]
fn a_file_that_changes_meanwhile_is_refused() {
    let bench = file();
    let mut asked = Talk::begin(&bench, &REPLACE);
    asked.wait_for(1);
    let bench = bench.file("f", "a1\nother\na2\n");
    asked.say("y\nq\n");
    let ended = asked.end();
    assert_eq!(ended.status, Some(3), "{ended:?}");
    assert_eq!(bench.text("f"), "a1\nother\na2\n");
}

#[test]
fn a_rehearsal_asks_and_writes_nothing() {
    let bench = file();
    let before = bench.tree();
    let ended = talk(&bench, &[&REPLACE[..], &["-n"]].concat(), "y\nq\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert!(
        ended
            .shown
            .contains("1 of 3 accepted\ndry run, nothing written:\nwould edit f: 1 replacement"),
        "{}",
        ended.shown
    );
    assert_eq!(bench.tree(), before);
}

#[test]
fn guards_check_accepted_changes() {
    let bench = Bench::with("f", "a\nb\na\n");
    let residue = "// ... rest of code unchanged ...";
    let words = [
        "replace",
        "--interactive",
        "f",
        "--old",
        "a",
        "--new",
        residue,
    ];
    let ended = talk(&bench, &words, "y\nn\n");
    assert_eq!(ended.status, Some(1), "{ended:?}");
    let ended = talk(&bench, &words, "n\nn\n");
    assert_eq!(ended.status, Some(0), "{ended:?}");
    assert_eq!(bench.text("f"), "a\nb\na\n");
}

/// Agents are never asked.
#[test]
fn without_a_terminal_it_is_a_wrong_call() {
    let bench = file();
    for words in [&REPLACE[..], &["patch", "--interactive", "diff"]] {
        bench
            .pipe(b"y\n", words)
            .fails(
                2,
                "`--interactive` needs a terminal, but standard input is not one",
            )
            .says("`check` before the command");
    }
    bench
        .line("insert f --line 1 --text x --interactive")
        .fails(2, "`replace` and `patch`");
    bench
        .line("check replace f --old a --new b --interactive")
        .status_is(2)
        .unchanged();
}

#[test]
fn flags_that_exclude_interactive_choices_are_refused() {
    for (more, message) in [
        (&["--nth", "1"][..], "already select matches"),
        (&["--expect", "3"], "already select matches"),
        (&["--site", "1f2e3d4c"], "already select matches"),
        (&["--json"], "--json"),
        (&["-q"], "--quiet"),
    ] {
        let bench = file();
        let ended = talk(&bench, &[&REPLACE[..], more].concat(), "");
        assert_eq!(ended.status, Some(2), "{ended:?}");
        assert!(
            ended.stderr.contains(message) || ended.shown.contains(message),
            "{ended:?}"
        );
    }
    let bench = file();
    let ended = talk(
        &bench,
        &[
            "replace",
            "--interactive",
            "f",
            "--old",
            "nowhere",
            "--new",
            "x",
        ],
        "",
    );
    assert_eq!(ended.status, Some(1), "{ended:?}");
    assert!(!ended.shown.contains(QUESTION));
}
