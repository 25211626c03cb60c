//! A rule as people write it: every part a text.

use stodola_access::{
    AccessPolicy, AccessRule, AgeLimit, CalendarPeriod, Moment, MomentSpan, RuleAudience,
};

/// A rule of access, each part as it was written; `None` for what was left out.
#[derive(Clone, Debug, Default)]
pub struct WrittenRule {
    /// Which addresses.
    pub place: String,
    /// For whom: `group:NAME` or `address:RANGE`.
    pub audience: Option<String>,
    /// Captured at this time or later.
    pub from: Option<String>,
    /// Captured at this time or earlier.
    pub to: Option<String>,
    /// Captures younger than this.
    pub younger_than: Option<String>,
    /// Captures older than this; not with `younger_than`.
    pub older_than: Option<String>,
    /// The rule holds from this time on.
    pub valid_from: Option<String>,
    /// The rule holds until this time.
    pub valid_until: Option<String>,
    /// Captures of this media type.
    pub media_type: Option<String>,
    /// What readers are told.
    pub message: Option<String>,
    /// What only staff sees.
    pub note: Option<String>,
}

/// Why a rule cannot be understood. Each has the text that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrittenRuleError {
    /// Not an address, host or domain.
    #[error("'{0}' is not an address: write a URL, a URL ending in *, a host, *.DOMAIN or *")]
    Place(String),
    /// Not an audience.
    #[error("'{0}' is not an audience: write group:NAME or address:RANGE")]
    Audience(String),
    /// Not a group.
    #[error("'{0}' is not a group: write group:NAME")]
    Group(String),
    /// Not a media type.
    #[error("'{0}' is not a media type: write for example application/pdf or image/*")]
    MediaType(String),
    /// Not a period.
    #[error("'{0}' is not a period: write for example 1y, 6m or 90d")]
    Period(String),
    /// Not a time.
    #[error("'{0}' is not a time: write for example 2015, 2015-06-30 or 20150630120000")]
    Time(String),
    /// The end is before the beginning.
    #[error("the time from {from} to {to} is empty")]
    EmptySpan {
        /// The beginning.
        from: Moment,
        /// The end.
        to: Moment,
    },
}

impl WrittenRule {
    /// Understands the rule.
    pub fn read(&self, policy: AccessPolicy) -> Result<AccessRule, WrittenRuleError> {
        let place = self.place.parse();
        let place = place.map_err(|_| WrittenRuleError::Place(self.place.clone()))?;
        let audience = match &self.audience {
            None => RuleAudience::Everybody,
            Some(who) => who.parse().map_err(|_| WrittenRuleError::Audience(who.clone()))?,
        };
        let mime = match &self.media_type {
            None => None,
            Some(mime) => {
                Some(mime.parse().map_err(|_| WrittenRuleError::MediaType(mime.clone()))?)
            }
        };
        let age = match (&self.younger_than, &self.older_than) {
            (Some(written), _) => Some(AgeLimit::Younger(period(written)?)),
            (None, Some(written)) => Some(AgeLimit::Older(period(written)?)),
            (None, None) => None,
        };
        Ok(AccessRule {
            audience,
            captured: span(self.from.as_deref(), self.to.as_deref())?,
            valid: span(self.valid_from.as_deref(), self.valid_until.as_deref())?,
            age,
            mime,
            message: self.message.clone(),
            note: self.note.clone(),
            ..AccessRule::new(place, policy)
        })
    }
}

/// Returns the names of groups that were written as `group:NAME`.
pub fn group_names(written: &[String]) -> Result<Vec<String>, WrittenRuleError> {
    let name = |text: &String| match text.strip_prefix("group:").filter(|name| !name.is_empty()) {
        Some(name) => Ok(name.to_owned()),
        None => Err(WrittenRuleError::Group(text.clone())),
    };
    written.iter().map(name).collect()
}

fn period(text: &str) -> Result<CalendarPeriod, WrittenRuleError> {
    let period = CalendarPeriod::parse(text).filter(|period| !period.is_zero());
    period.ok_or_else(|| WrittenRuleError::Period(text.to_owned()))
}

/// Both ends belong to it: `to` 2015 is the whole year.
fn span(from: Option<&str>, to: Option<&str>) -> Result<MomentSpan, WrittenRuleError> {
    let read = |text: Option<&str>, parse: fn(&str) -> Option<Moment>| match text {
        None => Ok(None),
        Some(text) => match parse(text) {
            Some(moment) => Ok(Some(moment)),
            None => Err(WrittenRuleError::Time(text.to_owned())),
        },
    };
    let span = MomentSpan { from: read(from, Moment::parse)?, to: read(to, Moment::parse_last)? };
    match (span.from, span.to) {
        (Some(from), Some(to)) if from > to => Err(WrittenRuleError::EmptySpan { from, to }),
        _ => Ok(span),
    }
}
