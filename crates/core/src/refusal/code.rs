//! The names and exit classes of all refusals, in one table.

/// The reason why a run ended, as an exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ExitClass {
    /// The edit was made, or no change was needed.
    Done = 0,
    /// The request does not fit the file.
    Refused = 1,
    /// The call is malformed.
    Usage = 2,
    /// The file is not what the caller expects.
    Stale = 3,
    /// The system reported an error.
    Io = 4,
    /// A rule forbids the edit.
    Policy = 5,
}

impl ExitClass {
    /// Every class, sorted by number.
    pub const ALL: [Self; 6] = [
        Self::Done,
        Self::Refused,
        Self::Usage,
        Self::Stale,
        Self::Io,
        Self::Policy,
    ];

    /// The exit status of the process.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The name of the class in documentation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Usage => "usage",
            Self::Stale => "stale",
            Self::Io => "i/o",
            Self::Policy => "policy",
        }
    }
}

macro_rules! codes {
    ($($variant:ident $name:literal $class:ident $summary:literal,)*) => {
        /// The stable name of a refusal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $summary] $variant,)*
        }

        impl Code {
            /// Every code, in the order of the table.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The `snake_case` name in reports.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The meaning of the code, in one line.
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => $summary,)* }
            }

            /// The exit class.
            pub fn class(self) -> ExitClass {
                match self { $(Self::$variant => ExitClass::$class,)* }
            }
        }
    };
}

codes! {
    NotFound "not_found" Refused "the text to find is not in the file",
    Ambiguous "ambiguous" Refused "the text occurs several times, and one match is needed",
    CountMismatch "count_mismatch" Refused "the number of matches differs from the expected number",
    AlreadyApplied "already_applied" Refused "the new text is already in the file",
    Exists "exists" Refused "a file already exists at the path",
    OutOfRange "out_of_range" Refused "a line number is beyond the end of the file",
    Overlap "overlap" Refused "two edits of one request change the same text",
    HunkFailed "hunk_failed" Refused "a hunk matches nowhere, or in several places",
    PartlyApplied "partly_applied" Refused "some hunks of the patch are already applied",
    MergeConflict "merge_conflict" Refused "both sides of a merge changed the same lines",
    Shrink "shrink" Refused "the edit would leave less than a third of the file",
    Residue "residue" Refused "the new text contains a placeholder, marker or line number",
    Indentation "indentation" Refused "the indentation of the new lines is unclear",
    Form "form" Refused "the edit changes the encoding, line endings or last newline",
    Encoding "encoding" Refused "the new text cannot be written in the file's encoding",
    Syntax "syntax" Refused "the edit would add syntax errors to the file",
    NotThatSymbol "not_that_symbol" Refused "the new text does not define the symbol",
    ValidationFailed "validation_failed" Refused "the --validate command rejects the new text",
    NotEditable "not_editable" Refused "the value of a key cannot be changed without other changes",
    NothingToUndo "nothing_to_undo" Refused "the journal has nothing to undo or redo",
    Usage "usage" Usage "the command line is wrong",
    BadRequest "bad_request" Usage "the request is malformed or incomplete",
    MixedModes "mixed_modes" Usage "the request mixes fields of different operations",
    BadPatch "bad_patch" Usage "the diff is malformed",
    LeftoverLines "leftover_lines" Usage "lines of the diff belong to no hunk",
    Stale "stale" Stale "the file has changed since the caller read it",
    Conflict "conflict" Stale "another task wrote these lines since this one read them",
    UndoConflict "undo_conflict" Stale "a later edit changed the lines to undo",
    Locked "locked" Stale "another process holds the directory's lock",
    OpenElsewhere "open_elsewhere" Stale "another process has the file open for writing",
    RecoveryPending "recovery_pending" Stale "an interrupted change cannot be recovered",
    Missing "missing" Io "there is no such file",
    MissingParent "missing_parent" Io "the directory of a new file does not exist",
    Permission "permission" Io "the system denies access",
    NoSpace "no_space" Io "the disk, quota or file size limit is full",
    NotAFile "not_a_file" Io "the path is a directory, device, pipe or socket",
    Attributes "attributes" Io "an attribute or access list of the file cannot be kept",
    Io "io" Io "a system call failed",
    SyncFailed "sync_failed" Io "the file is written but its directory could not be synced",
    OutsideRoot "outside_root" Policy "the path leads outside the root",
    Protected "protected" Policy "the path is version-control data or a protected file",
    Binary "binary" Policy "the file is binary",
    TooLarge "too_large" Policy "the file exceeds the size limit",
    ReadOnly "read_only" Policy "the file is read-only",
}
