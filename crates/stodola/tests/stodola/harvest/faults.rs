//! What goes wrong on the way: for each fault the outcome in the books, the record in the archive, and how
//! often the server was asked.

use super::archive::{self, Capture};
use super::history::History;
use super::logs::assert_one_line_each;
use super::truth::{assert_sound, brisk};
use super::web::{Harvest, Job, Web};
use std::collections::HashSet;
use std::time::Duration;
use stodola_frontier::Outcome::{self, Archived, Failed};
use stodola_simweb::{CertificateFault, DnsFault, Fault, SimAnswer, SimRequest, WorldSettings};

const ATTEMPTS: usize = 3;
const LIMIT: usize = 300_000;
const HEADER_LIMIT: usize = 64 << 10;

/// What has to become of a fault.
struct Row {
    fault: Fault,
    outcome: Outcome,
    detail: &'static str,
    truncated: Option<&'static str>,
    /// Whether it is tried again, as often as may be.
    is_retried: bool,
    kept: Kept,
}

/// What is kept of what the server sends.
enum Kept {
    Nothing,
    Whole,
    FirstHalf,
    /// As it came, though it cannot be decoded.
    Coded,
    /// A few bytes that mean many.
    Bomb,
    /// The chunks, and behind them all that came.
    BrokenChunks,
    /// As much of the body as is allowed.
    Limit,
    /// As much of the header as is allowed.
    HeaderLimit,
    Exactly(&'static [u8]),
}

const fn row(
    fault: Fault,
    outcome: Outcome,
    detail: &'static str,
    truncated: Option<&'static str>,
    is_retried: bool,
    kept: Kept,
) -> Row {
    Row { fault, outcome, detail, truncated, is_retried, kept }
}

const TIME: Option<&str> = Some("time");
const DISCONNECT: Option<&str> = Some("disconnect");
const LENGTH: Option<&str> = Some("length");
const UNSPECIFIED: Option<&str> = Some("unspecified");
const GARBAGE: &[u8] = b"220 mail.example ESMTP ready\r\n\x16\x03\x01\x02\0\r\n";

#[rustfmt::skip]
const TABLE: &[Row] = &[
    row(Fault::SlowHeaders, Archived, "200", None, false, Kept::Whole),
    row(Fault::SlowBody, Archived, "200", None, false, Kept::Whole),
    row(Fault::Stall, Archived, "200 truncated=time", TIME, true, Kept::FirstHalf),
    row(Fault::Reset, Archived, "200 truncated=disconnect", DISCONNECT, true, Kept::FirstHalf),
    row(Fault::TruncatedBody, Archived, "200 truncated=disconnect", DISCONNECT, true, Kept::FirstHalf),
    // What lies behind the length that was told belongs to no answer.
    row(Fault::ShortLength, Archived, "200", None, false, Kept::FirstHalf),
    row(Fault::LongLength, Archived, "200 truncated=disconnect", DISCONNECT, true, Kept::Whole),
    row(Fault::BadChunk, Archived, "200 truncated=unspecified", UNSPECIFIED, false, Kept::BrokenChunks),
    row(Fault::EndlessBody, Archived, "200 truncated=length", LENGTH, false, Kept::Limit),
    row(Fault::HeaderBomb, Archived, "200 truncated=length", LENGTH, false, Kept::HeaderLimit),
    row(Fault::GzipBomb, Archived, "200", None, false, Kept::Bomb),
    row(Fault::BadGzip, Archived, "200", None, false, Kept::Coded),
    row(Fault::TooManyRequests, Archived, "429", None, true, Kept::Whole),
    row(Fault::Unavailable, Archived, "503", None, true, Kept::Whole),
    row(Fault::WrongMime, Archived, "200", None, false, Kept::Whole),
    row(Fault::EmptyReply, Failed, "closed", None, true, Kept::Nothing),
    row(Fault::GarbageStatus, Archived, "no-status", None, false, Kept::Exactly(GARBAGE)),
];

impl Row {
    #[track_caller]
    fn assert_kept(&self, capture: &Capture, answer: &SimAnswer) {
        let fault = self.fault;
        let (sent, payload, block) = (&answer.body[..], &capture.payload[..], &capture.block[..]);
        let half = &sent[..sent.len() / 2];
        assert!(half.len() > 5, "{fault:?}");
        assert_eq!(capture.truncated.as_deref(), self.truncated, "{fault:?}");
        match self.kept {
            Kept::Nothing => panic!("{fault:?} left something: {capture:?}"),
            Kept::Whole => assert_eq!(payload, sent, "{fault:?}"),
            Kept::FirstHalf => assert_eq!(payload, half, "{fault:?}"),
            Kept::Coded => {
                assert!(block.ends_with(sent) && payload != sent, "{fault:?}");
            }
            Kept::Bomb => {
                assert_eq!(payload.len() as u64, brisk().bomb_bytes, "{fault:?}");
                assert!(block.len() < LIMIT, "{fault:?}: {}", block.len());
            }
            Kept::BrokenChunks => {
                assert!(payload.starts_with(half), "{fault:?}");
                assert!(block.ends_with(&sent[sent.len() / 2..]), "{fault:?}");
            }
            Kept::Limit => {
                let head = block.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap() + 4;
                assert_eq!(block.len() - head, LIMIT, "{fault:?}");
                assert!(payload.starts_with(sent), "{fault:?}");
            }
            Kept::HeaderLimit => assert_eq!(block.len(), HEADER_LIMIT, "{fault:?}"),
            Kept::Exactly(bytes) => assert_eq!(block, bytes, "{fault:?}"),
        }
    }
}

/// A job that fetches its seeds and nothing else.
fn seeds_only(web: &Web, seeds: &[String]) -> Job {
    Job::everything(web)
        .seeds(seeds)
        .with("scope.rule", "[{ type = \"reject-all\" }, { type = \"seeds\" }]")
        .with("extract.sitemaps", false)
        .with("politeness.attempts", ATTEMPTS)
}

#[test]
fn every_fault_of_a_server_ends_as_it_should() {
    let web = Web::start(WorldSettings { pace: brisk(), ..WorldSettings::calm(5, 40) });
    // A host for each, so that one fault does not slow the others down.
    let hosts: Vec<String> = web.world.hosts().skip(1).collect();
    assert!(hosts.len() > Fault::ALL.len());
    let target = |fault: Fault| format!("/fault/{}/0.html", fault.name());
    let seeds: Vec<String> = Fault::ALL
        .iter()
        .zip(&hosts)
        .map(|(fault, host)| format!("http://{host}{}", target(*fault)))
        .collect();
    let job = seeds_only(&web, &seeds)
        .with("limits.bytes_per_document", format!("\"{LIMIT}B\""))
        .with("fetch.header_limit", format!("\"{HEADER_LIMIT}B\""));
    let harvest = Harvest::new(&job);
    harvest.run(Duration::from_secs(60)).expect(0);
    let history = assert_sound(&harvest.archive());
    assert_eq!(history.fates.len(), Fault::ALL.len());
    let found = archive::by_uri(&harvest.archive());
    let asked = web.asked();
    for ((&fault, host), uri) in Fault::ALL.iter().zip(&hosts).zip(&seeds) {
        let row = TABLE.iter().find(|row| row.fault == fault);
        let row = row.unwrap_or_else(|| panic!("{fault:?} has no row"));
        let fate = &history.fates[uri];
        assert_eq!(fate.outcome(), (row.outcome, row.detail), "{fault:?}");
        let retries = if row.is_retried { ATTEMPTS - 1 } else { 0 };
        assert_eq!(fate.retries(), vec![row.detail; retries], "{fault:?}");
        // A connection kept from before may have ended on its own, so that nobody can tell whether the
        // request had come; it is sent once more on another.
        let again = u32::from(fault == Fault::EmptyReply);
        assert_eq!(asked[uri], retries as u32 + 1 + again, "{fault:?}");
        let captures = found.get(uri).map_or(&[][..], |captures| captures);
        let is_kept = !matches!(row.kept, Kept::Nothing);
        assert_eq!(captures.len(), if is_kept { retries + 1 } else { 0 }, "{fault:?}");
        let answer = web.world.response(host, &target(fault), &SimRequest::get());
        for capture in captures {
            assert_eq!(capture.status, fault.status(), "{fault:?}");
            row.assert_kept(capture, &answer);
        }
    }
}

#[test]
fn names_that_lead_nowhere_end_as_they_should() {
    let web = Web::start(WorldSettings { dns_fault_rate: 0.5, ..WorldSettings::calm(5, 60) });
    let host = |fault: &DnsFault| {
        web.world.hosts().find(|host| web.world.dns_fault(host) == Some(*fault)).unwrap()
    };
    let hosts: Vec<String> = DnsFault::ALL.iter().map(host).collect();
    let uri = |host: &String| format!("http://{host}/");
    let seeds: Vec<String> = hosts.iter().map(uri).chain(web.world.seeds()).collect();
    let job = seeds_only(&web, &seeds)
        .identified()
        .with("fetch.allow_private", true)
        .with("fetch.connect_to", format!("[\"*:80::{}\"]", web.addr.port()))
        .with("fetch.dns_servers", format!("[\"{}\"]", web.dns()));
    let harvest = Harvest::new(&job);
    harvest.run(Duration::from_secs(60)).expect(0);
    let history = assert_sound(&harvest.archive());
    for (fault, host) in DnsFault::ALL.iter().zip(&hosts) {
        let (detail, is_retried) = match fault {
            DnsFault::NoSuchName => ("dns-no-such-name", false),
            DnsFault::ServerFailure => ("dns-server", true),
            DnsFault::NoAnswer => ("dns-timeout", true),
            DnsFault::AliasLoop => ("dns-no-address", false),
            _ => panic!("{fault:?} has no row"),
        };
        let fate = &history.fates[&uri(host)];
        assert_eq!(fate.outcome(), (Failed, detail), "{fault:?}");
        let retries = if is_retried { ATTEMPTS - 1 } else { 0 };
        assert_eq!(fate.retries(), vec![detail; retries], "{fault:?}");
        let lookups = web.log.lookups().iter().filter(|lookup| &lookup.name == host).count();
        assert!(lookups > retries, "{fault:?}: {lookups}");
    }
    let fate = &history.fates[&web.world.seeds()[0]];
    assert_eq!(fate.outcome(), (Archived, "200"));
    let lines = assert_one_line_each(&harvest.archive(), &history);
    let names: Vec<_> = lines.iter().filter(|line| line.status == 1).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(names[0].uri.starts_with("dns:") && names[0].mime == "text/dns", "{names:?}");
    let hosts: HashSet<_> = web.log.entries().into_iter().map(|entry| entry.host).collect();
    assert_eq!(hosts.len(), 1, "{hosts:?}");
}

/// Pages over TLS that nobody vouches for, of hosts with each fault.
fn certificates(policy: &str) -> (Web, Harvest, Vec<String>) {
    let settings =
        WorldSettings { tls: true, bad_certificate_rate: 0.5, ..WorldSettings::calm(5, 20) };
    let web = Web::start(settings);
    for fault in [None, Some(CertificateFault::Expired), Some(CertificateFault::WrongName)] {
        assert!(web.world.hosts().any(|host| web.world.certificate_fault(&host) == fault));
    }
    let seeds: Vec<String> = web.world.hosts().map(|host| format!("https://{host}/")).collect();
    let port = web.https().unwrap().port();
    let job = seeds_only(&web, &seeds)
        .with("fetch.tls", format!("{policy:?}"))
        .with("fetch.connect_to", format!("[\"*:443:127.0.0.1:{port}\"]"));
    let harvest = Harvest::new(&job);
    // Where all are refused, all seeds fail.
    let code = i32::from(policy == "refuse");
    harvest.run(Duration::from_secs(60)).expect(code);
    (web, harvest, seeds)
}

#[test]
fn pages_with_bad_certificates_are_archived_and_the_reason_recorded() {
    let (web, harvest, seeds) = certificates("record");
    let history = assert_sound(&harvest.archive());
    let metadata = archive::metadata(&harvest.archive());
    for uri in &seeds {
        assert_eq!(history.fates[uri].outcome(), (Archived, "200"), "{uri}");
        let host = uri.strip_prefix("https://").unwrap().trim_end_matches('/');
        let problem = match web.world.certificate_fault(host) {
            Some(CertificateFault::Expired) => "certificate expired",
            // Whether the name is right is not looked at: its authority is known to nobody.
            _ => "UnknownIssuer",
        };
        let line = metadata[uri].lines().find(|line| line.starts_with("tlsProblem: "));
        assert!(line.is_some_and(|line| line.contains(problem)), "{uri}: {line:?}");
    }
}

#[test]
fn pages_with_bad_certificates_are_not_asked_for_if_they_are_refused() {
    let (web, harvest, seeds) = certificates("refuse");
    let history = History::read(&harvest.archive(), "all");
    for uri in &seeds {
        assert_eq!(history.fates[uri].outcome(), (Outcome::Failed, "tls"), "{uri}");
    }
    assert_eq!(web.log.requests(), 0);
}
