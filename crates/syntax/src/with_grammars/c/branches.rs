//! The branches of preprocessor conditions.

use std::borrow::Cow;
use std::ops::Range;

use crate::with_grammars::tokens::{Token, blank, tokens};

/// The branch of a condition to keep if its branches are not whole declarations or statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Branch {
    First,
    Last,
}

/// The numbers of open parentheses and open braces.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct OpenBrackets {
    parentheses: i32,
    braces: i32,
}

impl OpenBrackets {
    fn add(&mut self, token: Token) {
        match token {
            Token::Punct(b'(') => self.parentheses += 1,
            Token::Punct(b')') => self.parentheses -= 1,
            Token::Punct(b'{') => self.braces += 1,
            Token::Punct(b'}') => self.braces -= 1,
            _ => {}
        }
    }
}

/// A branch of a condition that has been read.
struct ReadBranch {
    /// The bytes between its directives.
    span: Range<usize>,
    /// The open brackets at its end.
    open: OpenBrackets,
}

/// An open preprocessor condition.
struct Condition {
    directives: Vec<Range<usize>>,
    branches: Vec<ReadBranch>,
    /// The open brackets before the condition.
    before: OpenBrackets,
    /// True if a directive is inside a declaration or a statement.
    splits_code: bool,
    /// True for `#if 0`.
    is_off: bool,
    has_else: bool,
}

/// Replaces with spaces the directives of every condition that splits a declaration or a statement, and all of its
/// branches except one. Byte offsets do not change.
pub(super) fn with_one_branch(text: &[u8], branch: Branch) -> Cow<'_, [u8]> {
    let mut conditions: Vec<Condition> = Vec::new();
    let mut open = OpenBrackets::default();
    let mut last = None;
    let mut hidden: Vec<Range<usize>> = Vec::new();
    for (token, span) in tokens(text) {
        if token != Token::Directive {
            open.add(token);
            last = Some(token);
            continue;
        }
        let is_between = matches!(last, None | Some(Token::Punct(b';' | b'{' | b'}' | b':')));
        let words = text[span.clone()][1..].trim_ascii_start();
        if let Some(rest) = words.strip_prefix(b"if") {
            conditions.push(Condition {
                directives: vec![span],
                branches: Vec::new(),
                before: open,
                splits_code: open.parentheses > 0 || !is_between,
                is_off: rest.trim_ascii() == b"0",
                has_else: false,
            });
            continue;
        }
        let is_end = words.starts_with(b"endif");
        let Some(condition) = conditions.last_mut() else {
            continue;
        };
        if !is_end && !words.starts_with(b"el") {
            continue;
        }
        condition.end_branch(span, open);
        condition.splits_code |= !is_between;
        condition.has_else |= words.starts_with(b"else");
        open = condition.before;
        if is_end && let Some(ended) = conditions.pop() {
            let kept = ended.kept_branch(branch);
            // A missing branch is empty.
            open = ended
                .branches
                .get(kept)
                .map_or(ended.before, |branch| branch.open);
            if ended.splits_code || ended.changes_open_brackets() {
                hidden.extend(ended.spans_except(kept));
            }
        }
    }
    let mut masked = Cow::Borrowed(text);
    for span in hidden {
        blank(&mut masked.to_mut()[span]);
    }
    masked
}

impl Condition {
    /// Ends the current branch with `directive`.
    fn end_branch(&mut self, directive: Range<usize>, open: OpenBrackets) {
        let start = self.directives.last().map_or(0, |last| last.end);
        self.branches.push(ReadBranch {
            span: start..directive.start,
            open,
        });
        self.directives.push(directive);
    }

    /// The number of the branch to keep. A missing `#else` counts as an empty branch.
    fn kept_branch(&self, branch: Branch) -> usize {
        match branch {
            Branch::First => usize::from(self.is_off),
            Branch::Last if self.has_else => self.branches.len() - 1,
            Branch::Last => self.branches.len(),
        }
    }

    fn changes_open_brackets(&self) -> bool {
        self.branches
            .iter()
            .any(|branch| branch.open != self.before)
    }

    /// The directives, and the branches except `kept`.
    fn spans_except(self, kept: usize) -> Vec<Range<usize>> {
        let mut spans = self.directives;
        for (number, branch) in self.branches.into_iter().enumerate() {
            if number != kept {
                spans.push(branch.span);
            }
        }
        spans
    }
}
