//! Why seeds failed, and what can be done about it.

use crate::lang::text;
use crate::output;
use std::path::Path;
use stodola_app::json;
use stodola_crawl::logs::{FailedSeed, RoundSummary};
use stodola_fetch::AddressPolicy;
use stodola_frontier::{FetchFailure, Outcome, Reason};

/// A line for each seed that failed, as far as they are listed.
pub(super) fn lines(name: &str, archive: &Path, summary: &RoundSummary) -> Vec<String> {
    let mut lines: Vec<String> = summary.failed_seeds.iter().map(line).collect();
    let others = summary.seeds_failed.saturating_sub(lines.len() as u64);
    if others > 0 {
        let archive = output::word(&archive.display().to_string());
        let command = format!("stodola job report {name} --archive {archive} --name seeds");
        let more = text!("crawl-seed-more", number = others, command = command);
        lines.push(format!("  {more}"));
    }
    lines
}

fn line(seed: &FailedSeed) -> String {
    let uri = json::text(&seed.uri);
    let why = why(seed.outcome, &seed.reason);
    match &seed.target {
        None => format!("  {uri}: {why}"),
        Some(target) => {
            let target = json::text(target);
            let led = text!("crawl-seed-redirected", target = &*target, why = why);
            format!("  {uri}: {led}")
        }
    }
}

/// Why, and what to do.
fn why(outcome: Outcome, reason: &Reason) -> String {
    match outcome {
        Outcome::AddressRefused => address(reason),
        Outcome::Failed => failure(reason),
        Outcome::RobotsUnreachable => {
            let why = match reason.status() {
                // The file came, but not all of it can be read.
                Some(status @ 200..300) => text!("crawl-seed-robots-damaged", status = status),
                Some(status) => answered(status),
                None => failure(reason),
            };
            text!("crawl-seed-robots-unreachable", why = why)
        }
        Outcome::RobotsExcluded => text!("crawl-seed-robots-excluded", line = reason.to_string()),
        Outcome::OverBudget => text!("crawl-seed-limit", limit = reason.to_string()),
        Outcome::OutOfScope | Outcome::Trap => rule(&reason.to_string()),
        Outcome::Unfetchable => text!("crawl-seed-unfetchable", reason = reason.to_string()),
        Outcome::Archived | Outcome::NotDue | Outcome::NotNational | Outcome::Retried => {
            match reason.status() {
                Some(status) => answered(status),
                None => reason.to_string(),
            }
        }
    }
}

fn address(reason: &Reason) -> String {
    let Reason::Address(address) = *reason else { return text!("crawl-seed-no-contact") };
    let key = match AddressPolicy::AnyButMetadata.permits(address) {
        true => "crawl-seed-private",
        false => "crawl-seed-metadata",
    };
    text!(key, address = address.to_string())
}

fn failure(reason: &Reason) -> String {
    let Some(failure) = reason.failure() else { return reason.to_string() };
    let key = match failure {
        FetchFailure::DnsNoSuchName => "crawl-seed-no-such-name",
        FetchFailure::DnsNoAddress => "crawl-seed-no-address",
        FetchFailure::DnsServer | FetchFailure::DnsTimeout => "crawl-seed-name-server",
        FetchFailure::Connect => "crawl-seed-unreachable",
        FetchFailure::ConnectTimeout | FetchFailure::ResponseTimeout => "crawl-seed-timeout",
        FetchFailure::Tls => "crawl-seed-tls",
        FetchFailure::Closed | FetchFailure::Send | FetchFailure::Unheard => "crawl-seed-closed",
        FetchFailure::Uri
        | FetchFailure::Header
        | FetchFailure::AddressRefused
        | FetchFailure::Spool => return failure.name().to_owned(),
    };
    text!(key)
}

fn answered(status: u16) -> String {
    let key = match status {
        401 | 403 | 407 => "crawl-seed-forbidden",
        400..500 => "crawl-seed-wrong-address",
        _ => "crawl-seed-later",
    };
    text!(key, status = status)
}

fn rule(rule: &str) -> String {
    match rule {
        "country-domain" => text!("crawl-seed-country-domain"),
        _ => text!("crawl-seed-rule", rule = rule),
    }
}
