//! Recognizes hashline notation, which is not a diff: `[PATH#TAG]` or `¶PATH#TAG`, followed by lines such as `SWAP
//! 2.=3:`.

/// The first words of hashline operations, in its old and new versions.
const OPERATIONS: [&str; 9] = [
    "PUT", "CUT", "SWAP", "DEL", "INS", "PASTE", "REM", "MV", "@@",
];

/// True if `text` starts with a hashline section. The first line of an envelope may precede the section.
pub fn is_hashline(text: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(&text[..text.len().min(1 << 16)]);
    let all_lines = beginning.trim_start_matches('\u{feff}').lines();
    let mut lines = all_lines.map(str::trim).filter(|line| !line.is_empty());
    let mut head = lines.next();
    if head == Some("*** Begin Patch") {
        head = lines.next();
    }
    let (Some(head), Some(next)) = (head, lines.next()) else {
        return false;
    };
    is_hashline_section(head)
        && OPERATIONS
            .iter()
            .any(|operation| next.starts_with(operation))
}

/// True if `line` begins a section, with or without a tag.
pub fn is_hashline_section(line: &str) -> bool {
    let text = line.trim_end();
    let is_bracketed = text.len() > 2 && text.starts_with('[') && text.ends_with(']');
    is_bracketed || text.starts_with('¶')
}
