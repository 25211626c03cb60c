//! The outcome of a URI in words, and what to do if another one was wanted.

use crate::time::span;
use crate::{Language, size, text};
use stodola_crawl::job::{Job, Limit};
use stodola_frontier::{Detail, FetchFailure, Outcome, Reason};

/// What came of an attempt: `200, text/html, 5120 bytes, 45 ms`.
pub(super) fn described(language: Language, detail: &Detail) -> String {
    let mut parts = vec![detail.reason.to_string()];
    parts.extend(detail.media_type.clone());
    parts.extend(detail.size.map(|bytes| size(language, bytes)));
    parts.extend(detail.took.map(|took| span(language, took)));
    parts.extend(detail.truncated.as_ref().map(|why| text!(language, "why-truncated", why = why)));
    parts.extend(detail.digest.clone());
    let skipped = detail.skipped.as_ref();
    parts.extend(skipped.map(|stages| text!(language, "why-skipped", stages = stages)));
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// The outcome, and what to do if it is not the one that was wanted.
pub(super) fn ended(
    language: Language,
    outcome: Outcome,
    detail: &Detail,
    job: Option<&Job>,
) -> (String, Option<String>) {
    let reason = &detail.reason.to_string();
    let (words, advice) = match outcome {
        Outcome::Archived => return archived(language, detail),
        Outcome::RobotsExcluded if matches!(detail.reason, Reason::RobotsTag(_)) => (
            text!(language, "why-robots-tag", reason = reason),
            text!(language, "why-advice-robots-tag"),
        ),
        Outcome::Failed if detail.reason == Reason::LoginFailed => (
            text!(language, "why-failed", reason = failure(language, reason)),
            text!(language, "why-advice-login"),
        ),
        Outcome::Failed if detail.reason.failure() == Some(FetchFailure::Http2Only) => (
            text!(language, "why-failed", reason = failure(language, reason)),
            text!(language, "why-advice-http2"),
        ),
        Outcome::RobotsExcluded => (
            text!(language, "why-robots-excluded", reason = reason),
            text!(language, "why-advice-robots"),
        ),
        Outcome::RobotsUnreachable => {
            (robots_unreachable(language, reason), text!(language, "why-advice-again"))
        }
        Outcome::Failed | Outcome::Retried => (
            text!(language, "why-failed", reason = failure(language, reason)),
            text!(language, "why-advice-later"),
        ),
        Outcome::AddressRefused => (
            text!(language, "why-address-refused", reason = reason),
            text!(language, "why-advice-address"),
        ),
        Outcome::OverBudget => {
            // Older logs do not say which limit it was; those that the job has are named then.
            let limits = match detail.budget() {
                Some(budget) => format!(" (limits.{})", budget.name()),
                None => job.map(limits).unwrap_or_default(),
            };
            (
                text!(language, "why-over-budget", limits = limits),
                text!(language, "why-advice-limit"),
            )
        }
        Outcome::OutOfScope => (
            text!(language, "why-out-of-scope", rule = reason),
            text!(language, "why-advice-again"),
        ),
        Outcome::Trap => {
            (text!(language, "why-trap", reason = reason), text!(language, "why-advice-trap"))
        }
        Outcome::NotNational if reason.split(' ').next() == Some("host-share") => {
            (text!(language, "why-host-share"), text!(language, "why-advice-host-share"))
        }
        Outcome::NotNational => (
            text!(language, "why-not-national", reason = reason),
            text!(language, "why-advice-national"),
        ),
        Outcome::LeftOut => match detail.reason {
            Reason::TooLong { declared } => (
                text!(language, "why-too-long", size = size(language, declared)),
                text!(language, "why-advice-too-long"),
            ),
            _ if reason == "not-text" => {
                (text!(language, "why-not-text"), text!(language, "why-advice-not-text"))
            }
            _ => (
                text!(language, "why-left-out", rule = reason),
                text!(language, "why-advice-left-out"),
            ),
        },
        Outcome::NotDue => {
            (text!(language, "why-not-due", when = reason), text!(language, "why-advice-not-due"))
        }
        Outcome::Unfetchable => return (text!(language, "why-unfetchable", reason = reason), None),
    };
    (words, Some(advice))
}

fn archived(language: Language, detail: &Detail) -> (String, Option<String>) {
    let all = described(language, detail);
    let is_error = detail.status().is_some_and(|status| status >= 400);
    let words = match is_error {
        true => text!(language, "why-archived-error", what = all),
        false => text!(language, "why-archived", what = all),
    };
    let advice = match detail.truncated.as_deref() {
        Some("length") => Some(text!(language, "why-advice-length")),
        Some("time") => Some(text!(language, "why-advice-time")),
        Some("range") => Some(text!(language, "why-advice-length")),
        _ => None,
    };
    (words, advice)
}

/// Why the robots.txt of a host was not understood. A status of success tells that the file came, but that it was cut,
/// could not be decoded or is only a part.
fn robots_unreachable(language: Language, reason: &str) -> String {
    match reason.parse::<u16>() {
        Ok(200..300) => text!(language, "why-robots-cut", status = reason),
        _ => text!(language, "why-robots-unreachable", reason = reason),
    }
}

fn failure(language: Language, reason: &str) -> String {
    format!("{} ({reason})", failure_words(language, reason))
}

/// What a failure means, by its name.
pub(crate) fn failure_words(language: Language, reason: &str) -> String {
    match reason {
        "dns-no-such-name" => text!(language, "why-failure-no-such-name"),
        "dns-no-address" => text!(language, "why-failure-no-address"),
        "dns-server" | "dns-timeout" => text!(language, "why-failure-dns"),
        "connect" => text!(language, "why-failure-connect"),
        "connect-timeout" => text!(language, "why-failure-connect-timeout"),
        "tls" => text!(language, "why-failure-tls"),
        "http2-only" => text!(language, "why-failure-http2-only"),
        "proxy" => text!(language, "why-failure-proxy"),
        "proxy-refused" => text!(language, "why-failure-proxy-refused"),
        "login-failed" => text!(language, "why-failure-login"),
        "closed" => text!(language, "why-failure-closed"),
        "response-timeout" => text!(language, "why-failure-response-timeout"),
        _ => text!(language, "why-failure-other"),
    }
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
