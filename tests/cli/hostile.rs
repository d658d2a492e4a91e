//! Text that other tools would interpret, through every channel that can carry it. It must arrive unchanged.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::bench::Bench;

/// Text that `sed`, shells, `printf`, regular expressions and option parsers would interpret.
const HOSTILE: &str = "-n --new /a/b/ & \\& \\1 \\\\ $1 ${x} $$ `id` $(id) %s \\n \\0 !! ' \" * ? [a] ^ $ ~\n\n\t\r |;\n";

/// The same in reverse, as the replacement.
fn reversed() -> String {
    HOSTILE.chars().rev().collect()
}

/// Repeats `piece` to more than a mebibyte.
fn large(piece: &str) -> String {
    piece.repeat((1 << 20) / piece.len() + 1)
}

/// Bytes that are not UTF-8 and contain NUL.
const BYTES: &[u8] = b"\0\xff/&\\1\0$1\n\0";

/// The file content with `old` between two lines, and with `new` in its place.
fn around(old: &[u8], new: &[u8]) -> [Vec<u8>; 2] {
    [old, new].map(|text| [b"first \n", text, b" last\n"].concat())
}

/// A way to request a replacement of two texts: arguments, standard input, and files.
type Channel = fn(&[u8], &[u8]) -> (Vec<&'static str>, Vec<u8>);

fn text(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => json!({ "base64": STANDARD.encode(bytes) }),
    }
}

const CHANNELS: &[(&str, Channel)] = &[
    ("files", |_, _| {
        (
            vec!["replace", "a.txt", "--old-file", "old", "--new-file", "new"],
            Vec::new(),
        )
    }),
    ("old from stdin", |old, _| {
        (
            vec!["replace", "a.txt", "--old-file", "-", "--new-file", "new"],
            old.to_vec(),
        )
    }),
    ("new from stdin", |_, new| {
        (
            vec!["replace", "a.txt", "--old-file", "old", "--new-file", "-"],
            new.to_vec(),
        )
    }),
    ("a request on stdin", |old, new| {
        let edit = json!({"op": "replace", "path": "a.txt", "old": text(old), "new": text(new)});
        (vec!["apply", "-"], edit.to_string().into())
    }),
    ("a patch", |old, new| {
        let [before, after] = around(old, new);
        let signed = |sign: u8, text: &[u8]| {
            let lines = text.split_inclusive(|&byte| byte == b'\n');
            lines
                .flat_map(|line| [&[sign], line].concat())
                .collect::<Vec<u8>>()
        };
        let count = |text: &[u8]| text.iter().filter(|&&byte| byte == b'\n').count();
        let header = format!(
            "--- a/a.txt\n+++ b/a.txt\n@@ -1,{} +1,{} @@\n",
            count(&before),
            count(&after)
        );
        let hunk = [
            header.into_bytes(),
            signed(b'-', &before),
            signed(b'+', &after),
        ];
        (vec!["patch", "-"], hunk.concat())
    }),
    ("--from-json", |old, new| {
        let edit = json!({"old": text(old), "new": text(new)});
        (
            vec!["replace", "a.txt", "--from-json", "-"],
            edit.to_string().into(),
        )
    }),
];

#[test]
fn every_channel_carries_every_byte() {
    let (large_old, large_new) = (large(HOSTILE), large(&reversed()));
    let pairs: [(&[u8], &[u8]); 4] = [
        (HOSTILE.as_bytes(), reversed().leak().as_bytes()),
        (BYTES, b"\xfe\0\r\0-\n\n"),
        (b"no UTF-8 \xff either", BYTES),
        (large_old.as_bytes(), large_new.as_bytes()),
    ];
    for (old, new) in pairs {
        let [before, after] = around(old, new);
        for (name, channel) in CHANNELS {
            let bench = Bench::with("a.txt", &before)
                .file("old", old)
                .file("new", new);
            let (args, stdin) = channel(old, new);
            let more = ["--binary", "--force-shrink", "--allow-residue", "-q"];
            let ran = bench.pipe(&stdin, args.iter().chain(&more));
            assert_eq!(ran.status, Some(0), "{name}: {}", ran.stderr);
            assert!(bench.bytes("a.txt") == after, "{name}, {} bytes", old.len());
        }
    }
}

#[test]
fn arguments_carry_all_but_nul() {
    let new = reversed();
    let [before, after] = around(HOSTILE.as_bytes(), new.as_bytes());
    for joined in [false, true] {
        let bench = Bench::with("a.txt", &before);
        let args = if joined {
            vec![
                "replace".into(),
                "a.txt".into(),
                format!("--old={HOSTILE}"),
                format!("--new={new}"),
            ]
        } else {
            vec![
                "replace".into(),
                "a.txt".into(),
                "--old".into(),
                HOSTILE.into(),
                "--new".into(),
                new.clone(),
            ]
        };
        bench
            .run(args)
            .status_is(0)
            .became(&[("a.txt", Some(&after))]);
    }
    let bench = Bench::with("a.txt", "x\n");
    let error = bench
        .command()
        .args(["append", "a.txt", "--text", "a\0b"])
        .output()
        .unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
    assert_eq!(bench.text("a.txt"), "x\n");
}

/// Linux allows 131,071 bytes and a final NUL for one argument.
#[test]
#[cfg(target_os = "linux")]
fn an_argument_is_whole_or_refused_by_the_system() {
    const LONGEST: usize = 131_071;
    let bench = Bench::with("a.txt", "x\n");
    let longest = "y".repeat(LONGEST);
    bench
        .run(["append", "a.txt", "--text", &longest, "-q"])
        .done("", &[("a.txt", &format!("x\n{longest}\n"))]);
    let error = bench
        .command()
        .args(["append", "a.txt", "--text", &"y".repeat(LONGEST + 1)])
        .output()
        .unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::ArgumentListTooLong);
    assert_eq!(bench.bytes("a.txt").len(), LONGEST + 3);
}

#[test]
fn blocks_carry_lines() {
    let large = large(HOSTILE);
    for text in [
        HOSTILE.as_bytes(),
        large.as_bytes(),
        &[BYTES, b"\n"].concat(),
    ] {
        let [before, after] = around(text, &[b"new ", text].concat());
        let blocks = [
            b"<<<<<<< SEARCH\n",
            text,
            b"=======\nnew ",
            text,
            b">>>>>>> REPLACE\n",
        ]
        .concat();
        let bench = Bench::with("a.txt", &before);
        let args = ["replace", "a.txt", "--blocks", "-", "-q", "--binary"];
        let ran = bench.pipe(&blocks, args);
        assert_eq!(ran.status, Some(0), "{} bytes: {}", text.len(), ran.stderr);
        assert!(bench.bytes("a.txt") == after, "{} bytes", text.len());
    }
}

#[test]
fn text_passed_through_a_filter_is_complete() {
    let [before, after] = around(b"old", large(&reversed()).as_bytes());
    let bench = Bench::new().file("new", large(&reversed()));
    let ran = bench.pipe(
        &before,
        ["replace", "-", "--old", "old", "--new-file", "new"],
    );
    ran.status_is(0).says("-: lines 2-").unchanged();
    assert!(ran.bytes == after);
}

#[test]
fn whole_texts_are_written_unchanged() {
    for command in ["create", "append"] {
        let text = large(HOSTILE);
        let bench = Bench::new();
        bench
            .pipe(&text, [command, "a.txt", "--text-file", "-", "-q"])
            .status_is(0);
        assert!(bench.text("a.txt") == text, "{command}");
    }
    let bench = Bench::new();
    bench
        .pipe(BYTES, ["create", "a.bin", "--text-file", "-", "-q"])
        .status_is(0);
    assert_eq!(bench.bytes("a.bin"), BYTES);
}
