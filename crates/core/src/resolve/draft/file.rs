//! One file of a request: each step resolved against its state so far.

use std::collections::BTreeMap;
use std::path::Path;

use bytes::Bytes;

use super::super::follow::follow_from;
use super::super::key::EntryEdit;
use super::super::merge::MergeWay;
use super::super::rebase::{Followed, rebase};
use super::super::region::{self, Proof, RegionPlace};
use super::super::{
    Last, MarkedMerge, MovedLines, PlacedHunk, Rebased, Resolution, SettledRegion, Site, Sites,
    count_sites, ensure, insert, lines, merge, merge_cleanly, merge_marked, merge_patch, place,
    refuse_doubled, replace, set, styles_of, suggestions, unset,
};
use super::ResolvedFile;
use super::file_sites::FileSites;
use super::site::{DraftSite, SitePlace, located, located_exactly, located_hunk, preview};
use super::working_text::WorkingText;
use crate::change::{ChangeSet, Provenance, Transition};
use crate::encoding::TextEncoding;
use crate::merge::MergeRule;
use crate::patch::{Content, FilePatch};
use crate::refusal::{ExpectedCount, Fault, Impossible, KeyFault, NotAFile, Reason};
use crate::request::{
    Action, Append, Edge, Ensure, Insert, InsertAt, Lines, LinesAt, Merge, OnStale, Pick,
    RangeAnchors, Region, Repeat, Replace, Scope,
};
use crate::snapshot::{Attributes, FileMode, Fingerprint, RootedPath, Snapshot};
use crate::text::{self, BOM, LineEnding, LineRange, NameStyle, Span};

/// One file of a request.
#[derive(Debug)]
pub struct Draft {
    place: RootedPath,
    before: Option<Snapshot>,
    /// The encoding of a new file.
    encoding: Option<TextEncoding>,
    /// The encoding of a file that is changed byte by byte, as a record has it.
    recorded_encoding: Option<TextEncoding>,
    /// The text that was read, where the steps were made against an earlier one, which `before` is until they are put
    /// onto this.
    onto: Option<Snapshot>,
    /// What becomes of them where they touch what was changed since.
    on_stale: OnStale,
    rebased: Option<Rebased>,
    /// Lines that were given by their anchors, and where they are.
    moved: Vec<MovedLines>,
    /// The text that the last of them are given.
    anchored: Option<Bytes>,
    /// Whether all of them stand in the text that was read as they were.
    anchors_stand: bool,
    /// Replacements of all that the earlier text has: none may be left over.
    replaced_all: Vec<Replace>,
    now: Option<WorkingText>,
    operation: Option<&'static str>,
    sites: FileSites,
    hunks: Vec<PlacedHunk>,
    /// What both sides of a merge changed, and what settled it.
    settled: Vec<SettledRegion>,
    /// How many names in each style were replaced.
    styles: BTreeMap<NameStyle, usize>,
    /// Whether a step gave all of the text at once: who made it knows every line.
    is_given_whole: bool,
    /// Whether a step has deleted it: what comes in its place is a change of the file that was there.
    is_deleted: bool,
    /// Whether a step that takes the file away found it gone.
    was_already_absent: bool,
}

impl Draft {
    pub(super) fn new(
        place: RootedPath,
        before: Option<Snapshot>,
        encoding: Option<TextEncoding>,
    ) -> Self {
        let now = before.clone().map(WorkingText::own);
        Self {
            place,
            before,
            encoding,
            recorded_encoding: None,
            onto: None,
            on_stale: OnStale::Refuse,
            rebased: None,
            moved: Vec::new(),
            anchored: None,
            anchors_stand: true,
            replaced_all: Vec::new(),
            now,
            operation: None,
            sites: FileSites::default(),
            hunks: Vec::new(),
            settled: Vec::new(),
            styles: BTreeMap::new(),
            is_given_whole: false,
            is_deleted: false,
            was_already_absent: false,
        }
    }

    /// The file at `place`, which has the text `onto`. The steps were made against `base`.
    pub(super) fn made_against(
        place: RootedPath,
        base: &Snapshot,
        onto: Snapshot,
        encoding: Option<TextEncoding>,
    ) -> Self {
        let text = base.original().bytes().clone();
        let base = match onto.facts() {
            Some(facts) => Snapshot::new(text, *facts, onto.attributes().cloned()),
            None => Snapshot::of_text(text),
        };
        let base = base.decoded(encoding);
        Self {
            onto: Some(onto),
            ..Self::new(place, Some(base), encoding)
        }
    }

    /// This, put onto what the file has become as `on_stale` says.
    pub(super) fn put_onto(self, on_stale: OnStale) -> Self {
        Self { on_stale, ..self }
    }

    /// Takes the file for its bytes, whatever text they are: for what is made of bytes. Where a step has made something of
    /// the text, it stays that.
    pub fn take_bytes(&mut self) {
        if let Some(before) = &self.before
            && before.encoding().is_some()
            && !self.is_touched()
            && !self.is_on_base()
        {
            let before = before.original().clone();
            self.now = Some(WorkingText::own(before.clone()));
            self.before = Some(before);
        }
        if !self.is_touched() {
            self.encoding = None;
        }
    }

    /// Takes the text of the file, which is changed byte by byte, for one in `encoding`.
    pub fn set_recorded_encoding(&mut self, encoding: Option<TextEncoding>) {
        self.recorded_encoding = encoding;
    }

    /// The result of the steps, all of them being resolved; another place may have it afterwards.
    pub(super) fn resolved(mut self, is_moved_away: bool) -> ResolvedFile {
        let free_texts = self.now.as_mut().map(WorkingText::take_free_texts);
        let (place, now) = (self.place, self.now);
        ResolvedFile {
            operation: self.operation,
            sites: self.sites,
            hunks: self.hunks,
            settled: self.settled,
            rebased: self.rebased,
            anchors_stand: self.anchors_stand,
            moved: {
                let mut moved = self.moved;
                moved.retain(|lines| lines.from != lines.to);
                moved
            },
            styles: self.styles,
            free_texts: free_texts.unwrap_or_default(),
            is_given_whole: self.is_given_whole,
            was_already_absent: self.was_already_absent,
            decoded: None,
            transition: Transition {
                after: now.map(|now| now.into_new(&place)),
                before: self.before,
                is_moved_away,
                place,
                encoding: self.recorded_encoding,
            },
        }
    }

    /// The place of the file.
    pub fn place(&self) -> &RootedPath {
        &self.place
    }

    /// The text that was read; `None` when there was no file.
    pub fn before(&self) -> Option<&Snapshot> {
        self.before.as_ref()
    }

    /// The encoding that its text is written in; `None` for its bytes as they are.
    pub fn encoding(&self) -> Option<TextEncoding> {
        match &self.before {
            Some(before) => before.encoding(),
            None => self.encoding,
        }
    }

    /// Whether the steps are made against an earlier text than the one that was read.
    pub fn is_on_base(&self) -> bool {
        self.onto.is_some()
    }

    /// The text after the steps so far; `None` when there is no file.
    pub fn now(&self) -> Option<&WorkingText> {
        self.now.as_ref()
    }

    /// The text now, to be given another mode or looked at.
    pub fn now_mut(&mut self) -> Option<&mut WorkingText> {
        self.now.as_mut()
    }

    /// Whether any step touched this file.
    pub fn is_touched(&self) -> bool {
        self.operation.is_some()
    }

    /// Every place the steps matched or addressed.
    pub fn sites(&self) -> &FileSites {
        &self.sites
    }

    /// Whether there is a symbolic link after the steps so far.
    pub fn is_link(&self) -> bool {
        self.now.as_ref().is_some_and(WorkingText::is_link)
    }

    /// The fingerprint of the text after the steps so far, or of the path that a link leads to.
    pub fn fingerprint(&mut self) -> Option<Fingerprint> {
        self.now.as_mut().map(WorkingText::fingerprint)
    }

    /// The text after the steps so far.
    ///
    /// # Errors
    /// `missing` when there is no file; `not_a_file` for a link.
    pub fn text(&mut self) -> Result<Snapshot, Reason> {
        Ok(self.present()?.text()?.clone())
    }

    /// Resolves `action`, one about the text of this file alone, and takes the result over. One that is done already
    /// changes nothing, where such a `repeat` is accepted.
    ///
    /// # Errors
    /// Why there is no place for it; the draft is as it was.
    pub fn apply(&mut self, step: usize, action: &Action, repeat: Repeat) -> Result<(), Reason> {
        match action {
            Action::Create(create) => self.create(step, &create.text),
            Action::Write(write) => self.write(step, &write.text, write.overwrites),
            Action::Append(append) => self.append(step, append, repeat),
            Action::Remove if repeat == Repeat::Accept && self.now.is_none() => {
                self.found_absent("remove");
                Ok(())
            }
            Action::Remove => self.delete("remove"),
            Action::Replace(action) => {
                if let (Some(sites), Repeat::Refuse) =
                    (self.present()?.replace_foreseen(step, action)?, repeat)
                {
                    self.note("replace", sites, Some((step, &action.new)));
                    return Ok(());
                }
                let path = self.place.shown().to_path_buf();
                let now = self.present()?;
                let window = now.window(&action.find.scope, &path)?;
                let resolution = replace(action, repeat, &path, now.text()?, window)
                    .map_err(|reason| now.reason_for_replace(action, reason))?;
                check_entry(&action.find.scope, &resolution, &path, now.text()?)?;
                let styles = styles_of(action, now.text()?, &resolution.sites);
                for (style, count) in styles {
                    *self.styles.entry(style).or_default() += count;
                }
                if self.is_on_base()
                    && matches!(action.pick, Pick::All | Pick::Exactly(_))
                    && action.find.scope == Scope::File
                {
                    self.replaced_all.push(action.clone());
                }
                self.edit(step, "replace", resolution, Some(&action.new))
            }
            Action::Insert(action) => self.insert(step, action, repeat),
            Action::Ensure(action) => self.ensure(step, action, repeat),
            Action::Set(action) => {
                let path = self.place.shown().to_owned();
                let resolution = set(action, &path, self.present()?.text()?)?;
                self.edit(step, "set", resolution, None)
            }
            Action::Unset(key) => {
                let path = self.place.shown().to_owned();
                match unset(key, &path, self.present()?.text()?) {
                    Err(reason) if repeat == Repeat::Accept && is_without_key(&reason) => {
                        self.touch("unset");
                        Ok(())
                    }
                    resolution => self.edit(step, "unset", resolution?, None),
                }
            }
            Action::Lines(Lines {
                at,
                text,
                may_rename,
            }) => match at {
                LinesAt::Numbers(asked, anchors) => {
                    let numbered = self.present()?.numbered()?;
                    let placed = lines(*asked, *anchors, text, &numbered)?;
                    if anchors.first.is_some() {
                        let here = placed.resolution.sites.iter().map(|site| MovedLines {
                            from: site.lines,
                            to: site.lines,
                        });
                        self.moved.extend(placed.moved.or(here.last()));
                        self.anchored = Some(text.clone());
                    }
                    self.edit_lines(step, "lines", placed.resolution, Some(text))
                }
                LinesAt::Region(region) => {
                    let path = self.place.shown().to_path_buf();
                    let (place, now) = self.region(region)?;
                    let now = now.text()?;
                    let proof = Proof::new(&path, now);
                    let resolution = region::replace(&place, text, *may_rename, now, &proof)?;
                    self.edit(step, "lines", resolution, Some(text))
                }
            },
            Action::Suggestions(action) => {
                let resolution = suggestions(action, self.present()?.text()?)?;
                self.edit(step, "suggestions", resolution, None)
            }
            Action::Merge(action) => self.merge(step, action),
            // It was put into numbers if the file could be read.
            Action::Hashline(_) if self.now.is_none() => Err(Reason::Missing),
            Action::Hashline(_) => Err(Reason::Store(Fault::KeepsChanging)),
            Action::Move(_) | Action::Patch(_) | Action::Replay(_) | Action::Undo(_) => {
                Err(Impossible::SeveralFiles.into())
            }
        }
    }

    /// Looks for `texts`, which many steps are about to replace, in one pass.
    pub fn foresee(&mut self, texts: &[Bytes]) {
        if let Ok(now) = self.present() {
            now.foresee(texts);
        }
    }

    /// Whether `action` has no place in the text as it is, and nothing but that is wrong with it.
    pub fn lacks(&mut self, action: &Replace) -> bool {
        let path = self.place.shown().to_path_buf();
        self.present().is_ok_and(|now| now.lacks(action, &path))
    }

    fn insert(&mut self, step: usize, action: &Insert, repeat: Repeat) -> Result<(), Reason> {
        if let InsertAt::Region(region, edge) = &action.at {
            let path = self.place.shown().to_path_buf();
            let now = self.present()?;
            let place = now.region_for(Some(*edge), region, &path)?;
            let now = now.text()?;
            let proof = Proof::new(&path, now);
            let resolution = region::insert(action, *edge, &place, repeat, now, &proof)?;
            return self.edit(step, "insert", resolution, Some(&action.text));
        }
        let path = self.place.shown().to_path_buf();
        let now = self.present()?;
        match &action.at {
            InsertAt::BeforeText(find) | InsertAt::AfterText(find) => {
                let window = now.window(&find.scope, &path)?;
                let resolution = insert(action, repeat, now.text()?, window)
                    .map_err(|reason| now.reason_for_find(find, reason))?;
                check_entry(&find.scope, &resolution, &path, now.text()?)?;
                self.edit(step, "insert", resolution, Some(&action.text))
            }
            _ => {
                let numbered = now.numbered()?;
                let whole = numbered.span();
                let resolution = insert(action, repeat, &numbered, whole)?;
                self.edit_lines(step, "insert", resolution, Some(&action.text))
            }
        }
    }

    fn ensure(&mut self, step: usize, action: &Ensure, repeat: Repeat) -> Result<(), Reason> {
        if self.now.is_some() {
            return self.ensure_in_text(step, action);
        }
        match action.missing() {
            Some(missing) if missing.makes_file => {
                self.now = Some(self.blank(step)?);
                let made = self.ensure_in_text(step, action);
                if made.is_err() {
                    self.now = None;
                }
                made
            }
            None if repeat == Repeat::Accept => {
                self.found_absent("ensure");
                Ok(())
            }
            // In an empty file there is no text to put it beside, and no region.
            Some(missing)
                if action.region.is_none()
                    && matches!(missing.at, InsertAt::Beginning | InsertAt::End) =>
            {
                Err(Reason::MissingUnmade)
            }
            _ => Err(Reason::Missing),
        }
    }

    fn ensure_in_text(&mut self, step: usize, action: &Ensure) -> Result<(), Reason> {
        let path = self.place.shown().to_path_buf();
        let now = self.present()?;
        let place = match &action.region {
            Some(region) => Some(now.region_for(Some(Edge::End), region, &path)?),
            None => None,
        };
        let at = action.missing().map(|missing| &missing.at);
        let resolution = ensure_at(action, place.as_ref(), &path, now.text()?);
        let resolution = resolution.map_err(|mut reason| {
            // No flag makes it look elsewhere.
            if let Reason::NotFound { why: Some(why), .. } = &mut reason {
                why.outside_scope.clear();
            }
            reason
        });
        let resolution = resolution.map_err(|reason| match at {
            Some(InsertAt::BeforeText(find) | InsertAt::AfterText(find)) => {
                now.reason_for_find(find, reason)
            }
            _ => now.reason_in_original(reason),
        })?;
        if let (Some(region), Some(place)) = (action.region.as_deref(), place) {
            let text = now.text()?;
            if matches!(region, Region::Symbol(_)) {
                Proof::new(&path, text).check_inside(&resolution.changes)?;
            }
            let after = resolution.changes.pieces(text.bytes());
            let after = Snapshot::of_text(after.collect::<Vec<_>>().concat());
            if !is_so_in(region, place.lines.start(), action, &path, &after) {
                let region = region.to_string();
                return Err(Impossible::OutsideRegion { region }.into());
            }
        }
        self.edit(step, "ensure", resolution, action.text())
    }

    /// The place of `region` in the text now, and that text.
    fn region(&mut self, region: &Region) -> Result<(RegionPlace, &mut WorkingText), Reason> {
        let path = self.place.shown().to_path_buf();
        let now = self.present()?;
        Ok((now.region(region, &path)?, now))
    }

    fn append(&mut self, step: usize, action: &Append, repeat: Repeat) -> Result<(), Reason> {
        if self.now.is_none() {
            if action.must_exist {
                return Err(Reason::Missing);
            }
            self.now = Some(self.blank(step)?);
        }
        let sites = self.present()?.append(step, action, repeat)?;
        self.note("append", sites, Some((step, &action.text)));
        Ok(())
    }

    fn create(&mut self, step: usize, text: &Bytes) -> Result<(), Reason> {
        let text = &self.behind_mark(text);
        if self.now.is_some() {
            self.refuse_other_text(text)?;
            self.touch("create");
            return Ok(());
        }
        self.make(step, "create", text)
    }

    /// `text` without a byte-order mark, where the file has one that is no part of its text.
    fn behind_mark(&self, text: &Bytes) -> Bytes {
        let is_decoded =
            |before: &Snapshot| before.encoding().is_some() && !before.bytes().is_empty();
        match &self.before {
            Some(before) if is_decoded(before) && text.starts_with(BOM) => text.slice(BOM.len()..),
            _ => text.clone(),
        }
    }

    fn write(&mut self, step: usize, text: &Bytes, overwrites: bool) -> Result<(), Reason> {
        let text = &self.behind_mark(text);
        let Some(now) = &mut self.now else {
            return self.make(step, "write", text);
        };
        if !overwrites {
            self.refuse_other_text(text)?;
            self.touch("write");
            return Ok(());
        }
        let changes = ChangeSet::by_line(now.text()?.bytes(), text);
        now.push(step, changes)?;
        now.type_in(step, text.clone());
        self.touch("write");
        self.is_given_whole = true;
        Ok(())
    }

    /// Makes a file that was not there.
    fn make(&mut self, step: usize, operation: &'static str, text: &Bytes) -> Result<(), Reason> {
        let mut now = self.blank(step)?;
        now.push(step, ChangeSet::whole(Bytes::new(), text.clone()))?;
        now.type_in(step, text.clone());
        self.now = Some(now);
        self.touch(operation);
        self.is_given_whole = true;
        Ok(())
    }

    /// Takes part in the request as `operation`, which has been done already: there is no file, as was asked.
    pub fn found_absent(&mut self, operation: &'static str) {
        self.touch(operation);
        self.was_already_absent = true;
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// `missing` when there is none; `stale` where another text of it was to go.
    pub fn delete(&mut self, operation: &'static str) -> Result<(), Reason> {
        if let (Some(onto), Some(base)) = (&self.onto, &self.before) {
            return Err(Reason::Stale {
                expected: base.fingerprint().to_string(),
                found: Some(onto.fingerprint()),
            });
        }
        self.take(operation)?;
        self.is_deleted = true;
        Ok(())
    }

    /// The empty text that a new file begins with: that of the file that stood here, without its text, if a
    /// step has deleted it.
    fn blank(&self, step: usize) -> Result<WorkingText, Reason> {
        let before = match &self.before {
            Some(before) if self.is_deleted && !before.is_link() => before,
            _ => return Ok(WorkingText::nothing(self.encoding)),
        };
        let mut now = WorkingText::own(before.clone());
        now.push(step, ChangeSet::whole(before.bytes().clone(), Bytes::new()))?;
        Ok(now)
    }

    /// Places the hunks of `patch` on the text so far.
    ///
    /// # Errors
    /// Why there is no place for them; the draft is as it was.
    pub fn patch(
        &mut self,
        step: usize,
        patch: &FilePatch,
        how: &place::Placing,
    ) -> Result<(), Reason> {
        let (resolution, settled) = self.placed(patch, how)?;
        self.patch_settled(step, patch, resolution, settled)
    }

    /// The places of the hunks of `patch` in the text so far, and what a merge with the base settled. Where the text that
    /// the patch was made from is known, a merge without conflicts decides.
    ///
    /// # Errors
    /// Why there is no place for them.
    pub fn placed(
        &mut self,
        patch: &FilePatch,
        how: &place::Placing,
    ) -> Result<(Resolution, Vec<SettledRegion>), Reason> {
        let before = self.before.clone();
        let path = self.place.shown().to_owned();
        let now = self.patchable(patch)?;
        let base = how.base.as_ref().map(|base| match before {
            Some(before) => before.decoded_alike(base),
            None => base.clone(),
        });
        let how = &place::Placing {
            base,
            ..how.clone()
        };
        let text = now.text()?;
        let mut placed = place::place(patch, text, how);
        if let Some(merged) = merge_cleanly(patch, &path, text, how) {
            let is_agreed = placed
                .as_ref()
                .is_ok_and(|placed| is_same(&placed.changes, &merged.changes, text));
            if !is_agreed {
                placed = Ok(merged);
            }
        }
        let refused = match placed {
            Ok(placed) => match refuse_doubled(&placed, patch, text, how) {
                Ok(()) => return Ok((placed, Vec::new())),
                Err(reason) => reason,
            },
            Err(reason) => match merge_patch(patch, &path, text, how) {
                Some((merged, settled)) => {
                    return Ok((merged, now.settled_in_original(settled)));
                }
                None => reason,
            },
        };
        Err(now.reason_in_original(refused))
    }

    /// Does what `resolution` says of `patch`, made against the text so far, of which a merge has `settled` regions.
    ///
    /// # Errors
    /// As [`Self::patch_as`].
    pub fn patch_settled(
        &mut self,
        step: usize,
        patch: &FilePatch,
        resolution: Resolution,
        settled: Vec<SettledRegion>,
    ) -> Result<(), Reason> {
        self.patch_as(step, patch, resolution)?;
        self.settled.extend(settled);
        Ok(())
    }

    /// Takes note of what an undo settled at places of the text that was read.
    pub fn note_settled(&mut self, settled: &[(Span, MergeRule)]) {
        let Some(before) = &self.before else {
            return;
        };
        let settled = settled.iter().map(|(span, rule)| SettledRegion {
            lines: before.lines_of(*span),
            rule: *rule,
        });
        self.settled.extend(settled);
    }

    /// Does what `resolution` says of `patch`, made against the text so far.
    ///
    /// # Errors
    /// `missing` when there is no file.
    pub fn patch_as(
        &mut self,
        step: usize,
        patch: &FilePatch,
        resolution: Resolution,
    ) -> Result<(), Reason> {
        let now = self.patchable(patch)?;
        let placed = resolution.sites.iter().zip(&resolution.hunks);
        let sites: Vec<_> = placed
            .map(|(site, hunk)| located_hunk(now, step, &site, hunk))
            .collect();
        now.patch(step, patch, resolution)?;
        // All are told anew: what earlier patches made may have moved.
        self.hunks = now.hunks().to_vec();
        self.note("patch", sites, None);
        Ok(())
    }

    /// Puts together what the text so far and the other text of `action` made of its base.
    ///
    /// # Errors
    /// What both changed; the draft is as it was.
    pub fn merge(&mut self, step: usize, action: &Merge) -> Result<(), Reason> {
        let path = self.place.shown().to_owned();
        let now = self.present()?;
        let (resolution, settled) = merge(action, &path, now.text()?)?;
        let settled = now.settled_in_original(settled);
        self.edit(step, "merge", resolution, None)?;
        self.settled.extend(settled);
        Ok(())
    }

    /// The text that [`Self::merge`] would make with its conflicts between markers; `None` if no markers are wanted.
    pub fn merge_marked(&mut self, action: &Merge) -> Option<MarkedMerge> {
        let path = self.place.shown().to_owned();
        merge_marked(action, &path, self.present().ok()?.text().ok()?)
    }

    /// Takes the file away from here, with its text so far.
    ///
    /// # Errors
    /// `missing` when there is none; as [`Self::rebase`].
    pub fn take(&mut self, operation: &'static str) -> Result<WorkingText, Reason> {
        self.rebase()?;
        let now = self.now.take().ok_or(Reason::Missing)?;
        self.touch(operation);
        Ok(now)
    }

    /// Puts a text from elsewhere here.
    ///
    /// # Errors
    /// `exists` when there is a file.
    pub fn put(&mut self, operation: &'static str, now: WorkingText) -> Result<(), Reason> {
        self.refuse_present()?;
        self.hunks = now.hunks().to_vec();
        self.now = Some(now);
        self.touch(operation);
        Ok(())
    }

    /// A copy of what is here with the hunks of `patch` placed on it, to be put elsewhere.
    ///
    /// # Errors
    /// As [`Self::patch`].
    pub fn patched_copy(
        &mut self,
        step: usize,
        patch: &FilePatch,
        how: &place::Placing,
    ) -> Result<WorkingText, Reason> {
        self.rebase()?;
        let mut copy = self.patchable(patch)?.clone();
        let resolution = place::place(patch, copy.text()?, how)?;
        copy.patch(step, patch, resolution)?;
        Ok(copy)
    }

    /// Makes a new, empty file that a patch fills.
    ///
    /// # Errors
    /// `exists` when there is a file.
    pub fn begin(&mut self, step: usize, operation: &'static str) -> Result<(), Reason> {
        let now = self.blank(step)?;
        self.put(operation, now)
    }

    /// Makes a new symbolic link that a patch gives its path.
    ///
    /// # Errors
    /// `exists` when there is a file or link.
    pub fn begin_link(&mut self, operation: &'static str) -> Result<(), Reason> {
        self.put(operation, WorkingText::link())
    }

    /// Takes over `changes`, made against the text so far, which may be the path of a link.
    ///
    /// # Errors
    /// `missing` when there is no file, `stale` when the changes are for another text.
    pub fn revise(
        &mut self,
        step: usize,
        operation: &'static str,
        changes: ChangeSet,
    ) -> Result<(), Reason> {
        let now = self.now.as_mut().ok_or(Reason::Missing)?;
        now.push(step, changes)?;
        self.touch(operation);
        Ok(())
    }

    /// Asks for these permission bits.
    ///
    /// # Errors
    /// `missing` when there is no file.
    pub fn set_mode(&mut self, operation: &'static str, mode: FileMode) -> Result<(), Reason> {
        self.present()?.set_mode(mode);
        self.touch(operation);
        Ok(())
    }

    /// Asks for these extended attributes and no others, for a new file.
    ///
    /// # Errors
    /// `missing` when there is no file.
    pub fn set_attributes(&mut self, attributes: Attributes) -> Result<(), Reason> {
        self.present()?.set_attributes(attributes);
        Ok(())
    }

    /// # Errors
    /// `exists` when there is a file or link.
    pub fn refuse_present(&mut self) -> Result<(), Reason> {
        match &mut self.now {
            None => Ok(()),
            Some(now) => Err(exists(now.text()?)),
        }
    }

    fn refuse_other_text(&mut self, text: &Bytes) -> Result<(), Reason> {
        match self.now.as_mut().map(WorkingText::text).transpose()? {
            Some(there) if there.bytes() != text => Err(exists(there)),
            _ => Ok(()),
        }
    }

    /// The text now, for `patch`: that of a link where the patch is about one.
    fn patchable(&mut self, patch: &FilePatch) -> Result<&mut WorkingText, Reason> {
        if matches!(patch.content, Content::Binary(_)) {
            self.take_bytes();
        }
        if patch.is_of_link() {
            self.now.as_mut().ok_or(Reason::Missing)
        } else {
            self.present()
        }
    }

    /// The text now. That of a link is no text to edit.
    fn present(&mut self) -> Result<&mut WorkingText, Reason> {
        match &mut self.now {
            None => Err(Reason::Missing),
            Some(now) if now.is_link() => Err(Reason::NotAFile {
                kind: NotAFile::LinkItself,
            }),
            Some(now) => Ok(now),
        }
    }

    /// Puts the result of the steps onto the text that was read, if they were made against an earlier one.
    ///
    /// # Errors
    /// `stale` where what became of that text since touches what the steps make of it, or the file is to go;
    /// `count_mismatch` where a text that was to be replaced everywhere is left.
    pub fn rebase(&mut self) -> Result<(), Reason> {
        let (Some(onto), Some(base)) = (self.onto.take(), self.before.clone()) else {
            return Ok(());
        };
        let rebased = Rebased {
            from: base.fingerprint(),
            onto: onto.fingerprint(),
        };
        let stale = || Reason::Stale {
            expected: rebased.from.to_string(),
            found: Some(rebased.onto),
        };
        let made = self.now.as_mut().ok_or_else(stale)?.text()?.clone();
        let how = MergeWay::of_rebase(self.place.shown(), self.on_stale, &onto);
        let (changes, followed, settled) = match rebase(&base, &made, &onto, how) {
            Ok((changes, settled)) => (changes, None, settled),
            Err(reason) => {
                let (changes, to) = self.follow_anchored(&base, &onto).ok_or(reason)?;
                (changes, Some(to), Vec::new())
            }
        };
        let text = Snapshot::of_text(changes.apply(onto.bytes()).map_err(|_| stale())?);
        let since = Followed::new(&base, &onto);
        let beside = Followed::new(&made, &text);
        for hunk in &mut self.hunks {
            let lines = hunk.lines.map(|lines| since.lines(lines));
            let first = |lines: Option<LineRange>| i64::try_from(lines?.first().number()).ok();
            let further = first(lines)
                .zip(first(hunk.lines))
                .map_or(0, |(now, then)| now - then);
            hunk.offset = hunk.offset.map(|offset| offset + further);
            hunk.lines = lines;
            hunk.runner_up = hunk.runner_up.map(|lines| since.lines(lines));
            hunk.new_lines = hunk.new_lines.map(|lines| beside.lines(lines));
        }
        let sites: Vec<DraftSite> = self
            .sites
            .iter()
            .map(|site| DraftSite {
                lines: followed.unwrap_or_else(|| since.lines(site.lines)),
                place: match (site.place, followed.and_then(|to| onto.span_of(to))) {
                    (SitePlace::InOriginal(_), Some(there)) => SitePlace::InOriginal(there),
                    (SitePlace::InOriginal(span), None) => SitePlace::InOriginal(since.span(span)),
                    (place, _) => place,
                },
                ..site
            })
            .collect();
        for moved in &mut self.moved {
            moved.to = followed.unwrap_or_else(|| since.lines(moved.to));
        }
        let stands = |moved: &MovedLines| {
            let there = |text: &Snapshot, lines| {
                let span = text.span_of(lines)?;
                let lines = text::lines(&text.bytes()[span.range()]).map(LineEnding::strip);
                Some(lines.map(<[u8]>::to_vec).collect::<Vec<_>>())
            };
            let meant = there(&base, moved.from);
            meant.is_some() && meant == there(&onto, moved.to)
        };
        self.anchors_stand = self.moved.iter().all(stands);
        for region in &mut self.settled {
            region.lines = since.lines(region.lines);
        }
        self.settled.extend(settled);
        for action in &self.replaced_all {
            let [meant, left] = [&made, &text].map(|text| count_sites(&action.find, text));
            if left > meant {
                return Err(Reason::CountMismatch {
                    wanted: action.find.old.clone(),
                    expected: ExpectedCount::Exactly(meant),
                    found: left,
                    candidates: Vec::new(),
                });
            }
        }
        self.sites = sites.into();
        let now = self.now.as_mut().ok_or_else(stale)?;
        self.now = Some(now.rebased(onto.clone(), changes, self.hunks.clone())?);
        self.before = Some(onto);
        self.is_given_whole = false;
        self.rebased = Some(rebased);
        Ok(())
    }

    /// The changes of `onto` where the one step gives lines of `base` by their anchors another text, and these stand in
    /// one place of both; and where that is.
    fn follow_anchored(&self, base: &Snapshot, onto: &Snapshot) -> Option<(ChangeSet, LineRange)> {
        let ([moved], Some(text)) = (&self.moved[..], &self.anchored) else {
            return None;
        };
        if self.sites.len() != 1 {
            return None;
        }
        let to = follow_from(moved.from, base.bytes(), onto.bytes())?;
        let placed = lines(to.into(), RangeAnchors::default(), text, onto).ok()?;
        Some((placed.resolution.changes, to))
    }

    /// Takes part in the request as `operation`, changed or not.
    pub fn touch(&mut self, operation: &'static str) {
        self.operation.get_or_insert(operation);
    }

    /// Takes over `resolution`, made against the text so far.
    fn edit(
        &mut self,
        step: usize,
        operation: &'static str,
        resolution: Resolution,
        free: Option<&Bytes>,
    ) -> Result<(), Reason> {
        let now = self.present()?;
        let mut sites = FileSites::default();
        match resolution.sites {
            Sites::Exact(places) if now.is_untouched() => sites.push_exact(step, places),
            Sites::Exact(places) => sites.push_listed(located_exactly(now, step, &places)),
            Sites::Listed(found) => {
                sites.push_listed(found.iter().map(|site| located(now, step, site)).collect());
            }
        }
        now.push(step, resolution.changes)?;
        self.note(operation, sites, free.map(|text| (step, text)));
        Ok(())
    }

    /// Takes over `resolution`, made against the original text.
    fn edit_lines(
        &mut self,
        step: usize,
        operation: &'static str,
        resolution: Resolution,
        free: Option<&Bytes>,
    ) -> Result<(), Reason> {
        let now = self.present()?;
        let is_original = *now.provenance() != Provenance::New;
        let numbered = now.numbered()?;
        let as_stated = |site: Site| DraftSite {
            step,
            lines: site.lines,
            tier: site.tier,
            made_by: None,
            place: if is_original {
                SitePlace::InOriginal(site.span)
            } else {
                SitePlace::InEarlierStep(preview(&numbered, site.span))
            },
        };
        let sites: Vec<_> = resolution.sites.iter().map(as_stated).collect();
        let changes = now.carry_lines(resolution.changes)?;
        now.push_carried(step, changes)?;
        self.note(operation, sites, free.map(|text| (step, text)));
        Ok(())
    }

    fn note(
        &mut self,
        operation: &'static str,
        sites: impl Into<FileSites>,
        free: Option<(usize, &Bytes)>,
    ) {
        self.touch(operation);
        self.sites.append(sites.into());
        if let Some((now, (step, text))) = self.now.as_mut().zip(free) {
            now.type_in(step, text.clone());
        }
    }
}

/// Whether `resolution`, made in `scope` of `now`, changes no other key than the one whose entry that is.
fn check_entry(
    scope: &Scope,
    resolution: &Resolution,
    path: &Path,
    now: &Snapshot,
) -> Result<(), Reason> {
    match scope {
        Scope::In(region) => match &**region {
            Region::Key(key) => {
                Proof::new(path, now).check_document(&resolution.changes, key, EntryEdit::Changed)
            }
            _ => Ok(()),
        },
        Scope::File | Scope::Within(_) => Ok(()),
    }
}

/// Brings about `action` in the text `now` of the file at `path`: in all of it, or inside `place`.
fn ensure_at(
    action: &Ensure,
    place: Option<&RegionPlace>,
    path: &Path,
    now: &Snapshot,
) -> Result<Resolution, Reason> {
    let Some(place) = place else {
        return ensure(action, now, now.span(), None, Last::OfAll);
    };
    let proof = Proof::new(path, now);
    let inside = region::Inside::of(place, now, &proof);
    let last = if place.is_prose() {
        Last::OfList
    } else {
        Last::OfAll
    };
    ensure(action, now, place.inner()?, inside.as_ref(), last)
}

/// Whether `action` finds nothing to do in `region` of `after`, so that a second run is safe. The region began at `start`.
fn is_so_in(region: &Region, start: usize, action: &Ensure, path: &Path, after: &Snapshot) -> bool {
    let named = region.line().map(|_| Span::empty_at(start));
    match region::find_for(Some(Edge::End), region, after, path, named) {
        // The line may be that of a type, and the place the block of its methods.
        Err(_) => named.is_some(),
        Ok(place) => {
            let again = ensure_at(action, Some(&place), path, after);
            again.is_ok_and(|again| again.changes.edits().is_empty())
        }
    }
}

fn is_without_key(reason: &Reason) -> bool {
    let missing = |why: &KeyFault| matches!(why, KeyFault::Missing { .. });
    matches!(reason, Reason::Key { why, .. } if missing(why))
}

fn exists(text: &Snapshot) -> Reason {
    Reason::Exists {
        len: text.bytes().len() as u64,
        lines: text.line_count(),
    }
}

/// True if both make the same text of `now`.
fn is_same(one: &ChangeSet, other: &ChangeSet, now: &Snapshot) -> bool {
    let text = |changes: &ChangeSet| changes.apply(now.bytes()).ok();
    text(one) == text(other)
}
