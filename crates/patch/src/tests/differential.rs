//! Compares with diffs that installed programs write.

use std::path::Path;
use std::process::Command;

use super::*;

const OLD: &str =
    "one\ntwo\n\nthree\n-- four\n++ five\nsix\nseven\neight\nnine\nten\neleven\ntwelve";
const NEW: &str =
    "one\ntwo\n\nTHREE\n-- FOUR\n++ FIVE\nsix\nseven\neight\nnine\nten\nELEVEN\ntwelve\n";

/// The output of `program`, or `None` if it is not installed.
fn output(program: &str, arguments: &[&str], directory: &Path) -> Option<Bytes> {
    let run = Command::new(program)
        .args(arguments)
        .current_dir(directory)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("LC_ALL", "C")
        .output();
    match run {
        Ok(run) => Some(run.stdout.into()),
        Err(error) => {
            println!("skipped: {program}: {error}");
            None
        }
    }
}

fn write(directory: &Path, name: &str, text: &[u8]) {
    let path = directory.join(name);
    #[allow(
        clippy::disallowed_methods,
        reason = "a scratch directory of this test"
    )]
    {
        std::fs::create_dir_all(path.parent().expect("below the scratch directory")).expect("made");
        std::fs::write(path, text).expect("written");
    }
}

/// The old or new text of a diff that contains the whole file.
fn side<'a>(lines: impl Iterator<Item = &'a Bytes>) -> String {
    lines
        .map(|line| String::from_utf8_lossy(line).into_owned())
        .collect()
}

#[test]
fn gnu_diff() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    for (name, text) in [
        ("old/f g", OLD),
        ("new/f g", NEW),
        ("new/added", "x\n"),
        ("old/gone", "x\n"),
    ] {
        write(scratch.path(), name, text.as_bytes());
    }
    for context in ["-U0", "-U1", "-U99"] {
        let arguments = ["-rN", context, "old", "new"];
        let Some(text) = output("diff", &arguments, scratch.path()) else {
            return;
        };
        let patch = parse(&text, Strictness::Strict).expect("GNU diff writes well-formed diffs");
        let operations: Vec<FileOperation> =
            patch.files.iter().map(|file| file.operation).collect();
        assert_eq!(
            operations,
            [
                FileOperation::Create,
                FileOperation::Modify,
                FileOperation::Delete
            ]
        );
        let hunks = patch.files[1].hunks();
        assert_eq!(patch.files[1].names.new, Some("new/f g".into()));
        if context == "-U99" {
            assert_eq!(side(hunks[0].old_side()), OLD);
            assert_eq!(side(hunks[0].new_side()), NEW);
        } else {
            assert_eq!(hunks.len(), 2);
        }
    }
}

#[test]
fn git_diff() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let path = scratch.path();
    let bytes: Vec<u8> = (0..2000u32)
        .flat_map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes())
        .collect();
    let mut changed = bytes.clone();
    changed[5000..5004].copy_from_slice(b"abcd");
    for (name, text) in [
        ("f \u{e4}\tb", OLD.as_bytes()),
        ("moved", OLD.as_bytes()),
        ("gone", b"x\n"),
        ("data", &bytes),
    ] {
        write(path, name, text);
    }
    let git = |arguments: &[&str]| output("git", arguments, path);
    if git(&["init", "-q"]).is_none() {
        return;
    }
    git(&["add", "-A"]);
    for (name, text) in [
        ("f \u{e4}\tb", NEW.as_bytes()),
        ("d/to", OLD.as_bytes()),
        ("empty", b""),
        ("data", &changed),
    ] {
        write(path, name, text);
    }
    git(&["rm", "-q", "--cached", "moved", "gone"]);
    git(&["add", "d/to", "empty", "data", "f \u{e4}\tb"]);
    git(&[
        "-c",
        "user.name=x",
        "-c",
        "user.email=x@example.org",
        "commit",
        "-qm",
        "old",
    ]);
    assert_git_patch(&git, &bytes, &changed, path);
}

/// Checks the diff between two states. The diff is made from trees, so no commits are needed.
fn assert_git_patch(
    git: &dyn Fn(&[&str]) -> Option<Bytes>,
    bytes: &[u8],
    changed: &[u8],
    path: &Path,
) {
    write(path, "f \u{e4}\tb", OLD.as_bytes());
    write(path, "data", bytes);
    write(path, "d/from", OLD.as_bytes());
    git(&["rm", "-q", "--cached", "d/to", "empty"]);
    git(&["add", "f \u{e4}\tb", "data", "d/from"]);
    let arguments = [
        "diff",
        "--cached",
        "-R",
        "--binary",
        "-M",
        "--full-index",
        "-U99",
        "HEAD",
    ];
    let text = git(&arguments).expect("git is there");
    let patch = parse(&text, Strictness::Strict).expect("git writes well-formed diffs");
    assert!(
        patch
            .files
            .iter()
            .all(|file| file.format == PatchFormat::Git)
    );
    let named = |name: &str| {
        let is = |path: &Option<std::path::PathBuf>| {
            path.as_deref().is_some_and(|path| path.ends_with(name))
        };
        patch
            .files
            .iter()
            .find(|file| is(&file.names.new) || is(&file.names.old))
            .expect(name)
    };
    let text_file = named("f \u{e4}\tb").hunks();
    assert_eq!(side(text_file[0].old_side()), OLD);
    assert_eq!(side(text_file[0].new_side()), NEW);
    assert_eq!(named("d/to").operation, FileOperation::Rename);
    assert_eq!(named("empty").operation, FileOperation::Create);
    let Content::Binary(binary) = &named("data").content else {
        panic!("no binary patch")
    };
    assert_eq!(binary.apply(bytes).as_deref(), Some(changed));
    assert_eq!(binary.is_undone_by(bytes, changed), Some(true));
}
