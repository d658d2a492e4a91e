//! Why a request that is well-formed cannot be carried out, whatever its texts are.

use super::Code;

/// A request that cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// A step over several files is resolved against a single one.
    SeveralFiles,
    /// A file is moved to where it is.
    MovedToItself {
        /// The name there.
        name: String,
    },
    /// A file is copied to a name that leads to the file itself in this directory.
    CopiedToItself {
        /// The name of the file.
        name: String,
        /// The same name in other letters.
        respelled: String,
    },
    /// A section is looked for in a file that has none by its name.
    NoSections,
    /// The definitions of the file are not known.
    NoDefinitions {
        /// True if it is too large, too deep or too much work to be parsed; else there is no grammar of its language.
        is_over_bound: bool,
    },
    /// A text is too large, too deep or too much work to look for the syntax errors that an edit adds.
    NotParsed,
    /// A definition shares a line with something else.
    SharedLine {
        /// The name.
        name: String,
    },
    /// A line or block that is to be inside a region would be outside of it afterwards.
    OutsideRegion {
        /// The region, as a message names it.
        region: String,
    },
    /// A definition has no lines inside it.
    NoInside {
        /// The name.
        name: String,
    },
    /// A region is looked for in a text without a name.
    RegionOfText,
    /// A range of lines is given for a directory.
    LinesOfDirectory,
    /// The latest edit of one file is that of others too.
    EditedWithOthers {
        /// The entry in the journal.
        entry: u64,
        /// The number of other files.
        others: usize,
    },
    /// The file for the report is a target of the patch.
    ReportIsTarget,
    /// The file for the report is the diff, or another that is read for it.
    ReportIsSource,
    /// The plan would be saved over a file that it is about.
    PlanIsTarget,
    /// A plan has a file outside the workspace.
    PlanLeaves,
    /// An undo stands beside other steps.
    UndoWithOthers,
    /// A hash is expected of several files.
    HashOfSeveral,
    /// A glob cannot be read.
    NoGlob {
        /// The name as it was given.
        glob: String,
        /// The fault of the name.
        error: String,
    },
    /// A type of files that nobody knows.
    NoType {
        /// The name.
        name: String,
        /// The known one that is most like it.
        near: Option<String>,
    },
    /// No file below the directories is meant.
    NothingSelected,
    /// A record is replayed whose text was not kept.
    NotKept,
    /// A record's edits do not make the text it names.
    WrongAfter,
    /// The patterns leave no part of the diff.
    NothingLeft {
        /// The first file of the diff.
        first: String,
    },
    /// The results of several files have only one output.
    OutputOfSeveral {
        /// The number of files.
        files: usize,
    },
    /// An output is to take the result of a patch that deletes its file.
    OutputOfDeletion,
    /// No `index` line names the blob that a diff was made from.
    NoIndexLine {
        /// The file it is missing for.
        file: Option<String>,
    },
    /// Several objects of git have names that begin so.
    AmbiguousBlob {
        /// The beginning.
        name: String,
    },
    /// git has no such blob.
    NoBlob {
        /// The name of the blob.
        name: String,
    },
    /// git cannot be asked.
    GitFails {
        /// The own words.
        said: String,
    },
}

impl Impossible {
    /// The part at fault: the command line or the request.
    pub(super) fn code(&self) -> Code {
        match self {
            Self::MovedToItself { .. }
            | Self::CopiedToItself { .. }
            | Self::ReportIsTarget
            | Self::ReportIsSource
            | Self::PlanIsTarget
            | Self::PlanLeaves
            | Self::HashOfSeveral
            | Self::NoGlob { .. }
            | Self::NoType { .. }
            | Self::NothingSelected
            | Self::OutputOfSeveral { .. }
            | Self::OutputOfDeletion => Code::Usage,
            Self::SeveralFiles
            | Self::NoSections
            | Self::NoDefinitions { .. }
            | Self::NotParsed
            | Self::SharedLine { .. }
            | Self::OutsideRegion { .. }
            | Self::NoInside { .. }
            | Self::RegionOfText
            | Self::LinesOfDirectory
            | Self::EditedWithOthers { .. }
            | Self::UndoWithOthers
            | Self::NotKept
            | Self::WrongAfter
            | Self::NothingLeft { .. }
            | Self::NoIndexLine { .. }
            | Self::AmbiguousBlob { .. }
            | Self::NoBlob { .. }
            | Self::GitFails { .. } => Code::BadRequest,
        }
    }
}
