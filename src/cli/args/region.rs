//! The flags that name a region, shared by several commands.

use std::ffi::OsString;

use bytes::Bytes;
use clap::Args;

use crate::refusal::Reason;
use crate::request::{NamedPart, NamedRegion, Region};

/// The region, if one is named.
#[derive(Debug, Args)]
pub(crate) struct RegionArgs {
    /// Definition with this name: Config::load, load@40
    #[arg(long, value_name = "NAME", conflicts_with_all = ["section", "between"])]
    symbol: Option<String>,
    /// Section with this heading (Markdown, TOML, INI); A/B is B in A
    #[arg(long, value_name = "TITLE", conflicts_with = "between")]
    section: Option<String>,
    /// Lines between two marker lines
    #[arg(long, num_args = 2, value_names = ["BEGIN", "END"], allow_hyphen_values = true)]
    between: Option<Vec<OsString>>,
    /// Only the body of the symbol or section
    #[arg(long)]
    body: bool,
}

impl RegionArgs {
    /// The first flag that is given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        first_given([
            ("--symbol", self.symbol.is_some()),
            ("--section", self.section.is_some()),
            ("--between", self.between.is_some()),
            ("--body", self.body),
        ])
    }

    /// The region that the flags name, if any.
    pub(super) fn region(&self) -> Result<Option<Region>, Reason> {
        let part = if self.body {
            NamedPart::Inside
        } else {
            NamedPart::Whole
        };
        if self.body && self.symbol.is_none() && self.section.is_none() {
            return Err(Reason::usage(
                "`--body` is the body of a symbol or section, but none is named",
                "name it with --symbol or --section",
            ));
        }
        if let Some(name) = &self.symbol {
            return Ok(Some(Region::Symbol(NamedRegion::parse(name, part)?)));
        }
        if let Some(name) = &self.section {
            return Ok(Some(Region::Section(NamedRegion::parse(name, part)?)));
        }
        match self.between.as_deref() {
            None => Ok(None),
            Some([begin, end]) => Ok(Some(Region::between(marker(begin), marker(end))?)),
            Some(_) => Err(Reason::usage(
                "`--between` is given twice",
                "name one pair of marker lines",
            )),
        }
    }
}

fn marker(typed: &OsString) -> Bytes {
    typed.clone().into_encoded_bytes().into()
}

/// The first of `flags` that is given.
pub(crate) fn first_given<const N: usize>(
    flags: [(&'static str, bool); N],
) -> Option<&'static str> {
    for (flag, is_given) in flags {
        if is_given {
            return Some(flag);
        }
    }
    None
}
