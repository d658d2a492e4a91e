//! A hunk aligned with a text: the position of each line, and the form in which each change is there.

/// The forms of the changes that an alignment may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forms {
    /// All old: the hunk is to be applied.
    Old,
    /// All old, but what is to be removed may have been changed: a conflict.
    Changed,
    /// All new: it is applied already.
    New,
    /// Some old, some new, the new ones with all their lines as they are; a reading that needs more
    /// evidence than the others.
    Mixed,
}

/// The allowed difference of changed lines from the text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Removed {
    /// Equal but for blanks.
    Loose,
    /// At least this similar.
    Similar(f32),
}

/// The place of a line of the hunk, and how well it matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// Line of the text (0-based).
    pub line: usize,
    /// How it matches.
    pub grade: Grade,
}

/// Grades of a match of two lines, best first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grade {
    /// Equal bytes, line endings aside.
    Exact,
    /// Equal but for blanks and typography.
    Loose,
    /// This similar.
    Similar(f32),
}

/// The form of a change that stands in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// To be changed.
    Old,
    /// Changed already.
    New,
}

/// The place of a change: the lines `at..end` of the text (0-based) are what it matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChangePlace {
    /// Number of the stage.
    pub stage: usize,
    /// Old or new form.
    pub form: Form,
    /// First line.
    pub at: usize,
    /// Line after the last; `at` for a point between lines.
    pub end: usize,
}

/// A hunk laid onto the text.
#[derive(Clone, Debug)]
pub struct Alignment {
    /// Weights gained less prices paid.
    pub score: f32,
    /// For each row of the script, where it stands.
    pub pairs: Vec<Option<Pair>>,
    /// For each change, where it is, in order.
    pub places: Vec<ChangePlace>,
    /// The stages that stand at an edge of the text as they should, and the line (0-based) of that edge.
    pub edges: Vec<(usize, usize)>,
}

impl Alignment {
    /// An alignment that something else has found, without edges.
    pub fn new(score: f32, pairs: Vec<Option<Pair>>, places: Vec<ChangePlace>) -> Self {
        Self {
            score,
            pairs,
            places,
            edges: Vec::new(),
        }
    }

    /// The line (0-based) of the edge of the text that stage number `stage` was matched with, if it was.
    pub fn edge(&self, stage: usize) -> Option<usize> {
        let found = self.edges.iter().find(|(number, _)| *number == stage);
        found.map(|(_, line)| *line)
    }
}
