//! The tokens that formatters add and remove without a change of meaning. They are ignored like whitespace.

use super::language::Layout;
use super::reading::Unpaired;
use super::token::{Token, TokenKind};

/// Words of Python after which a parenthesis does not begin a call.
const PYTHON_KEYWORDS: &str = "and as assert async await case del elif else except from if in is lambda match not or \
    raise return while with yield";

/// Words of Rust after which a parenthesis does not begin a call.
const RUST_KEYWORDS: &str =
    "as break dyn else for if impl in let match move mut ref return where while yield";

/// The Python tokens before an expression around which black adds or removes parentheses.
const BEFORE_PYTHON: &str =
    "= return in if elif while assert import for del with -> += -= *= /= |= &=";

/// The Python tokens before a list in such parentheses.
const BEFORE_PYTHON_LIST: &str = "= return in import for del";

/// The JavaScript tokens before an expression around which prettier adds or removes parentheses.
const BEFORE_JAVASCRIPT: &str = "= return throw => ? : +=";

/// The JavaScript tokens before a JSX element that prettier puts into parentheses.
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
    let finder = OptionalTokens {
        layout,
        tokens: &tokens,
        unpaired,
        groups: vec![Group::default()],
        is_optional: vec![false; tokens.len()],
    };
    let mut are_optional = finder.find().into_iter();
    tokens.retain(|_| are_optional.next() != Some(true));
    tokens
}

/// An opening bracket and its content so far.
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

struct OptionalTokens<'t> {
    layout: Layout,
    tokens: &'t [Token<'t>],
    unpaired: Unpaired,
    /// The open brackets. The first is around all tokens.
    groups: Vec<Group>,
    is_optional: Vec<bool>,
}

impl<'t> OptionalTokens<'t> {
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
        // The operator before the first type of a union with one type per line.
        let is_first_type = matches!(self.layout, Layout::JavaScript { .. })
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
            if self.unpaired == Unpaired::Optional {
                self.is_optional[number] = self.may_be_added(number);
            }
            return;
        };
        if self.has_optional_comma(&group, open, number) {
            self.drop_comma_before(number);
        }
        let is_optional = number > open + 1 && self.is_optional_group(&group, open, number);
        self.is_optional[open] = is_optional;
        self.is_optional[number] = is_optional;
    }

    /// True if the bracket `close`, which opens before the fragment, may have been added by a formatter.
    fn may_be_added(&self, close: usize) -> bool {
        let bracket = &self.tokens[close];
        match self.layout {
            Layout::Rust => bracket.is("}") && self.may_close_arm(close),
            Layout::Python | Layout::JavaScript { .. } => {
                bracket.is(")") && self.ends_expression(None, close)
            }
            _ => false,
        }
    }

    /// Makes the comma before token `number` optional, unless it separates an omitted element.
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

    /// True if a comma at the end of the brackets `open` and `close` does not make them a tuple.
    fn has_optional_comma(&self, group: &Group, open: usize, close: usize) -> bool {
        if group.commas > 1 {
            return true;
        }
        let bracket = &self.tokens[close];
        match self.layout {
            // An index of one element and a comma is a tuple.
            Layout::Python if bracket.is("]") => !self.follows_operand(group, open),
            Layout::Python | Layout::Rust if bracket.is(")") => self.follows_operand(group, open),
            _ => true,
        }
    }

    /// True if the bracket `open` begins a call or an index, because an operand precedes it.
    fn follows_operand(&self, group: &Group, open: usize) -> bool {
        let Some(before) = self.before(open) else {
            return false;
        };
        let before = &self.tokens[before];
        if before.kind == TokenKind::Word {
            return match self.layout {
                Layout::Rust => !before.is_among(RUST_KEYWORDS),
                _ => !before.is_among(PYTHON_KEYWORDS),
            };
        }
        if before.is(">") {
            // The types of a function that has parameters.
            return group.has_parameter;
        }
        before.is_closing() || before.is("!")
    }

    /// True if a formatter may have added the brackets `open` and `close`.
    fn is_optional_group(&self, group: &Group, open: usize, close: usize) -> bool {
        let is_list = match self.layout {
            Layout::Rust => return self.may_open_arm(group, open),
            Layout::JavaScript { .. } => self.is_only_parameter(open, close),
            Layout::Python => self.is_target_list(open, close),
            _ => return false,
        };
        is_list || self.may_open_expression(group, open) && self.ends_expression(Some(open), close)
    }

    /// True if the brackets enclose the only parameter of a JavaScript arrow function.
    fn is_only_parameter(&self, open: usize, close: usize) -> bool {
        close == open + 2
            && self.tokens[open + 1].kind == TokenKind::Word
            && self.after(close).is_some_and(|after| after.is("=>"))
    }

    /// True if the brackets enclose all targets of a Python assignment.
    fn is_target_list(&self, open: usize, close: usize) -> bool {
        let before = self.before(open).map(|before| self.tokens[before].kind);
        self.tokens[open].is("(")
            && matches!(before, None | Some(TokenKind::Break | TokenKind::Colon))
            && self.after(close).is_some_and(|after| after.is("="))
    }

    /// True if `group`, with the bracket `open`, may be the braces around a match arm or a closure in Rust.
    fn may_open_arm(&self, group: &Group, open: usize) -> bool {
        self.layout == Layout::Rust
            && self.tokens[open].is("{")
            && !group.has_semicolon
            && self.follows(open, "=> | ||")
    }

    /// True if the brace `close`, which opens before the fragment, may end a match arm. Another arm must follow.
    fn may_close_arm(&self, close: usize) -> bool {
        let mut after = self.tokens[close..].iter();
        !self.groups[0].has_semicolon && after.any(|token| token.is("=>"))
    }

    /// True if `group`, with the bracket `open`, may enclose a whole expression.
    fn may_open_expression(&self, group: &Group, open: usize) -> bool {
        if !self.tokens[open].is("(") {
            return false;
        }
        match self.layout {
            Layout::Python => self.may_open_python_expression(group, open),
            Layout::JavaScript { .. } => self.may_open_javascript_expression(group, open),
            _ => false,
        }
    }

    fn may_open_python_expression(&self, group: &Group, open: usize) -> bool {
        if self.groups.len() > 1 && self.follows(open, "= ( , [") {
            return group.has_else;
        }
        if group.commas > 0 {
            return self.follows(open, BEFORE_PYTHON_LIST);
        }
        self.follows(open, BEFORE_PYTHON) || self.follows(open, ",") && self.is_in_assertion(open)
    }

    fn may_open_javascript_expression(&self, group: &Group, open: usize) -> bool {
        let Some(first) = self.tokens.get(open + 1) else {
            return false;
        };
        if group.commas > 0 || first.is("{") {
            return false;
        }
        self.follows(open, BEFORE_JAVASCRIPT) || first.is("<") && self.follows(open, BEFORE_ELEMENT)
    }

    /// True if token `number` belongs to an `assert` statement.
    fn is_in_assertion(&self, number: usize) -> bool {
        let before = self.tokens[..number].iter().rev();
        let mut statement = before.take_while(|token| token.kind != TokenKind::Break);
        self.groups.len() == 1 && statement.any(|token| token.is("assert"))
    }

    /// True if no expression continues after the bracket `close`. `open` is `None` if the bracket opens before the
    /// fragment.
    fn ends_expression(&self, open: Option<usize>, close: usize) -> bool {
        let Some(after) = self.after(close) else {
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

    /// The token after `number` that is not in a comment.
    fn after(&self, number: usize) -> Option<&Token<'t>> {
        let mut after = self.tokens[number + 1..].iter();
        after.find(|token| !token.is_comment())
    }
}
