//! Why an address has no capture: what the outcomes of harvests say.

use super::open::MapView;
use stodola_archive::OutcomeRow;
use stodola_crawl::site_rules::SITE_RULE;
use stodola_frontier::{FetchFailure, Outcome, Reason};
use stodola_map::Unharvested;
use stodola_uri::RuledUri;

impl MapView<'_> {
    /// Why an address has no capture at the time of the map. Nothing is known of what could be hidden.
    pub(super) fn unharvested(&self, uri: &[u8]) -> Unharvested {
        if let RuledUri::Ignored(why) = self.opened.rules.apply(uri) {
            return Unharvested::Ignored(why.to_string());
        }
        if self.opened.may_hide(uri) {
            return Unharvested::Unknown;
        }
        let Ok(rows) = self.opened.catalogue.outcomes(uri) else { return Unharvested::Unknown };
        let as_of = self.snapshot.as_of();
        // Outcomes are kept by key, which several addresses have.
        let is_it = |row: &OutcomeRow| {
            let normal = stodola_uri::normalise(&row.uri);
            stodola_uri::without_fragment(&normal) == uri && time_of(row) <= as_of
        };
        let last = rows.iter().map(|(_, row)| row).rfind(|row| is_it(row));
        last.map_or(Unharvested::Unknown, |row| reason(&row.outcome, row.detail.as_deref()))
    }
}

fn time_of(row: &OutcomeRow) -> stodola_map::MapTime {
    let stamp = stodola_warc::date::Timestamp::from_unix_millis(row.time);
    stodola_archive::Stamp::from(stamp).into()
}

/// What an outcome says of a target without a capture.
fn reason(outcome: &str, detail: Option<&str>) -> Unharvested {
    let detail = detail.unwrap_or_default();
    let other = || match detail {
        "" => Unharvested::Other(outcome.to_owned()),
        detail => Unharvested::Other(format!("{outcome}: {detail}")),
    };
    let Some(known) = Outcome::from_name(outcome) else {
        return match outcome {
            "rejected" => out_of_scope(detail),
            _ => other(),
        };
    };
    match known {
        Outcome::RobotsExcluded => Unharvested::Robots,
        Outcome::OutOfScope => out_of_scope(detail),
        Outcome::Retried => Unharvested::Waiting,
        // A host that does not answer is asked for its robots.txt first, and then for nothing else.
        Outcome::Failed | Outcome::RobotsUnreachable => {
            Reason::from_text(detail).failure().map_or_else(other, failed)
        }
        // There is a capture, but not in the map, or not at this time.
        Outcome::Archived | Outcome::NotDue => Unharvested::Unknown,
        Outcome::AddressRefused
        | Outcome::OverBudget
        | Outcome::Trap
        | Outcome::Unfetchable
        | Outcome::NotNational
        | Outcome::LeftOut => other(),
    }
}

/// What a rule that rejected it says; rules about addresses of sites ignore what is no page.
fn out_of_scope(rule: &str) -> Unharvested {
    match rule.strip_prefix(SITE_RULE).and_then(|rest| rest.strip_prefix(' ')) {
        Some(why) => Unharvested::Ignored(why.to_owned()),
        None => Unharvested::OutOfScope(rule.to_owned()),
    }
}

/// What a request that failed says of its target.
pub(super) fn failed(failure: FetchFailure) -> Unharvested {
    match failure {
        FetchFailure::DnsNoSuchName | FetchFailure::DnsNoAddress => Unharvested::NoHost,
        FetchFailure::DnsServer | FetchFailure::DnsTimeout => Unharvested::NoHost,
        FetchFailure::Tls => Unharvested::Certificate,
        FetchFailure::ConnectTimeout | FetchFailure::ResponseTimeout => Unharvested::Timeout,
        FetchFailure::Connect
        | FetchFailure::Send
        | FetchFailure::Closed
        | FetchFailure::Unheard => Unharvested::Connection,
        FetchFailure::Uri
        | FetchFailure::Header
        | FetchFailure::AddressRefused
        | FetchFailure::NameRefused
        | FetchFailure::Proxy
        | FetchFailure::ProxyRefused
        | FetchFailure::Http2Only
        | FetchFailure::Spool => Unharvested::Other(format!("failed: {}", failure.name())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_become_reasons() {
        for (outcome, detail, expected) in [
            ("robots-excluded", "Disallow: /", Unharvested::Robots),
            ("rejected", "other-site", Unharvested::OutOfScope("other-site".to_owned())),
            ("rejected", "site-rule missing id", Unharvested::Ignored("missing id".to_owned())),
            ("out-of-scope", "site-rule unknown x", Unharvested::Ignored("unknown x".to_owned())),
            ("failed", "dns-no-such-name", Unharvested::NoHost),
            ("failed", "tls", Unharvested::Certificate),
            ("failed", "response-timeout", Unharvested::Timeout),
            ("failed", "connect", Unharvested::Connection),
            ("robots-unreachable", "connect", Unharvested::Connection),
            ("robots-unreachable", "response-timeout", Unharvested::Timeout),
            ("robots-unreachable", "503", Unharvested::Other("robots-unreachable: 503".to_owned())),
            ("failed", "odd words", Unharvested::Other("failed: odd words".to_owned())),
            ("trap", "", Unharvested::Other("trap".to_owned())),
            ("of-tomorrow", "x", Unharvested::Other("of-tomorrow: x".to_owned())),
            ("archived", "200", Unharvested::Unknown),
        ] {
            assert_eq!(reason(outcome, Some(detail)), expected, "{outcome} {detail}");
        }
    }
}
