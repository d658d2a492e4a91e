//! Messages about a region, symbol or block that is missing, ambiguous or incomplete.

use super::Caller;
use super::next::{outline_call, view_call};
use super::plural::{count, in_words};
use super::subject::Subject;
use super::template::{Wording, optional, wording};
use crate::refusal::RegionCandidate;
use crate::render::escape::{excerpt, visible};
use crate::request::{Options, Region};
use crate::text::{LineNumber, LineRange};

pub(super) fn no_region(region: &Region, nearest: &[String], subject: Subject<'_>) -> Wording {
    let call = match region {
        Region::Symbol(_) | Region::Section(_) | Region::Key(_) => outline_call(subject),
        _ => view_call(subject, None),
    };
    let hint = match (nearest.first(), call) {
        (Some(name), _) => format!("did you mean `{}`?", visible(name.as_bytes())),
        (None, Some(call)) if !subject.is_stdin() => format!("see {call}"),
        _ => "name a region that exists".to_owned(),
    };
    let name = visible(region.to_string().as_bytes());
    wording(format!("there is no {name}"), hint)
}

pub(super) fn several_regions(
    region: &Region,
    candidates: &[RegionCandidate],
    caller: Caller,
) -> Wording {
    let hint = match (region, candidates.first()) {
        (Region::Symbol(named) | Region::Section(named), Some(first)) => {
            let line = first.lines.first();
            let shares_line = candidates[1..]
                .iter()
                .any(|other| other.lines.first() == line);
            let name = first.unique_name(&named.name);
            let name = visible(name.as_bytes());
            let option = region.option();
            let way = match caller.words.options {
                Options::Flags => format!("--{option} '{name}'"),
                Options::Payload(names) => {
                    format!("\"{}\": \"{name}\"", names.symbol.unwrap_or(option))
                }
                _ => format!("\"{option}\": \"{name}\""),
            };
            let parts = match region {
                _ if shares_line => "its number".to_owned(),
                Region::Section(named) => {
                    let name = visible(named.name.as_bytes());
                    format!("more of its path, its number (`{name}[0]`) or its line")
                }
                _ => "more of its path, or its line".to_owned(),
            };
            format!("give {parts}: {way}")
        }
        _ => "use marker lines that occur once".to_owned(),
    };
    let name = visible(region.to_string().as_bytes());
    let places = count(candidates.len(), "place");
    wording(
        format!("{name} matches {places}; exactly 1 is needed"),
        hint,
    )
}

pub(super) fn half_block(present: &[u8], missing: &[u8], lines: LineRange) -> Wording {
    let (present, missing) = (excerpt(present), excerpt(missing));
    wording(
        format!("{present} is at {} without its {missing}", in_words(lines)),
        "insert the missing marker line, or delete the other one",
    )
}

pub(super) fn not_that_symbol(symbol: &str, defined: &[String], caller: Caller) -> Wording {
    let symbol = visible(symbol.as_bytes());
    let quoted = |name: &String| format!("`{}`", visible(name.as_bytes()));
    let names: Vec<String> = defined.iter().take(3).map(quoted).collect();
    let defines = match &names[..] {
        [] => "nothing".to_owned(),
        _ => names.join(", ") + " instead",
    };
    wording(
        format!("the new text of `{symbol}` defines {defines}"),
        optional(
            "give the complete definition[; for another name, {}]",
            caller.switch("rename"),
        ),
    )
}

pub(super) fn broken_symbol(symbol: &str, line: LineNumber, subject: Subject<'_>) -> Wording {
    let symbol = visible(symbol.as_bytes());
    let seen = view_call(subject, Some(LineRange::single(line)));
    wording(
        format!("`{symbol}` has a syntax error at line {line}, so its end is unclear"),
        optional("fix the error first[; {} shows it]", seen),
    )
}
