//! Lists the files that the names of a part may mean.

use std::path::Path;

use crate::patch::{Cure, FileOperation, FilePatch, PatchTarget};
use crate::refusal::{Reason, Refusal};

/// The files that `part` may be for. `strip` is the number of components to strip from its names, if the caller states
/// it. Otherwise, components are only stripped if the names show that they are a prefix: `lib/f` never means `f`.
pub(super) fn possible_targets(
    part: &FilePatch,
    strip: Option<usize>,
) -> Result<impl Iterator<Item = PatchTarget>, Refusal> {
    let stated = match strip {
        Some(strip) => stated_targets(part, strip)?,
        None => Vec::new(),
    };
    let guessed = part.target_candidates();
    let guessed = guessed.take_while(move |_| strip.is_none());
    let plausible = guessed.filter(|target| part.has_prefix(target.strip));
    Ok(stated.into_iter().chain(plausible))
}

/// True if a name of `part` leads into `directory` after `strip` components, or after its prefix.
pub(super) fn leads_into(part: &FilePatch, strip: Option<usize>, directory: &Path) -> bool {
    let strip = strip.unwrap_or(usize::from(part.has_prefix(1)));
    let Some(names) = part.names.stripped(strip) else {
        return false;
    };
    let mut names = [names.old, names.new].into_iter().flatten();
    names.any(|name| name.starts_with(directory))
}

/// The files that `part` may be for if `strip` components are stripped from its names.
fn stated_targets(part: &FilePatch, strip: usize) -> Result<Vec<PatchTarget>, Refusal> {
    if part.operation == FileOperation::Modify && !part.names.is_unnamed() {
        let targets = part.targets(strip);
        if targets.is_empty() {
            return Err(too_few_components(part, strip));
        }
        return Ok(targets);
    }
    let Some(names) = part.names.stripped(strip) else {
        return Err(too_few_components(part, strip));
    };
    let (first, second) = match part.operation {
        FileOperation::Delete | FileOperation::Rename | FileOperation::Copy => {
            (names.old, names.new)
        }
        FileOperation::Create | FileOperation::Modify => (names.new, None),
    };
    let paths = first.into_iter().chain(second);
    Ok(paths.map(|path| PatchTarget { strip, path }).collect())
}

fn too_few_components(part: &FilePatch, strip: usize) -> Refusal {
    let problem = format!("its names have no more than {strip} leading components to drop");
    Refusal::new(Reason::bad_patch(part.line, problem, Cure::CountComponents))
}
