//! The structural lines of a V4A patch.

/// A structural line of a V4A patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Directive<'a> {
    Begin,
    End,
    Add(&'a [u8]),
    Delete(&'a [u8]),
    Update(&'a [u8]),
    MoveTo(&'a [u8]),
    EndOfFile,
}

/// Parses a line without its ending. `None` if it is not a directive.
pub(super) fn directive(line: &[u8]) -> Option<Directive<'_>> {
    let text = line.strip_prefix(b"***")?.trim_ascii();
    match text {
        b"Begin Patch" => return Some(Directive::Begin),
        b"End Patch" => return Some(Directive::End),
        b"End of File" => return Some(Directive::EndOfFile),
        _ => {}
    }
    let colon = memchr::memchr(b':', text)?;
    let name = text[colon + 1..].trim_ascii();
    if name.is_empty() {
        return None;
    }
    match &text[..colon] {
        b"Add File" => Some(Directive::Add(name)),
        b"Delete File" => Some(Directive::Delete(name)),
        b"Update File" => Some(Directive::Update(name)),
        b"Move to" => Some(Directive::MoveTo(name)),
        _ => None,
    }
}
