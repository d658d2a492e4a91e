//! `incise insert`: by line number, and before or after a text.

use serde_json::json;

use crate::bench::Bench;
use crate::notation::joined;

const THREE: &str = "one\ntwo\nthree\n";

#[test]
fn a_line_is_inserted_after_the_one_with_the_number() {
    for (line, text, place) in [
        ("0", "new\none\ntwo\nthree\n", "at the beginning"),
        ("1", "one\nnew\ntwo\nthree\n", "after line 1"),
        ("3", "one\ntwo\nthree\nnew\n", "after line 3"),
        ("-1", "one\ntwo\nthree\nnew\n", "after line 3"),
    ] {
        Bench::with("a.txt", THREE)
            .run(["insert", "a.txt", "--line", line, "--text", "new"])
            .prints(&format!("a.txt: inserted {place}; +1\n"))
            .edits(&[("a.txt", text)]);
    }
}

#[test]
fn insert_beyond_the_end_states_the_valid_range() {
    for line in ["4", "99"] {
        Bench::with("a.txt", THREE)
            .run(["insert", "a.txt", "--line", line, "--text", "new"])
            .refused(
                1,
                &joined(&[
                    &format!(
                        "incise: a.txt: line {line} is out of range: the file has 3 lines; valid: 0 to 3"
                    ),
                    "hint: --line 3 is after the last line, as is --line -1",
                ]),
            );
    }
}

#[test]
fn inserting_at_an_invalid_line_is_refused() {
    let bench = Bench::with("a.txt", THREE);
    for line in ["-2", "x", "1.5", ""] {
        bench
            .run(["insert", "a.txt", "--line", line, "--text", "new"])
            .fails(2, "--line");
    }
}

#[test]
fn insert_into_an_empty_file() {
    for line in ["0", "-1"] {
        Bench::with("a.txt", "")
            .run(["insert", "a.txt", "--line", line, "--text", "new"])
            .edits(&[("a.txt", "new\n")]);
    }
    Bench::with("a.txt", "")
        .line("insert a.txt --line 1 --text new")
        .fails(1, "line 1 is out of range");
}

#[test]
fn insert_before_and_after_a_text_takes_whole_lines() {
    for (flag, text) in [
        ("--before", "one\nnew\ntwo\nthree\n"),
        ("--after", "one\ntwo\nnew\nthree\n"),
    ] {
        Bench::with("a.txt", THREE)
            .run(["insert", "a.txt", flag, "two", "--text", "new"])
            .edits(&[("a.txt", text)]);
    }
}

#[test]
fn an_inline_insertion_inserts_exactly_the_given_bytes() {
    Bench::with("a.txt", "f(a)\n")
        .line("insert a.txt --after 'f(a' --text ', b' --inline")
        .edits(&[("a.txt", "f(a, b)\n")]);
}

#[test]
fn inserting_next_to_a_repeated_text_is_refused() {
    Bench::with("a.txt", "x\ny\nx\n")
        .line("insert a.txt --after x --text new")
        .fails(
            1,
            "incise: a.txt: `x` matches 2 places; exactly 1 is needed\n  1, 3: x\n",
        );
}

#[test]
fn inserting_next_to_an_absent_text_is_refused() {
    Bench::with("a.txt", THREE)
        .line("insert a.txt --after zzz --text new")
        .fails(1, "incise: a.txt: `zzz` is not in the file");
}

#[test]
fn insert_after_an_unterminated_line_ends_it() {
    Bench::with("a.txt", "one")
        .line("insert a.txt --line -1 --text two")
        .edits(&[("a.txt", "one\ntwo\n")]);
}

#[test]
fn insert_into_a_crlf_file_ends_lines_as_it_does() {
    Bench::with("a.txt", "one\r\ntwo\r\n")
        .line("insert a.txt --line 1 --text 'new\nlines'")
        .done(
            "a.txt: inserted after line 1; +2\n one\r\n+new\r\n+lines\r\n two\r\n",
            &[("a.txt", "one\r\nnew\r\nlines\r\ntwo\r\n")],
        );
}

/// Insertions at one line are in the order of the edits, whatever other edits the request has.
#[test]
fn insertions_at_one_line_keep_their_order() {
    for line in 0..=3 {
        let insert = |text| json!({"op": "insert", "path": "f", "line": line, "text": text});
        let replace = json!({"op": "replace", "path": "f", "old": "2", "new": "R"});
        for has_other_edit in [false, true] {
            let mut edits = vec![insert("A"), insert("B")];
            let mut lines = vec!["1\n", "2\n", "3\n"];
            if has_other_edit {
                edits.insert(0, replace.clone());
                lines[1] = "R\n";
            }
            lines.splice(line..line, ["A\n", "B\n"]);
            Bench::with("f", "1\n2\n3\n")
                .pipe(json!(edits).to_string(), ["apply", "-q"])
                .done("", &[("f", &lines.concat())]);
        }
    }
}

#[test]
fn inserting_at_the_beginning_follows_the_byte_order_mark() {
    Bench::with("a.txt", "\u{feff}one\n")
        .line("insert a.txt --line 0 --text new")
        .edits(&[("a.txt", "\u{feff}new\none\n")]);
}

#[test]
fn the_last_line_is_called_as_everywhere() {
    for last in ["$", "-1"] {
        Bench::with("a.txt", "one\ntwo\n")
            .run(["insert", "a.txt", "--line", last, "--text", "x", "-q"])
            .done("", &[("a.txt", "one\ntwo\nx\n")]);
    }
    Bench::with("a.txt", "one\n")
        .line("insert a.txt --line '$x' --text x")
        .fails(2, "`$x` is not a valid value of `--line`");
}

/// Each position gets a separate text. All numbers refer to the text before the call.
#[test]
fn several_positions_are_inserted_at_in_one_call() {
    let text = "1\n2\n3\n";
    Bench::with("f", text)
        .line("insert f --line 0 --text a --line 2 --text b -q")
        .done("", &[("f", "a\n1\n2\nb\n3\n")]);
    Bench::with("f", text)
        .line("insert f --after 3 --text c --after 1 --text d -q")
        .done("", &[("f", "1\nd\n2\n3\nc\n")]);
    for (arguments, problem) in [
        (
            &["--line", "1", "--line", "2", "--text", "x"][..],
            "`--line` is given 2 times, `--text TEXT` 1",
        ),
        (
            &["--line", "1", "--text", "x", "--after", "2", "--text", "y"],
            "cannot be combined",
        ),
    ] {
        let arguments = [&["insert", "f"], arguments].concat();
        Bench::with("f", text).run(&arguments).fails(2, problem);
    }
}
