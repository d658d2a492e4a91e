//! One vocabulary: a command line and a JSON document with the same meaning give equal requests, except for the
//! wording of messages.

use super::World;
use crate::request::{Action, DiffFormat, Options, PathOrigin, Words, json};

/// Command lines, each with its document below.
const PAIRS: &str = r#"
ensure a --line x --matching '^y' --after z --regex --create
    {"op":"ensure","path":"a","line":"x","matching":"^y","after":"z","regex":true,"create":true}
ensure a --block x --marker m --comment // --at-start
    {"op":"ensure","path":"a","block":"x","marker":"m","comment":"//","at_start":true}
set a b.c '[1, "x"]' --value-json --create
    {"op":"set","path":"a","key":"b.c","value":[1,"x"],"create":true}
set a b.0 null --value-json
    {"op":"set","path":"a","key":"b[0]","value_json":"null"}
unset a "b.'c.d'"
    {"op":"unset","path":"a","key":"b.\"c.d\""}
ensure a --marker m --absent
    {"op":"ensure","path":"a","marker":"m","absent":true}
ensure a --line x --at-end --matching y
    {"op":"ensure","path":"a","line":"x\n","matching":"y"}
replace a --old x --new y
    {"op":"replace","path":"a","old":"x","new":"y"}
replace a --old '$1\n&' --new '-x --y'
    {"op":"replace","path":"a","old":"$1\\n&","new":"-x --y"}
replace a --old -n --new ''
    {"op":"replace","path":"a","old":"-n","new":""}
replace a --old=x --new=y --all
    {"op":"replace","path":"a","old":"x","new":"y","pick":"all"}
replace a --old x --new y --nth -1
    {"op":"replace","path":"a","old":"x","new":"y","pick":-1}
replace a --old x --new y --expect 3
    {"op":"replace","path":"a","old":"x","new":"y","expect":3}
replace a --old x --new y --all --expect 3
    {"op":"replace","path":"a","old":"x","new":"y","pick":"all","expect":3}
replace a b --old x --new y --expect 3
    {"edits":[{"op":"replace","path":"a","old":"x","new":"y","pick":"all"},{"op":"replace","path":"b","old":"x","new":"y","pick":"all"}],"expect_total":3}
replace a b --old x --new y
    [{"op":"replace","path":"a","old":"x","new":"y"},{"op":"replace","path":"b","old":"x","new":"y"}]
replace a --old x --new y --within 2:4 --match exact
    {"op":"replace","path":"a","old":"x","new":"y","within":"2:4","match":"exact"}
replace a --old x --new y --section A/b@4 --body
    {"op":"replace","path":"a","old":"x","new":"y","in":{"section":"A/b@4","body":true}}
lines a --between -b e --text ''
    {"op":"lines","path":"a","in":{"between":["-b","e"]},"text":""}
insert a --section s --at end --text x
    {"op":"insert","path":"a","in":{"section":"s"},"at":"end","text":"x"}
replace a --old x --new y --match fuzzy --threshold 0.9
    {"op":"replace","path":"a","old":"x","new":"y","match":"fuzzy","threshold":0.9}
replace a --old x --new y --match fuzzy --idempotent --keep-indent
    {"op":"replace","path":"a","old":"x","new":"y","match":"fuzzy","idempotent":true,"keep_indent":true}
replace a --old x --new y --regex --ignore-case --word
    {"op":"replace","path":"a","old":"x","new":"y","regex":true,"ignore_case":true,"word":true}
replace a --old fooBar --new baz --all --preserve-case
    {"op":"replace","path":"a","old":"fooBar","new":"baz","pick":"all","preserve_case":true}
replace a --old '(?<=x)y' --new '\U$0' --fancy --case-escapes
    {"op":"replace","path":"a","old":"(?<=x)y","new":"\\U$0","fancy":true,"case_escapes":true}
replace a --old x --new y --site 1F2e3d4c --fix escapes
    {"op":"replace","path":"a","old":"x","new":"y","site":"1f2e3d4c","fix":"escapes"}
insert a --after k --text x --regex --ignore-case --word
    {"op":"insert","path":"a","after":"k","text":"x","regex":true,"ignore_case":true,"word":true}
lines a 3:a3f1c09b77e2..5:c02d4411aa09 --text x
    {"op":"lines","path":"a","start":3,"start_hash":"a3f1c09b77e2","end":5,"end_hash":"c02d4411aa09","text":"x"}
insert a --line 0 --text x
    {"op":"insert","path":"a","line":0,"text":"x"}
insert a --line -1 --text x
    {"op":"insert","path":"a","line":-1,"text":"x"}
insert a --line 7 --text x
    {"op":"insert","path":"a","line":7,"text":"x"}
insert a --before -k --text -x --match exact
    {"op":"insert","path":"a","before":"-k","text":"-x","match":"exact"}
insert a --after k --text x --inline --within 1:2
    {"op":"insert","path":"a","after":"k","text":"x","inline":true,"within":[1,2]}
append a --text x
    {"op":"append","path":"a","text":"x"}
append a --text '' --existing --once
    {"op":"append","path":"a","text":"","existing":true,"idempotent":true}
lines a 3:5 --text x
    {"op":"lines","path":"a","start":3,"end":5,"text":"x"}
lines a 3 --text ''
    {"op":"lines","path":"a","start":3,"text":""}
create d/a --text x --parents
    {"op":"create","path":"d/a","text":"x\n","parents":true}
write a --text x --overwrite --force-shrink
    {"op":"write","path":"a","text":"x\n","overwrite":true,"force_shrink":true}
remove a
    {"op":"remove","path":"a"}
remove a --idempotent
    {"op":"remove","path":"a","idempotent":true}
move a b --parents
    {"op":"move","path":"a","to":"b","parents":true}
move a --symbol f --to b --after g
    {"op":"move","path":"a","in":{"symbol":"f"},"to":{"path":"b","after":"g"}}
move a --symbol f --symbol g@3 --to a --at start
    {"op":"move","path":"a","in":[{"symbol":"f"},{"symbol":"g@3"}],"to":{"at":"start"}}
copy a --section f --to b --before g
    {"op":"copy","path":"a","in":{"section":"f"},"to":{"path":"b","before":"g"}}
copy a --symbol f --to b --into C --at start
    {"op":"copy","path":"a","in":{"symbol":"f"},"to":{"path":"b","in":{"symbol":"C"},"at":"start"}}
copy a --symbol f --to b
    {"op":"copy","path":"a","in":{"symbol":"f"},"to":"b"}
patch
    {"op":"patch","diff":"from stdin"}
patch - --target a -p 1 -R --strict-format --skip-applied --base base --mode tolerant
    {"op":"patch","diff":"from stdin","target":"a","strip":1,"reverse":true,"strict_format":true,"idempotent":true,"base":"was\n","mode":"tolerant"}
merge base a -
    {"op":"merge","path":"a","base":"was\n","theirs":"from stdin"}
merge base a text --union
    {"op":"merge","path":"a","base":"was\n","theirs":{"base64":"ZnJvbQr/ZmlsZQ=="},"favour":"union"}
merge --solve a --theirs
    {"op":"merge","path":"a","solve":true,"favour":"theirs"}
patch --mode fuzzy --threshold 0.7
    {"op":"patch","diff":"from stdin","mode":"fuzzy","threshold":0.7}
append a --text-file -
    {"op":"append","path":"a","text":"from stdin"}
replace a --old-file text --new-file -
    {"op":"replace","path":"a","old":{"base64":"ZnJvbQr/ZmlsZQ=="},"new":"from stdin"}
remove a -n --force-shrink --allow-residue --binary --encoding koi8-r --allow-read-only --in-place --syntax off --backup --sync full --no-journal --max-size 4K --lock-timeout 200ms --expect-hash 1234ABCD
    {"op":"remove","path":"a","dry_run":true,"force_shrink":true,"allow_residue":true,"binary":true,"encoding":"koi8-r","allow_read_only":true,"in_place":true,"syntax":"off","backup":true,"sync":"full","no_journal":true,"max_size":4096,"lock_timeout":"200ms","expect_hash":"1234abcd"}
remove a --backup=.orig
    {"op":"remove","path":"a","backup":".orig"}
replace a --blocks blocks
    [{"op":"replace","path":"a","old":"x\n","new":"y\nz\n"},{"op":"replace","path":"a","old":"k\n","new":""}]
"#;

fn pairs() -> Vec<(&'static str, &'static str)> {
    let lines: Vec<&str> = PAIRS.trim().lines().map(str::trim).collect();
    lines.chunks(2).map(|pair| (pair[0], pair[1])).collect()
}

#[test]
fn command_lines_and_documents_mean_the_same() {
    let blocks = "<<<<<<< SEARCH\nx\n=======\ny\nz\n>>>>>>> REPLACE\n\
                  <<<<<<< SEARCH\nk\n=======\n>>>>>>> REPLACE\n";
    let world = World::new()
        .stdin("from stdin")
        .file("text", b"from\n\xfffile")
        .file("base", "was\n")
        .file("blocks", blocks);
    for (line, document) in pairs() {
        let mut from_document = json::parse(document.as_bytes()).unwrap();
        assert_eq!(from_document.terms.words.options, Options::Fields);
        from_document.terms.words = Words::TYPED;
        let mut typed = world.request(line);
        // A diff that was sent as a string cannot be cut off.
        for step in &mut from_document.steps {
            if let Action::Patch(patch) = &mut step.action
                && patch.format == DiffFormat::Sent
            {
                patch.format = DiffFormat::Repair;
            }
        }
        // The origin of a path differs because only `replace` gives several files one edit number.
        for step in &mut typed.steps {
            step.path_origin = PathOrigin::OfEdit;
            step.edit = None;
        }
        assert_eq!(typed, from_document, "{line}");
    }
}

#[test]
fn every_editing_command_takes_the_same_document() {
    for (_, document) in pairs() {
        let request = json::parse(document.as_bytes()).unwrap();
        let world = World::new().stdin(document);
        assert_eq!(world.request("apply"), request);
        assert_eq!(world.request("apply -"), request);
        let operation = request.steps[0].action.operation();
        assert_eq!(
            world.request(&format!("{operation} --from-json -")),
            request
        );
    }
}

#[test]
fn every_operation_is_in_the_table() {
    for operation in json::OPERATIONS {
        let is_paired = |(line, _): &(&str, &str)| line.split(' ').next() == Some(operation.name);
        assert!(pairs().iter().any(is_paired), "{}", operation.name);
    }
}

#[test]
fn check_is_the_same_request_as_a_dry_run() {
    for (line, _) in pairs() {
        let world = World::new()
            .stdin("from stdin")
            .file("text", "x")
            .file("base", "x")
            .file("blocks", "<<<<<<< SEARCH\nx\n=======\n>>>>>>> REPLACE\n");
        let checked = format!("check {line}");
        if line.contains(" --backup") {
            assert!(world.request_of(&checked).is_err());
            continue;
        }
        let dry = format!("{line} -n");
        assert_eq!(world.request(&checked), world.request(&dry), "{line}");
    }
}
