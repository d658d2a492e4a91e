//! Tests of merging imports.

use std::cell::Cell;
use std::collections::BTreeSet;

use bytes::Bytes;
use proptest::prelude::*;

use super::{assert_conflict, merge, of_one_seed};
use crate::Versions;
use crate::table::rows;

#[test]
fn imports_that_contradict_each_other_are_a_conflict() {
    for [ours, theirs, base] in rows(
        r"
        // One name from two sources.
        import b.C;\n | import c.C;\n | import a.B;\n
        import { b } from 'y';\n | import { b } from 'z';\n | import a from 'x';\n
        // One name from one source under two names.
        use a::B as C;\n | use a::B as D;\n | use a::B;\n
        import b from 'x';\n | import c from 'x';\n | import a from 'x';\n
        // One side moved an import that the other removed.
        import a.C;\n | import x.B;\nimport a.C;\n | import a.B;\nimport a.C;\n
        // One side replaced the source of imports to which the other added.
        import org.jupiter.B;\n | import org.B;\nimport org.C;\n | import org.B;\n
        require_relative 'b'\n | require 'b'\nrequire 'c'\n | require 'b'\n
        // One side imports the parent module instead, and the other added a name.
        use A\\B;\n | use A\\B\\C;\nuse A\\B\\D;\nuse A\\B\\E;\n | use A\\B\\C;\nuse A\\B\\D;\n
        import B from './b';\n | import B from '@ui/b';\n |
        const f = require('a');\n | const f = require('b');\n |
        import numpy as np\n | import jax.numpy as np\n |
        import X from 'x';\n | import { X } from 'y';\n |
        use a::A;\npub use b::Q;\n | use a::A;\nuse c::Q;\n | use a::A;\n
        use a::A;\nuse b::{\n    Q,\n};\n | use a::A;\nuse c::Q;\n | use a::A;\n
        import a\nfrom c import (\n    q,\n)\n | import a\nfrom d import q\n | import a\n
        import a\nimport q\n | import a\nfrom d import q\n | import a\n
        use std::io::{self, Read};\n | use std::io::Read;\nuse tokio::io;\n | use std::io::Read;\n
        // An import that must come first.
        import json\nimport os\n | from __future__ import annotations\nimport os\n | import os\n
        // One side removed the import of a module, and the other added a name to it.
        import R, { a } from 'r';\n |  | import R from 'r';\n
        // Both sides regrouped the imports.
        use a::{B, C};\nuse a::{D};\n | use a::{B};\nuse a::{C, D};\n | use a::{B};\nuse a::{C};\nuse a::{D};\n
        ",
    ) {
        let [base, ours, theirs] = [base, ours, theirs].map(|lines| format!("x\n{lines}y\n"));
        assert_conflict([&base, &ours, &theirs]);
    }
    // The attribute above applies to only one of the imports.
    let with = |lines: &str| format!("#[cfg(test)]\n{lines}\nfn f() {{}}\n");
    let (ours, theirs) = (
        with("use m::{B, C};\n"),
        with("use m::{A, B};\nuse a::Z;\n"),
    );
    assert_conflict([&with("use m::B;\n"), &ours, &theirs]);
    // One side moved lines, and the other removed one of them.
    let base = "x\nimport b\nimport a\n1\n2\n3\n4\n";
    let ours = "x\n1\n2\n3\nimport b\nimport a\n4\n";
    let theirs = "x\nimport b\nimport d\n1\n2\n3\n4\n";
    assert_conflict([base, ours, theirs]);
}

#[test]
fn each_wanted_import_appears_once() {
    let names = || prop::collection::vec((0..3_u8, 0..6_u8), 0..8);
    let settled = Cell::new(0);
    let mut runner = of_one_seed(4000);
    runner
        .run(
            &(names(), names(), names(), 0..3_u8),
            |(base, ours, theirs, form)| {
                let set = |names: &[(u8, u8)]| BTreeSet::from_iter(names.iter().copied());
                let base = set(&base);
                // Each side adds or removes some names.
                let changed = |names: &[(u8, u8)]| &base ^ &set(names);
                let sides = [base.clone(), changed(&ours), changed(&theirs)];
                let text = |names: &BTreeSet<(u8, u8)>| {
                    let lines: Vec<String> = match form {
                        0 => names
                            .iter()
                            .map(|(place, name)| format!("import p{place}.N{place}{name};\n"))
                            .collect(),
                        1 => names
                            .iter()
                            .map(|(place, name)| format!("#include <p{place}/n{name}.h>\n"))
                            .collect(),
                        _ => (0..3)
                            .filter_map(|place| {
                                let names = names.iter().filter(|one| one.0 == place);
                                let names: Vec<String> =
                                    names.map(|(_, name)| format!("n{place}{name}")).collect();
                                (!names.is_empty())
                                    .then(|| format!("from p{place} import {}\n", names.join(", ")))
                            })
                            .collect(),
                    };
                    Bytes::from(format!("head\n{}tail\n", lines.concat()))
                };
                let [base_text, our_text, their_text] = sides.each_ref().map(text);
                let both: BTreeSet<(u8, u8)> =
                    &(&sides[1] & &sides[2]) | &(&(&sides[1] | &sides[2]) - &base);
                for (ours, theirs) in [(&our_text, &their_text), (&their_text, &our_text)] {
                    let versions = Versions {
                        base: base_text.clone(),
                        ours: ours.clone(),
                        theirs: theirs.clone(),
                    };
                    let merged = merge(&versions, None);
                    if merged.conflicts().next().is_some() {
                        continue;
                    }
                    if merged.settled().next().is_some() {
                        settled.set(settled.get() + 1);
                    }
                    prop_assert_eq!(imported(&merged.text()), imported(&text(&both)));
                }
                Ok(())
            },
        )
        .unwrap();
    assert!(settled.get() > 100, "{} were settled", settled.get());
}

/// The names that `text` imports, each with its source, sorted.
fn imported(text: &[u8]) -> Vec<String> {
    let text = str::from_utf8(text).unwrap();
    let mut all = Vec::new();
    for line in text.lines() {
        let (place, names) = line.split_once(" import ").unwrap_or(("", line));
        all.extend(names.split(", ").map(|name| format!("{place} {name}")));
    }
    all.sort_unstable();
    all
}
