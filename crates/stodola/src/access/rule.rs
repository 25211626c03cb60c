//! `stodola access block`, `allow` and `hide`: a new rule.

use super::{change_settings, say_added};
use crate::output::Outcome;
use std::path::PathBuf;
use stodola_access::{AccessPolicy, AccessRule, BlockCause};
use stodola_app::access::{WrittenRule, add_rule};

/// Block captures: they are listed with the reason, and their content is not shown.
///
/// The files of the archive stay as they are. The rule holds at once, also for a running server. Of all rules that
/// apply, the most specific decides: first by the address (a page before a folder before a host before a domain), then
/// by visitor, by time, by type. If two are as specific, the stricter one decides.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola access block example.cz --cause takedown-owner --why 'letter of 3 May' --archive archive\n  \
    stodola access block '*' --younger-than 1y --cause embargo --why 'contract 12/2026' --archive archive")]
pub(crate) struct BlockArguments {
    #[command(flatten)]
    rule: RuleArguments,
    /// Why, in a word: it decides what readers are told
    #[arg(long, value_enum, default_value_t = Cause::Rights)]
    cause: Cause,
}

/// Allow captures that a less specific rule blocks or hides.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola access allow '*' --for address:10.1.0.0/16 --why 'reading room' --archive archive")]
pub(crate) struct AllowArguments {
    #[command(flatten)]
    rule: RuleArguments,
    /// Rules about the age of captures go before this one
    #[arg(long)]
    unless_embargo: bool,
}

/// Hide captures: they are as if they did not exist, also in counts.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola access hide http://example.cz/private/* --why 'court order 7 C 12/2026' --archive archive")]
pub(crate) struct HideArguments {
    #[command(flatten)]
    rule: RuleArguments,
}

/// What all three have in common.
#[derive(clap::Args)]
struct RuleArguments {
    /// Which addresses: `http://example.cz/a` for one, `http://example.cz/a/*` for all that start so, `example.cz` for
    /// a host, `*.example.cz` for a domain, `*` for all
    #[arg(value_name = "PLACE")]
    place: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only for members of a group (group:NAME) or for a range of addresses (address:10.1.0.0/16)
    #[arg(long = "for", value_name = "WHO")]
    audience: Option<String>,
    /// Only captures made at this time or later, for example 2015 or 2015-06-30
    #[arg(long, value_name = "TIME")]
    from: Option<String>,
    /// Only captures made at this time or earlier
    #[arg(long, value_name = "TIME")]
    to: Option<String>,
    /// Only captures younger than this, for example 1y, 6m, 90d: an embargo
    #[arg(long, value_name = "PERIOD", conflicts_with = "older_than")]
    younger_than: Option<String>,
    /// Only captures older than this
    #[arg(long, value_name = "PERIOD")]
    older_than: Option<String>,
    /// The rule holds from this time on
    #[arg(long, value_name = "TIME")]
    valid_from: Option<String>,
    /// The rule holds until this time
    #[arg(long, value_name = "TIME")]
    valid_until: Option<String>,
    /// Only captures of this media type, for example application/pdf or image/*
    #[arg(long = "type", value_name = "TYPE")]
    media_type: Option<String>,
    /// What readers are told
    #[arg(long, value_name = "TEXT")]
    message: Option<String>,
    /// What only staff sees
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// The reason, kept in the log for those who ask in ten years
    #[arg(long, value_name = "REASON")]
    why: String,
    /// Who makes the rule, kept in the log; by default the user of the system
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

/// The causes that a rule can name.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Cause {
    /// It may be shown later
    Embargo,
    /// Law or contract: only in the reading room
    ReadingRoom,
    /// A court has ordered it
    TakedownCourt,
    /// The owner of the page has asked for it
    TakedownOwner,
    /// A person named on the page has asked for it
    TakedownPerson,
    /// It is for certain people only
    Rights,
}

impl From<Cause> for BlockCause {
    fn from(cause: Cause) -> BlockCause {
        match cause {
            Cause::Embargo => BlockCause::Embargo,
            Cause::ReadingRoom => BlockCause::ReadingRoom,
            Cause::TakedownCourt => BlockCause::TakedownCourt,
            Cause::TakedownOwner => BlockCause::TakedownOwner,
            Cause::TakedownPerson => BlockCause::TakedownPerson,
            Cause::Rights => BlockCause::Rights,
        }
    }
}

impl BlockArguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let rule = self.rule.rule(AccessPolicy::Block)?;
        self.rule.add(AccessRule { cause: self.cause.into(), ..rule })
    }
}

impl AllowArguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        let rule = self.rule.rule(AccessPolicy::Allow)?;
        self.rule.add(AccessRule { yields_to_embargo: self.unless_embargo, ..rule })
    }
}

impl HideArguments {
    pub(super) fn run(&self) -> anyhow::Result<Outcome> {
        self.rule.add(self.rule.rule(AccessPolicy::Hide)?)
    }
}

impl RuleArguments {
    fn rule(&self, policy: AccessPolicy) -> anyhow::Result<AccessRule> {
        let written = WrittenRule {
            place: self.place.clone(),
            audience: self.audience.clone(),
            from: self.from.clone(),
            to: self.to.clone(),
            younger_than: self.younger_than.clone(),
            older_than: self.older_than.clone(),
            valid_from: self.valid_from.clone(),
            valid_until: self.valid_until.clone(),
            media_type: self.media_type.clone(),
            message: self.message.clone(),
            note: self.note.clone(),
        };
        Ok(written.read(policy)?)
    }

    fn add(&self, rule: AccessRule) -> anyhow::Result<Outcome> {
        let settings = change_settings(&self.archive, self.by.as_deref(), &self.why);
        let change = add_rule(&settings, rule)?;
        for id in change.added {
            say_added(id, change.number);
        }
        Ok(Outcome::default())
    }
}
