//! `--in-place`, and the situations that need it: files that another process has open for writing, and names that
//! cannot be given to another file. A failure in the middle is undone by the run itself or by the next run.

use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use crate::bench::Bench;
use crate::promise::{NOBODY, behind, mounted, skipped, works};

const TEXT: &str = "a long text\n";
const SHORTER: [&str; 6] = ["write", "a", "--overwrite", "--text", "x", "--in-place"];

/// Runs [`SHORTER`] under `strace` with these injected failures or signals.
fn shortened(bench: &Bench, injections: &[&str]) -> Option<(Option<i32>, String)> {
    if !works(&["strace", "-qqo", "/dev/null", "true"]) {
        skipped("strace is missing or may not trace");
        return None;
    }
    let mut words = vec!["strace", "-f", "-qqo", "/dev/null"];
    for injection in injections {
        words.extend(["-e", injection]);
    }
    let mut command = behind(bench, &words);
    command.args(SHORTER);
    let ran = bench.run_command(command, b"");
    Some((ran.status, ran.stderr.clone()))
}

#[test]
fn the_file_stays_the_same_one() {
    let bench = Bench::with("a", TEXT).hard_link("b", "a");
    let facts = || {
        let facts = fs::metadata(bench.path().join("a")).unwrap();
        (facts.ino(), facts.nlink(), facts.mode())
    };
    let before = facts();
    let ran = bench.run(SHORTER);
    ran.status_is(0).says(
        "warning: a: written in place: a crash during the write leaves a mixture until the next edit here",
    );
    ran.changed(&[("a", "x\n"), ("b", "x\n")]);
    assert_eq!(facts(), before);
}

#[test]
fn a_failure_in_the_middle_is_put_back() {
    let bench = Bench::with("a", TEXT);
    let before = bench.tree();
    let Some((status, said)) = shortened(&bench, &["inject=ftruncate:error=EIO"]) else {
        return;
    };
    assert_eq!(status, Some(4), "{said}");
    assert!(
        said.contains("cannot write the new content into it"),
        "{said}"
    );
    assert_eq!(bench.tree(), before);
}

/// If the old text cannot be restored either, it is kept until the next edit or `recover` can restore it.
#[test]
fn an_old_text_that_cannot_be_restored_is_kept_until_it_can() {
    for next in [&["append", "b", "--text", "more"][..], &["recover"]] {
        let bench = Bench::with("a", TEXT).file("b", "b\n");
        let fails = [
            "inject=ftruncate:error=EIO",
            "inject=copy_file_range:error=EIO:when=2+",
        ];
        let Some((status, said)) = shortened(&bench, &fails) else {
            return;
        };
        assert_eq!(status, Some(4), "{said}");
        assert!(said.contains("cannot undo the change"), "{said}");
        let kept = said.split("the old file is ").nth(1).unwrap();
        let kept = kept.lines().next().unwrap();
        assert_eq!(fs::read(kept).unwrap(), TEXT.as_bytes());
        assert_eq!(bench.text("a"), format!("x\n{}", &TEXT[2..]));
        bench.run(next).succeeds();
        assert_eq!(bench.text("a"), TEXT);
        let names: Vec<_> = bench.tree().into_keys().collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }
}

#[test]
fn a_crash_in_the_middle_is_completed() {
    let bench = Bench::with("a", TEXT);
    let Some(_) = shortened(&bench, &["inject=ftruncate:signal=KILL"]) else {
        return;
    };
    assert_eq!(bench.text("a"), format!("x\n{}", &TEXT[2..]));
    bench.line("recover").status_is(0);
    assert_eq!(bench.text("a"), "x\n");
    assert_eq!(bench.tree().len(), 1);
}

/// If another process wrote to the half-written file, its text stays. The old text is kept, and a message names it.
#[test]
fn the_old_text_is_kept_if_another_process_wrote_since() {
    let bench = Bench::with("a", TEXT);
    let Some(_) = shortened(&bench, &["inject=ftruncate:signal=KILL"]) else {
        return;
    };
    fs::write(bench.path().join("a"), "theirs\n").unwrap();
    let ran = bench.line("recover");
    ran.status_is(0);
    let kept = bench.path().join("incise-kept.found");
    let said = format!("the previous content is `{}`", kept.display());
    ran.prints("kept files that have changed since: `a`");
    assert!(
        ran.stdout.contains(&said)
            || ran
                .stdout
                .contains("the previous content is `incise-kept.found`"),
        "{}",
        ran.stdout
    );
    assert_eq!(bench.text("a"), "theirs\n");
    assert_eq!(fs::read(kept).unwrap(), TEXT.as_bytes());
    assert_eq!(bench.tree().len(), 2);
    bench.line("append a --text more").status_is(0);
    assert_eq!(bench.tree().len(), 2, "nobody sweeps it");
}

/// A message names files that could not be deleted.
#[test]
fn files_that_could_not_be_deleted_are_named() {
    let bench = Bench::with("a", TEXT);
    let Some((status, said)) = shortened(&bench, &["inject=unlinkat:error=EIO"]) else {
        return;
    };
    assert_eq!(status, Some(0), "{said}");
    assert_eq!(said.matches("could not be deleted").count(), 3, "{said}");
    assert_eq!(bench.text("a"), "x\n");
}

/// A bind mount is a name that no other file can take. Needs root.
#[test]
fn a_mounted_file_is_written_in_place() {
    let bench = Bench::with("from", "old\n").file("a", "");
    let script = "mount --bind from a
        incise append a --text more --json || echo status $?
        incise append a --text more --in-place -q
        cat from
        incise undo --in-place -q
        cat from
        incise remove a || echo status $?
        ls -A";
    let Some(printed) = mounted(&bench, "-m", "mount", script) else {
        return;
    };
    let message = "a: cannot replace it: it is a mount point";
    assert!(printed.contains(message), "{printed}");
    assert!(
        printed.contains("--in-place writes into the existing file"),
        "{printed}"
    );
    let rest = printed.split_once('\n').unwrap().1;
    assert_eq!(rest, "status 4\nold\nmore\nold\nstatus 4\na\nfrom\n");
}

/// Needs root to become another user.
#[test]
fn a_file_of_another_user_in_a_sticky_directory_is_named() {
    if !works(&NOBODY) {
        return skipped("nobody else can be become");
    }
    let bench = Bench::with("d/a", TEXT)
        .mode("d/a", 0o666)
        .mode("d", 0o1777);
    fs::set_permissions(bench.path(), fs::Permissions::from_mode(0o777)).unwrap();
    for line in [
        "append d/a --text x",
        "check append d/a --text x",
        "move d/a d/b",
        "remove d/a",
    ] {
        let mut command = behind(&bench, &NOBODY);
        command.args(line.split(' ')).arg("--no-journal");
        let ran = bench.run_command(command, b"");
        ran.fails(4, "incise: d/a: cannot re")
            .says("its directory is sticky");
    } // The kernel treats a process with this capability as the owner.
    let with_capability = ["--inh-caps=+fowner", "--ambient-caps=+fowner"];
    let owner = [&NOBODY[..], &with_capability[..]].concat();
    if !cfg!(linux_calls) || !works(&owner) {
        return skipped("no capability can be given");
    }
    let mut command = behind(&bench, &owner);
    command.args(["remove", "d/a", "-q", "--no-journal"]);
    let ran = bench.run_command(command, b"");
    ran.status_is(0).became(&[("d/a", None)]);
}

/// Needs root to protect a file.
#[test]
fn nothing_is_staged_for_protected_files() {
    if !cfg!(linux_calls) {
        return skipped("only Linux tells which files are protected");
    }
    let bench = Bench::with("d/a", TEXT);
    let line = |line: &str, message: &str| {
        bench.line(line).fails(4, message);
    };
    for (attribute, protected) in [("a", "d"), ("i", "d"), ("a", "d/a"), ("i", "d/a")] {
        let change = |sign| {
            let mut command = std::process::Command::new("chattr");
            command
                .arg(format!("{sign}{attribute}"))
                .arg(bench.path().join(protected));
            command.output().is_ok_and(|output| output.status.success())
        };
        if !change('+') {
            return skipped("the file system or the user cannot protect files");
        }
        for command in [
            "append d/a --text x",
            "append d/a --text x --in-place",
            "remove d/a",
        ] {
            line(command, "permission denied");
            line(&format!("{command} -n"), "permission denied");
        }
        if protected == "d" {
            line(
                "create b --text x -n --save-plan d/plan",
                "permission denied",
            );
        }
        change('-');
    }
}

/// The message names a directory that cannot be written or read. Needs root to become another user.
#[test]
fn a_closed_directory_is_named() {
    if !works(&NOBODY) {
        return skipped("nobody else can be become");
    }
    // Only Linux can traverse a directory that cannot be read.
    let modes: &[_] = if cfg!(linux_calls) {
        &[(0o555, "make a file in"), (0o333, "read")]
    } else {
        &[(0o555, "make a file in")]
    };
    for &(mode, says) in modes {
        let bench = Bench::with("d/a", TEXT).file("b", TEXT).mode("d", mode);
        fs::set_permissions(bench.path(), fs::Permissions::from_mode(0o777)).unwrap();
        for args in [
            &["append", "d/a", "--text", "x"][..],
            &["append", "d/a", "--text", "x", "-n"],
            &["check", "append", "d/a", "--text", "x"],
            &["create", "d/b", "--text", "x"],
            &["check", "create", "d/b", "--text", "x"],
            &["check", "create", "d/new/b", "--parents", "--text", "x"],
            &["remove", "d/a"],
            &["check", "remove", "d/a"],
            &["move", "b", "d/b"],
            &["check", "move", "b", "d/b"],
            &["append", "d/a", "--text", "x", "--in-place", "-n"],
        ] {
            let mut command = behind(&bench, &NOBODY);
            command
                .args(args)
                .env("INCISE_STATE_DIR", "/nonexistent/state");
            let ran = bench.run_command(command, b"");
            let directory = bench.path().canonicalize().unwrap().join("d");
            let (directory, mode) = (directory.display(), format!("{mode:o}"));
            ran.status_is(4).restored();
            ran.says(&format!(
                "cannot {says} the directory `{directory}`: permission denied"
            ));
            ran.says(&format!("hint: `ls -ld {directory}` shows"));
            assert!(!ran.stderr.contains("panicked"), "{mode}");
            assert!(!ran.stderr.contains("would have applied"), "{}", ran.stderr);
        }
    }
}

/// A process that has the file open keeps writing to the old file. A warning names that process.
#[test]
fn a_process_with_the_file_open_is_named() {
    if !cfg!(linux_calls) {
        return skipped("only Linux tells who has a file open");
    }
    let own = format!("process {} (`", std::process::id());
    for how in [
        File::options().append(true),
        File::options().read(true).write(true),
    ] {
        let bench = Bench::with("a", TEXT);
        let theirs = how.open(bench.path().join("a")).unwrap();
        let refused = [
            bench.line("append a --text more --on-open refuse"),
            bench.line("remove a --on-open refuse"),
            bench.pipe(
                r#"{"op":"append","path":"a","text":"more","on_open":"refuse"}"#,
                ["apply", "-"],
            ),
        ];
        for ran in refused {
            ran.status_is(3).restored();
            ran.says("incise: a: it is open for writing in ").says(&own);
        }
        let ran = bench.line("append a --text more");
        ran.status_is(0).says(&own);
        ran.says("has the old file open for writing: further writes to it are lost");
        // No process has the new file open.
        let ran = bench.line("append a --text more --on-open refuse");
        ran.status_is(0);
        assert_eq!(ran.stderr, "");
        drop(theirs);
    }
}

/// A shared memory map writes like a descriptor, and outlives it.
#[test]
#[allow(
    unsafe_code,
    reason = "a map can change while it is read, but this one is never read"
)]
fn a_process_with_a_shared_map_is_named() {
    if !cfg!(linux_calls) {
        return skipped("only Linux tells who has a file open");
    }
    let bench = Bench::with("a", TEXT);
    let file = File::options()
        .read(true)
        .write(true)
        .open(bench.path().join("a"))
        .unwrap();
    // SAFETY: nobody reads the map.
    let map = unsafe { memmap2::MmapMut::map_mut(&file) }.unwrap();
    drop(file);
    let ran = bench.line("append a --text more --json");
    ran.status_is(0);
    let warning = &ran.json()["warnings"][0];
    assert_eq!(warning["code"], "open_elsewhere", "{}", ran.stdout);
    let own = format!("process {} (`", std::process::id());
    assert!(
        warning["message"].as_str().unwrap().contains(&own),
        "{warning}"
    );
    drop(map);
}
