//! Lines that one side indented otherwise and the other edited: the edit, in the new indentation.

use std::collections::HashMap;
use std::ops::Range;

use bytes::Bytes;
use foldhash::fast::FixedState;

use crate::changes::{self, LineAlgorithm};
use crate::region::MergeRegion;
use crate::versions::{NumberedLines, VersionLines};
use incise_text::text;

/// The lines of `conflict`, if one side did no more than indent the lines of the base, and put others around them, and the
/// other side edited them; `None` where the place or the indentation of an edited line is not certain.
pub fn edited(conflict: &MergeRegion, lines: &VersionLines) -> Option<Bytes> {
    let ours = (&lines.ours, &conflict.ours);
    let theirs = (&lines.theirs, &conflict.theirs);
    let by_ours = in_form(lines, &conflict.base, ours, theirs);
    let by_theirs = in_form(lines, &conflict.base, theirs, ours);
    match (by_ours, by_theirs) {
        (Some(text), None) | (None, Some(text)) => Some(text),
        _ => None,
    }
}

/// Lines of one side, from 0.
type SideLines<'a, 't> = (&'a NumberedLines<'t>, &'a Range<usize>);

/// What `edit` made of the lines `base`, indented as in `form`.
fn in_form(
    lines: &VersionLines,
    base: &Range<usize>,
    form: SideLines<'_, '_>,
    edit: SideLines<'_, '_>,
) -> Option<Bytes> {
    let old: Vec<&[u8]> = lines.base.each(base.clone()).collect();
    let formed: Vec<&[u8]> = form.0.each(form.1.clone()).collect();
    let at = only_place(&old, &formed)?;
    let (head, rest) = formed.split_at(at);
    let (body, tail) = rest.split_at(old.len());
    let indents = Indents::between(&old, body)?;
    let edits = changes::between(
        &lines.base.numbers[base.clone()],
        &edit.0.numbers[edit.1.clone()],
        LineAlgorithm::Histogram,
    );
    let is_wrapped = !head.is_empty() || !tail.is_empty();
    let mut out: Vec<u8> = head.concat();
    let mut done = 0;
    for change in &edits {
        let is_at_edge = change.base.start == 0 || change.base.end == old.len();
        // Whether what is put in beside the lines goes inside is not known.
        if is_wrapped && is_at_edge && change.other.len() > change.base.len() {
            return None;
        }
        out.extend_from_slice(&body[done..change.base.start].concat());
        let start = edit.1.start;
        for line in edit
            .0
            .each(start + change.other.start..start + change.other.end)
        {
            out.extend_from_slice(&indents.of(line)?);
        }
        done = change.base.end;
    }
    out.extend_from_slice(&body[done..].concat());
    out.extend_from_slice(&tail.concat());
    Some(out.into())
}

/// The one place at which the lines `old` stand in `formed`, their indentation apart.
fn only_place(old: &[&[u8]], formed: &[&[u8]]) -> Option<usize> {
    let is_telling = old.iter().any(|line| text::is_telling(line));
    if !is_telling || old.len() > formed.len() {
        return None;
    }
    let is_alike = |(one, two): (&&[u8], &&[u8])| one.trim_ascii_start() == two.trim_ascii_start();
    let mut places =
        (0..=formed.len() - old.len()).filter(|at| old.iter().zip(&formed[*at..]).all(is_alike));
    let place = places.next()?;
    let is_other = old != &formed[place..place + old.len()];
    (places.next().is_none() && is_other).then_some(place)
}

/// What became of each indentation.
struct Indents<'l> {
    known: HashMap<&'l [u8], &'l [u8], FixedState>,
}

impl<'l> Indents<'l> {
    /// Those of lines that are alike but for it; `None` where one became two.
    fn between(old: &[&'l [u8]], new: &[&'l [u8]]) -> Option<Self> {
        let mut known = HashMap::default();
        for (old, new) in old.iter().zip(new) {
            if old.trim_ascii().is_empty() {
                continue;
            }
            let (old, new) = (text::indent_of(old), text::indent_of(new));
            if *known.entry(old).or_insert(new) != new {
                return None;
            }
        }
        Some(Self { known })
    }

    /// `line` with its new indentation: one that is known, or what all have in common.
    fn of(&self, line: &[u8]) -> Option<Vec<u8>> {
        let own = text::indent_of(line);
        let text = &line[own.len()..];
        if text.trim_ascii().is_empty() {
            return Some(line.to_vec());
        }
        if let Some(new) = self.known.get(own) {
            return Some([new, text].concat());
        }
        let mut added = self.known.iter().map(|(old, new)| new.strip_suffix(*old));
        if let Some(more) = added.next()?
            && added.all(|other| other == Some(more))
        {
            return Some([more, line].concat());
        }
        let mut removed = self.known.iter().map(|(old, new)| old.strip_suffix(*new));
        let less = removed.next()??;
        let is_same = removed.all(|other| other == Some(less));
        let left = line.strip_prefix(less).filter(|_| is_same)?;
        Some(left.to_vec())
    }
}
