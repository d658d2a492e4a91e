//! Merging by lines: results as in git, conflicts, and the rules that resolve them.

mod beside;
mod imports;

use std::cell::Cell;

use bytes::Bytes;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::{MarkerLabels, Markers, MergeReach, MergeRule, MergedText, RULES, RuleSet, Versions};
use crate::table::rows;
use crate::{ConflictStyle, Favour, MarkedConflicts};

/// Merges `versions` with all rules.
fn merge(versions: &Versions, favour: Option<Favour>) -> MergedText<'_> {
    super::merge(versions, MergeReach::Rules(RuleSet::All)).favouring(favour)
}

fn merge_apart(versions: &Versions) -> MergedText<'_> {
    super::merge(versions, MergeReach::Apart)
}

/// Versions in which each word becomes a line.
fn versions(texts: [&str; 3]) -> Versions {
    let lines = texts.map(|words| {
        let lines = words.split_whitespace().map(|word| format!("{word}\n"));
        lines.collect::<String>()
    });
    of_texts(lines.each_ref().map(String::as_str))
}

fn of_texts(texts: [&str; 3]) -> Versions {
    let [base, ours, theirs] = texts.map(|text| Bytes::from(text.to_owned()));
    Versions { base, ours, theirs }
}

/// `versions` with their side as ours.
fn exchanged(versions: &Versions) -> Versions {
    Versions {
        base: versions.base.clone(),
        ours: versions.theirs.clone(),
        theirs: versions.ours.clone(),
    }
}

/// The text of `merged`, with conflicts in `style` and short markers.
fn written(merged: &MergedText, style: ConflictStyle) -> String {
    let markers = Markers {
        size: 1,
        labels: MarkerLabels {
            ours: Vec::new(),
            base: Vec::new(),
            theirs: Vec::new(),
        },
    };
    String::from_utf8(merged.marked(style, |_| markers.clone())).unwrap()
}

/// The merged lines of `texts`, separated by spaces.
fn merged(texts: [&str; 3], favour: Option<Favour>) -> String {
    let versions = versions(texts);
    let merged = merge(&versions, favour);
    written(&merged, ConflictStyle::Merge)
        .trim()
        .replace('\n', " ")
}

/// Applies the edits of `merged` to our side.
fn edited(merged: &MergedText, ours: &[u8]) -> Vec<u8> {
    let mut text = ours.to_vec();
    for edit in merged.edits().iter().rev() {
        assert_eq!(text[edit.at..edit.end()], edit.old[..]);
        text.splice(edit.at..edit.end(), edit.new.iter().copied());
    }
    text
}

#[test]
fn one_sided_and_equal_changes_are_merged() {
    for (base, ours, theirs, both) in [
        ("a b c", "A b c", "a b C", "A b C"),
        ("a b c", "a c", "a b c d", "a c d"),
        ("a b c", "a X c", "a X c", "a X c"),
        ("a b c", "a X b c d", "a X b c", "a X b c d"),
        ("", "a", "a", "a"),
        ("a", "", "a", ""),
        ("a b", "a b", "", ""),
    ] {
        assert_eq!(merged([base, ours, theirs], None), both, "{base}");
        assert_eq!(merged([base, theirs, ours], None), both, "{base}");
    }
}

#[test]
fn repeated_lines_merge_as_in_git_merge_file() {
    for [base, ours, theirs, by_git] in rows(
        r"
        a b a | b a a | a b b a a | b b a a a
        a b b b | b a a b b | a b b b b | b a a b b b
        a a b a | a a b b a | a b b a a b | a b b b a a b
        b a b a b | b a a b b | a a b | a a b b
        a a b b b | a a b b b c a a d a a | a b a b b | a b a b b c a a d a a
        c b a | a c a c b a b a | c b x b y b z a a c a | a c a c b x b y b z a a c a b a
        ",
    ) {
        assert_eq!(merged([base, ours, theirs], None), by_git, "{base}");
    }
}

#[test]
fn different_changes_conflict_unless_a_side_is_selected() {
    let texts = ["a b c d", "a X c d", "a Y c D"];
    assert_eq!(merged(texts, None), "a < X = Y > c D");
    assert_eq!(merged(texts, Some(Favour::Ours)), "a X c D");
    assert_eq!(merged(texts, Some(Favour::Theirs)), "a Y c D");
    assert_eq!(merged(texts, Some(Favour::Union)), "a X Y c D");
    // Lines that both sides of a conflict share appear once.
    let texts = ["a e", "a w x y e", "a w z y e"];
    assert_eq!(merged(texts, None), "a w < x = z > y e");
    assert_eq!(merged(texts, Some(Favour::Union)), "a w x z y e");
}

/// The merged text of `texts` and the rules that resolved it, or `conflict`.
fn settled(texts: [&str; 3]) -> String {
    let versions = of_texts(texts);
    let merged = merge(&versions, None);
    if merged.conflicts().count() > 0 {
        return "conflict".to_owned();
    }
    let rules: Vec<&str> = merged.settled().map(|(_, rule)| rule.name()).collect();
    let text = edited(&merged, &versions.ours);
    assert_eq!(text, written(&merged, ConflictStyle::Merge).as_bytes());
    format!("{}: {}", rules.join(", "), String::from_utf8(text).unwrap())
}

/// Asserts the merged text of `texts` and the rules that resolved it.
#[track_caller]
fn assert_settled(texts: [&str; 3], expected: impl AsRef<str>) {
    assert_eq!(settled(texts), expected.as_ref(), "{texts:?}");
}

/// The same, whichever side is ours.
#[track_caller]
fn assert_settled_both_ways([base, ours, theirs]: [&str; 3], expected: impl AsRef<str>) {
    assert_settled([base, ours, theirs], &expected);
    assert_settled([base, theirs, ours], &expected);
}

/// Asserts that `texts` conflict, whichever side is ours.
#[track_caller]
fn assert_conflict(texts: [&str; 3]) {
    assert_settled_both_ways(texts, "conflict");
}

#[test]
fn touching_changes_without_a_common_line_are_both_kept() {
    for (texts, both) in [
        (
            ["a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n"],
            "adjacent: A\nB\nc\n",
        ),
        (["a\nb\nc\n", "A\nb\nc\n", "a\nc\n"], "adjacent: A\nc\n"),
        (
            ["a\nb\nc\n", "a\nb 2\nc\n", "a\nx\nb\nc\n"],
            "beside: a\nx\nb 2\nc\n",
        ),
        (
            ["a\nb\nc\n", "a\nb 2\nc\n", "a\nb\nx\nc\n"],
            "beside: a\nb 2\nx\nc\n",
        ),
        (["a\nb\nc\n", "a\nc\n", "a\nb\nx\nc\n"], "beside: a\nx\nc\n"),
    ] {
        assert_settled_both_ways(texts, both);
    }
    // One side deleted lines into which the other inserted a line.
    assert_conflict(["a\nb\nc\nd\n", "a\nd\n", "a\nb\nx\nc\nd\n"]);
}

#[test]
fn other_words_of_a_line_both_change() {
    assert_settled(["f(a, b)\n", "f(a, c)\n", "g(a, b)\n"], "words: g(a, c)\n");
    // A number with dots is one word.
    assert_conflict(["v 1.2.3\n", "v 2.2.3\n", "v 1.2.4\n"]);
    assert_conflict(["f(a)\n", "f(b)\n", "f(c)\n"]);
    // One side quotes what the other changes, and a word would follow itself.
    assert_conflict(["f(\"x\")\n", "f(`${g(\"x\")}`)\n", "f(\"s.x\")\n"]);
    assert_conflict(["that is here\n", "that in here\n", "that is in here\n"]);
    // The changed words touch.
    assert_conflict(["f(a)\n", "f(b)\n", "f(a, c)\n"]);
    // The old and new lines cannot be paired, because too many lines changed.
    let base = "f(a)\nf(b)\nf(c)\nf(d)\nf(e)\n";
    assert_conflict([base, &base.replace('f', "g"), "h(a, b, c, d, e)\n"]);
}

#[test]
fn a_number_and_a_date_are_one_word() {
    for texts in [
        ["x = 1e-5\n", "x = 2e-5\n", "x = 1e-6\n"],
        ["on 2024-01-02\n", "on 2024-02-02\n", "on 2024-01-03\n"],
        ["at 10:20\n", "at 11:20\n", "at 10:21\n"],
        [
            "<v>2.7.4-SNAPSHOT</v>\n",
            "<v>2.7.5-SNAPSHOT</v>\n",
            "<v>2.7.4-fast-SNAPSHOT</v>\n",
        ],
    ] {
        assert_conflict(texts);
    }
    assert_settled(
        ["x[i - 1]\n", "x[k - 1]\n", "x[i - 2]\n"],
        "words: x[k - 2]\n",
    );
}

#[test]
fn a_list_has_one_entry_of_a_name() {
    let list = |more: &str| format!("{{\n  \"a\": 1,\n  \"b\": 1,\n{more}  \"z\": 1\n}}\n");
    let with = |line: &str| list(&format!("  {line},\n"));
    let both = |ours: &str, theirs: &str| settled([&list(""), &with(ours), &with(theirs)]);
    assert_eq!(both("\"k\": 3", "\"k\": 4"), "conflict");
    assert_eq!(
        both("\"k\": 3", "\"d\": 4"),
        format!("sorted: {}", list("  \"d\": 4,\n  \"k\": 3,\n"))
    );
    // The same in a list that is not sorted, and with numbers as names.
    let unsorted = |more: &str| format!("m:\n  z: 1\n{more}  b: 1\n");
    let texts = [unsorted(""), unsorted("  k: 3\n"), unsorted("  k: 4\n")];
    assert_conflict(texts.each_ref().map(String::as_str));
    assert_conflict(["1. a\n2. b\n", "1. a\n2. b\n3. c\n", "1. a\n2. b\n3. d\n"]);
}

#[test]
fn one_number_is_not_given_to_two_names() {
    for lines in rows::<3>(
        r#"
        #define A 16\n | #define B 17\n | #define C 17\n
        #define A (1ULL<<45) /* of 64 */\n | #define B (1ULL<<46) /* 1 */\n | #define C (1ULL<<46)\n
        String A = "1-18";\n | String B = "1-19";\n | String C = "1-19";\n
        #define A 16\n | #define B 17 /* of\n 32 */\n#define D 18\n | #define C 17\n#define E 18\n
        "#,
    ) {
        let [above, ours, theirs] = lines;
        let with = |line: &str| format!("{above}{line}\nend\n");
        let texts = [with(""), with(ours), with(theirs)];
        assert_conflict(texts.each_ref().map(String::as_str));
    }
}

#[test]
fn nothing_is_inserted_after_a_statement_that_leaves_its_block() {
    let with = |line: &str| format!("f() {{\n  a();\n{line}}}\n");
    let both = |ours: &str, theirs: &str| settled([&with(""), &with(ours), &with(theirs)]);
    assert_eq!(both("  return 1;\n", "  b();\n"), "conflict");
    assert_eq!(both("  b();\n", "  return 1;\n"), "conflict");
    assert!(both("  if (b)\n    return 1;\n", "  c();\n").starts_with("insertions: "));
}

#[test]
fn a_line_inserted_by_both_sides_appears_once() {
    let base = "import a;\nrun();\n";
    let (ours, theirs) = (
        "import a;\nimport b;\nrun(2);\n",
        "import a;\nimport b;\nrun();\n",
    );
    let both = format!("beside: {ours}");
    assert_settled_both_ways([base, ours, theirs], both);
}

#[test]
fn lines_that_end_in_two_ways_are_not_mixed() {
    assert_conflict(["aa\r\nbb\r\n", "aa\r\nx\r\nbb\r\n", "aa\nbb\nc\n"]);
}

#[test]
fn insertions_at_one_place_are_both_kept_ours_first() {
    assert_settled(
        ["fn a\nend\n", "fn a\nfn b\nend\n", "fn a\nfn c\nend\n"],
        "insertions: fn a\nfn b\nfn c\nend\n",
    );
    // Both sides begin with the same new line.
    assert_conflict([
        "fn a\nend\n",
        "fn a\nfn more\n x\nend\n",
        "fn a\nfn more\n y\nend\n",
    ]);
}

#[test]
fn a_sorted_list_stays_sorted_and_has_nothing_twice() {
    let list = |more: &[&str]| {
        let mut lines = [
            &["use alpha;", "use beta;", "use kappa;", "use sigma;"],
            more,
        ]
        .concat();
        lines.sort_unstable();
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let (base, ours) = (list(&[]), list(&["use gamma;"]));
    assert_settled(
        [&base, &ours, &list(&["use delta;"])],
        format!("sorted: {}", list(&["use delta;", "use gamma;"])),
    );
    // One line above and one below are not enough to recognize a sorted list.
    assert_settled(
        ["b\nk\n", "b\ng\nk\n", "b\nd\nk\n"],
        "insertions: b\ng\nd\nk\n",
    );
    assert_settled(
        [&base, &ours, &list(&["use delta;", "use gamma;"])],
        format!("alike: {}", list(&["use delta;", "use gamma;"])),
    );
}

#[test]
fn two_lines_at_the_end_of_a_list_show_that_it_is_sorted() {
    let imports = "import x.alpha;\nimport x.beta;\n";
    let with = |more: &str| format!("{imports}{more}\nclass C {{}}\n");
    assert_settled(
        [
            &with(""),
            &with("import x.sigma;\n"),
            &with("import x.gamma;\n"),
        ],
        format!("sorted: {}", with("import x.gamma;\nimport x.sigma;\n")),
    );
    // A single line is not enough to recognize a sorted list.
    let with = |more: &str| format!("import x.beta;\n{more}\nclass C {{}}\n");
    assert_settled(
        [
            &with(""),
            &with("import x.sigma;\n"),
            &with("import x.gamma;\n"),
        ],
        format!("insertions: {}", with("import x.sigma;\nimport x.gamma;\n")),
    );
}

#[test]
fn lines_replaced_by_both_sides_in_a_sorted_list_stay_sorted() {
    let list = |inner: &[&str]| {
        let lines = [&["use alpha;", "use beta;"], inner, &["use zeta;"]].concat();
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let base = list(&["use kappa;", "use sigma;"]);
    let (ours, theirs) = (
        list(&["use lambda;", "use sigma;"]),
        list(&["use delta;", "use kappa;", "use sigma;"]),
    );
    let both = format!(
        "sorted: {}",
        list(&["use delta;", "use lambda;", "use sigma;"])
    );
    assert_settled_both_ways([&base, &ours, &theirs], both);
    // Both sides replaced the same line.
    assert_conflict([&base, &ours, &list(&["use mu;", "use sigma;"])]);
}

#[test]
fn a_line_next_to_a_line_that_was_indented_or_replaced_keeps_the_conflict() {
    let base = "enum E {
    A,
    B,
    D,
}
";
    let with = |lines: &str| base.replace("    B,\n", lines);
    let (above, below) = (with("    C,\n    B,\n"), with("    B,\n    C,\n"));
    for changed in [
        with("        B,\n"),
        with("    if (x) {\n        B,\n    }\n"),
        with("    other(1)\n"),
    ] {
        assert_conflict([base, &changed, &above]);
        assert_conflict([base, &changed, &below]);
    }
    assert_conflict([base, &with("    B(1),\n}\n\nenum F {\n    X,\n"), &below]);
}

#[test]
fn a_name_is_one_that_is_defined_or_used_again() {
    let base = "One word here.\nTwo lines.\n";
    // A word that occurs once in the base is not a name.
    assert_settled(
        [
            base,
            "One line here.\nTwo lines.\n",
            "One word here.\nA word.\nTwo lines.\n",
        ],
        "beside: One line here.\nA word.\nTwo lines.\n",
    );
    let base = "let word = 1;\nend\n";
    assert_conflict([
        base,
        "let name = 1;\nend\n",
        "let word = 1;\nprint(word);\nend\n",
    ]);
}

#[test]
fn a_name_that_one_side_removed_keeps_the_conflict() {
    let base = "let total = sum();\nprint(total);\n";
    assert_conflict([
        base,
        "let amount = sum();\nprint(amount);\n",
        "let total = sum();\nprint(total);\nlog(total);\n",
    ]);
    assert_settled(
        [
            base,
            "let amount = sum();\nprint(amount);\n",
            "let total = sum();\nprint(total);\nlog();\n",
        ],
        "beside: let amount = sum();\nprint(amount);\nlog();\n",
    );
}

#[test]
fn both_sides_defining_or_writing_the_same_for_the_first_time_keep_the_conflict() {
    let base = "fn a() {}\nend\n";
    let with = |lines: &str| format!("fn a() {{}}\n{lines}end\n");
    assert_conflict([
        base,
        &with("limit = 3;\nrun(limit);\n"),
        &with("check();\nlimit = 4;\n"),
    ]);
    // The other side inserted a whole line.
    assert_conflict([
        base,
        &with("run();\nstop();\n"),
        &with("check();\nrun();\n"),
    ]);
    // Both sides only use the name.
    assert_settled(
        [base, &with("run(limit);\n"), &with("check(limit);\n")],
        "insertions: fn a() {}\nrun(limit);\ncheck(limit);\nend\n",
    );
    // The base already contains the name.
    for [base, ours, theirs] in rows(
        r#"
        x = 46;\n | x = 47;\n | z = 1;\nx = 48;\n
        len-min = 1\n | len-max = 3\n | len-max = 4\n
        s.close()\n | def close(self):\n | def close(self) -> None:\n
        fn a() {}\n | fn b<T>(t: T) {\n | fn b<'a>(t: &'a T) {\n
        from a import b\n | from c import d\n | from e import d, f\n
        \s   Open,\n | \s   Closed,\n | \s   Closed(u32),\n
        'a': 1,\n | 'k': 1,\n | "k": 2,\n
        "#,
    ) {
        let with = |lines: &str| format!("{base}{lines}end\n");
        assert_conflict([&with(""), &with(ours), &with(theirs)]);
    }
}

#[test]
fn a_reordering_stays_a_conflict() {
    for versions in rows::<3>(
        r"
        [\n {a: 1},\n {b: 1}\n]\n | [\n {b: 1},\n {a: 1}\n]\n | [\n {a: 1},\n {b: 9}\n]\n
        go(item => item.x);\n | go(row => row.x);\n | go(item => item.x + item.y);\n
        ",
    ) {
        assert_conflict(versions);
    }
}

#[test]
fn lines_inserted_at_one_place_stay_attached_to_their_block() {
    let (base, new) = ("def f():\n    a()\nend\n", "\ndef g():\n    c()\n");
    let with = |lines: &str| format!("def f():\n    a()\n{lines}end\n");
    let both = format!("insertions: {}", with(&format!("    b()\n{new}")));
    assert_settled_both_ways([base, &with(new), &with("    b()\n")], both);
    // A decorator belongs to the following line.
    assert_settled(
        [base, &with("@one\n"), &with("def g():\n    c()\n")],
        format!("insertions: {}", with("def g():\n    c()\n@one\n")),
    );
}

#[test]
fn lines_put_in_at_the_edge_of_removed_ones_keep_the_conflict() {
    let base = "def a():\n    one()\n\n\ndef f():\n    two()\n";
    let without = "def a():\n    one()\n";
    assert_conflict([base, without, &format!("{base}    three()\n")]);
    let beside = format!("{base}\n\ndef g():\n    three()\n");
    let both = "beside: def a():\n    one()\n\n\ndef g():\n    three()\n";
    assert_settled([base, without, &beside], both);
}

#[test]
fn the_styles_show_more_or_less_of_the_base() {
    let versions = versions(["a b c d", "a 1 2 c d", "a 1 3 c d"]);
    let merged = merge(&versions, None);
    let shown = |style| written(&merged, style).replace('\n', " ");
    assert_eq!(shown(ConflictStyle::Merge), "a 1 < 2 = 3 > c d ");
    assert_eq!(shown(ConflictStyle::Zdiff3), "a 1 < 2 | b = 3 > c d ");
    assert_eq!(shown(ConflictStyle::Diff3), "a < 1 2 | b = 1 3 > c d ");
}

#[test]
fn a_line_without_an_ending_gets_one_where_another_follows() {
    for (base, ours, theirs, text) in [
        ("a\nb\nc", "A\nb\nc", "a\nb\nc\nd\n", "A\nb\nc\nd\n"),
        ("a\nb\nc", "a\nb\nc\nd", "A\nb\nc", "A\nb\nc\nd"),
        ("a\r\nb\r\nc", "a\r\nb\r\nc", "c\r\n", "c\r\n"),
    ] {
        let versions = of_texts([base, ours, theirs]);
        let merged = merge(&versions, None);
        assert_eq!(written(&merged, ConflictStyle::Merge), text);
        assert_eq!(edited(&merged, ours.as_bytes()), text.as_bytes());
    }
}

#[test]
fn the_words_of_a_marker_stay_on_its_line() {
    let markers = Markers {
        size: MarkedConflicts::USUAL_SIZE,
        labels: MarkerLabels {
            ours: b"a\nb".to_vec(),
            base: b"base".to_vec(),
            theirs: Vec::new(),
        },
    };
    let versions = versions(["a", "b", "c"]);
    let text = merge(&versions, None).marked(ConflictStyle::Diff3, |_| markers.clone());
    let text = String::from_utf8(text).unwrap();
    assert_eq!(
        text,
        "<<<<<<< a?b\nb\n||||||| base\na\n=======\nc\n>>>>>>>\n"
    );
}

/// One edit per line of the base: 0 keeps the line, 1 removes it, 2 changes it, and 3 inserts a line after it.
type LineEdits = Vec<u8>;

/// The text after `edits` by `side`. All lines of the base are different.
fn made(edits: &LineEdits, side: char) -> String {
    let line = |(number, edit): (usize, &u8)| match edit {
        0 => format!("line {number}\n"),
        1 => String::new(),
        2 => format!("{side} {number}\n"),
        _ => format!("line {number}\n{side} behind {number}\n"),
    };
    edits.iter().enumerate().map(line).collect()
}

/// The lines of `text`. Lines inserted at the same place are sorted, so that their order does not depend on the
/// sides.
fn insertions_in_order(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    let is_insertion = |line: &&[u8]| line.windows(6).any(|word| word == b"behind");
    for together in lines.chunk_by_mut(|one, two| is_insertion(one) && is_insertion(two)) {
        together.sort_unstable();
    }
    lines
}

#[test]
fn separate_changes_merge_symmetrically() {
    let edit = prop_oneof![6 => Just(0u8), 1 => 1..4u8];
    let edits = prop::collection::vec((edit.clone(), edit), 1..40);
    let (apart, meeting) = (Cell::new(0), Cell::new(0));
    let mut runner = TestRunner::new(Config::with_cases(1000));
    runner
        .run(&edits, |edits| {
            let (ours, theirs): (LineEdits, LineEdits) = edits.iter().copied().unzip();
            let base: LineEdits = vec![0; edits.len()];
            let sides = [made(&base, ' '), made(&ours, 'o'), made(&theirs, 't')];
            let texts = of_texts(sides.each_ref().map(String::as_str));
            let exchanged = exchanged(&texts);
            let (merged, mirrored) = (merge(&texts, None), merge(&exchanged, None));
            let is_apart = |(number, own): (usize, &u8)| {
                let near = number.saturating_sub(1)..(number + 2).min(theirs.len());
                *own == 0 || theirs[near].iter().all(|other| *other == 0)
            };
            if ours.iter().enumerate().all(is_apart) {
                apart.set(apart.get() + 1);
                let both = edits
                    .iter()
                    .map(|(ours, theirs)| (ours + theirs, *ours > 0));
                let both = both
                    .enumerate()
                    .map(|(number, (edit, is_ours))| match edit {
                        0 => format!("line {number}\n"),
                        1 => String::new(),
                        2 => format!("{} {number}\n", if is_ours { 'o' } else { 't' }),
                        _ => {
                            let side = if is_ours { 'o' } else { 't' };
                            format!("line {number}\n{side} behind {number}\n")
                        }
                    });
                let both: String = both.collect();
                prop_assert_eq!(merged.conflicts().count(), 0);
                prop_assert_eq!(written(&merged, ConflictStyle::Merge), both);
            }
            let is_clean = merged.conflicts().count() == 0;
            prop_assert_eq!(mirrored.conflicts().count(), merged.conflicts().count());
            if is_clean {
                let text = edited(&merged, &texts.ours);
                let shown = written(&merged, ConflictStyle::Merge);
                prop_assert_eq!(&text[..], shown.as_bytes());
                let mirror = edited(&mirrored, &exchanged.ours);
                prop_assert_eq!(insertions_in_order(&text), insertions_in_order(&mirror));
            }
            let is_same = |number: usize| ours[number] == 1 && theirs[number] == 1;
            let meets = |number: usize| ours[number] != 0 && theirs[number] != 0;
            if (0..edits.len()).any(|number| meets(number) && !is_same(number)) {
                meeting.set(meeting.get() + 1);
                prop_assert!(!is_clean || merged.settled().count() > 0);
            }
            Ok(())
        })
        .unwrap();
    assert!(apart.get() > 100, "{} lay apart", apart.get());
    assert!(meeting.get() > 100, "{} met", meeting.get());
}

/// A runner for `cases` cases with a fixed seed, so that the number of uses of each rule is the same in every run.
fn of_one_seed(cases: u32) -> TestRunner {
    let random = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    TestRunner::new_with_rng(Config::with_cases(cases), random)
}

/// An edit of the base, as random numbers: position, length, kind of edit, and word.
type ModelEdit = (usize, usize, u8, u8);

/// `base` after `edits`. New words begin with `side`.
fn modelled(base: &[String], edits: &[ModelEdit], side: char) -> Vec<String> {
    let mut lines = base.to_vec();
    for (number, (at, len, deed, word)) in edits.iter().enumerate() {
        let at = at % (lines.len() + 1);
        let end = (at + len).min(lines.len());
        let new = format!("  use m{word:02}_{side}{number};");
        let indented = |line: &String| format!("    {line}");
        let made: Vec<String> = match deed {
            0 => vec![new],
            1 => Vec::new(),
            2 => lines[at..end].iter().map(indented).collect(),
            3 => [vec![new], lines[at..end].iter().map(indented).collect()].concat(),
            4 => {
                let block: Vec<String> = lines.splice(at..end, []).collect();
                let to = usize::from(*word) % (lines.len() + 1);
                lines.splice(to..to, block);
                continue;
            }
            _ => lines[at..end]
                .iter()
                .map(|line| line.replacen('a', &format!("{side}{number}"), 1))
                .collect(),
        };
        let end = if *deed == 0 && word % 2 == 0 { at } else { end };
        lines.splice(at..end, made);
    }
    lines
}

/// The line of the base that `line` came from, or the new text in it.
fn origin(line: &str) -> Option<String> {
    let line = line.trim();
    let end = line.find('(').unwrap_or(line.len());
    (!line.is_empty()).then(|| line[..end].to_owned())
}

#[test]
fn a_merge_loses_no_text_and_is_symmetric() {
    let edit = (0..20_usize, 1..5_usize, 0..6_u8, 0..20_u8);
    let edits = || prop::collection::vec(edit.clone(), 1..4);
    let base = prop::collection::vec((0..3_usize, 0..4_u8), 3..18);
    let names = ["adjacent", "beside", "insertions", "words"];
    let settled: [Cell<u32>; 4] = Default::default();
    // `INCISE_PAIRS` overrides the number of pairs.
    #[allow(clippy::disallowed_methods, reason = "reads the number of pairs")]
    let pairs = std::env::var("INCISE_PAIRS").map_or(4000, |number| number.parse().unwrap());
    let mut runner = of_one_seed(pairs);
    runner
        .run(&(base, edits(), edits()), |(base, ours, theirs)| {
            let line = |(number, (indent, kind)): (usize, &(usize, u8))| match kind {
                0 => format!("  use m{number:02}_a;"),
                _ => format!("{}f{number}(a{number}, b{number})", "  ".repeat(*indent)),
            };
            let base: Vec<String> = base.iter().enumerate().map(line).collect();
            let (ours, theirs) = (modelled(&base, &ours, 'o'), modelled(&base, &theirs, 't'));
            let sides = [&base, &ours, &theirs].map(|lines| lines.join("\n") + "\n");
            let texts = of_texts(sides.each_ref().map(String::as_str));
            let exchanged = exchanged(&texts);
            let (merged, mirrored) = (merge(&texts, None), merge(&exchanged, None));
            prop_assert_eq!(
                merged.conflicts().count() > 0,
                mirrored.conflicts().count() > 0
            );
            if merged.conflicts().count() > 0 {
                return Ok(());
            }
            let rules: Vec<&str> = merged.settled().map(|(_, rule)| rule.name()).collect();
            for (name, count) in names.iter().zip(&settled) {
                count.set(count.get() + u32::from(rules.contains(name)));
            }
            let result = String::from_utf8(merged.text()).unwrap();
            let sorted = |text: &str| -> Vec<String> {
                let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
                lines.sort_unstable();
                lines
            };
            let mirror = String::from_utf8(mirrored.text()).unwrap();
            prop_assert_eq!(sorted(&result), sorted(&mirror));
            // No line of the base, moved or changed, may occur more often than on the side that has it most often.
            if !rules.is_empty() {
                let of = |text: &str| -> Vec<String> { text.lines().filter_map(origin).collect() };
                let mut lines = of(&result);
                let most = |line: &String| {
                    let count = |side: &[String]| {
                        let origins = side.iter().filter_map(|line| origin(line));
                        origins.filter(|other| other == line).count()
                    };
                    count(&ours).max(count(&theirs))
                };
                lines.sort_unstable();
                for same in lines.chunk_by(|one, two| one == two) {
                    prop_assert!(same.len() <= most(&same[0]), "{} in {}", same[0], result);
                }
            }
            // Every new word of either side must be in the result.
            for (side, sign) in [(&ours, 'o'), (&theirs, 't')] {
                for line in side.iter() {
                    let mut words = line.split(|sign: char| !sign.is_alphanumeric());
                    let is_new = |word: &&str| {
                        word.strip_prefix(sign)
                            .is_some_and(|rest| rest.parse::<u32>().is_ok())
                    };
                    let word = words.find(is_new);
                    prop_assert!(word.is_none_or(|word| result.contains(word)), "{:?}", line);
                }
            }
            Ok(())
        })
        .unwrap();
    for (name, count) in names.iter().zip(&settled) {
        assert!(count.get() > 10, "{name}: {}", count.get());
    }
}

/// A change of one side: `removed` lines at line `at` of the base are replaced by `added`.
#[derive(Clone, Debug)]
struct Replaced {
    at: usize,
    removed: usize,
    added: Vec<u8>,
}

impl Replaced {
    /// A change of a base of `len` lines.
    fn strategy(len: usize) -> impl Strategy<Value = Self> {
        let added = prop::collection::vec(0..5_u8, 0..4);
        (0..len, 0..4_usize, added).prop_map(move |(at, removed, added)| Self {
            at,
            removed: removed.min(len - at),
            added,
        })
    }

    fn end(&self) -> usize {
        self.at + self.removed
    }

    /// True if the change is not empty and keeps none of the lines that it removes.
    fn is_plain(&self, base: &[u8]) -> bool {
        let removed = &base[self.at..self.end()];
        let is_kept = removed.iter().any(|line| self.added.contains(line));
        !is_kept && removed.len() + self.added.len() > 0
    }

    /// True if an unchanged line of the base separates this change from `other`.
    fn is_apart_from(&self, other: &Self) -> bool {
        self.end() < other.at || other.end() < self.at
    }

    fn made_in(&self, lines: &[u8]) -> Vec<u8> {
        [&lines[..self.at], &self.added, &lines[self.end()..]].concat()
    }
}

fn of_letters(lines: &[u8]) -> Vec<u8> {
    let letters = lines.iter().map(|line| [b'a' + line, b'\n']);
    letters.collect::<Vec<_>>().concat()
}

fn versions_of(base: &[u8], ours: &Replaced, theirs: &Replaced) -> Versions {
    Versions {
        base: of_letters(base).into(),
        ours: of_letters(&ours.made_in(base)).into(),
        theirs: of_letters(&theirs.made_in(base)).into(),
    }
}

#[test]
fn possibly_touching_changes_among_repeated_lines_are_not_separate() {
    let apart = Cell::new(0);
    let mut runner = TestRunner::new(Config::with_cases(20_000));
    let base = prop::collection::vec(0..3_u8, 14);
    let sides = (base, Replaced::strategy(14), Replaced::strategy(14));
    runner
        .run(&sides, |(base, ours, theirs)| {
            let versions = versions_of(&base, &ours, &theirs);
            let merged = merge_apart(&versions);
            let has_changed = [&ours, &theirs].iter().all(|side| side.is_plain(&base));
            if merged.conflicts().count() > 0 || versions.ours == versions.theirs || !has_changed {
                return Ok(());
            }
            let text = edited(&merged, &versions.ours);
            prop_assert!(ours.is_apart_from(&theirs));
            let (first, last) = if ours.at < theirs.at {
                (&ours, &theirs)
            } else {
                (&theirs, &ours)
            };
            let both = first.made_in(&last.made_in(&base));
            prop_assert_eq!(text, of_letters(&both));
            apart.set(apart.get() + 1);
            Ok(())
        })
        .unwrap();
    assert!(apart.get() > 3000, "{} lay apart", apart.get());
}

#[test]
fn touching_changes_among_repeated_lines_are_merged_where_they_were_made() {
    let settled = Cell::new(0);
    let mut runner = of_one_seed(10_000);
    let base = prop::collection::vec(0..3_u8, 14);
    let sides = (base, Replaced::strategy(14), Replaced::strategy(14));
    runner
        .run(&sides, |(base, ours, theirs)| {
            let versions = versions_of(&base, &ours, &theirs);
            let has_changed = [&ours, &theirs].iter().all(|side| side.is_plain(&base));
            if versions.ours == versions.theirs || !has_changed {
                return Ok(());
            }
            let mut both = Vec::new();
            if ours.end() <= theirs.at {
                both.push(of_letters(&ours.made_in(&theirs.made_in(&base))));
            }
            if theirs.end() <= ours.at {
                both.push(of_letters(&theirs.made_in(&ours.made_in(&base))));
            }
            if both.is_empty() {
                return Ok(());
            }
            let merged = super::merge(&versions, MergeReach::Touching);
            let mut rules = merged.settled().map(|(_, rule)| rule);
            let rule = rules.next();
            // These rules decide about changes that may be the same, or at the same place.
            let is_together = matches!(rule, Some(MergeRule::Alike | MergeRule::Insertions));
            if merged.conflicts().count() > 0 || is_together {
                return Ok(());
            }
            prop_assert!(both.contains(&edited(&merged, &versions.ours)));
            settled.set(settled.get() + usize::from(rule.is_some()));
            Ok(())
        })
        .unwrap();
    assert!(settled.get() > 50, "rules settled {}", settled.get());
}

#[test]
fn a_part_of_a_change_that_may_have_been_made_further_up_touches_there() {
    for texts in [
        // The removed line may be the one that the other side changed, or the equal line after it.
        ["a b x x", "a b x u", "a B T x"],
        // Lines were inserted on both sides of an equal line.
        ["a x c d", "a x x u c d", "a T x c d"],
    ] {
        let versions = versions(texts);
        assert_eq!(merge_apart(&versions).conflicts().count(), 1, "{texts:?}");
    }
}

#[test]
fn lines_inserted_between_edited_lines_are_merged() {
    let base = "alpha == 1\nbeta == 1\ngamma == 1\n";
    let ours = "alpha == 2\nbeta == 2\ngamma == 2\n";
    let theirs = "alpha == 1\nbeta == 1\nother == 7\ngamma == 1\n";
    let both = "alpha == 2\nbeta == 2\nother == 7\ngamma == 2\n";
    assert_settled([base, ours, theirs], format!("beside: {both}"));
    assert_settled(
        [base, theirs, ours],
        format!("beside, beside, beside: {both}"),
    );
    // Our side reformatted the lines, and would have reformatted the line of the other side too.
    for ours in [
        "    alpha == 2\n    beta == 2\n    gamma == 2\n",
        "alpha  == 2\nbeta   == 1\ngamma  == 2\n",
    ] {
        assert_conflict([base, ours, theirs]);
    }
    // Nothing shows which new lines replace which old lines.
    let ours = "one()\ntwo()\n";
    assert_conflict([base, ours, theirs]);
}

#[test]
fn an_insertion_of_both_sides_appears_once_next_to_an_addition_of_one() {
    for theirs in ["sudo: no\nscript: a\n", "b: c\nsudo: no\n", "sudo: no\n"] {
        let texts = ["x\ny\n", "x\nsudo: no\ny\n", &format!("x\n{theirs}y\n")];
        let [base, ours, theirs] = texts;
        let rule = if ours == theirs { "" } else { "alike" };
        assert_settled_both_ways([base, ours, theirs], format!("{rule}: {theirs}"));
    }
    // One side removed a line that the other kept between the lines that both added.
    let base = "x\nimport b\ny\n";
    let (ours, theirs) = (
        "x\nimport a\nimport b\nimport c\ny\n",
        "x\nimport a\nimport c\ny\n",
    );
    assert_conflict([base, ours, theirs]);
}

#[test]
fn blocks_that_begin_with_a_line_of_the_base_are_others() {
    let test = |name: &str, body: &str| format!("\n@Test\nvoid {name}() {{\n  {body}\n}}\n");
    let base = test("one", "int a = 1;");
    // A name inside a block is local.
    let ours = base.clone() + &test("two", "int size = 2;");
    let theirs = base.clone() + &test("three", "int size = 3;");
    let both = ours.clone() + &test("three", "int size = 3;");
    assert_settled([&base, &ours, &theirs], format!("insertions: {both}"));
    // Both sides begin with the same new line.
    let [ours, theirs] = ["2", "3"].map(|value| base.clone() + &test("two", value));
    assert_conflict([&base, &ours, &theirs]);
    let [ours, theirs] = ["2", "3"].map(|value| format!("{base}\n@Slow\nint f{value};\n"));
    assert_conflict([&base, &ours, &theirs]);
}

#[test]
fn an_equal_change_of_a_line_keeps_an_addition_of_one_side() {
    let base = "image: 3.6\n";
    for theirs in ["image: 3.8\npackages: no\n", "name: x\nimage: 3.8\n"] {
        assert_settled_both_ways([base, "image: 3.8\n", theirs], format!("alike: {theirs}"));
    }
    // One side changed a line that the other removed.
    let base = "one\ntwo\n";
    assert_conflict([base, "1\n", "1\n2\n"]);
    // Both sides added different lines.
    assert_conflict(["a\n", "b\nc\n", "b\nd\n"]);
    let list = |items: &str| format!("[\n  'one' => 1{items}\n]\n");
    let [base, ours, theirs] = ["", ",\n  'two' => 2", ",\n  'three' => 3"].map(list);
    assert_conflict([&base, &ours, &theirs]);
}

#[test]
fn words_of_lines_that_became_one_are_not_put_together() {
    let base = "if a:\n    if b:\n        go()\n";
    let ours = "if a and b:\n    go()\n";
    let theirs = "if a:\n    if b or c:\n        go()\n";
    assert_conflict([base, ours, theirs]);
}

#[test]
fn changes_of_logical_operators_and_of_their_operands_conflict() {
    for texts in [
        ["if a or b:\n", "if a and b:\n", "if a or b or c:\n"],
        ["if a or b:\n", "if a and b:\n", "if c or b:\n"],
        ["if (a || b)\n", "if (a && b)\n", "if (a || c)\n"],
    ] {
        assert_conflict(texts);
    }
    let texts = ["f(a or b)\n", "f(a or b or d)\n", "f(c or b)\n"];
    assert_settled(texts, "words: f(c or b or d)\n");
}

#[test]
fn a_line_that_one_side_moved_and_the_other_moved_or_changed_is_a_conflict() {
    let base = "one(1)\ntwo(2)\nthree(3)\n";
    let ours = "one(1)\nthree(3)\ntwo(7)\n";
    let theirs = "one(1)\nthree(3)\ntwo(2)\nfour(4)\n";
    assert_conflict([base, ours, theirs]);

    let base = "a\none(1, 1)\ntwo(2, 2)\nb\nc\n";
    let ours = "one(7, 1)\na\ntwo(2, 2)\nb\nc\n";
    let theirs = "a\ntwo(3, 2)\nb\none(8, 1)\nc\n";
    assert_conflict([base, ours, theirs]);
    let not_moved = theirs.replace("one(8, 1)\n", "");
    assert_settled(
        [base, ours, &not_moved],
        "adjacent: one(7, 1)\na\ntwo(3, 2)\nb\nc\n",
    );
}

#[test]
fn a_line_that_repeats_next_to_a_conflict_keeps_it() {
    for texts in [
        ["p a a q", "p a N a q", "p a q"],
        ["p a a a q", "p a a q", "p a a N a q"],
    ] {
        let versions = versions(texts);
        let merged = super::merge(&versions, MergeReach::Touching);
        assert_eq!(merged.conflicts().count(), 1, "{texts:?}");
    }
}

/// Either `b` or `x` was moved.
#[test]
fn lines_that_a_side_may_have_moved_across_the_other_change_are_a_conflict() {
    for [ours, theirs] in [["a x x b d", "a x b c"], ["a x b c", "a x x b d"]] {
        let versions = versions(["a x b c x", ours, theirs]);
        for reach in [MergeReach::Touching, MergeReach::Rules(RuleSet::All)] {
            let merged = super::merge(&versions, reach);
            assert_eq!(merged.conflicts().count(), 1, "{ours:?} {theirs:?}");
        }
    }
}

#[test]
fn without_its_rule_a_conflict_stays() {
    let cases = [
        (
            MergeRule::Alike,
            ["x\ny\n", "x\na: 1\ny\n", "x\na: 1\nb: 2\ny\n"],
        ),
        (
            MergeRule::Sorted,
            [
                "use a;\nuse b;\nuse k;\n\nx\n",
                "use a;\nuse b;\nuse d;\nuse k;\n\nx\n",
                "use a;\nuse b;\nuse c;\nuse k;\n\nx\n",
            ],
        ),
        (MergeRule::Adjacent, ["a\nb\n", "A\nb\n", "a\nB\n"]),
        (MergeRule::Beside, ["a\nb\n", "a 2\nb\n", "a\nc\nb\n"]),
        (
            MergeRule::Insertions,
            ["f()\nend\n", "f()\none(1)\nend\n", "f()\ntwo(2)\nend\n"],
        ),
        (MergeRule::Words, ["f(a, b)\n", "f(a, c)\n", "g(a, b)\n"]),
    ];
    for (rule, texts) in cases {
        let versions = of_texts(texts);
        let all = super::merge(&versions, MergeReach::Rules(RuleSet::All));
        assert!(
            all.settled().any(|(_, settled)| settled == rule),
            "{rule:?}"
        );
        assert_eq!(all.conflicts().count(), 0, "{rule:?}");
        let others = super::merge(&versions, MergeReach::Rules(RuleSet::Without(rule)));
        assert!(others.text() != all.text(), "{rule:?}");
    }
    let names: Vec<MergeRule> = RULES.iter().map(|rule| rule.name).collect();
    for name in names {
        let is_tested = cases.iter().any(|(rule, _)| *rule == name);
        assert!(is_tested, "{name:?}");
    }
}
