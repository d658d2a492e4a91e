//! `incise set` and `incise unset`: one value changes, and every other byte stays the same.

use serde_json::json;

use crate::bench::Bench;
use crate::notation::{joined, rows};

const TOML: &str = "# head\n[package]\nname = \"x\" # the name\nversion = '1.0'\nedition.workspace = true\n\n[dependencies]\nserde = { version = \"1\", features = [\"derive\"] }\nlist = [\n  \"a\",\n  \"b\", # c\n]\n\n[[bin]]\nname = \"one\"\n\n[[bin]]\nname = \"two\"\n";
const JSON: &str = "{\n  // note\n  \"name\": \"x\",\n  \"n\": 12, // why\n  \"b\": true,\n  \"list\": [1, 2],\n  \"o\": {\n    \"k\": null\n  }\n}\n";
const YAML: &str = "# ci\non:\n  push:\n    branches: [main, \"x\"]\njobs:\n  test:\n    runs-on: ubuntu # os\n    steps:\n      - uses: a@v1\n        with: { a: 1 }\n      - run: |\n          x\n          y\n      - name: 'q'\nversion: &v 1\nother: *v\nlong: one\n  two\nfolded: >-\n  x\n  y\n\nfree: &f 7\ngather: no\nport: 22:22\nonly:\n  k: 1\n  # below\nempty:\n";
const INI: &str = "; c\nroot = true\n[server]\nhost = localhost\nport: 80\ndirs =\n  a\n  b\n\n[log.x]\ngaps = 1\n\n  2\nlevel=info\nnote = a ; b\n";
const ENV: &str = "A=1\nexport B=\"x y\" # c\n";
const PROPERTIES: &str = "a.b=1\nc : d\\\n  e\n";

fn text(path: &str) -> &'static str {
    match path {
        "a.toml" => TOML,
        "a.json" => JSON,
        "a.yml" => YAML,
        "a.ini" => INI,
        ".env" => ENV,
        _ => PROPERTIES,
    }
}

/// Runs `line` on its file, in which `old` must become `new`. A second run of `set` must change nothing.
fn changes(line: &str, old: &str, new: &str) {
    let path = file_of(line);
    let before = text(path);
    assert_eq!(before.matches(old).count(), 1, "{old:?}");
    let after = before.replace(old, new);
    let bench = Bench::with(path, before);
    let quiet = format!("{line} -q");
    bench.line(&quiet).done("", &[(path, &after)]);
    if line.starts_with("set") && !line.contains(".+ ") {
        bench.line(&quiet).done("", &[]);
    }
    // The journal does not keep texts that may contain secrets.
    if path != ".env" {
        bench.line("undo -q").done("", &[(path, before)]);
    }
}

/// Runs `line` on a file with `before`, which must become `after`.
fn becomes(line: &str, before: &str, after: &str) {
    let path = file_of(line);
    let bench = Bench::with(path, before);
    let line = format!("{line} -q");
    bench.line(&line).done("", &[(path, after)]);
}

fn file_of(line: &str) -> &str {
    line.split(' ').nth(1).unwrap()
}

#[test]
fn a_value_is_set_in_its_own_notation() {
    for [line, old, new] in rows(
        r#"
        a.toml package.version 1.1 | '1.0' | '1.1'
        a.toml package.version "it's" | '1.0' | "it's"
        a.toml package.name 'y"z' | "x" | "y\"z"
        a.toml package.edition.workspace false | workspace = true | workspace = false
        a.toml dependencies.serde.version 2 | "1" | "2"
        a.toml dependencies.list.1 z | "b", # | "z", #
        a.toml bin[1].name zwei | two | zwei
        a.json name 'ä\n' | "x" | "ä\\n"
        a.json n -1.5e3 | 12, | -1.5e3,
        a.json b false | true | false
        a.json o.k 7 | null | 7
        a.yml jobs.test.runs-on off | ubuntu # | 'off' #
        a.yml jobs.test.steps.1.run 'z\n' | x\n          y\n | z\n
        a.yml jobs.test.steps.1.run z | |\n          x\n          y | |-\n          z
        a.yml folded 'z\nz' | \s x\n  y | \s z\n\n  z
        a.yml folded ' z' | >-\n  x\n  y | " z"
        a.yml long x | one\n  two | x
        a.yml free 8 | &f 7 | &f 8
        a.yml gather true | gather: no | gather: yes
        a.yml port 22:23 | 22:22 | 22:23
        a.ini server.dirs x | dirs =\n  a\n  b | dirs = x
        a.ini server.dirs 'x\ny' | \n  a\n  b | \sx\n  y
        // The file already contains a value with several lines.
        a.ini server.host '\nx\ny' | host = localhost | host =\n    x\n    y
        a.properties c x | d\\\n  e | x
        a.yml jobs.test.runs-on mac | ubuntu # | mac #
        a.yml jobs.test.steps.2.name "it's" | 'q' | 'it''s'
        a.yml on.push.branches.0 a,b | [main, | ['a,b',
        a.yml on.push.branches.1 1 | "x" | "1"
        a.yml empty 5 | empty:\n | empty: 5\n
        a.ini server.port 81 | : 80 | : 81
        a.ini log.x.level warn | =info | =warn
        a.ini root false | true | false
        .env A x$y | A=1 | A='x$y'
        .env B 'a"b' | "x y" | 'a"b'
        a.properties a.b 'ü x' | =1 | =\u00fc x
        "#,
    ) {
        changes(&format!("set {line}"), old, new);
    }
}

#[test]
fn a_type_can_be_forced() {
    for [line, old, new] in rows(
        r#"
        a.json n 12 --string | 12 | "12"
        a.json name 5 --number | "x" | 5
        a.json name true --bool | "x" | true
        a.json name --null | "x" | null
        a.json list '[{"a": 1}]' --value-json | [1, 2] | [{"a": 1}]
        a.toml dependencies.serde '{"path": ".."}' --value-json | { version = "1", features = ["derive"] } | { path = ".." }
        a.yml on.push.branches '["a b", 1, "1"]' --value-json | [main, "x"] | [a b, 1, "1"]
        a.toml package.name 3 --number | "x" | 3
        "#,
    ) {
        changes(&format!("set {line}"), old, new);
    }
}

#[test]
fn a_missing_key_is_made_after_the_last_one() {
    for [line, old, new] in rows(
        r#"
        a.toml package.license MIT | workspace = true\n | workspace = true\nlicense = "MIT"\n
        a.toml tool.x.y 3 | "two"\n | "two"\n\n[tool.x]\ny = 3\n
        a.toml top 3 | # head | top = 3\n\n# head
        a.toml dependencies.serde.x.y true | ["derive"] } | ["derive"], x = { y = true } }
        a.toml dependencies.list.+ z | "b", # c\n | "b", # c\n  "z",\n
        a.json o.z 1 | null\n | null,\n    "z": 1\n
        a.json p.q x | \s }\n} | \s },\n  "p": {\n    "q": "x"\n  }\n}
        a.json list.+ 3 | [1, 2] | [1, 2, 3]
        a.yml jobs.test.steps.0.name on | { a: 1 }\n | { a: 1 }\n        name: "on"\n
        a.yml jobs.test.steps.0.with.b 2 | { a: 1 } | { a: 1, b: 2 }
        a.yml jobs.b.runs-on x | name: 'q'\n | name: 'q'\n  b:\n    runs-on: x\n
        a.yml jobs.test.steps.+ x | name: 'q'\n | name: 'q'\n      - x\n
        a.ini server.z -1 | \s b\n | \s b\nz: -1\n
        a.ini new.k v | a ; b\n | a ; b\n\n[new]\nk = v\n
        a.ini top 1 | root = true\n | root = true\ntop = 1\n
        .env C 1 | # c\n | # c\nC=1\n
        a.properties z 1 | \s e\n | \s e\nz=1\n
        "#,
    ) {
        changes(&format!("set {line} --create"), old, new);
    }
}

#[test]
fn a_key_is_removed_with_its_separator_and_trailing_comment() {
    for [line, old, new] in rows(
        r#"
        a.toml package.name | name = "x" # the name\n |
        a.toml package.edition | edition.workspace = true\n |
        a.toml dependencies.serde.version | version = "1",\s |
        a.toml dependencies.serde.features | , features = ["derive"] |
        a.toml dependencies.list.1 | \s "b", # c\n |
        a.toml bin.0 | \n[[bin]]\nname = "one"\n |
        a.json n | \s "n": 12, // why\n |
        a.json o | ,\n  "o": {\n    "k": null\n  }\n | \n
        a.json o.k | {\n    "k": null\n  } | {}
        a.json list.0 | 1,\s |
        a.json list.1 | , 2 |
        a.yml jobs.test.runs-on | \s   runs-on: ubuntu # os\n |
        a.yml jobs.test.steps.0.uses | uses: a@v1\n       \s |
        a.yml jobs.test.steps.1 | \s     - run: |\n          x\n          y\n |
        a.yml on.push.branches | :\n    branches: [main, "x"] | : {}
        a.yml other | other: *v\n |
        a.yml only.k | only:\n  k: 1\n | only: {}\n
        a.ini server.dirs | dirs =\n  a\n  b\n |
        a.ini server.port | port: 80\n |
        .env B | export B="x y" # c\n |
        a.properties c | c : d\\\n  e\n |
        "#,
    ) {
        changes(&format!("unset {line}"), old, new);
    }
}

#[test]
fn triple_quotes_and_spaces_after_a_separator_are_kept() {
    for [path, key, before, value, after] in rows(
        r#"
        b.toml | a | a = '''c'''\n | d\\ | a = '''d\'''\n
        b.toml | a | a = '''c'''\n | d\ne | a = '''\nd\ne'''\n
        b.toml | a | a = '''c'''\n | d' | a = "d'"\n
        b.toml | a | a = '''c'''\r\n | d\ne | a = "d\\ne"\r\n
        b.ini | s.a | [s]\na = \n | x | [s]\na = x\n
        b.json | a | {"a": null}\n | null | {"a": null}\n
        b.yml | a | a: null\n | null | a: null\n
        "#,
    ) {
        let bench = Bench::with(path, before);
        bench
            .run(["set", path, key, value, "-q"])
            .done("", &[(path, after)]);
    }
}

#[test]
fn dotted_keys_of_toml_are_tables() {
    for [line, before, after] in rows(
        r#"
        set a.toml f.a.t.s 2 | [f]\na.c = 1\na.d.e = 1\n\n[f.a.t]\ns = 1\n | [f]\na.c = 1\na.d.e = 1\n\n[f.a.t]\ns = 2\n
        set a.toml x.z 2 --create | x.y = 1\n\n[x.b]\ns = 1\n | x.y = 1\nx.z = 2\n\n[x.b]\ns = 1\n
        set a.toml p.id.x 2 | p = { id.x = 1, y = 2 }\n | p = { id.x = 2, y = 2 }\n
        set a.toml p.id.z 3 --create | p = { id.x = 1, y = 2 }\n | p = { id.x = 1, id.z = 3, y = 2 }\n
        unset a.toml p.id.x | p = { id.x = 1, y = 2 }\n | p = { id = {}, y = 2 }\n
        unset a.toml 'p.id."x.y"' | p = { id.q = 1, 'id'."x.y" = 2 }\n | p = { id.q = 1 }\n
        unset a.toml p.id | p = { id.x = 1, y = 2 }\n | p = { y = 2 }\n
        unset a.toml d.log.workspace | [d]\nlog.workspace = true # c\n | [d]\nlog = {} # c\n
        set a.toml d.log.v 1 --create | [d]\nlog.workspace = true\n | [d]\nlog.workspace = true\nlog.v = 1\n
        unset a.toml tool.black | a = 1\n\n[tool.black]\nb = 2\n | a = 1\n
        "#,
    ) {
        becomes(line, before, after);
    }
}

#[test]
fn yaml_is_changed_in_its_own_notation() {
    for [line, before, after] in rows(
        r#"
        set a.yml a 8080:80 | a: x\n | a: 8080:80\n
        set a.yml a 127.0.0.1:80 | a: x\n | a: 127.0.0.1:80\n
        set a.yml a 22:22 | a: x\n | a: '22:22'\n
        set a.yml + 3 | - 1\n | - 1\n- 3\n
        // Addresses one of several documents by its number.
        set a.yml 1.b 3 | a: 1\n---\nb: 2\n | a: 1\n---\nb: 3\n
        set a.yml 0.c 3 --create | a: 1\n---\nb: 2\n | a: 1\nc: 3\n---\nb: 2\n
        unset a.yml 1.b | a: 1\n---\nb: 2\n | a: 1\n--- {}\n
        // A block at the end of a file without a final newline.
        set a.yml a y | a: |\n  x | a: |\n  y
        set a.yml 0.b 3 | - a: |\n    x\n  b: 2 | - a: |\n    x\n  b: 3
        // A block that keeps its line breaks, above another entry.
        unset a.yml 0.a | - a: |+\n    x\n\n  b: 1\n | - b: 1\n
        unset a.yml 0.a | - a: |+\n    x\n  b: 1\n | - b: 1\n
        unset a.yml 0.b | - a: 1\n  b: >+\n    x\n\n  c: 1\n | - a: 1\n\n  c: 1\n
        set a.yml 0.a 2 | - a: |+\n    x\n\n  b: 1\n | - a: |-\n    2\n  b: 1\n
        // The first key after a dash, with its comment.
        unset a.yml 0.a | - a: 1 # x\n  b: 2\n | - b: 2\n
        unset a.yml 0.a | - a: 1 # x\n  # y\n  b: 2\n | -\n  # y\n  b: 2\n
        // An alias is replaced by a value of the type that it refers to.
        set a.yml b 2 | a: &x 1\nb: *x # c\n | a: &x 1\nb: 2 # c\n
        set a.yml b 2 | a: &x '1'\nb: *x\n | a: &x '1'\nb: "2"\n
        // An anchor that only a comment or a longer name refers to.
        set a.yml a 2 | a: &x 1 # *x\nb: &xy 3\nc: *xy\n | a: &x 2 # *x\nb: &xy 3\nc: *xy\n
        // A tag or an anchor without a value.
        set a.yml b 2 | a: !x\nb: 1\n | a: !x\nb: 2\n
        set a.yml b 2 | a:\n  - !x\n  - !y # c\nb: 1\n | a:\n  - !x\n  - !y # c\nb: 2\n
        set a.yml b 2 | a: &x !!null # c\nb: 1\n | a: &x !!null # c\nb: 2\n
        unset a.yml a | a: !x # c\nb: 1\n | b: 1\n
        unset a.yml b | a: &x\nb: 1\nc: 2\n | a: &x\nc: 2\n
        set a.yml m.b 2 | m: {a: !x, b: 1}\n | m: {a: !x, b: 2}\n
        set a.yml l.1 2 | l: [!x , 1]\n | l: [!x , 2]\n
        unset a.yml m.a | m: {a: !x, b: 1}\n | m: {b: 1}\n
        // A name without a value becomes a table.
        set a.yml v.data.x 1 --create | v: # c\nw: 1\n | v: # c\n  data:\n    x: 1\nw: 1\n
        set a.yml 0.v.x 1 --create | - v:\n  w: 1\n | - v:\n    x: 1\n  w: 1\n
        "#,
    ) {
        becomes(line, before, after);
    }
    for [line, before, says] in rows(
        r"
        set a.yml + 3 | a: 1\n---\nb: 2\n | a stream of several documents
        unset a.yml 0 | a: 1\n---\nb: 2\n | a stream of several documents
        set a.yml b 1 --create | a: |\n  x | a block scalar at the end of a file without a line break
        set a.yml b x | a: &x [1]\nb: *x\n | an alias of a table or list
        // The blank lines below `b` would become a part of the value of `a`.
        unset a.yml b | a: !!str |+\n  x\nb: 1\n\nc: 2\n | other values would change too
        unset a.yml b | a: !!str |+\n  x\nb: 1\n\n | other values would change too
        unset a.yml b | m: !t\n  a: |+\n    x\nb: 2\n\nc: 3\n | other values would change too
        unset a.yml b | m:\n  ? [a]\n  : |+\n    x\nb: 2\n\nc: 3\n | other values would change too
        set a.yml b 2 --create | m:\n  ? [a]\n  : |\n    b | a block scalar at the end of a file without a line break
        ",
    ) {
        Bench::with(file_of(line), before).line(line).fails(1, says);
    }
}

#[test]
fn a_value_that_only_begins_like_a_number_needs_no_quotes() {
    for value in ["11.x", "12px", "1.2.3-rc.1", "7z", "0xg", "1-2", "3d"] {
        let line = ["set", "a.yml", "k", value, "-q"];
        let bench = Bench::with("a.yml", "k: x\n");
        bench
            .run(line)
            .done("", &[("a.yml", &format!("k: {value}\n"))]);
    }
    for value in [
        "11",
        "1e3",
        "0x1f",
        "1_000",
        "2001-01-01",
        "1:20",
        ".5",
        "+1",
        "0o7",
        "1.",
    ] {
        let line = ["set", "a.yml", "k", value, "--string", "-q"];
        let bench = Bench::with("a.yml", "k: x\n");
        bench
            .run(line)
            .done("", &[("a.yml", &format!("k: '{value}'\n"))]);
    }
}

#[test]
fn a_key_that_comes_through_a_merge_is_refused_by_name() {
    let text = "base: &base\n  image: a\n  env:\n    A: 1\nmore: &more\n  <<: *base\none:\n  <<: *base\n  \
                other: 1\ntwo:\n  <<: [*more]\n  other: 1\n";
    for (line, at) in [
        (&["set", "one.env.A", "2"][..], 8),
        (&["set", "one.env.B", "2", "--create"], 8),
        (&["set", "two.env.B", "2", "--create"], 11),
        (&["set", "one.image", "b"], 8),
        (&["unset", "one.image"], 8),
    ] {
        let bench = Bench::with("a.yml", text);
        let line = [&line[..1], &["a.yml"], &line[1..]].concat();
        bench.run(&line).fails(
            1,
            &format!(
                "`{}` is a key inherited through `<<` at line {at}, which cannot be changed\n",
                line[2]
            ),
        );
    }
    let made = [
        ("one.image", "b", "  other: 1\n  image: b\n"),
        ("one.new.B", "2", "  other: 1\n  new:\n    B: 2\n"),
    ];
    for (key, value, lines) in made {
        let bench = Bench::with("a.yml", text);
        let after = text.replacen("  other: 1\n", lines, 1);
        let line = ["set", "a.yml", key, value, "--create", "-q"];
        bench.run(line).done("", &[("a.yml", &after)]);
    }
}

#[test]
fn values_of_lines_are_written_as_the_file_has_them() {
    for (path, key, before, value, after) in [
        ("a.properties", "a", "a=\\u00C4\n", "ü", "a=\\u00FC\n"),
        ("a.properties", "a", "a=x\nb=ä\n", "ü", "a=ü\nb=ä\n"),
        ("a.properties", "a", "a=x\n", "ü", "a=\\u00fc\n"),
        ("a.properties", "a", "a\nb=1\n", "x", "a=x\nb=1\n"),
        ("a.properties", "a", "a \u{2028}\n", "*", "a *\n"),
        ("a.properties", "a", "a=\u{2028}\n", "*", "a=*\n"),
        (
            "a.properties",
            "a",
            "a=x\u{fc}\n",
            "\u{2028}y",
            "a=\u{2028}y\n",
        ),
        ("a.ini", "s.a", "[s]\na = x\n", "", "[s]\na =\n"),
        (
            "a.ini",
            "s.a",
            "[s]\na = x\nb = \n",
            "",
            "[s]\na = \nb = \n",
        ),
        (".env", "A", "A=x # c\n", "", "A='' # c\n"),
        (".env", "A", "A=x\n", "a://{B}/?c", "A=a://{B}/?c\n"),
        (".env", "A", "A=\"x\"\n", "a\\b", "A='a\\b'\n"),
        (".env", "A", "A=\"x\"\n", "pa$$word", "A='pa$$word'\n"),
        (".env", "A", "A=\"x\"\n", "a`b", "A='a`b'\n"),
        (".env", "A", "A=\"x\"\n", "it's", "A=\"it's\"\n"),
        (".env", "A", "A=\"x\ny\" # c\n", "u\nv", "A=\"u\nv\" # c\n"),
    ] {
        let bench = Bench::with(path, before);
        let ran = bench.run(["set", path, key, value, "-q"]);
        ran.done("", &[(path, after)]);
    }
    for value in ["ends\\", "a\\\\b", "it's $1", "it's `b", "it's \"b\""] {
        Bench::with(".env", "A=1\n")
            .run(["set", ".env", "A", value])
            .fails(1, "a backslash that programs read differently");
    }
}

#[test]
fn values_that_cannot_be_changed_alone_are_refused_by_name() {
    for [line, says] in rows(
        r"
        set a.yml version 2 | a value with an anchor at line 15
        unset a.yml version | a value with an anchor at line 15
        set a.yml other.x 2 | an alias at line 16
        set a.yml other x | `other` is a number
        set a.yml gather maybe | `gather` is a truth value
        set a.yml port x | `port` is what versions of YAML read differently
        set a.yml port 2024-01-01 | `port` is what versions of YAML read differently
        set a.yml jobs {} --value-json | a table or list of several lines
        set a.ini log.x.gaps x | a value of several lines with others between
        unset a.ini log.x.gaps | a value of several lines with others between
        set a.ini root 'a\n\nb' | INI cannot write
        set a.ini log.x.note x | a comment character
        set a.ini root 'a # b' | INI cannot write
        set a.ini root --null | INI cannot write null
        set a.toml package.name --null | TOML cannot write null
        set a.json n x | `n` is a number; the new value has another type
        set a.json b yes | `b` is a truth value
        set a.json list x | `list` is a list
        set a.json n.x 1 --create | a number at line 4
        set a.json list.7 1 --create | a list without such an element
        ",
    ) {
        let path = file_of(line);
        Bench::with(path, text(path)).line(line).fails(1, says);
    }
}

#[test]
fn a_key_that_is_not_there_is_refused_with_the_names_that_are() {
    let bench = Bench::with("a.toml", TOML);
    bench.line("set a.toml package.nme y").refused(
        1,
        &joined(&[
            "incise: a.toml: there is no key `package.nme`; `package` does not contain it",
            "hint: did you mean `name`?; --create creates it",
        ]),
    );
    bench.line("unset a.toml other").refused(
        1,
        &joined(&[
            "incise: a.toml: there is no key `other`",
            "hint: its keys: package, dependencies, bin",
        ]),
    );
    // An index is not similar to another.
    Bench::with("a.json", JSON)
        .line("set a.json list.2 y")
        .status_is(1)
        .says("hint: its keys: 0, 1; --create creates it");
    bench
        .line("unset a.toml other --idempotent")
        .done("unchanged a.toml\n", &[]);
    Bench::with("a.json", "{\"a\": 1, \"a\": 2}")
        .line("set a.json a 3")
        .fails(1, "`a` occurs several times");
    Bench::with("a.json", "{\"a\": 1,,}")
        .line("set a.json a 3")
        .fails(1, "cannot be read as JSON");
    Bench::with("p.properties", b"a=\xe9\n")
        .run(["set", "p.properties", "a", "\u{e9}"])
        .fails(
            1,
            "cannot be read as a properties file: it is not UTF-8, at line 1\n",
        );
    Bench::with("a.yml", "a: 1\n---\na: 2\n")
        .line("set a.yml a 3")
        .refused(
            1,
            &joined(&[
                "incise: a.yml: there is no key `a`",
                "hint: its keys: 0.a, 1.a",
            ]),
        );
    Bench::with("a.txt", "a=1\n")
        .line("set a.txt a 3")
        .fails(2, "does not show a format with keys");
    Bench::with("a.json", b"{\"a\": \"\xff\"}")
        .line("set a.json a 3")
        .fails(1, "it is not UTF-8");
}

#[test]
fn several_keys_are_one_transaction() {
    let bench = Bench::with("a.json", JSON);
    let after = JSON.replace("12", "13").replace("\"x\"", "\"y\"");
    bench
        .line("set a.json n 13 name y -q")
        .done("", &[("a.json", &after)]);
    bench.line("set a.json n 14 nme z").fails(1, "`nme`");
    bench.line("unset a.json list.0 o b -q").done(
        "",
        &[(
            "a.json",
            "{\n  // note\n  \"name\": \"y\",\n  \"n\": 13, // why\n  \"list\": [2]\n}\n",
        )],
    );
}

/// Without this rule, the second edit would replace the new element.
#[test]
fn an_index_never_refers_to_an_element_that_the_same_call_adds() {
    for (file, text) in [
        ("a.json", "{\"l\": [1, 2], \"m\": [[1]]}\n"),
        ("a.yaml", "l:\n- 1\n- 2\nm: [[1]]\n"),
        ("a.toml", "l = [1, 2]\nm = [[1]]\n"),
        ("a.service", "[l]\nx=1\nx=2\n"),
    ] {
        let list = if file == "a.service" { "l.x" } else { "l" };
        let (new, old) = (&format!("{list}.+"), &format!("{list}[1]"));
        let bench = Bench::with(file, text);
        bench
            .run(["set", file, new, "3", &format!("{list}[2]"), "4"])
            .fails(1, "two edits change the same text");
        bench
            .run(["set", file, new, "3", old, "4", "-q"])
            .status_is(0);
        assert!(bench.text(file).contains('3'), "{file}");
    }
    Bench::with("a.json", "{}")
        .line("set a.json l.+ 3 l.0 4 --create")
        .fails(1, "two edits change the same text");
}

#[test]
fn a_table_or_list_with_comments_is_not_replaced() {
    for (file, text) in [
        ("a.jsonc", "{\"a\": [1, // why\n2]}\n"),
        ("a.jsonc", "{\"a\": {\"b\": /* why */ [2]}}\n"),
        ("a.toml", "a = [\n  1,\n  # why\n]\n"),
        ("a.toml", "a = [[2, # why\n]]\n"),
        ("a.yaml", "a: [1,\n  # why\n  2]\n"),
    ] {
        Bench::with(file, text)
            .run(["set", file, "a", "[3]", "--value-json"])
            .fails(1, "a table or list with comments");
    }
    Bench::with("a.yaml", "a: [!t#b c, d]\n")
        .line("set a.yaml a '[3]' --value-json -q")
        .done("", &[("a.yaml", "a: [3]\n")]);
    let bench = Bench::with("a.toml", "a = [\"#\", {\"#\" = 1}] # why\n");
    bench
        .line("set a.toml a '[3]' --value-json -q")
        .done("", &[("a.toml", "a = [3] # why\n")]);
}

#[test]
fn the_indices_of_one_call_count_elements_that_it_deletes() {
    for [file, keys, before, after] in rows(
        r#"
        a.json | l.0 l.1 | {"l": [1, 2, 3, 4]}\n | {"l": [3, 4]}\n
        a.json | l[2] l[3] | {"l": [1, 2, 3, 4]}\n | {"l": [1, 2]}\n
        a.json | l.2 l.0 | {"l": [1, 2, 3, 4]}\n | {"l": [2, 4]}\n
        a.json | l.0 l.1.k | {"l": [1, {"k": 2, "j": 3}]}\n | {"l": [{"j": 3}]}\n
        a.json | l.0 m.1 | {"l": [1, 2], "m": [3, 4]}\n | {"l": [2], "m": [3]}\n
        a.yml | l.0 l.1 | l:\n- a\n- b\n- c\n | l:\n- c\n
        a.yml | p.1 p.2 | p:\n  1: a\n  2: b\n  3: c\n | p:\n  3: c\n
        a.toml | b.0 b.1 | [[b]]\nn = 1\n\n[[b]]\nn = 2\n\n[[b]]\nn = 3\n | [[b]]\nn = 3\n
        a.service | S.E[0] S.E[1] | [S]\nE=a\nE=b\nE=c\n | [S]\nE=c\n
        wg0.conf | Peer[0] peer[1].Key | [Peer]\nKey = a\n\n[Peer]\nKey = b\nN = c\n | [Peer]\nN = c\n
        "#,
    ) {
        becomes(&format!("unset {file} {keys}"), before, after);
    }
    let bench = Bench::with("a.json", "{\"l\": [\"a\", \"b\", \"c\"]}\n");
    for key in ["l.0", "l[0]"] {
        bench
            .run(["unset", "a.json", "l.0", key])
            .fails(1, "two edits change the same text");
    }
    bench
        .line("unset a.json l.0 l.7")
        .fails(1, "there is no key `l.7`");
    let edits = json!([
        {"op": "unset", "path": "a.json", "key": "l.0"},
        {"op": "set", "path": "a.json", "key": "l.2", "value": "z"},
        {"op": "replace", "path": "a.json", "in": {"key": "l.1"}, "old": "b", "new": "y"},
    ]);
    bench
        .pipe(json!({ "edits": edits }).to_string(), ["apply", "-q"])
        .done("", &[("a.json", "{\"l\": [\"y\", \"z\"]}\n")]);
}

#[test]
fn a_section_is_the_one_that_the_key_is_in() {
    let bench = Bench::with("a.ini", "[a]\nx =\n  one\n  [b]\n  two\ny = 1\n");
    for insert in [
        [
            "insert",
            "a.ini",
            "--section",
            "a",
            "--at",
            "end",
            "--text",
            "n = 1",
        ],
        [
            "insert",
            "a.ini",
            "--section",
            "b",
            "--at",
            "end",
            "--text",
            "n = 1",
        ],
    ] {
        bench
            .run(insert)
            .fails(1, "the section is indented below an entry");
    }
    for (file, before) in [
        ("tox.ini", "[a]\nx =\n  one\n  [b]\n  two\n"),
        ("a.service", "[a]\nx=one \\\n[b]\n"),
        ("a.ini", "[a]\nno entry {\n"),
    ] {
        let bench = Bench::with(file, before);
        let after = format!("{before}n = 1\n");
        let line = [
            "insert",
            file,
            "--section",
            "a",
            "--at",
            "end",
            "--text",
            "n = 1",
            "-q",
        ];
        bench.run(line).done("", &[(file, &after)]);
    }
    let bench = Bench::with("tox.ini", "[a]\n  x = 1\n  [b]\n  y = 2\n");
    bench
        .line("lines tox.ini --section b --delete -q")
        .done("", &[("tox.ini", "[a]\n  x = 1\n")]);
}

#[test]
fn a_bare_carriage_return_is_refused_in_formats_of_lines() {
    for file in [
        "a.properties",
        "a.ini",
        ".env",
        "setup.cfg",
        "a.service",
        "my.cnf",
    ] {
        for before in [
            "a = 1\rb = 2\r",
            "a = 1\rb = 2\nc = 3\n",
            "a = 1\r\r\nb = 2\r\n",
        ] {
            let bench = Bench::with(file, before);
            for command in [["set", file, "a", "5"], ["unset", file, "a", "-q"]] {
                bench.run(command).fails(1, "cannot be read as");
            }
        }
    }
    Bench::with("a.ini", "[a]\nx = 1\r[b]\ry = 2\n")
        .line("lines a.ini --section a --delete")
        .fails(1, "a bare carriage return");
}

#[test]
fn a_value_that_programs_of_python_read_otherwise_is_refused() {
    for (file, value, problem) in [
        ("tox.ini", "color=#ff0000", "a comment character"),
        (".pylintrc", "50%", "a `%` that is neither"),
        ("alembic.ini", "a%b", "a `%` that is neither"),
        ("jail.local", "a%%%", "a `%` that is neither"),
        ("supervisord.conf", "%(x)", "a `%` that is neither"),
        (".coveragerc", "a$b", "a `$` that begins a variable"),
        (".coveragerc", "${b}", "a `$` that begins a variable"),
        (".coveragerc", "a$$", "a `$` that begins a variable"),
        ("a.ini", "60%", "a `%`"),
        ("a.ini", "%(x)s", "a `%`"),
    ] {
        Bench::with(file, "# 5%\n[a]\nx = 1\n")
            .run(["set", file, "a.x", value])
            .fails(1, problem);
    }
    for (file, value) in [
        ("tox.ini", "a;b"),
        ("jail.local", "%(action_)s 50%%"),
        ("supervisord.conf", "%(program_name)s_%(process_num)02d"),
        (".coveragerc", "a$"),
        ("setup.cfg", "50%"),
        ("my.cnf", "50%"),
    ] {
        Bench::with(file, "[a]\nx = 1\n")
            .run(["set", file, "a.x", value, "-q"])
            .done("", &[(file, &format!("[a]\nx = {value}\n"))]);
    }
    // The file shows how its program reads a `%`.
    for (there, value) in [("%H:%M", "60%"), ("%(x)s", "%(y)s")] {
        let before = format!("[a]\nx = 1\ny = {there}\n");
        let after = format!("[a]\nx = {value}\ny = {there}\n");
        Bench::with("a.ini", &before)
            .run(["set", "a.ini", "a.x", value, "-q"])
            .done("", &[("a.ini", &after)]);
    }
}

#[test]
fn an_integer_for_a_name_is_written_like_its_neighbors() {
    for (key, before, after) in [
        ("p.8080", "p:\n  80: a\n", "p:\n  80: a\n  8080: x\n"),
        ("p.8080", "p: {80: a}\n", "p: {80: a, 8080: x}\n"),
        (
            "p.8080",
            "p:\n  \"80\": a\n",
            "p:\n  \"80\": a\n  \"8080\": x\n",
        ),
        ("p.8080", "p:\n  a: b\n", "p:\n  a: b\n  \"8080\": x\n"),
        ("p.080", "p:\n  80: a\n", "p:\n  80: a\n  \"080\": x\n"),
    ] {
        Bench::with("a.yml", before)
            .run(["set", "a.yml", key, "x", "--create", "-q"])
            .done("", &[("a.yml", after)]);
    }
}

#[test]
fn the_form_of_a_file_stays() {
    for (before, after) in [
        (
            "\u{feff}[a]\r\nx = 1 # c\r\n",
            "\u{feff}[a]\r\nx = 2 # c\r\ny = 3\r\n",
        ),
        ("[a]\nx = 1", "[a]\nx = 2\ny = 3"),
    ] {
        Bench::with("a.toml", before)
            .line("set a.toml a.x 2 a.y 3 --create -q")
            .done("", &[("a.toml", after)]);
    }
}

#[test]
fn every_door_leads_to_the_same_value() {
    let set = json!({"op": "set", "path": "a.json", "key": "n", "value": 13});
    let made = json!({"op": "set", "path": "a.json", "key": "o.z", "value": {"q": [1, "x"]}, "create": true});
    let nothing = json!({"op": "set", "path": "a.json", "key": "name", "value_json": "null"});
    let unset = json!({"op": "unset", "path": "a.json", "key": "b"});
    let after = JSON
        .replace("12", "13")
        .replace(
            "null\n",
            "null,\n    \"z\": {\n      \"q\": [1, \"x\"]\n    }\n",
        )
        .replace("\"x\",\n", "null,\n")
        .replace("  \"b\": true,\n", "");
    let all = json!([set, made, nothing, unset]).to_string();
    let bench = Bench::with("a.json", JSON);
    let plan = bench.pipe(&all, ["apply", "-n", "--format", "plan"]);
    plan.status_is(0).unchanged();
    bench
        .pipe(&plan.bytes[..], ["apply", "-q"])
        .done("", &[("a.json", &after)]);
    bench.line("undo -q").done("", &[("a.json", JSON)]);
    bench
        .pipe(&all, ["apply", "-q"])
        .done("", &[("a.json", &after)]);
    for wrong in [
        json!({"op": "set", "path": "a.json", "key": "n"}),
        json!({"op": "set", "path": "a.json", "value": 1}),
        json!({"op": "set", "path": "a.json", "key": "n", "value": 1, "value_json": "1"}),
        json!({"op": "set", "path": "a.json", "key": "n", "value_json": "{"}),
        json!({"op": "set", "path": "a.json", "key": "a..b", "value": 1}),
        json!({"op": "unset", "path": "a.json"}),
    ] {
        bench
            .pipe(wrong.to_string(), ["apply"])
            .status_is(2)
            .unchanged();
    }
}

#[test]
fn a_value_comes_from_a_file_or_a_pipe() {
    let after = JSON.replace("\"x\"", "\"one\\ntwo\\n\"");
    let bench = Bench::with("a.json", JSON).file("v", "one\ntwo\n");
    bench
        .line("set a.json name --from-file v -q")
        .done("", &[("a.json", &after)]);
    bench
        .pipe("3", ["set", "a.json", "n", "--from-file", "-", "-q"])
        .done("", &[("a.json", &after.replace("12", "3"))]);
    for (args, says) in [
        (&["name"][..], "has no value"),
        (&[], "no KEY"),
        (&["n", "x", "--number"], "is not a number"),
        (&["b", "x", "--bool"], "is not a truth value"),
        (&["b", "{", "--value-json"], "is not a JSON"),
        (&["a..b", "1"], "a name is empty"),
        (&["a", "b", "c", "--from-file", "v"], "of one key"),
        (&["a", "b", "--string", "--number"], "--"),
    ] {
        let line = [&["set", "a.json"], args].concat();
        bench.run(line).fails(2, says);
    }
    bench.line("unset a.json").fails(2, "no KEY");
}

#[test]
fn the_change_is_shown() {
    Bench::with("a.toml", "[a]\nx = 1\n")
        .line("set a.toml a.x 2")
        .done(
            "a.toml: line 2; +1 -1\n [a]\n-x = 1\n+x = 2\n",
            &[("a.toml", "[a]\nx = 2\n")],
        );
    Bench::with("a.toml", "[a]\nx = 1\n")
        .line("set a.toml a.x 1")
        .done("unchanged a.toml\n", &[]);
}

#[test]
fn a_value_of_json_keeps_its_order_and_its_digits() {
    const BIG: &str = "123456789012345678901234567890";
    let value = format!(
        r#"{{"types":{BIG},"import":[1.10,1.5e+400],"default":{{"z":-0,"a":18446744073709551615}}}}"#
    );
    for (path, before, after) in [
        (
            "a.json",
            "{\"k\": 1}\n",
            format!(
                r#"{{"k": {{"types": {BIG}, "import": [1.10, 1.5e+400], "default": {{"z": -0, "a": 18446744073709551615}}}}}}"#
            ),
        ),
        (
            "a.yaml",
            "k: 1\n",
            format!(
                "k: {{types: {BIG}, import: [1.10, 1.5e+400], default: {{z: -0, a: 18446744073709551615}}}}"
            ),
        ),
    ] {
        let bench = Bench::with(path, before);
        let after = after + "\n";
        let set = ["set", path, "k", &value, "--value-json", "-q"];
        bench.run(set).done("", &[(path, after.as_str())]);
        bench.line("undo -q").succeeds();
        for field in ["value", "value_json"] {
            let given = match field {
                "value" => value.clone(),
                _ => json!(value).to_string(),
            };
            let edit = format!(r#"{{"op":"set","path":"{path}","key":"k","{field}":{given}}}"#);
            let ran = bench.pipe(&edit, ["apply", "-q", "--no-journal"]);
            ran.succeeds();
            assert_eq!(bench.text(path), after, "{field}");
            bench
                .run(["set", path, "k", "1", "--number", "-q"])
                .succeeds();
        }
    }
    let bench = Bench::with("a.toml", "k = 1\n");
    bench
        .run([
            "set",
            "a.toml",
            "k",
            r#"{"z":1,"a":1.10}"#,
            "--value-json",
            "-q",
        ])
        .done("", &[("a.toml", "k = { z = 1, a = 1.10 }\n")]);
    for (path, value, says) in [
        ("a.toml", BIG, "a number that does not fit into 64 bits"),
        ("a.toml", "1e400", "a number that does not fit into 64 bits"),
        (
            "a.toml",
            r#"{"a":1,"a":2}"#,
            "an object in `value` contains `a` twice",
        ),
        ("a.toml", "1e", "the value `1e` is not a JSON"),
    ] {
        let bench = Bench::with(path, "k = 1\n");
        let ran = bench.run(["set", path, "k", value, "--value-json"]);
        ran.says(says).unchanged();
    }
}

#[test]
fn names_are_shown_as_a_key_takes_them() {
    let bench = Bench::with("n.json", "{\"a.b\": {\"x\": 1}, \"c d\": 2}\n");
    for key in ["\"a.c\"", "a.b"] {
        let ran = bench.run(["set", "n.json", key, "1"]);
        ran.fails(1, "\"a.b\"");
    }
    bench
        .line("set n.json zzz 1")
        .status_is(1)
        .says("its keys: \"a.b\", c d");
    let outline = bench.line("view n.json --outline");
    outline.status_is(0).prints("table \"a.b\"");
    bench
        .run(["view", "n.json", "--key", r#"["a\u002eb"].x"#, "--raw"])
        .done("1\n", &[]);
    let bench = Bench::with("a.properties", "a.b=1\n");
    bench
        .line("set a.properties a.c 1")
        .status_is(1)
        .says("did you mean `a.b`?");
}

#[test]
fn a_number_of_toml_keeps_its_type() {
    for (before, value, after) in [
        ("k = 1.5\n", "1", "k = 1.0\n"),
        ("k = 1e3\n", "2", "k = 2.0\n"),
        ("k = 1.5\n", "2e3", "k = 2e3\n"),
        ("k = 0xE\n", "7", "k = 7\n"),
    ] {
        let bench = Bench::with("a.toml", before);
        let set = ["set", "a.toml", "k", value, "-q"];
        bench.run(set).done("", &[("a.toml", after)]);
        bench.run(set).done("", &[]);
    }
    let bench = Bench::with("a.toml", "k = 1\n");
    bench
        .line("set a.toml k 1.0")
        .fails(1, "`k` is a whole number");
    bench
        .line("set a.toml k 1.0 --number -q")
        .done("", &[("a.toml", "k = 1.0\n")]);
}

#[test]
fn a_file_without_a_final_newline_stays_so_when_its_last_key_goes() {
    for [path, before, key, after] in rows(
        r#"
        a.toml | a = 1\nb = 2 | b | a = 1
        a.toml | a = 1\r\nb = 2 | b | a = 1
        a.toml | a = 1\n\n[b]\nc = 2 | b | a = 1
        a.toml | b = 2 | b |
        a.yaml | a: 1\nb: 2 | b | a: 1
        a.ini | [s]\na = 1\nb = 2 | s.b | [s]\na = 1
        .env | A=1\nB=2 | B | A=1
        a.properties | a=1\nb=2 | b | a=1
        a.json | {\n  "a": 1,\n  "b": 2\n} | b | {\n  "a": 1\n}
        a.toml | a = 1\nb = 2\n | b | a = 1\n
        "#,
    ) {
        let bench = Bench::with(path, before);
        let ran = bench.run(["unset", path, key, "-q"]);
        ran.done("", &[(path, after)]);
    }
}

#[test]
fn a_section_of_ini_without_a_name_is_refused() {
    for key in ["\"\".k", "\" \".k", "\"a]b\".k"] {
        Bench::with("a.ini", "[s]\na = 1\n")
            .run(["set", "a.ini", key, "v", "--create"])
            .fails(1, "INI cannot write such a name");
    }
}

#[test]
fn each_dialect_of_ini_is_edited_as_its_readers_read_it() {
    for [path, key, value, before, after] in rows(
        r#"
        .gitconfig | core.bare | true
        | [core]\n\tbare = false # c\n\t  name = x#y\n
        | [core]\n\tbare = true # c\n\t  name = x#y\n
        .gitconfig | remote.origin.url | a;b | [remote "origin"]\n\turl = x\n | [remote "origin"]\n\turl = "a;b"\n
        x.service | Unit.Description | y
        | [Unit]\nDescription=x\n  After=network.target\n
        | [Unit]\nDescription=y\n  After=network.target\n
        x.service | Service.ExecStart | /b
        | [Service]\nExecStart=/a \\\n    --b=c\nRestart=always\n
        | [Service]\nExecStart=/b\nRestart=always\n
        smb.conf | homes.comment | X
        | [homes]\n   comment = Home\n      browseable = no\n
        | [homes]\n   comment = X\n      browseable = no\n
        postgresql.conf | max_connections | 200
        | max_connections = 100\t\t# (change requires restart)\n
        | max_connections = 200\t\t# (change requires restart)\n
        php.ini | PHP.memory_limit | 256M | [PHP]\nmemory_limit = 128M;note\n | [PHP]\nmemory_limit = 256M;note\n
        wg0.conf | Peer[1].AllowedIPs | ::/0
        | [Peer]\nAllowedIPs = a\n[Peer]\nAllowedIPs = b # c\n
        | [Peer]\nAllowedIPs = a\n[Peer]\nAllowedIPs = ::/0 # c\n
        setup.cfg | options.install_requires | x
        | [options]\ninstall_requires =\n    requests\n    click>=8\npackages = find:\n
        | [options]\ninstall_requires = x\npackages = find:\n
        x.desktop | Desktop Entry.Name[de] | B
        | [Desktop Entry]\nName=A\nName[de]=A\n
        | [Desktop Entry]\nName=A\nName[de]=B\n
        "#,
    ) {
        let bench = Bench::with(path, before);
        let ran = bench.run(["set", path, key, value, "-q"]);
        ran.done("", &[(path, after)]);
        bench.run(["set", path, key, value, "-q"]).done("", &[]);
    }
}

#[test]
fn names_of_sections_fold_only_what_the_readers_fold() {
    for [file, line, before, after] in rows(
        r#"
        .gitconfig | BRANCH.foo.Remote 2
        | [branch "Foo"]\n\tremote = 1\n[Branch "foo"]\n\tremote = 1\n
        | [branch "Foo"]\n\tremote = 1\n[Branch "foo"]\n\tremote = 2\n
        .gitconfig | branch.foo.remote 2 | [branch.Foo]\n\tremote = 1\n | [branch.Foo]\n\tremote = 2\n
        .gitconfig | branch.foo.remote 2 --create
        | [branch "Foo"]\n\tremote = 1\n
        | [branch "Foo"]\n\tremote = 1\n[branch "foo"]\n\tremote = 2\n
        .editorconfig | *.C.tab_width 8
        | [*.c]\ntab_width = 2\n[*.C]\ntab_width = 2\n
        | [*.c]\ntab_width = 2\n[*.C]\ntab_width = 8\n
        setup.cfg | foo.A 8 | [Foo]\na = 2\n[foo]\na = 2\n | [Foo]\na = 2\n[foo]\na = 8\n
        smb.conf | HOMES.a 8 | [homes]\n   a = 2\n | [homes]\n   a = 8\n
        "#,
    ) {
        becomes(&format!("set {file} {line}"), before, after);
    }
    for (file, key, before) in [
        (
            ".gitconfig",
            "branch.foo.remote",
            "[branch \"Foo\"]\n\tremote = 1\n",
        ),
        (".editorconfig", "*.C.tab_width", "[*.c]\ntab_width = 2\n"),
        ("setup.cfg", "foo.a", "[Foo]\na = 2\n"),
    ] {
        let bench = Bench::with(file, before);
        for line in [&["set", file, key, "8"][..], &["unset", file, key]] {
            bench.run(line).fails(1, "there is no key");
        }
    }
}

#[test]
fn a_missing_entry_is_written_as_its_neighbors_are() {
    for [line, before, after] in rows(
        r#"
        set sysctl.conf net.core.somaxconn 1024 --create
        | net.ipv4.ip_forward = 0\nvm.swappiness = 60\n
        | net.ipv4.ip_forward = 0\nvm.swappiness = 60\nnet.core.somaxconn = 1024\n
        set .gitconfig b.x.k v --create | [a]\n    y = 1\n | [a]\n    y = 1\n[b "x"]\n    k = v\n
        set w.toml a.list.+ one --create | [a]\nx = 1\n | [a]\nx = 1\nlist = ["one"]\n
        set Cargo.toml bin.+.name b --create
        | [[bin]]\nname = "a"\n\n[lib]\n
        | [[bin]]\nname = "a"\n\n[[bin]]\nname = "b"\n\n[lib]\n
        set Cargo.toml dependencies.serde 1.0 --create | [dependencies]\n | [dependencies]\nserde = "1.0"\n
        set m.yml applications.0.name wasabi --create | a: 1\n | a: 1\napplications:\n  - name: wasabi\n
        set p.yaml hooks.+ '{"id":"c"}' --value-json | hooks:\n  - id: a\n | hooks:\n  - id: a\n  - id: c\n
        set f.yaml t.s.m '{"q":1,"r":[1]}' --value-json --create
        | t:\n  s:\n    y: {\n      a: 1\n    }\n
        | t:\n  s:\n    y: {\n      a: 1\n    }\n    m: {\n      q: 1,\n      r: [1]\n    }\n
        set r.toml d.+ attrs | d = [\n  # Lorem\n]\n | d = [\n  # Lorem\n  "attrs",\n]\n
        unset q.toml p.0 | [[p]]\nn = 1\n\n[[p]]\nn = 2\n | [[p]]\nn = 2\n
        set n.ipynb source '["x\\n","y"]' --value-json
        | {\n "source": [\n  "a\\n",\n  "b"\n ]\n}\n
        | {\n "source": [\n  "x\\n",\n  "y"\n ]\n}\n
        "#,
    ) {
        becomes(line, before, after);
    }
    let bench = Bench::with("ci.yml", "steps:\n  - run: x\n");
    bench
        .line("set ci.yml steps.0.run 'a\nb\n' -q")
        .done("", &[("ci.yml", "steps:\n  - run: |\n      a\n      b\n")]);
}

#[test]
fn a_file_that_programs_read_otherwise_is_refused() {
    for [path, before, key, says] in rows(
        r#"
        nginx.conf | http {\n    server {\n    }\n}\n | http.gzip | not a section, an entry or a comment
        redis.conf | port 6379\n | port | not a section, an entry or a comment
        sshd.conf | Port 22\nMatch User a\n | Port | not a section
        application.conf | akka {\n  loglevel = INFO\n}\n | akka.loglevel | not a section
        t.ini | [a]\nx = 1\n  y = 2\nz = 3\n | a.x | an indented line that programs read differently
        t.ini | [a]\nx = 1\n  [b]\ny = 2\n | a.x | indented below an entry
        t.ini | [s]\nk = 1\t; note\n | s.k | a comment character
        php.ini | a = x "q\n[t]\nb = "y"\n | a | a quote is not closed
        pacman.conf | [a]\nInclude = x\nInclude = y\n | a.Include | `a.Include[0]`
        wg0.conf | [Peer]\nk = 1\n[Peer]\nk = 2\n | Peer.k | `Peer[0]`
        ci.yml | python-version: 3.9\n | python-version | --string
        "#,
    ) {
        let bench = Bench::with(path, before);
        let ran = bench.run(["set", path, key, "3.10", "--create"]);
        ran.fails(1, says);
    }
}

#[test]
fn a_dialect_is_named_where_the_file_does_not_tell() {
    let bench = Bench::with("config", "[core]\n\tbare = false ; c\n");
    let set = "set config core.bare true --dialect git -q";
    bench
        .line(set)
        .done("", &[("config", "[core]\n\tbare = true ; c\n")]);
    bench
        .line("view config --key core.bare --raw --dialect git")
        .done("true\n", &[]);
    let unset = r#"{"op":"unset","path":"config","key":"core.bare","dialect":"git"}"#;
    bench
        .pipe(unset, ["apply", "-q"])
        .done("", &[("config", "[core]\n")]);
    bench
        .line("set config a 1 --dialect gti")
        .fails(2, "`gti` is not a dialect");
    bench.line("set config a 1").fails(
        2,
        "set the format with --dialect; known dialects: json, toml, yaml, git, systemd, python,",
    );
}

#[test]
fn one_call_edits_several_documents_or_none() {
    let bench = Bench::with("a.json", "{\"v\": 1}\n").file("b.toml", "v = 1\nw = 1\n");
    bench.line("set a.json v 2 --also b.toml -q").done(
        "",
        &[("a.json", "{\"v\": 2}\n"), ("b.toml", "v = 2\nw = 1\n")],
    );
    bench
        .line("unset b.toml w --also a.json")
        .fails(1, "a.json");
    bench
        .line("unset b.toml v --also a.json -q")
        .done("", &[("a.json", "{}\n"), ("b.toml", "w = 1\n")]);
}

/// A key may have the same name as a table's end marker in the proof.
#[test]
fn a_nested_key_is_not_mistaken_for_a_later_key() {
    let bench = Bench::with("c.json", "{\"k\": {\"a\": {\"end\": \"a string\"}}}\n");
    let line = "set c.json k '{\"a\":{},\"a string\":\"end\"}' --value-json -q";
    bench.line(line).status_is(0);
    let text = bench.text("c.json");
    let written: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(written["k"]["a string"], "end", "{text}");
}

#[test]
fn a_value_of_another_type_keeps_the_comment_after_a_block_header() {
    let before = "a: |- # why\n  x\n  y\nb: 1\n";
    for (value, after) in [
        (["7", "--number"], "a: 7 # why\nb: 1\n"),
        (["\u{7}", "--string"], "a: \"\\u0007\" # why\nb: 1\n"),
        (["z", "--string"], "a: |- # why\n  z\nb: 1\n"),
    ] {
        let bench = Bench::with("a.yml", before);
        let line = ["set", "a.yml", "a", value[0], value[1], "-q"];
        bench.run(line).done("", &[("a.yml", after)]);
    }
}

#[test]
fn a_key_without_its_table_is_found_in_the_table() {
    let bench = Bench::with("Cargo.toml", "[package]\nname = \"x\"\n");
    bench
        .line("set Cargo.toml name y")
        .fails(1, "did you mean `package.name`?");
}

#[test]
fn a_key_and_a_value_are_two_words() {
    let bench = Bench::with("a.toml", "k = 1\n");
    bench.line("set a.toml k=2").refused(
        2,
        &joined(&[
            "incise: the key `k=2` has no value",
            "hint: write the key and the value as two words: `incise set PATH KEY VALUE`",
        ]),
    );
}

#[test]
fn an_indented_entry_of_plain_ini_closes_its_section_alone() {
    let before = "[a]\nx = 1\n  y = 2\n\n[b]\nz = 3\n";
    let bench = Bench::with("a.ini", before);
    for (key, create) in [("a.x", "-q"), ("a.y", "-q"), ("a.n", "--create")] {
        bench.run(["set", "a.ini", key, "7", create]).fails(
            1,
            "is a section with an indented line that programs read differently at line 1",
        );
    }
    bench
        .line("set a.ini b.z 7 -q")
        .done("", &[("a.ini", &before.replace('3', "7"))]);
    let root = Bench::with("a.ini", "x = 1\n  y = 2\n[b]\nz = 3\n");
    root.line("set a.ini b.z 7")
        .fails(1, "a line below it is indented");
}

#[test]
fn a_new_table_follows_as_closely_as_the_others() {
    let close = "[a]\nx = 1\n[b]\ny = 2\n";
    let far = "[a]\nx = 1\n\n# c\n[b]\ny = 2\n";
    for path in ["a.toml", "a.ini"] {
        for (before, new) in [(close, "[c]\nz = 3\n"), (far, "\n[c]\nz = 3\n")] {
            let bench = Bench::with(path, before);
            let after = format!("{before}{new}");
            bench
                .run(["set", path, "c.z", "3", "--create", "-q"])
                .done("", &[(path, &after)]);
        }
    }
}

#[test]
fn a_last_key_of_php_leaves_a_line_break() {
    let bench = Bench::with("php.ini", "a=;c\nb=1 ; c");
    let unset = ["unset", "php.ini", "b", "-q"];
    bench.run(unset).done("", &[("php.ini", "a=;c\n")]);
}
