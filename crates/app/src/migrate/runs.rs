//! Runs of migrations that people can look at: the folders below `migrations` of an archive.
//!
//! `stodola migrate … --out ARCHIVE/migrations/NAME` puts its results there; a link to another folder does as well.

use super::MigrationError;
use serde::Deserialize;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use stodola_durable::Lock;
use stodola_migrate::{REPORT, SUMMARY};

/// The folder of an archive with runs of migrations.
const FOLDER: &str = "migrations";
/// A longer line of a report is not read, in bytes.
const LINE_MAX: u64 = 16 << 20;
/// More of a summary is not shown, in bytes.
const SUMMARY_MAX: u64 = 1 << 20;

/// A run of a migration, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MigrationRun {
    /// Name of its folder.
    pub name: String,
    /// Whether a process works on it.
    pub is_running: bool,
    /// Sources that have a result.
    pub sources: u64,
    /// Those whose result was read back, has every record, and nothing is damaged.
    pub verified: u64,
    /// Those with damage, which the result says.
    pub damaged: u64,
    /// Sources that could not be migrated.
    pub failed: u64,
    /// Files that are no archives.
    pub passed_over: u64,
    /// Bytes of the sources that have a result.
    pub bytes_in: u64,
    /// Bytes of the results.
    pub bytes_out: u64,
}

/// What is needed of a line of a report.
#[derive(Deserialize)]
struct Line {
    #[serde(default)]
    source: String,
    #[serde(default)]
    source_length: u64,
    #[serde(default)]
    result_length: u64,
    #[serde(default)]
    verified: bool,
    #[serde(default)]
    not_migrated: Option<String>,
}

/// Returns the runs of migrations of an archive by name.
pub fn migration_runs(archive: &Path) -> Result<Vec<MigrationRun>, MigrationError> {
    let folder = archive.join(FOLDER);
    let mut runs = Vec::new();
    for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        if entry.path().join(REPORT).is_file() {
            runs.push(read(&entry.path(), name)?);
        }
    }
    runs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(runs)
}

/// Returns a run by its name, with its summary for people; `None` if there is none.
pub fn migration_run(
    archive: &Path,
    name: &str,
) -> Result<Option<(MigrationRun, String)>, MigrationError> {
    let mut parts = Path::new(name).components();
    let is_name = matches!(parts.next(), Some(Component::Normal(part)) if part == name);
    let folder = archive.join(FOLDER).join(name);
    if !is_name || !folder.join(REPORT).is_file() {
        return Ok(None);
    }
    let mut summary = Vec::new();
    let path = folder.join(SUMMARY);
    match File::open(&path).and_then(|file| file.take(SUMMARY_MAX).read_to_end(&mut summary)) {
        Ok(_) => {}
        // It is written at the end of a run.
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(source) => return Err(MigrationError::Open { path, source }),
    }
    let run = read(&folder, name.to_owned())?;
    Ok(Some((run, String::from_utf8_lossy(&summary).into_owned())))
}

/// Counts the report of a run. Of several lines about a source the last one counts.
fn read(folder: &Path, name: String) -> Result<MigrationRun, MigrationError> {
    let path: PathBuf = folder.join(REPORT);
    let failed = |source| MigrationError::Open { path: path.clone(), source };
    let mut reader = BufReader::new(File::open(&path).map_err(failed)?);
    let mut last: HashMap<String, Line> = HashMap::new();
    let mut text = Vec::new();
    loop {
        text.clear();
        let length = reader.by_ref().take(LINE_MAX).read_until(b'\n', &mut text).map_err(failed)?;
        if length == 0 {
            break;
        }
        // The first line is a heading; a line that a process is just writing is read next time.
        if let Ok(line) = serde_json::from_slice::<Line>(&text)
            && !line.source.is_empty()
        {
            last.insert(line.source.clone(), line);
        }
    }
    let is_running = Lock::seems_held(&path);
    let mut run = MigrationRun { name, is_running, ..MigrationRun::default() };
    for line in last.values() {
        match line.not_migrated.as_deref() {
            Some("passed-over") => run.passed_over += 1,
            Some(_) => run.failed += 1,
            None => {
                run.sources += 1;
                run.verified += u64::from(line.verified);
                run.damaged += u64::from(!line.verified);
                run.bytes_in += line.source_length;
                run.bytes_out += line.result_length;
            }
        }
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_about_a_source_counts_and_names_lead_nowhere_else() {
        let archive = std::env::temp_dir().join(format!("stodola-runs-{}", std::process::id()));
        let folder = archive.join("migrations/first");
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(migration_runs(&archive.join("nosuch")).unwrap(), []);
        let report = "{\"format\":\"stodola migration\",\"version\":2}\n\
            {\"source\":\"a\",\"source_length\":5,\"result_length\":4,\"verified\":false}\n\
            {\"source\":\"a\",\"source_length\":5,\"result_length\":4,\"verified\":true}\n\
            {\"source\":\"b\",\"source_length\":7,\"result_length\":6,\"verified\":false}\n\
            {\"not_migrated\":\"passed-over\",\"source\":\"c\",\"reason\":\"x\"}\n\
            {\"not_migrated\":\"failed\",\"source\":\"d\",\"reason\":\"x\"}\n{\"source\":\"e";
        fs::write(folder.join(REPORT), report).unwrap();
        fs::write(folder.join(SUMMARY), "all is well\n").unwrap();
        let (run, summary) = migration_run(&archive, "first").unwrap().unwrap();
        assert_eq!(summary, "all is well\n");
        assert_eq!((run.sources, run.verified, run.damaged), (2, 1, 1));
        assert_eq!((run.failed, run.passed_over), (1, 1));
        assert_eq!((run.bytes_in, run.bytes_out, run.is_running), (12, 10, false));
        assert_eq!(migration_runs(&archive).unwrap(), [run]);
        for name in ["", ".", "..", "../migrations/first", "first/", "/", "nosuch"] {
            assert!(migration_run(&archive, name).unwrap().is_none(), "{name}");
        }
        fs::remove_dir_all(&archive).unwrap();
    }
}
