//! Git binary patches: a file is replaced only if the patch was made from it.

use crate::bench::Bench;
use crate::notation::joined;

/// A literal with the three bytes `\0b1`, whose object name is [`NAME`].
const LITERAL: [&str; 4] = ["GIT binary patch", "literal 3", "Kc${NMG6Vns_yCju", ""];
const NAME: &str = "f09280ee99e34c8d954ae56eb4599e35e68b90bf";
const NOTHING: &str = "0000000000000000000000000000000000000000";
/// The object name of `precious text` with a line ending.
const PRECIOUS: &str = "428b4815f743c97e1a624f86dfcadcb2f9ee6b61";

fn patch(header: &[&str]) -> String {
    joined(&[&["diff --git a/b b/b"], header, &LITERAL].concat())
}

fn created() -> String {
    patch(&["new file mode 100644", &format!("index {NOTHING}..{NAME}")])
}

#[test]
fn creating_an_existing_file_is_refused() {
    let bench = Bench::with("b", "precious text\n");
    let ran = bench.pipe(created(), ["patch"]);
    ran.fails(1, "the file already exists");
    Bench::new()
        .pipe(created(), ["patch", "-q"])
        .status_is(0)
        .became(&[("b", Some(b"\0b1"))]);
}

#[test]
fn a_binary_file_that_exists_already_is_unchanged() {
    let bench = Bench::new();
    bench.pipe(created(), ["patch", "-q"]).status_is(0);
    bench.pipe(created(), ["patch", "-q"]).status_is(0);
}

#[test]
fn an_old_text_that_is_not_named_in_full_is_not_replaced() {
    for index in [
        vec![],
        vec!["index 1111111..f09280e 100644"],
        vec!["index 428b481..f09280e 100644"],
    ] {
        let bench = Bench::with("b", "other text\n");
        let ran = bench.pipe(patch(&index), ["patch"]);
        ran.fails(
            1,
            "b: the hunk is binary and lacks the full name of its source",
        )
        .says("hint: `git diff --binary`");
    }
}

#[test]
fn the_old_text_must_have_the_old_name() {
    let index = format!("index {PRECIOUS}..{NAME} 100644");
    for mode in ["strict", "tolerant", "merge", "fuzzy"] {
        let bench = Bench::with("b", "other text\n");
        let ran = bench.pipe(patch(&[&index]), ["patch", "--mode", mode]);
        ran.fails(1, "was made for another file");
    }
    // The object name of `hello` with a line ending.
    let index = format!("index ce013625030ba8dba906f756967f9e9ca394464a..{NAME} 100644");
    Bench::with("b", "hello\n")
        .pipe(patch(&[&index]), ["patch", "-q"])
        .status_is(0)
        .became(&[("b", Some(b"\0b1"))]);
}

#[test]
fn the_result_must_have_the_new_name() {
    let index = format!("index ce013625030ba8dba906f756967f9e9ca394464a..{PRECIOUS} 100644");
    let bench = Bench::with("b", "hello\n");
    let ran = bench.pipe(patch(&[&index]), ["patch"]);
    ran.fails(1, "its result is not the file that it names");
}

/// `bytes` in git's format: compressed, with a checksum, in base 85.
fn packed(kind: &str, bytes: &[u8]) -> String {
    const DIGITS: &[u8] =
        b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    let stored = miniz_oxide::deflate::compress_to_vec_zlib(bytes, 9);
    let mut out = format!("{kind} {}\n", bytes.len());
    for line in stored.chunks(52) {
        let len = line.len() as u8;
        out.push(char::from(match len {
            1..=26 => b'A' + len - 1,
            _ => b'a' + len - 27,
        }));
        for four in line.chunks(4) {
            let mut word = [0; 4];
            word[..four.len()].copy_from_slice(four);
            let mut number = u32::from_be_bytes(word);
            let mut digits = [0; 5];
            for digit in digits.iter_mut().rev() {
                *digit = DIGITS[number as usize % 85];
                number /= 85;
            }
            out.extend(digits.map(char::from));
        }
        out.push('\n');
    }
    out + "\n"
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number > 0x7f {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

/// A delta that copies a text of 6 bytes `copies` times, and states the result length `length`.
fn delta(copies: usize, length: u64) -> String {
    let mut code = [varint(6), varint(length)].concat();
    for _ in 0..copies {
        code.extend([0x91, 0, 6]);
    }
    let index = format!(
        "index ce013625030ba8dba906f756967f9e9ca394464a..{} 100644",
        "1".repeat(40)
    );
    joined(&["diff --git a/b b/b", &index, "GIT binary patch"]) + &packed("delta", &code)
}

#[test]
fn a_delta_makes_no_more_than_it_says() {
    for text in [delta(1000, 6), delta(1, 1 << 20), delta(2, 6)] {
        let bench = Bench::with("b", "hello\n");
        let ran = bench.pipe(text, ["patch"]);
        ran.fails(1, "its result is not the file that it names");
    }
}

#[test]
fn a_patch_makes_no_more_than_the_limit_of_size() {
    let bench = Bench::with("b", "hello\n");
    let ran = bench.pipe(delta(1, 1 << 40), ["patch"]);
    ran.fails(5, "the limit is");
    let ran = bench.pipe(delta(1000, 6000), ["patch", "--max-size", "5000"]);
    ran.fails(5, "the limit is");
    ran.says("incise: the binary data of the diff has 6000 bytes or more")
        .says("--max-size 6000 allows it");
    let each = delta(100, 600);
    let ran = bench.pipe(each.repeat(10), ["patch", "--max-size", "5000"]);
    ran.fails(5, "the limit is");
}

/// A diff of this length may really contain that much data, so the error is its size and not its form.
#[test]
fn more_data_than_is_read_is_too_large() {
    let data = format!("z{}\n", "0".repeat(65)).repeat(17_000);
    let header = ["diff --git a/b b/b", "GIT binary patch", "delta 1073741825"];
    let diff = format!("{}{data}\n", joined(&header));
    Bench::with("b", "hello\n")
        .pipe(diff, ["patch"]).fails(5, "line 3 of the diff: its binary data has 1073741825 bytes or more; the limit is 1073741824").says("split the diff");
}
