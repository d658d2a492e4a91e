//! The bound on the work of an expression.
//!
//! A single search takes linear time, but may read far beyond its match, and the next search reads the same bytes
//! again. Finding all matches of `a+b|a` in a line of `a` takes quadratic time. Therefore an automaton that takes the
//! same steps counts the bytes that each search reads.

use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;
use regex_automata::{Input, MatchError};

use crate::resolve::locate::block::SearchStopped;

/// The number of searches that are not counted.
pub(super) const UNCOUNTED: usize = 64;

/// The least bound for a text, in bytes: the square of 2,000 letters.
const MIN_BOUND: usize = 1 << 22;

/// The most times that the counted searches may read each byte of a long text.
const MAX_PASSES: usize = 16;

/// The remaining work of an expression.
#[derive(Debug)]
pub(super) struct Effort {
    automaton: DFA,
    cache: Cache,
    bytes_left: usize,
}

impl Effort {
    /// The bound for the expression `source` on a text of `len` bytes. `None` if the automaton cannot be built, so
    /// that the work cannot be counted.
    pub(super) fn new(source: &str, ignores_case: bool, len: usize) -> Option<Self> {
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
            bytes_left: MIN_BOUND.saturating_add(len.saturating_mul(MAX_PASSES)),
        })
    }

    /// Counts the bytes that a search of `text` from byte `at` reads.
    ///
    /// # Errors
    /// [`SearchStopped`] if the bound is exceeded.
    pub(super) fn spend(&mut self, text: &[u8], at: usize) -> Result<(), SearchStopped> {
        let input = Input::new(text).range(at..);
        let Ok(mut state): Result<_, MatchError> =
            self.automaton.start_state_forward(&mut self.cache, &input)
        else {
            return Ok(());
        };
        for &byte in &text[at..] {
            self.bytes_left = self.bytes_left.checked_sub(1).ok_or(SearchStopped)?;
            match self.automaton.next_state(&mut self.cache, state, byte) {
                Ok(next) if !next.is_dead() && !next.is_quit() => state = next,
                _ => break,
            }
        }
        Ok(())
    }
}
