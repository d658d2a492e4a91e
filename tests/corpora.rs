//! The test cases of other tools, byte for byte: patches, scenarios and a transcript that are not part of this
//! repository.
//!
//! Each test takes its directory from an environment variable. Without it, the test says so and passes:
//!
//! - `INCISE_V4A_CORPUS`: files `*.patch`, each a JSON object with `patch`, `original`, `expected` and `fpath`
//!   (`src/extension/tools/test/node/applyPatch/corpus` of microsoft/vscode-copilot-chat)
//! - `INCISE_SCENARIOS`: directories with `input/`, `patch.txt` and `expected/`
//!   (`codex-rs/apply-patch/tests/fixtures/scenarios` of openai/codex)
//! - `INCISE_TRANSCRIPT`: `chat-history.md` and `chat-history-search-replace-gold.txt` (`tests/fixtures` of
//!   Aider-AI/aider)

#![allow(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "a test reads the corpora, makes its own files, and says what it skips"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use incise::patch::{ParseError, PatchFormat, Problem, Strictness};
use tempfile::TempDir;

/// Scenarios in which this program differs from `expected/`: name, reason, result.
const DIFFERENT: &[(&str, &str, Instead)] = &[
    (
        "010_move_overwrites_existing_destination",
        "a move never overwrites",
        Instead::Refused,
    ),
    (
        "011_add_overwrites_existing_file",
        "`Add File` never overwrites",
        Instead::Refused,
    ),
    (
        "014_update_file_appends_trailing_newline",
        "a file without final newline keeps that",
        Instead::NewlineKept,
    ),
    (
        "015_failure_after_partial_success_leaves_changes",
        "a patch is applied whole or not at all",
        Instead::Refused,
    ),
    (
        "024_preserves_mixed_line_endings",
        "a carriage return by itself ends no line",
        Instead::Refused,
    ),
];

/// The result in place of the expected one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Instead {
    /// Nothing is written.
    Refused,
    /// The end of the file stays unchanged.
    NewlineKept,
}

/// The directory in the variable `name`; `None` if it is not set.
fn corpus(name: &str) -> Option<PathBuf> {
    let directory = std::env::var_os(name).map(PathBuf::from);
    if directory.is_none() {
        println!("skipped: {name} does not name a directory");
    }
    directory
}

/// A working directory, and a directory for the journal.
struct World {
    tree: TempDir,
    state: TempDir,
}

impl World {
    fn new() -> Self {
        Self {
            tree: TempDir::new().unwrap(),
            state: TempDir::new().unwrap(),
        }
    }

    fn run(&self, program: &Path, args: &[&str], stdin: &[u8]) -> Output {
        let mut child = Command::new(program)
            .args(args)
            .current_dir(self.tree.path())
            .env_clear()
            .env("INCISE_STATE_DIR", self.state.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(stdin).unwrap();
        child.wait_with_output().unwrap()
    }

    /// The program under the name of the tool.
    fn apply_patch(&self) -> PathBuf {
        let path = self.state.path().join("apply_patch");
        symlink(env!("CARGO_BIN_EXE_incise"), &path).unwrap();
        path
    }
}

/// Every file below `directory`, by relative path. Empty if the directory does not exist.
fn files(directory: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory_now) = directories.pop() {
        let Ok(entries) = fs::read_dir(&directory_now) else {
            continue;
        };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path)
            } else {
                let name = path.strip_prefix(directory).unwrap().to_owned();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn sorted_entries(directory: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    entries
}

#[test]
fn every_v4a_patch_of_the_corpus_gives_the_expected_bytes() {
    let Some(directory) = corpus("INCISE_V4A_CORPUS") else {
        return;
    };
    let is_patch = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "patch")
    };
    let cases: Vec<_> = sorted_entries(&directory)
        .into_iter()
        .filter(is_patch)
        .collect();
    assert!(!cases.is_empty(), "no patch in {}", directory.display());
    let failed: Vec<String> = cases.iter().filter_map(|path| v4a_failure(path)).collect();
    let count = cases.len();
    assert!(
        failed.is_empty(),
        "{} of {count} failed: {failed:#?}",
        failed.len()
    );
    println!("{count} of {count} patches");
}

fn v4a_failure(path: &Path) -> Option<String> {
    let case: serde_json::Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let text = |name: &str| case[name].as_str().unwrap().to_owned();
    let world = World::new();
    // The corpus uses absolute names. Here they are below the working directory.
    let absolute = text("fpath");
    let name = absolute.trim_start_matches('/').to_owned();
    let file = world.tree.path().join(&name);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(&file, text("original")).unwrap();
    let patch = text("patch").replace(&absolute, &name);
    let output = world.run(&world.apply_patch(), &[], patch.as_bytes());
    let is_same = fs::read(&file).unwrap() == text("expected").into_bytes();
    if output.status.success() && is_same {
        return None;
    }
    Some(format!(
        "{}: {} {}",
        path.display(),
        output.status,
        String::from_utf8_lossy(&output.stderr)
    ))
}

#[test]
fn every_scenario_of_the_patch_tool_ends_as_expected_or_is_refused_by_name() {
    let Some(directory) = corpus("INCISE_SCENARIOS") else {
        return;
    };
    let scenarios: Vec<_> = sorted_entries(&directory)
        .into_iter()
        .filter(|path| path.join("patch.txt").exists())
        .collect();
    assert!(
        !scenarios.is_empty(),
        "no scenario in {}",
        directory.display()
    );
    for scenario in &scenarios {
        run_scenario(scenario);
    }
    println!("{} scenarios", scenarios.len());
}

fn run_scenario(scenario: &Path) {
    let name = scenario.file_name().unwrap().to_str().unwrap();
    let input = files(&scenario.join("input"));
    let world = World::new();
    for (path, text) in &input {
        let path = world.tree.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let patch = fs::read(scenario.join("patch.txt")).unwrap();
    let output = world.run(&world.apply_patch(), &[], &patch);
    let mut expected = files(&scenario.join("expected"));
    let different = DIFFERENT.iter().find(|(different, ..)| *different == name);
    match different.map(|(.., instead)| *instead) {
        Some(Instead::Refused) => {
            assert_eq!(output.status.code(), Some(1), "{name}");
            expected = input.clone();
        }
        Some(Instead::NewlineKept) => {
            for (path, text) in &mut expected {
                if input
                    .get(path)
                    .is_some_and(|before| !before.ends_with(b"\n"))
                {
                    text.pop();
                }
            }
        }
        None => {}
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(files(world.tree.path()) == expected, "{name}: {stderr}");
    let has_changed = input != expected;
    assert_eq!(output.status.success(), has_changed, "{name}: {stderr}");
    let says_so = output
        .stdout
        .starts_with(b"Success. Updated the following files:\n");
    assert_eq!(says_so, has_changed, "{name}");
}

/// A SEARCH/REPLACE block: file, old text, new text.
type Block = (String, String, String);

#[test]
fn every_block_of_the_transcript_is_read_as_recorded() {
    let Some(directory) = corpus("INCISE_TRANSCRIPT") else {
        return;
    };
    let read = |name: &str| fs::read_to_string(directory.join(name)).unwrap();
    let gold = gold(&read("chat-history-search-replace-gold.txt"));
    let transcript = read("chat-history.md");
    let mut wrong = Vec::new();
    let count: usize = gold.iter().map(|(_, blocks)| blocks.len()).sum();
    let mut recorded = gold.into_iter().peekable();
    for section in sections(&transcript) {
        let header = section.lines().next().unwrap_or_default().trim();
        let found = blocks_of(section);
        if found == Ok(Vec::new()) {
            continue;
        }
        let expected = recorded.next_if(|(recorded, _)| recorded == header);
        let expected = expected.map_or(Vec::new(), |(_, blocks)| blocks);
        let is_refused = found.is_err() && expected.is_empty();
        if !is_refused && found.as_ref() != Ok(&expected) {
            wrong.push(format!("{header}: {}", difference(&found, &expected)));
        }
    }
    wrong.extend(recorded.map(|(header, _)| format!("{header}: no such message")));
    let sections = wrong.len();
    assert!(
        wrong.is_empty(),
        "{sections} messages differ:\n{}",
        wrong.join("\n\n")
    );
    println!("{count} blocks");
}

/// Describes the first block that differs from the recorded ones.
fn difference(found: &Result<Vec<Block>, String>, expected: &[Block]) -> String {
    let blocks = match found {
        Ok(blocks) => blocks,
        Err(error) => return format!("{error}, recorded {} blocks", expected.len()),
    };
    let pairs = blocks.iter().zip(expected);
    let same = pairs.take_while(|(left, right)| left == right).count();
    format!(
        "{} blocks, recorded {}; the first that differs:\n{:?}\n{:?}",
        blocks.len(),
        expected.len(),
        blocks.get(same),
        expected.get(same)
    )
}

/// The messages of the transcript, each of which begins with `####` and whitespace. Messages about the tool's own
/// parser contain text that only looks like blocks.
fn sections(transcript: &str) -> Vec<&str> {
    let mut starts: Vec<usize> = transcript.match_indices("####").map(|(at, _)| at).collect();
    let mut at = 0;
    while let Some(found) = transcript[at..].find("####") {
        starts.push(at + found);
        at += found + 1;
    }
    starts.retain(|start| {
        transcript[start + 4..]
            .chars()
            .next()
            .is_some_and(char::is_whitespace)
    });
    starts.push(0);
    starts.push(transcript.len());
    starts.sort_unstable();
    starts.dedup();
    let own = |section: &&str| {
        !section.contains("editblock_coder.py") && !section.contains("test_editblock.py")
    };
    starts
        .windows(2)
        .map(|pair| &transcript[pair[0]..pair[1]])
        .filter(own)
        .collect()
}

/// The blocks that this program finds in a section. A text without blocks is not an error.
fn blocks_of(section: &str) -> Result<Vec<Block>, String> {
    let content = section.split_once('\n').map_or("", |(_, content)| content);
    let text = content.to_owned().into();
    let patch = match incise::patch::parse(&text, Strictness::Repair) {
        Ok(patch) => patch,
        Err(ParseError::Malformed {
            problem: Problem::NoDiff | Problem::Nothing,
            ..
        }) => return Ok(Vec::new()),
        Err(error) => return Err(format!("{error:?}")),
    };
    let joined = |lines: Vec<&bytes::Bytes>| {
        let bytes: Vec<u8> = lines.into_iter().flatten().copied().collect();
        String::from_utf8(bytes).unwrap()
    };
    let files = patch.files.iter();
    let blocks = files
        .filter(|file| file.format == PatchFormat::SearchReplace)
        .flat_map(|file| {
            let name = file.names.new.as_deref().unwrap_or(Path::new(""));
            file.hunks().iter().map(move |hunk| {
                (
                    name.display().to_string(),
                    joined(hunk.old_side().collect()),
                    joined(hunk.new_side().collect()),
                )
            })
        })
        .collect();
    Ok(blocks)
}

/// The sections of the gold file with their blocks, empty for a refused message. Shell commands are omitted.
fn gold(text: &str) -> Vec<(String, Vec<Block>)> {
    const AT: &str = "@@@@@@@@@@@@@@@@@@@@";
    let mut sections: Vec<(String, Vec<Block>)> = Vec::new();
    let mut commands = BTreeSet::new();
    let mut lines = text.split_inclusive('\n');
    let until = |lines: &mut dyn Iterator<Item = &str>, end: &str| {
        let mut text = String::new();
        for line in lines {
            if line.trim_end() == end {
                break;
            }
            match line.trim_end().strip_suffix(end) {
                Some(last) => {
                    text += last;
                    break;
                }
                None => text += line,
            }
        }
        text
    };
    while let Some(line) = lines.next() {
        let line = line.trim_end();
        let named = |word: &str| {
            let rest = line.strip_prefix(word)?;
            Some(rest.strip_suffix(AT)?.trim_end().to_owned())
        };
        if let Some(name) = named("@@@ SEARCH: ") {
            let old = until(&mut lines, AT);
            let new = until(&mut lines, &format!("@@@ REPLACE {AT}"));
            sections.last_mut().unwrap().1.push((name, old, new));
        } else if line.starts_with("@@@ SHELL") {
            until(&mut lines, &format!("@@@ ENDSHELL {AT}"));
            commands.insert(sections.len());
        } else if let Some(header) = named("@@@ ") {
            sections.push((header, Vec::new()));
        }
    }
    let numbered = (1..).zip(sections);
    let told =
        numbered.filter(|(number, (_, blocks))| !blocks.is_empty() || !commands.contains(number));
    told.map(|(_, section)| section).collect()
}
