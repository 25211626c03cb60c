//! Errors of jobs and harvests.

use super::{archive, cannot_since, error_text, fetch, inner, newer, recognise, system_text};
use crate::{Language, phrase, retold, size, text};
use stodola_app::control::AskError;
use stodola_app::crawl::CrawlError;
use stodola_app::job::JobsError;
use stodola_app::settings::{EditError, EstimateError};
use stodola_app::why::WhyError;
use stodola_crawl::job::{JobError, LoginsError, SecretError, SettingFault};
use stodola_crawl::logs::LogsError;
use stodola_crawl::scope::ScopeError;
use stodola_crawl::site_rules::{SiteRuleFault, SiteRulesError, TestedUri};
use stodola_crawl::{ControlError, HarvestError};
use stodola_frontier::FrontierError;
use stodola_frontier::rounds::RoundsError;

pub(super) fn crawl_error(language: Language, error: &CrawlError) -> String {
    match error {
        CrawlError::NoJobGiven => text!(language, "crawl-error-no-job-given"),
        CrawlError::NoSeedForNewJob { job, archive } => {
            text!(language, "crawl-error-no-seed", job = job, archive = archive.display())
        }
        CrawlError::NoSuchJob { job, archive } => {
            text!(language, "job-error-no-such-job", job = job, archive = archive.display())
        }
        CrawlError::NoJobs { archive } => {
            text!(language, "crawl-error-no-jobs", archive = archive.display())
        }
        CrawlError::JobExists { job, folder } => {
            text!(language, "crawl-error-job-exists", job = job, folder = folder.display())
        }
        CrawlError::NotASeed(seed) => text!(language, "crawl-error-not-a-seed", seed = seed),
        CrawlError::NoContact(_) => text!(language, "crawl-error-no-contact"),
        CrawlError::NoIdentity { key: "purpose", .. } => text!(language, "crawl-error-no-purpose"),
        CrawlError::NoIdentity { .. } => text!(language, "crawl-error-no-operator"),
        CrawlError::File { what, path, source: _ } => super::cannot(language, what, path),
        CrawlError::Toml(words) => phrase!(language, "crawl-error-toml", words),
        CrawlError::Thread(_) => text!(language, "crawl-error-thread"),
        CrawlError::StoreBusy => text!(language, "crawl-error-store-busy"),
        CrawlError::Panicked => text!(language, "crawl-error-panicked"),
        CrawlError::Job(error) => job_error(language, error),
        CrawlError::Harvest(error) => harvest_error(language, error),
        CrawlError::Archive(error) => archive::archive_error(language, error),
        CrawlError::Keeper(error) => archive::keeper_error(language, error),
        CrawlError::Catalogue(error) => archive::catalogue_error(language, error),
        CrawlError::Sink(error) => archive::sink_error(language, error),
        CrawlError::Rounds(error) => rounds_error(language, error),
        CrawlError::Frontier(error) => frontier_error(language, error),
        CrawlError::Replace(error) => super::path_error(language, error),
        CrawlError::Seeds(error) => jobs_error(language, error),
    }
}

pub(super) fn jobs_error(language: Language, error: &JobsError) -> String {
    match error {
        JobsError::NoJobs { archive, source: _ } => {
            text!(language, "job-error-no-jobs", archive = archive.display())
        }
        JobsError::NoSuchJob { job, archive } => {
            text!(language, "job-error-no-such-job", job = job, archive = archive.display())
        }
        JobsError::NoSuchRound { job, round, last } => {
            text!(language, "job-error-no-such-round", job = job, round = *round, last = *last)
        }
        JobsError::NoSuchReport { job, report } => {
            text!(language, "job-error-no-such-report", job = job, report = report)
        }
        JobsError::NotAHost(host) => text!(language, "job-error-not-a-host", host = host),
        JobsError::Settings { path, source: _ } => {
            super::cannot(language, "read the job file", path)
        }
        JobsError::Read { path, source: _ } => super::cannot(language, "read", path),
        JobsError::Create { what, path, source: _ } => super::cannot(language, what, path),
        JobsError::Output(_) => text!(language, "job-error-output"),
        JobsError::NoSuchOutcome(outcome) => {
            text!(language, "job-error-no-such-outcome", outcome = outcome)
        }
        JobsError::Running { job } => text!(language, "job-error-running", job = job),
        JobsError::HasArchives { job, file } => {
            text!(language, "job-error-has-archives", job = job, file = file.display())
        }
        JobsError::Ask(error) => ask_error(language, error),
        JobsError::Job(error) => job_error(language, error),
        JobsError::Scope(error) => scope_error(language, error),
        JobsError::Frontier(error) => frontier_error(language, error),
        JobsError::Rounds(error) => rounds_error(language, error),
        JobsError::Logs(error) => logs_error(language, error),
    }
}

pub(super) fn ask_error(language: Language, error: &AskError) -> String {
    match error {
        AskError::NotASeed { place, seed } => {
            text!(language, "job-error-not-a-seed", place = *place, seed = seed)
        }
        AskError::TooLong { size: bytes } => {
            let bytes = size(language, *bytes as u64);
            let most = size(language, stodola_app::control::REQUEST_MAX as u64);
            phrase!(language, "job-error-too-long", bytes, most)
        }
        AskError::NotRunning { folder, source: _ } => {
            text!(language, "job-error-not-running", folder = folder.display())
        }
        AskError::Refused(words) => retold(language, words),
        AskError::Send(_) => text!(language, "job-error-send"),
        AskError::Receive(_) => text!(language, "job-error-receive"),
        AskError::Ended => text!(language, "job-error-ended"),
    }
}

pub(super) fn control_error(language: Language, error: &ControlError) -> String {
    match error {
        ControlError::Ended => text!(language, "error-harvest-ended"),
        ControlError::Harvest(error) => harvest_error(language, error),
    }
}

pub(super) fn harvest_error(language: Language, error: &HarvestError) -> String {
    match error {
        HarvestError::Job(error) => job_error(language, error),
        HarvestError::Scope(error) => scope_error(language, error),
        HarvestError::Client(error) => fetch::setup_error(language, error),
        HarvestError::Frontier(error) => frontier_error(language, error),
        HarvestError::Logs(error) => logs_error(language, error),
        HarvestError::Pack(error) => recognise::judge_error(language, error),
        HarvestError::Rdap(error) => fetch::rdap_error(language, error),
        HarvestError::Logins(error) => logins_error(language, error),
        HarvestError::Secret(error) => {
            let error = secret_error(language, error);
            phrase!(language, "error-harvest-proxy-login", error)
        }
        HarvestError::Cookies { path, source } => {
            let (path, error) = (path.display(), fetch::cookie_file_error(language, source));
            phrase!(language, "error-harvest-cookies", path, error)
        }
        HarvestError::Store(error) => {
            let error = error_text(language, &**error);
            phrase!(language, "error-harvest-store", error)
        }
        HarvestError::Past(error) => {
            let error = error_text(language, &**error);
            phrase!(language, "error-harvest-past", error)
        }
        HarvestError::Observer(error) => {
            let error = error_text(language, &**error);
            phrase!(language, "error-harvest-observer", error)
        }
        HarvestError::Seed(seed) => phrase!(language, "error-harvest-seed", seed),
        HarvestError::NoSeeds => text!(language, "error-harvest-no-seeds"),
        HarvestError::Io { what, path, error } => cannot_since(language, what, path, error),
        HarvestError::Worker(words) => phrase!(language, "error-harvest-worker", words),
    }
}

pub(super) fn job_error(language: Language, error: &JobError) -> String {
    match error {
        // The parser of TOML has English words only.
        JobError::Syntax { place, message } => format!("{place}: {message}"),
        JobError::UnknownKey { place, key, nearest, known } => {
            let hint = hint(language, nearest.as_deref(), known);
            phrase!(language, "error-job-unknown-key", place, key, hint)
        }
        JobError::UnknownValue { place, value, nearest, known } => {
            let hint = hint(language, nearest.as_deref(), known);
            phrase!(language, "error-job-unknown-value", place, value, hint)
        }
        JobError::Invalid { place, key, fault } => {
            format!("{place}: `{key}` {}", setting_text(language, fault))
        }
        JobError::NoContact => text!(language, "error-job-no-contact"),
        JobError::NoIdentity { key } => phrase!(language, "error-job-no-identity", key),
        JobError::Seeds { path, source } => {
            let (path, reason) = (path.display(), system_text(language, source));
            phrase!(language, "error-job-seeds", path, reason)
        }
        JobError::SeedsPacked { path, packing } => {
            let path = path.display();
            phrase!(language, "error-job-seeds-packed", path, packing)
        }
        JobError::SeedColumn { path, column } => {
            let path = path.display();
            match column.is_empty() {
                true => phrase!(language, "error-job-seeds-no-column", path),
                false => phrase!(language, "error-job-seeds-column", path, column),
            }
        }
    }
}

pub(super) fn edit_error(language: Language, error: &EditError) -> String {
    match error {
        EditError::Changed { now: _ } => text!(language, "error-settings-changed"),
        EditError::Kept { keys } => {
            text!(language, "error-settings-kept", keys = keys.join(", "))
        }
        EditError::Wrong { problems } => {
            let words = problems.iter().map(|problem| match &*problem.key {
                "" => setting_text(language, &problem.fault),
                key => format!("`{key}` {}", setting_text(language, &problem.fault)),
            });
            words.collect::<Vec<_>>().join("; ")
        }
        EditError::NoSuchProfile(name) => {
            text!(language, "error-settings-no-profile", name = name)
        }
        EditError::Jobs(error) => jobs_error(language, error),
        EditError::Crawl(error) => crawl_error(language, error),
    }
}

pub(super) fn estimate_error(language: Language, error: &EstimateError) -> String {
    match error {
        EstimateError::Jobs(error) => jobs_error(language, error),
        EstimateError::Catalogue(error) => super::archive::catalogue_error(language, error),
    }
}

/// The end of a message about an unknown word.
fn hint(language: Language, nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => phrase!(language, "error-job-nearest", nearest),
        None if known.is_empty() => String::new(),
        None => {
            let known = known.join(", ");
            phrase!(language, "error-job-known", known)
        }
    }
}

fn or_unlimited(language: Language, can_be_unlimited: bool) -> String {
    if can_be_unlimited { text!(language, "setting-or-unlimited") } else { String::new() }
}

/// Returns what is wrong with the value of a setting, behind its name: `must be a number`.
pub fn setting_text(language: Language, fault: &SettingFault) -> String {
    match fault {
        SettingFault::NotAContact { contact } => phrase!(language, "setting-contact", contact),
        SettingFault::NotOneLine => text!(language, "setting-not-one-line"),
        SettingFault::AtLeast { least } => phrase!(language, "setting-at-least", least),
        SettingFault::AtMost { most } => phrase!(language, "setting-at-most", most),
        SettingFault::Instance { instance, instances } => {
            phrase!(language, "setting-instance", instance, instances)
        }
        SettingFault::LongerThan { name, value } => {
            phrase!(language, "setting-longer-than", name, value)
        }
        SettingFault::NotLongerThanZero => text!(language, "setting-not-longer-than-zero"),
        SettingFault::NotHours { entry } => phrase!(language, "setting-not-hours", entry),
        SettingFault::NotATimeZone { zone } => phrase!(language, "setting-not-a-zone", zone),
        SettingFault::NotRoom { value } => phrase!(language, "setting-not-room", value),
        SettingFault::NotAHost { host } => phrase!(language, "setting-not-a-host", host),
        SettingFault::Empty => text!(language, "setting-empty"),
        SettingFault::TooLong { most } => phrase!(language, "setting-too-long", most),
        SettingFault::NameCharacter { character } => {
            phrase!(language, "setting-name-character", character)
        }
        SettingFault::NameEnds { name } => phrase!(language, "setting-name-ends", name),
        SettingFault::NameOfDevice { name } => phrase!(language, "setting-name-of-device", name),
        SettingFault::LimitIsZero => text!(language, "setting-limit-is-zero"),
        SettingFault::TimeIsZero => text!(language, "setting-time-is-zero"),
        SettingFault::NotWithin { value, least, most } => {
            phrase!(language, "setting-not-within", value, least, most)
        }
        SettingFault::TooSmall { value, least } => {
            phrase!(language, "setting-too-small", value, least)
        }
        SettingFault::Above { value, name, most } => {
            phrase!(language, "setting-above", value, name, most)
        }
        SettingFault::NotAPrefix => text!(language, "setting-not-a-prefix"),
        SettingFault::NotWhois => text!(language, "setting-not-whois"),
        SettingFault::NotAProxy { proxy, reason } => {
            let reason = retold(language, reason);
            phrase!(language, "setting-not-a-proxy", proxy, reason)
        }
        SettingFault::NotABypass { entry } => phrase!(language, "setting-not-a-bypass", entry),
        SettingFault::NotASecret => text!(language, "setting-not-a-secret"),
        SettingFault::NotAHeader { line, reason } => {
            let reason = retold(language, reason);
            phrase!(language, "setting-not-a-header", line, reason)
        }
        SettingFault::NotAUserAgent { line } => phrase!(language, "setting-not-a-user-agent", line),
        SettingFault::NotALanguage => text!(language, "setting-not-a-language"),
        SettingFault::NotRdap => text!(language, "setting-not-rdap"),
        SettingFault::NotEditable => text!(language, "setting-not-editable"),
        SettingFault::NoSuchLimit { limit, known } => {
            phrase!(language, "setting-no-such-limit", limit, known)
        }
        SettingFault::NotASeed { seed } => phrase!(language, "setting-not-a-seed", seed),
        SettingFault::NoContact => text!(language, "setting-no-contact"),
        SettingFault::NoIdentity => text!(language, "setting-no-identity"),
        SettingFault::NoDomains => text!(language, "setting-no-domains"),
        SettingFault::NoSuchSetting => text!(language, "setting-no-such"),
        SettingFault::Kept => text!(language, "setting-kept"),
        SettingFault::NotANumber { can_be_unlimited } => {
            let unlimited = or_unlimited(language, *can_be_unlimited);
            phrase!(language, "setting-not-a-number", unlimited)
        }
        SettingFault::NotATime { can_be_unlimited } => {
            let unlimited = or_unlimited(language, *can_be_unlimited);
            phrase!(language, "setting-not-a-time", unlimited)
        }
        SettingFault::NotASize { can_be_unlimited } => {
            let unlimited = or_unlimited(language, *can_be_unlimited);
            phrase!(language, "setting-not-a-size", unlimited)
        }
        SettingFault::NotAnInterval { text: value } => {
            phrase!(language, "setting-not-an-interval", value)
        }
        SettingFault::NotOneOf { known } => phrase!(language, "setting-not-one-of", known),
        SettingFault::NotRules => text!(language, "setting-not-rules"),
        SettingFault::Parser(words) => words.clone(),
    }
}

pub(super) fn scope_error(language: Language, error: &ScopeError) -> String {
    match error {
        ScopeError::Regex { rule, source } => {
            phrase!(language, "error-scope-regex", rule, source)
        }
        ScopeError::List { path, source } => {
            let (path, error) = (path.display(), system_text(language, source));
            phrase!(language, "error-scope-list", path, error)
        }
        ScopeError::EmptyList { rule } => phrase!(language, "error-scope-empty", rule),
        ScopeError::TooLarge { rule } => phrase!(language, "error-scope-too-large", rule),
        ScopeError::SiteRules(error) => site_rules_error(language, error),
    }
}

pub(super) fn site_rules_error(language: Language, error: &SiteRulesError) -> String {
    match error {
        SiteRulesError::Read { path, source } => cannot_since(language, "read", path, source),
        SiteRulesError::Large { path } => {
            let path = path.display();
            phrase!(language, "error-site-rules-large", path)
        }
        SiteRulesError::Format(error) => job_error(language, error),
        SiteRulesError::Rule { place, fault } => {
            format!("{place}: {}", site_rule_fault(language, fault))
        }
        SiteRulesError::Test(failed) => {
            let (place, url) = (&failed.test.place, &failed.test.url);
            let expected = tested_uri(language, &failed.test.expected);
            let found = tested_uri(language, &failed.found);
            phrase!(language, "error-site-rules-test", place, url, expected, found)
        }
    }
}

pub(crate) fn tested_uri(language: Language, tested: &TestedUri) -> String {
    match tested {
        TestedUri::Becomes(uri) => uri.clone(),
        TestedUri::Ignored(reason) => phrase!(language, "site-rule-ignored", reason),
    }
}

fn site_rule_fault(language: Language, fault: &SiteRuleFault) -> String {
    match fault {
        SiteRuleFault::NotAHost(host) => phrase!(language, "error-site-rules-host", host),
        SiteRuleFault::HostTwice(host) => phrase!(language, "error-site-rules-twice", host),
        SiteRuleFault::NoHosts => text!(language, "error-site-rules-no-hosts"),
        SiteRuleFault::NotAPath(path) => phrase!(language, "error-site-rules-path", path),
        SiteRuleFault::NotAName(name) => phrase!(language, "error-site-rules-name", name),
        SiteRuleFault::NotStable { path, counts } => {
            phrase!(language, "error-site-rules-stable", path, counts)
        }
        SiteRuleFault::NotAParameter(text) => {
            phrase!(language, "error-site-rules-parameter", text)
        }
        SiteRuleFault::ParameterTwice(name) => {
            phrase!(language, "error-site-rules-parameter-twice", name)
        }
        SiteRuleFault::NotAUrl(url) => phrase!(language, "error-site-rules-url", url),
        SiteRuleFault::UnclearTest => text!(language, "error-site-rules-unclear"),
    }
}

pub(super) fn secret_error(language: Language, error: &SecretError) -> String {
    match error {
        SecretError::Source => text!(language, "error-secret-source"),
        SecretError::Variable(name) => phrase!(language, "error-secret-variable", name),
        SecretError::File { path, source } => cannot_since(language, "read", path, source),
        SecretError::Unusable(place) => phrase!(language, "error-secret-unusable", place),
    }
}

pub(super) fn logins_error(language: Language, error: &LoginsError) -> String {
    match error {
        LoginsError::Read { path, source } => cannot_since(language, "read", path, source),
        LoginsError::Format { path, message } => {
            let path = path.display();
            phrase!(language, "error-logins-format", path, message)
        }
        LoginsError::Origin { origin } => phrase!(language, "error-logins-origin", origin),
        LoginsError::Twice { origin } => phrase!(language, "error-logins-twice", origin),
        LoginsError::Key { origin, key } => phrase!(language, "error-logins-key", origin, key),
        LoginsError::Form { origin } => phrase!(language, "error-logins-form", origin),
        LoginsError::Sign { origin, sign } => phrase!(language, "error-logins-sign", origin, sign),
        LoginsError::Secret { origin, source } => {
            let error = secret_error(language, source);
            phrase!(language, "error-logins-secret", origin, error)
        }
    }
}

pub(super) fn logs_error(language: Language, error: &LogsError) -> String {
    match error {
        LogsError::Frontier(error) => frontier_error(language, error),
        LogsError::Io { what, path, error } => cannot_since(language, what, path, error),
    }
}

pub(super) fn frontier_error(language: Language, error: &FrontierError) -> String {
    match error {
        FrontierError::Locked { folder, holder } => {
            let folder = folder.display();
            match holder {
                Some(holder) => phrase!(language, "error-job-running-by", folder, holder),
                None => phrase!(language, "error-job-running", folder),
            }
        }
        FrontierError::Newer { path, found, known: _ } => {
            newer(language, path, found, &error.to_string())
        }
        FrontierError::Damaged { path, what } => {
            text!(language, "error-damaged", path = path.display(), what = what)
        }
        FrontierError::Doubtful(path) => {
            text!(language, "error-frontier-doubtful", path = path.display())
        }
        FrontierError::Io { what, path, error } => cannot_since(language, what, path, error),
        FrontierError::Table(error) => inner(language, error),
    }
}

pub(super) fn rounds_error(language: Language, error: &RoundsError) -> String {
    match error {
        RoundsError::Io { what, path, error } => cannot_since(language, what, path, error),
        RoundsError::Unreadable { path, what } => {
            text!(language, "error-wrong-format", path = path.display(), what = what)
        }
        RoundsError::Newer { path, found } => newer(language, path, found, &error.to_string()),
    }
}

pub(super) fn why_error(language: Language, error: &WhyError) -> String {
    match error {
        WhyError::NoHost(url) => text!(language, "why-no-host", url = url),
        WhyError::Jobs(error) => jobs_error(language, error),
        WhyError::Log(error) => frontier_error(language, error),
    }
}
