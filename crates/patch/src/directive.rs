//! The lines that structure a V4A patch, each taken alone.

/// A line that structures the envelope.
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

/// The directive of a line without its ending, if it begins with `***`.
pub(super) fn directive(line: &[u8]) -> Option<Directive<'_>> {
    let text = line.strip_prefix(b"***")?.trim_ascii();
    let named = |word: &[u8]| {
        let rest = text.strip_prefix(word)?;
        Some(rest.trim_ascii()).filter(|name| !name.is_empty())
    };
    match text {
        b"Begin Patch" => Some(Directive::Begin),
        b"End Patch" => Some(Directive::End),
        b"End of File" => Some(Directive::EndOfFile),
        _ => named(b"Add File:")
            .map(Directive::Add)
            .or_else(|| named(b"Delete File:").map(Directive::Delete))
            .or_else(|| named(b"Update File:").map(Directive::Update))
            .or_else(|| named(b"Move to:").map(Directive::MoveTo)),
    }
}
