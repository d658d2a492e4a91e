//! The classes of damage to the old and new text, or to the file.

use super::case::INSERTED;
use super::source::Random;

/// The expected outcome of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Found and replaced exactly.
    Mechanical,
    /// Refused with a suggested repair, and exact with that repair.
    Doctor,
    /// Refused.
    Stale,
    /// Rarely wrong.
    Fuzzy,
    /// Shifted to its place, or refused.
    Fitted,
    /// Never wrong. The number of recognized cases is only reported.
    Told,
    /// Usually recognized as already done.
    Done,
}

macro_rules! classes {
    ($($variant:ident $name:literal $kind:ident,)*) => {
        /// A kind of damage to the texts, or a change of the file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Class { $($variant,)* }

        impl Class {
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            pub fn kind(self) -> Kind {
                match self { $(Self::$variant => Kind::$kind,)* }
            }
        }
    };
}

classes! {
    Undamaged "undamaged" Mechanical,
    BlanksAdded "blanks added" Mechanical,
    BlanksAddedToOld "blanks added to old" Mechanical,
    BlanksStripped "blanks stripped" Mechanical,
    IndentDropped "indent dropped" Mechanical,
    IndentAdded "indent added" Mechanical,
    TabsToBlanks "tabs to blanks" Mechanical,
    BlanksToTabs "blanks to tabs" Mechanical,
    SmartQuotes "smart quotes" Mechanical,
    SmartQuotesInOld "smart quotes in old" Mechanical,
    CrLfText "crlf in the text" Mechanical,
    CrLfFile "crlf in the file" Mechanical,
    EscapedQuotes "escaped quotes" Doctor,
    EscapedByShell "escaped by a shell" Doctor,
    HtmlEntities "html entities" Doctor,
    NumberedBar "line numbers, bar" Doctor,
    NumberedTab "line numbers, tab" Doctor,
    TokenChanged "token changed" Stale,
    LineInserted "line inserted" Stale,
    LineDeleted "line deleted" Stale,
    BlockGone "block gone" Stale,
    Glued "glued from two places" Stale,
    BlockTwice "block twice" Stale,
    FuzzyToken "fuzzy: token changed" Fuzzy,
    FuzzyInserted "fuzzy: line inserted" Fuzzy,
    FuzzyGone "fuzzy: block gone" Fuzzy,
    ReallyDone "really done" Done,
    DoneByHand "done by another hand" Told,
    DoneElsewhere "done elsewhere" Stale,
    FirstLost "first line's indentation lost" Fitted,
    MiddleOfLine "middle of a line" Fitted,
}

impl Class {
    /// Gives each class a different random sequence.
    pub fn seed(self) -> u64 {
        (self as u64 + 1) * 0x1_0000_0000
    }

    /// The damaged `text`; `None` if it cannot be damaged.
    pub fn damage(self, text: &str, random: &mut Random) -> Option<String> {
        let damaged = match self {
            Self::BlanksAdded | Self::BlanksAddedToOld => each_line(text, |line| {
                if line.ends_with(INSERTED) {
                    line.to_owned()
                } else {
                    format!("{line}{}", " ".repeat(line.len() % 3))
                }
            }),
            Self::BlanksStripped => {
                each_line(text, |line| line.trim_end_matches([' ', '\t']).into())
            }
            Self::FirstLost => text.trim_start_matches([' ', '\t']).to_owned(),
            Self::IndentDropped => without_common_indent(text)?,
            Self::IndentAdded => each_line(text, |line| {
                if line.is_empty() {
                    String::new()
                } else {
                    format!("    {line}")
                }
            }),
            Self::TabsToBlanks => {
                let width = [2, 4, 8][random.below(3)];
                each_line(text, |line| {
                    with_indent(line, |indent| expand(indent, width))
                })
            }
            Self::BlanksToTabs => each_line(text, |line| with_indent(line, unexpand)),
            Self::SmartQuotes | Self::SmartQuotesInOld => smart(text),
            Self::CrLfText => text.replace('\n', "\r\n"),
            Self::EscapedQuotes => text.replace('"', "\\\""),
            Self::EscapedByShell => text
                .chars()
                .flat_map(|letter| {
                    let escape = "\\\"$`!".contains(letter).then_some('\\');
                    escape.into_iter().chain([letter])
                })
                .collect(),
            Self::HtmlEntities => text
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
                .replace('"', "&quot;"),
            Self::NumberedBar => numbered(text, |number, line| format!("{number:>4} | {line}")),
            Self::NumberedTab => numbered(text, |number, line| format!("{number:>6}\t{line}")),
            _ => return Some(text.to_owned()),
        };
        (damaged != text).then_some(damaged)
    }

    /// True if the edit is already made, or seems to be.
    pub fn is_about_done(self) -> bool {
        matches!(
            self,
            Self::ReallyDone | Self::DoneByHand | Self::DoneElsewhere
        )
    }

    /// True if the new text is damaged like the old one.
    pub fn damages_new(self) -> bool {
        !matches!(self, Self::BlanksAddedToOld | Self::SmartQuotesInOld)
    }
}

pub fn each_line(text: &str, damage: impl Fn(&str) -> String) -> String {
    text.split_inclusive('\n')
        .map(|line| match line.strip_suffix('\n') {
            Some(line) => damage(line) + "\n",
            None => damage(line),
        })
        .collect()
}

fn with_indent(line: &str, damage: impl Fn(&str) -> String) -> String {
    let rest = line.trim_start_matches([' ', '\t']);
    if rest.is_empty() {
        line.to_owned()
    } else {
        damage(&line[..line.len() - rest.len()]) + rest
    }
}

fn expand(indent: &str, width: usize) -> String {
    let column = indent.chars().fold(0, |column, blank| match blank {
        '\t' => (column / width + 1) * width,
        _ => column + 1,
    });
    " ".repeat(column)
}

fn unexpand(indent: &str) -> String {
    indent.replace("    ", "\t")
}

/// Removes the common indentation of all nonblank lines.
fn without_common_indent(text: &str) -> Option<String> {
    let indent_of = |line: &str| line.len() - line.trim_start_matches([' ', '\t']).len();
    let lines = || text.lines().filter(|line| !line.trim().is_empty());
    let common = lines().map(indent_of).min()?;
    let first = &lines().next()?[..common];
    let dropped = each_line(text, |line| {
        line.strip_prefix(first).unwrap_or(line).to_owned()
    });
    lines()
        .all(|line| line.starts_with(first))
        .then_some(dropped)
}

fn smart(text: &str) -> String {
    let mut is_open = false;
    text.chars()
        .map(|letter| match letter {
            '"' => {
                is_open = !is_open;
                if is_open { '\u{201c}' } else { '\u{201d}' }
            }
            // Restart at each line, so that an additional or missing line does not change the damage to other lines.
            '\n' => {
                is_open = false;
                letter
            }
            '\'' => '\u{2019}',
            other => other,
        })
        .collect()
}

fn numbered(text: &str, number: impl Fn(usize, &str) -> String) -> String {
    text.split_inclusive('\n')
        .enumerate()
        .map(|(at, line)| number(at + 97, line))
        .collect()
}
