//! The progress bar appears only on a terminal's standard error, and is erased before the report.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::World;
use crate::cli::meter::Meter;

/// A world with two files whose runs draw a bar after `after`, and the drawn bytes.
fn world(after: Duration) -> (World, Arc<Mutex<Vec<u8>>>) {
    let screen = Arc::new(Mutex::new(Vec::new()));
    let mut world = World::new().file("a", "old\n").file("b", "old\n");
    world.environment.meter = Some(Meter {
        after,
        every: Duration::ZERO,
        terminal: Arc::clone(&screen) as _,
    });
    (world, screen)
}

const REPLACE: &str = "replace a b --old old --new new";

#[test]
fn a_long_run_draws_a_bar_and_wipes_it() {
    let (mut world, screen) = world(Duration::ZERO);
    world.stderr_is_terminal = true;
    assert_eq!(world.run(REPLACE).code, 0);
    let drawn = String::from_utf8(screen.lock().unwrap().clone()).unwrap();
    let half = "#".repeat(15) + &"-".repeat(15);
    for line in [
        format!("looking: 1 of 2 [{half}]"),
        format!("writing: 2 of 2 [{}]", "#".repeat(30)),
        format!("replacing: 2 of 2 [{}]", "#".repeat(30)),
    ] {
        assert!(drawn.contains(&line), "{line}: {drawn:?}");
    }
    assert!(drawn.starts_with("\r\x1b[2Klooking: "), "{drawn:?}");
    assert!(drawn.ends_with("]\r\x1b[2K"), "{drawn:?}");
    assert!(!drawn.contains('\n'), "{drawn:?}");
}

#[test]
fn a_bar_is_drawn_now_and_then() {
    let (mut world, screen) = world(Duration::ZERO);
    world.stderr_is_terminal = true;
    if let Some(meter) = &mut world.environment.meter {
        meter.every = Duration::MAX;
    }
    assert_eq!(world.run(REPLACE).code, 0);
    let drawn = String::from_utf8(screen.lock().unwrap().clone()).unwrap();
    assert_eq!(drawn.matches('[').count(), 3, "{drawn:?}");
}

#[test]
fn a_short_run_a_pipe_and_a_quiet_run_draw_nothing() {
    for (after, terminal, more) in [
        (Duration::MAX, true, ""),
        (Duration::ZERO, false, ""),
        (Duration::ZERO, true, "-q"),
    ] {
        let (mut world, screen) = world(after);
        world.stderr_is_terminal = terminal;
        assert_eq!(world.run(&format!("{REPLACE} {more}")).code, 0);
        let drawn = screen.lock().unwrap();
        assert!(drawn.is_empty(), "{drawn:?} {after:?} {terminal:?} {more}");
    }
}
