//! Fills text to the width of a terminal.

/// The number of columns of a terminal.
pub const WIDTH: usize = 80;

/// Fills `words` to lines of at most `width` characters, unless a word is longer. The first line starts at `column`, and
/// the other lines are indented by `indent`. Words are never split.
pub fn filled<'w>(
    width: usize,
    column: usize,
    words: impl IntoIterator<Item = &'w str>,
    indent: usize,
) -> String {
    let mut text = String::new();
    let mut column = column;
    for word in words {
        let columns = word.chars().count();
        if !text.is_empty() && column + 1 + columns > width {
            text.push('\n');
            text.push_str(&" ".repeat(indent));
            column = indent;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += columns;
    }
    text
}
