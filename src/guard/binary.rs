//! Text commands leave binary files alone (`--binary` lifts it).

use crate::refusal::{FormChange, Reason};
use crate::snapshot::Snapshot;
use crate::text::foreign_encoding;

/// How much of a file is looked at, bytes.
const LOOKED_AT: usize = 8 * 1024;

/// Whether a text has a NUL in its first 8 KiB.
pub fn is_binary(text: &Snapshot) -> bool {
    let head = &text.bytes()[..text.bytes().len().min(LOOKED_AT)];
    memchr::memchr(0, head).is_some()
}

/// Refuses a binary text.
///
/// # Errors
/// `binary`; `form` for UTF-16, which is a text in another encoding.
pub fn check(text: &Snapshot) -> Result<(), Reason> {
    match (is_binary(text), text.bytes().get(..2)) {
        (true, Some(b"\xff\xfe" | b"\xfe\xff")) => {
            let encoding = foreign_encoding(text.bytes()).unwrap_or_default();
            Err(Reason::Form(FormChange::Foreign(encoding)))
        }
        (true, _) => Err(Reason::Binary),
        (false, _) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{LOOKED_AT, check};
    use crate::refusal::Reason;
    use crate::snapshot::Snapshot;

    #[test]
    fn looks_at_the_head_only() {
        let mut text = vec![b'x'; LOOKED_AT];
        text.push(0);
        assert_eq!(check(&Snapshot::of_text(text.clone())), Ok(()));
        text[LOOKED_AT - 1] = 0;
        assert_eq!(check(&Snapshot::of_text(text)), Err(Reason::Binary));
    }
}
