//! Telling the notation of hashline, which is no diff: `[PATH#TAG]` or `¶PATH#TAG`, then `SWAP 2.=3:` or the like.

/// The first words of its operations, from its oldest form to its newest.
const OPERATIONS: [&str; 9] = [
    "PUT", "CUT", "SWAP", "DEL", "INS", "PASTE", "REM", "MV", "@@",
];

/// Whether `text` begins so. The first line of an envelope may stand before it.
pub fn is_hashline(text: &[u8]) -> bool {
    let beginning = &text[..text.len().min(1 << 16)];
    let beginning = String::from_utf8_lossy(beginning);
    let lines = beginning.trim_start_matches('\u{feff}').lines();
    let mut lines = lines.map(str::trim).filter(|line| !line.is_empty());
    let mut head = lines.next();
    if head == Some("*** Begin Patch") {
        head = lines.next();
    }
    let is_section = |line: &str| hashline_section(line).is_some() || is_untagged(line);
    let next = lines.next().unwrap_or_default();
    head.is_some_and(is_section)
        && OPERATIONS
            .iter()
            .any(|operation| next.starts_with(operation))
}

/// Whether a line begins a section, but for the tag that it lacks.
pub fn is_untagged(line: &str) -> bool {
    let line = line.trim_end();
    let is_bracketed = line.len() > 2 && line.starts_with('[') && line.ends_with(']');
    is_bracketed || line.starts_with('¶')
}

/// The path and the tag of a line that begins a section.
pub fn hashline_section(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_end();
    let bracketed = line
        .strip_prefix('[')
        .and_then(|head| head.strip_suffix(']'));
    let (path, tag) = bracketed.or(line.strip_prefix('¶'))?.rsplit_once('#')?;
    let is_tag = tag.len() >= 3 && tag.bytes().all(|digit| digit.is_ascii_hexdigit());
    (is_tag && !path.is_empty()).then_some((path, tag))
}
