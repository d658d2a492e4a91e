//! Tests of the reasons why nothing matched: the nearest text, repairs, and already applied edits.

use std::path::Path;

use super::{code, line, replaced, replacing, result, run, run_where, snapshot};
use crate::refusal::{Code, Nearest, Reason, TextRepair, WhyNot};
use crate::request::{Fix, Match, Pick, Repeat, Replace};
use crate::resolve::{self, Explain, FileText, Tier};
use crate::table::rows;
use crate::text::LineRange;

fn why(action: &Replace, text: &str) -> WhyNot {
    match run(action, text) {
        Err(Reason::NotFound { why: Some(why), .. }) => *why,
        other => panic!("{other:?}"),
    }
}

fn nearest(old: &str, text: &str) -> Option<Nearest> {
    why(&replacing(old, "new text\n"), text).nearest
}

fn lines(first: usize, last: usize) -> LineRange {
    LineRange::new(line(first), line(last)).unwrap()
}

const TEXT: &str =
    "fn one() {\n    alpha(beta);\n}\n\nfn two() {\n    gamma(delta);\n    epsilon(zeta);\n}\n";

#[test]
fn the_nearest_place_and_its_first_difference() {
    let near = nearest(
        "fn two() {\n    gamma(delta);\n    epsilon(eta);\n}\n",
        TEXT,
    )
    .unwrap();
    assert_eq!(near.lines, lines(5, 8));
    assert_eq!(near.preview, "fn two() {");
    let difference = near.difference.unwrap();
    assert_eq!(difference.line, line(7));
    assert_eq!(difference.expected, "    epsilon(eta);");
    assert_eq!(difference.found.unwrap(), "    epsilon(zeta);");
    assert!((0.8..1.0).contains(&near.similarity));
}

#[test]
fn a_part_of_a_line_is_near_its_line() {
    let near = nearest("gamma(delta, eta)", TEXT).unwrap();
    assert_eq!(near.lines, lines(6, 6));
}

#[test]
fn nothing_similar_is_nothing_near() {
    assert_eq!(nearest("something else entirely\n", TEXT), None);
    assert_eq!(nearest("(((\n", TEXT), None);
    assert_eq!(nearest("x\n", ""), None);
}

#[test]
fn evidence_is_bounded() {
    let long = "word ".repeat(20_000) + "\n";
    let text = long.repeat(50);
    let near = nearest(&format!("{long}other"), &text).unwrap();
    assert_eq!(near.lines, lines(1, 2));
}

#[test]
fn new_text_at_the_place_is_already_applied() {
    let action = replacing("gamma(old)", "gamma(delta)");
    match run(&action, TEXT) {
        Err(Reason::AlreadyApplied { lines: there, .. }) => assert_eq!(there, [lines(6, 6)]),
        other => panic!("{other:?}"),
    }
    assert_eq!(code("gamma(old)", "amma", TEXT), Code::NotFound);
    assert_eq!(code("gamma(old)", "", TEXT), Code::NotFound);
    for [old, new, text] in rows(
        r#"
        version = "0.1.5" | version = "0.2.0" | version = "0.2.0"\n
        "debug": true | "debug": false | {\n  "debug": false\n}\n
        fn a(x: u8) | pub fn a(x: u16) | pub fn a(x: u16)\n
        import a\nimport b\n | import a\nimport c\nimport b\n | import a\nimport c\nimport b\nx\n
        // After a deletion, the lines around it are adjacent, or the end of the text is.
        one\ntwo\nthree\n | one\nthree\n | zero\none\nthree\nfour\n
        one\ntwo\n | one\n | zero\none\n
        call(one, two) | call(one) | call(one)\n
        // Lines that occur here only once in this combination.
        a = 1\nb = 2\nlet it = old(1);\n | a = 1\nb = 2\nlet it = new(2);\n
        | a = 1\nx\nb = 2\na = 1\nb = 2\nlet it = new(2);\n
        "#,
    ) {
        assert_eq!(code(old, new, text), Code::AlreadyApplied, "{old} -> {new}");
    }
}

#[test]
fn a_new_text_that_says_little_is_no_evidence() {
    for [old, new, text] in rows(
        r#"
        // The new text has too few distinctive lines.
        sum += 1 << bits;\n\ndo {\n | sum += 1 << bits;\n\nPRICE {\n | a {\n\ndo {\n}\nsum += 1 << bits;\n\nPRICE {\n
        fn main() {\n    // Start here\n | fn main() {\n    more();\n    // Start here\n
        | fn main() {\n    x();\n}\nfn main() {\n    more();\n    // Start here\n
        // The new text occurs elsewhere, and the old text is similar to another line.
        version = "0.1.4" | version = "0.2.0" | version = "0.1.5"\n\n[dependencies]\nfoo = { version = "0.2.0" }\n
        verbose=1 | 3 | retries=3\n
        verbose=1 | 3 | verbose=2\n3\n
        // The old text matches except for one space.
        \s   return  4\n | \s   return 5\n | def f():\n    return 5\n\ndef g():\n    return 4\n
        // The new text keeps nothing of the old text, or nothing that is unique here.
        alpha | omega | omega\n
        return a | return b | return b\nreturn c\n
        // The new text occurs twice.
        limit = 1 | limit = 2 | limit = 2\nlimit = 2\n
        // The new text only keeps a value, which does not identify its key.
        timeout=3 | retries=3 | retries=3\n
        a 3 | retries 3 | retries 3\n
        verbose = false | debug = false | debug = false\nlevel = 1\n
        "verbose": true | "debug": true | { "debug": true }\n
        <wait>30</wait> | <tries>30</tries> | <tries>30</tries>\n
        url: "http://a.b" | home: "http://a.b" | home: "http://a.b"\n
        set timeout 3 | set retries 3 | set retries 3\n
        def one(self, value): | def two(self, value): | def two(self, value):\n
        timeout --jobs | jobs = 3 | jobs = 3\n
        // The new text only keeps a word that begins many lines.
        return 3 | return 5 | def b():\n    return 5\n
        null, 1 | null, 2 | null, 2\n
        // The edit only deletes lines, and the text shows no trace of them.
        one\ntypo here\n | one\n | one\ntwo\n
        typo here\ntwo\n | two\n | one\ntwo\n
        // The new text is part of a line with other words.
        limit = 1; | limit = 2 | the limit = 2 or so\n
        "#,
    ) {
        assert_eq!(code(old, new, text), Code::NotFound, "{old} -> {new}");
    }
}

#[test]
fn a_damaged_copy_of_the_old_text_elsewhere_prevents_already_applied() {
    let old = "fn one() {\n    setup(1);\n    alpha(beta);\n    finish();\n}\n";
    let new = old.replace("beta", "gamma");
    let moved_on = old.replace("setup(1)", "setup(2)");
    let text = format!("{new}\nmod other {{\n{moved_on}}}\n");
    assert_eq!(code(old, &new, &text), Code::NotFound);
    assert_eq!(code(old, &new, &new), Code::AlreadyApplied);
}

#[test]
fn idempotent_accepts_a_completed_edit() {
    let idempotent = |old, new, text| {
        let resolution = run_where(&replacing(old, new), Repeat::Accept, text);
        resolution.map(|resolution| result(&resolution, text))
    };
    let code = |old, new, text| idempotent(old, new, text).unwrap_err().code();
    assert_eq!(
        idempotent("gamma(old)", "gamma(delta)", TEXT).unwrap(),
        TEXT
    );
    // The text to delete may be mistyped.
    assert_eq!(code("absent", "", TEXT), Code::NotFound);
    assert_eq!(code("absent", "", ""), Code::NotFound);
    let done = "import a\nimport b\nc\n";
    for text in ["import a\nc\n", done] {
        let after = idempotent("import a\n", "import a\nimport b\n", text);
        assert_eq!(after.unwrap(), done);
    }
    assert_eq!(code("gamma(delta, 1);", "", TEXT), Code::NotFound);
    assert_eq!(code("absent", "neither", TEXT), Code::NotFound);
}

#[test]
fn the_doctor_names_the_one_repair() {
    let text = "if a && !b { print(\"x\", '$'); }\n\ttab\nline\nso \u{201c}quoted\u{201d} \u{2013} \u{2018}x\u{2019}\n";
    for (old, repair) in [
        (r"a && \!b", TextRepair::Escaped('!')),
        (r#"print(\"x\","#, TextRepair::Escaped('"')),
        (r#"\!b { print(\"x\""#, TextRepair::ShellEscapes),
        (r"'$'); }\n", TextRepair::TypedNewlines),
        (r"\ttab", TextRepair::TypedTabs),
        ("a &amp;&amp; !b", TextRepair::HtmlEntities),
        ("print(\u{201c}x\u{201d}", TextRepair::TypographicQuotes),
        ("2 | \ttab\n3 | line\n", TextRepair::LineNumbers),
        ("LINE", TextRepair::Case),
        ("\"quoted\" - 'x'", TextRepair::PlainQuotes),
    ] {
        let found = why(&replacing(old, "something"), text).repair;
        assert_eq!(found.map(|(repair, _)| repair), Some(repair), "{old}");
    }
}

#[test]
fn the_doctor_is_silent_where_a_repair_is_ambiguous_or_useless() {
    let twice = "a!b\na!b\n";
    assert_eq!(why(&replacing(r"a\!b", "x"), twice).repair, None);
    assert_eq!(why(&replacing(r"\!z", "x"), twice).repair, None);
}

#[test]
fn a_repair_is_certain_where_it_changes_nothing_but_the_damage() {
    let text = "if a && !b { print(\"x\", '$'); }\nline\nport = 8080\n";
    for (old, new, is_certain) in [
        (r"a && \!b", r"a && \!c", true),
        (r#"print(\"x\","#, r#"print(\"y\","#, true),
        // The new text has a kind of damage that the old text does not have.
        ("print(\u{201c}x\u{201d}", "print(\u{201c}y\u{201d}", true),
        (
            "print(\u{201c}x\u{201d}",
            "print(\u{201c}y \u{2014} z\u{201d}",
            false,
        ),
        ("a &amp;&amp; !b", "a &amp;&amp; !c", true),
        ("a &amp;&amp; !b", "a &amp;&amp; \"&nbsp;\"", false),
        // A line break in a string is part of the value.
        (r"}\nline", r"}\nrow", true),
        (r"}\nline", r#"}\nprint("x\n")"#, false),
        // The old text is part of a longer word.
        (r"'\$'", r"'\#'", true),
        (r"port = 80\", "port = 81", false),
        (r"}\nlin", r"}\nrow", false),
    ] {
        assert_eq!(
            why(&replacing(old, new), text).repair_is_certain,
            is_certain,
            "{old} {new}"
        );
    }
}

#[test]
fn fix_escapes_repairs_both_texts() {
    let fixing = |old, new| Replace {
        fix: Fix::Escapes,
        ..replacing(old, new)
    };
    assert_eq!(replaced(&fixing(r"\!a", r"\!b"), "x = !a\n"), "x = !b\n");
    let numbered = fixing("1 | a\n2 |   b\n", "1 | a\n2 |   c\nd\n");
    assert_eq!(replaced(&numbered, "a\n  b\n"), "a\n  c\nd\n");
    let case = fixing("LINE", "row");
    assert_eq!(run(&case, "line\n").unwrap_err().code(), Code::NotFound);
    let after = replaced(&fixing("a", r"\!"), "a\n");
    assert_eq!(after, "\\!\n", "found as it is");
}

#[test]
fn a_refusal_without_explanation_has_no_reasons() {
    let now = snapshot("a\n");
    let (action, file) = (replacing("c", "x"), FileText::new(Path::new("a"), &now));
    let nothing = Explain::Nothing;
    let found = resolve::replace_with(&action, Repeat::Refuse, file, now.span(), nothing);
    assert!(matches!(found, Err(Reason::NotFound { why: None, .. })));
}

#[test]
fn places_outside_the_scope_are_reported() {
    let now = snapshot("a\nb\nc\n");
    let window = now.span_of(lines(1, 1)).unwrap();
    match resolve::replace(
        &replacing("c", "x"),
        Repeat::Refuse,
        Path::new("a"),
        &now,
        window,
    ) {
        Err(Reason::NotFound { why: Some(why), .. }) => {
            assert_eq!(why.searched, Some(lines(1, 1)));
            let outside: Vec<_> = why.outside_scope.iter().map(|place| place.lines).collect();
            assert_eq!(outside, [lines(3, 3)]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn exact_matching_names_the_tier_that_would_have_matched() {
    let mut action = replacing("gamma(delta);\nepsilon(zeta);\n", "x\n");
    action.find.matching = Match::Exact;
    let (tier, place) = why(&action, TEXT).other_tier.unwrap();
    assert_eq!((tier, place.lines), (Tier::Indent.name(), lines(6, 7)));
}

#[test]
fn the_repair_must_fit_the_pick() {
    let all = Replace {
        pick: Pick::All,
        ..replacing(r"a\!b", "x")
    };
    let (repair, place) = why(&all, "a!b\na!b\n").repair.unwrap();
    assert_eq!(
        (repair, place.lines),
        (TextRepair::Escaped('!'), lines(1, 1))
    );
}

#[test]
fn of_equally_similar_places_the_one_with_the_same_letters_is_the_nearest() {
    let targets = [
        "build", "test", "clean", "doc", "fmt", "check", "update", "clippy",
    ];
    let text: String = targets
        .iter()
        .map(|target| format!("{target}:\n\tcargo {target}\n\n"))
        .collect();
    for (wanted, line) in [("cargo clipy", 23), ("cargo bild", 2), ("cargo udate", 20)] {
        let nearest = why(&replacing(wanted, "x"), &text).nearest.unwrap();
        assert_eq!(nearest.lines, lines(line, line), "{wanted}");
    }
}
