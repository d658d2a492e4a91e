//! Anchors: pieces around omitted lines, hunks with only context, headers without a line number.

use bytes::Bytes;

use super::notation::{applied, diff, in_mode, outcome, strict, tolerant, why};
use crate::patch::Content;
use crate::refusal::{HunkWhy, Reason};
use crate::request::{PatchMode, Threshold};
use crate::table::rows;

const TEXT: &str =
    "def boot():\n    x()\n\ndef halt():\n    stop()\n    x()\n\ndef last():\n    x()\n";

const MODES: [PatchMode; 4] = [
    PatchMode::Strict,
    PatchMode::Tolerant,
    PatchMode::Merge,
    PatchMode::Fuzzy(Threshold::DEFAULT),
];

/// Asserts that the hunks of `text` change `TEXT` to `after` in every mode.
#[track_caller]
fn makes(text: &str, after: &str) {
    for mode in MODES {
        assert_eq!(
            applied(TEXT, &diff(text), &in_mode(mode)),
            after,
            "{mode:?}"
        );
    }
}

/// Asserts that no mode applies the hunks of `text` to `now`.
#[track_caller]
fn refused_on(now: &str, text: &str) {
    for mode in MODES {
        let found = outcome(now, &diff(text), &in_mode(mode));
        assert!(
            matches!(found, Err(Reason::HunkFailed { .. })),
            "{mode:?}: {found:?}"
        );
    }
}

#[track_caller]
fn refused(text: &str) {
    refused_on(TEXT, text);
}

fn second() -> String {
    TEXT.replacen("    x()\n\ndef last", "    y()\n\ndef last", 1)
}

#[test]
fn every_piece_around_dots_is_needed() {
    makes("@@\n def halt():\n ...\n-    x()\n+    y()\n", &second());
    refused("@@\n def lost():\n ...\n-    stop()\n+    halt()\n");
    refused("@@\n-    stop()\n+    halt()\n ...\n def lost():\n");
    refused("@@\n def boot():\n ...\n-    stop()\n+    halt()\n ...\n     gone()\n");
}

#[test]
fn pieces_around_dots_must_be_in_order() {
    refused("@@\n def last():\n ...\n-    stop()\n+    halt()\n");
    refused("@@\n-    stop()\n+    halt()\n ...\n def boot():\n");
    let halted = TEXT.replace("stop", "pause");
    makes(
        "@@\n-    stop()\n+    pause()\n ...\n def last():\n",
        &halted,
    );
}

#[test]
fn dots_do_not_reach_into_another_block() {
    // `boot` is in the text, but the changed line is in `halt`.
    refused("@@\n def boot():\n ...\n-    stop()\n+    halt()\n");
    let braces = "fn a() {\n    one();\n}\n\nfn b() {\n    two();\n}\n";
    refused_on(braces, "@@\n fn a() {\n ...\n-    two();\n+    three();\n");
    refused_on(
        braces,
        "@@\n fn a() {\n ...\n     one();\n ...\n-    two();\n+    three();\n",
    );
}

/// Texts of two blocks, the second of which has the line `port`. With the line that begins the first block.
const BLOCKS: [(&str, &str); 9] = [
    (
        "fn a() {\n    host();\n}\n\nfn b() {\n    port();\n}\n",
        "fn a() {",
    ),
    ("def a():\n    host()\n\ndef b():\n    port()\n", "def a():"),
    (
        "class A\n  def a\n    host\n  end\n  def b\n    port\n  end\nend\n",
        "  def a",
    ),
    (
        "int a(void)\n{\n\thost();\n}\n\nint b(void)\n{\n\tport();\n}\n",
        "int a(void)",
    ),
    (
        "{\n  \"a\": {\n    \"host\": 1\n  },\n  \"b\": {\n    \"port\": 2\n  }\n}\n",
        "  \"a\": {",
    ),
    ("a:\n  host: 1\nb:\n  port: 2\n", "a:"),
    ("- name: a\n  host: 1\n- name: b\n  port: 2\n", "- name: a"),
    (
        "<a>\n  <host>1</host>\n</a>\n<b>\n  <port>2</port>\n</b>\n",
        "<a>",
    ),
    ("[a]\nhost = 1\n\n[b]\nport = 2\n", "[a]"),
];

/// The line of `text` that contains `word`, with the lines before and after it.
fn around<'t>(text: &'t str, word: &str) -> (Vec<&'t str>, &'t str, Vec<&'t str>) {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.contains(word)).unwrap();
    (lines[..at].to_vec(), lines[at], lines[at + 1..].to_vec())
}

#[test]
fn lines_below_dots_are_in_the_block_begun_above_them() {
    for (text, head) in BLOCKS {
        let (before, host, _) = around(text, "host");
        let (_, port, after) = around(text, "port");
        let change = |line: &str| format!("-{line}\n+{line} changed\n");
        let changed = change(port);
        refused_on(text, &format!("@@\n {head}\n ...\n{changed}"));
        refused_on(text, &format!("@@\n {head}\n {host}\n ...\n{changed}"));
        refused_on(
            text,
            &format!("@@\n {head}\n ...\n {host}\n ...\n{changed}"),
        );
        // Even a long change must not be placed outside the first block.
        let long = "    x = one()\n    y = two()\n    z = three()\n";
        let more = text.replace(port, &format!("{long}{port}"));
        let longer: String = long.lines().map(|line| format!(" {line}\n")).collect();
        refused_on(
            &more,
            &format!("@@\n {head}\n {host}\n ...\n{longer}{changed}"),
        );
        // The reverse: the changed line is in the block, but the line after it is not.
        let line = change(host);
        refused_on(text, &format!("@@\n {head}\n{line} ...\n {port}\n"));
        // A change inside the block is applied.
        let own = format!("@@\n {}\n ...\n{line}", before[0]);
        let made = outcome(text, &diff(&own), &strict());
        assert!(made.is_ok() || before.len() > 2, "{own}");
        if let Some(next) = after.first().filter(|next| next.contains(['}', '/'])) {
            let own = format!("@@\n{changed} ...\n {next}\n");
            assert!(outcome(text, &diff(&own), &strict()).is_ok(), "{own}");
        }
    }
}

#[test]
fn dots_out_of_a_block_need_a_change_that_is_known_without_them() {
    let text =
        "fn a() {\n    host();\n}\n\nfn b() {\n    let x = 1;\n    port(x);\n    wait(x);\n}\n";
    let made = text.replace("    wait", "    stop(x);\n    wait");
    refused_on(
        text,
        "@@\n     host();\n ...\n     port(x);\n+    stop(x);\n",
    );
    for mode in MODES {
        let known = "@@\n     host();\n ...\n     let x = 1;\n     port(x);\n+    stop(x);\n     wait(x);\n";
        let after = applied(text, &diff(known), &in_mode(mode));
        assert_eq!(after, made, "{mode:?}");
        let above = "@@\n     host();\n }\n ...\n     let x = 1;\n     port(x);\n+    stop(x);\n     wait(x);\n";
        let after = applied(text, &diff(above), &in_mode(mode));
        assert_eq!(after, made, "{mode:?}");
    }
    // The change is recognized, but occurs twice.
    let twice = format!(
        "{text}\n{}",
        text.replace("fn a", "fn c").replace("fn b", "fn d")
    );
    refused_on(
        &twice,
        "@@\n     let x = 1;\n     port(x);\n+    stop(x);\n     wait(x);\n ...\n fn e() {\n",
    );
}

#[test]
fn a_line_above_dots_that_begins_no_block_only_comes_first() {
    let text = "use one;\nuse two;\n\n// Reads.\n// All of it.\npub struct Reader {\n    at: usize,\n}\n\nenum Kind {\n    One,\n    Two,\n    Three,\n}\n\nlet all = call(\n    a,\n);\nlast();\n";
    for [hunk, old, new] in rows(
        r"
        \suse one;\n ...\n-// All of it.\n+// Not all.\n | // All of it. | // Not all.
        -use one;\n+use three;\n ...\n // Reads.\n | use one; | use three;
        \s// Reads.\n ...\n-    at: usize,\n+    at: u64,\n | usize | u64
        \senum Kind {\n ...\n-    Three,\n+    Four,\n | Three | Four
        \senum Kind {\n ...\n     Two,\n ...\n-    Three,\n+    Four,\n | Three | Four
        \s    One,\n ...\n-    Three,\n+    Four,\n | Three | Four
        \spub struct Reader {\n ...\n-enum Kind {\n+enum Sort {\n | enum Kind | enum Sort
        \slet all = call(\n ...\n-last();\n+end();\n | last | end
        ",
    ) {
        for mode in MODES {
            let made = applied(text, &diff(&format!("@@\n{hunk}")), &in_mode(mode));
            assert_eq!(made, text.replace(old, new), "{mode:?}\n{hunk}");
        }
    }
}

#[test]
fn dots_that_leave_a_choice_are_refused() {
    let text = "def f():\n    x()\n    y()\n    x()\n";
    refused_on(text, "@@\n def f():\n ...\n-    x()\n+    z()\n");
}

#[test]
fn a_context_hunk_says_where_the_next_one_is() {
    makes("@@\n def halt():\n@@\n-    x()\n+    y()\n", &second());
    makes("@@\n     stop()\n@@\n-    x()\n+    y()\n", &second());
    // The line before the place, although the hunk says that it comes after.
    refused("@@\n def last():\n@@\n-    stop()\n+    halt()\n");
    refused("@@\n def lost():\n@@\n-    stop()\n+    halt()\n");
}

fn scoped(scope: &'static str, lines: &str) -> crate::patch::FilePatch {
    let mut patch = diff(&format!("@@\n{lines}"));
    let Content::Hunks(hunks) = &mut patch.content else {
        panic!("no hunks");
    };
    hunks[0].scopes = vec![scope.into()];
    patch
}

#[test]
fn a_header_restricts_to_what_follows_it() {
    for mode in MODES {
        let found = applied(
            TEXT,
            &scoped("def last():", "-    x()\n+    y()\n"),
            &in_mode(mode),
        );
        assert_eq!(
            found,
            TEXT[..TEXT.len() - 8].to_owned() + "    y()\n",
            "{mode:?}"
        );
        let before = why(
            TEXT,
            &scoped("def last():", "-    stop()\n+    y()\n"),
            &in_mode(mode),
        );
        assert!(
            matches!(before, HunkWhy::LostAnchor { lines: Some(_), .. }),
            "{before:?}"
        );
        let nowhere = why(
            TEXT,
            &scoped("def no():", "-    stop()\n+    y()\n"),
            &in_mode(mode),
        );
        assert!(
            matches!(nowhere, HunkWhy::LostAnchor { lines: None, .. }),
            "{nowhere:?}"
        );
    }
}

#[test]
fn a_header_may_be_a_context_line_of_its_hunk() {
    let patch = scoped("def halt():", " def halt():\n-    stop()\n+    pause()\n");
    let after = applied(TEXT, &patch, &strict());
    assert_eq!(after, TEXT.replace("stop", "pause"));
}

#[test]
fn a_closing_line_matches_the_block_of_the_anchor() {
    let text = "a(\n  b({\n    c,\n  });\n  d({\n  });\n);\n";
    let patch = diff("@@\n   b({\n@@\n-  });\n+  }, 1);\n");
    let after = applied(text, &patch, &tolerant());
    assert_eq!(after, text.replacen("  });", "  }, 1);", 1));
}

#[test]
fn a_scope_before_its_enclosing_scope_is_not_reported_missing() {
    let text = "class A:\n    def first(self):\n        return 1\n\nclass B:\n    def second(self):\n        return 2\n";
    let mut patch = diff("@@\n-        return 2\n+        return 3\n");
    let Content::Hunks(hunks) = &mut patch.content else {
        panic!("no hunks");
    };
    hunks[0].scopes = ["class B:", "    def first(self):"].map(Bytes::from).into();
    let HunkWhy::LostAnchor { anchor, lines } = why(text, &patch, &tolerant()) else {
        panic!("another reason");
    };
    assert_eq!(&anchor[..], b"    def first(self):");
    assert_eq!(lines.map(|lines| lines.first().number()), Some(2));
}
