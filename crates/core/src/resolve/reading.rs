//! Chooses between two readings of new lines: as given, and shifted to the indentation of their location.
//!
//! The surrounding lines do not always show the intended reading. In a supported language, the reading that parses is
//! used if the other does not. Otherwise the lines are used as given if a part after a blank line begins at another
//! column. Such a part is a definition, a heading or a tag. A section of an INI file and a rule of a Makefile need no
//! blank line.

use std::ffi::OsStr;
use std::path::Path;

use super::FileText;
use super::key;
use super::locate::{contents, indent_of, lines_in, lines_of, trim};
use super::place::evidence::definition;
use super::shifted_strings::{LARGEST, refuse_shifted_strings};
use crate::change::ChangeSet;
use crate::refusal::Reason;
use crate::syntax::{self, has_language};
use crate::text::{Span, is_telling};

/// The most changes of one file that are parsed. Later changes are judged without parsing.
const MAX_PARSED: usize = 16;

/// A reading of the indentation of new lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The lines are inserted as given.
    Given,
    /// The lines are shifted to the indentation of their location.
    Shifted,
}

pub(super) struct Readings<'a> {
    file: FileText<'a>,
    /// The number of changes that may still be parsed.
    parses_left: usize,
}

impl<'a> Readings<'a> {
    pub(super) fn new(file: FileText<'a>) -> Self {
        Self {
            file,
            parses_left: MAX_PARSED,
        }
    }

    fn has_language(&self) -> bool {
        let text = self.file.bytes();
        text.len() <= LARGEST && has_language(self.file.path, text)
    }

    /// The intended reading, or `None` without evidence. `usual` is the reading that the surrounding lines show.
    pub(super) fn choose(
        &mut self,
        given: &ChangeSet,
        shifted: &ChangeSet,
        usual: Option<Reading>,
        new: &NewLines<'_>,
    ) -> Option<Reading> {
        if self.parses_left > 0 && self.has_language() {
            self.parses_left -= 1;
            let given_parses = self.parses(given);
            if given_parses && usual == Some(Reading::Given) {
                return usual;
            }
            match (given_parses, self.parses(shifted)) {
                (true, false) => return Some(Reading::Given),
                (false, true) => return Some(Reading::Shifted),
                _ => {}
            }
        }
        if new.has_part_outside_block(self.file.path, self.file.bytes()) {
            return Some(Reading::Given);
        }
        if usual == Some(Reading::Given) || !new.has_line_to_be_joined(self.file.path) {
            return usual;
        }
        if new.begins_outer_part(self.file.path, self.file.bytes()) {
            Some(Reading::Given)
        } else {
            None
        }
    }

    /// Refuses `shifted` if it shifts a line inside a string of the new lines.
    pub(super) fn refuse_shifted_strings(
        &self,
        shifted: &ChangeSet,
        new: &NewLines<'_>,
    ) -> Result<(), Reason> {
        let lines = contents(new.new);
        let places = std::iter::once(new.place);
        refuse_shifted_strings(shifted, self.file, &lines, places)
    }

    /// True if the language of the file is supported and `changes` add no syntax errors.
    pub(super) fn parses(&self, changes: &ChangeSet) -> bool {
        let before = self.file.bytes();
        let after = changes.apply(before).unwrap_or_default();
        self.has_language()
            && syntax::added_errors(self.file.path, before, &after).is_ok_and(|new| new.is_empty())
    }
}

/// The new lines of a request, and the lines that they replace.
pub(super) struct NewLines<'r> {
    pub(super) old: &'r [u8],
    pub(super) new: &'r [u8],
    /// The replaced bytes of the file.
    pub(super) place: Span,
    /// The indentation of the first replaced line in the file.
    pub(super) indent: &'r [u8],
}

impl NewLines<'_> {
    /// True if a part after a blank line is outside the block of the location if it is inserted as given. Exceptions:
    /// a definition with a sibling in the old text, and a part after which the block continues.
    fn has_part_outside_block(&self, path: &Path, text: &[u8]) -> bool {
        let new = contents(self.new);
        for (number, line) in new.iter().enumerate().skip(1) {
            let indent = indent_of(line);
            if is_blank(line) || !is_blank(new[number - 1]) || indent.starts_with(self.indent) {
                continue;
            }
            if begins_part_below(&new[number..], path)
                && !self.has_sibling(indent)
                && !self.returns_to_block(&new[number..], indent)
                && !self.splits_block(indent, &new, text)
            {
                return true;
            }
        }
        false
    }

    /// True if a shift would join a line in the first column to the value or recipe above it. The line is a section, an
    /// entry (unless the old text has entries too), or a line of a Makefile that is not a recipe.
    fn has_line_to_be_joined(&self, path: &Path) -> bool {
        let joins = key::joins_deeper_lines(path);
        let has_entry = lines_of(self.old).any(|line| is_entry(trim(line.content)));
        for line in self.outer_lines() {
            let is_new_entry = joins && !has_entry && is_entry(line);
            if is_new_entry || is_outer_part(line, path) {
                return true;
            }
        }
        false
    }

    /// True if a line in the first column begins a section or a part of a Makefile, and the block does not continue.
    fn begins_outer_part(&self, path: &Path, text: &[u8]) -> bool {
        let new = contents(self.new);
        let first = self.outer_lines().next();
        first.is_some_and(|line| is_outer_part(line, path)) && !self.splits_block(b"", &new, text)
    }

    /// The new lines in the first column, except for the first new line, whose indentation is in the file.
    fn outer_lines(&self) -> impl Iterator<Item = &[u8]> {
        lines_of(self.new)
            .skip(1)
            .map(|line| line.content)
            .filter(|line| !is_blank(line) && indent_of(line).is_empty())
    }

    /// True if the old text also has a definition at `indent`.
    fn has_sibling(&self, indent: &[u8]) -> bool {
        let mut old = lines_of(self.old).map(|line| line.content);
        old.any(|line| indent_of(line) == indent && begins_definition(trim(line)))
    }

    /// True if one of `lines` at `indent` is a line of the old text or a `return`, and so belongs to the block.
    fn returns_to_block(&self, lines: &[&[u8]], indent: &[u8]) -> bool {
        for line in lines {
            if indent_of(line) != indent {
                continue;
            }
            let content = trim(line);
            if content == b"return" || content.starts_with(b"return ") {
                return true;
            }
            if is_telling(content) && lines_of(self.old).any(|old| trim(old.content) == content) {
                return true;
            }
        }
        false
    }

    /// True if deeper lines follow the location in `text`: they would move from the block into a new part at `indent`.
    fn splits_block(&self, indent: &[u8], new: &[&[u8]], text: &[u8]) -> bool {
        let last = new.iter().rev().find(|line| !is_blank(line));
        if last.is_some_and(|last| trim(last).ends_with(b"{") || trim(last).ends_with(b":")) {
            return false;
        }
        let rest = Span::of_len(self.place.end(), text.len() - self.place.end());
        let next = lines_in(text, rest).find(|line| !is_blank(line.content));
        next.is_some_and(|next| indent_of(next.content).len() > indent.len())
    }
}

/// True if the first of `lines` begins a part, or comments or attributes of a part in the same column.
fn begins_part_below(lines: &[&[u8]], path: &Path) -> bool {
    const ABOVE: [&[u8]; 6] = [b"//", b"/*", b"*", b"#[", b"# ", b"@"];
    let Some(first) = lines.first() else {
        return false;
    };
    for line in lines {
        if begins_part(line, path) {
            return indent_of(line) == indent_of(first);
        }
        if !ABOVE.iter().any(|start| trim(line).starts_with(start)) {
            return false;
        }
    }
    false
}

/// Words that begin a definition and are not followed by its name.
const DEFINING_WORDS: [&[u8]; 5] = [b"impl", b"mod", b"type", b"macro_rules!", b"template"];

/// True if `line` begins a definition, a section or an element in the file at `path`.
fn begins_part(line: &[u8], path: &Path) -> bool {
    let content = trim(line);
    begins_definition(content) || is_heading(content, path) || is_tag(content) || is_label(content)
}

fn begins_definition(content: &[u8]) -> bool {
    let mut words = content.split(|byte| matches!(byte, b' ' | b'<' | b'('));
    definition::name(content).is_some()
        || words
            .next()
            .is_some_and(|word| DEFINING_WORDS.contains(&word))
}

/// True for `## Heading` in prose, and for `[section]`.
fn is_heading(content: &[u8], path: &Path) -> bool {
    const PROSE: [&str; 4] = ["md", "markdown", "mdx", "txt"];
    let extension = path.extension().and_then(OsStr::to_str);
    let is_prose = extension.is_none_or(|extension| PROSE.contains(&extension));
    let level = content.iter().take_while(|byte| **byte == b'#').count();
    if is_prose && level > 0 && content.get(level) == Some(&b' ') {
        return true;
    }
    let mut bytes = content.iter();
    content.len() > 2
        && content.starts_with(b"[")
        && content.ends_with(b"]")
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"._-\"[] ".contains(byte))
}

/// True if `line`, in the first column, begins a section of an INI file, or is a Makefile line other than a recipe.
fn is_outer_part(line: &[u8], path: &Path) -> bool {
    if is_makefile(path) {
        return is_make_statement(line);
    }
    key::has_sections(path) && line.starts_with(b"[") && trim(line).ends_with(b"]")
}

fn is_makefile(path: &Path) -> bool {
    let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    matches!(name, "Makefile" | "makefile" | "GNUmakefile") || name.ends_with(".mk")
}

/// True for a rule, an assignment or a directive of make that is not a shell command.
fn is_make_statement(line: &[u8]) -> bool {
    const DIRECTIVES: [&[u8]; 9] = [
        b"ifeq",
        b"ifneq",
        b"ifdef",
        b"ifndef",
        b"endif",
        b"include",
        b"-include",
        b"define",
        b"endef",
    ];
    const ASSIGNS: [&[u8]; 5] = [b"=", b":=", b"?=", b"+=", b"::="];
    let mut words = line.split(u8::is_ascii_whitespace);
    let first = words.next().unwrap_or_default();
    let is_rule = first.len() > 1 && first.ends_with(b":");
    is_rule
        || DIRECTIVES.contains(&first)
        || words.next().is_some_and(|word| ASSIGNS.contains(&word))
}

/// True for `name = value`, `name =` and `name: value`.
fn is_entry(content: &[u8]) -> bool {
    let Some(at) = content.iter().position(|byte| matches!(byte, b'=' | b':')) else {
        return false;
    };
    let (name, rest) = content.split_at(at);
    let is_assignment = match rest {
        [b'=', b'=', ..] => false,
        [b'=', ..] | [b':'] | [b':', b' ', ..] => true,
        _ => false,
    };
    let name = trim(name);
    is_assignment
        && !name.is_empty()
        && name
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(byte))
}

/// True for `<name`, `</name` and `<!--`.
fn is_tag(content: &[u8]) -> bool {
    match content {
        [b'<', b'/' | b'!', ..] => true,
        [b'<', letter, ..] => letter.is_ascii_alphabetic(),
        _ => false,
    }
}

/// True for a word that ends in a colon, such as a target or a key.
fn is_label(content: &[u8]) -> bool {
    const CLAUSES: [&[u8]; 4] = [b"finally", b"except", b"default", b"ensure"];
    let Some(name) = content.strip_suffix(b":") else {
        return false;
    };
    let mut bytes = name.iter();
    !name.is_empty()
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || b"._-/%".contains(byte))
        && !CLAUSES.contains(&name)
        && !definition::is_control(name)
}

fn is_blank(line: &[u8]) -> bool {
    trim(line).is_empty()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{FileText, NewLines, Reading, Readings};
    use crate::change::ChangeSet;
    use crate::snapshot::Snapshot;
    use crate::table::rows;
    use crate::text::Span;

    /// The lines `new` in place of the first `old` in `text`.
    fn lines<'r>(text: &'r str, old: &'r str, new: &'r str) -> NewLines<'r> {
        let start = text.find(old).unwrap();
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        NewLines {
            old: old.as_bytes(),
            new: new.as_bytes(),
            place: Span::of_len(start, old.len()),
            indent: &text.as_bytes()[line..start],
        }
    }

    /// True if `new`, in place of the first `old` in `text`, leaves the block.
    fn leaves(path: &str, text: &str, old: &str, new: &str) -> bool {
        lines(text, old, new).has_part_outside_block(Path::new(path), text.as_bytes())
    }

    /// The reading of `new` in place of `old` in `text`, if the surrounding lines show that it is shifted.
    fn reading(path: &str, text: &str, old: &str, new: &str) -> Option<Reading> {
        let now = Snapshot::of_text(text.to_owned());
        let given = ChangeSet::over(now.bytes(), []).unwrap();
        let usual = Some(Reading::Shifted);
        let new = lines(text, old, new);
        Readings::new(FileText::new(Path::new(path), &now)).choose(&given, &given, usual, &new)
    }

    #[test]
    fn no_part_is_shifted_into_a_value_or_a_recipe() {
        let (given, shifted) = (Some(Reading::Given), Some(Reading::Shifted));
        let (ini, make) = ("[a]\nx =\n  one\n", "all:\n\techo hi\n");
        let (long_ini, long_make) = ("x =\n  one\n  two\n", "all:\n\techo hi\n\techo ho\n");
        for (path, text, old, new, wanted) in [
            ("tox.ini", ini, "one", "one\n[b:c]\ny = 1", given),
            ("tox.ini", ini, "one", "one\ntwo", shifted),
            ("tox.ini", ini, "one", "one\ny = 1", None),
            ("tox.ini", ini, "one", "one\na==1\nhttps://b", shifted),
            (
                "tox.ini",
                "x =\n  a = 1\n",
                "a = 1",
                "a = 1\nb = 2",
                shifted,
            ),
            ("tox.ini", long_ini, "one", "one\n[b]", None),
            ("a.service", "  A=b\n", "A=b", "A=b\n[C]\nD=e", given),
            ("a.service", "  A=b\n", "A=b", "A=b\nD=e", shifted),
            ("a.txt", ini, "one", "one\n[b]\ny = 1", shifted),
            ("Makefile", make, "echo hi", "echo hi\n.PHONY: all", given),
            (
                "Makefile",
                make,
                "echo hi",
                "echo hi\nclean:\n\trm x",
                given,
            ),
            ("a/b.mk", make, "echo hi", "echo hi\nX := 1", given),
            ("Makefile", make, "echo hi", "echo hi\nendif", given),
            ("Makefile", make, "echo hi", "echo hi\necho ho", shifted),
            ("Makefile", make, "echo hi", "echo hi\n: a", shifted),
            (
                "Makefile",
                long_make,
                "echo hi",
                "echo hi\n.PHONY: all",
                None,
            ),
            ("Makefile", long_make, "echo hi", "echo hi\nb:", given),
        ] {
            assert_eq!(reading(path, text, old, new), wanted, "{path}: {new}");
        }
    }

    #[test]
    fn a_separate_part_after_a_blank_line_leaves_the_block() {
        for [path, text, old, new] in rows(
            r"
            a.py | def f():\n    x = 1\n    return x\n | return x | return x\n\n\ndef g():\n    return 2
            a.py | def f():\n    x = 1\n    return x\n | return x | return x\n\n# why\n@cache\ndef g():\n    return 2
            a.rs | fn f() {\n    x()\n}\n | x() | x()\n}\n\nfn g() {\n    y()
            a.rs | fn f() {\n    x()\n}\n | x() | x()\n}\n\n/// Y.\nimpl G {\n    y()
            a.rs | fn f() {\n    x();\n    y();\n}\n | x(); | x();\n}\n\nfn g() {
            a.md | - a\n  - b\n | - b | - b\n\n## C
            a.toml | \s a = 1\n | a = 1 | a = 1\n\n[b.c]\nd = 2
            a.html | <p>\n  a\n | a | a\n\n<div>\n
            Makefile | all:\n\tcc\n | cc | cc\n\nclean:\n\trm
            a.py | class A:\n    def f(self):\n        x\n | x | x\n\n    def g(self):\n        y
            ",
        ) {
            assert!(leaves(path, text, old, new), "{path}: {new}");
        }
    }

    #[test]
    fn other_lines_stay_in_the_block() {
        for [path, text, old, new] in rows(
            r"
            a.py | def f():\n    x = 1\n    return x\n | return x | return x\ndef g():\n    return 2
            a.py | def f():\n    x = 1\n    return x\n | return x | return x\n\ny = 2
            a.py | def f():\n    x = 1\n    return x\n | return x | return x\n\n# why\ny = 2
            a.py | def f():\n    x = 1\n    return x\n | return x | if x:\n    return 1\n\nelse:\n    y()
            // The lines after the definition belong to the function again.
            a.py | def f():\n    x = 1\n    return x\n | return x
            | def g():\n    return 2\n\ndef h():\n    return 3\n\nreturn x
            a.py | def f():\n    x = 1\n    return x\n | return x | y = x\n\ndef g():\n    return 2\nreturn g()
            // The block continues.
            a.py | def f():\n    x = 1\n    return x\n | x = 1 | x = 1\n\ndef g():\n    return 2
            // The old text is a sibling.
            a.py | class A:\n    def f(self): pass\n | def f(self): pass | def f(self): pass\n\ndef g(self): pass
            a.rs | fn f() {\n    x()\n}\n | x() | x()\n\n    fn g() {}
            ",
        ) {
            assert!(!leaves(path, text, old, new), "{path}: {new}");
        }
    }
}
