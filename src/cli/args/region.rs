//! A region: the flags that every command shares which takes a place.

use std::ffi::OsString;

use clap::Args;

use crate::refusal::Reason;
use crate::request::{NamedRegion, Region};

/// Which region, if one is meant.
#[derive(Debug, Args)]
pub(crate) struct RegionArgs {
    /// The section with this title: a heading of Markdown, a table of TOML or INI; A/B is B below A
    #[arg(long, value_name = "TITLE", conflicts_with = "between")]
    section: Option<String>,
    /// The lines between two marker lines
    #[arg(long, num_args = 2, value_names = ["BEGIN", "END"], allow_hyphen_values = true)]
    between: Option<Vec<OsString>>,
    /// The inside of the section, without its title
    #[arg(long)]
    body: bool,
}

impl RegionArgs {
    /// The first flag that was given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        let Self {
            section,
            between,
            body,
        } = self;
        let flags = [
            section.as_ref().map(|_| "--section"),
            between.as_ref().map(|_| "--between"),
            body.then_some("--body"),
        ];
        flags.into_iter().flatten().next()
    }

    /// The region that was typed.
    pub(super) fn region(&self) -> Result<Option<Region>, Reason> {
        let Self {
            section,
            between,
            body,
        } = self;
        let named = |name: &Option<String>| {
            let name = name.as_deref();
            name.map(|name| NamedRegion::parse(name, *body)).transpose()
        };
        let section = named(section)?.map(Region::Section);
        let between = match between.as_deref() {
            Some([begin, end]) => {
                let [begin, end] =
                    [begin, end].map(|marker| marker.clone().into_encoded_bytes().into());
                Some(Region::between(begin, end)?)
            }
            _ => None,
        };
        if *body && section.is_none() {
            return Err(Reason::usage(
                "`--body` is the inside of a section, and none is named",
                "name it with --section",
            ));
        }
        Ok(section.or(between))
    }
}
