//! Removes the backslashes that a shell or a serializer added.

/// The kind of escapes to undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// Backslashes before this character.
    Of(u8),
    /// Backslashes before characters that are special in a shell.
    Shell,
    /// `\n` for a line break.
    Newlines,
    /// `\t` for a tab.
    Tabs,
}

impl Escapes {
    /// The byte that a backslash followed by `letter` represents.
    fn decode(self, letter: u8) -> Option<u8> {
        match (self, letter) {
            (Self::Of(escaped), _) if letter == escaped => Some(letter),
            (Self::Shell, b'!' | b'`' | b'$' | b'"' | b'\\' | b'\'') => Some(letter),
            (Self::Newlines, b'n') => Some(b'\n'),
            (Self::Tabs, b't') => Some(b'\t'),
            _ => None,
        }
    }
}

/// Undoes the `escapes` in `text` once.
pub fn unescaped(text: &[u8], escapes: Escapes) -> Vec<u8> {
    let mut plain = Vec::with_capacity(text.len());
    let mut rest = text;
    loop {
        let (byte, after) = match rest {
            [] => return plain,
            [b'\\', letter, after @ ..] => match escapes.decode(*letter) {
                Some(decoded) => (decoded, after),
                None => (b'\\', &rest[1..]),
            },
            [byte, after @ ..] => (*byte, after),
        };
        plain.push(byte);
        rest = after;
    }
}
