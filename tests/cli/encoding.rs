//! Files in encodings other than UTF-8: bytes outside an edit stay the same, and bytes inside mean what was typed.

use crate::bench::{Bench, Ran};

/// `text` in UTF-16 with a byte-order mark.
fn utf16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    let marked = format!("\u{feff}{text}");
    marked.encode_utf16().flat_map(unit).collect()
}

fn little(text: &str) -> Vec<u8> {
    utf16(text, u16::to_le_bytes)
}

fn big(text: &str) -> Vec<u8> {
    utf16(text, u16::to_be_bytes)
}

/// An encoding, the flags to select it, and a function that writes text in it.
struct Case {
    flags: &'static [&'static str],
    write: fn(&str) -> Vec<u8>,
    /// Bytes that are invalid in the encoding.
    stray: &'static [u8],
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars()
        .map(|letter| u8::try_from(letter).unwrap())
        .collect()
}

fn shift_jis(text: &str) -> Vec<u8> {
    let bytes = |letter| match letter {
        'é' => b"\x83\x70".to_vec(),
        'ß' => b"\x95\x5c".to_vec(),
        ascii => vec![u8::try_from(ascii).unwrap()],
    };
    text.chars().flat_map(bytes).collect()
}

/// Replaces two letters of the tests with Shift-JIS letters. One of them has a backslash as its second byte.
fn typed(text: &str, case: &Case) -> String {
    if case.flags.contains(&"shift_jis") {
        text.replace('é', "パ").replace('ß', "表")
    } else {
        text.to_owned()
    }
}

const CASES: [Case; 5] = [
    Case {
        flags: &[],
        write: little,
        stray: &[0x00, 0xd8],
    },
    Case {
        flags: &[],
        write: big,
        stray: &[0xdc, 0x00],
    },
    Case {
        flags: &["--encoding", "latin1"],
        write: latin1,
        stray: &[0x81],
    },
    Case {
        flags: &["--encoding", "shift_jis"],
        write: shift_jis,
        stray: &[0x80, 0xff],
    },
    Case {
        flags: &["--encoding", "windows-1253"],
        write: latin1,
        stray: &[0xd2],
    },
];

fn typed_in(text: &str, case: &Case) -> String {
    if case.flags.contains(&"windows-1253") {
        text.replace('é', "ι").replace('ß', "ί")
    } else {
        typed(text, case)
    }
}

/// The bytes of `parts` with invalid bytes between them. Only the first part has a byte-order mark.
fn mixed(parts: &[&str], case: &Case) -> Vec<u8> {
    let mark = (case.write)("").len();
    let parts: Vec<Vec<u8>> = (0..)
        .zip(parts)
        .map(|(number, part)| {
            let written = (case.write)(part);
            written[if number == 0 { 0 } else { mark }..].to_vec()
        })
        .collect();
    parts.join(case.stray)
}

#[track_caller]
fn ran<'b>(bench: &'b Bench, case: &Case, line: &[&str], stdin: &str) -> Ran<'b> {
    let mut line: Vec<String> = line.iter().map(|word| typed_in(word, case)).collect();
    line.extend(case.flags.iter().map(|&flag| flag.to_owned()));
    line.push("-q".to_owned());
    bench.pipe(typed_in(stdin, case), &line)
}

/// Every command that edits text, in every encoding, in a file with invalid bytes, and its undo.
#[test]
fn bytes_outside_of_an_edit_stay() {
    let before = ["one é\r\ntwo ", "ß\r\nthree é", "\r\nfour\r\n"];
    let diff = "--- a/f\n+++ b/f\n@@ -4 +4,2 @@\n-four\r\n+4 ß\r\n+five\r\n";
    type Edit<'a> = (&'a [&'a str], &'a str, [&'a str; 3]);
    let edits: [Edit<'_>; 8] = [
        (
            &["replace", "f", "--old", "one é", "--new", "éß 1"],
            "",
            ["éß 1\r\ntwo ", before[1], before[2]],
        ),
        (
            &["replace", "f", "--old", "é", "--new", "ßß", "--all"],
            "",
            ["one ßß\r\ntwo ", "ß\r\nthree ßß", before[2]],
        ),
        (
            &[
                "replace",
                "f",
                "--old",
                r"t(\w+) é",
                "--new",
                "é $1",
                "--regex",
            ],
            "",
            [before[0], "ß\r\né hree", before[2]],
        ),
        (
            &["insert", "f", "--after", "one é", "--text", "neu ß"],
            "",
            ["one é\r\nneu ß\r\ntwo ", before[1], before[2]],
        ),
        (
            &["lines", "f", "4", "--text", "vier ß"],
            "",
            [before[0], before[1], "\r\nvier ß\r\n"],
        ),
        (
            &["append", "f", "--text", "ß"],
            "",
            [before[0], before[1], "\r\nfour\r\nß\r\n"],
        ),
        (
            &["ensure", "f", "--line", "é ß"],
            "",
            [before[0], before[1], "\r\nfour\r\né ß\r\n"],
        ),
        (
            &["patch"],
            diff,
            [before[0], before[1], "\r\n4 ß\r\nfive\r\n"],
        ),
    ];
    for case in &CASES {
        let text = mixed(&before, case);
        for (line, stdin, after) in &edits {
            let bench = Bench::with("f", &text);
            let after = mixed(after, case);
            let ran = ran(&bench, case, line, stdin);
            ran.status_is(0).became(&[("f", Some(&after[..]))]);
            bench.line("undo -q").status_is(0);
            assert_eq!(bench.bytes("f"), text, "{line:?}");
            bench.line("redo -q").status_is(0);
            assert_eq!(bench.bytes("f"), after, "{line:?}");
        }
    }
}

#[test]
fn a_report_is_in_utf8() {
    let bench = Bench::with("f", little("naïve\r\nend\r\n"));
    let ran = bench.line("replace f --old naïve --new naïf");
    ran.status_is(0)
        .became(&[("f", Some(&little("naïf\r\nend\r\n")[..]))]);
    ran.prints("-naïve\r\n+naïf");
    // The same for the undo, and for the journal.
    bench.line("log show 1").status_is(0).prints("+naïf");
    bench.line("undo").status_is(0).prints("-naïf\r\n+naïve");
}

#[test]
fn the_mark_is_no_part_of_the_text() {
    let diff = "--- a/f\n+++ b/f\n@@ -1,2 +1 @@\n-one\n-two\n+1 ß\n";
    let bench = Bench::with("f", big("one\ntwo\n"));
    bench
        .pipe(diff, ["patch", "-q"])
        .status_is(0)
        .became(&[("f", Some(&big("1 ß\n")[..]))]);
    bench
        .line("lines f 1 --text '' --force-shrink -q")
        .status_is(0);
    assert_eq!(bench.bytes("f"), big(""));
    bench.line("undo -q").status_is(0);
    bench
        .line("replace f --old ^1 --new é --regex -q")
        .status_is(0);
    assert_eq!(bench.bytes("f"), big("é ß\n"));
    bench.line("remove f -q").status_is(0);
    bench.line("undo --diff").status_is(0).prints("+é ß\n");
    assert_eq!(bench.bytes("f"), big("é ß\n"));
}

#[test]
fn hashes_are_those_of_the_bytes() {
    let text = big("a\n");
    let bench = Bench::with("f", &text);
    let hash = blake3::hash(&text).to_hex().to_string();
    let ran = bench.line("view f");
    ran.status_is(0)
        .prints(&format!("blake3:{}\n", &hash[..12]));
    let ran = bench.line(&format!(
        "replace f --old a --new b --expect-hash '{hash}' --json"
    ));
    ran.status_is(0);
    let after = blake3::hash(&big("b\n")).to_hex().to_string();
    let file = &ran.json()["files"][0];
    assert_eq!(file["before"], format!("blake3:{hash}"));
    assert_eq!(file["after"], format!("blake3:{after}"));
    assert_eq!(
        (file["bytes_before"].as_u64(), file["bytes_after"].as_u64()),
        (Some(6), Some(6))
    );
}

#[test]
fn a_character_missing_in_the_encoding_is_named() {
    let bench = Bench::with("f", b"caf\xe9\n");
    let line = "replace f --old café --new '5 €' --encoding latin1";
    bench.line(line).refused(
        1,
        "incise: f: ISO-8859-1 has no `€` (U+20AC)\n\
         hint: use characters that the encoding has\n",
    );
    bench
        .line("replace f --old café --new '5 €' --encoding windows-1252 -q")
        .status_is(0)
        .became(&[("f", Some(b"5 \x80\n"))]);
    // A character that this encoding table would encode as a different character.
    let bench = Bench::with("f", b"x\x82\xa0\n");
    bench
        .line("replace f --old x --new '¥' --encoding shift_jis")
        .fails(
            1,
            "f: the new text would be read as other characters in Shift_JIS",
        );
}

#[test]
fn new_text_is_given_in_utf8() {
    let bench = Bench::with("f", b"caf\xe9\n").file("new", b"\xe9");
    bench
        .line("replace f --old caf --new-file new --encoding latin1")
        .fails(1, "f: is in ISO-8859-1, and the new text is not UTF-8");
}

#[test]
fn a_name_that_is_none_is_refused() {
    let bench = Bench::with("f", "a\n");
    bench.line("replace f --old a --new b --encoding klingon").refused(
        2,
        "incise: `--encoding klingon` is not a known encoding\n\
         hint: give a name such as utf-16le, latin1, windows-1252, shift_jis, euc-jp, gbk, big5 or koi8-r\n",
    );
    bench.line("replace f --old a --new b --encoding iso-2022-jp").refused(
        2,
        "incise: `--encoding iso-2022-jp` is not a known encoding\n\
         hint: its bytes have different meanings in different positions: edit a copy in UTF-8, and convert that\n",
    );
    let request = r#"{"op":"replace","path":"f","old":"a","new":"b","encoding":"klingon"}"#;
    bench
        .pipe(request, ["apply"])
        .fails(2, "`encoding` is `klingon`");
}

#[test]
fn utf16_without_a_mark_has_to_be_named() {
    let text: Vec<u8> = "one\ntwo\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let bench = Bench::with("f", &text);
    bench.line("view f").refused(
        5,
        "incise: f: the file is binary: its first 8 KiB contain a NUL byte\n\
         hint: it looks like text; --encoding utf-16le reads it\n",
    );
    bench.line("replace f --old two --new 2").refused(
        1,
        "incise: f: `two` is not in the file\n\
             hint: the file is in UTF-16LE: name the encoding, for example --encoding utf-16le\n",
    );
}

#[test]
fn a_file_in_utf8_takes_no_other_encoding() {
    let bench = Bench::with("f", "größe\n");
    bench.line("append f --text ß --encoding latin1").refused(
        1,
        "incise: f: is in UTF-8, not in ISO-8859-1\nhint: omit --encoding\n",
    );
    // ASCII text is the same in both encodings.
    bench
        .line("append f --text x --encoding latin1 -q")
        .done("", &[("f", "größe\nx\n")]);
    Bench::with("f", "plain\n")
        .line("append f --text ß --encoding latin1 -q")
        .status_is(0)
        .became(&[("f", Some(b"plain\n\xdf\n"))]);
    let bench = Bench::with("f", "plain\n");
    bench
        .line("write f --text new --overwrite --encoding utf-16le")
        .fails(1, "f: is in UTF-8, not in UTF-16LE");
}

#[test]
fn a_new_file_is_made_in_the_encoding() {
    for (name, bytes) in [
        ("utf-16", little("é\n")),
        ("utf-16le", little("é\n")[2..].to_vec()),
        ("utf-16be", big("é\n")[2..].to_vec()),
        ("latin1", b"\xe9\n".to_vec()),
    ] {
        let bench = Bench::new();
        bench
            .run(["create", "f", "--text", "é", "--encoding", name, "-q"])
            .status_is(0)
            .became(&[("f", Some(&bytes[..]))]);
        bench.line("undo -q").status_is(0);
        assert!(!bench.path().join("f").exists());
    }
}

#[test]
fn a_tree_is_searched_in_all_its_encodings() {
    let bench = Bench::with("a.txt", "needle é\n")
        .file("b.txt", little("needle é\r\n"))
        .file("c.txt", big("needle é\r\n"))
        .file("d.bin", b"needle\0\xff");
    let ran = bench.line("replace . --old 'needle é' --new 'pin ß' -q");
    ran.status_is(0).became(&[
        ("a.txt", Some("pin ß\n".as_bytes())),
        ("b.txt", Some(&little("pin ß\r\n")[..])),
        ("c.txt", Some(&big("pin ß\r\n")[..])),
    ]);
}

#[test]
fn a_diff_may_be_in_the_encoding_of_its_files() {
    let diff = b"--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n th\xe9\n-caf\xe9\n+lait\xe9\n";
    let bench = Bench::with("f", b"th\xe9\ncaf\xe9\n");
    bench
        .pipe(diff, ["patch", "--encoding", "latin1", "-q"])
        .status_is(0)
        .became(&[("f", Some(b"th\xe9\nlait\xe9\n"))]);
    // A diff that a Windows shell wrote.
    let diff = little("--- a/g\n+++ b/g\n@@ -1 +1 @@\n-one\n+é\n");
    let bench = Bench::with("g", "one\n");
    bench.pipe(diff, ["patch", "-q"]).done("", &[("g", "é\n")]);
}

#[test]
fn a_plan_is_about_bytes() {
    let text = little("one é\n");
    let bench = Bench::with("f", &text);
    let plan = bench.line("replace f --old one --new ß -n --format plan");
    plan.status_is(0).unchanged();
    bench
        .pipe(plan.bytes.as_slice(), ["apply", "-q"])
        .status_is(0)
        .became(&[("f", Some(&little("ß é\n")[..]))]);
}

#[test]
fn standard_input_comes_out_in_its_encoding() {
    let bench = Bench::new();
    let ran = bench.pipe(
        little("a é\n"),
        ["replace", "-", "--old", "é", "--new", "ß", "-q"],
    );
    ran.status_is(0);
    assert_eq!(ran.bytes.as_slice(), little("a ß\n"));
}

#[test]
fn a_merge_keeps_the_encoding() {
    let [base, ours, theirs] =
        ["1\n2\n3\n4\n5\n", "é\n2\n3\n4\n5\n", "1\n2\n3\n4\nß\n"].map(little);
    let bench = Bench::with("base", base)
        .file("f", ours)
        .file("theirs", theirs);
    bench
        .line("merge base f theirs -q")
        .status_is(0)
        .became(&[("f", Some(&little("é\n2\n3\n4\nß\n")[..]))]);
    let [base, ours, theirs] = ["1\n", "é\n", "ß\n"].map(little);
    let bench = Bench::with("base", base)
        .file("f", ours)
        .file("theirs", theirs);
    bench
        .line("merge base f theirs --conflicts merge -o out")
        .status_is(1);
    let out = bench.bytes("out");
    assert!(
        out.starts_with(&little("<<<<<<< ours"))
            && !out[2..].windows(2).any(|two| two == b"\xff\xfe"),
        "{out:?}"
    );
}

/// A merge of a file in UTF-8 with one in Latin-1 and the other way round, by hand and as git's driver.
#[test]
fn a_merge_does_not_mix_encodings() {
    let utf8: [&[u8]; 3] = ["1 \n2\n3\n", "1 é\n2\n3\n", "1 \n2\n3 ß\n"].map(str::as_bytes);
    let foreign = ["1 \n2\n3\n", "1 é\n2\n3\n", "1 \n2\n3 ß\n"].map(latin1);
    for (ours, theirs, why) in [
        (utf8[1], &foreign[2][..], "f: would no longer be UTF-8"),
        (&foreign[1][..], utf8[2], "f: is in Latin-1"),
    ] {
        let bench = Bench::with("base", utf8[0])
            .file("f", ours)
            .file("theirs", theirs);
        bench.line("merge base f theirs").fails(1, why);
        bench
            .line("merge --git-driver base f theirs")
            .fails(129, why);
    }
}

/// In a double-byte encoding, a character may look like UTF-8: D2 BB in GBK.
#[test]
fn a_merge_in_one_encoding_is_not_mistaken_for_a_mix() {
    let texts: [&[u8]; 3] = [
        b"\xC4\xE3\n2\n3\n4\n",
        b"\xC4\xE3\n\xD2\xBB\n3\n4\n",
        b"\xC4\xE3\n2\n3\nD\xE3\n",
    ];
    let [base, theirs, ours] = texts;
    Bench::with("base", base)
        .file("f", ours)
        .file("theirs", theirs)
        .line("merge base f theirs -q")
        .status_is(0)
        .became(&[("f", Some(&b"\xC4\xE3\n\xD2\xBB\n3\nD\xE3\n"[..]))]);
}

/// A file without byte-order mark or NUL is not UTF-16.
#[test]
fn a_merge_does_not_misread_another_encoding() {
    let bench = Bench::with("base", "one é\n")
        .file("f", little("one é\n"))
        .file("theirs", latin1("one ß\n"));
    bench
        .line("merge base f theirs")
        .fails(1, "f: is in UTF-16LE, and the new text is not UTF-8");
}

/// An undo restores a mix of encodings that it finds in the journal, but does not make one out of later changes.
#[test]
fn an_undo_does_not_mix_encodings() {
    let foreign = latin1("é\n1\n2\n3\n4\n5\n");
    let mixed = [&latin1("é\n")[..], "1\n2\n3\n4\n5 ß\n".as_bytes()].concat();
    for before in [&foreign[..], &mixed[..]] {
        let bench = Bench::with("f", before).file("new", "é\n1\n2\n3\n4\n5\n");
        bench
            .line("write f --overwrite --text-file new -q")
            .status_is(0);
        bench
            .line("undo -q")
            .status_is(0)
            .became(&[("f", Some(before))]);
        bench.line("redo -q").status_is(0);
        std::fs::write(bench.path().join("f"), "é\n1\n2\n3 ß\n4\n5\n").unwrap();
        bench.line("undo").fails(
            1,
            "f: would no longer be UTF-8\nhint: first convert the file to the encoding of the text to restore",
        );
    }
    let bench = Bench::with("f", "é\n1\n2\n3\n4\n5\n");
    let diff = latin1("--- f\n+++ f\n@@ -1 +1 @@\n-Ã©\n+é\n");
    bench.pipe(&diff, ["patch", "-q"]).status_is(0);
    std::fs::write(bench.path().join("f"), latin1("é\n1\n2\n3 ß\n4\n5\n")).unwrap();
    bench.line("undo").fails(
        1,
        "hint: first convert the file to the encoding of the text to restore",
    );
}

#[test]
fn a_task_does_not_overwrite_lines_of_another() {
    let bench = Bench::with("f", little("one\r\ntwo\r\nthree\r\nfour\r\n"));
    bench.line("view f --task b").status_is(0);
    bench.line("lines f 2 --text zwei --task a -q").status_is(0);
    // The adjacent line may be edited by another task.
    bench
        .line("replace f --old three --new drei --task b -q")
        .status_is(0);
    bench
        .line("replace f --old zwei --new deux --task b")
        .status_is(3)
        .says("line 2");
    assert_eq!(bench.bytes("f"), little("one\r\nzwei\r\ndrei\r\nfour\r\n"));
}

#[test]
fn a_whole_text_follows_the_byte_order_mark_of_the_file() {
    for text in ["neu ß\n", "\u{feff}neu ß\n"] {
        let bench = Bench::with("f", big("alt\n"));
        bench
            .run(["write", "f", "--overwrite", "--text", text, "-q"])
            .status_is(0)
            .became(&[("f", Some(&big("neu ß\n")[..]))]);
        bench
            .line("create f --text 'neu ß' -q")
            .status_is(0)
            .unchanged();
    }
}

#[test]
fn an_edit_of_an_earlier_text_is_put_onto_the_later_one() {
    let text = little("1\n2\n3\n4\n5\n6\n");
    let bench = Bench::with("f", &text);
    let hash = blake3::hash(&text).to_hex().to_string();
    bench
        .line("replace f --old 6 --new 'sechs 上' -q")
        .status_is(0);
    let line = [
        "lines",
        "f",
        "2",
        "--text",
        "zwei ß",
        "--expect-hash",
        &hash,
        "-q",
    ];
    bench.run(line).fails(3, "stale");
    bench
        .run([&line[..], &["--on-stale", "rebase"]].concat())
        .status_is(0)
        .became(&[("f", Some(&little("1\nzwei ß\n3\n4\n5\nsechs 上\n")[..]))]);
}

#[test]
fn the_journal_shows_an_edit_that_is_already_done() {
    let bench = Bench::with("f", little("one\ntwo\n"));
    let insert = "insert f --after one --text é --idempotent -q";
    let after = little("one\né\ntwo\n");
    bench
        .line(insert)
        .status_is(0)
        .became(&[("f", Some(&after[..]))]);
    bench.line(insert).status_is(0).unchanged();
}

/// An independent program agrees about the content before and after.
#[test]
fn iconv_reads_what_was_written() {
    let russian = ["первая строка", "вторая", "ещё одна"];
    let german = ["erste größe", "zweite", "noch éine"];
    let japanese = ["最初の表示", "ソート", "別の能力"];
    let chinese = ["第一行上海", "第二行", "另外一行"];
    let korean = ["첫째 줄", "둘째", "다른 줄"];
    let cases = [
        ("utf-16", "UTF-16", japanese),
        ("koi8-r", "KOI8-R", russian),
        ("windows-1251", "CP1251", russian),
        ("windows-1252", "CP1252", german),
        ("latin1", "ISO-8859-1", german),
        ("iso-8859-15", "ISO-8859-15", german),
        ("shift_jis", "CP932", japanese),
        ("euc-jp", "EUC-JP", japanese),
        ("gbk", "GBK", chinese),
        ("gb18030", "GB18030", chinese),
        ("big5", "BIG5", ["第一行上海", "功許蓋", "另外一行"]),
        ("euc-kr", "EUC-KR", korean),
    ];
    for (name, other, [first, old, new]) in cases {
        let text = |second: &str| format!("{first}\r\n\t{second}|{old}.\r\n{first}");
        let Some(before) = iconv(&text(old), other) else {
            eprintln!("skipped: there is no iconv for {other}");
            continue;
        };
        let bench = Bench::with("f", &before);
        let old = format!("{old}|");
        let line = [
            "replace",
            "f",
            "--old",
            &old,
            "--new",
            &format!("{new}|"),
            "--encoding",
            name,
            "-q",
        ];
        bench
            .run(line)
            .status_is(0)
            .became(&[("f", iconv(&text(new), other).as_deref())]);
        bench.line("undo -q").status_is(0);
        assert_eq!(bench.bytes("f"), before, "{name}");
    }
}

/// `text` converted by the system's `iconv`. `None` if it cannot convert it.
fn iconv(text: &str, encoding: &str) -> Option<Vec<u8>> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut iconv = Command::new("iconv")
        .args(["-f", "UTF-8", "-t", encoding])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    iconv.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let output = iconv.wait_with_output().ok()?;
    output.status.success().then_some(output.stdout)
}

/// `log`, `undo` and `apply` know the encoding of an edit from the journal.
#[test]
fn the_journal_records_a_named_encoding() {
    let bench = Bench::with("f", latin1("one é\ntwo\n"));
    bench
        .line("replace f --encoding latin1 --old two --new ß -q")
        .status_is(0);
    let diff = " one é\n-two\n+ß\n";
    bench.line("log show 1").status_is(0).prints(diff);
    let back = " one é\n-ß\n+two\n";
    bench.line("undo -n").status_is(0).prints(back);
    bench
        .line("undo")
        .status_is(0)
        .prints(back)
        .became(&[("f", Some(&latin1("one é\ntwo\n")[..]))]);
    bench.line("log show 2").status_is(0).prints(back);
    let exported = bench.line("log --export");
    exported.status_is(0).prints(r#""encoding":"ISO-8859-1""#);
    bench.line("redo -n").status_is(0).prints(diff);
    let first: Vec<&[u8]> = exported
        .bytes
        .split_inclusive(|&byte| byte == b'\n')
        .collect();
    bench
        .pipe(first[0], ["apply", "-n"])
        .status_is(0)
        .prints(diff);
    // The text of a removed file is restored in its encoding too.
    bench.line("remove f --encoding latin1 -q").status_is(0);
    bench.line("undo -n").status_is(0).prints("+one é\n+two\n");
    // If the bytes show the encoding, the journal does not record it.
    let marked = Bench::with("g", little("one\n"));
    marked
        .line("replace g --encoding latin1 --old one --new é -q")
        .status_is(0);
    let exported = marked.line("log --export");
    exported.status_is(0);
    let exported = String::from_utf8_lossy(&exported.bytes);
    assert!(!exported.contains("encoding"), "{exported}");
}

#[test]
fn a_patch_without_the_byte_order_mark_applies_below_it() {
    let file = "\u{feff}using A;\nusing C;\n";
    let added = "\u{feff}using Z;\nusing A;\nusing C;\n";
    let v4a = "*** Begin Patch\n*** Update File: f.cs\n@@\n+using Z;\n using A;\n using C;\n*** End Patch\n";
    let unified = "--- f.cs\n+++ f.cs\n@@ -1,2 +1,3 @@\n+using Z;\n using A;\n using C;\n";
    let block = "f.cs\n<<<<<<< SEARCH\nusing A;\n=======\nusing Z;\nusing A;\n>>>>>>> REPLACE\n";
    for patch in [v4a, unified, block] {
        for mode in ["strict", "tolerant", "merge", "fuzzy"] {
            let bench = Bench::with("f.cs", file);
            bench
                .pipe(patch, ["patch", "-q", "--mode", mode])
                .done("", &[("f.cs", added)]);
            bench.pipe(patch, ["patch"]).status_is(0).unchanged();
            if patch == unified {
                bench
                    .pipe(patch, ["patch", "-q", "-R"])
                    .done("", &[("f.cs", file)]);
            }
        }
    }
}
