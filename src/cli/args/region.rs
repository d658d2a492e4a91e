//! A region: the flags that every command shares which takes a place.

use std::ffi::OsString;

use clap::Args;

use crate::refusal::Reason;
use crate::request::{NamedPart, NamedRegion, Region};

/// Which region, if one is meant.
#[derive(Debug, Args)]
pub(crate) struct RegionArgs {
    /// The definition of this name: Config::load, load@40
    #[arg(long, value_name = "NAME", conflicts_with_all = ["section", "between"])]
    symbol: Option<String>,
    /// The section under this heading of Markdown, TOML or INI; A/B is B in A
    #[arg(long, value_name = "TITLE", conflicts_with = "between")]
    section: Option<String>,
    /// The lines between two marker lines
    #[arg(long, num_args = 2, value_names = ["BEGIN", "END"], allow_hyphen_values = true)]
    between: Option<Vec<OsString>>,
    /// The inside of the symbol or section alone
    #[arg(long)]
    body: bool,
}

impl RegionArgs {
    /// The first flag that was given.
    pub(super) fn first_given(&self) -> Option<&'static str> {
        let Self {
            symbol,
            section,
            between,
            body,
        } = self;
        let flags = [
            symbol.as_ref().map(|_| "--symbol"),
            section.as_ref().map(|_| "--section"),
            between.as_ref().map(|_| "--between"),
            body.then_some("--body"),
        ];
        flags.into_iter().flatten().next()
    }

    /// The region that was typed.
    pub(super) fn region(&self) -> Result<Option<Region>, Reason> {
        let Self {
            symbol,
            section,
            between,
            body,
        } = self;
        let part = match body {
            true => NamedPart::Inside,
            false => NamedPart::Whole,
        };
        let named = |name: &Option<String>| {
            let name = name.as_deref();
            name.map(|name| NamedRegion::parse(name, part)).transpose()
        };
        let symbol = named(symbol)?.map(Region::Symbol);
        let section = named(section)?.map(Region::Section);
        let between = match between.as_deref() {
            Some([begin, end]) => {
                let [begin, end] =
                    [begin, end].map(|marker| marker.clone().into_encoded_bytes().into());
                Some(Region::between(begin, end)?)
            }
            _ => None,
        };
        let named = symbol.or(section);
        if *body && named.is_none() {
            return Err(Reason::usage(
                "`--body` is the inside of a symbol or a section, and none is named",
                "name it with --symbol or --section",
            ));
        }
        Ok(named.or(between))
    }
}
