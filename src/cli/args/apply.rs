//! `incise apply`

use std::path::PathBuf;

use clap::Args;

use super::replay;
use crate::cli::intake::Intake;
use crate::refusal::Refusal;
use crate::request::Request;
use crate::request::json::{self, Given};

/// What was typed after `incise apply`.
#[derive(Debug, Args)]
pub(crate) struct Apply {
    /// File with the JSON request; standard input when left out or `-`
    #[arg(value_name = "REQUEST")]
    request: Option<PathBuf>,
    /// The same, as every other command has it
    #[arg(long, value_name = "FILE", conflicts_with = "request")]
    from_json: Option<PathBuf>,
}

impl Apply {
    pub(super) fn request(self, intake: &mut Intake<'_>) -> Result<Request, Refusal> {
        let Self { request, from_json } = self;
        let document = intake.operand(request.or(from_json), "REQUEST")?;
        if replay::is_recorded(&document) {
            return Ok(replay::request(&document, intake)?);
        }
        intake.names_come_from_document();
        Ok(json::parse_given(&document, Given::default())?)
    }
}
