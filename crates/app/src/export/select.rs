//! Going through the catalogue: what fits, what may be exported, and what else must come along.

use super::gate::Gate;
use super::left_out::LeftOut;
use super::plan::{Plan, Role};
use super::requisites::{Requisites, has_requisites};
use super::{ExportError, ExportSelection, LeftOutReason};
use crate::Watch;
use crate::archive::prefixes_of;
use crate::reading::CapturePlace;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use stodola_archive::{
    CaptureKind, Captures, Catalogue, Direction, Entry, Key, KeyRange, PostedRow, RangeCursor,
    Stamp, key_of,
};

/// Plans what is exported, and notes what is not.
pub(super) fn select(
    captures: &Captures,
    gate: &Gate,
    selection: &ExportSelection,
    plan: &mut Plan,
    left_out: &mut LeftOut,
    watch: &dyn Watch,
) -> Result<(), ExportError> {
    watch.begin("selecting", None);
    let catalogue = captures.catalogue()?;
    let mut selector = Selector {
        captures,
        catalogue: &catalogue,
        gate,
        selection,
        plan,
        left_out,
        jobs: HashMap::new(),
        seen: 0,
    };
    match (&selection.places, selection.as_of) {
        (Some(places), _) => selector.places(places, watch)?,
        (None, None) => selector.all(watch)?,
        (None, Some(as_of)) => selector.as_of(as_of, watch)?,
    }
    watch.end();
    Ok(())
}

/// A selection that is going on.
pub(super) struct Selector<'s> {
    captures: &'s Captures,
    catalogue: &'s Catalogue,
    gate: &'s Gate,
    selection: &'s ExportSelection,
    plan: &'s mut Plan,
    left_out: &'s mut LeftOut,
    /// For each file that was met, whether it is of the wanted job.
    jobs: HashMap<Arc<str>, bool>,
    /// Captures looked at.
    seen: u64,
}

impl<'s> Selector<'s> {
    /// Everything that fits.
    fn all(&mut self, watch: &dyn Watch) -> Result<(), ExportError> {
        let mut last = None;
        for wanted in self.wanted() {
            for entry in self.catalogue.prefix(&wanted.key, None) {
                let entry = entry?;
                if wanted.is_past(&entry) {
                    break;
                }
                self.count(watch)?;
                if !self.fits(&entry.file, entry.row.time)? {
                    continue;
                }
                if last.as_ref() != Some(&entry.row.key) {
                    self.conversions(&entry.row.key, None)?;
                    last = Some(entry.row.key.clone());
                }
                let posted = self.catalogue.posted(&entry)?;
                self.take(&entry, posted, Role::Selected)?;
            }
        }
        Ok(())
    }

    /// The captures of these addresses and times.
    fn places(&mut self, places: &[CapturePlace], watch: &dyn Watch) -> Result<(), ExportError> {
        for place in places {
            let time = place.time.number();
            let range = KeyRange::between(&key_of(&place.uri), time, time);
            let mut cursor = RangeCursor::new(range, Direction::Forwards);
            while let Some(entry) = self.catalogue.advance(&mut cursor)? {
                self.count(watch)?;
                let posted = self.catalogue.posted(&entry)?;
                self.take(&entry, posted, Role::Selected)?;
            }
        }
        Ok(())
    }

    /// Of each URL the latest capture at a moment or before, then the requisites of those pages.
    fn as_of(&mut self, as_of: Stamp, watch: &dyn Watch) -> Result<(), ExportError> {
        let mut requisites = Requisites::default();
        for wanted in self.wanted() {
            let mut group = Group::default();
            for entry in self.catalogue.prefix(&wanted.key, None) {
                let entry = entry?;
                if wanted.is_past(&entry) {
                    break;
                }
                self.count(watch)?;
                if !self.fits(&entry.file, entry.row.time)? {
                    continue;
                }
                if entry.row.key != group.key {
                    let key = entry.row.key.clone();
                    let done = std::mem::replace(&mut group, Group { key, ..Group::default() });
                    self.close(done, &mut requisites)?;
                }
                self.add(&mut group, entry, as_of)?;
            }
            self.close(group, &mut requisites)?;
        }
        requisites.resolve(self, as_of, watch)
    }

    /// Adds a capture to those of its key.
    fn add(&self, group: &mut Group, entry: Entry, as_of: Stamp) -> Result<(), ExportError> {
        if entry.row.time.is_none_or(|time| time > as_of) {
            group.later.get_or_insert(entry);
            return Ok(());
        }
        let posted = self.catalogue.posted(&entry)?;
        let part = group.parts.entry((Matter::of(entry.row.kind), words_of(posted))).or_default();
        match self.refusal(&entry) {
            None => *part = Part { best: Some(entry), refused: None },
            Some(reason) => part.refused = Some((entry, reason)),
        }
        Ok(())
    }

    /// Takes the best captures of a key.
    fn close(&mut self, group: Group, requisites: &mut Requisites) -> Result<(), ExportError> {
        if group.parts.is_empty() {
            if let Some(later) = &group.later {
                self.left_out.capture(LeftOutReason::OnlyLater, later)?;
            }
            return Ok(());
        }
        for ((_, posted), part) in group.parts {
            if let Some((entry, reason)) = &part.refused {
                self.left_out.capture(*reason, entry)?;
            }
            let Some(entry) = part.best else { continue };
            let posted = posted.map(|(method, query)| PostedRow { method, query });
            if self.take(&entry, posted, Role::Selected)? {
                self.conversions(&entry.row.key, entry.row.time)?;
                if has_requisites(&entry) {
                    requisites.read(self.captures, &entry)?;
                }
            }
        }
        Ok(())
    }

    /// The capture of a requisite: the latest at a moment or before, or else the first one after it. It is planned, or
    /// it is noted why not. `None` if it is not exported.
    pub(super) fn take_requisite(
        &mut self,
        uri: &[u8],
        as_of: Stamp,
    ) -> Result<Option<Entry>, ExportError> {
        let place = Key::behind_time(&key_of(uri), as_of);
        let before = self.catalogue.captures_before(&place, REQUISITES_LOOKED_AT)?;
        let behind = self.catalogue.captures_behind(&place, REQUISITES_LOOKED_AT)?;
        let mut refused = None;
        for entry in before.into_iter().chain(behind) {
            if Matter::of(entry.row.kind) != Matter::Page
                || self.catalogue.posted(&entry)?.is_some()
            {
                continue;
            }
            match self.refusal(&entry) {
                Some(reason) => refused = refused.or(Some((entry, reason))),
                None => {
                    let is_taken = self.take(&entry, None, Role::Requisite)?;
                    return Ok(is_taken.then_some(entry));
                }
            }
        }
        match refused {
            Some((entry, reason)) => self.left_out.capture(reason, &entry)?,
            None => self.left_out.uri(LeftOutReason::NotArchived, uri)?,
        }
        Ok(None)
    }

    /// Notes a requisite that is too deep to be followed.
    pub(super) fn too_deep(&mut self, uri: &[u8]) -> Result<(), ExportError> {
        self.left_out.uri(LeftOutReason::TooDeep, uri)
    }

    pub(super) fn captures(&self) -> &'s Captures {
        self.captures
    }

    /// Plans a capture, with the original of a revisit. `false` if it is left out.
    fn take(
        &mut self,
        entry: &Entry,
        posted: Option<PostedRow>,
        role: Role,
    ) -> Result<bool, ExportError> {
        if let Some(reason) = self.refusal(entry) {
            self.left_out.capture(reason, entry)?;
            return Ok(false);
        }
        if entry.row.kind == CaptureKind::Revisit && !self.take_original(entry)? {
            return Ok(false);
        }
        self.plan.capture(role, entry, posted)?;
        Ok(true)
    }

    /// Plans the capture that has the content of a revisit. `false` if there is none that may be exported.
    fn take_original(&mut self, revisit: &Entry) -> Result<bool, ExportError> {
        let mut reason = LeftOutReason::NoOriginal;
        for original in self.captures.originals(revisit)? {
            if self.captures.archive().find(&original.file).is_none() {
                continue;
            }
            if self.refusal(&original).is_some() {
                reason = LeftOutReason::OriginalRefused;
                continue;
            }
            let posted = self.catalogue.posted(&original)?;
            self.plan.capture(Role::Original, &original, posted)?;
            return Ok(true);
        }
        self.left_out.capture(reason, revisit)?;
        Ok(false)
    }

    /// Plans the conversions of a key; with `of`, those of a capture of that time.
    fn conversions(&mut self, key: &[u8], of: Option<Stamp>) -> Result<(), ExportError> {
        for row in self.catalogue.conversions(key, usize::MAX)? {
            let time = row.target_time.or(row.time);
            let is_meant = of.is_none_or(|of| row.target_time == Some(of));
            if !is_meant || !self.fits(&row.file, time)? {
                continue;
            }
            match self.gate.refusal(&row.key, time, row.mime.as_deref()) {
                None => self.plan.conversion(Role::Selected, &row)?,
                Some(reason) => {
                    let place = (&*row.file, row.offset);
                    self.left_out.place(reason, &row.uri, row.time, place, None)?;
                }
            }
        }
        Ok(())
    }

    fn refusal(&self, entry: &Entry) -> Option<LeftOutReason> {
        let row = &entry.row;
        self.gate.refusal(&row.key, row.time, row.mime.as_deref())
    }

    /// Whether time and job of a record are wanted. One without a time is in no period.
    fn fits(&mut self, file: &Arc<str>, time: Option<Stamp>) -> Result<bool, ExportError> {
        let ExportSelection { job, from, to, .. } = self.selection;
        let is_in_time = match (from, to) {
            (None, None) => true,
            _ => time.is_some_and(|time| {
                from.is_none_or(|from| time >= from) && to.is_none_or(|to| time <= to)
            }),
        };
        let Some(job) = job.as_ref().filter(|_| is_in_time) else { return Ok(is_in_time) };
        if let Some(known) = self.jobs.get(file) {
            return Ok(*known);
        }
        let listed = self.catalogue.listed(file)?;
        let is_of_job = listed.is_some_and(|listed| listed.job.as_ref() == Some(job));
        self.jobs.insert(file.clone(), is_of_job);
        Ok(is_of_job)
    }

    /// The keys that the selection means.
    fn wanted(&self) -> Vec<WantedKeys> {
        let prefixes = &self.selection.prefixes;
        if prefixes.is_empty() {
            return vec![WantedKeys { key: Vec::new(), is_exact: false }];
        }
        let mut all = Vec::new();
        for prefix in prefixes {
            // The key of a folder has no slash at its end, so that the beginning of what lies in it is not its own.
            let own = key_of(prefix.as_bytes());
            let keys = prefixes_of(prefix);
            if keys == [[&own[..], b"/"].concat()] {
                all.push(WantedKeys { key: own, is_exact: true });
            }
            all.extend(keys.into_iter().map(|key| WantedKeys { key, is_exact: false }));
        }
        all
    }

    fn count(&mut self, watch: &dyn Watch) -> Result<(), ExportError> {
        self.seen += 1;
        watch.at(self.seen);
        if watch.is_stopped() { Err(ExportError::Stopped) } else { Ok(()) }
    }
}

/// Keys that begin alike, or one key.
struct WantedKeys {
    key: Vec<u8>,
    is_exact: bool,
}

impl WantedKeys {
    /// Whether a capture, and all behind it, is not meant.
    fn is_past(&self, entry: &Entry) -> bool {
        self.is_exact && entry.row.key != self.key
    }
}

/// So many captures of a requisite before the moment, and behind it, are looked at for one that may be exported.
const REQUISITES_LOOKED_AT: usize = 64;

/// The captures of one key, as of a moment.
#[derive(Default)]
struct Group {
    key: Vec<u8>,
    /// Captures of other kinds, and answers to other requests, do not replace each other.
    parts: BTreeMap<(Matter, Option<(String, String)>), Part>,
    /// The first capture after the moment, or one without a time.
    later: Option<Entry>,
}

#[derive(Default)]
struct Part {
    /// The latest capture that may be exported.
    best: Option<Entry>,
    /// A later one that may not.
    refused: Option<(Entry, LeftOutReason)>,
}

/// What a capture is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Matter {
    Page,
    Metadata,
    Names,
}

impl Matter {
    fn of(kind: CaptureKind) -> Matter {
        match kind {
            CaptureKind::Response | CaptureKind::Revisit | CaptureKind::Resource => Matter::Page,
            CaptureKind::Metadata => Matter::Metadata,
            CaptureKind::Dns => Matter::Names,
        }
    }
}

fn words_of(posted: Option<PostedRow>) -> Option<(String, String)> {
    posted.map(|posted| (posted.method, posted.query))
}
