//! Tests of the actions by name: text before, action, text after.

mod append;
mod evidence;
mod follow;
mod insert;
mod layout;
mod lines;
#[cfg(feature = "syntax")]
mod merge;
mod reading;
mod replace;
mod tiers;

use std::path::Path;

use bytes::Bytes;

use crate::refusal::{Code, Reason};
use crate::request::{Find, Fix, Indent, Match, PatternOptions, Pick, Repeat, Replace, Scope};
use crate::resolve::{self, Resolution, Tier};
use crate::snapshot::Snapshot;
use crate::text::{LineNumber, Span};

/// A search with the default tiers in the whole file.
fn find(old: &str) -> Find {
    Find {
        old: Bytes::copy_from_slice(old.as_bytes()),
        matching: Match::Mechanical,
        scope: Scope::File,
        options: PatternOptions::default(),
    }
}

/// Replaces the only match of `old` with `new`.
fn replacing(old: &str, new: &str) -> Replace {
    Replace {
        find: find(old),
        new: Bytes::copy_from_slice(new.as_bytes()),
        pick: Pick::Only,
        fix: Fix::Suggest,
        indent: Indent::Fitted,
        has_case_escapes: false,
    }
}

fn snapshot(text: &str) -> Snapshot {
    Snapshot::of_text(Bytes::copy_from_slice(text.as_bytes()))
}

fn whole(now: &Snapshot) -> Span {
    now.span()
}

fn run(action: &Replace, text: &str) -> Result<Resolution, Reason> {
    run_where(action, Repeat::Refuse, text)
}

fn run_where(action: &Replace, repeat: Repeat, text: &str) -> Result<Resolution, Reason> {
    let now = snapshot(text);
    resolve::replace(action, repeat, Path::new("a"), &now, whole(&now))
}

/// The result of applying `resolution` to `text`.
fn result(resolution: &Resolution, text: &str) -> String {
    let after = resolution.changes.apply(text.as_bytes()).unwrap();
    String::from_utf8(after).unwrap()
}

/// The result of `action` on `text`.
fn replaced(action: &Replace, text: &str) -> String {
    result(&run(action, text).unwrap(), text)
}

fn line(number: usize) -> LineNumber {
    LineNumber::new(number).unwrap()
}

fn first_tier(resolution: &Resolution) -> Tier {
    resolution.sites.iter().next().unwrap().tier
}

/// The first and last line of each site.
fn site_lines(resolution: &Resolution) -> Vec<(usize, usize)> {
    resolution
        .sites
        .iter()
        .map(|site| (site.lines.first().number(), site.lines.last().number()))
        .collect()
}

/// The code of the refusal to replace `old` with `new`.
fn code(old: &str, new: &str, text: &str) -> Code {
    run(&replacing(old, new), text).unwrap_err().code()
}
