//! A patch in a shell call: a program with arguments, or a script that passes a here-document to the program.

use std::path::Path;

use super::envelope::{PROGRAMS, is_envelope, of_envelope};
use super::fields::quoted;
use super::payload::Payload;
use crate::request::Malformed;
use crate::request::json::{Node, Object};

/// Shells that run a script.
const SHELLS: &[&str] = &["bash", "sh", "zsh"];
/// The shell options that precede the script.
const OPTIONS: &[&str] = &["-lc", "-c"];

/// Fields next to a command that do not affect the edit, such as a time limit or a permission.
const IGNORED: &[&str] = &[
    "timeout",
    "timeout_ms",
    "yield_time_ms",
    "max_output_tokens",
    "login",
    "with_escalated_permissions",
    "sandbox_permissions",
    "justification",
    "prefix_rule",
];

/// The patch that a shell call passes to `apply_patch`; `None` if the members are not a shell call.
///
/// # Errors
/// A command that does anything else, or that a shell could read differently.
pub fn of_members(members: &[(String, Node)], label: &str) -> Result<Option<Payload>, Malformed> {
    let Some(script) = patch_script(members)? else {
        return Ok(None);
    };
    let mut object = Object::new(label, members.to_vec());
    for name in ["command", "cmd"].iter().chain(IGNORED) {
        object.take(name);
    }
    // The `type` in the `action` of a `local_shell_call`.
    if object.is_word("type", "exec") {
        object.take("type");
    }
    let directory = if object.has("workdir") {
        "workdir"
    } else {
        "working_directory"
    };
    let workdir = object.path(directory)?;
    if let Some(name) = object.names().next() {
        return Err(Malformed::wrong(
            format!("unknown field `{name}` next to `command` in {label}"),
            format!(
                "next to `command`, the fields are `workdir`, or {}",
                quoted(IGNORED.iter().copied())
            ),
        ));
    }
    let mut payload = of_envelope(script.patch.to_owned().into());
    if let Some(directory) = script.directory {
        payload = payload.in_directory(Path::new(directory));
    }
    if let Some(workdir) = workdir {
        payload = payload.in_directory(&workdir);
    }
    Ok(Some(payload))
}

/// The patch in the members of a shell call. `None` if the members are not such a call.
fn patch_script(members: &[(String, Node)]) -> Result<Option<PatchScript<'_>>, Malformed> {
    for (name, node) in members {
        match (name.as_str(), node) {
            ("command", Node::List(words)) => return read_words(words).map(Some),
            ("command" | "cmd", Node::Text(script))
                if PROGRAMS.iter().any(|program| script.contains(program)) =>
            {
                return read_script(script).map(Some);
            }
            _ => {}
        }
    }
    Ok(None)
}

/// A script that only passes a patch to the program.
struct PatchScript<'s> {
    patch: &'s str,
    /// The argument of `cd` at the start of the script.
    directory: Option<&'s str>,
}

/// The patch in the arguments of a program.
fn read_words(words: &[Node]) -> Result<PatchScript<'_>, Malformed> {
    let words: Option<Vec<&str>> = words
        .iter()
        .map(|word| match word {
            Node::Text(word) => Some(word.as_str()),
            _ => None,
        })
        .collect();
    match words.as_deref() {
        Some([name, patch]) if PROGRAMS.contains(name) && is_envelope(patch.as_bytes()) => {
            Ok(PatchScript {
                patch,
                directory: None,
            })
        }
        Some([shell, option, script])
            if SHELLS.iter().any(|name| Path::new(shell).ends_with(name))
                && OPTIONS.contains(option) =>
        {
            read_script(script)
        }
        _ => Err(not_a_patch_call("`command` is not a call of `apply_patch`")),
    }
}

/// The patch in a script. The script must consist of a here-document for the program, optionally after `cd DIR &&`.
fn read_script(script: &str) -> Result<PatchScript<'_>, Malformed> {
    let (directory, call) = split_cd(script.trim_start())?;
    let document = after_program(call).ok_or_else(|| {
        not_a_patch_call("`command` is not a call of `apply_patch` with a here-document")
    })?;
    let (strips_tabs, document) = match document.strip_prefix('-') {
        Some(document) => (true, document),
        None => (false, document),
    };
    let (first_line, body) = document.split_once('\n').unwrap_or((document, ""));
    let quoted_delimiter = first_line.trim_matches([' ', '\t']);
    let is_quoted = quoted_delimiter.starts_with(['\'', '"']);
    let Some((delimiter, "")) = word(quoted_delimiter.trim_end()) else {
        return Err(not_a_patch_call(
            "the here-document in `command` does not begin on its own line",
        ));
    };
    let Some((patch, after)) = split_at_delimiter(body, delimiter) else {
        return Err(not_a_patch_call(&format!(
            "the here-document in `command` has no line `{delimiter}`"
        )));
    };
    if !after.trim().is_empty() {
        return Err(not_a_patch_call(
            "`command` goes on after the here-document",
        ));
    }
    let is_expanded = !is_quoted && patch.contains(['$', '`', '\\']);
    if is_expanded || strips_tabs && patch.lines().any(|line| line.starts_with('\t')) {
        return Err(not_a_patch_call(&format!(
            "a shell would expand this here-document; `<<'{delimiter}'` prevents that"
        )));
    }
    if !is_envelope(patch.as_bytes()) {
        return Err(not_a_patch_call(
            "the here-document in `command` does not begin with `*** Begin Patch`",
        ));
    }
    Ok(PatchScript { patch, directory })
}

/// Splits `script` into the directory of a `cd DIR &&` at its start, and the rest.
fn split_cd(script: &str) -> Result<(Option<&str>, &str), Malformed> {
    let Some(rest) = script.strip_prefix("cd ") else {
        return Ok((None, script));
    };
    let (directory, rest) = word(rest.trim_start())
        .ok_or_else(|| not_a_patch_call("the directory in `command` is not a plain name"))?;
    let call = rest
        .trim_start()
        .strip_prefix("&&")
        .ok_or_else(|| not_a_patch_call("`command` is more than a call of `apply_patch`"))?;
    Ok((Some(directory), call.trim_start()))
}

/// Splits `body` at the first line that is only `delimiter`. Returns the text above and below this line.
fn split_at_delimiter<'s>(body: &'s str, delimiter: &str) -> Option<(&'s str, &'s str)> {
    let mut start = 0;
    for line in body.split_inclusive('\n') {
        let end = start + line.len();
        if line.trim_end_matches(['\r', '\n']) == delimiter {
            return Some((&body[..start], &body[end..]));
        }
        start = end;
    }
    None
}

/// The text after `apply_patch <<`.
fn after_program(call: &str) -> Option<&str> {
    for program in PROGRAMS {
        if let Some(rest) = call.strip_prefix(program) {
            let document = rest.trim_start_matches([' ', '\t']).strip_prefix("<<");
            if document.is_some() {
                return document;
            }
        }
    }
    None
}

/// Splits the first word from `text`: a quoted word, or a word without special characters of the shell. Returns the
/// word and the rest.
fn word(text: &str) -> Option<(&str, &str)> {
    const SPECIAL: &[char] = &[
        '$', '`', '\\', '"', '\'', '*', '?', '[', '~', '(', ')', '<', '>', ';', '|', '&', '#',
    ];
    for quote in ['\'', '"'] {
        if let Some(rest) = text.strip_prefix(quote) {
            let (inside, rest) = rest.split_once(quote)?;
            let is_plain = quote == '\'' || !inside.contains(['$', '`', '\\']);
            if !is_plain || inside.is_empty() {
                return None;
            }
            return Some((inside, rest));
        }
    }
    let end = text
        .find(|sign: char| sign.is_whitespace() || sign == '&')
        .unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    if word.is_empty() || word.contains(SPECIAL) || word.starts_with('-') {
        return None;
    }
    Some((word, rest))
}

fn not_a_patch_call(message: &str) -> Malformed {
    Malformed::wrong(
        message,
        "incise runs no other command: send only the patch, as {\"input\":\"*** Begin Patch...\"}",
    )
}
