//! The progress bar: on a terminal's standard error only, and wiped before the report.

use std::io::Write;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::World;
use crate::cli::Terminal;
use crate::cli::meter::Meter;

/// A world of two files whose runs draw after `after`; what they draw.
fn world(after: Duration) -> (World, Arc<Mutex<Vec<u8>>>) {
    let drawn = Arc::new(Mutex::new(Vec::new()));
    let out: Arc<Mutex<dyn Write + Send>> = drawn.clone();
    let mut world = World::new().file("a", "old\n").file("b", "old\n");
    world.environment.meter = Some(Meter {
        after,
        every: Duration::ZERO,
        out,
    });
    (world, drawn)
}

const REPLACE: [&str; 7] = ["replace", "a", "b", "--old", "old", "--new", "new"];

fn text(drawn: &Mutex<Vec<u8>>) -> String {
    String::from_utf8(drawn.lock().unwrap().clone()).unwrap()
}

#[test]
fn a_long_run_draws_a_bar_and_wipes_it() {
    let (mut world, drawn) = world(Duration::ZERO);
    world.stderr_is = Terminal::Yes;
    assert_eq!(world.run(&REPLACE).code, 0);
    let (none, half) = ("-".repeat(30), "#".repeat(15) + &"-".repeat(15));
    let full = "#".repeat(30);
    let lines = [
        format!("\rlooking: 0 of 2 [{none}]"),
        format!("\rlooking: 1 of 2 [{half}]"),
        format!("\rwriting: 1 of 2 [{half}]"),
        format!("\rwriting: 2 of 2 [{full}]"),
        format!("\r{}\r", " ".repeat(48)),
    ];
    assert_eq!(text(&drawn), lines.concat());
}

#[test]
fn a_short_run_a_pipe_and_a_quiet_run_draw_nothing() {
    for (after, terminal, more) in [
        (Duration::MAX, Terminal::Yes, None),
        (Duration::ZERO, Terminal::No, None),
        (Duration::ZERO, Terminal::Yes, Some("-q")),
    ] {
        let (mut world, drawn) = world(after);
        world.stderr_is = terminal;
        let args: Vec<&str> = REPLACE.into_iter().chain(more).collect();
        assert_eq!(world.run(&args).code, 0);
        assert_eq!(text(&drawn), "", "{after:?} {terminal:?} {more:?}");
    }
}
