//! What the log of a job says about one URI.

use super::WhyError;
use crate::job::StoredJob;
use std::collections::HashSet;
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_crawl::job::Job;
use stodola_crawl::scope::{Candidate, WeighedRule};
use stodola_extract::PassedOver;
use stodola_frontier::{
    Detail, Happened, History, HostId, LinkLoss, LogPlace, LoggedUri, Outcome, Owed, Time,
};

/// Maximum number of steps that a path is followed back towards a seed.
const CHAIN_MAX: usize = 256;

/// A step of the path from a seed: the letter of the hop that led to it, `None` for the seed, and its URI.
pub type PathStep = (Option<u8>, Vec<u8>);

/// What is known of a URI in one round of a job.
#[derive(Default)]
pub struct UriAnswer {
    /// Settings of the job; `None` if they cannot be read.
    pub settings: Option<Job>,
    /// How it was found; `None` if no link to it was followed.
    pub found: Option<FoundUri>,
    /// The path by which it was reached, the seed first.
    pub chain: Vec<PathStep>,
    /// What the scope says about it now; `None` if the scope can no longer be made.
    pub rule: Option<ScopeDecision>,
    /// What each rule of the scope says about it now, in their order. Empty if the scope can no longer be made.
    pub rules: Vec<WeighedRule>,
    /// All attempts to fetch it, in their order.
    pub attempts: Vec<UriAttempt>,
    /// Attempts to fetch it because another URI needs it, each with that URI.
    pub beside: Vec<(Vec<u8>, UriAttempt)>,
    /// The last link to it that was not followed; `None` if there is none.
    pub rejected: Option<RejectedLink>,
    /// What it waits for; `None` unless it was found and has no outcome yet.
    pub waiting: Option<UriWait>,
    /// What the job knows of links that are not in its log by name.
    pub unnamed: UnnamedLinks,
}

/// Pages with links that are not in a job's log by name.
#[derive(Default)]
pub struct UnnamedLinks {
    /// Why a link to the URI is left out wherever it is; `None` if it is not.
    pub loss: Option<LinkLoss>,
    /// Number of pages with links that were left out for this reason.
    pub pages: u64,
    /// The first of these pages; `None` if there is none.
    pub first: Option<Vec<u8>>,
    /// Number of pages that were not read to their end.
    pub cut: u64,
    /// The first of them: why it was cut, the number for that reason, and its URI. `None` if there is none.
    pub first_cut: Option<(LinkLoss, u64, Vec<u8>)>,
}

impl UnnamedLinks {
    /// Whether there may have been links to the URI that are not in the log.
    pub fn is_possible(&self) -> bool {
        self.loss.is_some() || self.cut > 0
    }
}

/// Returns why links to a URI are left out; `None` if they are not.
pub(super) fn loss_of(uri: &[u8]) -> Option<LinkLoss> {
    let PassedOver { scheme, same_document, too_long, invalid, port } =
        stodola_extract::passes_over(uri, &stodola_extract::ExtractOptions::default());
    let losses = [
        (scheme, LinkLoss::Scheme),
        (too_long, LinkLoss::TooLong),
        (invalid + same_document, LinkLoss::InvalidHost),
        (port, LinkLoss::InvalidPort),
    ];
    losses.into_iter().find_map(|(number, loss)| (number > 0).then_some(loss))
}

/// How a URI was found.
pub struct FoundUri {
    place: LogPlace,
    host: HostId,
    level: u8,
    /// Hop path: one letter for each link followed from a seed.
    pub hops: Vec<u8>,
    /// Whether it is a seed.
    pub is_seed: bool,
    /// Time in the log.
    pub time: Time,
    via: Option<LogPlace>,
}

/// What the scope of a job says about a URI.
pub struct ScopeDecision {
    /// Whether the URI belongs to the harvest.
    pub accepts: bool,
    /// The name of the rule that decides.
    pub name: String,
    /// Description of the rule; empty if it has none.
    pub description: String,
}

/// One attempt to fetch a URI.
pub struct UriAttempt {
    /// The outcome; `None` for what was fetched because another URI needs it.
    pub outcome: Option<Outcome>,
    /// Detail in the log.
    pub detail: Detail,
    /// Time in the log.
    pub time: Time,
}

/// A link that was not followed.
pub struct RejectedLink {
    /// The name of the rule that rejected it.
    pub rule: String,
    /// Description of the rule; `None` if the scope no longer has it.
    pub description: Option<String>,
    /// URI of the page with the link; `None` if it is not known.
    pub page: Option<Vec<u8>>,
    /// Time in the log.
    pub time: Time,
}

/// What a URI waits for.
#[derive(Default)]
pub struct UriWait {
    /// Number of URIs of its host before it in the queue.
    pub before: u64,
    /// Time when its host may be asked.
    pub host_at: Time,
    /// What requires the pause until then; `None` if it is not known.
    pub owed: Option<Owed>,
    /// Time before which it is not tried again.
    pub not_before: Time,
    /// Whether the job is running.
    pub is_running: bool,
    /// The time of this answer.
    pub now: Time,
}

impl UriAnswer {
    /// Reads the log of a round. `loss` is the reason why links to the URI are left out, if they are.
    pub(super) fn find(
        job: &StoredJob,
        uri: &[u8],
        loss: Option<LinkLoss>,
    ) -> Result<UriAnswer, WhyError> {
        let mut history = job.history()?;
        let mut answer = UriAnswer::default();
        let mut unnamed = UnnamedLinks { loss, ..UnnamedLinks::default() };
        let (mut first, mut first_cut) = (None, None);
        let (mut entries, mut rejected, mut beside) = (HashSet::new(), None, Vec::new());
        history.read(|happened| {
            if let Happened::Done { entry, detail, .. } = &happened {
                let unfollowed = Detail::unfollowed_in(detail);
                if loss.is_some_and(|loss| unfollowed.get(loss) > 0) {
                    unnamed.pages += 1;
                    first.get_or_insert(*entry);
                }
                if let Some((loss, number)) = unfollowed.cut() {
                    unnamed.cut += 1;
                    first_cut.get_or_insert((loss, number, *entry));
                }
            }
            match happened {
                Happened::Found { place, host, level, uri: found, via, hops, is_seed, time }
                    if found == uri =>
                {
                    entries.insert(place);
                    let hops = hops.to_vec();
                    answer.found = Some(FoundUri { place, host, level, hops, is_seed, time, via });
                }
                Happened::Retry { place, found, .. } | Happened::Again { place, found, .. }
                    if entries.contains(&found) =>
                {
                    entries.insert(place);
                }
                Happened::Done { entry, outcome, detail, time, .. } if entries.contains(&entry) => {
                    let (outcome, detail) = (Some(outcome), Detail::parse(detail));
                    answer.attempts.push(UriAttempt { outcome, detail, time });
                }
                Happened::Beside { cause, uri: fetched, detail, time, .. } if fetched == uri => {
                    let detail = Detail::parse(detail);
                    beside.push((cause, UriAttempt { outcome: None, detail, time }));
                }
                Happened::Rejected { uri: link, via, rule, time } if link == uri => {
                    rejected = Some((rule.to_vec(), via, time));
                }
                _ => {}
            }
            Ok(())
        })?;
        if let Some(entry) = first {
            unnamed.first = Some(history.entry(entry)?.uri);
        }
        if let Some((loss, number, entry)) = first_cut {
            unnamed.first_cut = Some((loss, number, history.entry(entry)?.uri));
        }
        answer.unnamed = unnamed;
        for (cause, attempt) in beside {
            answer.beside.push((history.entry(cause)?.uri, attempt));
        }
        answer.chain = chain(&history, &answer)?;
        answer.settings = job.settings().ok();
        let descriptions = answer.judge(job, uri);
        if let Some((rule, via, time)) = rejected {
            let page = via.map(|via| history.entry(via)).transpose()?.map(|entry| entry.uri);
            let rule = String::from_utf8_lossy(&rule).into_owned();
            let described = descriptions.into_iter().find(|(name, _)| *name == rule);
            let description = described.map(|(_, description)| description);
            answer.rejected = Some(RejectedLink { rule, description, page, time });
        }
        if answer.outcome().is_none()
            && let Some(found) = &answer.found
        {
            let mut waiting = waiting(job, found, &entries)?;
            waiting.is_running = job.is_running();
            answer.waiting = Some(waiting);
        }
        Ok(answer)
    }

    /// Whether the job knows the URI.
    pub fn is_known(&self) -> bool {
        self.found.is_some() || self.rejected.is_some() || !self.beside.is_empty()
    }

    /// Returns the last attempt and the outcome; `None` if there is no outcome yet.
    pub fn outcome(&self) -> Option<(&UriAttempt, Outcome)> {
        let last = self.attempts.last()?;
        match last.outcome {
            None | Some(Outcome::Retried) => None,
            Some(outcome) => Some((last, outcome)),
        }
    }

    /// Asks the present scope about the URI; returns the descriptions of all its rules. If the scope can no longer be
    /// made, for instance because a list is missing, the result is empty.
    fn judge(&mut self, job: &StoredJob, uri: &[u8]) -> Vec<(String, String)> {
        let Some(scope) = self.settings.as_ref().and_then(|settings| job.scope(settings).ok())
        else {
            return Vec::new();
        };
        let host = stodola_uri::host(uri).unwrap_or_default();
        // For a URI that was never found, the best case is a link from a seed.
        let hops = self.found.as_ref().map_or(&b"L"[..], |found| &found.hops);
        let is_seed = self.found.as_ref().is_some_and(|found| found.is_seed);
        let hops = String::from_utf8_lossy(hops);
        let page = self.chain.iter().rev().nth(1).map(|(_, uri)| stodola_uri::host(uri));
        let via_host = page.flatten();
        let via_host = via_host.as_deref();
        let candidate = Candidate { hops: &hops, is_seed, via_host, ..Candidate::new(uri, &host) };
        let decision = scope.decide(&candidate);
        self.rules = scope.weigh(&candidate);
        let describe = |name: &str, description: &str| (name.to_owned(), description.to_owned());
        let rules: Vec<_> =
            scope.rules().map(|rule| describe(rule.name, rule.description)).collect();
        let description = decision.index.and_then(|index| rules.get(index));
        self.rule = Some(ScopeDecision {
            accepts: decision.accepted,
            name: decision.rule.to_owned(),
            description: description.map(|(_, text)| text.clone()).unwrap_or_default(),
        });
        rules
    }
}

/// Returns the path from the seed.
fn chain(history: &History, answer: &UriAnswer) -> Result<Vec<PathStep>, WhyError> {
    let mut chain = Vec::new();
    let Some(found) = &answer.found else { return Ok(chain) };
    let own = history.entry(found.place)?;
    let (mut via, mut hop) = (found.via, found.hops.last().copied());
    chain.push((hop, own.uri));
    while let Some(place) = via
        && chain.len() < CHAIN_MAX
    {
        let LoggedUri { uri, hops, via: before, .. } = history.entry(place)?;
        hop = hops.last().copied();
        chain.push((hop, uri));
        via = before;
    }
    chain.reverse();
    Ok(chain)
}

/// Returns what is before a URI that waits, and when its turn may come. Reads the log a second time, because its host
/// was not known before.
fn waiting(
    job: &StoredJob,
    found: &FoundUri,
    entries: &HashSet<LogPlace>,
) -> Result<UriWait, WhyError> {
    let mut waiting = UriWait { now: now(), ..UriWait::default() };
    // URIs whose last attempt failed come last.
    let mut own = (found.level, found.place);
    let mut queued: HashSet<(u8, LogPlace)> = HashSet::new();
    let mut rest = |at: Time, owed: Option<Owed>| {
        if at > waiting.host_at {
            (waiting.host_at, waiting.owed) = (at, owed);
        }
    };
    let (mut before, mut not_before) = (0u64, Time::ZERO);
    job.history()?.read(|happened| {
        match happened {
            Happened::Found { place, host, level, .. }
                if host == found.host && (level, place) < (found.level, found.place) =>
            {
                before += 1;
            }
            Happened::Retry { place, host, not_before: at, .. } if host == found.host => {
                if entries.contains(&place) {
                    own = (stodola_frontier::RETRY_LEVEL, place);
                    not_before = at;
                } else {
                    queued.insert((stodola_frontier::RETRY_LEVEL, place));
                }
            }
            Happened::Found { place, host, level, .. }
            | Happened::Again { place, host, level, .. }
                if host == found.host =>
            {
                queued.insert((level, place));
            }
            Happened::Linked { entry, host, level } if host == found.host => {
                queued.remove(&(level, entry));
            }
            Happened::Done { entry, host, level, detail, wait, time, .. } if host == found.host => {
                if !queued.remove(&(level, entry)) && !entries.contains(&entry) {
                    before = before.saturating_sub(1);
                }
                let detail = Detail::parse(detail);
                let end = detail.start.zip(detail.took).map_or(time, |(start, took)| start + took);
                rest(end + wait, detail.pause.map(|pause| pause.owed));
            }
            Happened::Beside { host, detail, .. } if host == found.host => {
                let detail = Detail::parse(detail);
                if let (Some(start), Some(took), Some(pause)) =
                    (detail.start, detail.took, detail.pause)
                {
                    rest(start + took + pause.time, Some(pause.owed));
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    let ahead = queued.iter().filter(|entry| **entry < own).count() as u64;
    waiting.before = before + ahead;
    waiting.not_before = not_before;
    Ok(waiting)
}

/// Returns the time of the system's clock.
fn now() -> Time {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Time::from_millis(since.as_millis() as u64)
}
