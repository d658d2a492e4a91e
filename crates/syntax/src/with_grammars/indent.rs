//! Checks the block structure of Python. The grammar accepts code that CPython rejects with an `IndentationError` or
//! a `TabError`.
//!
//! The rules follow CPython's tokenizer: a tab advances to the next multiple of eight, and counting tabs as one
//! column must give the same structure. The tree provides the strings and comments.

use std::ops::Range;

use tree_sitter::Tree;

use incise_text::text;

/// The distance between tab stops, in columns.
const TAB_WIDTH: usize = 8;

/// The offsets of the first bytes of lines with wrong indentation, in order. `tree` is the tree of `text`. If it has
/// errors, some lines may be reported wrongly.
pub(super) fn wrong_lines(tree: &Tree, text: &[u8]) -> Vec<usize> {
    let mut blocks = Blocks::new();
    let mut literals = literals(tree).into_iter().peekable();
    let mut at = text::bom_len(text);
    let mut depth = 0_usize;
    let mut line_start = at;
    while at < text.len() {
        if let Some(literal) = literals.next_if(|literal| literal.span.start <= at) {
            if literal.span.end > at {
                if literal.is_string {
                    blocks.read(b'"', at, &text[line_start.min(at)..at]);
                }
                at = literal.span.end;
            }
            continue;
        }
        let byte = text[at];
        at += 1;
        match byte {
            b'\\' if matches!(text.get(at), Some(b'\n' | b'\r')) => {
                at += 1 + usize::from(text[at..].starts_with(b"\r\n"));
            }
            b'\n' | b'\r' if depth == 0 => {
                at += usize::from(byte == b'\r' && text.get(at) == Some(&b'\n'));
                blocks.end_line();
                line_start = at;
            }
            b' ' | b'\t' | b'\x0c' | b'\n' | b'\r' => {}
            _ => {
                let start = at - 1;
                blocks.read(byte, start, &text[line_start.min(start)..start]);
                match byte {
                    b'(' | b'[' | b'{' => depth += 1,
                    b')' | b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
        }
    }
    blocks.end(text.len())
}

/// A string or a comment.
struct Literal {
    span: Range<usize>,
    is_string: bool,
}

/// The outermost strings and comments, in order.
fn literals(tree: &Tree) -> Vec<Literal> {
    let mut found = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let is_string = node.kind() == "string";
        if is_string || node.kind() == "comment" {
            found.push(Literal {
                span: node.byte_range(),
                is_string,
            });
        } else if cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return found;
            }
        }
    }
}

/// The indentation of a line, once with tab stops at multiples of eight, and once with tabs as one column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct IndentDepth {
    /// The columns with tab stops.
    column: usize,
    /// The columns with tabs as one column.
    narrow: usize,
}

impl IndentDepth {
    fn new(blanks: &[u8]) -> Self {
        let mut indent = Self::default();
        for byte in blanks {
            match byte {
                b' ' => {
                    indent.column += 1;
                    indent.narrow += 1;
                }
                b'\t' => {
                    indent.column = (indent.column / TAB_WIDTH + 1) * TAB_WIDTH;
                    indent.narrow += 1;
                }
                _ => indent = Self::default(),
            }
        }
        indent
    }
}

/// The blocks around the current line.
struct Blocks {
    /// The indentation of each block, outermost first.
    open: Vec<IndentDepth>,
    /// True if the previous line ends with a colon, so that a block must follow.
    needs_block: bool,
    /// The last byte of the current line that is not blank; `None` before the first.
    last: Option<u8>,
    wrong_lines: Vec<usize>,
}

impl Blocks {
    fn new() -> Self {
        Self {
            open: vec![IndentDepth::default()],
            needs_block: false,
            last: None,
            wrong_lines: Vec::new(),
        }
    }

    /// Reads the byte at `at`, which is not blank. If it is the first of its line, `blanks` is the indentation.
    fn read(&mut self, byte: u8, at: usize, blanks: &[u8]) {
        if self.last.is_none() {
            self.begin_line(at, blanks);
        }
        self.last = Some(byte);
    }

    /// Begins a logical line at byte `at`, after the indentation `blanks`.
    fn begin_line(&mut self, at: usize, blanks: &[u8]) {
        let indent = IndentDepth::new(blanks);
        let top = self.top();
        let is_deeper = indent.column > top.column;
        let mut is_right = is_deeper == self.needs_block;
        if is_deeper {
            is_right &= indent.narrow > top.narrow;
            self.open.push(indent);
        } else {
            while self.open.len() > 1 && self.top().column > indent.column {
                self.open.pop();
            }
            is_right &= self.top() == indent;
            if self.top().column != indent.column {
                // Accept this indentation for the next lines, so that one mistake is one error.
                self.open.push(indent);
            }
        }
        if !is_right {
            self.wrong_lines.push(at);
        }
        self.needs_block = false;
    }

    fn top(&self) -> IndentDepth {
        self.open.last().copied().unwrap_or_default()
    }

    fn end_line(&mut self) {
        if let Some(last) = self.last.take() {
            self.needs_block = last == b':';
        }
    }

    /// Ends the text at byte `at`. Returns the offsets of the wrong lines.
    fn end(mut self, at: usize) -> Vec<usize> {
        self.end_line();
        if self.needs_block {
            self.wrong_lines.push(at);
        }
        self.wrong_lines
    }
}
