//! `--stdin-filename`: standard input as an editor's filter, with the name of the file that it comes from.

use crate::bench::Bench;

const CODE: &str = "def one():\n    return 1\n\n\ndef two():\n    return 1\n";

#[test]
fn a_symbol_is_found_by_the_language_of_the_name() {
    let line = [
        "replace", "-", "--symbol", "two", "--old", "1", "--new", "2",
    ];
    let bench = Bench::new();
    bench.pipe(CODE, line).status_is(2).unchanged();
    let line = [&line[..], &["--stdin-filename", "src/a.py", "-q"]].concat();
    let edited = CODE.replace("two():\n    return 1", "two():\n    return 2");
    bench.pipe(CODE, &line).done(&edited, &[]);
}

#[test]
fn a_key_is_set_by_the_dialect_of_the_name() {
    let bench = Bench::new();
    let line = ["set", "-", "package.version", "2.0", "--string"];
    let text = "# ours\n[package]\nversion = \"1.0\"\n";
    bench.pipe(text, line).status_is(2).unchanged();
    let named = [&line[..], &["--stdin-filename", "Cargo.toml", "-q"]].concat();
    let edited = text.replace("1.0", "2.0");
    bench.pipe(text, &named).done(&edited, &[]);
    let line = ["unset", "-", "a", "--stdin-filename", "x.json", "-q"];
    bench
        .pipe("{\"a\": 1, \"b\": 2}\n", line)
        .done("{\"b\": 2}\n", &[]);
}

#[test]
fn new_errors_of_syntax_are_refused_under_the_name() {
    let line = [
        "replace",
        "-",
        "--old",
        "return 1\n\n",
        "--new",
        "return (\n\n",
        "--syntax",
        "refuse",
        "--stdin-filename",
        "a.py",
    ];
    let bench = Bench::new();
    bench.pipe(CODE, line).fails(1, "a.py");
}

#[test]
fn the_file_of_that_name_is_not_read_or_written() {
    let bench = Bench::with("a.txt", "one\n");
    let line = [
        "replace",
        "-",
        "--old",
        "two",
        "--new",
        "2",
        "--stdin-filename",
        "a.txt",
        "-q",
    ];
    bench.pipe("two\n", line).done("2\n", &[]);
}

#[test]
fn a_name_without_standard_input_is_refused() {
    let bench = Bench::with("a.txt", "one\n");
    bench
        .line("replace a.txt --old one --new 1 --stdin-filename a.py")
        .fails(2, "names standard input, which is not edited");
}

#[test]
fn a_request_of_any_kind_that_edits_no_standard_input_is_refused_with_it() {
    let bench = Bench::with("a.txt", "one\n");
    let request = r#"{"op":"append","path":"a.txt","text":"two\n"}"#;
    for line in [
        &["apply", "--stdin-filename", "b.txt"][..],
        &["apply", "--each", "--stdin-filename", "b.txt"],
        &[
            "append",
            "a.txt",
            "--text",
            "x",
            "--stdin-filename",
            "b.txt",
        ],
    ] {
        bench.pipe(request, line).fails(
            2,
            "`--stdin-filename` names standard input, which is not edited",
        );
    }
}
