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
use crate::resolve::ending::Whole;
use crate::resolve::insert::append;
use crate::resolve::key;
use crate::resolve::nearest::Beginnings;
use crate::resolve::region::{self, RegionPlace};
use crate::resolve::{PlacedHunk, Resolution, SettledRegion, Site, Tier, lacks, nearest};
use crate::snapshot::{Attributes, FileMode, Fingerprint, LINK, RootedPath, Snapshot};
use crate::text::{self, LineEnding, LineNumber, LineRange, Span};

/// A text that was typed, and for which step.
#[derive(Clone, Debug)]
pub struct FreeText {
    /// 1-based number of the step.
    pub step: usize,
    /// The text.
    pub text: Bytes,
}

/// The text of a file after the steps so far.
#[derive(Clone, Debug)]
pub struct WorkingText {
    provenance: Provenance,
    base: Snapshot,
    state: DraftState,
    /// The step that each change set in `state` came from.
    steps: Vec<usize>,
    mode: Option<FileMode>,
    attributes: Option<Attributes>,
    /// The outcomes of the hunks of patches.
    hunks: Vec<PlacedHunk>,
    free_texts: Vec<FreeText>,
    /// The elements of lists that steps deleted by their indices, and their lines in the original.
    deleted_elements: Vec<(KeyPath, LineRange)>,
    /// The end of the text, if an append was the last to change it.
    end: Option<TextEnd>,
    /// The places of the texts that are replaced later, as long as they are known.
    lookahead: Option<Box<Lookahead>>,
}

/// The changes of the base so far.
#[derive(Clone, Debug)]
enum DraftState {
    Nothing,
    /// A single change, not applied: a lone edit of a large file never builds the new text in memory.
    Once(ChangeSet),
    Built {
        composition: Composition,
        text: Snapshot,
        /// The edits pushed since `text` was made: those by line ask for no text between them.
        late: Vec<ChangeSet>,
    },
}

impl WorkingText {
    /// The text of a file as it was read.
    pub(super) fn own(base: Snapshot) -> Self {
        Self {
            provenance: Provenance::Own,
            base,
            state: DraftState::Nothing,
            steps: Vec::new(),
            mode: None,
            attributes: None,
            hunks: Vec::new(),
            free_texts: Vec::new(),
            deleted_elements: Vec::new(),
            end: None,
            lookahead: None,
        }
    }

    /// This text of an earlier one of the file, as `changes` of `onto`, which the file has now. `hunks` are those that
    /// made it, in the lines of that.
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
            free_texts: self.take_free_texts(),
            ..Self::own(onto)
        };
        if let Some(step) = self.steps.last() {
            now.push(*step, changes)?;
        }
        Ok(now)
    }

    /// The empty text of a file that is not there yet, and shall be in `encoding`.
    pub(super) fn nothing(encoding: Option<TextEncoding>) -> Self {
        Self {
            provenance: Provenance::New,
            ..Self::own(Snapshot::of_text("").decoded(encoding))
        }
    }

    /// A symbolic link that is not there yet, and leads nowhere so far.
    pub(super) fn link() -> Self {
        Self {
            mode: Some(FileMode::Exact(LINK)),
            ..Self::nothing(None)
        }
    }

    /// This text, now elsewhere. A new file stays new, and a text that came from a third place
    /// still comes from there.
    pub fn come_from(mut self, elsewhere: Provenance) -> Self {
        if self.provenance == Provenance::Own {
            self.provenance = elsewhere;
        }
        self
    }

    /// The origin of the text.
    pub fn provenance(&self) -> &Provenance {
        &self.provenance
    }

    /// The file at `place` as it shall be.
    pub(super) fn into_new(self, place: &RootedPath) -> NewText {
        NewText {
            changes: self.changes(),
            // A detour through other names leads back to the file itself.
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

    /// True if it is a symbolic link, whose text is the path it leads to.
    pub fn is_link(&self) -> bool {
        let before = self.base.facts().map_or(0, |facts| facts.mode);
        self.mode.map_or(before, |mode| mode.with_usual(before)) == LINK
    }

    /// The outcomes of the hunks that made the text what it is, in order.
    pub fn hunks(&self) -> &[PlacedHunk] {
        &self.hunks
    }

    /// The texts that were typed, wherever the file was then.
    pub(super) fn take_free_texts(&mut self) -> Vec<FreeText> {
        mem::take(&mut self.free_texts)
    }

    /// Notes that `text` was typed for `step`.
    pub(super) fn type_in(&mut self, step: usize, text: Bytes) {
        self.free_texts.push(FreeText { step, text });
    }

    /// Takes over `resolution`, that of `patch` made against the text now.
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
            hunk.lines = hunk.lines.map(|lines| self.original(lines));
            hunk.runner_up = hunk.runner_up.map(|lines| self.original(lines));
        }
        let made = if self.hunks.is_empty() {
            Vec::new()
        } else {
            self.spans_made(&resolution.changes)?
        };
        self.push(step, resolution.changes)?;
        if !made.is_empty() {
            let text = self.text()?.clone();
            for (hunk, span) in self.hunks.iter_mut().zip(made) {
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
            self.type_in(step, text.concat().into());
        }
        Ok(())
    }

    /// The places of the new sides of the hunks so far after `changes`, made against the text now.
    fn spans_made(&mut self, changes: &ChangeSet) -> Result<Vec<Option<Span>>, Reason> {
        let text = self.text()?.clone();
        let mut spans = Vec::with_capacity(self.hunks.len());
        for hunk in &self.hunks {
            let span = hunk.new_lines.and_then(|lines| text.span_of(lines));
            spans.push(span.map(|span| changes.map_span(span, (Bias::After, Bias::Before))));
        }
        Ok(spans)
    }

    /// `lines` of the text now in the original; those of a new file as they are.
    pub(super) fn original(&mut self, lines: LineRange) -> LineRange {
        if self.provenance == Provenance::New || self.is_untouched() {
            return lines;
        }
        let span = self.text().ok().and_then(|text| text.span_of(lines));
        span.map_or(lines, |span| self.origin(span, || lines).0)
    }

    /// Asks for these extended attributes and no others, for a new file.
    pub fn set_attributes(&mut self, attributes: Attributes) {
        self.attributes = Some(attributes);
    }

    /// Asks for `mode`.
    pub fn set_mode(&mut self, mode: FileMode) {
        self.mode = Some(mode.after(self.mode));
    }

    /// Asks for git's `mode`. Of its usual two only the right to execute matters: everyone who may read gets
    /// it, or nobody has it, and a new file gets the usual bits otherwise. Any other is meant to the bit.
    pub fn set_git_mode(&mut self, mode: u32) {
        let current = self.base.facts().map(|facts| facts.mode);
        self.mode = match (mode, current) {
            (0o644, None) => None,
            (0o644, Some(current)) => Some(FileMode::Exact(current & !0o111)),
            (0o755, _) => Some(FileMode::Executable),
            (exact, _) => Some(FileMode::Exact(exact)),
        };
    }

    /// True if any step changed the text at all.
    pub fn is_untouched(&self) -> bool {
        matches!(self.state, DraftState::Nothing)
    }

    /// The text now, built if need be.
    ///
    /// # Errors
    /// `io` when there is not enough memory for it.
    pub fn text(&mut self) -> Result<&Snapshot, Reason> {
        self.build()?;
        self.catch_up()?;
        Ok(match &self.state {
            DraftState::Built { text, .. } => text,
            DraftState::Nothing | DraftState::Once(_) => &self.base,
        })
    }

    /// True if `action` has no place in it, the text of the file at `path`, and nothing but that is wrong with it.
    pub(super) fn lacks(&mut self, action: &Replace, path: &Path) -> bool {
        let window = self.window(&action.find.scope, path);
        match (window, self.text()) {
            (Ok(window), Ok(text)) => lacks(action, path, text, window),
            // A file without the region has no place in it.
            (Err(Reason::NoRegion { .. } | Reason::Worded { .. }), _) => true,
            _ => false,
        }
    }

    /// From the base to the text now.
    pub fn changes(&self) -> ChangeSet {
        match &self.state {
            DraftState::Nothing => ChangeSet::identity(self.base.bytes().len()),
            DraftState::Once(changes) => changes.clone(),
            DraftState::Built { composition, .. } => composition.change_set(),
        }
    }

    /// The fingerprint of the text now.
    pub fn fingerprint(&mut self) -> Fingerprint {
        match self.text() {
            Ok(text) => text.fingerprint(),
            Err(_) => Fingerprint::of_pieces(self.changes().pieces(self.base.bytes())),
        }
    }

    /// Takes over `changes`, made against the text now, as those of `step`.
    ///
    /// # Errors
    /// `overlap` when they do not fit the text, which only a wrong resolution can cause.
    pub(super) fn push(&mut self, step: usize, changes: ChangeSet) -> Result<(), Reason> {
        if self.is_untouched() || changes.is_empty() {
            return self.push_carried(step, changes);
        }
        let text = self.text()?.bytes();
        changes.check(text).map_err(unfit)?;
        let changes = without_parts_of(text, changes)?;
        self.push_carried(step, changes)
    }

    /// Like [`Self::push`], of what [`Self::carry`] gave: text that no step has changed is as the original has it,
    /// so nothing has to be compared, and the text between two such steps is never made.
    ///
    /// # Errors
    /// `overlap` when the lengths do not fit.
    pub(super) fn push_carried(&mut self, step: usize, changes: ChangeSet) -> Result<(), Reason> {
        if changes.is_empty() {
            return Ok(());
        }
        self.end = None;
        self.steps.push(step);
        self.build()?;
        self.learn(&changes);
        if self.is_untouched() {
            self.state = DraftState::Once(changes);
            return Ok(());
        }
        self.extend(changes)
    }

    /// Looks for `texts`, which many steps are about to replace, in one pass.
    pub(super) fn foresee(&mut self, texts: &[Bytes]) {
        if self.is_untouched() && self.provenance == Provenance::Own {
            self.lookahead = Lookahead::new(texts, self.base.bytes()).map(Box::new);
        }
    }

    /// Replaces as step number `step` (1-based) says what was foreseen to stand at one place; the place, without a look
    /// at the text now. `None` where that place is not known.
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
        let Some(span) = lookahead.only_place(text) else {
            return Ok(None);
        };
        let edit = Edit {
            at: span.start(),
            old: self.base.slice(span),
            new: action.new.clone(),
        };
        let changes = ChangeSet::new(self.base.bytes().len(), vec![edit]).map_err(unfit)?;
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

    /// Has the lookahead learn `changes` of the text now; it is given up where it cannot.
    fn learn(&mut self, changes: &ChangeSet) {
        let Some(mut lookahead) = self.lookahead.take() else {
            return;
        };
        let base = self.base.bytes();
        let is_known = changes.count() <= LEARNT
            && changes.seen().all(|edit| {
                let span = edit.span();
                let source = match &self.state {
                    DraftState::Built { composition, .. } => composition.source(span),
                    DraftState::Nothing | DraftState::Once(_) => Source {
                        span,
                        made_by: None,
                    },
                };
                let is_original = source.made_by.is_none() && source.span.len() == span.len();
                is_original && lookahead.learn(source.span, edit.new, base)
            });
        self.lookahead = Some(lookahead).filter(|_| is_known);
    }

    /// Appends as step number `step` (1-based) says; the places. Of a text that was appended to before, only the end is
    /// looked at: a batch of appends never makes the texts between them.
    ///
    /// # Errors
    /// The errors of [`append`].
    pub(super) fn append(
        &mut self,
        step: usize,
        action: &Append,
        repeat: Repeat,
    ) -> Result<Vec<DraftSite>, Reason> {
        let end = self.end.take().filter(|_| repeat == Repeat::Refuse);
        let (resolution, whole_lines) = match &end {
            Some(end) => (end.append(action)?, Some(end.lines)),
            None => {
                let text = self.text()?;
                let lines = match text.bytes().last() {
                    None | Some(b'\n') => Some(text.line_count()),
                    Some(_) => None,
                };
                (append(action, repeat, text)?, lines)
            }
        };
        self.build()?;
        let sites = resolution
            .sites
            .iter()
            .map(|site| located(self, step, &site))
            .collect();
        let appended = resolution.changes.edits().first();
        let next = whole_lines
            .zip(appended)
            .map(|(lines, edit)| TextEnd::after(&edit.new, resolution.changes.result_len(), lines));
        match end {
            Some(_) => self.push_carried(step, resolution.changes)?,
            None => self.push(step, resolution.changes)?,
        }
        self.end = next;
        Ok(sites)
    }

    /// Makes the text that a lone change leads to, which nobody asked for so far.
    fn build(&mut self) -> Result<(), Reason> {
        let DraftState::Once(first) = &self.state else {
            return Ok(());
        };
        let text = applied(first, &self.base)?;
        let mut composition = Composition::new(self.base.bytes().len());
        // The first set was made against the base, so it fits.
        let _ = composition.push(first.clone());
        self.state = DraftState::Built {
            composition,
            text,
            late: Vec::new(),
        };
        Ok(())
    }

    fn extend(&mut self, changes: ChangeSet) -> Result<(), Reason> {
        let DraftState::Built {
            composition, late, ..
        } = &mut self.state
        else {
            return Ok(());
        };
        composition.push(changes.clone()).map_err(unfit)?;
        late.push(changes);
        Ok(())
    }

    /// Makes the text that all steps so far lead to, in one pass however many came since it was made last.
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
            [only] if only.count() <= SPLICED => {
                let before = mem::replace(text, Snapshot::of_text(""));
                *text = spliced(before, only)?;
            }
            [only] => *text = applied(only, text)?,
            _ => *text = applied(&composition.change_set(), &self.base)?,
        }
        late.clear();
        Ok(())
    }

    /// The text that line numbers mean: the original, or for a new file the text now.
    ///
    /// # Errors
    /// The errors of [`Self::text`].
    pub(super) fn numbered(&mut self) -> Result<Snapshot, Reason> {
        Ok(match self.provenance {
            Provenance::New => self.text()?.clone(),
            _ => self.base.clone(),
        })
    }

    /// `changes` of whole lines, made against [`Self::numbered`], moved to the text now. Costs O(log n) for each
    /// edit, however many steps there were.
    ///
    /// # Errors
    /// `overlap` when an earlier step changed the same text.
    pub(super) fn carry_lines(&mut self, changes: ChangeSet) -> Result<ChangeSet, Reason> {
        let base = self.base.bytes();
        let is_below = changes
            .edits()
            .last()
            .is_some_and(|last| last.end() == base.len());
        let is_open = Whole::at(base, base.len()) == Whole::AfterUnterminated;
        let is_carried = !self.is_untouched() && self.provenance != Provenance::New;
        let changes = self.carry(changes)?;
        if is_carried && is_below && is_open {
            self.with_ending_given(changes)
        } else {
            Ok(changes)
        }
    }

    /// `changes`, which reach to the end of an original without a last line ending, now that a step before may have
    /// given it one: it is a part of that line, and lines that go in below need no other before them.
    fn with_ending_given(&mut self, changes: ChangeSet) -> Result<ChangeSet, Reason> {
        let text = self.text()?.bytes();
        let mut edits = changes.edits().to_vec();
        if let Some(last) = edits.last_mut() {
            let given = LineEnding::len_at_start(&text[last.end()..]);
            if !last.old.is_empty() {
                last.old = Bytes::copy_from_slice(&text[last.at..last.end() + given]);
            } else if Whole::at(text, last.at) == Whole::AtLineStart {
                let own = LineEnding::len_at_start(&last.new);
                last.new = last.new.slice(own..);
            }
        }
        ChangeSet::new(text.len(), edits).map_err(unfit)
    }

    /// `changes`, made against [`Self::numbered`], moved to the text now.
    fn carry(&self, changes: ChangeSet) -> Result<ChangeSet, Reason> {
        let mut moved = Composition::new(self.base.bytes().len());
        let composition = match (&self.provenance, &self.state) {
            (Provenance::New, _) | (_, DraftState::Nothing) => return Ok(changes),
            (_, DraftState::Built { composition, .. }) => composition,
            (_, DraftState::Once(first)) => {
                moved.push(first.clone()).map_err(unfit)?;
                &moved
            }
        };
        let edits = changes
            .edits()
            .iter()
            .map(|edit| {
                let at = composition
                    .carry(edit.span())
                    .ok_or_else(|| Reason::Overlap {
                        lines: self.base.lines_of(edit.span()),
                    })?;
                Ok(Edit { at, ..edit.clone() })
            })
            .collect::<Result<Vec<_>, Reason>>()?;
        ChangeSet::new(composition.current_len(), edits).map_err(unfit)
    }

    /// The bytes of the text now, that of the file at `path`, which `scope` covers.
    ///
    /// # Errors
    /// `out_of_range` when its lines lie beyond the end of the original; those of [`Self::region`].
    pub(super) fn window(&mut self, scope: &Scope, path: &Path) -> Result<Span, Reason> {
        match scope {
            Scope::File => Ok(Span::of_len(0, self.text()?.bytes().len())),
            Scope::Within(lines) => self.lines_now(*lines),
            Scope::In(region) => Ok(self.region(region, path)?.lines),
        }
    }

    /// The place of `region` in the text now, that of the file at `path`.
    ///
    /// # Errors
    /// The errors of [`region::find`], with the lines of the original; `out_of_range` for a line beyond its end.
    pub(super) fn region(&mut self, region: &Region, path: &Path) -> Result<RegionPlace, Reason> {
        self.region_for(None, region, path)
    }

    /// The place of `region`, at `edge` of which something is to go in.
    ///
    /// # Errors
    /// The errors of [`Self::region`].
    pub(super) fn region_for(
        &mut self,
        edge: Option<Edge>,
        region: &Region,
        path: &Path,
    ) -> Result<RegionPlace, Reason> {
        let key_now;
        let mut region = region;
        if let Region::Key(key) = region {
            key_now = Region::Key(self.key_now(key, path)?);
            region = &key_now;
        }
        let mut named = None;
        if let Some(line) = region.line() {
            named = Some(self.lines_now(LineRange::single(line).into())?);
        }
        region::find_for(edge, region, self.text()?, path, named)
            .map_err(|reason| self.reason_in_original(reason))
    }

    /// `key` of the file at `path`, whose indices count the elements that steps deleted, as it is in the text now.
    ///
    /// # Errors
    /// `overlap` if a step deleted the element.
    pub(super) fn key_now(&self, key: &KeyPath, path: &Path) -> Result<KeyPath, Reason> {
        key::recounted(key, &self.deleted_elements, path)
    }

    /// Notes that the step about to be taken over deletes the element that `key` leads to.
    pub(super) fn delete_element(&mut self, key: &KeyPath, lines: LineRange) {
        let lines = self.original(lines);
        self.deleted_elements.push((key.clone(), lines));
    }

    /// The bytes of the text now that come from `lines` of the original.
    fn lines_now(&mut self, lines: AskedLines) -> Result<Span, Reason> {
        let numbered = self.numbered()?;
        let count = numbered.line_count();
        let span = match lines.all_in_text(count) {
            Ok(range) => numbered.span_of(range).ok_or(0),
            Err(missing) => Err(missing),
        };
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

    /// The lines of the original where `span` of the text now stands, which are `lines` of it, and the step that made
    /// the text there, if one did.
    pub(super) fn origin(
        &self,
        span: Span,
        lines: impl FnOnce() -> LineRange,
    ) -> (LineRange, Option<usize>) {
        let DraftState::Built { composition, .. } = &self.state else {
            return (lines(), None);
        };
        let source = composition.source(span);
        let made_by = source.made_by.map(|set| self.steps[set - 1]);
        (self.base.lines_of(source.span), made_by)
    }
}

/// Edits of one step that a lookahead learns.
const LEARNT: usize = 64;

/// The end of a text of whole lines: enough to append to it.
#[derive(Clone, Debug)]
struct TextEnd {
    /// Bytes of the text.
    len: usize,
    /// The lines of the text.
    lines: usize,
    /// The last of them, ending included.
    last: Snapshot,
}

impl TextEnd {
    /// The end of a text of `len` bytes that `appended` was put to the end of, after so many `lines`.
    fn after(appended: &[u8], len: usize, lines: usize) -> Self {
        let body = appended.strip_suffix(b"\n").unwrap_or(appended);
        let start = text::line_start(body, body.len());
        Self {
            len,
            lines: lines + bytecount::count(appended, b'\n'),
            last: Snapshot::of_text(Bytes::copy_from_slice(&appended[start..])),
        }
    }

    /// Like [`append`], to the whole text.
    fn append(&self, action: &Append) -> Result<Resolution, Reason> {
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

/// `changes` with copies of the parts of `text` in them: a text between two steps must not live as long as the batch.
fn without_parts_of(text: &Bytes, changes: ChangeSet) -> Result<ChangeSet, Reason> {
    let mut edits = changes.edits().to_vec();
    let mut parts = Vec::new();
    for edit in &mut edits {
        for part in [&mut edit.old, &mut edit.new] {
            if !part.is_empty() && text.as_ptr_range().contains(&part.as_ptr()) {
                parts.push(part);
            }
        }
    }
    // One copy for all: a step may have a million edits.
    let mut copy = Vec::new();
    let len = parts.iter().map(|part| part.len()).sum();
    memory::reserve(&mut copy, len).map_err(|_| no_room())?;
    for part in &parts {
        copy.extend_from_slice(part);
    }
    let mut copied = Bytes::from(copy);
    for part in parts {
        *part = copied.split_to(part.len());
    }
    ChangeSet::new(changes.base_len(), edits).map_err(unfit)
}

/// Most edits of a step that are made in the text itself: each moves all that stands behind it.
const SPLICED: usize = 2;

/// Like [`applied`], in the memory of `base` where nobody else has it: a batch of edits copies its text for none.
fn spliced(base: Snapshot, changes: &ChangeSet) -> Result<Snapshot, Reason> {
    let own = base.into_own().map(|text| text.try_into_mut());
    let text = match own {
        Ok(Ok(text)) => text,
        Ok(Err(shared)) => return applied(changes, &Snapshot::of_text(shared)),
        Err(shared) => return applied(changes, &shared),
    };
    let mut text = Vec::from(text);
    let more = changes.result_len().saturating_sub(text.len());
    memory::reserve(&mut text, more).map_err(|_| no_room())?;
    for edit in changes.seen().rev() {
        text.splice(edit.span().range(), edit.new.iter().copied());
    }
    Ok(Snapshot::of_text(text))
}

/// The result of `changes`, which were made against `base`.
fn applied(changes: &ChangeSet, base: &Snapshot) -> Result<Snapshot, Reason> {
    let mut text = Vec::new();
    memory::reserve(&mut text, changes.result_len()).map_err(|_| no_room())?;
    let pieces = changes.pieces(base.bytes());
    pieces.for_each(|piece| text.extend_from_slice(piece));
    Ok(Snapshot::of_text(text))
}

fn no_room() -> Reason {
    Reason::Store(Fault::io("create the new content of", memory::SHORT))
}

fn unfit(error: ChangeSetError) -> Reason {
    Reason::Store(Fault::io("compose the edits of", error))
}

impl WorkingText {
    /// `reason`, why `action` has no place in the text now, as it is told. What only an earlier step of the request
    /// makes is no sign that this one was made before.
    pub(super) fn reason_for_replace(&mut self, action: &Replace, reason: Reason) -> Reason {
        match reason {
            Reason::AlreadyApplied { .. } if !self.is_untouched() => {
                let base = self.base();
                let beginnings = Beginnings::new(&action.find, base, base.span());
                nearest::not_replaced(action, base, &beginnings)
            }
            reason => self.reason_for_find(&action.find, reason),
        }
    }

    /// The refusal of an action that needs one place of `find`. What is nearest is looked for in the original where
    /// it is the work of an earlier step: nobody can copy it from there.
    pub(super) fn reason_for_find(&mut self, find: &Find, reason: Reason) -> Reason {
        let nearest = match &reason {
            Reason::NotFound { why: Some(why), .. } => why.nearest.as_ref(),
            _ => None,
        };
        let is_made = nearest.is_some_and(|nearest| self.is_made(nearest.lines));
        let base = self.base();
        // What stands in the original is told as the earlier step left it.
        if is_made && !nearest::is_there(find, base, base.span()) {
            nearest::not_found(find, base, &Beginnings::new(find, base, base.span()))
        } else {
            self.reason_in_original(reason)
        }
    }

    /// True if a step made some of `lines` of the text now.
    fn is_made(&mut self, lines: LineRange) -> bool {
        let span = self.text().ok().and_then(|text| text.span_of(lines));
        span.is_some_and(|span| self.origin(span, || lines).1.is_some())
    }

    /// `settled`, found in the text now, in the lines of the original.
    pub(super) fn settled_in_original(&mut self, settled: &[SettledRegion]) -> Vec<SettledRegion> {
        let mut original = settled.to_vec();
        for region in &mut original {
            region.lines = self.original(region.lines);
        }
        original
    }

    /// `reason`, found in the text now, in the lines of the original, which the file still has after a refusal.
    pub(super) fn reason_in_original(&mut self, reason: Reason) -> Reason {
        if self.is_untouched() {
            reason
        } else {
            reason.with_lines(&mut |lines| self.original(lines))
        }
    }
}

/// Adds `more` to `all`. Nearly every file has one step and one hunk: a vector that grows makes room for four.
fn append_all<T>(all: &mut Vec<T>, more: Vec<T>) {
    if all.is_empty() {
        *all = more
    } else {
        all.extend(more)
    }
}
