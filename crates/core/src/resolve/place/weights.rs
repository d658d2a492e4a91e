//! The weights of the evidence, and the corpus on which each was tuned.
//!
//! The corpora are histories of public repositories: backports, merges, and diffs that are damaged or must be
//! refused. Each weight changes the result of at least one case.

// Lines as evidence. Unit: the weight of a line that occurs once in the text.

/// A line that every file has: blank, only brackets, a lone keyword. Tuned on backports.
pub const COMMON_LINE: f32 = 0.12;

/// A line that begins a block and occurs once. Any other line may occur once because its twin has changed. Tuned on
/// the generated siblings.
pub const HEADING: f32 = 2.0;

/// The end of the text, if the hunk ends there. Tuned on backports and merges.
pub const TEXT_END: f32 = 0.8;

// Matches. Unit: fractions of the weight of the line.

/// A line that differs only in whitespace. Tuned on mangled diffs.
pub const LOOSE_MATCH: f32 = 0.93;

/// The least similarity of a context line to its changed form. Tuned on backports.
pub const LEAST_CONTEXT_SIMILARITY: f32 = 0.6;

/// The difference between the similarity of a similar line and its score. Tuned on backports.
pub const SIMILARITY_DISCOUNT: f32 = 0.45;

/// The least similarity of an added line to the removed line that it replaces. Tuned on backports.
pub const LEAST_ORIGIN_SIMILARITY: f32 = 0.6;

// Costs in an alignment. Unit: weights of lines.

/// A missing context line, as a fraction of its weight. Tuned on backports.
pub const MISSING: f32 = 0.35;

/// A missing context line, whatever its weight. Tuned on backports.
pub const MISSING_FLAT: f32 = 0.02;

/// The first unknown line between two lines of the hunk. Tuned on backports.
pub const GAP_OPEN: f32 = 0.22;

/// Every unknown line. Tuned on backports.
pub const GAP_EXTEND: f32 = 0.015;

/// Unknown lines that begin the block of the next line of the hunk. Tuned on merges with similar lines.
pub const ENTERED_BLOCK: f32 = 4.0;

/// The discount for unknown lines next to a missing or similar line, because one change is likelier than two. Tuned
/// on merges.
pub const SAME_CHANGE: f32 = 0.12;

/// Unknown lines next to an insertion, which may belong before or after them. Tuned on backports.
pub const INSERTION_GAP: f32 = 0.4;

/// The same, if the hunk shows that it lacks lines there. Tuned on mangled diffs.
pub const EXPECTED_INSERTION_GAP: f32 = 0.1;

/// A candidate with a change that no line holds in place, which is refused in the end. Tuned on merges.
pub const UNSUPPORTED_CHANGE: f64 = 0.5;

/// Decides between equal scores. Smaller than every other weight.
pub const TIE: f64 = 1e-3;

// Judging a candidate. Unit: fractions of the weight of the hunk, unless stated otherwise.

/// The least score. Tuned on backports and the diffs that must be refused.
pub const LEAST_SCORE: f64 = 0.35;

/// The least lead over the next best reading. Tuned on backports and the generated twins.
pub const LEAST_MARGIN: f64 = 0.10;

/// The least share of the context that must be present if the removed lines are already gone. Tuned on merges.
pub const LEAST_CONTEXT_IF_APPLIED: f32 = 0.9;

/// The factor by which removed lines that are present must outweigh those already gone. Tuned on the diffs that must
/// be refused.
pub const PRESENT_OVER_MISSING: f32 = 2.0;

/// The least score of a hunk in a function that its header does not name. Functions are renamed. Tuned on the unit
/// tests.
pub const LEAST_SCORE_UNDER_OTHER_HEADING: f64 = 0.85;

/// The highest weight of a hunk that margins are measured against. In a long hunk, a few lines in the right place
/// still make the difference. Unit: weights of lines. Tuned on backports.
pub const MAX_MEASURED_WEIGHT: f64 = 4.0;

/// The factor for the lead over a reading that differs only in trivial lines. Tuned on backports.
pub const WEAK_RIVAL_FACTOR: f64 = 4.0;

/// If a change only slid, the most weight of the lines matched elsewhere, and the least weight of the others. Unit:
/// weights of lines. Tuned on merges.
pub const SLID_WEIGHT: f32 = 1.2;

// Distances. Unit: lines.

/// The most distance between two places that are near each other. Tuned on backports.
pub const NEAR_LINES: usize = 4;

/// The most that the offset of a hunk with several places may differ from its neighbors' offsets. Tuned on backports.
pub const MAX_TWIN_OFFSET: i64 = 10;

/// The least that the offsets of all its other places must differ from them. Tuned on backports.
pub const LEAST_OTHER_TWIN_OFFSET: i64 = 60;

/// The most that a stated line number may be wrong for a rival to be considered. Tuned on the generated siblings.
pub const MAX_RIVAL_DISTANCE: i64 = 300;

/// The most lines that may be inserted or deleted between the lines of a rival. Tuned on merges.
pub const RIVAL_SLACK: i64 = 2;

/// The least number of telling lines by which a piece is recognized without the pieces around it. Tuned on mangled
/// diffs.
pub const LEAST_TELLING_LINES: usize = 3;
