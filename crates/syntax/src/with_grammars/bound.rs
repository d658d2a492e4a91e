//! Limits that protect the parsers: the nesting depth of a text, and the work of a parse.
//!
//! A single pass over the bytes counts brackets, indentation, `#if`, and the block keywords of Ruby and Bash. It does
//! not know the grammar: most strings and comments are skipped only if they end on the same line. Real files stay far
//! below the limits; `docs/guarantees.md` lists the deepest files found.

use std::cell::Cell;
use std::collections::HashSet;
use std::ops::ControlFlow;

use tree_sitter::{ParseOptions, ParseState, Parser, Tree};

use super::language::Language;
use incise_text::text;

/// The maximum number of open brackets.
const MAX_BRACKETS: usize = 256;

/// The maximum number of different line indentations in a Python text. CPython allows 100 levels. The scanner of the
/// grammar aborts the process at about 380.
const MAX_PYTHON_COLUMNS: usize = 300;

/// The maximum number of open `#if` directives in C.
const MAX_CONDITIONS: usize = 128;

/// The maximum number of open keyword blocks. Generous, because the end of some blocks is not recognized.
const MAX_KEYWORDS: usize = 400;

/// The maximum total length of the heredoc words on one line of Ruby, in bytes, plus four for each. The scanner of
/// the grammar aborts the process at 256 bytes for one word, and near 1,024 for all words.
const MAX_HEREDOC_WORDS: usize = 204;

/// The parser reads the text in chunks of this many bytes.
const CHUNK: usize = 1024;

/// A parse may read this many chunks, plus `READS_PER_CHUNK` times the number of chunks. Some scanners look ahead over
/// all following comments, once for each comment.
const READS: usize = 30_000;
const READS_PER_CHUNK: usize = 100;

/// A parse may take this many rounds of the progress callback, each about a hundred steps, plus one per
/// `BYTES_PER_ROUND` bytes.
const ROUNDS: usize = 2_000;
const BYTES_PER_ROUND: usize = 16;

/// True if `text` stays within the nesting limits.
pub(super) fn nests_within(language: Language, text: &[u8]) -> bool {
    let is_within = match language {
        Language::Python => python_columns(text) <= MAX_PYTHON_COLUMNS,
        Language::C | Language::Cpp => open_conditions(text) <= MAX_CONDITIONS,
        Language::Ruby => {
            open_keywords(language, text) <= MAX_KEYWORDS
                && heredoc_words_len(text) <= MAX_HEREDOC_WORDS
        }
        Language::Bash => open_keywords(language, text) <= MAX_KEYWORDS,
        _ => true,
    };
    is_within && open_brackets(language, text) <= MAX_BRACKETS
}

/// Parses `text`. `None` if the parser gives up, or needs more work than allowed for a text of this length.
pub(super) fn parse(parser: &mut Parser, text: &[u8]) -> Option<Tree> {
    let reads_left = Cell::new(READS + READS_PER_CHUNK * text.len() / CHUNK);
    let mut read = |at: usize, _| {
        let rest = text.get(at..).unwrap_or_default();
        let left = reads_left.get().saturating_sub(1);
        reads_left.set(left);
        // The parser sees the end of the text, and stops at the next round.
        let len = if left == 0 { 0 } else { CHUNK };
        &rest[..rest.len().min(len)]
    };
    let mut rounds_left = ROUNDS + text.len() / BYTES_PER_ROUND;
    let mut progress = |_: &ParseState| {
        if rounds_left == 0 || reads_left.get() == 0 {
            return ControlFlow::Break(());
        }
        rounds_left -= 1;
        ControlFlow::Continue(())
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options))?;
    if reads_left.get() == 0 {
        return None;
    }
    Some(tree)
}

/// The maximum number of open brackets in `text`, counted up to one more than [`MAX_BRACKETS`]. An unclosed bracket
/// ends where the bracket around it is closed. In Java, `<` is a bracket that also ends at `;`.
fn open_brackets(language: Language, text: &[u8]) -> usize {
    let mut open: Vec<u8> = Vec::new();
    let mut deepest = 0;
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        if let Some(end) = skipped_end(language, text, at) {
            at = end;
            continue;
        }
        at += 1;
        match byte {
            b'(' | b'[' | b'{' => open.push(byte),
            b'<' if language == Language::Java => open.push(byte),
            b')' => close(&mut open, b'('),
            b']' => close(&mut open, b'['),
            b'}' => close(&mut open, b'{'),
            b'>' if open.last() == Some(&b'<') => {
                open.pop();
            }
            b';' => while open.pop_if(|bracket| *bracket == b'<').is_some() {},
            _ => {}
        }
        deepest = deepest.max(open.len());
        if deepest > MAX_BRACKETS {
            return deepest;
        }
    }
    deepest
}

/// Closes the last `bracket`, and the unclosed brackets in it.
fn close(open: &mut Vec<u8>, bracket: u8) {
    if let Some(matching) = open.iter().rposition(|&other| other == bracket) {
        open.truncate(matching);
    }
}

/// The end of the escape, string or comment at `at`. `None` if there is none, or if it is unterminated.
fn skipped_end(language: Language, text: &[u8], at: usize) -> Option<usize> {
    let rest = &text[at..];
    let len = match rest[0] {
        b'\\' => 2,
        quote @ (b'"' | b'\'') if language == Language::Python && rest.starts_with(&[quote; 3]) => {
            memchr::memmem::find(&rest[3..], &[quote; 3])? + 6
        }
        b'"' if language == Language::Rust => quoted_len(rest, b'"')?,
        b'`' if has_templates(language) => quoted_len(rest, b'`')?,
        b'"' => quoted_in_line(rest, b'"')?,
        b'\'' if has_quoted_strings(language) => quoted_in_line(rest, b'\'')?,
        // A character: `'('`, `'\''`.
        b'\'' if rest.get(1) == Some(&b'\\') => quoted_in_line(rest, b'\'')?,
        b'\'' if rest.get(2) == Some(&b'\'') => 3,
        b'#' if has_hash_comments(language) => {
            // In `a#b`, the `#` is part of a word.
            if at > 0 && !text[at - 1].is_ascii_whitespace() {
                return None;
            }
            text::first_line(rest).len()
        }
        b'/' if rest.starts_with(b"//") && has_slash_comments(language) => {
            text::first_line(rest).len()
        }
        _ => return None,
    };
    Some(at + len)
}

/// The length of the string that `text` begins with. `None` if it does not end on the same line.
fn quoted_in_line(text: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'\n' => return None,
            b'\\' if text.get(at + 1) != Some(&b'\n') => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The length of the string that `text` begins with. `None` if it is unterminated.
fn quoted_len(text: &[u8], quote: u8) -> Option<usize> {
    let mut at = 1;
    loop {
        match *text.get(at)? {
            b'\\' => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

fn has_quoted_strings(language: Language) -> bool {
    match language {
        Language::Bash
        | Language::Css
        | Language::JavaScript
        | Language::Python
        | Language::Ruby
        | Language::Toml
        | Language::Tsx
        | Language::TypeScript => true,
        #[cfg(feature = "grammars-all")]
        Language::Php => true,
        _ => false,
    }
}

/// True if backtick strings may span several lines.
fn has_templates(language: Language) -> bool {
    matches!(
        language,
        Language::Go | Language::JavaScript | Language::Tsx | Language::TypeScript
    )
}

fn has_hash_comments(language: Language) -> bool {
    match language {
        Language::Bash | Language::Python | Language::Ruby | Language::Toml => true,
        #[cfg(feature = "grammars-all")]
        Language::Php => true,
        _ => false,
    }
}

fn has_slash_comments(language: Language) -> bool {
    let has_others = has_hash_comments(language);
    !has_others && !matches!(language, Language::Css | Language::Json)
}

/// The lines of `text` that are not blank: the column of the first non-whitespace byte, and the rest of the line.
fn indented_lines(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let lines = text.split(|&byte| byte == b'\n' || byte == b'\r');
    lines
        .map(|line| {
            let words = line.trim_ascii_start();
            (line.len() - words.len(), words)
        })
        .filter(|(_, words)| !words.is_empty())
}

/// The number of different line indentations in `text`, counted like the scanner of the Python grammar.
fn python_columns(text: &[u8]) -> usize {
    let mut columns = HashSet::new();
    let mut at = 0;
    while at < text.len() {
        let mut column = 0_usize;
        while let Some(byte) = text.get(at) {
            match byte {
                b' ' => column += 1,
                b'\t' => column += 8,
                b'\n' | b'\r' | b'\x0c' => column = 0,
                // A continued line.
                b'\\' if matches!(text.get(at + 1), Some(b'\n' | b'\r')) => at += 1,
                _ => break,
            }
            at += 1;
        }
        columns.insert(column);
        at += memchr::memchr2(b'\n', b'\r', &text[at..]).map_or(text.len(), |len| len + 1);
    }
    columns.len()
}

/// The maximum number of open `#if` directives.
fn open_conditions(text: &[u8]) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for (_, words) in indented_lines(text) {
        let Some(directive) = words.strip_prefix(b"#") else {
            continue;
        };
        let name = directive.trim_ascii_start();
        if name.starts_with(b"if") {
            open += 1;
            deepest = deepest.max(open);
        } else if name.starts_with(b"endif") {
            open = open.saturating_sub(1);
        }
    }
    deepest
}

/// The maximum number of open keyword blocks.
fn open_keywords(language: Language, text: &[u8]) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    for (_, words) in indented_lines(text) {
        for statement in words.split(|&byte| byte == b';') {
            if closes(language, statement) {
                open = open.saturating_sub(1);
            } else if opens(language, statement) {
                open += 1;
                deepest = deepest.max(open);
            }
        }
    }
    deepest
}

fn first_word(statement: &[u8]) -> &[u8] {
    let words = statement.trim_ascii_start();
    let len = words
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_')
        .count();
    &words[..len]
}

fn closes(language: Language, statement: &[u8]) -> bool {
    let word = first_word(statement);
    match language {
        Language::Ruby => word == b"end",
        _ => matches!(word, b"fi" | b"done" | b"esac"),
    }
}

fn opens(language: Language, statement: &[u8]) -> bool {
    let word = first_word(statement);
    match language {
        Language::Ruby => match word {
            // `def a = 1` has no `end`.
            b"def" => memchr::memmem::find(statement, b" = ").is_none(),
            b"begin" | b"case" | b"class" | b"for" | b"if" | b"module" | b"unless" | b"until"
            | b"while" => true,
            _ => {
                let trimmed = statement.trim_ascii_end();
                trimmed.ends_with(b" do")
                    || trimmed.ends_with(b"|") && memchr::memmem::find(trimmed, b" do |").is_some()
            }
        },
        // `for` and `while` are closed by the `done` of their `do`.
        _ => matches!(word, b"if" | b"case" | b"do"),
    }
}

/// The maximum total length in bytes of the words after `<<` on one line of `text`, plus four for each. A quoted word
/// may span several lines.
fn heredoc_words_len(text: &[u8]) -> usize {
    let (mut longest, mut line_len, mut line_end) = (0, 0, 0);
    for at in memchr::memmem::find_iter(text, b"<<") {
        if at >= line_end {
            line_len = 0;
            line_end = text::line_end(text, at);
        }
        let mut word = &text[at + 2..];
        if let [b'-' | b'~', rest @ ..] = word {
            word = rest;
        }
        word = &word[..word.len().min(MAX_HEREDOC_WORDS + 1)];
        let len = match word.first() {
            Some(&quote @ (b'\'' | b'"' | b'`')) => {
                memchr::memchr(quote, &word[1..]).unwrap_or(word.len())
            }
            _ => word
                .iter()
                .take_while(|byte| text::is_word_byte(**byte))
                .count(),
        };
        if len > 0 {
            line_len += 4 + len;
        }
        longest = longest.max(line_len);
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::{nests_within, open_brackets, parse};
    use crate::with_grammars::language::Language;
    use crate::with_grammars::parse::parser;

    #[test]
    fn a_text_may_nest_to_the_bound_and_no_deeper() {
        let nested = |open: &str, close: &str, depth: usize| {
            format!("{}{}", open.repeat(depth), close.repeat(depth))
        };
        for (language, open, close, most) in [
            (Language::Json, "[", "]", 256),
            (Language::Cpp, "(", ")", 256),
            (Language::Java, "A<", ">", 256),
            (Language::Rust, "{\n", "}\n", 256),
            (Language::C, "#if A\n", "#endif\n", 128),
            (Language::Ruby, "module A\n", "end\n", 400),
            (Language::Bash, "if x; then\n", "fi\n", 400),
        ] {
            let is_within = |depth| nests_within(language, nested(open, close, depth).as_bytes());
            assert!(is_within(most), "{language:?}: {most} times {open:?}");
            assert!(
                !is_within(most + 1),
                "{language:?}: {most} + 1 times {open:?}"
            );
        }
    }

    #[test]
    fn indentation_nests() {
        let deeper = |depth: usize, line: &str| -> String {
            (0..depth)
                .map(|column| format!("{}{line}\n", " ".repeat(column)))
                .collect()
        };
        assert!(nests_within(
            Language::Python,
            deeper(300, "if a:").as_bytes()
        ));
        assert!(!nests_within(
            Language::Python,
            deeper(301, "if a:").as_bytes()
        ));
    }

    #[test]
    fn the_words_of_heredocs_are_short() {
        for (line, is_within) in [
            (format!("f <<~{}", "A".repeat(200)), true),
            (format!("f <<~{}", "A".repeat(201)), false),
            (format!("f <<\"{}", "a\n".repeat(200)), false),
            ("f(<<A, <<A, <<A)\n".repeat(100), true),
            ("f(<<A, ".repeat(100), false),
            (format!("f << \"{}\"", "a".repeat(2_000)), true),
        ] {
            let actual = nests_within(Language::Ruby, line.as_bytes());
            assert_eq!(actual, is_within, "{line}");
        }
    }

    #[test]
    fn a_scanner_that_looks_ahead_again_and_again_is_stopped() {
        for (line, count, is_parsed) in [
            ("    # a comment\n", 1_000, true),
            ("    # a comment\n", 4_000, false),
            ("\\\n", 20_000, false),
        ] {
            let text = format!("def f():\n{}    g()\n", line.repeat(count));
            let mut parser = parser(Language::Python).unwrap();
            assert_eq!(parse(&mut parser, text.as_bytes()).is_some(), is_parsed);
        }
    }

    #[test]
    fn brackets_in_strings_and_comments_do_not_count() {
        for (language, text, depth) in [
            (
                Language::Rust,
                "a('('); b(\"(\\\"(\"); // (\nfn f<'a>(x: &'a str) {}\n",
                1,
            ),
            (
                Language::Bash,
                "echo \"\\e[31m\" '(' # (\nx=$(f ${#y})\n",
                2,
            ),
            (Language::Python, "x = '[' # [\ny = (1)\n", 1),
            (Language::Java, "x = a < b;\nf(a < b, A<B>);\n", 3),
        ] {
            let actual = open_brackets(language, text.repeat(300).as_bytes());
            assert_eq!(actual, depth, "{text}");
        }
        let art = "x = \"\"\"\n((((\n\"\"\"\n".repeat(100);
        assert_eq!(open_brackets(Language::Python, art.as_bytes()), 0);
        // An unclosed bracket ends with the bracket around it.
        let actual = open_brackets(Language::Json, "{ [ ( }".repeat(300).as_bytes());
        assert_eq!(actual, 3);
    }
}
