//! Words in lines of a terminal of the usual width.

/// Columns of a terminal.
pub const WIDTH: usize = 80;

/// `words`, to be printed behind `column` columns of a line, broken where a line would be longer than [`WIDTH`]; the
/// lines after the first begin behind `indent` columns. A word that is too long stays whole.
pub fn filled<'w>(
    column: usize,
    words: impl IntoIterator<Item = &'w str>,
    indent: usize,
) -> String {
    filled_to(WIDTH, column, words, indent)
}

/// Like [`filled`], in lines of at most `width` columns.
pub fn filled_to<'w>(
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
