//! Lines that import names from somewhere, in the forms that most languages have.

use super::versions::{is_word, told_words};

/// What may stand between two words of a line that begins with `import`; other words in a row are prose.
const CONNECTING: [&[u8]; 8] = [
    b"import",
    b"static",
    b"type",
    b"from",
    b"as",
    b"qualified",
    b"hiding",
    b"typeof",
];

/// A line that imports, and the names that it imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportLine<'t> {
    /// The line up to its first name.
    open: &'t [u8],
    /// The names, each as it is written: `a`, `a as b`; none where the line says only what it imports from.
    pub names: Vec<&'t [u8]>,
    /// The rest of the line, its ending included.
    close: &'t [u8],
    /// Whether more names can be put beside them.
    pub is_list: bool,
}

impl<'t> ImportLine<'t> {
    /// `line`, if it imports and is whole.
    pub fn read(line: &'t [u8]) -> Option<Self> {
        let told: Vec<&[u8]> = told_words(line).collect();
        let count = |signs: &[&[u8]]| told.iter().filter(|word| signs.contains(word)).count();
        if !imports(&told) || count(&[b"(", b"{"]) != count(&[b")", b"}"]) {
            return None;
        }
        let whole = Self {
            open: line.trim_ascii_end(),
            names: Vec::new(),
            close: &line[line.trim_ascii_end().len()..],
            is_list: false,
        };
        // What a comment says of a line is about all of it.
        let is_comment = told
            .windows(2)
            .skip(1)
            .any(|pair| matches!(pair, [b"/", b"/" | b"*"] | [b"-", b"-"]) || pair[0] == b"#");
        let named = (!is_comment).then(|| Self::named(line, &told)).flatten();
        Some(named.unwrap_or(whole))
    }

    /// `line`, which has the words `told`, if its names can be told.
    fn named(line: &'t [u8], told: &[&'t [u8]]) -> Option<Self> {
        let offset = |word: &[u8]| word.as_ptr() as usize - line.as_ptr() as usize;
        let end = |word: &[u8]| offset(word) + word.len();
        let only = |sign: &[u8]| {
            let mut places = told.iter().filter(|word| **word == sign);
            let place = places.next()?;
            places.next().is_none().then_some(*place)
        };
        let (start, stop, is_list) = if let (Some(open), Some(close)) = (only(b"{"), only(b"}")) {
            (end(open), offset(close), true)
        } else if told[0] == b"from" {
            let import = only(b"import")?;
            match (only(b"("), only(b")")) {
                (Some(open), Some(close)) => (end(open), offset(close), true),
                _ => (end(import), line.trim_ascii_end().len(), true),
            }
        } else {
            // The `crate` of `pub(crate)` is none of what is imported.
            let own = if told.starts_with(&[b"pub", b"("]) {
                4
            } else {
                0
            };
            let is_path = |word: &&[u8]| matches!(**word, [b':' | b'.' | b'\\']);
            let is_other = |word: &&[u8]| matches!(**word, [b'"' | b'\'' | b'<' | b'(']);
            if told.contains(&&b","[..]) || told[own..].iter().any(is_other) {
                return None;
            }
            let last = told.iter().rfind(|word| is_path(word))?;
            let stop = line.trim_ascii_end();
            let stop = stop.strip_suffix(b";").unwrap_or(stop).trim_ascii_end();
            (end(last), stop.len(), false)
        };
        let inside = line.get(start..stop)?;
        let names = inside.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        let names: Vec<&[u8]> = names.filter(|name| !name.is_empty()).collect();
        let (first, last) = (names.first()?, names.last()?);
        let is_plain = |name: &&[u8]| {
            // A wildcard, or what takes the rest, has a place of its own in a list.
            let is_wild = matches!(**name, [b'*' | b'_']) || name.starts_with(b"...");
            !is_wild && !name.iter().any(|byte| b"{}()".contains(byte))
        };
        names.iter().all(is_plain).then(|| Self {
            open: &line[..offset(first)],
            close: &line[end(last)..],
            names: names.clone(),
            is_list,
        })
    }

    /// Whether the line imports one thing besides its names, as `import a, { b } from 'c'` does.
    pub fn has_default(&self) -> bool {
        self.is_list && self.open.contains(&b',')
    }

    /// The words and signs that say where the names come from, and how: those of all the line but for its names and the
    /// signs of a list.
    pub fn source(&self) -> Vec<&'t [u8]> {
        let told = told_words(self.open).chain(told_words(self.close));
        if self.names.is_empty() && !self.is_list {
            return told.collect();
        }
        let is_list = |word: &&[u8]| matches!(**word, [b'{' | b'}' | b'(' | b')' | b',']);
        told.filter(|word| !is_list(word)).collect()
    }

    /// It with other names.
    pub fn with(&self, names: &[&'t [u8]]) -> Self {
        Self {
            names: names.to_vec(),
            ..self.clone()
        }
    }

    /// The line, its names parted alike.
    pub fn text(&self) -> Vec<u8> {
        [self.open, &self.names.join(&b", "[..]), self.close].concat()
    }
}

/// What a program calls something that it imports as `name`.
pub fn local_name(name: &[u8]) -> Option<&[u8]> {
    told_words(name).last()
}

/// Whether a line of these words imports.
fn imports(told: &[&[u8]]) -> bool {
    let ends = |sign: &[u8]| told.last() == Some(&sign);
    let is_quote = |word: &&[u8]| matches!(**word, [b'"'] | [b'\'']);
    let is_prose = |pair: &[&[u8]]| {
        pair.iter().all(|word| is_word(word)) && !pair.iter().any(|word| CONNECTING.contains(word))
    };
    match told {
        [b"import", rest @ ..] => !rest.is_empty() && !told.windows(2).any(is_prose),
        [b"from", rest @ ..] => rest.contains(&&b"import"[..]),
        [b"use" | b"using", ..] => ends(b";"),
        [b"pub", b"use", ..] | [b"pub", b"(", _, b")", b"use", ..] => ends(b";"),
        [b"extern", b"crate", ..] => ends(b";"),
        [b"require" | b"require_relative", next, ..] => is_quote(next) || *next == b"(",
        [b"java_import", ..] => told.len() > 1,
        [b"#", b"include" | b"import", next, ..] => is_quote(next) || *next == b"<",
        [b"export", rest @ ..] => {
            rest.contains(&&b"from"[..]) && (is_quote(&rest[rest.len() - 1]) || ends(b";"))
        }
        [b"const" | b"let" | b"var", rest @ ..] => {
            let called = |pair: &[&[u8]]| pair == [&b"require"[..], b"("];
            rest.windows(2).any(called) && (ends(b")") || ends(b";"))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::ImportLine;

    #[test]
    fn a_line_imports_names_from_somewhere() {
        let cases: [(&str, &str, &[&str], bool); 18] = [
            ("use a::B;\n", "use a : : ;", &["B"], false),
            (
                "use a::{self, B as C};\n",
                "use a : : ;",
                &["self", "B as C"],
                true,
            ),
            (
                "pub(crate) use a::B;",
                "pub crate use a : : ;",
                &["B"],
                false,
            ),
            ("from a import b, c\n", "from a import", &["b", "c"], true),
            (
                "from a import (b, c,)\n",
                "from a import",
                &["b", "c"],
                true,
            ),
            ("import a.b.C;\n", "import a . b . ;", &["C"], false),
            ("import a.b.{C, D}\n", "import a . b .", &["C", "D"], true),
            (
                "import static a.B.*;\n",
                "import static a . B . * ;",
                &[],
                false,
            ),
            ("use A\\B\\C;\n", "use A \\ B \\ ;", &["C"], false),
            (
                "import { a, b } from './c';\n",
                "import from ' . / c ' ;",
                &["a", "b"],
                true,
            ),
            ("import a from 'b';\n", "import a from ' b ' ;", &[], false),
            ("import os\n", "import os", &[], false),
            ("import os  # noqa\n", "import os # noqa", &[], false),
            ("#include <a/b.h>\n", "# include < a / b . h >", &[], false),
            ("require 'a/b'\n", "require ' a / b '", &[], false),
            (
                "const { a } = require('b');\n",
                "const = require ' b ' ;",
                &["a"],
                true,
            ),
            ("using A.B;\n", "using A . ;", &["B"], false),
            (
                "import Data.Map (a, b)\n",
                "import Data . Map ( a , b )",
                &[],
                false,
            ),
        ];
        for (line, source, names, is_list) in cases {
            let read = ImportLine::read(line.as_bytes()).expect(line);
            let found = read.names.iter().map(|name| str::from_utf8(name).unwrap());
            assert_eq!(found.collect::<Vec<_>>(), names, "{line}");
            let found = read.source().join(&b" "[..]);
            assert_eq!(str::from_utf8(&found).unwrap(), source, "{line}");
            assert_eq!(read.is_list, is_list, "{line}");
            assert_eq!(read.with(&read.names).text(), read.text(), "{line}");
        }
    }

    #[test]
    fn prose_a_part_of_a_line_and_other_code_import_nothing() {
        for line in [
            "import the file before you run it",
            "from here on",
            "use the other one",
            "use a::{\n",
            "from a import (\n",
            "    b,\n",
            "let a = b;\n",
            "importer.run()\n",
            "#define A 1\n",
            "\n",
        ] {
            assert_eq!(ImportLine::read(line.as_bytes()), None, "{line}");
        }
    }
}
