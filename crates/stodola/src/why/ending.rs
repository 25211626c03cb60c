//! The outcome of a URI in words, and what to do if another one was wanted.

use crate::job::stored::span;
use crate::lang::{size, text};
use stodola_crawl::job::{Job, Limit};
use stodola_frontier::{Detail, Outcome};

/// What came of an attempt: `200, text/html, 5120 bytes, 45 ms`.
pub(super) fn described(detail: &Detail) -> String {
    let mut parts = vec![detail.reason.to_string()];
    parts.extend(detail.media_type.clone());
    parts.extend(detail.size.map(size));
    parts.extend(detail.took.map(span));
    parts.extend(detail.truncated.as_ref().map(|why| text!("why-truncated", why = why)));
    parts.extend(detail.digest.clone());
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// The outcome, and what to do if it is not the one that was wanted.
pub(super) fn ended(
    outcome: Outcome,
    detail: &Detail,
    job: Option<&Job>,
) -> (String, Option<String>) {
    let reason = &detail.reason.to_string();
    let (words, advice) = match outcome {
        Outcome::Archived => return archived(detail),
        Outcome::RobotsExcluded => {
            (text!("why-robots-excluded", reason = reason), text!("why-advice-robots"))
        }
        Outcome::RobotsUnreachable => (robots_unreachable(reason), text!("why-advice-again")),
        Outcome::Failed | Outcome::Retried => {
            (text!("why-failed", reason = failure(reason)), text!("why-advice-later"))
        }
        Outcome::AddressRefused => {
            (text!("why-address-refused", reason = reason), text!("why-advice-address"))
        }
        Outcome::OverBudget => {
            // Older logs do not say which limit it was; those that the job has are named then.
            let limits = match detail.budget() {
                Some(budget) => format!(" (limits.{})", budget.name()),
                None => job.map(limits).unwrap_or_default(),
            };
            (text!("why-over-budget", limits = limits), text!("why-advice-limit"))
        }
        Outcome::OutOfScope => {
            (text!("why-out-of-scope", rule = reason), text!("why-advice-again"))
        }
        Outcome::Trap => (text!("why-trap", reason = reason), text!("why-advice-trap")),
        Outcome::NotNational if reason.split(' ').next() == Some("host-share") => {
            (text!("why-host-share"), text!("why-advice-host-share"))
        }
        Outcome::NotNational => {
            (text!("why-not-national", reason = reason), text!("why-advice-national"))
        }
        Outcome::NotDue => (text!("why-not-due", when = reason), text!("why-advice-not-due")),
        Outcome::Unfetchable => return (text!("why-unfetchable", reason = reason), None),
    };
    (words, Some(advice))
}

fn archived(detail: &Detail) -> (String, Option<String>) {
    let all = described(detail);
    let is_error = detail.status().is_some_and(|status| status >= 400);
    let words = match is_error {
        true => text!("why-archived-error", what = all),
        false => text!("why-archived", what = all),
    };
    let advice = match detail.truncated.as_deref() {
        Some("length") => Some(text!("why-advice-length")),
        Some("time") => Some(text!("why-advice-time")),
        _ => None,
    };
    (words, advice)
}

/// Why the robots.txt of a host was not understood. A status of success tells that the file came, but that it was cut,
/// could not be decoded or is only a part.
fn robots_unreachable(reason: &str) -> String {
    match reason.parse::<u16>() {
        Ok(200..300) => text!("why-robots-cut", status = reason),
        _ => text!("why-robots-unreachable", reason = reason),
    }
}

fn failure(reason: &str) -> String {
    let words = match reason {
        "dns-no-such-name" => text!("why-failure-no-such-name"),
        "dns-no-address" => text!("why-failure-no-address"),
        "dns-server" | "dns-timeout" => text!("why-failure-dns"),
        "connect" => text!("why-failure-connect"),
        "connect-timeout" => text!("why-failure-connect-timeout"),
        "tls" => text!("why-failure-tls"),
        "closed" => text!("why-failure-closed"),
        "response-timeout" => text!("why-failure-response-timeout"),
        _ => text!("why-failure-other"),
    };
    format!("{words} ({reason})")
}

/// The limits that a job has set.
fn limits(job: &Job) -> String {
    fn set<T>(name: &str, limit: &Limit<T>) -> Option<String> {
        matches!(limit, Limit::At(_)).then(|| format!("limits.{name}"))
    }
    let limits = &job.limits;
    let all = [
        set("documents_per_host", &limits.documents_per_host),
        set("bytes_per_host", &limits.bytes_per_host),
        set("documents_per_domain", &limits.documents_per_domain),
    ];
    let set: Vec<_> = all.into_iter().flatten().collect();
    if set.is_empty() { String::new() } else { format!(" ({})", set.join(", ")) }
}
