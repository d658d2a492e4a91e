//! Hints speak of flags and commands; a client of this server has fields and tools.

/// `hint` with the fields that do what the flags do.
pub(super) fn in_fields(hint: &str) -> String {
    let mut out = hint.to_owned();
    for (words, instead) in SENTENCES {
        out = out.replace(words, instead);
    }
    fields_for_flags(&out)
}

/// Whole phrases for which there is another tool or field. The order matters: the last is the rest.
const SENTENCES: &[(&str, &str)] = &[
    (
        "; check it first with `incise check patch`",
        "; `preview` shows it",
    ),
    ("`incise check replace`", "`preview`"),
    (
        "`incise log -C DIR` lists what was done in another one",
        "`edit` and `apply_patch` are what can be taken back",
    ),
    ("`incise log`", "`history`"),
    ("`incise view ", "`read_lines "),
    (", or name the directory with --root DIR", ""),
    (
        ", or --all for every one",
        ", or \"pick\": \"all\" for every one",
    ),
    ("--all, in JSON \"pick\": \"all\"", "\"pick\": \"all\""),
    ("--nth ", "\"pick\": "),
    ("--site ID", "\"site\": ID"),
    (", or give the text with --old-file", ""),
    ("`incise recover`", "`\0 recover`"),
    ("`incise ", "`"),
    ("`\0 recover`", "`incise recover`"),
];

/// `--some-flag` as `"some_flag"`.
fn fields_for_flags(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, flag) = rest.split_at(at);
        let letters = |character: char| character.is_ascii_lowercase() || character == '-';
        let name = flag[2..].split(|character| !letters(character)).next();
        let name = name.unwrap_or_default();
        out.push_str(before);
        match name.is_empty() {
            true => out.push_str("--"),
            false => out.push_str(&format!("\"{}\"", name.replace('-', "_"))),
        }
        rest = &flag[2 + name.len()..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::in_fields;

    #[test]
    fn flags_become_fields_and_commands_tools() {
        for (hint, expected) in [
            (
                "add a line of context, or --nth 1 or --site ID for one place, or --all for every one",
                "add a line of context, or \"pick\": 1 or \"site\": ID for one place, or \"pick\": \"all\" for every one",
            ),
            (
                "copy the text from `incise view a.rs 3:5`",
                "copy the text from `read_lines a.rs 3:5`",
            ),
            (
                "check that the new text is whole; if it is meant to be that short, --force-shrink",
                "check that the new text is whole; if it is meant to be that short, \"force_shrink\"",
            ),
            (
                "use a path inside the root, or name the directory with --root DIR",
                "use a path inside the root",
            ),
            (
                "`incise log -C DIR` lists what was done in another one",
                "`edit` and `apply_patch` are what can be taken back",
            ),
            ("run `incise recover` here", "run `incise recover` here"),
            (
                "`incise remove a` deletes the file",
                "`remove a` deletes the file",
            ),
            ("a -- b --", "a -- b --"),
        ] {
            assert_eq!(in_fields(hint), expected);
        }
    }
}
