//! The status codes that Heritrix uses in crawl.log for results that are not an HTTP status, and its notes on a line.
//! No other module knows them.

use stodola_frontier::{Detail, FetchFailure, Outcome, Reason};

/// A DNS answer was received.
pub(super) const DNS: i32 = 1;
const CONNECT_FAILED: i32 = -2;
const CONNECT_LOST: i32 = -3;
const TIMEOUT: i32 = -4;
const OWN_FAULT: i32 = -5;
const NO_DOMAIN: i32 = -6;
const UNFETCHABLE: i32 = -7;
const NO_ROBOTS: i32 = -61;
const NO_PREREQUISITE: i32 = -62;
const CHAFF: i32 = -4000;
const OUT_OF_SCOPE: i32 = -5000;
const BLOCKED_BY_USER: i32 = -5001;
const BLOCKED_BY_CUSTOM: i32 = -5002;
const QUOTA: i32 = -5003;
const ROBOTS: i32 = -9998;

/// How a status is counted in reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Something was fetched, possibly an error page.
    Success,
    /// It was to be fetched, and could not be.
    Failure,
    /// It was not to be fetched.
    Disregarded,
}

impl Class {
    pub(super) fn of(status: i32) -> Class {
        match status {
            1.. => Class::Success,
            CHAFF | OUT_OF_SCOPE | BLOCKED_BY_USER | BLOCKED_BY_CUSTOM | QUOTA | ROBOTS => {
                Class::Disregarded
            }
            _ => Class::Failure,
        }
    }
}

/// Returns the status of a URI that has ended.
pub(super) fn status(outcome: Outcome, detail: &Detail) -> i32 {
    match outcome {
        Outcome::Archived => fetched(detail),
        Outcome::Retried | Outcome::Failed => failed(&detail.reason),
        Outcome::RobotsExcluded => ROBOTS,
        Outcome::RobotsUnreachable => NO_ROBOTS,
        Outcome::AddressRefused => BLOCKED_BY_USER,
        Outcome::OverBudget => QUOTA,
        Outcome::OutOfScope => OUT_OF_SCOPE,
        Outcome::Trap => CHAFF,
        Outcome::Unfetchable => UNFETCHABLE,
        Outcome::NotDue | Outcome::NotNational | Outcome::LeftOut => BLOCKED_BY_CUSTOM,
    }
}

/// Returns the status of what was fetched because a URI needs it.
pub(super) fn status_beside(detail: &Detail) -> i32 {
    if detail.reason == Reason::Dns { DNS } else { fetched(detail) }
}

/// Returns the status of a response. A response without any status counts as a failed connection, as for a client that
/// understands only HTTP.
fn fetched(detail: &Detail) -> i32 {
    detail.status().map_or_else(|| failed(&detail.reason), i32::from)
}

fn failed(reason: &Reason) -> i32 {
    match reason.failure() {
        Some(FetchFailure::ResponseTimeout) => TIMEOUT,
        Some(FetchFailure::Closed | FetchFailure::Send) => CONNECT_LOST,
        Some(FetchFailure::Uri | FetchFailure::Header) => UNFETCHABLE,
        Some(FetchFailure::Spool) => OWN_FAULT,
        Some(FetchFailure::NameRefused) => BLOCKED_BY_USER,
        Some(failure) if failure.is_dns() => NO_DOMAIN,
        None if *reason == Reason::LoginFailed => NO_PREREQUISITE,
        // Also an answer without a status, and failures that later versions distinguish.
        Some(_) | None => CONNECT_FAILED,
    }
}

/// Returns the notes on a line: `3t,lenTrunc`.
pub(super) fn annotations(outcome: Option<Outcome>, detail: &Detail, attempts: u32) -> Vec<String> {
    let mut notes = Vec::new();
    if attempts > 1 {
        notes.push(format!("{attempts}t"));
    }
    match detail.truncated.as_deref() {
        None => {}
        Some("length") if detail.size == Some(0) => notes.push("headerTrunc".to_owned()),
        Some("length") => notes.push("lenTrunc".to_owned()),
        Some("time") => notes.push("timeTrunc".to_owned()),
        Some(other) => notes.push(format!("err={other}")),
    }
    match (detail.is_revisit, detail.status()) {
        (true, Some(304)) => notes.push("warcRevisit:notModified".to_owned()),
        (true, _) => notes.push("warcRevisit:digest".to_owned()),
        (false, _) => {}
    }
    if outcome == Some(Outcome::RobotsExcluded) {
        notes.push("robotExcluded".to_owned());
    }
    let links = detail.unfollowed.iter();
    notes.extend(links.map(|(loss, number)| format!("links-{}:{number}", loss.name())));
    if detail.reason == Reason::NoStatus {
        notes.push("err=no-status".to_owned());
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_outcome_has_the_code_that_scripts_know() {
        let cases = [
            (Outcome::Archived, "404", 404),
            (Outcome::Archived, "no-status", -2),
            (Outcome::Failed, "dns-no-such-name", -6),
            (Outcome::Failed, "connect", -2),
            (Outcome::Failed, "connect-timeout", -2),
            (Outcome::Failed, "tls", -2),
            (Outcome::Failed, "closed", -3),
            (Outcome::Failed, "http2-only", -2),
            (Outcome::Failed, "proxy-refused", -2),
            (Outcome::Failed, "login-failed", -62),
            (Outcome::RobotsExcluded, "robots-tag noarchive", -9998),
            (Outcome::Failed, "response-timeout", -4),
            (Outcome::RobotsExcluded, "Disallow: /", -9998),
            (Outcome::RobotsUnreachable, "503", -61),
            (Outcome::AddressRefused, "10.0.0.1", -5001),
            (Outcome::OverBudget, "", -5003),
            (Outcome::OutOfScope, "too-many-hops", -5000),
            (Outcome::Trap, "no-novelty", -4000),
            (Outcome::Unfetchable, "no host", -7),
            (Outcome::NotDue, "2026-11-15T10:00:00Z", -5002),
            (Outcome::NotNational, "host-share judged=20 valid=0", -5002),
        ];
        for (outcome, reason, expected) in cases {
            assert_eq!(
                status(outcome, &Detail::new(Reason::from_text(reason))),
                expected,
                "{outcome} {reason}"
            );
        }
        assert_eq!(status_beside(&Detail::new(Reason::Dns)), 1);
        assert_eq!(status_beside(&Detail::new(Reason::Status(200))), 200);
        assert_eq!(status_beside(&Detail::new(Reason::from_text("closed"))), -3);
    }
    /// The frontier does not know the crate `fetch`, only its words.
    #[test]
    fn every_failure_of_a_request_is_a_reason_of_the_frontier() {
        use stodola_fetch::{DnsFailure, Failure};
        let other = || std::io::Error::other("");
        let failures = [
            Failure::Uri { uri: String::new(), reason: "" },
            Failure::Header { name: String::new(), reason: "" },
            Failure::Dns(DnsFailure::NoSuchName),
            Failure::Dns(DnsFailure::NoAddress),
            Failure::Dns(DnsFailure::Server(String::new())),
            Failure::Dns(DnsFailure::Timeout),
            Failure::AddressRefused([10, 0, 0, 1].into()),
            Failure::NameRefused(String::new()),
            Failure::Proxy(stodola_fetch::ProxyFailure::Login),
            Failure::ProxyRefused(String::new()),
            Failure::Http2Only,
            Failure::Connect(other()),
            Failure::ConnectTimeout,
            Failure::Tls(String::new()),
            Failure::Send(other()),
            Failure::Closed,
            Failure::Unheard,
            Failure::ResponseTimeout,
            Failure::Spool(other()),
        ];
        for failure in failures {
            let reason = Reason::from_text(failure.name());
            assert_eq!(reason.failure().map(FetchFailure::name), Some(failure.name()));
        }
    }
}
