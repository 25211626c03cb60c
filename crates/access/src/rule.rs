//! A rule: for which captures and visitors, and what is decided.

mod address;
mod audience;
mod mime;
mod place;

pub use address::AddressRange;
pub use audience::RuleAudience;
pub use mime::MimePattern;
pub use place::RulePlace;

use crate::moment::{CalendarPeriod, Moment};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The longest text of a rule, in bytes: a place, a message, a note.
pub(crate) const TEXT_MAX: usize = 8 << 10;

/// The number of a rule. It is never used again for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RuleId(pub i64);

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Errors from reading a part of a rule that is written as text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{text}' is no {what}")]
pub struct RuleTextError {
    /// What it should be.
    pub what: &'static str,
    /// The beginning of what it is.
    pub text: String,
}

impl RuleTextError {
    pub(crate) fn new(what: &'static str, text: &str) -> RuleTextError {
        RuleTextError { what, text: text.chars().take(200).collect() }
    }
}

/// What a rule decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AccessPolicy {
    /// The capture is shown.
    Allow,
    /// The capture is listed with the reason, its content is not shown.
    Block,
    /// The capture is as if it were not there, also in counts.
    Hide,
}

impl AccessPolicy {
    /// Its name in commands and files.
    pub fn as_str(self) -> &'static str {
        match self {
            AccessPolicy::Allow => "allow",
            AccessPolicy::Block => "block",
            AccessPolicy::Hide => "hide",
        }
    }
}

/// Why something is blocked: it decides the status and the words that readers see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockCause {
    /// It may be shown later.
    Embargo,
    /// By law or contract it may be shown in the reading room only.
    ReadingRoom,
    /// A court has ordered it.
    TakedownCourt,
    /// The owner of the page has asked for it.
    TakedownOwner,
    /// A person who is named on the page has asked for it.
    TakedownPerson,
    /// It is for certain people only.
    #[default]
    Rights,
}

impl BlockCause {
    /// All of them.
    pub const ALL: [BlockCause; 6] = [
        BlockCause::Embargo,
        BlockCause::ReadingRoom,
        BlockCause::TakedownCourt,
        BlockCause::TakedownOwner,
        BlockCause::TakedownPerson,
        BlockCause::Rights,
    ];

    /// Its name in commands and files.
    pub fn as_str(self) -> &'static str {
        match self {
            BlockCause::Embargo => "embargo",
            BlockCause::ReadingRoom => "reading-room",
            BlockCause::TakedownCourt => "takedown-court",
            BlockCause::TakedownOwner => "takedown-owner",
            BlockCause::TakedownPerson => "takedown-person",
            BlockCause::Rights => "rights",
        }
    }

    /// The cause of that name; `None` if there is none.
    pub fn parse(name: &str) -> Option<BlockCause> {
        BlockCause::ALL.into_iter().find(|cause| cause.as_str() == name)
    }

    /// The HTTP status of the refusal: 451 or 403.
    pub fn status(self) -> u16 {
        match self {
            BlockCause::Embargo
            | BlockCause::TakedownCourt
            | BlockCause::TakedownOwner
            | BlockCause::TakedownPerson => 451,
            BlockCause::ReadingRoom | BlockCause::Rights => 403,
        }
    }
}

/// A span of time, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MomentSpan {
    /// The first second; `None` without a beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Moment>,
    /// The last second; `None` without an end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Moment>,
}

impl MomentSpan {
    /// Whether a moment lies in it.
    pub fn contains(&self, moment: Moment) -> bool {
        self.from.is_none_or(|from| from <= moment) && self.to.is_none_or(|to| moment <= to)
    }

    /// Whether it is all of time.
    pub fn is_all(&self) -> bool {
        self.from.is_none() && self.to.is_none()
    }

    /// How specific it is: a span with both ends by its length, one with one end less, all of time not at all.
    fn narrowness(&self) -> u64 {
        match (self.from, self.to) {
            (Some(from), Some(to)) => u64::MAX - to.0.abs_diff(from.0),
            (None, None) => 0,
            (Some(_), None) | (None, Some(_)) => 1,
        }
    }
}

/// A limit on the age of a capture when somebody wants to see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgeLimit {
    /// Captures younger than that: until the period after the capture is over.
    Younger(CalendarPeriod),
    /// Captures older than that.
    Older(CalendarPeriod),
}

impl AgeLimit {
    /// Whether a capture of that time is within the limit now.
    pub(crate) fn fits(self, captured: Moment, now: Moment) -> bool {
        match self {
            AgeLimit::Younger(period) => captured.after(period).is_none_or(|end| now < end),
            AgeLimit::Older(period) => captured.after(period).is_some_and(|end| now > end),
        }
    }
}

/// A rule of access.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AccessRule {
    /// Which addresses.
    pub place: RulePlace,
    /// What is decided.
    pub policy: AccessPolicy,
    /// Of a blocking rule: why.
    #[serde(default, skip_serializing_if = "is_default")]
    pub cause: BlockCause,
    /// For whom.
    #[serde(default, skip_serializing_if = "is_default")]
    pub audience: RuleAudience,
    /// Only captures of this time.
    #[serde(default, skip_serializing_if = "is_default")]
    pub captured: MomentSpan,
    /// Only captures of this age: an embargo.
    #[serde(default, skip_serializing_if = "is_default")]
    pub age: Option<AgeLimit>,
    /// Only while this time lasts.
    #[serde(default, skip_serializing_if = "is_default")]
    pub valid: MomentSpan,
    /// Only captures of this media type.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mime: Option<MimePattern>,
    /// Of an allowing rule: whether embargoes go before it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub yields_to_embargo: bool,
    /// What readers are told.
    #[serde(default, skip_serializing_if = "is_default")]
    pub message: Option<String>,
    /// What only staff sees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub note: Option<String>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl AccessRule {
    /// A rule for all captures of a place, for everybody.
    pub fn new(place: RulePlace, policy: AccessPolicy) -> AccessRule {
        AccessRule {
            place,
            policy,
            cause: BlockCause::default(),
            audience: RuleAudience::default(),
            captured: MomentSpan::default(),
            age: None,
            valid: MomentSpan::default(),
            mime: None,
            yields_to_embargo: false,
            message: None,
            note: None,
        }
    }

    /// How specific it is among rules of the same bytes of a key; the order is told in the documentation of the crate.
    pub(crate) fn specificity(&self) -> impl Ord + use<> {
        (
            self.place.rank(),
            self.audience.narrowness(),
            self.captured.narrowness(),
            self.age.is_some(),
            !self.valid.is_all(),
            self.mime.as_ref().map_or(0, MimePattern::narrowness),
            // Of rules as specific, the stricter one.
            self.policy,
        )
    }

    /// What a text that was given is too long for: none of them may be larger than 8 KiB.
    pub(crate) fn too_long(&self) -> Option<&'static str> {
        let is_long = |text: &Option<String>| text.as_ref().is_some_and(|it| it.len() > TEXT_MAX);
        if self.place.key().len() > TEXT_MAX {
            return Some("place");
        }
        if is_long(&self.message) {
            return Some("message");
        }
        is_long(&self.note).then_some("note")
    }
}
