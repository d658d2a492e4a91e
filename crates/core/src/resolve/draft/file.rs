//! A file of a request. Each step is resolved against the result of the steps before it.

use std::mem;
use std::path::Path;

use bytes::Bytes;

use super::super::ending::LineBoundary;
use super::super::key::EntryEdit;
use super::super::region;
use super::super::{
    Explain, FileText, MovedLines, Resolution, Sites, insert, is_element, lines, replace_with, set,
    styles_of, suggestions, unset,
};
use super::file_sites::FileSites;
use super::outcome::{Outcome, ResolvedFile};
use super::site::{DraftSite, SitePlace, located, located_exactly, preview};
use super::stale_base::StaleBase;
use super::working_text::WorkingText;
use crate::change::{ChangeSet, Provenance, Transition};
use crate::encoding::TextEncoding;
use crate::refusal::{Fault, KeyFault, LinkFault, Reason};
use crate::request::{
    Action, Append, AskedLines, Insert, InsertAt, KeyPart, KeyPath, Lines, LinesAt, OnStale, Pick,
    RangeAnchors, Region, Repeat, Replace, Scope, SetKey, Suggestions,
};
use crate::snapshot::{Attributes, FileMode, Fingerprint, RootedPath, Snapshot};
use crate::text::{BOM, LineEnding};

/// A file of a request: its text, and the result of the steps so far.
#[derive(Debug)]
pub struct Draft {
    pub(super) place: RootedPath,
    pub(super) text: DraftText,
    /// The current text of the file, if the steps were made for an earlier text.
    pub(super) stale_base: Option<StaleBase>,
    pub(super) outcome: Outcome,
    /// The amount of explanation in a refusal of the next step.
    pub explain: Explain,
}

#[derive(Debug)]
pub(super) struct DraftText {
    pub(super) before: Option<Snapshot>,
    pub(super) now: Option<WorkingText>,
    /// The encoding of a new file.
    encoding: Option<TextEncoding>,
    /// The encoding that a record states for a file that is changed byte by byte.
    recorded_encoding: Option<TextEncoding>,
}

impl Draft {
    pub(super) fn new(
        place: RootedPath,
        before: Option<Snapshot>,
        encoding: Option<TextEncoding>,
    ) -> Self {
        Self {
            place,
            text: DraftText {
                now: before.clone().map(WorkingText::of_file),
                before,
                encoding,
                recorded_encoding: None,
            },
            stale_base: None,
            outcome: Outcome::default(),
            explain: Explain::Evidence,
        }
    }

    /// Creates a draft for steps that were made for the text `base`. The result is rebased onto `onto`, the current
    /// text of the file, according to `on_stale`.
    pub(super) fn made_against(
        place: RootedPath,
        base: &Snapshot,
        onto: Snapshot,
        on_stale: OnStale,
        encoding: Option<TextEncoding>,
    ) -> Self {
        let text = base.original().bytes().clone();
        let base = match onto.facts() {
            Some(facts) => Snapshot::new(text, *facts, onto.attributes().cloned()),
            None => Snapshot::of_text(text),
        };
        Self {
            stale_base: Some(StaleBase::new(onto, on_stale)),
            ..Self::new(place, Some(base.decoded(encoding)), encoding)
        }
    }

    /// Treats the file as bytes instead of text. Has no effect after a step has changed the text.
    pub fn treat_as_bytes(&mut self) {
        if self.is_touched() {
            return;
        }
        if let Some(before) = &self.text.before
            && before.encoding().is_some()
            && !self.is_on_base()
        {
            let original = before.original().clone();
            self.text.now = Some(WorkingText::of_file(original.clone()));
            self.text.before = Some(original);
        }
        self.text.encoding = None;
    }

    /// Sets the encoding of a file that is changed byte by byte.
    pub fn set_recorded_encoding(&mut self, encoding: Option<TextEncoding>) {
        self.text.recorded_encoding = encoding;
    }

    /// Records that the encoding of the text needs no check; see [`Outcome::skips_encoding_check`].
    pub fn skip_encoding_check(&mut self) {
        self.outcome.skips_encoding_check = true;
    }

    /// The result of all steps. `is_moved_away` is true if a step moved the file to another place.
    pub(super) fn resolved(self, is_moved_away: bool) -> ResolvedFile {
        let Self {
            place,
            text,
            mut outcome,
            ..
        } = self;
        outcome.moved.retain(|lines| lines.from != lines.to);
        let mut now = text.now;
        if let Some(now) = &mut now {
            outcome.free_texts = mem::take(&mut now.free_texts);
            outcome.has_pieces = now.has_pieces;
        }
        ResolvedFile {
            outcome,
            bytes: None,
            text: Transition {
                after: now.map(|now| now.into_new(&place)),
                before: text.before,
                is_moved_away,
                place,
                encoding: text.recorded_encoding,
            },
        }
    }

    /// The place of the file.
    pub fn place(&self) -> &RootedPath {
        &self.place
    }

    /// The original text. `None` if the file did not exist.
    pub fn before(&self) -> Option<&Snapshot> {
        self.text.before.as_ref()
    }

    /// The encoding of the text. `None` for plain bytes.
    pub fn encoding(&self) -> Option<TextEncoding> {
        match &self.text.before {
            Some(before) => before.encoding(),
            None => self.text.encoding,
        }
    }

    /// True if the steps were made for an earlier text of the file.
    pub fn is_on_base(&self) -> bool {
        self.stale_base.is_some()
    }

    /// The text after the steps so far. `None` if the file does not exist.
    pub fn now(&self) -> Option<&WorkingText> {
        self.text.now.as_ref()
    }

    /// Mutable access to the text after the steps so far.
    pub fn now_mut(&mut self) -> Option<&mut WorkingText> {
        self.text.now.as_mut()
    }

    /// True if a step touched the file.
    pub fn is_touched(&self) -> bool {
        self.outcome.operation.is_some()
    }

    /// All locations that the steps matched or addressed.
    pub fn sites(&self) -> &FileSites {
        &self.outcome.sites
    }

    /// True if the file is a symbolic link after the steps so far.
    pub fn is_link(&self) -> bool {
        self.text.now.as_ref().is_some_and(WorkingText::is_link)
    }

    /// The fingerprint of the text after the steps so far. For a link, the fingerprint of its target path.
    pub fn fingerprint(&mut self) -> Option<Fingerprint> {
        self.text.now.as_mut().map(WorkingText::fingerprint)
    }

    /// The text after the steps so far.
    ///
    /// # Errors
    /// `missing` if the file does not exist, `not_a_file` for a link.
    pub fn text(&mut self) -> Result<Snapshot, Reason> {
        Ok(self.present()?.text()?.clone())
    }

    /// Resolves and applies `action`, which concerns only the text of this file. If `repeat` accepts it, an action
    /// that is already applied changes nothing.
    ///
    /// # Errors
    /// The reason why the action cannot be applied. The draft does not change.
    pub fn apply(&mut self, step: usize, action: &Action, repeat: Repeat) -> Result<(), Reason> {
        if self.stale_base.is_none() {
            return self.apply_action(step, action, repeat);
        }
        let before = self.text().map(|text| text.bytes().clone());
        self.apply_action(step, action, repeat)?;
        let after = self.text().map(|text| text.bytes().clone());
        if let Some(stale_base) = &mut self.stale_base
            && before == after
        {
            stale_base.idle_steps.push(step);
        }
        Ok(())
    }

    fn apply_action(&mut self, step: usize, action: &Action, repeat: Repeat) -> Result<(), Reason> {
        match action {
            Action::Create(create) => self.create(step, &create.text),
            Action::Write(write) => self.write(step, &write.text, write.overwrites),
            Action::Append(append) => self.append(step, append, repeat),
            Action::Remove => self.remove(repeat),
            Action::Replace(action) => self.replace(step, action, repeat),
            Action::Insert(action) => self.insert(step, action, repeat),
            Action::Ensure(action) => self.ensure(step, action, repeat),
            Action::Set(action) => self.set(step, action),
            Action::Unset(key) => self.unset(step, key, repeat),
            Action::Lines(action) => self.lines(step, action),
            Action::Suggestions(action) => self.suggestions(step, action),
            Action::Merge(action) => self.merge(step, action).map_err(|refusal| refusal.reason),
            Action::Move(_)
            | Action::Transfer(_)
            | Action::Patch(_)
            | Action::Replay(_)
            | Action::Undo(_) => Err(Reason::several_files()),
        }
    }

    fn remove(&mut self, repeat: Repeat) -> Result<(), Reason> {
        if repeat == Repeat::Accept && self.text.now.is_none() {
            self.found_absent("remove");
            return Ok(());
        }
        self.delete("remove")
    }

    fn replace(&mut self, step: usize, action: &Replace, repeat: Repeat) -> Result<(), Reason> {
        if repeat == Repeat::Refuse
            && let Some(sites) = self.present()?.replace_foreseen(step, action)?
        {
            self.record("replace", sites, Some((step, &action.new)));
            return Ok(());
        }
        let path = self.place.shown().to_path_buf();
        let explain = self.explain;
        let now = self.present()?;
        let window = now.window(&action.find.scope, &path)?;
        let resolution = replace_with(action, repeat, now.file(&path)?, window, explain)
            .map_err(|reason| now.reason_for_replace(action, reason))?;
        check_entry(&action.find.scope, &resolution, &path, now)?;
        for (style, count) in styles_of(action, now.text()?, &resolution.sites) {
            *self.outcome.styles.entry(style).or_default() += count;
        }
        if let Some(stale_base) = &mut self.stale_base
            && matches!(action.pick, Pick::All | Pick::Exactly(_))
            && action.find.scope == Scope::File
        {
            stale_base.replaced_all.push(action.clone());
        }
        self.edit(step, "replace", resolution, Some(&action.new))
    }

    fn set(&mut self, step: usize, action: &SetKey) -> Result<(), Reason> {
        let path = self.place.shown().to_owned();
        let now = self.present()?;
        let action_now = SetKey {
            key: now.key_now(&action.key, &path)?,
            ..action.clone()
        };
        let resolution =
            set(&action_now, now.file(&path)?).map_err(|reason| with_key(reason, &action.key))?;
        if *now.provenance() != Provenance::New
            && let Some(list_len) = action.key.parts.iter().position(KeyPart::is_new)
            && let Some(site) = resolution.sites.iter().next()
        {
            let mut element = action.key.clone();
            element.parts.truncate(list_len + 1);
            now.change_element(element, site.lines);
        }
        self.edit(step, "set", resolution, None)
    }

    fn unset(&mut self, step: usize, key: &KeyPath, repeat: Repeat) -> Result<(), Reason> {
        let path = self.place.shown().to_owned();
        let now = self.present()?;
        let key_now = now.key_now(key, &path)?;
        let resolution = match unset(&key_now, now.file(&path)?) {
            Ok(resolution) => resolution,
            Err(reason) if repeat == Repeat::Accept && is_missing_key(&reason) => {
                self.touch("unset");
                return Ok(());
            }
            Err(reason) => return Err(with_key(reason, key)),
        };
        self.delete_element(key, &key_now, &resolution)?;
        self.edit(step, "unset", resolution, None)
    }

    /// Records that `resolution` deletes a list element. `key_now` is the path of `key` in the text so far.
    fn delete_element(
        &mut self,
        key: &KeyPath,
        key_now: &KeyPath,
        resolution: &Resolution,
    ) -> Result<(), Reason> {
        let path = self.place.shown().to_owned();
        let now = self.present()?;
        if is_element(key_now, now.file(&path)?)
            && let Some(site) = resolution.sites.iter().next()
        {
            now.change_element(key.clone(), site.lines);
        }
        Ok(())
    }

    fn lines(&mut self, step: usize, action: &Lines) -> Result<(), Reason> {
        match &action.at {
            LinesAt::Numbers(asked, anchors) => {
                self.numbered_lines(step, *asked, *anchors, &action.text)
            }
            LinesAt::Region(region) => self.region_lines(step, region, action),
        }
    }

    fn numbered_lines(
        &mut self,
        step: usize,
        asked: AskedLines,
        anchors: RangeAnchors,
        text: &Bytes,
    ) -> Result<(), Reason> {
        let working = self.present()?;
        let numbered = working.numbered_text()?;
        let mut new = text.clone();
        if !numbered.bytes().ends_with(b"\n") && working.text()?.bytes().ends_with(b"\n") {
            // An earlier step has ended the last line.
            new = LineBoundary::AtLineStart.complete_lines(text, LineEnding::Lf);
        }
        let placed = lines(asked, anchors, &new, &numbered)?;
        if anchors.first.is_some() {
            let last = placed.resolution.sites.iter().last();
            let unmoved = last.map(|site| MovedLines {
                from: site.lines,
                to: site.lines,
            });
            self.outcome.moved.extend(placed.moved.or(unmoved));
            if let Some(stale_base) = &mut self.stale_base {
                stale_base.anchored = Some(text.clone());
            }
        }
        self.edit_lines(step, "lines", placed.resolution, Some(text))
    }

    fn region_lines(&mut self, step: usize, region: &Region, action: &Lines) -> Result<(), Reason> {
        let text = &action.text;
        let path = self.place.shown().to_path_buf();
        let working = self.present()?;
        let place = working.region(region, &path)?;
        let file = working.file(&path)?;
        let resolution = region::replace(&place, text, action.may_rename, file)?;
        if let Region::Key(key) = region
            && text.is_empty()
        {
            let key_now = self.present()?.key_now(key, &path)?;
            self.delete_element(key, &key_now, &resolution)?;
        }
        self.edit(step, "lines", resolution, Some(text))
    }

    fn suggestions(&mut self, step: usize, action: &Suggestions) -> Result<(), Reason> {
        let resolution = suggestions(action, self.present()?.text()?)?;
        self.edit(step, "suggestions", resolution, None)
    }

    /// Searches for `texts`, which later steps replace, in one pass.
    pub fn foresee(&mut self, texts: &[Bytes]) {
        if let Ok(now) = self.present() {
            now.foresee(texts);
        }
    }

    /// True if the only fault of `action` is that its text does not occur in the text so far.
    pub fn lacks(&mut self, action: &Replace) -> bool {
        let path = self.place.shown().to_path_buf();
        self.present().is_ok_and(|now| now.lacks(action, &path))
    }

    fn insert(&mut self, step: usize, action: &Insert, repeat: Repeat) -> Result<(), Reason> {
        let path = self.place.shown().to_path_buf();
        let working = self.present()?;
        match &action.at {
            InsertAt::Region(region, edge) => {
                let place = working.region_for(Some(*edge), region, &path)?;
                let file = working.file(&path)?;
                let resolution = region::insert(action, *edge, &place, repeat, file)?;
                self.edit(step, "insert", resolution, Some(&action.text))
            }
            InsertAt::BeforeText(find) | InsertAt::AfterText(find) => {
                let window = working.window(&find.scope, &path)?;
                let resolution = insert(action, repeat, working.file(&path)?, window)
                    .map_err(|reason| working.reason_for_find(find, reason))?;
                check_entry(&find.scope, &resolution, &path, working)?;
                self.edit(step, "insert", resolution, Some(&action.text))
            }
            _ => {
                let numbered = working.numbered_text()?;
                let resolution = insert(
                    action,
                    repeat,
                    FileText::new(&path, &numbered),
                    numbered.span(),
                )?;
                self.edit_lines(step, "insert", resolution, Some(&action.text))
            }
        }
    }

    fn append(&mut self, step: usize, action: &Append, repeat: Repeat) -> Result<(), Reason> {
        if self.text.now.is_none() {
            if action.must_exist {
                return Err(Fault::Missing.into());
            }
            self.text.now = Some(self.blank());
        }
        let sites = self.present()?.append(step, action, repeat)?;
        self.record("append", sites, Some((step, &action.text)));
        Ok(())
    }

    fn create(&mut self, step: usize, text: &Bytes) -> Result<(), Reason> {
        let text = &self.without_mark(text);
        if let Some(now) = &mut self.text.now {
            refuse_other_text(now, text)?;
            self.touch("create");
            return Ok(());
        }
        self.create_file(step, "create", text)
    }

    /// Removes a byte-order mark from `text` if the mark of the file is not part of its decoded text.
    fn without_mark(&self, text: &Bytes) -> Bytes {
        if let Some(before) = &self.text.before
            && before.encoding().is_some()
            && !before.bytes().is_empty()
            && text.starts_with(BOM)
        {
            return text.slice(BOM.len()..);
        }
        text.clone()
    }

    fn write(&mut self, step: usize, text: &Bytes, overwrites: bool) -> Result<(), Reason> {
        let text = &self.without_mark(text);
        let Some(now) = &mut self.text.now else {
            return self.create_file(step, "write", text);
        };
        if !overwrites {
            refuse_other_text(now, text)?;
            self.touch("write");
            return Ok(());
        }
        let changes = ChangeSet::by_line(now.text()?.bytes(), text);
        now.push(step, changes)?;
        now.record_typed(step, text.clone());
        self.touch("write");
        self.outcome.is_given_whole = true;
        Ok(())
    }

    /// Creates a file that does not exist.
    fn create_file(
        &mut self,
        step: usize,
        operation: &'static str,
        text: &Bytes,
    ) -> Result<(), Reason> {
        let mut now = self.blank();
        now.push(step, ChangeSet::whole(Bytes::new(), text.clone()))?;
        now.record_typed(step, text.clone());
        self.text.now = Some(now);
        self.touch(operation);
        self.outcome.is_given_whole = true;
        Ok(())
    }

    /// Records that `operation` is already applied, because the file is absent.
    pub fn found_absent(&mut self, operation: &'static str) {
        self.touch(operation);
        self.outcome.was_already_absent = true;
    }

    /// Deletes the file.
    ///
    /// # Errors
    /// `missing` if the file does not exist, `stale` if the steps were made for another text of the file.
    pub fn delete(&mut self, operation: &'static str) -> Result<(), Reason> {
        if let (Some(stale_base), Some(base)) = (&self.stale_base, &self.text.before) {
            return Err(Reason::Stale {
                expected: base.fingerprint().to_string(),
                found: Some(stale_base.onto.fingerprint()),
            });
        }
        self.take(operation)?;
        Ok(())
    }

    /// The empty text of a new file.
    pub(super) fn blank(&self) -> WorkingText {
        WorkingText::empty(self.text.encoding)
    }

    /// Removes the file from its place, and returns its text so far.
    ///
    /// # Errors
    /// `missing` if the file does not exist, and the errors of [`Self::rebase`].
    pub fn take(&mut self, operation: &'static str) -> Result<WorkingText, Reason> {
        self.rebase()?;
        let now = self.text.now.take().ok_or(Fault::Missing)?;
        self.touch(operation);
        Ok(now)
    }

    /// Sets the text of a file that does not exist.
    pub fn put(&mut self, operation: &'static str, now: WorkingText) -> Result<(), Reason> {
        self.refuse_present()?;
        self.outcome.hunks = now.hunks().to_vec();
        self.text.now = Some(now);
        self.touch(operation);
        Ok(())
    }

    /// Creates an empty file for a patch to fill.
    ///
    /// # Errors
    /// `exists` if the file exists.
    pub fn begin(&mut self, operation: &'static str) -> Result<(), Reason> {
        self.put(operation, self.blank())
    }

    /// Creates a symbolic link whose target path a patch will insert.
    ///
    /// # Errors
    /// `exists` if the file or link exists.
    pub fn begin_link(&mut self, operation: &'static str) -> Result<(), Reason> {
        self.put(operation, WorkingText::link())
    }

    /// Applies `changes` of the text so far, which may be the target path of a link.
    ///
    /// # Errors
    /// `missing` if the file does not exist, `stale` if the changes are for another text.
    pub fn revise(
        &mut self,
        step: usize,
        operation: &'static str,
        changes: ChangeSet,
    ) -> Result<(), Reason> {
        let now = self.text.now.as_mut().ok_or(Fault::Missing)?;
        now.push(step, changes)?;
        self.touch(operation);
        Ok(())
    }

    /// Sets the permission bits.
    ///
    /// # Errors
    /// `missing` if the file does not exist.
    pub fn set_mode(&mut self, operation: &'static str, mode: FileMode) -> Result<(), Reason> {
        self.present()?.set_mode(mode);
        self.touch(operation);
        Ok(())
    }

    /// Sets the extended attributes of a new file, without keeping others.
    ///
    /// # Errors
    /// `missing` if the file does not exist.
    pub fn set_attributes(&mut self, attributes: Attributes) -> Result<(), Reason> {
        self.present()?.set_attributes(attributes);
        Ok(())
    }

    /// # Errors
    /// `exists` if the file or link exists.
    pub fn refuse_present(&mut self) -> Result<(), Reason> {
        match &mut self.text.now {
            None => Ok(()),
            Some(now) => Err(exists(now.text()?)),
        }
    }

    /// The text so far.
    ///
    /// # Errors
    /// `missing` if the file does not exist, `not_a_file` for a link.
    pub(super) fn present(&mut self) -> Result<&mut WorkingText, Reason> {
        match &mut self.text.now {
            None => Err(Fault::Missing.into()),
            Some(now) if now.is_link() => Err(Reason::Link(LinkFault::TextEdit)),
            Some(now) => Ok(now),
        }
    }

    /// Rebases the result of the steps onto the current text, if the steps were made for an earlier text.
    ///
    /// # Errors
    /// `stale` if both changed the same lines, or if a step deletes the file; `count_mismatch` if a text that was to
    /// be replaced everywhere still occurs.
    pub fn rebase(&mut self) -> Result<(), Reason> {
        let (Some(stale_base), Some(base)) = (self.stale_base.take(), self.text.before.clone())
        else {
            return Ok(());
        };
        let text = stale_base.rebase(&base, &self.place, &mut self.text.now, &mut self.outcome)?;
        self.text.now = Some(text);
        self.text.before = Some(stale_base.onto);
        Ok(())
    }

    /// Records that the file takes part in the request, changed or not. The first operation is kept.
    pub fn touch(&mut self, operation: &'static str) {
        self.outcome.operation.get_or_insert(operation);
    }

    /// Applies `resolution`, made for the text so far. `typed` is the text that the user typed.
    pub(super) fn edit(
        &mut self,
        step: usize,
        operation: &'static str,
        resolution: Resolution,
        typed: Option<&Bytes>,
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
        let settled = now.settled_in_original(&resolution.settled);
        now.push(step, resolution.changes)?;
        self.outcome.settled.extend(settled);
        self.record(operation, sites, typed.map(|text| (step, text)));
        Ok(())
    }

    /// Applies `resolution`, made for the original text.
    fn edit_lines(
        &mut self,
        step: usize,
        operation: &'static str,
        resolution: Resolution,
        typed: Option<&Bytes>,
    ) -> Result<(), Reason> {
        let now = self.present()?;
        let is_original = *now.provenance() != Provenance::New;
        let numbered = now.numbered_text()?;
        let mut sites = Vec::new();
        for site in resolution.sites.iter() {
            sites.push(DraftSite {
                step,
                lines: site.lines,
                tier: site.tier,
                made_by: None,
                place: if is_original {
                    SitePlace::InOriginal(site.span)
                } else {
                    SitePlace::InEarlierStep(preview(&numbered, site.span))
                },
            });
        }
        let inserts_at = match resolution.changes.edits() {
            [edit] if edit.old.is_empty() => Some(edit.at),
            _ => None,
        };
        let changes = now.carry_lines(resolution.changes)?;
        now.push_carried(step, changes)?;
        if let Some(offset) = inserts_at {
            now.belongs_at(offset);
        }
        self.record(operation, sites, typed.map(|text| (step, text)));
        Ok(())
    }

    /// Records the locations of a step and the text `typed` for it.
    pub(super) fn record(
        &mut self,
        operation: &'static str,
        sites: impl Into<FileSites>,
        typed: Option<(usize, &Bytes)>,
    ) {
        self.touch(operation);
        self.outcome.sites.append(sites.into());
        if let (Some(now), Some((step, text))) = (&mut self.text.now, typed) {
            now.record_typed(step, text.clone());
        }
    }
}

/// Refuses an existing text other than `text`.
fn refuse_other_text(working: &mut WorkingText, text: &Bytes) -> Result<(), Reason> {
    let now = working.text()?;
    if now.bytes() != text {
        return Err(exists(now));
    }
    Ok(())
}

/// Refuses `resolution` if its scope is the entry of a key and it changes other keys.
fn check_entry(
    scope: &Scope,
    resolution: &Resolution,
    path: &Path,
    now: &mut WorkingText,
) -> Result<(), Reason> {
    if let Scope::In(region) = scope
        && let Region::Key(key) = &**region
    {
        let key = now.key_now(key, path)?;
        let file = now.file(path)?;
        file.check_document(&resolution.changes, &key, EntryEdit::Changed)?;
    }
    Ok(())
}

/// Replaces the key in `reason` with the key of the request.
fn with_key(reason: Reason, key: &KeyPath) -> Reason {
    match reason {
        Reason::Key { why, .. } => Reason::Key {
            key: key.to_string(),
            why,
        },
        reason => reason,
    }
}

fn is_missing_key(reason: &Reason) -> bool {
    matches!(
        reason,
        Reason::Key {
            why: KeyFault::Missing { .. },
            ..
        }
    )
}

fn exists(text: &Snapshot) -> Reason {
    Reason::Exists {
        len: text.bytes().len() as u64,
        lines: text.line_count(),
    }
}
