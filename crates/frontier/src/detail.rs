//! The detail of an attempt in the frontier's log: what logs, reports and questions need years later, beside the
//! outcome.
//!
//! A line of words. The first is the [`Reason`]; the others are `name=value`:
//!
//! ```text
//! 200 start=1731672000123 took=45 size=5120 type=text/html digest=sha1:AB… truncated=length pause=1000:min-delay
//! connect-timeout start=1731672000123 took=20000 pause=60000:failures
//! 200 start=1731672000123 took=45 size=5120 links=scheme:12,cut-max-links:50000
//! 429 start=1731672000123 took=12 pause=60000:failures slowed=4000
//! Disallow:%20/private
//! ```
//!
//! Spaces, percent signs and control characters in values are escaped as in URIs.

use crate::time::millis;
use crate::{Reason, Time, Unfollowed};
use std::borrow::Cow;
use std::fmt::Write as _;
use std::time::{Duration, SystemTime};

/// The pause of a host after an attempt, and the setting or answer that made it so long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pause {
    /// Length of the pause, from the end of the attempt on. Logs keep whole milliseconds.
    pub time: Duration,
    /// What determined its length.
    pub owed: Owed,
}

impl Pause {
    /// Creates a pause of `time`, cut to whole milliseconds.
    pub fn new(time: Duration, owed: Owed) -> Pause {
        Pause { time: Duration::from_millis(millis(time)), owed }
    }
}

/// What determined the length of a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Owed {
    /// A multiple of the time that the answer took.
    Factor,
    /// The shortest pause of the job.
    MinDelay,
    /// The longest pause of the job: the answer took very long.
    MaxDelay,
    /// `Crawl-delay` in the host's robots.txt.
    CrawlDelay,
    /// The host answered 429 or 503 before.
    Complaint,
    /// `Retry-After` in the answer.
    RetryAfter,
    /// Failures in a row: each doubles the pause.
    Failures,
}

/// Every reason of a pause, in the order of [`Owed`].
const OWED: &[Owed] = &[
    Owed::Factor,
    Owed::MinDelay,
    Owed::MaxDelay,
    Owed::CrawlDelay,
    Owed::Complaint,
    Owed::RetryAfter,
    Owed::Failures,
];

impl Owed {
    /// Name for logs.
    pub fn name(self) -> &'static str {
        match self {
            Owed::Factor => "factor",
            Owed::MinDelay => "min-delay",
            Owed::MaxDelay => "max-delay",
            Owed::CrawlDelay => "crawl-delay",
            Owed::Complaint => "complaint",
            Owed::RetryAfter => "retry-after",
            Owed::Failures => "failures",
        }
    }

    fn from_name(name: &str) -> Option<Owed> {
        OWED.iter().copied().find(|owed| owed.name() == name)
    }
}

/// A limit of a host or its domain. When it is reached, all URIs that wait for the host end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Budget {
    /// Archived documents of the host.
    DocumentsPerHost,
    /// Archived bytes of the host.
    BytesPerHost,
    /// Archived documents of the registrable domain.
    DocumentsPerDomain,
    /// Bytes of one registrable domain.
    BytesPerDomain,
}

/// Every budget, in the order of [`Budget`].
const BUDGETS: &[Budget] = &[
    Budget::DocumentsPerHost,
    Budget::BytesPerHost,
    Budget::DocumentsPerDomain,
    Budget::BytesPerDomain,
];

impl Budget {
    /// Name for logs: the key under `[limits]` in job.toml.
    pub fn name(self) -> &'static str {
        match self {
            Budget::DocumentsPerHost => "documents_per_host",
            Budget::BytesPerHost => "bytes_per_host",
            Budget::DocumentsPerDomain => "documents_per_domain",
            Budget::BytesPerDomain => "bytes_per_domain",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Budget> {
        BUDGETS.iter().copied().find(|budget| budget.name() == name)
    }
}

/// How a capture differs from the last one of the same URI that the archive had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CaptureChange {
    /// The archive had none.
    New,
    /// It has other content than the last one.
    Changed,
    /// It has the same content as the last one, or the server said so (304).
    Unchanged,
    /// The server used to have a document, and now answers that there is none (404 or 410).
    Gone,
}

/// Every change, in the order of [`CaptureChange`].
const CHANGES: &[CaptureChange] =
    &[CaptureChange::New, CaptureChange::Changed, CaptureChange::Unchanged, CaptureChange::Gone];

impl CaptureChange {
    /// Name for logs and reports.
    pub fn name(self) -> &'static str {
        match self {
            CaptureChange::New => "new",
            CaptureChange::Changed => "changed",
            CaptureChange::Unchanged => "unchanged",
            CaptureChange::Gone => "gone",
        }
    }

    fn from_name(name: &str) -> Option<CaptureChange> {
        CHANGES.iter().copied().find(|change| change.name() == name)
    }
}

/// What the log says about an attempt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Detail {
    /// The HTTP status, the failure or the rule that decided.
    pub reason: Reason,
    /// Time when the request was sent; `None` if none was sent.
    pub start: Option<Time>,
    /// Time that the answer took, in whole milliseconds; `None` if no request was sent.
    pub took: Option<Duration>,
    /// Bytes of the body as sent; `None` without an answer.
    pub size: Option<u64>,
    /// Media type that the server declared, without parameters; `None` if it declared none.
    pub media_type: Option<String>,
    /// Digest of the payload, with its algorithm: `sha1:…`; `None` if nothing was archived.
    pub digest: Option<String>,
    /// Why the response is incomplete, in the words of `WARC-Truncated`; `None` if it is complete.
    pub truncated: Option<String>,
    /// Whether the archive had the payload already.
    pub is_revisit: bool,
    /// Whether the page belongs to the nation; `None` if it was not judged.
    pub verdict: Option<bool>,
    /// The pause of the host after the attempt; `None` if the host was not asked.
    pub pause: Option<Pause>,
    /// The new pause of the host in whole milliseconds, if it changed: it grew because the host complained, or shrank
    /// after good answers. Zero if the host has the usual pause again; `None` if it did not change.
    pub slowed: Option<Duration>,
    /// How it differs from the last capture; `None` if they were not compared.
    pub change: Option<CaptureChange>,
    /// Links of the document that were not followed, by reason.
    pub unfollowed: Unfollowed,
    /// Stages that rules of the job left out, each with the name of its rule: `extract:RULE,judge:RULE`; `None` if all
    /// were done.
    pub skipped: Option<String>,
}

impl Detail {
    /// Creates a detail that has only a reason.
    pub fn new(reason: Reason) -> Detail {
        Detail { reason, ..Detail::default() }
    }

    /// Adds the time when the request was sent, and the time that the answer took.
    pub fn at(mut self, start: SystemTime, took: Duration) -> Detail {
        self.start = Some(start.into());
        self.took = Some(Duration::from_millis(millis(took)));
        self
    }

    /// Whether the document is not in the archive as a whole: it was cut off, a part of it was asked for, or it was
    /// left out because of its length.
    pub fn is_cut(&self) -> bool {
        self.truncated.is_some() || matches!(self.reason, Reason::TooLong { .. })
    }

    /// HTTP status; `None` if the reason is not a status.
    pub fn status(&self) -> Option<u16> {
        self.reason.status()
    }

    /// The limit that was reached; `None` if the reason is not a limit.
    pub fn budget(&self) -> Option<Budget> {
        match self.reason {
            Reason::Budget(budget) => Some(budget),
            _ => None,
        }
    }

    /// Returns the line for the log; [`parse`](Detail::parse) reads it.
    pub fn to_line(&self) -> String {
        let mut line = escaped(&self.reason.to_string());
        let start = self.start.map(Time::millis);
        let numbers = [("start", start), ("took", self.took.map(millis)), ("size", self.size)];
        for (name, value) in numbers {
            if let Some(value) = value {
                // Writing to a string cannot fail.
                let _ = write!(line, " {name}={value}");
            }
        }
        let texts = [
            ("type", &self.media_type),
            ("digest", &self.digest),
            ("truncated", &self.truncated),
            ("skipped", &self.skipped),
        ];
        for (name, value) in texts {
            if let Some(value) = value {
                let _ = write!(line, " {name}={}", escaped(value));
            }
        }
        if let Some(is_valid) = self.verdict {
            line.push_str(if is_valid { " verdict=valid" } else { " verdict=other" });
        }
        if self.is_revisit {
            line.push_str(" revisit=yes");
        }
        if let Some(Pause { time, owed }) = self.pause {
            let _ = write!(line, " pause={}:{}", millis(time), owed.name());
        }
        if let Some(pause) = self.slowed {
            let _ = write!(line, " slowed={}", millis(pause));
        }
        if let Some(change) = self.change {
            let _ = write!(line, " change={}", change.name());
        }
        if !self.unfollowed.is_empty() {
            let _ = write!(line, " links={}", self.unfollowed.to_word());
        }
        line
    }

    /// Returns [`slowed`](Detail::slowed) of a line of the log, without parsing all of it.
    pub(crate) fn slowed_in(line: &[u8]) -> Option<Duration> {
        let value = line.split(|byte| *byte == b' ').find_map(|word| word.strip_prefix(b"slowed="));
        span(std::str::from_utf8(value?).ok()?)
    }

    /// Returns the [`unfollowed`](Detail::unfollowed) links in a line of the log, without parsing all of it.
    pub fn unfollowed_in(line: &[u8]) -> Unfollowed {
        let value = line.split(|byte| *byte == b' ').find_map(|word| word.strip_prefix(b"links="));
        let value = value.and_then(|value| std::str::from_utf8(value).ok());
        value.map(Unfollowed::parse).unwrap_or_default()
    }

    /// Parses a line of the log. Never fails: unknown words, such as those of later versions, are ignored.
    pub fn parse(line: &[u8]) -> Detail {
        let line = String::from_utf8_lossy(line);
        let mut words = line.split(' ');
        let mut detail = Detail::new(Reason::from_text(&plain(words.next().unwrap_or_default())));
        for word in words {
            let Some((name, value)) = word.split_once('=') else { continue };
            match name {
                "start" => detail.start = value.parse().ok().map(Time::from_millis),
                "took" => detail.took = span(value),
                "size" => detail.size = value.parse().ok(),
                "type" => detail.media_type = Some(plain(value).into_owned()),
                "digest" => detail.digest = Some(plain(value).into_owned()),
                "truncated" => detail.truncated = Some(plain(value).into_owned()),
                "skipped" => detail.skipped = Some(plain(value).into_owned()),
                "verdict" => detail.verdict = Some(value == "valid"),
                "revisit" => detail.is_revisit = value == "yes",
                "pause" => detail.pause = pause(value),
                "change" => detail.change = CaptureChange::from_name(value),
                "links" => detail.unfollowed = Unfollowed::parse(value),
                "slowed" => detail.slowed = span(value),
                _ => {}
            }
        }
        detail
    }
}

fn pause(value: &str) -> Option<Pause> {
    let (millis, owed) = value.split_once(':')?;
    Some(Pause { time: span(millis)?, owed: Owed::from_name(owed)? })
}

/// Parses a number of milliseconds.
fn span(millis: &str) -> Option<Duration> {
    millis.parse().ok().map(Duration::from_millis)
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c == ' ' || c == '%' || c.is_control() => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    let _ = write!(out, "%{byte:02X}");
                }
            }
            c => out.push(c),
        }
    }
    out
}

fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        rest = tail;
        let hex = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| byte == b'%') {
            Some(escaped) => {
                out.push(escaped);
                rest = &tail[2..];
            }
            None => out.push(byte),
        }
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_come_back() {
        let whole = Detail {
            reason: Reason::from_text("Disallow: /a%20b\t\u{85}"),
            start: Some(Time::from_millis(1_731_672_000_123)),
            took: Some(Duration::ZERO),
            size: Some(u64::MAX),
            media_type: Some("text/html charset".into()),
            digest: Some("sha1:ABC=".into()),
            truncated: Some("length".into()),
            is_revisit: true,
            verdict: Some(false),
            pause: Some(Pause::new(Duration::from_millis(1500), Owed::CrawlDelay)),
            slowed: Some(Duration::from_secs(2)),
            change: Some(CaptureChange::Gone),
            unfollowed: Unfollowed::parse("scheme:12,cut-max-links:50000"),
            skipped: Some("extract:no lists,judge:x".into()),
        };
        let line = whole.to_line();
        assert!(line.starts_with("Disallow:%20/a%2520b%09"), "{line}");
        assert_eq!(Detail::parse(line.as_bytes()), whole);
        assert_eq!(Detail::slowed_in(line.as_bytes()), Some(Duration::from_secs(2)));
        assert_eq!(Detail::slowed_in(b"404 took=1"), None);
        assert_eq!(Detail::unfollowed_in(line.as_bytes()), whole.unfollowed);
        assert!(Detail::unfollowed_in(b"404 took=1").is_empty());
        assert_eq!(Detail::parse(b""), Detail::default());
        let odd = Detail::parse(b"404 later=1 took=x\xFF size=5 %zz");
        assert_eq!((odd.status(), odd.size, odd.took), (Some(404), Some(5), None));
        for &owed in OWED {
            assert_eq!(Owed::from_name(owed.name()), Some(owed));
        }
        for &change in CHANGES {
            assert_eq!(CaptureChange::from_name(change.name()), Some(change));
        }
        for &budget in BUDGETS {
            let line = Detail::new(Reason::Budget(budget)).to_line();
            assert_eq!(Detail::parse(line.as_bytes()).budget(), Some(budget));
        }
    }
    /// Lines of all versions so far, as they stand in logs. They must be read as ever, and be written the same.
    #[test]
    fn lines_of_logs_on_disk_are_read_and_written_to_the_byte() {
        for line in [
            "",
            "200 start=1731672000123 took=45 size=5 type=text/html digest=sha1:AB= truncated=length pause=9:min-delay",
            "connect-timeout start=1731672000123 took=20000 pause=60000:failures",
            "200 start=1731672000123 took=45 size=5120 links=scheme:12,cut-max-links:50000",
            "429 start=1731672000123 took=12 pause=60000:failures slowed=4000",
            "304 start=1 took=0 size=0 digest=sha1:AB revisit=yes pause=0:min-delay change=unchanged",
            "200 start=1 took=0 size=7 verdict=valid change=new",
            "Disallow:%20/private",
            "host-share%20judged=20%20valid=0",
            "points=-3%20probability=0.012%20language=de start=1 took=2 size=3 type=text/html verdict=other",
            "not-judged start=1 took=2 size=3",
            "no-contact:%20only%20this%20machine%20is%20harvested%20without%20one",
            "2026-11-15T10:00:00Z",
            "documents_per_host",
            "host-closed",
            "10.0.0.1",
            "dns start=1731672000123 took=0 size=57 type=text/dns",
            "robots-unreachable",
            "503 pause=1000:min-delay",
            " pause=1000:min-delay",
        ] {
            assert_eq!(Detail::parse(line.as_bytes()).to_line(), line);
        }
        let dropped = Detail::parse(b"host-share%20judged=20%20valid=1");
        assert_eq!(dropped.reason, Reason::HostShare { judged: 20, valid: 1 });
    }
}
