//! How complete the sources of a job are, and its alarms.

use super::StoredJob;
use crate::control::HarvestStatus;
use crate::crawl::Alarm;
use serde::Serialize;
use std::path::PathBuf;
use stodola_crawl::job::AlarmSection;
use stodola_crawl::logs::{COMPLETENESS_FILE, Completeness, SourceRow};
use stodola_frontier::rounds::Round;

/// Most sources of each kind in a [`SourcesSummary`].
const SHOWN: usize = 20;

/// How complete the sources of a round are, at a glance.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SourcesSummary {
    /// Number of the round.
    pub round: u32,
    /// Number of sources.
    pub sources: u64,
    /// Number of those of which everything is archived that was not left out on purpose.
    pub complete: u64,
    /// Number of those whose share has fallen since the round before.
    pub fallen: u64,
    /// All sources together; its name is empty.
    pub all: SourceRow,
    /// Sources to look at: those whose share has fallen most, then those that are least complete.
    pub rows: Vec<SourceRow>,
}

impl SourcesSummary {
    fn of(round: u32, completeness: &Completeness) -> SourcesSummary {
        let fallen = completeness.fallen(0.0);
        let mut all = SourceRow { share: 1.0, ..SourceRow::default() };
        for row in &completeness.sources {
            all.found += row.found;
            all.archived += row.archived;
            all.failed += row.failed;
            all.missing_requisites += row.missing_requisites;
            all.left_out += row.left_out;
            all.waiting += row.waiting;
        }
        let wanted = all.archived + all.failed + all.waiting;
        if wanted > 0 {
            all.share = all.archived as f64 / wanted as f64;
        }
        let is_complete = |row: &&SourceRow| row.share >= 1.0;
        let mut least: Vec<&SourceRow> = completeness
            .sources
            .iter()
            .filter(|row| !is_complete(row) && !row.has_fallen(0.0))
            .collect();
        least.sort_by(|a, b| a.share.total_cmp(&b.share).then_with(|| a.source.cmp(&b.source)));
        let rows = fallen.iter().take(SHOWN).chain(least.iter().take(SHOWN));
        SourcesSummary {
            round,
            sources: completeness.sources.len() as u64,
            complete: completeness.sources.iter().filter(is_complete).count() as u64,
            fallen: fallen.len() as u64,
            all,
            rows: rows.map(|row| (*row).clone()).collect(),
        }
    }

    /// The alarms that the fall of a share is, by the settings of the job.
    fn alarms(&self, settings: &AlarmSection) -> Vec<Alarm> {
        let fallen = Completeness { sources: self.rows.clone(), ..Completeness::default() };
        let rows = fallen.alarming(settings);
        rows.into_iter().map(|row| Alarm::Completeness(row.source.clone())).collect()
    }
}

/// Where the completeness of the last round that has ended is stored: its number and folder. `None` if none has ended.
pub(super) fn last_ended(job: &StoredJob) -> Option<(u32, PathBuf)> {
    let rounds = job.rounds().ok()?;
    let current = rounds.last()?;
    let has_ended =
        Round::read(&current.folder).ok().flatten().is_some_and(|it| it.ended.is_some());
    let round = match has_ended {
        true => current,
        // Only what has ended is moved away.
        false => rounds.get(rounds.len().checked_sub(2)?)?,
    };
    Some((round.round, round.folder.clone()))
}

/// The path of the file with the completeness of a round.
pub(super) fn file(round: &std::path::Path) -> PathBuf {
    round.join("reports").join(COMPLETENESS_FILE)
}

/// Returns how complete each source was in the last round that has ended, with the number of that round. `None` if none
/// has ended.
pub fn sources(job: &StoredJob) -> Option<(u32, Completeness)> {
    let (round, folder) = last_ended(job)?;
    Some((round, Completeness::stored(&folder)?))
}

/// Returns how complete the sources were in the last round that has ended, at a glance.
pub(super) fn summary(job: &StoredJob) -> Option<SourcesSummary> {
    let (round, completeness) = sources(job)?;
    Some(SourcesSummary::of(round, &completeness))
}

/// Returns the alarms of a job that are on. `status` is what its process says; `None` if it does not run.
pub(super) fn alarms(job: &StoredJob, status: Option<&HarvestStatus>) -> Vec<Alarm> {
    alarms_with(job, status, summary(job).as_ref())
}

/// The same, by a summary that is known already.
pub(super) fn alarms_with(
    job: &StoredJob,
    status: Option<&HarvestStatus>,
    summary: Option<&SourcesSummary>,
) -> Vec<Alarm> {
    let mut alarms = status.map_or_else(Vec::new, |status| status.alarms.clone());
    // Settings are read only if they matter.
    if let Some(summary) = summary.filter(|summary| summary.fallen > 0) {
        let settings = job.settings().map(|settings| settings.alarms).unwrap_or_default();
        alarms.extend(summary.alarms(&settings));
    }
    alarms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(source: &str, archived: u64, failed: u64, share_before: Option<f64>) -> SourceRow {
        SourceRow {
            source: source.to_owned(),
            found: archived + failed,
            archived,
            failed,
            share: archived as f64 / (archived + failed) as f64,
            share_before,
            ..SourceRow::default()
        }
    }

    #[test]
    fn a_summary_names_what_has_fallen_first_and_then_what_is_least_complete() {
        let sources = vec![
            row("a.cz", 5, 5, None),
            row("b.cz", 10, 0, Some(1.0)),
            row("c.cz", 9, 1, Some(1.0)),
            row("d.cz", 1, 9, Some(0.1)),
            row("e.cz", 5, 5, Some(1.0)),
        ];
        let all = Completeness { version: 1, sources };
        let summary = SourcesSummary::of(3, &all);
        let names: Vec<&str> = summary.rows.iter().map(|row| &*row.source).collect();
        assert_eq!(names, ["e.cz", "c.cz", "d.cz", "a.cz"]);
        assert_eq!((summary.sources, summary.complete, summary.fallen), (5, 1, 2));
        assert_eq!((summary.all.found, summary.all.share), (50, 0.6));
        let alarms = |by: f64| {
            let settings = AlarmSection { completeness_falls: by, ..AlarmSection::default() };
            summary.alarms(&settings).iter().map(Alarm::word).collect::<Vec<_>>()
        };
        assert_eq!(alarms(0.2), ["completeness:e.cz"]);
        assert_eq!(alarms(0.1), ["completeness:e.cz", "completeness:c.cz"]);
        assert!(alarms(1.0).is_empty(), "1 is for no alarm");
    }
}
