//! Drifted and damaged hunks: which mode places them, and which are always refused.

use super::notation::{
    accepting, applied, diff, in_mode, merge, outcome, strict, tolerant, why, with_base,
};
use crate::refusal::{HunkWhy, MissingEvidence, Reason};
use crate::request::{PatchMode, Threshold};

use crate::resolve::{Decider, HunkStatus, Tier, Transform};

const CODE: &str = "use std::fs;\n\nfn open(path: &str) -> File {\n    let file = fs::open(path);\n    check(&file);\n    file\n}\n\nfn close(file: File) {\n    drop(file);\n}\n";

#[test]
fn drifted_context_keeps_the_bytes_of_the_text() {
    let patch = diff(
        "@@ -3,4 +3,5 @@\n fn open(path: &Path) -> File {\n     let file = fs::open(path);\n+    log(path);\n     check(&file);\n     file\n",
    );
    let placed = outcome(CODE, &patch, &merge()).unwrap().hunks.remove(0);
    assert_eq!(placed.status, HunkStatus::Merged);
    assert_eq!(placed.context_changed, 1);
    let expected = CODE.replace("    check", "    log(path);\n    check");
    assert_eq!(applied(CODE, &patch, &merge()), expected);
}

#[test]
fn a_refusal_names_the_mode_that_would_have_placed_it() {
    let patch = diff(
        "@@ -3,3 +3,4 @@\n fn open(path: &Path) -> File {\n     let file = fs::open(path);\n+    log(path);\n     check(&file);\n",
    );
    for options in [strict(), tolerant()] {
        let Err(Reason::HunkFailed { failures, .. }) = outcome(CODE, &patch, &options) else {
            panic!("placed without the mode that allows it");
        };
        let would = failures[0].would_place.as_ref().unwrap();
        assert_eq!(
            (would.mode.name(), would.lines.first().number()),
            ("merge", 3)
        );
    }
    let HunkWhy::NoMatch(Some(difference)) = why(CODE, &patch, &strict()) else {
        panic!("no difference");
    };
    assert_eq!(difference.line.number(), 3);
    assert_eq!(&difference.expected[..], b"fn open(path: &Path) -> File {");
}

#[test]
fn trailing_blanks_and_line_endings_are_the_tolerant_modes_business() {
    let patch = diff(
        "@@ -3,3 +3,3 @@\n fn open(path: &str) -> File {\n-    let file = fs::open(path);\n+    let file = fs::create(path);\n     check(&file);\n",
    );
    // One line ends in LF only, so the text has no uniform line ending with which to read the diff.
    let windows = CODE.replace('\n', "\r\n") + "// end\n";
    let placed = outcome(&windows, &patch, &tolerant())
        .unwrap()
        .hunks
        .remove(0);
    assert_eq!(placed.status, HunkStatus::Mechanical);
    assert_eq!(placed.transform, Some(Transform::LineEnding));
    let after = applied(&windows, &patch, &tolerant());
    assert_eq!(after, windows.replace("open(path);", "create(path);"));
    let blanks = CODE.replace("{\n", "{  \n");
    let placed = outcome(&blanks, &patch, &tolerant())
        .unwrap()
        .hunks
        .remove(0);
    assert_eq!(placed.tier, Tier::TrailingSpace);
    let after = applied(&blanks, &patch, &tolerant());
    assert_eq!(after, blanks.replace("open(path);", "create(path);"));
}

#[test]
fn added_lines_are_shifted_as_all_other_lines_are() {
    let patch = diff("@@ -4,2 +4,3 @@\n let file = fs::open(path);\n+log(path);\n check(&file);\n");
    let placed = outcome(CODE, &patch, &tolerant()).unwrap().hunks.remove(0);
    assert_eq!(
        (placed.tier, placed.transform),
        (Tier::Indent, Some(Transform::Indent(4)))
    );
    let expected = CODE.replace("    check", "    log(path);\n    check");
    assert_eq!(applied(CODE, &patch, &tolerant()), expected);
}

#[test]
fn blanks_for_tabs_are_undone_in_added_lines_only_if_all_were() {
    let tabs = CODE.replace("    ", "\t");
    let all = diff(
        "@@ -4,2 +4,3 @@\n     let file = fs::open(path);\n+    log(path);\n     check(&file);\n",
    );
    let some = diff(
        "@@ -4,2 +4,3 @@\n     let file = fs::open(path);\n+\tlog(path);\n     check(&file);\n",
    );
    let expected = tabs.replace("\tcheck", "\tlog(path);\n\tcheck");
    assert_eq!(applied(&tabs, &all, &tolerant()), expected);
    assert_eq!(applied(&tabs, &some, &tolerant()), expected);
}

#[test]
fn typographic_quotes_in_context_are_matched_and_not_written() {
    let text = "a(\"x\");\nb('y');\nc();\n";
    let patch =
        diff("@@ -1,3 +1,3 @@\n a(\u{201c}x\u{201d});\n b(\u{2018}y\u{2019});\n-c();\n+d();\n");
    let after = applied(text, &patch, &tolerant());
    assert_eq!(after, "a(\"x\");\nb('y');\nd();\n");
}

#[test]
fn html_entities_are_undone_only_where_the_text_says_so() {
    let text = "if (a < b) {\n    run(a);\n}\n";
    let escaped = diff("@@ -1,2 +1,3 @@\n if (a &lt; b) {\n+    log(a &lt; b);\n     run(a);\n");
    let after = applied(text, &escaped, &merge());
    assert_eq!(after, "if (a < b) {\n    log(a < b);\n    run(a);\n}\n");
    let meant = diff("@@ -1,2 +1,3 @@\n if (a < b) {\n+    log(\"&lt;\");\n     run(a);\n");
    let after = applied(text, &meant, &merge());
    assert_eq!(after, "if (a < b) {\n    log(\"&lt;\");\n    run(a);\n}\n");
}

#[test]
fn an_insertion_whose_twin_context_fits_with_fuzz_is_not_placed_there() {
    // The function of the hunk is gone. Its twin shares only the last lines.
    let text = "fn other() {\n    prepare();\n    return y\n}\n";
    let patch =
        diff("@@ -1,4 +1,5 @@\n fn mine() {\n     compute();\n+    log();\n     return y\n }\n");
    for mode in [PatchMode::Merge, PatchMode::Fuzzy(Threshold::DEFAULT)] {
        assert!(outcome(text, &patch, &in_mode(mode)).is_err());
    }
}

#[test]
fn twins_far_from_the_end_of_the_text_are_not_decided_by_it() {
    let block = "begin\n    work()\nend\n";
    let text = |count: usize| {
        let mut text = String::new();
        for number in 0..count {
            text += &(0..19)
                .map(|line| format!("line {number}.{line}\n"))
                .collect::<String>();
            text += block;
        }
        text + &"tail\n".repeat(37)
    };
    for count in 2..=5 {
        // More context before than after, or the reverse. Near, far, wrong and no line numbers.
        for hunk in [
            " line\n begin\n     work()\n+    rest()\n end\n",
            " begin\n     work()\n+    rest()\n end\n",
            " begin\n+    rest()\n     work()\n end\n",
            "-    work()\n+    rest()\n end\n",
        ] {
            let hunk = hunk.replace(" line\n", "");
            for stated in [
                "@@ -22,3 +22,4 @@",
                "@@ -40,3 +40,4 @@",
                "@@ -900,3 +900,4 @@",
                "@@",
            ] {
                let patch = diff(&format!("{stated}\n{hunk}"));
                for mode in [
                    PatchMode::Strict,
                    PatchMode::Tolerant,
                    PatchMode::Merge,
                    PatchMode::Fuzzy(Threshold::DEFAULT),
                ] {
                    let text = text(count);
                    let HunkWhy::Ambiguous { count: found, .. } =
                        why(&text, &patch, &in_mode(mode))
                    else {
                        panic!("{mode:?} {stated} {hunk}");
                    };
                    assert_eq!(found, count);
                }
            }
        }
    }
}

#[test]
fn an_insertion_that_is_there_in_other_indentation_is_not_made_twice() {
    let text = "int f(void)\n{\n\tint a = 1;\n\tint b = 2;\n\treturn a;\n}\n";
    let patch = diff(
        "@@ -1,5 +1,6 @@\n int f(void)\n {\n         int a = 1;\n+        int b = 2;\n         return a;\n }\n",
    );
    for mode in [PatchMode::Tolerant, PatchMode::Merge] {
        let placed = outcome(text, &patch, &in_mode(mode)).unwrap();
        assert_eq!(placed.hunks[0].status, HunkStatus::Already);
        assert!(placed.changes.is_empty());
    }
    // A line that only moves to the right is not applied because the line is present.
    let patch =
        diff("@@ -3,2 +3,2 @@\n \tint a = 1;\n-\tint b = 2;\n+\t\tint b = 2;\n \treturn a;\n");
    let placed = outcome(&text.replace("1;\n", "1; \n"), &patch, &tolerant()).unwrap();
    assert!(!placed.changes.is_empty());
}

#[test]
fn another_function_than_the_one_shown_is_evidence_against_a_place() {
    let text = "pub fn authenticate(ctx: &Context) -> bool {\n    // refactored\n    oauth2_validate(ctx, req)\n}\n\npub fn ping() -> &str {\n    let token = req.header(\"X-Auth\");\n    \"pong\"\n}\n";
    let patch = diff(
        "@@ -1,4 +1,5 @@\n pub fn authenticate(req: &Request) -> bool {\n     let token = req.header(\"X-Auth\");\n+    verify_not_blacklisted(token);\n     validate_token(token)\n }\n",
    );
    assert!(outcome(text, &patch, &merge()).is_err());
    let guest = "def guest(request):\n    user = request.user\n    audit(user)\n    respond(user)\n    return user\n";
    let admin = "@@ -1,4 +1,5 @@\n def admin(request):\n     user = request.user\n     audit(user)\n+    grant_superuser(user)\n     respond(user)\n     return user\n";
    let headed = "@@ -9,4 +9,5 @@ def admin(request):\n     check(request)\n     user = request.user\n     audit(user)\n+    grant_superuser(user)\n     respond(user)\n     return user\n";
    for hunk in [admin, headed] {
        for mode in [
            PatchMode::Tolerant,
            PatchMode::Merge,
            PatchMode::Fuzzy(Threshold::DEFAULT),
        ] {
            assert!(
                outcome(guest, &diff(hunk), &in_mode(mode)).is_err(),
                "{mode:?} {hunk}"
            );
        }
        // A function with other parameters is the same function.
        let same = guest.replace(
            "def guest(request):",
            "def admin(request, next):\n    log(next)",
        );
        assert!(
            applied(&same, &diff(hunk), &merge()).contains("grant_superuser"),
            "{hunk}"
        );
    }
}

#[test]
fn a_function_that_the_hunk_leaves_or_changes_itself_is_no_evidence_against_a_place() {
    let text = "static void read_head(void)\n{\n\tread();\n}\n\nstatic int unpack(int *code)\n{\n\tint done = run(1);\n\n\t*code = 0;\n\tclose(done);\n\treturn done;\n}\n";
    let made = text
        .replace("int *code", "void")
        .replace("\t*code = 0;\n", "");
    // The header names the function above the hunk, and one context line is not in the text.
    let changed = "@@ -3,10 +3,9 @@ static void read_head(void)\n \tunknown_line(argc, argv);\n }\n \n-static int unpack(int *code)\n+static int unpack(void)\n {\n \tint done = run(1);\n \n-\t*code = 0;\n \tclose(done);\n \treturn done;\n";
    assert_eq!(applied(text, &diff(changed), &merge()), made);
    let left = "@@ -3,9 +3,8 @@ static void read_head(void)\n \tunknown_line(argc, argv);\n }\n \n {\n \tint done = run(1);\n \n-\t*code = 0;\n \tclose(done);\n \treturn done;\n";
    let made = text.replace("\t*code = 0;\n", "");
    assert_eq!(applied(text, &diff(left), &merge()), made);
    // A misremembered call is not a definition.
    let text = "class Dialect(Base):\n    def load(self):\n        return Loader(self)\n\n    def find(self):\n        for row in rows(self):\n            cols.append(row)\n            use(row)\n            keys.add(row)\n\nclass Other(Base):\n    def visit(self):\n        pass\n";
    let call = "@@ -5,6 +6,5 @@ class Dialect(Base):\n         returs Finder(self)\n         for row in rows(self):\n             cols.append(row)\n             use(row)\n-            keys.add(row)\n \n class Other(Base):\n     def visit(self):\n";
    let made = text.replace("            keys.add(row)\n", "");
    assert_eq!(applied(text, &diff(call), &merge()), made);
}

#[test]
fn an_added_line_that_lost_its_sign_is_not_a_deletion() {
    let text = "for l in fh:\n    a(l)\nreturn 1\n";
    for header in ["@@ -1,3 +1,3 @@", "@@"] {
        let patch = diff(&format!(
            "{header}\n for l in fh:\n-    a(l)\n     b(l)\n return 1\n"
        ));
        for mode in [PatchMode::Merge, PatchMode::Fuzzy(Threshold::DEFAULT)] {
            let HunkWhy::LostSign { patch_line, line } = why(text, &patch, &in_mode(mode)) else {
                panic!("applied under {mode:?}");
            };
            assert_eq!((patch_line.number(), &line[..]), (4, &b"    b(l)"[..]));
        }
    }
}

#[test]
fn the_counts_reveal_a_sign_lost_on_the_last_lines() {
    let text = "x\ny\nz\nfor l in fh:\n    a(l)\n    c(l)\nreturn 1\n";
    let bodies = [
        "@@ -4,3 +4,3 @@\n for l in fh:\n-    a(l)\n     b(l)\n",
        "@@ -4,2 +4,2 @@\n for l in fh:\n-    a(l)\n     b(l)\n",
        "@@ -4,4 +4,6 @@\n for l in fh:\n-    a(l)\n+    b(l)\n     b(l, 1)\n     b(l, 2)\n",
        "@@ -4,3 +4,3 @@\n     b(l)\n-    a(l)\n return 1\n",
    ];
    for body in bodies {
        let patch = diff(body);
        for mode in [PatchMode::Merge, PatchMode::Fuzzy(Threshold::DEFAULT)] {
            let why = why(text, &patch, &in_mode(mode));
            assert!(matches!(why, HunkWhy::LostSign { .. }), "{body}: {why:?}");
        }
    }
}

#[test]
fn return_y_alone_is_no_evidence() {
    let text = "fn a() {\n    one();\n    return y\n}\n\nfn b() {\n    two();\n    return y\n}\n";
    let patch = diff("@@ -20,3 +20,4 @@\n     three();\n+    four();\n     return y\n }\n");
    assert!(outcome(text, &patch, &merge()).is_err());
}

#[test]
fn strangers_between_the_neighbours_of_an_insertion_are_refused() {
    let text = CODE.replace("    check", "    strange(1);\n    check");
    let patch = diff(
        "@@ -3,4 +3,5 @@\n fn open(path: &str) -> File {\n     let file = fs::open(path);\n+    log(path);\n     check(&file);\n     file\n",
    );
    let HunkWhy::Doubtful(doubt) = why(&text, &patch, &merge()) else {
        panic!("no doubt");
    };
    assert!(matches!(
        doubt.missing,
        MissingEvidence::Room | MissingEvidence::Margin
    ));
}

#[test]
fn a_value_changed_on_both_sides_is_a_refusal() {
    let patch = diff(
        "@@ -3,3 +3,3 @@\n fn open(path: &str) -> File {\n-    let file = fs::open(path);\n+    let file = fs::create(path);\n     check(&file);\n",
    );
    let text = CODE.replace("fs::open", "fs::open_legacy");
    assert!(outcome(&text, &patch, &merge()).is_err());
}

#[test]
fn a_removed_blank_line_is_not_another_one() {
    let body = "@@ -3,7 +3,7 @@\n     assert resp.status == 200\n     assert resp.body\n \n-\n+    assert resp.ok\n def test_token():\n     client = make_client()\n     resp = client.get(\"/\")\n";
    let text = "def test_one():\n    client = make_client()\n    assert resp.status == 200\n    assert resp.body\n\n";
    let below = "def test_token():\n    client = make_client()\n    resp = client.get(\"/\")\n    assert resp.body\n";
    assert!(outcome(&format!("{text}changed\n{below}"), &diff(body), &merge()).is_err());
    let made = format!("{text}    assert resp.ok\n{below}");
    let after = applied(&format!("{text}\n{below}"), &diff(body), &merge());
    assert_eq!(after, made);
    let list = "@@ -1,7 +1,7 @@\n ## 1.3.0\n \n ### Fixed\n-\n+- Fix another thing\n - Fix a crash\n \n ### Added\n";
    let now = "## 1.3.0\n\n### Fixed\nchanged\n- Fix a crash\n\n### Added\n\n- Add a flag\n";
    assert!(outcome(now, &diff(list), &merge()).is_err());
}

#[test]
fn a_removed_line_is_not_the_equal_context_line() {
    let patch =
        diff("@@ -1,10 +1,10 @@\n w\n l\n }\n-}\n d\n+t();\n o();\n-q();\n+n {\n e\n f();\n r\n");
    // Only one of the two braces is left, and it may be the one that stays.
    let text = "w\nl\n}\nd\no();\nq();\ne\nf();\nc\nr\n}\nm();\n";
    assert!(outcome(text, &patch, &merge()).is_err());
    let text = text.replacen("}\n", "}\n}\n", 1);
    let after = text
        .replace("}\n}\nd\no", "}\nd\nt();\no")
        .replace("q();", "n {");
    assert_eq!(applied(&text, &patch, &merge()), after);
}

#[test]
fn a_similar_removed_line_is_the_fuzzy_modes_business() {
    let patch = diff(
        "@@ -3,3 +3,3 @@\n fn open(path: &str) -> File {\n-    let file = fs::open(paths);\n+    let file = fs::create(path);\n     check(&file);\n",
    );
    assert!(outcome(CODE, &patch, &merge()).is_err());
    let fuzzy = in_mode(PatchMode::Fuzzy(Threshold::DEFAULT));
    let placed = outcome(CODE, &patch, &fuzzy).unwrap().hunks.remove(0);
    assert!(matches!(placed.tier, Tier::Fuzzy(similarity) if similarity >= 0.8));
    let after = applied(CODE, &patch, &fuzzy);
    assert_eq!(after, CODE.replace("fs::open", "fs::create"));
}

#[test]
fn a_drifted_hunk_that_is_already_applied_is_recognized() {
    let patch = diff(
        "@@ -3,4 +3,5 @@\n fn open(path: &Path) -> File {\n     let file = fs::open(path);\n+    log(path);\n     check(&file);\n     file\n",
    );
    let text = CODE.replace("    check", "    log(path);\n    check");
    let resolution = outcome(&text, &patch, &merge()).unwrap();
    assert!(resolution.changes.is_empty());
    assert_eq!(resolution.hunks[0].status, HunkStatus::Already);
}

#[test]
fn a_lost_marker_keeps_the_texts_own_end() {
    let text = "first line\nsecond line\nthird line";
    let patch = diff("@@ -1,3 +1,3 @@\n first line\n second line\n-third line\n+third word\n");
    let after = applied(text, &patch, &tolerant());
    assert_eq!(after, "first line\nsecond line\nthird word");
}

#[test]
fn elided_context_is_read_as_two_places() {
    let patch = diff(
        "@@\n fn open(path: &str) -> File {\n+    enter();\n     let file = fs::open(path);\n ...\n fn close(file: File) {\n+    leave();\n     drop(file);\n",
    );
    let expected = CODE
        .replace("    let file", "    enter();\n    let file")
        .replace("    drop", "    leave();\n    drop");
    assert_eq!(applied(CODE, &patch, &merge()), expected);
}

#[test]
fn the_scope_decides_between_twins_without_a_line() {
    let text = "fn a() {\n    x();\n}\n\nfn b() {\n    x();\n}\n";
    let mut patch = diff("@@\n-    x();\n+    y();\n");
    let crate::patch::Content::Hunks(hunks) = &mut patch.content else {
        panic!("no hunks");
    };
    hunks[0].scopes = vec!["fn b() {".into()];
    let placed = outcome(text, &patch, &tolerant()).unwrap().hunks.remove(0);
    assert_eq!(placed.decided_by, Some(Decider::Scope));
    let after = applied(text, &patch, &tolerant());
    assert_eq!(after, "fn a() {\n    x();\n}\n\nfn b() {\n    y();\n}\n");
}

#[test]
fn the_base_distinguishes_twins_and_finds_lines_without_context() {
    let block = "begin\nwork()\nend\n";
    let base = format!("top one\ntop two\n{block}middle one\nmiddle two\n{block}last\n");
    let now = base.replacen("top one\ntop two\n", "new\nnew two\nnew three\n", 1);
    let patch = diff("@@ -8,3 +8,3 @@\n begin\n-work()\n+rest()\n end\n");
    assert!(outcome(&now, &patch, &merge()).is_err());
    let options = with_base(base.clone(), merge());
    let placed = outcome(&now, &patch, &options).unwrap().hunks.remove(0);
    assert_eq!(placed.decided_by, Some(Decider::Base));
    let second = now.rfind("work()").unwrap();
    let expected = format!("{}rest(){}", &now[..second], &now[second + 6..]);
    assert_eq!(applied(&now, &patch, &options), expected);
}

#[test]
fn a_base_does_not_let_the_strict_mode_remove_a_line_that_the_text_has_indented() {
    let base = "one\ntwo\nthree\nfour\nfive\n";
    let now = base.replace("three", "    three");
    let patch = diff("@@ -1,5 +1,4 @@\n one\n two\n-three\n four\n five\n");
    assert!(outcome(&now, &patch, &with_base(base, strict())).is_err());
    // The context may differ.
    let now = base.replace("two", "  two");
    let after = applied(&now, &patch, &with_base(base, strict()));
    assert_eq!(after, "one\n  two\nfour\nfive\n");
}

#[test]
fn a_base_that_is_not_the_patchs_is_not_listened_to() {
    let patch =
        diff("@@ -4,1 +4,1 @@\n-    let file = fs::open(path);\n+    let file = open(path);\n");
    let options = with_base("something else\n", strict());
    let after = applied(CODE, &patch, &options);
    assert_eq!(after, CODE.replace("fs::open", "open"));
}

#[test]
fn partly_applied_hunks_are_omitted_on_request() {
    let patch = diff(
        "@@ -4,1 +4,1 @@\n-    let file = fs::open(path);\n+    let file = open(path);\n@@ -9,2 +9,3 @@\n fn close(file: File) {\n+    flush(&file);\n     drop(file);\n",
    );
    let text = CODE.replace("    drop", "    flush(&file);\n    drop");
    let refused = outcome(&text, &patch, &merge());
    assert!(matches!(refused, Err(Reason::PartlyApplied { .. })));
    let skip = accepting(merge());
    let after = applied(&text, &patch, &skip);
    assert_eq!(after, text.replace("fs::open", "open"));
}

#[test]
fn a_refusal_shows_the_line_that_differs() {
    let line = |number: usize| format!("field number {number}\n");
    let text: String = (1..=60)
        .map(|number| match number {
            45 => "completely changed\n".to_owned(),
            _ => line(number),
        })
        .collect();
    for (header, first, last) in [("@@ -44,3 +44,3 @@", 44, 46), ("@@ -42,7 +42,7 @@", 42, 48)] {
        let mut hunk = format!("{header}\n");
        for number in first..=last {
            hunk += &match number {
                45 => format!("-{}+new\n", line(45)),
                _ => format!(" {}", line(number)),
            };
        }
        for mode in [PatchMode::Merge, PatchMode::Fuzzy(Threshold::DEFAULT)] {
            let why = why(&text, &diff(&hunk), &in_mode(mode));
            let difference = why.difference().unwrap_or_else(|| panic!("{why:?}"));
            assert_eq!(difference.line.number(), 45, "{mode:?} {why:?}");
            assert_eq!(&difference.expected[..], b"field number 45");
            assert_eq!(
                difference.found.as_deref(),
                Some(&b"completely changed"[..])
            );
        }
    }
}

#[test]
fn removed_lines_need_no_indentation() {
    let text = "one(a)\n\tif (a)\n\t\ttwo(a)\n\tthree(a)\nfour(a)\nfive(a)\n";
    // The removed lines have lost their indentation in more than one way. The other lines have not.
    let hunk = |added: &str| {
        format!("@@ -1,5 +1,2 @@\n one(a)\n-if (a)\n-  two(a)\n-\tthree(a)\n{added} four(a)\n")
    };
    for mode in [PatchMode::Tolerant, PatchMode::Merge] {
        let after = applied(text, &diff(&hunk("")), &in_mode(mode));
        assert_eq!(after, "one(a)\nfour(a)\nfive(a)\n");
        let refused = why(text, &diff(&hunk("+  zero(a)\n")), &in_mode(mode));
        assert!(matches!(refused, HunkWhy::Indentation(_)), "{refused:?}");
    }
}

#[test]
fn the_nearest_place_is_not_the_one_where_another_hunk_like_it_is_applied() {
    let text = "def b():\n    x = 1\n    log(\"start\")\n    run(x, 2)\n    return x\n\ndef a():\n    x = 1\n    log(\"begin\")\n    run(x)\n    return x\n";
    let patch = diff(
        "@@ -8,4 +8,4 @@\n     x = 1\n     log(\"start\")\n-    run(x)\n+    run(x, 2)\n     return x\n",
    );
    let HunkWhy::NoMatch(Some(difference)) = why(text, &patch, &strict()) else {
        panic!("{:?}", why(text, &patch, &strict()));
    };
    assert_eq!(difference.line.number(), 9);
}
