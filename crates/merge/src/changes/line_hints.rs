//! Selects the lines of a text to compare. Lines that the other text lacks are skipped, and so are very frequent
//! lines among them.

use std::ops::Range;

/// A line that occurs this often in the other text is frequent, even in a large text.
const FREQUENT: usize = 1024;

/// The maximum number of lines above and below a frequent line that are inspected.
const INSPECTED: usize = 100;

/// A frequent line is skipped if fewer than one in this many lines around it are frequent, and the others are absent.
const LINES_PER_FREQUENT: usize = 4;

/// Classifies lines by how often they occur in the other text.
pub struct LineHints {
    /// The number of occurrences of each line in the other text.
    counts: Vec<u32>,
    /// The number of occurrences from which a line is frequent.
    min_frequent: usize,
}

/// The information that a line gives about its position in the other text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    /// The other text does not contain the line.
    Absent,
    /// The other text contains few such lines.
    Rare,
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
            min_frequent: rough_root(lines.len()).min(FREQUENT),
        }
    }

    fn hint(&self, line: u32) -> Hint {
        match self.counts[line as usize] as usize {
            0 => Hint::Absent,
            count if count >= self.min_frequent => Hint::Frequent,
            _ => Hint::Rare,
        }
    }

    /// Selects the lines of `lines[middle]` to compare. Sets `marked` for all other lines, which count as changed.
    pub fn select(
        &self,
        lines: &[u32],
        middle: Range<usize>,
        marked: &mut [bool],
    ) -> ComparedNumbers {
        let start = middle.start;
        let hints: Vec<Hint> = lines[middle].iter().map(|line| self.hint(*line)).collect();
        let mut selected = ComparedNumbers {
            numbers: Vec::with_capacity(hints.len()),
            places: Vec::with_capacity(hints.len()),
        };
        for (at, hint) in hints.iter().enumerate() {
            let place = start + at;
            let is_compared = match hint {
                Hint::Absent => false,
                Hint::Rare => true,
                Hint::Frequent => !is_among_absent(&hints, at),
            };
            if is_compared {
                selected.numbers.push(lines[place]);
                selected.places.push(place);
            } else {
                marked[place] = true;
            }
        }
        selected
    }
}

/// True if line `at` is surrounded by lines that are not rare, most of which are absent.
fn is_among_absent(hints: &[Hint], at: usize) -> bool {
    let above = HintCounts::before_rare(hints[..at].iter().rev());
    let below = HintCounts::before_rare(hints[at + 1..].iter());
    // The line itself counts once for each side.
    let frequent = above.frequent + below.frequent + 2;
    let all = frequent + above.absent + below.absent;
    above.absent > 0 && below.absent > 0 && frequent * LINES_PER_FREQUENT < all
}

/// The number of lines with each hint.
#[derive(Default)]
struct HintCounts {
    absent: usize,
    frequent: usize,
}

impl HintCounts {
    /// Counts the first of `hints`, up to a rare line.
    fn before_rare<'h>(hints: impl Iterator<Item = &'h Hint>) -> Self {
        let mut counts = Self::default();
        for hint in hints.take(INSPECTED) {
            match hint {
                Hint::Rare => break,
                Hint::Absent => counts.absent += 1,
                Hint::Frequent => counts.frequent += 1,
            }
        }
        counts
    }
}

/// A power of two near the square root of `number`.
pub fn rough_root(number: usize) -> usize {
    1 << (usize::BITS - number.leading_zeros()).div_ceil(2)
}
