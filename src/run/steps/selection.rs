//! Expands each step on a directory into one step for each selected file below it.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::files::RequestFiles;
use crate::disk::Disk;
use crate::refusal::{Reason, Refusal};
use crate::report::Warning;
use crate::request::{Action, PathOrigin, Request, Step, Target};
use crate::run::world::JournalContext;

/// A step on a file.
pub struct FileStep<'r> {
    /// The 1-based number of the step in the request.
    pub number: usize,
    stated: &'r Step,
    /// The file, if the step names a directory above it.
    selected: Option<Box<Path>>,
}

impl<'r> FileStep<'r> {
    /// A step whose path is the path of the file.
    fn new(number: usize, stated: &'r Step) -> Self {
        Self {
            number,
            stated,
            selected: None,
        }
    }

    /// The number of the first step of the same edit.
    pub fn edit(&self) -> usize {
        self.stated.edit.unwrap_or(self.number)
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        self.selected.as_deref().unwrap_or(&self.stated.path)
    }

    /// True if the request does not name the file itself.
    pub fn is_selected(&self) -> bool {
        self.selected.is_some() || self.stated.path_origin == PathOrigin::Selected
    }

    /// The step of the request. Its path may be a directory.
    pub fn stated(&self) -> &'r Step {
        self.stated
    }

    /// The step with the path of the file.
    pub fn step(&self) -> Cow<'r, Step> {
        match &self.selected {
            None => Cow::Borrowed(self.stated),
            Some(path) => Cow::Owned(Step {
                path: path.to_path_buf(),
                path_origin: PathOrigin::Selected,
                below: None,
                ..self.stated.clone()
            }),
        }
    }
}

/// The steps of `request` for each file, and warnings about the walked directories.
///
/// # Errors
/// The errors of [`Disk::walk`]; `usage` if no file is selected.
pub fn file_steps<'r>(
    request: &'r Request,
    files: &mut RequestFiles<'_>,
    context: Option<&JournalContext>,
) -> Result<(Vec<FileStep<'r>>, Vec<Warning>), Refusal> {
    let has_directory = request.steps.iter().any(|step| step.below.is_some());
    let disk = match files {
        RequestFiles::Disk(disk) if has_directory => disk,
        _ => {
            let steps = (1..).zip(&request.steps);
            let steps = steps.map(|(number, step)| FileStep::new(number, step));
            return Ok((steps.collect(), Vec::new()));
        }
    };
    let state = context.and_then(|context| context.base.as_ref());
    let state_directory = state.map(|base| base.0.as_path());
    let mut once = OncePerFile::new(&request.steps, disk.cwd());
    // One walk returns every file once.
    let is_alone = request.steps.len() == 1;
    let (mut steps, mut warnings) = (Vec::new(), Vec::new());
    for (number, step) in (1..).zip(&request.steps) {
        let Some(selection) = &step.below else {
            steps.push(FileStep::new(number, step));
            continue;
        };
        let walked = disk.walk(&step.path, selection, state_directory)?;
        for below in walked.files {
            if is_alone || once.insert(number, step, walked.directory.join(&below)) {
                steps.push(FileStep {
                    number,
                    stated: step,
                    selected: Some(walked.shown.join(below).into()),
                });
            }
        }
        let earlier = warnings.len();
        for unread in walked.unread {
            let warning = Warning::from(unread);
            if !warnings[..earlier].contains(&warning) {
                warnings.push(warning);
            }
        }
    }
    if steps.is_empty() {
        return Err(Reason::NothingSelected.into());
    }
    Ok((steps, warnings))
}

/// The canonical paths of the files of each edit, by the number of its first step.
#[derive(Default)]
struct OncePerFile(HashMap<usize, HashSet<PathBuf>>);

impl OncePerFile {
    /// Starts with the files that `steps` name, relative to `cwd`.
    fn new(steps: &[Step], cwd: &Path) -> Self {
        let mut once = Self::default();
        if steps.len() > 1 {
            for (number, step) in (1..).zip(steps).filter(|(_, step)| step.below.is_none()) {
                let path = cwd.join(&step.path);
                once.insert(number, step, path.canonicalize().unwrap_or(path));
            }
        }
        once
    }

    /// Adds the file `real` to the edit of step `number`. Returns true if it is new.
    fn insert(&mut self, number: usize, step: &Step, real: PathBuf) -> bool {
        let edit = step.edit.unwrap_or(number);
        self.0.entry(edit).or_default().insert(real)
    }
}

/// The paths of the files of `targets`, each once, and warnings about the walked directories.
///
/// # Errors
/// See [`file_steps`].
pub fn file_names(
    targets: &[Target],
    disk: &mut Disk,
    context: &JournalContext,
) -> Result<(Vec<PathBuf>, Vec<Warning>), Refusal> {
    // The steps are never resolved, so any action works.
    let steps = Step::at_each(targets.to_vec(), &[Action::Remove]);
    let request = Request::from(steps);
    let (steps, warnings) = file_steps(&request, &mut RequestFiles::Disk(disk), Some(context))?;
    let names = steps.iter().map(|step| step.path().to_path_buf());
    Ok((names.collect(), warnings))
}
