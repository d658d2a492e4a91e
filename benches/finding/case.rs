//! A case: a file, the old and new text of a replacement, and the expected result.

use std::fs;
use std::path::Path;

use incise::internal::{
    Chooser, Interrupt, JournalContext, Reach, StateBase, Watch, World, replace, run,
};
use incise::request::{Action, Find, Fix, Match, Repeat, Replace, Request, Sync, Threshold};
use incise::snapshot::Snapshot;
use incise::text::Span;

use super::damage::{Class, Kind};
use super::source::{Random, Sources};

/// The outcome of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Exact,
    Wrong,
    Refused,
}

/// A request on a file.
pub struct Case {
    file: String,
    old: String,
    new: String,
    /// The expected file; `None` if the request must be refused.
    meant: Option<String>,
}

impl Case {
    /// Draws a case of `class`; `None` if the drawn text cannot be damaged.
    pub fn draw(class: Class, sources: &Sources, random: &mut Random) -> Option<Self> {
        let mut text = sources.draw(random)?;
        if text.contains('\r') || text.contains('\u{feff}') {
            return None;
        }
        if class == Class::TabsToBlanks {
            text = tabbed(&text);
        }
        let least = if class.is_about_done() { 1 } else { 2 };
        if class == Class::MiddleOfLine {
            return Self::middle_of_line(text, random);
        }
        let block = Block::draw(&text, least, random)?;
        let wish = if class.is_about_done() {
            Change::plausible(block.text, &text, random)?
        } else {
            Change::draw(block.text, random)?
        };
        let wished = wish.apply(block.text);
        let with = |middle: &str| [block.before, middle, block.after].concat();
        let (file, meant) = match class {
            Class::TokenChanged => {
                let moved_on = Change::of_token(block.text, random)?;
                (with(&moved_on.apply(block.text)), None)
            }
            Class::LineInserted => {
                let moved_on = Change::inserting(block.text, random)?;
                (with(&moved_on.apply(block.text)), None)
            }
            // The file and the request change the same text. Both changes must survive if they do not overlap.
            Class::FuzzyToken | Class::FuzzyInserted => {
                let moved_on = match class {
                    Class::FuzzyToken => Change::of_token(block.text, random)?,
                    _ => Change::inserting(block.text, random)?,
                };
                let both = wish.and(&moved_on, block.text);
                (
                    with(&moved_on.apply(block.text)),
                    both.map(|both| with(&both)),
                )
            }
            Class::LineDeleted => (
                with(&Change::deleting(block.text, random)?.apply(block.text)),
                None,
            ),
            Class::BlockGone | Class::FuzzyGone => (with(""), None),
            Class::BlockTwice => (
                [block.before, block.text, "\n", block.text, block.after].concat(),
                None,
            ),
            Class::Glued => (text.clone(), None),
            Class::ReallyDone => (text.clone(), Some(with(&wished))),
            Class::DoneByHand => (with(&wished), Some(with(&wished))),
            // The new text occurs elsewhere, and the old text has changed.
            Class::DoneElsewhere => {
                let has_lines = block.text.split_inclusive('\n').count() > 1;
                let change = match random.below(2) {
                    0 if has_lines => Change::draw(block.text, random)?,
                    _ => Change::plausible(block.text, &text, random)?,
                };
                let damaged = change.apply(block.text);
                if !damaged.contains(char::is_alphanumeric) || damaged == wished {
                    return None;
                }
                let file = match random.below(2) {
                    0 => {
                        let before = with_lines_in(block.before, &wished, random);
                        [&before, &damaged, block.after].concat()
                    }
                    _ => {
                        let after = with_lines_in(block.after, &wished, random);
                        [block.before, &damaged, &after].concat()
                    }
                };
                if file.matches(block.text).count() + file.matches(&wished).count() != 1 {
                    return None;
                }
                (file, None)
            }
            Class::CrLfFile => (
                text.replace('\n', "\r\n"),
                Some(with(&wished).replace('\n', "\r\n")),
            ),
            _ => (text.clone(), Some(with(&wished))),
        };
        let old = match class {
            Class::Glued => glued(&text, block.text, random)?,
            _ => class.damage(block.text, random)?,
        };
        // Damage both texts in the same way.
        let new = if class.damages_new() {
            damaged_alike(class, block.text, &wished, &old)?
        } else {
            wished
        };
        // A blank line has no indentation to lose.
        if class == Class::FirstLost && new.starts_with('\n') {
            return None;
        }
        (old != new).then_some(Self {
            file,
            old,
            new,
            meant,
        })
    }

    /// The old text is a line without its indentation. The new text inserts another unindented line before it.
    fn middle_of_line(text: String, random: &mut Random) -> Option<Self> {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let number = random.below(lines.len());
        let line = lines[number].strip_suffix('\n')?;
        let old = line.trim_start_matches([' ', '\t']);
        let indent = &line[..line.len() - old.len()];
        let is_told = old.contains(char::is_alphanumeric) && text.matches(old).count() == 1;
        let meant = [
            &lines[..number].concat(),
            indent,
            INSERTED,
            "\n",
            &lines[number..].concat(),
        ];
        (is_told && !indent.is_empty()).then(|| Self {
            old: old.to_owned(),
            new: format!("{INSERTED}\n{old}"),
            meant: Some(meant.concat()),
            file: text.clone(),
        })
    }

    /// Runs the request. For the doctor's classes, also applies the repair that the refusal suggests.
    pub fn run(&self, class: Class) -> Outcome {
        let matching = match class.kind() {
            Kind::Fuzzy => Match::Fuzzy(Threshold::DEFAULT),
            _ => Match::Mechanical,
        };
        let mut action = Replace::only(Find::literal(&self.old), &self.new);
        action.find.matching = matching;
        if class == Class::ReallyDone {
            return self.twice(action);
        }
        if class.kind() == Kind::Doctor {
            if self.outcome(&action, class) != Outcome::Refused {
                return self.outcome(&action, class);
            }
            action.fix = Fix::Escapes;
        }
        self.outcome(&action, class)
    }

    fn outcome(&self, action: &Replace, class: Class) -> Outcome {
        let repeat = if class.is_about_done() {
            Repeat::Accept
        } else {
            Repeat::Refuse
        };
        let now = Snapshot::of_text(self.file.clone());
        let whole = Span::of_len(0, self.file.len());
        let Ok(resolution) = replace(action, repeat, Path::new("text"), &now, whole) else {
            return Outcome::Refused;
        };
        let after = resolution.changes.apply(now.bytes()).unwrap_or_default();
        match &self.meant {
            Some(meant) if meant.as_bytes() == after => Outcome::Exact,
            _ => Outcome::Wrong,
        }
    }

    /// Runs the edit twice with the whole program.
    fn twice(&self, action: Replace) -> Outcome {
        let home = tempfile::tempdir().expect("a directory");
        let (workspace, state) = (home.path().join("work"), home.path().join("state"));
        let file = workspace.join("file");
        fs::create_dir(&workspace).expect("a directory");
        fs::write(&file, &self.file).expect("a file");
        let world = World {
            cwd: workspace.clone(),
            reach: Reach::Roots(vec![workspace.clone()]),
            interrupt: Interrupt::default(),
            watch: Watch::default(),
            chooser: Chooser::default(),
            journal: JournalContext {
                base: Some(StateBase(state)),
                workspace,
                ..JournalContext::default()
            },
        };
        let is_done = |repeat| {
            let mut request = Request::new().step("file", Action::Replace(action.clone()));
            request.steps[0].repeat = repeat;
            request.terms.sync = Sync::None;
            run(&request, &world).refusals.is_empty()
        };
        let (first, second) = (is_done(Repeat::Refuse), is_done(Repeat::Accept));
        let after = fs::read_to_string(&file).expect("the file");
        match (first, second) {
            _ if first && self.meant.as_ref() != Some(&after) => Outcome::Wrong,
            (true, true) => Outcome::Exact,
            _ => Outcome::Refused,
        }
    }

    /// Prints a wrong case.
    pub fn print(&self, class: Class) {
        let name = class.name();
        println!(
            "wrong ({name}):\n--- old\n{}--- new\n{}---",
            self.old, self.new
        );
    }
}

/// A few lines of a text.
struct Block<'t> {
    before: &'t str,
    text: &'t str,
    after: &'t str,
}

impl<'t> Block<'t> {
    /// Draws between `least` and 16 lines that occur only once in the text, regardless of indentation.
    fn draw(text: &'t str, least: usize, random: &mut Random) -> Option<Self> {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let count = least + random.below(17 - least);
        let first = random.below(lines.len().checked_sub(count)?.max(1));
        let start: usize = lines[..first].iter().map(|line| line.len()).sum();
        let len: usize = lines[first..first + count]
            .iter()
            .map(|line| line.len())
            .sum();
        let block = Self {
            before: &text[..start],
            text: &text[start..start + len],
            after: &text[start + len..],
        };
        let ends_in_words = |line: &&str| line.contains(char::is_alphanumeric);
        let is_whole = block.text.ends_with('\n')
            && lines.get(first).is_some_and(ends_in_words)
            && lines.get(first + count - 1).is_some_and(ends_in_words);
        let wanted = &lines[first..first + count];
        let same = |window: &[&str]| {
            window
                .iter()
                .zip(wanted)
                .all(|(left, right)| left.trim() == right.trim())
        };
        let is_unique = lines.windows(count).filter(|window| same(window)).count() == 1;
        (is_whole && is_unique).then_some(block)
    }
}

fn tabbed(text: &str) -> String {
    super::damage::each_line(text, |line| {
        let rest = line.trim_start_matches(' ');
        let blanks = line.len() - rest.len();
        format!(
            "{}{}{rest}",
            "\t".repeat(blanks / 4),
            " ".repeat(blanks % 4)
        )
    })
}

/// A replacement of bytes in a block.
struct Change {
    at: usize,
    len: usize,
    new: String,
}

impl Change {
    /// A plausible edit of `block`: a changed word, an additional line, or a missing line.
    fn draw(block: &str, random: &mut Random) -> Option<Self> {
        match random.below(4) {
            0 => Self::inserting(block, random),
            1 => Self::deleting(block, random),
            _ => Self::of_token(block, random),
        }
    }

    /// A plausible edit of `block` that uses only words or lines of `text`.
    fn plausible(block: &str, text: &str, random: &mut Random) -> Option<Self> {
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let is_single = block.split_inclusive('\n').count() < 2;
        match random.below(4) {
            0 if !is_single => Self::deleting(block, random),
            1 if !is_single => Some(Self {
                new: lines[random.below(lines.len())].to_owned(),
                ..Self::inserting(block, random)?
            }),
            _ => Self::swapping(block, text, random),
        }
    }

    /// Replaces a word of `block` with a word of `text`.
    fn swapping(block: &str, text: &str, random: &mut Random) -> Option<Self> {
        let word = |text: &str, at: usize| -> String {
            let is_word = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '_';
            text[at..].chars().take_while(is_word).collect()
        };
        let (here, there) = (tokens(block), tokens(text));
        let at = *here.get(random.below(here.len().max(1)))?;
        let (old, new) = (
            word(block, at),
            word(text, *there.get(random.below(there.len().max(1)))?),
        );
        (old != new).then_some(Self {
            at,
            len: old.len(),
            new,
        })
    }

    fn of_token(block: &str, random: &mut Random) -> Option<Self> {
        let tokens = tokens(block);
        let at = *tokens.get(random.below(tokens.len().max(1)))?;
        // The change is inside a word, so that the new text does not contain the old text.
        Some(Self {
            at: at + 1,
            len: 0,
            new: "_changed_".into(),
        })
    }

    fn inserting(block: &str, random: &mut Random) -> Option<Self> {
        let lines: Vec<&str> = block.split_inclusive('\n').collect();
        let number = 1 + random.below(lines.len() - 1);
        let model = lines[number - 1];
        let indent = if model.trim().is_empty() {
            ""
        } else {
            &model[..model.len() - model.trim_start().len()]
        };
        Some(Self {
            at: lines[..number].concat().len(),
            len: 0,
            new: format!("{indent}{INSERTED}\n"),
        })
    }

    fn deleting(block: &str, random: &mut Random) -> Option<Self> {
        let lines: Vec<&str> = block.split_inclusive('\n').collect();
        let number = random.below(lines.len());
        let is_telling = lines[number].contains(char::is_alphanumeric);
        (is_telling && lines.len() > 1).then(|| Self {
            at: lines[..number].concat().len(),
            len: lines[number].len(),
            new: String::new(),
        })
    }

    fn apply(&self, block: &str) -> String {
        [&block[..self.at], &self.new, &block[self.at + self.len..]].concat()
    }

    /// Applies this change and `other` to `block`; `None` if they overlap.
    fn and(&self, other: &Self, block: &str) -> Option<String> {
        let (first, second) = if (self.at, self.len) <= (other.at, other.len) {
            (self, other)
        } else {
            (other, self)
        };
        let both_insert = first.at == second.at && second.len == 0;
        let is_apart = first.at + first.len <= second.at && !both_insert;
        is_apart.then(|| first.apply(&second.apply(block)))
    }
}

/// The inserted line. Damage does not affect it, because new lines are used literally.
pub const INSERTED: &str = "inserted_line(here);";

/// The offsets of the words in `text`.
fn tokens(text: &str) -> Vec<usize> {
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let mut tokens = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        match (is_word(letter), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                tokens.push(from);
                start = None;
            }
            _ => {}
        }
    }
    tokens
}

/// Inserts `lines` between two lines of `text`.
fn with_lines_in(text: &str, lines: &str, random: &mut Random) -> String {
    let own: Vec<&str> = text.split_inclusive('\n').collect();
    let at = random.below(own.len() + 1);
    let (head, tail) = own.split_at(at);
    [&head.concat(), lines, &tail.concat()].concat()
}

/// The first half of `block`, followed by lines from elsewhere.
fn glued(text: &str, block: &str, random: &mut Random) -> Option<String> {
    let other = Block::draw(text, 2, random)?;
    let half = |text: &str| text.split_inclusive('\n').count().div_ceil(2);
    let head: String = block.split_inclusive('\n').take(half(block)).collect();
    let tail: String = other
        .text
        .split_inclusive('\n')
        .take(half(other.text))
        .collect();
    let glued = head + &tail;
    let flat = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    (!flat(text).contains(flat(&glued).trim())).then_some(glued)
}

/// Damages `wished` in the way that turned `block` into `old`.
fn damaged_alike(class: Class, block: &str, wished: &str, old: &str) -> Option<String> {
    match class {
        // Both texts lose the common indentation of the old lines.
        Class::IndentDropped => {
            let first = |text: &str| {
                let line = text.lines().find(|line| !line.trim().is_empty())?;
                Some(line.len() - line.trim_start_matches([' ', '\t']).len())
            };
            let dropped = first(block)? - first(old)?;
            let is_deep = |line: &str| {
                line.trim().is_empty() || line[..dropped.min(line.len())].trim().is_empty()
            };
            wished.lines().all(is_deep).then(|| {
                super::damage::each_line(wished, |line| {
                    if line.trim().is_empty() {
                        line.to_owned()
                    } else {
                        line[dropped..].to_owned()
                    }
                })
            })
        }
        // The tab width was random. Search for it.
        Class::TabsToBlanks => (0..1_000).find_map(|seed| {
            let mut random = Random::new(seed);
            (class.damage(block, &mut random)? == old)
                .then(|| class.damage(wished, &mut Random::new(seed)))
                .flatten()
        }),
        _ => Some(
            class
                .damage(wished, &mut Random::new(0))
                .unwrap_or_else(|| wished.to_owned()),
        ),
    }
}
