//! `--format html`: a self-contained page for reviewers, without scripts or external resources.

use crate::bench::Bench;

/// The page without its head and its end.
fn body(page: &str) -> &str {
    let (head, rest) = page.split_once("<body>\n").unwrap();
    assert!(
        head.starts_with("<!DOCTYPE html>\n<html lang=\"en\">\n"),
        "{head}"
    );
    assert!(
        head.contains("content=\"default-src 'none'; style-src 'sha256-"),
        "{head}"
    );
    rest.strip_suffix("</body>\n</html>\n").unwrap()
}

#[test]
fn a_change_is_next_to_the_old_text() {
    let bench = Bench::with("a.txt", "one\ntwo\nthree\n");
    let checked = bench.line("check replace a.txt --old two --new '2 & two' --format html");
    checked.status_is(0).unchanged();
    assert_eq!(checked.stderr, "");
    let expected = r#"<h1>1 file, 1 replacement, +1 -1</h1>
<div class="said aside">dry run, nothing written
</div>
<section id="file-0">
<h2>would edit a.txt: 1 replacement, +1 -1</h2>
<div class="said aside">  2 (1b5f7662): two
</div>
<table class="diff">
<colgroup><col class="number"><col><col class="number"><col></colgroup>
<tr class="hunk"><td colspan="4">@@ -1,3 +1,3 @@</td></tr>
<tr><th>1</th><td class="context">one</td><th>1</th><td class="context">one</td></tr>
<tr><th>2</th><td class="removed">two</td><th>2</th><td class="added"><mark>2 &amp; </mark>two</td></tr>
<tr><th>3</th><td class="context">three</td><th>3</th><td class="context">three</td></tr>
</table>
</section>
"#;
    assert_eq!(body(&checked.stdout), expected);
}

#[test]
fn texts_and_names_are_text() {
    let bench = Bench::with(
        "<script>alert('x')<",
        "<b onclick=\"x\">\n\u{1b}[31mred\u{202e}\nend",
    )
    .file("b.txt", "<b\r\n");
    let page = bench.line("replace . --old '<b' --new '<i' --task '<t>' --format html");
    page.status_is(0);
    let page = body(&page.stdout);
    for text in [
        "<h2>edited &lt;script&gt;alert(&#39;x&#39;)&lt;: 1 replacement, +1 -1</h2>",
        "&lt;<mark>i</mark> onclick=&quot;x&quot;&gt;",
        "\\e[31mred\\u{202e}</td>",
        "end<div class=\"aside\">\\ No newline at end of file</div>",
        "<li><a href=\"#file-1\">edited b.txt: 1 replacement, +1 -1</a></li>",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert!(!page.contains("<script"), "{page}");
    let log = bench.line("log --format html");
    log.status_is(0);
    let log = body(&log.stdout);
    assert!(log.contains("[&lt;t&gt;] replace"), "{log}");
    assert!(log.contains("<section id=\"entry-1-1\">"), "{log}");
}

#[test]
fn line_endings_are_shown_if_only_they_differ() {
    let bench = Bench::with("a.txt", "one\r\ntwo\r\n");
    let page =
        bench.line("check replace a.txt --old 'one\r\n' --new 'one\n' --match exact --format html");
    page.status_is(0).unchanged();
    let page = body(&page.stdout);
    assert!(
        page.contains("<td class=\"removed\">one<mark>\\r</mark></td>"),
        "{page}"
    );
    assert!(page.contains("<td class=\"added\">one</td>"), "{page}");
    assert!(page.contains("<td class=\"context\">two</td>"), "{page}");
}

#[test]
fn the_log_is_a_page_of_its_newest_entries() {
    let bench = Bench::with("a.txt", "0\n");
    for number in 0..101 {
        let (old, new) = (number.to_string(), (number + 1).to_string());
        let edit = bench.run(["replace", "a.txt", "--old", &old, "--new", &new, "-q"]);
        edit.status_is(0);
    }
    let entries = |page: &str| page.matches("<section id=\"entry-").count() / 2;
    let page = bench.line("log --format html");
    page.status_is(0);
    assert_eq!(entries(&page.stdout), 100);
    page.prints("older entries are omitted: --full shows them");
    // The page contains the diffs in any case.
    bench.line("log --format html --diff").status_is(0);
    let all = bench.line("log --format html --full");
    assert_eq!(entries(&all.stdout), 101);
    let two = bench.line("log --format html --max 2");
    assert_eq!(entries(&two.stdout), 2);
    assert!(!two.stdout.contains("left out"));
}

#[test]
fn a_refusal_is_written_in_sentences() {
    let bench = Bench::with("a.txt", "one\n");
    let refused = bench.line("check replace a.txt --old two --new 2 --format html");
    refused.status_is(1).unchanged();
    assert_eq!(refused.stdout, "");
    assert!(
        refused
            .stderr
            .starts_with("incise: a.txt: `two` is not in the file\n")
    );
    let each = bench.pipe("", ["apply", "--each", "--format", "html"]);
    each.status_is(2).unchanged();
    each.says("a page is for one transaction");
}
