//! The shapes of what is sent and received.

mod operating;

pub(crate) use operating::*;

use super::schema::{FieldType, SchemaSet, wire};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value, json};
use stodola_access::people::{PersonRole, TokenScope};

/// A role in JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoleName(pub(crate) PersonRole);

/// A scope in JSON.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScopeName(pub(crate) TokenScope);

macro_rules! named {
    ($($name:ident, $type:ty);*) => {
        $(
            impl Serialize for $name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.0.as_str())
                }
            }

            impl<'de> Deserialize<'de> for $name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                    let name = String::deserialize(deserializer)?;
                    name.parse().map($name).map_err(serde::de::Error::custom)
                }
            }

            impl FieldType for $name {
                fn field(_: &mut SchemaSet) -> Value {
                    let names: Vec<&str> = <$type>::ALL.iter().map(|it| it.as_str()).collect();
                    json!({ "type": "string", "enum": names })
                }
            }
        )*
    };
}
named!(RoleName, PersonRole; ScopeName, TokenScope);

wire! {
    /// Nothing.
    Nothing {}

    /// It was done.
    Done {
        /// Always true.
        done: bool,
    }

    /// A capture in a list.
    Capture {
        /// The address as it was captured.
        uri: String,
        /// When it was captured, in fourteen digits.
        time: Option<String>,
        /// The type of the record.
        kind: String,
        /// The status of the answer.
        status: Option<u16>,
        /// The media type.
        mime: Option<String>,
        /// The digest of the content.
        digest: Option<String>,
        /// Bytes of the record in its file.
        length: Option<u64>,
        /// The file.
        file: String,
        /// Where the record begins in it.
        offset: u64,
        /// Whether its content may not be shown to you.
        blocked: bool,
    }

    /// A page of captures.
    CapturePage {
        /// The captures.
        items: Vec<Capture>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// Why content is not shown.
    Refusal {
        /// The number of the rule.
        rule: i64,
        /// The cause.
        cause: String,
        /// From when on it may be shown, if that is known.
        until: Option<String>,
        /// What readers are told in addition.
        message: Option<String>,
    }

    /// All about one capture.
    CaptureDetail {
        /// The capture.
        capture: Capture,
        /// Its title.
        title: Option<String>,
        /// Its language.
        language: Option<String>,
        /// The job that made it.
        job: Option<String>,
        /// The identifier of its record.
        record: Option<String>,
        /// The head of the answer, as it came over the wire.
        head: Option<String>,
        /// Why its content is not shown; null if it is.
        refusal: Option<Refusal>,
        /// The time of the capture before.
        previous: Option<String>,
        /// The time of the capture after.
        next: Option<String>,
        /// Where it is shown.
        replay: String,
    }

    /// The captures of one day.
    HistoryDay {
        /// Eight digits.
        day: u32,
        /// All of them.
        captures: u32,
        /// Those that differ from the one before.
        changes: u32,
        /// Those that are an error.
        errors: u32,
        /// Those that may not be shown.
        blocked: u32,
    }

    /// The captures of an address day by day.
    History {
        /// The address.
        url: String,
        /// How many captures there are.
        captures: u64,
        /// How many differ from the one before.
        changes: u64,
        /// The first one, in fourteen digits.
        first: Option<String>,
        /// The last one.
        last: Option<String>,
        /// Whether there are more than were counted.
        cut: bool,
        /// Days that have captures.
        days: Vec<HistoryDay>,
    }

    /// Captures of a year.
    YearCount {
        /// The year.
        year: u16,
        /// Its captures.
        captures: u64,
    }

    /// The archive in numbers. What could tell of hidden captures is null.
    ArchiveSummary {
        /// Captures.
        captures: Option<u64>,
        /// Hosts.
        hosts: Option<u64>,
        /// Bytes of files.
        bytes: Option<u64>,
        /// The first capture, in fourteen digits.
        first: Option<String>,
        /// The last one.
        last: Option<String>,
        /// Captures by year.
        years: Vec<YearCount>,
    }

    /// Rows of a table, as `stodola archive stats --json` has them.
    StatsRows {
        /// By what is counted.
        table: String,
        /// The rows.
        rows: Vec<Map<String, Value>>,
    }

    /// Everything that is derived from captures, as `stodola archive stats --json` has it.
    FollowerList {
        /// One object each.
        items: Vec<Map<String, Value>>,
    }

    /// A job with the numbers of its last round.
    Job {
        /// Its name.
        job: String,
        /// new, running, finished, stopped or interrupted.
        state: String,
        /// The last round, from 1.
        round: u32,
        /// Seeds.
        seeds: u64,
        /// URIs found.
        found: u64,
        /// Those that have no outcome yet.
        waiting: u64,
        /// Documents archived.
        archived: u64,
        /// Their bytes.
        bytes: u64,
        /// Links that were not followed.
        rejected: u64,
        /// The alarms that are on.
        alarms: Vec<AlarmItem>,
    }

    /// The jobs of the archive.
    JobList {
        /// By name.
        items: Vec<Job>,
    }

    /// The settings of a job.
    JobSettingsText {
        /// Its name.
        job: String,
        /// Its job.toml.
        toml: String,
        /// Changes with the file; the tag of the answer has it too.
        revision: String,
        /// All its settings by name, as forms have them: lists line by line.
        settings: Map<String, Value>,
    }

    /// A job to be added.
    NewJob {
        /// Its name; the host of the first seed without it.
        name: Option<String>,
        /// Addresses to begin with.
        seeds: Vec<String>,
        /// The kind of harvest: site, national or country.
        profile: Option<String>,
        /// What it begins with: a kind of harvest, or a file in the folder `profiles` of the archive.
        begin_with: Option<String>,
        /// Other settings by name, as `limits.documents`.
        set: Option<Map<String, Value>>,
        /// Whether it is not run before somebody asks for it.
        held: Option<bool>,
        /// A mail address or a page for webmasters.
        contact: Option<String>,
        /// Who harvests.
        operator: Option<String>,
        /// What the harvest is for.
        purpose: Option<String>,
        /// Most links between a seed and a page.
        depth: Option<u32>,
        /// Most documents, as 5000.
        max_docs: Option<String>,
        /// Most bytes, as 10GB.
        max_bytes: Option<String>,
        /// Longest time of a run, as 2h.
        max_time: Option<String>,
    }

    /// The progress of a running harvest.
    JobStatus {
        /// The name of the job.
        job: String,
        /// running or paused.
        state: String,
        /// Its numbers by name.
        numbers: Map<String, Value>,
        /// The alarms that are on.
        alarms: Vec<AlarmItem>,
        /// What it waits for before it starts more requests: hours, disk or memory; null if it starts them.
        waits_for: Option<String>,
    }

    /// What a harvest answered.
    Steered {
        /// In words that do not change with the language.
        answer: String,
        /// In words for people.
        words: String,
    }

    /// Another limit of a running harvest.
    LimitChange {
        /// Its name: documents, bytes, time, documents_per_host and others.
        key: String,
        /// Its value, as 5000, 10GB, 2h or unlimited.
        value: String,
    }

    /// More seeds.
    MoreSeeds {
        /// Addresses.
        seeds: Vec<String>,
    }

    /// A host.
    NamedHost {
        /// Its name.
        host: String,
    }

    /// A host of a harvest.
    HostItem {
        /// Its name.
        host: String,
        /// Addresses in its queue.
        queued: u64,
        /// Documents archived.
        archived: u64,
        /// Their bytes.
        bytes: u64,
        /// Requests under way.
        in_flight: u64,
        /// Milliseconds until it may be asked again.
        wait_ms: u64,
        /// Its pause between two requests, in milliseconds.
        pause_ms: u64,
        /// Failures in a row.
        failures: u64,
        /// What it waits for, in a word: in-flight, turn, pause, complaint, failures, closed, nothing; not-running.
        kind: String,
        /// Why its next address is not fetched now, in words.
        why: String,
    }

    /// Hosts of a harvest.
    HostList {
        /// Whether the harvest runs. If not, numbers are those of its log, and nothing is known of pauses.
        running: bool,
        /// How many there are that were asked for.
        total: u64,
        /// Some of them, in the order that was asked for.
        items: Vec<HostItem>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// Addresses with an outcome.
    OutcomeCount {
        /// The outcome.
        outcome: String,
        /// How many have it.
        number: u64,
    }

    /// Archived documents with a status.
    StatusCount {
        /// The HTTP status.
        status: u16,
        /// How many there are.
        number: u64,
    }

    /// Archived documents of a type.
    TypeItem {
        /// The type as servers declare it; empty for all that are not told apart.
        name: String,
        /// How many there are.
        number: u64,
        /// Their bytes.
        bytes: u64,
    }

    /// A kind of trouble.
    TroubleKindItem {
        /// Its name: a failure, a status, trap, cut-length and others.
        kind: String,
        /// In words.
        words: String,
        /// How often it occurred.
        number: u64,
        /// The host of the last time.
        host: String,
        /// When that was, in milliseconds since 1970.
        time_ms: u64,
    }

    /// A trouble.
    TroubleItem {
        /// The address.
        uri: String,
        /// When it was logged, in milliseconds since 1970.
        time_ms: u64,
        /// Its kind.
        kind: String,
        /// What happened, in words.
        words: String,
        /// What follows, in words.
        follows: String,
    }

    /// What became of the addresses of a job so far.
    JobCounts {
        /// Whether the log is still being counted for the first time: then everything else is empty.
        counting: bool,
        /// Addresses by outcome.
        outcomes: Vec<OutcomeCount>,
        /// Documents by status.
        statuses: Vec<StatusCount>,
        /// Documents by type, the most frequent first.
        types: Vec<TypeItem>,
        /// Troubles by kind, the most frequent first.
        kinds: Vec<TroubleKindItem>,
        /// The newest troubles, the last one first.
        troubles: Vec<TroubleItem>,
    }

    /// How fast a harvest was before a moment.
    RateItem {
        /// The moment, in seconds since 1970.
        time: u64,
        /// Documents archived in a second.
        documents: f64,
        /// Bytes received in a second.
        bytes: f64,
        /// Whether the harvest did not run between the item before and this one.
        first: bool,
    }

    /// How fast a harvest was: an item every 20 seconds.
    RateList {
        /// The oldest first.
        items: Vec<RateItem>,
    }

    /// The reports of a job.
    ReportNames {
        /// Their names.
        items: Vec<String>,
    }

    /// A page of outcomes.
    OutcomeRows {
        /// Addresses with their outcomes, as `stodola job outcomes --json` has them.
        items: Vec<Map<String, Value>>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// A page of verdicts.
    VerdictRows {
        /// Verdicts, as `stodola recognise --json` has them.
        items: Vec<Map<String, Value>>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// A line of a file.
    WhyLine {
        /// Its number, from 1.
        number: u64,
        /// Its text, cut if it is long.
        text: String,
        /// Whether it decided.
        decides: bool,
    }

    /// A part of a file that decided about an address.
    WhyRule {
        /// The address of a robots.txt, or job.toml.
        file: String,
        /// When the robots.txt was captured, in fourteen digits.
        time: Option<String>,
        /// The line, and some around it.
        lines: Vec<WhyLine>,
    }

    /// A rule of the scope.
    WeighedRuleItem {
        /// Its name.
        rule: String,
        /// What it does, in words.
        description: String,
        /// Whether it accepts what it matches.
        accepts: bool,
        /// Whether it matches the address.
        matches: bool,
    }

    /// A step of the way from a seed.
    WayStep {
        /// The address.
        uri: String,
        /// What led to it, in words.
        words: String,
    }

    /// What became of an address, and why.
    WhyAnswer {
        /// The address in normal form.
        uri: String,
        /// The job in which something happened last; null if no job knows the address.
        job: Option<String>,
        /// Its round.
        round: Option<u32>,
        /// What became of the address there, in a word.
        state: Option<String>,
        /// The same in a sentence.
        decision: String,
        /// The line of a file that decided; null if there is none.
        rule: Option<WhyRule>,
        /// What the rules of the scope say about it now, in their order. The last one that matches decides.
        scope: Vec<WeighedRuleItem>,
        /// The way from the seed.
        way: Vec<WayStep>,
        /// The attempts to fetch it, in words.
        attempts: Vec<String>,
        /// What to do if it was wanted, in words.
        next: Option<String>,
        /// Each round of each job, as `stodola why --json` has them.
        rounds: Vec<Map<String, Value>>,
        /// The same in words.
        words: String,
    }

    /// A rule with its number.
    RuleItem {
        /// The number by which other calls name it.
        id: i64,
        /// The rule: place, policy, and what else it says.
        rule: Map<String, Value>,
    }

    /// A page of rules.
    RulePage {
        /// The rules.
        items: Vec<RuleItem>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// A rule to be added.
    NewRule {
        /// The rule: place, policy (allow, block, hide), and what else it says.
        rule: Map<String, Value>,
        /// The reason, kept in the log.
        why: String,
    }

    /// A change to be taken back.
    UndoRules {
        /// Its number; the latest one without it.
        change: Option<i64>,
        /// The reason, kept in the log.
        why: String,
    }

    /// What a change did.
    RuleChange {
        /// Its number in the log.
        change: i64,
        /// The rules that are new.
        added: Vec<i64>,
        /// The change that was taken back.
        undone: Option<i64>,
    }

    /// A page of the log of rules.
    RuleLogPage {
        /// Changes, as `stodola access log --json` has them.
        items: Vec<Map<String, Value>>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// What is decided about an address, as `stodola access check --json` has it.
    RuleCheck {
        /// The decision with all rules that have to do with it.
        check: Map<String, Value>,
    }

    /// A person.
    PersonItem {
        /// The name.
        name: String,
        /// What they may do.
        role: RoleName,
        /// The groups they belong to.
        groups: Vec<String>,
        /// Whether they may not sign in any more.
        disabled: bool,
        /// Whether they have chosen a password.
        has_password: bool,
        /// When they were added.
        made: String,
        /// Counts the changes.
        version: i64,
    }

    /// All people.
    PersonList {
        /// By name.
        items: Vec<PersonItem>,
    }

    /// A person to be added.
    NewPerson {
        /// The name: up to 60 letters, digits and . _ - @
        name: String,
        /// What they may do.
        role: RoleName,
        /// The groups they belong to.
        groups: Option<Vec<String>>,
    }

    /// What is changed of a person; what is left out stays.
    PersonChange {
        /// What they may do.
        role: Option<RoleName>,
        /// The groups they belong to, all of them.
        groups: Option<Vec<String>>,
        /// Whether they may not sign in any more.
        disabled: Option<bool>,
    }

    /// A link that is used once.
    StartLink {
        /// The address.
        url: String,
        /// Until when it can be used.
        ends: String,
    }

    /// Who asks.
    Me {
        /// The name; null if nobody is signed in.
        name: Option<String>,
        /// What they may do.
        role: Option<RoleName>,
        /// The groups they belong to.
        groups: Vec<String>,
        /// Of a token: what it may do.
        scopes: Option<Vec<ScopeName>>,
        /// Of a session: what writes must send as `X-Form-Key`.
        form_key: Option<String>,
    }

    /// Another password.
    NewPassword {
        /// The one that holds now.
        old: String,
        /// The new one: at least 10 characters.
        new: String,
    }

    /// A token without its secret.
    TokenItem {
        /// The number by which other calls name it.
        id: i64,
        /// What you call it.
        name: String,
        /// What it may do.
        scopes: Vec<ScopeName>,
        /// When it was made.
        made: String,
        /// Until when it can be used; null for ever.
        ends: Option<String>,
        /// When it was last used, to the hour.
        seen: Option<String>,
    }

    /// Your tokens.
    TokenList {
        /// By number.
        items: Vec<TokenItem>,
    }

    /// A token to be made.
    NewToken {
        /// What you call it.
        name: String,
        /// What it may do.
        scopes: Vec<ScopeName>,
        /// Until when it can be used, as 2027-01-01; for ever without it.
        ends: Option<String>,
    }

    /// A token that was just made.
    MadeToken {
        /// The token.
        token: TokenItem,
        /// Its secret. It is not told again.
        secret: String,
    }

    /// A project.
    ProjectItem {
        /// The number by which other calls name it.
        id: i64,
        /// Whose it is.
        owner: String,
        /// Its name.
        name: String,
        /// What it is for.
        note: String,
        /// Whether all others may use it too.
        shared: bool,
        /// What belongs to it: places as in rules of access, or collection:NAME.
        parts: Vec<String>,
        /// When it was made.
        made: String,
        /// Counts the changes.
        version: i64,
    }

    /// A page of projects.
    ProjectPage {
        /// The projects.
        items: Vec<ProjectItem>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// A project as you write it.
    ProjectBody {
        /// Its name.
        name: String,
        /// What it is for.
        note: Option<String>,
        /// Whether all others may use it too.
        shared: Option<bool>,
        /// What belongs to it: places as in rules of access, or collection:NAME.
        parts: Vec<String>,
    }

    /// A line of the log of what people did.
    AuditItem {
        /// Its number.
        number: i64,
        /// When it was done.
        time: String,
        /// Who did it.
        who: String,
        /// From which address; null at a terminal.
        address: Option<String>,
        /// What was done.
        act: String,
        /// To whom or what.
        subject: String,
        /// More of it.
        detail: Map<String, Value>,
    }

    /// A page of that log.
    AuditPage {
        /// The lines.
        items: Vec<AuditItem>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// A program that is told of events.
    WebhookItem {
        /// The number by which other calls name it.
        id: i64,
        /// Where events are sent.
        url: String,
        /// Kinds of events that are sent; empty for all.
        kinds: Vec<String>,
        /// When it was made.
        made: String,
        /// The last event that it has taken or is not told of.
        place: i64,
        /// Failed attempts to send the next event.
        tries: i64,
        /// Since when nothing is sent any more; null if it is at work.
        parked: Option<String>,
        /// Why the last attempt failed.
        error: Option<String>,
    }

    /// All webhooks.
    WebhookList {
        /// By number.
        items: Vec<WebhookItem>,
    }

    /// A webhook to be made.
    NewWebhook {
        /// Where events are sent: https://host/path
        url: String,
        /// Kinds of events that are sent; all without it.
        kinds: Option<Vec<String>>,
    }

    /// A webhook that was just made.
    MadeWebhook {
        /// The number by which other calls name it.
        id: i64,
        /// What its messages are signed with. It is not told again.
        key: String,
    }
}
