//! Positions at which `patch` applies a hunk: small cases that failed in the past.

use crate::bench::Bench;

const JAVA: &str = "public abstract class Manager extends Model {
//                  public void run(Reactor r) {
    public void doInstall(Req req) throws IOException {
        boolean dynamicLoad = req.get(\"x\") != null;
        String site = req.get(\"site\");
        if (site != null) {
            run(site);
        }
    }
}
";

/// Asserts that every mode applies the hunk, and that the new text is `after`.
#[track_caller]
fn makes(before: &str, diff: &str, after: &str) {
    for mode in ["strict", "tolerant", "merge"] {
        let bench = Bench::with("f", before);
        let args = ["patch", "--target", "f", "--mode", mode, "-q"];
        bench.pipe(diff, args).done("", &[("f", after)]);
    }
}

#[test]
fn a_hunk_with_one_place_needs_no_header() {
    // To a parser, the text after the line that the header names is a comment.
    let diff = "--- f\n+++ f\n@@ -21,5 +21,5 @@ public abstract class Manager extends Model {
         boolean dynamicLoad = req.get(\"x\") != null;
         String site = req.get(\"site\");
-        if (site != null) {
+        if (site != null && on) {
             run(site);
         }
";
    makes(JAVA, diff, &JAVA.replace("!= null) {", "!= null && on) {"));
    // The line that the header names has changed.
    let block = "  firstObject: computed('[]', function() {\n    @public\n  */\n";
    let diff = "--- f\n+++ f\n@@ -188,2 +188,3 @@ var Enumerable = Mixin.create({\n+    @readOnly\n     @public\n   */\n";
    let after = block.replace("    @public", "    @readOnly\n    @public");
    makes(block, diff, &after);
    // The header names a function that is elsewhere.
    let roles = "fn admin() {\n    verify();\n}\n\nfn guest() {\n    check();\n    log();\n}\n";
    let diff = "--- f\n+++ f\n@@ -3,3 +3,3 @@ fn admin() {\n     check();\n-    log();\n+    note();\n }\n";
    makes(roles, diff, &roles.replace("log", "note"));
}

#[test]
fn a_heading_is_not_searched_after_the_end_of_the_text() {
    // The matching side is shorter than the offset of the change in the other side.
    for scope in [" class A {", ""] {
        let diff = format!(
            "--- f.java\n+++ f.java\n@@ -3,4 +3,3 @@{scope}\n     out.close();\n     }}\n-    private int count;\n }}\n"
        );
        for mode in ["strict", "tolerant", "merge", "fuzzy"] {
            let bench = Bench::with("f.java", "    }\n}\n");
            bench
                .pipe(&diff, ["patch", "--mode", mode])
                .fails(1, "nothing was written\n");
        }
    }
}

#[test]
fn lone_carriage_returns_are_replaced_with_the_whole_text() {
    let (old, new) = ("a = 1\rb = 2\rc = 3\r", "a = 1\nb = 2\nc = 3\n");
    let diff = format!(
        "--- f\n+++ f\n@@ -1 +1,3 @@\n-{old}\n\\ No newline at end of file\n+a = 1\n+b = 2\n+c = 3\n"
    );
    makes(old, &diff, new);
    // A single line of the diff would be several lines for the program.
    let part = "--- f\n+++ f\n@@ -1 +1 @@\n-b = 2\n+b = 3\n";
    Bench::with("f", old)
        .pipe(part, ["patch"])
        .fails(1, "bare carriage returns");
    // A rename changes no line.
    let rename = "diff --git a/f b/g\nsimilarity index 100%\nrename from f\nrename to g\n";
    Bench::with("f", old)
        .pipe(rename, ["patch"])
        .status_is(0)
        .became(&[("f", None), ("g", Some(old.as_bytes()))]);
}

const RUBY: &str = "class One
  def purge
    attachment.purge
    @attachment = nil
  end
end
";

#[test]
fn removed_lines_may_differ_in_blanks_where_the_context_is_exact() {
    let diff = "--- f\n+++ f\n@@ -1,6 +1,8 @@
 class One
   def purge
-     attachment.purge
-    @attachment  = nil
+    if attached?
+      attachment.purge
+      @attachment = nil
+    end
   end
 end
";
    let after = "class One
  def purge
    if attached?
      attachment.purge
      @attachment = nil
    end
  end
end
";
    for mode in ["tolerant", "merge"] {
        let bench = Bench::with("f", RUBY);
        let args = ["patch", "--target", "f", "--mode", mode, "-q"];
        bench.pipe(diff, args).done("", &[("f", after)]);
    }
    // An added line with the same damage as the removed line gives no information about the position.
    let both = diff.replace("+    if attached?", "+     if attached?");
    let bench = Bench::with("f", RUBY);
    bench
        .pipe(both, ["patch", "--target", "f", "--mode", "merge"])
        .fails(1, "is not indented like");
}

#[test]
fn an_insertion_whose_context_is_mostly_missing_is_refused() {
    let includes = "// SPDX
#include <xcb/sync.h>
#include <xcb/xcb.h>

#include \"backend/backend.h\"
#include \"common.h\"
#include \"compiler.h\"
#include \"string_utils.h\"
#include \"utils.h\"
#include \"win.h\"

#pragma GCC diagnostic error \"-Wunused-parameter\"

int a;
";
    let diff = "--- f\n+++ f\n@@ -10,6 +10,7 @@
 #include \"region.h\"
 #include \"types.h\"
 #include \"win.h\"
+#include \"x.h\"
 
 extern struct backend_operations xrender_ops, dummy_ops;
 #ifdef CONFIG_OPENGL
";
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        let bench = Bench::with("f", includes);
        bench
            .pipe(diff, ["patch", "--target", "f", "--mode", mode])
            .fails(1, "nothing was written\n");
    }
}

#[test]
fn a_hunk_at_the_end_of_the_file_is_placed_at_its_end() {
    let block = "start\nstep\nstop\n";
    let text = [block, "between\n", block].concat();
    // The line numbers have changed since the diff was made.
    let diff = "--- f\n+++ f\n@@ -21,3 +21,4 @@\n start\n step\n stop\n+last\n";
    makes(&text, diff, &format!("{text}last\n"));
    // With context after the change, both blocks match.
    let inside = "--- f\n+++ f\n@@ -21,3 +21,4 @@\n start\n+first\n step\n stop\n";
    let bench = Bench::with("f", &text);
    bench
        .pipe(inside, ["patch", "--target", "f"])
        .fails(1, "2 places");
}

#[test]
fn a_block_removed_by_the_hunk_does_not_count_as_a_copy() {
    let block = "  first = get_parent(branch_one);\n  if (!first)\n    help_unknown(branch_one, \"merge\");\n  \
                 second = get_parent(branch_two);\n  if (!second)\n    help_unknown(branch_two, \"merge\");\n  \
                 third = get_parent(branch_three);\n";
    let signed = |sign: &str, text: &str| -> String {
        let lines = text.lines();
        lines.map(|line| format!("{sign}{line}\n")).collect()
    };
    let damaged = block.replacen("first = ", "first =  ", 1);
    let diff = format!(
        "--- a/f\n+++ b/f\n@@ -1,11 +1,11 @@\n head of it\n{} mid one of it\n mid two of it\n{} tail of it\n",
        signed("-", &damaged),
        signed("+", block)
    );
    let before = format!("head of it\n{block}mid one of it\nmid two of it\ntail of it\n");
    let after = format!("head of it\nmid one of it\nmid two of it\n{block}tail of it\n");
    Bench::with("f", before)
        .pipe(diff, ["patch", "--mode", "tolerant", "-q"])
        .done("", &[("f", &after)]);
}

#[test]
fn a_block_removed_and_added_again_next_to_a_copy_is_refused() {
    let block: String = (1..=8)
        .map(|line| format!("step_{line}(of_the_block);\n"))
        .collect();
    let signed = |sign: &str| -> String {
        let lines = block.lines();
        lines.map(|line| format!("{sign}{line}\n")).collect()
    };
    let between: String = (1..=30)
        .map(|line| format!("line {line} between\n"))
        .collect();
    let diff = format!(
        "--- a/f\n+++ b/f\n@@ -1,10 +1,2 @@\n head of it\n{} line 1 between\n@@ -39,2 +31,10 @@\n line 30 between\n{} tail of it\n",
        signed("-"),
        signed("+")
    );
    let before = format!("head of it\n{block}{between}tail of it\n");
    let after = format!("head of it\n{between}{block}tail of it\n");
    let above = "one line more\n";
    Bench::with("f", format!("{above}{before}"))
        .pipe(&diff, ["patch", "--mode", "tolerant", "-q"])
        .done("", &[("f", &format!("{above}{after}"))]);
    let twice = format!("{above}{before}other\n{block}end\n");
    Bench::with("f", twice)
        .pipe(&diff, ["patch", "--mode", "tolerant", "-q"])
        .status_is(1)
        .unchanged();
}

#[test]
fn a_distant_copy_does_not_hide_the_copy_next_to_the_hunk() {
    let added = "    prepare_cache(store)\n    validate_input(data)\n";
    let function = format!(
        "def run(job):\n    start = clock.now()\n    log(job.name)\n    open_session(job)\n    send(job.payload)\n    \
         finish(job, start)\n    notify(job)\n{added}    return job.result\n"
    );
    let rest: String = (0..80)
        .map(|number| format!("filler_{number} = {number}\n"))
        .collect();
    let hunk = "--- a/f.py\n+++ b/f.py\n@@ -83,7 +83,9 @@\n def run(job):\n     start = clock()\n     log(job.name)\n\
                +    prepare_cache(store)\n+    validate_input(data)\n     open_session(job)\n     send(job.payload)\n     \
                finish(job, start)\n     return job.result\n";
    for distant in ["", added] {
        let bench = Bench::with("f.py", format!("{distant}{rest}{function}{rest}"));
        bench
            .pipe(hunk, ["patch", "--mode", "merge"])
            .fails(1, "the hunk adds text that is already at lines");
    }
}
