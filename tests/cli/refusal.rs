//! Every refusal code: its exit status, its report, and that nothing changes.
//!
//! [`case`] provokes each code. The compiler requires a case for every new code.

use std::fs::File;
use std::process::Command;

use incise::refusal::Code;
use rustix::fs::{FlockOperation, flock};

use crate::bench::{Bench, Ran};
use crate::notation::numbered;

/// The maximum number of codes that cannot be provoked on a machine without `setpriv` or the permission to use it.
const MACHINE: usize = 2;

/// A way to provoke a code.
enum Case {
    /// Run these arguments with this standard input in this bench.
    Run(Bench, Vec<String>, &'static str),
    /// Like `Run`, while another process holds the lock of the directory.
    Locked(Bench, Vec<String>),
    /// Like `Run`, through this command, which may be missing.
    Behind(Bench, Vec<&'static str>, Vec<String>),
    /// No test can provoke the code from outside, for this reason.
    Exempt(&'static str),
}

fn run(bench: Bench, line: &str) -> Case {
    pipe(bench, "", line)
}

fn pipe(bench: Bench, stdin: &'static str, line: &str) -> Case {
    Case::Run(bench, words(line), stdin)
}

fn words(line: &str) -> Vec<String> {
    shell_words::split(line).unwrap()
}

/// A bench with `a.txt` (`one`, `two`, `three`) and other files.
fn world() -> Bench {
    Bench::with("a.txt", "one\ntwo\nthree\n")
        .file("d/b.sh", "echo\n")
        .mode("d/b.sh", 0o750)
}

/// Makes an edit in preparation.
fn edited(bench: &Bench, line: &str) {
    bench.line(line).status_is(0);
}

const EDIT: &str = "replace a.txt --old two --new 2";

fn case(code: Code) -> Case {
    let bench = world();
    match code {
        Code::NotFound => run(bench, "replace a.txt --old zzz --new y"),
        Code::Ambiguous => run(bench, "replace a.txt --old 'e\n' --new y"),
        Code::CountMismatch => run(bench, "replace a.txt --old o --new y --expect 7"),
        Code::AlreadyApplied => run(bench, "replace a.txt --old 'two two' --new two"),
        Code::Exists => run(bench, "create a.txt --text new"),
        Code::OutOfRange => run(bench, "lines a.txt 4 --text x"),
        Code::Overlap => pipe(
            bench,
            r#"[{"op":"lines","path":"a.txt","start":1,"end":2,"text":"x"},
                {"op":"lines","path":"a.txt","start":2,"end":3,"text":"y"}]"#,
            "apply",
        ),
        Code::HunkFailed => pipe(
            bench,
            "--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-eins\n+1\n",
            "patch",
        ),
        Code::PartlyApplied => pipe(
            bench.file("b.txt", "1\nb\nc\nd\ne\nf\n"),
            "--- a/b.txt\n+++ b/b.txt\n@@ -1,2 +1,2 @@\n-a\n+1\n b\n@@ -5,2 +5,2 @@\n e\n-f\n+6\n",
            "patch",
        ),
        Code::Shrink => run(
            bench.file("big.txt", numbered(70)),
            "lines big.txt 1:60 --text ''",
        ),
        Code::Indentation => run(
            Bench::with("a.txt", "if a:\n    b\n"),
            "replace a.txt --old b --new 'b\n  c\n d'",
        ),
        Code::Residue => run(
            bench,
            "append a.txt --text '// ... rest of code unchanged ...'",
        ),
        Code::Encoding => run(
            bench.file("l.txt", b"caf\xe9\n"),
            "append l.txt --text '€' --encoding latin1",
        ),
        Code::Form => run(
            bench.file("b.txt", "\u{feff}one\n"),
            "write b.txt --text 'two\n' --overwrite",
        ),
        Code::Syntax if !cfg!(feature = "syntax") => {
            Case::Exempt("the cargo feature `syntax` is off")
        }
        Code::Syntax => run(
            bench.file("a.json", "[1]\n"),
            "append a.json --text ']' --syntax refuse",
        ),
        Code::ValidationFailed => run(bench, "append a.txt --text x --validate 'false {}'"),
        Code::MergeConflict => run(
            bench
                .file("base", "one\nzwei\nthree\n")
                .file("theirs", "one\ndeux\nthree\n"),
            "merge base a.txt theirs",
        ),
        Code::NothingToUndo => run(bench, "undo"),
        Code::UndoConflict => {
            edited(&bench, "replace a.txt --old two --new 2");
            edited(&bench, "replace a.txt --old 2 --new zwei");
            run(bench, "undo 1")
        }
        Code::Conflict => {
            edited(&bench, "lines a.txt 2 --text 2 --task anna");
            run(bench, "lines a.txt 2 --text zwei --task ben")
        }
        // The state after a transaction of another user was killed.
        Code::RecoveryPending => run(
            bench.link(".incise-pending", "1a2b:77:/nowhere/txn"),
            "append a.txt --text x",
        ),
        Code::Usage => run(bench, "replace a.txt --frob"),
        Code::BadRequest => pipe(bench, r#"{"op":"frob","path":"a.txt"}"#, "apply"),
        Code::MixedModes => pipe(
            bench,
            r#"{"op":"replace","path":"a.txt","old":"one","new":"1","text":"x"}"#,
            "apply",
        ),
        Code::BadPatch => pipe(bench, "nonsense\n", "patch"),
        Code::LeftoverLines => pipe(
            bench,
            "```diff\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n```\nand\n-lost\n+too\n",
            "patch",
        ),
        Code::Stale => run(bench, "append a.txt --text x --expect-hash 00000000"),
        Code::Locked => Case::Locked(bench, words("append a.txt --text x --lock-timeout 0")),
        Code::OpenElsewhere if !cfg!(linux_calls) => {
            Case::Exempt("only Linux tells who has a file open")
        }
        // The program inherits files that are open in the shell, so another process opens the file.
        Code::OpenElsewhere => Case::Behind(
            bench,
            vec![
                "sh",
                "-c",
                "exec 3>>a.txt; exec sh -c '\"$@\" 3>&-' sh \"$@\"",
                "sh",
            ],
            words("append a.txt --text x --on-open refuse"),
        ),
        Code::Missing => run(bench, "replace b.txt --old x --new y"),
        Code::MissingParent => run(bench, "create e/b.txt --text x"),
        // Root can read everything, unless it drops the capability.
        Code::Permission => Case::Behind(
            bench.mode("a.txt", 0o000),
            vec![
                "setpriv",
                "--bounding-set=-dac_override,-dac_read_search",
                "--",
            ],
            words(EDIT),
        ),
        Code::NoSpace => Case::Behind(
            bench.file("big.txt", numbered(2000)),
            vec!["sh", "-c", "ulimit -f 1; exec \"$@\"", "sh"],
            words("append big.txt --text x"),
        ),
        Code::NotAFile => run(bench, "append d --text x"),
        Code::Attributes => Case::Behind(
            bench,
            vec![
                "strace",
                "-fqqo",
                "/dev/null",
                "-e",
                "inject=flistxattr:error=EIO",
            ],
            words(EDIT),
        ),
        Code::Io => run(bench, &format!("create {} --text x", "x".repeat(300))),
        Code::SyncFailed => Case::Exempt("its text is written: tests/manual.rs provokes it"),
        Code::OutsideRoot => run(bench, "append a.txt --text x --root d"),
        Code::Protected => run(
            bench.file(".git/config", "[core]\n"),
            "append .git/config --text x --root .",
        ),
        Code::Binary => run(
            bench.file("b.bin", b"one\0"),
            "replace b.bin --old one --new 1",
        ),
        Code::TooLarge => run(bench, "append a.txt --text x --max-size 3"),
        Code::ReadOnly => run(
            bench.file("b.txt", "one\n").mode("b.txt", 0o444),
            "replace b.txt --old one --new 1",
        ),
        Code::NotThatSymbol if !cfg!(feature = "syntax") => {
            Case::Exempt("the cargo feature `syntax` is off")
        }
        Code::NotThatSymbol => run(
            bench.file("b.rs", "fn a() {}\n"),
            "lines b.rs --symbol a --text 'fn b() {}\n'",
        ),
        Code::NotEditable => run(bench.file("b.yaml", "a: &x 1\nb: *x\n"), "set b.yaml a 2"),
    }
}

/// Runs the case with the arguments `more`, and passes the run to `look`. False if the case cannot run here.
fn provoke(case: &Case, more: &[&str], look: impl FnOnce(&Ran<'_>)) -> bool {
    let mut lock = None;
    let (bench, mut command, stdin) = match case {
        Case::Exempt(_) => return false,
        Case::Run(bench, args, stdin) => (bench, with_args(bench.command(), args), *stdin),
        Case::Locked(bench, args) => {
            let directory = File::open(bench.path()).unwrap();
            flock(&directory, FlockOperation::LockExclusive).unwrap();
            lock = Some(directory);
            (bench, with_args(bench.command(), args), "")
        }
        Case::Behind(bench, before, args) => {
            let Some(command) = behind(bench, before) else {
                return false;
            };
            (bench, with_args(command, args), "")
        }
    };
    command.args(more).env("RUST_BACKTRACE", "1");
    look(&bench.run_command(command, stdin.as_bytes()));
    drop(lock);
    true
}

fn with_args(mut command: Command, args: &[String]) -> Command {
    command.args(args);
    command
}

/// The program, started by another program in the same directory and environment. `None` if that is missing.
pub fn behind(bench: &Bench, before: &[&str]) -> Option<Command> {
    let program = bench.command();
    let mut command = Command::new(before[0]);
    command
        .args(&before[1..])
        .current_dir(bench.path())
        .env_clear()
        .env("PATH", "/usr/local/bin:/usr/bin:/bin");
    for (name, value) in program.get_envs() {
        command.env(name, value?);
    }
    let mut probe = Command::new(before[0]);
    probe
        .args(&before[1..])
        .arg("true")
        .current_dir(bench.path());
    let is_there = probe.output().is_ok_and(|output| output.status.success());
    command.arg(program.get_program());
    is_there.then_some(command)
}

#[test]
fn every_code_is_refused_with_its_class_and_changes_nothing() {
    let (mut seen, mut exempt) = (0, 0);
    for &code in Code::ALL {
        let case = case(code);
        let name = code.name();
        let was_run = provoke(&case, &["--json"], |ran| {
            ran.status_is(i32::from(code.class().code())).restored();
            assert_eq!(ran.stderr, "", "{name}");
            let report = ran.json();
            assert_eq!(report["error"]["code"], name, "{report}");
            assert_eq!(report["error"]["exit"], code.class().code(), "{report}");
            assert_eq!(report["ok"], false, "{report}");
            assert_eq!(report["changed"], false, "{report}");
            assert_eq!(report["error"]["explain"], format!("incise explain {name}"));
            for text in ["message", "hint"] {
                let text = report["error"][text].as_str().unwrap_or_default();
                assert!(!text.is_empty(), "{report}");
            }
        });
        let was_told = provoke(&case, &[], |ran| {
            ran.status_is(i32::from(code.class().code())).restored();
            assert_eq!(ran.stdout, "", "{name}");
            assert!(ran.stderr.starts_with("incise: "), "{name}: {}", ran.stderr);
            ran.says("\nhint: ");
            let is_noisy = ran.stderr.contains("panicked") || ran.stderr.contains("backtrace");
            assert!(!is_noisy, "{name}: {}", ran.stderr);
        });
        assert_eq!(was_run, was_told);
        match (was_run, &case) {
            (true, _) => seen += 1,
            (false, Case::Exempt(reason)) => {
                exempt += 1;
                println!("{name}: exempt: {reason}");
            }
            (false, _) => println!("{name}: skipped: it cannot be provoked on this machine"),
        }
    }
    let expected = Code::ALL.len() - exempt - MACHINE;
    assert!(
        seen >= expected,
        "{seen} codes were provoked, {expected} should be"
    );
}

#[test]
fn nothing_but_the_disk_is_touched_before_the_guards_have_passed() {
    for &code in Code::ALL {
        // These are detected while a staged file is created or renamed.
        if matches!(
            code,
            Code::NoSpace
                | Code::Locked
                | Code::OpenElsewhere
                | Code::Attributes
                | Code::Io
                | Code::ValidationFailed
        ) {
            continue;
        }
        provoke(&case(code), &[], |ran| {
            ran.unchanged();
        });
    }
}
