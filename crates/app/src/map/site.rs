//! A site in one go, for its webmaster: harvested, links to other sites asked about, and one report of it all.

mod ask;
mod likeness;
mod soft;

use super::dead::{DeadReport, DeadRow, DeadSettings, KnownProblems};
use super::open::{MapArea, MapMoment, MapQueryError, MapSettings, MapView, OpenedMap};
use super::rank::{RankSettings, RankedNode};
use super::sheet::SheetFault;
use super::tree::{ClickTree, TreeSettings};
use crate::Watch;
use crate::bare::{BareError, BareFolder};
use crate::crawl::{self, CrawlError, HarvestWatch, JobSettings, Wish};
use crate::export::ExportAccess;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use stodola_access::RulePlace;
use stodola_archive::key_of;
use stodola_crawl::job::Job;
use stodola_map::{LinkProblem, Unharvested};

/// Number of pages that are listed as the most important.
const BEST: usize = 20;

/// Which site is looked at, and how.
#[derive(Clone, Debug)]
pub struct SiteSettings {
    /// Address of the home page.
    pub url: String,
    /// Folder of the archive; `None` for a temporary one, which is removed.
    pub archive: Option<PathBuf>,
    /// Settings of the harvest; the home page is added to its seeds.
    pub job: JobSettings,
    /// Number of links to other sites that are asked about; 0 for none.
    pub asked_max: usize,
    /// How long they are asked about.
    pub asked_time: Duration,
    /// Whether servers are asked for a name that cannot exist, to find pages that say "not found" with status 200.
    pub soft_404: bool,
    /// The command of this process, as shown to processes that wait for the archive.
    pub command: String,
}

/// What became of the links to other sites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct AskedLinks {
    /// Number of addresses that were asked about.
    pub asked: u64,
    /// Number of addresses that were left: there were too many, or the time was over.
    pub left: u64,
}

/// The report of a site. It is serialised as in JSON output.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SiteReport {
    /// The home page, where redirects from the address end.
    pub home: String,
    /// Whether the harvest came to its end.
    pub finished: bool,
    /// Number of pages.
    pub pages: u64,
    /// Number of links that were looked at.
    pub links: u64,
    /// Number of links to other sites that were asked about.
    pub others: AskedLinks,
    /// Number of addresses by state.
    pub states: BTreeMap<&'static str, u64>,
    /// Number of documents at each depth: 0, 1, 2 … clicks from the home page.
    pub depths: Vec<u64>,
    /// Number of documents that no way of clicks leads to.
    pub unreached: u64,
    /// Links with a problem, the dead ones first.
    pub dead: Vec<DeadRow>,
    /// The most important pages.
    pub best: Vec<RankedNode>,
    /// Number of pages with each fault.
    pub faults: BTreeMap<SheetFault, u64>,
    /// The share of parts of pages that are there, from 0 to 1.
    #[serde(serialize_with = "crate::json::six_digits")]
    pub complete: f64,
    /// The tree of the site.
    #[serde(skip)]
    pub tree: ClickTree,
}

/// Errors from looking at a site.
#[derive(Debug, thiserror::Error)]
pub enum SiteError {
    /// The address has no host.
    #[error("'{0}' is not a URI with a host, such as https://example.org/")]
    NoHost(String),
    /// The temporary folder could not be made.
    #[error(transparent)]
    Folder(#[from] BareError),
    /// The site could not be harvested.
    #[error(transparent)]
    Crawl(Box<CrawlError>),
    /// The map could not be read.
    #[error(transparent)]
    Map(#[from] MapQueryError),
    /// Servers could not be asked.
    #[error("cannot ask servers: {0}")]
    Ask(String),
}

impl From<CrawlError> for SiteError {
    fn from(error: CrawlError) -> SiteError {
        SiteError::Crawl(Box::new(error))
    }
}

impl SiteReport {
    /// Number of targets that are dead.
    pub fn dead_targets(&self) -> usize {
        self.dead.iter().filter(|row| row.dead).count()
    }
}

/// Harvests a site, asks about its links to other sites, and reports. `watch` is told of the harvest, `progress` of the
/// rest.
pub fn site(
    settings: &SiteSettings,
    watch: &Arc<dyn HarvestWatch>,
    progress: &dyn Watch,
) -> Result<SiteReport, SiteError> {
    let url = match crate::why::has_scheme(&settings.url) {
        true => settings.url.clone(),
        false => format!("https://{}", settings.url),
    };
    let place = host_place(&url).ok_or_else(|| SiteError::NoHost(settings.url.clone()))?;
    let (temporary, archive) = match &settings.archive {
        Some(archive) => (None, archive.clone()),
        None => {
            let folder = BareFolder::create()?;
            let archive = folder.path().join("archive");
            (Some(folder), archive)
        }
    };
    let (job, finished) = harvest(settings, &url, &archive, watch)?;
    let opened = OpenedMap::open(&MapSettings {
        archive,
        access: ExportAccess::Everything,
        moment: MapMoment::Latest,
        area: MapArea::Place(place),
    })?;
    let view = opened.view()?;
    let (known, others) = ask_others(&view, settings, &job, progress)?;
    let soft = match settings.soft_404 {
        true => soft::find(&view, &job, progress)?,
        false => Vec::new(),
    };
    let report = report(&view, &url, &known, &soft)?;
    drop(temporary);
    Ok(SiteReport { finished, others, ..report })
}

/// The host of an address, as a part of the map.
fn host_place(url: &str) -> Option<RulePlace> {
    stodola_uri::host(url.as_bytes()).filter(|host| !host.is_empty())?;
    let key = String::from_utf8(key_of(url.as_bytes())).ok()?;
    Some(RulePlace::Host(key[..key.find(')')?].to_owned()))
}

fn harvest(
    settings: &SiteSettings,
    url: &str,
    archive: &Path,
    watch: &Arc<dyn HarvestWatch>,
) -> Result<(Job, bool), SiteError> {
    let mut job = settings.job.clone();
    job.seeds.insert(0, url.to_owned());
    let (job, folder) = crawl::settings::prepare(&job, archive, watch.as_ref())?;
    let keeper = crawl::keep_mapped(archive, &settings.command, watch.as_ref())?;
    let report = crawl::harvest(job.clone(), &folder, Wish::Again, &keeper, watch)?;
    Ok((job, report.is_none_or(|report| report.is_finished())))
}

/// Asks about targets that the harvest had no right to fetch.
fn ask_others(
    view: &MapView<'_>,
    settings: &SiteSettings,
    job: &Job,
    progress: &dyn Watch,
) -> Result<(KnownProblems, AskedLinks), SiteError> {
    let all = view.dead(&DeadSettings { all: true, fragments: false })?;
    let is_open = |problem: &LinkProblem| match problem {
        LinkProblem::NotHarvested(Unharvested::OutOfScope(_) | Unharvested::Unknown) => true,
        LinkProblem::NotHarvested(_)
        | LinkProblem::Status(_)
        | LinkProblem::RedirectLoop
        | LinkProblem::MissingPlace(_)
        | LinkProblem::SoftMissing
        | LinkProblem::MixedContent
        | LinkProblem::RedirectChain(_) => false,
    };
    let open = all.rows.iter().filter(|row| is_open(&row.problem)).map(|row| row.target.as_bytes());
    let open = open.filter(|uri| uri.starts_with(b"http://") || uri.starts_with(b"https://"));
    let mut wanted: Vec<Vec<u8>> = open.map(<[u8]>::to_vec).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let count = wanted.len();
    wanted.truncate(settings.asked_max);
    if wanted.is_empty() {
        return Ok((KnownProblems::new(), AskedLinks { asked: 0, left: count as u64 }));
    }
    let answers = ask::ask(&wanted, job, settings.asked_time, progress)?;
    let mut known = KnownProblems::new();
    for (uri, answer) in wanted.into_iter().zip(answers) {
        if let Some(problem) = answer {
            known.insert(uri, problem);
        }
    }
    let asked = known.len() as u64;
    Ok((known, AskedLinks { asked, left: (count as u64).saturating_sub(asked) }))
}

fn report(
    view: &MapView<'_>,
    url: &str,
    known: &KnownProblems,
    soft: &[Vec<u8>],
) -> Result<SiteReport, SiteError> {
    // Without a home page that could be fetched there is no tree, but there is a report.
    let tree = view.click_tree(&TreeSettings { home: Some(url.to_owned()), ..Default::default() });
    let tree = tree.unwrap_or_default();
    let settings = DeadSettings { all: true, fragments: true };
    let DeadReport { mut rows, links, .. } = view.dead_knowing(&settings, known, soft)?;
    rows.retain(|row| row.dead || is_worth_telling(&row.problem));
    rows.sort_by_key(|row| !row.dead);
    let ranks = view.ranks(&RankSettings { limit: Some(BEST), ..RankSettings::default() })?;
    let sheet = view.sheet(false)?;
    Ok(SiteReport {
        home: tree.pages.first().map_or_else(|| url.to_owned(), |page| page.uri.clone()),
        pages: sheet.pages.len() as u64,
        links,
        states: view.states()?.states,
        depths: tree.depths.clone(),
        unreached: tree.unreached,
        dead: rows,
        best: ranks.nodes,
        faults: sheet.faults,
        complete: view.completeness()?.score,
        tree,
        ..SiteReport::default()
    })
}

/// Whether a webmaster wants to know of a problem that makes no link dead.
fn is_worth_telling(problem: &LinkProblem) -> bool {
    match problem {
        LinkProblem::MixedContent | LinkProblem::RedirectChain(_) => true,
        LinkProblem::Status(_)
        | LinkProblem::RedirectLoop
        | LinkProblem::MissingPlace(_)
        | LinkProblem::SoftMissing
        | LinkProblem::NotHarvested(_) => false,
    }
}
