//! Decides which pages belong to a nation, and why: files of pages, archive files, folders of these, and pages of the
//! web.

mod comparison;
mod error;
mod inputs;
mod of_job;
mod owner;
mod page;
mod report;
mod sources;
mod statistics;
mod verdict;
mod warc;
pub(crate) mod web;

pub(crate) use warc::without_codings;

pub use comparison::{CriteriaComparison, CriterionShare};
pub use error::RecogniseError;
pub use page::JudgedPage;
pub use report::{ComparisonColumn, RecogniseReport, ReportColumn, ReportText, ReportTexts};
pub use statistics::{BorderlinePage, PageCounts, PageStatistics};
pub(crate) use verdict::append_verdict;
pub use verdict::write_verdict;

use crate::warc::{InputsEnded, ReportNotice};
use sources::Sources;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;
use stodola_judge::{
    GeoAge, InLinkCounts, Judge, JudgeSettings, Pack, Properties, PropertyNotice, VerdictRule,
};

/// What is judged, and how.
#[derive(Clone, Debug, Default)]
pub struct RecogniseSettings {
    /// Pages, WARC and ARC files, folders of these, or URLs of pages.
    pub inputs: Vec<String>,
    /// File with more inputs, one per line; `-` is standard input. `None` if there is none.
    pub list: Option<PathBuf>,
    /// Pack of the nation: the name of a built-in one, or a folder.
    pub pack: String,
    /// A webanalyzer.properties file with criteria and points; `None` if there is none.
    pub properties: Option<PathBuf>,
    /// Points that decide; `None` lets the pack decide.
    pub min_points: Option<i64>,
    /// Folder with lists that are added to those of the pack; `None` if there is none.
    pub lists: Option<PathBuf>,
    /// Criteria with a veto: `NAME`, or `NAME=NUMBER` for the number of elements.
    pub veto: Vec<String>,
    /// Whether documents that are not text are judged too, by the criteria that need no text.
    pub all_types: bool,
    /// Database in MaxMind's format, for the countries of servers; `None` if there is none.
    pub geo: Option<PathBuf>,
    /// RDAP server that is asked for the countries of domain owners; `None`: no server is asked.
    pub rdap: Option<String>,
    /// Whois server, `NAME` or `NAME:PORT`, that is asked where RDAP has no answer; `None`: no server is asked.
    pub whois: Option<String>,
    /// File with numbers of pages of the national domain that link to pages; `None` if there is none.
    pub in_links: Option<PathBuf>,
    /// File for the answers of that server; `None`: answers are not stored.
    pub rdap_cache: Option<PathBuf>,
    /// Whether pages have the numbers from which the probability is computed.
    pub features: bool,
    /// Number of hosts that are asked at the same time, at least 1.
    pub workers: u32,
    /// Whether private, loopback and link-local addresses may be fetched from.
    pub allow_private: bool,
    /// Contact for webmasters; `None` if there is none.
    pub contact: Option<String>,
    /// Version of the program, sent to servers.
    pub version: String,
}

/// The result of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recognised {
    /// How the work on the inputs ended.
    pub ended: InputsEnded,
    /// Number of pages that belong to the nation.
    pub valid: u64,
    /// Number of pages that do not.
    pub others: u64,
    /// Number of documents that are not text, and were not judged.
    pub skipped: u64,
    /// Number of inputs that are left because the run was stopped.
    pub left: u64,
}

/// Receives each page with its verdict.
pub type OnPage<'a> = dyn FnMut(&JudgedPage) -> io::Result<()> + 'a;

/// A judge and the inputs for it, ready to work.
pub struct Recogniser {
    settings: RecogniseSettings,
    pack: Pack,
    judge: Judge,
    sources: Sources,
    owners: Option<owner::Owners>,
    in_links: InLinkCounts,
    notices: Vec<PropertyNotice>,
    stop: Arc<AtomicBool>,
}

impl Recogniser {
    /// Opens the pack and the databases, and finds the inputs.
    pub fn open(settings: RecogniseSettings) -> Result<Recogniser, RecogniseError> {
        let properties = settings.properties.as_deref().map(Properties::open).transpose()?;
        let notices = properties.as_ref().map(|it| it.notices.clone()).unwrap_or_default();
        let (min_points, geo) = (settings.min_points, settings.geo.clone());
        let mut pack = Pack::open(&settings.pack)?;
        if let Some(lists) = &settings.lists {
            pack.extend(lists)?;
        }
        let in_links = settings.in_links.as_deref().map(InLinkCounts::open).transpose()?;
        let uses_owner = settings.rdap.is_some() || settings.whois.is_some();
        let veto = settings.veto.iter().map(|veto| veto.parse()).collect::<Result<_, _>>()?;
        let judge_settings = JudgeSettings { min_points, geo, properties, uses_owner, veto };
        let judge = Judge::new(&pack, &judge_settings)?;
        let sources = Sources::gather(&settings.inputs, settings.list.as_deref())?;
        let owners = owner::Owners::new(&settings)?;
        let (in_links, stop) = (in_links.unwrap_or_default(), Arc::default());
        Ok(Recogniser { settings, pack, judge, sources, owners, in_links, notices, stop })
    }

    /// The pack of the nation.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The age of the database of countries; `None` if there is none.
    pub fn geo_age(&self) -> Option<GeoAge> {
        self.judge.geo_built().map(|built| GeoAge::at(built, SystemTime::now()))
    }

    /// The rule that decides.
    pub fn rule(&self) -> VerdictRule {
        self.judge.rule()
    }

    /// What in the properties file has no effect, or an unexpected one.
    pub fn notices(&self) -> &[PropertyNotice] {
        &self.notices
    }

    /// Returns a flag that stops [`run`](Recogniser::run) when it is set: what is under way is ended and passed on.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Judges all inputs and passes each page to `page`, in the order of the inputs.
    pub fn run(
        &self,
        watch: &dyn ReportNotice,
        page: &mut OnPage<'_>,
    ) -> Result<Recognised, RecogniseError> {
        let mut run = Run { recogniser: self, page, counts: Recognised::default() };
        let (ended, left) = inputs::each(&self.sources, watch, &mut run)?;
        Ok(Recognised { ended, left, ..run.counts })
    }
}

impl Recogniser {
    /// Judges a document; `None` if it is not text.
    fn judge(&self, origin: &page::Origin<'_>, body: impl Read) -> Option<JudgedPage> {
        let owner = || self.owners.as_ref()?.country(origin.uri);
        let (judge, all_types) = (&self.judge, self.settings.all_types);
        let means = page::Means { judge, all_types, in_links: &self.in_links, owner: &owner };
        let mut judged = page::judge_page(origin, body, &means)?;
        let features =
            self.settings.features.then(|| self.judge.features(&judged.verdict).to_vec());
        judged.features = features;
        Some(judged)
    }
}

/// What all inputs share.
struct Run<'a> {
    recogniser: &'a Recogniser,
    page: &'a mut OnPage<'a>,
    counts: Recognised,
}

impl Run<'_> {
    /// Judges a document and passes it on, or counts it as skipped if it is not text.
    fn judge(&mut self, origin: &page::Origin<'_>, body: impl Read) -> Result<(), RecogniseError> {
        self.take(self.recogniser.judge(origin, body))
    }

    /// Counts a page and passes it on; `None` is a document that is not text.
    fn take(&mut self, judged: Option<JudgedPage>) -> Result<(), RecogniseError> {
        let Some(judged) = judged else {
            self.counts.skipped += 1;
            return Ok(());
        };
        let counts = &mut self.counts;
        *(if judged.verdict.is_valid { &mut counts.valid } else { &mut counts.others }) += 1;
        (self.page)(&judged).map_err(RecogniseError::Output)
    }
}
