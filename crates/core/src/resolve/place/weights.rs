//! The numbers that weigh evidence, and the corpus that set each.
//!
//! The corpora are histories of public repositories: backports, merges, and diffs that were damaged or must be refused.
//! A number was kept if a case changes without it.

// Lines as evidence. Unit: the weight of a line that the text has once is 1.

/// A line that every file has: blank, brackets only, a lone keyword. Set by backports.
pub const COMMON_LINE: f32 = 0.12;

/// A line that begins a block and occurs once. Other lines may occur once because their twin has changed. Set by the
/// generated siblings.
pub const HEADING: f32 = 2.0;

/// The end of the text, if a hunk says that it is there. Set by backports and merges.
pub const TEXT_END: f32 = 0.8;

// Matches. Unit: parts of the weight of the line.

/// A line that is the same but for blanks. Set by mangled diffs.
pub const LOOSE_MATCH: f32 = 0.93;

/// The same for a line that every file has. Set by mangled diffs.
pub const LOOSE_COMMON_MATCH: f32 = 0.5;

/// The least similarity of a context line to its changed form. Set by backports.
pub const LEAST_SIMILAR: f32 = 0.6;

/// A similar line yields its similarity less this. Set by backports.
pub const SIMILAR_LESS: f32 = 0.45;

/// The least similarity of an added line to the removed one that it was made from. Set by backports.
pub const MADE_OF: f32 = 0.6;

// Prices in an alignment. Unit: weights of lines.

/// A context line that is missing, as part of its weight. Set by backports.
pub const MISSING: f32 = 0.35;

/// The same, whatever its weight. Set by backports.
pub const MISSING_FLAT: f32 = 0.02;

/// The first unknown line between two lines of the hunk. Set by backports.
pub const GAP_OPEN: f32 = 0.22;

/// Every unknown line. Set by backports.
pub const GAP_EXTEND: f32 = 0.015;

/// Unknown lines that begin the block which the next line of the hunk is in. Set by merges, with similar lines.
pub const ENTERED: f32 = 4.0;

/// Discount for unknown lines next to a line that is missing or only similar: one change is likelier than two. Set by
/// merges.
pub const SAME_CHANGE: f32 = 0.12;

/// Unknown lines where an insertion would go: it may belong before or after them. Set by backports.
pub const STRANGERS: f32 = 0.4;

/// The same where the hunk shows that it lacks lines just there. Set by mangled diffs.
pub const EXPECTED_STRANGERS: f32 = 0.1;

/// A reading in which some changes are made and others are not. Set by merges.
pub const MIXED: f32 = 1.0;

/// The most that a change which is there already yields in such a reading. Set by merges.
pub const MIXED_GAIN: f32 = 1.5;

/// A place in which nothing holds the change: it is refused in the end. Set by merges.
pub const UNHELD: f64 = 0.5;

/// The evidence that decides between equal scores. Smaller than every other weight.
pub const TIE: f64 = 1e-3;

// Judging a candidate. Unit: parts of the weight of the hunk, if not said otherwise.

/// The least score. Set by backports and the diffs that must be refused.
pub const LEAST_SCORE: f64 = 0.35;

/// The least distance to the next best reading. Set by backports and the generated twins.
pub const LEAST_MARGIN: f64 = 0.10;

/// The part of the context that must be there when removed lines are gone already. Set by merges.
pub const GONE: f32 = 0.9;

/// How many times what is removed must outweigh what is gone already. Set by the diffs that must be refused.
pub const OUTWEIGHS: f32 = 2.0;

/// The least weight of a lone neighbour of an insertion, with the context behind it. Unit: weights of lines. Set by
/// backports.
pub const LONE: f32 = 1.0;

/// A hunk with this score may be in a function that its header does not name: functions are renamed. Set by the unit
/// tests.
pub const CONVINCING: f64 = 0.85;

/// The most weight of a hunk that margins are measured against: in a long hunk, a few lines in the right place are still
/// all the difference. Unit: weights of lines. Set by backports.
pub const MEASURE: f64 = 4.0;

/// The distance counts this many times to a reading that differs by trivial lines only, or that would not be good enough
/// by itself. Set by backports.
pub const HARDLY: f64 = 4.0;

/// A lead that is no tie. Unit: weights of lines. Set by merges.
pub const CLEAR: f64 = 0.1;

/// When a change merely slid, the lines that were matched elsewhere weigh at most this, and the others at least this.
/// Unit: weights of lines. Set by merges.
pub const SLID: f32 = 1.2;

// Distances. Unit: lines.

/// Two places that are still near each other. Set by backports.
pub const NEAR: usize = 4;

/// By so many the offset of a hunk with several places may differ from those of its neighbours. Set by backports.
pub const TWIN_OFFSET: i64 = 10;

/// By so many the offset of every other place of it must differ. Set by backports.
pub const OTHER_TWIN_OFFSET: i64 = 60;

/// By so many the number of a hunk may be wrong for a place to be looked at. Set by the generated siblings.
pub const RIVAL_REACH: i64 = 300;

/// So many may be more or less between the lines of such a place. Set by merges.
pub const LOOSENESS: i64 = 2;

/// Telling lines of a piece from which on it is known without the pieces around it. Set by mangled diffs.
pub const KNOWN: usize = 3;

// Readings of a damaged hunk. Unit: parts of the weight of a line or hunk.

/// A line that differs only in blanks. Set by mangled diffs.
pub const READING_LOOSE: f32 = 0.6;

/// The cost of a missing line. Set by mangled diffs.
pub const READING_MISSING: f32 = 0.3;

/// The part of what is missing in the primary reading that another must make up for. Set by mangled diffs.
pub const MADE_UP: f32 = 0.25;
