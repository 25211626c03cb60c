//! Clean-up: results that nobody looked at for a long time, and files that a kill has left.

use super::WorkQueue;
use crate::error::WorkError;
use crate::settings::WorkSettings;
use crate::time::WorkTime;
use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use stodola_durable::PathError;

/// An error that an owner has not seen is kept for so long, whatever else is removed.
const UNSEEN_KEPT: i64 = 365 * 86_400;
/// Requests that are removed in one change, so that others do not wait for long.
const AT_A_TIME: u32 = 100;

/// What was removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SweepReport {
    /// Requests with their results and logs.
    pub requests: u64,
    /// Files and folders that belonged to nothing.
    pub leftovers: u64,
    /// Bytes of files.
    pub bytes: u64,
}

impl WorkQueue {
    /// Removes requests that have ended and that nobody asked for or looked at for `settings.kept` seconds, and files
    /// in the folder of results that belong to no request. Errors that were not seen stay longer.
    pub fn sweep(
        &mut self,
        settings: &WorkSettings,
        now: WorkTime,
    ) -> Result<SweepReport, WorkError> {
        let mut report = SweepReport::default();
        loop {
            let removed = self.change(|db| {
                let mut find = db.prepare_cached(
                    "SELECT q.number FROM requests q
                         WHERE q.state NOT IN ('waiting', 'running') AND q.wanted < ?1 AND (q.wanted < ?2
                             OR NOT EXISTS (SELECT 1 FROM owners WHERE request = q.number AND has_seen = 0))
                         ORDER BY q.wanted LIMIT ?3",
                )?;
                let (old, very_old) = (now.0 - settings.kept, now.0 - settings.kept.max(UNSEEN_KEPT));
                let numbers: Vec<i64> = find
                    .query_map((old, very_old, AT_A_TIME), |row| row.get(0))?
                    .collect::<rusqlite::Result<_>>()?;
                for number in &numbers {
                    db.prepare_cached("DELETE FROM requests WHERE number = ?1")?.execute([number])?;
                }
                Ok(numbers.len())
            })?;
            report.requests += removed as u64;
            if removed == 0 {
                break;
            }
        }
        self.remove_leftovers(&mut report)?;
        Ok(report)
    }

    /// Removes what belongs to no result and to no run.
    fn remove_leftovers(&self, report: &mut SweepReport) -> Result<(), WorkError> {
        let found = match fs::read_dir(&self.results) {
            Ok(found) => found,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(PathError::new("read", &self.results)(error).into()),
        };
        // First the names, then what belongs to somebody: whatever is made meanwhile is not among the names.
        let entries: Vec<fs::DirEntry> = found.filter_map(Result::ok).collect();
        let owned = self.owned_names()?;
        for entry in entries {
            let name = entry.file_name();
            if name.to_str().is_some_and(|name| owned.contains(name)) {
                continue;
            }
            let Ok(metadata) = entry.metadata() else { continue };
            let removed = match metadata.is_dir() {
                true => fs::remove_dir_all(entry.path()),
                false => fs::remove_file(entry.path()),
            };
            match removed {
                Ok(()) => {
                    report.leftovers += 1;
                    report.bytes += if metadata.is_dir() { 0 } else { metadata.len() };
                }
                Err(error) => tracing::warn!(%error, "a file of a result could not be removed"),
            }
        }
        Ok(())
    }

    /// Names in the folder of results that results and runs have.
    fn owned_names(&self) -> Result<HashSet<String>, WorkError> {
        let find = || -> rusqlite::Result<HashSet<String>> {
            let mut find = self.connection.prepare_cached(
                "SELECT file FROM results WHERE file IS NOT NULL
                 UNION ALL SELECT number || '-' || run FROM requests WHERE state = 'running'
                 UNION ALL SELECT number || '-' || run || '.tmp' FROM requests WHERE state = 'running'",
            )?;
            find.query_map((), |row| row.get(0))?.collect()
        };
        find().map_err(|error| self.failed(error))
    }
}
