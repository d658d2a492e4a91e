//! Chooses the mode of a payload, and refuses a payload that fits no mode.

use std::cmp::Reverse;

use super::call::Caller;
use super::fields::{
    Asked, Fields, Mode, ReadText, allowed, has_path, is_common, quoted, take_prose,
};
use super::members::{has_member, member};
use super::mode::MODES;
use super::payload::{Ask, Dialect, EditorCommand, Payload, Reading, Shape};
#[cfg(feature = "serena")]
use super::serena;
use crate::refusal::Refusals;
use crate::request::json::{self, Node, Object, Preset};
use crate::request::{Malformed, Options, Repeat, Request, Run, Step, Terms, nearest_or};

/// Reads the payload with these members.
pub fn payload(
    mut members: Vec<(String, Node)>,
    label: &str,
    read: ReadText<'_>,
    caller: &Caller,
) -> Result<Payload, Refusals> {
    members.retain(|(_, node)| *node != Node::Null);
    let left_out = take_prose(&mut members);
    if let Some(mut payload) = super::command::of_members(&members, label)? {
        payload.ask.terms_mut().left_out = left_out;
        return Ok(payload);
    }
    refuse_unsupported_payload(&members, label, caller)?;
    let tool_mode = mode_of_tool(caller, &members, label)?;
    let mode = match tool_mode {
        Some(mode) => mode,
        None if members.iter().any(|(name, _)| is_known(name)) => choose(&members, label)?,
        None => return Err(unknown_payload(members, label)),
    };
    let mut object = Object::new(label, members);
    let terms = read_terms(&mut object, mode, left_out)?;
    let hash = object.hash("expect_hash")?;
    let repeat = object.either("idempotent", Repeat::Refuse, Repeat::Accept)?;
    let mut fields = Fields {
        object,
        mode,
        read,
        terms,
        tool: caller.tool.as_deref(),
    };
    let asked = (mode.read)(&mut fields)?;
    let mut payload = finish(asked, fields, mode.dialect)?;
    let (_, steps) = payload.ask.parts_mut();
    for step in steps {
        step.expect_hash.clone_from(&hash);
        step.repeat = repeat;
    }
    Ok(payload)
}

/// The conditions in the fields of `mode`. The fields `left_out` do not affect the edit.
fn read_terms(
    object: &mut Object,
    mode: &'static Mode,
    left_out: Vec<String>,
) -> Result<Terms, Malformed> {
    let mut terms = json::terms(object)?;
    terms.left_out = left_out;
    terms.words = terms.words.with(Options::Payload(&mode.names));
    if object.flag("dryRun")? {
        terms.run = Run::DryRun;
    }
    Ok(terms)
}

/// The refusal of members without a field of any dialect.
fn unknown_payload(members: Vec<(String, Node)>, label: &str) -> Refusals {
    match json::read(Node::Object(members), label, Preset::default()) {
        Err(malformed) => malformed.into(),
        Ok(_) => Malformed::wrong(format!("{label} is not an edit"), "").into(),
    }
}

/// Refuses edits of notebook cells, code with omitted lines, and complete calls of tools.
fn refuse_unsupported_payload(
    members: &[(String, Node)],
    label: &str,
    caller: &Caller,
) -> Result<(), Malformed> {
    if caller.tool.as_deref() == Some("NotebookEdit") || has_member(members, "notebook_path") {
        return Err(Malformed::wrong(
            "`NotebookEdit` edits the cells of a notebook, but incise edits files as text",
            "the text of a notebook is JSON: {\"file_path\":\"/a.ipynb\",\"old_string\":\"x\",\"new_string\":\"y\"} replaces a part of it",
        ));
    }
    if let Some(name) = abbreviated_code(members) {
        return Err(Malformed::wrong(
            format!(
                "`{name}` omits the unchanged lines, so the position of the others would be a guess"
            ),
            "give the old and the new text: {\"filePath\":\"/a.txt\",\"oldString\":\"x\",\"newString\":\"y\"}",
        ));
    }
    if let Some(name) = wrapped_payload(members) {
        return Err(Malformed::wrong(
            format!("{label} is a complete call of a tool"),
            format!("send only the content of `{name}`"),
        ));
    }
    Ok(())
}

/// The member with code that abbreviates unchanged parts by comments. Some tools have a second model merge such code
/// into the file.
fn abbreviated_code(members: &[(String, Node)]) -> Option<&str> {
    const SKETCHES: [&str; 3] = ["code", "code_edit", "changes"];
    if !has_path(members) {
        return None;
    }
    let mut names = members.iter().map(|(name, _)| name.as_str());
    names.find(|name| SKETCHES.contains(name))
}

/// The member that contains the payload, if the document is a tool call of a model or client.
fn wrapped_payload(members: &[(String, Node)]) -> Option<&str> {
    const ENVELOPES: [&str; 5] = ["input", "arguments", "args", "params", "parameters"];
    for (name, node) in members {
        if ENVELOPES.contains(&name.as_str()) && matches!(node, Node::Object(_)) {
            return Some(name);
        }
    }
    None
}

/// Builds the payload after its fields are read.
fn finish(asked: Asked, mut fields: Fields<'_>, dialect: Dialect) -> Result<Payload, Malformed> {
    let (ask, shape) = match asked {
        Asked::Actions(actions) => {
            let path = fields.path()?;
            let steps = actions
                .into_iter()
                .map(|action| Step::new(path.clone(), action));
            let request = Request::from(steps.collect::<Vec<_>>()).under(fields.terms);
            (Ask::Request(request), Shape::Report)
        }
        Asked::Steps(steps, shape) => {
            let request = Request::from(steps).under(fields.terms);
            (Ask::Request(request), shape)
        }
        Asked::View(part, reading) => {
            let path = fields.path()?;
            let shape = match reading {
                Reading::Editor => Shape::Editor(EditorCommand::View, path.clone()),
                reading => Shape::Read(reading),
            };
            let terms = fields.terms;
            (Ask::View { path, part, terms }, shape)
        }
        Asked::Undo => {
            let path = fields.path()?;
            let shape = Shape::Editor(EditorCommand::UndoEdit, path.clone());
            let terms = fields.terms;
            (Ask::Undo { path, terms }, shape)
        }
    };
    Ok(Payload {
        dialect,
        ask,
        shape,
        call: None,
    })
}

/// The mode that the tool name selects. The members must be its fields.
#[cfg(feature = "serena")]
fn mode_of_tool(
    caller: &Caller,
    members: &[(String, Node)],
    label: &str,
) -> Result<Option<&'static Mode>, Malformed> {
    let mode = serena::mode_of_tool(caller.tool.as_deref(), members, label)?;
    if let Some(mode) = mode {
        serena::check(mode, members, label)?;
    }
    Ok(mode)
}

#[cfg(not(feature = "serena"))]
fn mode_of_tool(
    _: &Caller,
    _: &[(String, Node)],
    _: &str,
) -> Result<Option<&'static Mode>, Malformed> {
    Ok(None)
}

/// True if `name` is a field of a mode or of a shell call.
pub fn is_known(name: &str) -> bool {
    #[cfg(feature = "serena")]
    if serena::is_known(name) {
        return true;
    }
    name == "cmd" || MODES.iter().any(|mode| has_field(mode, name))
}

/// True if `name` is a field of `mode`. `command` counts if a command selects the mode.
fn has_field(mode: &Mode, name: &str) -> bool {
    mode.has(name) || (name == "command" && mode.command.is_some())
}

/// The mode whose fields the members are.
fn choose(members: &[(String, Node)], label: &str) -> Result<&'static Mode, Malformed> {
    let names: Vec<&str> = members
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| !is_common(name) || MODES.iter().any(|mode| mode.has(name)))
        .collect();
    let candidates = modes_of_command(members, label)?;
    for mode in &candidates {
        if names.iter().all(|name| has_field(mode, name))
            && mode
                .needs
                .iter()
                .all(|need| count_present(need, &names) == 1)
        {
            return Ok(mode_of_edits(members, mode));
        }
    }
    // `max_by_key` returns the last maximum, and the first one is needed.
    let closest = candidates
        .iter()
        .rev()
        .filter(|mode| mode.command.is_some() || is_related(mode, &names))
        .max_by_key(|mode| {
            let known = names.iter().filter(|name| has_field(mode, name)).count();
            (known, Reverse(missing(mode, &names).len()))
        });
    match closest {
        Some(closest) => Err(no_mode(&names, closest, label)),
        None => Err(Malformed::wrong(
            format!("{label} is not an edit"),
            allowed(|mode| names.iter().any(|name| mode.has(name))),
        )),
    }
}

/// `mode`, or for a list of edits the mode of their dialect. Only the edits show it, and hints use its field names.
fn mode_of_edits(members: &[(String, Node)], mode: &'static Mode) -> &'static Mode {
    if mode.needs != ["edits"] {
        return mode;
    }
    let dialect = super::string::dialect_of_edits(members).unwrap_or(mode.dialect);
    let mut modes = MODES.iter();
    modes.find(|mode| mode.dialect == dialect).unwrap_or(mode)
}

/// The modes with the command in `command`. Without `command`, the modes that have no command.
fn modes_of_command(
    members: &[(String, Node)],
    label: &str,
) -> Result<Vec<&'static Mode>, Malformed> {
    let Some(command) = member(members, "command") else {
        return Ok(MODES.iter().filter(|mode| mode.command.is_none()).collect());
    };
    let Node::Text(word) = command else {
        return Err(json::wrong_type("command", "a string", command));
    };
    let named: Vec<_> = MODES
        .iter()
        .filter(|mode| mode.command == Some(word))
        .collect();
    if named.is_empty() {
        let known = format!("`command` is one of {}", quoted(commands()));
        return Err(Malformed::wrong(
            format!("unknown command `{word}` in {label}"),
            nearest_or(word, commands(), known),
        ));
    }
    Ok(named)
}

/// The number of alternatives of `need` that are present.
fn count_present(need: &str, names: &[&str]) -> usize {
    need.split('|').filter(|word| names.contains(word)).count()
}

fn missing(mode: &Mode, names: &[&str]) -> Vec<&'static str> {
    let mut missing = Vec::new();
    for need in mode.needs {
        if count_present(need, names) == 0 {
            missing.push(*need);
        }
    }
    missing
}

/// True if a required field of the mode is present.
fn is_related(mode: &Mode, names: &[&str]) -> bool {
    mode.needs.iter().any(|need| count_present(need, names) > 0)
}

fn commands() -> impl Iterator<Item = &'static str> {
    MODES.iter().filter_map(|mode| mode.command)
}

/// The refusal of fields that fit no mode. `closest` shares the most fields.
fn no_mode(names: &[&str], closest: &Mode, label: &str) -> Malformed {
    let unexpected: Vec<&str> = names
        .iter()
        .copied()
        .filter(|name| !has_field(closest, name))
        .collect();
    if let Some(lines) = text_and_lines(names) {
        return Malformed::mixed(
            lines,
            allowed(|mode| is_related(mode, names) || mode.dialect == Dialect::LineRange),
        );
    }
    let related_modes = allowed(|mode| is_related(mode, names));
    let mut needs = closest.needs.iter();
    if let Some(twice) = needs.find(|need| count_present(need, names) > 1) {
        return Malformed::mixed(
            format!("{} mean the same in {label}", quoted(twice.split('|'))),
            format!("give one of them: {related_modes}"),
        );
    }
    let name = closest.dialect.name();
    if let Some(stranger) = unexpected.iter().find(|name| !is_known(name)) {
        return Malformed::wrong(
            format!("unknown field `{stranger}` in {label}, which comes closest to {name}"),
            nearest_or(stranger, closest.fields(), closest.known_fields(&[])),
        );
    }
    if unexpected.is_empty() {
        return incomplete(names, closest, label);
    }
    let belong = if unexpected.len() == 1 { "does" } else { "do" };
    Malformed::mixed(
        format!(
            "{label} comes closest to {name}, to which {} {belong} not belong",
            quoted(unexpected)
        ),
        related_modes,
    )
}

/// The refusal of fields that are all of the mode `closest`, but not all that it needs.
fn incomplete(names: &[&str], closest: &Mode, label: &str) -> Malformed {
    let missing = missing(closest, names);
    let missing = quoted(missing.iter().flat_map(|need| need.split('|').next()));
    let name = closest.dialect.name();
    Malformed::wrong(
        format!("{label} has no {missing}; it comes closest to {name}"),
        format!("for example {}", closest.examples()),
    )
}

/// The message for an edit by text that also has line numbers.
fn text_and_lines(names: &[&str]) -> Option<String> {
    const LINES: &[&str] = &["start_line", "end_line", "line"];
    let lines: Vec<&str> = LINES
        .iter()
        .copied()
        .filter(|name| names.contains(name))
        .collect();
    let by_text = names.iter().find(|name| {
        name.starts_with("old_") || ["edits", "new_text", "new_string", "new_str"].contains(name)
    })?;
    if lines.is_empty() {
        return None;
    }
    Some(format!(
        "`{by_text}` is found by its text, {} by number: to edit lines by number, give only \
         `start_line`, `end_line` and `new_content`",
        quoted(lines)
    ))
}
