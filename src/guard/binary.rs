//! Text commands leave binary files alone (`--binary` lifts it).

use crate::refusal::Reason;
use crate::snapshot::Snapshot;

/// How much of a file is looked at, bytes.
const LOOKED_AT: usize = 8 * 1024;

/// Refuses a text with a NUL in its first 8 KiB.
///
/// # Errors
/// `binary`.
pub fn check(text: &Snapshot) -> Result<(), Reason> {
    let head = &text.bytes()[..text.bytes().len().min(LOOKED_AT)];
    match memchr::memchr(0, head) {
        Some(_) => Err(Reason::Binary),
        None => Ok(()),
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
