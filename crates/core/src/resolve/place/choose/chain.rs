//! Chooses one candidate for each hunk of a file, so that the hunks are in order and the total support is highest.
//! Also computes how much support any other choice would lose.

use std::collections::BTreeMap;
use std::ops::Range;

/// A candidate, as the chain uses it.
#[derive(Clone, Debug)]
pub struct Link {
    /// The support for the candidate, above 0.
    pub score: f64,
    /// The lines of the text (0-based) that no other hunk may claim.
    pub core: Range<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub candidate: usize,
    /// The support that is lost if the hunk is not placed.
    pub loss: f64,
    /// The other candidates that keep the order without displacing a neighbor, and the support that each loses.
    /// Sorted, best first.
    pub rivals: Vec<(usize, f64)>,
}

/// For each hunk, the best choice in order. `None` if the best chain omits the hunk.
///
/// Dynamic programming from both ends. The best total through a candidate is the best chain before it, plus the best
/// chain after it, plus its own score. `O(n log n)` in the number of candidates.
pub fn choose(hunks: &[Vec<Link>]) -> Vec<Option<Choice>> {
    let before = totals(hunks);
    let mut after = totals(&mirrored(hunks));
    after.reverse();
    let mut totals_through: Vec<Vec<f64>> = Vec::with_capacity(hunks.len());
    let mut best = 0.0_f64;
    for (hunk, links) in hunks.iter().enumerate() {
        let mut totals = Vec::with_capacity(links.len());
        for (number, link) in links.iter().enumerate() {
            let total = before[hunk][number] + after[hunk][number] - link.score;
            best = best.max(total);
            totals.push(total);
        }
        totals_through.push(totals);
    }
    hunks
        .iter()
        .zip(&totals_through)
        .map(|(links, totals)| choice(links, totals, best))
        .collect()
}

/// The choice for one hunk. `totals` has the best total of a chain through each of its `links`, and `best` is the
/// highest total of all chains.
fn choice(links: &[Link], totals: &[f64], best: f64) -> Option<Choice> {
    let mut ranked: Vec<usize> = (0..links.len()).collect();
    ranked.sort_by(|&one, &two| totals[two].total_cmp(&totals[one]));
    let &candidate = ranked.first()?;
    // Every candidate on the best chain has the best total, except for rounding.
    if totals[candidate] < best - 1e-6 * (1.0 + best) {
        return None;
    }
    let loss = links[candidate].score;
    let rivals = ranked[1..]
        .iter()
        .map(|&rival| (rival, totals[candidate] - totals[rival]))
        .filter(|(_, lead)| *lead < loss)
        .collect();
    Some(Choice {
        candidate,
        loss,
        rivals,
    })
}

/// The hunks in reverse order, as if the text were turned upside down.
fn mirrored(hunks: &[Vec<Link>]) -> Vec<Vec<Link>> {
    let ends = hunks.iter().flatten().map(|link| link.core.end);
    let last = ends.max().unwrap_or(0);
    let mut mirrored = Vec::with_capacity(hunks.len());
    for links in hunks.iter().rev() {
        let links = links.iter().map(|link| Link {
            score: link.score,
            core: last - link.core.end..last - link.core.start,
        });
        mirrored.push(links.collect());
    }
    mirrored
}

/// For each candidate, the best total of a chain that ends with it.
fn totals(hunks: &[Vec<Link>]) -> Vec<Vec<f64>> {
    // The best total of the chains that end at or before a line. Totals increase with the lines.
    let mut best_until: BTreeMap<usize, f64> = BTreeMap::new();
    let mut all = Vec::new();
    for links in hunks {
        let mut totals = Vec::with_capacity(links.len());
        for link in links {
            let earlier = best_until.range(..=link.core.start).next_back();
            totals.push(link.score + earlier.map_or(0.0, |(_, total)| *total));
        }
        for (link, &total) in links.iter().zip(&totals) {
            record_total(&mut best_until, link.core.end, total);
        }
        all.push(totals);
    }
    all
}

/// Records in `best_until` that a chain with `total` ends at `end`.
fn record_total(best_until: &mut BTreeMap<usize, f64>, end: usize, total: f64) {
    if let Some((_, known)) = best_until.range(..=end).next_back()
        && *known >= total
    {
        return;
    }
    let beaten: Vec<usize> = best_until
        .range(end..)
        .take_while(|(_, known)| **known <= total)
        .map(|(&end, _)| end)
        .collect();
    for end in beaten {
        best_until.remove(&end);
    }
    best_until.insert(end, total);
}

#[cfg(test)]
mod tests {
    use super::{Link, choose};

    fn link(score: f64, at: usize) -> Link {
        Link {
            score,
            core: at..at + 1,
        }
    }

    #[test]
    fn order_decides_between_equal_places() {
        let twins = || vec![link(1.0, 10), link(1.0, 20)];
        let chosen = choose(&[vec![link(3.0, 15)], twins(), vec![link(3.0, 30)]]);
        let second = chosen[1].as_ref().unwrap();
        assert_eq!((second.candidate, second.loss), (1, 1.0));
        assert!(second.rivals.is_empty());
        let tied = choose(&[twins()]).remove(0).unwrap();
        assert_eq!(tied.rivals, [(1 - tied.candidate, 0.0)]);
    }

    #[test]
    fn a_link_out_of_order_is_left_out() {
        let chosen = choose(&[vec![link(3.0, 15)], vec![link(1.0, 2)], vec![link(3.0, 30)]]);
        assert!(chosen[0].is_some() && chosen[1].is_none() && chosen[2].is_some());
    }

    #[test]
    fn agrees_with_trying_every_chain() {
        let mut seed = 7u64;
        let mut next = |below: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for _ in 0..300 {
            let hunks: Vec<Vec<Link>> = (0..4)
                .map(|_| {
                    (0..3)
                        .map(|_| link(1.0 + next(5) as f64, next(6) as usize))
                        .collect()
                })
                .collect();
            let mut best = 0.0f64;
            for code in 0..256u32 {
                let picks: Vec<Option<&Link>> = (0..4)
                    .map(|hunk| hunks[hunk].get((code >> (2 * hunk)) as usize & 3))
                    .collect();
                let kept: Vec<&Link> = picks.into_iter().flatten().collect();
                if kept
                    .windows(2)
                    .all(|pair| pair[0].core.end <= pair[1].core.start)
                {
                    best = best.max(kept.iter().map(|link| link.score).sum());
                }
            }
            let chosen = choose(&hunks);
            let on_a_best_chain = chosen.iter().flatten().count();
            assert!(best == 0.0 || on_a_best_chain > 0);
            let alone = choose(&hunks[..1]).remove(0).unwrap();
            let highest = hunks[0].iter().map(|link| link.score).fold(0.0, f64::max);
            assert_eq!(hunks[0][alone.candidate].score, highest);
            let total = |choice: usize| hunks[0][choice].score;
            assert!(total(alone.candidate) <= best);
        }
    }
}
