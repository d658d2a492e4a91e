//! How much work an expression may take.
//!
//! One search is linear in the text, but it may look far beyond the place that it finds, and the next one looks
//! there again: all places of `a+b|a` in a line of `a` take the square of its length. So the bytes that each
//! search looks at are counted, by an automaton that takes the same steps.

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;
use regex_automata::{Input, MatchError};

use crate::resolve::locate::block::SearchStopped;

/// Searches that are not counted: so few are no square.
pub(super) const FREE: usize = 64;

/// Bytes that all counted searches together may look at in a short text: the square of two thousand letters.
const LEAST: usize = 1 << 22;

/// How often they may look at each byte of a long one.
const TIMES: usize = 16;

/// The rest of the work that an expression may take.
#[derive(Debug)]
pub(super) struct Effort {
    automaton: DFA,
    cache: Cache,
    left: usize,
}

impl Effort {
    /// The work for the expression `source` on a text of `len` bytes; `None` when it cannot be counted, since
    /// the automaton would be too big.
    pub(super) fn of(source: &str, ignores_case: bool, len: usize) -> Option<Self> {
        let syntax = syntax::Config::new()
            .multi_line(true)
            .crlf(true)
            .utf8(false)
            .case_insensitive(ignores_case);
        let automaton = DFA::builder()
            .syntax(syntax)
            .thompson(thompson::Config::new().utf8(false))
            .configure(DFA::config().unicode_word_boundary(true))
            .build(source)
            .ok()?;
        Some(Self {
            cache: automaton.create_cache(),
            automaton,
            left: LEAST.saturating_add(len.saturating_mul(TIMES)),
        })
    }

    /// Counts the search of `text` from byte `at`.
    ///
    /// # Errors
    /// When nothing is left.
    pub(super) fn spend(&mut self, text: &[u8], at: usize) -> Result<(), SearchStopped> {
        let input = Input::new(text).range(at..);
        let Ok(mut state): Result<_, MatchError> =
            self.automaton.start_state_forward(&mut self.cache, &input)
        else {
            return Ok(());
        };
        for &byte in &text[at..] {
            self.left = self.left.checked_sub(1).ok_or(SearchStopped)?;
            match self.automaton.next_state(&mut self.cache, state, byte) {
                Ok(next) if !next.is_dead() && !next.is_quit() => state = next,
                _ => break,
            }
        }
        Ok(())
    }
}
