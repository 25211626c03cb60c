//! Why seeds failed, and what can be done about it.

use crate::{Language, text};
use stodola_app::json;
use stodola_crawl::logs::{FailedSeed, RoundSummary};
use stodola_fetch::AddressPolicy;
use stodola_frontier::{FetchFailure, Outcome, Reason};

/// Returns a line for each seed that failed, as far as the summary lists them. `command` is the one that lists all; it
/// is named if there are more.
pub fn failed_seed_lines(language: Language, summary: &RoundSummary, command: &str) -> Vec<String> {
    let mut lines: Vec<String> =
        summary.failed_seeds.iter().map(|seed| line(language, seed)).collect();
    let others = summary.seeds_failed.saturating_sub(lines.len() as u64);
    if others > 0 {
        let more = text!(language, "crawl-seed-more", number = others, command = command);
        lines.push(format!("  {more}"));
    }
    lines
}

fn line(language: Language, seed: &FailedSeed) -> String {
    let uri = json::text(&seed.uri);
    let why = why(language, seed.outcome, &seed.reason);
    match &seed.target {
        None => format!("  {uri}: {why}"),
        Some(target) => {
            let target = json::text(target);
            let led = text!(language, "crawl-seed-redirected", target = &*target, why = why);
            format!("  {uri}: {led}")
        }
    }
}

/// Why, and what to do.
fn why(language: Language, outcome: Outcome, reason: &Reason) -> String {
    match outcome {
        Outcome::AddressRefused => address(language, reason),
        Outcome::Failed => failure(language, reason),
        Outcome::RobotsUnreachable => {
            let why = match reason.status() {
                // The file came, but not all of it can be read.
                Some(status @ 200..300) => {
                    text!(language, "crawl-seed-robots-damaged", status = status)
                }
                Some(status) => answered(language, status),
                None => failure(language, reason),
            };
            text!(language, "crawl-seed-robots-unreachable", why = why)
        }
        Outcome::RobotsExcluded if matches!(reason, Reason::RobotsTag(_)) => {
            text!(language, "crawl-seed-robots-tag", tag = reason.to_string())
        }
        Outcome::RobotsExcluded => {
            text!(language, "crawl-seed-robots-excluded", line = reason.to_string())
        }
        Outcome::OverBudget => text!(language, "crawl-seed-limit", limit = reason.to_string()),
        Outcome::OutOfScope | Outcome::Trap => rule(language, &reason.to_string()),
        Outcome::Unfetchable => {
            text!(language, "crawl-seed-unfetchable", reason = reason.to_string())
        }
        Outcome::Archived
        | Outcome::NotDue
        | Outcome::NotNational
        | Outcome::LeftOut
        | Outcome::Retried => match reason.status() {
            Some(status) => answered(language, status),
            None => reason.to_string(),
        },
    }
}

fn address(language: Language, reason: &Reason) -> String {
    if reason.failure() == Some(FetchFailure::NameRefused) {
        return failure(language, reason);
    }
    let Reason::Address(address) = *reason else {
        return match reason.to_string().split(':').next() {
            Some("no-operator") => text!(language, "crawl-seed-no-operator"),
            Some("no-purpose") => text!(language, "crawl-seed-no-purpose"),
            _ => text!(language, "crawl-seed-no-contact"),
        };
    };
    let key = match AddressPolicy::AnyButMetadata.permits(address) {
        true => "crawl-seed-private",
        false => "crawl-seed-metadata",
    };
    text!(language, key, address = address.to_string())
}

fn failure(language: Language, reason: &Reason) -> String {
    if *reason == Reason::LoginFailed {
        return text!(language, "crawl-seed-login-failed");
    }
    let Some(failure) = reason.failure() else { return reason.to_string() };
    let key = match failure {
        FetchFailure::DnsNoSuchName => "crawl-seed-no-such-name",
        FetchFailure::DnsNoAddress => "crawl-seed-no-address",
        FetchFailure::DnsServer | FetchFailure::DnsTimeout => "crawl-seed-name-server",
        FetchFailure::Connect => "crawl-seed-unreachable",
        FetchFailure::ConnectTimeout | FetchFailure::ResponseTimeout => "crawl-seed-timeout",
        FetchFailure::Tls => "crawl-seed-tls",
        FetchFailure::Http2Only => "crawl-seed-http2-only",
        FetchFailure::Proxy => "crawl-seed-proxy",
        FetchFailure::ProxyRefused => "crawl-seed-proxy-refused",
        FetchFailure::NameRefused => "crawl-seed-name-refused",
        FetchFailure::Closed | FetchFailure::Send | FetchFailure::Unheard => "crawl-seed-closed",
        FetchFailure::Uri
        | FetchFailure::Header
        | FetchFailure::AddressRefused
        | FetchFailure::Spool => return failure.name().to_owned(),
    };
    text!(language, key)
}

fn answered(language: Language, status: u16) -> String {
    let key = match status {
        401 | 403 | 407 => "crawl-seed-forbidden",
        400..500 => "crawl-seed-wrong-address",
        _ => "crawl-seed-later",
    };
    text!(language, key, status = status)
}

fn rule(language: Language, rule: &str) -> String {
    match rule {
        "country-domain" => text!(language, "crawl-seed-country-domain"),
        _ => text!(language, "crawl-seed-rule", rule = rule),
    }
}
