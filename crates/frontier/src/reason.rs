//! Why an attempt at a URI ended as it did: the first word of a [`Detail`](crate::Detail) in the frontier's log.
//!
//! This is the only place where a reason becomes text and text becomes a reason. Every text comes back as it was
//! written: what is not exactly the text of a known reason is kept as [`Reason::Other`].

use crate::Budget;
use std::fmt;
use std::net::IpAddr;

/// Why an attempt ended as it did. What it means depends on the [`Outcome`](crate::Outcome) beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The log gives no reason.
    #[default]
    None,
    /// The server answered with this HTTP status.
    Status(u16),
    /// The server answered, but not with an HTTP status.
    NoStatus,
    /// Nothing of an answer was received.
    Failure(FetchFailure),
    /// The name of a host was resolved. Used only for what was fetched beside a URI.
    Dns,
    /// The robots.txt of the authority cannot be fetched at present. Used only for attempts that will be repeated.
    RobotsUnreachable,
    /// The address of the host is not permitted.
    Address(IpAddr),
    /// A limit of the host or its domain was reached.
    Budget(Budget),
    /// Another URI of the host ended in a way that ends all URIs of the host.
    HostClosed,
    /// The URI was not fetched, because too few pages of its host belong to the nation.
    HostShare {
        /// Number of pages of the host that were judged.
        judged: u64,
        /// Number of those that belong to the nation.
        valid: u64,
    },
    /// The page was judged, and does not belong to the nation.
    Judged {
        /// Sum of the points of all criteria.
        points: i64,
        /// Probability that the page belongs to the nation, in thousandths.
        permille: u16,
        /// Language of its text; `None` if it is not known.
        language: Option<String>,
    },
    /// The document is not archived and is not of a kind that is judged.
    NotJudged,
    /// The page asks robots not to archive it, and the job obeys that.
    RobotsTag(RobotsTag),
    /// The log-in to the server failed, so that its pages cannot be fetched.
    LoginFailed,
    /// The server declared a document that is longer than the job wants it.
    TooLong {
        /// Number of bytes that the server declared.
        declared: u64,
    },
    /// Any other text: a line of robots.txt, the name of a scope rule or of a trap, the time of the capture that is
    /// young enough, or a reason of a later version of the program. Made by [`Reason::from_text`] only, so that a
    /// reason that was written and read again is equal to itself.
    Other(String),
}

/// What a page asks of robots, in a `meta` element or in `X-Robots-Tag`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RobotsTag {
    /// Not to be found by searching.
    Noindex,
    /// No copy to be kept.
    Noarchive,
}

impl RobotsTag {
    /// The word that pages use.
    pub fn name(self) -> &'static str {
        match self {
            RobotsTag::Noindex => "noindex",
            RobotsTag::Noarchive => "noarchive",
        }
    }
}

/// The step of a request that failed, by the words of `stodola_fetch::Failure::name`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FetchFailure {
    /// The URI cannot be fetched at all.
    Uri,
    /// A header of the request is not valid.
    Header,
    /// The name of the host does not exist.
    DnsNoSuchName,
    /// The name of the host has no address.
    DnsNoAddress,
    /// The name servers failed or could not be reached.
    DnsServer,
    /// The name servers gave no answer in time.
    DnsTimeout,
    /// The address of the host is not permitted.
    AddressRefused,
    /// The name of the host, which a proxy would resolve, is none of the public internet.
    NameRefused,
    /// The proxy failed. It says nothing about the host.
    Proxy,
    /// The proxy does not allow connections to the host.
    ProxyRefused,
    /// The connection was refused.
    Connect,
    /// The connection was not accepted in time.
    ConnectTimeout,
    /// The encrypted connection failed.
    Tls,
    /// The server speaks only HTTP/2.
    Http2Only,
    /// The request could not be sent.
    Send,
    /// The server closed the connection without an answer.
    Closed,
    /// The server closed a connection that had been used before; it may not have received the request.
    Unheard,
    /// The server did not answer in time.
    ResponseTimeout,
    /// The answer could not be stored on this machine.
    Spool,
}

/// All failures.
const FAILURES: &[FetchFailure] = &[
    FetchFailure::Uri,
    FetchFailure::Header,
    FetchFailure::DnsNoSuchName,
    FetchFailure::DnsNoAddress,
    FetchFailure::DnsServer,
    FetchFailure::DnsTimeout,
    FetchFailure::AddressRefused,
    FetchFailure::NameRefused,
    FetchFailure::Proxy,
    FetchFailure::ProxyRefused,
    FetchFailure::Connect,
    FetchFailure::ConnectTimeout,
    FetchFailure::Tls,
    FetchFailure::Http2Only,
    FetchFailure::Send,
    FetchFailure::Closed,
    FetchFailure::Unheard,
    FetchFailure::ResponseTimeout,
    FetchFailure::Spool,
];

impl FetchFailure {
    /// Name for logs.
    pub fn name(self) -> &'static str {
        match self {
            FetchFailure::Uri => "uri",
            FetchFailure::Header => "header",
            FetchFailure::DnsNoSuchName => "dns-no-such-name",
            FetchFailure::DnsNoAddress => "dns-no-address",
            FetchFailure::DnsServer => "dns-server",
            FetchFailure::DnsTimeout => "dns-timeout",
            FetchFailure::AddressRefused => "address-refused",
            FetchFailure::NameRefused => "name-refused",
            FetchFailure::Proxy => "proxy",
            FetchFailure::ProxyRefused => "proxy-refused",
            FetchFailure::Connect => "connect",
            FetchFailure::ConnectTimeout => "connect-timeout",
            FetchFailure::Tls => "tls",
            FetchFailure::Http2Only => "http2-only",
            FetchFailure::Send => "send",
            FetchFailure::Closed => "closed",
            FetchFailure::Unheard => "unheard",
            FetchFailure::ResponseTimeout => "response-timeout",
            FetchFailure::Spool => "spool",
        }
    }

    /// Whether the host name could not be resolved, so that the host itself was never asked.
    pub fn is_dns(self) -> bool {
        match self {
            FetchFailure::DnsNoSuchName
            | FetchFailure::DnsNoAddress
            | FetchFailure::DnsServer
            | FetchFailure::DnsTimeout => true,
            FetchFailure::Uri
            | FetchFailure::Header
            | FetchFailure::AddressRefused
            | FetchFailure::NameRefused
            | FetchFailure::Proxy
            | FetchFailure::ProxyRefused
            | FetchFailure::Connect
            | FetchFailure::ConnectTimeout
            | FetchFailure::Tls
            | FetchFailure::Http2Only
            | FetchFailure::Send
            | FetchFailure::Closed
            | FetchFailure::Unheard
            | FetchFailure::ResponseTimeout
            | FetchFailure::Spool => false,
        }
    }

    fn from_name(name: &str) -> Option<FetchFailure> {
        FAILURES.iter().copied().find(|failure| failure.name() == name)
    }
}

impl Reason {
    /// Returns the reason that this text stands for; the inverse of [`to_string`](ToString::to_string).
    pub fn from_text(text: &str) -> Reason {
        known(text).unwrap_or_else(|| Reason::Other(text.to_owned()))
    }

    /// Returns the reason for a verdict on a page. `probability` is from 0 to 1.
    pub fn judged(points: i64, probability: f64, language: Option<&str>) -> Reason {
        // NaN becomes 0.
        let permille = (probability.clamp(0.0, 1.0) * 1000.0).round() as u16;
        let language = language.filter(|language| *language != NO_LANGUAGE).map(str::to_owned);
        Reason::Judged { points, permille, language }
    }

    /// HTTP status; `None` if the reason is not a status.
    pub fn status(&self) -> Option<u16> {
        match self {
            Reason::Status(status) => Some(*status),
            _ => None,
        }
    }

    /// The failure; `None` if the reason is not a failure.
    pub fn failure(&self) -> Option<FetchFailure> {
        match self {
            Reason::Failure(failure) => Some(*failure),
            _ => None,
        }
    }
}

/// Text for a page without a known language.
const NO_LANGUAGE: &str = "-";

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::None => Ok(()),
            Reason::Status(status) => write!(f, "{status}"),
            Reason::NoStatus => f.write_str("no-status"),
            Reason::Failure(failure) => f.write_str(failure.name()),
            Reason::Dns => f.write_str("dns"),
            Reason::RobotsUnreachable => f.write_str("robots-unreachable"),
            Reason::Address(address) => write!(f, "{address}"),
            Reason::Budget(budget) => f.write_str(budget.name()),
            Reason::HostClosed => f.write_str("host-closed"),
            Reason::HostShare { judged, valid } => {
                write!(f, "host-share judged={judged} valid={valid}")
            }
            Reason::Judged { points, permille, language } => {
                let (whole, part) = (permille / 1000, permille % 1000);
                let language = language.as_deref().unwrap_or(NO_LANGUAGE);
                write!(f, "points={points} probability={whole}.{part:03} language={language}")
            }
            Reason::NotJudged => f.write_str("not-judged"),
            Reason::RobotsTag(tag) => write!(f, "robots-tag {}", tag.name()),
            Reason::LoginFailed => f.write_str("login-failed"),
            Reason::TooLong { declared } => write!(f, "too-long declared={declared}"),
            Reason::Other(text) => f.write_str(text),
        }
    }
}

/// Returns the reason for a text that is exactly what [`Reason`] writes; `None` for any other text.
fn known(text: &str) -> Option<Reason> {
    // The most frequent first.
    if let Some(status) = self::status(text) {
        return Some(Reason::Status(status));
    }
    let reason = match text {
        "" => Reason::None,
        "no-status" => Reason::NoStatus,
        "dns" => Reason::Dns,
        "robots-unreachable" => Reason::RobotsUnreachable,
        "host-closed" => Reason::HostClosed,
        "not-judged" => Reason::NotJudged,
        "login-failed" => Reason::LoginFailed,
        "robots-tag noindex" => Reason::RobotsTag(RobotsTag::Noindex),
        "robots-tag noarchive" => Reason::RobotsTag(RobotsTag::Noarchive),
        _ => several_words(text)
            .or_else(|| FetchFailure::from_name(text).map(Reason::Failure))
            .or_else(|| Budget::from_name(text).map(Reason::Budget))
            .or_else(|| address(text).map(Reason::Address))?,
    };
    Some(reason)
}

/// Parses reasons of several words. They are rare, so comparing with what would be written is cheap enough.
fn several_words(text: &str) -> Option<Reason> {
    let (first, rest) = text.split_once(' ')?;
    let reason = if first == "host-share" {
        let (judged, valid) = rest.strip_prefix("judged=")?.split_once(" valid=")?;
        Reason::HostShare { judged: judged.parse().ok()?, valid: valid.parse().ok()? }
    } else if first == "too-long" {
        Reason::TooLong { declared: rest.strip_prefix("declared=")?.parse().ok()? }
    } else {
        let points = first.strip_prefix("points=")?.parse().ok()?;
        let (probability, language) =
            rest.strip_prefix("probability=")?.split_once(" language=")?;
        let (whole, part) = probability.split_once('.')?;
        let permille = whole.parse::<u16>().ok()?.checked_mul(1000)?;
        let permille = permille.checked_add(part.parse().ok()?)?;
        let language = Some(language).filter(|language| *language != NO_LANGUAGE);
        Reason::Judged { points, permille, language: language.map(str::to_owned) }
    };
    (reason.to_string() == text).then_some(reason)
}

/// Parses a status exactly as it is written: without a sign and without leading zeros.
fn status(text: &str) -> Option<u16> {
    let is_written_so = matches!(text.as_bytes(), [b'1'..=b'9', ..] | [b'0']);
    text.parse().ok().filter(|_| is_written_so)
}

/// Parses an address exactly as it is written.
fn address(text: &str) -> Option<IpAddr> {
    let is_one = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'.' | b':'));
    let address: IpAddr = text.parse().ok().filter(|_| is_one)?;
    (address.to_string() == text).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every form that programs have written so far, as it stands in the log and as it is known. None may change: logs
    /// of years ago have them.
    #[test]
    fn texts_of_all_versions_are_known_and_come_back() {
        let judged = |points, permille, language: Option<&str>| Reason::Judged {
            points,
            permille,
            language: language.map(str::to_owned),
        };
        let golden = [
            ("", Reason::None),
            ("200", Reason::Status(200)),
            ("404", Reason::Status(404)),
            ("0", Reason::Status(0)),
            ("65535", Reason::Status(65535)),
            ("no-status", Reason::NoStatus),
            ("dns", Reason::Dns),
            ("robots-unreachable", Reason::RobotsUnreachable),
            ("documents_per_host", Reason::Budget(Budget::DocumentsPerHost)),
            ("bytes_per_host", Reason::Budget(Budget::BytesPerHost)),
            ("documents_per_domain", Reason::Budget(Budget::DocumentsPerDomain)),
            ("bytes_per_domain", Reason::Budget(Budget::BytesPerDomain)),
            ("host-closed", Reason::HostClosed),
            ("10.0.0.1", Reason::Address([10, 0, 0, 1].into())),
            ("fe80::1", Reason::Address([0xfe80, 0, 0, 0, 0, 0, 0, 1].into())),
            ("host-share judged=20 valid=0", Reason::HostShare { judged: 20, valid: 0 }),
            ("points=12 probability=0.345 language=sk", judged(12, 345, Some("sk"))),
            ("points=-7 probability=0.000 language=-", judged(-7, 0, None)),
            ("points=0 probability=1.000 language=de", judged(0, 1000, Some("de"))),
            ("not-judged", Reason::NotJudged),
            ("login-failed", Reason::LoginFailed),
            ("robots-tag noindex", Reason::RobotsTag(RobotsTag::Noindex)),
            ("robots-tag noarchive", Reason::RobotsTag(RobotsTag::Noarchive)),
            ("too-long declared=500000000", Reason::TooLong { declared: 500_000_000 }),
            ("uri", Reason::Failure(FetchFailure::Uri)),
            ("header", Reason::Failure(FetchFailure::Header)),
            ("dns-no-such-name", Reason::Failure(FetchFailure::DnsNoSuchName)),
            ("dns-no-address", Reason::Failure(FetchFailure::DnsNoAddress)),
            ("dns-server", Reason::Failure(FetchFailure::DnsServer)),
            ("dns-timeout", Reason::Failure(FetchFailure::DnsTimeout)),
            ("address-refused", Reason::Failure(FetchFailure::AddressRefused)),
            ("name-refused", Reason::Failure(FetchFailure::NameRefused)),
            ("proxy", Reason::Failure(FetchFailure::Proxy)),
            ("proxy-refused", Reason::Failure(FetchFailure::ProxyRefused)),
            ("connect", Reason::Failure(FetchFailure::Connect)),
            ("connect-timeout", Reason::Failure(FetchFailure::ConnectTimeout)),
            ("tls", Reason::Failure(FetchFailure::Tls)),
            ("http2-only", Reason::Failure(FetchFailure::Http2Only)),
            ("send", Reason::Failure(FetchFailure::Send)),
            ("closed", Reason::Failure(FetchFailure::Closed)),
            ("unheard", Reason::Failure(FetchFailure::Unheard)),
            ("response-timeout", Reason::Failure(FetchFailure::ResponseTimeout)),
            ("spool", Reason::Failure(FetchFailure::Spool)),
        ];
        for (text, reason) in &golden {
            assert_eq!(Reason::from_text(text), *reason, "{text}");
            assert_eq!(reason.to_string(), *text);
        }
        assert!(FAILURES.iter().all(|failure| {
            golden.iter().any(|(_, reason)| reason.failure() == Some(*failure))
        }));
    }

    #[test]
    fn any_other_text_is_kept_to_the_byte() {
        for text in [
            "Disallow: /private",
            "too-many-hops",
            "no-novelty",
            "no-contact: only this machine is harvested without one",
            "2026-11-15T10:00:00Z",
            "robots-tag",
            "robots-tag nosnippet",
            "host-share",
            "host-share judged=020 valid=0",
            "too-long declared=007",
            "too-long",
            "host-share judged=2 valid=0 later=1",
            "points=1 probability=0.5 language=cs",
            "points=+1 probability=0.500 language=cs",
            "points=1 probability=.500 language=cs",
            "0404",
            "+200",
            "65536",
            "fe80:0::1",
            "10.0.0.1.",
            "::1%1",
            "%",
            " ",
            "přesměrování\u{0}\n",
        ] {
            assert_eq!(Reason::from_text(text), Reason::Other(text.to_owned()));
            assert_eq!(Reason::from_text(text).to_string(), text);
        }
    }

    #[test]
    fn verdicts_of_any_number_are_written_as_they_are_read() {
        for probability in [0.0, 0.0004, 0.0005, 0.9994, 0.9996, 1.0, 7.0, -1.0, f64::NAN] {
            for language in [None, Some("cs"), Some("-"), Some("")] {
                let reason = Reason::judged(i64::MIN, probability, language);
                assert_eq!(Reason::from_text(&reason.to_string()), reason);
            }
        }
        let text = Reason::judged(31, 0.8514, Some("cs")).to_string();
        assert_eq!(text, "points=31 probability=0.851 language=cs");
    }
}
