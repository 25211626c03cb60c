//! The report on the verdicts of a harvest: the same as that of a run of `recognise`, from the log of a job.
//!
//! The log is read once from its beginning to its end, some verdicts at a time, whatever its length.

use super::report::RecogniseReport;
use super::statistics::{CriterionFigures, PageFigures};
use crate::Watch;
use crate::job::{JobsError, StoredJob, StoredVerdict, VerdictsWanted, verdicts};
use serde_json::Value;
use std::fs;
use std::path::Path;
use stodola_judge::{CRITERIA, Pack, Properties, VerdictRule};

/// Verdicts that are read at a time.
const AT_ONCE: usize = 1000;

impl RecogniseReport {
    /// Reads all verdicts of a round of a national harvest. The folder for the report is created first.
    pub fn of_job(
        folder: &Path,
        job: &StoredJob,
        watch: &dyn Watch,
    ) -> Result<RecogniseReport, JobsError> {
        fs::create_dir_all(folder).map_err(|source| JobsError::Create {
            what: "create",
            path: folder.to_owned(),
            source,
        })?;
        let log = job.folder.join("logs").join("verdicts.ndjson");
        let size = fs::metadata(&log).map_err(JobsError::reading(&log))?.len();
        let (title, rule) = nation_of(job);
        let title = format!("{title}: {} {}", job.name, job.round);
        let mut report = RecogniseReport::named(folder, title, rule);
        watch.begin("judge", Some(size));
        let mut wanted = VerdictsWanted { limit: AT_ONCE, ..VerdictsWanted::default() };
        loop {
            let page = verdicts(job, &wanted)?;
            let read = page.verdicts.into_iter().map(Value::Object);
            for verdict in read.filter_map(StoredVerdict::read) {
                report.count(&figures(&verdict));
            }
            match page.next {
                Some(next) => wanted.after = next,
                None => break,
            }
            watch.at(wanted.after);
        }
        watch.end();
        Ok(report)
    }
}

/// Returns the title of the nation and the rule that decided. If the data of the nation are gone, no page is near the
/// limit.
fn nation_of(job: &StoredJob) -> (String, VerdictRule) {
    let unknown = (String::new(), VerdictRule::Expression);
    let Ok(settings) = job.settings() else { return unknown };
    let Some(national) = settings.as_national() else { return unknown };
    let path = job.settings_folder().join(&national.pack);
    let pack = if path.is_dir() { Pack::folder(&path) } else { Pack::open(&national.pack) };
    let Ok(pack) = pack else { return (national.pack.clone(), VerdictRule::Expression) };
    let properties = national.properties.as_ref().map(|path| job.settings_folder().join(path));
    let minimum = properties.and_then(|path| Properties::open(&path).ok()).map(|it| it.min_points);
    let title = format!("{} ({})", pack.title(), pack.name());
    (title, pack.rule(national.min_points.or(minimum)))
}

/// The figures of a verdict, by the order of criteria of this version; criteria that it does not know are left out.
fn figures(verdict: &StoredVerdict) -> PageFigures<'_> {
    let mut criteria = vec![CriterionFigures::default(); CRITERIA.len()];
    for it in &verdict.criteria {
        if let Some(number) = CRITERIA.iter().position(|known| known.name == it.name) {
            criteria[number] =
                CriterionFigures { found: it.found, valid: it.valid, points: it.points };
        }
    }
    PageFigures {
        name: &verdict.uri,
        title: "",
        is_valid: verdict.is_valid,
        points: verdict.points,
        probability: verdict.probability,
        criteria,
    }
}
