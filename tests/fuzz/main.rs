//! Damaged input of every kind: requests, payloads of other tools, protocol frames, plans, diffs, journals and
//! write-ahead logs. The program must not panic, hang, use more than 200 MB, or write without success.
//!
//! The inputs of the other tests are damaged by a mutator that knows their format ([`mutate`]). By default each
//! target runs a few hundred inputs. To run a target for a number of seconds:
//!
//! ```sh
//! INCISE_FUZZ=600 cargo test --test fuzz requests -- --nocapture
//! ```
//!
//! The targets are `requests`, `dialects`, `frames`, `plans`, `patches`, `journals` and `logs`. `hunks`, `merges` and
//! `regions` generate short files and requests for them ([`drawn`]). There is also a target for each patch format:
//! `unified`, `git`, `links`, `mail`, `v4a`, `blocks`, `conflicts`, `combined`, `svn`, `foreign`.
//!
//! `INCISE_FUZZ_SEED` selects another random sequence. The current input is in `target/tmp/fuzz/`.

#![cfg(feature = "mcp")]
#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "a test makes its own files, says how far it came, and fails by panicking"
)]

mod dice;
mod drawn;
mod format;
mod frames;
mod kept;
mod mutate;
mod seed;
mod world;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use dice::Dice;
use seed::Seeds;
use world::{Said, World};

/// The maximum memory that the process may use, in KiB.
const MEMORY: u64 = 200 << 10;

/// In a long run, an input that takes longer than this counts as hanging.
const PATIENCE: Duration = Duration::from_secs(60);

/// The inputs of one target.
pub struct Campaign {
    name: &'static str,
    /// Determines the damage.
    pub dice: Dice,
    done: Arc<AtomicU64>,
    /// The number of accepted inputs.
    accepted: u64,
    usual: u64,
    until: Option<Instant>,
}

impl Campaign {
    /// Runs `usual` inputs, or as many as fit in the seconds of `INCISE_FUZZ`.
    pub fn new(name: &'static str, usual: u64) -> Self {
        let number = |name| std::env::var(name).ok()?.parse::<u64>().ok();
        let long = number("INCISE_FUZZ").map(Duration::from_secs);
        let done = Arc::new(AtomicU64::new(0));
        if long.is_some() {
            watch(name, Arc::clone(&done));
        }
        Self {
            name,
            dice: Dice::new(number("INCISE_FUZZ_SEED").unwrap_or(1)),
            done,
            accepted: 0,
            usual,
            until: long.map(|long| Instant::now() + long),
        }
    }

    /// True if another input is due.
    pub fn goes_on(&mut self) -> bool {
        let done = self.done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(64) {
            let most = peak();
            assert!(most <= MEMORY, "{}: {most} KiB", self.name);
        }
        let goes_on = match self.until {
            Some(until) => Instant::now() < until,
            None => done < self.usual,
        };
        if !goes_on {
            let accepted = self.accepted;
            println!(
                "{}: {done} inputs, {accepted} accepted, at most {} KiB",
                self.name,
                peak()
            );
            assert!(accepted > 0 && accepted < done, "all alike");
        }
        goes_on
    }

    /// Counts an answer. True if the input was accepted.
    pub fn count(&mut self, said: &Said) -> bool {
        let is_accepted = said.code == 0;
        self.accepted += u64::from(is_accepted);
        is_accepted
    }

    /// Writes the next input to a file.
    pub fn note(&self, input: &[u8]) {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("fuzz");
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join(self.name), input).unwrap();
    }
}

/// Ends the process if an input takes too long.
fn watch(name: &'static str, done: Arc<AtomicU64>) {
    std::thread::spawn(move || {
        let mut before = u64::MAX;
        loop {
            std::thread::sleep(PATIENCE);
            let now = done.load(Ordering::Relaxed);
            if now == before {
                eprintln!("{name}: input {now} never ends");
                std::process::abort();
            }
            before = now;
        }
    });
}

/// The peak memory of this process in KiB; 0 if the system does not provide it.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let digits = line.and_then(|line| line.split_whitespace().next());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// Runs `apply` on damaged values of `seeds`.
fn apply_all(mut campaign: Campaign, seeds: &[Value], most: &[&[&str]]) {
    assert!(seeds.len() > 20, "{} seeds", seeds.len());
    let mut world = World::new();
    while campaign.goes_on() {
        let dice = &mut campaign.dice;
        let seed = seeds[dice.below(seeds.len())].clone();
        let input = mutate::json_text(seed, seeds, dice);
        let args = most[dice.below(most.len())];
        campaign.note(&input);
        let said = world.run(args, &input);
        if campaign.count(&said) {
            world.renew();
        }
    }
}

/// Payloads of other tools that match the files of the workspace.
fn fitting_payloads() -> Vec<Value> {
    let payloads = json!([
        {"command": "str_replace", "path": "a.txt", "old_str": "two", "new_str": "2"},
        {"command": "insert", "path": "b.txt", "insert_line": 1, "insert_text": "new"},
        {"command": "view", "path": "a.txt", "view_range": [1, 2]},
        {"command": "create", "path": "n.txt", "file_text": "new\n"},
        {"file_path": "f.py", "old_string": "return 1", "new_string": "return 10"},
        {"file_path": "b.txt", "old_string": "x = 1", "new_string": "x = 2", "replace_all": true},
        {"file_path": "n.txt", "content": "new\n"},
        {"type": "apply_patch_call", "call_id": "c", "operation": {"type": "update_file", "path": "a.txt", "diff": "@@\n-two\n+2\n"}},
        {"file_path": "b.txt", "old_string": "x = 1", "new_string": "2", "expected_replacements": 3},
        {"path": "a.txt", "edits": [{"oldText": "one", "newText": "1"}, {"oldText": "two", "newText": "2"}], "dryRun": false},
        {"path": "b.txt", "old_content": "x = 1", "new_content": "2", "occurrence": -1},
        {"path": "a.txt", "old_text": "two", "new_text": "2", "expected_matches": 1},
        {"file_path": "a.txt", "edits": [{"old_string": "one", "new_string": "1", "replace_all": true}]},
        {"path": "a.txt", "start_line": 2, "end_line": 3, "new_content": "2\n3\n"},
        {"path": "a.txt", "line": -1, "content": "four"},
        {"path": "a.txt", "mode": "append", "content": "four\n"},
        {"path": "a.txt", "patch": "--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n"},
        {"diff": "--- a/a.txt\n+++ b/a.txt\n@@ -2 +2 @@\n-two\n+2\n", "target": "a.txt", "mode": "strict"},
    ]);
    payloads.as_array().cloned().unwrap_or_default()
}

/// Requests that match the files of the workspace.
fn fitting_requests() -> Vec<Value> {
    let requests = json!([
        {"op": "replace", "path": "a.txt", "old": "two", "new": "2"},
        {"op": "replace", "path": "b.txt", "old": "x = 1", "new": "2", "pick": "all", "expect": 3},
        {"op": "replace", "path": "b.txt", "old": "x = 1", "new": "2", "pick": 2, "within": [2, 5]},
        {"op": "replace", "path": "f.py", "old": "ret[a-z]+ (\\\\d)", "new": "yield $1", "regex": true, "pick": "all"},
        {"op": "insert", "path": "a.txt", "after": "two", "text": "new"},
        {"op": "append", "path": "d/c.txt", "text": "new"},
        {"op": "lines", "path": "f.py", "start": 2, "end": 3, "text": "    pass\n"},
        {"op": "move", "path": "a.txt", "to": "z.txt"},
        {"edits": [{"op": "create", "path": "n.txt", "text": {"base64": "AAEC"}}, {"op": "remove", "path": "empty"},
            {"op": "write", "path": "a.txt", "text": "all\n", "overwrite": true}], "task": "t1"},
        {"op": "patch", "diff": "--- a/f.py\n+++ b/f.py\n@@ -3,2 +3,2 @@\n         start()\n-        return 1\n+        return 3\n"},
    ]);
    requests.as_array().cloned().unwrap_or_default()
}

const APPLY: &[&[&str]] = &[
    &["apply", "-", "--no-journal", "--sync", "none"],
    &["apply", "-", "-n", "--json"],
    &["check", "apply", "-", "--format", "diff"],
    &["apply", "-", "--each", "-n"],
    &["check", "apply", "-", "--format", "plan"],
];

/// Adds matching seeds, as many as there are others.
fn fit_in<T: Clone>(seeds: &mut Vec<T>, fitting: Vec<T>) {
    let count = seeds.len();
    seeds.extend(fitting.into_iter().cycle().take(count));
}

fn is_native(value: &Value) -> bool {
    let text = value.to_string();
    text.contains("\"op\"") || text.contains("incise.")
}

#[test]
fn requests() {
    let mut seeds = Seeds::of_tests().json;
    seeds.retain(is_native);
    fit_in(&mut seeds, fitting_requests());
    apply_all(Campaign::new("requests", 400), &seeds, APPLY);
}

#[test]
fn dialects() {
    let mut seeds = Seeds::of_tests().json;
    seeds.retain(|value| value.is_object() && !is_native(value));
    fit_in(&mut seeds, fitting_payloads());
    apply_all(Campaign::new("dialects", 400), &seeds, APPLY);
}

#[test]
fn plans() {
    let world = World::new();
    let edits: &[&[&str]] = &[
        &[
            "check", "replace", "a.txt", "--old", "two", "--new", "2", "--format", "plan",
        ],
        &[
            "check", "replace", "b.txt", "d/c.txt", "--glob", "*.txt", "--old", "x = 1", "--new",
            "2", "--all", "--format", "plan",
        ],
        &["check", "remove", "a.txt", "--format", "plan"],
        &["check", "move", "a.txt", "z.txt", "--format", "plan"],
        &[
            "check", "create", "n.txt", "--text", "new", "--format", "plan",
        ],
        &[
            "check", "append", "d/c.txt", "--text", "\u{e9}", "--format", "plan",
        ],
        &[
            "check",
            "write",
            "f.py",
            "--overwrite",
            "--force-shrink",
            "--text",
            "x",
            "--format",
            "plan",
        ],
    ];
    let plan = |args: &&[&str]| serde_json::from_slice(&world.run_any(args, b"").stdout).ok();
    let plans: Vec<Value> = edits.iter().filter_map(plan).collect();
    assert!(plans.len() >= 5, "{} plans", plans.len());
    let seeds: Vec<Value> = std::iter::repeat_n(plans, 5).flatten().collect();
    apply_all(Campaign::new("plans", 400), &seeds, APPLY);
}

#[test]
fn patches() {
    let fitting = format::ALL.iter().flat_map(|format| format.fitting);
    let mut seeds = Seeds::of_tests().patches;
    fit_in(
        &mut seeds,
        fitting.map(|diff| diff.as_bytes().to_vec()).collect(),
    );
    assert!(seeds.len() > 100, "{} seeds", seeds.len());
    damage_patches("patches", 400, &seeds);
}

/// Damages `seeds` and passes them to `patch` with various flags.
fn damage_patches(name: &'static str, usual: u64, seeds: &[Vec<u8>]) {
    let ways: &[&[&str]] = &[
        &["patch", "-", "--no-journal", "--sync", "none"],
        &["patch", "-", "-n", "--mode", "merge", "--skip-applied"],
        &[
            "patch", "-", "-n", "--target", "a.txt", "--mode", "tolerant",
        ],
        &["patch", "-", "-n", "--reverse", "--json"],
        &["patch", "-", "-n", "--target", "f.py", "--mode", "fuzzy"],
        &["check", "patch", "-", "--print-repaired"],
        &["check", "patch", "-", "--strip", "1"],
        &["check", "patch", "-", "--recount", "--whitespace", "fix"],
    ];
    let mut campaign = Campaign::new(name, usual);
    let mut world = World::new();
    while campaign.goes_on() {
        let dice = &mut campaign.dice;
        let input = mutate::lines(&seeds[dice.below(seeds.len())], seeds, dice);
        let args = ways[dice.below(ways.len())];
        campaign.note(&input);
        let said = world.run(args, &input);
        if campaign.count(&said) {
            world.renew();
        }
    }
}
