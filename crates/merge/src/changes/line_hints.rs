//! Selects the lines of a text to compare. Lines that the other text lacks are skipped, and so are very frequent
//! lines among them.

use std::ops::Range;

/// A line that occurs this often in the other text is frequent, even in a large text.
const FREQUENT: usize = 1024;

/// The number of lines above and below a frequent line that are inspected.
const AROUND: usize = 100;

/// The number of lonely lines that outweigh a frequent line.
const LONELY: usize = 4;

/// Classifies lines by how often they occur in the other text.
pub struct LineHints {
    /// The number of occurrences of each line in the other text.
    counts: Vec<u32>,
    frequent: usize,
}

/// The information that a line gives about its position in the other text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    /// The other text does not contain the line.
    Lonely,
    /// The other text contains few such lines.
    Telling,
    /// The other text contains very many such lines.
    Frequent,
}

/// The lines to compare, and their positions in their text.
pub struct ComparedNumbers {
    pub numbers: Vec<u32>,
    pub places: Vec<usize>,
}

impl LineHints {
    /// Counts the occurrences of `lines` in `other`.
    pub fn new(lines: &[u32], other: &[u32]) -> Self {
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

    /// Selects the lines of `lines[middle]` to compare. Sets `marked` for all other lines, which count as changed.
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

/// True if line `at` is surrounded by lines that are not telling, most of which are lonely.
fn is_among_lonely(hints: &[Hint], at: usize) -> bool {
    let above = count_hints(hints[at.saturating_sub(AROUND)..at].iter().rev());
    let below = count_hints(hints[at + 1..(at + 1 + AROUND).min(hints.len())].iter());
    // The line itself counts once for each side.
    let frequent = above.1 + below.1 + 2;
    above.0 > 0 && below.0 > 0 && frequent * LONELY < frequent + above.0 + below.0
}

/// The numbers of lonely and of frequent lines before the next telling line.
fn count_hints<'h>(near: impl Iterator<Item = &'h Hint>) -> (usize, usize) {
    let (mut lonely, mut frequent) = (0, 0);
    for hint in near {
        match hint {
            Hint::Telling => break,
            Hint::Lonely => lonely += 1,
            Hint::Frequent => frequent += 1,
        }
    }
    (lonely, frequent)
}

/// A power of two near the square root of `number`.
pub fn rough_root(number: usize) -> usize {
    1 << (usize::BITS - number.leading_zeros()).div_ceil(2)
}
