//! Recognizes the function or class that begins at a line, as far as one line shows it.
//!
//! Names are only negative evidence: a hunk that shows the beginning of one function does not belong in another.

use super::line::trimmed;

/// Words that may precede the keyword of a definition.
const MODIFIERS: [&[u8]; 22] = [
    b"pub",
    b"async",
    b"static",
    b"export",
    b"default",
    b"public",
    b"private",
    b"protected",
    b"internal",
    b"final",
    b"abstract",
    b"const",
    b"unsafe",
    b"extern",
    b"inline",
    b"virtual",
    b"override",
    b"sealed",
    b"partial",
    b"open",
    b"data",
    b"suspend",
];

/// Words that precede a defined name.
const KEYWORDS: [&[u8]; 16] = [
    b"fn",
    b"def",
    b"class",
    b"function",
    b"func",
    b"fun",
    b"sub",
    b"struct",
    b"enum",
    b"trait",
    b"interface",
    b"module",
    b"namespace",
    b"proc",
    b"union",
    b"defmodule",
];

/// The [`KEYWORDS`] that, with a name, may also be the type in a C declaration.
const TYPES: [&[u8]; 3] = [b"struct", b"enum", b"union"];

/// Words that look like function names at the beginning of a block.
const CONTROLS: [&[u8]; 20] = [
    b"if", b"for", b"while", b"switch", b"catch", b"else", b"return", b"match", b"with", b"elif",
    b"do", b"try", b"until", b"unless", b"when", b"foreach", b"using", b"lock", b"sizeof",
    b"defined",
];

/// The name that `line` defines, if the line begins a function or a class.
pub fn name(line: &[u8]) -> Option<&[u8]> {
    let line = trimmed(line);
    // A declaration, or a definition without a body.
    if line.ends_with(b";") {
        return None;
    }
    name_after_keyword(line).or_else(|| name_before_block(line))
}

/// Like [`name`], for a line that `next` follows. A line without a keyword must end with a brace or precede one,
/// because it may be a call.
pub fn shown<'l>(line: &'l [u8], next: Option<&[u8]>) -> Option<&'l [u8]> {
    let opens_body = trimmed(line).ends_with(b"{")
        || next.is_some_and(|next| trimmed(next).first() == Some(&b'{'));
    if opens_body || name_after_keyword(trimmed(line)).is_some() {
        return name(line);
    }
    None
}

/// True if `line` begins with the keyword of a control statement.
pub fn is_control(line: &[u8]) -> bool {
    CONTROLS.contains(&word(line))
}

fn name_after_keyword(line: &[u8]) -> Option<&[u8]> {
    let mut rest = line;
    let keyword = loop {
        let word = word(rest);
        if word.is_empty() {
            return None;
        }
        rest = trimmed(&rest[word.len()..]);
        if KEYWORDS.contains(&word) {
            break word;
        }
        if !MODIFIERS.contains(&word) {
            return None;
        }
        // `pub(crate)`
        if let Some(inside) = rest.strip_prefix(b"(") {
            rest = trimmed(&inside[memchr::memchr(b')', inside)? + 1..]);
        }
    };
    // `enum class`
    if keyword == b"enum" && matches!(word(rest), b"class" | b"struct") {
        rest = trimmed(&rest[word(rest).len()..]);
    }
    // The receiver of a method, or the `*` of a generator.
    let rest = match rest.strip_prefix(b"(") {
        Some(inside) => trimmed(&inside[memchr::memchr(b')', inside)? + 1..]),
        None => trimmed(rest.strip_prefix(b"*").unwrap_or(rest)),
    };
    let name = word(rest);
    if name.is_empty() || TYPES.contains(&keyword) && !begins_body(trimmed(&rest[name.len()..])) {
        return None;
    }
    Some(name)
}

/// The number of parentheses that `line` leaves open.
fn open_parentheses(line: &[u8]) -> i32 {
    line.iter().fold(0, |depth, byte| match byte {
        b'(' => depth + 1,
        b')' => depth - 1,
        _ => depth,
    })
}

/// True if `rest`, which follows the name of a type, can continue the definition of the type.
fn begins_body(rest: &[u8]) -> bool {
    match rest.first() {
        None | Some(b'{' | b'<' | b'(' | b':') => true,
        Some(_) => word(rest) == b"where",
    }
}

/// The word before the parentheses of `line`, if they precede a block that does not belong to a control statement.
fn name_before_block(line: &[u8]) -> Option<&[u8]> {
    let head = line.strip_suffix(b"{").unwrap_or(line);
    let open = memchr::memchr(b'(', head)?;
    let is_block = head.len() < line.len() || line.ends_with(b")");
    if !is_block || open_parentheses(head) != 0 {
        return None;
    }
    let before = trimmed(&head[..open]);
    let start = before
        .iter()
        .rposition(|byte| !is_word_byte(*byte))
        .map_or(0, |at| at + 1);
    let name = &before[start..];
    let qualifiers = trimmed(&before[..start]);
    // In a call, nothing or a receiver precedes the name.
    let is_call = line.ends_with(b")") && !qualifiers.iter().any(|byte| is_word_byte(*byte))
        || before[..start].ends_with(b".")
        || qualifiers
            .iter()
            .any(|byte| matches!(byte, b'=' | b'(' | b'"' | b'\''))
        || CONTROLS.contains(&word(before));
    if is_call || name.is_empty() || CONTROLS.contains(&name) || KEYWORDS.contains(&name) {
        return None;
    }
    Some(name)
}

fn word(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !is_word_byte(*byte));
    &line[..end.unwrap_or(line.len())]
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_definition_has_a_name() {
        for (line, expected) in [
            ("pub async fn read<T>(x: T) -> T {", "read"),
            ("    def close(self):", "close"),
            ("export default class Shop extends Base {", "Shop"),
            ("func (s *Server) Serve(l net.Listener) error {", "Serve"),
            ("static int *lookup(const char *name)", "lookup"),
            ("    public List<String> names(int of) {", "names"),
            ("  render() {", "render"),
            ("function* walk(tree) {", "walk"),
            ("static struct foo *bar(int of)", "bar"),
            ("struct foo bar(void) {", "bar"),
            ("enum color *paint(struct wall *wall)", "paint"),
            ("struct dirent", "dirent"),
            ("struct dirent {", "dirent"),
            ("struct dirent{", "dirent"),
            ("struct Pair<A, B> {", "Pair"),
            ("pub struct Pair<A>(A)", "Pair"),
            ("enum color : int {", "color"),
            ("enum class Color {", "Color"),
            ("pub struct Wrap where", "Wrap"),
            ("struct page { /* one */", "page"),
        ] {
            let found =
                name(line.as_bytes()).map(|name| String::from_utf8_lossy(name).into_owned());
            assert_eq!(found.as_deref(), Some(expected), "{line}");
        }
    }

    #[test]
    fn calls_and_controls_define_nothing() {
        for line in [
            "if (a) {",
            "} else if (b) {",
            "call(a)",
            "    it(\"works\", function () {",
            "x = call(a)",
            "return f(x)",
            "this.on(x) {",
            "    const y = f(a) {",
            "for (;;) {",
            "assert!(a)",
            "int a;",
            "}",
            "struct dirent *de;",
            "    struct dirent de = { 0 };",
            "struct list head {",
            "enum color paint = RED,",
            "static int read(int fd);",
            "class Shop;",
            "fn read(&self) -> usize;",
            "using Base = struct base;",
            "const list = items.map(item => {",
            "  a ? b : function () {",
            "[a, b] = function () {",
            "on(\"load\", function () {",
        ] {
            assert_eq!(name(line.as_bytes()), None, "{line}");
        }
    }
}
