//! The calls of Serena's tools, from oraios/serena, src/serena/tools/symbol_tools.py and file_tools.py.

use serde_json::{Value, json};

use super::{means, read, refused, request};
use crate::dialect::Ask;
use crate::refusal::Code::BadRequest;
use crate::request::{
    Action, AskedLines, Edge, FilePart, InsertAt, LinesAt, NamedPart, NamedRegion, Pick, Region,
};

/// A call of `tool`.
fn call(tool: &str, arguments: &Value) -> String {
    json!({"name": tool, "arguments": arguments}).to_string()
}

fn action(tool: &str, arguments: &Value) -> Action {
    let mut steps = request(&call(tool, arguments)).steps;
    assert_eq!(steps.len(), 1);
    let step = steps.remove(0);
    assert_eq!(step.path.to_str(), Some("a.py"));
    step.action
}

fn symbol(name: &str) -> Box<Region> {
    Box::new(Region::Symbol(
        NamedRegion::parse(name, NamedPart::Shown).unwrap(),
    ))
}

#[test]
fn the_name_of_the_tool_decides_the_operation_on_a_symbol() {
    let body = json!({"name_path": "A/f", "relative_path": "a.py", "body": "x"});
    for tool in [
        "replace_symbol_body",
        "mcp__serena__replace_symbol_body",
        "serena_replace_symbol_body",
        "serena.replace_symbol_body",
    ] {
        let Action::Lines(lines) = action(tool, &body) else {
            panic!("{tool}");
        };
        assert_eq!(lines.at, LinesAt::Region(symbol("A/f")));
        assert_eq!(lines.text, "x");
    }
    for (tool, edge) in [
        ("insert_after_symbol", Edge::After),
        ("mcp__serena__insert_before_symbol", Edge::Before),
    ] {
        let Action::Insert(insert) = action(tool, &body) else {
            panic!("{tool}");
        };
        assert_eq!(insert.at, InsertAt::Region(symbol("A/f"), edge));
    }
    let delete =
        json!({"name_path_pattern": "A/f", "relative_path": "a.py", "delete_even_if_used": true});
    let Action::Lines(lines) = action("safe_delete_symbol", &delete) else {
        panic!();
    };
    assert!(lines.text.is_empty());
    let mut elsewhere = body.clone();
    elsewhere["path"] = "a.py".into();
    elsewhere.as_object_mut().unwrap().remove("relative_path");
    assert!(matches!(
        action("replace_symbol_body", &elsewhere),
        Action::Lines(_)
    ));
    let text = json!({"type": "tool_use", "id": "1", "name": "replace_symbol_body", "input": body.to_string()});
    assert_eq!(request(&text.to_string()).steps.len(), 1);
}

#[test]
fn the_operation_on_a_symbol_is_never_guessed() {
    let body = json!({"name_path": "f", "relative_path": "a.py", "body": "x"});
    refused(
        &body.to_string(),
        BadRequest,
        "the request has none",
        "replace_symbol_body",
    );
    let of = |tool: &str, arguments: Value| call(tool, &arguments);
    for (payload, message, hint) in [
        (
            of("replace_symbol", body.clone()),
            "`replace_symbol` is not a known tool",
            "did you mean",
        ),
        (
            of(
                "replace_symbol_body",
                json!({"name_path": "f", "relative_path": "a.py"}),
            ),
            "no `body`",
            "for example",
        ),
        (
            of(
                "replace_symbol_body",
                json!({"relative_path": "a.py", "body": "x"}),
            ),
            "no `name_path`",
            "for example",
        ),
        (
            of(
                "replace_symbol_body",
                json!({"name_path": "f", "body": "x"}),
            ),
            "no `path`",
            "for example",
        ),
        (
            of(
                "replace_symbol_body",
                json!({"name_path": "f", "relative_path": "a.py", "body": " \n"}),
            ),
            "`body` is empty",
            "delete_even_if_used",
        ),
        (
            of(
                "replace_symbol_body",
                json!({"name_path": " ", "relative_path": "a.py", "body": "x"}),
            ),
            "name of a region",
            "",
        ),
        (
            of(
                "replace_symbol_body",
                json!({"name_path": "f", "relative_path": "a.py", "new_body": "x"}),
            ),
            "unknown field `new_body`",
            "`name_path`, `body`, for example",
        ),
        (
            of(
                "replace_symbol_body",
                json!({"name_path": "f", "relative_path": "a.py", "body": "x", "colour": 1}),
            ),
            "unknown field `colour`",
            "`relative_path`, `name_path`, `body`",
        ),
        (
            of(
                "rename_symbol",
                json!({"name_path": "f", "relative_path": "a.py", "new_name": "g"}),
            ),
            "the references of a symbol",
            "replace",
        ),
        (
            of(
                "safe_delete_symbol",
                json!({"name_path_pattern": "f", "relative_path": "a.py"}),
            ),
            "the references of the symbol",
            "delete_even_if_used",
        ),
        (
            of(
                "find_symbol",
                json!({"name_path": "f", "relative_path": "a.py", "substring_matching": true}),
            ),
            "`substring_matching`",
            "get_symbols_overview",
        ),
        (
            of(
                "find_symbol",
                json!({"name_path": "f", "relative_path": "a.py", "include_kinds": [12]}),
            ),
            "`include_kinds`",
            "path",
        ),
        (
            of(
                "replace_lines",
                json!({"path": "a.py", "start_line": 1, "end_line": 2, "content": "x"}),
            ),
            "start_line",
            "new_content",
        ),
        (
            of(
                "delete_lines",
                json!({"relative_path": "a.py", "start_line": 3, "end_line": 2}),
            ),
            "not a range of lines",
            "from 0",
        ),
        (
            of(
                "delete_lines",
                json!({"relative_path": "a.py", "start_line": -1, "end_line": 2}),
            ),
            "not a range of lines",
            "from 0",
        ),
    ] {
        let refusal = read(&payload).expect_err(&payload);
        let told = format!("{:?}", refusal.reason);
        assert!(
            told.contains(message) && told.contains(hint),
            "{payload}: {told}"
        );
    }
}

#[test]
fn lines_are_counted_from_0() {
    let replace = json!({"relative_path": "a.py", "start_line": 1, "end_line": 2, "content": "x"});
    means(
        &call("replace_lines", &replace),
        r#"{"op":"lines","path":"a.py","start":2,"end":3,"text":"x"}"#,
    );
    let delete = json!({"relative_path": "a.py", "start_line": 0, "end_line": 0});
    means(
        &call("delete_lines", &delete),
        r#"{"op":"lines","path":"a.py","start":1,"end":1,"text":""}"#,
    );
    // Before index 3 means after line 3.
    let insert = json!({"relative_path": "a.py", "line": 3, "content": "x"});
    means(
        &call("insert_at_line", &insert),
        r#"{"op":"insert","path":"a.py","line":3,"text":"x"}"#,
    );
    let create = json!({"relative_path": "a.py", "content": "x\n"});
    for payload in [call("create_text_file", &create), create.to_string()] {
        let Action::Write(write) = request(&payload).steps.remove(0).action else {
            panic!("{payload}");
        };
        assert!(write.overwrites && write.makes_parents && write.text == "x\n");
    }
}

#[test]
fn contents_are_replaced_as_texts_and_as_expressions_of_python() {
    let literal = json!({"relative_path": "a.py", "needle": "x.", "repl": "$1", "mode": "literal"});
    for payload in [literal.to_string(), call("replace_content", &literal)] {
        means(
            &payload,
            r#"{"op":"replace","path":"a.py","old":"x.","new":"$1","match":"exact","keep_indent":false}"#,
        );
    }
    let regex = json!({"relative_path": "a.py", "needle": "a(.)\\<", "repl": "$!1$1", "mode": "regex",
        "allow_multiple_occurrences": true});
    let Action::Replace(replace) = action("replace_content", &regex) else {
        panic!();
    };
    assert_eq!(replace.find.old, "(?s)a(.)<");
    assert_eq!(replace.new, "${1}$$1");
    assert_eq!(replace.pick, Pick::All);
    assert!(replace.find.options.is_expression() && replace.find.options.refuses_nested);
    let older = json!({"relative_path": "a.py", "regex": "a(.)", "repl": "\\1\\n"});
    let Action::Replace(replace) = action("replace_regex", &older) else {
        panic!();
    };
    assert_eq!(replace.new, "${1}\n");
    assert_eq!(replace.pick, Pick::Only);
    for wrong in [
        json!({"relative_path": "a.py", "needle": "x", "repl": "y", "mode": "glob"}),
        json!({"relative_path": "a.py", "needle": "x", "repl": "y"}),
        json!({"relative_path": "a.py", "needle": "x", "mode": "regex"}),
        json!({"relative_path": "a.py", "needle": "", "repl": "y", "mode": "literal"}),
    ] {
        assert!(read(&wrong.to_string()).is_err(), "{wrong}");
    }
}

#[test]
fn files_and_symbols_are_read() {
    let part = |tool: &str, arguments: Value| match read(&call(tool, &arguments)).unwrap().ask {
        Ask::View { path, part, .. } => {
            assert_eq!(path.to_str(), Some("a.py"));
            part
        }
        other => panic!("{other:?}"),
    };
    let of_symbol = json!({"name_path_pattern": "/A/f", "relative_path": "a.py", "include_body": true, "depth": 1});
    assert_eq!(
        part("find_symbol", of_symbol),
        FilePart::Region(*symbol("/A/f"))
    );
    let overview = json!({"relative_path": "a.py", "depth": 1});
    assert_eq!(
        part("get_symbols_overview", overview),
        FilePart::Outline(Some(2))
    );
    let whole = json!({"relative_path": "a.py"});
    assert_eq!(
        part("get_symbols_overview", whole.clone()),
        FilePart::Outline(Some(1))
    );
    assert_eq!(part("read_file", whole), FilePart::Whole);
    let lines = json!({"relative_path": "a.py", "start_line": 1, "end_line": 1});
    let FilePart::Lines(_) = part("read_file", lines) else {
        panic!();
    };
    for (first, last, expected) in [
        (json!(2), json!(null), "3:"),
        (json!(-3), json!(null), "-3:-1"),
        (json!(-3), json!(-2), "-3:-2"),
        (json!(2), json!(3), "3:4"),
    ] {
        let lines = json!({"relative_path": "a.py", "start_line": first, "end_line": last});
        let expected = AskedLines::parse(expected).unwrap();
        assert_eq!(part("read_file", lines), FilePart::Lines(expected));
    }
    for (first, last) in [(-2, -3), (3, 2), (-3, 2), (3, -2)] {
        let lines = json!({"relative_path": "a.py", "start_line": first, "end_line": last});
        refused(
            &call("read_file", &lines),
            BadRequest,
            &format!("`start_line` {first} and `end_line` {last} are not a range of lines"),
            "with `relative_path` they count from 0, and `start_line` is not after `end_line`",
        );
    }
}
