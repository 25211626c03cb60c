//! Fixity: checks that every file is still what it was when it was added.
//!
//! `fixity.tsv` has one line for each time a file was added or checked; nothing else remembers that,
//! so a rebuilt catalogue loses no history. The file is only appended to, a line at a time: adding and
//! checking may happen side by side.
//!
//! ```text
//! # stodola fixity 1
//! 2026-11-15T12:00:00Z  added  1048576  9f86d0…  0  warc/2026/a.warc.gz
//! 2026-12-15T12:00:00Z  sound  1048576  9f86d0…  0  warc/2026/a.warc.gz
//! ```
//!
//! Columns, separated by tabs: time, condition, size in bytes, SHA-256 of the file, errors in its records, name. A file
//! should be what it was when it was added, or otherwise when it was first checked.

use crate::catalogue::{Catalogue, CatalogueError, FileFacts, Listed};
use crate::folder::{self, Archive, ArchiveError, WriteLock, io_error};
use crate::holdings::{self, Lost};
use crate::intake::FileWatch;
use crate::source::FileSource;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io;
use std::time::{Duration, Instant};
use stodola_warc::Reader;
use stodola_warc::check::{Checker, CheckerOptions, Finding};
use stodola_warc::date::{Timestamp, parse_warc_date};

const LOG: &str = "fixity.tsv";
const LOCK: &str = "fixity.lock";
const HEAD: &str = "# stodola fixity ";
const FORMAT: u32 = 1;

/// The condition of a file at a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// The file was added to the archive; size and SHA-256 of that moment are the expected ones.
    Added,
    /// The file has the expected bytes, and its records are undamaged.
    Sound,
    /// The file has the expected bytes, but some of its records were damaged before it was added to the archive.
    Flawed,
    /// The bytes of the file differ from the expected ones.
    Changed,
    /// The file does not exist.
    Missing,
    /// The file exists but cannot be read to its end: no permission, or the disk fails.
    Unreadable,
}

impl Condition {
    const ALL: [Condition; 6] = [
        Condition::Added,
        Condition::Sound,
        Condition::Flawed,
        Condition::Changed,
        Condition::Missing,
        Condition::Unreadable,
    ];

    /// Name of the condition, as in `fixity.tsv`.
    pub fn as_str(self) -> &'static str {
        match self {
            Condition::Added => "added",
            Condition::Sound => "sound",
            Condition::Flawed => "flawed",
            Condition::Changed => "changed",
            Condition::Missing => "missing",
            Condition::Unreadable => "unreadable",
        }
    }

    /// Whether somebody has to do something about the file.
    pub fn is_bad(self) -> bool {
        match self {
            Condition::Added | Condition::Sound => false,
            Condition::Flawed | Condition::Changed | Condition::Missing | Condition::Unreadable => {
                true
            }
        }
    }

    /// Whether size and SHA-256 at this check are the expected ones for later checks.
    fn is_measure(self) -> bool {
        matches!(self, Condition::Added | Condition::Sound | Condition::Flawed)
    }
}

/// Which files are checked, and for how long.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckOptions {
    /// Skip files that were checked less than this time ago.
    pub older_than: Duration,
    /// Begin no file after this time; `None` is no limit. The next run continues: files checked longest ago come first.
    pub max_time: Option<Duration>,
    /// Do not write to `fixity.tsv`, for archives that cannot be written to.
    pub is_unnoted: bool,
}

/// The result of checking one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// Name of the file in the archive.
    pub name: String,
    /// Condition of the file now.
    pub condition: Condition,
    /// Condition at the time before; `None` if the file was neither added nor checked before.
    pub before: Option<Condition>,
    /// Size in bytes now; `None` if the file is missing or could not be read.
    pub size: Option<u64>,
    /// Expected size in bytes; `None` if it is not on record.
    pub expected_size: Option<u64>,
    /// Errors in the records of the file: the first few.
    pub findings: Vec<Finding>,
    /// Number of errors in the records of the file.
    pub errors: u64,
    /// Why the file could not be read; `None` if it could.
    pub problem: Option<String>,
}

impl Checked {
    /// Returns the size now and the expected size in bytes, if they differ.
    pub fn sizes(&self) -> Option<(u64, u64)> {
        self.size.zip(self.expected_size).filter(|(now, should)| now != should)
    }
}

/// The result of a check of many files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CheckRun {
    /// Number of files checked.
    pub checked: u64,
    /// Number of files skipped because they were checked recently.
    pub skipped: u64,
    /// Number of files not checked because the time was over.
    pub left: u64,
    /// Number of bytes read.
    pub bytes: u64,
}

/// The last known facts about a file, from `fixity.tsv`.
#[derive(Clone, Debug, Default)]
struct Known {
    result: Option<Condition>,
    /// Time when it was last read to its end, in seconds since 1970; `None` if never.
    checked: Option<i64>,
    size: u64,
    sha256: Option<String>,
    errors: u64,
}

/// The last line of the log about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCheck {
    /// Name of the file in the archive.
    pub name: String,
    /// Its condition then.
    pub condition: Condition,
    /// When that was, in seconds since 1970; `None` if it cannot be read.
    pub time: Option<i64>,
    /// Expected size in bytes; 0 if it is not on record.
    pub size: u64,
    /// Number of errors in its records.
    pub errors: u64,
}

/// Returns what the log says last about each file, in no order.
pub fn last_checks(archive: &Archive) -> Result<Vec<FileCheck>, ArchiveError> {
    let known = read(archive)?.into_iter().filter_map(|(name, known)| {
        let Known { result, checked, size, errors, .. } = known;
        Some(FileCheck { name, condition: result?, time: checked, size, errors })
    });
    Ok(known.collect())
}

/// Checks the files of an archive. Missing files come first, then those that were checked longest ago. Calls `on` with
/// each result. If the watch stops it, the results so far stay in the log, and the file it was at is left out.
pub fn check(
    archive: &Archive,
    catalogue: &Catalogue,
    options: &CheckOptions,
    watch: &mut dyn FileWatch,
    on: &mut dyn FnMut(Checked),
) -> Result<CheckRun, CatalogueError> {
    // A check that writes nothing needs no lock.
    let _lock = match options.is_unnoted {
        true => None,
        false => Some(WriteLock::take_named(archive.folder(), LOCK, "stodola archive check")?),
    };
    let started = Instant::now();
    let known = read(archive)?;
    let now = folder::now().to_unix();
    let age = |file: &Listed| known.get(&file.name).and_then(|known| known.checked);
    let mut run = CheckRun::default();
    // Finding a missing file takes no time, so missing files are reported each time, whatever the options are.
    let lost = holdings::lost(archive, catalogue)?;
    for file in &lost {
        let known = known.get(&file.name).cloned().unwrap_or_default();
        let (checked, facts) = (missing(file, &known), FileFacts::default());
        if !options.is_unnoted {
            write_line(archive, &file.name, checked.condition, &facts, 0)?;
        }
        run.checked += 1;
        on(checked);
    }
    let lost: HashSet<String> = lost.into_iter().map(|file| file.name).collect();
    let gone = archive.gone()?;
    let mut files = catalogue.files()?;
    files.retain(|file| file.is_complete() && !lost.contains(&file.name));
    files.retain(|file| {
        !(gone.contains_key(&file.name) && holdings::is_missing(archive, &file.name))
    });
    files.sort_by_key(|file| (age(file), file.name.clone()));
    for file in files {
        let is_late = options.max_time.is_some_and(|max| started.elapsed() >= max);
        let wanted = i64::try_from(options.older_than.as_secs()).unwrap_or(i64::MAX);
        if age(&file).is_some_and(|checked| wanted > 0 && now - checked < wanted) {
            run.skipped += 1;
            continue;
        }
        if is_late {
            run.left += 1;
            continue;
        }
        let known = known.get(&file.name).cloned().unwrap_or_default();
        watch.begin(&file.name, file.size);
        let (checked, facts) = check_file(archive, &file, &known, watch);
        watch.end();
        if watch.is_stopped() {
            return Err(CatalogueError::Stopped);
        }
        if !options.is_unnoted {
            write_line(archive, &file.name, checked.condition, &facts, checked.errors)?;
        }
        run.bytes += facts.size;
        run.checked += 1;
        on(checked);
    }
    Ok(run)
}

fn missing(file: &Lost, known: &Known) -> Checked {
    Checked {
        name: file.name.clone(),
        condition: Condition::Missing,
        before: known.result,
        size: None,
        expected_size: file.sha256.is_some().then_some(file.size),
        findings: Vec::new(),
        errors: 0,
        problem: file.captures.is_none().then(|| "not in the catalogue any more".to_owned()),
    }
}

/// Maximum number of errors of one file that are described in words.
const FINDINGS_TOLD: usize = 20;
/// Rules of the validator that mean wrong or missing bytes. Rules of form, which a file broke on the day it was
/// written, belong to `stodola warc check`: here they would hide later damage.
const DAMAGE: [&str; 16] = [
    "no-records",
    "block-digest",
    "payload-digest",
    "gzip-crc",
    "gzip-size",
    "gzip-trailer-cut",
    "member-damaged",
    "member-lost",
    "block-truncated",
    "length-too-long",
    "length-unreadable",
    "header-unfinished",
    "header-too-long",
    "junk-between-members",
    "not-a-record",
    "bytes-after-block",
];

fn check_file(
    archive: &Archive,
    file: &Listed,
    known: &Known,
    watch: &mut dyn FileWatch,
) -> (Checked, FileFacts) {
    let path = archive.path_of(&file.name);
    // If the file has no line in the log, the catalogue has the expected SHA-256.
    let measure = known.sha256.clone().or_else(|| file.sha256.map(|sha256| hex(&sha256)));
    let should = if known.sha256.is_some() { known.size } else { file.size };
    let mut checked = Checked {
        name: file.name.clone(),
        condition: Condition::Missing,
        before: known.result,
        size: None,
        expected_size: Some(should),
        findings: Vec::new(),
        errors: 0,
        problem: None,
    };
    let mut facts = FileFacts::default();
    let read = File::open(&path).and_then(|it| read_through(it, &path, &mut checked, watch));
    match read {
        Ok((size, sha256)) => {
            (facts.size, facts.sha256) = (size, Some(sha256));
            let is_same = measure.is_none_or(|measure| measure == hex(&sha256));
            checked.condition = match (is_same, checked.errors) {
                (false, _) => Condition::Changed,
                (true, 0) => Condition::Sound,
                (true, _) => Condition::Flawed,
            };
            checked.size = Some(size);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        // Finding a failing disk is the purpose of these checks: the other files are still checked.
        Err(error) => {
            checked.condition = Condition::Unreadable;
            checked.problem = Some(error.to_string());
        }
    }
    (checked, facts)
}

fn read_through(
    file: File,
    path: &std::path::Path,
    checked: &mut Checked,
    watch: &mut dyn FileWatch,
) -> io::Result<(u64, [u8; 32])> {
    let mut hashed = FileSource::whole(file);
    let mut reader = Reader::new(&mut hashed).with_probe(File::open(path)?);
    let (findings, errors) = (&mut checked.findings, &mut checked.errors);
    let mut on = |finding: Finding| {
        if DAMAGE.contains(&finding.rule) {
            *errors += 1;
            if findings.len() < FINDINGS_TOLD {
                findings.push(finding);
            }
        }
    };
    let options = CheckerOptions::default();
    let mut checker = Checker::new(&options, &mut on);
    while let Some(record) = reader.next_record()? {
        checker.record(record)?;
        reader.take_gaps().iter().for_each(|gap| checker.gap(gap));
        watch.at(reader.stored_position());
        if watch.is_stopped() {
            return Err(io::ErrorKind::Interrupted.into());
        }
    }
    reader.take_gaps().iter().for_each(|gap| checker.gap(gap));
    checker.finish();
    drop(reader);
    Ok(hashed.finish()?.finish())
}

/// Writes to the log that a file was added. Its size and SHA-256 are the expected ones from then on.
pub(crate) fn note_added(
    archive: &Archive,
    name: &str,
    facts: &FileFacts,
) -> Result<(), ArchiveError> {
    write_line(archive, name, Condition::Added, facts, 0)
}

/// Returns the expected SHA-256 of each file by name, as far as the log has it.
pub(crate) fn measures(archive: &Archive) -> Result<HashMap<String, String>, ArchiveError> {
    let known = read(archive)?;
    Ok(known.into_iter().filter_map(|(name, known)| Some((name, known.sha256?))).collect())
}

fn write_line(
    archive: &Archive,
    name: &str,
    result: Condition,
    facts: &FileFacts,
    errors: u64,
) -> Result<(), ArchiveError> {
    let sha256 = facts.sha256.map_or("-".to_owned(), |sha256| hex(&sha256));
    let line = format!(
        "{}\t{}\t{}\t{sha256}\t{errors}\t{name}",
        folder::now().iso8601(),
        result.as_str(),
        facts.size
    );
    folder::append(&archive.folder().join(LOG), &format!("{HEAD}{FORMAT}"), &line)
}

/// Returns the expected size in bytes and SHA-256 of each file by name, as far as the log has them.
pub(crate) fn known(
    archive: &Archive,
) -> Result<HashMap<String, (u64, Option<String>)>, ArchiveError> {
    let known = read(archive)?.into_iter();
    Ok(known.map(|(name, known)| (name, (known.size, known.sha256))).collect())
}

/// Adds missing lines for files that are in the catalogue. Earlier versions of the program wrote the catalogue first,
/// and could be killed before they had written the line.
pub(crate) fn complete(archive: &Archive, catalogue: &Catalogue) -> Result<(), CatalogueError> {
    let known = read(archive)?;
    for file in catalogue.files()?.into_iter().filter(Listed::is_complete) {
        let is_known = known.get(&file.name).is_some_and(|known| known.sha256.is_some());
        if file.sha256.is_some() && !is_known {
            let facts = FileFacts { size: file.size, sha256: file.sha256, ..FileFacts::default() };
            note_added(archive, &file.name, &facts)?;
        }
    }
    Ok(())
}

/// Reads the last known facts about each file, by name. Lines that cannot be read, as a crash may leave one, are
/// skipped.
fn read(archive: &Archive) -> Result<HashMap<String, Known>, ArchiveError> {
    let path = archive.folder().join(LOG);
    let text = match fs::read(&path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(HashMap::new()),
        Err(error) => return Err(io_error("read", &path)(error)),
    };
    let mut known: HashMap<String, Known> = HashMap::new();
    for line in text.lines() {
        if let Some(found) = line.strip_prefix(HEAD).and_then(|format| format.parse().ok()) {
            if found > FORMAT {
                return Err(ArchiveError::Newer { path, found });
            }
            continue;
        }
        let columns: Vec<&str> = line.splitn(6, '\t').collect();
        let &[time, result, size, sha256, errors, name] = &columns[..] else { continue };
        let result = Condition::ALL.into_iter().find(|known| known.as_str() == result);
        let (Some(result), Ok(size)) = (result, size.parse()) else { continue };
        let entry = known.entry(name.to_owned()).or_default();
        entry.result = Some(result);
        entry.errors = errors.parse().unwrap_or(0);
        entry.checked = parse_warc_date(time.as_bytes()).0.map(Timestamp::to_unix);
        if result.is_measure() {
            entry.size = size;
            entry.sha256 = Some(sha256.to_owned());
        }
    }
    Ok(known)
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
