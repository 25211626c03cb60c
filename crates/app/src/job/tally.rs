//! What became of the URIs of a job so far, counted from its log, and counted on as the log grows.

use crate::json;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::{Path, PathBuf};
use stodola_frontier::{
    Detail, EarlierOutcome, FetchFailure, FrontierError, Happened, History, HostId, LogPlace,
    LoggedUri, Outcome, Reason, Time,
};

/// Most troubles and outcomes that are kept, the newest ones.
const NEWEST: usize = 30;
/// Most media types and kinds of trouble that are counted apart. Servers may declare anything as a type.
const TYPES_MAX: usize = 300;
const KINDS_MAX: usize = 100;
/// Most characters of a media type.
const TYPE_LENGTH: usize = 80;

/// What went wrong at a URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TroubleKind {
    /// Nothing of an answer was received.
    Failure(FetchFailure),
    /// The server answered with this status: 429, or an error of its own.
    Status(u16),
    /// robots.txt could not be fetched.
    Robots,
    /// The URI cannot be fetched at all.
    Unfetchable,
    /// It is one of too many similar URIs without new content.
    Trap,
    /// The answer was cut because it was too long.
    CutLength,
    /// The answer was cut because it took too long.
    CutTime,
    /// The answer is incomplete for another reason.
    CutOther,
    /// Something else, or one kind too many.
    Other,
}

impl TroubleKind {
    /// Name for programs.
    pub fn name(self) -> String {
        match self {
            TroubleKind::Failure(failure) => failure.name().to_owned(),
            TroubleKind::Status(status) => status.to_string(),
            TroubleKind::Robots => "robots-unreachable".to_owned(),
            TroubleKind::Unfetchable => "unfetchable".to_owned(),
            TroubleKind::Trap => "trap".to_owned(),
            TroubleKind::CutLength => "cut-length".to_owned(),
            TroubleKind::CutTime => "cut-time".to_owned(),
            TroubleKind::CutOther => "cut".to_owned(),
            TroubleKind::Other => "other".to_owned(),
        }
    }

    /// What is wrong with an outcome; `None` if nothing is.
    fn of(outcome: Outcome, detail: &Detail) -> Option<TroubleKind> {
        match outcome {
            Outcome::Retried | Outcome::Failed => Some(TroubleKind::of_failure(detail)),
            Outcome::RobotsUnreachable => Some(TroubleKind::Robots),
            Outcome::Unfetchable => Some(TroubleKind::Unfetchable),
            Outcome::Trap => Some(TroubleKind::Trap),
            Outcome::Archived => match detail.status() {
                Some(status) if is_error(status) => Some(TroubleKind::Status(status)),
                _ => detail.truncated.is_some().then(|| TroubleKind::of_cut(detail)),
            },
            Outcome::RobotsExcluded
            | Outcome::AddressRefused
            | Outcome::OverBudget
            | Outcome::OutOfScope
            | Outcome::NotDue
            | Outcome::NotNational
            | Outcome::LeftOut => None,
        }
    }

    fn of_failure(detail: &Detail) -> TroubleKind {
        match detail.reason {
            Reason::Failure(failure) => TroubleKind::Failure(failure),
            Reason::Status(status) if is_error(status) => TroubleKind::Status(status),
            // An answer that began well is tried again if it did not come to its end.
            Reason::Status(_) => TroubleKind::of_cut(detail),
            Reason::RobotsUnreachable => TroubleKind::Robots,
            _ => TroubleKind::Other,
        }
    }

    fn of_cut(detail: &Detail) -> TroubleKind {
        match detail.truncated.as_deref() {
            Some("length") => TroubleKind::CutLength,
            Some("time") => TroubleKind::CutTime,
            _ => TroubleKind::CutOther,
        }
    }
}

/// Whether a status is a complaint or an error of the server.
fn is_error(status: u16) -> bool {
    status == 429 || status >= 500
}

/// What follows from a trouble.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TroubleFollows {
    /// It is tried again.
    Again {
        /// Not before this time.
        not_before: Time,
        /// Attempts that failed.
        failed: u32,
    },
    /// It was given up after so many attempts.
    GivenUp(u32),
    /// What was received is archived.
    Archived,
    /// It is not fetched.
    NotFetched,
}

/// A trouble of a harvest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobTrouble {
    /// Time in the log.
    pub time: Time,
    /// The URI.
    pub uri: String,
    /// What went wrong.
    pub kind: TroubleKind,
    /// What follows from it.
    pub follows: TroubleFollows,
}

/// How often a kind of trouble occurred, and where it did last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TroubleCount {
    /// What went wrong.
    pub kind: TroubleKind,
    /// How often.
    pub number: u64,
    /// Host of the last time.
    pub host: String,
    /// Time of the last time.
    pub time: Time,
}

/// An outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecentOutcome {
    /// Time in the log.
    pub time: Time,
    /// The URI.
    pub uri: String,
    /// The outcome.
    pub outcome: Outcome,
    /// HTTP status, failure, line of robots.txt, limit or rule; empty if there is none.
    pub reason: String,
}

/// Archived documents of a media type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeCount {
    /// The type as servers declare it; empty for all that are not told apart.
    pub name: String,
    /// Number of documents.
    pub documents: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// What became of the URIs of a round so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JobTally {
    /// Number of URIs by outcome; [`Outcome::Retried`] is none.
    pub outcomes: BTreeMap<Outcome, u64>,
    /// Number of archived documents by HTTP status.
    pub statuses: BTreeMap<u16, u64>,
    /// Archived documents by type, the most frequent first.
    pub types: Vec<TypeCount>,
    /// Troubles by kind, the most frequent first.
    pub kinds: Vec<TroubleCount>,
    /// The newest troubles, the last one first.
    pub troubles: Vec<JobTrouble>,
    /// Number of all troubles.
    pub trouble_number: u64,
    /// The newest outcomes, the last one first.
    pub recent: Vec<RecentOutcome>,
}

impl JobTally {
    /// Number of URIs that have an outcome.
    pub fn finished(&self) -> u64 {
        self.outcomes.values().sum()
    }
}

/// A trouble whose URI was not looked up yet.
struct SeenTrouble {
    time: Time,
    entry: LogPlace,
    host: HostId,
    kind: TroubleKind,
    outcome: Outcome,
    /// When it is tried again, and how often it failed.
    again: Option<(Time, u32)>,
}

/// An outcome whose URI was not looked up yet.
struct SeenOutcome {
    time: Time,
    entry: LogPlace,
    outcome: Outcome,
    reason: String,
}

/// How often, and where and when last.
struct SeenKind {
    number: u64,
    host: HostId,
    time: Time,
}

#[derive(Default)]
struct Counted {
    outcomes: BTreeMap<Outcome, u64>,
    statuses: BTreeMap<u16, u64>,
    types: HashMap<String, (u64, u64)>,
    kinds: BTreeMap<TroubleKind, SeenKind>,
    troubles: VecDeque<SeenTrouble>,
    trouble_number: u64,
    recent: VecDeque<SeenOutcome>,
}

/// Counts the log of a round. Its memory depends on the number of hosts.
pub(super) struct TallyReader {
    folder: PathBuf,
    log: History,
    /// Time of the first commit, which tells logs apart.
    began: Option<Time>,
    place: LogPlace,
    counted: Counted,
}

impl TallyReader {
    /// Opens the log in the folder of a frontier.
    pub(super) fn open(folder: &Path) -> Result<TallyReader, FrontierError> {
        let log = History::open(folder)?;
        let (folder, counted) = (folder.to_owned(), Counted::default());
        Ok(TallyReader { folder, log, began: None, place: 0, counted })
    }

    /// Bytes of the log that were not counted yet. Begins anew if it is another log.
    pub(super) fn ahead(&mut self) -> Result<u64, FrontierError> {
        let log = History::open(&self.folder)?;
        let (began, length) = (log.began()?, log.length()?);
        if began != self.began || length < self.place {
            (self.log, self.began, self.place) = (log, began, 0);
            self.counted = Counted::default();
        }
        Ok(length.saturating_sub(self.place))
    }

    /// Counts what was committed since the last time.
    pub(super) fn read_on(&mut self) -> Result<(), FrontierError> {
        let TallyReader { folder, log, place, counted, .. } = self;
        // Outcomes that others replace are rare.
        let mut earlier: Option<History> = None;
        *place = log.read_on(*place, |happened| {
            if let Happened::Done { replaces: Some(place), .. } = happened {
                let log = match &mut earlier {
                    Some(log) => log,
                    none => none.insert(History::open(folder)?),
                };
                counted.forget(&log.earlier(place)?);
            }
            counted.count(&happened);
            Ok(())
        })?;
        Ok(())
    }

    /// The numbers so far.
    pub(super) fn tally(&self) -> JobTally {
        let counted = &self.counted;
        let uri = |entry: LogPlace| self.log.entry(entry);
        JobTally {
            outcomes: counted.outcomes.clone(),
            statuses: counted.statuses.clone(),
            types: counted.types(),
            kinds: counted.kinds(&self.log),
            troubles: counted
                .troubles
                .iter()
                .rev()
                .map(|seen| trouble(seen, &uri(seen.entry)))
                .collect(),
            trouble_number: counted.trouble_number,
            recent: counted
                .recent
                .iter()
                .rev()
                .map(|seen| recent(seen, &uri(seen.entry)))
                .collect(),
        }
    }
}

/// The text of a URI; empty if the log does not have it.
fn text_of(logged: &Result<LoggedUri, FrontierError>) -> String {
    logged.as_ref().map_or(String::new(), |logged| json::text(&logged.uri).into_owned())
}

fn trouble(seen: &SeenTrouble, logged: &Result<LoggedUri, FrontierError>) -> JobTrouble {
    let attempts = logged.as_ref().map_or(1, |logged| logged.attempts + 1);
    let follows = match (seen.again, seen.outcome) {
        (Some((not_before, failed)), _) => TroubleFollows::Again { not_before, failed },
        (None, Outcome::Archived) => TroubleFollows::Archived,
        (None, Outcome::Trap | Outcome::Unfetchable) => TroubleFollows::NotFetched,
        (None, _) => TroubleFollows::GivenUp(attempts),
    };
    JobTrouble { time: seen.time, uri: text_of(logged), kind: seen.kind, follows }
}

fn recent(seen: &SeenOutcome, logged: &Result<LoggedUri, FrontierError>) -> RecentOutcome {
    let SeenOutcome { time, outcome, reason, .. } = seen;
    let reason = reason.clone();
    RecentOutcome { time: *time, uri: text_of(logged), outcome: *outcome, reason }
}

/// Adds something to a list that keeps the newest.
fn keep<T>(list: &mut VecDeque<T>, item: T) {
    if list.len() == NEWEST {
        list.pop_front();
    }
    list.push_back(item);
}

impl Counted {
    fn count(&mut self, happened: &Happened<'_>) {
        match *happened {
            Happened::Done { entry, host, outcome, detail, bytes, time, .. } => {
                let detail = Detail::parse(detail);
                if let Some(kind) = TroubleKind::of(outcome, &detail) {
                    self.note_trouble(SeenTrouble {
                        time,
                        entry,
                        host,
                        kind,
                        outcome,
                        again: None,
                    });
                }
                if outcome == Outcome::Retried {
                    return;
                }
                *self.outcomes.entry(outcome).or_default() += 1;
                if outcome == Outcome::Archived {
                    self.count_document(&detail, bytes);
                }
                let reason = detail.reason.to_string();
                keep(&mut self.recent, SeenOutcome { time, entry, outcome, reason });
            }
            // It follows the attempt that failed.
            Happened::Retry { host, attempts, not_before, .. } => {
                let last = self.troubles.back_mut();
                if let Some(last) = last.filter(|last| last.host == host && last.again.is_none()) {
                    last.again = Some((not_before, attempts));
                }
            }
            _ => {}
        }
    }

    fn note_trouble(&mut self, seen: SeenTrouble) {
        let is_room = self.kinds.len() < KINDS_MAX || self.kinds.contains_key(&seen.kind);
        let kind = if is_room { seen.kind } else { TroubleKind::Other };
        let (host, time) = (seen.host, seen.time);
        let known = self.kinds.entry(kind).or_insert(SeenKind { number: 0, host, time });
        *known = SeenKind { number: known.number + 1, host, time };
        self.trouble_number += 1;
        keep(&mut self.troubles, seen);
    }

    fn count_document(&mut self, detail: &Detail, bytes: u64) {
        if let Some(status) = detail.status() {
            *self.statuses.entry(status).or_default() += 1;
        }
        let name = type_of(detail);
        let is_room = self.types.len() < TYPES_MAX || self.types.contains_key(&name);
        let (documents, all) =
            self.types.entry(if is_room { name } else { String::new() }).or_default();
        (*documents, *all) = (*documents + 1, *all + bytes);
    }

    /// Subtracts an outcome that another one replaces.
    fn forget(&mut self, earlier: &EarlierOutcome) {
        let EarlierOutcome { outcome, detail, bytes } = earlier;
        let less = |number: &mut u64| *number = number.saturating_sub(1);
        self.outcomes.entry(*outcome).and_modify(less);
        self.outcomes.retain(|_, number| *number > 0);
        if *outcome != Outcome::Archived {
            return;
        }
        let detail = Detail::parse(detail);
        if let Some(status) = detail.status() {
            self.statuses.entry(status).and_modify(less);
            self.statuses.retain(|_, number| *number > 0);
        }
        let name = type_of(&detail);
        let name = if self.types.contains_key(&name) { name } else { String::new() };
        if let Some((documents, all)) = self.types.get_mut(&name) {
            less(documents);
            *all = all.saturating_sub(*bytes);
        }
        self.types.retain(|_, (documents, _)| *documents > 0);
    }

    fn types(&self) -> Vec<TypeCount> {
        let mut types: Vec<TypeCount> = self
            .types
            .iter()
            .map(|(name, &(documents, bytes))| TypeCount { name: name.clone(), documents, bytes })
            .collect();
        types.sort_by(|a, b| b.documents.cmp(&a.documents).then_with(|| a.name.cmp(&b.name)));
        types
    }

    fn kinds(&self, log: &History) -> Vec<TroubleCount> {
        let kind = |(kind, seen): (&TroubleKind, &SeenKind)| TroubleCount {
            kind: *kind,
            number: seen.number,
            host: log.host(seen.host).to_owned(),
            time: seen.time,
        };
        let mut kinds: Vec<TroubleCount> = self.kinds.iter().map(kind).collect();
        kinds.sort_by(|a, b| b.number.cmp(&a.number).then(a.kind.cmp(&b.kind)));
        kinds
    }
}

fn type_of(detail: &Detail) -> String {
    let declared = detail.media_type.as_deref().unwrap_or("unknown");
    let name = declared.split([';', ',', ' ']).next().unwrap_or_default();
    let name: String = name.chars().take(TYPE_LENGTH).collect();
    if name.is_empty() { "unknown".to_owned() } else { name.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests;
