//! Messages about the findings of `check files`.

use super::new_text::residue_kind;
use crate::report::FindingKind;

/// The message without the path.
pub fn finding(kind: FindingKind) -> String {
    match kind {
        FindingKind::Binary => "binary: the first 8 KiB contain a NUL byte".to_owned(),
        FindingKind::Encoding => "not valid UTF-8".to_owned(),
        FindingKind::ByteOrderMark => "starts with a byte-order mark".to_owned(),
        FindingKind::LineEndings(endings) => {
            let (lf, crlf) = (endings.lf, endings.crlf);
            format!("mixed line endings: {crlf} CRLF, {lf} LF")
        }
        FindingKind::FinalNewline => "no newline at the end".to_owned(),
        FindingKind::Syntax(Some(missing)) => format!("syntax error: `{missing}` is missing"),
        FindingKind::Syntax(None) => "syntax error".to_owned(),
        FindingKind::Residue(kind) => residue_kind(kind).to_owned(),
    }
}
