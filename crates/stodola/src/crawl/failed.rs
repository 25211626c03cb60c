//! Why seeds failed, and what can be done about it.

use crate::lang::text;
use crate::output;
use std::net::IpAddr;
use std::path::Path;
use stodola_app::text_of;
use stodola_crawl::logs::{FailedSeed, Summary};
use stodola_fetch::AddressPolicy;
use stodola_frontier::Outcome;

/// A line for each seed that failed, as far as they are listed.
pub(super) fn lines(name: &str, archive: &Path, summary: &Summary) -> Vec<String> {
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
    let uri = text_of(&seed.uri);
    let why = why(seed.outcome, &seed.reason);
    match &seed.target {
        None => format!("  {uri}: {why}"),
        Some(target) => {
            let target = text_of(target);
            let led = text!("crawl-seed-redirected", target = &*target, why = why);
            format!("  {uri}: {led}")
        }
    }
}

/// Why, and what to do.
fn why(outcome: Outcome, reason: &str) -> String {
    match outcome {
        Outcome::AddressRefused => address(reason),
        Outcome::Failed => failure(reason),
        Outcome::RobotsUnreachable => {
            let why = match reason.parse::<u16>() {
                // The file came, but not all of it can be read.
                Ok(status @ 200..300) => text!("crawl-seed-robots-damaged", status = status),
                Ok(status) => answered(status),
                Err(_) => failure(reason),
            };
            text!("crawl-seed-robots-unreachable", why = why)
        }
        Outcome::RobotsExcluded => text!("crawl-seed-robots-excluded", line = reason),
        Outcome::OverBudget => text!("crawl-seed-limit", limit = reason),
        Outcome::OutOfScope | Outcome::Trap => rule(reason),
        Outcome::Unfetchable => text!("crawl-seed-unfetchable", reason = reason),
        Outcome::Archived | Outcome::NotDue | Outcome::NotNational | Outcome::Retried => {
            match reason.parse::<u16>() {
                Ok(status) => answered(status),
                Err(_) => reason.to_owned(),
            }
        }
    }
}

fn address(reason: &str) -> String {
    match reason.parse::<IpAddr>() {
        Err(_) => text!("crawl-seed-no-contact"),
        Ok(address) if AddressPolicy::AnyButMetadata.permits(address) => {
            text!("crawl-seed-private", address = address.to_string())
        }
        Ok(address) => text!("crawl-seed-metadata", address = address.to_string()),
    }
}

/// By the words that [`stodola_fetch::Failure::name`] gives.
fn failure(reason: &str) -> String {
    let key = match reason {
        "dns-no-such-name" => "crawl-seed-no-such-name",
        "dns-no-address" => "crawl-seed-no-address",
        "dns-server" | "dns-timeout" => "crawl-seed-name-server",
        "connect" => "crawl-seed-unreachable",
        "connect-timeout" | "response-timeout" => "crawl-seed-timeout",
        "tls" => "crawl-seed-tls",
        "closed" | "send" | "unheard" => "crawl-seed-closed",
        other => return other.to_owned(),
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
