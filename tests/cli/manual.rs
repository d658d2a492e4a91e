//! `incise explain` and `incise guide`.

use incise::internal::{GUIDE, SHORT, Topic, skill};
use incise::refusal::Code;

use crate::bench::Bench;

#[test]
fn explain_describes_a_code() {
    let bench = Bench::new();
    bench.line("explain too_large").done(
        "too_large: exit 5, policy\n\n\
         The file exceeds the size limit, which is 2 GiB or the value of `--max-size`.\n\n  \
         $ seq 2000 > long.txt\n  \
         $ incise append long.txt --text more --max-size 4096\n  \
         incise: long.txt: a size of 8893 bytes exceeds the limit of 4096\n  \
         hint: --max-size 8893 allows it\n  \
         [5]\n\n\
         What to do:\n\
         - check the path\n\
         - `--max-size BYTES` sets another limit\n",
        &[],
    );
    for code in Code::ALL {
        let page = Topic::Code(*code).text();
        bench.run(["explain", code.name()]).done(&page, &[]);
    }
}

#[test]
fn explain_lists_codes_and_says_what_an_exit_code_asks() {
    let bench = Bench::new();
    bench.line("explain").done(&Topic::All.text(), &[]);
    bench
        .line("explain 3")
        .prints("exit 3, stale: the file is not what the call expects; nothing was written\n")
        .prints("read the file again, then decide\n")
        .prints("\n  conflict          another task wrote")
        .unchanged();
}

#[test]
fn explain_answers_in_json() {
    let bench = Bench::new();
    let one = bench.line("explain stale --json").json();
    assert_eq!(one["code"], "stale");
    assert_eq!(one["class"], "stale");
    assert!(one["example"].as_str().unwrap().ends_with("[3]\n"));
    let all = bench.line("explain --json").json();
    assert_eq!(all["classes"][1]["codes"][0]["code"], "not_found");
}

#[test]
fn an_unknown_code_is_a_usage_error_with_the_nearest() {
    let bench = Bench::new();
    bench.line("explain ambigous").refused(
        2,
        "incise: `ambigous` is not a code\nhint: did you mean `incise explain ambiguous`?\n",
    );
    bench.line("explain 7").refused(
        2,
        "incise: `7` is not a code\nhint: `incise explain` lists the codes; exit codes are 0 to 5\n",
    );
    let report = bench.line("explain staile --json").json();
    assert_eq!(report["operation"], "explain");
    assert_eq!(report["error"]["code"], "usage");
}

#[test]
fn the_guide_is_printed_whole_short_and_as_a_skill() {
    let bench = Bench::new();
    bench.line("guide").done(GUIDE, &[]);
    bench.line("guide --short").done(SHORT, &[]);
    bench.line("guide --skill").done(&skill(), &[]);
    bench
        .line("guide --short --skill")
        .status_is(2)
        .says("cannot be combined");
}
