//! What speaks against settling a conflict by a rule: words that show that one side would have been written otherwise
//! beside the other.

mod astray;
mod declared;
pub(super) mod operators;

pub(super) use astray::AstrayLines;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use foldhash::fast::FixedState;

use crate::changes::LineEdit;
use crate::meeting::inside;
use crate::region::{ConflictCause, MergeRegion};
use crate::versions::{NumberedLines, VersionLines, is_blank, is_word, told_words, words};
use incise_text::text;

type WordSet<'t> = HashSet<&'t [u8], FixedState>;
type WordCounts<'t> = HashMap<&'t [u8], usize, FixedState>;

/// How many words, signs and blanks in a row make a form that is recognised elsewhere.
const FORM: usize = 5;

/// What is known of the words of one merge.
pub struct Doubts<'t> {
    lines: &'t VersionLines<'t>,
    /// The words in the base, and how often each stands there.
    known: WordCounts<'t>,
    /// The names of the base that our side has no more, and those that the other side has no more.
    gone: [WordSet<'t>; 2],
}

impl<'t> Doubts<'t> {
    /// Those about `lines`, of which the sides changed what `ours` and `theirs` say, and no more.
    pub fn of<'e>(
        lines: &'t VersionLines<'t>,
        ours: impl Iterator<Item = &'e LineEdit>,
        theirs: impl Iterator<Item = &'e LineEdit>,
    ) -> Self {
        let (known, names) = known_words(lines.base.each(0..lines.base.len()));
        // A name is gone if all the lines that have it were taken away, and none came.
        let gone = |side: &NumberedLines<'t>, edits: &mut dyn Iterator<Item = &'e LineEdit>| {
            let (mut removed, mut added) = (WordCounts::default(), WordSet::default());
            for edit in edits {
                let old = lines.base.each(edit.base.clone()).flat_map(words);
                for word in old.filter(|word| names.contains(word)) {
                    *removed.entry(word).or_default() += 1;
                }
                added.extend(side.each(edit.other.clone()).flat_map(words));
            }
            let gone = removed
                .into_iter()
                .filter(|(word, count)| known.get(word) == Some(count) && !added.contains(word));
            gone.map(|(word, _)| word).collect()
        };
        let (mut ours, mut theirs) = (ours, theirs);
        Self {
            gone: [
                gone(&lines.ours, &mut ours),
                gone(&lines.theirs, &mut theirs),
            ],
            lines,
            known,
        }
    }

    /// The lines of the three versions.
    pub fn lines(&self) -> &'t VersionLines<'t> {
        self.lines
    }

    /// What speaks against a rule in `conflict`, around which the sides changed lines as `ours` and `theirs` say.
    pub fn about(
        &self,
        conflict: &MergeRegion,
        ours: &[LineEdit],
        theirs: &[LineEdit],
    ) -> Option<ConflictCause> {
        let ours = self.changes(ours, &self.lines.ours, &conflict.base);
        let theirs = self.changes(theirs, &self.lines.theirs, &conflict.base);
        let [gone_ours, gone_theirs] = &self.gone;
        if brings_any(&theirs, gone_ours) || brings_any(&ours, gone_theirs) {
            Some(ConflictCause::GoneName)
        } else if !self.coined(&ours).is_disjoint(&self.coined(&theirs))
            || declared::meet(&ours, &theirs)
        {
            Some(ConflictCause::NewName)
        } else if repeats_old(&ours, &theirs) || repeats_old(&theirs, &ours) {
            Some(ConflictCause::OldForm)
        } else if operators::meet(conflict, self.lines) {
            Some(ConflictCause::Operator)
        } else {
            None
        }
    }

    /// Those of the `changes` that made `side` which are inside the lines `base`.
    fn changes(
        &self,
        changes: &[LineEdit],
        side: &NumberedLines<'t>,
        base: &Range<usize>,
    ) -> Vec<ChangedWords<'t>> {
        let changed = |change: &LineEdit| ChangedWords {
            old: each_words(&self.lines.base, change.base.clone()),
            new: each_words(side, change.other.clone()),
            indents: side
                .each(change.other.clone())
                .map(|line| text::indent_of(line).len())
                .collect(),
        };
        inside(changes, base).map(changed).collect()
    }

    /// The names that `changes` define on their outermost level and the base has nowhere.
    fn coined(&self, changes: &[ChangedWords<'t>]) -> WordSet<'t> {
        let lines = changes.iter().flat_map(ChangedWords::outermost);
        let names = lines.flat_map(|line| defined(line.iter().copied()));
        names
            .filter(|name| !self.known.contains_key(name))
            .collect()
    }
}

/// The words of `lines`; and the names among them that a program calls something: they are defined there, or stand there
/// more than once.
fn known_words<'t>(lines: impl Iterator<Item = &'t [u8]>) -> (WordCounts<'t>, WordSet<'t>) {
    let (mut known, mut names) = (WordCounts::default(), WordSet::default());
    let mut last: &[u8] = b"";
    for word in lines.flat_map(told_words) {
        if is_word(word) {
            let count = known.entry(word).or_default();
            *count += 1;
            if *count == 2 && is_name(word) {
                names.insert(word);
            }
        }
        if is_defined(last, word) {
            names.insert(last);
        }
        last = word;
    }
    (known, names)
}

/// The names among `words` behind which stands what stands behind a name that is defined.
fn defined<'t>(words: impl Iterator<Item = &'t [u8]>) -> impl Iterator<Item = &'t [u8]> {
    let mut last: &[u8] = b"";
    let told = words.filter(|word| !is_blank(word));
    told.filter_map(move |word| {
        let name = std::mem::replace(&mut last, word);
        is_defined(name, word).then_some(name)
    })
}

/// Whether `next` stands behind `word` as it does behind a name that is defined.
fn is_defined(word: &[u8], next: &[u8]) -> bool {
    matches!(next, b"(" | b"=" | b":" | b"{") && !word.is_empty() && is_name(word)
}

/// The words, signs and blanks of one change, line by line.
struct ChangedWords<'t> {
    old: Vec<Vec<&'t [u8]>>,
    new: Vec<Vec<&'t [u8]>>,
    /// The indentation of each new line, bytes.
    indents: Vec<usize>,
}

impl<'t> ChangedWords<'t> {
    /// The new lines that are indented least.
    fn outermost(&self) -> impl Iterator<Item = &Vec<&'t [u8]>> {
        let told = self.new.iter().zip(&self.indents);
        let told = told.filter(|(line, _)| !line.is_empty());
        let least = told.clone().map(|(_, indent)| *indent).min();
        let outermost = told.filter(move |(_, indent)| Some(**indent) == least);
        outermost.map(|(line, _)| line)
    }
}

fn each_words<'t>(lines: &NumberedLines<'t>, range: Range<usize>) -> Vec<Vec<&'t [u8]>> {
    let of_line = |line: &'t [u8]| words(line.trim_ascii()).collect();
    range.map(|line| of_line(lines.line(line))).collect()
}

/// Whether a name that is `gone` comes with one of `changes`, or once more than before.
fn brings_any(changes: &[ChangedWords], gone: &WordSet) -> bool {
    changes.iter().any(|change| {
        let mut old = WordCounts::default();
        for word in change.old.iter().flatten() {
            *old.entry(word).or_default() += 1;
        }
        let mut new = change
            .new
            .iter()
            .flatten()
            .filter(|word| gone.contains(*word));
        new.any(|word| match old.get_mut(word) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => true,
        })
    })
}

/// Whether lines that `fresh` puts in have a form that `changed` replaced beside them.
fn repeats_old(changed: &[ChangedWords], fresh: &[ChangedWords]) -> bool {
    let mut replaced: HashSet<&[&[u8]], FixedState> = HashSet::default();
    for change in changed.iter().filter(|change| !change.new.is_empty()) {
        let kept: HashSet<&[&[u8]], FixedState> = forms(&change.new).collect();
        replaced.extend(forms(&change.old).filter(|form| !kept.contains(form)));
    }
    let mut put_in = fresh.iter().filter(|change| change.old.is_empty());
    put_in.any(|change| forms(&change.new).any(|form| replaced.contains(form)))
}

/// Words in a row in one of `lines`, one of them more than a sign.
fn forms<'w, 't>(lines: &'w [Vec<&'t [u8]>]) -> impl Iterator<Item = &'w [&'t [u8]]> {
    let rows = lines.iter().flat_map(|line| line.windows(FORM));
    rows.filter(|form| form.iter().any(|word| is_word(word)))
}

/// Whether `word`, which is not empty, could be what a program calls something.
fn is_name(word: &[u8]) -> bool {
    word[0].is_ascii_alphabetic() || word[0] == b'_'
}
