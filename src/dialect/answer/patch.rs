//! What OpenAI's patch tool prints, and the object that answers a call of it.

use serde_json::json;

use super::{Answer, refusal_text};
use crate::change::TransitionKind;
use crate::render::escape::path_bytes;
use crate::report::Report;

/// The lines of a success: added, modified and deleted files, in this order.
pub fn patch_summary(report: &Report) -> Vec<u8> {
    let mut out = b"Success. Updated the following files:\n".to_vec();
    let kinds: [(&str, &[TransitionKind]); 3] = [
        ("A", &[TransitionKind::Created, TransitionKind::Copied]),
        ("M", &[TransitionKind::Edited, TransitionKind::Moved]),
        ("D", &[TransitionKind::Removed]),
    ];
    for (letter, transitions) in kinds {
        let of_kind = |transition| transitions.contains(&transition);
        for file in report.files.iter().filter(|file| of_kind(file.transition)) {
            out.extend_from_slice(letter.as_bytes());
            out.push(b' ');
            out.extend_from_slice(&path_bytes(&file.path));
            out.push(b'\n');
        }
    }
    out
}

/// The `apply_patch_call_output` of the call `id`.
pub fn call_output(id: Option<&str>, report: &Report) -> Answer {
    let (status, output) = if report.is_ok() {
        let summary = patch_summary(report);
        ("completed", String::from_utf8_lossy(&summary).into_owned())
    } else {
        ("failed", refusal_text(report))
    };
    let mut object = serde_json::Map::new();
    object.insert("type".into(), json!("apply_patch_call_output"));
    if let Some(id) = id {
        object.insert("call_id".into(), json!(id));
    }
    object.insert("status".into(), json!(status));
    object.insert("output".into(), json!(output));
    Answer::Json(object.into())
}
