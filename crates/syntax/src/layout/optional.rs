//! The tokens that formatters add and remove without a change of meaning. They count as blanks.

use super::language::Layout;
use super::reading::Unpaired;
use super::token::{Token, TokenKind};

/// Words of Python after which a parenthesis opens no call.
const PYTHON_KEYWORDS: &str = "and as assert async await case del elif else except from if in is lambda match not or \
    raise return while with yield";

/// Words of Rust after which a parenthesis opens no call.
const RUST_KEYWORDS: &str =
    "as break dyn else for if impl in let match move mut ref return where while yield";

/// The tokens of Python before an expression that black puts into parentheses, or takes out of them.
const BEFORE_PYTHON: &str =
    "= return in if elif while assert import for del with -> += -= *= /= |= &=";

/// The tokens of Python before a list in such parentheses.
const BEFORE_PYTHON_LIST: &str = "= return in import for del";

/// The tokens of JavaScript before an expression that prettier puts into parentheses, or takes out of them.
const BEFORE_JAVASCRIPT: &str = "= return throw => ? : +=";

/// The tokens of JavaScript before an element that prettier puts into parentheses.
const BEFORE_ELEMENT: &str = "&& || ?? ( ,";

/// `tokens` without those that a formatter of the language may have added.
pub(super) fn without_optional<'t>(
    layout: Layout,
    mut tokens: Vec<Token<'t>>,
    unpaired: Unpaired,
) -> Vec<Token<'t>> {
    if !layout.has_trailing_commas() {
        return tokens;
    }
    let optional = Optional {
        layout,
        tokens: &tokens,
        unpaired,
        groups: vec![Group::default()],
        is_optional: vec![false; tokens.len()],
    };
    let mut is_optional = optional.find().into_iter();
    tokens.retain(|_| is_optional.next() != Some(true));
    tokens
}

/// A bracket and what it contains so far.
#[derive(Default)]
struct Group {
    /// The number of its token; `None` if it opens before the fragment.
    open: Option<usize>,
    commas: usize,
    has_semicolon: bool,
    has_arrow: bool,
    /// True for a conditional expression of Python.
    has_else: bool,
    /// True for parameters.
    has_parameter: bool,
}

struct Optional<'t> {
    layout: Layout,
    tokens: &'t [Token<'t>],
    unpaired: Unpaired,
    /// The open brackets. The first is around all tokens.
    groups: Vec<Group>,
    is_optional: Vec<bool>,
}

impl<'t> Optional<'t> {
    /// For each token, true if it is optional.
    fn find(mut self) -> Vec<bool> {
        for (number, token) in self.tokens.iter().enumerate() {
            if token.is_opening() {
                self.groups.push(Group {
                    open: Some(number),
                    ..Group::default()
                });
            } else if token.is_closing() {
                self.close(number);
            } else {
                self.read(number);
            }
        }
        while self.unpaired == Unpaired::Optional
            && let Some(group) = self.groups.pop()
        {
            if let Some(open) = group.open {
                self.is_optional[open] =
                    self.may_open_expression(&group, open) || self.may_open_arm(&group, open);
            }
        }
        self.is_optional
    }

    fn read(&mut self, number: usize) {
        let token = &self.tokens[number];
        if token.is(">") {
            self.drop_comma_before(number);
        }
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        group.commas += usize::from(token.is(","));
        group.has_semicolon |= token.is(";");
        group.has_arrow |= token.is("=>");
        group.has_else |= token.is("else");
        group.has_parameter |= token.is(":") || token.is("self");
        let is_arm_end = self.layout == Layout::Rust && group.has_arrow && token.is(",");
        // The first sign of a union that has a line for each type.
        let is_first_type = self.layout == Layout::JavaScript
            && token.is_among("| &")
            && self.follows(number, "= : < ( ,");
        self.is_optional[number] = is_arm_end || is_first_type;
    }

    fn close(&mut self, number: usize) {
        let group = match self.groups.len() {
            1 => Group::default(),
            _ => self.groups.pop().unwrap_or_default(),
        };
        let Some(open) = group.open else {
            self.drop_comma_before(number);
            let bracket = &self.tokens[number];
            let may_be_added = match self.layout {
                Layout::Rust => bracket.is("}") && self.may_close_arm(number),
                Layout::Python | Layout::JavaScript => {
                    bracket.is(")") && self.ends_expression(None, number)
                }
                _ => false,
            };
            self.is_optional[number] = may_be_added && self.unpaired == Unpaired::Optional;
            return;
        };
        if self.has_optional_comma(&group, open, number) {
            self.drop_comma_before(number);
        }
        let is_optional = number > open + 1 && self.is_optional_group(&group, open, number);
        self.is_optional[open] = is_optional;
        self.is_optional[number] = is_optional;
    }

    /// Makes the comma before token `number` optional, unless it stands for an element.
    fn drop_comma_before(&mut self, number: usize) {
        if let Some(comma) = self.before(number)
            && self.tokens[comma].is(",")
            && let Some(element) = self.before(comma)
            && !self.tokens[element].is(",")
            && !self.tokens[element].is_opening()
        {
            self.is_optional[comma] = true;
        }
    }

    /// True if a comma at the end of the brackets `open` and `close` makes no tuple.
    fn has_optional_comma(&self, group: &Group, open: usize, close: usize) -> bool {
        if group.commas > 1 {
            return true;
        }
        let keywords = match self.layout {
            Layout::Rust => RUST_KEYWORDS,
            _ => PYTHON_KEYWORDS,
        };
        let follows_operand = match self.before(open).map(|before| &self.tokens[before]) {
            None => false,
            Some(before) if before.kind == TokenKind::Word => !before.is_among(keywords),
            // The types of a function that has parameters.
            Some(before) if before.is(">") => group.has_parameter,
            Some(before) => before.is_closing() || before.is("!"),
        };
        match (&*self.tokens[close].key, self.layout) {
            // An index of one element and a comma is a tuple.
            (b"]", Layout::Python) => !follows_operand,
            (b")", Layout::Python | Layout::Rust) => follows_operand,
            _ => true,
        }
    }

    /// True if the brackets `open` and `close` enclose an expression that needs none.
    fn is_optional_group(&self, group: &Group, open: usize, close: usize) -> bool {
        let mut after = self.tokens[close + 1..].iter();
        let after = after.find(|token| !token.is_comment());
        // The only parameter of a function, or all targets of an assignment.
        let is_list = match self.layout {
            Layout::JavaScript => {
                close == open + 2
                    && self.tokens[open + 1].kind == TokenKind::Word
                    && after.is_some_and(|after| after.is("=>"))
            }
            Layout::Python => {
                let before = self.before(open).map(|before| self.tokens[before].kind);
                self.tokens[open].is("(")
                    && matches!(before, None | Some(TokenKind::Break))
                    && after.is_some_and(|after| after.is("="))
            }
            _ => false,
        };
        is_list
            || self.may_open_arm(group, open)
            || self.may_open_expression(group, open) && self.ends_expression(Some(open), close)
    }

    /// True if `group`, with the bracket `open`, may be the braces around a match arm or a closure of Rust.
    fn may_open_arm(&self, group: &Group, open: usize) -> bool {
        self.layout == Layout::Rust
            && self.tokens[open].is("{")
            && !group.has_semicolon
            && self.follows(open, "=> | ||")
    }

    /// True if the brace `close`, which opens before the fragment, may be one of those around a match arm. Another arm
    /// follows.
    fn may_close_arm(&self, close: usize) -> bool {
        let mut after = self.tokens[close..].iter();
        !self.groups[0].has_semicolon && after.any(|token| token.is("=>"))
    }

    /// True if `group`, with the bracket `open`, may enclose a whole expression.
    fn may_open_expression(&self, group: &Group, open: usize) -> bool {
        if !self.tokens[open].is("(") || !self.layout.has_optional_quotes() {
            return false;
        }
        if self.layout == Layout::Python {
            if self.groups.len() > 1 && self.follows(open, "= ( , [") {
                return group.has_else;
            }
            if group.commas > 0 {
                return self.follows(open, BEFORE_PYTHON_LIST);
            }
            return self.follows(open, BEFORE_PYTHON)
                || self.follows(open, ",") && self.is_in_assertion(open);
        }
        let Some(first) = self.tokens.get(open + 1) else {
            return false;
        };
        group.commas == 0
            && !first.is("{")
            && (self.follows(open, BEFORE_JAVASCRIPT)
                || first.is("<") && self.follows(open, BEFORE_ELEMENT))
    }

    /// True if token `number` belongs to an `assert` statement.
    fn is_in_assertion(&self, number: usize) -> bool {
        let before = self.tokens[..number].iter().rev();
        let mut statement = before.take_while(|token| token.kind != TokenKind::Break);
        self.groups.len() == 1 && statement.any(|token| token.is("assert"))
    }

    /// True if no expression goes on behind the bracket `close`.
    fn ends_expression(&self, open: Option<usize>, close: usize) -> bool {
        let mut after = self.tokens[close + 1..].iter();
        let Some(after) = after.find(|token| !token.is_comment()) else {
            return true;
        };
        let ends = match self.layout {
            Layout::Python if self.groups.len() > 1 => ", ) ] }",
            Layout::Python => ": in ,",
            _ => "; } ) ] ,",
        };
        after.kind == TokenKind::Break
            || after.is_among(ends)
            || after.is(":") && open.is_some_and(|open| self.follows(open, "?"))
    }

    /// True if the token before `number` is one of `keys`.
    fn follows(&self, number: usize, keys: &str) -> bool {
        match self.before(number) {
            Some(before) => self.tokens[before].is_among(keys),
            None => false,
        }
    }

    /// The number of the token before `number` that is not in a comment.
    fn before(&self, number: usize) -> Option<usize> {
        let mut before = self.tokens[..number].iter();
        before.rposition(|token| !token.is_comment())
    }
}
