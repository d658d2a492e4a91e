//! Every reason has a message and a hint that follow the rules. The table has the complete sentences.

use std::collections::BTreeSet;
use std::time::Duration;

use super::paper::lines;
use crate::change::{LineChange, TaskConflict};
use crate::patch::Cure;
use crate::refusal::{
    Candidate, Code, ConflictCause, Difference, Doubt, EncodingFault, Escape, ExpectedCount, Fault,
    FileEdge, FileLock, FormChange, FuzzyRejection, HunkFailure, HunkWhy, KeyFault, Likeness,
    LinkFault, LooserMode, MergeConflict, MissingEvidence, Nearest, NotAFile, NotKept, Nothing,
    Process, Reason, Refusal, Residue, ResidueKind, SearchExtent, SyntaxError, TargetFault,
    TextRepair, UndoBlock, Unshown, ValidationFault, WhyNot, WouldPlace,
};
use crate::render::wording::{Caller, details, hint, message, retry};
use crate::report::Report;
use crate::snapshot::{Fingerprint, SiteId};
use crate::text::{LineHash, LineNumber, LineRange, Span};

fn line(number: usize) -> LineNumber {
    LineNumber::new(number).unwrap()
}

fn candidate(at: usize, preview: &'static str) -> Candidate {
    Candidate {
        lines: lines(at, at),
        preview: preview.into(),
        id: None,
    }
}

fn difference() -> Difference {
    Difference {
        line: line(13),
        expected: "\tx".into(),
        found: Some("    x".into()),
    }
}

fn nearest() -> Option<Box<WhyNot>> {
    Some(Box::new(WhyNot {
        nearest: Some(Nearest {
            lines: lines(12, 14),
            preview: "a".into(),
            similarity: 0.934,
            difference: Some(difference()),
        }),
        ..WhyNot::default()
    }))
}

fn because(why: WhyNot) -> Option<Box<WhyNot>> {
    Some(Box::new(why))
}

fn failed(hunk: usize, why: HunkWhy) -> HunkFailure {
    HunkFailure {
        hunk,
        patch_line: line(hunk * 10),
        why,
        would_place: None,
    }
}

fn hunk_failed(why: HunkWhy) -> Reason {
    Reason::HunkFailed {
        failures: vec![failed(2, why)],
        total: 3,
    }
}

fn merge_conflict() -> MergeConflict {
    let change = |new: &'static str| LineChange {
        old: "b\nc\n".into(),
        new: new.into(),
    };
    MergeConflict {
        lines: lines(3, 4),
        cause: ConflictCause::Deleted,
        ours: change("x\n"),
        theirs: change(""),
    }
}

fn unaccepted(why: ValidationFault) -> Reason {
    Reason::ValidationFailed {
        command: "check {}".into(),
        why,
        output: "a.rs:3: no\x1b\n".into(),
    }
}

/// A command, a reason, the message and the hint.
pub type Case = (&'static str, Reason, &'static str, &'static str);

#[rustfmt::skip] // A table: two or three lines a case.
fn finding() -> Vec<Case> {
    let wanted = || "x = 1".into();
    let candidates = || vec![candidate(3, "x = 1"), candidate(7, "x = 1;")];
    let mismatch = |expected, found| Reason::CountMismatch {
        wanted: wanted(),
        expected,
        found,
        candidates: Vec::new(),
    };
    vec![
        ("replace", Reason::NotFound { wanted: "x\ny".into(), why: None },
         "a.rs: `x...` is not in the file",
         "copy the text from `incise view a.rs`"),
        ("replace", Reason::NotFound { wanted: wanted(), why: nearest() },
         "a.rs: `x = 1` is not in the file",
         "copy the text from `incise view a.rs 12:14`"),
        ("replace", Reason::NotFound {
            wanted: wanted(),
            why: because(WhyNot {
                repair: Some((TextRepair::TypedTabs, candidate(4, "x = 1"))),
                repair_is_certain: true,
                ..WhyNot::default()
            }),
         },
         "a.rs: `x = 1` is not in the file exactly as given",
         "line 4 has it except for `\\t` typed as two characters; --fix escapes undoes that, or give the text with --old-file"),
        ("replace", Reason::NotFound {
            wanted: wanted(),
            why: because(WhyNot { repair: Some((TextRepair::TypedTabs, candidate(4, "x = 1"))), ..WhyNot::default() }),
         },
         "a.rs: `x = 1` is not in the file exactly as given",
         "line 4 has it except for `\\t` typed as two characters; give the text as it is in the file"),
        ("replace", Reason::NotFound {
            wanted: wanted(),
            why: because(WhyNot { repair: Some((TextRepair::Case, candidate(4, "X = 1"))), ..WhyNot::default() }),
         },
         "a.rs: `x = 1` is not in the file exactly as given",
         "line 4 has it except for upper and lower case; --ignore-case finds it"),
        ("replace", Reason::NotFound {
            wanted: wanted(),
            why: because(WhyNot { other_tier: Some(("indent", candidate(4, "  x = 1"))), ..WhyNot::default() }),
         },
         "a.rs: `x = 1` is not in the file exactly as given",
         "--match mechanical would match line 4 (tier indent)"),
        ("replace", Reason::NotFound {
            wanted: wanted(),
            why: because(WhyNot {
                searched: Some(lines(1, 3)),
                outside_scope: vec![candidate(4, "x = 1")],
                ..WhyNot::default()
            }),
         },
         "a.rs: `x = 1` is not in lines 1-3",
         "line 4 has it; if you mean these lines, --within 4:4"),
        ("replace", Reason::NotFound {
            wanted: wanted(),
            why: because(WhyNot { other_files: vec![("b c.rs".into(), lines(4, 4))], ..WhyNot::default() }),
         },
         "a.rs: `x = 1` is not in the file",
         "it is in 'b c.rs', at line 4; --if-found skips the files without it"),
        ("replace", Reason::NotFound {
            wanted: wanted(),
            why: because(WhyNot {
                other_misses: 2,
                extent: SearchExtent::WithoutRepairs,
                ..WhyNot::default()
            }),
         },
         "a.rs: `x = 1` is not in the file, nor in 2 other files that were selected; \
          text over 1 MiB is not examined for damage",
         "copy the text from `incise view a.rs`"),
        ("replace", Reason::Ambiguous { wanted: wanted(), count: 2, candidates: candidates() },
         "a.rs: `x = 1` matches 2 places; exactly 1 is needed",
         "add a line of context, or --nth 1 or --site ID for one place, or --all for every one"),
        ("insert", Reason::Ambiguous { wanted: wanted(), count: 2, candidates: candidates() },
         "a.rs: `x = 1` matches 2 places; exactly 1 is needed",
         "add a line of context, or --within 3:3"),
        ("replace", mismatch(ExpectedCount::Exactly(3), 2),
         "a.rs: `x = 1` matches 2 places; 3 were expected",
         "add a line of context to exclude some places, or --expect 2 if you mean all"),
        ("replace", mismatch(ExpectedCount::Exactly(3), 0),
         "a.rs: `x = 1` matches 0 places; 3 were expected",
         "copy the text from `incise view a.rs`"),
        ("replace", mismatch(ExpectedCount::Ordinal(-5), 1),
         "a.rs: `x = 1` matches 1 place; there is no number -5",
         "--nth 1 is the last place"),
        ("replace", Reason::AlreadyApplied { lines: vec![lines(3, 4)], entry: None, is_repeatable: false },
         "a.rs:3: already applied: the new text is at lines 3-4",
         "nothing is left to do; --idempotent makes this a success"),
    ]
}

#[rustfmt::skip] // A table: two or three lines a case.
fn shape() -> Vec<Case> {
    let encoding = |fault| Reason::Encoding {
        encoding: "ISO-8859-1",
        fault,
    };
    let residue = |kind| Reason::Residue(vec![Residue { kind, line: line(4), text: "x".into() }]);
    let out_of_range = |lines, lowest| Reason::OutOfRange { asked: 40, lines, lowest };
    vec![
        ("create", Reason::Exists { len: 1, lines: 1 },
         "a.rs: the file already exists (1 line, 1 byte)",
         "change it with `incise replace a.rs`, or replace it with `incise write a.rs --overwrite`"),
        ("write", Reason::Exists { len: 20, lines: 2 },
         "a.rs: the file already exists (2 lines, 20 bytes)",
         "read it with `incise view a.rs`; --overwrite replaces the whole file"),
        ("insert", out_of_range(12, 0),
         "a.rs: line 40 is out of range: the file has 12 lines; valid: 0 to 12",
         "--line 12 is after the last line, as is --line -1"),
        ("lines", out_of_range(12, 1),
         "a.rs: line 40 is out of range: the file has 12 lines; valid: 1 to 12",
         "`incise view a.rs` prints the lines with their numbers"),
        ("lines", out_of_range(1, 1),
         "a.rs: line 40 is out of range: the file has 1 line; valid: 1",
         "`incise view a.rs` prints the lines with their numbers"),
        ("lines", out_of_range(0, 1),
         "a.rs: line 40 is out of range: the file is empty",
         "add text with `incise append a.rs`"),
        ("apply", Reason::Overlap { lines: lines(3, 5) },
         "a.rs:3: two edits change the same text in lines 3-5",
         "combine the two edits into one; `incise view a.rs 3:5` shows the lines"),
        ("write", Reason::Shrink { before: 70, after: 10 },
         "a.rs: would shrink the file from 70 lines to 10, less than a third",
         "check that the new text is complete; if it is meant to be that short, --force-shrink"),
        ("write", Reason::Residue(vec![
                Residue { kind: ResidueKind::Placeholder, line: line(4), text: "// ... rest".into() },
                Residue { kind: ResidueKind::MarkdownFence, line: line(9), text: "```".into() },
            ]),
         "a.rs: the new text contains a placeholder for omitted text: `// ... rest`, and 1 more",
         "write out what the placeholder stands for; if you mean the text as it is, --allow-residue"),
        ("replace", Reason::Indentation { lines: lines(3, 3), readings: None },
         "a.rs:3: the new lines are not indented like the old text at line 3",
         "give both texts as whole lines, indented as in the file; if you mean the new text as it is, --keep-indent"),
        ("write", residue(ResidueKind::LineNumbers),
         "a.rs: the new text contains line numbers of a listing: `x`",
         "give the lines without their numbers; if you mean the text as it is, --allow-residue"),
        ("write", residue(ResidueKind::ConflictMarker),
         "a.rs: the new text contains a conflict marker: `x`",
         "decide between the two sides and delete the markers; if you mean the text as it is, --allow-residue"),
        ("write", residue(ResidueKind::PatchEnvelope),
         "a.rs: the new text contains a line of a patch envelope: `x`",
         "give only the text, or send everything as a patch; if you mean the text as it is, --allow-residue"),
        ("write", residue(ResidueKind::Truncation),
         "a.rs: the new text contains a notice of truncated text: `x`",
         "give the complete text; if you mean the text as it is, --allow-residue"),
        ("write", residue(ResidueKind::MarkdownFence),
         "a.rs: the new text contains a Markdown fence around the whole text: `x`",
         "give the text without the fence; if you mean the text as it is, --allow-residue"),
        ("write", Reason::Form(FormChange::Encoding),
         "a.rs: would no longer be UTF-8",
         "convert the added text to UTF-8"),
        ("write", Reason::Form(FormChange::ByteOrderMark),
         "a.rs: would gain or lose its byte-order mark",
         "start the new text like the file: with its byte-order mark, or without"),
        ("write", Reason::Form(FormChange::LineEndings),
         "a.rs: would change its line endings, or mix them",
         "`incise check files a.rs` shows its line endings; use them in the new text"),
        ("append", Reason::Form(FormChange::Utf8IntoForeign("Latin-1")),
         "a.rs: is in Latin-1, and the new text in UTF-8",
         "name the encoding, for example --encoding latin1"),
        ("replace", Reason::Form(FormChange::ForeignIntoUtf8("ISO-8859-1")),
         "a.rs: is in UTF-8, not in ISO-8859-1",
         "omit --encoding"),
        ("replace", encoding(EncodingFault::Unmappable('€')),
         "a.rs: ISO-8859-1 has no `€` (U+20AC)",
         "use characters that the encoding has"),
        ("write", encoding(EncodingFault::NotUtf8),
         "a.rs: is in ISO-8859-1, and the new text is not UTF-8",
         "give the new text in UTF-8; incise converts it"),
        ("replace", encoding(EncodingFault::InsideCharacter),
         "a.rs: the change begins or ends inside a character of ISO-8859-1",
         "replace whole characters"),
        ("replace", encoding(EncodingFault::Misread),
         "a.rs: the new text would be read as other characters in ISO-8859-1",
         "include more of the surrounding text"),
        ("append", Reason::Form(FormChange::Nul),
         "a.rs: would be binary: the new text has a NUL character",
         "omit the character, or --binary writes it"),
        ("append", Reason::Form(FormChange::LoneReturns),
         "a.rs: its lines end in bare carriage returns, so an edit by line sees one line",
         "find the text by its content, or convert the line endings first"),
        ("patch", Reason::Misfit(vec![SyntaxError { line: line(3), missing: None, text: "elif b:".into() }]),
         "a.rs: with the new lines indented like the old ones, there would be a syntax error at line 3: `elif b:`",
         "give both texts as whole lines, indented as in the file; if you mean them as they are, --syntax off"),
        ("lines", Reason::IndentedString("select 1".into()),
         "a.rs: the new lines need to be indented, but a line inside a string may be meant as it is: \
          `select 1`",
         "indent the text as in the file"),
        ("lines", Reason::Syntax(vec![
                SyntaxError { line: line(3), missing: Some(")"), text: "f(1;".into() },
                SyntaxError { line: line(9), missing: None, text: "}".into() },
            ]),
         "a.rs: there would be a syntax error at line 3, `)` is missing: `f(1;`, and 1 more",
         "fix the new text, or replace the deleted lines; if the grammar is wrong, --syntax warn"),
        ("lines", Reason::UnparsedSymbol(vec![SyntaxError { line: line(9), missing: None, text: "}".into() }]),
         "a.rs: there would be a syntax error at line 9: `}`",
         "fix the new text, or replace the deleted lines; if the grammar is wrong, use the text or line numbers instead"),
        ("lines", Reason::BrokenSymbol { symbol: "A::f".into(), line: line(3) },
         "a.rs: `A::f` has a syntax error at line 3, so its end is unclear",
         "fix the error first; `incise view a.rs 3` shows it"),
        ("lines", Reason::NotThatSymbol { symbol: "A::f".into(), defined: vec!["A::g".into()] },
         "a.rs: the new text of `A::f` defines `A::g` instead",
         "give the complete definition; for another name, --rename"),
        ("lines", Reason::NotThatSymbol { symbol: "A::f".into(), defined: Vec::new() },
         "a.rs: the new text of `A::f` defines nothing",
         "give the complete definition; for another name, --rename"),
        ("lines", unaccepted(ValidationFault::Exit(2)),
         "a.rs: `check {}` rejects the new text: exit status 2",
         "fix the new text as the command reports; if the old text fails too, fix that first"),
        ("lines", unaccepted(ValidationFault::Signal(9)),
         "a.rs: `check {}` was killed by signal 9",
         "fix the new text as the command reports; if the old text fails too, fix that first"),
        ("lines", unaccepted(ValidationFault::TimedOut(Duration::from_secs(30))),
         "a.rs: `check {}` was still running after 30 s",
         "use a faster command that checks only one file"),
        ("lines", unaccepted(ValidationFault::NotStarted("no such thing".into())),
         "a.rs: `check {}` could not be started: no such thing",
         "no shell is used: name a program on the PATH, or a shell as in 'sh -c \"...\" sh {}'"),
        ("lines", unaccepted(ValidationFault::Touched),
         "a.rs: `check {}` changed the new text instead of only checking it",
         "use the command's check mode; let it change the file after the edit"),
        ("replace", Reason::usage("--nth 0 is not a place", "places count from 1, or from -1 at the end"),
         "a.rs: --nth 0 is not a place",
         "places count from 1, or from -1 at the end"),
        ("replace", Reason::BadPattern { problem: None },
         "a.rs: the regular expression is too big",
         "without --regex the text is literal"),
        ("insert", Reason::BadPattern { problem: Some("unclosed group".into()) },
         "a.rs: the regular expression is malformed: unclosed group",
         "without --regex the text is literal"),
        ("write", Reason::Store(Fault::BackupIsTarget),
         "a.rs: the request also changes the file that would be the backup",
         "choose another suffix: --backup=.orig"),
        ("apply", Reason::worded(Code::MixedModes, "what", "so"),
         "a.rs: what",
         "so"),
    ]
}

#[rustfmt::skip] // A table: two or three lines a case.
fn patches() -> Vec<Case> {
    let doubt = || Doubt {
        candidate: candidate(5, "x"),
        score: 0.8,
        margin: 0.01,
        runner_up: Some(candidate(9, "y")),
        missing: MissingEvidence::Margin,
        difference: Some(difference()),
    };
    let placed = |mode, hunk| HunkFailure {
        would_place: Some(WouldPlace { mode, lines: lines(7, 8) }),
        ..failed(hunk, HunkWhy::NoMatch(None))
    };
    let target = Reason::BadTarget;
    let unread = "a.rs: malformed diff: line 9: no sign";
    let bad_patch = |cure| Reason::BadPatch { line: line(9), problem: "no sign".into(), cure };
    let named = || vec!["a.rs".into(), "b.rs".into()];
    let anew = "create the patch again from the current file";
    let again = "create the patch again from the current file; see `incise view a.rs`";
    let again_13 = "create the patch again from the current file; see `incise view a.rs 13`";
    let scope = "add lines of context; below `*** Update File`, `@@ LINE` names the line that begins the block";
    let more = "create the patch with more lines of context, such as `git diff -U10`";
    vec![
        ("patch", hunk_failed(HunkWhy::NoMatch(None)),
         "a.rs: hunk 2 of 3 does not match anywhere", again),
        ("patch", hunk_failed(HunkWhy::NoMatch(Some(difference()))),
         "a.rs: hunk 2 of 3 does not match: line 13 differs", again_13),
        ("patch", Reason::HunkFailed { failures: vec![failed(1, HunkWhy::OtherSource)], total: 1 },
         "a.rs: the hunk was made for another file", again),
        ("patch", Reason::HunkFailed {
            failures: vec![placed(LooserMode::Merge, 1), placed(LooserMode::Tolerant, 3)],
            total: 3,
         },
         "a.rs: hunks 1 and 3 of 3 cannot be placed",
         "--mode merge would place them all; check it first with `incise check patch`"),
        ("patch", hunk_failed(HunkWhy::Ambiguous { candidates: vec![candidate(3, "x")], count: 2, is_numbered: true }),
         "a.rs: hunk 2 of 3 matches 2 places; exactly 1 is needed", more),
        ("patch", hunk_failed(HunkWhy::Ambiguous { candidates: vec![candidate(3, "x")], count: 2, is_numbered: false }),
         "a.rs: hunk 2 of 3 matches 2 places; exactly 1 is needed", scope),
        ("patch", hunk_failed(HunkWhy::Doubtful(Box::new(doubt()))),
         "a.rs: hunk 2 of 3 fits best at line 5, and almost as well at line 9", again_13),
        ("patch", hunk_failed(HunkWhy::Doubtful(Box::new(Doubt { missing: MissingEvidence::Room, ..doubt() }))),
         "a.rs: hunk 2 of 3 fits best at line 5, but not well enough to be sure", again_13),
        ("patch", hunk_failed(HunkWhy::Conflict { difference: difference(), likeness: None }),
         "a.rs: hunk 2 of 3 conflicts: line 13, which it removes, has changed", again_13),
        ("patch", hunk_failed(HunkWhy::Conflict { difference: difference(), likeness: Some(Likeness { found: 0.719, least: 0.8 }) }),
         "a.rs: hunk 2 of 3 conflicts: line 13, which it removes, is 71 % similar; 80 % is needed", again_13),
        ("patch", hunk_failed(HunkWhy::NoAnchor),
         "a.rs: hunk 2 of 3 has neither old lines nor a line number", scope),
        ("patch", hunk_failed(HunkWhy::Undecided(lines(4, 4))),
         "a.rs: hunk 2 of 3 adds text that is already at line 4, so it may be applied already",
         "remove the hunk if it is applied; otherwise create the patch with more lines of context, such as `git diff -U10`"),
        ("patch", hunk_failed(HunkWhy::LostAnchor { anchor: "fn a()".into(), lines: Some(lines(4, 5)) }),
         "a.rs: hunk 2 of 3 is not below its anchor `fn a()` at lines 4-5", again),
        ("patch", hunk_failed(HunkWhy::LostAnchor { anchor: "fn a()".into(), lines: None }),
         "a.rs: hunk 2 of 3 names the anchor `fn a()`, which is not in the file", again),
        ("patch", hunk_failed(HunkWhy::OnlyNumber(line(4))),
         "a.rs: hunk 2 of 3 has no context; only its line number, 4, places it", more),
        ("patch", hunk_failed(HunkWhy::OffEdge { edge: FileEdge::End, lines: lines(4, 5) }),
         "a.rs: hunk 2 of 3 belongs to the end of the file, but matches lines 4-5", anew),
        ("patch", hunk_failed(HunkWhy::LostSign { patch_line: line(24), line: "x()".into() }),
         "a.rs: hunk 2 of 3 seems to have lost the `+` of line 24 of the diff",
         "if the hunk adds `x()`, put the `+` in front of it again"),
        ("patch", hunk_failed(HunkWhy::Indentation(lines(4, 5))),
         "a.rs: hunk 2 of 3 is not indented like lines 4-5, and its lines do not show how to indent the new ones",
         "indent all lines of the hunk as in the file"),
        ("patch", hunk_failed(HunkWhy::Truncated),
         "a.rs: hunk 2 of 3 is truncated: its header counts more lines than it has",
         "get the complete patch: its end is missing; if it is complete, --recount accepts it"),
        ("patch", hunk_failed(HunkWhy::NotAtEnd(line(4))),
         "a.rs: hunk 2 of 3 ends the file without a newline, but line 4 follows", again),
        ("patch", hunk_failed(HunkWhy::LeavesText { lines: 1 }),
         "a.rs: hunk 2 of 3 deletes the file, but would leave 1 line",
         "`incise remove a.rs` deletes the file, whatever its content"),
        ("patch", hunk_failed(HunkWhy::Overlap { other: 1 }),
         "a.rs: hunk 2 of 3 overlaps hunk 1",
         "combine the two hunks into one"),
        ("patch", hunk_failed(HunkWhy::AlreadyApplied(lines(3, 3))),
         "a.rs: hunk 2 of 3 is already applied at line 3",
         "remove the applied hunk, or --idempotent"),
        ("patch", hunk_failed(HunkWhy::Unverified("no".into())),
         "a.rs: hunk 2 of 3 was placed wrongly because of a bug in incise: no",
         "please report it; meanwhile `incise replace a.rs` makes the change"),
        ("patch", Reason::PartlyApplied { applied: vec![1, 3], total: 4 },
         "a.rs: partly applied: hunks 1 and 3 of 4 are already in the file",
         "remove the applied hunks, or create the patch again from the current file; --idempotent skips them"),
        ("merge", Reason::MergeConflict(vec![merge_conflict()]),
         "a.rs: both sides changed lines 3-4",
         "`incise explain merge_conflict` shows how to write both sides to a file; --union keeps both, --ours or --theirs one of them"),
        ("patch", target(TargetFault::Unmentioned { target: "c.rs".into(), named: named() }),
         "a.rs: no part of the diff is for `c.rs`; it is for `a.rs`, `b.rs`",
         "omit --target, or name one of these files"),
        ("patch", target(TargetFault::Ambiguous(named())),
         "a.rs: the diff has several files of that name: `a.rs`, `b.rs`",
         "omit --target, or cut the diff down to one file"),
        ("patch", target(TargetFault::OtherIsUnpatched("b.rs".into())),
         "a.rs: already applied, but not in `b.rs`, which the diff also names",
         "to change that file, add --target b.rs"),
        ("patch", target(TargetFault::AlsoAtTop("../a.rs".into())),
         "a.rs: the diff can mean this file, or `../a.rs` at the top of the repository",
         "for the files in this directory, give --root . and no other root; for the files at the top, run `incise` there"),
        ("patch", target(TargetFault::OnlyRenames),
         "a.rs: the diff only renames the file",
         "omit --target, or move it with `incise move a.rs NEW`"),
        ("patch", target(TargetFault::Unnamed),
         "a.rs: the diff names no file",
         "name it with --target PATH"),
        ("patch", bad_patch(Cure::LookAtLine), unread,
         "see line 9 of the diff; `git diff` and `diff -u` print valid diffs"),
        ("patch", bad_patch(Cure::Instead("sign it")), unread, "sign it"),
        ("patch", bad_patch(Cure::Diff), unread,
         "supported are unified and git diffs, `*** Begin Patch` and SEARCH/REPLACE blocks; --target names the file to change"),
        ("replace", bad_patch(Cure::Diff), unread,
         "supported are unified and git diffs, `*** Begin Patch` and SEARCH/REPLACE blocks"),
        ("patch", bad_patch(Cure::CountComponents), unread,
         "omit --strip: the number is detected"),
        ("patch", bad_patch(Cure::Repair), unread, "correct it, or omit --strict-format"),
        ("patch", Reason::LeftoverLines((1..=12).map(line).collect()),
         "a.rs: malformed diff: lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more belong to no hunk",
         "start every line of a hunk with ` `, `-` or `+`, and correct the counts in its `@@` line"),
    ]
}

#[rustfmt::skip] // A table: two or three lines a case.
fn files() -> Vec<Case> {
    let stale = |found| Reason::Stale { expected: "blake3:0123".into(), found };
    let kind = |kind| Reason::Store(Fault::NotAFile(kind));
    let regular = "only regular files can be edited; PATH `-` edits standard input";
    vec![
        ("write", stale(Some(Fingerprint::hash(b""))),
         "a.rs: stale: expected blake3:0123, found \
          blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
         "read it again with `incise view a.rs` and use the hash it prints"),
        ("write", Reason::Store(Fault::KeepsChanging),
         "a.rs: stale: other processes kept changing the file during the edit",
         "run the same command again when the other processes have finished"),
        ("check", kind(NotAFile::Link),
         "a.rs: it is a symbolic link, and reports and backups are never written through one",
         "use another name, or delete it first"),
        ("write", stale(None),
         "a.rs: stale: expected blake3:0123, found no file",
         "the file is gone: find its new name, or create it with `incise create a.rs`"),
        ("lines", Reason::LinesChanged {
            lines: LineRange::single(line(7)),
            hashes: LineHash::parse("a3f1c09b77e2").zip(LineHash::parse("c02d4411aa09")),
            now: Vec::new(),
            since: Vec::new(),
         },
         "a.rs: stale: line 7 has the hash c02d4411aa09, not a3f1c09b77e2",
         "read it again with `incise view a.rs 7`"),
        ("set", Reason::Key { key: "a.b".into(), why: KeyFault::OtherType { existing: "a number" } },
         "a.rs: `a.b` is a number; the new value has another type",
         "--string writes a string, --number a decimal number, --value-json a value of any type"),
        ("set", Reason::Key { key: "a.b".into(), why: KeyFault::Unproven },
         "a.rs: `a.b` cannot be changed alone: other values would change too",
         "read it with `incise view a.rs`, and edit the text"),
        ("ensure", Reason::HalfBlock { present: "# END x".into(), missing: "# BEGIN x".into(), lines: LineRange::single(line(3)) },
         "a.rs: `# END x` is at line 3 without its `# BEGIN x`",
         "insert the missing marker line, or delete the other one"),
        ("lines", Reason::LinesChanged { lines: LineRange::new(line(7), line(9)).unwrap(), hashes: None, now: Vec::new(), since: Vec::new() },
         "a.rs: stale: something between lines 7 and 9 has changed",
         "read it again with `incise view a.rs 7:9`"),
        ("lines", Reason::Unshown(Unshown::NoTask("12:a3".into())),
         "a.rs: `12:a3` needs a task that was shown the line, and this request has no task",
         "read the file and edit it as one task: --task ID"),
        ("lines", Reason::Unshown(Unshown::NoJournal("#1F2A".into())),
         "a.rs: `#1F2A` needs a journal of the lines that the task was shown, and there is none",
         "use the anchors of a view with anchors, which need no journal"),
        ("lines", Reason::Unshown(Unshown::Tag { tag: "1F2A".into(), lines: None }),
         "a.rs: stale: no version that this task was shown has the tag `1F2A`",
         "read the lines again with `incise view a.rs` and your --task, then name the current lines"),
        ("lines", Reason::Unshown(Unshown::Lines(LineRange::single(line(3)))),
         "a.rs: stale: this task was not shown line 3",
         "read the lines again with `incise view a.rs 3` and your --task, then name the current lines"),
        ("lines", Reason::Unshown(Unshown::Lines(LineRange::new(line(7), line(9)).unwrap())),
         "a.rs: stale: this task was not shown all of lines 7 to 9",
         "read the lines again with `incise view a.rs 7:9` and your --task, then name the current lines"),
        ("lines", Reason::Unshown(Unshown::Hash { anchor: "12:a3".into(), lines: Some(LineRange::single(line(12))) }),
         "a.rs: stale: `12:a3` matches no line that this task was shown",
         "read the lines again with `incise view a.rs 12` and your --task, then name the current lines"),
        ("lines", Reason::Unshown(Unshown::Several("12:a3".into())),
         "a.rs: stale: `12:a3` matches lines of several versions, which are now in different places",
         "read the lines again with `incise view a.rs` and your --task, and give longer hashes, or the tag of the file"),
        ("replace", Reason::SiteGone { site: SiteId::new(&Fingerprint::hash(b""), Span::empty_at(0)), found: 2 },
         "a.rs: stale: none of 2 places in the current file has the ID d78324f4",
         "`incise check replace` without --site prints the current IDs"),
        ("replace", Reason::Conflict(Vec::new()),
         "a.rs: conflict with another task",
         "read the lines again with `incise view a.rs` and your --task, then edit the current text; --on-conflict force overrules the other task"),
        ("undo", Reason::Store(Fault::NothingToUndo(Nothing::Entry(7))),
         "a.rs: the journal has no entry 7",
         "`incise log` lists the entries"),
        ("undo", Reason::Store(Fault::UndoConflict { entry: 7, why: Box::new(UndoBlock::Gone) }),
         "a.rs: entry 7 cannot be undone: the file is gone",
         "undo its removal first (`incise log --path a.rs`), or restore the file"),
        ("replace", Reason::Store(Fault::RecoveryPending { log: "b.wal".into(), owner: 7, why: None }),
         "a.rs: an interrupted change of user 7 blocks this edit; its log is `b.wal`",
         "let that user run `incise recover` here; if the log no longer exists, your own `incise recover` deletes the marker"),
        ("write", Reason::Store(Fault::Locked { waited: Duration::from_millis(1500), holder: None, file: None }),
         "a.rs: another process holds the lock of its directory; waited 1.5 s",
         "try again; --lock-timeout SECONDS waits longer"),
        ("write", Reason::Store(Fault::Locked { waited: Duration::from_millis(1500), holder: Some(42),
             file: Some(FileLock { path: "/n/.incise-lock".into(), machine: Some("far".into()) }) }),
         "a.rs: process 42 on `far` holds the lock of its directory; waited 1.5 s",
         "try again; if that process has ended, delete `/n/.incise-lock`"),
        ("write", Reason::Store(Fault::Locked { waited: Duration::from_millis(1500), holder: Some(42), file: None }),
         "a.rs: process 42 holds the lock of its directory; waited 1.5 s",
         "try again; --lock-timeout SECONDS waits longer"),
        ("replace", Reason::Store(Fault::RecoveryPending { log: "/s/1.wal".into(), owner: 7, why: Some("the log is damaged".into()) }),
         "a.rs: an interrupted change cannot be recovered: the log is damaged (log `/s/1.wal`)",
         "fix the cause and run `incise recover`; or check the files, then delete the log and `.incise-pending` next to them"),
        ("replace", Reason::Store(Fault::Missing),
         "a.rs: there is no such file",
         "check the path; `incise create a.rs` creates it"),
        ("patch", Reason::Store(Fault::Missing),
         "a.rs: there is no such file",
         "check the path; it is relative to the working directory, or to -C DIR"),
        ("view", Reason::Store(Fault::Missing),
         "a.rs: there is no such file",
         "check the path; it is relative to the working directory, or to -C DIR"),
        ("ensure", Reason::MissingNotCreated,
         "a.rs: there is no such file",
         "check the path; --create creates the file if its directory exists"),
        ("move", Reason::Exists { len: 8, lines: 1 },
         "a.rs: the file already exists (1 line, 8 bytes)",
         "use another name, or `incise remove a.rs` first if it is not needed"),
        ("patch", Reason::MissingTarget { alike: vec!["lib/a.rs".into()], removes: true },
         "a.rs: there is no such file",
         "lib/a.rs has that name: if you mean it, --target lib/a.rs"),
        ("patch", Reason::MissingTarget { alike: vec!["b/a.rs".into(), "c/a.rs".into()], removes: false },
         "a.rs: there is no such file",
         "b/a.rs, c/a.rs have that name: if you mean one of them, --target b/a.rs"),
        ("patch", Reason::MissingTarget { alike: Vec::new(), removes: true },
         "a.rs: there is no such file",
         "if the patch is applied already, --idempotent accepts that; otherwise check the working directory (-C DIR), name the file with --target, or set the number of path components to strip with --strip"),
        ("patch", Reason::MissingTarget { alike: Vec::new(), removes: false },
         "a.rs: there is no such file",
         "check the working directory (-C DIR), name the file with --target, or set the number of path components to strip with --strip"),
        ("patch", Reason::Exists { len: 3, lines: 1 },
         "a.rs: the file already exists (1 line, 3 bytes)",
         "read the file with `incise view a.rs`; remove that part of the diff, or move the file away first"),
        ("create", Reason::Store(Fault::MissingParent("b c".into())),
         "a.rs: the directory `b c` does not exist",
         "--parents creates it, or `mkdir -p 'b c'`"),
        ("write", Reason::Store(Fault::Permission("open")),
         "a.rs: cannot open it: permission denied",
         "`ls -ld . a.rs` and `lsattr -d . a.rs` show who may write the directory and the file"),
        ("write", Reason::Store(Fault::NoSpace { during: "write the new content of", error: "disk full".into() }),
         "a.rs: cannot write its new content: disk full",
         "free some space (`df -h`, `quota`) and run the same command again"),
        ("write", Reason::Store(Fault::OpenElsewhere(vec![
            Process { id: 4, name: Some("tail".into()) }, Process { id: 5, name: None },
         ])),
         "a.rs: it is open for writing in process 4 (`tail`), process 5",
         "let the process close the file, or --in-place writes into the existing file"),
        ("write", Reason::Store(Fault::OpenElsewhere(Vec::new())),
         "a.rs: it is open for writing in another process",
         "let the process close the file, or --in-place writes into the existing file"),
        ("write", Reason::Store(Fault::ClosedDirectory { during: "make a file in", directory: "b c".into() }),
         "a.rs: cannot make a file in the directory `b c`: permission denied",
         "`ls -ld 'b c'` shows who may read and write it"),
        ("write", Reason::Store(Fault::NotTakenBack { error: "bad disk".into(), kept: Some("d/.incise-0".into()) }),
         "a.rs: cannot undo the change: bad disk; the old file is d/.incise-0",
         "fix the cause; `incise recover` then undoes the change"),
        ("write", Reason::Store(Fault::NotTakenBack { error: "bad disk".into(), kept: None }),
         "a.rs: cannot undo the change: bad disk",
         "fix the cause; `incise recover` then undoes the change"),
        ("write", Reason::Store(Fault::StickyDirectory("replace")),
         "a.rs: cannot replace it: its directory is sticky, and the file has another owner",
         "let the owner do it; if you may write to the file, --in-place writes into it"),
        ("write", Reason::Store(Fault::MountPoint("replace")),
         "a.rs: cannot replace it: it is a mount point",
         "--in-place writes into the existing file, which keeps its name"),
        ("write", Reason::Store(Fault::Attributes { name: Some("user.note".into()), error: "not allowed".into() }),
         "a.rs: cannot keep its extended attribute `user.note`: not allowed",
         "--in-place writes into the existing file, which keeps them"),
        ("write", Reason::Store(Fault::Attributes { name: None, error: "bad disk".into() }),
         "a.rs: cannot read its extended attributes: bad disk",
         "--in-place writes into the existing file, which keeps them"),
        ("write", kind(NotAFile::Directory),
         "a.rs: it is a directory, not a file",
         "name a file inside it; `ls a.rs` lists them"),
        ("replace", kind(NotAFile::Directory),
         "a.rs: it is a directory, not a file", "name a file inside it; `ls a.rs` lists them"),
        ("move", kind(NotAFile::Directory),
         "a.rs: it is a directory, not a file", "a directory cannot be moved; to move a file into it, give its new name, such as a.rs/NAME"),
        ("write", kind(NotAFile::DanglingLink),
         "a.rs: it is a symbolic link that leads to no file",
         "`readlink a.rs` shows its target"),
        ("write", kind(NotAFile::Fifo), "a.rs: it is a named pipe, not a file", regular),
        ("write", kind(NotAFile::Socket), "a.rs: it is a socket, not a file", regular),
        ("write", kind(NotAFile::Device), "a.rs: it is a device, not a file", regular),
        ("patch", Reason::Link(LinkFault::Changed),
         "a.rs: the path leads through a symbolic link that the same request creates, changes or deletes",
         "change the link in a separate request"),
        ("patch", Reason::Link(LinkFault::Submodule),
         "a.rs: the patch changes a submodule, which has no text",
         "remove it from the patch; `git -C a.rs checkout COMMIT` moves the submodule"),
        ("write", kind(NotAFile::NoName),
         "a.rs: it is empty or ends in `.` or `..`, which names no file",
         "give the path of a file"),
        ("write", kind(NotAFile::TrailingSlash),
         "a.rs: the `/` at its end names a directory, not a file",
         "remove the `/` at the end, or name a file in the directory"),
        ("write", kind(NotAFile::BelowAFile),
         "a.rs: a directory in the path is a file",
         "check the path: one of its directories is a file"),
        ("write", Reason::Store(Fault::OpenFiles { during: "open", error: "Too many open files".into() }),
         "a.rs: cannot open it: Too many open files",
         "raise the limit of open files (`ulimit -n`), or change the files of fewer directories at once"),
        ("write", Reason::Store(Fault::Io { during: "read", error: "bad disk".into() }),
         "a.rs: cannot read it: bad disk",
         "fix the cause, then run the same command again"),
        ("write", Reason::Store(Fault::SyncFailed("bad disk".into())),
         "a.rs: the file is written, but its directory could not be synced: bad disk",
         "the new text is in place: `sync` makes it durable, `incise view a.rs` shows it"),
        ("write", Reason::Store(Fault::OutsideRoot(Escape::Name)),
         "a.rs: the path leads outside the root",
         "use a path inside the root, or name the directory with --root DIR"),
        ("write", Reason::Store(Fault::OutsideRoot(Escape::Link)),
         "a.rs: a symbolic link on the path is absolute or leads outside the root",
         "use a path inside the root, or name the directory with --root DIR"),
        ("write", Reason::absolute_elsewhere(),
         "a.rs: the path is absolute on another system",
         "use a path of this system; if a file really has this name, put `./` in front"),
        ("write", Reason::Store(Fault::Protected(".git".into())),
         "a.rs: `.git` is protected",
         "change version-control data with its own commands, such as `git config`"),
        ("replace", Reason::Binary(None),
         "a.rs: the file is binary: its first 8 KiB contain a NUL byte",
         "to edit the bytes, --binary; a patch changes binary files without it"),
        ("replace", Reason::Binary(Some("UTF-16LE")),
         "a.rs: the file is binary: its first 8 KiB contain a NUL byte",
         "it looks like text; --encoding utf-16le reads it"),
        ("patch", Reason::TooMuchData { line: Some(LineNumber::FIRST), len: 9, limit: 8 },
         "a.rs: line 1 of the diff: its binary data has 9 bytes or more; the limit is 8",
         "split the diff, and apply the parts one after the other"),
        ("patch", Reason::TooMuchData { line: None, len: 9, limit: 8 },
         "a.rs: the binary data of the diff has 9 bytes or more; the limit is 8",
         "--max-size 9 allows it"),
        ("replace", Reason::Store(Fault::TooLarge { len: 9, limit: 8 }),
         "a.rs: a size of 9 bytes exceeds the limit of 8",
         "--max-size 9 allows it"),
        ("replace", Reason::ReadOnly { mode: 0o444 },
         "a.rs: the file is read-only (mode 0444)",
         "`chmod u+w a.rs` makes it writable; --allow-read-only edits it anyway"),
    ]
}

// A flat table of the reasons about the journal.
fn history() -> Vec<Case> {
    let nothing = |why| Reason::Store(Fault::NothingToUndo(why));
    let blocked = |why| {
        Reason::Store(Fault::UndoConflict {
            entry: 41,
            why: Box::new(why),
        })
    };
    let change = |old: &'static str, new: &'static str| LineChange {
        old: old.into(),
        new: new.into(),
    };
    let theirs = |entry| TaskConflict {
        task: "t1".into(),
        entry,
        lines: LineRange::single(line(7)),
        mine: change("a\n", "b\n"),
        theirs: change("c\n", "a\n"),
    };
    let read_again = "read the lines again with `incise view a.rs 7` and your --task, then edit the current text; --on-conflict force overrules the other task";
    let list = "`incise log` lists the entries";
    vec![
        (
            "replace",
            Reason::Conflict(vec![theirs(3)]),
            "a.rs: conflict: task `t1` wrote line 7 in entry 3",
            read_again,
        ),
        (
            "replace",
            Reason::Conflict(vec![theirs(3), theirs(2)]),
            "a.rs: conflict: task `t1` wrote line 7 in entry 3, and 1 place more",
            read_again,
        ),
        (
            "undo",
            nothing(Nothing::Edit),
            "a.rs: there is no edit left to undo",
            list,
        ),
        (
            "redo",
            nothing(Nothing::Undo),
            "a.rs: there is no undo left to redo",
            list,
        ),
        (
            "redo",
            nothing(Nothing::Followed(9)),
            "a.rs: undo 9 was followed by an edit of the same file, so it is not the next to redo",
            "`incise redo 9` redoes it if that edit does not conflict",
        ),
        (
            "undo",
            nothing(Nothing::Entry(9)),
            "a.rs: the journal has no entry 9",
            list,
        ),
        (
            "redo",
            nothing(Nothing::UndoOf(9)),
            "a.rs: entry 9 is not an undo, so it cannot be redone",
            "`incise log` shows which entry undid it, if any: redo that",
        ),
        (
            "undo",
            nothing(Nothing::OfTask("t1".into())),
            "a.rs: there is no edit of task `t1` left to undo",
            list,
        ),
        (
            "undo",
            nothing(Nothing::Effect(9)),
            "a.rs: entry 9 is already undone",
            list,
        ),
        (
            "undo",
            nothing(Nothing::Files(9)),
            "a.rs: the content of entry 9 is unavailable: it was deleted from the journal or is damaged",
            list,
        ),
        (
            "undo",
            nothing(Nothing::Journal(None)),
            "a.rs: this workspace has no journal: no edit was recorded",
            "`incise log -C DIR` lists the edits of another workspace",
        ),
        (
            "undo",
            blocked(UndoBlock::Changed {
                lines: LineRange::single(line(7)),
                undo: change("a\n", "b\n"),
                since: change("a\n", "c\n"),
            }),
            "a.rs: entry 41 cannot be undone: line 7 changed since",
            "undo the later edits first (`incise log --path a.rs`), or edit the lines manually; \
          `incise log show 41` shows its changes",
        ),
        (
            "undo",
            blocked(UndoBlock::Unknown {
                made: None,
                found: Some(Fingerprint::hash(b"")),
            }),
            "a.rs: entry 41 cannot be undone: expected no file, found \
          blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262",
            "undo the later edits first (`incise log --path a.rs`), or restore the file manually; \
          `incise log show 41` shows its changes",
        ),
        (
            "undo",
            blocked(UndoBlock::Occupied),
            "a.rs: entry 41 cannot be undone: there is a new file at the old path",
            "move `a.rs` away first: `incise move a.rs ...`",
        ),
        (
            "undo",
            blocked(UndoBlock::Gone),
            "a.rs: entry 41 cannot be undone: the file is gone",
            "undo its removal first (`incise log --path a.rs`), or restore the file",
        ),
        (
            "undo",
            blocked(UndoBlock::NotKept(NotKept::Private)),
            "a.rs: entry 41 cannot be undone: \
          its content is not kept, because files with this or an earlier name usually contain secrets",
            "`incise log show 41` shows what is known; restore the file manually",
        ),
    ]
}

pub fn every_case() -> Vec<Case> {
    [finding(), shape(), patches(), files(), history()].concat()
}

fn caller(operation: &str) -> Caller {
    Caller::from_report(&Report::new(operation, 1))
}

#[test]
fn every_reason_has_its_message_and_its_hint() {
    for (operation, reason, expected, way_out) in every_case() {
        let refusal = reason.at("a.rs");
        let caller = caller(operation);
        assert_eq!(message(&refusal, caller), expected);
        assert_eq!(hint(&refusal, caller), way_out);
    }
}

#[test]
fn every_code_has_a_case() {
    let cases = every_case();
    let seen: BTreeSet<Code> = cases.iter().map(|(_, reason, ..)| reason.code()).collect();
    assert_eq!(seen, Code::ALL.iter().copied().collect());
}

#[test]
fn sentences_keep_the_rules() {
    for (operation, reason, message, hint) in every_case() {
        let code = reason.code();
        for sentence in [message, hint] {
            assert!(!sentence.ends_with('.'), "{code:?}: full stop");
            assert!(!sentence.contains('\n') && !sentence.contains('\x1b'));
        }
        assert!(!hint.is_empty() && !hint.starts_with(char::is_uppercase));
        let forces = ["--force-shrink", "--overwrite", "--allow-read-only"];
        let is_first = |flag: &&&str| hint.starts_with(**flag);
        assert_eq!(forces.iter().find(is_first), None, "{operation} {code:?}");
    }
}

#[test]
fn a_batch_names_the_edit() {
    let refusal = Refusal::from(Fault::Missing).at("a.rs").of_edit(2);
    let batch = Caller::from_report(&Report::new("apply", 3));
    assert_eq!(
        message(&refusal, batch),
        "a.rs: edit 2: there is no such file"
    );
    assert_eq!(
        message(&refusal, caller("replace")),
        "a.rs: there is no such file"
    );
    let glob = Refusal::from(Fault::Missing).at("src/*.rs");
    assert_eq!(
        hint(&glob, caller("replace")),
        "--glob 'src/*.rs' instead of the path selects the matching files"
    );
    let nowhere = Refusal::from(Fault::Missing);
    assert_eq!(
        message(&nowhere, caller("replace")),
        "there is no such file"
    );
}

#[test]
fn hostile_text_is_harmless_and_bounded_in_messages() {
    let wanted = format!("\x1b[2J{}", "x".repeat(1 << 20));
    let reason = Reason::NotFound {
        wanted: wanted.into(),
        why: None,
    };
    let refusal = reason.at("a\x07\u{202e}b;rm");
    let message = message(&refusal, caller("replace"));
    assert!(message.starts_with("a\\u{7}\\u{202e}b;rm: `\\e[2Jxxx"));
    assert!(message.len() < 200);
    let hint = hint(&refusal, caller("replace"));
    assert_eq!(
        hint,
        "copy the text from `incise view $'a\\007\\342\\200\\256b;rm'`"
    );
}

#[test]
fn the_rule_that_the_most_similar_lines_fail_is_reported() {
    let lines = |first, last| {
        let number = |line| LineNumber::new(line).unwrap();
        LineRange::new(number(first), number(last)).unwrap()
    };
    for (rejection, expected) in [
        (
            FuzzyRejection::Threshold(90),
            "less similar than the threshold of 90 %",
        ),
        (
            FuzzyRejection::Rival(lines(20, 22)),
            "lines 20-22 are almost as similar",
        ),
        (FuzzyRejection::Edge, "the first or the last line differs"),
        (
            FuzzyRejection::FewLines,
            "less than two thirds of the lines match",
        ),
        (
            FuzzyRejection::Sibling,
            "a line differs as in another, similar block",
        ),
        (
            FuzzyRejection::Indentation,
            "its lines are indented by different amounts there",
        ),
        (
            FuzzyRejection::Changed,
            "the changed part must match exactly",
        ),
    ] {
        let why = WhyNot {
            rejection: Some((lines(3, 5), rejection)),
            ..WhyNot::default()
        };
        let reason = Reason::NotFound {
            wanted: "x".into(),
            why: Some(Box::new(why)),
        };
        assert_eq!(
            message(&Refusal::new(reason), caller("replace")),
            format!("`x` is not in the file; lines 3-5 are not accepted: {expected}")
        );
    }
}

#[test]
fn evidence_is_listed_below() {
    let candidates = vec![candidate(3, "x = 1"), candidate(7, "\tx = 1;")];
    let ambiguous = Reason::Ambiguous {
        wanted: "x".into(),
        count: 9,
        candidates,
    };
    assert_eq!(
        details(&ambiguous, caller("replace"), 10),
        ["3: x = 1", "7: \tx = 1;", "... and 7 more"]
    );
    assert_eq!(
        details(&ambiguous, caller("replace"), 1),
        ["3: x = 1", "... and 8 more"]
    );
    let merge = Reason::MergeConflict(vec![merge_conflict()]);
    assert_eq!(
        details(&merge, caller("merge"), 10),
        [
            "lines 3-4: one side removed what the other changed",
            "lines 3-4, ours:",
            "  -b",
            "  -c",
            "  +x",
            "lines 3-4, theirs:",
            "  -b",
            "  -c"
        ]
    );
    let missing = Reason::NotFound {
        wanted: "x".into(),
        why: nearest(),
    };
    let expected = [
        "nearest: lines 12-14 (93 % similar)",
        "line 13 expected: →x",
        "line 13    found: ····x",
    ];
    assert_eq!(details(&missing, caller("replace"), 10), expected);
    let Some(mut why) = nearest() else { panic!() };
    why.nearest.as_mut().unwrap().similarity = 1.0;
    let indented = Reason::NotFound {
        wanted: "x".into(),
        why: Some(why),
    };
    let lines = details(&indented, caller("replace"), 10);
    assert_eq!(lines[0], "nearest: lines 12-14 (the same words)");
    let printed = unaccepted(ValidationFault::Exit(1));
    assert_eq!(details(&printed, caller("replace"), 10), ["a.rs:3: no\\e"]);
    let long = Reason::ValidationFailed {
        command: "check {}".into(),
        why: ValidationFault::Exit(1),
        output: "x\n".repeat(22).into(),
    };
    let lines = details(&long, caller("replace"), 1);
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[0], "... 2 lines above");
    let at_end = Difference {
        found: None,
        ..difference()
    };
    let hunks = hunk_failed(HunkWhy::NoMatch(Some(at_end)));
    let expected = [
        "hunk 2 is at line 20 of the diff",
        "line 13 expected: \tx",
        "line 13    found: the end of the file",
    ];
    assert_eq!(details(&hunks, caller("replace"), 10), expected);
    let several = Reason::HunkFailed {
        failures: vec![failed(1, HunkWhy::NoAnchor), failed(2, HunkWhy::Truncated)],
        total: 2,
    };
    let expected = [
        "hunk 1 (line 10 of the diff) has neither old lines nor a line number",
        "hunk 2 (line 20 of the diff) is truncated: its header counts more lines than it has",
    ];
    assert_eq!(details(&several, caller("replace"), 10), expected);
}

#[test]
fn a_retry_is_given_where_following_it_does_what_was_asked() {
    let retries: Vec<(Code, String)> = every_case()
        .into_iter()
        .map(|(operation, reason, ..)| (operation, Refusal::new(reason)))
        .map(|(operation, refusal)| (refusal.code(), retry(&refusal, caller(operation)).join(" ")))
        .filter(|(_, retry)| !retry.is_empty())
        .collect();
    let expected = [
        (Code::NotFound, "--fix escapes"),
        (Code::AlreadyApplied, "--idempotent"),
    ];
    assert_eq!(
        retries,
        expected.map(|(code, retry)| (code, retry.to_owned()))
    );
    let batch = Caller::from_report(&Report::new("replace", 2));
    let applied = Refusal::new(Reason::AlreadyApplied {
        lines: Vec::new(),
        entry: None,
        is_repeatable: false,
    });
    assert!(retry(&applied, batch).is_empty());
}
