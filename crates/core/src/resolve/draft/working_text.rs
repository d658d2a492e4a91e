//! The text of one file after the steps so far, with a map back to the original. Refusals use line numbers of the
//! original, because a refusal writes nothing.

use std::mem;
use std::path::Path;

use bytes::Bytes;

use super::lookahead::Lookahead;
use super::looked_for_by;
use super::site::{DraftSite, SitePlace, located, preview};
use crate::change::{
    Bias, ChangeSet, ChangeSetError, Composition, Edit, NewText, Provenance, Source,
};
use crate::encoding::TextEncoding;
use crate::memory;
use crate::patch::{FilePatch, Hunk};
use crate::refusal::{Fault, Reason};
use crate::request::{Append, AskedLines, Edge, Find, KeyPath, Region, Repeat, Replace, Scope};
use crate::resolve::ending::LineBoundary;
use crate::resolve::insert::append;
use crate::resolve::key;
use crate::resolve::locate::Search;
use crate::resolve::nearest::Explain;
use crate::resolve::region::{self, RegionPlace};
use crate::resolve::{
    FileText, PlacedHunk, Resolution, Resolved, SettledRegion, Site, Tier, matches_nowhere, nearest,
};
use crate::snapshot::{Attributes, FileMode, Fingerprint, LINK, RootedPath, Snapshot};
use crate::text::{self, LineEnding, LineNumber, LineRange, Span};

/// The maximum number of edits per step that the lookahead tracks.
const MAX_TRACKED_EDITS: usize = 64;

/// The maximum number of edits of a step that are made in place. Each edit moves all bytes after it.
const MAX_SPLICES: usize = 2;

/// A text that the user typed, and its step.
#[derive(Clone, Debug)]
pub struct FreeText {
    /// The 1-based number of the step.
    pub step: usize,
    /// The text.
    pub text: Bytes,
}

/// The text of a file after the steps so far.
#[derive(Clone, Debug)]
pub struct WorkingText {
    provenance: Provenance,
    /// The place where a new file was created, if it has moved since.
    created_at: Option<RootedPath>,
    base: Snapshot,
    state: DraftState,
    /// The step of each change set in `state`.
    steps: Vec<usize>,
    /// The offset in the base of the text that the first change inserts; see [`Self::belongs_at`].
    first_insertion: Option<usize>,
    mode: Option<FileMode>,
    attributes: Option<Attributes>,
    /// The results of the hunks of all patches so far.
    hunks: Vec<PlacedHunk>,
    /// The texts that the user typed, including those from before a move.
    pub(super) free_texts: Vec<FreeText>,
    /// True if a step inserted definitions or sections, perhaps from another file.
    pub(super) has_pieces: bool,
    /// The list elements that steps deleted by index or added with `+`, with their lines in the original.
    changed_elements: Vec<(KeyPath, LineRange)>,
    /// The end of the text, if the last change was an append.
    end: Option<TextEnd>,
    /// The matches of the texts that later steps replace. `None` once they are unknown.
    lookahead: Option<Box<Lookahead>>,
}

/// The changes of the base so far.
#[derive(Clone, Debug)]
enum DraftState {
    Nothing,
    /// A single change that is not applied yet. An edit of a large file never builds the new text in memory.
    Once(ChangeSet),
    Built {
        composition: Composition,
        text: Snapshot,
        /// The changes since `text` was built. Line-based steps do not need the text between them.
        late: Vec<ChangeSet>,
    },
}

impl WorkingText {
    /// The original text of a file.
    pub(super) fn of_file(base: Snapshot) -> Self {
        Self {
            provenance: Provenance::Own,
            created_at: None,
            base,
            state: DraftState::Nothing,
            steps: Vec::new(),
            first_insertion: None,
            mode: None,
            attributes: None,
            hunks: Vec::new(),
            free_texts: Vec::new(),
            has_pieces: false,
            changed_elements: Vec::new(),
            end: None,
            lookahead: None,
        }
    }

    /// Replaces this text, made from an earlier text of the file, with `changes` of the current text `onto`. `hunks`
    /// are the results of its hunks, in lines of `onto`.
    ///
    /// # Errors
    /// The errors of [`Self::push`].
    pub(super) fn rebased(
        &mut self,
        onto: Snapshot,
        changes: ChangeSet,
        hunks: Vec<PlacedHunk>,
    ) -> Result<Self, Reason> {
        let mut now = Self {
            mode: self.mode,
            attributes: self.attributes.take(),
            hunks,
            free_texts: mem::take(&mut self.free_texts),
            has_pieces: self.has_pieces,
            ..Self::of_file(onto)
        };
        if let Some(step) = self.steps.last() {
            now.push(*step, changes)?;
        }
        Ok(now)
    }

    /// The empty text of a new file, which will be written in `encoding`.
    pub(super) fn empty(encoding: Option<TextEncoding>) -> Self {
        Self {
            provenance: Provenance::New,
            ..Self::of_file(Snapshot::of_text("").decoded(encoding))
        }
    }

    /// A new symbolic link without a target path.
    pub(super) fn link() -> Self {
        Self {
            mode: Some(FileMode::Exact(LINK)),
            ..Self::empty(None)
        }
    }

    /// Sets the origin of a text that moves. A new file stays new, and a text that was moved before keeps its origin.
    pub fn come_from(mut self, elsewhere: Provenance) -> Self {
        match (&self.provenance, elsewhere) {
            (Provenance::Own, elsewhere) => self.provenance = elsewhere,
            (Provenance::New, Provenance::Moved(from)) => {
                self.created_at.get_or_insert(from);
            }
            _ => {}
        }
        self
    }

    /// The place where the file was created. `place` is its current place. `None` if the file is not new, or a link.
    pub(super) fn creation_place<'a>(&'a self, place: &'a RootedPath) -> Option<&'a RootedPath> {
        if self.provenance != Provenance::New || self.is_link() {
            return None;
        }
        Some(self.created_at.as_ref().unwrap_or(place))
    }

    /// Makes this new file an edit of the deleted file `before` at `from`, which keeps its mode and owner.
    pub(super) fn replace_deleted(&mut self, from: RootedPath, before: Snapshot) {
        let text: Vec<u8> = self.changes().pieces(&[]).flatten().copied().collect();
        self.state = DraftState::Once(ChangeSet::whole(before.bytes().clone(), text.into()));
        self.base = before;
        self.provenance = Provenance::Moved(from);
    }

    /// The origin of the text.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The final state of the file at `place`.
    pub(super) fn into_new(self, place: &RootedPath) -> NewText {
        NewText {
            changes: self.changes(),
            // A file that was moved away and back has not moved.
            provenance: if self.provenance.elsewhere() == Some(place) {
                Provenance::Own
            } else {
                self.provenance
            },
            base: self.base,
            mode: self.mode,
            attributes: self.attributes,
        }
    }

    /// The text that the changes apply to.
    pub fn base(&self) -> &Snapshot {
        &self.base
    }

    /// True for a symbolic link, whose text is its target path.
    pub fn is_link(&self) -> bool {
        let before = self.base.facts().map_or(0, |facts| facts.mode);
        self.mode.map_or(before, |mode| mode.with_usual(before)) == LINK
    }

    /// The results of the hunks of all patches, in order.
    pub fn hunks(&self) -> &[PlacedHunk] {
        &self.hunks
    }

    /// Records that `text` was typed for `step`.
    pub(super) fn record_typed(&mut self, step: usize, text: Bytes) {
        self.free_texts.push(FreeText { step, text });
    }

    /// Applies `resolution` of `patch`, made for the current text.
    ///
    /// # Errors
    /// The errors of [`Self::push`].
    pub(super) fn patch(
        &mut self,
        step: usize,
        patch: &FilePatch,
        resolution: Resolution,
    ) -> Result<(), Reason> {
        let mut hunks = resolution.hunks;
        for hunk in &mut hunks {
            hunk.lines = hunk.lines.map(|lines| self.original_lines(lines));
            hunk.runner_up = hunk.runner_up.map(|lines| self.original_lines(lines));
        }
        let mut earlier_spans = Vec::new();
        if !self.hunks.is_empty() {
            earlier_spans = self.hunk_spans_after(&resolution.changes)?;
        }
        self.push(step, resolution.changes)?;
        if !earlier_spans.is_empty() {
            let text = self.text()?.clone();
            for (hunk, span) in self.hunks.iter_mut().zip(earlier_spans) {
                hunk.new_lines = match span {
                    Some(span) if !span.is_empty() => Some(text.lines_of(span)),
                    _ => None,
                };
            }
        }
        append_all(&mut self.hunks, hunks);
        if patch.format.is_typed() {
            let lines = patch.hunks().iter().flat_map(Hunk::new_side);
            let text: Vec<&[u8]> = lines.map(|line| &line[..]).collect();
            self.record_typed(step, text.concat().into());
        }
        Ok(())
    }

    /// The spans of the new sides of all hunks so far, after `changes` of the current text.
    fn hunk_spans_after(&mut self, changes: &ChangeSet) -> Result<Vec<Option<Span>>, Reason> {
        let text = self.text()?.clone();
        let mut spans = Vec::with_capacity(self.hunks.len());
        for hunk in &self.hunks {
            let span = hunk.new_lines.and_then(|lines| text.span_of(lines));
            spans.push(span.map(|span| changes.map_span(span, (Bias::After, Bias::Before))));
        }
        Ok(spans)
    }

    /// Maps `lines` of the current text to the original. Lines of a new file do not change.
    pub(super) fn original_lines(&mut self, lines: LineRange) -> LineRange {
        if self.provenance == Provenance::New || self.is_untouched() {
            return lines;
        }
        let span = self.text().ok().and_then(|text| text.span_of(lines));
        let origin = span.and_then(|span| self.origin(span));
        origin.map_or(lines, |origin| origin.lines)
    }

    /// Sets the extended attributes of a new file, without keeping others.
    pub fn set_attributes(&mut self, attributes: Attributes) {
        self.attributes = Some(attributes);
    }

    /// Sets the permission bits.
    pub fn set_mode(&mut self, mode: FileMode) {
        self.mode = Some(mode.after(self.mode));
    }

    /// Sets git's `mode`. For the two usual modes, only the right to execute matters: everyone who may read gets the
    /// right, or nobody. A new file gets the default bits otherwise. Any other mode is set exactly.
    pub fn set_git_mode(&mut self, mode: u32) {
        let current = self.base.facts().map(|facts| facts.mode);
        self.mode = match (mode, current) {
            (0o644, None) => None,
            (0o644, Some(current)) => Some(FileMode::Exact(current & !0o111)),
            (0o755, _) => Some(FileMode::Executable),
            (exact, _) => Some(FileMode::Exact(exact)),
        };
    }

    /// True if no step has changed the text.
    pub fn is_untouched(&self) -> bool {
        matches!(self.state, DraftState::Nothing)
    }

    /// The current text, built if necessary.
    ///
    /// # Errors
    /// `io` if there is not enough memory.
    pub fn text(&mut self) -> Result<&Snapshot, Reason> {
        self.build()?;
        self.catch_up()?;
        Ok(match &self.state {
            DraftState::Built { text, .. } => text,
            DraftState::Nothing | DraftState::Once(_) => &self.base,
        })
    }

    /// The current text, built if necessary, of the file at `path`.
    ///
    /// # Errors
    /// The errors of [`Self::text`].
    pub(super) fn file<'t>(&'t mut self, path: &'t Path) -> Result<FileText<'t>, Reason> {
        Ok(FileText::new(path, self.text()?))
    }

    /// True if the only fault of `action` is that it matches nowhere in the current text, the file at `path`.
    pub(super) fn lacks(&mut self, action: &Replace, path: &Path) -> bool {
        let window = self.window(&action.find.scope, path);
        match (window, self.file(path)) {
            (Ok(window), Ok(file)) => matches_nowhere(action, file, window),
            // A file without the region has no match.
            (Err(Reason::NoRegion { .. } | Reason::Worded { .. }), _) => true,
            _ => false,
        }
    }

    /// The changes from the base to the current text.
    pub fn changes(&self) -> ChangeSet {
        match &self.state {
            DraftState::Nothing => ChangeSet::identity(self.base.bytes().len()),
            DraftState::Once(changes) => changes.clone(),
            DraftState::Built { composition, .. } => composition.change_set(),
        }
    }

    /// The fingerprint of the current text.
    pub fn fingerprint(&mut self) -> Fingerprint {
        match self.text() {
            Ok(text) => text.fingerprint(),
            Err(_) => Fingerprint::of_pieces(self.changes().pieces(self.base.bytes())),
        }
    }

    /// Applies `changes` of the current text as part of `step`.
    ///
    /// # Errors
    /// `overlap` if the changes do not fit the text, which only a wrong resolution can cause.
    pub(super) fn push(&mut self, step: usize, changes: ChangeSet) -> Result<(), Reason> {
        if self.is_untouched() || changes.is_empty() {
            return self.push_carried(step, changes);
        }
        let text = self.text()?.bytes();
        changes.check(text).map_err(compose_fault)?;
        let changes = copy_parts_of(text, changes)?;
        self.push_carried(step, changes)
    }

    /// Like [`Self::push`], for the result of [`Self::carry`]. Text that no step has changed equals the original, so
    /// no comparison is needed, and the text between two such steps is never built.
    ///
    /// # Errors
    /// `overlap` if the lengths do not match.
    pub(super) fn push_carried(&mut self, step: usize, changes: ChangeSet) -> Result<(), Reason> {
        if changes.is_empty() {
            return Ok(());
        }
        self.end = None;
        self.steps.push(step);
        self.build()?;
        self.update_lookahead(&changes);
        if self.is_untouched() {
            self.state = DraftState::Once(changes);
            return Ok(());
        }
        self.extend(changes)
    }

    /// Records that the last change inserts text that belongs at `offset` of [`Self::numbered_text`].
    pub(super) fn belongs_at(&mut self, offset: usize) {
        match &mut self.state {
            DraftState::Nothing => {}
            DraftState::Once(_) => self.first_insertion = Some(offset),
            DraftState::Built { composition, .. } => composition.record_insertion(offset),
        }
    }

    /// Searches for `texts`, which later steps replace, in one pass.
    pub(super) fn foresee(&mut self, texts: &[Bytes]) {
        if self.is_untouched() && self.provenance == Provenance::Own {
            self.lookahead = Lookahead::new(texts, self.base.bytes()).map(Box::new);
        }
    }

    /// Applies a replacement of step `step` (1-based) whose only match the lookahead knows. Returns the location,
    /// without building the current text. `None` if the match is unknown.
    ///
    /// # Errors
    /// The errors of [`Self::push`].
    pub(super) fn replace_foreseen(
        &mut self,
        step: usize,
        action: &Replace,
    ) -> Result<Option<Vec<DraftSite>>, Reason> {
        if self.is_untouched() {
            return Ok(None);
        }
        let (Some(lookahead), Some(text)) = (&self.lookahead, looked_for_by(action)) else {
            return Ok(None);
        };
        let Some(span) = lookahead.only_match(text) else {
            return Ok(None);
        };
        let edit = Edit {
            at: span.start(),
            old: self.base.slice(span),
            new: action.new.clone(),
        };
        let changes = ChangeSet::new(self.base.bytes().len(), vec![edit]).map_err(compose_fault)?;
        let Ok(changes) = self.carry(changes) else {
            return Ok(None);
        };
        self.push_carried(step, changes)?;
        Ok(Some(vec![DraftSite {
            step,
            lines: self.base.lines_of(span),
            tier: Tier::Exact,
            made_by: None,
            place: SitePlace::InEarlierStep(preview(&self.base, span)),
        }]))
    }

    /// Updates the lookahead with `changes` of the current text, or drops the lookahead if that is not possible.
    fn update_lookahead(&mut self, changes: &ChangeSet) {
        let Some(mut lookahead) = self.lookahead.take() else {
            return;
        };
        if changes.count() > MAX_TRACKED_EDITS {
            return;
        }
        for edit in changes.edit_refs() {
            let span = edit.span();
            let source = match &self.state {
                DraftState::Built { composition, .. } => composition.source(span),
                DraftState::Nothing | DraftState::Once(_) => Source {
                    span,
                    made_by: None,
                },
            };
            let is_original = source.made_by.is_none() && source.span.len() == span.len();
            if !is_original || !lookahead.record(source.span, edit.new, self.base.bytes()) {
                return;
            }
        }
        self.lookahead = Some(lookahead);
    }

    /// Appends the text of step `step` (1-based), and returns the locations. If the last change was an append, only
    /// the end of the text is read, so that a batch of appends builds no intermediate texts.
    ///
    /// # Errors
    /// The errors of [`append`].
    pub(super) fn append(
        &mut self,
        step: usize,
        action: &Append,
        repeat: Repeat,
    ) -> Result<Vec<DraftSite>, Reason> {
        let last_end = self.end.take();
        if repeat == Repeat::Refuse
            && let Some(end) = last_end
        {
            let resolution = end.append(action)?;
            self.build()?;
            let sites = self.locate_all(step, &resolution);
            let new_end = TextEnd::after(&resolution, end.lines);
            self.push_carried(step, resolution.changes)?;
            self.end = new_end;
            return Ok(sites);
        }
        let text = self.text()?;
        let has_only_complete_lines = matches!(text.bytes().last(), None | Some(b'\n'));
        let line_count = text.line_count();
        let resolution = append(action, repeat, text)?;
        self.build()?;
        let sites = self.locate_all(step, &resolution);
        let mut new_end = None;
        if has_only_complete_lines {
            new_end = TextEnd::after(&resolution, line_count);
        }
        self.push(step, resolution.changes)?;
        self.end = new_end;
        Ok(sites)
    }

    /// The locations of `resolution`, made for the current text.
    fn locate_all(&mut self, step: usize, resolution: &Resolution) -> Vec<DraftSite> {
        let sites = resolution.sites.iter();
        sites.map(|site| located(self, step, &site)).collect()
    }

    /// Builds the text for a single change that has not been applied.
    fn build(&mut self) -> Result<(), Reason> {
        let DraftState::Once(first) = &self.state else {
            return Ok(());
        };
        let text = applied(first, &self.base)?;
        self.state = DraftState::Built {
            composition: self.composition_of(first),
            text,
            late: Vec::new(),
        };
        Ok(())
    }

    /// The composition of only the change `first`.
    fn composition_of(&self, first: &ChangeSet) -> Composition {
        let mut composition = Composition::new(self.base.bytes().len());
        // The first change set was made for the base, so the push cannot fail.
        let _ = composition.push(first.clone());
        if let Some(offset) = self.first_insertion {
            composition.record_insertion(offset);
        }
        composition
    }

    fn extend(&mut self, changes: ChangeSet) -> Result<(), Reason> {
        let DraftState::Built {
            composition, late, ..
        } = &mut self.state
        else {
            return Ok(());
        };
        composition.push(changes.clone()).map_err(compose_fault)?;
        late.push(changes);
        Ok(())
    }

    /// Brings the built text up to date, in one pass for any number of changes.
    fn catch_up(&mut self) -> Result<(), Reason> {
        let DraftState::Built {
            composition,
            text,
            late,
        } = &mut self.state
        else {
            return Ok(());
        };
        match &late[..] {
            [] => {}
            [only] if only.count() <= MAX_SPLICES => {
                let before = mem::replace(text, Snapshot::of_text(""));
                *text = spliced(before, only)?;
            }
            [only] => *text = applied(only, text)?,
            _ => *text = applied(&composition.change_set(), &self.base)?,
        }
        late.clear();
        Ok(())
    }

    /// The text that line numbers in requests refer to: the original, or the current text of a new file.
    ///
    /// # Errors
    /// The errors of [`Self::text`].
    pub(super) fn numbered_text(&mut self) -> Result<Snapshot, Reason> {
        Ok(match self.provenance {
            Provenance::New => self.text()?.clone(),
            _ => self.base.clone(),
        })
    }

    /// Maps `changes` of complete lines from [`Self::numbered_text`] to the current text. Costs O(log n) per edit for
    /// any number of steps.
    ///
    /// # Errors
    /// `overlap` if an earlier step changed the same text.
    pub(super) fn carry_lines(&mut self, changes: ChangeSet) -> Result<ChangeSet, Reason> {
        let base = self.base.bytes();
        let last_end = changes.edits().last().map(Edit::end);
        let reaches_unterminated_end = last_end == Some(base.len())
            && LineBoundary::at(base, base.len()) == LineBoundary::AfterUnterminated;
        let is_carried = !self.is_untouched() && self.provenance != Provenance::New;
        let changes = self.carry(changes)?;
        if is_carried && reaches_unterminated_end {
            return self.after_added_newline(changes);
        }
        Ok(changes)
    }

    /// Adjusts `changes` that reach the end of an original without a final newline, if an earlier step added the
    /// newline. The newline then belongs to the last line, and lines inserted below need no other newline before
    /// them.
    fn after_added_newline(&mut self, changes: ChangeSet) -> Result<ChangeSet, Reason> {
        let text = self.text()?.bytes();
        let mut edits = changes.edits().to_vec();
        if let Some(last) = edits.last_mut() {
            if !last.old.is_empty() {
                let newline_len = LineEnding::len_at_start(&text[last.end()..]);
                last.old = Bytes::copy_from_slice(&text[last.at..last.end() + newline_len]);
            } else if LineBoundary::at(text, last.at) == LineBoundary::AtLineStart {
                let newline_len = LineEnding::len_at_start(&last.new);
                last.new = last.new.slice(newline_len..);
            }
        }
        ChangeSet::new(text.len(), edits).map_err(compose_fault)
    }

    /// Maps `changes` from [`Self::numbered_text`] to the current text.
    fn carry(&self, changes: ChangeSet) -> Result<ChangeSet, Reason> {
        if self.provenance == Provenance::New {
            return Ok(changes);
        }
        let single;
        let composition = match &self.state {
            DraftState::Nothing => return Ok(changes),
            DraftState::Built { composition, .. } => composition,
            DraftState::Once(first) => {
                single = self.composition_of(first);
                &single
            }
        };
        let mut edits = Vec::with_capacity(changes.edits().len());
        for edit in changes.edits() {
            let base = self.base.bytes();
            let begins_line = edit.at > 0 && base[edit.at - 1] == b'\n';
            let at = composition.unchanged_start(edit.span());
            // An earlier step may have joined the line with the one above.
            let at = at.filter(|&at| {
                !begins_line || at == 0 || composition.byte_at(at - 1, base) == Some(b'\n')
            });
            let Some(at) = at else {
                let lines = self.base.lines_of(edit.span());
                return Err(Reason::Overlap { lines });
            };
            edits.push(Edit { at, ..edit.clone() });
        }
        ChangeSet::new(composition.current_len(), edits).map_err(compose_fault)
    }

    /// The bytes of the current text that `scope` covers. `path` is the path of the file.
    ///
    /// # Errors
    /// `out_of_range` if the lines are beyond the end of the original, and the errors of [`Self::region`].
    pub(super) fn window(&mut self, scope: &Scope, path: &Path) -> Result<Span, Reason> {
        match scope {
            Scope::File => Ok(Span::of_len(0, self.text()?.bytes().len())),
            Scope::Within(lines) => self.lines_now(*lines),
            Scope::In(region) => Ok(self.region(region, path)?.lines),
        }
    }

    /// The location of `region` in the current text. `path` is the path of the file.
    ///
    /// # Errors
    /// The errors of [`region::find`], with the lines of the original, and `out_of_range` for a line beyond its end.
    pub(super) fn region(&mut self, region: &Region, path: &Path) -> Result<RegionPlace, Reason> {
        self.region_for(None, region, path)
    }

    /// The location of `region` for an insertion at `edge`.
    ///
    /// # Errors
    /// The errors of [`Self::region`].
    pub(super) fn region_for(
        &mut self,
        edge: Option<Edge>,
        region: &Region,
        path: &Path,
    ) -> Result<RegionPlace, Reason> {
        let region = match region {
            Region::Key(key) => &Region::Key(self.key_now(key, path)?),
            _ => region,
        };
        let region = &*region::read_line_as_name(region, self.file(path)?);
        let mut line_span = None;
        if let Some(line) = region.line() {
            line_span = Some(self.lines_now(LineRange::single(line).into())?);
        }
        region::find_for(edge, region, self.file(path)?, line_span)
            .map_err(|reason| self.reason_in_original(reason))
    }

    /// Adjusts the indices in `key` to the current text, because steps may have deleted list elements.
    ///
    /// # Errors
    /// `overlap` if a step deleted the element, or added it with `+`.
    pub(super) fn key_now(&self, key: &KeyPath, path: &Path) -> Result<KeyPath, Reason> {
        key::recounted(key, &self.changed_elements, FileText::new(path, &self.base))
    }

    /// Records that the next change deletes the list element at `key`, or adds it if the last part of `key` is `+`.
    pub(super) fn change_element(&mut self, key: KeyPath, lines: LineRange) {
        let lines = self.original_lines(lines);
        self.changed_elements.push((key, lines));
    }

    /// The bytes of the current text that come from `lines` of the original.
    fn lines_now(&mut self, lines: AskedLines) -> Result<Span, Reason> {
        let numbered = self.numbered_text()?;
        let count = numbered.line_count();
        let span = lines
            .all_in_text(count)
            .and_then(|range| numbered.span_of(range).ok_or(0));
        match span {
            Ok(span) => Ok(self.map_forward(span)),
            Err(asked) => Err(Reason::OutOfRange {
                asked,
                lines: count,
                lowest: 1,
            }),
        }
    }

    fn map_forward(&self, span: Span) -> Span {
        match (&self.provenance, &self.state) {
            (Provenance::New, _) | (_, DraftState::Nothing) => span,
            (_, DraftState::Once(set)) => set.map_span(span, (Bias::After, Bias::Before)),
            (_, DraftState::Built { composition, .. }) => composition.map_span(span),
        }
    }

    /// The origin of `span` in the current text. `None` if the lines of the current text count as original.
    pub(super) fn origin(&self, span: Span) -> Option<TextOrigin> {
        let DraftState::Built { composition, .. } = &self.state else {
            return None;
        };
        let source = composition.source(span);
        Some(TextOrigin {
            lines: self.base.lines_of(source.span),
            made_by: source.made_by.map(|set| self.steps[set - 1]),
        })
    }

    /// Adjusts `reason`, why `action` does not match in the current text. A new text that only an earlier step of the
    /// request inserted does not prove that `action` was applied before.
    pub(super) fn reason_for_replace(&mut self, action: &Replace, reason: Reason) -> Reason {
        match reason {
            Reason::AlreadyApplied { .. } if !self.is_untouched() => {
                let base = self.base();
                let search = Search::new(&action.find, base, base.span());
                nearest::not_replaced(action, &search, Explain::Evidence)
            }
            reason => self.reason_for_find(&action.find, reason),
        }
    }

    /// Adjusts the refusal of an action that needs a match of `find`. If an earlier step inserted the nearest text,
    /// searches the original instead, because the caller cannot copy the nearest text from the file.
    pub(super) fn reason_for_find(&mut self, find: &Find, reason: Reason) -> Reason {
        let nearest = match &reason {
            Reason::NotFound { why: Some(why), .. } => why.nearest.as_ref(),
            _ => None,
        };
        let is_inserted = nearest.is_some_and(|nearest| self.has_inserted_text(nearest.lines));
        let base = self.base();
        let in_base = Search::new(find, base, base.span());
        // If the original contains the text, the refusal describes the result of the earlier step.
        if is_inserted && !nearest::may_match(&in_base) {
            nearest::not_found(&in_base)
        } else {
            self.reason_in_original(reason)
        }
    }

    /// True if a step inserted one of `lines` of the current text.
    fn has_inserted_text(&mut self, lines: LineRange) -> bool {
        let span = self.text().ok().and_then(|text| text.span_of(lines));
        let origin = span.and_then(|span| self.origin(span));
        origin.is_some_and(|origin| origin.made_by.is_some())
    }

    /// Maps `settled` from the current text to lines of the original.
    pub(super) fn settled_in_original(&mut self, settled: &[SettledRegion]) -> Vec<SettledRegion> {
        let mut original = settled.to_vec();
        for region in &mut original {
            region.lines = self.original_lines(region.lines);
        }
        original
    }

    /// Maps `reason` from the current text to lines of the original, which a refusal leaves unchanged.
    pub(super) fn reason_in_original(&mut self, reason: Reason) -> Reason {
        if self.is_untouched() {
            reason
        } else {
            reason.with_file_lines(&mut |lines| self.original_lines(lines))
        }
    }
}

/// The origin of a part of the current text.
pub(super) struct TextOrigin {
    /// The lines of the original.
    pub(super) lines: LineRange,
    /// The step that inserted the text.
    pub(super) made_by: Option<usize>,
}

/// The end of a text that consists of complete lines, which is enough to append to the text.
#[derive(Clone, Debug)]
struct TextEnd {
    /// The size of the text in bytes.
    len: usize,
    lines: usize,
    /// The last line, including its ending.
    last: Snapshot,
}

impl TextEnd {
    /// The end of a text of `lines` lines after the append `resolution`. `None` if it appends nothing.
    fn after(resolution: &Resolution, lines: usize) -> Option<Self> {
        let appended = &resolution.changes.edits().first()?.new;
        let body = appended.strip_suffix(b"\n").unwrap_or(appended);
        let start = text::line_start(body, body.len());
        Some(Self {
            len: resolution.changes.result_len(),
            lines: lines + bytecount::count(appended, b'\n'),
            last: Snapshot::of_text(Bytes::copy_from_slice(&appended[start..])),
        })
    }

    /// Like [`append`], to the complete text.
    fn append(&self, action: &Append) -> Resolved {
        let before = self.len - self.last.bytes().len();
        let mut resolution = append(action, Repeat::Refuse, &self.last)?;
        let sites = resolution.sites.iter().map(|site| {
            let line = site.lines.first().lines_before() + self.lines - 1;
            Site {
                span: Span::of_len(before + site.span.start(), site.span.len()),
                lines: LineRange::single(LineNumber::after_lines(line)),
                tier: site.tier,
            }
        });
        resolution.sites = sites.collect::<Vec<_>>().into();
        let edits = resolution.changes.edits().iter().map(|edit| Edit {
            at: before + edit.at,
            ..edit.clone()
        });
        resolution.changes = ChangeSet::of_sorted(self.len, edits.collect());
        Ok(resolution)
    }
}

/// Copies the parts of `text` in `changes`, so that an intermediate text does not live as long as the batch.
fn copy_parts_of(text: &Bytes, changes: ChangeSet) -> Result<ChangeSet, Reason> {
    let mut edits = changes.edits().to_vec();
    let mut parts = Vec::new();
    for edit in &mut edits {
        for part in [&mut edit.old, &mut edit.new] {
            if !part.is_empty() && text.as_ptr_range().contains(&part.as_ptr()) {
                parts.push(part);
            }
        }
    }
    // One allocation for all parts, because a step may have many edits.
    let mut copy = Vec::new();
    let len = parts.iter().map(|part| part.len()).sum();
    memory::reserve(&mut copy, len).map_err(|_| memory_fault())?;
    for part in &parts {
        copy.extend_from_slice(part);
    }
    let mut copied = Bytes::from(copy);
    for part in parts {
        *part = copied.split_to(part.len());
    }
    ChangeSet::new(changes.base_len(), edits).map_err(compose_fault)
}

/// Like [`applied`], but reuses the memory of `base` if it is not shared. Avoids a copy for every edit of a batch.
fn spliced(base: Snapshot, changes: &ChangeSet) -> Result<Snapshot, Reason> {
    let bytes = match base.into_bytes() {
        Ok(bytes) => bytes,
        Err(shared) => return applied(changes, &shared),
    };
    let mut text = match bytes.try_into_mut() {
        Ok(text) => Vec::from(text),
        Err(shared) => return applied(changes, &Snapshot::of_text(shared)),
    };
    let more = changes.result_len().saturating_sub(text.len());
    memory::reserve(&mut text, more).map_err(|_| memory_fault())?;
    for edit in changes.edit_refs().rev() {
        text.splice(edit.span().range(), edit.new.iter().copied());
    }
    Ok(Snapshot::of_text(text))
}

fn applied(changes: &ChangeSet, base: &Snapshot) -> Result<Snapshot, Reason> {
    let mut text = Vec::new();
    memory::reserve(&mut text, changes.result_len()).map_err(|_| memory_fault())?;
    let pieces = changes.pieces(base.bytes());
    pieces.for_each(|piece| text.extend_from_slice(piece));
    Ok(Snapshot::of_text(text))
}

fn memory_fault() -> Reason {
    Reason::Store(Fault::io("create the new content of", memory::SHORT))
}

fn compose_fault(error: ChangeSetError) -> Reason {
    Reason::Store(Fault::io("compose the edits of", error))
}

/// Appends `more` to `all`. Avoids the spare capacity of a growing vector, because almost every file has one hunk.
fn append_all<T>(all: &mut Vec<T>, more: Vec<T>) {
    if all.is_empty() {
        *all = more
    } else {
        all.extend(more)
    }
}
