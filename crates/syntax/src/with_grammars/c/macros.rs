//! C macros that the grammar cannot parse, between the definitions of a file and in the signatures of functions.

use std::borrow::Cow;
use std::ops::Range;

use super::skeleton::is_upper_case;
use crate::quoted::quoted_end;
use crate::with_grammars::tokens::{blank, without_comments};
use incise_text::text;

/// Replaces the macros in `text` that the grammar cannot parse with spaces. Byte offsets do not change.
///
/// One kind is a macro in a separate paragraph after a complete construct, such as `DEFINE_LIST(item)`. The grammar
/// would parse that macro as the start of the next declaration.
pub(crate) fn without_macros(text: &[u8]) -> Cow<'_, [u8]> {
    let mut masked = Cow::Borrowed(text);
    let mut at = 0;
    // True if the previous line ends a construct.
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
        let mut found = None;
        if is_scope_macro(line) {
            found = Some(at..end);
        } else if is_between {
            found = separate_macro(text, at);
        }
        if let Some(span) = found {
            at = text::line_end(text, span.end.max(at + 1) - 1);
            blank(&mut masked.to_mut()[span]);
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
    without_signature_macros(without_operators(masked))
}

/// The macro that is separate from declarations at the line `at`: a paragraph of macros, or the arguments of a macro
/// that represents a return type.
fn separate_macro(text: &[u8], at: usize) -> Option<Range<usize>> {
    match macro_paragraph_end(text, at) {
        Some(end) => Some(at..end),
        None => return_type_arguments(text, at),
    }
}

/// Replaces the macros at the start of declarations (`API int f(int a) {`) with spaces, because the grammar treats
/// them as errors. Byte offsets do not change.
pub(crate) fn without_leading_macros(text: &[u8]) -> Cow<'_, [u8]> {
    let mut masked = Cow::Borrowed(text);
    let mut at = 0;
    while at < text.len() {
        if let Some(found) = leading_macro(text, at) {
            blank(&mut masked.to_mut()[found]);
        }
        at = text::line_end(text, at);
    }
    masked
}

/// The macro, including its arguments, that the line at `at` begins with. `None` unless a type and a name follow.
fn leading_macro(text: &[u8], at: usize) -> Option<Range<usize>> {
    let line = &text[at..text::line_end(text, at)];
    let start = at + line.len() - line.trim_ascii_start().len();
    let mut end = word_end(text, start);
    let word = &text[start..end];
    if !is_upper_case(word) && !word.starts_with(b"__") {
        return None;
    }
    let list = whitespace_end(text, end);
    if text.get(list) == Some(&b'(') {
        end = closing_parenthesis(text, list)? + 1;
    }
    let type_start = whitespace_end(text, end);
    let type_end = word_end(text, type_start);
    let mut name = whitespace_end(text, type_end);
    while matches!(text.get(name), Some(b'*' | b'&')) {
        name = whitespace_end(text, name + 1);
    }
    if type_end > type_start && word_end(text, name) > name {
        Some(start..end)
    } else {
        None
    }
}

/// Replaces parts of function signatures that the grammar cannot parse with spaces. Such parts are an upper-case word
/// directly before the name (`void API f(int a) {`), and directives between the parameters and the body. They do not
/// affect where the signature begins and ends. Byte offsets do not change.
fn without_signature_macros(mut masked: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'(', &masked[at..]) {
        let open = at + found;
        at = open + 1;
        let Some(close) = closing_parenthesis(&masked, open) else {
            continue;
        };
        let body = directives_end(&masked, close + 1);
        if masked.get(body) != Some(&b'{') {
            continue;
        }
        at = body;
        let before_name = macro_before_name(&masked, open).unwrap_or_default();
        for span in [before_name, close + 1..body] {
            let is_blank = masked[span.clone()].iter().all(u8::is_ascii_whitespace);
            if !is_blank {
                blank(&mut masked.to_mut()[span]);
            }
        }
    }
    masked
}

/// The offset after the whitespace at `at` and the directives that follow it, each on a separate line. Conditions
/// that begin there must also end there. Otherwise, the offset after the whitespace alone.
fn directives_end(text: &[u8], at: usize) -> usize {
    let start = whitespace_end(text, at);
    let mut end = start;
    let mut open = 0_usize;
    while text.get(end) == Some(&b'#') {
        let line = text[end..text::line_end(text, end)].trim_ascii_end();
        let word = line[1..].trim_ascii_start();
        if line.ends_with(b"\\") || memchr::memmem::find(line, b"/*").is_some() {
            return start;
        }
        if word.starts_with(b"if") {
            open += 1;
        } else if word.starts_with(b"endif") && open > 0 {
            open -= 1;
        } else {
            let is_branch = word.starts_with(b"el") && open > 0;
            if !is_branch && !word.starts_with(b"undef") && !word.starts_with(b"define") {
                return start;
            }
        }
        end = whitespace_end(text, end + line.len());
    }
    if open == 0 { end } else { start }
}

/// The upper-case word between the type and the name of the function with the parameter list at `open`: `API` in `int
/// API f(`, or in `int (API f)(`.
fn macro_before_name(text: &[u8], open: usize) -> Option<Range<usize>> {
    let head = text[..open].trim_ascii_end();
    let is_wrapped = head.ends_with(b")");
    let name = word_before(&head[..head.len() - usize::from(is_wrapped)])?;
    let word = word_before(&text[..name.start])?;
    let line = text[text::line_start(text, word.start)..word.start].trim_ascii_start();
    if line.starts_with(b"#") || line.starts_with(b"//") {
        return None;
    }
    let mut before = text[..word.start].trim_ascii_end();
    if is_wrapped {
        before = before.strip_suffix(b"(")?;
    }
    while let Some(rest) = before.trim_ascii_end().strip_suffix(b"*") {
        before = rest;
    }
    let type_word = &text[word_before(before)?];
    if is_upper_case(&text[word.clone()]) && is_type(type_word) && !is_upper_case(type_word) {
        Some(word)
    } else {
        None
    }
}

/// The last word of `text`, ignoring trailing whitespace.
fn word_before(text: &[u8]) -> Option<Range<usize>> {
    let end = text.trim_ascii_end().len();
    let len = text[..end]
        .iter()
        .rev()
        .take_while(|byte| is_word(**byte))
        .count();
    if len == 0 {
        return None;
    }
    Some(end - len..end)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// True if `word` may be a type, or the last word of a type. False for keywords that are not a type.
fn is_type(word: &[u8]) -> bool {
    const NOT_TYPES: [&[u8]; 12] = [
        b"static",
        b"extern",
        b"inline",
        b"const",
        b"volatile",
        b"return",
        b"else",
        b"do",
        b"case",
        b"goto",
        b"struct",
        b"new",
    ];
    !word[0].is_ascii_digit() && !NOT_TYPES.contains(&word)
}

/// Replaces every operator that is alone between commas with a number. Only macros accept such arguments. Byte
/// offsets do not change.
fn without_operators(mut masked: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let mut at = 0;
    while let Some(comma) = memchr::memchr(b',', &masked[at..]) {
        at += comma + 1;
        let argument = whitespace_end(&masked, at);
        if let [
            b'+' | b'-' | b'*' | b'/' | b'%' | b'^' | b'&' | b'|',
            rest @ ..,
        ] = &masked[argument..]
            && matches!(rest.trim_ascii_start(), [b',' | b')', ..])
        {
            masked.to_mut()[argument] = b'0';
        }
    }
    masked
}

/// True if `line` contains only an upper-case word whose name says that it opens or closes a namespace or
/// declarations: `ABSL_NAMESPACE_BEGIN`, `G_END_DECLS`. Such a word belongs to no definition.
fn is_scope_macro(line: &[u8]) -> bool {
    let code = memchr::memmem::find(line, b"//").map_or(line, |at| line[..at].trim_ascii());
    for byte in code {
        if !byte.is_ascii_uppercase() && !byte.is_ascii_digit() && *byte != b'_' {
            return false;
        }
    }
    let parts: Vec<&[u8]> = code.split(|byte| *byte == b'_').collect();
    (parts.contains(&&b"BEGIN"[..]) || parts.contains(&&b"END"[..]))
        && (parts.contains(&&b"NAMESPACE"[..]) || parts.contains(&&b"DECLS"[..]))
}

fn closes_comment(line: &[u8]) -> bool {
    memchr::memmem::find(line, b"*/").is_some()
}

/// The end of the macros that begin at the line `at`, each on separate lines. `None` if their paragraph contains
/// anything else.
fn macro_paragraph_end(text: &[u8], at: usize) -> Option<usize> {
    let mut end = macro_end(text, at)?;
    loop {
        let next = text::line_end(text, end);
        if text[next..text::line_end(text, next)]
            .trim_ascii()
            .is_empty()
        {
            // A blank line may separate a signature from its body.
            let after = text[next..].trim_ascii_start().first();
            return match after {
                Some(b'{' | b':' | b'=' | b'(' | b',' | b'[') => None,
                _ => Some(end),
            };
        }
        end = macro_end(text, next)?;
    }
}

/// The arguments of the macro on the line at `at` that represents the return type of the function on the next line:
/// `LOCAL(void)`.
fn return_type_arguments(text: &[u8], at: usize) -> Option<Range<usize>> {
    const STATEMENTS: [&[u8]; 5] = [b"if", b"for", b"while", b"switch", b"return"];
    let end = macro_end(text, at)?;
    let head = text::line_end(text, end);
    let name = word_end(text, head);
    let list = whitespace_end(text, name);
    if name == head || STATEMENTS.contains(&&text[head..name]) {
        return None;
    }
    let list_end = closing_parenthesis(text, list)?;
    let has_body = without_comments(&text[list_end + 1..]).starts_with(b"{");
    let open = word_end(text, at);
    if has_body && open < end {
        Some(open..end)
    } else {
        None
    }
}

/// The end of the macro on the line at `at`. `None` if there is anything else on the line.
fn macro_end(text: &[u8], at: usize) -> Option<usize> {
    let first = text.get(at)?;
    let name = word_end(text, at);
    let is_all_upper = !text[at..name].iter().any(u8::is_ascii_lowercase);
    let has_list = text.get(name) == Some(&b'(');
    let end = if has_list {
        closing_parenthesis(text, name)? + 1
    } else {
        name
    };
    let is_alone = text[end..text::line_end(text, end)].trim_ascii().is_empty();
    let begins_word = first.is_ascii_alphabetic() || *first == b'_';
    if begins_word && is_alone && (has_list || is_all_upper && name - at > 1) {
        Some(end)
    } else {
        None
    }
}

/// The offset after the whitespace at `at`, including line endings.
fn whitespace_end(text: &[u8], at: usize) -> usize {
    text.len() - text[at..].trim_ascii_start().len()
}

fn word_end(text: &[u8], at: usize) -> usize {
    at + text[at..].iter().take_while(|byte| is_word(**byte)).count()
}

/// The offset of the parenthesis that closes the one at `open`. `None` if a statement ends before, or if there is
/// none.
pub(super) fn closing_parenthesis(text: &[u8], open: usize) -> Option<usize> {
    text.get(open).filter(|&&byte| byte == b'(')?;
    let mut depth = 0_usize;
    let mut at = open;
    while at < text.len() {
        match text[at] {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            b';' | b'{' | b'}' | b'#' => return None,
            quote @ (b'"' | b'\'') => at = quoted_end(text, at, quote)? - 1,
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

/// True if `head`, the text before a function's body, is certainly the signature of that function alone, whatever its
/// words mean. `name_at` is the offset of the name, which must be followed by a parameter list. No other list may
/// precede the name, and only words with optional lists may follow the parameters. No statement may end inside.
pub(crate) fn is_single_signature(head: &[u8], name_at: usize) -> bool {
    let before = &head[..name_at.min(head.len())];
    if before.iter().any(|byte| b";{}#()=\"'".contains(byte)) {
        return false;
    }
    let list = whitespace_end(head, word_end(head, name_at));
    match closing_parenthesis(head, list) {
        Some(end) => list > name_at && are_words(&head[end + 1..]),
        None => false,
    }
}

/// True if `text` contains only words, lists after words, and comments.
fn are_words(text: &[u8]) -> bool {
    let mut rest = without_comments(text);
    while !rest.is_empty() {
        let word = word_end(rest, 0);
        if word == 0 {
            return false;
        }
        rest = rest[word..].trim_ascii_start();
        if rest.starts_with(b"(") {
            let Some(list_end) = closing_parenthesis(rest, 0) else {
                return false;
            };
            rest = &rest[list_end + 1..];
        }
        rest = without_comments(rest);
    }
    true
}

/// The offsets in `text` where a function called `name` seems to have a body.
pub(crate) fn bodies<'t>(text: &'t [u8], name: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    memchr::memmem::find_iter(text, name).filter(move |&at| has_body(text, at..at + name.len()))
}

/// True if `name` is a whole word of `text`, followed by a list and a brace.
fn has_body(text: &[u8], name: Range<usize>) -> bool {
    if text[..name.start].last().is_some_and(|byte| is_word(*byte))
        || text.get(name.end).is_some_and(|byte| is_word(*byte))
    {
        return false;
    }
    match closing_parenthesis(text, whitespace_end(text, name.end)) {
        Some(end) => text[end + 1..].trim_ascii_start().starts_with(b"{"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{bodies, is_single_signature, without_macros};

    #[test]
    fn lone_macros_are_blanked() {
        let blank = |text: &'static str| {
            String::from_utf8_lossy(&without_macros(text.as_bytes())).into_owned()
        };
        let actual = blank("int a;\n\nLIST(a,\n  b)\n\nint f");
        assert_eq!(actual, "int a;\n\n       \n    \n\nint f");
        assert_eq!(blank("}\nTEST_END\n\nint f"), "}\n        \n\nint f");
        assert_eq!(
            blank("namespace a {\nA_NAMESPACE_BEGIN\nint f() {}\nEND_DECLS // a\n}\n"),
            "namespace a {\n                 \nint f() {}\n              \n}\n"
        );
        let actual = blank("LOCAL(void)\nf(a)\n/* b */\n{\n");
        assert_eq!(actual, "LOCAL      \nf(a)\n/* b */\n{\n");
        assert_eq!(blank("  E(1, +, ^ , -);\n"), "  E(1, 0, 0 , 0);\n");
        assert_eq!(blank("void API\nf(int a)\n{\n"), "void    \nf(int a)\n{\n");
        let actual = blank("char *(API\nf)(int a)\n{\n");
        assert_eq!(actual, "char *(   \nf)(int a)\n{\n");
        let actual = blank("int f(a)\n#undef f\n# if A\n#endif\n{\n");
        assert_eq!(actual, "int f(a)\n        \n      \n      \n{\n");
        for kept in [
            "API f(int a) {\n",
            "END\nint f(void);\n",
            "A_END\nint f(void);\n",
            "A_BEGIN_DECLS f(int a);\n",
            "static API f(int a) {\n",
            "void API f(int a);\n",
            "else IF f(a) {\n",
            "int f(a)\n#if A\nint b;\n#endif\n{\n",
            "int f(a)\n#if A\n{\n#endif\n",
            "int f(a)\n#endif\n{\n",
            "LIST(a)\nif (b) {\n",
            "LIST(a)\nf(b);\n",
            "f(a, *b, -1, &c);\n",
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
            is_single_signature(head.as_bytes(), head.find(name).unwrap_or(head.len()))
        };
        assert!(is_one(
            "static INLINE double\nfind(unused void *a)\n",
            "find"
        ));
        assert!(is_one(
            "int find(int a) noexcept CONTRACT(b(c)) /* d */ CONST\n",
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
            "int find(int a) CONTRACT(b; c)",
            "int find(int a) = (b)",
            "int find",
            "a = find(1)",
        ] {
            assert!(!is_one(head, "find"), "{head}");
        }
    }

    #[test]
    fn bodies_are_those_of_functions_of_the_name() {
        let of = |text: &str| bodies(text.as_bytes(), b"find").collect::<Vec<_>>();
        let actual = of("int find(int);\nint refind(int) {}\nint find(int a)\n{\n}\n");
        assert_eq!(actual, [38]);
        assert_eq!(of("int find(int);\nfind(1);\nif (find(1)) {}\n"), [0; 0]);
    }
}
