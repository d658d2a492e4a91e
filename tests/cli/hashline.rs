//! Edits in hashline notation and similar ones: accepted for lines that this task was shown and that are unchanged.

use serde_json::{Value, json};

use crate::bench::{Bench, Ran};
use crate::client::{Client, Revision};
use crate::notation::rows;

/// Six lines, two of them equal. Their tag in oh-my-pi is F98A.
const SIX: &str = "one\ntwo\n}\nthree\n}\nfour\n";

/// A bench in which task `t` has seen the whole `a.txt`.
fn seen(text: &str) -> Bench {
    let bench = Bench::with("a.txt", text);
    look(&bench, "t");
    bench
}

fn look(bench: &Bench, task: &str) {
    let ran = bench.run(["view", "a.txt", "--task", task, "-q"]);
    ran.status_is(0).unchanged();
}

fn apply<'b>(bench: &'b Bench, payload: &str) -> Ran<'b> {
    bench.pipe(payload, ["apply", "--task", "t", "-q"])
}

fn list(edits: Value) -> String {
    json!({ "path": "a.txt", "edits": edits }).to_string()
}

#[test]
fn the_text_form_is_read() {
    for (operations, expected) in [
        ("SWAP 2.=2:\n+2", "one\n2\n}\nthree\n}\nfour\n"),
        ("SWAP 2..4:\n+a\n+\n+b", "one\na\n\nb\n}\nfour\n"),
        ("PUT 2-4:\n+x", "one\nx\n}\nfour\n"),
        ("PUT 2:\n+ two", "one\n two\n}\nthree\n}\nfour\n"),
        ("SWAP 2:f4:\n+2", "one\n2\n}\nthree\n}\nfour\n"),
        ("DEL 2", "one\n}\nthree\n}\nfour\n"),
        ("CUT 2.=5", "one\nfour\n"),
        ("INS.PRE 1:\n+zero", "zero\none\ntwo\n}\nthree\n}\nfour\n"),
        ("INS.POST 6:\n+five", "one\ntwo\n}\nthree\n}\nfour\nfive\n"),
        ("PUT <3:\n+x", "one\ntwo\nx\n}\nthree\n}\nfour\n"),
        ("PUT >3:\n++x", "one\ntwo\n}\n+x\nthree\n}\nfour\n"),
        ("INS.HEAD:\n+x", "x\none\ntwo\n}\nthree\n}\nfour\n"),
        ("PUT >$:\n+x", "one\ntwo\n}\nthree\n}\nfour\nx\n"),
        // All numbers refer to the text that was shown.
        (
            "DEL 1\nSWAP 4.=4:\n+3\nINS.POST 6:\n+5",
            "two\n}\n3\n}\nfour\n5\n",
        ),
    ] {
        let bench = seen(SIX);
        for payload in [
            format!("[a.txt#F98A]\n{operations}\n"),
            format!("*** Begin Patch\n[a.txt#f98a]\n{operations}\n*** End Patch\n"),
        ] {
            let dry = bench.pipe(&payload, ["check", "apply", "--task", "t", "-q"]);
            dry.status_is(0).unchanged();
        }
        apply(&bench, &format!("[a.txt#F98A]\n{operations}\n")).done("", &[("a.txt", expected)]);
    }
}

#[test]
fn text_after_the_end_is_refused() {
    let envelope =
        |operation: &str| format!("*** Begin Patch\n[a.txt#F98A]\n{operation}\n*** End Patch\n");
    let bench = seen(SIX);
    apply(&bench, &format!("{}\n \n", envelope("DEL 1"))).status_is(0);
    let bench = seen(SIX);
    apply(&bench, &[envelope("DEL 1"), envelope("DEL 2")].concat()).fails(
        2,
        "line 5 of the request: there is text after `*** End Patch`\n",
    );
}

#[test]
fn the_lists_of_other_tools_are_read() {
    let x = "one\nx\n}\nthree\n}\nfour\n";
    for (edit, expected) in [
        (json!({"set_line": {"anchor": "2:f4", "new_text": "x"}}), x),
        (
            json!({"op": "set_line", "anchor": "2:f4|two", "new_text": "x"}),
            x,
        ),
        (json!({"op": "replace", "pos": "2#HV", "lines": ["x"]}), x),
        (json!({"op": "replace", "pos": "2#NW:two", "lines": "x"}), x),
        (json!(["n4z", "n4z", "x"]), x),
        (
            json!({"replace_lines": {"start_anchor": "2:f4", "end_anchor": "4:f8", "new_text": "x\ny"}}),
            "one\nx\ny\n}\nfour\n",
        ),
        (
            json!({"op": "replace", "pos": "2#HV", "end": "5#PT", "lines": []}),
            "one\nfour\n",
        ),
        (
            json!({"op": "replace", "pos": "2#HV", "lines": null}),
            "one\n}\nthree\n}\nfour\n",
        ),
        (json!(["AU6", "rHu", ""]), "one\ntwo\nfour\n"),
        (
            json!({"insert_after": {"anchor": "6:dd", "text": ""}}),
            "one\ntwo\n}\nthree\n}\nfour\n\n",
        ),
        (
            json!({"op": "append", "pos": "2#HV", "lines": ["x", ""]}),
            "one\ntwo\nx\n\n}\nthree\n}\nfour\n",
        ),
        (
            json!({"op": "prepend", "pos": "5#WN", "lines": ["x"]}),
            "one\ntwo\n}\nthree\nx\n}\nfour\n",
        ),
        (
            json!({"op": "prepend", "lines": ["x"]}),
            "x\none\ntwo\n}\nthree\n}\nfour\n",
        ),
        (
            json!({"op": "append", "lines": ["x"]}),
            "one\ntwo\n}\nthree\n}\nfour\nx\n",
        ),
    ] {
        // Edits without a position need no valid anchor.
        let bench = seen(SIX);
        apply(&bench, &list(json!([edit]))).done("", &[("a.txt", expected)]);
    }
}

/// Prefixes of the hashes that `view` prints are valid in both notations.
#[test]
fn our_own_hashes_may_be_shortened() {
    let bench = seen(SIX);
    let ran = bench.line("view a.txt --anchors");
    let printed: Vec<String> = ran.stdout.lines().map(str::to_owned).collect();
    let tag = &printed[0].split("blake3:").nth(1).unwrap()[..6];
    let anchor = &printed[4].trim()[..6];
    let edit = json!({"set_line": {"anchor": anchor, "new_text": "3"}});
    apply(&bench, &list(json!([edit]))).done("", &[("a.txt", "one\ntwo\n}\n3\n}\nfour\n")]);
    let bench = seen(SIX);
    apply(&bench, &format!("[a.txt#{tag}]\nSWAP 4:\n+3\n"))
        .done("", &[("a.txt", "one\ntwo\n}\n3\n}\nfour\n")]);
}

#[test]
fn lines_that_were_not_shown_are_refused() {
    let payload = "[a.txt#F98A]\nSWAP 2.=2:\n+2\n";
    let anchored = list(json!([{"set_line": {"anchor": "2:f4", "new_text": "x"}}]));
    // Shown to nobody, to another task, or only in part.
    let bench = Bench::with("a.txt", SIX);
    let hint = "hint: read the lines again with `incise view a.txt 2` and your --task, then name the current lines\n";
    let none = format!(
        "incise: a.txt: stale: no version that this task was shown has the tag `F98A`\n{hint}"
    );
    apply(&bench, payload).refused(3, &none);
    look(&bench, "other");
    apply(&bench, payload).refused(3, &none);
    let no_line = "incise: a.txt: stale: `2:f4` matches no line that this task was shown\n";
    apply(&bench, &anchored).fails(3, no_line);
    bench.line("view a.txt 3:6 --task t -q").status_is(0);
    let part = format!("incise: a.txt: stale: this task was not shown line 2\n{hint}");
    apply(&bench, payload).refused(3, &part);
    apply(&bench, &anchored).fails(3, "this task was not shown line 2\n");
    // A refusal does not count as showing lines.
    apply(&bench, payload).refused(3, &part);
    // Lines that are shown later count.
    bench.line("view a.txt 1:2 --task t -q").status_is(0);
    apply(&bench, payload).done("", &[("a.txt", "one\n2\n}\nthree\n}\nfour\n")]);
}

#[test]
fn a_missing_task_or_journal_is_reported() {
    let bench = seen(SIX);
    let payload = "[a.txt#F98A]\nDEL 2\n";
    bench.pipe(payload, ["apply"]).refused(
        2,
        "incise: a.txt: `#F98A` needs a task that was shown the line, and this request has no task\n\
         hint: read the file and edit it as one task: --task ID\n",
    );
    bench.pipe(payload, ["apply", "--task", "t", "--no-journal"]).refused(
        2,
        "incise: a.txt: `#F98A` needs a journal of the lines that the task was shown, and there is none\n\
         hint: use the anchors of a view with anchors, which need no journal\n",
    );
    let bench = Bench::with("a.txt", SIX);
    let ran = bench.line("view a.txt --task t --no-journal");
    if ran.status == Some(0) {
        apply(&bench, payload).fails(3, "was shown has the tag");
    }
    let gone = "[b.txt#F98A]\nDEL 2\n";
    apply(&bench, gone).fails(4, "incise: b.txt: ");
}

/// The hash belongs to no line that was shown at this number, neither the current line nor a line elsewhere.
#[test]
fn a_hash_that_does_not_hold_is_refused() {
    for edit in [
        json!({"set_line": {"anchor": "2:f5", "new_text": "x"}}),
        json!({"set_line": {"anchor": "1:f4", "new_text": "x"}}),
        json!({"set_line": {"anchor": "9:f4", "new_text": "x"}}),
        json!({"set_line": {"anchor": "2:f4|tow", "new_text": "x"}}),
        json!({"op": "replace", "pos": "2#ZZ", "lines": ["x"]}),
        json!({"replace_lines": {"start_anchor": "4:f8", "end_anchor": "2:f4", "new_text": "x"}}),
        json!(["zzz", "zzz", "x"]),
        json!(["rHu", "AU6", "x"]),
    ] {
        let bench = seen(SIX);
        apply(&bench, &list(json!([edit]))).fails(3, "stale: ");
    }
    let bench = seen(SIX);
    for operations in ["DEL 7", "DEL 5.=7", "SWAP 2:f5:\n+x", "SWAP 2.=4:f4:\n+x"] {
        apply(&bench, &format!("[a.txt#F98A]\n{operations}\n")).fails(3, "stale: ");
    }
}

/// Lines that others moved are followed through the journal.
#[test]
fn lines_that_others_moved_are_followed() {
    let bench = seen(SIX);
    let mine = "[a.txt#F98A]\nSWAP 4.=4:\n+3\n";
    bench
        .line("insert a.txt --line 0 --text zero --task other -q")
        .status_is(0);
    let ran = bench.pipe(mine, ["apply", "--task", "t"]);
    ran.status_is(0)
        .prints("rebased: line 4 is line 5 now")
        .changed(&[("a.txt", "zero\none\ntwo\n}\n3\n}\nfour\n")]);
    // One of two equal lines is identified by the lines around it.
    let bench = seen(SIX);
    bench
        .line("insert a.txt --line 0 --text zero --task other -q")
        .status_is(0);
    apply(&bench, "[a.txt#F98A]\nDEL 3\n")
        .done("", &[("a.txt", "zero\none\ntwo\nthree\n}\nfour\n")]);
    // But not if these lines changed.
    let bench = seen(SIX);
    bench
        .line("lines a.txt 1:2 --text '1\n1\n2' --task other -q")
        .status_is(0);
    apply(&bench, "[a.txt#F98A]\nDEL 3\n").fails(3, "incise: a.txt: stale: line 3 has changed\n");
}

#[test]
fn changed_lines_are_refused_with_their_current_text() {
    let bench = seen(SIX);
    bench
        .line("lines a.txt 2 --text TWO --task other -q")
        .status_is(0);
    let ran = bench.pipe(
        "[a.txt#F98A]\nSWAP 1.=2:\n+x\n",
        ["apply", "--task", "t", "--json"],
    );
    ran.status_is(3).unchanged();
    let error = &ran.json()["error"];
    assert_eq!(error["code"], "stale");
    assert_eq!(error["now"][1]["text"], "TWO");
    assert_eq!(error["since"], json!(["-two\n+TWO\n"]));
    // Conflicts of this task are reported even if others write too.
    let ran = apply(&bench, "[a.txt#F98A]\nDEL 4\n");
    ran.edits(&[("a.txt", "one\nTWO\n}\n}\nfour\n")]);
}

/// If the file was written outside the journal, the shown text is unknown.
#[test]
fn a_shown_text_that_is_not_in_the_journal_is_refused() {
    let bench = seen(SIX);
    std::fs::write(
        bench.path().join("a.txt"),
        "zero\none\ntwo\n}\nthree\n}\nfour\n",
    )
    .unwrap();
    apply(&bench, "[a.txt#F98A]\nDEL 4\n").fails(
        3,
        "no version that this task was shown has the tag `F98A`\n",
    );
}

/// After its own edit, a task knows the lines that it wrote or had seen, by their numbers in the new text.
#[test]
fn an_own_edit_is_shown_with_what_was_shown_before() {
    let bench = Bench::with("a.txt", SIX);
    bench.line("view a.txt 4:6 --task t -q").status_is(0);
    apply(&bench, "[a.txt#F98A]\nINS.POST 4:\n+x\n+y\n")
        .done("", &[("a.txt", "one\ntwo\n}\nthree\nx\ny\n}\nfour\n")]);
    let tag = || {
        let ran = bench.line("view a.txt");
        ran.stdout.split("blake3:").nth(1).unwrap()[..8].to_owned()
    };
    let text = tag();
    apply(&bench, &format!("[a.txt#{text}]\nDEL 2\n")).fails(3, "this task was not shown line 2\n");
    apply(&bench, &format!("[a.txt#{text}]\nSWAP 5.=5:\n+X\nDEL 8\n"))
        .done("", &[("a.txt", "one\ntwo\n}\nthree\nX\ny\n}\n")]);
    // Numbers of the previous text are followed too.
    apply(&bench, &format!("[a.txt#{text}]\nDEL 4\n"))
        .done("", &[("a.txt", "one\ntwo\n}\nX\ny\n}\n")]);
}

/// Among equal lines, the tag of the text selects one. The hash of the line alone does not.
#[test]
fn an_old_number_of_a_line_that_has_its_like_there_now_is_refused() {
    let bench = seen("a\n}\nb\n");
    apply(
        &bench,
        &list(json!([{"op": "prepend", "lines": ["c", "}"]}])),
    )
    .done("", &[("a.txt", "c\n}\na\n}\nb\n")]);
    apply(&bench, &list(json!([{"set_line": {"anchor": "2:18", "new_text": "x"}}]))).fails(3, "incise: a.txt: stale: `2:18` matches lines of several versions, which are now in different places\n");
}

#[test]
fn crlf_and_a_byte_order_mark_stay() {
    let text = format!("\u{feff}{}", SIX.replace('\n', "\r\n"));
    let bench = seen(&text);
    apply(
        &bench,
        "[a.txt#F98A]\r\nSWAP 1.=2:\r\n+1\r\n+2\r\nINS.POST 6:\r\n+five\r\n",
    )
    .done(
        "",
        &[(
            "a.txt",
            "\u{feff}1\r\n2\r\n}\r\nthree\r\n}\r\nfour\r\nfive\r\n",
        )],
    );
}

#[test]
fn a_file_that_was_seen_whole_is_removed_or_moved() {
    let bench = seen(SIX);
    apply(&bench, "[a.txt#F98A]\nSWAP 2:\n+2\nMV b.txt\n")
        .status_is(0)
        .became(&[
            ("a.txt", None),
            ("b.txt", Some(&b"one\n2\n}\nthree\n}\nfour\n"[..])),
        ]);
    let bench = Bench::with("a.txt", SIX);
    bench.line("view a.txt 2:6 --task t -q").status_is(0);
    let remove = "[a.txt#F98A]\nREM\n";
    apply(&bench, remove).fails(3, "this task was not shown all of lines 1 to 6\n");
    look(&bench, "t");
    apply(&bench, remove)
        .status_is(0)
        .became(&[("a.txt", None)]);
}

#[test]
fn a_move_starts_from_the_directory_of_its_call() {
    let bench = Bench::with("d/a.txt", SIX);
    let ran = bench.line("view d/a.txt --task t -q");
    ran.status_is(0).unchanged();
    let call = json!({
        "cwd": bench.path().join("d"),
        "tool_name": "apply_patch",
        "tool_input": { "input": "[a.txt#F98A]\nMV b.txt\n" },
    });
    apply(&bench, &call.to_string())
        .status_is(0)
        .became(&[("d/a.txt", None), ("d/b.txt", Some(SIX.as_bytes()))]);
}

#[test]
fn several_files_are_one_transaction() {
    let bench = seen(SIX).file("b.txt", "x\n");
    let both = "[a.txt#F98A]\nDEL 2\n[b.txt#1234]\nDEL 1\n";
    let ran = apply(&bench, both);
    ran.status_is(3).unchanged();
    ran.says(
        "incise: b.txt: edit 2: stale: no version that this task was shown has the tag `1234`\n",
    );
}

#[test]
fn a_malformed_operation_is_reported_with_its_line() {
    let bench = seen(SIX);
    for [operations, message] in rows(
        r"
        SWAP 2.=2: | the operation above has no rows of new text
        DEL 2:\n+x | `DEL` has no colon and no rows
        DEL 2\n+x | line 3 of the request: a row of new text follows no operation that accepts one
        SWAP 2:\n x | line 3 of the request: the operation above has no rows of new text
        SWAP 2:\n+x\n\n+y | line 5 of the request: there is a blank line between rows
        SWAP 2:\n+x\n-y | line 4 of the request: it is neither an operation nor a row that begins with `+`
        SWAP.BLK 2:\n+x | only a parser can find the end of this block
        PUT 2*:\n+x | only a parser can find the end of this block
        CUT 2.=3 @fn | incise keeps no cut or copied text
        PASTE.POST 2 | incise keeps no cut or copied text
        PUT >2 | `PUT` without a colon uses cut text
        DEL 0 | it is neither an operation nor a row that begins with `+`
        DEL 3.=x | it is neither an operation
        ",
    ) {
        apply(&bench, &format!("[a.txt#F98A]\n{operations}\n")).fails(2, message);
    }
    for head in ["[a.txt]", "\u{b6}a.txt"] {
        apply(&bench, &format!("{head}\nSWAP 2:\n+x\n"))
            .fails(
                2,
                &format!("`{head}` has no tag for the version of the lines\n"),
            )
            .says("hint: write `[PATH#TAG]`, as it was shown; or name the lines in a request\n");
    }
    for (edit, message) in [
        (
            json!({"set_line": {"anchor": "2", "new_text": "x"}}),
            "`anchor` of edit 1 is `2`, which is not an anchor\n",
        ),
        (
            json!({"set_line": {"anchor": "2:f4"}}),
            "edit 1 has no `new_text`\n",
        ),
        (
            json!({"set_line": {"new_text": "x"}}),
            "edit 1 has no `anchor`\n",
        ),
        (
            json!({"op": "replace", "pos": "2#HV"}),
            "edit 1 has no `lines`\n",
        ),
        (
            json!({"op": "swap", "pos": "2#HV", "lines": []}),
            "edit 1 is not an edit of lines by anchors\n",
        ),
        (
            json!({"op": "append", "pos": "2#HV", "lines": []}),
            "edit 1 inserts nothing\n",
        ),
        (
            json!({"op": "replace", "pos": "2#HV", "lines": [], "oldText": "x"}),
            "`oldText` cannot be combined with `replace` in edit 1\n",
        ),
        (
            json!(["n4z", "toolong", "x"]),
            "edit 1 does not name its lines by hashes of three characters\n",
        ),
    ] {
        apply(&bench, &list(json!([edit]))).fails(2, message);
    }
}

#[test]
fn every_door_takes_it_or_says_which_one_does() {
    let payload = "[a.txt#F98A]\nSWAP 2.=2:\n+2\n";
    let expected = &[("a.txt", "one\n2\n}\nthree\n}\nfour\n")];
    for call in [
        json!({"input": payload}),
        json!({"path": "a.txt", "patch": payload}),
        json!({"patch": payload, "task": "t"}),
        json!({"type": "custom_tool_call", "call_id": "1", "name": "edit", "input": payload}),
        json!({"name": "edit", "arguments": {"input": payload}}),
        json!([payload]),
    ] {
        let bench = seen(SIX);
        let ran = bench.pipe(call.to_string(), ["apply", "--task", "t"]);
        ran.succeeds().changed(expected);
    }
    let bench = seen(SIX);
    let other = json!({"path": "b.txt", "patch": payload}).to_string();
    apply(&bench, &other).fails(2, "the text is for `a.txt`, and `path` for `b.txt`\n");
    bench.pipe(payload, ["patch", "--task", "t"]).refused(
        2,
        "incise: malformed diff: line 1: the text is in the notation of hashline, which is not a diff\n\
         hint: use `incise apply` with the --task that was shown the lines\n\
         nothing was written\n",
    );
}

#[test]
fn over_mcp_the_session_s_own_readings_count() {
    let bench = Bench::with("a.txt", SIX);
    let mut client = Client::new(&bench, Revision::Of2025, &["--task", "t"]);
    let payload = "[a.txt#F98A]\nSWAP 2.=2:\n+2\n";
    client
        .call("apply_patch", json!({"patch": payload}))
        .refused("stale");
    client.call("read_lines", json!({"path": "a.txt"})).done();
    client.call("apply_patch", json!({"patch": payload})).done();
    let edit =
        json!({"path": "a.txt", "edits": [{"set_line": {"anchor": "4:f8", "new_text": "3"}}]});
    client.call("edit", edit).done();
    drop(client);
    assert_eq!(bench.text("a.txt"), "one\n2\n}\n3\n}\nfour\n");
}
