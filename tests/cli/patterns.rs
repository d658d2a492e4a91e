//! Patterns with lookaround, and replacements that change case.

use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::json;

use crate::bench::Bench;

fn replaced(text: &'static str, args: &[&str]) -> String {
    let bench = Bench::with("f", text);
    let all = ["replace", "f", "--all", "-q"];
    bench.run(all.iter().chain(args)).status_is(0);
    bench.text("f")
}

#[test]
fn look_around_and_back() {
    let cases = [
        ("10 EUR 10 kg\n", r"\d+(?= EUR)", "12", "12 EUR 10 kg\n"),
        (
            "foo bar, my.foo\n",
            r"(?<!\.)\bfoo\b",
            "f",
            "f bar, my.foo\n",
        ),
        ("the the cat\n", r"\b(\w+) \1\b", "$1", "the cat\n"),
        ("a\r\nbé\r\n", r"(?<=é)$", ";", "a\r\nbé;\r\n"),
        ("\u{feff}a\n", r"^(?=a)", "b", "\u{feff}ba\n"),
        ("<x>\n", r"(?<open><)(?=x)", "[${open}", "[<x>\n"),
        ("aXbX\n", r"a\KX", "-", "a-bX\n"),
    ];
    for (text, old, new, expected) in cases {
        let after = replaced(text, &["--fancy", "--old", old, "--new", new]);
        assert_eq!(after, expected, "{old}");
    }
}

#[test]
fn look_around_patterns_equal_plain_patterns() {
    let text = "one Two three\n\nfour é five\r\n six\n";
    for old in [
        r"\w+",
        r"^",
        r"$",
        r"\s+",
        r"(?i)t",
        r"[^e\r\n]",
        r"\b",
        "é",
        r"o|f.v",
        r"^ \w+$",
    ] {
        let plain = replaced(text, &["--regex", "--old", old, "--new", "<$0>"]);
        let fancy = replaced(text, &["--fancy", "--old", old, "--new", "<$0>"]);
        assert_eq!(fancy, plain, "{old}");
    }
}

#[test]
fn bytes_that_are_no_text_stay() {
    let bench = Bench::with("f", b"a\xff1\xfeb1\n");
    bench
        .line(r"replace f --fancy --old '(?<=b)\d' --new 2 -q")
        .status_is(0)
        .became(&[("f", Some(b"a\xff1\xfeb2\n"))]);
}

#[test]
fn a_search_that_backtracks_too_often_is_refused() {
    let bench = Bench::with("f", "a".repeat(2_000));
    bench
        .line(r"replace f --fancy --old '(a|aa)+(?!a)b\1' --new x")
        .fails(2, "the search took too many steps");
}

#[test]
fn groups_are_refused_if_the_pattern_moves_its_start() {
    let bench = Bench::with("f", "aX\n");
    bench
        .run(["replace", "f", "--fancy", "--old", r"(a)\KX", "--new", "$1"])
        .fails(2, "the expression moves its start")
        .says(r"a look-behind `(?<=...)`");
}

#[test]
fn a_broken_pattern_is_refused() {
    let bench = Bench::with("f", "aX\n");
    bench
        .line("replace f --fancy --old '(?<=a' --new b")
        .fails(2, "regular expression");
    bench
        .line("replace f --fancy --old '(?<=a)X' --new '$1'")
        .fails(2, "the expression has no group `1`");
}

#[test]
fn new_texts_set_the_case() {
    let cases = [
        (r"(\w+) (\w+)", r"\U$1\E $2", "ONE two\n"),
        (r"(\w+) (\w+)", r"\u$1 \u$2", "One Two\n"),
        (r"one", r"\\\U$0", "\\ONE two\n"),
        (r"(?P<a>\w+) two", r"\l\U${a}!", "oNE!\n"),
    ];
    for (old, new, expected) in cases {
        let args = ["--regex", "--case-escapes", "--old", old, "--new", new];
        assert_eq!(replaced("one two\n", &args), expected, "{new}");
    }
}

#[test]
fn a_backslash_that_sets_no_case_is_refused() {
    let bench = Bench::with("f", "one\n");
    let call = [
        "replace",
        "f",
        "--regex",
        "--case-escapes",
        "--old",
        "(o)ne",
        "--new",
    ];
    for (new, sign) in [(r"\1", r"`\1`"), (r"a\n", r"`\n`"), ("a\\", r"`\`")] {
        bench
            .run(call.iter().chain([&new]))
            .fails(2, &format!("{sign} is not a case escape"));
    }
    bench
        .line(r"replace f --case-escapes --old one --new '\U$0'")
        .fails(2, "case escapes need a regular expression");
}

#[test]
fn an_unsupported_case_escape_is_reported() {
    let bench = Bench::with("f", "one\n");
    bench
        .run([
            "replace", "f", "--regex", "--old", "(o)ne", "--new", r"\U$1", "-n",
        ])
        .status_is(0)
        .says("`\\U` in the new text is literal; --case-escapes interprets it");
    bench
        .run([
            "replace", "f", "--regex", "--old", "(o)ne", "--new", r"a\\U$1", "-n",
        ])
        .status_is(0)
        .stderr_is(contains("is literal").not());
}

#[test]
fn a_request_says_the_same() {
    let bench = Bench::with("f", "one two\n");
    let request = json!({
        "op": "replace", "path": "f", "old": "(?<= )t", "new": "\\U$0", "fancy": true, "case_escapes": true,
    });
    bench
        .pipe(request.to_string(), ["apply", "-q"])
        .done("", &[("f", "one Two\n")]);
    bench
        .line("insert f --fancy --after '(?<=one )Two' --text '!' --inline -q")
        .done("", &[("f", "one Two!\n")]);
}

/// An empty match is never inside a character.
#[test]
fn an_empty_match_is_between_letters() {
    Bench::with("a.txt", "éü\n")
        .line("replace a.txt --regex --all --old 'x*' --new - -q")
        .done("", &[("a.txt", "-é-ü-\n")]);
}

#[test]
fn the_new_lines_of_an_expression_keep_their_indentation() {
    for (text, old, new, after) in [
        ("  x\ny\n", "x\\n", "[$0]", "  [x\n]y\n"),
        ("  a\nb\n", "(\\w)(\\n)(\\w)", "$3$2$1", "  b\na\n"),
    ] {
        Bench::with("f", text)
            .run(["replace", "f", "--regex", "--old", old, "--new", new, "-q"])
            .done("", &[("f", after)]);
    }
}
