//! Maps of sites for pages and programs: each is made once for a state of the map and for readers with equal rights, in
//! a thread of its own, and kept until there is no room.
//!
//! One map is made at a time, so that memory for the addresses of the whole archive is taken once. Whoever asks waits
//! a little; if it takes longer, the answer says so, and the work goes on. What readers may see is part of the
//! question: other rules are another question at once, and where there are rules nothing is kept for longer than a
//! minute, since they can depend on the time.

use crate::api::{Problem, ProblemKind};
use crate::reader::Reader;
use crate::state::Shared;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use stodola_access::{Moment, RulePlace, RuleSet};
use stodola_app::map::{
    CompletenessReport, FolderRow, IncompletePage, MapMoment, MapQueryError, MapView, OpenedMap,
    SheetPage, SiteRow, SiteSheet, SiteSurvey, folder_rows, map_state,
};
use stodola_app::reading::ReaderGate;

/// Bytes that all answers that are kept may take, and their number.
const BYTES_MAX: usize = 256 << 20;
const KEPT_MAX: usize = 64;
/// Number of questions that wait.
const WAITING_MAX: usize = 16;
/// Number of sites in the list of all.
const SITES_MAX: usize = 10_000;
/// Bytes of the rows of one list that are kept.
const LIST_BYTES_MAX: usize = 64 << 20;
/// Bytes of a row beside its texts, roughly.
const ROW_BYTES: usize = 200;
/// How long something is kept where there are rules of access.
const RULED_AGE: Duration = Duration::from_secs(60);
/// While the map grows, a survey is made again after so long at the earliest, and after this many times its own cost.
const GROWING_AGE: Duration = Duration::from_secs(5);
const GROWING_COSTS: u32 = 20;
/// After how many seconds it is worth coming back.
const COME_BACK: u64 = 2;

/// What a map is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MapWanted {
    /// The site; `None` for the list of all sites.
    pub(crate) site: Option<RulePlace>,
    /// The time; `None` for the newest capture of each page.
    pub(crate) date: Option<Moment>,
    /// What of the site.
    pub(crate) subject: MapSubject,
}

/// What of a site a map is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum MapSubject {
    /// Its survey: figures, tree, dead links, ranks.
    #[default]
    Survey,
    /// Its folders.
    Folders,
    /// The table of its pages.
    Sheet,
    /// Parts that its pages lack.
    Parts,
}

/// A list of a site that is not in its survey.
#[derive(Debug)]
pub(crate) enum SiteList {
    /// Its folders, each above those within it.
    Folders(Vec<FolderRow>),
    /// The table of its pages.
    Sheet(SiteSheet),
    /// Its pages with parts that are missing, those that lack most first.
    Parts(CompletenessReport),
}

/// A list of a site, and what there was no room for.
#[derive(Debug)]
pub(crate) struct KeptList {
    pub(crate) list: SiteList,
    /// Number of rows that are not kept for lack of room.
    pub(crate) left_out: u64,
    bytes: usize,
}

/// What is known of a site, or which sites there are.
#[derive(Clone)]
pub(crate) enum MapAnswer {
    /// The sites, and the number of all.
    Sites(Arc<(Vec<SiteRow>, u64)>),
    /// A site.
    Site(Arc<SiteSurvey>),
    /// A list of a site.
    List(Arc<KeptList>),
    /// It could not be made.
    Failed(Arc<MapQueryError>),
}

/// Whose eyes a map is seen with.
pub(crate) struct MapEyes {
    rules: Arc<RuleSet>,
    /// All groups of the reader, in order; none where there are no rules.
    groups: Vec<String>,
    /// `None` where there are no rules.
    pub(crate) gate: Option<ReaderGate>,
}

impl MapEyes {
    pub(crate) fn new(rules: Arc<RuleSet>, mut groups: Vec<String>, gate: ReaderGate) -> MapEyes {
        if rules.is_empty() {
            return MapEyes { rules, groups: Vec::new(), gate: None };
        }
        groups.sort();
        groups.dedup();
        MapEyes { rules, groups, gate: Some(gate) }
    }
}

/// When a map on disk was written, and its length.
type DiskState = Option<(u64, SystemTime)>;

struct Order {
    wanted: MapWanted,
    eyes: MapEyes,
    disk: DiskState,
    archive: PathBuf,
}

struct Kept {
    wanted: MapWanted,
    rules: Arc<RuleSet>,
    groups: Vec<String>,
    disk: DiskState,
    made: Instant,
    cost: Duration,
    answer: MapAnswer,
}

#[derive(Default)]
struct DeskState {
    /// Those that were used last stand at the end.
    kept: Vec<Kept>,
    waiting: VecDeque<Order>,
    /// What is being made.
    making: Option<(MapWanted, Vec<String>)>,
    has_thread: bool,
}

/// Makes maps and keeps them.
#[derive(Clone, Default)]
pub(crate) struct MapDesk(Arc<(Mutex<DeskState>, Condvar)>);

impl Kept {
    fn is_of(&self, wanted: &MapWanted, eyes: &MapEyes) -> bool {
        let same_rules =
            Arc::ptr_eq(&self.rules, &eyes.rules) || self.rules.is_empty() && eyes.rules.is_empty();
        let is_valid = self.rules.is_empty() || self.made.elapsed() < RULED_AGE;
        same_rules && is_valid && self.wanted == *wanted && self.groups == eyes.groups
    }

    fn is_fresh(&self, disk: &DiskState) -> bool {
        let age = self.made.elapsed();
        match self.answer {
            MapAnswer::Failed(_) => self.disk == *disk && age < GROWING_AGE,
            MapAnswer::Sites(_) | MapAnswer::Site(_) | MapAnswer::List(_) => {
                self.disk == *disk || age < GROWING_AGE.max(self.cost * GROWING_COSTS)
            }
        }
    }

    /// Bytes of memory that it takes, roughly.
    fn memory(&self) -> usize {
        match &self.answer {
            MapAnswer::Site(survey) => survey.memory(),
            MapAnswer::Sites(sites) => sites.0.iter().map(|row| row.host.len() + 100).sum(),
            MapAnswer::List(list) => list.bytes,
            MapAnswer::Failed(_) => 0,
        }
    }
}

impl MapDesk {
    /// Answers a question; `None` if that takes longer than `patience`. Blocks.
    pub(crate) fn ask(
        &self,
        archive: &Path,
        wanted: &MapWanted,
        eyes: MapEyes,
        patience: Duration,
    ) -> Result<Option<MapAnswer>, Problem> {
        let until = Instant::now() + patience;
        let disk = map_state(archive);
        let (rules, groups) = (eyes.rules.clone(), eyes.groups.clone());
        let seen = MapEyes { rules, groups, gate: None };
        let mut order =
            Some(Order { wanted: wanted.clone(), eyes, disk, archive: archive.to_owned() });
        let mut state = self.lock();
        loop {
            if let Some(answer) = state.find(wanted, &seen, Some(&disk)) {
                return Ok(Some(answer));
            }
            if !state.is_coming(wanted, &seen)
                && let Some(order) = order.take()
            {
                if state.waiting.len() >= WAITING_MAX {
                    return Err(Problem::new(ProblemKind::Busy).after(COME_BACK));
                }
                state.waiting.push_back(order);
                self.work(&mut state);
            }
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                // Better a map that is a little old than none.
                return Ok(state.find(wanted, &seen, None));
            }
            let waited = self.0.1.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, DeskState> {
        self.0.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a thread work, if none does.
    fn work(&self, state: &mut DeskState) {
        if state.has_thread {
            return;
        }
        let desk = self.clone();
        let thread = std::thread::Builder::new().name("map".to_owned());
        state.has_thread = thread.spawn(move || while desk.make_next() {}).is_ok();
    }

    /// Makes the next map; whether there was one.
    fn make_next(&self) -> bool {
        let order = {
            let mut state = self.lock();
            let Some(order) = state.waiting.pop_front() else {
                state.has_thread = false;
                return false;
            };
            state.making = Some((order.wanted.clone(), order.eyes.groups.clone()));
            order
        };
        let start = Instant::now();
        let made = catch_unwind(AssertUnwindSafe(|| make(&order)));
        let mut state = self.lock();
        state.making = None;
        match made {
            Ok(answer) => state.keep(order, answer, start),
            // It is asked for again by whoever wants it.
            Err(_) => tracing::error!("a map could not be made"),
        }
        self.0.1.notify_all();
        true
    }
}

impl DeskState {
    /// Finds an answer, which counts as used; `None` for `disk` if the state of the map does not matter.
    fn find(
        &mut self,
        wanted: &MapWanted,
        eyes: &MapEyes,
        disk: Option<&DiskState>,
    ) -> Option<MapAnswer> {
        let is_it =
            |kept: &Kept| kept.is_of(wanted, eyes) && disk.is_none_or(|disk| kept.is_fresh(disk));
        let place = self.kept.iter().rposition(is_it)?;
        let kept = self.kept.remove(place);
        let answer = kept.answer.clone();
        self.kept.push(kept);
        Some(answer)
    }

    fn is_coming(&self, wanted: &MapWanted, eyes: &MapEyes) -> bool {
        let is_made =
            self.making.as_ref().is_some_and(|(it, groups)| it == wanted && *groups == eyes.groups);
        let is_it = |order: &Order| order.wanted == *wanted && order.eyes.groups == eyes.groups;
        is_made || self.waiting.iter().any(is_it)
    }

    fn keep(&mut self, order: Order, answer: MapAnswer, start: Instant) {
        let Order { wanted, eyes, disk, .. } = order;
        self.kept.retain(|it| it.wanted != wanted || it.groups != eyes.groups);
        let (rules, groups) = (eyes.rules, eyes.groups);
        let (made, cost) = (Instant::now(), start.elapsed());
        self.kept.push(Kept { wanted, rules, groups, disk, made, cost, answer });
        let mut bytes: usize = self.kept.iter().map(Kept::memory).sum();
        while self.kept.len() > 1 && (self.kept.len() > KEPT_MAX || bytes > BYTES_MAX) {
            bytes -= self.kept.remove(0).memory();
        }
    }
}

fn make(order: &Order) -> MapAnswer {
    let made = open(&order.archive, &order.wanted, order.eyes.gate.clone()).and_then(|opened| {
        let view = opened.view()?;
        let Some(site) = &order.wanted.site else {
            let mut sites = view.sites()?;
            let count = sites.len() as u64;
            sites.truncate(SITES_MAX);
            return Ok(MapAnswer::Sites(Arc::new((sites, count))));
        };
        let list = match order.wanted.subject {
            MapSubject::Survey => {
                return Ok(MapAnswer::Site(Arc::new(view.survey(&site.as_written())?)));
            }
            MapSubject::Folders => KeptList::folders(&view)?,
            MapSubject::Sheet => KeptList::sheet(&view)?,
            MapSubject::Parts => KeptList::parts(&view)?,
        };
        Ok(MapAnswer::List(Arc::new(list)))
    });
    made.unwrap_or_else(|error| MapAnswer::Failed(Arc::new(error)))
}

impl KeptList {
    fn folders(view: &MapView<'_>) -> Result<KeptList, MapQueryError> {
        let mut rows = folder_rows(&view.folder_tree()?);
        let types =
            |row: &FolderRow| row.types.keys().map(|it| ROW_BYTES + it.len()).sum::<usize>();
        let size = |row: &FolderRow| ROW_BYTES + row.folder.len() + types(row);
        let (bytes, left_out) = bounded(&mut rows, LIST_BYTES_MAX, size);
        Ok(KeptList { list: SiteList::Folders(rows), left_out, bytes })
    }

    fn sheet(view: &MapView<'_>) -> Result<KeptList, MapQueryError> {
        let mut sheet = view.sheet(false)?;
        let texts = |page: &SheetPage| page.title.len() + page.h1.len() + page.description.len();
        let address = |page: &SheetPage| {
            page.uri.len() + page.canonical.as_ref().map_or(0, |address| address.len())
        };
        let size = |page: &SheetPage| ROW_BYTES + texts(page) + address(page);
        let (bytes, left_out) = bounded(&mut sheet.pages, LIST_BYTES_MAX, size);
        Ok(KeptList { list: SiteList::Sheet(sheet), left_out, bytes })
    }

    fn parts(view: &MapView<'_>) -> Result<KeptList, MapQueryError> {
        let mut report = view.completeness()?;
        let missing = |page: &IncompletePage| page.missing.len();
        report.pages.sort_by(|a, b| missing(b).cmp(&missing(a)).then_with(|| a.uri.cmp(&b.uri)));
        let parts = |page: &IncompletePage| {
            page.missing.iter().map(|it| ROW_BYTES + it.uri.len()).sum::<usize>()
        };
        let size = |page: &IncompletePage| ROW_BYTES + page.uri.len() + parts(page);
        let (bytes, left_out) = bounded(&mut report.pages, LIST_BYTES_MAX, size);
        Ok(KeptList { list: SiteList::Parts(report), left_out, bytes })
    }
}

/// Leaves as many rows as there is room for; returns their bytes and the number of the others.
fn bounded<T>(rows: &mut Vec<T>, most: usize, size: impl Fn(&T) -> usize) -> (usize, u64) {
    let (all, mut bytes) = (rows.len(), 0);
    let mut kept = 0;
    for row in rows.iter() {
        let with_it = bytes + size(row);
        if with_it > most {
            break;
        }
        (bytes, kept) = (with_it, kept + 1);
    }
    rows.truncate(kept);
    (bytes, (all - kept) as u64)
}

/// Opens the map for a question.
pub(crate) fn open(
    archive: &Path,
    wanted: &MapWanted,
    gate: Option<ReaderGate>,
) -> Result<OpenedMap, MapQueryError> {
    let moment = wanted.date.map_or(MapMoment::Latest, MapMoment::At);
    OpenedMap::open_gated(archive, gate, &moment, wanted.site.clone())
}

impl Shared {
    /// Answers a question about the map for a reader; `None` if that takes longer than `patience`. Blocks.
    pub(crate) fn map(
        &self,
        reader: &Reader,
        wanted: &MapWanted,
        patience: Duration,
    ) -> Result<Option<MapAnswer>, Problem> {
        self.maps.ask(&self.archive, wanted, self.map_eyes(reader)?, patience)
    }
}

impl From<MapQueryError> for Problem {
    fn from(error: MapQueryError) -> Problem {
        match error.is_no_map() || error.is_no_page() {
            true => Problem::caused(ProblemKind::NotFound, error),
            false => Problem::caused(ProblemKind::Fault, error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eyes(groups: &[&str], rules: &Arc<RuleSet>) -> MapEyes {
        let groups = groups.iter().map(|it| (*it).to_owned()).collect();
        MapEyes { rules: rules.clone(), groups, gate: None }
    }

    #[test]
    fn kept_maps_are_for_equal_rights_only_and_bounded() {
        let rules: Arc<RuleSet> = Arc::default();
        let mut state = DeskState::default();
        let wanted = |name: &str| MapWanted {
            site: name.parse().ok(),
            date: None,
            subject: MapSubject::Survey,
        };
        let order = |name: &str, groups: &[&str]| Order {
            wanted: wanted(name),
            eyes: eyes(groups, &rules),
            disk: None,
            archive: PathBuf::new(),
        };
        let answer = || MapAnswer::Site(Arc::default());
        state.keep(order("a.example", &["room"]), answer(), Instant::now());
        let mut finds = |name: &str, groups: &[&str]| {
            state.find(&wanted(name), &eyes(groups, &rules), Some(&None)).is_some()
        };
        assert!(finds("a.example", &["room"]));
        assert!(!finds("a.example", &[]));
        assert!(!finds("b.example", &["room"]));
        for number in 0..100 {
            state.keep(order(&format!("n{number}.example"), &[]), answer(), Instant::now());
        }
        assert_eq!(state.kept.len(), KEPT_MAX);
    }

    #[test]
    fn lists_are_cut_where_there_is_no_room() {
        let mut rows: Vec<String> = (0..5).map(|number| number.to_string()).collect();
        assert_eq!(bounded(&mut rows, 3, String::len), (3, 2));
        assert_eq!(rows, ["0", "1", "2"]);
        assert_eq!(bounded(&mut rows, 100, String::len), (3, 0));
    }
}
