//! The reports on a job: its seeds, hosts, types and statuses, in Heritrix's formats, and what a national harvest
//! learned of hosts.
//!
//! Counted in one pass over the frontier's log; the memory depends on the number of hosts, seeds and types, not of
//! URIs: about 70 bytes for a host and 24 for a seed, whose URI stays in the log. The log is only read, so reports may
//! be made while the job is harvested.

mod summary;
mod text;

use super::line::media_type;
use super::status::{self, Class};
use super::{Completeness, FOLDER, JobRuns, LogsError, TypeAmount};
use crate::job::National;
use crate::national::Share;
use crate::site_rules::counted_rule;
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;
use stodola_fetch::DnsCounts;
use stodola_frontier::{CaptureChange, Detail, LinkLoss, Outcome};
use stodola_frontier::{
    EarlierOutcome, FrontierError, Happened, History, HostId, LogPlace, Pieces,
};
use stodola_judge::GeoAge;
use summary::SeedState;
pub use summary::{FailedSeed, RoundSummary};

/// Names of all reports; each is in `reports/NAME-report.txt` in the folder of its job. [`Reports::names`] has those of
/// one job.
pub const REPORTS: &[&str] = &[
    "crawl",
    "seeds",
    "hosts",
    "mimetype",
    "responsecode",
    "processors",
    "frontier-summary",
    "changes",
    "dns",
    COMPLETENESS,
    NATIONAL,
];
/// The report on sources, which is counted apart.
const COMPLETENESS: &str = "completeness";
/// The report that only national harvests have.
const NATIONAL: &str = "national";

/// The numbers of a host.
#[derive(Clone, Debug, Default)]
struct Host {
    /// Number of URIs fetched successfully, including robots.txt.
    urls: u32,
    robots: u32,
    found: u32,
    finished: u32,
    archived: u32,
    share: Share,
    bytes: u64,
    /// Numbers of those whose content the archive already had; `None` if there are none. There may be millions of
    /// hosts, so this is kept apart.
    known: Option<Box<Known>>,
}

impl Host {
    /// Returns where something that is not new is counted; `None` if it is new.
    fn known_of(&mut self, detail: &Detail) -> Option<&mut Amount> {
        if !detail.is_revisit {
            return None;
        }
        self.known.get_or_insert_default().of(detail)
    }

    fn waiting(&self) -> u32 {
        self.found.saturating_sub(self.finished)
    }
}

/// The numbers of a host in the log of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HostCount {
    /// Its name.
    pub host: Box<str>,
    /// URIs found that have no outcome yet.
    pub waiting: u64,
    /// Documents archived.
    pub archived: u64,
    /// Bytes of everything that was fetched from it, including robots.txt.
    pub bytes: u64,
}

/// The state of a seed.
#[derive(Debug)]
struct Seed {
    /// Where it was found: the log has its URI.
    place: LogPlace,
    /// Status; 0 before the seed has ended.
    status: i32,
    /// Its state, by number: there may be millions of seeds, and few states.
    state: u32,
    /// Where it redirected to; `None` if nowhere.
    redirected: Option<Box<Redirected>>,
}

/// Where a seed redirected to.
#[derive(Debug, Default)]
struct Redirected {
    first: Option<Vec<u8>>,
    /// The last URI that it redirected to, and its state; `None` if there is none.
    target: Option<(Vec<u8>, SeedState)>,
}

/// The states of seeds, each once.
#[derive(Debug, Default)]
struct SeedStates {
    states: Vec<SeedState>,
    numbers: HashMap<SeedState, u32>,
}

impl SeedStates {
    fn number(&mut self, state: SeedState) -> u32 {
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.numbers.insert(state, number);
        number
    }

    fn get(&self, number: u32) -> &SeedState {
        self.states.get(number as usize).unwrap_or(&SeedState::Waiting)
    }
}

/// A number of URIs, and their bytes.
#[derive(Clone, Copy, Debug, Default)]
struct Amount {
    urls: u64,
    bytes: u64,
}

/// Content that the archive already had.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    /// Recognised by the digest of the content.
    by_hash: Amount,
    /// According to the server (304).
    not_modified: Amount,
}

impl Known {
    /// Returns where something that is not new is counted; `None` if it is new.
    fn of(&mut self, detail: &Detail) -> Option<&mut Amount> {
        match (detail.is_revisit, detail.status()) {
            (false, _) => None,
            (true, Some(304)) => Some(&mut self.not_modified),
            (true, _) => Some(&mut self.by_hash),
        }
    }

    /// Returns the rest of all URIs and bytes: the new ones.
    fn novel(&self, urls: u64, bytes: u64) -> Amount {
        let Known { by_hash, not_modified } = self;
        Amount {
            urls: urls.saturating_sub(by_hash.urls + not_modified.urls),
            bytes: bytes.saturating_sub(by_hash.bytes + not_modified.bytes),
        }
    }
}

/// A round compared with what the archive had before: numbers of URIs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// URIs archived without an earlier capture in the archive.
    pub new: u64,
    /// URIs archived with other content than in the last capture.
    pub changed: u64,
    /// URIs archived with the same content as in the last capture.
    pub unchanged: u64,
    /// URIs not fetched, because their last capture is young enough.
    pub not_due: u64,
    /// URIs archived with status 404 or 410 whose last capture was a document.
    pub gone: u64,
    /// URIs archived without comparing: at a second attempt, or because the job does not look for earlier captures.
    pub not_compared: u64,
    /// URIs that failed.
    pub failed: u64,
}

/// The numbers of all reports on a job.
#[derive(Debug, Default)]
pub struct Reports {
    job: String,
    national: Option<National>,
    /// When the database of countries was built, in seconds since 1970; `None` if there is none.
    geo_built: Option<u64>,
    runs: JobRuns,
    dns: DnsCounts,
    completeness: Completeness,
    hosts: Pieces<Host>,
    /// The log, with the names of hosts; `None` before it was read.
    log: Option<History>,
    names: Amount,
    types: HashMap<String, Amount>,
    statuses: BTreeMap<i32, u64>,
    seeds: Seeds,
    seed_states: SeedStates,
    outcomes: BTreeMap<Outcome, u64>,
    rejected: BTreeMap<String, u64>,
    /// Number of links that were left out, by reason; if a page was cut, the page is counted.
    unfollowed: BTreeMap<LinkLoss, u64>,
    retries: u64,
    /// URIs that wait again although they have an outcome.
    again: u64,
    beside: u64,
    succeeded: Amount,
    known: Known,
    changes: Changes,
    failed: u64,
    disregarded: u64,
    /// Number of archived documents whose content the archive already had.
    unchanged: u64,
    /// Seeds that a rule rejected, with the rule.
    rejected_seeds: HashMap<Vec<u8>, String>,
}

/// Returns the folder of the round before the one in a folder; `None` if there is none.
fn round_before(folder: &Path) -> Option<PathBuf> {
    let rounds = stodola_frontier::rounds::folders(folder).ok()?;
    // The folder is that of the job, or below it that of an earlier round.
    if let [.., (_, before), _] = &rounds[..] {
        return Some(before.clone());
    }
    let number: u32 = folder.file_name()?.to_str()?.parse().ok()?;
    let before = folder.parent()?.join(format!("{:04}", number.checked_sub(1)?));
    before.is_dir().then_some(before)
}

impl Reports {
    /// Reads the log of the job in `folder` and counts. `national` has the settings of a national harvest; `None` for
    /// other harvests.
    pub fn read(
        folder: &Path,
        job: &str,
        national: Option<&National>,
    ) -> Result<Reports, LogsError> {
        let runs = JobRuns::read(&folder.join(FOLDER))?;
        let (job, national) = (job.to_owned(), national.cloned());
        let geo = national.as_ref().and_then(|national| national.geo.as_ref());
        // A report on an old job does without a database that is gone.
        let geo = geo.and_then(|path| GeoAge::of_file(&folder.join(path), UNIX_EPOCH).ok());
        let geo_built = geo.map(|age| age.built);
        let dns = super::dns::read(&folder.join(FOLDER));
        let mut reports = Reports { job, national, geo_built, runs, dns, ..Reports::default() };
        let frontier = folder.join("frontier");
        let history = History::open(&frontier)?;
        let mut reading = History::open(&frontier)?;
        reading.read(|happened| {
            if let Happened::Done { host, replaces: Some(place), .. } = happened {
                reports.forget(host, &history.earlier(place)?);
            }
            reports.count(happened);
            Ok(())
        })?;
        reports.log = Some(reading);
        Ok(reports)
    }

    /// Same as [`read`](Reports::read); also counts how complete the round is, beside the one before it.
    pub fn read_with_sources(
        folder: &Path,
        job: &str,
        national: Option<&National>,
    ) -> Result<Reports, LogsError> {
        // First, so that the memory for the one is free again for the other: a country has millions of hosts.
        let before = round_before(folder).and_then(|before| Completeness::stored(&before));
        let completeness = Completeness::read(folder, before.as_ref())?;
        Ok(Reports { completeness, ..Reports::read(folder, job, national)? })
    }

    /// The names of the reports that this job has.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        REPORTS.iter().copied().filter(|name| *name != NATIONAL || self.national.is_some())
    }

    /// Writes all reports, each in one step.
    pub fn write_all(&self, folder: &Path) -> Result<(), LogsError> {
        let folder = folder.join("reports");
        fs::create_dir_all(&folder).map_err(LogsError::new("create", &folder))?;
        for name in self.names() {
            let path = folder.join(format!("{name}-report.txt"));
            stodola_durable::replace_with(&path, |mut out| self.write(name, &mut out))?;
        }
        self.completeness.store(&folder)
    }

    /// Writes the report with one of the [names](REPORTS); nothing for any other name.
    pub fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        match name {
            "crawl" => text::crawl(self, out),
            "seeds" => text::seeds(self, out),
            "hosts" => text::hosts(self, out),
            "mimetype" => text::types(self, out),
            "responsecode" => text::statuses(self, out),
            "processors" => text::processors(self, out),
            "frontier-summary" => text::frontier(self, out),
            "changes" => text::changes(self, out),
            "dns" => text::dns(self, out),
            COMPLETENESS => self.completeness.write(out),
            NATIONAL => text::national(self, out),
            _ => Ok(()),
        }
    }

    /// Number of URIs found, and number of those with an outcome.
    pub fn found(&self) -> (u64, u64) {
        let sum =
            |number: fn(&Host) -> u32| self.hosts.iter().map(|host| u64::from(number(host))).sum();
        (sum(|host| host.found), sum(|host| host.finished))
    }

    /// Number of URIs with this outcome.
    pub fn with_outcome(&self, outcome: Outcome) -> u64 {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }

    /// Number of URIs that wait again although they have an outcome.
    pub fn again(&self) -> u64 {
        self.again
    }

    /// How complete the round is, source by source.
    pub fn completeness(&self) -> &Completeness {
        &self.completeness
    }

    /// The round compared with what the archive had before.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// Number of bytes archived.
    pub fn bytes(&self) -> u64 {
        self.succeeded.bytes
    }

    /// Number of seeds.
    pub fn seeds(&self) -> usize {
        self.seeds.list.len()
    }

    /// Number of links rejected, by the name of the rule.
    pub fn rejected(&self) -> impl Iterator<Item = (&str, u64)> {
        self.rejected.iter().map(|(rule, number)| (rule.as_str(), *number))
    }

    /// The hosts in the order in which they were found.
    pub fn hosts(&self) -> impl Iterator<Item = HostCount> {
        self.hosts.iter().enumerate().map(|(id, host)| HostCount {
            host: self.host_name(id as HostId).into(),
            waiting: host.waiting().into(),
            archived: host.archived.into(),
            bytes: host.bytes,
        })
    }

    /// The media types of what was fetched successfully, that with the most bytes first.
    pub fn types(&self) -> Vec<TypeAmount> {
        let amount = |(name, amount): (&String, &Amount)| TypeAmount {
            media_type: name.clone(),
            documents: amount.urls,
            bytes: amount.bytes,
        };
        let mut types: Vec<TypeAmount> =
            self.types.iter().map(amount).filter(|it| it.documents > 0).collect();
        types.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.media_type.cmp(&b.media_type)));
        types
    }

    /// Name of a host; empty if there is no such number.
    fn host_name(&self, host: HostId) -> &str {
        self.log.as_ref().map_or("", |log| log.host(host))
    }

    /// The URI of a seed, from the log.
    fn seed_uri(&self, seed: &Seed) -> Result<Vec<u8>, FrontierError> {
        match &self.log {
            Some(log) => Ok(log.entry(seed.place)?.uri),
            None => Ok(Vec::new()),
        }
    }

    /// The runs of the job.
    pub fn runs(&self) -> &JobRuns {
        &self.runs
    }

    fn count(&mut self, happened: Happened<'_>) {
        match happened {
            Happened::Host { .. } => self.hosts.push(Host::default()),
            Happened::Found { place, host, uri, via, hops, is_seed, .. } => {
                if let Some(host) = self.hosts.get_mut(host) {
                    host.found += 1;
                }
                if !is_seed
                    && !hops.is_empty()
                    && hops.iter().all(|&hop| hop == b'R')
                    && let Some(seed) = self.seeds.redirect(place, via)
                {
                    let redirected = seed.redirected.get_or_insert_default();
                    redirected.target = Some((uri.clone(), SeedState::Waiting));
                }
                if is_seed {
                    self.rejected_seeds.remove(&uri);
                    let state = self.seed_states.number(SeedState::Waiting);
                    self.seeds.list.push(Seed { place, status: 0, state, redirected: None });
                } else if hops == b"R"
                    && let Some(seed) = via.and_then(|via| self.seeds.at_mut(via))
                {
                    seed.redirected.get_or_insert_default().first = Some(uri);
                }
            }
            Happened::Retry { place, found, .. } => {
                self.retries += 1;
                self.seeds.go_on(place, found);
            }
            Happened::Again { place, found, .. } => {
                self.again += 1;
                self.seeds.go_on(place, found);
            }
            Happened::Done { outcome: Outcome::Retried, entry, detail, .. } => {
                self.note_seed(entry, || SeedState::Tried(Detail::parse(detail).reason));
            }
            Happened::Linked { .. } => self.again = self.again.saturating_sub(1),
            Happened::Done { entry, host, outcome, detail, bytes, replaces, .. } => {
                self.again = self.again.saturating_sub(replaces.is_some().into());
                let detail = Detail::parse(detail);
                let status = status::status(outcome, &detail);
                *self.outcomes.entry(outcome).or_default() += 1;
                self.unchanged += u64::from(outcome == Outcome::Archived && detail.is_revisit);
                self.note_seed(entry, || SeedState::Ended(outcome, detail.reason.clone()));
                if let Some(seed) = self.seeds.at_mut(entry) {
                    seed.status = status;
                }
                if let Some(host) = self.hosts.get_mut(host) {
                    host.finished += 1;
                    host.robots += u32::from(outcome == Outcome::RobotsExcluded);
                    host.archived += u32::from(outcome == Outcome::Archived);
                    if let Some(is_valid) = detail.verdict {
                        host.share.learn(is_valid);
                    }
                }
                for (loss, number) in detail.unfollowed.iter() {
                    let total = self.unfollowed.entry(loss).or_default();
                    *total = total.saturating_add(lost(loss, number));
                }
                if let Some(number) = self.changes.of(outcome, &detail) {
                    *number += 1;
                }
                self.end(Some(host), status, &detail, bytes);
            }
            Happened::Beside { host, uri, detail, bytes, .. } => {
                let detail = Detail::parse(detail);
                self.beside += 1;
                let host = (!uri.starts_with(b"dns:")).then_some(host);
                self.end(host, status::status_beside(&detail), &detail, bytes);
            }
            Happened::Rejected { rule, uri, via, .. } => {
                let rule = String::from_utf8_lossy(rule);
                // Only seeds were found on no page.
                if via.is_none() {
                    self.rejected_seeds.insert(uri.to_vec(), rule.clone().into_owned());
                }
                let rule = counted_rule(&rule);
                match self.rejected.get_mut(rule) {
                    Some(number) => *number += 1,
                    None => drop(self.rejected.insert(rule.to_owned(), 1)),
                }
            }
        }
    }

    /// Records the state of a seed, or of the URI that it redirected to, if the entry is one of these.
    fn note_seed(&mut self, entry: LogPlace, state: impl FnOnce() -> SeedState) {
        if let Some(seed) = self.seeds.at_mut(entry) {
            seed.state = self.seed_states.number(state());
        } else if let Some(seed) = self.seeds.redirected_to(entry)
            && let Some(redirected) = &mut seed.redirected
            && let Some((_, target)) = &mut redirected.target
        {
            *target = state();
        }
    }

    /// Subtracts an outcome that another one replaces.
    fn forget(&mut self, host: HostId, earlier: &EarlierOutcome) {
        let EarlierOutcome { outcome, detail, bytes } = earlier;
        let detail = Detail::parse(detail);
        let status = status::status(*outcome, &detail);
        let less = |number: &mut u64, by: u64| *number = number.saturating_sub(by);
        self.outcomes.entry(*outcome).and_modify(|number| less(number, 1));
        less(&mut self.unchanged, (*outcome == Outcome::Archived && detail.is_revisit).into());
        if let Some(host) = self.hosts.get_mut(host) {
            let few = |number: &mut u32, by: bool| *number = number.saturating_sub(by.into());
            few(&mut host.finished, true);
            few(&mut host.robots, *outcome == Outcome::RobotsExcluded);
            few(&mut host.archived, *outcome == Outcome::Archived);
            if Class::of(status) == Class::Success {
                few(&mut host.urls, true);
                less(&mut host.bytes, *bytes);
                if let Some(amount) = host.known_of(&detail) {
                    amount.remove(*bytes);
                }
            }
        }
        match Class::of(status) {
            Class::Success => {
                self.succeeded.remove(*bytes);
                if let Some(amount) = self.known.of(&detail) {
                    amount.remove(*bytes);
                }
                self.statuses.entry(status).and_modify(|number| less(number, 1));
                if let Some(amount) = self.types.get_mut(media_type(&detail)) {
                    amount.remove(*bytes);
                }
            }
            Class::Failure => less(&mut self.failed, 1),
            Class::Disregarded => less(&mut self.disregarded, 1),
        }
        if let Some(number) = self.changes.of(*outcome, &detail) {
            less(number, 1);
        }
        for (loss, number) in detail.unfollowed.iter() {
            self.unfollowed.entry(loss).and_modify(|total| less(total, lost(loss, number)));
        }
        self.unfollowed.retain(|_, number| *number > 0);
        self.outcomes.retain(|_, number| *number > 0);
        self.statuses.retain(|_, number| *number > 0);
        self.types.retain(|_, amount| amount.urls > 0);
    }

    /// Counts a line of crawl.log; `host` is `None` for DNS look-ups.
    fn end(&mut self, host: Option<HostId>, status: i32, detail: &Detail, bytes: u64) {
        match Class::of(status) {
            Class::Success => {}
            Class::Failure => {
                self.failed += 1;
                return;
            }
            Class::Disregarded => {
                self.disregarded += 1;
                return;
            }
        }
        self.succeeded.add(bytes);
        if let Some(amount) = self.known.of(detail) {
            amount.add(bytes);
        }
        *self.statuses.entry(status).or_default() += 1;
        let name = media_type(detail);
        match self.types.get_mut(name) {
            Some(amount) => amount.add(bytes),
            None => self.types.entry(name.to_owned()).or_default().add(bytes),
        }
        match host.and_then(|host| self.hosts.get_mut(host)) {
            Some(host) => {
                host.urls += 1;
                host.bytes += bytes;
                if let Some(amount) = host.known_of(detail) {
                    amount.add(bytes);
                }
            }
            None => self.names.add(bytes),
        }
    }
}

/// Returns what a page adds to the number of left-out links. The number of links in a part that was not read is
/// unknown, so the page itself is counted.
fn lost(loss: LinkLoss, number: u64) -> u64 {
    if loss.counts_links() { number } else { 1 }
}

impl Changes {
    /// Returns where an outcome is counted; `None` if it is not part of these numbers.
    fn of(&mut self, outcome: Outcome, detail: &Detail) -> Option<&mut u64> {
        Some(match (outcome, detail.change) {
            (Outcome::NotDue, _) => &mut self.not_due,
            (Outcome::Failed, _) => &mut self.failed,
            (Outcome::Archived, Some(CaptureChange::New)) => &mut self.new,
            (Outcome::Archived, Some(CaptureChange::Changed)) => &mut self.changed,
            (Outcome::Archived, Some(CaptureChange::Unchanged)) => &mut self.unchanged,
            (Outcome::Archived, Some(CaptureChange::Gone)) => &mut self.gone,
            (Outcome::Archived, None) => &mut self.not_compared,
            _ => return None,
        })
    }
}

impl Amount {
    fn add(&mut self, bytes: u64) {
        self.urls += 1;
        self.bytes += bytes;
    }

    fn remove(&mut self, bytes: u64) {
        self.urls = self.urls.saturating_sub(1);
        self.bytes = self.bytes.saturating_sub(bytes);
    }
}

/// The seeds, and their places in the log, including retries.
#[derive(Debug, Default)]
struct Seeds {
    /// In the order of the log, and so of their places.
    list: Pieces<Seed>,
    /// Where seeds wait again.
    again: HashMap<LogPlace, u32>,
    /// The URIs that seeds redirected to.
    targets: HashMap<LogPlace, u32>,
}

impl Seeds {
    /// Records that a seed, or the URI that it redirected to, waits at another place too.
    fn go_on(&mut self, place: LogPlace, found: LogPlace) {
        if let Some(seed) = self.number(found) {
            self.again.insert(place, seed);
        }
        if let Some(&seed) = self.targets.get(&found) {
            self.targets.insert(place, seed);
        }
    }

    /// Returns the number of the seed that was found, or waits again, at a place; `None` if there is none.
    fn number(&self, place: LogPlace) -> Option<u32> {
        let (mut low, mut high) = (0, self.list.len() as u32);
        while low < high {
            let middle = low.midpoint(high);
            let found = self.list.get(middle)?.place;
            match found.cmp(&place) {
                Ordering::Equal => return Some(middle),
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        self.again.get(&place).copied()
    }

    /// Same as [`number`](Seeds::number): the seed itself.
    fn at_mut(&mut self, place: LogPlace) -> Option<&mut Seed> {
        let number = self.number(place)?;
        self.list.get_mut(number)
    }

    /// Returns the seed that redirected to the URI at a place; `None` if there is none.
    fn redirected_to(&mut self, place: LogPlace) -> Option<&mut Seed> {
        let number = *self.targets.get(&place)?;
        self.list.get_mut(number)
    }

    /// Records a redirect from one place to another; returns the seed that it belongs to, or `None`.
    fn redirect(&mut self, place: LogPlace, via: Option<LogPlace>) -> Option<&mut Seed> {
        let via = via?;
        let number = self.number(via).or_else(|| self.targets.get(&via).copied())?;
        self.targets.insert(place, number);
        self.list.get_mut(number)
    }
}
