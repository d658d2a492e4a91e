//! Properties that only system calls show: their order, and the state after a failed or fatal call.
//!
//! Needs `strace` and the permission to trace. Otherwise the tests are skipped with a message.

use std::fs;
use std::path::PathBuf;

use serde_json::json;

use super::{behind, skipped};
use crate::bench::Bench;

/// The path of the trace.
fn log(bench: &Bench) -> PathBuf {
    bench.state().join("trace")
}

/// The program under `strace` with these expressions; descriptors are printed with their paths. `None` if tracing is
/// not permitted.
pub(super) fn traced(bench: &Bench, expressions: &[&str]) -> Option<std::process::Command> {
    let probe = std::process::Command::new("strace")
        .args(["-qq", "-o", "/dev/null", "true"])
        .status();
    if !probe.is_ok_and(|status| status.success()) {
        skipped("strace is not installed, or may not trace");
        return None;
    }
    let log = log(bench);
    let mut words = vec!["strace", "-f", "-qq", "-y", "-o", log.to_str().unwrap()];
    words.extend(expressions.iter().flat_map(|word| ["-e", word]));
    Some(behind(bench, &words))
}

/// The calls of the last run that mention `word`.
fn calls(bench: &Bench, word: &str) -> Vec<String> {
    let trace = fs::read_to_string(log(bench)).unwrap();
    let lines = trace.lines().filter(|line| line.contains(word));
    lines.map(str::to_owned).collect()
}

const EDIT: [&str; 6] = ["replace", "a", "--old", "old", "--new", "new"];

/// A second attempt could succeed although the bytes of the first are lost.
#[test]
fn a_failed_sync_is_final() {
    let three: Vec<_> = ["a", "b", "d/c"]
        .map(|path| json!({"op": "append", "path": path, "text": "x"}))
        .into();
    let three = serde_json::Value::from(three).to_string();
    for (args, stdin) in [(&EDIT[..], ""), (&["apply", "-"], three.as_str())] {
        for mode in ["file", "full"] {
            let bench = Bench::with("a", "old\n")
                .file("b", "old\n")
                .file("d/c", "old\n");
            let syncs = "trace=fsync,fdatasync,syncfs";
            let fails = "inject=fsync,fdatasync,syncfs:error=EIO:when=1";
            let Some(mut command) = traced(&bench, &[syncs, fails]) else {
                return;
            };
            command.args(args).args(["--sync", mode, "--json"]);
            let ran = bench.run_command(command, stdin.as_bytes());
            ran.status_is(4).restored();
            assert_eq!(ran.json()["error"]["code"], "io", "{}", ran.stdout);
            let failed = calls(&bench, "sync");
            assert_eq!(failed.len(), 1, "{mode} {args:?}: {failed:?}");
        }
    }
}

/// Slow work is done before others have to wait. The new text is written, gets its attributes and is synced before
/// the lock is taken, for a check and a rename only.
#[test]
fn the_new_text_is_on_the_disk_before_the_lock_is_taken() {
    let bench = Bench::with("a", "old\n").mode("a", 0o754);
    let calls_of_interest = "trace=openat,write,fchown,fchmod,fsync,flock,renameat,renameat2";
    let Some(mut command) = traced(&bench, &[calls_of_interest]) else {
        return;
    };
    command.args(EDIT).arg("-q");
    bench.run_command(command, b"").done("", &[("a", "new\n")]);
    let trace = calls(&bench, "");
    let directory = format!("{}>, LOCK_EX", bench.path().display());
    let at = |what: &dyn Fn(&str) -> bool| {
        let found: Vec<usize> = (0..trace.len()).filter(|&at| what(&trace[at])).collect();
        assert_eq!(found.len(), 1, "{trace:#?}");
        found[0]
    };
    // A file without a name is traced by its number.
    let own = |line: &str| line.contains("/.incise-") || line.contains("/#");
    let makes = |line: &str| line.contains("O_TMPFILE") || line.contains("O_CREAT|O_EXCL");
    let order = [
        at(&|line| own(line) && makes(line) && !line.contains(" = -1 ")),
        at(&|line| own(line) && line.contains(" write(")),
        at(&|line| own(line) && line.contains("fchmod(")),
        at(&|line| own(line) && line.contains("fsync(")),
        at(&|line| line.contains("flock(") && line.contains(&directory)),
        at(&|line| line.contains("renameat2(") && line.contains("\".incise-")),
    ];
    assert!(order.is_sorted(), "{order:?} {trace:#?}");
    // No call under the lock waits for the disk.
    let under = &trace[order[4]..order[5]];
    assert!(
        under.iter().all(|line| !line.contains("sync(")),
        "{under:#?}"
    );
    let made = &trace[order[0]];
    assert!(
        made.contains(", 0600)") && (made.contains("O_TMPFILE") || made.contains("O_NOFOLLOW")),
        "{made}"
    );
}

/// A private text is never readable by others, not even temporarily.
#[test]
fn a_private_text_is_private_at_every_moment() {
    for (mode, args) in [
        (0o600, &EDIT[..]),
        (
            0o600,
            &["replace", "a", "--old", "old", "--new", "new", "--backup"],
        ),
        (0o640, &["append", "a", "--text", "x"]),
    ] {
        let bench = Bench::with("a", "old\n").mode("a", mode);
        let Some(mut command) = traced(&bench, &["trace=openat,fchmod,fchmodat,mkdirat"]) else {
            return;
        };
        command.args(args).args(["-q", "--sync", "none"]);
        bench.run_command(command, b"").status_is(0);
        let made = calls(&bench, "O_CREAT");
        assert!(made.len() > 1, "{made:?}");
        assert!(
            made.iter().all(|line| line.contains(", 0600)")),
            "{made:#?}"
        );
        let changed = calls(&bench, "fchmod");
        let expected = format!(", {mode:#o})").replace("0o", "0");
        assert!(!changed.is_empty());
        assert!(
            changed.iter().all(|line| line.contains(&expected)),
            "{changed:#?}"
        );
        let directories = calls(&bench, "mkdirat");
        assert!(!directories.is_empty());
        let private = |line: &String| line.contains(", 0700)");
        assert!(directories.iter().all(private), "{directories:#?}");
    }
}

/// The call that renames the new text to `a`, and its number among calls of this kind in the last run.
fn naming_call(bench: &Bench) -> (&'static str, usize) {
    let found = ["renameat", "renameat2"].into_iter().find_map(|name| {
        let trace = calls(bench, &format!(" {name}("));
        let number = trace.iter().position(|line| line.contains(r#""a""#))?;
        Some((name, number + 1))
    });
    found.unwrap()
}

/// A lock ends with its holder, so the next process does not wait.
#[test]
fn a_process_killed_with_the_lock_blocks_nobody() {
    let bench = Bench::with("a", "old\n");
    let Some(mut command) = traced(&bench, &["trace=renameat,renameat2"]) else {
        return;
    };
    command.args(EDIT).arg("-q");
    bench.run_command(command, b"").status_is(0);
    let (call, number) = naming_call(&bench);

    let bench = Bench::with("a", "old\n");
    let kill = format!("inject={call}:signal=KILL:when={number}");
    let mut command = traced(&bench, &[&format!("trace={call},flock"), &kill]).unwrap();
    command.args(EDIT);
    let ran = bench.run_command(command, b"");
    assert_eq!(ran.status, None, "{}", ran.stderr);
    let died = calls(&bench, "rename").pop().unwrap();
    assert!(
        died.contains(r#""a""#),
        "it dies as it gives the name: {died}"
    );
    assert_eq!(bench.text("a"), "old\n");
    let line = "append a --text next -q --lock-timeout 1ms";
    bench.line(line).status_is(0);
    assert_eq!(bench.text("a"), "old\nnext\n");
    bench.line("recover -q").status_is(0);
    assert_eq!(bench.tree().len(), 1, "{:?}", bench.tree());
}

/// No patch starts a program, whatever it contains and whatever becomes of it. Cases: an ed script, shell
/// metacharacters in names, a file under old version control, a successful patch and a failing one.
#[test]
fn a_patch_starts_no_program() {
    let edit = |name: &str| format!("--- a/{name}\n+++ b/{name}\n@@ -1 +1 @@\n-old\n+new\n");
    for diff in [
        edit("a"),
        edit("none"),
        edit("$(touch pwned)"),
        edit("RCS/a,v"),
        "1c\n!touch pwned\n.\nw\nq\n".to_owned(),
        "--- a/a\n+++ b/a\n1,2c\nnew\n.\n!touch pwned\n".to_owned(),
    ] {
        let bench = Bench::with("a", "old\n").file("RCS/a,v", "head 1.1;\n");
        let Some(mut command) = traced(&bench, &["trace=execve,execveat,fork,vfork"]) else {
            return;
        };
        command.args(["patch", "-q"]);
        let ran = bench.run_command(command, diff.as_bytes());
        assert!(
            ran.status.is_some_and(|status| status < 5),
            "{diff}: {}",
            ran.stderr
        );
        assert!(!bench.path().join("pwned").exists());
        let started = calls(&bench, "");
        assert_eq!(started.len(), 1, "the program itself: {started:#?}");
    }
}

/// Without `openat2`, in the kernel or a sandbox, every answer is the same.
#[test]
fn reach_holds_without_openat2() {
    for error in ["ENOSYS", "EPERM"] {
        let fails = format!("inject=openat2:error={error}");
        let make = |bench: &Bench| {
            let expressions = ["trace=openat2", &fails];
            traced(bench, &expressions)
        };
        let bench = Bench::new();
        let Some(mut command) = make(&bench) else {
            return;
        };
        let create = [
            "create",
            "d/n",
            "--parents",
            "--text",
            "x",
            "--root",
            ".",
            "-q",
        ];
        command.args(create);
        bench.run_command(command, b"").done("", &[("d/n", "x\n")]);
        assert!(!calls(&bench, "openat2").is_empty(), "nobody calls it");
        super::reach::holds(super::reach::TWO, |bench| make(bench).unwrap());
    }
}

/// The program is killed after it exchanged the file and before it checked the old one, which another process had
/// just written. That file is kept, and reported until somebody takes care of it.
#[test]
fn a_foreign_file_taken_by_a_killed_edit_is_reported() {
    let bench = Bench::with("a", "old\n").file("b", "one\n");
    let killed = ["trace=unlinkat", "inject=unlinkat:signal=SIGKILL:when=1"];
    let Some(mut command) = traced(&bench, &killed) else {
        return;
    };
    command.args(EDIT).arg("--no-journal").output().unwrap();
    assert_eq!(bench.text("a"), "new\n");
    let names = bench.tree().into_keys();
    let left = names.filter(|name| name.to_string_lossy().starts_with(".incise-"));
    let left: Vec<_> = left.map(|name| name.display().to_string()).collect();
    let [left] = &left[..] else {
        panic!("{left:?}")
    };
    fs::write(bench.path().join("theirs"), "theirs\n").unwrap();
    fs::rename(bench.path().join("theirs"), bench.path().join(left)).unwrap();

    let told = format!(
        "`{left}` has a name that is reserved for incise, but incise did not create it: move it or delete it"
    );
    let ran = bench.line("append b --text two --json");
    ran.status_is(0);
    let warning = json!({"code": "foreign", "path": "b", "message": told});
    assert_eq!(ran.json()["warnings"], json!([warning]));
    let ran = bench.line("recover");
    ran.status_is(0);
    assert_eq!(
        (&**ran.stdout, &**ran.stderr),
        (format!("{told}\n").as_str(), "")
    );
    assert_eq!(bench.text(left), "theirs\n");

    fs::rename(bench.path().join(left), bench.path().join("a")).unwrap();
    let ran = bench.line("recover");
    ran.status_is(0);
    assert_eq!(ran.stdout, "nothing to recover\n");
}
