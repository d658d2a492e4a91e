//! Which lines of a text are worth to be compared: those that the other text does not have are not, nor are those among
//! them that it has all over.

use std::ops::Range;

/// A line that the other text has so often says little, however large that text is.
const FREQUENT: usize = 1024;

/// How far a line that says little is looked around.
const AROUND: usize = 100;

/// How many lines that the other text does not have make up for one that says little.
const LONELY: usize = 4;

/// How much each number of a line says.
pub struct Telling {
    /// How often the other text has it.
    counts: Vec<u32>,
    frequent: usize,
}

/// What a line says of its place in the other text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    /// It has none there.
    Lonely,
    /// It could be one of few.
    Telling,
    /// It could be one of very many.
    Frequent,
}

/// Lines that are compared, and where they stand in their text.
pub struct ComparedNumbers {
    pub numbers: Vec<u32>,
    pub places: Vec<usize>,
}

impl Telling {
    /// That of `lines` beside `other`.
    pub fn of(lines: &[u32], other: &[u32]) -> Self {
        let most = lines.iter().chain(other).max();
        let mut counts = vec![0; most.map_or(0, |most| *most as usize + 1)];
        for line in other {
            counts[*line as usize] += 1;
        }
        Self {
            counts,
            frequent: rough_root(lines.len()).min(FREQUENT),
        }
    }

    fn hint(&self, line: u32) -> Hint {
        match self.counts[line as usize] as usize {
            0 => Hint::Lonely,
            count if count >= self.frequent => Hint::Frequent,
            _ => Hint::Telling,
        }
    }

    /// What is compared of the `middle` of `lines`: all but what the other text has nowhere, and what says little between
    /// such lines. Those are `marked`.
    pub fn compared(
        &self,
        lines: &[u32],
        middle: Range<usize>,
        marked: &mut [bool],
    ) -> ComparedNumbers {
        let start = middle.start;
        let hints: Vec<Hint> = lines[middle].iter().map(|line| self.hint(*line)).collect();
        let mut compared = ComparedNumbers {
            numbers: Vec::with_capacity(hints.len()),
            places: Vec::with_capacity(hints.len()),
        };
        for (at, hint) in hints.iter().enumerate() {
            let place = start + at;
            if *hint == Hint::Telling || *hint == Hint::Frequent && !is_among_lonely(&hints, at) {
                compared.numbers.push(lines[place]);
                compared.places.push(place);
            } else {
                marked[place] = true;
            }
        }
        compared
    }
}

/// Whether the line `at` stands in a run of lines that say nothing, most of which the other text has nowhere.
fn is_among_lonely(hints: &[Hint], at: usize) -> bool {
    let count = |near: &mut dyn Iterator<Item = &Hint>| {
        let (mut lonely, mut frequent) = (0, 0);
        for hint in near.take_while(|hint| **hint != Hint::Telling) {
            match hint {
                Hint::Lonely => lonely += 1,
                _ => frequent += 1,
            }
        }
        (lonely, frequent)
    };
    let above = count(&mut hints[at.saturating_sub(AROUND)..at].iter().rev());
    let below = count(&mut hints[at + 1..(at + 1 + AROUND).min(hints.len())].iter());
    // The line itself counts on both sides.
    let frequent = above.1 + below.1 + 2;
    above.0 > 0 && below.0 > 0 && frequent * LONELY < frequent + above.0 + below.0
}

/// A power of two near the root of `number`.
pub fn rough_root(number: usize) -> usize {
    1 << (usize::BITS - number.leading_zeros()).div_ceil(2)
}
