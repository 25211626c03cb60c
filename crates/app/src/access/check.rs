//! Which rule decides about an address, and why the others do not.

use super::{AccessError, now};
use serde::Serialize;
use std::path::PathBuf;
use stodola_access::{
    AccessDecision, AccessRule, CaptureFacts, Moment, PeopleStore, RuleId, RuleVerdict, Unfit,
    Visitor,
};
use stodola_archive::{Archive, Captures, Entry, Key, Stamp, key_of};

/// What is asked.
#[derive(Clone, Debug)]
pub struct AccessCheckSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The address.
    pub url: String,
    /// Who wants to see it.
    pub visitor: Visitor,
    /// The capture nearest to this time is meant; the latest one without it. If the archive has no capture of the
    /// address, one of this time is supposed.
    pub time: Option<Stamp>,
    /// The media type that is supposed instead of that of the capture.
    pub mime: Option<String>,
}

/// What is decided, and why.
#[derive(Clone, Debug, Serialize)]
pub struct AccessCheck {
    /// The key of the address (SURT).
    pub key: String,
    /// When the capture was made that is decided about; `None` if that is not known.
    pub time: Option<Moment>,
    /// Its media type; `None` if that is not known.
    pub mime: Option<String>,
    /// Whether the archive has such a capture.
    pub is_captured: bool,
    /// `allow`, `block` or `hide`.
    pub decision: &'static str,
    /// The status of the answer: 200, 403, 451, or 404 for what is hidden.
    pub status: u16,
    /// Until when the deciding rule blocks, if it ends by itself.
    pub until: Option<Moment>,
    /// The rules of all places that the address lies in, the most specific first.
    pub rules: Vec<CheckedRule>,
}

/// A rule and what became of it.
#[derive(Clone, Debug, Serialize)]
pub struct CheckedRule {
    /// Its number.
    pub id: RuleId,
    /// The rule.
    #[serde(flatten)]
    pub rule: AccessRule,
    /// `decides`, `overruled`, `yields`, or what does not fit: `audience`, `valid`, `captured`, `age`, `type`.
    pub verdict: &'static str,
}

/// Tells what a visitor would be shown of an address now.
pub fn check(settings: &AccessCheckSettings) -> Result<AccessCheck, AccessError> {
    let archive = Archive::open(&settings.archive)?;
    let key = key_of(settings.url.as_bytes());
    let capture = capture_of(&Captures::new(&archive), &key, settings)?;
    let row = capture.as_ref().map(|entry| &entry.row);
    let time = match row {
        Some(row) => row.time.map(|time| Moment(time.seconds())),
        None => Some(settings.time.map_or_else(now, |time| Moment(time.seconds()))),
    };
    let mime = settings.mime.clone().or_else(|| row.and_then(|row| row.mime.clone()));
    let store = PeopleStore::open_to_read(&PeopleStore::path_in(archive.folder()))?;
    let rules = store.map(|store| store.rule_set()).transpose()?.unwrap_or_default();
    let facts = CaptureFacts { key: &key, time, mime: mime.as_deref() };
    let visitor = rules.recognise(settings.visitor.clone());
    let explained = rules.explain(&visitor, &facts, now());
    let (decision, status, until) = match explained.decision {
        AccessDecision::Allow => ("allow", 200, None),
        AccessDecision::Hide(_) => ("hide", 404, None),
        AccessDecision::Block(refusal) => ("block", refusal.rule.cause.status(), refusal.until),
    };
    let rules = explained.rules.iter().map(|(id, rule, verdict)| CheckedRule {
        id: *id,
        rule: (*rule).clone(),
        verdict: word_of(*verdict),
    });
    let rules = rules.collect();
    let is_captured = capture.is_some();
    let key = String::from_utf8_lossy(&key).into_owned();
    Ok(AccessCheck { key, time, mime, is_captured, decision, status, until, rules })
}

fn capture_of(
    captures: &Captures,
    key: &[u8],
    settings: &AccessCheckSettings,
) -> Result<Option<Entry>, AccessError> {
    Ok(match settings.time {
        Some(time) => captures.closest(settings.url.as_bytes(), time)?,
        None => captures.catalogue()?.captures_before(&Key::end_of(key), 1)?.pop(),
    })
}

fn word_of(verdict: RuleVerdict) -> &'static str {
    match verdict {
        RuleVerdict::Decides => "decides",
        RuleVerdict::Overruled => "overruled",
        RuleVerdict::Yields => "yields",
        RuleVerdict::Unfit(Unfit::Place) => "place",
        RuleVerdict::Unfit(Unfit::Audience) => "audience",
        RuleVerdict::Unfit(Unfit::Valid) => "valid",
        RuleVerdict::Unfit(Unfit::Captured) => "captured",
        RuleVerdict::Unfit(Unfit::Age) => "age",
        RuleVerdict::Unfit(Unfit::Type) => "type",
    }
}
