//! Functions, stanzas and sections that are nearly equal. Each differs only in its heading and a line or two. A hunk
//! is made for one of them, in which the text has changed, and must not be placed in another.

use super::dice::Dice;
use super::notation::{MODES, applied, diff, in_mode, merge, outcome, strict, why, with_base};
use crate::patch::FilePatch;
use crate::refusal::{HunkWhy, Reason};
use crate::request::PatchMode;
use crate::resolve::place::{PlaceOptions, place};
use crate::snapshot::Snapshot;
use crate::table::rows;

/// The number of drawn cases for each kind of text.
const CASES: u64 = 60;

/// Functions with similar bodies. The hunks are made for the second one.
const TESTS: &str = "def test_a():\n    client = make()\n    resp = client.get(\"/\")\n    assert resp.status == 200\n    assert resp.body\n\n\ndef test_b():\n    client = make()\n    resp = client.get(\"/\")\n    assert resp.status == 200\n    assert resp.body\n\n\ndef test_c():\n    client = make()\n    resp = client.get(\"/\")\n    assert resp.status == 201\n";

fn hunk_for_b(header: &str) -> FilePatch {
    diff(&format!(
        "@@ -9,7 +9,7 @@{header}\n     client = make()\n     resp = client.get(\"/\")\n     assert resp.status == 200\n-    assert resp.body\n+    assert resp.text\n \n \n def test_c():\n"
    ))
}

fn changed_in_b(line: &str) -> String {
    let (before, after) = TESTS.split_at(TESTS.find("def test_b").unwrap());
    format!(
        "{before}{}",
        after.replacen(line, &format!("{line} or x"), 1)
    )
}

#[test]
fn the_place_meant_is_a_rival_though_a_line_of_it_has_changed() {
    for header in ["", " def test_b():"] {
        let context = changed_in_b("    assert resp.status == 200");
        let (before, after) = context.split_at(context.find("def test_b").unwrap());
        let meant = format!("{before}{}", after.replacen("resp.body", "resp.text", 1));
        assert_eq!(applied(&context, &hunk_for_b(header), &merge()), meant);
        let removed = changed_in_b("    assert resp.body");
        for mode in [PatchMode::Tolerant, PatchMode::Merge] {
            why(&removed, &hunk_for_b(header), &in_mode(mode));
        }
        let Err(Reason::HunkFailed { failures, .. }) =
            outcome(&removed, &hunk_for_b(header), &strict())
        else {
            panic!("placed");
        };
        assert!(failures[0].would_place.is_none(), "{failures:?}");
    }
}

#[test]
fn lines_that_the_base_identifies_as_others_are_not_a_place() {
    let removed = changed_in_b("    assert resp.body");
    for mode in [PatchMode::Strict, PatchMode::Merge] {
        let options = with_base(TESTS, in_mode(mode));
        assert!(outcome(&removed, &hunk_for_b(""), &options).is_err());
    }
    // The intended block is gone, and the block above it is unchanged.
    let block = |name: &str| format!("[{name}]\nsize = 1\ncolor = red\nshape = round\n\n");
    let base = ["a", "b", "c"].map(block).concat();
    let now = ["a", "c"].map(block).concat();
    let patch = diff("@@ -7,3 +7,3 @@\n size = 1\n-color = red\n+color = blue\n shape = round\n");
    let options = with_base(base, strict());
    assert!(outcome(&now, &patch, &options).is_err());
}

#[test]
fn a_block_that_moved_is_found_whatever_the_base_says() {
    let block =
        |name: &str| format!("[{name}]\nsize = {name}1\ncolor = {name}\nshape = {name}x\n\n");
    let base = ["a", "b", "c", "d"].map(block).concat();
    let now = ["b", "c", "d", "a"].map(block).concat();
    let patch = diff("@@ -2,3 +2,3 @@\n size = a1\n-color = a\n+color = blue\n shape = ax\n");
    let options = with_base(base, strict());
    let after = applied(&now, &patch, &options);
    assert_eq!(after, now.replace("color = a\n", "color = blue\n"));
}

const ROLES: &str = "pub fn admin(ctx: &Ctx) {\n    verify(ctx);\n}\n\npub fn guest(ctx: &Ctx) {\n    a(ctx);\n    check(ctx);\n    log(ctx);\n    done(ctx);\n}\n";

#[test]
fn an_only_exact_place_needs_no_header_to_agree() {
    let grant = |stated: usize, scope: &str| {
        diff(&format!(
            "@@ -{stated},3 +{stated},4 @@ {scope}\n     check(ctx);\n+    grant_superuser(ctx);\n     log(ctx);\n     done(ctx);\n"
        ))
    };
    let expected = ROLES.replace("    log", "    grant_superuser(ctx);\n    log");
    let headers = [
        "pub fn admin(ctx: &Ctx) {",
        "pub fn owner(ctx: &Ctx) {",
        "pub fn guest(ctx: &mut Ctx) {",
    ];
    for mode in [PatchMode::Strict, PatchMode::Merge] {
        for header in headers {
            for stated in [3, 7] {
                let patch = grant(stated, header);
                assert_eq!(applied(ROLES, &patch, &in_mode(mode)), expected);
            }
        }
        // A style sheet without the named rule.
        let rules = ".admin {\n  color: red;\n}\n\n.guest {\n  border: none;\n  margin: 0;\n}\n";
        let patch = diff(
            "@@ -2,3 +2,3 @@ .owner {\n   border: none;\n-  margin: 0;\n+  margin: 1px;\n }\n",
        );
        let expected = rules.replace("margin: 0", "margin: 1px");
        assert_eq!(applied(rules, &patch, &in_mode(mode)), expected);
    }
}

#[test]
fn a_header_decides_only_between_twins_below_it() {
    let entry = |name: &str, node: &str| {
        format!(
            "    \"node_modules/{name}\": {{\n      \"dev\": true,\n      \"node\": \"{node}\"\n    }},\n"
        )
    };
    let release = |number: usize, fix: &str| format!("## 1.{number}.0\n\n### Fixed\n\n- {fix}\n\n");
    let (node, fix) = (">=8", "A leak");
    for (text, old, header) in [
        (
            [("a", node), ("b", ">=9"), ("c", node)].map(|(name, node)| entry(name, node)),
            "-      \"node\": \">=8\"\n+      \"node\": \">=6\"\n",
            "    \"node_modules/b\": {",
        ),
        (
            [(1, fix), (2, "No leak"), (3, fix)].map(|(number, fix)| release(number, fix)),
            "-- A leak\n+- Two leaks\n",
            "## 1.2.0",
        ),
    ] {
        let text = text.concat();
        // The entry that the header names has changed, or is gone.
        for header in [header, "## 0.9.0", "    \"node_modules/z\": {"] {
            for stated in [1, 40] {
                let patch = diff(&format!("@@ -{stated},1 +{stated},1 @@ {header}\n{old}"));
                for mode in MODES {
                    assert!(
                        outcome(&text, &patch, &in_mode(mode)).is_err(),
                        "{header}, {mode:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn the_end_of_a_block_belongs_to_the_block() {
    let entry = |name: &str, size: usize| format!("{name} {{\n  size: {size};\n}},\n");
    let text = [".b", ".c", ".a", ".c"].map(|name| entry(name, 1)).concat();
    // The stated lines lead to the end of `.b`, the header to the end of `.a`.
    let patch = diff("@@ -2,3 +2,3 @@ .a {\n   size: 1;\n-},\n+}\n .c {\n");
    let refused = why(&text, &patch, &strict());
    assert!(
        matches!(refused, HunkWhy::Ambiguous { count: 2, .. }),
        "{refused:?}"
    );
}

#[test]
fn a_header_does_not_restrict_lines_after_the_function_it_names() {
    let text = format!("{ROLES}\npub fn root(ctx: &Ctx) {{\n    own(ctx);\n}}\n");
    // The hunk begins in `admin`, which was the last function before `root`.
    let patch = diff(
        "@@ -3,3 +3,5 @@ pub fn admin(ctx: &Ctx) {\n }\n \n+// All rights.\n+\n pub fn root(ctx: &Ctx) {\n",
    );
    let expected = text.replace("pub fn root", "// All rights.\n\npub fn root");
    assert_eq!(applied(&text, &patch, &strict()), expected);
}

#[test]
fn a_header_and_a_line_that_disagree_about_twins_are_refused() {
    let text = "def a():\n    x = 1\n    go(x)\n    end(x)\n\ndef b():\n    x = 1\n    go(x)\n    end(x)\n";
    let patch =
        diff("@@ -2,3 +2,4 @@ def b():\n     x = 1\n+    lock(x)\n     go(x)\n     end(x)\n");
    let refused = why(text, &patch, &strict());
    assert!(matches!(refused, HunkWhy::Ambiguous { count: 2, .. }));
}

#[test]
fn a_heading_is_above_its_block_even_if_the_hunk_lost_indentation() {
    let method = |name: &str| {
        format!(
            "    def {name}(self):\n        value = {name}_of(self)\n        return {name}(value)\n\n"
        )
    };
    let text = format!(
        "class A:\n{}",
        ["read", "write", "close"].map(method).concat()
    );
    // All lines have lost the same indentation.
    let changed = diff(
        "@@ -1,3 +1,3 @@\n def write(self):\n     value = write_of(self)\n-    return write(value)\n+    return value\n",
    );
    let returned = text.replace("return write(value)", "return value");
    // Only the first line has lost its indentation.
    let added = diff(
        "@@ -1,5 +1,8 @@\n def write(self):\n         value = write_of(self)\n         return write(value)\n \n+    def more(self):\n+        return 1\n+\n     def close(self):\n",
    );
    let grown = text.replace(
        "    def close",
        "    def more(self):\n        return 1\n\n    def close",
    );
    for (patch, expected) in [(changed, returned), (added, grown)] {
        for mode in [PatchMode::Tolerant, PatchMode::Merge] {
            assert_eq!(applied(&text, &patch, &in_mode(mode)), expected);
        }
    }
}

#[test]
fn a_heading_that_is_spelled_otherwise_is_the_same() {
    for [heading, now] in rows(
        r"
        const fill = function (keys) { | const fill = function(keys) {
        Map.prototype.fill = (keys) => { | Map.prototype.fill = keys => {
        $keys = implode(array_map(function ($k) { | $keys = implode(array_map(function ($k): string {
        ul>li.fill { | ul > li.fill {
        ",
    ) {
        let other = heading
            .replacen("fill", "scan", 1)
            .replacen("$keys", "$names", 1);
        let text = |name: &str| {
            format!(
                "{other}\n    first(1);\n    if (seen) {{\n      own(1);\n    }}\n}}\n\n{name}\n    second(2);\n    if (key) {{\n      found[key] = plain(keys[key]);\n    }}\n}}\n"
            )
        };
        let shown = format!(
            "@@ -8,6 +8,6 @@\n {heading}\n     second(2);\n     if (key) {{\n-      found[key] = plain(keys[key]);\n+      found[key] = keys[key];\n     }}\n }}\n"
        );
        let headed = shown.replacen(&format!("@@\n {heading}\n"), &format!("@@ {heading}\n"), 1);
        // The stated line is two lines above the old side.
        let headed = headed.replace("-8,6 +8,6", "-7,5 +7,5");
        for (hunk, options) in [
            (&shown, &merge()),
            (&headed, &merge()),
            (&headed, &strict()),
        ] {
            // An assignment is not a definition, so a header must contain exactly that line.
            if hunk == &headed && heading.starts_with('$') {
                continue;
            }
            let made = text(now).replace("plain(keys[key])", "keys[key]");
            assert_eq!(applied(&text(now), &diff(hunk), options), made, "{hunk}");
            // The place is refused if the hunk shows the other heading.
            if hunk == &headed {
                continue;
            }
            let elsewhere = hunk.replace(heading, &other);
            assert!(
                outcome(&text(now), &diff(&elsewhere), options).is_err(),
                "{elsewhere}"
            );
        }
    }
}

#[test]
fn a_heading_at_the_end_of_a_hunk_is_not_found_beyond_another() {
    let function = |name: &str, last: &str| {
        format!(
            "static int {name}_show(struct dev *dev)\n{{\n\tint err = check(dev);\n\tif (err)\n\t\treturn err;\n\tlock(dev);\n\treturn print(dev);{last}\n}}\n\n"
        )
    };
    let text = format!(
        "{}{}{}",
        function("abbrev", ""),
        function("balanced", " !"),
        function("debug", "")
    );
    let hunk = "@@ -13,7 +13,7 @@\n \tif (err)\n \t\treturn err;\n \tlock(dev);\n-\treturn print(dev);\n+\treturn print(dev, 1);\n }\n \n static int debug_show(struct dev *dev)\n";
    for mode in [PatchMode::Tolerant, PatchMode::Merge] {
        why(&text, &diff(hunk), &in_mode(mode));
    }
    let whole = text.replace(" !", "");
    let (before, after) = whole.split_at(whole.find("static int balanced").unwrap());
    let made = format!(
        "{before}{}",
        after.replacen("print(dev)", "print(dev, 1)", 1)
    );
    assert_eq!(applied(&whole, &diff(hunk), &merge()), made);
}

#[test]
fn a_heading_that_was_put_into_an_entry_makes_no_other_place_of_it() {
    let text = "a::\nb::\n\tSee b.\n\nsend.validate::\nsend.mailer::\n\tSee send.\n\nsend.signed::\n\tAn alias.\n\nshow::\n\tThe default.\n";
    let patch = diff(
        "@@ -5,7 +5,7 @@\n send.validate::\n \tSee send.\n \n-send.signed::\n+send.signed (old)::\n \tAn alias.\n \n show::\n",
    );
    let after = applied(text, &patch, &merge());
    assert_eq!(after, text.replace("signed::", "signed (old)::"));
}

/// Blocks that differ only in their headings.
const KINDS: [&str; 9] = [
    "{name}@^{at}.1.0:\n  version \"{at}.1.{at%3}\"\n  integrity sha512-{hash}\n  dependencies:\n    ms \"2.1.2\"\n    once \"^1.3.0\"\n\n",
    "[[package]]\nname = \"{name}\"\nversion = \"1.{at%2}.0\"\nsource = \"registry\"\ndependencies = [\n \"cfg-if\",\n \"libc\",\n]\n\n",
    "    \"node_modules/{name}\": {\n      \"version\": \"1.0.0\",\n      \"license\": \"MIT\",\n      \"engines\": {\n        \"node\": \">=12\"\n      }\n    },\n",
    "## 2.{at}.0\n\n### Changed\n\n- Speed\n\n### Fixed\n\n- A leak\n\n",
    ".{name} {\n  display: flex;\n  margin: 0 auto;\n  color: inherit;\n  border: none;\n}\n\n",
    "    case {NAME}:\n      next = take(queue);\n      if (!next)\n        return -1;\n      emit(next);\n      break;\n",
    "static int {name}_show(struct dev *dev)\n{\n\tint err = check(dev);\n\tif (err)\n\t\treturn err;\n\tlock(dev);\n\treturn print(dev);\n}\n\n",
    "def test_{name}(client):\n    page = client.get(\"/\")\n    assert page.ok\n    assert page.title\n    assert not page.errors\n\n",
    "[{name}]\nenabled = true\nretries = 3\ntimeout = 30\nverbose = false\n\n",
];

/// The lines of a block of `kind`.
fn block(kind: &str, name: &str, at: usize) -> Vec<String> {
    let text = kind
        .replace("{name}", name)
        .replace("{NAME}", &name.to_uppercase())
        .replace("{at}", &at.to_string())
        .replace("{at%2}", &(at % 2).to_string())
        .replace("{at%3}", &(at % 3).to_string())
        .replace("{hash}", &format!("{:x}", at * 7919));
    text.lines().map(str::to_owned).collect()
}

const NAMES: [&str; 6] = [
    "abbrev", "balanced", "debug", "inherits", "lodash", "wrappy",
];

/// The change to the block for which a hunk was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    /// A context line has changed.
    Context,
    /// The line that the hunk removes has changed.
    Removed,
    Gone,
    /// The block has changed places with another block.
    Moved,
    /// Another block was inserted before it.
    Shifted,
}

struct Case {
    base: String,
    now: String,
    diff: String,
    /// The right result. `None` if only a refusal is right.
    meant: Option<String>,
    change: Change,
    is_named: bool,
    is_shown: bool,
    /// The number of places with all lines of the hunk.
    places: usize,
    /// The number of places with all lines of the hunk except the first.
    nearly: usize,
}

fn drawn(kind: &str, seed: u64) -> Case {
    let mut dice = Dice(seed);
    let count = dice.from(2, 5);
    let blocks: Vec<Vec<String>> = (0..count)
        .map(|at| block(kind, NAMES[at], at + 1))
        .collect();
    let meant = dice.from(0, count - 1);
    let len = blocks[meant].len();
    let mut inside = dice.from(2, len - 1);
    while blocks[meant][inside].trim().is_empty() {
        inside -= 1;
    }
    let inside = inside.max(2);
    let removes = dice.one_in(2);
    let base: Vec<String> = blocks.concat();
    let at = meant * len + inside;
    let end = at + usize::from(removes);
    let (start, stop) = (at.saturating_sub(3), (end + 3).min(base.len()));
    let is_own = base
        .iter()
        .filter(|line| **line == blocks[meant][0])
        .count()
        == 1;
    // The line that closes a block is not inside it.
    let is_inside = !blocks[meant][inside].starts_with('}');
    let is_named = dice.one_in(2) && inside > 3 && is_own && is_inside;
    let added = format!("{} and more", blocks[meant][inside]);
    let lines = |sign: char, lines: &[String]| -> String {
        lines.iter().map(|line| format!("{sign}{line}\n")).collect()
    };
    let header = if is_named {
        format!(" {}", blocks[meant][0].trim())
    } else {
        String::new()
    };
    let diff = format!(
        "@@ -{},{} +{},{} @@{header}\n{}{}+{added}\n{}",
        start + 1,
        stop - start,
        start + 1,
        stop - start + 1 - usize::from(removes),
        lines(' ', &base[start..at]),
        lines('-', &base[at..end]),
        lines(' ', &base[end..stop]),
    );
    let change = [
        Change::Context,
        Change::Removed,
        Change::Gone,
        Change::Moved,
        Change::Shifted,
    ][dice.from(0, 4)];
    let mut now = blocks.clone();
    let mut place = Some(meant);
    match change {
        Change::Context => {
            let mut line = dice.from(1, len - 1);
            while line == inside && removes || now[meant][line].trim().is_empty() {
                line = dice.from(1, len - 1);
            }
            now[meant][line].push_str(" !");
        }
        Change::Removed => {
            now[meant][inside].push_str(" !");
            place = place.filter(|_| !removes);
        }
        Change::Gone => {
            now.remove(meant);
            place = None;
        }
        Change::Moved => {
            let block = now.remove(meant);
            let to = dice.from(0, count - 1);
            now.insert(to, block);
            place = Some(to);
        }
        Change::Shifted => {
            now.insert(0, block(kind, NAMES[5], 9));
            place = Some(meant + 1);
        }
    }
    let after = place.map(|block| {
        let mut after = now.clone();
        after[block].splice(inside..inside + usize::from(removes), [added.clone()]);
        lines_of(&after.concat())
    });
    let old = &base[start..stop];
    let now = now.concat();
    let count = |old: &[String]| {
        now.windows(old.len())
            .filter(|window| *window == old)
            .count()
    };
    Case {
        diff,
        meant: after,
        change,
        is_named,
        is_shown: start <= meant * len,
        places: count(old),
        nearly: count(&old[1..]),
        base: lines_of(&base),
        now: lines_of(&now),
    }
}

fn lines_of(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

impl Case {
    /// The text after the patch under `how`, if the hunk is placed.
    fn placed(&self, options: &PlaceOptions) -> Option<String> {
        let now = Snapshot::of_text(self.now.clone());
        let resolution = place(&diff(&self.diff), &now, options).ok()?;
        let after = resolution.changes.apply(self.now.as_bytes()).unwrap();
        Some(String::from_utf8(after).unwrap())
    }

    /// True if only the line number could show that the hunk is for another place. One place has all its lines, or
    /// all but one line that any change may have affected.
    fn is_hidden(&self) -> bool {
        let is_told = self.is_named && self.change == Change::Shifted;
        self.places > 0 && !is_told
    }

    /// True if the intended block is gone, and one place has all other lines of the hunk. Any change may have
    /// affected the outermost context line.
    fn is_nearly_there(&self) -> bool {
        self.change == Change::Gone && self.nearly == 1
    }

    /// True if the intended block is gone or moved, and the hunk does not show its heading.
    fn is_away_unseen(&self) -> bool {
        matches!(self.change, Change::Gone | Change::Moved) && !self.is_shown
    }
}

#[test]
fn no_hunk_lands_in_a_sibling() {
    let mut wrong = Vec::new();
    for (number, kind) in KINDS.into_iter().enumerate() {
        let (mut right, mut known) = (0, 0);
        for seed in 0..CASES {
            let case = drawn(kind, seed * 31 + number as u64);
            for mode in [PatchMode::Strict, PatchMode::Merge] {
                let after = case.placed(&in_mode(mode));
                let is_right = after.is_some() && after == case.meant;
                let is_wrong = after.is_some() && !is_right && after.as_ref() != Some(&case.now);
                if is_wrong && !case.is_hidden() && !case.is_nearly_there() {
                    wrong.push(format!(
                        "kind {number}, seed {seed}, {mode:?}, {:?}\n{}\n{}\n{after:?}",
                        case.change, case.now, case.diff
                    ));
                }
                if mode == PatchMode::Merge && case.change == Change::Context {
                    known += 1;
                    right += usize::from(is_right);
                }
            }
        }
        println!("kind {number}: {right} of {known}");
        assert!(
            known > 5 && 5 * right >= 2 * known,
            "kind {number}: {right} of {known}"
        );
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_base_leaves_no_hunk_to_a_sibling() {
    for (number, kind) in KINDS.into_iter().enumerate() {
        for seed in 0..CASES {
            let case = drawn(kind, seed * 37 + number as u64);
            // For a comparison of lines, a moved or deleted block is gone. It matches the end of one block with
            // another.
            if case.change == Change::Moved || case.is_away_unseen() {
                continue;
            }
            for mode in [PatchMode::Strict, PatchMode::Merge] {
                let options = with_base(case.base.clone(), in_mode(mode));
                let after = case.placed(&options);
                let is_kept = after.as_ref() == Some(&case.now);
                assert!(
                    after.is_none() || is_kept || after == case.meant,
                    "kind {number}, seed {seed}, {mode:?}, {:?}\n{}\n{}\n{after:?}",
                    case.change,
                    case.now,
                    case.diff
                );
            }
        }
    }
}
