//! `incise apply`

use std::path::{Path, PathBuf};

use clap::Args;

use super::EditInput;
#[cfg(feature = "suggestions")]
use super::shared::choice;
use crate::cli::foreign::{ALL, EDITS};
use crate::cli::intake::Intake;
use crate::cli::page::CommandPage;
#[cfg(feature = "suggestions")]
use crate::cli::text_source::TextSource;
#[cfg(feature = "suggestions")]
use crate::dialect::SuggestionFormat;
use crate::refusal::{Reason, Refusals};

/// The arguments of `incise apply`.
#[derive(Debug, Args)]
pub(crate) struct ApplyArgs {
    /// File with the request; standard input if omitted or `-`
    #[arg(value_name = "REQUEST")]
    request: Option<PathBuf>,
    /// Same as REQUEST, as in other commands
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    from_json: Option<PathBuf>,
    /// Apply each element as its own transaction, with its own report;
    /// --on-conflict skip then skips lines that another task wrote
    #[arg(long)]
    each: bool,
    /// Apply the fixes in another tool's output; lsp, sarif, rustc, ast-grep or
    /// eslint; only if the files are unchanged
    #[cfg(feature = "suggestions")]
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["each", "from_json"])]
    from: Option<String>,
    /// With --from: apply only suggestions of this rule; may be repeated
    #[cfg(feature = "suggestions")]
    #[arg(long, value_name = "RULE")]
    rule: Vec<String>,
}

impl ApplyArgs {
    pub(crate) const PAGE: CommandPage = CommandPage {
        words: "apply",
        about: "Apply JSON edits, in our format or another tool's; one edit, a list or a stream",
        examples: [
            r#"apply <<< '[{"op":"append","path":"a.txt","text":"x"}]'"#,
            r#"apply <<< '{"path":"a.txt","old_text":"x","new_text":"y"}'"#,
        ],
        usage: "apply [REQUEST] [FLAGS]",
        foreign_flags: &[EDITS, ALL],
    };

    #[cfg_attr(
        not(feature = "suggestions"),
        expect(unused_variables, reason = "only suggestions are read here")
    )]
    pub(super) fn input(self, intake: &mut Intake<'_>) -> Result<EditInput, Refusals> {
        #[cfg(feature = "suggestions")]
        if let Some(format) = choice("--from", self.from.as_deref(), &SuggestionFormat::ALL)? {
            let source = TextSource::operand(self.request, "REQUEST");
            return Ok(intake.suggestions(format, source, &self.rule)?.into());
        }
        let source = self.request.or(self.from_json);
        if source.as_deref().is_some_and(begins_like_json) {
            return Err(Reason::usage(
                "`apply` reads the request from a file or standard input, but this is the request itself",
                "put `<<<` before it, or pipe it in; a file of that name is `./...`",
            )
            .into());
        }
        Ok(EditInput::Payloads {
            source,
            is_each: self.each,
        })
    }
}

/// True if `operand` begins like JSON, so it is not a file name.
fn begins_like_json(operand: &Path) -> bool {
    let bytes = operand.as_os_str().as_encoded_bytes();
    bytes.starts_with(b"{\"") || bytes.starts_with(b"[{")
}
