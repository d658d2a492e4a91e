//! The modes of every dialect in one table. The table is used to recognize a payload, to refuse one, and to list the
//! allowed modes.

use super::fields::{Asked, Fields, Mode};
use super::payload::Dialect;
#[cfg(feature = "serena")]
use super::serena;
use super::{patch, string, text_editor, whole};
use crate::refusal::Refusals;
use crate::request::FieldNames;

/// The field names of a mode: `old` for the old text, and the fields that select all matches or one match.
pub(super) const fn named(
    old: &'static str,
    all: Option<&'static str>,
    one: Option<&'static str>,
) -> FieldNames {
    FieldNames {
        old: Some(old),
        all,
        one,
        shared: &["match"],
        ..FieldNames::NONE
    }
}

/// The field names of a mode that inserts after a line number.
const fn counted(line: &'static str) -> FieldNames {
    FieldNames {
        line: Some(line),
        ..FieldNames::NONE
    }
}

const REPLACE_ALL: Option<&str> = Some("\"replace_all\": true");
const ALL_STRINGS: Option<&str> = Some("\"replaceAll\": true");

/// A mode without `command` and ignored fields.
pub(super) const PLAIN: Mode = Mode {
    dialect: Dialect::Incise,
    command: None,
    needs: &[],
    takes: &[],
    ignores: &[],
    names: FieldNames::NONE,
    example: "",
    uses: &[],
    read: nothing,
};

fn nothing(_: &mut Fields<'_>) -> Result<Asked, Refusals> {
    Ok(Asked::Actions(Vec::new()))
}

/// Every mode. If two fit equally well, the first is used.
pub(crate) const MODES: &[Mode] = &[
    Mode {
        dialect: Dialect::TextEditor,
        command: Some("view"),
        takes: &["view_range"],
        example: r#"{"command":"view","path":"/a.txt","view_range":[1,20]}"#,
        read: text_editor::view,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::TextEditor,
        command: Some("str_replace"),
        needs: &["old_str", "new_str"],
        takes: &["match", "threshold"],
        names: named("old_str", None, None),
        example: r#"{"command":"str_replace","path":"/a.txt","old_str":"x","new_str":"y"}"#,
        read: text_editor::str_replace,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::TextEditor,
        command: Some("create"),
        needs: &["file_text"],
        example: r#"{"command":"create","path":"/a.txt","file_text":"x\n"}"#,
        read: text_editor::create,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::TextEditor,
        command: Some("insert"),
        needs: &["insert_line", "insert_text|new_str"],
        names: counted("insert_line"),
        example: r#"{"command":"insert","path":"/a.txt","insert_line":3,"insert_text":"x\n"}"#,
        read: text_editor::insert,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::TextEditor,
        command: Some("undo_edit"),
        example: r#"{"command":"undo_edit","path":"/a.txt"}"#,
        read: text_editor::undo_edit,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::ClaudeEdit,
        needs: &["old_string", "new_string"],
        takes: &["replace_all", "match", "threshold"],
        names: named("old_string", REPLACE_ALL, None),
        example: r#"{"file_path":"/a.txt","old_string":"x","new_string":"y"}"#,
        read: string::old_string,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::Gemini,
        needs: &["old_string", "new_string"],
        takes: &[
            "expected_replacements",
            "allow_multiple",
            "match",
            "threshold",
        ],
        names: named("old_string", Some("\"allow_multiple\": true"), None),
        example: r#"{"file_path":"/a.txt","old_string":"x","new_string":"y","expected_replacements":2}"#,
        read: string::old_string,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::ClaudeWrite,
        needs: &["content"],
        example: r#"{"file_path":"/a.txt","content":"the whole file\n"}"#,
        read: whole::content,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::Filesystem,
        needs: &["edits"],
        takes: &["dryRun", "match", "threshold"],
        names: named("oldText", None, None),
        example: r#"{"path":"a.txt","edits":[{"oldText":"x","newText":"y"}],"dryRun":true}"#,
        read: string::edits,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::EditList,
        needs: &["edits"],
        takes: &["match", "threshold"],
        names: named("old_string", REPLACE_ALL, None),
        example: r#"{"path":"a.txt","edits":[{"old_string":"x","new_string":"y","replace_all":true}]}"#,
        read: string::edits,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::ReplaceStrings,
        needs: &["edits"],
        takes: &["match", "threshold"],
        names: named("oldString", ALL_STRINGS, None),
        example: r#"{"filePath":"/a.txt","edits":[{"oldString":"x","newString":"y","replaceAll":true}]}"#,
        read: string::edits,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::ReplaceString,
        needs: &["oldString", "newString"],
        takes: &["replaceAll", "match", "threshold"],
        names: named("oldString", ALL_STRINGS, None),
        example: r#"{"filePath":"/a.txt","oldString":"x","newString":"y"}"#,
        read: string::old_string,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::OldContent,
        needs: &["old_content", "new_content"],
        takes: &["occurrence", "match", "threshold"],
        names: named(
            "old_content",
            Some("\"occurrence\": 0"),
            Some("\"occurrence\": 1"),
        ),
        example: r#"{"path":"a.txt","old_content":"x","new_content":"y","occurrence":1}"#,
        read: string::old_content,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::OldText,
        needs: &["old_text", "new_text"],
        takes: &[
            "replace_all",
            "insert_line",
            "expected_matches",
            "match",
            "threshold",
        ],
        names: FieldNames {
            line: Some("insert_line"),
            ..named("old_text", REPLACE_ALL, None)
        },
        example: r#"{"path":"a.txt","old_text":"x","new_text":"y","expected_matches":1}"#,
        uses: &[
            (
                "REPLACE",
                r#"{"path":"/a.txt","old_text":"x","new_text":"y"}"#,
            ),
            (
                "INSERT",
                r#"{"path":"/a.txt","old_text":"","new_text":"x\n","insert_line":3}"#,
            ),
            (
                "APPEND",
                r#"{"path":"/a.txt","old_text":"","new_text":"x\n"}"#,
            ),
        ],
        read: string::old_text,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::LineRange,
        needs: &["start_line", "new_content"],
        takes: &["end_line"],
        example: r#"{"path":"a.txt","start_line":3,"end_line":5,"new_content":"x\n"}"#,
        read: whole::line_range,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::LineInsert,
        needs: &["line", "content"],
        names: counted("line"),
        example: r#"{"path":"a.txt","line":3,"content":"x\n"}"#,
        read: whole::line_insert,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::WriteMode,
        needs: &["mode"],
        takes: &[
            "content",
            "old_text",
            "new_text",
            "old_string",
            "new_string",
            "old_content",
            "new_content",
            "expected_matches",
            "replace_all",
            "occurrence",
            "match",
            "threshold",
        ],
        names: named("old_text", REPLACE_ALL, None),
        example: r#"{"path":"a.txt","mode":"append","content":"x\n"}"#,
        uses: &[
            (
                "REPLACE",
                r#"{"path":"a.txt","mode":"edit","old_text":"x","new_text":"y"}"#,
            ),
            (
                "APPEND",
                r#"{"path":"a.txt","mode":"append","content":"x\n"}"#,
            ),
            (
                "OVERWRITE",
                r#"{"path":"a.txt","mode":"overwrite","content":"x\n"}"#,
            ),
        ],
        read: whole::with_mode,
        ..PLAIN
    },
    #[cfg(feature = "serena")]
    serena::REPLACE,
    #[cfg(feature = "serena")]
    serena::REPLACE_REGEX,
    Mode {
        dialect: Dialect::PatchText,
        needs: &["patch"],
        example: r#"{"path":"a.txt","patch":"@@ -1 +1 @@\n-x\n+y\n"}"#,
        read: patch::patch,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::PatchFile,
        needs: &["diff|diff_file", "target"],
        takes: &["mode", "fuzzy_threshold", "strict_validation"],
        names: FieldNames {
            shared: &["mode", "target"],
            ..FieldNames::NONE
        },
        example: r#"{"diff":"@@ -1 +1 @@\n-x\n+y\n","target":"a.txt","mode":"strict"}"#,
        read: patch::diff,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::Blocks,
        needs: &["diff"],
        example: r#"{"path":"a.txt","diff":"------- SEARCH\nx\n=======\ny\n+++++++ REPLACE\n"}"#,
        read: patch::blocks,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::PatchString,
        needs: &["patchText"],
        example: r#"{"patchText":"*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch"}"#,
        read: patch::patch_text,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::PatchCall,
        needs: &["operation"],
        takes: &["call_id"],
        ignores: &["type", "id", "status", "created_by"],
        example: r#"{"type":"apply_patch_call","call_id":"c1","operation":{"type":"update_file","path":"a.txt","diff":"@@\n-x\n+y\n"}}"#,
        read: patch::call,
        ..PLAIN
    },
    Mode {
        dialect: Dialect::Envelope,
        needs: &["input"],
        example: r#"{"input":"*** Begin Patch\n*** Update File: a.txt\n@@\n-x\n+y\n*** End Patch"}"#,
        read: patch::input,
        ..PLAIN
    },
];
