//! Which pages belong to a nation, and why: pages, archive files, folders of these, and pages of the web.

mod error;
mod inputs;
mod owner;
mod page;
mod report;
mod sources;
mod statistics;
mod verdict;
mod warc;
mod web;

pub use error::RecogniseError;
pub use page::JudgedPage;
pub use report::{RecogniseReport, ReportColumn, ReportText, ReportTexts};
pub use statistics::{BorderlinePage, PageCounts, PageStatistics};
pub use verdict::{CriterionLine, EvidenceLine, VerdictLine, write_verdict};

use crate::warc::{InputsEnded, ReportNotice};
use sources::Sources;
use std::io::{self, Read};
use std::path::PathBuf;
use stodola_judge::{Judge, Pack, Properties, Rule, Settings};

/// What is judged, and how.
#[derive(Clone, Debug, Default)]
pub struct RecogniseSettings {
    /// Pages, WARC and ARC files, folders of these, or URLs of pages.
    pub inputs: Vec<String>,
    /// File with more inputs, one per line; `-` is standard input.
    pub list: Option<PathBuf>,
    /// Pack of the nation: the name of a built-in one, or a folder.
    pub pack: String,
    /// A webanalyzer.properties file with criteria and points.
    pub properties: Option<PathBuf>,
    /// Points that decide; `None` lets the pack decide.
    pub min_points: Option<i64>,
    /// Database in MaxMind's format, for the countries of servers.
    pub geo: Option<PathBuf>,
    /// RDAP server that is asked for the countries of domains' owners. `None` asks nobody.
    pub rdap: Option<String>,
    /// File for the answers of that server; `None` keeps none.
    pub rdap_cache: Option<PathBuf>,
    /// Whether pages come with the numbers from which the probability is computed.
    pub features: bool,
    /// Whether private, loopback and link-local addresses may be fetched from.
    pub allow_private: bool,
    /// Contact for webmasters.
    pub contact: Option<String>,
    /// Version of the program, told to servers.
    pub version: String,
}

/// What a run gave.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recognised {
    /// How the work on the inputs ended.
    pub ended: InputsEnded,
    /// Pages that belong to the nation.
    pub valid: u64,
    /// Pages that do not.
    pub others: u64,
    /// Documents that are not text, and were not judged.
    pub skipped: u64,
}

/// Takes each page with the verdict on it.
pub type OnPage<'a> = dyn FnMut(&JudgedPage) -> io::Result<()> + 'a;

/// A judge and the inputs for it, ready to work.
pub struct Recogniser {
    settings: RecogniseSettings,
    pack: Pack,
    judge: Judge,
    sources: Sources,
    owners: Option<owner::Owners>,
    unknown_keys: Vec<(usize, String)>,
}

impl Recogniser {
    /// Opens the pack and the databases, and looks for the inputs.
    pub fn open(settings: RecogniseSettings) -> Result<Recogniser, RecogniseError> {
        let properties = settings.properties.as_deref().map(Properties::open).transpose()?;
        let unknown_keys = properties.as_ref().map(|it| it.unknown.clone()).unwrap_or_default();
        let (min_points, geo) = (settings.min_points, settings.geo.clone());
        let pack = Pack::open(&settings.pack)?;
        let uses_owner = settings.rdap.is_some();
        let judge = Judge::new(&pack, &Settings { min_points, geo, properties, uses_owner })?;
        let sources = Sources::gather(&settings.inputs, settings.list.as_deref())?;
        let owners = owner::Owners::new(&settings)?;
        Ok(Recogniser { settings, pack, judge, sources, owners, unknown_keys })
    }

    /// The pack of the nation.
    pub fn pack(&self) -> &Pack {
        &self.pack
    }

    /// The rule that decides.
    pub fn rule(&self) -> Rule {
        self.judge.rule()
    }

    /// Keys of the properties file that were ignored, with their lines.
    pub fn unknown_keys(&self) -> &[(usize, String)] {
        &self.unknown_keys
    }

    /// Judges all inputs, one after the other, and gives each page to `page`.
    pub fn run(
        &self,
        watch: &dyn ReportNotice,
        page: &mut OnPage<'_>,
    ) -> Result<Recognised, RecogniseError> {
        let mut run = Run { recogniser: self, page, counts: Recognised::default() };
        let ended = inputs::each(&self.sources, watch, &mut run)?;
        Ok(Recognised { ended, ..run.counts })
    }
}

/// What all inputs share.
struct Run<'a> {
    recogniser: &'a Recogniser,
    page: &'a mut OnPage<'a>,
    counts: Recognised,
}

impl Run<'_> {
    /// Judges a document and gives it away, or counts it as skipped if it is not text.
    fn judge(&mut self, origin: &page::Origin<'_>, body: impl Read) -> Result<(), RecogniseError> {
        let Recogniser { judge, owners, settings, .. } = self.recogniser;
        let owner = || owners.as_ref()?.country(origin.uri);
        let Some(mut judged) = page::judge_page(origin, body, judge, &owner) else {
            self.counts.skipped += 1;
            return Ok(());
        };
        let verdict = &judged.verdict;
        *(if verdict.is_valid { &mut self.counts.valid } else { &mut self.counts.others }) += 1;
        judged.features = settings.features.then(|| judge.features(verdict).to_vec());
        (self.page)(&judged).map_err(RecogniseError::Output)
    }
}
