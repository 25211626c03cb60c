//! What is alarming about a harvest: found out from a few numbers, each alarm once when it begins and once when it is
//! over.

use serde::{Serialize, Serializer};
use std::collections::VecDeque;
use std::time::Duration;
use stodola_crawl::job::AlarmSection;

/// The time that is compared with the time before it.
const WINDOW: Duration = Duration::from_secs(60);
/// Time of a run before which its usual rate is not known.
const RATE_AFTER: Duration = Duration::from_secs(300);
/// Attempts in the window below which their failures say nothing.
const ATTEMPTS_LEAST: u64 = 20;
/// Bytes of a harvest below which the part of one host says nothing.
const BYTES_LEAST: u64 = 10_000_000;

/// Something that an operator should know of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alarm {
    /// The rate has fallen far below the usual one.
    Rate,
    /// Many attempts fail.
    Errors,
    /// One host has a large part of all bytes.
    Host(String),
    /// Little is free on the disk.
    Disk,
    /// Less of a source is archived than in the round before.
    Completeness(String),
}

impl Alarm {
    /// Name in status, events and hooks.
    pub fn name(&self) -> &'static str {
        match self {
            Alarm::Rate => "rate",
            Alarm::Errors => "errors",
            Alarm::Host(_) => "host",
            Alarm::Disk => "disk",
            Alarm::Completeness(_) => "completeness",
        }
    }

    /// What it is about: the host or the source; empty for others.
    pub fn detail(&self) -> &str {
        match self {
            Alarm::Host(name) | Alarm::Completeness(name) => name,
            Alarm::Rate | Alarm::Errors | Alarm::Disk => "",
        }
    }

    /// Name and detail in one word: `disk`, `host:a.cz`.
    pub fn word(&self) -> String {
        match self.detail() {
            "" => self.name().to_owned(),
            detail => format!("{}:{detail}", self.name()),
        }
    }

    /// Reads what [`Alarm::word`] returns; `None` for alarms of a later version.
    pub fn parse(word: &str) -> Option<Alarm> {
        let (name, detail) = word.split_once(':').unwrap_or((word, ""));
        match name {
            "rate" => Some(Alarm::Rate),
            "errors" => Some(Alarm::Errors),
            "host" => Some(Alarm::Host(detail.to_owned())),
            "disk" => Some(Alarm::Disk),
            "completeness" => Some(Alarm::Completeness(detail.to_owned())),
            _ => None,
        }
    }
}

impl Serialize for Alarm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.word())
    }
}

/// The numbers of a harvest at one moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct AlarmSample {
    /// Time since the run began.
    pub(super) at: Duration,
    pub(super) archived: u64,
    pub(super) requests: u64,
    pub(super) failures: u64,
    /// Whether requests could be started: something waits, and nobody made a pause.
    pub(super) is_at_work: bool,
    /// The host with the most bytes, if there is more than one host.
    pub(super) largest: Option<(String, u64)>,
    pub(super) bytes: u64,
    /// Free bytes and size of the disk; `None` if they are not known.
    pub(super) disk: Option<(u64, u64)>,
}

/// Watches the numbers of a run.
#[derive(Default)]
pub(super) struct AlarmWatch {
    /// Those of the window, oldest first.
    samples: VecDeque<AlarmSample>,
    /// Time at work before the window, which the usual rate is of, and the documents of that time.
    worked: Duration,
    worked_documents: u64,
    raised: Vec<Alarm>,
}

/// What has changed since the last look.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct AlarmChanges {
    pub(super) raised: Vec<Alarm>,
    pub(super) over: Vec<Alarm>,
}

impl AlarmWatch {
    /// The alarms that are on.
    pub(super) fn raised(&self) -> &[Alarm] {
        &self.raised
    }

    pub(super) fn look(&mut self, settings: &AlarmSection, sample: AlarmSample) -> AlarmChanges {
        let now = sample.at;
        self.samples.push_back(sample);
        while self.samples.len() > 2 && self.samples[1].at + WINDOW <= now {
            let (Some(old), Some(next)) = (self.samples.pop_front(), self.samples.front()) else {
                break;
            };
            if old.is_at_work {
                self.worked += next.at.saturating_sub(old.at);
                self.worked_documents += next.archived.saturating_sub(old.archived);
            }
        }
        let found = self.found(settings);
        let changes = AlarmChanges {
            raised: found.iter().filter(|it| !self.raised.contains(it)).cloned().collect(),
            over: self.raised.iter().filter(|it| !found.contains(it)).cloned().collect(),
        };
        self.raised = found;
        changes
    }

    fn found(&self, settings: &AlarmSection) -> Vec<Alarm> {
        let (Some(first), Some(last)) = (self.samples.front(), self.samples.back()) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let time = last.at.saturating_sub(first.at);
        let is_at_work = self.samples.iter().all(|sample| sample.is_at_work);
        if is_at_work && time >= WINDOW && self.worked >= RATE_AFTER {
            let usual = self.worked_documents as f64 / self.worked.as_secs_f64();
            let rate = last.archived.saturating_sub(first.archived) as f64 / time.as_secs_f64();
            if rate < usual * settings.rate_falls_to {
                found.push(Alarm::Rate);
            }
        }
        let failures = last.failures.saturating_sub(first.failures);
        let attempts = last.requests.saturating_sub(first.requests).max(failures);
        let is_failing = failures as f64 >= attempts as f64 * settings.error_share;
        if settings.error_share < 1.0 && attempts >= ATTEMPTS_LEAST && is_failing {
            found.push(Alarm::Errors);
        }
        if let Some((host, bytes)) = &last.largest
            && settings.host_share < 1.0
            && last.bytes >= BYTES_LEAST
            && *bytes as f64 >= last.bytes as f64 * settings.host_share
        {
            found.push(Alarm::Host(host.clone()));
        }
        if last.disk.is_some_and(|(free, size)| free < settings.wanted_room(size)) {
            found.push(Alarm::Disk);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that archives ten documents a second for ten minutes, then `rate`.
    fn run(rate: u64, is_at_work: bool) -> Vec<Vec<Alarm>> {
        let (mut watch, settings) = (AlarmWatch::default(), AlarmSection::default());
        let mut archived = 0;
        let mut raised = Vec::new();
        for second in (0..900).step_by(5) {
            let sample = AlarmSample {
                at: Duration::from_secs(second),
                archived,
                requests: archived,
                is_at_work: second < 600 || is_at_work,
                ..AlarmSample::default()
            };
            archived += 5 * if second < 600 { 10 } else { rate };
            let changes = watch.look(&settings, sample);
            raised.extend((!changes.raised.is_empty()).then_some(changes.raised));
        }
        raised
    }

    #[test]
    fn alarms_come_back_from_their_words() {
        for (alarm, word) in [
            (Alarm::Rate, "rate"),
            (Alarm::Errors, "errors"),
            (Alarm::Host("[2001:db8::1]".to_owned()), "host:[2001:db8::1]"),
            (Alarm::Disk, "disk"),
            (Alarm::Completeness("a.cz".to_owned()), "completeness:a.cz"),
        ] {
            assert_eq!((alarm.word(), Alarm::parse(word)), (word.to_owned(), Some(alarm)));
        }
        assert_eq!(Alarm::parse("flood:a.cz"), None);
    }

    #[test]
    fn a_rate_that_falls_is_told_once_unless_it_is_a_pause() {
        assert_eq!(run(1, true), [vec![Alarm::Rate]]);
        assert!(run(3, true).is_empty(), "a third is usual enough");
        assert!(run(0, false).is_empty(), "a pause is no alarm");
    }

    #[test]
    fn failures_hosts_and_disks_are_told_when_they_begin_and_when_they_are_over() {
        let settings = AlarmSection::default();
        let calm = AlarmSample {
            bytes: 20_000_000,
            disk: Some((2 << 30, 1 << 40)),
            ..AlarmSample::default()
        };
        for (bad, alarm) in [
            (AlarmSample { requests: 30, failures: 20, ..calm.clone() }, Alarm::Errors),
            (
                AlarmSample { largest: Some(("a.cz".to_owned(), 11_000_000)), ..calm.clone() },
                Alarm::Host("a.cz".to_owned()),
            ),
            (AlarmSample { disk: Some((1000, 1 << 40)), ..calm.clone() }, Alarm::Disk),
        ] {
            let mut watch = AlarmWatch::default();
            assert_eq!(watch.look(&settings, calm.clone()), AlarmChanges::default());
            let at = Duration::from_secs(5);
            let changes = watch.look(&settings, AlarmSample { at, ..bad.clone() });
            assert_eq!((changes.raised, changes.over), (vec![alarm.clone()], vec![]));
            let same = watch.look(&settings, AlarmSample { at: at * 2, ..bad.clone() });
            assert_eq!((same, watch.raised()), (AlarmChanges::default(), &[alarm.clone()][..]));
            let AlarmSample { requests, failures, .. } = bad;
            let later = AlarmSample { at: at * 40, requests, failures, ..calm.clone() };
            watch.look(&settings, later.clone());
            let over = watch.look(&settings, AlarmSample { at: at * 80, ..later });
            let all = watch.raised().is_empty() && over.raised.is_empty();
            assert!(all, "{alarm:?}");
        }
        // Few attempts, a small harvest, or thresholds that are off: no alarm.
        let few = AlarmSample {
            requests: 9,
            failures: 9,
            bytes: 10,
            largest: Some(("a".to_owned(), 10)),
            ..AlarmSample::default()
        };
        let mut watch = AlarmWatch::default();
        watch.look(&settings, AlarmSample::default());
        assert_eq!(watch.look(&settings, few), AlarmChanges::default());
    }
}
