//! The branches of preprocessor conditions.

use std::borrow::Cow;
use std::ops::Range;

use crate::tokens::{Token, blank, tokens};

/// The branch of a condition to keep if its branches are not whole declarations or statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    First,
    Last,
}

/// An open preprocessor condition.
struct Condition {
    directives: Vec<Range<usize>>,
    /// The numbers of open parentheses and open braces before the condition.
    before: [i32; 2],
    /// The changes of these numbers in each branch.
    deltas: Vec<[i32; 2]>,
    is_cut: bool,
    is_off: bool,
    has_else: bool,
}

/// Replaces with spaces the directives of every condition that splits a declaration or a statement, and all of its
/// branches except one. Byte offsets do not change.
pub(super) fn with_one_branch(text: &[u8], branch: Branch) -> Cow<'_, [u8]> {
    let mut open: Vec<Condition> = Vec::new();
    let mut depth = [0_i32; 2];
    let mut last = None;
    let mut blanks: Vec<Range<usize>> = Vec::new();
    for (token, span) in tokens(text) {
        if token != Token::Directive {
            match token {
                Token::Sign(b'(') => depth[0] += 1,
                Token::Sign(b')') => depth[0] -= 1,
                Token::Sign(b'{') => depth[1] += 1,
                Token::Sign(b'}') => depth[1] -= 1,
                _ => {}
            }
            last = Some(token);
            continue;
        }
        let ends = matches!(last, None | Some(Token::Sign(b';' | b'{' | b'}' | b':')));
        let words = text[span.clone()][1..].trim_ascii_start();
        let is_if = words.starts_with(b"if");
        if is_if {
            open.push(Condition {
                is_off: words
                    .strip_prefix(b"if")
                    .is_some_and(|rest| rest.trim_ascii() == b"0"),
                directives: Vec::new(),
                before: depth,
                deltas: Vec::new(),
                is_cut: depth[0] > 0 || !ends,
                has_else: false,
            });
        }
        let is_end = words.starts_with(b"endif");
        let is_branch = is_end || words.starts_with(b"el");
        let Some(condition) = open.last_mut().filter(|_| is_if || is_branch) else {
            continue;
        };
        condition.directives.push(span);
        if is_branch {
            let delta = [
                depth[0] - condition.before[0],
                depth[1] - condition.before[1],
            ];
            condition.deltas.push(delta);
            condition.is_cut |= !ends;
            condition.has_else |= words.starts_with(b"else");
            depth = condition.before;
        }
        if is_end && let Some(condition) = open.pop() {
            let (delta, hidden) = condition.closed(branch);
            depth = [depth[0] + delta[0], depth[1] + delta[1]];
            blanks.extend(hidden);
        }
    }
    let mut known = Cow::Borrowed(text);
    for span in blanks {
        blank(&mut known.to_mut()[span]);
    }
    known
}

impl Condition {
    /// The brackets that the condition leaves open, and the spans to blank.
    fn closed(mut self, branch: Branch) -> ([i32; 2], Vec<Range<usize>>) {
        if !self.has_else {
            // A missing `#else` is an empty branch.
            self.deltas.push([0, 0]);
        }
        let is_whole = self.deltas.iter().all(|delta| *delta == [0, 0]);
        let kept = match branch {
            Branch::First if self.is_off => 1,
            Branch::First => 0,
            Branch::Last => self.deltas.len() - 1,
        };
        let delta = self.deltas.get(kept).copied().unwrap_or_default();
        if is_whole && !self.is_cut {
            return (delta, Vec::new());
        }
        let branches = self.directives.windows(2).enumerate();
        let others = branches.filter(|(number, _)| *number != kept);
        let mut hidden: Vec<Range<usize>> =
            others.map(|(_, pair)| pair[0].end..pair[1].start).collect();
        hidden.extend(self.directives);
        (delta, hidden)
    }
}
