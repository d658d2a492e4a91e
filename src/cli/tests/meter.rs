//! The progress bar: on a terminal's standard error only, and wiped before the report.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use indicatif::{ProgressDrawTarget, TermLike};

use super::World;
use crate::cli::meter::Meter;

/// A terminal that keeps the lines that are drawn; `CLEARED` is a line that is wiped.
#[derive(Clone, Debug, Default)]
struct Screen(Arc<Mutex<Vec<String>>>);

const CLEARED: &str = "cleared";

impl Screen {
    fn keep(&self, text: &str) -> io::Result<()> {
        if !text.trim().is_empty() {
            self.0.lock().unwrap().push(text.to_owned());
        }
        Ok(())
    }
}

impl TermLike for Screen {
    fn width(&self) -> u16 {
        80
    }

    fn move_cursor_up(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_down(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_right(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn move_cursor_left(&self, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn write_line(&self, text: &str) -> io::Result<()> {
        self.keep(text)
    }

    fn write_str(&self, text: &str) -> io::Result<()> {
        self.keep(text)
    }

    fn clear_line(&self) -> io::Result<()> {
        self.keep(CLEARED)
    }

    fn flush(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A world of two files whose runs draw after `after`; what they draw.
fn world(after: Duration) -> (World, Screen) {
    let screen = Screen::default();
    let mut world = World::new().file("a", "old\n").file("b", "old\n");
    let terminal = screen.clone();
    world.environment.meter = Some(Meter {
        after,
        terminal: Arc::new(move || {
            ProgressDrawTarget::term_like_with_hz(Box::new(terminal.clone()), u8::MAX)
        }),
    });
    (world, screen)
}

const REPLACE: [&str; 7] = ["replace", "a", "b", "--old", "old", "--new", "new"];

#[test]
fn a_long_run_draws_a_bar_and_wipes_it() {
    let (mut world, screen) = world(Duration::ZERO);
    world.stderr_is_terminal = true;
    assert_eq!(world.run(&REPLACE).code, 0);
    let drawn = screen.0.lock().unwrap();
    let half = "#".repeat(15) + &"-".repeat(15);
    for line in [
        format!("looking: 1 of 2 [{half}]"),
        format!("writing: 2 of 2 [{}]", "#".repeat(30)),
        format!("replacing: 2 of 2 [{}]", "#".repeat(30)),
    ] {
        assert!(drawn.contains(&line), "{line}: {drawn:?}");
    }
    assert_eq!(drawn.last().map(String::as_str), Some(CLEARED));
}

#[test]
fn a_short_run_a_pipe_and_a_quiet_run_draw_nothing() {
    for (after, terminal, more) in [
        (Duration::MAX, true, None),
        (Duration::ZERO, false, None),
        (Duration::ZERO, true, Some("-q")),
    ] {
        let (mut world, screen) = world(after);
        world.stderr_is_terminal = terminal;
        let args: Vec<&str> = REPLACE.into_iter().chain(more).collect();
        assert_eq!(world.run(&args).code, 0);
        let drawn = screen.0.lock().unwrap();
        assert!(
            drawn.is_empty(),
            "{drawn:?} {after:?} {terminal:?} {more:?}"
        );
    }
}
