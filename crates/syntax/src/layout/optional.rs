//! The tokens that formatters add and remove without a change of meaning. They count as blanks.

use super::rules::{Change, Rules, Strings};
use super::{Token, TokenKind, Unpaired};

/// Words of Python after which a parenthesis opens no call.
const PYTHON_KEYWORDS: &str = "and as assert async await case del elif else except from if in is lambda not or raise \
    return while with yield";

/// The tokens of Python before an expression that black puts into parentheses, or takes out of them.
const BEFORE_PYTHON: &str =
    "= return in if elif while assert import for del with -> += -= *= /= |= &=";

/// Those before a list of expressions or names.
const BEFORE_PYTHON_LIST: &str = "= return in import for del";

/// The tokens of JavaScript before an expression that prettier puts into parentheses, or takes out of them.
const BEFORE_JAVASCRIPT: &str = "= return throw => ? : +=";

/// The tokens of JavaScript before an element that prettier puts into parentheses.
const BEFORE_ELEMENT: &str = "&& || ?? ( ,";

/// `tokens` without those that a formatter of the language may have added.
pub(super) fn without_optional<'t>(
    rules: &Rules,
    text: &[u8],
    tokens: Vec<Token<'t>>,
    unpaired: Unpaired,
) -> Vec<Token<'t>> {
    if rules.changes.is_empty() {
        return tokens;
    }
    let is_optional = Optional::new(rules, text, &tokens, unpaired).find();
    let mut kept = Vec::with_capacity(tokens.len());
    for (token, is_optional) in tokens.into_iter().zip(is_optional) {
        if !is_optional {
            kept.push(token);
        }
    }
    kept
}

/// A bracket and what it contains so far.
#[derive(Default)]
struct Group {
    /// The number of its token; `None` if it opens before the fragment.
    open: Option<usize>,
    commas: usize,
    semicolons: usize,
    has_arrow: bool,
    /// True for a conditional expression of Python.
    has_else: bool,
    /// True for parameters with types.
    has_colon: bool,
}

struct Optional<'t> {
    rules: &'t Rules,
    text: &'t [u8],
    tokens: &'t [Token<'t>],
    unpaired: Unpaired,
    groups: Vec<Group>,
    is_optional: Vec<bool>,
}

impl<'t> Optional<'t> {
    fn new(rules: &'t Rules, text: &'t [u8], tokens: &'t [Token<'t>], unpaired: Unpaired) -> Self {
        Self {
            rules,
            text,
            tokens,
            unpaired,
            groups: vec![Group::default()],
            is_optional: vec![false; tokens.len()],
        }
    }

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
            } else if token.kind == TokenKind::Sign {
                self.read_sign(number);
            } else if token.is(b"else")
                && let Some(group) = self.groups.last_mut()
            {
                group.has_else = true;
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

    fn read_sign(&mut self, number: usize) {
        let token = &self.tokens[number];
        let is_arm_end = self.rules.allows(Change::ArmBraces) && token.is(b",");
        if token.is(b">") && self.rules.allows(Change::TrailingComma) {
            self.drop_comma_before(number);
        }
        if self.rules.strings == Strings::JavaScript
            && (token.is(b"|") || token.is(b"&"))
            && self.is_before(number, "= : < ( ,")
        {
            // The first sign of a union that has a line for each type.
            self.is_optional[number] = true;
        }
        let Some(group) = self.groups.last_mut() else {
            return;
        };
        group.commas += usize::from(token.is(b","));
        group.semicolons += usize::from(token.is(b";"));
        group.has_arrow |= token.is(b"=>");
        group.has_colon |= token.is(b":");
        if is_arm_end && group.has_arrow {
            self.is_optional[number] = true;
        }
    }

    fn close(&mut self, number: usize) {
        let group = match self.groups.len() {
            0 | 1 => Group::default(),
            _ => self.groups.pop().unwrap_or_default(),
        };
        if self.rules.allows(Change::TrailingComma) && self.has_optional_comma(&group, number) {
            self.drop_comma_before(number);
        }
        match group.open {
            Some(open) => {
                if self.is_optional_group(&group, open, number) {
                    self.is_optional[open] = true;
                    self.is_optional[number] = true;
                }
            }
            None => {
                let is_round = self.tokens[number].is(b")");
                self.is_optional[number] = is_round
                    && self.unpaired == Unpaired::Optional
                    && self.rules.allows(Change::Parentheses)
                    && self.ends_expression(None, number);
            }
        }
    }

    /// Makes the comma before token `number` optional, unless it stands for an element.
    fn drop_comma_before(&mut self, number: usize) {
        if let Some(comma) = self.before(number)
            && self.tokens[comma].is(b",")
            && let Some(element) = self.before(comma)
            && !self.tokens[element].is(b",")
            && !self.tokens[element].is_opening()
        {
            self.is_optional[comma] = true;
        }
    }

    /// True if a comma at the end of `group`, which token `close` closes, makes no tuple.
    fn has_optional_comma(&self, group: &Group, close: usize) -> bool {
        let Some(open) = group.open else {
            return true;
        };
        // Formatters add it where both brackets are apart from what they enclose.
        if self.is_line_end(close - 1) && !self.is_line_end(open) {
            return false;
        }
        if group.commas > 1 || self.tokens[close].is(b"}") {
            return true;
        }
        let follows_operand = match self.before(open).map(|before| &self.tokens[before]) {
            None => false,
            Some(before) if before.kind == TokenKind::Word => !self.is_keyword(before),
            // The types of a function that has parameters.
            Some(before) if before.is(b">") => group.has_colon,
            Some(before) => before.is_closing() || before.is(b"!"),
        };
        match (&*self.tokens[close].key, self.rules.strings) {
            (b")", Strings::JavaScript) => true,
            // An index of one element and a comma is a tuple.
            (b"]", Strings::Python) => !follows_operand,
            (b"]", _) => true,
            _ => follows_operand,
        }
    }

    /// True if token `number` and the one after it are on different lines.
    fn is_line_end(&self, number: usize) -> bool {
        let (end, next) = (
            self.tokens[number].span.end(),
            self.tokens[number + 1].span.start(),
        );
        self.text[end..next].contains(&b'\n')
    }

    fn is_keyword(&self, token: &Token<'_>) -> bool {
        self.rules.strings == Strings::Python && token.is_among(PYTHON_KEYWORDS)
    }

    /// True if the brackets `open` and `close` enclose an expression that needs none.
    fn is_optional_group(&self, group: &Group, open: usize, close: usize) -> bool {
        if close == open + 1 {
            return false;
        }
        if self.may_open_arm(group, open) {
            return true;
        }
        let is_parameter = self.rules.strings == Strings::JavaScript
            && close == open + 2
            && self.tokens[open + 1].kind == TokenKind::Word
            && self.after(close).is_some_and(|after| after.is(b"=>"));
        is_parameter
            || self.is_target(open, close)
            || self.may_open_expression(group, open) && self.ends_expression(Some(open), close)
    }

    /// True if `group`, with the bracket `open`, may be the braces around a match arm or a closure.
    fn may_open_arm(&self, group: &Group, open: usize) -> bool {
        self.tokens[open].is(b"{")
            && self.rules.allows(Change::ArmBraces)
            && group.semicolons == 0
            && self.is_before(open, "=> | ||")
    }

    /// True if `group`, with the bracket `open`, may enclose a whole expression.
    fn may_open_expression(&self, group: &Group, open: usize) -> bool {
        if !self.tokens[open].is(b"(") || !self.rules.allows(Change::Parentheses) {
            return false;
        }
        let is_list = group.commas > 0;
        if self.rules.strings == Strings::Python {
            if self.groups.len() > 1 && self.is_before(open, "= ( , [") {
                return group.has_else;
            }
            if is_list {
                return self.is_before(open, BEFORE_PYTHON_LIST);
            }
            return self.is_before(open, BEFORE_PYTHON)
                || self.is_before(open, ",") && self.is_in_assertion(open);
        }
        let first = self.tokens.get(open + 1);
        let is_element = first.is_some_and(|first| first.is(b"<"));
        !is_list
            && first.is_some_and(|first| !first.is(b"{"))
            && (self.is_before(open, BEFORE_JAVASCRIPT)
                || is_element && self.is_before(open, BEFORE_ELEMENT))
    }

    /// True if the brackets enclose all targets of an assignment in Python.
    fn is_target(&self, open: usize, close: usize) -> bool {
        let before = self.before(open).map(|before| self.tokens[before].kind);
        self.rules.strings == Strings::Python
            && self.tokens[open].is(b"(")
            && matches!(before, None | Some(TokenKind::Break))
            && self.after(close).is_some_and(|after| after.is(b"="))
    }

    /// True if token `number` belongs to an `assert` statement.
    fn is_in_assertion(&self, number: usize) -> bool {
        let before = self.tokens[..number].iter().rev();
        let mut statement = before.take_while(|token| token.kind != TokenKind::Break);
        self.groups.len() == 1 && statement.any(|token| token.is(b"assert"))
    }

    /// True if no expression goes on behind the bracket `close`.
    fn ends_expression(&self, open: Option<usize>, close: usize) -> bool {
        let Some(after) = self.after(close) else {
            return true;
        };
        if after.kind == TokenKind::Break {
            return true;
        }
        let ends = match self.rules.strings {
            Strings::Python if self.groups.len() > 1 => ", ) ] }",
            Strings::Python => ": in ,",
            _ => "; } ) ] ,",
        };
        after.is_among(ends) || after.is(b":") && open.is_some_and(|open| self.is_before(open, "?"))
    }

    /// True if the token before `number` is one of `keys`.
    fn is_before(&self, number: usize, keys: &str) -> bool {
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

    fn after(&self, number: usize) -> Option<&'t Token<'t>> {
        let mut after = self.tokens[number + 1..].iter();
        after.find(|token| !token.is_comment())
    }
}
