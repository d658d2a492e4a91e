//! The replacement for a match of an expression, with groups and case escapes.
//!
//! `$1`, `${name}` and `$$` work as in the `regex` crate. If case escapes are enabled, `\U`, `\L`, `\u`, `\l` and
//! `\E` work as in GNU `sed`.

use std::fmt;
use std::iter::Peekable;

use bytes::Bytes;

use crate::refusal::Reason;
use crate::request::Replace;

/// A parsed replacement.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::resolve) struct Template {
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Literal(Vec<u8>),
    Group(Group),
    /// `\U`, `\L` or `\E`: the case of all following letters.
    FollowingCase(Option<Case>),
    /// `\u` or `\l`: the case of the next letter.
    NextCase(Case),
}

/// A group of an expression.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Group {
    /// Group 0 is the whole match.
    Number(usize),
    Name(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Case {
    Upper,
    Lower,
}

impl Template {
    /// Parses the new text of `action`.
    ///
    /// # Errors
    /// `BadRequest` for a backslash that is not a case escape, if `action` enables case escapes.
    pub(in crate::resolve) fn parse(action: &Replace) -> Result<Self, Reason> {
        let mut reader = Reader {
            parts: Vec::new(),
            literal: Vec::new(),
        };
        let mut bytes = action.new.iter().copied().peekable();
        while let Some(byte) = bytes.next() {
            match byte {
                b'$' => reader.read_dollar(&mut bytes, &action.new),
                b'\\' if action.has_case_escapes => reader.read_escape(bytes.next())?,
                _ => reader.literal.push(byte),
            }
        }
        reader.end_literal();
        Ok(Self {
            parts: reader.parts,
        })
    }

    pub(super) fn groups(&self) -> impl Iterator<Item = &Group> {
        self.parts.iter().filter_map(|part| match part {
            Part::Group(group) => Some(group),
            _ => None,
        })
    }

    /// The replacement with the text of each group. A group that took no part in the match is empty.
    pub(super) fn fill<'t>(&self, text_of: impl Fn(&Group) -> Option<&'t [u8]>) -> Bytes {
        let mut out = Cased::default();
        for part in &self.parts {
            match part {
                Part::Literal(text) => out.push(text),
                Part::Group(group) => out.push(text_of(group).unwrap_or_default()),
                Part::FollowingCase(case) => out.following = *case,
                Part::NextCase(case) => out.next = Some(*case),
            }
        }
        out.text.into()
    }
}

struct Reader {
    parts: Vec<Part>,
    literal: Vec<u8>,
}

impl Reader {
    fn end_literal(&mut self) {
        if !self.literal.is_empty() {
            self.parts
                .push(Part::Literal(std::mem::take(&mut self.literal)));
        }
    }

    fn push(&mut self, part: Part) {
        self.end_literal();
        self.parts.push(part);
    }

    /// Reads a group after a dollar sign. `rest` is the unread end of `new`.
    fn read_dollar(&mut self, rest: &mut Peekable<impl ExactSizeIterator<Item = u8>>, new: &[u8]) {
        let after = &new[new.len() - rest.len()..];
        let (name, len) = match after {
            [b'$', ..] => {
                rest.next();
                return self.literal.push(b'$');
            }
            [b'{', braced @ ..] => match memchr::memchr(b'}', braced) {
                Some(end) => (&braced[..end], end + 2),
                None => return self.literal.push(b'$'),
            },
            _ => {
                let len = after
                    .iter()
                    .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
                    .count();
                (&after[..len], len)
            }
        };
        match (std::str::from_utf8(name), len.checked_sub(1)) {
            (Ok(name), Some(last)) => {
                self.push(Part::Group(Group::parse(name)));
                rest.nth(last);
            }
            _ => self.literal.push(b'$'),
        }
    }

    fn read_escape(&mut self, letter: Option<u8>) -> Result<(), Reason> {
        let part = match letter {
            Some(b'U') => Part::FollowingCase(Some(Case::Upper)),
            Some(b'L') => Part::FollowingCase(Some(Case::Lower)),
            Some(b'E') => Part::FollowingCase(None),
            Some(b'u') => Part::NextCase(Case::Upper),
            Some(b'l') => Part::NextCase(Case::Lower),
            Some(b'\\') => {
                self.literal.push(b'\\');
                return Ok(());
            }
            other => {
                let letter = other.map(|byte| byte.escape_ascii().to_string());
                return Err(Reason::bad_request(
                    format!("`\\{}` is not a case escape", letter.unwrap_or_default()),
                    r"`\U`, `\L`, `\u`, `\l` and `\E` are; `\\` is a backslash, `$1` a group",
                ));
            }
        };
        self.push(part);
        Ok(())
    }
}

impl fmt::Display for Group {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(out, "{number}"),
            Self::Name(name) => out.write_str(name),
        }
    }
}

impl Group {
    fn parse(name: &str) -> Self {
        match name.parse() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Name(name.to_owned()),
        }
    }
}

/// A text that applies the current case to each letter when it is added.
#[derive(Default)]
struct Cased {
    text: Vec<u8>,
    following: Option<Case>,
    next: Option<Case>,
}

impl Cased {
    fn push(&mut self, text: &[u8]) {
        if self.following.is_none() && self.next.is_none() {
            return self.text.extend_from_slice(text);
        }
        for chunk in text.utf8_chunks() {
            chunk
                .valid()
                .chars()
                .for_each(|letter| self.push_letter(letter));
            self.text.extend_from_slice(chunk.invalid());
        }
    }

    fn push_letter(&mut self, letter: char) {
        let cased = match self.next.take().or(self.following) {
            Some(Case::Upper) => letter.to_uppercase().to_string(),
            Some(Case::Lower) => letter.to_lowercase().to_string(),
            None => letter.to_string(),
        };
        self.text.extend_from_slice(cased.as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::{Group, Template};
    use crate::request::Find;
    use crate::request::{Fix, Indent, Pick, Replace};

    /// Fills `new` with the groups `$0` = `oneTwo`, `$1` = `one` and `${two}` = `Two`. `Err` if `new` does not parse.
    fn filled(new: &'static str, has_case_escapes: bool) -> Result<String, ()> {
        let action = Replace {
            find: Find::literal("x"),
            new: Bytes::from(new),
            pick: Pick::Only,
            fix: Fix::default(),
            indent: Indent::default(),
            has_case_escapes,
        };
        let text_of = |group: &Group| match group {
            Group::Number(0) => Some(&b"oneTwo"[..]),
            Group::Number(1) => Some(&b"one"[..]),
            Group::Name(name) if name == "two" => Some(&b"Two"[..]),
            _ => None,
        };
        let template = Template::parse(&action).map_err(|_| ())?;
        Ok(String::from_utf8_lossy(&template.fill(text_of)).into_owned())
    }

    #[test]
    fn groups_are_those_of_the_regex_crate() {
        let texts = [
            "$1", "${1}x", "$1x", "$two-", "${two}", "$$1", "$", "a$", "${", "${two", "${}",
            "$ $-", "$9", "x$0y$$", "\\U$1", "\\$1",
        ];
        let regex = regex::bytes::Regex::new("(?<one>one)(?<two>Two)").unwrap();
        let captures = regex.captures(b"oneTwo").unwrap();
        for text in texts {
            let mut expected = Vec::new();
            captures.expand(text.as_bytes(), &mut expected);
            assert_eq!(filled(text, false).unwrap().as_bytes(), expected, "{text}");
        }
    }

    #[test]
    fn letters_get_the_requested_case() {
        let cases = [
            ("\\U$1\\E-$1", "ONE-one"),
            ("\\u$1 \\l${two}", "One two"),
            ("\\u\\L$0", "Onetwo"),
            ("\\L\\u$0\\E$0", "OnetwooneTwo"),
            ("\\Ustraße é", "STRASSE É"),
            ("a\\\\U$1", "a\\Uone"),
            ("\\U\\E$0", "oneTwo"),
            ("\\u$9$1", "One"),
            ("x\\u", "x"),
        ];
        for (new, text) in cases {
            assert_eq!(filled(new, true).as_deref(), Ok(text), "{new}");
            assert_ne!(filled(new, false).as_deref(), Ok(text), "{new}");
        }
        for new in ["\\n", "\\1", "a\\", "\\&", "\\\n"] {
            assert!(filled(new, true).is_err(), "{new}");
            assert!(filled(new, false).is_ok(), "{new}");
        }
    }
}
