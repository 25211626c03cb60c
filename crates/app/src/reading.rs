//! Whoever reads the archive: which captures they may see, and what pages tell them about captures.
//!
//! [`UrlHistory`] is the calendar of an address, [`AddressList`] a list by prefix, [`CaptureDetails`] all about one
//! capture, [`NearbyAddresses`] what there is instead of what is not there, [`TextComparison`] two captures word by
//! word, [`ArchiveFront`] the archive as a whole. Hidden captures are in none of them, nor in their counts.

mod change;
mod compare;
mod day;
mod details;
mod diff;
mod document;
mod front;
mod gate;
mod history;
mod marked;
mod nearby;
mod parts;
mod prefix;
#[cfg(test)]
mod tests;

pub use change::ContentChange;
pub use compare::{
    CapturePlace, CaptureText, ComparedAspect, ComparedParagraph, TextComparison, UnreadableText,
};
pub use day::DayCapture;
pub use details::{CaptureDetails, RevisitedCapture, licences_of};
pub use diff::{WordChange, WordRun};
pub use front::ArchiveFront;
pub use gate::GateError;
pub(crate) use gate::gate_of;
pub use history::{DayTally, UrlHistory};
pub use marked::{MarkedPiece, MarkedText, SoughtText};
pub use nearby::{HarvestOutcome, NearbyAddresses};
pub use parts::{CaptureParts, PagePart};
pub use prefix::{AddressList, ListedAddress};

use crate::collections::{CollectionScope, ProjectScope};
use std::sync::Arc;
use stodola_access::{
    AccessDecision, BlockCause, CaptureFacts, Moment, RuleId, RuleSet, Visitor, decide,
};
use stodola_archive::Entry;

/// What a reader is shown of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureSight {
    /// Everything.
    Shown,
    /// That it exists, but not its content.
    Blocked,
    /// Nothing, as if it did not exist.
    Hidden,
}

/// Decides what a reader is shown. It is asked for every capture of every answer, so it must be quick.
pub trait CaptureGate: Send + Sync {
    /// What of a capture is shown.
    fn sight(&self, entry: &Entry) -> CaptureSight;

    /// Whether some capture with a key that begins so may be blocked or hidden. Those of other keys are shown without
    /// being asked about.
    fn may_restrict_below(&self, _beginning: &[u8]) -> bool {
        true
    }
}

/// Shows everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenGate;

impl CaptureGate for OpenGate {
    fn sight(&self, _entry: &Entry) -> CaptureSight {
        CaptureSight::Shown
    }

    fn may_restrict_below(&self, _beginning: &[u8]) -> bool {
        false
    }
}

/// The gate of one reader at one moment: what the rules of the archive say.
#[derive(Clone, Debug)]
pub struct ReaderGate {
    rules: Arc<RuleSet>,
    visitor: Visitor,
    now: Moment,
    hides_blocked: bool,
    /// Only captures of this collection are shown; `None` for all.
    collection: Option<Arc<CollectionScope>>,
    /// Only captures of this project are shown; `None` for all.
    project: Option<Arc<ProjectScope>>,
}

/// Why the content of a capture is not shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureRefusal {
    /// The number of the rule.
    pub rule: RuleId,
    /// Why the rule was made.
    pub cause: BlockCause,
    /// From when on it may be shown, if that is known.
    pub until: Option<Moment>,
    /// What readers are told in addition.
    pub message: Option<String>,
}

/// The file of a capture as readers may know it: its path within the archive, or only the name of a file elsewhere.
/// Where folders are on this machine is told to nobody.
pub fn shown_file(file: &str) -> &str {
    match file.starts_with('/') {
        true => file.rsplit('/').next().unwrap_or(file),
        false => file,
    }
}

impl ReaderGate {
    /// The gate of a reader. `rules` are those of this moment. Groups that the address of the visitor belongs to are
    /// added.
    pub fn new(rules: Arc<RuleSet>, visitor: Visitor, now: Moment) -> ReaderGate {
        let visitor = rules.recognise(visitor);
        ReaderGate { rules, visitor, now, hides_blocked: false, collection: None, project: None }
    }

    /// Same gate, but captures whose content is not shown are hidden altogether.
    pub fn hiding_blocked(self) -> ReaderGate {
        ReaderGate { hides_blocked: true, ..self }
    }

    /// The same gate for a collection: other captures are as if they did not exist.
    pub fn within(self, collection: Option<Arc<CollectionScope>>) -> ReaderGate {
        ReaderGate { collection, ..self }
    }

    /// The same gate for a project: other captures are as if they did not exist.
    pub fn within_project(self, project: Option<Arc<ProjectScope>>) -> ReaderGate {
        ReaderGate { project, ..self }
    }

    /// The collection that the gate is for; `None` for the whole archive.
    pub fn collection(&self) -> Option<&CollectionScope> {
        self.collection.as_deref()
    }

    /// Why the content of a capture is not shown; `None` if it is shown, or if the capture is hidden altogether.
    pub fn refusal(&self, entry: &Entry) -> Option<CaptureRefusal> {
        match self.decide(entry) {
            AccessDecision::Allow | AccessDecision::Hide(_) => None,
            AccessDecision::Block(refusal) => Some(CaptureRefusal {
                rule: refusal.id,
                cause: refusal.rule.cause,
                until: refusal.until,
                message: refusal.rule.message.clone(),
            }),
        }
    }

    /// Whether some capture of an address with this key could be hidden. Then nothing is told of the address that does
    /// not come from captures the reader may see.
    pub fn may_hide(&self, key: &[u8]) -> bool {
        self.is_narrow() || self.rules.may_hide(key)
    }

    /// The beginnings of keys below which captures may be hidden.
    pub fn hiding_keys(&self) -> impl Iterator<Item = &[u8]> {
        self.rules.hiding_keys()
    }

    /// The moment that the gate is of.
    pub fn now(&self) -> Moment {
        self.now
    }

    /// Whether it shows a part of the archive only.
    fn is_narrow(&self) -> bool {
        self.collection.is_some() || self.project.is_some()
    }

    fn decide(&self, entry: &Entry) -> AccessDecision<'_> {
        let row = &entry.row;
        let facts = CaptureFacts {
            key: &row.key,
            time: row.time.map(|time| Moment(time.seconds())),
            mime: row.mime.as_deref(),
        };
        decide(&self.rules, &self.visitor, &facts, self.now)
    }
}

impl CaptureGate for ReaderGate {
    fn sight(&self, entry: &Entry) -> CaptureSight {
        if self.collection.as_ref().is_some_and(|collection| !collection.contains(entry)) {
            return CaptureSight::Hidden;
        }
        if self.project.as_ref().is_some_and(|project| !project.contains(entry)) {
            return CaptureSight::Hidden;
        }
        if self.rules.is_empty() {
            return CaptureSight::Shown;
        }
        match self.decide(entry) {
            AccessDecision::Allow => CaptureSight::Shown,
            AccessDecision::Block(_) if self.hides_blocked => CaptureSight::Hidden,
            AccessDecision::Block(_) => CaptureSight::Blocked,
            AccessDecision::Hide(_) => CaptureSight::Hidden,
        }
    }

    /// Inside a collection or project always true: whatever lies outside it is hidden, and no key says what does.
    fn may_restrict_below(&self, beginning: &[u8]) -> bool {
        self.is_narrow() || self.rules.may_restrict_below(beginning)
    }
}
