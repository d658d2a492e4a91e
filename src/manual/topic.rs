//! The topics of `incise explain`, and its answers as text or JSON.

use serde::Serialize;

use super::Explanation;
use crate::refusal::{Code, ExitClass};

/// The name and version of the JSON form.
pub const SCHEMA: &str = "incise.explain/1";

/// The topic of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Every code, one per line.
    All,
    /// A single code.
    Code(Code),
    /// An exit code.
    Class(ExitClass),
}

/// `incise.explain/1`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Explanation"))]
pub(crate) struct Explained {
    /// `incise.explain/1`.
    schema: &'static str,
    #[serde(flatten)]
    one: Option<ExplainedCode>,
    /// The requested exit code, or all exit codes. Absent if a code is explained.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    classes: Vec<Class>,
}

/// The explanation of one code.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "One"))]
pub(crate) struct ExplainedCode {
    /// The name of the code.
    code: &'static str,
    /// The exit code.
    exit: u8,
    /// The name of the exit code.
    class: &'static str,
    /// The meaning, in a few words.
    summary: &'static str,
    /// The meaning, in a few sentences.
    meaning: String,
    /// A transcript of commands with their output. The last command is refused with the code.
    example: &'static str,
    /// The fixes, the best first.
    ways_out: Vec<String>,
}

/// An exit code, with the codes that have it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Class {
    /// The exit code.
    exit: u8,
    /// The name of the exit code.
    class: &'static str,
    /// The meaning, in a sentence.
    meaning: &'static str,
    /// The next step of the caller.
    advice: &'static str,
    /// The codes with this exit code.
    codes: Vec<Summary>,
}

/// A code in a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Summary {
    /// The name of the code.
    code: &'static str,
    /// The meaning, in a few words.
    summary: &'static str,
}

impl ExplainedCode {
    fn new(code: Code) -> Self {
        let explanation = Explanation::new(code);
        let list = explanation.ways_out.trim_start_matches("- ");
        Self {
            code: code.name(),
            exit: code.class().code(),
            class: code.class().name(),
            summary: code.summary(),
            meaning: unwrapped(explanation.meaning),
            example: explanation.example,
            ways_out: list.split("\n- ").map(unwrapped).collect(),
        }
    }
}

impl Class {
    fn new(class: ExitClass) -> Self {
        let (meaning, advice) = match class {
            ExitClass::Done => (
                "done, no change needed, or a dry run that would succeed",
                "go on; there is no need to read the file again",
            ),
            ExitClass::Refused => (
                "the request does not fit the file; nothing was written",
                "change the request as the hint says; the same call fails again",
            ),
            ExitClass::Usage => (
                "the call, its JSON or its diff is malformed; nothing was written",
                "fix the call; no file was read",
            ),
            ExitClass::Stale => (
                "the file is not what the call expects; nothing was written",
                "read the file again, then decide",
            ),
            ExitClass::Io => (
                "a system error; nothing was written, or every file was restored",
                "fix the reported cause; then the same call may succeed",
            ),
            ExitClass::Policy => (
                "a rule forbids it; nothing was written",
                "do not work around it: ask, or edit something else",
            ),
        };
        let mut codes = Vec::new();
        for code in Code::ALL {
            if code.class() == class {
                codes.push(Summary {
                    code: code.name(),
                    summary: code.summary(),
                });
            }
        }
        Self {
            exit: class.code(),
            class: class.name(),
            meaning,
            advice,
            codes,
        }
    }
}

impl Topic {
    /// The topic that `word` names: a code, or the number of an exit code.
    pub fn named(word: &str) -> Option<Self> {
        for code in Code::ALL {
            if code.name() == word {
                return Some(Self::Code(*code));
            }
        }
        for class in ExitClass::ALL {
            if class.code().to_string() == word {
                return Some(Self::Class(class));
            }
        }
        None
    }

    /// The answer as text with at most 80 columns, except for the output of commands.
    pub fn text(self) -> String {
        match self {
            Self::All => {
                let classes: String = failing_classes().map(class_text).collect();
                format!(
                    "{classes}`incise explain CODE` explains a code, `incise explain 3` an exit code\n"
                )
            }
            Self::Code(code) => code_text(code),
            Self::Class(class) => class_text(class),
        }
    }

    /// The answer as a JSON object and a newline.
    pub fn json(self) -> Vec<u8> {
        let answer = Explained {
            schema: SCHEMA,
            one: match self {
                Self::Code(code) => Some(ExplainedCode::new(code)),
                Self::All | Self::Class(_) => None,
            },
            classes: match self {
                Self::All => ExitClass::ALL.into_iter().map(Class::new).collect(),
                Self::Code(_) => Vec::new(),
                Self::Class(class) => vec![Class::new(class)],
            },
        };
        // Cannot fail: all keys are strings, and the values are plain.
        let mut out = serde_json::to_vec(&answer).unwrap_or_default();
        out.push(b'\n');
        out
    }
}

/// The exit classes except for success.
fn failing_classes() -> impl Iterator<Item = ExitClass> {
    ExitClass::ALL
        .into_iter()
        .filter(|class| *class != ExitClass::Done)
}

fn code_text(code: Code) -> String {
    let Explanation {
        meaning,
        example,
        ways_out,
        ..
    } = Explanation::new(code);
    let (name, class) = (code.name(), code.class());
    let (exit, class) = (class.code(), class.name());
    let example = indented(example);
    format!("{name}: exit {exit}, {class}\n\n{meaning}\n\n{example}\nWhat to do:\n{ways_out}")
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}

fn class_text(class: ExitClass) -> String {
    let Class {
        exit,
        class,
        meaning,
        advice,
        codes,
    } = Class::new(class);
    let mut text = format!("exit {exit}, {class}: {meaning}\n{advice}\n");
    for Summary { code, summary } in codes {
        text += &format!("  {code:<18}{summary}\n");
    }
    text + "\n"
}

/// Joins lines that were wrapped at 80 columns.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
