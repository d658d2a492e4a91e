//! Tests of the tiers `indent` and `unicode`.

use super::{code, first_tier, replaced, replacing, result, run, run_where};
use crate::refusal::{Code, FuzzyRejection, Reason};
use crate::request::{Indent, Match, Pick, Repeat, Replace, Threshold};
use crate::resolve::Tier;
use crate::table::rows;

fn tier(old: &str, new: &str, text: &str) -> Tier {
    first_tier(&run(&replacing(old, new), text).unwrap())
}

#[test]
fn new_lines_get_the_indentation_of_the_file() {
    for [old, new, text, after] in rows(
        r"
        // Tabs and spaces.
        \s   if x {\n        one()\n    }\n
        | \s   if x {\n        one()\n        two()\n    } else {\n        // three\n    }\n
        | func a() {\n\tif x {\n\t\tone()\n\t}\n}\n
        | func a() {\n\tif x {\n\t\tone()\n\t\ttwo()\n\t} else {\n\t\t// three\n\t}\n}\n
        \tif x:\n\t\tone()\n | \tif x:\n\t\tone()\n\t\ttwo()\n | def a():\n    if x:\n        one()\n
        | def a():\n    if x:\n        one()\n        two()\n
        // The lines lack their common indentation.
        def b(self):\n    return 1\n | def b(self):\n    if x:\n        return 2\n\n    return 1\n
        | class A:\n    def b(self):\n        return 1\n
        | class A:\n    def b(self):\n        if x:\n            return 2\n\n        return 1\n
        // A modified line keeps words that the request keeps.
        let a = f(1, 2);\nlet b = 0;\n | let a = f(1, 3);\nlet b = 0;\n | \s   let a = f(1, 2);  \n    let b = 0;\n
        | \s   let a = f(1, 3);  \n    let b = 0;\n
        ",
    ) {
        assert_eq!(tier(old, new, text), Tier::Indent, "{old}");
        assert_eq!(replaced(&replacing(old, new), text), after, "{old}");
    }
}

#[test]
fn lines_that_no_shift_explains_are_not_found() {
    for [old, new, text] in rows(
        r#"
        // One shift must explain every line.
        a()\nb()\n | c()\n | if x:\n    a()\n        b()\n
        // A brace alone is no evidence.
        \s       }\n |  | a {\n    }\n
        // Tiers above `exact` need whole lines.
        f(“x”) | y | a = f("x") + 1\n
        "#,
    ) {
        assert_eq!(code(old, new, text), Code::NotFound, "{old}");
    }
    // The new line has no column in the file.
    let found = code("    a()\n    b()\n", "    a()\nc()\n", "a()\nb()\n");
    assert_eq!(found, Code::Indentation);
}

#[test]
fn the_same_lines_at_two_depths_are_ambiguous() {
    let text = "if x:\n    a()\nelse:\n        a()\n";
    assert_eq!(code("\t\t\ta()\n", "b()\n", text), Code::Ambiguous);
    let all = Replace {
        pick: Pick::All,
        ..replacing("\ta()\n", "\tb()\n")
    };
    assert_eq!(replaced(&all, text), "if x:\n    b()\nelse:\n        b()\n");
}

#[test]
fn lines_that_stay_keep_their_bytes_at_every_tier() {
    let text = "\tone();  \n\ttwo();\r\n\tthree();\t\n";
    let action = replacing("one();\ntwo();\nthree();\n", "one();\n2();\nthree();\n");
    let after = replaced(&action, text);
    assert_eq!(after, "\tone();  \n\t2();\r\n\tthree();\t\n");
    let changes = run(&action, text).unwrap().changes;
    assert_eq!(changes.edits().len(), 1);
    assert_eq!(changes.edits()[0].old, "\ttwo();\r\n");
}

#[test]
fn typographic_quotes_dashes_and_spaces() {
    let text = "say(\"it's\") -- x\nnext\n";
    let old = "say(\u{201c}it\u{2019}s\u{201d})\u{a0}-- x\nnext\n";
    let new = "say(\u{201c}it\u{2019}s\u{201d})\u{a0}-- y\nnext\n\u{201c}new\u{201d}\n";
    assert_eq!(tier(old, new, text), Tier::Unicode);
    assert_eq!(
        replaced(&replacing(old, new), text),
        "say(\"it's\") -- y\nnext\n\"new\"\n",
        "new lines are literal"
    );
    let typeset = "\u{201c}a\u{201d} \u{2013} b\nc\n";
    let action = replacing("\"a\" - b\nc\n", "\"a\" - b\nd\n");
    let after = replaced(&action, typeset);
    assert_eq!(after, "\u{201c}a\u{201d} \u{2013} b\nd\n");
}

#[test]
fn unicode_normalisation() {
    let text = "caf\u{e9} = 1\nb\n";
    let action = replacing("cafe\u{301} = 1\nb\n", "cafe\u{301} = 2\nb\n");
    assert_eq!(replaced(&action, text), "caf\u{e9} = 2\nb\n");
    assert_eq!(tier("cafe\u{301} = 1\nb\n", "x\n", text), Tier::Unicode);
}

#[test]
fn the_first_tier_with_a_match_decides() {
    let text = "  a()\n\ta()\n";
    assert_eq!(tier("  a()\n", "b()\n", text), Tier::Exact);
    assert_eq!(tier("  a() \n", "b()\n", text), Tier::TrailingSpace);
}

fn fuzzy(old: &str, new: &str) -> Replace {
    let mut action = replacing(old, new);
    action.find.matching = Match::Fuzzy(Threshold::DEFAULT);
    action
}

const DRIFTED: &str =
    "fn a(one: u8) {\n    first(one);\n    second(one);\n    logged(one);\n    third(one, 3);\n}\n";

#[test]
fn a_fuzzy_match_needs_a_request_and_keeps_differing_lines() {
    let old = "fn a(one: u8) {\n    first(one);\n    second(one);\n    third(one, 3);\n}\n";
    let new = "fn a(one: u8) {\n    first(two);\n    second(one);\n    third(one, 3);\n}\n";
    let resolution = run(&fuzzy(old, new), DRIFTED).unwrap();
    assert!(matches!(first_tier(&resolution), Tier::Fuzzy(share) if share > 0.8));
    let after = replaced(&fuzzy(old, new), DRIFTED);
    assert_eq!(after, DRIFTED.replace("first(one)", "first(two)"));
    assert_eq!(code(old, new, DRIFTED), Code::NotFound, "not unasked");
}

#[test]
fn changed_lines_must_match_exactly_even_in_a_fuzzy_match() {
    let old = "fn a(one: u8) {\n    first(one);\n    second(one);\n    logged(one);\n    third(one, 4);\n}\n";
    let new = old.replace("third(one, 4)", "third(two, 4)");
    let refused = run(&fuzzy(old, &new), DRIFTED).unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
    let twice = format!("{DRIFTED}\n{}", DRIFTED.replace("fn a", "fn b"));
    let new = old.replace("first", "1st");
    let refused = run(&fuzzy(old, &new), &twice).unwrap_err();
    assert_eq!(refused.code(), Code::NotFound, "two places near each other");
}

#[test]
fn a_refusal_says_why_the_most_similar_lines_are_not_taken() {
    let old = "fn a(one: u8) {\n    first(one);\n    second(one);\n    logged(one);\n    third(one, 4);\n}\n";
    let unlike = |new: &str, text: &str| match run(&fuzzy(old, new), text) {
        Err(Reason::NotFound { why: Some(why), .. }) => why.rejection,
        other => panic!("{other:?}"),
    };
    let of_changed = old.replace("third(one, 4)", "third(two, 4)");
    let (lines, why) = unlike(&of_changed, DRIFTED).unwrap();
    assert_eq!((lines.count(), why), (6, FuzzyRejection::Sibling));
    let longer = DRIFTED.replace("third(one, 3)", "third(one, 4, more)");
    let (lines, why) = unlike(&of_changed, &longer).unwrap();
    assert_eq!((lines.count(), why), (6, FuzzyRejection::Changed));
    let twice = format!("{DRIFTED}\n{}", DRIFTED.replace("fn a", "fn b"));
    let (_, why) = unlike(&old.replace("first", "1st"), &twice).unwrap();
    assert!(matches!(why, FuzzyRejection::Rival(_)), "{why:?}");
    let other = DRIFTED.replace("fn a(one: u8) {", "let it = be(9) {");
    let (_, why) = unlike(&old.replace("first", "1st"), &other).unwrap();
    assert!(
        matches!(why, FuzzyRejection::Edge | FuzzyRejection::Threshold(80)),
        "{why:?}"
    );
    assert_eq!(unlike("x\n", "nothing\n"), None);
}

/// The result of `action` on `text`, or the code of the refusal.
fn outcome(action: &Replace, text: &str) -> Result<String, Code> {
    match run(action, text) {
        Ok(resolution) => Ok(result(&resolution, text)),
        Err(reason) => Err(reason.code()),
    }
}

#[test]
fn new_lines_after_a_lost_indentation_are_shifted_or_refused() {
    let text = "def f(x):\n    return g(x)\n";
    for [old, new, after] in rows(
        r#"
        return g(x) | y = h(x)\nreturn g(y) | def f(x):\n    y = h(x)\n    return g(y)\n
        return g(x) | if x:\n    return g(x)\n\nreturn 0 | def f(x):\n    if x:\n        return g(x)\n\n    return 0\n
        // New lines with the indentation of the file.
        return g(x) | if x:\n        return g(x)\n    return 0
        | def f(x):\n    if x:\n        return g(x)\n    return 0\n
        // The lines are inside a literal.
        g(x) | """\ntext""" | def f(x):\n    return """\ntext"""\n
        "#,
    ) {
        assert_eq!(replaced(&replacing(old, new), text), after, "{new}");
    }
    let unclear = replacing("return g(x)", "return \"\"\"\ntext\"\"\"");
    assert_eq!(outcome(&unclear, text), Err(Code::Indentation));
    let kept = Replace {
        indent: Indent::Kept,
        ..replacing("return g(x)", "y = h(x)\nreturn g(y)")
    };
    assert_eq!(
        replaced(&kept, text),
        "def f(x):\n    y = h(x)\nreturn g(y)\n"
    );
    let shifted = replacing("return g(x)", "y = h(x)\nreturn g(y)");
    assert_eq!(first_tier(&run(&shifted, text).unwrap()), Tier::Indent);
    let tabs = "f {\n\tone;\n}\n";
    assert_eq!(
        replaced(&replacing("one;", "two {\n    three;\n}"), tabs),
        "f {\n\ttwo {\n\t\tthree;\n\t}\n}\n"
    );
}

#[test]
fn an_insertion_that_is_there_in_another_indentation_is_not_made_twice() {
    let text = "def f():\n    import a\n    import b\n    go()\n";
    for (old, new) in [
        ("import a\n", "import a\nimport b\n"),
        ("import a", "import a\nimport b"),
        ("import b", "import a\nimport b"),
        ("\timport a\n", "\timport a\n\timport b\n"),
    ] {
        let action = replacing(old, new);
        assert_eq!(outcome(&action, text), Err(Code::AlreadyApplied), "{old}");
        let again = run_where(&action, Repeat::Accept, text).unwrap();
        assert!(again.changes.is_empty(), "{old}");
    }
    let other = replacing("\timport a\n", "\timport a\n\timport c\n");
    assert_eq!(
        replaced(&other, text),
        "def f():\n    import a\n    import c\n    import b\n    go()\n"
    );
}
