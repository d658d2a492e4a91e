//! Tests that a move and its reversal restore the text. The definitions are drawn from the sources of this module.

use std::path::Path;

use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::super::symbol::{children, list};
use super::symbol;
use crate::refusal::Reason;
use crate::request::Edge;
use crate::resolve::FileText;
use crate::resolve::region::{Destination, Piece, find};
use crate::snapshot::Snapshot;

const SOURCES: [&str; 5] = [
    include_str!("../edit.rs"),
    include_str!("../symbol.rs"),
    include_str!("../transfer.rs"),
    include_str!("../../moved_names.rs"),
    include_str!("../../ending.rs"),
];

const PATH: &str = "a.rs";

/// Moves the definition `name` from one text to the other: to the end, or after the definition `previous`.
fn moved(
    name: &str,
    from: &str,
    to: &str,
    previous: Option<&str>,
) -> Result<(String, String), Reason> {
    let [from, to] = [from, to].map(|text| Snapshot::of_text(text.to_owned()));
    let [from, to] = [&from, &to].map(|now| FileText::new(Path::new(PATH), now));
    let piece = Piece::new(&find(&symbol(name), from, None)?, from)?;
    let removed = piece.remove(from)?.changes;
    let destination = match previous {
        Some(previous) => {
            let place = find(&symbol(previous), to, None)?;
            Destination::at_edge(&place, Edge::After, to)?
        }
        None => Destination::at_end(to),
    };
    let put = destination.insert(&[piece], from)?.changes;
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ok((
        text(removed.apply(from.bytes()).unwrap()),
        text(put.apply(to.bytes()).unwrap()),
    ))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_definition_that_is_moved_and_moved_back_leaves_both_texts_as_they_were(
        from in select(&SOURCES[..]),
        to in select(&SOURCES[..]),
        at in any::<Index>(),
        is_uneven in any::<bool>(),
    ) {
        prop_assume!(from != to);
        // A final line without a newline stays without one.
        let from = if is_uneven { from.trim_end() } else { from };
        let all = list(FileText::new(Path::new(PATH), &Snapshot::of_text(from.to_owned()))).unwrap();
        let outer = children(&all, None);
        let at = 1 + at.index(outer.len() - 1);
        let (name, previous) = (all[outer[at]].name(), all[outer[at - 1]].name());
        match moved(&name, from, to, None) {
            Ok((remaining, target)) => {
                let back = moved(&name, &target, &remaining, Some(&previous)).unwrap();
                prop_assert_eq!(back, (to.to_owned(), from.to_owned()));
            }
            // The other text already has a definition with that name.
            Err(reason) => prop_assert_eq!(reason.code().name(), "exists"),
        }
    }
}
