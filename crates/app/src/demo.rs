//! The demonstration: pages of one nation are harvested from a web in many languages, and some verdicts are chosen
//! that show how they were recognised.
//!
//! Whoever calls this serves the web.

use crate::crawl::{self, CrawlError, HarvestEvent, HarvestWatch, RelayingWatch, Wish};
use crate::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use stodola_crawl::Report;
use stodola_crawl::job::{ConnectToSetting, Job, Limit, Period, Profile};
use stodola_judge::Verdict;

/// Name of the job.
const JOB: &str = "demo";
/// Longest time that a run takes.
const TIME: Period = Period::from_secs(45);
/// Number of pages of the nation, and of other pages, that are shown with their verdicts.
const SHOWN: [usize; 2] = [6, 9];
/// Of each language so many pages of the nation are shown, and so many others.
const SHOWN_OF_A_LANGUAGE: [usize; 2] = [2, 1];

/// What is harvested into which archive.
#[derive(Clone, Debug)]
pub struct DemoSettings {
    /// Folder of the archive; created if it does not exist.
    pub archive: PathBuf,
    /// Where the harvest starts.
    pub seeds: Vec<String>,
    /// Where the web is served.
    pub connect_to: ConnectToSetting,
    /// What other processes are told that wait for the archive: the command of this process.
    pub command: String,
}

/// What a demonstration gave.
#[derive(Debug, Default)]
pub struct Demonstration {
    /// What the run came to; `None` if there was nothing to do.
    pub report: Option<Report>,
    /// The verdict on each page that was judged, by URI.
    pub verdicts: BTreeMap<String, Verdict>,
    /// The newest WARC file of the archive; `None` if it has none.
    pub file: Option<PathBuf>,
}

/// Harvests the web, or continues, or harvests it again. Harvest and archive are those of every other job.
pub fn demonstrate(
    settings: &DemoSettings,
    watch: Arc<dyn HarvestWatch>,
) -> Result<Demonstration, CrawlError> {
    let DemoSettings { archive, seeds, connect_to, command } = settings;
    let collecting = Arc::new(Collecting { watch, verdicts: Mutex::default() });
    let watch: Arc<dyn HarvestWatch> = collecting.clone();
    let keeper = crawl::keep_searchable(archive, command, watch.as_ref())?;
    let folder = archive.join("jobs").join(JOB);
    let job = job(seeds.clone(), connect_to.clone());
    let report = crawl::harvest(job, &folder, Wish::Again, &keeper, &watch)?;
    let mut verdicts = collecting.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
    let verdicts = std::mem::take(&mut *verdicts);
    let file = newest_file(&archive.join("warc"))?;
    Ok(Demonstration { report, verdicts, file })
}

fn job(seeds: Vec<String>, connect_to: ConnectToSetting) -> Job {
    let mut job = Job {
        name: JOB.to_owned(),
        description: "The demonstration: Czech pages of a simulated web on loopback".to_owned(),
        profile: Profile::NATIONAL,
        seeds,
        ..Job::default()
    };
    let none = Period::default();
    job.national.depth = Some(1);
    job.politeness.delay_factor = 0.0;
    job.politeness.min_delay = none;
    job.politeness.ip_delay = none;
    job.politeness.retry_wait = Period::from_millis(200);
    job.limits.time = Limit::At(TIME);
    job.fetch.connect_to = vec![connect_to];
    job
}

fn newest_file(folder: &Path) -> Result<Option<PathBuf>, CrawlError> {
    let failed = |error| CrawlError::file("read", folder)(error);
    let mut files = BTreeSet::new();
    for year in fs::read_dir(folder).map_err(failed)? {
        for file in fs::read_dir(year.map_err(failed)?.path()).map_err(failed)? {
            files.insert(file.map_err(failed)?.path());
        }
    }
    Ok(files.pop_last())
}

/// Keeps the verdicts, and tells everything on.
struct Collecting {
    watch: Arc<dyn HarvestWatch>,
    verdicts: Mutex<BTreeMap<String, Verdict>>,
}

impl RelayingWatch for Collecting {
    fn inner(&self) -> &dyn HarvestWatch {
        &*self.watch
    }
}

impl HarvestWatch for Collecting {
    fn tell(&self, event: &HarvestEvent<'_>) {
        self.watch.tell(event);
    }

    fn judged(&self, uri: &[u8], verdict: &Verdict) {
        let mut verdicts = self.verdicts.lock().unwrap_or_else(PoisonError::into_inner);
        verdicts.insert(json::text(uri).into_owned(), verdict.clone());
        self.watch.judged(uri, verdict);
    }
}

impl Demonstration {
    /// Returns some of the verdicts: of each language a page or two, those of the nation first, the most probable
    /// first.
    pub fn examples(&self) -> Vec<(&str, &Verdict)> {
        let mut chosen: Vec<(&str, &Verdict)> = Vec::new();
        let mut seen: BTreeMap<(bool, Option<&str>), usize> = BTreeMap::new();
        for (uri, verdict) in &self.verdicts {
            let times = seen.entry((verdict.is_valid, language(verdict))).or_default();
            *times += 1;
            if *times <= SHOWN_OF_A_LANGUAGE[usize::from(!verdict.is_valid)] {
                chosen.push((uri, verdict));
            }
        }
        chosen.sort_by(|a, b| b.1.probability.total_cmp(&a.1.probability));
        let (ours, others): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|it| it.1.is_valid);
        ours.into_iter().take(SHOWN[0]).chain(others.into_iter().take(SHOWN[1])).collect()
    }

    /// Number of languages of the pages that were judged.
    pub fn languages(&self) -> usize {
        self.verdicts.values().map(language).collect::<BTreeSet<_>>().len()
    }

    /// Number of pages that belong to the nation.
    pub fn valid(&self) -> usize {
        self.verdicts.values().filter(|verdict| verdict.is_valid).count()
    }

    /// Returns a page of the nation, if there is one: the first page of its site if it has one.
    pub fn kept(&self) -> Option<&str> {
        let mut valid = self.verdicts.iter().filter(|(_, verdict)| verdict.is_valid);
        let first =
            valid.clone().find(|(uri, _)| uri.matches('/').count() == 3 && uri.ends_with('/'));
        first.or_else(|| valid.next()).map(|(uri, _)| uri.as_str())
    }

    /// Returns a page that is not in the archive: of a site without a page of the nation nothing is archived, however
    /// near others are. `None` if there is no such site.
    pub fn left_out(&self) -> Option<&str> {
        let site = |uri: &str| uri.split('/').nth(2).map(str::to_owned);
        let valid = self.verdicts.iter().filter(|(_, verdict)| verdict.is_valid);
        let kept: BTreeSet<_> = valid.map(|(uri, _)| site(uri)).collect();
        self.verdicts.keys().map(String::as_str).find(|uri| !kept.contains(&site(uri)))
    }
}

fn language(verdict: &Verdict) -> Option<&str> {
    verdict.language.as_ref().map(|it| &*it.language)
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_judge::{Identified, VerdictRule};

    fn verdict(language: &str, probability: f64) -> Verdict {
        let is_valid = probability >= 0.5;
        let language = Identified {
            language: language.to_owned(),
            confidence: 1.0,
            share: 1.0,
            runner_up: None,
            others: Vec::new(),
            margin: 1.0,
        };
        let rule = VerdictRule::Probability { threshold: 0.5 };
        Verdict {
            is_valid,
            rule,
            points: 0,
            probability,
            language: Some(language),
            ..Verdict::default()
        }
    }

    #[test]
    fn examples_have_few_pages_of_a_language_and_the_nation_first() {
        let pages = [
            ("http://a.example/1", "cs", 0.8),
            ("http://a.example/2", "cs", 0.9),
            ("http://a.example/3", "cs", 0.95),
            ("http://a.example/4", "de", 0.1),
            ("http://b.example/1", "de", 0.3),
            ("http://b.example/2", "en", 0.2),
            ("http://c.example/", "cs", 0.4),
        ];
        let verdicts = pages
            .map(|(uri, language, probability)| (uri.to_owned(), verdict(language, probability)));
        let shown = Demonstration { verdicts: verdicts.into(), ..Demonstration::default() };
        let uris: Vec<&str> = shown.examples().iter().map(|(uri, _)| *uri).collect();
        assert_eq!(
            uris,
            [
                "http://a.example/2",
                "http://a.example/1",
                "http://c.example/",
                "http://b.example/2",
                "http://a.example/4"
            ]
        );
        assert_eq!((shown.languages(), shown.valid()), (3, 3));
        // The site of the first pages is archived, pages in German included.
        assert_eq!(shown.left_out(), Some("http://b.example/1"));
        assert_eq!(Demonstration::default().left_out(), None);
    }
}
