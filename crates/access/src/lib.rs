//! Who may see which capture, and who may do what: rules, the one decision, people, and the log of who changed what.
//!
//! ```text
//! people.db ─▶ PeopleStore: rules, changes (who, when, why), undo
//!     │ another process changed it? looked at for each request
//!     ▼
//! LiveRules ─▶ RuleSet::decide(visitor, capture, now) ─▶ Allow | Block(refusal) | Hide
//!
//! people.db ─▶ LivePeople ─▶ who is signed in, or which token asks: person, role, groups
//! ```
//!
//! # Which rule decides
//!
//! Of all rules that apply, the most specific one. Compared are, in this order:
//!
//! 1. the place: a single address before a prefix, a longer prefix before a shorter one, a host before its domain;
//! 2. the audience: a group before an address range, a narrow range before a wide one, both before everybody;
//! 3. the times of capture: a short span before a long one, both before none; then a rule about age, then one that is
//!    valid for a time only;
//! 4. the media type: `image/png` before `image/*`, both before none.
//!
//! If all that is equal, the stricter one: hide, then block, then allow. Without any rule a capture is allowed.
//! An allowing rule can yield to embargoes: then any rule about the age of captures that applies and does not allow
//! goes before it, however specific it is.
//!
//! Of a capture without a date it is not known whether a rule about dates applies: it does if it is strict.
//!
//! ```
//! use stodola_access::{AccessDecision, AccessPolicy, AccessRule, CaptureFacts, Moment, RuleId, RuleSet, Visitor};
//!
//! let rules = RuleSet::new(vec![
//!     (RuleId(1), AccessRule::new("*.example.cz".parse()?, AccessPolicy::Hide)),
//!     (RuleId(2), AccessRule::new("http://example.cz/open/*".parse()?, AccessPolicy::Allow)),
//! ]);
//! let now = Moment::parse("2026-11-16").expect("a date");
//! let decide = |key: &str| {
//!     let capture = CaptureFacts { key: key.as_bytes(), time: Some(now), mime: Some("text/html") };
//!     rules.decide(&Visitor::public(), &capture, now)
//! };
//! assert!(matches!(decide("cz,example)/x"), AccessDecision::Hide(RuleId(1))));
//! assert!(matches!(decide("cz,example)/open/x"), AccessDecision::Allow));
//! assert!(matches!(decide("cz,other)/"), AccessDecision::Allow));
//! # Ok::<(), stodola_access::RuleTextError>(())
//! ```

mod decide;
mod explain;
mod group;
pub mod import;
mod live;
mod moment;
pub mod people;
mod rule;
mod rule_set;
mod store;

pub use decide::{AccessDecision, AccessRefusal, CaptureFacts, Visitor, decide};
pub use explain::{Explanation, RuleVerdict, Unfit};
pub use group::GroupRange;
pub use live::LiveRules;
pub use moment::{CalendarPeriod, Moment};
pub use rule::{
    AccessPolicy, AccessRule, AddressRange, AgeLimit, BlockCause, MimePattern, MomentSpan,
    RuleAudience, RuleId, RulePlace, RuleTextError,
};
pub use rule_set::RuleSet;
pub use store::{
    ChangeKind, ChangeRow, ChangedGroup, ChangedRule, PeopleError, PeopleStore, RuleEdit, Signed,
};
