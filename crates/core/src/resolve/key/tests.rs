//! Tests of the parsers against independent parsers, and of the dialects.

use std::path::Path;

use super::dialect;
use super::document::Document;
use super::format::Format;
use super::tree::{Id, Kind};
use crate::refusal::{KeyFault, Reason};
use crate::request::{KeyPath, NewValue, SetKey, Value};
use crate::resolve::FileText;
use crate::snapshot::Snapshot;
use crate::table::rows;

fn dialect_of(path: &str) -> &'static str {
    dialect::of_file(Path::new(path)).map_or("none", |dialect| dialect.name)
}

#[test]
fn a_file_has_the_dialect_of_its_name() {
    for (path, name) in [
        ("x/.gitconfig", "git"),
        (".git/config", "git"),
        (".git/modules/a/config", "git"),
        ("repo/.gitmodules", "git"),
        ("etc/systemd/system/x.service", "systemd"),
        ("x.service.d/override.conf", "systemd"),
        ("setup.cfg", "python"),
        (".editorconfig", "editorconfig"),
        (".npmrc", "npmrc"),
        ("x.desktop", "desktop"),
        ("etc/NetworkManager/NetworkManager.conf", "keyfile"),
        ("x.slice.d/10.conf", "systemd"),
        ("Test.pod", "none"),
        ("etc/mysql/conf.d/my.cnf", "mysql"),
        ("php.ini-development", "php"),
        ("smb.conf", "samba"),
        ("wg0.conf", "wireguard"),
        ("pacman.conf", "pacman"),
        ("postgresql.conf", "postgres"),
        ("etc/sysctl.d/99-x.conf", "sysctl"),
        (".env.local", "env"),
        ("env.production", "env"),
        ("config.env", "env"),
        ("a.properties", "properties"),
        ("a.ini", "ini"),
        ("other.conf", "ini"),
        ("config", "none"),
        ("a.txt", "none"),
    ] {
        assert_eq!(dialect_of(path), name, "{path}");
    }
}

/// Converts the tree to JSON.
fn json(document: &Document<'_>, id: Id) -> serde_json::Value {
    let tree = &document.tree;
    match tree.node(id).kind {
        Kind::Map => tree
            .children(id)
            .map(|child| (tree.name(child).to_owned(), json(document, child)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Kind::List => tree
            .children(id)
            .map(|child| json(document, child))
            .collect(),
        Kind::True => true.into(),
        Kind::False => false.into(),
        Kind::Null => serde_json::Value::Null,
        Kind::Number => {
            serde_json::from_str(tree.decoded(id)).unwrap_or_else(|_| tree.decoded(id).into())
        }
        Kind::Text | Kind::Time => tree.decoded(id).into(),
        Kind::Closed(closed) => format!("<{}>", closed.name()).into(),
    }
}

fn read(format: Format, text: &str) -> Result<serde_json::Value, String> {
    let document = Document::parse(format, text).map_err(|unread| unread.problem)?;
    Ok(json(&document, document.tree.root()))
}

#[test]
fn json_is_read_as_serde_reads_it() {
    for text in [
        "{\"a\": [1, 2.5, -3e2, \"x\\n\\u00e9\", true, false, null], \"b\": {}, \"\": [[]]}",
        "[]",
        "\"x\"",
        " 7 ",
    ] {
        let wanted: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(read(Format::Json, text), Ok(wanted), "{text}");
    }
    let commented = "// c\n{\n  \"a\": 1, /* d */\n  \"b\": [1, 2,],\n}\n";
    assert_eq!(
        read(Format::Json, commented).unwrap(),
        serde_json::json!({"a": 1, "b": [1, 2]})
    );
    for text in [
        "",
        "{",
        "[1 2]",
        "{\"a\" 1}",
        "{\"a\":1,,}",
        "[,]",
        "1 2",
        "{a: 1}",
        "{\"a\"}",
        "[1}",
    ] {
        assert!(read(Format::Json, text).is_err(), "{text}");
    }
}

#[test]
fn toml_is_read_with_its_tables() {
    let text = "t = 1\n'q.r'.s = \"\\u00e9\" # c\n[a.b]\nx = { y = [1, 2], z.w = true }\n[[l]]\nn = 1\n[[l]]\n[l.m]\nk = '''\nv'''\n[a]\nz = 1979-05-27\n";
    assert_eq!(
        read(Format::Toml, text).unwrap(),
        serde_json::json!({
            "t": 1,
            "q.r": {"s": "\u{e9}"},
            "a": {"b": {"x": {"y": [1, 2], "z": {"w": true}}}, "z": "1979-05-27"},
            "l": [{"n": 1}, {"m": {"k": "v"}}],
        })
    );
    for text in [
        "a = 1\na = 2\n",
        "[a]\n[a]\n",
        "a = [1\n",
        "a.b = 1\n[a]\n",
        "a = {b = 1}\n[a.c]\n",
        "a = 99999999999999999999\n",
        "a = 2001-13-99\n",
        "a = x\n",
        "a = [1]\n[[a]]\n",
        "= 1\n",
    ] {
        assert!(read(Format::Toml, text).is_err(), "{text}");
    }
}

#[test]
fn yaml_is_read_with_its_places() {
    let text = "a: &x 1 # c\nb:\n- p: 1\n  q: |\n    x\n    y\n\n-\n-   - 5\nc: [ a, {b: 1}, d: 2 ]\n\"d\":\n  k: *x\ne: >-\n  m\n  n\nh: \"a\n  b\"\nj:\n";
    let document = Document::parse(Format::Yaml, text).ok().unwrap();
    assert_eq!(
        json(&document, document.tree.root()),
        serde_json::json!({
            "a": 1,
            "b": [{"p": 1, "q": "x\ny\n"}, null, [5]],
            "c": ["a", {"b": 1}, "<a pair in a list>"],
            "d": {"k": "<an alias>"},
            "e": "m n",
            "h": "a b",
            "j": null,
        })
    );
    // Every entry begins at its name or dash, and every value ends at its last character.
    let tree = &document.tree;
    let mut open = vec![tree.root()];
    while let Some(id) = open.pop() {
        let node = tree.node(id);
        let entry = &text[node.entry()];
        assert!(!entry.ends_with(['\n', ' ']), "{entry:?}");
        open.extend(tree.children(id));
    }
    let q = tree.children(tree.root()).nth(1).unwrap();
    let first = tree.children(q).next().unwrap();
    assert_eq!(
        &text[tree.node(first).entry()],
        "- p: 1\n  q: |\n    x\n    y"
    );
    let lines = "- a\n".repeat(40_000);
    assert_eq!(
        read(Format::Yaml, &lines).unwrap().as_array().map(Vec::len),
        Some(40_000)
    );
    for text in ["a: [1\n", "a: b: c\n", "a: \"x\n"] {
        assert!(read(Format::Yaml, text).is_err(), "{text}");
    }
    let deep = "[".repeat(600) + &"]".repeat(600);
    assert!(read(Format::Yaml, &deep).is_err() && read(Format::Json, &deep).is_err());
}

/// Sets `key` to `value` in `text`, the file at `path`.
fn set(path: &str, key: &str, value: &str, text: &str) -> Option<String> {
    set_to(path, key, NewValue::AsThere(value.to_owned()), text)
}

fn set_to(path: &str, key: &str, value: NewValue, text: &str) -> Option<String> {
    let now = Snapshot::of_text(text.as_bytes().to_vec());
    let action = SetKey {
        key: KeyPath::parse(key).ok()?,
        value,
        creates: true,
    };
    let set = super::set(&action, FileText::new(Path::new(path), &now)).ok()?;
    let after = set.changes.apply(now.bytes()).ok()?;
    String::from_utf8(after).ok()
}

#[test]
fn blanks_at_the_end_of_a_desktop_value_are_part_of_it() {
    let before = "[Desktop Entry]\nName=a  \r\nType=b\n";
    let after = "[Desktop Entry]\nName=c\r\nType=b\n";
    assert_eq!(
        set("x.desktop", "Desktop Entry.Name", "c", before).as_deref(),
        Some(after)
    );
}

#[test]
fn a_property_without_separator_may_end_in_any_letter() {
    assert_eq!(
        set("x.properties", "a", "2", "a=1\nключ\n").as_deref(),
        Some("a=2\nключ\n")
    );
}

#[test]
fn characters_that_end_a_document_elsewhere_are_not_read() {
    assert_eq!(set("a.toml", "a", "2", "a = 1\r[t]\n"), None);
    assert_eq!(set("a.json", "n", "1", "{\"t\r\": 1}"), None);
    for space in ['\u{b}', '\u{c}', '\u{85}', '\u{a0}', '\u{2028}', '\u{3000}'] {
        for text in [
            format!("{{\"a\":{space}1}}"),
            format!("{space}{{\"a\":1}}"),
            format!("{{\"a\":1}}{space}"),
            format!("{{// c\n{space}\"a\":1}}"),
        ] {
            assert_eq!(set("a.json", "a", "2", &text), None, "{text:?}");
        }
    }
    for control in ['\0', '\u{1}', '\u{c}', '\u{7f}'] {
        let text = format!("a = 1 # {control}\n");
        assert_eq!(set("a.toml", "a", "2", &text), None, "{text:?}");
    }
    assert_eq!(
        set("a.json", "t", "2", "{\r\"t\": 1}").as_deref(),
        Some("{\r\"t\": 2}")
    );
}

#[test]
fn a_string_of_php_is_in_quotes() {
    for (key, text, after) in [
        ("t.a", "[t]\n", "[t]\na = \"none\"\n"),
        ("a", "a = x\n", "a = \"none\"\n"),
        ("a", "a = 'x'\n", "a = 'none'\n"),
    ] {
        let string = NewValue::Text("none".to_owned());
        assert_eq!(set_to("php.ini", key, string, text).as_deref(), Some(after));
    }
    // A string of JSON may be an expression.
    let expression = NewValue::Typed(Value::Text("E_ALL & ~E_NOTICE".to_owned()));
    assert_eq!(
        set_to("php.ini", "a", expression, "a = E_ALL\n").as_deref(),
        Some("a = E_ALL & ~E_NOTICE\n")
    );
}

#[test]
fn numbers_of_one_version_of_yaml_are_refused_in_lists() {
    let number = Value::Number("1e3".to_owned());
    for value in [
        number.clone(),
        Value::List(vec![number.clone()]),
        Value::Map(vec![("k".to_owned(), number)]),
    ] {
        let now = Snapshot::of_text(b"a: 1\n".to_vec());
        let action = SetKey {
            key: KeyPath::parse("a").unwrap(),
            value: NewValue::Typed(value),
            creates: false,
        };
        let refusal = super::set(&action, FileText::new(Path::new("a.yaml"), &now))
            .err()
            .unwrap();
        let Reason::Key { why, .. } = refusal else {
            panic!("{refusal:?}");
        };
        assert!(matches!(why, KeyFault::Unwritable { .. }), "{why:?}");
    }
}

#[test]
fn a_tab_in_a_json_string_needs_comments_in_the_file() {
    let strict = "{\"t\": \"a\tb\", \"n\": 1}";
    assert_eq!(set("a.json", "n", "2", strict), None);
    let commented = format!("{strict} // c\n");
    let after = set("a.json", "n", "2", &commented);
    assert_eq!(after, Some(commented.replace('1', "2")));
    let after = set("a.json", "n", "2", &commented.replace('\t', "\r"));
    assert_eq!(after, None);
}

#[test]
fn a_refusal_names_the_value_that_cannot_be_changed() {
    for (path, key, text, expected) in [
        ("a.json", "a.b", "{\"a\": 1}", Some("a")),
        ("a.json", "0", "{}", None),
        (
            "a.toml",
            "t.a.5",
            "[t]\na = [1, 2]\n[u]\n[t.b]\n",
            Some("t.a"),
        ),
        ("a.yaml", "b", "m: !!str |\n  x", Some("m")),
        ("a.yaml", "m.b", "m: !!str foo\n", Some("m")),
        ("a.yaml", "top.0", "top:\n  a: 1\n", Some("top")),
        ("a.yaml", "b", "? [a, b]\n: v\nb: 2\n", None),
    ] {
        let now = Snapshot::of_text(text.as_bytes().to_vec());
        let key = KeyPath::parse(key).unwrap();
        let file = FileText::new(Path::new(path), &now);
        let refusal = if text.starts_with('?') {
            super::unset(&key, file)
        } else {
            let action = SetKey {
                key,
                value: NewValue::AsThere("x".to_owned()),
                creates: true,
            };
            super::set(&action, file)
        };
        match refusal {
            Err(Reason::Key {
                why: KeyFault::NotEditable { of, .. },
                ..
            }) => {
                assert_eq!(of.as_deref(), expected, "{text}");
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn values_are_quoted_as_the_dialect_reads_them() {
    for (path, value, written) in [
        (".npmrc", "a\u{2028}b", None),
        (".gitconfig", "#ff0000", Some("\"#ff0000\"")),
        (".gitconfig", "a;b", Some("\"a;b\"")),
        (".gitconfig", "say \"hi\"", Some("say \\\"hi\\\"")),
        (".gitconfig", "p\\q", Some("p\\\\q")),
        (".gitconfig", " x", Some("\" x\"")),
        ("my.cnf", "a#b", Some("\"a#b\"")),
        ("my.cnf", "C:\\new", Some("C:\\\\new")),
        ("php.ini", "it's", Some("\"it's\"")),
        ("php.ini", "a;b", Some("\"a;b\"")),
        ("php.ini", "E_ALL & ~E_NOTICE", Some("E_ALL & ~E_NOTICE")),
        ("php.ini", "(A | B) & 1", Some("(A | B) & 1")),
        ("php.ini", "~A|B", Some("~A|B")),
        ("php.ini", "B|", Some("\"B|\"")),
        ("php.ini", "& B", Some("\"& B\"")),
        ("php.ini", "A ~B", Some("\"A ~B\"")),
        ("php.ini", "(A", Some("\"(A\"")),
        ("php.ini", "A) | (B", Some("\"A) | (B\"")),
        ("php.ini", "(A) B", Some("\"(A) B\"")),
        ("php.ini", "A()", Some("\"A()\"")),
        ("php.ini", "a(b", Some("\"a(b\"")),
        ("php.ini", "a\u{1}b\tc", Some("\"a\u{1}b\tc\"")),
        ("php.ini", "a\nb", Some("\"a\nb\"")),
        ("php.ini", "a\0b", None),
        (".npmrc", "a;b", Some("a\\;b")),
        ("x.desktop", "a\\b", Some("a\\\\b")),
        ("x.service", "a # b", Some("a # b")),
        ("x.service", "a\\", None),
        ("smb.conf", "a;b", Some("a;b")),
        ("wg0.conf", "a#b", None),
        ("setup.cfg", "a ; b", None),
        ("setup.cfg", "a;b", Some("a;b")),
        ("a.ini", "a;b", None),
        ("a.ini", "#fff", None),
        ("a.ini", "\"x\"", None),
        ("a.ini", "a b", Some("a b")),
    ] {
        let before = "[s]\nk = 1\n";
        let after = written.map(|written| format!("[s]\nk = {written}\n"));
        assert_eq!(set(path, "s.k", value, before), after, "{path} {value}");
    }
    for (value, written) in [
        ("200", "200"),
        ("it's", "'it''s'"),
        ("on", "on"),
        ("50 MB", "'50 MB'"),
        ("1e3", "'1e3'"),
        ("2.5", "2.5"),
        ("2GB", "2GB"),
        ("2.5GB", "'2.5GB'"),
    ] {
        let got = set("postgresql.conf", "k", value, "k = 1\t# c\n");
        assert_eq!(got, Some(format!("k = {written}\t# c\n")));
    }
}

#[test]
fn names_that_repeat_have_an_index() {
    let peers = "[Peer]\nKey = a\nAllowedIPs = 1\n\n[Peer]\nKey = b\nAllowedIPs = 2\n";
    assert_eq!(set("wg0.conf", "Peer.AllowedIPs", "3", peers), None);
    let second = set("wg0.conf", "Peer[1].AllowedIPs", "3", peers);
    assert_eq!(second.unwrap(), peers.replace("= 2", "= 3"));
    let new = set("wg0.conf", "Peer[0].New", "3", peers);
    assert_eq!(new.unwrap(), peers.replace("= 1\n", "= 1\nNew = 3\n"));
    let unit = "[Service]\nExecStartPre=/a\nExecStartPre=/b\nUser=x\n";
    for (key, after) in [
        ("Service.ExecStartPre", None),
        ("Service.ExecStartPre[0]", Some(unit.replace("/a", "/c"))),
        (
            "Service.ExecStartPre.+",
            Some(unit.replace("/b\n", "/b\nExecStartPre=/c\n")),
        ),
    ] {
        assert_eq!(set("x.service", key, "/c", unit), after, "{key}");
    }
}

#[test]
fn a_value_is_written_as_its_real_readers_read_it() {
    for [path, key, value, before, after] in rows(
        r#"
        // npm recognizes quotes only around the complete rest of the line.
        .npmrc | k | a | k="q" ; c\n | k=a ; c\n
        .npmrc | k | \sa | k="q" ; c\n |
        .npmrc | k | \sa | k="q"\n | k=" a"\n
        .npmrc | //x.y/:t | null | //x.y/:t=a\n |
        .npmrc | proxy | null | proxy=a\n | proxy=null\n
        // PHP ends the text at `\"` before a line break.
        php.ini | k | "\nx | k = 1\n | k = '"\nx'\n
        php.ini | k | '$\\ | k = 1 ; c\n |
        a.ini | s.k | a\nb | [s]\nk = 1\n |
        a.ini | s.k | C:\\b | [s]\nk = 1\nj = C:\\a\n | [s]\nk = C:\\b\nj = C:\\a\n
        a.ini | s.k | 2 | [s]\nK = 1\n |
        .env | A | ${x} | A=1\n |
        a.ini | s.k | b | [s]\nk =a\n | [s]\nk =b\n
        a.ini | ' s '.k | b | [ s ]\nk=a\n | [ s ]\nk=b\n
        upower.conf | s.k | b;c; | [s]\nk=a;\n | [s]\nk=b;c;\n
        a.ini | s.k | b | [s]\nk =\n | [s]\nk = b\n
        setup.cfg | s.k | b | [s]\nk =\n  a\n  c\n | [s]\nk = b\n
        pacman.conf | s.k | a# | [s]\nk = b\n |
        .env | B | x\ny | A=1\n | A=1\nB="x\ny"\n
        a.properties | a | = | a x\n | a \\=\n
        smb.conf | s.k | a  b | [s]\nk = 1\n |
        .gitconfig | core.bare | false | [core]\n\tbare ; c\n | [core]\n\tbare = false ; c\n
        x.service | U.k | a b | [U]\nk = a \\\n  b\n | [U]\nk = a b\n
        supervisord.conf | s.k | 2 | [s]\nk=1 ; c\n | [s]\nk=2 ; c\n
        wg0.conf | Peer.+.Key | b | [Peer]\nKey = a\n | [Peer]\nKey = a\n\n[Peer]\nKey = b\n
        setup.cfg | Peer.+.Key | b | [Peer]\nKey = a\n |
        wg0.conf | Peer[1].Key | b | [Peer]\nKey = a\n |
        a.json | b.+ | 3 | {"a":1,"b":[1,2]} | {"a":1,"b":[1,2,3]}
        a.json | c.d | x | {"a":1} | {"a":1,"c":{"d":"x"}}
        a.yml | v.+ | 3.10 | v: ["3.8"]\n | v: ["3.8", "3.10"]\n
        a.yml | p.+ | 22:22 | p:\n  - "80:80"\n | p:\n  - "80:80"\n  - "22:22"\n
        // PyYAML ends a plain value at `?` inside brackets.
        a.yml | v.k | 0?a | v: {k: b}\n | v: {k: '0?a'}\n
        a.toml | d | hello | d = 1979-05-27\n |
        .prettierrc | semi | false | semi: true\n | semi: false\n
        .prettierrc | semi | false | {"semi": true}\n | {"semi": false}\n
        // The parts of table `a` enclose table `c`.
        a.toml | c.l.+ | 2 | [a.b]\nx = 1\n[c]\nl = [1]\n[a]\ny = 2\n | [a.b]\nx = 1\n[c]\nl = [1, 2]\n[a]\ny = 2\n
        "#,
    ) {
        // An empty cell is a refusal.
        let actual = set(path, key, value, before).unwrap_or_default();
        assert_eq!(actual, after, "{path} {value:?}");
    }
}
