//! Renaming a name in all its styles, each of which is preserved.

use crate::bench::Bench;

/// Separators between the names of a text, at which a name is a separate word.
const BESIDE: [&str; 5] = ["let ", "; (", ") = ", ".", "\n"];

#[test]
fn three_hundred_names_keep_their_styles() {
    let table: &'static str = include_str!("../names/renames.tsv");
    let mut renamed = 0;
    let rows = table.lines().filter(|line| !line.starts_with('#'));
    for (number, row) in rows.enumerate() {
        let pairs: Vec<(&'static str, &'static str)> = row
            .split('\t')
            .map(|pair| pair.split_once('>').unwrap())
            .collect();
        // A single lower-case word is the same in three styles, so the new name is given in the intended one.
        let cases = if pairs[0].0 == pairs[2].0 {
            [0, 2, 4]
                .map(|typed| vec![pairs[typed], pairs[1], pairs[3]])
                .to_vec()
        } else {
            let mut all = pairs.clone();
            all.rotate_left(number % 5);
            vec![all]
        };
        for names in cases {
            let text = |side: fn(&(&'static str, &'static str)) -> &'static str| {
                let beside = names.iter().zip(BESIDE);
                let text: String = beside
                    .map(|(pair, before)| format!("{before}{}", side(pair)))
                    .collect();
                let (part, _) = pairs[4];
                format!("{text}\nmy_{part} {part}2 x-{part} {part}-y {part}_z\n")
            };
            let bench = Bench::with("f", text(|pair| pair.0));
            let (old, new) = names[0];
            bench
                .run([
                    "replace",
                    "f",
                    "--old",
                    old,
                    "--new",
                    new,
                    "--all",
                    "--preserve-case",
                    "-q",
                ])
                .status_is(0);
            assert_eq!(bench.text("f"), text(|pair| pair.1), "{old} > {new}");
            renamed += names.len();
        }
    }
    assert!(renamed >= 300, "{renamed}");
}

#[test]
fn the_report_counts_the_styles() {
    let bench = Bench::with("f", "fooBar foo_bar foo_bar FOO_BAR --foo-bar fooBarred\n");
    bench
        .line("check replace f --old fooBar --new box --all --preserve-case")
        .status_is(0)
        .prints("would edit f: 5 replacements (1 camelCase, 2 snake_case, 1 UPPER_CASE, 1 kebab-case), +1 -1");
    let ran = bench.line("replace f --old fooBar --new bigBox --all --preserve-case --json");
    ran.status_is(0);
    let styles = &ran.json()["files"][0]["styles"];
    assert_eq!(
        *styles,
        serde_json::json!({"camelCase": 1, "snake_case": 2, "UPPER_CASE": 1, "kebab-case": 1})
    );
    assert_eq!(
        bench.text("f"),
        "bigBox big_box big_box BIG_BOX --big-box fooBarred\n"
    );
    bench.line("undo -q").status_is(0);
    assert_eq!(
        bench.text("f"),
        "fooBar foo_bar foo_bar FOO_BAR --foo-bar fooBarred\n"
    );
}

#[test]
fn an_invalid_or_missing_name_is_refused() {
    let bench = Bench::with("f", "fooBar\n");
    let replace = |flags: &[&str]| {
        let all = [&["replace", "f", "--preserve-case"], flags].concat();
        bench.run(&all)
    };
    replace(&["--old", "foo bar", "--new", "x"])
        .status_is(2)
        .says("`foo bar` is not a name in a known style")
        .says("names are like fooBar, FooBar, foo_bar, FOO_BAR or foo-bar");
    replace(&["--old", "fooBar", "--new", "foo_bar"])
        .status_is(2)
        .says("old and new name have the same words");
    replace(&["--old", "fooBar", "--new", "x", "--word"])
        .status_is(2)
        .says("renaming in all styles matches whole names, not a pattern");
    replace(&["--old", "fooBaz", "--new", "x"]).fails(1, "f: `fooBaz` is not in the file");
}
