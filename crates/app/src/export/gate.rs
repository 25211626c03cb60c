//! What the rules of access let out of the archive.

use super::{ExportAccess, ExportError, LeftOutReason};
use crate::access::now;
use stodola_access::{AccessDecision, CaptureFacts, Moment, PeopleStore, RuleSet, Visitor};
use stodola_archive::{Archive, Stamp};

/// The rules at the beginning of the export, and for whom they are asked.
pub(super) struct Gate {
    /// `None` if everything is exported.
    asked: Option<(RuleSet, Visitor, Moment)>,
}

impl Gate {
    pub(super) fn open(archive: &Archive, access: &ExportAccess) -> Result<Gate, ExportError> {
        let ExportAccess::Visitor(visitor) = access else { return Ok(Gate { asked: None }) };
        let store = PeopleStore::open_to_read(&PeopleStore::path_in(archive.folder()))?;
        let rules = store.map(|store| store.rule_set()).transpose()?.unwrap_or_default();
        let asked = (!rules.is_empty()).then(|| {
            let visitor = rules.recognise(visitor.clone());
            (rules, visitor, now())
        });
        Ok(Gate { asked })
    }

    /// Why a capture must not be exported; `None` if it may.
    pub(super) fn refusal(
        &self,
        key: &[u8],
        time: Option<Stamp>,
        mime: Option<&str>,
    ) -> Option<LeftOutReason> {
        let (rules, visitor, now) = self.asked.as_ref()?;
        let facts = CaptureFacts { key, time: time.map(|time| Moment(time.seconds())), mime };
        match rules.decide(visitor, &facts, *now) {
            AccessDecision::Allow => None,
            AccessDecision::Block(_) => Some(LeftOutReason::Blocked),
            AccessDecision::Hide(_) => Some(LeftOutReason::Hidden),
        }
    }
}
