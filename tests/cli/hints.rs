//! Follows every hint. A refusal is provoked in every form of request: as arguments, as a document, in another tool's
//! vocabulary, over the Model Context Protocol. The test then does what the hint says in backticks, as a flag or as a
//! field. A flag or field added to the same call must make it succeed. A command must run, and a tool must answer.
//!
//! The last test reads the source of the hints. A hint that no situation here provokes must be listed in
//! [`UNPROVOKED`] with a reason.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::client::{Client, Revision};
use crate::notation::numbered;

/// A request that is refused, in several forms: a command line, a document for `apply` and the server's `edit`, or
/// `PROFILE/TOOL ARGUMENTS`, a call of a tool.
struct Situation {
    name: &'static str,
    world: fn() -> Bench,
    asks: Vec<String>,
}

fn situation<A: Into<String>>(
    name: &'static str,
    world: fn() -> Bench,
    asks: impl IntoIterator<Item = A>,
) -> Situation {
    let asks = asks.into_iter().map(Into::into).collect();
    Situation { name, world, asks }
}

/// A replacement in `a.txt` as arguments and as a document, with additional flags and fields.
fn replacing(old: &str, new: &str, flags: &[&str], fields: &Value) -> Vec<String> {
    let words = ["replace", "a.txt", "--old", old, "--new", new];
    let mut sent = json!({ "op": "replace", "path": "a.txt", "old": old, "new": new });
    add(&mut sent, fields);
    vec![
        shell_words::join([&words, flags].concat()),
        sent.to_string(),
    ]
}

/// Adds `fields` to the object `to`, replacing fields with the same name.
fn add(to: &mut Value, fields: &Value) {
    let fields = fields.as_object().unwrap().clone();
    to.as_object_mut().unwrap().extend(fields);
}

const TYPED: &str = "One\ntwo\ntwo\nthree\n";

fn plain() -> Bench {
    Bench::with("a.txt", TYPED).file("b.txt", "other\n")
}

fn utf16() -> Bench {
    let text = "hello\nworld\n".encode_utf16().flat_map(u16::to_le_bytes);
    Bench::with("a.txt", text.collect::<Vec<u8>>())
}

fn latin() -> Bench {
    Bench::with("a.txt", b"caf\xe9\nth\xe9\n")
}

const INDENTED: &str = "a.txt\n<<<<<<< SEARCH\nb:\n      c: 1\n    d: 2\n=======\nb:\n      c: 9\n    d: 8\n>>>>>>> REPLACE\n";
const DRIFTED: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n One\n-zwei\n+2\n two\n";
const PLACED: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n One  \n-two\n+2\n two\n";
const APPLIED: &str = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n-Eins\n+One\n two\n@@ -3,2 +3,2 @@\n two\n-three\n+3\n";

/// A patch that adds a definition, the text that it was made from, and a file that has the definition next to changed
/// lines.
fn adapted() -> Bench {
    let base = "class A:\n    def one(self):\n        return 1\n\n    def three(self):\n        return 3\n";
    let added = "    def two(self):\n        return 2\n\n";
    let now = base
        .replace("return 1", "return 11")
        .replace("return 3", "return 33");
    let diff = "--- a/a.txt\n+++ b/a.txt\n@@ -2,5 +2,8 @@\n     def one(self):\n         return 1\n \n\
                +    def two(self):\n+        return 2\n+\n     def three(self):\n         return 3\n";
    Bench::with(
        "a.txt",
        now.replace("    def three", &format!("{added}    def three")),
    )
    .file("base", base)
    .file("fix.diff", diff)
}

fn patching(diff: &str) -> Vec<String> {
    vec![
        "patch fix.diff".to_owned(),
        json!({ "op": "patch", "diff": diff }).to_string(),
        json!({ "path": "a.txt", "patch": diff }).to_string(),
        format!("native/apply_patch {}", json!({ "patch": diff })),
        format!("openai/apply_patch {}", json!({ "input": diff })),
    ]
}

/// A command line, and the same edit as a document and as a call of a tool.
fn at_every_door(words: &[&str], edit: &Value) -> Vec<String> {
    vec![
        shell_words::join(words),
        edit.to_string(),
        format!("native/edit {}", json!({ "edits": [edit] })),
    ]
}

fn ensuring(args: &[&str], fields: &Value) -> Vec<String> {
    let mut edit = json!({ "op": "ensure", "path": "a.txt" });
    add(&mut edit, fields);
    at_every_door(&[&["ensure", "a.txt"], args].concat(), &edit)
}

fn document() -> Bench {
    Bench::with("a.toml", "list = [1]\n[b]\nc = 1\n")
}

fn setting(key: &str, typed: &str, value: Value) -> Vec<String> {
    setting_in("a.toml", key, typed, value)
}

fn setting_in(path: &str, key: &str, typed: &str, value: Value) -> Vec<String> {
    let edit = json!({ "op": "set", "path": path, "key": key, "value": value });
    at_every_door(&["set", path, key, typed], &edit)
}

fn situations() -> Vec<Situation> {
    let none = json!({});
    let mut all = vec![
        situation("nowhere", plain, replacing("four", "4", &[], &none)),
        situation(
            "an undo below the directory of the edit",
            || {
                let bench = plain().file("sub/a.txt", "one\n");
                bench
                    .line("replace sub/a.txt --old one --new 1 -q")
                    .status_is(0);
                bench
            },
            ["undo -C sub"],
        ),
        situation(
            "a pattern over lines",
            plain,
            replacing("One.*three", "4", &["--regex"], &json!({ "regex": true })),
        ),
        situation(
            "nowhere in other words",
            plain,
            [
                r#"{"path": "a.txt", "old_text": "four", "new_text": "4"}"#,
                r#"{"file_path": "a.txt", "old_string": "four", "new_string": "4"}"#,
                r#"{"command": "str_replace", "path": "a.txt", "old_str": "four", "new_str": "4"}"#,
                r#"anthropic/str_replace_based_edit_tool {"command": "str_replace", "path": "a.txt", "old_str": "four", "new_str": "4"}"#,
                r#"filesystem/edit_file {"path": "a.txt", "edits": [{"oldText": "four", "newText": "4"}]}"#,
            ],
        ),
        situation(
            "two sides",
            || {
                plain()
                    .file("base", "Eins\ntwo\n")
                    .file("theirs", "Un\ntwo\n")
            },
            [
                "merge base a.txt theirs",
                r#"{"op": "merge", "path": "a.txt", "base": "Eins\ntwo\n", "theirs": "Un\ntwo\n"}"#,
            ],
        ),
        situation("another case", plain, replacing("one", "1", &[], &none)),
        situation(
            "a line that is there twice",
            plain,
            ensuring(&["--line", "two"], &json!({ "line": "two" })),
        ),
        situation(
            "a definition of another name",
            || Bench::with("a.py", "def f():\n    pass\n"),
            [
                "lines a.py --symbol f --text 'def g(): pass'",
                r#"{"op": "lines", "path": "a.py", "in": {"symbol": "f"}, "text": "def g(): pass\n"}"#,
            ],
        ),
        situation(
            "a key that is nowhere",
            document,
            setting("b.d", "1", json!("1")),
        ),
        situation(
            "a key of nothing",
            || Bench::with("a.toml", ""),
            setting("b", "1", json!("1")),
        ),
        situation(
            "a key with a typing error",
            document,
            setting("lst", "1", json!(1)),
        ),
        situation(
            "a key with another name",
            document,
            setting("quite_another", "1", json!(1)),
        ),
        situation(
            "a key that is there twice",
            || Bench::with("a.ini", "x=1\nx=2\n"),
            setting_in("a.ini", "x", "1", json!("1")),
        ),
        situation("a value of another type", document, ["set a.toml list 1"]),
        situation(
            "a value that the format lacks",
            || Bench::with("a.ini", "x=1\n"),
            setting_in("a.ini", "x", "a # b", json!("a # b")),
        ),
        situation(
            "a document that is none",
            || Bench::with("a.toml", "="),
            setting("b", "1", json!(1)),
        ),
        situation(
            "a file without keys",
            plain,
            setting_in("a.txt", "b", "1", json!(1)),
        ),
        situation(
            "a value of several lines",
            || Bench::with("a.ini", "x=1\n\n  2\n"),
            setting_in("a.ini", "x", "1", json!("1")),
        ),
        situation(
            "a file that is not there yet",
            || Bench::with("b.txt", "b\n"),
            ensuring(&["--line", "x"], &json!({ "line": "x" })),
        ),
        situation(
            "a marker without its other line",
            || Bench::with("a.txt", "# END m\n"),
            ensuring(
                &["--block", "x", "--marker", "m"],
                &json!({ "block": "x", "marker": "m" }),
            ),
        ),
        situation(
            "an expression for a line that is none",
            plain,
            ensuring(
                &["--line", "x", "--matching", "("],
                &json!({ "line": "x", "matching": "(" }),
            ),
        ),
        situation(
            "typed escapes",
            || Bench::with("a.txt", "a\tb\n"),
            replacing("a\\tb", "c", &[], &none),
        ),
        situation(
            "another tier",
            || Bench::with("a.txt", "x  \ny\n"),
            replacing(
                "x\ny\n",
                "z\n",
                &["--match", "exact"],
                &json!({ "match": "exact" }),
            ),
        ),
        situation(
            "another tier in other words",
            || Bench::with("a.txt", "x  \ny\n"),
            [
                r#"{"path": "a.txt", "old_text": "x\ny\n", "new_text": "z\n"}"#,
                r#"{"path": "a.txt", "edits": [{"oldText": "x\ny\n", "newText": "z\n"}]}"#,
                r#"filesystem/edit_file {"path": "a.txt", "edits": [{"oldText": "x\ny\n", "newText": "z\n"}]}"#,
                r#"anthropic/str_replace_based_edit_tool {"command": "str_replace", "path": "a.txt", "old_str": "x\ny\n", "new_str": "z\n"}"#,
            ],
        ),
        situation(
            "outside the lines",
            plain,
            replacing(
                "One",
                "1",
                &["--within", "2:3"],
                &json!({ "within": "2:3" }),
            ),
        ),
        situation(
            "in another file",
            plain,
            ["replace a.txt b.txt --old other --new x"],
        ),
        situation("in latin", latin, replacing("café", "bye", &[], &none)),
        situation(
            "shown in utf-16",
            utf16,
            ["view a.txt", r#"native/read_lines {"path": "a.txt"}"#],
        ),
        situation(
            "NUL into text",
            || plain().file("nul", "\0"),
            [
                "append a.txt --text-file nul",
                r#"{"op": "append", "path": "a.txt", "text": "\u0000"}"#,
            ],
        ),
        situation(
            "put into latin",
            latin,
            [
                "append a.txt --text é",
                r#"{"op": "append", "path": "a.txt", "text": "é"}"#,
                r#"anthropic/str_replace_based_edit_tool {"command": "insert", "path": "a.txt", "insert_line": 0, "insert_text": "é\n"}"#,
            ],
        ),
        situation(
            "lacking in latin",
            latin,
            [
                "append a.txt --text '€' --encoding latin1",
                r#"{"op": "append", "path": "a.txt", "text": "€", "encoding": "latin1"}"#,
            ],
        ),
        situation(
            "no text for latin",
            || latin().file("new", b"\xe9").file("old", b"\xa9"),
            [
                "append a.txt --text-file new --encoding latin1",
                "replace a.txt --old-file old --new x --all --encoding latin1",
            ],
        ),
        situation(
            "read as another",
            || Bench::with("a.txt", b"x\x82\xa0\n"),
            ["append a.txt --text '¥' --encoding shift_jis"],
        ),
        situation(
            "not latin",
            || Bench::with("a.txt", "café\n"),
            [
                "append a.txt --text é --encoding latin1",
                r#"{"op": "append", "path": "a.txt", "text": "é", "encoding": "latin1"}"#,
            ],
        ),
        situation("ambiguous", plain, replacing("two", "2", &[], &none)),
        situation(
            "ambiguous in other words",
            plain,
            [
                r#"{"path": "a.txt", "old_content": "two", "new_content": "2"}"#,
                r#"{"file_path": "a.txt", "old_string": "two", "new_string": "2"}"#,
                r#"{"command": "str_replace", "path": "a.txt", "old_str": "two", "new_str": "2"}"#,
            ],
        ),
        situation(
            "ambiguous beside",
            plain,
            [
                "insert a.txt --after two --text x",
                r#"{"op": "insert", "path": "a.txt", "after": "two", "text": "x"}"#,
            ],
        ),
        situation(
            "counted",
            plain,
            replacing("two", "2", &["--expect", "3"], &json!({ "expect": 3 })),
        ),
        situation(
            "picked",
            plain,
            replacing("two", "2", &["--nth", "5"], &json!({ "pick": 5 })),
        ),
        situation(
            "done",
            || Bench::with("a.txt", "x = 2\ny\n"),
            replacing("x = 1", "x = 2", &[], &none),
        ),
        situation(
            "indented in no one way",
            || Bench::with("a.txt", "a:\n  b:\n    c: 1\n    d: 2\n").file("fix.diff", INDENTED),
            ["patch fix.diff"],
        ),
        situation(
            "empty",
            || Bench::with("a.txt", ""),
            replacing("two", "2", &[], &none),
        ),
        situation(
            "beside a drifted place already",
            adapted,
            ["patch fix.diff --mode merge --base base"],
        ),
        situation(
            "there",
            plain,
            [
                "create a.txt --text x",
                "write a.txt --text 'a\nb\nc\n'",
                "move a.txt b.txt",
                r#"{"op": "create", "path": "a.txt", "text": "x\n"}"#,
                r#"{"op": "write", "path": "a.txt", "text": "a\nb\n"}"#,
                r#"{"op": "move", "path": "a.txt", "to": "b.txt"}"#,
                r#"{"command": "create", "path": "a.txt", "file_text": "x\n"}"#,
                r#"{"path": "a.txt", "mode": "create", "content": "x\n"}"#,
            ],
        ),
        situation(
            "there in a diff",
            plain,
            patching("--- /dev/null\n+++ b/b.txt\n@@ -0,0 +1 @@\n+x\n"),
        ),
        situation(
            "nothing searched",
            plain,
            [
                "patch --target a.txt empty.txt",
                r#"{"op": "patch", "diff": "a.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n"}"#,
                r#"openai/apply_patch {"input": "a.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n"}"#,
            ],
        ),
        situation(
            "beyond the end",
            plain,
            [
                "insert a.txt --line 9 --text x",
                "lines a.txt 9 --text x",
                "view a.txt 9",
                "replace a.txt --old One --new 1 --within 1:9",
                r#"{"op": "insert", "path": "a.txt", "line": 9, "text": "x"}"#,
                r#"{"op": "lines", "path": "a.txt", "start": 9, "text": "x"}"#,
                r#"{"command": "insert", "path": "a.txt", "insert_line": 9, "insert_text": "x\n"}"#,
                r#"{"path": "a.txt", "line": 9, "content": "x\n"}"#,
                r#"{"path": "a.txt", "start_line": 9, "new_content": "x\n"}"#,
                r#"native/read_lines {"path": "a.txt", "start": 9}"#,
            ],
        ),
        situation(
            "in an empty file",
            || Bench::with("a.txt", ""),
            [
                "insert a.txt --line 1 --text x",
                "lines a.txt 1 --text x",
                "view a.txt 1",
                r#"{"op": "insert", "path": "a.txt", "line": 1, "text": "x"}"#,
                r#"{"op": "lines", "path": "a.txt", "start": 1, "text": "x"}"#,
                r#"{"command": "insert", "path": "a.txt", "insert_line": 1, "insert_text": "x\n"}"#,
                r#"{"path": "a.txt", "line": 1, "content": "x\n"}"#,
                r#"{"path": "a.txt", "start_line": 1, "new_content": "x\n"}"#,
            ],
        ),
        situation(
            "two edits of one line",
            plain,
            [
                r#"{"edits": [{"op": "lines", "path": "a.txt", "start": 1, "end": 2, "text": "x\n"}, {"op": "lines", "path": "a.txt", "start": 2, "end": 3, "text": "y\n"}]}"#,
            ],
        ),
        situation(
            "a hunk that fits nowhere",
            || plain().file("fix.diff", DRIFTED),
            patching(DRIFTED),
        ),
        situation(
            "a hunk for a bolder mode",
            || plain().file("fix.diff", PLACED),
            patching(PLACED),
        ),
        situation(
            "a hunk that is applied",
            || plain().file("fix.diff", APPLIED),
            patching(APPLIED),
        ),
        situation(
            "a diff of another file",
            || plain().file("fix.diff", DRIFTED.replace("a.txt", "gone.txt")),
            patching(&DRIFTED.replace("a.txt", "gone.txt")),
        ),
        situation(
            "no diff",
            || plain().file("fix.diff", "hello\n"),
            patching("hello\n"),
        ),
        situation(
            "much shorter",
            || Bench::with("a.txt", numbered(70)),
            [
                "lines a.txt 1:60 --text ''",
                r#"{"op": "lines", "path": "a.txt", "start": 1, "end": 60, "text": ""}"#,
                r#"{"path": "a.txt", "start_line": 1, "end_line": 60, "new_content": ""}"#,
            ],
        ),
        situation(
            "syntax",
            || Bench::with("a.rs", "fn a() {}\n"),
            [
                "replace a.rs --old '{}' --new '{' --syntax refuse",
                r#"{"op": "replace", "path": "a.rs", "old": "{}", "new": "{", "syntax": "refuse"}"#,
            ],
        ),
        situation(
            "indentation",
            || Bench::with("a.txt", "def f(x):\n    return g(x)\n"),
            replacing("return g(x)", "return '''\nx'''", &[], &none),
        ),
        situation(
            "a pattern with look-ahead",
            plain,
            replacing("O(?=n)", "x", &["--regex"], &json!({ "regex": true })),
        ),
        situation(
            "inside a longer word",
            plain,
            replacing("hre", "x", &["--word"], &json!({ "word": true })),
        ),
        situation(
            "a broken pattern",
            || Bench::with("a.txt", "a(b\n"),
            replacing("a(b", "x", &["--regex"], &json!({ "regex": true })),
        ),
        situation(
            "not there",
            plain,
            [
                "replace gone.txt --old x --new y",
                "remove gone.txt",
                "view gone.txt",
                "replace '*.txt' --old other --new y",
                "replace '../*.txt' --old other --new y",
                r#"{"op": "replace", "path": "gone.txt", "old": "x", "new": "y"}"#,
                r#"{"op": "remove", "path": "gone.txt"}"#,
                r#"{"path": "gone.txt", "old_text": "x", "new_text": "y"}"#,
            ],
        ),
        situation(
            "without a directory",
            plain,
            [
                "create d/new.txt --text x",
                "move a.txt d/a.txt",
                "write d/new.txt --text x",
                r#"{"op": "create", "path": "d/new.txt", "text": "x"}"#,
                r#"{"op": "move", "path": "a.txt", "to": "d/a.txt"}"#,
                r#"{"path": "d/new.txt", "mode": "append", "content": "x"}"#,
            ],
        ),
        situation(
            "stale",
            plain,
            [
                "append a.txt --text x --expect-hash 00000000",
                "append gone.txt --text x --expect-hash 00000000",
                r#"{"op": "append", "path": "a.txt", "text": "x", "expect_hash": "00000000"}"#,
                r#"{"op": "append", "path": "gone.txt", "text": "x", "expect_hash": "00000000"}"#,
            ],
        ),
        situation(
            "a stale anchor",
            plain,
            [
                "lines a.txt 2:a1b2c3d4e5f6 --text x",
                r#"{"op": "lines", "path": "a.txt", "start": 2, "start_hash": "a1b2c3d4e5f6", "text": "x\n"}"#,
            ],
        ),
        situation(
            "a place that is gone",
            plain,
            [
                "replace a.txt --old two --new 2 --site 00000000",
                r#"{"op": "replace", "path": "a.txt", "old": "two", "new": "2", "site": "00000000"}"#,
            ],
        ),
        situation(
            "no file",
            || {
                plain()
                    .file("d/c.txt", "x\n")
                    .pipe_file("pipe")
                    .link("dangling", "nowhere")
            },
            [
                r#"{"op": "replace", "path": "d", "old": "x", "new": "y"}"#,
                "append d --text x",
                "append dangling --text x --existing",
                "append pipe --text x",
                "append a.txt/ --text x",
                "append a.txt/b --text x",
                "move d e",
                r#"{"op": "append", "path": "d", "text": "x"}"#,
                r#"{"op": "append", "path": "pipe", "text": "x"}"#,
            ],
        ),
        situation(
            "outside",
            plain,
            [
                r#"{"op": "append", "path": "../x", "text": "x"}"#,
                "append ../x --text x --root .",
            ],
        ),
        situation(
            "absolute elsewhere",
            plain,
            [
                r#"{"op": "create", "path": "C:\\x", "text": "x"}"#,
                "create C:/x --text x",
            ],
        ),
        situation(
            "left empty",
            || Bench::with("a.txt", "x\ny\n"),
            [
                r#"{"op": "replace", "path": "a.txt", "old": "x\ny\n", "new": ""}"#,
                "lines a.txt 1:2 --text ''",
                r#"anthropic/str_replace_based_edit_tool {"command": "str_replace", "path": "a.txt", "old_str": "x\ny\n", "new_str": ""}"#,
            ],
        ),
        situation(
            "protected",
            || plain().file(".git/config", "x\n"),
            ["append .git/config --text x", "create .incise-x --text x"],
        ),
        situation(
            "binary",
            || Bench::with("a.txt", b"a\0b\n"),
            [
                "replace a.txt --old a --new b",
                "view a.txt",
                r#"{"op": "replace", "path": "a.txt", "old": "a", "new": "b"}"#,
                r#"native/read_lines {"path": "a.txt"}"#,
            ],
        ),
        situation(
            "too large",
            plain,
            [
                "append a.txt --text x --max-size 3",
                r#"{"op": "append", "path": "a.txt", "text": "x", "max_size": 3}"#,
            ],
        ),
        situation(
            "read-only",
            || plain().mode("a.txt", 0o444),
            [
                "append a.txt --text x",
                r#"{"op": "append", "path": "a.txt", "text": "x"}"#,
                r#"{"path": "a.txt", "mode": "append", "content": "x"}"#,
            ],
        ),
        situation(
            "nothing to undo",
            plain,
            ["undo", "redo", r#"native/undo {}"#],
        ),
        situation(
            "no such command",
            plain,
            [
                "edit",
                "append",
                "append a.txt",
                "append a.txt --txt x",
                "lines a.txt x --text y",
            ],
        ),
        situation(
            "endings",
            || Bench::with("a.txt", "a\r\nb\r\n"),
            [
                "write a.txt --overwrite --text 'a\nc\n'",
                r#"{"op": "write", "path": "a.txt", "overwrite": true, "text": "a\nc\n"}"#,
            ],
        ),
        situation(
            "lone returns",
            || Bench::with("a.txt", "a\rb\r"),
            ["lines a.txt 1 --text x"],
        ),
        situation(
            "a mark",
            || Bench::with("a.txt", "\u{feff}a\n"),
            ["write a.txt --overwrite --text 'b\n'"],
        ),
        situation(
            "another suffix",
            || plain().file("a.txt.bak", ""),
            ["append a.txt a.txt.bak --text x --backup"],
        ),
        situation(
            "not accepted",
            plain,
            [
                "append a.txt --text x --validate 'false {}'",
                "append a.txt --text x --validate 'no-such-command-here {}'",
                "append a.txt --text x --validate 'truncate -s 0 {}'",
            ],
        ),
    ];
    all.extend(of_texts());
    all.extend(of_diffs());
    all.extend(of_history());
    for (kind, text) in RESIDUE {
        let sent = json!({ "op": "append", "path": "a.txt", "text": text });
        all.push(situation(
            kind,
            plain,
            [format!("append a.txt --text '{text}'"), sent.to_string()],
        ));
    }
    all
}

/// Texts that are found except for one kind of damage, and others that are not found.
fn of_texts() -> Vec<Situation> {
    let damaged = |world, old| situation("damaged", world, replacing(old, "new", &[], &json!({})));
    vec![
        damaged(
            || Bench::with("a.txt", "if a < b && c {\n"),
            "a &lt; b &amp;&amp; c",
        ),
        damaged(|| Bench::with("a.txt", "run `x` now\n"), r"\`x\`"),
        damaged(
            || Bench::with("a.txt", "echo \"$x\" `y`!\n"),
            r#"\"\$x\" \`y\`\!"#,
        ),
        damaged(
            || Bench::with("a.txt", "say \"hi\"\n\tthen\n"),
            r#"\"hi\"\n\tthen"#,
        ),
        damaged(|| Bench::with("a.txt", "one 1\ntwo 2\n"), r"1\ntwo"),
        damaged(|| Bench::with("a.txt", "one 1\ntwo 2\n"), "one\n"),
        damaged(|| Bench::with("a.txt", "x = a b;\n"), "a\u{a0}b"),
        damaged(
            || Bench::with("a.txt", "x = \"a\"; y\n"),
            "= \u{201c}a\u{201d}",
        ),
        damaged(
            || Bench::with("a.txt", "caf\u{e9} au lait\n"),
            "cafe\u{301} au",
        ),
        damaged(
            || Bench::with("a.txt", "alpha\nbeta\ngamma\n"),
            "1\talpha\n2\tbeta\n",
        ),
        damaged(
            || Bench::with("a.txt", "alpha\nbeta\ngamma\n"),
            "```\nalpha\nbeta\n```\n",
        ),
        situation(
            "another case in other words",
            plain,
            [r#"{"path": "a.txt", "old_text": "one", "new_text": "1"}"#],
        ),
        situation(
            "typed escapes beside",
            || Bench::with("a.txt", "a\tb\n"),
            ["insert a.txt --after 'a\\tb' --text x"],
        ),
        situation(
            "beside in latin",
            latin,
            ["insert a.txt --after café --text x"],
        ),
        situation(
            "in another file of the request",
            plain,
            [
                r#"{"edits": [{"op": "replace", "path": "a.txt", "old": "other", "new": "x"}, {"op": "append", "path": "b.txt", "text": "x\n"}]}"#,
            ],
        ),
        situation("standard input", plain, ["replace - --old x --new y"]),
        situation(
            "ambiguous in one of several",
            || plain().file("c.txt", "two\n"),
            ["replace a.txt c.txt --old two --new 2"],
        ),
        situation(
            "by line in the words with insert_line",
            plain,
            [r#"{"path": "$ROOT/a.txt", "old_text": "", "new_text": "x\n", "insert_line": 9}"#],
        ),
        situation(
            "by line in an empty file",
            || Bench::with("a.txt", ""),
            [r#"{"path": "$ROOT/a.txt", "old_text": "", "new_text": "x\n", "insert_line": 1}"#],
        ),
        situation(
            "no utf-8",
            plain,
            [r#"{"op": "replace", "path": "a.txt", "old": "One", "new": {"base64": "/w=="}}"#],
        ),
        situation(
            "fence",
            plain,
            ["create new.rs --text '```\nfn a() {}\n```'"],
        ),
        situation(
            "a backup that is a target",
            || plain().file("a.txt.bak", "x\n"),
            [
                r#"{"backup": true, "edits": [{"op": "append", "path": "a.txt", "text": "x\n"}, {"op": "append", "path": "a.txt.bak", "text": "x\n"}]}"#,
            ],
        ),
        situation(
            "gone",
            plain,
            [
                "replace gone.txt --old x --new y --expect-hash 00000000",
                r#"{"op": "replace", "path": "gone.txt", "old": "x", "new": "y", "expect_hash": "00000000"}"#,
                r#"{"path": "gone.txt", "old_text": "x", "new_text": "y", "expect_hash": "00000000"}"#,
            ],
        ),
        situation("no name", plain, ["append .. --text x"]),
        situation(
            "moved by another tool",
            plain,
            [r#"filesystem/move_file {"source": "a.txt", "destination": "b.txt"}"#],
        ),
    ]
}

fn diff(hunks: &str) -> String {
    format!("--- a/a.txt\n+++ b/a.txt\n{hunks}")
}

fn of_diffs() -> Vec<Situation> {
    let patch = |name, world, text: &str| {
        let op = json!({ "op": "patch", "diff": text }).to_string();
        let call = format!("native/apply_patch {}", json!({ "patch": text }));
        situation(name, world, [op, call])
    };
    let with = |name, world, line| situation(name, world, [line]);
    vec![
        situation(
            "cut off",
            || plain().file("fix.diff", diff("@@ -1,4 +1,4 @@\n One\n-two\n+2\n")),
            ["patch fix.diff"],
        ),
        patch(
            "what it deletes has more",
            plain,
            "--- a/a.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-One\n-two\n",
        ),
        patch(
            "what it deletes is gone",
            plain,
            "--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n",
        ),
        patch(
            "in several places",
            || Bench::with("a.txt", "x\ny\nx\ny\nx\n"),
            &diff("@@ -9 +9 @@\n-x\n+z\n"),
        ),
        patch(
            "in several places, without a number",
            || Bench::with("a.txt", "x\ny\nx\ny\nx\n"),
            "*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+z\n*** End Patch\n",
        ),
        patch(
            "two of one place",
            plain,
            &diff("@@ -1,2 +1,2 @@\n-One\n+1\n two\n@@ -1,2 +1,2 @@\n-One\n+I\n two\n"),
        ),
        patch(
            "a link",
            || plain().link("link", "a.txt"),
            "--- a/link\n+++ /dev/null\n@@ -1,4 +0,0 @@\n-One\n-two\n-two\n-three\n",
        ),
        patch(
            "a submodule",
            plain,
            "diff --git a/m b/m\nnew file mode 160000\n--- /dev/null\n+++ b/m\n@@ -0,0 +1 @@\n+Subproject commit 0123456789012345678901234567890123456789\n",
        ),
        patch(
            "of that name twice",
            || plain().file("d/c.txt", TYPED).file("e/c.txt", TYPED),
            &DRIFTED.replace("a.txt", "c.txt").replace("zwei", "two"),
        ),
        with(
            "by names in a diff",
            || {
                plain().file("d/c.txt", TYPED).file("e/c.txt", TYPED).file(
                    "fix.diff",
                    DRIFTED.replace("a.txt", "c.txt").replace("zwei", "two"),
                )
            },
            "patch fix.diff",
        ),
        with(
            "stripped",
            || plain().file("fix.diff", DRIFTED.replace("zwei", "two")),
            "patch fix.diff --strip 9",
        ),
        with(
            "two for one",
            || {
                plain()
                    .file("d/a.txt", "One\nzwei\ntwo\n")
                    .file("e/a.txt", "One\nzwei\ntwo\n")
                    .file(
                        "fix.diff",
                        format!(
                            "{0}{1}",
                            DRIFTED.replace("a.txt", "d/a.txt"),
                            DRIFTED.replace("a.txt", "e/a.txt")
                        ),
                    )
            },
            "patch fix.diff --target a.txt",
        ),
        with(
            "of others",
            || {
                plain()
                    .file("c.txt", "One\nzwei\ntwo\n")
                    .file("d.txt", "One\nzwei\ntwo\n")
                    .file(
                        "fix.diff",
                        format!(
                            "{0}{1}",
                            DRIFTED.replace("a.txt", "c.txt"),
                            DRIFTED.replace("a.txt", "d.txt")
                        ),
                    )
            },
            "patch fix.diff --target a.txt",
        ),
        with(
            "a renaming",
            || {
                plain().file("fix.diff", "diff --git a/a.txt b/n.txt\nsimilarity index 100%\nrename from a.txt\nrename to n.txt\n")
            },
            "patch fix.diff --target a.txt",
        ),
        with(
            "an empty search",
            || plain().file("fix.diff", EMPTY_SEARCH),
            "patch fix.diff",
        ),
        situation(
            "an empty search in other words",
            plain,
            [
                r#"{"path": "a.txt", "patch": "a.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n"}"#,
            ],
        ),
        with(
            "beside a link",
            || {
                plain()
                    .link("link", "b.txt")
                    .file("fix.diff", diff("@@ -1 +1 @@\n-One\n+1\n"))
            },
            "patch fix.diff --output link",
        ),
    ]
}

/// Returns `bench` after running these commands.
fn after(bench: Bench, lines: &[&str]) -> Bench {
    for line in lines {
        bench.line(line).succeeds();
    }
    bench
}

const APPENDED: &str = "append a.txt --text mine";

fn of_history() -> Vec<Situation> {
    let undo = |name, world| situation(name, world, ["undo", r#"native/undo {}"#]);
    vec![
        undo("changed since", || {
            after(plain(), &[APPENDED]).file("a.txt", "other\n")
        }),
        undo("gone since", || {
            let bench = after(plain(), &[APPENDED]);
            std::fs::remove_file(bench.path().join("a.txt")).unwrap();
            bench
        }),
        undo("there again", || {
            after(plain(), &["remove b.txt"]).file("b.txt", "again\n")
        }),
        undo("not kept", || {
            after(Bench::with(".env", "A=1\n"), &["append .env --text B=2"])
        }),
        situation(
            "no such entry",
            || after(plain(), &[APPENDED]),
            ["undo 99", "redo 1", "redo", r#"native/undo {"id": 99}"#],
        ),
        situation(
            "an undo that an edit followed",
            || after(plain(), &[APPENDED, "undo", APPENDED]),
            ["redo", r#"native/undo {"redo": true}"#],
        ),
        situation(
            "another task",
            || after(plain(), &["replace a.txt --old One --new 1 --task other"]),
            [
                "replace a.txt --old 1 --new I --task mine",
                r#"{"op": "replace", "path": "a.txt", "old": "1", "new": "I", "task": "mine"}"#,
                r#"{"path": "a.txt", "old_text": "1", "new_text": "I", "task": "mine"}"#,
            ],
        ),
        situation(
            "a plan of before",
            || {
                let plan = "replace a.txt --old One --new 1 -n --save-plan plan.json";
                after(plain(), &[plan, APPENDED])
            },
            ["apply plan.json"],
        ),
    ]
}

const EMPTY_SEARCH: &str = "a.txt\n<<<<<<< SEARCH\n=======\nnew\n>>>>>>> REPLACE\n";

const RESIDUE: [(&str, &str); 5] = [
    ("placeholder", "// ... rest of code unchanged ...\n"),
    ("line numbers", "  1| a\n  2| b\n  3| c\n  4| d\n"),
    ("markers", "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"),
    (
        "envelope",
        "*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch\n",
    ),
    ("truncation", "a\n[... output truncated ...]\n"),
];

/// An executable step of a hint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    /// A shell command.
    Shell(String),
    /// A flag, with a value if it takes one.
    Flag(String, Option<String>),
    /// A field and its value.
    Field(String, String),
    /// The same call without this flag or field.
    Without(String),
    /// A tool and its arguments.
    Call(String, String),
}

/// The names of commands of the system.
const COMMANDS: [&str; 8] = [
    "ls", "mkdir", "chmod", "iconv", "readlink", "df", "cat", "sync",
];

/// The steps in `hint`: commands, calls and flags in backticks, and flags and fields outside.
fn steps(hint: &str, flags: &Flags) -> Vec<Step> {
    let mut steps = Vec::new();
    for (number, part) in hint.split('`').enumerate() {
        let first = part.split(' ').next().unwrap_or_default();
        let is_quoted = number % 2 == 1;
        match part.split_once(" {") {
            _ if is_quoted && (first == "incise" || COMMANDS.contains(&first)) => {
                steps.push(Step::Shell(part.to_owned()));
            }
            Some((tool, arguments)) if is_quoted && !tool.contains(' ') => {
                steps.push(Step::Call(tool.to_owned(), format!("{{{arguments}")));
            }
            _ => named(part, flags, &mut steps),
        }
    }
    steps
}

/// Words of a sentence, which are not values.
const PROSE: [&str; 7] = ["and", "or", "names", "sets", "finds", "the", "how"];

/// Collects the flags and fields in `part` of a hint.
fn named(part: &str, flags: &Flags, steps: &mut Vec<Step>) {
    let words: Vec<&str> = part.split(' ').collect();
    for (at, word) in words.iter().enumerate() {
        let bare = |word: &str| word.trim_end_matches([',', ';', ':', '?']).to_owned();
        let value = || {
            let is_ended = word.ends_with([',', ';', '?']);
            let next = words
                .get(at + 1)
                .filter(|_| !is_ended)
                .map(|word| bare(word));
            next.filter(|word| !PROSE.contains(&&**word))
                .map(|word| word.replace('\'', ""))
        };
        let is_left_out = words[..at].ends_with(&["leave", "out"])
            || words[..at].ends_with(&["omit"])
            || words[..at].ends_with(&["without"]);
        if is_left_out && word.starts_with(['"', '-']) {
            let name = bare(word);
            steps.push(Step::Without(name.trim_matches(['"', '-']).to_owned()));
            continue;
        }
        if let Some(flag) = word.strip_prefix("--").map(bare) {
            match (flag.split_once('='), flags.get(&flag)) {
                (Some((flag, value)), _) => steps.push(Step::Flag(flag.into(), Some(value.into()))),
                (None, Some(true)) => steps.push(Step::Flag(flag, value())),
                (None, _) => steps.push(Step::Flag(flag, None)),
            }
        } else if let Some(name) = word
            .strip_prefix('"')
            .and_then(|word| word.strip_suffix("\":"))
        {
            steps.push(Step::Field(name.into(), value().unwrap()));
        }
    }
}

/// The flags of the program; true if a flag takes a value.
type Flags = std::collections::BTreeMap<String, bool>;

fn flags(bench: &Bench) -> Flags {
    let mut flags = Flags::new();
    let commands = [
        "replace", "insert", "append", "lines", "create", "write", "move", "merge", "patch",
        "view", "undo",
    ];
    let pages = commands.map(|command| [command, "--help"]);
    for page in pages.into_iter().chain([["help", "flags"]]) {
        let help = bench.run(page).stdout.clone();
        for line in help
            .lines()
            .filter(|line| line.trim_start().starts_with('-'))
        {
            let mut words = line.split([' ', ',']).filter(|word| !word.is_empty());
            if let Some(flag) = words.find_map(|word| word.strip_prefix("--")) {
                let takes = words.next().is_some_and(|word| word.starts_with('<'));
                flags.insert(flag.split(['=', '[']).next().unwrap().to_owned(), takes);
            }
        }
    }
    flags
}

/// The hint and the error of a refusal.
struct Refused {
    hint: String,
    error: Value,
}

/// The refusal of the program; `None` if it succeeds.
fn refused(bench: &Bench, words: &[String], stdin: &str) -> Option<Refused> {
    let words = words.iter().map(String::as_str);
    let ran = bench.pipe(stdin, words.chain(["--json"]));
    // The standard output of a filter is the text.
    let report = if ran.stdout.is_empty() {
        serde_json::from_str(&ran.stderr).unwrap()
    } else {
        ran.json()
    };
    let error: Value = report["error"].clone();
    (ran.status != Some(0)).then(|| Refused {
        hint: error["hint"].as_str().unwrap().to_owned(),
        error,
    })
}

/// The refusal of the server to a call of `tool`; `None` if it succeeds.
fn refused_call(client: &mut Client, tool: &str, arguments: &Value) -> Option<Refused> {
    let answer = client.call(tool, arguments.clone());
    let error = answer.structured["error"].clone();
    // Some vocabularies have only text.
    let lines = answer.text.lines();
    let mut hints = lines.filter_map(|line| line.strip_prefix("hint: "));
    let told = hints.next_back().unwrap_or(&answer.text);
    answer.is_error.then(|| Refused {
        hint: error["hint"].as_str().unwrap_or(told).to_owned(),
        error,
    })
}

const APPLY: [&str; 2] = ["apply", "-"];

/// A request in a certain form.
#[derive(Clone)]
enum Door {
    Shell(Vec<String>, String),
    Server(String, String, Value),
}

fn doors(ask: &str) -> Vec<Door> {
    let apply = APPLY.map(str::to_owned).to_vec();
    if ask.starts_with('{') {
        // `edit` also accepts a line edit and a diff of one file, but not a view.
        let edit = Door::Server(
            "native".into(),
            "edit".into(),
            serde_json::from_str(ask).unwrap(),
        );
        return vec![Door::Shell(apply, ask.to_owned()), edit];
    }
    if let Some((name, arguments)) = ask.split_once(' ')
        && let Some((profile, tool)) = name.split_once('/')
    {
        return vec![Door::Server(
            profile.into(),
            tool.into(),
            serde_json::from_str(arguments).unwrap(),
        )];
    }
    vec![Door::Shell(shell_words::split(ask).unwrap(), String::new())]
}

/// Replaces `$ROOT` in a document with the directory.
fn rooted(document: &str, bench: &Bench) -> String {
    document.replace("$ROOT", &bench.path().display().to_string())
}

impl Door {
    fn refused(&self, bench: &Bench) -> Option<Refused> {
        match self {
            Self::Shell(words, stdin) => refused(bench, words, &rooted(stdin, bench)),
            Self::Server(profile, tool, arguments) => {
                let arguments = rooted(&arguments.to_string(), bench);
                let arguments = &serde_json::from_str(&arguments).unwrap();
                let mut client = Client::new(bench, Revision::Of2025, &["--profile", profile]);
                refused_call(&mut client, tool, arguments)
            }
        }
    }

    /// The same call without a flag or field, and without its value.
    fn without(&self, name: &str, all: &Flags) -> Self {
        let without = |request: &Value| {
            let mut request = request.clone();
            request.as_object_mut().unwrap().remove(name);
            request
        };
        match self {
            Self::Shell(words, stdin) => match serde_json::from_str(stdin) {
                Ok(request) => Self::Shell(words.clone(), without(&request).to_string()),
                Err(_) => {
                    let flag = format!("--{name}");
                    let mut words = words.clone();
                    let at = words.iter().position(|word| *word == flag).unwrap();
                    words.drain(at..at + 1 + usize::from(all.get(name) == Some(&true)));
                    Self::Shell(words, stdin.clone())
                }
            },
            Self::Server(profile, tool, request) => {
                Self::Server(profile.clone(), tool.clone(), without(request))
            }
        }
    }

    /// The same call with a flag added, which replaces a flag with the same name.
    fn with_flag(&self, name: &str, value: Option<&str>) -> Self {
        let Self::Shell(words, stdin) = self else {
            panic!("`--{name}` is not a field");
        };
        let mut words = words.clone();
        let flag = format!("--{name}");
        if let Some(at) = words.iter().position(|word| *word == flag) {
            let end = at + 1 + usize::from(value.is_some());
            words.drain(at..end.min(words.len()));
        }
        match (name, value) {
            // A text replaces the flag for another source of text, and a glob replaces the path.
            ("text-file" | "old-file" | "new-file", None) => {}
            ("glob", _) => {
                words.remove(1);
            }
            _ => {}
        }
        match (name, value) {
            ("backup", Some(value)) => words.extend([format!("{flag}={value}")]),
            _ => words.extend([flag].into_iter().chain(value.map(str::to_owned))),
        }
        Self::Shell(words, stdin.clone())
    }

    /// The same call with a field added.
    fn with_field(&self, name: &str, value: &Value) -> Self {
        let set = |request: &Value| {
            let mut request = request.clone();
            // A field that concerns one edit belongs in that edit.
            let edit = match request.get_mut("edits").and_then(|edits| edits.get_mut(0)) {
                Some(edit) if name == "create" => edit,
                _ => &mut request,
            };
            add(edit, &json!({ name: value }));
            request
        };
        match self {
            Self::Shell(words, stdin) => {
                let request = serde_json::from_str(stdin)
                    .unwrap_or_else(|_| panic!("\"{name}\" is not a flag"));
                Self::Shell(words.clone(), set(&request).to_string())
            }
            Self::Server(profile, tool, arguments) => {
                Self::Server(profile.clone(), tool.clone(), set(arguments))
            }
        }
    }
}

/// A value of the field `op` selects another edit of the same file.
fn other_edit(op: &str, path: &str, bench: &Bench) -> Value {
    let text = "x\n".repeat(30);
    match op {
        "replace" => json!({ "op": op, "path": path, "old": bench.text(path), "new": "x\n" }),
        "append" => json!({ "op": op, "path": path, "text": "x\n" }),
        "remove" => json!({ "op": op, "path": path }),
        "move" => json!({ "op": op, "path": path, "to": "moved.txt" }),
        "write" => json!({ "op": op, "path": path, "text": text, "overwrite": true }),
        _ => json!({ "op": op, "path": path, "text": text }),
    }
}

/// Completes a shell command by replacing its placeholders.
fn whole_line(line: &str) -> String {
    let words: Vec<&str> = line.split(' ').collect();
    let line = match words[..] {
        // For a bare command name, runs its help.
        ["incise", command] if command != "log" => format!("incise {command} --help"),
        _ => line
            .replace("COMMAND", "replace")
            .replace(" [FLAGS]", "")
            .replace("PATH...", "a.txt")
            .replace("PATH", "a.txt")
            .replace("--old TEXT --new TEXT", "--old One --new 1")
            .replace("TEXT", "x")
            .replace("DIR", ".")
            .replace(" ...", " moved.txt")
            .replace("NEW", "moved.txt"),
    };
    let texts = match words.get(..2) {
        Some(["incise", "append" | "create"]) => " --text x",
        Some(["incise", "write"]) => " --text \"$(seq 30)\"",
        Some(["incise", "replace"]) => " --old One --new 1",
        _ => "",
    };
    let is_whole = [" --text", " --old", " --help"];
    if is_whole.iter().any(|flag| line.contains(flag)) {
        line
    } else {
        line + texts
    }
}

fn runs(line: &str, bench: &Bench) -> bool {
    let program = Path::new(env!("CARGO_BIN_EXE_incise")).parent().unwrap();
    let mut command = bench.command();
    let path = std::env::var("PATH").unwrap_or_default();
    command = {
        let mut shell = std::process::Command::new("sh");
        shell
            .args(["-c", &whole_line(line)])
            .current_dir(bench.path())
            .env_clear();
        for (name, value) in command.get_envs() {
            shell.env(name, value.unwrap_or_default());
        }
        shell.env("PATH", format!("{}:{path}", program.display()));
        shell
    };
    command.output().unwrap().status.success()
}

/// Replaces a placeholder that the hint contains.
fn filled(value: &str, error: &Value, bench: &Bench) -> String {
    match value {
        "ID" => error["candidates"][0]["id"].as_str().unwrap().to_owned(),
        "SECONDS" => "20".to_owned(),
        "SIZE" => "1M".to_owned(),
        "DIR" => bench.path().parent().unwrap().display().to_string(),
        "PATH" => "a.txt".to_owned(),
        "FILE" => "b.txt".to_owned(),
        value => value.to_owned(),
    }
}

/// True if `step` belongs to the other steps: a dry run of them, or a call without something that is tried dry.
fn goes_with_others(step: &Step) -> bool {
    match step {
        Step::Without(_) => true,
        Step::Field(name, _) => name == "dry_run",
        Step::Shell(line) => line.starts_with("incise check ") && line.split(' ').count() == 3,
        Step::Flag(..) | Step::Call(..) => false,
    }
}

/// The same call with one step of its hint applied. `None` if the step is a separate call.
fn changed(door: &Door, step: &Step, error: &Value, bench: &Bench, all: &Flags) -> Option<Door> {
    Some(match step {
        Step::Flag(flag, value) => {
            let value = value.as_deref().map(|value| filled(value, error, bench));
            door.with_flag(flag, value.as_deref())
        }
        Step::Field(field, _) if field == "op" => return None,
        Step::Field(field, value) => {
            let value = filled(value.trim_matches('"'), error, bench);
            let value = serde_json::from_str(&value).unwrap_or(Value::String(value));
            door.with_field(field, &value)
        }
        Step::Without(name) => door.without(name, all),
        Step::Shell(line) if goes_with_others(step) => match door {
            Door::Shell(words, stdin) => {
                assert_eq!(format!("incise check {}", words[0]), *line);
                let words = ["check".to_owned()].into_iter().chain(words.clone());
                Door::Shell(words.collect(), stdin.clone())
            }
            Door::Server(..) => return None,
        },
        Step::Shell(_) | Step::Call(..) => return None,
    })
}

/// Follows each step of the hint for `door`, each in a new bench. Returns the hint.
fn follow(situation: &Situation, door: &Door, all: &Flags) -> String {
    let bench = (situation.world)();
    let name = situation.name;
    let Refused { hint, error } = door
        .refused(&bench)
        .unwrap_or_else(|| panic!("{name}: not refused"));
    let steps = steps(&hint, all);
    let is_together = steps.iter().any(goes_with_others);
    if is_together {
        let bench = (situation.world)();
        let call = steps.iter().fold(door.clone(), |call, step| {
            changed(&call, step, &error, &bench, all).unwrap_or(call)
        });
        let still = call.refused(&bench);
        // The purpose of the step may be to list the matches.
        let lists = |again: &Refused| again.error["candidates"][0]["id"].is_string();
        if let Some(again) = still.filter(|again| !lists(again)) {
            panic!("{name}: `{hint}` leads nowhere: {}", again.error);
        }
        return hint;
    }
    // Fields next to another operation belong to that operation.
    let names_operation = steps
        .iter()
        .any(|step| matches!(step, Step::Field(name, _) if name == "op"));
    for step in &steps {
        let bench = (situation.world)();
        let is_told = |again: Refused| again.error.to_string();
        let still = match (step, door) {
            (Step::Shell(line), Door::Shell(..)) => (!runs(line, &bench)).then(|| line.clone()),
            (Step::Shell(_), Door::Server(..)) => Some("a client has no shell".to_owned()),
            (Step::Call(tool, arguments), Door::Server(profile, ..)) => {
                let mut client = Client::new(&bench, Revision::Of2025, &["--profile", profile]);
                let arguments = serde_json::from_str(arguments).unwrap();
                refused_call(&mut client, tool, &arguments).map(is_told)
            }
            (Step::Call(..), Door::Shell(..)) => Some("a shell has no tools".to_owned()),
            (Step::Field(field, value), _) if field == "op" => {
                let path = error["path"].as_str().unwrap_or("a.txt");
                let edit = other_edit(value.trim_matches('"'), path, &bench);
                refused(&bench, &APPLY.map(str::to_owned), &edit.to_string()).map(is_told)
            }
            (Step::Field(..), _) if names_operation => None,
            // A flag whose value the caller must choose.
            (Step::Flag(flag, None), Door::Shell(words, _)) if all.get(flag) == Some(&true) => {
                let help = bench.run([&*words[0], "--help"]);
                let is_known = help.stdout.contains(&format!("--{flag} <"))
                    || help.stdout.contains(&format!(" --{flag}"));
                (!is_known).then(|| format!("`{}` has no --{flag}", words[0]))
            }
            _ => changed(door, step, &error, &bench, all)
                .and_then(|call| call.refused(&bench))
                .map(is_told),
        };
        if let Some(still) = still {
            panic!("{name}: `{hint}` leads nowhere: after {step:?}: {still}");
        }
    }
    hint
}

/// The hints of every situation, for every form of request.
fn all_hints() -> Vec<String> {
    let flags = flags(&plain());
    let mut hints = Vec::new();
    let mut wrong = Vec::new();
    for situation in situations() {
        for door in situation.asks.iter().flat_map(|ask| doors(ask)) {
            let followed = std::panic::catch_unwind(|| follow(&situation, &door, &flags));
            match followed {
                Ok(hint) => hints.push(hint),
                Err(why) => {
                    let why = why.downcast_ref::<String>().cloned();
                    wrong.push(why.unwrap_or_else(|| situation.name.to_owned()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    hints
}

/// Pieces of the hints in their source: the text between placeholders.
fn wordings() -> BTreeSet<String> {
    const HINTS_ONLY: [&str; 3] = ["next.rs", "store.rs", "subject.rs"];
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/render/wording");
    let mut pieces = BTreeSet::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let source = std::fs::read_to_string(entry.path()).unwrap();
        let source = source.split("#[cfg(test)]").next().unwrap();
        let lines = source.lines().filter(|line| {
            ["// Hints.", "// Sentences."].contains(line) || !line.trim_start().starts_with("//")
        });
        let source = lines.collect::<Vec<_>>().join("\n");
        let is_hints_only = HINTS_ONLY.iter().any(|name| entry.file_name() == *name);
        let hints = if is_hints_only {
            vec![&source[..]]
        } else {
            hints_in(&source)
        };
        for literal in hints.into_iter().flat_map(literals) {
            // Text in brackets is shown only to some callers.
            pieces.extend(literal.split(['[', ']']).filter_map(longest));
        }
    }
    pieces
}

/// The parts of `source` that contain hints: its section of hints, functions with a matching name, second arguments
/// of `wording`, and values bound to `hint`. Includes text that only some callers see.
fn hints_in(source: &str) -> Vec<&str> {
    let mut hints = Vec::new();
    if let Some((_, section)) = source.split_once("// Hints.\n") {
        hints.extend(section.split("// Sentences.\n").next());
    }
    for item in source.split("\n}") {
        let Some((name, _)) = item
            .rsplit_once("fn ")
            .and_then(|(_, item)| item.split_once('('))
        else {
            continue;
        };
        if name.ends_with("hint") {
            hints.push(item);
        }
    }
    for (at, call) in source.match_indices("wording(") {
        let arguments = &source[at + call.len()..];
        if let (Some(first), Some(end)) = (ends_at(arguments, ','), ends_at(arguments, ')')) {
            hints.extend(arguments.get(first..end));
        }
    }
    for binding in ["let hint = ", "hint += "] {
        for (at, _) in source.match_indices(binding) {
            let value = &source[at + binding.len()..];
            hints.extend(value.get(..ends_at(value, ';').unwrap_or_default()));
        }
    }
    for (at, call) in source.match_indices("optional(") {
        let arguments = &source[at + call.len()..];
        hints.extend(arguments.get(..ends_at(arguments, ')').unwrap_or_default()));
    }
    hints
}

/// The offset where `sign` ends an argument at the start of `source`, outside of brackets and strings.
fn ends_at(source: &str, sign: char) -> Option<usize> {
    let mut depth = 0;
    let mut is_string = false;
    let mut is_escaped = false;
    for (at, letter) in source.char_indices() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_string = !is_string,
            _ if is_string => {}
            letter if letter == sign && depth == 0 => return Some(at),
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The string literals in `source`, unescaped.
fn literals(source: &str) -> Vec<String> {
    let mut literals = Vec::new();
    let mut letters = source.chars();
    while let Some(letter) = letters.next() {
        match letter {
            // A character literal, not a lifetime.
            '\'' => {
                let rest = letters.as_str();
                let quoted = rest.strip_prefix('\\').map_or(1, |_| 2);
                if rest.chars().nth(quoted) == Some('\'') {
                    letters.by_ref().take(quoted + 1).for_each(drop);
                }
            }
            '"' => {
                let mut literal = String::new();
                while let Some(letter) = letters.next() {
                    match letter {
                        '"' => break,
                        '\\' => match letters.next() {
                            Some('\n') => {
                                let rest = letters.as_str();
                                let blanks = rest.len() - rest.trim_start().len();
                                letters.by_ref().take(blanks).for_each(drop);
                            }
                            Some('n') => literal.push('\n'),
                            other => literal.extend(other),
                        },
                        letter => literal.push(letter),
                    }
                }
                literals.push(literal);
            }
            _ => {}
        }
    }
    literals
}

/// The longest piece of a format string between placeholders. `None` if it is too short to be unique.
fn longest(literal: &str) -> Option<String> {
    let literal = literal.replace("{{", "\u{1}").replace("}}", "\u{2}");
    let pieces = literal.split(['{', '}']).step_by(2);
    let piece = pieces.max_by_key(|piece| piece.len())?;
    let piece = piece.replace('\u{1}', "{").replace('\u{2}', "}");
    let piece = piece.trim();
    (piece.len() >= 12 && piece.contains(' ')).then(|| piece.to_owned())
}

/// The wordings that no situation above provokes, each below the reason.
const UNPROVOKED: &[(&str, &[&str])] = &[
    (
        "a rare refusal; its words are compared in the tests of `render`",
        &[
            "file names cannot contain one",
            "let the owner do it",
            "; if you may write to the file,",
            "omit one of the names: an in-place edit changes both",
            "; if you mean them as they are,",
            "change the link in a separate request",
            "split the diff, and apply the parts one after the other",
            ", or --all for every match",
            "`, put the `+` in front of it again",
            "`git diff --binary` writes the full names of both files on the `index` line",
            "a file with that name is",
            "check that the input ends",
            "edit its target, in a separate request",
            "files with that name are",
            "start every line of a hunk with ` `, `-` or `+`, and correct the counts in its `@@` line",
            "add the directories to the names",
            "has that name: if you mean it,",
            "check it with `ls -l",
            "name it with",
            "to change that file, add",
            "and no other root; for the files at the top, run `incise` there",
            "nothing is left to do for this file",
            "of the diff; `git diff` and `diff -u` print valid diffs",
            ", then try again",
            "indent the text as in the file",
            "fix the error first",
            "fix the new text, or replace the deleted lines; if the grammar is wrong, use the text or line numbers instead",
            "use marker lines that occur once",
            "more of its path, its number (`",
            "`) or its line",
            "more of its path, or its line",
            "name a region that exists",
            "lists the readable entries, which can be undone by number",
            "sets another limit",
            "the file is gone: find its new name, or create it",
            "--dialect NAME sets the format; if the file has no keys, edit its text with `incise replace`",
            "--string writes it in quotes",
            "`dialect` sets the format; if the file has no keys, edit its text",
            "`incise undo",
            "`undo {\"id\":",
            "select one by index, from 0: `",
            "give a value of type string, or a number without such digits",
            "it in another form (tier",
            "makes the edit once more",
            "read the current text with",
            "read the current text, and edit that",
            "the same except for",
            "includes them)",
            ", and files that the globs and types exclude; globs are relative to the working directory",
            "writes it anyway",
            "undoes the newest entry that can be undone;",
        ],
    ),
    (
        "a typed call has no standard input here",
        &["copy the text from standard input"],
    ),
    (
        "its refusal is provoked in the tests of hashline",
        &[
            ", and give longer hashes, or the tag of the file",
            ", then name the current lines",
            "use the anchors of a view with anchors, which need no journal",
            "read the file and edit it as one task",
        ],
    ),
    (
        "its refusal is provoked in the tests of files beside the target",
        &["resolve the conflicts, and delete the markers"],
    ),
    (
        "its refusal is provoked in the tests of suggestions",
        &[
            "` applies only those; run the tool again for the rest",
            "apply one of them separately, then run the tool again",
            "apply the suggestions of one rule, then run the tool again",
            "the file has changed: run the tool again",
            "the tool does not say what its columns count, or the file has bare carriage returns: make this edit separately",
        ],
    ),
    (
        "its refusal is provoked in the tests of what is found",
        &[
            "standard input has other content: give its hash, or no hash",
            "standard input is `-`",
        ],
    ),
    (
        "the system or another process has to be in the way",
        &[
            "raise the limit of open files (`ulimit -n`), or change the files of fewer directories at once",
            "fix the cause; the next edit here then undoes the change",
            "fix the cause; `incise recover` then undoes the change",
            "` shows who may read and write it",
            "` show who may write the directory and the file",
            "edit it on a file system that keeps them, or remove them first",
            "free some space (`df -h`, `quota`) and run the same command again",
            "free some space and make the same call again",
            "let the process close the file",
            "let that user run `incise recover` here; if the log no longer exists, your own `incise recover` deletes the marker",
            "makes the change",
            "fix the cause and run `incise recover`; or check the files, then delete the log and `.incise-pending` next to them",
            "please report it",
            "fix the cause, then run the same command again",
            "run the same command again when the other processes have finished",
            "unmount it, or edit the file at its source",
            "the new text is in place: `sync` makes it durable",
            "the server lacks the permission: ask someone who can grant it",
            "try again; if that process has ended, delete `",
            "use a faster command that checks only one file",
            "waits longer",
            "writes into the existing file",
            "writes into the existing file, which keeps its name",
            "writes into the existing file, which keeps them",
        ],
    ),
    (
        "nothing can be followed: the caller has no option or tool for it",
        &[
            "copy the text from the current file",
            "count the lines of the file again",
            "rename the file in another way",
            "give the text without it",
            "omit one of the two files",
            "give the new text in bytes of the file's encoding, as base64",
            "give a value of that type",
            "check the file: it may already be correct",
            "list the matches again",
            "name a symbolic link",
            "name it in the diff",
            "name its target",
            "the limit cannot be changed here",
            "otherwise the text is literal",
            "split the file",
        ],
    ),
];

#[test]
fn every_hint_is_provoked_or_excused() {
    let hints = all_hints().join("\n");
    let excused: BTreeSet<&str> = UNPROVOKED
        .iter()
        .flat_map(|(_, pieces)| *pieces)
        .copied()
        .collect();
    let wordings = wordings();
    let unprovoked = wordings.iter().filter(|piece| !hints.contains(*piece));
    let unprovoked: BTreeSet<&str> = unprovoked.map(String::as_str).collect();
    let unnamed: Vec<_> = unprovoked.difference(&excused).collect();
    assert!(unnamed.is_empty(), "no situation provokes {unnamed:#?}");
    let needless: Vec<_> = excused.difference(&unprovoked).collect();
    assert!(needless.is_empty(), "provoked, or gone: {needless:#?}");
}
