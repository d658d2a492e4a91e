//! Calls of Serena's tools, through `apply` and over MCP.

use serde_json::{Value, json};

use crate::bench::Bench;
use crate::client::{Client, Revision};
use crate::notation::joined;

const SHOP: &str = "\
class Shop:
    \"\"\"A shop.\"\"\"

    @property
    def open(self):
        return self._open

    def close(self):
        self._open = False


def open():
    return Shop()
";

fn call(tool: &str, arguments: Value) -> String {
    let mut arguments = arguments;
    arguments["relative_path"] = "shop.py".into();
    json!({ "name": tool, "arguments": arguments }).to_string()
}

#[test]
fn a_symbol_is_replaced_without_the_lines_above_it() {
    let bench = Bench::with("shop.py", SHOP);
    let body = json!({ "name_path": "Shop/open", "body": "def open(self):\n        return not self._closed" });
    bench
        .pipe(call("replace_symbol_body", body), ["apply"])
        .done(
            &joined(&[
                "shop.py: lines 4-6; +1 -1",
                "     def open(self):",
                "-        return self._open",
                "+        return not self._closed",
                " ",
            ]),
            &[(
                "shop.py",
                &SHOP.replace("self._open\n\n", "not self._closed\n\n"),
            )],
        );
}

#[test]
fn lines_are_inserted_next_to_a_symbol_and_a_symbol_is_deleted() {
    let bench = Bench::with("shop.py", SHOP);
    let put = |tool, name, body| {
        let call = call(tool, json!({ "name_path": name, "body": body }));
        bench.pipe(call, ["apply", "-q"]).status_is(0);
    };
    put(
        "insert_after_symbol",
        "close",
        "def lock(self):\n    pass\n",
    );
    put("insert_before_symbol", "Shop", "import os\n");
    let delete = json!({ "name_path_pattern": "/open", "delete_even_if_used": true });
    bench
        .pipe(call("safe_delete_symbol", delete), ["apply", "-q"])
        .status_is(0);
    let expected = SHOP
        .replace("class Shop", "import os\n\n\nclass Shop")
        .replace(
            "\n\n\ndef open():\n    return Shop()\n",
            "\n\n    def lock(self):\n        pass\n",
        );
    assert_eq!(bench.text("shop.py"), expected);
}

/// Like Serena, refuses a name that several symbols have, even if one of them is at the root of the file.
#[test]
fn a_name_of_several_symbols_is_refused() {
    let bench = Bench::with("shop.py", SHOP);
    let body = json!({ "name_path": "open", "body": "def open(): pass" });
    bench
        .pipe(call("replace_symbol_body", body), ["apply"])
        .refused(
            1,
            "incise: shop.py: symbol `open` matches 2 places; exactly 1 is needed\n  \
         4: method Shop.open(self)\n  12: function open()\n\
         hint: give more of its path, or its line: \"name_path\": \"open@4\"\n",
        );
    let body = json!({ "name_path": "/open", "body": "def open():\n    return None" });
    bench
        .pipe(call("replace_symbol_body", body), ["apply", "-q"])
        .status_is(0);
    assert_eq!(
        bench.text("shop.py"),
        SHOP.replace("return Shop()", "return None")
    );
}

#[test]
fn a_tool_that_needs_references_in_all_files_is_refused() {
    let bench = Bench::with("shop.py", SHOP);
    let rename = json!({ "name_path": "Shop", "new_name": "Store" });
    bench
        .pipe(call("rename_symbol", rename), ["apply"])
        .refused(
            2,
            "incise: `rename_symbol` needs the references of a symbol, which incise cannot find\n\
         hint: `replace` with `preserve_case` or `word` and a `glob` finds a name in all files\n",
        );
    let bare =
        json!({ "name_path": "Shop", "relative_path": "shop.py", "body": "class Shop: pass" });
    bench.pipe(bare.to_string(), ["apply"]).refused(
        2,
        "incise: only the name of the tool says what to do with the symbol, but the request has none\n\
         hint: send the complete call, for example {\"name\":\"replace_symbol_body\",\"arguments\":{\"name_path\":\"A/f\",\
         \"relative_path\":\"a.py\",\"body\":\"def f(self):\\n    return 1\"}}\n",
    );
}

/// `begin.*?end` matches from the first of two beginnings. Serena refuses that too.
#[test]
fn an_expression_of_python_finds_one_place() {
    let bench = Bench::with("shop.py", SHOP);
    let replace = |needle: &str, repl: &str| {
        let arguments = json!({ "needle": needle, "repl": repl, "mode": "regex" });
        bench.pipe(call("replace_content", arguments), ["apply", "-q"])
    };
    replace("def .*?_open = False", "pass").fails(2, "matches again inside its match at line 5");
    replace("(class )(\\w+):", "$!1Store:").status_is(0);
    replace("(?<=x)y", "z").status_is(2).unchanged();
    assert_eq!(bench.text("shop.py"), SHOP.replacen("Shop", "Store", 1));
}

#[test]
fn symbols_and_files_are_read() {
    let bench = Bench::with("shop.py", SHOP);
    let ran = bench.pipe(
        call(
            "find_symbol",
            json!({ "name_path_pattern": "Shop/close", "include_body": true }),
        ),
        ["apply"],
    );
    ran.status_is(0).unchanged();
    let found: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(
        found,
        json!([{
            "name_path": "Shop.close",
            "kind": "method",
            "relative_path": "shop.py",
            "body_location": { "start_line": 7, "end_line": 8 },
            "body": "    def close(self):\n        self._open = False\n",
        }])
    );
    let read = |tool, arguments| bench.pipe(call(tool, arguments), ["apply"]);
    read("read_file", json!({ "start_line": 11, "end_line": 12 }))
        .status_is(0)
        .prints("def open():\n    return Shop()\n");
    read("get_symbols_overview", json!({}))
        .status_is(0)
        .prints("1-9\tclass Shop\n12-13\topen\n");
    read("find_symbol", json!({ "name_path": "Shop/clos" })).refused(
        1,
        "incise: shop.py: there is no symbol `Shop/clos`\n  nearest: Shop.close\nhint: did you mean `Shop.close`?\n",
    );
    let message = json!({ "type": "tool_use", "id": "t1", "name": "mcp__serena__find_symbol",
        "input": { "name_path_pattern": "/open", "relative_path": "shop.py" } });
    let ran = bench.pipe(message.to_string(), ["apply"]);
    ran.status_is(0).unchanged();
    let answer: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(answer["tool_use_id"], "t1");
    assert!(
        answer["content"]
            .as_str()
            .unwrap()
            .contains("return Shop()")
    );
}

#[test]
fn the_profile_has_the_tools() {
    let bench = Bench::with("shop.py", SHOP);
    let mut client = Client::new(&bench, Revision::Of2025, &["--profile", "serena"]);
    let of = |name: &str| json!({ "name_path": name, "relative_path": "shop.py" });
    let find = json!({ "name_path_pattern": "Shop/open", "relative_path": "shop.py" });
    let found = client.call("find_symbol", find).done().text;
    let found: Value = serde_json::from_str(&found).unwrap();
    let mut edit = of("Shop/open");
    edit["body"] = found[0]["body"]
        .as_str()
        .unwrap()
        .replace("_open", "_closed")
        .into();
    let answer = client.call("replace_symbol_body", edit).done();
    assert!(
        answer.text.contains("+        return self._closed"),
        "{}",
        answer.text
    );
    assert_eq!(bench.text("shop.py"), SHOP.replacen("_open", "_closed", 1));
    let overview = client.call(
        "get_symbols_overview",
        json!({ "relative_path": "shop.py", "depth": 1 }),
    );
    assert!(overview.done().text.contains("4-6\t open"));
    let mut several = of("open");
    several["body"] = "def open(): pass".into();
    let answer = client.call("replace_symbol_body", several);
    assert!(
        answer.is_error && answer.text.contains("\"name_path\": \"open@4\""),
        "{}",
        answer.text
    );
    let create = json!({ "relative_path": "new/a.py", "content": "x = 1\n" });
    client.call("create_text_file", create).done();
    assert_eq!(bench.text("new/a.py"), "x = 1\n");
    let mut client = Client::new(
        &bench,
        Revision::Of2025,
        &["--profile", "serena", "--read-only"],
    );
    assert_eq!(client.tools(), ["find_symbol", "get_symbols_overview"]);
    let mut edit = of("Shop/close");
    edit["body"] = "def close(self): pass".into();
    assert!(
        client.ask(
            "tools/call",
            json!({ "name": "replace_symbol_body", "arguments": edit })
        )["error"]
            .is_object()
    );
}
