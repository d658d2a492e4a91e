//! The bound on the work of an expression.
//!
//! A single search takes linear time, but may read far beyond its match, and the next search reads the same bytes
//! again. Finding all matches of `a+b|a` in a line of `a` takes quadratic time. Therefore an automaton that takes the
//! same steps counts the bytes that each search reads.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_automata::util::syntax;

use crate::resolve::locate::block::SearchStopped;

/// The number of searches that are not counted. Building the automaton takes longer than most requests search.
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
    /// The bound for the expression `source` on `len` bytes of `text`. `None` if the automaton cannot be built, so
    /// that the work cannot be counted.
    pub(super) fn new(source: &str, ignores_case: bool, text: &[u8], len: usize) -> Option<Self> {
        let mut source = Cow::Borrowed(source);
        if !text.is_ascii() {
            // With word boundaries, the automaton stops at the first letter that is not ASCII.
            source = Cow::Owned(without_boundaries(&source)?);
        }
        let syntax = syntax::Config::new()
            .multi_line(true)
            .crlf(true)
            .utf8(false)
            .case_insensitive(ignores_case);
        let automaton = DFA::builder()
            .syntax(syntax)
            .thompson(thompson::Config::new().utf8(false))
            .configure(DFA::config().unicode_word_boundary(true))
            .build(&source)
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
        // The automaton fails only if it reaches a boundary that it does not support.
        let Ok(mut state) = self.automaton.start_state_forward(&mut self.cache, &input) else {
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

/// The expression `source` without word boundaries. It reads at least as far from most matches.
fn without_boundaries(source: &str) -> Option<String> {
    static ESCAPE: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r"(?s)\\(?:[bB]\{[a-z-]+\}|.)").ok());
    let kept = ESCAPE
        .as_ref()?
        .replace_all(source, |found: &Captures<'_>| {
            if matches!(found[0].as_bytes()[1], b'b' | b'B' | b'<' | b'>') {
                "(?:)".to_owned()
            } else {
                found[0].to_owned()
            }
        });
    Some(kept.into_owned())
}
