//! Macros of C that are no C: what stands between the definitions of a file, and in the heads of functions.

use std::borrow::Cow;

use crate::text;

/// `text` with blanks for every macro that is a paragraph of its own (`DEFINE_LIST(item)`, a blank line above or a whole
/// construct, and a blank line below): the grammar takes it for the head of what follows. No byte moves.
pub(super) fn blanked(text: &[u8]) -> Cow<'_, [u8]> {
    let mut known = Cow::Borrowed(text);
    let mut at = 0;
    let mut is_between = true;
    let mut in_comment = false;
    while at < text.len() {
        let end = text::line_end(text, at);
        let line = text[at..end].trim_ascii();
        if in_comment {
            in_comment = !closes_comment(line);
            at = end;
            continue;
        }
        if let Some(lone_end) = lone_macro(text, at).filter(|_| is_between) {
            for byte in &mut known.to_mut()[at..lone_end] {
                if !byte.is_ascii_whitespace() {
                    *byte = b' ';
                }
            }
            at = text::line_end(text, lone_end);
            continue;
        }
        in_comment =
            memchr::memmem::rfind(line, b"/*").is_some_and(|open| !closes_comment(&line[open..]));
        if !line.is_empty() && !line.starts_with(b"//") && !line.starts_with(b"/*") {
            let is_directive = line.starts_with(b"#") && !line.ends_with(b"\\");
            is_between = is_directive || line.ends_with(b";") || line.ends_with(b"}");
        }
        at = end;
    }
    known
}

fn closes_comment(line: &[u8]) -> bool {
    memchr::memmem::find(line, b"*/").is_some()
}

/// The end of the macros that begin at the line `at`, each on lines of its own, if there is nothing else in their
/// paragraph.
fn lone_macro(text: &[u8], at: usize) -> Option<usize> {
    let mut end = macro_end(text, at)?;
    loop {
        let next = text::line_end(text, end);
        if text[next..text::line_end(text, next)]
            .trim_ascii()
            .is_empty()
        {
            // The head of a function may be parted from its body, too.
            let after = text[next..].trim_ascii_start().first();
            let is_head = matches!(after, Some(b'{' | b':' | b'=' | b'(' | b',' | b'['));
            return (!is_head).then_some(end);
        }
        end = macro_end(text, next)?;
    }
}

/// The end of the macro on the line at `at`, if there is nothing else.
fn macro_end(text: &[u8], at: usize) -> Option<usize> {
    let first = text.get(at)?;
    let name = word_end(text, at);
    let is_loud = !text[at..name].iter().any(u8::is_ascii_lowercase);
    let has_list = text.get(name) == Some(&b'(');
    let end = if has_list {
        closing(text, name)? + 1
    } else {
        name
    };
    let is_alone = text[end..text::line_end(text, end)].trim_ascii().is_empty();
    let is_word = first.is_ascii_alphabetic() || *first == b'_';
    (is_word && is_alone && (has_list || is_loud && name - at > 1)).then_some(end)
}

fn word_end(text: &[u8], at: usize) -> usize {
    let is_word = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
    at + text[at..].iter().take_while(is_word).count()
}

/// The offset of the bracket that closes the one at `open`; `None` where a statement ends before.
pub(super) fn closing(text: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = open;
    while at < text.len() {
        match text[at] {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            b';' | b'{' | b'}' | b'#' => return None,
            quote @ (b'"' | b'\'') => at = quoted_end(text, at, quote)?,
            b'/' if text[at..].starts_with(b"/*") => {
                at += memchr::memmem::find(&text[at + 2..], b"*/")? + 3;
            }
            b'/' if text[at..].starts_with(b"//") => at = text::line_end(text, at) - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The offset of the quote that closes the one at `open`.
fn quoted_end(text: &[u8], open: usize, quote: u8) -> Option<usize> {
    let mut at = open + 1;
    while *text.get(at).filter(|&&byte| byte != b'\n')? != quote {
        at += if text[at] == b'\\' { 2 } else { 1 };
    }
    Some(at)
}

/// Whether `head`, all that stands before the body of a function whose name is at `name_at` in it, is certainly the head of
/// that one function, whatever its words are: its name, one list of parameters and nothing behind that, no other list
/// before, and no end of a statement.
pub(super) fn is_one_head(head: &[u8], name_at: usize) -> bool {
    let before = &head[..name_at.min(head.len())];
    let is_open = |byte: &u8| b";{}#()=\"'".contains(byte);
    let list = word_end(head, name_at);
    let list = list + head[list..].len() - head[list..].trim_ascii_start().len();
    let is_listed = list > name_at && head.get(list) == Some(&b'(');
    let behind = closing(head, list).filter(|_| is_listed);
    let is_bare = behind.is_some_and(|end| head[end + 1..].trim_ascii().is_empty());
    is_bare && !before.iter().any(is_open)
}

/// The offsets in `text` of the name of a function that seems to have a body.
pub(super) fn bodies<'t>(text: &'t [u8], name: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    let is_word =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    memchr::memmem::find_iter(text, name).filter(move |&at| {
        let end = at + name.len();
        let list = end + text[end..].len() - text[end..].trim_ascii_start().len();
        let is_name = !is_word(at.checked_sub(1).and_then(|before| text.get(before)))
            && !is_word(text.get(end));
        let behind = closing(text, list).filter(|_| is_name && text.get(list) == Some(&b'('));
        behind.is_some_and(|behind| text[behind + 1..].trim_ascii_start().starts_with(b"{"))
    })
}

#[cfg(test)]
mod tests {
    use super::{blanked, bodies, is_one_head};

    #[test]
    fn lone_macros_are_blanked() {
        let blank =
            |text: &'static str| String::from_utf8_lossy(&blanked(text.as_bytes())).into_owned();
        assert_eq!(
            blank("int a;\n\nLIST(a,\n  b)\n\nint f"),
            "int a;\n\n       \n    \n\nint f"
        );
        assert_eq!(blank("}\nTEST_END\n\nint f"), "}\n        \n\nint f");
        for kept in [
            "EXPORT\nint f(void)\n{\n}\n",
            "main(a)\n\n{\n}\n",
            "int\nmain(void)\n\n",
            "word\n\nint f(void);\n",
            "/*\nLIST(a)\n\n*/\n",
            "#define A \\\nLIST(a)\n\n",
            "f(a;\n\nb)\n\n",
        ] {
            assert_eq!(blank(kept), kept);
        }
    }

    #[test]
    fn a_head_is_that_of_one_function() {
        let is_one = |head: &str, name: &str| {
            is_one_head(head.as_bytes(), head.find(name).unwrap_or(head.len()))
        };
        assert!(is_one(
            "static INLINE double\nfind(unused void *a)\n",
            "find"
        ));
        assert!(is_one(
            "EXPORT int find (void (*f)(int), char c /* ; */)",
            "find"
        ));
        for head in [
            "LIST(a)\nstatic int find(int a)",
            "int find(int a) int a;",
            "int a; int find(int b)",
            "int find(int a) CONTRACT(b)",
            "int find",
            "a = find(1)",
        ] {
            assert!(!is_one(head, "find"), "{head}");
        }
    }

    #[test]
    fn bodies_are_those_of_functions_of_the_name() {
        let of = |text: &str| bodies(text.as_bytes(), b"find").collect::<Vec<_>>();
        assert_eq!(
            of("int find(int);\nint refind(int) {}\nint find(int a)\n{\n}\n"),
            [38]
        );
        assert_eq!(of("int find(int);\nfind(1);\nif (find(1)) {}\n"), [0; 0]);
    }
}
