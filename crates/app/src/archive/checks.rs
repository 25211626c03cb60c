//! What the checks of files have found: the last one of each.

use super::ReadError;
use std::path::Path;
use std::time::SystemTime;
use stodola_archive::fixity::{self, FileCheck};
use stodola_archive::{Archive, ArchiveError};

/// Months that are told apart; older checks are together.
pub const CHECK_MONTHS: usize = 12;
const MONTH: i64 = 30 * 86_400;

/// The last checks of all files of an archive.
#[derive(Clone, Debug, Default)]
pub struct ChecksOverview {
    /// Files on record.
    pub files: u64,
    /// Those that were as expected at their last check, or were just added.
    pub sound: u64,
    /// Files by full months since they were last read to their end; the last number is of older ones.
    pub by_age: [u64; CHECK_MONTHS + 1],
    /// Files that were not as expected, by name.
    pub bad: Vec<FileCheck>,
    /// Files that were checked last, the latest first.
    pub latest: Vec<FileCheck>,
}

/// Reads the log of checks. Files that were given up on purpose are left out.
pub fn checks(archive: &Path, latest: usize) -> Result<ChecksOverview, ReadError> {
    let archive = Archive::open(archive)?;
    Ok(overview(&archive, latest)?)
}

fn overview(archive: &Archive, latest: usize) -> Result<ChecksOverview, ArchiveError> {
    let gone = archive.gone()?;
    let mut files = fixity::last_checks(archive)?;
    files.retain(|file| !gone.contains_key(&file.name));
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs();
    let now = i64::try_from(now).unwrap_or(i64::MAX);
    let mut overview = ChecksOverview { files: files.len() as u64, ..ChecksOverview::default() };
    for file in &files {
        if file.condition.is_bad() {
            overview.bad.push(file.clone());
        } else {
            overview.sound += 1;
        }
        let age = file.time.map_or(i64::MAX, |time| now.saturating_sub(time).max(0) / MONTH);
        let month = usize::try_from(age).unwrap_or(usize::MAX).min(CHECK_MONTHS);
        overview.by_age[month] += 1;
    }
    overview.bad.sort_by(|a, b| a.name.cmp(&b.name));
    files.sort_by(|a, b| b.time.cmp(&a.time).then_with(|| a.name.cmp(&b.name)));
    files.truncate(latest);
    overview.latest = files;
    Ok(overview)
}
