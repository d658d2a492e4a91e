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
fn lines_added_at_the_indentation_of_the_context_show_that_it_lost_no_space() {
    use RepairKind::LostContextBlank;
    assert_eq!(reading("  a\n+ b\n  c\n", LostContextBlank), None);
    assert!(reading("  a\n+  b\n  c\n", LostContextBlank).is_some());
    assert!(reading("  a\n   b\n+  c\n", LostContextBlank).is_some());
    let block = patch("f\n<<<<<<< SEARCH\n a\n=======\n a\n   b\n>>>>>>> REPLACE\n");
    let Content::Hunks(hunks) = &block.files[0].content else {
        panic!("binary");
    };
    assert_eq!(hunks[0].readings(), []);
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
fn each_kind_reads_the_hunk_without_its_damage() {
    use RepairKind::*;
    for (kind, body, read) in [
        (
            LostContextBlank,
            "   a\n-  b\n+  c\n\n   d\n",
            "    a\n-  b\n+  c\n \n    d\n",
        ),
        (
            LostContextBlank,
            "def f():\n   a\n-  b\n+  c\n",
            "  def f():\n     a\n-  b\n+  c\n",
        ),
        (LineEndings, " a\r\n-b\r\n+c\r\n", " a\n-b\n+c\n"),
        (
            HtmlEntities,
            "-a &lt; b &amp;&amp; c\n+a &gt; &quot;b&#39;&amp;lt;\n",
            "-a < b && c\n+a > \"b'&lt;\n",
        ),
        // The added lines contain bare characters.
        (
            HtmlEntities,
            "-a &lt; b\n+a < b, \"&lt;\"\n",
            "-a < b\n+a < b, \"&lt;\"\n",
        ),
        (
            SmartQuotes,
            "-say(\u{201c}it\u{2019}s\u{201d}) \u{2014} x\n+y\u{a0}z\u{e9}\n",
            "-say(\"it's\") -- x\n+y\u{a0}z\u{e9}\n",
        ),
        (
            SmartQuotes,
            "-say \u{201c}a\n+say \u{201c}b\u{201d} \u{2014} now \u{2026}\n",
            "-say \"a\n+say \"b\" \u{2014} now \u{2026}\n",
        ),
        // A word processor changes both kinds of quotes.
        (
            SmartQuotes,
            "-say \u{201c}a\n+say \u{2018}b\u{2019}\n",
            "-say \"a\n+say 'b'\n",
        ),
        // An unknown entity is not a bare character.
        (
            HtmlEntities,
            "-a &amp;&amp; b\n+a &amp;&amp; b; // &copy; &#169;\n",
            "-a && b\n+a && b; // &copy; &#169;\n",
        ),
        (
            LineNumberPrefixes,
            "  9 | a\n-10 | b\n+10 | c\n+new\n 11 |\n",
            " a\n-b\n+c\n+new\n \n",
        ),
        (LineNumberPrefixes, " 1: a\n-2: b\n+2: c\n", " a\n-b\n+c\n"),
        // Lines around the omitted ones stay a piece.
        (
            ElidedLines,
            " class A:\n ...\n     def f():\n-x\n+y\n ...\n tail\n",
            " class A:\n@\n     def f():\n-x\n+y\n@\n tail\n",
        ),
    ] {
        assert_eq!(reading(body, kind), Some(format!("@\n{read}")), "{body}");
    }
    for (kind, body) in [
        // Mixed line endings are intended.
        (LineEndings, " a\r\n-b\n+c\r\n"),
        // Added lines with `&amp;` and a bare `<`.
        (HtmlEntities, "-a &amp;&amp; b\n+a &amp;&amp; b < c\n"),
        // An address is no entity.
        (HtmlEntities, "-a &lt; b\n+p = &x; \"&lt;\"\n"),
        // A gap.
        (LineNumberPrefixes, " 1: a\n-3: b\n+2: c\n"),
        // One line proves nothing.
        (LineNumberPrefixes, "-1: a\n+1: b\n"),
    ] {
        assert_eq!(reading(body, kind), None, "{body}");
    }
}

#[test]
fn damage_in_added_lines_alone_leaves_the_old_side_as_it_is() {
    let hunk = hunk("-a\n+b &lt; \u{201c}c\u{201d}\n");
    let readings = hunk.readings();
    assert_eq!(readings.len(), 1);
    for reading in readings {
        assert!(
            reading.hunks[0].old_side().eq(hunk.old_side()),
            "{reading:?}"
        );
    }
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
