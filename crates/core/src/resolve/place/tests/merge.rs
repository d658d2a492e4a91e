//! Hunks that meet other changes of the same lines: which reading is chosen, and what is written.

use super::notation::{accepting, applied, diff, in_mode, merge, outcome, tolerant, why};
use crate::refusal::{HunkWhy, Reason};
use crate::request::{PatchMode, Threshold};
use crate::resolve::place::PlaceOptions;

fn skip() -> PlaceOptions {
    accepting(merge())
}

#[test]
fn unknown_lines_next_to_a_changed_line_are_one_change_with_it() {
    let text = "fn push(name) {\n    if name.is_root() {\n        fail(\"rename it\", config.name);\n    }\n\n    encode(buffer);\n    if broken {\n        leave();\n    }\n\n    values.set(registry);\n    send(values);\n}\n";
    let patch = diff(
        "@@ -2,6 +2,7 @@\n     if name.is_root() {\n         fail(\"rename it\", name);\n     }\n+    check(name);\n \n     values.set(registry);\n     send(values);\n",
    );
    let expected = text.replace(
        "    }\n\n    values",
        "    }\n    check(name);\n\n    values",
    );
    assert_eq!(applied(text, &patch, &merge()), expected);
}

#[test]
fn of_equal_places_each_change_takes_the_upper_one() {
    // The text has an additional function. Both of its ends are a brace and a blank line.
    let text = "void close_pair(int fd)\n{\n}\n\nvoid dup_null(int to)\n{\n    dup(open(), to);\n    close(to);\n}\n\nvoid notify(void)\n{\n    wait_for(child);\n    tell(parent);\n}\n\nint start_command(void)\n{\n    int failed;\n}\n";
    let patch = diff(
        "@@ -3,10 +3,13 @@\n }\n \n+#ifdef UNIX\n void dup_null(int to)\n {\n     dup(open(), to);\n     close(to);\n }\n+#endif\n+int shell(void);\n \n int start_command(void)\n {\n     int failed;\n",
    );
    let expected = text
        .replace("void dup_null", "#ifdef UNIX\nvoid dup_null")
        .replace("(to);\n}\n", "(to);\n}\n#endif\nint shell(void);\n");
    assert_eq!(applied(text, &patch, &merge()), expected);
}

#[test]
fn a_hunk_that_is_half_applied_gets_its_other_half() {
    let text = "setup(table);\n\ndef test_schema(self):\n\n    self.compile(\n        create(schema), expected\n    )\n";
    let patch = diff(
        "@@ -1,6 +1,10 @@\n setup(table);\n \n+def test_elements(self):\n+    compare(element, wanted)\n+\n def test_schema(self):\n+\n     self.compile(\n         create(schema), expected\n     )\n",
    );
    let expected = text.replace(
        "def test_schema",
        "def test_elements(self):\n    compare(element, wanted)\n\ndef test_schema",
    );
    assert_eq!(applied(text, &patch, &skip()), expected);
}

#[test]
fn a_deletion_that_is_done_already_leaves_the_rest_of_its_hunk_to_do() {
    let text = "fn test_tcp(t) {\n    skip_if(t, remote);\n\n    let context = setup(t);\n\n    let message = \"hello\";\n    start_server(context, message);\n}\n";
    let patch = diff(
        "@@ -1,8 +1,7 @@\n fn test_tcp(t) {\n     skip_if(t, remote);\n-    skip_if(t, actions);\n \n     let context = setup(t);\n \n-    let message = \"hello\";\n-    start_server(context, message);\n+    const MESSAGE = \"hello\";\n+    start_server(context, MESSAGE);\n }\n",
    );
    let expected = text
        .replace("let message", "const MESSAGE")
        .replace("context, message", "context, MESSAGE");
    assert_eq!(applied(text, &patch, &skip()), expected);
}

#[test]
fn kept_words_of_a_replaced_line_are_spaced_as_in_the_text() {
    let text = "-->\n\nUsage:  docker push PLUGIN[:TAG]\n\nPush a plugin to a registry\n";
    let patch = diff(
        "@@ -1,5 +1,5 @@\n -->\n \n-Usage:\tdocker push PLUGIN[:TAG]\n+Usage:\tdocker push [OPTIONS] PLUGIN[:TAG]\n \n Push a plugin to a registry\n",
    );
    let expected = text.replace("push PLUGIN", "push [OPTIONS] PLUGIN");
    assert_eq!(applied(text, &patch, &tolerant()), expected);
}

#[test]
fn a_context_line_lost_between_two_changes_does_not_matter() {
    let text = "use tokio::time;\n///\n// [tokio::main(single)]\n// async fn main() {\n// time::pause();\nlet handle = spawn(task);\nwait(handle);\n";
    let patch = diff(
        "@@ -1,6 +1,5 @@\n use tokio::time;\n ///\n-// [tokio::main(single)]\n+// [tokio::main(single, paused)]\n-// time::pause();\n let handle = spawn(task);\n wait(handle);\n",
    );
    let expected = text
        .replace("single", "single, paused")
        .replace("// time::pause();\n", "");
    assert_eq!(applied(text, &patch, &merge()), expected);
}

#[test]
fn tabs_that_context_lines_lost_are_no_reason_to_touch_added_ones() {
    let text = "[verse]\n'git-apply' [--stat]\n\t  [--no-add] [--index-info]\n\t  [<patch>...]\n\nDESCRIPTION\n";
    let patch = diff(
        "@@ -1,6 +1,7 @@\n [verse]\n 'git-apply' [--stat]\n     [--no-add] [--index-info]\n+\t  [--whitespace=<option>]\n     [<patch>...]\n \n DESCRIPTION\n",
    );
    let expected = text.replace("\t  [<", "\t  [--whitespace=<option>]\n\t  [<");
    assert_eq!(applied(text, &patch, &tolerant()), expected);
}

#[test]
fn a_removed_line_that_was_changed_is_a_conflict_and_shown() {
    let text = "fn open(path: &str) -> File {\n    let file = fs::open_legacy(path);\n    check(&file);\n    file\n}\n";
    let patch = diff(
        "@@ -1,4 +1,4 @@\n fn open(path: &str) -> File {\n-    let file = fs::open(path);\n+    let file = fs::create(path);\n     check(&file);\n     file\n",
    );
    let HunkWhy::Conflict { difference, .. } = why(text, &patch, &merge()) else {
        panic!("{:?}", why(text, &patch, &merge()));
    };
    assert_eq!(difference.line.number(), 2);
    assert_eq!(&difference.expected[..], b"    let file = fs::open(path);");
    assert_eq!(
        difference.found.as_deref(),
        Some(&b"    let file = fs::open_legacy(path);"[..])
    );
    let Err(Reason::HunkFailed { failures, .. }) = outcome(text, &patch, &merge()) else {
        panic!("placed");
    };
    assert_eq!(
        failures[0].would_place.as_ref().unwrap().mode.name(),
        "fuzzy"
    );
}

#[test]
fn a_line_that_is_not_alike_enough_is_shown_with_how_alike_it_is() {
    let text = "fn open(path: &str) -> File {\n    let file = fs::open_with(path, old_flags);\n    check(&file);\n    file\n}\n";
    let patch = diff(
        "@@ -1,4 +1,4 @@\n fn open(path: &str) -> File {\n-    let file = fs::open(path, flags());\n+    let file = fs::create(path);\n     check(&file);\n     file\n",
    );
    let fuzzy = |least| in_mode(PatchMode::Fuzzy(Threshold::new(least).unwrap()));
    let HunkWhy::Conflict {
        difference,
        likeness: Some(likeness),
    } = why(text, &patch, &fuzzy(0.95))
    else {
        panic!("{:?}", why(text, &patch, &fuzzy(0.95)));
    };
    assert_eq!(difference.line.number(), 2);
    assert_eq!(likeness.least, f64::from(0.95f32));
    assert!(likeness.found < likeness.least && likeness.found > 0.6);
    // A threshold equal to the reported likeness is sufficient.
    assert!(
        outcome(
            text,
            &patch,
            &fuzzy((likeness.found * 100.0).floor() / 100.0)
        )
        .is_ok()
    );
}
