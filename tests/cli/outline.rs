//! The named parts of a file.

use serde_json::json;

use crate::bench::Bench;
use crate::client::{Client, Revision};
use crate::notation::rows;

const RUST: &str = "\
const A: u8 = 1;

/// Text.
pub struct Config {
    name: String,
}

impl Config {
    fn load() {
        fn inner() {}
    }

    fn save() {}
}
";

/// The lines after the header.
fn outlined(bench: &Bench, path: &str, flags: &[&str]) -> String {
    let ran = bench.run([&["view", path, "--outline"], flags].concat());
    ran.status_is(0).unchanged();
    let text = ran.stdout.to_string();
    text.split_once('\n').unwrap().1.to_owned()
}

#[test]
fn an_outline_is_a_tree_of_names() {
    let bench = Bench::with("a.rs", RUST)
        .file("a.md", "# Book\n\n## Usage\n\nx\n\n# End\n")
        .file(
            "a.json",
            "{\n  \"a\": [1, {\"b\": 2}],\n  \"c.d\": {\n    \"e\": null\n  }\n}\n",
        )
        .file("a.toml", "x = 1\n[tool.y]\nz = \"a\"\n")
        .file("a.yml", "on:\n  push:\n    - a\n")
        .file("a.ini", "[a]\nb = 1\n")
        .file("a.py", "import os\n");
    for [path, flags, expected] in rows(
        r#"
        a.rs |  | 1\tconst A\n3-6\tstruct Config\n8-14\timpl Config\n9-11\t load\n10\t  inner\n13\t save\n
        a.rs | --depth 1 | 1\tconst A\n3-6\tstruct Config\n8-14\timpl Config\n
        a.md |  | 1-5\tBook\n3-5\t Usage\n7\tEnd\n
        a.json |  | 2\tlist a\n2\t table 1\n2\t  b\n3-5\ttable "c.d"\n4\t e\n
        a.toml |  | 1\tx\n2-3\ttable tool\n2-3\t table y\n3\t  z\n
        a.yml |  | 1-3\ttable on\n2-3\t list push\n
        a.ini |  | 1-2\ttable a\n2\t b\n
        a.py |  |
        "#,
    ) {
        let flags: Vec<&str> = flags.split_whitespace().collect();
        assert_eq!(outlined(&bench, path, &flags), expected, "{path} {flags:?}");
    }
}

#[test]
fn a_raw_outline_is_for_programs() {
    let bench = Bench::with(
        "a.rs",
        "fn a() {}\n#[x]\nfn a() {}\nstruct A;\nimpl A {\n    fn b() {}\n}\n",
    )
    .file("a.md", "# A\n## B\n# A\n")
    .file("a.toml", "[a]\n\"b.c\" = 1\n");
    for (path, expected) in [
        (
            "a.rs",
            "a@1\tfunction\na@2\tfunction\nA\tstruct\nimpl A\timpl\nA::b\tmethod\n",
        ),
        ("a.md", "A@1\theading\nA/B\theading\nA@3\theading\n"),
        ("a.toml", "a\ttable\na.\"b.c\"\tnumber\n"),
    ] {
        let ran = bench.run(["view", path, "--outline", "--raw"]);
        assert_eq!(ran.status_is(0).unchanged().stdout, expected);
        for line in expected.lines().filter(|_| path != "a.toml") {
            let name = line.split_once('\t').unwrap().0;
            let flag = if path == "a.md" {
                "--section"
            } else {
                "--symbol"
            };
            bench.run(["view", path, flag, name]).status_is(0);
        }
    }
    bench.line("view a.rs --raw").refused(
        2,
        "incise: `--raw` needs --key or --outline\n\
         hint: --key KEY prints a value, --outline names; `cat` prints a file as it is\n",
    );
}

#[test]
fn names_and_anchors_of_an_outline_lead_to_the_place() {
    let bench = Bench::with("a.rs", RUST);
    let report = bench
        .line("view a.rs --outline --anchors --json")
        .status_is(0)
        .json();
    let load = &report["outline"][3];
    assert_eq!(
        (&load["kind"], &load["name"], &load["start"], &load["end"]),
        (
            &json!("method"),
            &json!("Config::load"),
            &json!(9),
            &json!(11)
        )
    );
    let (start, end) = (
        load["start_hash"].as_str().unwrap(),
        load["end_hash"].as_str().unwrap(),
    );
    assert!(
        outlined(&bench, "a.rs", &["--anchors"]).contains(&format!("9:{start}-11:{end}\t load\n"))
    );
    assert_eq!(report["lines"], json!([]));
    for entry in report["outline"].as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        let shown = bench
            .run(["view", "a.rs", "--symbol", name, "--json"])
            .status_is(0)
            .json();
        assert_eq!(shown["lines"][0]["line"], entry["start"], "{name}");
    }
    bench
        .pipe(json!({ "op": "lines", "path": "a.rs", "start": 9, "end": 11, "start_hash": start, "end_hash": end,
                       "text": "    fn load() {}\n" }).to_string(), ["apply", "--no-journal", "-q"])
        .status_is(0);
    assert!(bench.text("a.rs").contains("{\n    fn load() {}\n\n"));
}

#[test]
fn an_outline_stays_small_from_the_outside_in() {
    let mut text = String::new();
    for class in 0..20 {
        text += &format!("class Class{class}:\n");
        for method in 0..16 {
            text += &format!(
                "    def a_method_with_a_name_{method}(self):\n        x = 1\n        y = 2\n        return x\n\n\n"
            );
        }
    }
    let bench = Bench::with("a.py", &text);
    let ran = bench.line("view a.py --outline --depth 2");
    assert!(text.lines().count() < 2000 && ran.status_is(0).stdout.len() < 2000);
    let outline = outlined(&bench, "a.py", &[]);
    assert!(
        outline.contains("class Class19 +16\n")
            && outline.contains("8-11\t a_method_with_a_name_1\n")
    );
    assert_eq!(
        outlined(&bench, "a.py", &["--full"]).lines().count(),
        20 * 17
    );
    let flat: String = (0..500)
        .map(|name| format!("def name_{name}(): pass\n"))
        .collect();
    let bench = Bench::with("a.py", flat);
    assert!(outlined(&bench, "a.py", &[]).ends_with(" more names; --full shows all of them\n"));
}

#[test]
fn a_file_without_an_outline_is_refused() {
    let bench = Bench::with("a.lua", "x\n")
        .file("a.json", "{\n")
        .file("a.rs", RUST);
    bench.line("view a.lua --outline").refused(
        2,
        "incise: a.lua: the definitions of the file are unknown: this build has no grammar for its language\n\
         hint: use the text or line numbers instead; a heading or a table is a section\n",
    );
    bench.line("view a.rs --outline --depth 0").refused(
        2,
        "incise: `0` is not a valid value of `--depth`\nhint: --depth <N>, a whole number from 1\n",
    );
    bench
        .line("view a.json --outline")
        .status_is(1)
        .says("incise: a.json: cannot be read as JSON: ");
    for args in [
        &["view", "a.rs", "--depth", "2"][..],
        &["view", "a.rs", "--outline", "--depth", "0"],
        &["view", "a.rs", "1", "--outline"],
        &["view", "a.rs", "--outline", "--symbol", "load"],
    ] {
        bench.run(args).status_is(2).unchanged();
    }
}

#[test]
fn the_server_returns_an_outline() {
    let bench = Bench::with("a.rs", RUST);
    let mut client = Client::new(&bench, Revision::Of2026, &[]);
    let answer = client
        .call("read_lines", json!({ "path": "a.rs", "outline": 1 }))
        .done();
    assert_eq!(answer.structured["outline"].as_array().unwrap().len(), 3);
    let both = json!({ "path": "a.rs", "outline": 1, "start": 1 });
    client.call("read_lines", both).refused("mixed_modes");
}
