//! Applies the suggestions of other tools at their positions, if the file is the version that the tool read.

use std::cell::OnceCell;
use std::cmp::Ordering;
use std::collections::HashSet;

use bytes::Bytes;

use super::edits::Edits;
use super::replace::sites;
use super::{Resolution, Resolved, Tier};
use crate::refusal::{Reason, SuggestionFault};
use crate::request::{Position, PositionRange, PositionUnit, SeenText, Suggestion, Suggestions};
use crate::snapshot::Snapshot;
use crate::text::{self, LineEnding, LineNumber, LineRange, Span};

/// Applies all `suggestions` to `now`. Equal suggestions and equal replacements are applied once.
///
/// # Errors
/// `Reason::Suggestion` if the tool saw a different file, a position is not in the file, or two suggestions change
/// the same text.
pub fn suggestions(suggestions: &Suggestions, now: &Snapshot) -> Resolved {
    let bytes = now.bytes();
    if let Some(about) = &suggestions.about
        && about != bytes
        && about != text::without_bom(bytes)
    {
        let rule = suggestions.all.first().map(|one| one.rule.clone());
        return Err(fault(rule.unwrap_or_default(), SuggestionFault::OtherText));
    }
    let mut suggested = suggested_edits(suggestions, now)?;
    suggested.sort_by_key(|edit| (edit.span.start(), edit.span.end()));
    for pair in suggested.windows(2) {
        let [first, second] = [&pair[0], &pair[1]];
        if first.overlaps(second) {
            let lines = now.lines_of(second.span);
            let why = SuggestionFault::Overlap(lines, first.suggestion.rule.clone());
            return Err(fault(second.suggestion.rule.clone(), why));
        }
    }
    let mut edits = Edits::new(now);
    for edit in &suggested {
        edits.replace(edit.span, edit.new.clone());
    }
    let sites = sites(now, Tier::Exact, suggested.iter().map(|edit| edit.span));
    Ok(Resolution::new(edits.finish()?, sites))
}

/// All edits of `suggestions`, except replacements and complete suggestions that were suggested before.
///
/// # Errors
/// `Reason::Suggestion` if the tool saw a different file, or a position is not in the file.
fn suggested_edits<'s>(
    suggestions: &'s Suggestions,
    now: &Snapshot,
) -> Result<Vec<SuggestedEdit<'s>>, Reason> {
    let index = PositionIndex::new(now);
    let mut edits = Vec::new();
    let mut known = HashSet::new();
    for (number, suggestion) in suggestions.all.iter().enumerate() {
        index.check_seen(suggestion)?;
        let mut spans = Vec::with_capacity(suggestion.edits.len());
        for edit in &suggestion.edits {
            match index.span(edit.at) {
                Ok(span) => spans.push((span, &edit.new)),
                Err(why) => return Err(fault(suggestion.rule.clone(), why)),
            }
        }
        // A file that was linted twice contains each suggestion twice.
        if spans.iter().all(|edit| known.contains(edit)) {
            continue;
        }
        for &(span, new) in &spans {
            // Suggestions may share a replacement. Equal insertions may both be meant.
            if !span.is_empty() && known.contains(&(span, new)) {
                continue;
            }
            edits.push(SuggestedEdit {
                span,
                new,
                suggestion,
                number,
            });
        }
        known.extend(spans);
    }
    Ok(edits)
}

fn fault(rule: String, why: SuggestionFault) -> Reason {
    Reason::Suggestion { rule, why }
}

struct SuggestedEdit<'s> {
    span: Span,
    new: &'s Bytes,
    suggestion: &'s Suggestion,
    /// The index of the suggestion.
    number: usize,
}

impl SuggestedEdit<'_> {
    /// True if both change the same text, or if they insert at the same position in an unspecified order.
    fn overlaps(&self, next: &Self) -> bool {
        let are_insertions_at_one_place = self.span == next.span && self.span.is_empty();
        next.span.start() < self.span.end()
            || (are_insertions_at_one_place && self.number != next.number)
    }
}

/// Converts positions to byte offsets.
struct PositionIndex<'s> {
    now: &'s Snapshot,
    bom_len: usize,
    has_lone_return: bool,
    /// The complete text, if it is valid UTF-8.
    utf8: Option<&'s str>,
    /// The starts of all lines in each unit, relative to the end of the byte-order mark.
    starts: OnceCell<Vec<LineStart>>,
}

/// The start of a line, relative to the end of the byte-order mark.
#[derive(Clone, Copy, Debug, Default)]
struct LineStart {
    bytes: usize,
    code_points: usize,
    utf16: usize,
}

impl LineStart {
    fn in_units(&self, unit: PositionUnit) -> usize {
        match unit {
            PositionUnit::Bytes => self.bytes,
            PositionUnit::CodePoints => self.code_points,
            PositionUnit::Utf16 | PositionUnit::Unsaid => self.utf16,
        }
    }
}

impl<'s> PositionIndex<'s> {
    fn new(now: &'s Snapshot) -> Self {
        Self {
            now,
            bom_len: text::bom_len(now.bytes()),
            has_lone_return: has_lone_return(now.bytes()),
            utf8: std::str::from_utf8(now.bytes()).ok(),
            starts: OnceCell::new(),
        }
    }

    fn starts(&self) -> &[LineStart] {
        self.starts.get_or_init(|| {
            let mut at = LineStart::default();
            let mut starts = Vec::new();
            for line in text::lines(&self.now.bytes()[self.bom_len..]) {
                starts.push(at);
                at.bytes += line.len();
                for chunk in line.utf8_chunks() {
                    let (valid, invalid_len) = (chunk.valid(), chunk.invalid().len());
                    at.code_points += valid.chars().count() + invalid_len;
                    at.utf16 += valid.chars().map(char::len_utf16).sum::<usize>() + invalid_len;
                }
            }
            starts
        })
    }

    /// The length in bytes of the first `count` units after the byte-order mark. `None` if there are fewer.
    fn len_of_units(
        &self,
        count: usize,
        unit: PositionUnit,
    ) -> Result<Option<usize>, SuggestionFault> {
        let end = self
            .starts()
            .partition_point(|start| start.in_units(unit) <= count);
        let start = self.starts()[..end].last().copied().unwrap_or_default();
        if unit == PositionUnit::Unsaid && start.code_points != start.utf16 {
            return Err(SuggestionFault::TwoPlaces);
        }
        let rest = &self.now.bytes()[self.bom_len + start.bytes..];
        let len = len_of_units(rest, count - start.in_units(unit), unit)?;
        Ok(len.map(|len| start.bytes + len))
    }

    /// Checks that the text contains everything that the tool saw.
    fn check_seen(&self, suggestion: &Suggestion) -> Result<(), Reason> {
        for seen in &suggestion.seen {
            let (span, expected) = match seen {
                SeenText::Range(range, expected) => (self.span(*range), expected),
                SeenText::Line(line, expected) => (self.line(*line), expected),
            };
            let why = match span {
                Ok(span) if self.now.slice(span) == *expected => continue,
                Ok(span) => SuggestionFault::OtherLines(self.now.lines_of(span)),
                Err(why) => why,
            };
            return Err(fault(suggestion.rule.clone(), why));
        }
        Ok(())
    }

    fn span(&self, range: PositionRange) -> Result<Span, SuggestionFault> {
        let from = self.offset(range.from, range.unit)?;
        let to = self.offset(range.to, range.unit)?;
        Span::new(from, to).ok_or(SuggestionFault::NoPlace)
    }

    /// The span of a line, without its ending and the byte-order mark.
    fn line(&self, line: LineNumber) -> Result<Span, SuggestionFault> {
        let bytes = self.now.bytes();
        if self.has_lone_return {
            // Some tools treat a lone carriage return as a line ending.
            return Err(SuggestionFault::TwoPlaces);
        }
        let is_terminated = bytes.is_empty() || bytes.ends_with(b"\n");
        if line.number() == self.now.line_count() + 1 && is_terminated {
            return Ok(Span::empty_at(bytes.len()));
        }
        let Some(span) = self.now.span_of(LineRange::single(line)) else {
            return Err(SuggestionFault::NoPlace);
        };
        let start = span.start().max(self.bom_len);
        let line = self.now.slice(span);
        Span::new(start, span.start() + LineEnding::strip(&line).len())
            .ok_or(SuggestionFault::NoPlace)
    }

    fn offset(&self, position: Position, unit: PositionUnit) -> Result<usize, SuggestionFault> {
        let bytes = self.now.bytes();
        match position {
            Position::Start => Ok(0),
            Position::EndOfLine(line) => Ok(self.line(line)?.end()),
            Position::Offset(count) if unit == PositionUnit::Bytes => {
                let is_place = match self.utf8 {
                    Some(text) => text.is_char_boundary(count),
                    None => count <= bytes.len(),
                };
                if is_place {
                    Ok(count)
                } else {
                    Err(SuggestionFault::NoPlace)
                }
            }
            Position::Offset(count) => {
                let len = self.len_of_units(count, unit)?;
                Ok(self.bom_len + len.ok_or(SuggestionFault::NoPlace)?)
            }
            Position::InLine {
                line,
                before,
                is_clamped,
            } => {
                let span = match self.line(line) {
                    Err(SuggestionFault::NoPlace) if is_clamped => return Ok(bytes.len()),
                    line => line?,
                };
                let content = self.now.slice(span);
                match len_of_units(&content, before, unit)? {
                    Some(len) => Ok(span.start() + len),
                    None if is_clamped => Ok(span.end()),
                    None => Err(SuggestionFault::NoPlace),
                }
            }
        }
    }
}

/// True if `text` has a carriage return without a line feed.
fn has_lone_return(text: &[u8]) -> bool {
    memchr::memchr_iter(b'\r', text).any(|at| text.get(at + 1) != Some(&b'\n'))
}

/// The length in bytes of the first `count` units of `text`. `None` if there are fewer.
fn len_of_units(
    text: &[u8],
    count: usize,
    unit: PositionUnit,
) -> Result<Option<usize>, SuggestionFault> {
    let width: fn(char) -> usize = match unit {
        PositionUnit::Bytes => char::len_utf8,
        PositionUnit::CodePoints => |_| 1,
        PositionUnit::Utf16 => char::len_utf16,
        PositionUnit::Unsaid => {
            let by_points = len_of_units(text, count, PositionUnit::CodePoints);
            let by_units = len_of_units(text, count, PositionUnit::Utf16);
            return match (by_points, by_units) {
                (Ok(one), Ok(other)) if one == other => Ok(one),
                _ => Err(SuggestionFault::TwoPlaces),
            };
        }
    };
    let (mut units, mut len) = (0, 0);
    for chunk in text.utf8_chunks() {
        for letter in chunk.valid().chars() {
            if units >= count {
                break;
            }
            units += width(letter);
            len += letter.len_utf8();
        }
        // Each invalid byte is one unit.
        for _ in chunk.invalid() {
            if units < count {
                units += 1;
                len += 1;
            }
        }
    }
    match units.cmp(&count) {
        Ordering::Equal => Ok(Some(len)),
        // The position is inside a character.
        Ordering::Greater => Err(SuggestionFault::NoPlace),
        Ordering::Less => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::{len_of_units, suggestions};
    use crate::refusal::{Reason, SuggestionFault};
    use crate::request::{
        Position, PositionRange, PositionUnit, SeenText, SuggestedText, Suggestion, Suggestions,
    };
    use crate::snapshot::Snapshot;
    use crate::text::LineNumber;

    fn range(from: Position, to: Position, unit: PositionUnit) -> PositionRange {
        PositionRange { from, to, unit }
    }

    fn bytes(from: usize, to: usize) -> PositionRange {
        range(
            Position::Offset(from),
            Position::Offset(to),
            PositionUnit::Bytes,
        )
    }

    fn suggestion(rule: &str, edits: &[(PositionRange, &str)]) -> Suggestion {
        let placed = |(at, new): &(PositionRange, &str)| SuggestedText {
            at: *at,
            new: new.to_string().into(),
        };
        Suggestion {
            rule: rule.to_owned(),
            edits: edits.iter().map(placed).collect(),
            seen: Vec::new(),
        }
    }

    fn applied(text: &str, all: Vec<Suggestion>) -> Result<String, Reason> {
        let now = Snapshot::of_text(text.to_owned());
        let asked = Suggestions {
            all,
            about: None,
            left_out: 0,
        };
        let resolution = suggestions(&asked, &now)?;
        let made = resolution.changes.apply(now.bytes()).unwrap();
        Ok(String::from_utf8(made).unwrap())
    }

    fn why(refused: Result<String, Reason>) -> SuggestionFault {
        match refused.unwrap_err() {
            Reason::Suggestion { why, .. } => why,
            other => panic!("{other:?}"),
        }
    }

    fn in_line(line: usize, before: usize) -> Position {
        Position::InLine {
            line: LineNumber::new(line).unwrap(),
            before,
            is_clamped: false,
        }
    }

    #[test]
    fn units_are_counted_as_their_tools_count_them() {
        let text = "a\u{e9}\u{1f600}z";
        for (unit, counts) in [
            (PositionUnit::Bytes, [1, 3, 7, 8]),
            (PositionUnit::CodePoints, [1, 2, 3, 4]),
            (PositionUnit::Utf16, [1, 2, 4, 5]),
        ] {
            for (count, at) in counts.into_iter().zip([1, 3, 7, 8]) {
                assert_eq!(len_of_units(text.as_bytes(), count, unit), Ok(Some(at)));
            }
            assert_eq!(len_of_units(text.as_bytes(), 9, unit), Ok(None));
        }
        let inside = len_of_units(text.as_bytes(), 3, PositionUnit::Utf16);
        assert_eq!(inside, Err(SuggestionFault::NoPlace));
        let unsaid = |count| len_of_units(text.as_bytes(), count, PositionUnit::Unsaid);
        assert_eq!(unsaid(2), Ok(Some(3)));
        assert_eq!(unsaid(4), Err(SuggestionFault::TwoPlaces));
    }

    #[test]
    fn a_line_excludes_its_ending_and_the_byte_order_mark() {
        let edit = |text: &str, from, to| {
            let at = range(from, to, PositionUnit::Utf16);
            applied(text, vec![suggestion("r", &[(at, "X")])])
        };
        let one = LineNumber::FIRST;
        assert_eq!(
            edit("ab\r\ncd\n", in_line(1, 1), Position::EndOfLine(one)).unwrap(),
            "aX\r\ncd\n"
        );
        assert_eq!(
            edit("\u{feff}ab\n", in_line(1, 0), in_line(1, 1)).unwrap(),
            "\u{feff}Xb\n"
        );
        assert_eq!(edit("ab\n", in_line(2, 0), in_line(2, 0)).unwrap(), "ab\nX");
        assert_eq!(
            edit("ab", in_line(1, 0), in_line(1, 3)).map_err(|_| ()),
            Err(())
        );
        let actual = why(edit("ab", in_line(2, 0), in_line(2, 0)));
        assert_eq!(actual, SuggestionFault::NoPlace);
        for text in ["a\rb\n", "a\rb\nd\n", "a\nb\r"] {
            let actual = why(edit(text, in_line(1, 0), in_line(1, 1)));
            assert_eq!(actual, SuggestionFault::TwoPlaces);
        }
    }

    #[test]
    fn overlapping_edits_are_refused_and_equal_edits_are_made_once() {
        let text = "one two three";
        let first = suggestion("a", &[(bytes(0, 3), "1")]);
        let second = suggestion("b", &[(bytes(4, 7), "2")]);
        let both = vec![second.clone(), first.clone(), first.clone()];
        assert_eq!(applied(text, both).unwrap(), "1 2 three");
        let shares = suggestion("g", &[(bytes(0, 3), "1"), (bytes(8, 13), "3")]);
        let both = vec![first.clone(), shares];
        assert_eq!(applied(text, both).unwrap(), "1 two 3");
        let across = suggestion("c", &[(bytes(2, 5), "-")]);
        let overlap = why(applied(text, vec![first.clone(), across]));
        assert!(matches!(overlap, SuggestionFault::Overlap(_, rule) if rule == "a"));
        // Adjacent edits do not overlap, but the order of two insertions at one position is unspecified.
        let next = suggestion("d", &[(bytes(3, 3), "!")]);
        assert_eq!(
            applied(text, vec![first, next.clone()]).unwrap(),
            "1! two three"
        );
        let rival = suggestion("e", &[(bytes(3, 3), "?")]);
        let refused = why(applied(text, vec![next, rival]));
        assert!(matches!(refused, SuggestionFault::Overlap(..)));
        let in_order = suggestion("f", &[(bytes(3, 3), "!"), (bytes(3, 3), "?")]);
        assert_eq!(applied(text, vec![in_order]).unwrap(), "one!? two three");
    }

    #[test]
    fn a_text_that_the_tool_did_not_see_is_refused() {
        let mut one = suggestion("a", &[(bytes(0, 3), "1")]);
        one.seen = vec![
            SeenText::Range(bytes(0, 3), "one".into()),
            SeenText::Line(LineNumber::FIRST, "one two".into()),
        ];
        assert_eq!(applied("one two\n", vec![one.clone()]).unwrap(), "1 two\n");
        let refused = why(applied("one twos\n", vec![one.clone()]));
        assert!(matches!(refused, SuggestionFault::OtherLines(_)));
        let refused = why(applied("two one\n", vec![one.clone()]));
        assert!(matches!(refused, SuggestionFault::OtherLines(_)));
        let refused = why(applied("", vec![one]));
        assert!(matches!(refused, SuggestionFault::NoPlace));
    }
}
