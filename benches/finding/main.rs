//! Measures how often `replace` finds a damaged text, and whether it ever makes an edit that was not meant.
//!
//! Takes blocks from the sources of this package's dependencies in the cargo registry. Damages each block and its new
//! text in the same way, and passes them to `replace`. Each case is **exact** (the meant text), **wrong** (success with
//! another text) or **refused**. The run fails if a case is wrong, or if a class has too few exact cases.
//!
//!     cargo bench --bench finding [-- SEED [CASES [CLASS..]]]
//!
//! The same seed and sources give the same figures. CLASS is the beginning of a class name, and selects these classes.
//!
//! For "really done", the program made the edit, and the journal says so. For "done by another hand", only the text
//! shows that. It is evidence only if nothing else resembles the old text.
#![expect(
    clippy::print_stdout,
    clippy::disallowed_methods,
    clippy::expect_used,
    reason = "a benchmark prints its figures, reads sources and environment, and stops where its scratch files fail"
)]

mod case;
mod damage;
mod source;

use std::process::ExitCode;

use case::{Case, Outcome};
use damage::{Class, Kind};
use source::{Random, Sources};

fn main() -> ExitCode {
    // Cargo passes `--bench`.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let mut numbers = words.iter().filter_map(|word| word.parse().ok());
    let seed = numbers.next().unwrap_or(1);
    let cases = numbers.next().unwrap_or(400);
    let sources = Sources::of_registry();
    println!(
        "seed {seed}, {cases} cases of each class, {} files",
        sources.len()
    );
    println!(
        "{:<30} {:>6} {:>6} {:>8}",
        "class", "exact", "wrong", "refused"
    );
    let is_asked = |class: &&Class| {
        let names = words.iter().filter(|word| word.parse::<u64>().is_err());
        let mut names = names.peekable();
        names.peek().is_none() || names.any(|name| class.name().starts_with(name.as_str()))
    };
    let passes: Vec<bool> = Class::ALL
        .iter()
        .filter(is_asked)
        .map(|&class| run(class, &sources, seed, cases))
        .collect();
    if passes.iter().all(|&passes| passes) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Runs one class and prints its line. Returns true if it passes.
fn run(class: Class, sources: &Sources, seed: u64, cases: u64) -> bool {
    let (mut exact, mut wrong, mut refused) = (0, 0, 0);
    let mut random = Random::new(seed ^ class.seed());
    while exact + wrong + refused < cases {
        let Some(case) = Case::draw(class, sources, &mut random) else {
            continue;
        };
        match case.run(class) {
            Outcome::Exact => exact += 1,
            Outcome::Refused => refused += 1,
            Outcome::Wrong => {
                wrong += 1;
                case.print(class);
            }
        }
    }
    let share = exact as f64 / cases as f64;
    let passes = match class.kind() {
        Kind::Mechanical => wrong == 0 && share >= 0.995,
        Kind::Doctor => wrong == 0 && share >= 0.99,
        Kind::Stale => wrong == 0 && refused == cases,
        Kind::Fitted => wrong == 0 && share >= 0.8,
        Kind::Told => wrong == 0,
        Kind::Done => wrong == 0 && share >= 0.95,
        Kind::Fuzzy => wrong as f64 <= cases as f64 * 0.005,
    };
    let verdict = if passes { "" } else { "  FAILS" };
    println!(
        "{:<30} {exact:>6} {wrong:>6} {refused:>8}{verdict}",
        class.name()
    );
    passes
}
