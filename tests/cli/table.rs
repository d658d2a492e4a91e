//! Tables of test cases, written as text. The unit tests of the crates use this file too.

/// The rows of `table`, a line each, with ` | ` between the cells. A line that begins with `|` continues the row above,
/// and a line that begins with `//` is a comment. The escapes of a cell are `\n`, `\r`, `\t`, `\\`,
/// `\s` for a space and `\p` for `|`.
pub fn rows<const N: usize>(table: &str) -> Vec<[&'static str; N]> {
    let mut rows: Vec<String> = Vec::new();
    for line in table.lines().map(str::trim_start) {
        match rows.last_mut() {
            _ if line.is_empty() || line.starts_with("//") => {}
            Some(row) if line.starts_with('|') => row.extend([" ", line]),
            _ => rows.push(line.to_owned()),
        }
    }
    rows.iter().map(|row| cells(row)).collect()
}

fn cells<const N: usize>(row: &str) -> [&'static str; N] {
    let mut cells: Vec<&str> = row.split(" | ").collect();
    if let Some(before) = row.strip_suffix(" |") {
        // The last cell is empty.
        cells = before.split(" | ").chain([""]).collect();
    }
    let cells: Vec<&str> = cells.into_iter().map(unescaped).collect();
    cells
        .try_into()
        .unwrap_or_else(|_| panic!("not {N} cells: {row}"))
}

/// The text of a cell. It is leaked: tables are small.
fn unescaped(cell: &str) -> &'static str {
    let mut text = String::new();
    let mut letters = cell.chars();
    while let Some(letter) = letters.next() {
        if letter != '\\' {
            text.push(letter);
            continue;
        }
        match letters.next() {
            Some('n') => text.push('\n'),
            Some('r') => text.push('\r'),
            Some('t') => text.push('\t'),
            Some('s') => text.push(' '),
            Some('p') => text.push('|'),
            Some('\\') => text.push('\\'),
            other => {
                text.push('\\');
                text.extend(other);
            }
        }
    }
    text.leak()
}
