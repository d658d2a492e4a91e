//! Lines that one side laid out anew, their words the same, and of which the other changed words: the new words, in the
//! new layout.

use std::ops::Range;

use bytes::Bytes;

use crate::changes::{self, LineAlgorithm, LineEdit};
use crate::region::MergeRegion;
use crate::versions::{VersionLines, is_blank, words};
use incise_text::text;

/// The lines of `conflict`, if one side changed nothing there but blanks, line breaks and commas that close a list, and the
/// other changed words; `None` where the layout beside a changed word is another one.
pub fn edited(conflict: &MergeRegion, lines: &VersionLines) -> Option<Bytes> {
    let base = WordedText::of(lines.base.bytes(conflict.base.clone()));
    let ours = WordedText::of(lines.ours.bytes(conflict.ours.clone()));
    let theirs = WordedText::of(lines.theirs.bytes(conflict.theirs.clone()));
    let by_ours = Layout::of(&base, &ours).and_then(|layout| layout.with_edits(&theirs));
    let by_theirs = Layout::of(&base, &theirs).and_then(|layout| layout.with_edits(&ours));
    match (by_ours, by_theirs) {
        (Some(text), None) | (None, Some(text)) => Some(text),
        _ => None,
    }
}

/// Whether `text` may begin a comment that goes to the end of its line, which may be another one in another layout.
fn may_comment(text: &[u8]) -> bool {
    let mut pairs = text.windows(2);
    text.contains(&b'#') || pairs.any(|pair| matches!(pair, b"//" | b"--"))
}

/// A text, and where its words and signs are.
struct WordedText {
    text: Bytes,
    words: Vec<Range<usize>>,
}

impl WordedText {
    fn of(text: Bytes) -> Self {
        let mut end = 0;
        let places = words(&text).map(|word| {
            let start = end;
            end += word.len();
            (word, start..end)
        });
        let told = places.filter(|(word, _)| !is_blank(word));
        Self {
            words: told.map(|(_, place)| place).collect(),
            text,
        }
    }

    fn word(&self, number: usize) -> &[u8] {
        &self.text[self.words[number].clone()]
    }

    fn each(&self) -> Vec<&[u8]> {
        (0..self.words.len())
            .map(|number| self.word(number))
            .collect()
    }

    /// Where the blanks before word `number` are; those at the end for the number of words.
    fn gap(&self, number: usize) -> Range<usize> {
        let start = number
            .checked_sub(1)
            .map_or(0, |before| self.words[before].end);
        let end = self
            .words
            .get(number)
            .map_or(self.text.len(), |word| word.start);
        start..end
    }

    /// The blanks before word `number`.
    fn blanks(&self, number: usize) -> &[u8] {
        &self.text[self.gap(number)]
    }

    /// Where `words` are, with what is between them.
    fn place(&self, words: Range<usize>) -> Range<usize> {
        if words.is_empty() {
            let at = self.gap(words.start).end;
            return at..at;
        }
        self.words[words.start].start..self.words[words.end - 1].end
    }

    /// Whether word `number` is a comma behind the last entry of a list.
    fn is_closing_comma(&self, number: usize) -> bool {
        let is_last = |next: &Range<usize>| matches!(self.text[next.start], b')' | b']' | b'}');
        self.word(number) == b"," && self.words.get(number + 1).is_some_and(is_last)
    }
}

/// A text that has the words of `base` in another layout.
struct Layout<'w> {
    base: &'w WordedText,
    formed: &'w WordedText,
    /// The number in `formed` of each word of `base`; `None` for a comma that is gone.
    places: Vec<Option<usize>>,
}

impl<'w> Layout<'w> {
    /// That of `formed`, if it has the words of `base`.
    fn of(base: &'w WordedText, formed: &'w WordedText) -> Option<Self> {
        let mut places = Vec::with_capacity(base.words.len());
        let mut at = 0;
        while places.len() < base.words.len() {
            let number = places.len();
            if at < formed.words.len() && base.word(number) == formed.word(at) {
                places.push(Some(at));
                at += 1;
            } else if at < formed.words.len() && formed.is_closing_comma(at) {
                at += 1;
            } else if base.is_closing_comma(number) {
                places.push(None);
            } else {
                return None;
            }
        }
        (at == formed.words.len()).then_some(Self {
            base,
            formed,
            places,
        })
    }

    /// The text in this layout with the words that `edited` has in place of others.
    fn with_edits(&self, edited: &WordedText) -> Option<Bytes> {
        let [old, new] = text::numbered([&self.base.each()[..], &edited.each()]);
        let edits = changes::between(&old, &new, LineAlgorithm::Myers);
        if edits.is_empty() || !self.is_laid_out_as_before(edited, &edits) {
            return None;
        }
        let mut out = Vec::new();
        let mut done = 0;
        for edit in &edits {
            let (place, new) = self.edit(edit, edited)?;
            out.extend_from_slice(&self.formed.text[done..place.start]);
            out.extend_from_slice(&new);
            done = place.end;
        }
        out.extend_from_slice(&self.formed.text[done..]);
        Some(out.into())
    }

    /// Whether the words of the base that `edits` left stand in `edited` as they did, but beside what was changed.
    fn is_laid_out_as_before(&self, edited: &WordedText, edits: &[LineEdit]) -> bool {
        let mut kept = (0, 0);
        for edit in edits.iter().map(Some).chain([None]) {
            let end = edit.map_or(self.base.words.len() + 1, |edit| edit.base.start);
            let mut gaps = (kept.0..end).zip(kept.1..);
            if gaps.any(|(old, new)| self.base.blanks(old) != edited.blanks(new)) {
                return false;
            }
            if let Some(edit) = edit {
                kept = (edit.base.end + 1, edit.other.end + 1);
            }
        }
        true
    }

    /// What takes the place of which bytes, for `edit` of words of the base, which made `edited`.
    fn edit(&self, edit: &LineEdit, edited: &WordedText) -> Option<(Range<usize>, Vec<u8>)> {
        let (old, new) = (&edit.base, &edit.other);
        let text = &edited.text[edited.place(new.clone())];
        if text.contains(&b'\n') || may_comment(text) {
            return None;
        }
        let formed = self.formed_words(old)?;
        let (above, below) = (edited.blanks(new.start), edited.blanks(new.end));
        let base = [old.start, old.end].map(|number| self.base.blanks(number));
        let own = [formed.start, formed.end].map(|number| self.formed.blanks(number));
        let inner = self.formed.place(formed.clone());
        let outer = self.formed.gap(formed.start).start..self.formed.gap(formed.end).end;
        let is_inner_kept =
            self.formed.text[inner.clone()] == self.base.text[self.base.place(old.clone())];
        if !old.is_empty() {
            let is_laid_out_alike = is_inner_kept && own == base;
            return if new.is_empty() {
                is_laid_out_alike.then(|| (outer, above.to_vec()))
            } else {
                let is_beside_alike = is_inner_kept && [above, below] == base;
                is_beside_alike.then(|| (inner, text.to_vec()))
            };
        }
        if !self.is_one_gap(old.start, new, edited) {
            return None;
        }
        // Words that were put in go on with what they have no other blanks beside than before.
        match (above == base[0], below == base[0]) {
            _ if own[0] == base[0] => Some((outer, [above, text, below].concat())),
            (false, true) if !above.contains(&b'\n') => {
                Some((outer.start..outer.start, [above, text].concat()))
            }
            (true, false) if !below.contains(&b'\n') => {
                Some((outer.end..outer.end, [text, below].concat()))
            }
            _ => None,
        }
    }

    /// Whether the words `new` of `edited`, put in before word `at` of the base, could only have been put where the layout is
    /// as beside that: where words repeat, they could stand further up or down.
    fn is_one_gap(&self, at: usize, new: &Range<usize>, edited: &WordedText) -> bool {
        let is_same = |one: usize, two: usize| edited.word(one) == edited.word(two);
        let up = (1..=at).take_while(|by| is_same(new.start - by, new.end - by));
        let behind = self.base.words.len() - at;
        let down = (0..behind).take_while(|by| is_same(new.start + by, new.end + by));
        let gaps = up.map(|by| at - by).chain(down.map(|by| at + by + 1));
        let own = |number: usize| {
            let formed = self.formed_words(&(number..number))?;
            Some((self.base.blanks(number), self.formed.blanks(formed.start)))
        };
        let here = own(at);
        let mut gaps = gaps.peekable();
        gaps.peek().is_none()
            || here.is_some_and(|(old, new)| old == new)
                && gaps.all(|at| own(at).is_some_and(|(old, new)| old == new))
    }

    /// The numbers in the layout of the words `old` of the base, if no comma is gone or new among them and beside them.
    fn formed_words(&self, old: &Range<usize>) -> Option<Range<usize>> {
        let place = |number: usize| match self.places.get(number) {
            Some(place) => *place,
            None => Some(self.formed.words.len()),
        };
        let (start, end) = (place(old.start)?, place(old.end)?);
        let before = old.start.checked_sub(1).map(|before| self.places[before]);
        let is_beside = match before {
            Some(before) => before? + 1 == start,
            None => start == 0,
        };
        let last = old.clone().last().map(|last| self.places[last]);
        let is_whole = match last {
            Some(last) => last? + 1 == end && end - start == old.len(),
            None => true,
        };
        (is_beside && is_whole).then_some(start..end)
    }
}
