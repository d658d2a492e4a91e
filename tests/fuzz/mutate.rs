//! Damages inputs according to their format: JSON values, lines of diffs, arbitrary bytes.

use serde_json::{Map, Value};

use crate::dice::Dice;

/// Words with a meaning for some parser.
const WORDS: &[&str] = &[
    "",
    "-",
    "a.txt",
    "b.txt",
    "d/c.txt",
    "../a.txt",
    "/",
    ".",
    "..",
    ".git/config",
    "a.txt/",
    "\0",
    "\u{feff}",
    "\u{2028}",
    "\u{1f600}",
    "e\u{301}",
    "\r\n",
    "\r",
    "\n",
    "\t",
    "$1",
    "${a}",
    "\\n",
    "{{",
    "*",
    "**/*",
    "[",
    "(",
    "(a|a)*b",
    "a{999}",
    "blake3:",
    "sha256:00000000",
    "exact",
    "fuzzy",
    "all",
    "only",
    "create",
    "str_replace",
    "insert",
    "patch",
    "*** Begin Patch\n",
    "*** End Patch\n",
    "*** Update File: a.txt\n",
    "@@ -1 +1 @@\n",
    "@@ -0,0 +1,99999999999 @@\n",
    "@@\n",
    "--- a/a.txt\n",
    "+++ b/a.txt\n",
    "--- /dev/null\n",
    "diff --git a/a.txt b/a.txt\n",
    "rename from a.txt\n",
    "rename to z\n",
    "new file mode 120000\n",
    "GIT binary patch\n",
    "literal 999999999\n",
    "delta 5\n",
    "zcmV\n",
    "<<<<<<< SEARCH\n",
    "=======\n",
    ">>>>>>> REPLACE\n",
    ":start_line:2\n",
    "\\ No newline at end of file\n",
    "```\n",
    "...\n",
    "+",
    " ",
    "one\n",
    "two\n",
    "three\n",
];

/// Boundary values.
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "-2",
    "4294967296",
    "18446744073709551615",
    "-9223372036854775808",
    "9223372036854775807",
    "1e308",
    "1e-9",
    "0.5",
    "1.5",
    "99999999999999999999999999",
];

/// A value derived from another value.
pub fn json(mut value: Value, others: &[Value], dice: &mut Dice) -> Value {
    for _ in 0..dice.below(4) {
        let count = nodes(&value);
        let mut at = dice.below(count);
        let other = &others[dice.below(others.len())];
        if let Some(node) = nth(&mut value, &mut at) {
            change(node, other, dice);
        }
    }
    value
}

fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Array(all) => all.iter().map(nodes).sum(),
        Value::Object(all) => all.values().map(nodes).sum(),
        _ => 0,
    }
}

fn nth<'v>(value: &'v mut Value, at: &mut usize) -> Option<&'v mut Value> {
    if *at == 0 {
        return Some(value);
    }
    *at -= 1;
    match value {
        Value::Array(all) => all.iter_mut().find_map(|value| nth(value, at)),
        Value::Object(all) => all.values_mut().find_map(|value| nth(value, at)),
        _ => None,
    }
}

fn change(node: &mut Value, other: &Value, dice: &mut Dice) {
    match node {
        Value::Object(fields) if !dice.once_in(4) => change_fields(fields, other, dice),
        Value::Array(all) if !dice.once_in(4) => change_list(all, other, dice),
        Value::String(text) if !dice.once_in(4) => {
            let mut bytes = std::mem::take(text).into_bytes();
            bytes_of(&mut bytes, &[], dice);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        _ => *node = leaf(other, dice),
    }
}

fn change_fields(fields: &mut Map<String, Value>, other: &Value, dice: &mut Dice) {
    let keys: Vec<String> = fields.keys().cloned().collect();
    let key = keys.get(dice.below(keys.len())).cloned();
    match (dice.below(4), key, other) {
        (0, Some(key), _) => {
            fields.remove(&key);
        }
        (1, Some(key), Value::Object(more)) => {
            // The name of a field of another request.
            if let (Some(value), Some(name)) = (fields.remove(&key), more.keys().next()) {
                fields.insert(name.clone(), value);
            }
        }
        (2, Some(key), _) => {
            fields.insert(key, leaf(other, dice));
        }
        (_, _, Value::Object(more)) => {
            let picked = dice.below(more.len());
            if let Some((name, value)) = more.iter().nth(picked) {
                fields.insert(name.clone(), value.clone());
            }
        }
        _ => {}
    }
}

fn change_list(all: &mut Vec<Value>, other: &Value, dice: &mut Dice) {
    let at = dice.below(all.len());
    match dice.below(4) {
        0 if !all.is_empty() => {
            all.remove(at);
        }
        1 if !all.is_empty() => {
            let value = all[at].clone();
            let times = [1, 2, 63][dice.below(3)];
            all.extend(std::iter::repeat_n(value, times));
        }
        2 if !all.is_empty() => {
            let with = dice.below(all.len());
            all.swap(at, with);
        }
        _ => all.push(other.clone()),
    }
}

fn leaf(other: &Value, dice: &mut Dice) -> Value {
    match dice.below(6) {
        0 => Value::Null,
        1 => Value::Bool(dice.once_in(2)),
        2 => serde_json::from_str(dice.one_of(NUMBERS)).unwrap_or(Value::Null),
        3 => Value::String(dice.one_of(WORDS).to_owned()),
        4 => {
            let times = [10, 150, 400][dice.below(3)];
            (0..times).fold(Value::Null, |inner, _| Value::Array(vec![inner]))
        }
        _ => other.clone(),
    }
}

/// A value as text, which may be damaged as text.
pub fn json_text(value: Value, others: &[Value], dice: &mut Dice) -> Vec<u8> {
    let value = json(value, others, dice);
    let mut text = if dice.once_in(3) {
        serde_json::to_vec_pretty(&value)
    } else {
        serde_json::to_vec(&value)
    }
    .unwrap();
    if dice.once_in(4) {
        let escapes = [
            &b"\\ud800"[..],
            b"\\u0000",
            b"\"",
            b"{",
            b"}",
            b"[",
            b"]",
            b",",
            b":",
            b"\xff",
        ];
        let token = dice.one_of(&escapes);
        let at = dice.below(text.len() + 1);
        text.splice(at..at, token.iter().copied());
    }
    if dice.once_in(8) {
        bytes_of(&mut text, &[], dice);
    }
    text
}

/// A text with changes to its lines and bytes.
pub fn lines(text: &[u8], others: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = text
        .split_inclusive(|&byte| byte == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    for _ in 0..dice.below(4) {
        let at = dice.below(lines.len());
        match dice.below(7) {
            0 if !lines.is_empty() => {
                lines.remove(at);
            }
            1 if !lines.is_empty() => {
                let line = lines[at].clone();
                let times = [1, 2, 40][dice.below(3)];
                lines.splice(at..at, std::iter::repeat_n(line, times));
            }
            2 if !lines.is_empty() => {
                let with = dice.below(lines.len());
                lines.swap(at, with);
            }
            3 if !lines.is_empty() && !lines[at].is_empty() => {
                lines[at][0] = b"+- @\\*<>=d\t"[dice.below(11)];
            }
            4 if !others.is_empty() => {
                let other = &others[dice.below(others.len())];
                let more = other
                    .split_inclusive(|&byte| byte == b'\n')
                    .map(<[u8]>::to_vec);
                let more: Vec<Vec<u8>> = more.collect();
                let from = dice.below(more.len());
                let count = dice.below(more.len() - from.min(more.len()) + 1);
                lines.splice(at..at, more.into_iter().skip(from).take(count));
            }
            5 if !lines.is_empty() => number(&mut lines[at], dice),
            _ => lines.insert(at, dice.one_of(WORDS).as_bytes().to_vec()),
        }
    }
    let mut text = lines.concat();
    if dice.once_in(3) {
        bytes_of(&mut text, others, dice);
    }
    text
}

/// Changes a number in `line`.
fn number(line: &mut Vec<u8>, dice: &mut Dice) {
    let Some(start) = line.iter().position(u8::is_ascii_digit) else {
        return;
    };
    let digits = line[start..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    line.splice(start..start + digits, dice.one_of(NUMBERS).bytes());
}

/// Changes bytes, whatever they mean.
pub fn bytes_of(text: &mut Vec<u8>, others: &[Vec<u8>], dice: &mut Dice) {
    let at = dice.below(text.len() + 1);
    let to = at + dice.below(text.len() + 1 - at);
    match dice.below(7) {
        0 => text.truncate(at),
        1 => drop(text.drain(at..to.min(at + 40))),
        2 if at < text.len() => text[at] ^= 1 << dice.below(8),
        3 => {
            let again = text[at..to.min(at + 200)].to_vec();
            let times = [1, 3, 100][dice.below(3)];
            text.splice(at..at, again.repeat(times));
        }
        4 if !others.is_empty() => {
            let other = &others[dice.below(others.len())];
            text.splice(at..at, other.iter().copied());
        }
        5 => text.insert(at, dice.roll() as u8),
        _ => drop(text.splice(at..at, dice.one_of(WORDS).bytes())),
    }
}
