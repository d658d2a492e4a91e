//! How lines that a side put in belong to those around them: some go on with what stands before them, and some are about
//! what follows them.

use incise_text::text;

/// What a line begins with that goes on with the statement before it.
const GOES_ON: [&[u8]; 10] = [
    b"catch", b"elif", b"else", b"elseif", b"elsif", b"ensure", b"except", b"finally", b"rescue",
    b"then",
];

/// What a line begins with that ends one branch and begins the other.
const ELSE: [&[u8]; 9] = [
    b"else",
    b"elif",
    b"elseif",
    b"elsif",
    b"elifdef",
    b"elifndef",
    b"ELSE",
    b"ELSIF",
    b"ELSEIF",
];

/// What stands before such a word where it is no statement of the text itself, but of a preprocessor or a template.
const TAGS: [&[u8]; 8] = [b"#", b"{{-", b"{{", b"{%-", b"{%", b"<%-", b"<%", b"@"];

/// What an item of a list or a row of a table begins with.
const ITEMS: [&[u8]; 4] = [b"- ", b"* ", b"+ ", b"|"];

/// What a comment begins with that is a line of its own, or the last one.
const COMMENTS: [&[u8]; 6] = [b"// ", b"///", b"# ", b"/*", b"*/", b"-- "];

/// How lines stand between others.
pub struct Attachment {
    /// The indentation of the first line that says something, bytes.
    first: usize,
    /// The least indentation of all that do.
    least: usize,
    /// Whether they go on with what stands before them, as `else` does.
    goes_on: bool,
    /// Whether the last line is about what follows, as a comment is.
    announces: bool,
    /// Whether all of them are.
    only_announces: bool,
    /// Whether they begin a part of a file that has a title, and whether one of them does.
    titles: (bool, bool),
    /// Whether they are one branch after another, and the last of them ends.
    branches: Option<bool>,
    /// Whether they begin the branch that takes what no other takes: it is the last.
    is_last: bool,
    /// Whether the first line, and whether the last, goes on behind a comma.
    commas: (bool, bool),
}

impl Attachment {
    /// That of `lines`; `None` where none of them says anything.
    pub fn of(lines: &[&[u8]]) -> Option<Self> {
        let telling: Vec<&[u8]> = lines
            .iter()
            .copied()
            .filter(|line| !line.trim_ascii().is_empty() && !is_directive(line))
            .collect();
        let (first, last) = (*telling.first()?, *telling.last()?);
        let indent = |line: &&[u8]| text::indent_of(line).len();
        let is_title = |number: usize| {
            let next = lines.get(number + 1).map(|next| next.trim_ascii());
            is_title(lines[number], next.unwrap_or_default())
        };
        let begins = lines.iter().position(|line| *line == first).unwrap_or(0);
        let is_closed = lines
            .last()
            .is_some_and(|line| line.trim_ascii().is_empty());
        Some(Self {
            first: indent(&first),
            least: telling.iter().map(indent).min().unwrap_or(0),
            goes_on: goes_on(first),
            announces: announces(last) && !is_closed,
            only_announces: telling.iter().all(|line| announces(line)),
            titles: (is_title(begins), (0..lines.len()).any(is_title)),
            branches: is_branch(first).then(|| is_end(last)),
            is_last: is_catch_all(first),
            commas: (
                first.trim_ascii().ends_with(b","),
                last.trim_ascii().ends_with(b","),
            ),
        })
    }

    /// Whether `next` may stand behind these lines and mean what it means without them.
    fn is_free_before(&self, next: &Self) -> bool {
        let is_parted = self.announces && !(self.only_announces && next.only_announces);
        let falls_through = self.branches == Some(false) && next.branches.is_some();
        !(is_parted || next.is_inside(self) || falls_through || next.goes_on || self.is_last)
    }

    /// Whether these lines, behind the lines `above`, are inside what those begin.
    fn is_inside(&self, above: &Self) -> bool {
        self.first > above.least || above.titles.1 && !self.titles.0
    }
}

/// Which of two sides comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    OursFirst,
    TheirsFirst,
}

/// In which order `ours` and `theirs`, put in behind the line `above`, say together what each says alone; our side first
/// where both do. `None` where neither does.
pub fn order(ours: &[&[u8]], theirs: &[&[u8]], above: Option<&[u8]>) -> Option<Order> {
    let (Some(own), Some(other)) = (Attachment::of(ours), Attachment::of(theirs)) else {
        return Some(Order::OursFirst);
    };
    let is_decorated = above.is_some_and(is_decorator);
    if is_decorated && !(own.only_announces && other.only_announces) {
        return None;
    }
    let ends = [ours, theirs].map(|lines| ends_branch(lines, above));
    let goes_on = [ours, theirs].map(|lines| above.is_some_and(|above| is_next_item(lines, above)));
    match (ends, goes_on) {
        ([true, true], _) => None,
        ([false, true], _) => Some(Order::OursFirst),
        ([true, false], _) => Some(Order::TheirsFirst),
        (_, [true, false]) => own.is_free_before(&other).then_some(Order::OursFirst),
        (_, [false, true]) => other.is_free_before(&own).then_some(Order::TheirsFirst),
        _ if own.is_free_before(&other) => Some(Order::OursFirst),
        _ => other.is_free_before(&own).then_some(Order::TheirsFirst),
    }
}

/// Whether `lines` end the branch that the line `above` is in, and what the other side put there belongs to it: they begin
/// with a tag, or are not indented less than that.
fn ends_branch(lines: &[&[u8]], above: Option<&[u8]>) -> bool {
    let first = lines.iter().find(|line| !line.trim_ascii().is_empty());
    let (Some(first), Some(above)) = (first, above) else {
        return false;
    };
    let line = first.trim_ascii();
    let tag = TAGS.iter().find_map(|tag| line.strip_prefix(*tag));
    let words = tag.unwrap_or(line).trim_ascii_start();
    let is_else = ELSE.iter().any(|word| {
        let rest = words.strip_prefix(*word);
        rest.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric))
    });
    let is_flat = text::indent_of(above).len() <= text::indent_of(first).len();
    is_else && (tag.is_some() || is_flat)
}

/// Whether `lines` begin with an item of the list, or a row of the table, that the line `above` is in.
fn is_next_item(lines: &[&[u8]], above: &[u8]) -> bool {
    let sign = |line: &[u8]| {
        let line = line.trim_ascii_start();
        ITEMS.iter().find(|sign| line.starts_with(sign))
    };
    let is_item = |first: &&[u8]| {
        sign(first).is_some_and(|own| sign(above) == Some(own))
            && text::indent_of(first) == text::indent_of(above)
    };
    lines.first().is_some_and(is_item)
}

/// Where lines were put in beside removed ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    Above,
    Below,
}

/// Whether the lines `put_in` at that edge of the lines `removed` may belong to them.
pub fn is_orphaned(put_in: &[&[u8]], removed: &[&[u8]], edge: Edge) -> bool {
    let (Some(new), Some(old)) = (Attachment::of(put_in), Attachment::of(removed)) else {
        return false;
    };
    match edge {
        Edge::Above => new.announces || new.commas.1 && !old.commas.0 || old.is_inside(&new),
        Edge::Below => new.goes_on || new.is_inside(&old) || old.announces,
    }
}

/// Whether `line` is one of the preprocessor of C, which has an indentation of its own.
fn is_directive(line: &[u8]) -> bool {
    let rest = line.strip_prefix(b"#").unwrap_or_default();
    let words: [&[u8]; 6] = [b"if", b"else", b"elif", b"endif", b"define", b"undef"];
    words.iter().any(|word| rest.starts_with(word))
}

fn goes_on(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let line = line
        .strip_prefix(b"}")
        .map_or(line, <[u8]>::trim_ascii_start);
    GOES_ON.iter().any(|word| {
        let rest = line.strip_prefix(*word);
        rest.is_some_and(|rest| rest.first().is_none_or(|next| b" :({".contains(next)))
    })
}

fn announces(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_comment = COMMENTS.iter().any(|sign| line.starts_with(sign)) || line.ends_with(b"*/");
    is_comment || is_decorator(line)
}

/// Whether `line` is a decorator, an annotation or an attribute.
pub fn is_decorator(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_open = line.ends_with(b"{") || line.ends_with(b";") || line.ends_with(b",");
    let is_named = line.first() == Some(&b'@') && line.get(1).is_some_and(u8::is_ascii_alphabetic);
    line.starts_with(b"#[") || is_named && !is_open
}

/// Whether `line`, above the line `next`, is the title of a part of a file, as `[section]`, a heading with a blank line
/// below, the stage of a build, or a word that says who may see what follows.
fn is_title(line: &[u8], next: &[u8]) -> bool {
    let line = line.trim_ascii_end();
    let is_section = line.starts_with(b"[") && line.ends_with(b"]") && !line.contains(&b',');
    let signs = line.iter().take_while(|sign| **sign == b'#').count();
    let is_heading = (1..=6).contains(&signs) && line[signs..].starts_with(b" ") && next.is_empty();
    let is_underlined = !line.is_empty()
        && next.len() > 2
        && next.iter().all(|sign| *sign == next[0])
        && b"=-~^".contains(&next[0]);
    let access = line.trim_ascii();
    let access = access.strip_suffix(b":").unwrap_or(access);
    let is_access = matches!(access, b"private" | b"protected" | b"public");
    is_section || is_heading || is_underlined || is_access || line.starts_with(b"FROM ")
}

/// Whether `line` begins the branch that takes what no other takes.
fn is_catch_all(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let is_wild = [
        &b"_ =>"[..],
        b"_ ->",
        b"*)",
        b"default",
        b"else ->",
        b"else =>",
    ];
    is_wild.iter().any(|sign| line.starts_with(sign)) || is_value_of_else(line)
}

/// Whether `line` is the last branch of an expression, as that of a `case` of SQL.
fn is_value_of_else(line: &[u8]) -> bool {
    let rest = line
        .strip_prefix(b"else ")
        .or_else(|| line.strip_prefix(b"ELSE "));
    rest.is_some_and(|rest| !rest.starts_with(b"if") && !b"{:".contains(&rest[rest.len() - 1]))
}

/// Whether `line` begins a branch of a `switch`.
fn is_branch(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.ends_with(b":") && (line.starts_with(b"case ") || line.starts_with(b"default"))
}

/// Whether nothing goes on behind `line`.
fn is_end(line: &[u8]) -> bool {
    super::entry::is_jump(line) || line.trim_ascii().ends_with(b"}")
}

#[cfg(test)]
mod tests {
    use super::{Edge, Order, is_orphaned, order};
    use incise_text::text::slices;

    #[test]
    fn what_goes_on_with_the_lines_above_comes_first() {
        let order = |ours: &[&str], theirs: &[&str]| order(&slices(ours), &slices(theirs), None);
        let first = [Some(Order::OursFirst), Some(Order::TheirsFirst)];
        for (ours, theirs, expected) in [
            (&["a()"][..], &["b()"][..], first[0]),
            (&["", "def g():", "    a()"], &["    flush()"], first[1]),
            (&["    flush()"], &["", "def g():", "    a()"], first[0]),
            (&["", "[dev]", "a = 1"], &["b = 1"], first[1]),
            (&["", "[dev]", "a = 1"], &["", "[doc]", "b = 1"], first[0]),
            (&["if y:", "    two()"], &["else:", "    stop()"], first[1]),
            (&["else:", "    go()"], &["else:", "    stop()"], None),
            (&["# about the next"], &["a()"], first[1]),
            (&["@one"], &["@two"], first[0]),
            (&["case 2:", "    a();"], &["case 3:", "    b();"], None),
            (
                &["case 2:", "    return;"],
                &["case 3:", "    b();"],
                first[0],
            ),
            (
                &["  x()", "}", "def g() {"],
                &["  y()", "}", "def h() {"],
                None,
            ),
        ] {
            assert_eq!(order(ours, theirs), expected, "{ours:?} {theirs:?}");
        }
    }

    #[test]
    fn lines_at_the_edge_of_removed_ones_may_belong_to_them() {
        let gone = |new: &[&str], old: &[&str], edge| is_orphaned(&slices(new), &slices(old), edge);
        let function = ["def f():", "    two()", ""];
        assert!(gone(&["    three()"], &function, Edge::Below));
        assert!(gone(&["@decorated"], &function, Edge::Above));
        assert!(gone(&["/** What it does. */"], &function, Edge::Above));
        assert!(gone(&["serde = 1"], &["", "[dev]", "a = 1"], Edge::Below));
        assert!(gone(&[".c,"], &[".a {", "  x: 1;", "}"], Edge::Above));
        assert!(gone(&["with x:"], &["    two()"], Edge::Above));
        assert!(!gone(
            &["def g():", "    one()", ""],
            &function,
            Edge::Above
        ));
        assert!(!gone(
            &["def g():", "    one()", ""],
            &function,
            Edge::Below
        ));
        assert!(!gone(&["import a"], &["import b"], Edge::Below));
    }
}
