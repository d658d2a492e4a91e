//! Tests of regions: a file, an expression, and the lines that the expression selects.

use std::path::Path;

use super::{RegionPlace, find, insert, replace, section};
use crate::refusal::Reason;
use crate::request::{Edge, Insert, InsertAt, NamedPart, NamedRegion, Region, Repeat};
use crate::resolve::FileText;
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, Span};

fn section(name: &str) -> Region {
    Region::Section(NamedRegion::parse(name, NamedPart::Whole).unwrap())
}

fn symbol(name: &str) -> Region {
    Region::Symbol(NamedRegion::parse(name, NamedPart::Whole).unwrap())
}

fn body(name: &str) -> Region {
    Region::Section(NamedRegion::parse(name, NamedPart::Inside).unwrap())
}

fn between(begin: &'static str, end: &'static str) -> Region {
    Region::between(begin.into(), end.into()).unwrap()
}

fn found(file: &str, region: &Region, text: &str) -> Result<RegionPlace, Reason> {
    let now = Snapshot::of_text(text.to_owned());
    let line = region.line().map(LineNumber::lines_before);
    let line = line.map(|before| text.lines().take(before).map(|line| line.len() + 1).sum());
    let line = line.map(Span::empty_at);
    find(region, FileText::new(Path::new(file), &now), line)
}

fn shown<'t>(file: &str, region: &Region, text: &'t str) -> &'t str {
    &text[found(file, region, text).unwrap().lines.range()]
}

fn replaced(file: &str, region: &Region, text: &str, new: &'static str) -> String {
    let place = found(file, region, text).unwrap();
    let now = Snapshot::of_text(text.to_owned());
    let file = FileText::new(Path::new(file), &now);
    let resolution = replace(&place, &new.into(), false, file);
    let changes = match resolution {
        Ok(resolution) => resolution.changes,
        Err(reason) => return format!("{}: {reason:?}", reason.code().name()),
    };
    String::from_utf8(changes.apply(text.as_bytes()).unwrap()).unwrap()
}

fn inserted(file: &str, region: &Region, edge: Edge, text: &str, new: &'static str) -> String {
    let place = found(file, region, text).unwrap();
    let now = Snapshot::of_text(text.to_owned());
    let action = Insert::lines(InsertAt::Region(Box::new(region.clone()), edge), new.into());
    let before = FileText::new(Path::new(file), &now);
    let once = insert(&action, edge, &place, Repeat::Refuse, before).unwrap();
    let after = once.changes.apply(text.as_bytes()).unwrap();
    let again = Snapshot::of_text(after.clone());
    let after = String::from_utf8(after).unwrap();
    if let Ok(place) = found(file, region, &after) {
        let again = FileText::new(Path::new(file), &again);
        let again = insert(&action, edge, &place, Repeat::Accept, again).unwrap();
        assert!(again.changes.is_empty(), "{edge:?}: {after}");
    }
    after
}

fn names(result: Result<RegionPlace, Reason>) -> Vec<String> {
    match result {
        Err(Reason::NoRegion { nearest, .. }) => nearest,
        Err(Reason::SeveralRegions { candidates, .. }) => candidates
            .into_iter()
            .map(|region| format!("{} {}", region.lines.first(), region.signature()))
            .collect(),
        other => panic!("{other:?}"),
    }
}

const BOOK: &str = "\
---
title: # no heading
---
# Book

Words.

## Usage

One.

### Linux

- a

## Usage of
```sh
# Install
```
Install
-------
x
<!--
## Linux
-->

# Other
## Linux ##
y
";

#[test]
fn a_section_ends_at_the_next_heading_of_its_level() {
    let shown = |name: &str| shown("a.md", &section(name), BOOK);
    assert_eq!(shown("Usage"), "## Usage\n\nOne.\n\n### Linux\n\n- a\n");
    assert_eq!(shown("Book/Usage/Linux"), "### Linux\n\n- a\n");
    assert_eq!(shown("Usage/Linux"), "### Linux\n\n- a\n");
    assert_eq!(shown("Other/Linux"), "## Linux ##\ny\n");
    let actual = shown("Install");
    assert_eq!(actual, "Install\n-------\nx\n<!--\n## Linux\n-->\n");
    assert_eq!(shown("Linux@28"), "## Linux ##\ny\n");
    assert_eq!(
        self::shown("a.md", &body("Usage"), BOOK),
        "One.\n\n### Linux\n\n- a\n"
    );
}

#[test]
fn several_or_no_matching_sections_are_reported_with_paths() {
    let found = |name| found("a.md", &section(name), BOOK);
    let actual = names(found("Linux"));
    assert_eq!(actual, ["12 Book/Usage/Linux", "28 Other/Linux"]);
    assert_eq!(names(found("linux"))[..1], ["Book/Usage/Linux"]);
    let actual = names(found("Linux@14"));
    assert_eq!(actual, ["12 Book/Usage/Linux", "28 Other/Linux"]);
    assert!(matches!(
        super::tests::found("a.rs", &section("x"), "x"),
        Err(Reason::Worded { .. })
    ));
}

#[test]
fn sections_of_one_name_have_numbers() {
    let text = "# A\n## x\none\n# B\n## x\ntwo\n## y[0]\n";
    let of = |name: &str| shown("a.md", &section(name), text);
    assert_eq!(of("x[0]"), "## x\none\n");
    assert_eq!(of("x[1]"), "## x\ntwo\n");
    assert_eq!(of("B/x[0]"), "## x\ntwo\n");
    assert_eq!(of("y[0]"), "## y[0]\n");
    let beyond = found("a.md", &section("x[2]"), text);
    assert_eq!(names(beyond), ["2 A/x", "5 B/x"]);
}

#[test]
fn a_whole_path_wins_over_an_ending() {
    let text = "# A\n## B\nx\n# B\ny\n";
    assert_eq!(shown("a.md", &section("B"), text), "# B\ny\n");
    assert_eq!(shown("a.md", &section("A/B"), text), "## B\nx\n");
}

#[test]
fn headings_are_those_of_the_document() {
    for (text, title) in [
        ("- a\n\n# x\n", "x"),
        ("> a\n# x\n", "x"),
        ("<div>\n\n# x\n</div>\n", "x"),
        ("a <pre>\n# x\n", "x"),
        ("<pre>a</pre>\n# x\n", "x"),
        ("a\n<b>\n# x\n", "x"),
        ("---\n# a\n---\n# x\n", "x"),
        ("\u{feff}# x\n", "x"),
        ("a\n   x `y`\n===\r\n", "a x `y`"),
        ("[a]: b\nx\n---", "x"),
        ("  ### \\*x # ##", "\\*x #"),
        ("# x#\r\n", "x#"),
        ("# #\n", ""),
        ("#\tx", "x"),
    ] {
        let places = section::list(Path::new("a.md"), text.as_bytes()).unwrap();
        let titles: Vec<String> = places.into_iter().flat_map(|place| place.path).collect();
        assert_eq!(titles, [title], "{text}");
    }
    let places = section::list(Path::new("a.md"), b"\xff\xff\n\n# \xff x\n\n# y\n").unwrap();
    assert_eq!(places[0].path, ["\u{fffd} x"]);
    assert_eq!(places[0].place.lines, Span::of_len(4, 6));
}

#[test]
fn lines_that_only_look_like_headings_are_not_headings() {
    for text in [
        "    # x\n",
        "a\n\n---\n",
        "- a\n---\n",
        "#x\n",
        "####### x\n",
        "| a |\n---\n",
        "~~~\n# x\n```\n# x\n~~~\n",
        "> a\n---\n",
        "1. a\n\n   # x\n",
        "- # x\n",
        "- a\n  - b\n\n    x\n    ===\n",
        "> # x\n",
        "> - a\n>\n>   x\n>   ---\n",
        "<pre>\n\n# x\n</pre>\n",
        "<script>\n# x\n\n# x\n</script>\n",
        "<TEXTAREA>\n\n# x\n",
        "<style>\n\n# x\n</style>\n",
        "<!-- a\n\n# x\n-->\n",
        "<?php\n\n# x\n?>\n",
        "<!A\n\n# x\n>\n",
        "<![CDATA[\n\n# x\n]]>\n",
        "a\n<details><summary>a</summary>\n# x\n</details>\n",
        "<b>\n# x\n",
        "[^1]: a\n\n    x\n    ===\n",
        "a\r# x\n",
        "+++\n# x\n+++\n",
    ] {
        let found = found("a.md", &section("x"), text);
        assert_eq!(names(found), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn tables_have_dotted_names() {
    let text = "a = [\n[1],\n]\nb = \"\"\"\n[x]\n\"\"\"\n[tool.x]\nc = 1\n\n# of y\n[tool.\"y.z\"] # y\nd = 2\n\n[[bin]]\nn = 1\n[[bin]]\nn = 2\n";
    let shown = |name| shown("a.toml", &section(name), text);
    assert_eq!(shown("tool.x"), "[tool.x]\nc = 1\n");
    assert_eq!(shown("tool/x"), "[tool.x]\nc = 1\n");
    assert_eq!(shown("y.z"), "[tool.\"y.z\"] # y\nd = 2\n");
    assert_eq!(shown("bin@16"), "[[bin]]\nn = 2\n");
    let actual = names(found("a.toml", &section("bin"), text));
    assert_eq!(actual, ["14 bin", "16 bin"]);
    let ini = "[a b]\nx = 1\n; of c\n[c]\n[ d ]\n";
    assert_eq!(self::shown("a.ini", &section("a b"), ini), "[a b]\nx = 1\n");
    assert_eq!(self::shown("a.ini", &body("c"), ini), "");
}

#[test]
fn the_tables_of_a_list_element_are_part_of_it() {
    let text = "[[a]]\nx = 1\n\n[a.b]\ny = 1\n\n[[a]]\nx = 2\n\n[a.b]\ny = 2\n\n[c]\n[c.d]\n";
    let after = replaced("a.toml", &section("a[1]"), text, "");
    assert_eq!(after, "[[a]]\nx = 1\n\n[a.b]\ny = 1\n\n[c]\n[c.d]\n");
    let at_end = inserted("a.toml", &section("a[1]"), Edge::End, text, "z = 1");
    assert_eq!(at_end, text.replace("x = 2\n", "x = 2\nz = 1\n"));
    let without_c = text.replace("[c]\n", "");
    assert_eq!(replaced("a.toml", &section("c"), text, ""), without_c);
}

#[test]
fn a_new_text_keeps_the_blank_lines_around() {
    let new = "## Use\n\nTwo.\n\n";
    let after = replaced("a.md", &section("Book/Usage"), BOOK, new);
    assert!(after.contains("Words.\n\n## Use\n\nTwo.\n\n## Usage of\n"));
    assert_eq!(replaced("a.md", &section("b"), "# b\n", "# c"), "# c\n");
    assert_eq!(replaced("a.md", &body("b"), "# b\n\nx", "y"), "# b\n\ny\n");
    assert_eq!(
        replaced("a.md", &section("b"), "# b\r\n\r\nx\r\n", "# c\ny"),
        "# c\r\ny\r\n"
    );
}

#[test]
fn taking_out_leaves_no_double_blank_line() {
    let text = "# a\n\n## b\n\nx\n\n## c\n\ny\n";
    let without = |name| replaced("a.md", &section(name), text, "");
    assert_eq!(without("b"), "# a\n\n## c\n\ny\n");
    assert_eq!(without("c"), "# a\n\n## b\n\nx\n");
    assert_eq!(without("a"), "");
    let tables = "[a]\nx = 1\n[b]\ny = 1\n\n\n[c]\n";
    let after = replaced("a.toml", &section("b"), tables, "");
    assert_eq!(after, "[a]\nx = 1\n\n\n[c]\n");
}

#[test]
fn lines_are_inserted_at_every_edge() {
    let text = "# a\n\nx\n\n# b\n";
    let at = |edge, new| inserted("a.md", &section("a"), edge, text, new);
    assert_eq!(at(Edge::Before, "# 0\n"), "# 0\n\n# a\n\nx\n\n# b\n");
    assert_eq!(at(Edge::After, "# c"), "# a\n\nx\n\n# c\n\n# b\n");
    assert_eq!(at(Edge::Start, "y"), "# a\n\ny\n\nx\n\n# b\n");
    assert_eq!(at(Edge::End, "y\n"), "# a\n\nx\n\ny\n\n# b\n");
    let list = "# a\n\n- x\n\n# b\n";
    let after = inserted("a.md", &section("a"), Edge::End, list, "- y");
    assert_eq!(after, "# a\n\n- x\n- y\n\n# b\n");
    let tables = "[a]\nx = 1\n\n[b]\n";
    let at = |edge, new| inserted("a.toml", &section("a"), edge, tables, new);
    assert_eq!(at(Edge::Start, "w = 0"), "[a]\nw = 0\nx = 1\n\n[b]\n");
    assert_eq!(at(Edge::End, "w = 0"), "[a]\nx = 1\nw = 0\n\n[b]\n");
    assert_eq!(at(Edge::After, "[c]"), "[a]\nx = 1\n\n[c]\n\n[b]\n");
    let after = inserted("a.toml", &section("b"), Edge::End, tables, "y = 1");
    assert_eq!(after, "[a]\nx = 1\n\n[b]\ny = 1\n");
}

#[test]
fn markers_enclose_lines() {
    let text = "a\n  # BEGIN x\none\n# END x\nb # BEGIN x\n";
    let region = between("# BEGIN x", "# END x");
    assert_eq!(shown("a", &region, text), "one\n");
    let after = replaced("a", &region, text, "two\n\n");
    assert_eq!(after, "a\n  # BEGIN x\ntwo\n\n# END x\nb # BEGIN x\n");
    let after = inserted("a", &region, Edge::End, text, "two");
    assert_eq!(after, "a\n  # BEGIN x\none\ntwo\n# END x\nb # BEGIN x\n");
    let empty = "BEGIN\nEND\n";
    let after = replaced("a", &between("BEGIN", "END"), empty, "x");
    assert_eq!(after, "BEGIN\nx\nEND\n");
    let actual = shown("a", &between("---", "---"), "---\nx\n---\ny\n");
    assert_eq!(actual, "x\n");
}

#[test]
fn markers_that_enclose_nothing_or_too_much_are_refused() {
    let of = |text| names(found("a", &between("B", "E"), text));
    assert_eq!(of("B\nx\n"), Vec::<String>::new());
    assert_eq!(of("E\nB\n"), Vec::<String>::new());
    assert_eq!(of("B\nx\nE\nB\ny\nE\n"), ["1 B", "4 B"]);
    assert_eq!(of("B\nB\nE\n"), ["1 B", "2 B"]);
}

#[cfg(feature = "syntax")]
mod doubts;
mod names;
#[cfg(feature = "syntax")]
mod outlines;
mod recovered;
#[cfg(feature = "syntax")]
mod symbols;
#[cfg(feature = "syntax")]
mod transfers;
