//! SEARCH/REPLACE blocks.

use super::*;

fn block(search: &str, replace: &str) -> String {
    format!("<<<<<<< SEARCH\n{search}=======\n{replace}>>>>>>> REPLACE\n")
}

#[test]
fn common_lines_are_context() {
    let text = "src/a.py\n```python\n".to_owned() + &block("a\nb\nc\n", "a\nB\nc\nd\n") + "```\n";
    assert_sketch(&text, "modify src/a.py src/a.py\n@\n a\n-b\n+B\n c\n+d\n");
    assert_eq!(patch(&text).repairs, []);
    assert_eq!(patch(&text).files[0].format, PatchFormat::SearchReplace);
}

#[test]
fn the_file_name_in_any_decoration() {
    for above in [
        "src/a.py\n",
        "`src/a.py`\n",
        "### src/a.py\n",
        "**src/a.py**\n",
        "**File: `src/a.py`**\n",
        "File: src/a.py\n",
        "# src/a.py:\n",
        "// src/a.py\n",
        "Change `src/a.py` so:\n",
        "1. src/a.py\n".trim_start_matches("1. "),
        "src/a.py\n```python\n",
        "```\nsrc/a.py\n",
        "```python src/a.py\n",
        "```python:src/a.py\n",
        "src/a.py\n\n```\n",
        "<!-- src/a.py -->\n",
    ] {
        let text = above.to_owned() + &block("a\n", "b\n");
        assert_eq!(
            patch(&text).files[0].names,
            PatchNames::same("src/a.py".into()),
            "{above}"
        );
    }
}

#[test]
fn a_distant_or_missing_file_name_is_not_used() {
    for above in ["src/a.py\n\n\n\n", "", "Please change this file now.\n"] {
        let text = above.to_owned() + &block("a\n", "b\n");
        assert!(patch(&text).files[0].names.is_unnamed(), "{above}");
        assert!(repairs(&patch(&text))[0].ends_with("missing_file_header"));
    }
}

#[test]
fn blocks_for_one_file_are_its_hunks() {
    let text = "a.py\n".to_owned()
        + &block("a\n", "b\n")
        + &block("c\n", "d\n")
        + "a.py\n"
        + &block("e\n", "f\n")
        + "b.py\n"
        + &block("g\n", "h\n");
    let read = "modify a.py a.py\n@\n-a\n+b\n@\n-c\n+d\n@\n-e\n+f\nmodify b.py b.py\n@\n-g\n+h\n";
    assert_sketch(&text, read);
}

#[test]
fn an_empty_search_creates_a_file_and_an_empty_replace_deletes() {
    let text = "a.py\n".to_owned() + &block("", "x\n") + &block("y\n", "");
    assert_sketch(&text, "create - a.py\n@ 0,0\n+x\nmodify a.py a.py\n@\n-y\n");
    for blank in ["", "\n", " \r\n\n"] {
        assert_malformed(&("a\n".to_owned() + &block(blank, "")), 2, Problem::NoHunks);
    }
}

#[test]
fn markers_of_five_to_nine_signs() {
    for run in 4..=10 {
        let [open, divide, close] = ["<", "=", ">"].map(|sign| sign.repeat(run));
        let text = format!("a.py\n{open} SEARCH\na\n{divide}\nb\n{close} REPLACE\n");
        let read = parse(&Bytes::from(text), Strictness::Repair);
        assert_eq!(read.is_ok(), (5..=9).contains(&run), "{run}");
    }
}

#[test]
fn a_divider_in_the_text_has_another_length() {
    let text = "a.rst\n".to_owned() + &block("Title\n=====\n", "Head\n=====\n");
    assert_sketch(&text, "modify a.rst a.rst\n@\n-Title\n+Head\n =====\n");
    let text = "a.rst\n".to_owned() + &block("Title\n=======\n", "Head\n=======\n");
    assert!(matches!(
        problem(&text),
        ParseError::Malformed {
            problem: Problem::SeveralDividers,
            ..
        }
    ));
}

#[test]
fn stated_lines_and_rules() {
    let text = "a.py\n".to_owned() + &block(":start_line:12\n:end_line:12\n-------\na\n", "b\n");
    assert_sketch(&text, "modify a.py a.py\n@ 12,1\n-a\n+b\n");
}

#[test]
fn escaped_markers() {
    let text =
        "a.py\n".to_owned() + &block("\\<<<<<<< SEARCH\n\\=======\n\\ x\n", "\\>>>>>>> REPLACE\n");
    let patch = patch(&text);
    assert_eq!(
        sketch(&patch),
        "modify a.py a.py\n@\n-<<<<<<< SEARCH\n-=======\n-\\ x\n+>>>>>>> REPLACE\n"
    );
    assert_eq!(
        repairs(&patch),
        [
            "3:escaped_markers",
            "4:escaped_markers",
            "7:escaped_markers"
        ]
    );
}

#[test]
fn an_unfinished_block_is_an_error() {
    for text in [
        "a\n<<<<<<< SEARCH\nx\n",
        "a\n<<<<<<< SEARCH\nx\n=======\ny\n",
        "a\n<<<<<<< SEARCH\n>>>>>>> REPLACE\n",
    ] {
        assert_malformed(text, 2, Problem::UnfinishedBlock);
    }
    let two = "a\n<<<<<<< SEARCH\nx\n=======\n".to_owned() + &block("a\n", "b\n");
    assert_malformed(&two, 2, Problem::UnfinishedBlock);
}

#[test]
fn dots_on_both_sides_pair() {
    let text = "a.py\n".to_owned() + &block("a\nb\n...\nc\nd\n", "a\nB\n...\nC\nd\n");
    let patch = patch(&text);
    let hunk = &patch.files[0].hunks()[0];
    let reading = hunk.readings().pop().expect("a reading in pieces");
    assert_eq!(reading.kind, RepairKind::ElidedLines);
    let pieces: Vec<String> = reading.hunks.iter().map(sketch_hunk).collect();
    assert_eq!(pieces, ["@\n a\n-b\n+B\n", "@\n-c\n+C\n d\n"]);
}

#[test]
fn a_large_block_is_compared_at_its_ends() {
    let lines = |word: &str| {
        (0..3000)
            .map(|at| format!("{word}{at}\n"))
            .collect::<String>()
    };
    let search = "head\n".to_owned() + &lines("a") + "tail\n";
    let replace = "head\n".to_owned() + &lines("b") + "tail\n";
    let text = "a.py\n".to_owned() + &block(&search, &replace);
    let patch = patch(&text);
    let lines = &patch.files[0].hunks()[0].lines;
    assert_eq!(lines.len(), 6002);
    assert_eq!(lines[0].kind, LineKind::Context);
    assert_eq!(lines[6001].kind, LineKind::Context);
}

#[test]
fn several_formats_in_one_text() {
    let text = "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-x\n+y\n\ng.py\n".to_owned()
        + &block("a\n", "b\n")
        + "*** Begin Patch\n*** Delete File: h\n*** End Patch\ndiff --git a/i b/i\nold mode 100644\nnew mode 100755\n";
    let formats: Vec<PatchFormat> = patch(&text).files.iter().map(|file| file.format).collect();
    assert_eq!(
        formats,
        [
            PatchFormat::Unified,
            PatchFormat::SearchReplace,
            PatchFormat::V4a,
            PatchFormat::Git
        ]
    );
    assert_eq!(patch(&text).repairs, []);
}

#[test]
fn a_second_divider_is_an_error() {
    // The line can be the underline of a title, which may be shorter than the title.
    for new in ["Installation\n", "Heading\n", ""] {
        let doubled =
            format!("a\n<<<<<<< SEARCH\nold line\n=======\n{new}=======\n>>>>>>> REPLACE\n");
        let line = 5 + new.lines().count();
        assert_malformed(&doubled, line, Problem::SeveralDividers);
    }
    let unclosed = "a\n```\n<<<<<<< SEARCH\nold line\n=======\nnew line\n=======\n```\nprose\n";
    assert_malformed(unclosed, 3, Problem::UnfinishedBlock);
}

#[test]
fn a_tag_may_replace_a_fence() {
    for tag in ["<source>", "<source>python", "<codeblock>"] {
        let text = format!("src/a.py\n{tag}\n<<<<<<< SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n");
        assert_sketch(&text, "modify src/a.py src/a.py\n@\n-x\n+y\n");
    }
}

fn signed(search: &str, replace: &str) -> String {
    format!("------- SEARCH\n{search}=======\n{replace}+++++++ REPLACE\n")
}

/// The markers of Cline's `replace_in_file` (cline/cline, src/core/assistant-message/diff.ts). Cline accepts three or
/// more characters. We require five, because `--- SEARCH` is the header of a diff of a file with this name.
#[test]
fn blocks_between_signs() {
    let text = "a.ts\n".to_owned() + &signed("a\nb\n", "a\nB\n") + &signed("c\n", "");
    let read = "modify a.ts a.ts\n@\n a\n-b\n+B\n@\n-c\n";
    assert_sketch(&text, read);
    assert_eq!(patch(&text).repairs, []);
    let as_written = "<replace_in_file>\n<path>a.ts</path>\n<diff>\n".to_owned()
        + &signed("a\nb\n", "a\nB\n")
        + "\n"
        + &signed("c\n", "")
        + "</diff>\n</replace_in_file>\n";
    assert_sketch(&as_written, read);
    let sent_with_crlf = patch(&as_written.replace('\n', "\r\n"));
    let hunks = sent_with_crlf.files[0].hunks();
    let mut lines = hunks.iter().flat_map(|hunk| &hunk.lines);
    assert!(lines.all(|line| line.text.ends_with(b"\r\n")) && hunks.len() == 2);
    for (first, divider, last) in [
        ("----- SEARCH", "========", "+++++++ REPLACE"),
        ("----------- SEARCH", "==========", "+++++ REPLACE"),
        ("------- SEARCH>", "=====", "+++++++ REPLACE>"),
    ] {
        let text = format!("a.ts\n{first}\nx\n{divider}\ny\n{last}\n");
        assert_sketch(&text, "modify a.ts a.ts\n@\n-x\n+y\n");
    }
}

#[test]
fn text_that_resembles_blocks_between_signs_is_refused() {
    let unfinished = [
        "------- SEARCH\nx\n+++++++ REPLACE\ny\n",
        "------- SEARCH\nx\n=======\ny\n",
        "------- SEARCH\nx\n=======\ny\n>>>>>>> REPLACE\n",
        "------- SEARCH\nx\n=======\n------- SEARCH\ny\n+++++++ REPLACE\n",
    ];
    for text in unfinished {
        assert_malformed(text, 1, Problem::UnfinishedBlock);
    }
    assert_malformed(
        "------- SEARCH\nx\n=======\ny\n=======\nz\n+++++++ REPLACE\n",
        5,
        Problem::SeveralDividers,
    );
    assert_malformed("-------SEARCH\nx\n=======\ny\n", 1, Problem::NoDiff);
}

/// The text of a block may contain a closing line. Otherwise the text after that line would be lost.
#[test]
fn a_second_end_shows_that_the_text_continued() {
    for text in [
        "a.md\n".to_owned() + &block("x\n", "first\n>>>>>>> REPLACE\nthen\n"),
        "a.md\n".to_owned() + &signed("x\n", "first\n+++++++ REPLACE\nthen\n"),
    ] {
        let read = parse(&text.into(), Strictness::Repair);
        assert!(matches!(read, Err(ParseError::Leftover(_))), "{read:?}");
    }
    let escaped = "a.md\n".to_owned() + &signed("x\n", "\\+++++++ REPLACE\n\\=======\n");
    assert_sketch(
        &escaped,
        "modify a.md a.md\n@\n-x\n++++++++ REPLACE\n+=======\n",
    );
}

/// A diff of a text about blocks is read as a diff.
#[test]
fn signs_in_a_diff_are_no_block_markers() {
    let about = "--- a/a.md\n+++ b/a.md\n@@ -1,4 +1,4 @@\n text\n-------- SEARCH\n+------ SEARCH\n x\n-+++++++ REPLACE\n+++++++ REPLACE\n";
    assert_sketch(
        about,
        "modify a/a.md b/a.md\n@ 1,4 1,4\n text\n-------- SEARCH\n+------ SEARCH\n x\n-+++++++ REPLACE\n+++++++ REPLACE\n",
    );
}

/// As in RooCodeInc/Roo-Code, src/core/diff/strategies/multi-search-replace.ts, line numbers are removed if every
/// line of both texts has one.
#[test]
fn numbers_before_the_lines_of_a_block() {
    let without = |search: &str, replace: &str| {
        let hunk =
            patch(&("a.ts\n".to_owned() + &block(search, replace))).files[0].hunks()[0].clone();
        let mut readings = hunk.readings().into_iter();
        let read = readings.find(|reading| reading.kind == RepairKind::LineNumberPrefixes)?;
        let lines = read.hunks[0].lines.iter();
        Some(
            lines
                .flat_map(|line| line.text.to_vec())
                .map(char::from)
                .collect::<String>(),
        )
    };
    let stated = ":start_line:2\n-------\n2 | x\n";
    assert_eq!(without(stated, "").as_deref(), Some("x\n"));
    assert_eq!(
        without(stated, "2 | y\n3 | z\n").as_deref(),
        Some("x\ny\nz\n")
    );
    assert_eq!(without(stated, "y\nz\n").as_deref(), Some("x\ny\nz\n"));
    assert_eq!(
        without("7 | x\n8 | y\n", "7 | z\n").as_deref(),
        Some("x\ny\nz\n")
    );
    // A single number may belong to the text, and so may a number that differs from the stated line.
    assert_eq!(without("2 | x\n", "y\n"), None);
    assert_eq!(without(":start_line:3\n-------\n2 | x\n", ""), None);
}
