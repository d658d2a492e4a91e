//! The text form: a section per file, with operations on lines and rows of new text.
//!
//! ```text
//! [src/a.rs#1F2A]
//! SWAP 12.=14:            since hashline 17.2: PUT 12.=14:
//! +one line for three
//! DEL 20                  CUT 20.=20
//! INS.POST 31:            PUT >31:
//! +a line below
//! MV src/b.rs
//! ```
//!
//! Refused are rows without `+`, ranges without an end, and operations that need a parser or the text of an earlier
//! call.

use std::path::PathBuf;

use super::anchor::split_anchor;
use super::place::{Place, section};
use crate::patch::is_hashline_section;
use crate::request::{Malformed, ShortAnchor, Step};

const FORMS: &str = "operations are `SWAP A.=B:` or `PUT A.=B:`, `DEL A.=B` or `CUT A.=B`, `INS.PRE N:` or `PUT <N:`, \
                     `INS.POST N:` or `PUT >N:`, `REM` and `MV PATH`";

/// The steps of a text.
///
/// # Errors
/// The first line that cannot be read, with its number.
pub fn steps(text: &[u8]) -> Result<Vec<Step>, Malformed> {
    let text = std::str::from_utf8(text).map_err(|_| {
        Malformed::wrong(
            "the text in the notation of hashline is not UTF-8",
            "name the lines in a request: `incise schema request`",
        )
    })?;
    let mut reader = Reader::default();
    let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    for (number, line) in lines.by_ref() {
        if line.trim_end() == "*** End Patch" {
            break;
        }
        reader
            .read(line)
            .map_err(|malformed| on_line(number, malformed))?;
        reader.number = number;
    }
    for (number, line) in lines {
        if !line.trim().is_empty() {
            return Err(on_line(number, text_after_end()));
        }
    }
    let number = reader.number;
    reader
        .finish()
        .map_err(|malformed| on_line(number, malformed))
}

fn text_after_end() -> Malformed {
    Malformed::wrong(
        "there is text after `*** End Patch`",
        "put all sections into one envelope",
    )
}

/// `malformed` with this line number.
fn on_line(line: usize, malformed: Malformed) -> Malformed {
    Malformed {
        message: format!("line {line} of the request: {}", malformed.message),
        ..malformed
    }
}

/// The state of the parser.
#[derive(Default)]
struct Reader {
    steps: Vec<Step>,
    /// The file and the tag of the current section.
    section: Option<(PathBuf, String)>,
    /// The operation whose rows are being read.
    current: Option<(Place, String)>,
    /// True if a blank line followed the rows.
    is_after_blank: bool,
    number: usize,
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), Malformed> {
        if let Some(row) = line.strip_prefix('+') {
            return self.row(row);
        }
        if line.trim().is_empty() {
            self.is_after_blank = true;
            return Ok(());
        }
        if line.trim_end() == "*** Begin Patch" && self.section.is_none() {
            return Ok(());
        }
        self.end_operation()?;
        if let Some((path, tag)) = section(line) {
            self.section = Some((path.into(), tag.to_owned()));
            return Ok(());
        }
        if is_hashline_section(line) {
            let what = format!("`{line}` has no tag for the version of the lines");
            return Err(Malformed::wrong(
                what,
                "write `[PATH#TAG]`, as it was shown; or name the lines in a request",
            ));
        }
        if self.section.is_none() {
            let what = "no file is named yet";
            return Err(Malformed::wrong(what, "a section begins with `[PATH#TAG]`"));
        }
        match operation(line.trim())? {
            Operation::WithRows(place) => self.current = Some((place, String::new())),
            Operation::Alone(place) => self.add(place, String::new())?,
        }
        self.is_after_blank = false;
        Ok(())
    }

    fn row(&mut self, row: &str) -> Result<(), Malformed> {
        let is_after_blank = std::mem::take(&mut self.is_after_blank);
        let Some((_, text)) = &mut self.current else {
            return Err(Malformed::wrong(
                "a row of new text follows no operation that accepts one",
                "`SWAP`, `INS` and `PUT` with a colon take rows; `DEL` and `CUT` take none",
            ));
        };
        if is_after_blank && !text.is_empty() {
            return Err(Malformed::wrong(
                "there is a blank line between rows",
                "a blank line of the new text is a row with only `+`",
            ));
        }
        text.push_str(row);
        text.push('\n');
        Ok(())
    }

    /// Ends the operation whose rows were read.
    fn end_operation(&mut self) -> Result<(), Malformed> {
        let Some((place, text)) = self.current.take() else {
            return Ok(());
        };
        if text.is_empty() {
            return Err(Malformed::wrong(
                "the operation above has no rows of new text",
                "each row begins with `+`; `DEL A.=B` or `CUT A.=B` deletes",
            ));
        }
        self.add(place, text)
    }

    fn add(&mut self, place: Place, text: String) -> Result<(), Malformed> {
        let Some((path, tag)) = &self.section else {
            return Ok(());
        };
        let step = place.step(path.clone(), Some(tag.clone()), text.into());
        self.steps.push(step);
        Ok(())
    }

    fn finish(mut self) -> Result<Vec<Step>, Malformed> {
        self.end_operation()?;
        if self.steps.is_empty() {
            return Err(Malformed::wrong("there is no operation", FORMS));
        }
        Ok(self.steps)
    }
}

/// An operation, followed by rows or not.
enum Operation {
    WithRows(Place),
    Alone(Place),
}

/// Parses an operation.
fn operation(line: &str) -> Result<Operation, Malformed> {
    let end = line
        .find(|sign: char| sign.is_whitespace() || sign == ':')
        .unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    refuse_unsupported(word, rest)?;
    let (rest, has_colon) = match rest.trim().strip_suffix(':') {
        Some(rest) => (rest.trim(), true),
        None => (rest.trim(), false),
    };
    let place = match word {
        "REM" if rest.is_empty() => Place::Remove,
        "MV" if !rest.is_empty() => Place::Move(unquoted(rest).into()),
        "SWAP" | "DEL" | "CUT" => lines(rest).ok_or_else(unknown_operation)?,
        "INS.HEAD" if rest.is_empty() => Place::Start,
        "INS.TAIL" if rest.is_empty() => Place::End,
        "INS.PRE" => Place::Before(only_anchor(rest).ok_or_else(unknown_operation)?),
        "INS.POST" => Place::After(only_anchor(rest).ok_or_else(unknown_operation)?),
        "PUT" if rest == ">$" => Place::End,
        "PUT" => match (rest.strip_prefix('<'), rest.strip_prefix('>')) {
            (Some(before), _) => Place::Before(only_anchor(before).ok_or_else(unknown_operation)?),
            (_, Some(after)) => Place::After(only_anchor(after).ok_or_else(unknown_operation)?),
            _ => lines(rest).ok_or_else(unknown_operation)?,
        },
        _ => return Err(unknown_operation()),
    };
    let takes_rows = matches!(word, "SWAP" | "PUT") || word.starts_with("INS.");
    match (takes_rows, has_colon) {
        (true, true) => Ok(Operation::WithRows(place)),
        (false, false) => Ok(Operation::Alone(place)),
        (true, false) => Err(Malformed::wrong(
            format!("`{word}` without a colon uses cut text, which incise does not keep"),
            "with a colon it accepts rows that start with `+`: write the text again",
        )),
        (false, true) => Err(Malformed::wrong(
            format!("`{word}` has no colon and no rows"),
            FORMS,
        )),
    }
}

fn unknown_operation() -> Malformed {
    Malformed::wrong(
        "it is neither an operation nor a row that begins with `+`",
        FORMS,
    )
}

/// Refuses an operation that needs a parser or the text of an earlier call.
fn refuse_unsupported(word: &str, rest: &str) -> Result<(), Malformed> {
    if word.contains(".BLK") || rest.contains('*') && word != "MV" {
        let what = "only a parser can find the end of this block";
        let hint = "give its last line as well, or edit it by its name: `in` with `symbol`";
        return Err(Malformed::wrong(what, hint));
    }
    let is_register = word.starts_with("PASTE") || word.starts_with("COPY");
    if is_register || rest.contains('@') && word != "MV" {
        let what = "incise keeps no cut or copied text";
        let hint = "write the text again as rows that start with `+`";
        return Err(Malformed::wrong(what, hint));
    }
    Ok(())
}

/// Parses `A.=B`, or `A` for a single line. Any characters that tools use for `.=` are accepted.
fn lines(text: &str) -> Option<Place> {
    let (first, after) = split_anchor(text)?;
    let rest = after.trim();
    if rest.is_empty() {
        return Some(Place::Lines(first.clone(), first));
    }
    let last = rest.trim_start_matches([' ', '.', '=', '-', '…']);
    if last.len() == rest.len() && !text.contains(char::is_whitespace) {
        return None;
    }
    Some(Place::Lines(first, only_anchor(last)?))
}

/// Parses a text that is only an anchor.
fn only_anchor(text: &str) -> Option<ShortAnchor> {
    let (anchor, rest) = split_anchor(text.trim())?;
    if rest.trim().is_empty() {
        Some(anchor)
    } else {
        None
    }
}

fn unquoted(path: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(rest) = path.strip_prefix(quote)
            && let Some(inside) = rest.strip_suffix(quote)
        {
            return inside;
        }
    }
    path
}
