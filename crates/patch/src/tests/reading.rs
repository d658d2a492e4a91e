//! Readings between which only a target can decide.

use super::*;

fn hunk(body: &str) -> Hunk {
    let text = format!("--- a/f\n+++ b/f\n@@ ... @@\n{body}");
    match patch(&text).files.remove(0).content {
        Content::Hunks(mut hunks) => hunks.remove(0),
        Content::Binary(_) => panic!("binary"),
    }
}

/// The reading of `kind`, sketched; `None` if there is no such reading.
fn reading(body: &str, kind: RepairKind) -> Option<String> {
    let readings = hunk(body).readings();
    let found = readings.iter().find(|reading| reading.kind == kind)?;
    Some(found.hunks.iter().map(sketch_hunk).collect())
}

#[test]
fn a_plain_hunk_has_one_alternative_reading() {
    let kinds: Vec<RepairKind> = hunk(" a\n-b\n+c\n")
        .readings()
        .iter()
        .map(|reading| reading.kind)
        .collect();
    assert_eq!(kinds, [RepairKind::LostContextBlank]);
    assert_eq!(hunk("-b\n+c\n").readings(), []);
}

#[test]
fn lost_context_blank_both_ways() {
    let kind = RepairKind::LostContextBlank;
    assert_eq!(
        reading("   a\n-  b\n+  c\n\n   d\n", kind).as_deref(),
        Some("@\n    a\n-  b\n+  c\n \n    d\n")
    );
    assert_eq!(
        reading("def f():\n   a\n-  b\n+  c\n", kind).as_deref(),
        Some("@\n  def f():\n     a\n-  b\n+  c\n")
    );
    let both: Vec<String> = hunk("def f():\n   a\n-  b\n+  c\n")
        .readings()
        .iter()
        .map(|reading| sketch_hunk(&reading.hunks[0]))
        .collect();
    assert_eq!(both[1], "@\n def f():\n   a\n-  b\n+  c\n");
}

#[test]
fn line_endings() {
    let kind = RepairKind::LineEndings;
    assert_eq!(
        reading(" a\r\n-b\r\n+c\r\n", kind).as_deref(),
        Some("@\n a\n-b\n+c\n")
    );
    assert_eq!(
        reading(" a\r\n-b\n+c\r\n", kind),
        None,
        "mixed endings are meant"
    );
}

#[test]
fn entities_everywhere() {
    let kind = RepairKind::HtmlEntities;
    assert_eq!(
        reading(
            "-a &lt; b &amp;&amp; c\n+a &gt; &quot;b&#39;&amp;lt;\n",
            kind
        )
        .as_deref(),
        Some("@\n-a < b && c\n+a > \"b'&lt;\n")
    );
}

#[test]
fn entities_in_added_lines_stay_where_those_lines_hold_bare_signs() {
    let kind = RepairKind::HtmlEntities;
    assert_eq!(
        reading("-a &lt; b\n+a < b, \"&lt;\"\n", kind).as_deref(),
        Some("@\n-a < b\n+a < b, \"&lt;\"\n")
    );
}

#[test]
fn damage_in_added_lines_alone_leaves_the_old_side_as_it_is() {
    let hunk = hunk("-a\n+b &lt; \u{201c}c\u{201d}\n");
    let readings = hunk.readings();
    assert_eq!(readings.len(), 2);
    for reading in readings {
        assert!(
            reading.hunks[0].old_side().eq(hunk.old_side()),
            "{reading:?}"
        );
    }
}

#[test]
fn angles_alone_where_that_makes_a_difference() {
    let kind = RepairKind::HtmlEntitiesOldSide;
    assert_eq!(
        reading("-a &lt; &amp;\n+b\n", kind).as_deref(),
        Some("@\n-a < &amp;\n+b\n")
    );
    assert_eq!(reading("-a &lt; b\n+b\n", kind), None);
}

#[test]
fn quotes_and_dashes() {
    assert_eq!(
        reading(
            "-say(\u{201c}it\u{2019}s\u{201d}) \u{2014} x\n+y\u{a0}z\u{e9}\n",
            RepairKind::SmartQuotes
        )
        .as_deref(),
        Some("@\n-say(\"it's\") -- x\n+y z\u{e9}\n")
    );
}

#[test]
fn numbered_lines() {
    let kind = RepairKind::LineNumberPrefixes;
    assert_eq!(
        reading("  9 | a\n-10 | b\n+10 | c\n+new\n 11 |\n", kind).as_deref(),
        Some("@\n a\n-b\n+c\n+new\n \n")
    );
    assert_eq!(
        reading(" 1: a\n-2: b\n+2: c\n", kind).as_deref(),
        Some("@\n a\n-b\n+c\n")
    );
    assert_eq!(reading(" 1: a\n-3: b\n+2: c\n", kind), None, "a gap");
    assert_eq!(
        reading("-1: a\n+1: b\n", kind),
        None,
        "one line proves nothing"
    );
}

#[test]
fn dots_cut_the_hunk_in_pieces() {
    let kind = RepairKind::ElidedLines;
    for dots in [
        "...",
        " ...",
        " # ...",
        " // ... existing code ...",
        " # ... rest unchanged ...",
        " \u{2026}",
    ] {
        let body = format!(" a\n-b\n+B\n c\n{dots}\n d\n-e\n+E\n");
        assert_eq!(
            reading(&body, kind).as_deref(),
            Some("@\n a\n-b\n+B\n c\n@\n d\n-e\n+E\n"),
            "{dots}"
        );
    }
    for content in [" x = [...]", " # see above...", "  return ...", "+..."] {
        let body = format!(" a\n-b\n+B\n c\n{content}\n d\n-e\n+E\n");
        assert_eq!(reading(&body, kind), None, "{content}");
    }
}

#[test]
fn context_around_the_dots_stays_a_piece() {
    assert_eq!(
        reading(
            " class A:\n ...\n     def f():\n-x\n+y\n ...\n tail\n",
            RepairKind::ElidedLines
        )
        .as_deref(),
        Some("@\n class A:\n@\n     def f():\n-x\n+y\n@\n tail\n")
    );
}

#[test]
fn combined_damage_is_two_readings_deep() {
    let crlf = &hunk(" a &lt;\r\n-b\r\n+c\r\n").readings()[0].hunks[0];
    let found = crlf
        .readings()
        .into_iter()
        .find(|reading| reading.kind == RepairKind::HtmlEntities);
    assert_eq!(
        found
            .map(|reading| sketch_hunk(&reading.hunks[0]))
            .as_deref(),
        Some("@\n a <\n-b\n+c\n")
    );
}
