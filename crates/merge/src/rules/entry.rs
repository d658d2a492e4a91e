//! An entry of a list that stands on a line of its own: what it is called, and whether anything behind it is reached.

use std::collections::{HashMap, HashSet};

use foldhash::fast::FixedState;

use incise_text::text;

/// What a statement begins with that ends its block.
const JUMPS: [&[u8]; 11] = [
    b"abort",
    b"break",
    b"continue",
    b"die",
    b"exec",
    b"exit",
    b"process.exit",
    b"raise",
    b"return",
    b"sys.exit",
    b"throw",
];

/// What an item begins with that has no name, or a line that is no entry.
const NAMELESS: [&[u8]; 6] = [b"- ", b"* ", b"+ ", b"<", b"#", b"//"];

/// What an entry is called, and the sign behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryName<'l> {
    /// As it is written.
    pub name: &'l [u8],
    /// What gives it a value, in one byte: that of `=>` is `>`.
    pub sign: u8,
}

/// The name of the entry on `line`, of which a list can have one: its key, or its number. `None` where it has none.
pub fn name(line: &[u8]) -> Option<EntryName<'_>> {
    let line = line.trim_ascii();
    if NAMELESS.iter().any(|sign| line.starts_with(sign)) {
        return None;
    }
    let digits = line.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if let [sign @ (b'.' | b')'), b' ', ..] = line[digits..]
        && digits > 0
    {
        let name = &line[..digits];
        return Some(EntryName { name, sign });
    }
    if let Some(name) = case(line) {
        return Some(EntryName { name, sign: b')' });
    }
    let at = sign(line)?;
    let name = line[..at].trim_ascii_end();
    let count = |sign: u8| bytecount::count(name, sign);
    let is_quoted = |quote: u8| count(quote).is_multiple_of(2);
    let is_closed = |[open, close]: &[u8; 2]| count(*open) == count(*close);
    let is_whole = b"\"'`".iter().all(|quote| is_quoted(*quote))
        && [*b"()", *b"[]", *b"{}"].iter().all(is_closed);
    let sign = if line[at..].starts_with(b"=>") {
        b'>'
    } else {
        line[at]
    };
    (is_whole && text::is_telling(name)).then_some(EntryName { name, sign })
}

/// The pattern of the branch of a shell's `case` that `line` begins.
fn case(line: &[u8]) -> Option<&[u8]> {
    let at = line.iter().position(|byte| *byte == b')')?;
    let is_pattern = |byte: &u8| byte.is_ascii_alphanumeric() || b"_-.|*?\"'".contains(byte);
    let is_open = line.get(at + 1).is_none_or(u8::is_ascii_whitespace);
    let pattern = &line[..at];
    (is_open && text::is_telling(pattern) && pattern.iter().all(is_pattern)).then_some(pattern)
}

/// The name on `line`, where it is that of an entry of a mapping, of a case, of a numbered item or of an assignment.
fn key<'l>(line: &&'l [u8]) -> Option<&'l [u8]> {
    let entry = name(line).filter(|entry| b":>.)=".contains(&entry.sign));
    entry.map(|entry| without_quotes(entry.name))
}

/// `name` without quotes around it, and without the sign that it may be absent: a key is the same in either kind of quotes,
/// and without.
pub fn without_quotes(name: &[u8]) -> &[u8] {
    let name = name.strip_suffix(b"?").unwrap_or(name);
    let inner = |quote: &[u8]| name.strip_prefix(quote)?.strip_suffix(quote);
    inner(b"\"").or_else(|| inner(b"'")).unwrap_or(name)
}

/// Where the sign stands that gives the entry `line` a value: one of `:`, `=`, `==`, `=>`, `:=`, and as versions have it.
fn sign(line: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at < line.len() {
        let (before, next) = (line[at - 1], line.get(at + 1).copied());
        match line[at] {
            b':' if next == Some(b':') => at += 1,
            b':' => {
                let is_key = matches!(before, b'"' | b'\'');
                let is_open = next.is_none_or(|next| next.is_ascii_whitespace() || next == b'=');
                return (is_key || is_open).then_some(at);
            }
            b'=' => {
                let compared = line[..at].iter().rev();
                let compared = compared.take_while(|byte| b"<>~!".contains(byte)).count();
                let is_sum = b"+-*/%&|^".contains(&before);
                return (!is_sum).then_some(at - compared);
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether one of `ours` and one of `theirs` have the same name and say something else of it.
pub fn has_same_name(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let known: HashMap<&[u8], &[u8], FixedState> = ours.iter().filter_map(named).collect();
    let mut others = theirs.iter().filter_map(named);
    others.any(|(name, line)| known.get(name).is_some_and(|known| *known != line))
}

/// The name of the entry on `line`, and all that stands there.
fn named<'l>(line: &&'l [u8]) -> Option<(&'l [u8], &'l [u8])> {
    Some((without_quotes(name(line)?.name), line.trim_ascii()))
}

/// Whether one of `ours` and one of `theirs` begin with the same word and say something else, in a list of which the lines
/// `beside` begin with others.
pub fn has_same_head(ours: &[&[u8]], theirs: &[&[u8]], beside: &[&[u8]]) -> bool {
    // Of a line of words the first says little, but of two.
    fn head<'l>(line: &&'l [u8]) -> &'l [u8] {
        let line = line.trim_ascii();
        let column = line.split(|byte| *byte == b',').next().unwrap_or(line);
        let mut words = column.split(u8::is_ascii_whitespace);
        let first = words.next().unwrap_or_default();
        match words.filter(|word| !word.is_empty()).count() {
            0 if column.len() < line.len() => column,
            1 if column.len() == line.len() => first,
            _ => b"",
        }
    }
    let is_known = |word: &[u8]| beside.iter().any(|line| head(line) == word);
    ours.iter().any(|own| {
        let word = head(own);
        let mut others = theirs
            .iter()
            .filter(|other| other.trim_ascii() != own.trim_ascii());
        text::is_telling(word) && !is_known(word) && others.any(|other| head(other) == word)
    })
}

/// Whether each side goes on with the numbers of an enumeration where the line `above` ends, so that two of its names have
/// one.
pub fn has_same_number(ours: &[&[u8]], theirs: &[&[u8]], above: &[u8]) -> bool {
    let next = number(above).and_then(|last| last.checked_add(1));
    let goes_on =
        |lines: &[&[u8]]| next.is_some() && lines.first().and_then(|line| number(line)) == next;
    goes_on(ours) && goes_on(theirs)
}

/// The number that the entry on `line` is given, if that is all that it is given.
fn number(line: &[u8]) -> Option<u64> {
    let name = name(line).filter(|entry| entry.sign == b'=')?.name;
    let line = line.trim_ascii();
    let value = line[name.len()..].trim_ascii_start().strip_prefix(b"=")?;
    let value = value.trim_ascii();
    let value = value
        .strip_suffix(b",")
        .or(value.strip_suffix(b";"))
        .unwrap_or(value);
    str::from_utf8(value).ok()?.parse().ok()
}

/// Whether both have an entry of one key on their outermost level, of which there can be one.
pub fn has_same_key(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let telling = |line: &&&[u8]| text::is_telling(line);
    let outer = ours.iter().chain(theirs).filter(telling);
    let outer = outer.map(|line| text::indent_of(line).len()).min();
    let is_outer = |line: &&&[u8]| Some(text::indent_of(line).len()) == outer;
    let keys = ours.iter().filter(is_outer).filter_map(key);
    let keys: HashSet<&[u8], FixedState> = keys.collect();
    let mut others = theirs.iter().filter(is_outer).filter_map(key);
    others.any(|other| keys.contains(other)) || has_same_member(ours, theirs)
}

/// Whether a line of one side and one of the other are the same member of an enumeration.
fn has_same_member(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    fn members<'s, 'l>(lines: &'s [&'l [u8]]) -> impl Iterator<Item = &'l [u8]> + 's {
        lines
            .iter()
            .filter_map(|line| line.trim_ascii().strip_suffix(b","))
    }
    let known: Vec<&[u8]> = members(ours).collect();
    members(theirs).any(|other| known.iter().any(|own| is_same_member(own, other)))
}

/// Whether one of two members of a list is a name alone, as `Closed`, and the other has more behind it, as `Closed(u32)`.
pub fn is_same_member(one: &[u8], two: &[u8]) -> bool {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    let name = |text: &[u8]| text.iter().take_while(is_word).count();
    let (own, other) = (name(one), name(two));
    own > 0 && one[..own] == two[..other] && (own == one.len() || other == two.len())
}

/// Whether nothing reaches one of two blocks of lines if it stands behind the other: that ends with a jump.
pub fn is_cut_off(ours: &[&[u8]], theirs: &[&[u8]]) -> bool {
    let cuts = |first: &[&[u8]], second: &[&[u8]]| {
        let is_filled = |line: &&&[u8]| !line.trim_ascii().is_empty();
        let both = first
            .iter()
            .rfind(is_filled)
            .zip(second.iter().find(is_filled));
        both.is_some_and(|(last, next)| {
            text::indent_of(last) == text::indent_of(next) && is_jump(last)
        })
    };
    cuts(ours, theirs) || cuts(theirs, ours)
}

/// Whether `line` ends the block that it is in.
pub fn is_jump(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    JUMPS.iter().any(|word| {
        let rest = line.strip_prefix(*word);
        rest.is_some_and(|rest| rest.first().is_none_or(|next| b" ;(".contains(next)))
    })
}

#[cfg(test)]
mod tests {
    use super::{is_cut_off, name};
    use incise_text::text::slices;

    #[test]
    fn an_entry_is_called_what_stands_before_its_value() {
        for (line, called) in [
            ("  \"lodash\": \"^4.0.0\",", Some("\"lodash\"")),
            ("\"a\":1", Some("\"a\"")),
            ("serde = \"1\"", Some("serde")),
            ("requests>=2.1", Some("requests")),
            ("click==8.0", Some("click")),
            ("Kind::Big => 1,", Some("Kind::Big")),
            ("Some(1) => 1,", Some("Some(1)")),
            (":alpha => 1", Some(":alpha")),
            ("name :=  1", Some("name")),
            ("3. three", Some("3")),
            ("pub size: u8,", Some("pub size")),
            ("use a::b;", None),
            ("- name: a", None),
            ("<a href=\"x\">", None),
            ("\"http://a.org\",", None),
            ("http://a.org", None),
            ("f(a=1)", None),
            ("count += 1", None),
            ("import a", None),
            ("10:20 was late", None),
        ] {
            let found = name(line.as_bytes()).map(|entry| entry.name);
            assert_eq!(found, called.map(str::as_bytes), "{line}");
        }
    }

    #[test]
    fn behind_a_jump_nothing_is_reached_on_its_level() {
        let cut = |ours: &[&str], theirs: &[&str]| is_cut_off(&slices(ours), &slices(theirs));
        assert!(cut(&["  return 1;"], &["  b();"]));
        assert!(cut(&["  b();"], &["  return;"]));
        assert!(!cut(&["if a:", "    return 1"], &["if b:", "    return 2"]));
        assert!(!cut(&["  returned();"], &["  b();"]));
    }
}
