//! The report of a run for people and programs: one JSON line per source, and a summary.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use stodola_warc::Account;

/// The name of the report in the output folder.
pub const REPORT: &str = "migration.ndjson";
/// The name of the summary for people in the output folder.
pub const SUMMARY: &str = "migration.txt";
/// The version of the report's lines.
///
/// Version 2 has lines about what was not migrated, damaged records with their offsets, and what is needed to see
/// whether a result has changed. Lines of version 1 can be read; the version in the heading is raised then.
const VERSION: u32 = 2;

const FORMAT: &str = "stodola migration";

/// The first line of the report: it shows that the folder belongs to this program.
#[derive(Serialize, Deserialize)]
struct Heading {
    format: String,
    version: u32,
}

/// The report on one source.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReport {
    /// The source as it was found.
    pub source: String,
    /// Its length in bytes.
    pub source_length: u64,
    /// Its time of modification, nanoseconds since 1970.
    pub source_modified: u64,
    /// Its SHA-256, in hexadecimal.
    pub source_sha256: String,
    /// The result, relative to the output folder.
    pub result: String,
    /// Its length in bytes.
    pub result_length: u64,
    /// Its SHA-256, in hexadecimal.
    pub result_sha256: String,
    /// Records of the source by type.
    pub records_in: BTreeMap<String, u64>,
    /// Records of the result by type.
    pub records_out: BTreeMap<String, u64>,
    /// Decoded bytes of the source that are record headers.
    pub bytes_headers: u64,
    /// Decoded bytes of the source that are blocks.
    pub bytes_blocks: u64,
    /// Decoded bytes of the source that are line ends between records.
    pub bytes_separators: u64,
    /// Decoded bytes of the source that belong to no record.
    pub bytes_gaps: u64,
    /// Number of warnings by rule.
    pub warnings: BTreeMap<String, u64>,
    /// Number of records from damaged bytes and of ranges that could not be read as a record, together.
    #[serde(default)]
    pub damages: u64,
    /// The records that were read from damaged bytes; each is marked in the result.
    #[serde(default)]
    pub damaged: Vec<DamagedRecord>,
    /// The ranges that could not be read as a record.
    pub quarantined: Vec<Quarantined>,
    /// Number of records whose payload is stored elsewhere in the archive.
    pub revisits: u64,
    /// Number of headers of WARC records that were changed, apart from their version, by what was changed.
    #[serde(default)]
    pub headers_changed: BTreeMap<String, u64>,
    /// Number of records of the result that were read back from disk, are those of the source, and are not damaged.
    #[serde(default)]
    pub records_verified: u64,
    /// Whether the result was read back from disk, contains every record of the source, and nothing in the source is
    /// damaged. False for a source with damage, although its records were compared too.
    pub verified: bool,
    /// When the result was last written, in nanoseconds since 1970; 0 if this is not known.
    #[serde(default)]
    pub result_modified: u64,
    /// The time of the conversion, as the result says; empty if it does not.
    #[serde(default)]
    pub converted: String,
}

/// A record that was read from damaged bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamagedRecord {
    /// Offset in the source of the record, or of the compressed member that contains it.
    pub offset: u64,
    /// Decoded bytes between the start of the member and the record.
    pub inner: u64,
    /// Its URI as it could be read.
    pub uri: String,
    /// The rules that are broken, by name.
    pub rules: Vec<String>,
    /// What is wrong, for people.
    pub reason: String,
    /// The file with the stored bytes, relative to the output folder; empty if the record itself has all of them.
    pub file: String,
}

/// A source without a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotMigrated {
    /// Why it has no result.
    pub not_migrated: NotMigratedReason,
    /// The source as it was found.
    pub source: String,
    /// Why it has no result, in words for people.
    pub reason: String,
}

/// Why a source has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NotMigratedReason {
    /// It is not an archive.
    PassedOver,
    /// It could not be migrated.
    Failed,
    /// A file or folder that could not be opened, so nobody knows what it contains.
    Unreadable,
}

/// The current content of a report: of several lines about a source, the last counts.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// The sources with a result, in the order in which they were first migrated.
    pub files: Vec<FileReport>,
    /// The sources that the last attempt did not migrate, by name.
    pub not_migrated: BTreeMap<String, NotMigrated>,
    /// Places in `files` by result.
    places: HashMap<String, usize>,
}

impl Told {
    fn add(&mut self, line: &str) -> serde_json::Result<()> {
        #[derive(Deserialize)]
        struct Kind {
            not_migrated: Option<NotMigratedReason>,
        }
        if serde_json::from_str::<Kind>(line)?.not_migrated.is_none() {
            self.add_file(serde_json::from_str(line)?);
            return Ok(());
        }
        self.add_not_migrated(serde_json::from_str(line)?);
        Ok(())
    }

    /// Adds a line about a source with a result.
    pub(crate) fn add_file(&mut self, new: FileReport) {
        self.not_migrated.remove(&new.source);
        match self.places.get(&new.result) {
            Some(place) => self.files[*place] = new,
            None => {
                self.places.insert(new.result.clone(), self.files.len());
                self.files.push(new);
            }
        }
    }

    /// Adds a line about a source without a result. Returns false if it is known already.
    pub(crate) fn add_not_migrated(&mut self, new: NotMigrated) -> bool {
        let name = new.source.clone();
        let before = self.not_migrated.insert(name.clone(), new);
        before.as_ref() != self.not_migrated.get(&name)
    }

    /// Returns the line about a result; `None` if there is none.
    pub fn of_result(&self, result: &str) -> Option<&FileReport> {
        self.places.get(result).map(|place| &self.files[*place])
    }

    /// Removes the files and folders that can be opened by now: what is in them has lines of its own.
    fn forget_readable(&mut self) {
        self.not_migrated.retain(|_, line| {
            let path = Path::new(&line.source);
            let is_open = || match path.is_dir() {
                true => std::fs::read_dir(path).is_ok(),
                false => File::open(path).is_ok(),
            };
            line.not_migrated != NotMigratedReason::Unreadable || !is_open()
        });
    }
}

/// A range of a source that is not a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantined {
    /// The file with the bytes, relative to the output folder.
    pub file: String,
    /// Offset of the bytes in the source, or of the member that contains them.
    pub offset: u64,
    /// Decoded bytes before them in the member, if they are inside one.
    pub inner: Option<u64>,
    /// Number of bytes.
    pub length: u64,
    /// Why they could not be read as a record.
    pub reason: String,
}

impl FileReport {
    pub(crate) fn set_account(&mut self, account: &Account) {
        self.bytes_headers = account.headers;
        self.bytes_blocks = account.blocks;
        self.bytes_separators = account.separators;
        self.bytes_gaps = account.gaps;
    }

    /// Returns whether something about the source is wrong.
    pub fn is_data_bad(&self) -> bool {
        !self.quarantined.is_empty() || self.damages > 0
    }

    /// Returns whether every record was compared and nothing is wrong with the source.
    pub fn is_verified(&self) -> bool {
        // Version 1 said so of damaged sources, too.
        self.verified && !self.is_data_bad()
    }
}

/// Lines about single places of one source that the summary shows; the report has all of them.
const SHOWN: usize = 100;

/// Returns the report as a text for people: first what needs attention, then a paragraph per source.
pub fn summary(told: &Told) -> String {
    let reports = &told.files;
    let mut out = String::new();
    let records: u64 = reports.iter().flat_map(|r| r.records_in.values()).sum();
    let ranges: usize = reports.iter().map(|r| r.quarantined.len()).sum();
    let damaged: usize = reports.iter().map(|r| r.damaged.len()).sum();
    let revisits: u64 = reports.iter().map(|r| r.revisits).sum();
    let bad: Vec<_> = reports.iter().filter(|r| r.is_data_bad()).collect();
    let of = |outcome| told.not_migrated.values().filter(move |n| n.not_migrated == outcome);
    out += &format!(
        "{} migrated and verified, {} migrated with damage, {} failed, {} skipped.\n",
        sources(reports.len() - bad.len()),
        bad.len(),
        of(NotMigratedReason::Failed).count() + of(NotMigratedReason::Unreadable).count(),
        of(NotMigratedReason::PassedOver).count(),
    );
    out += &format!(
        "{records} records: {revisits} of them revisits, {damaged} read from damaged bytes. {ranges} ranges \
         could not be read as records and are in the quarantine.\n"
    );
    section(&mut out, "Sources with damage (details below)", bad.iter().map(|r| r.source.clone()));
    let lines = |n: &NotMigrated| format!("{}: {}", n.source, n.reason);
    let failed = of(NotMigratedReason::Failed).chain(of(NotMigratedReason::Unreadable));
    section(&mut out, "Not migrated because of an error", failed.map(lines));
    section(&mut out, "Skipped", of(NotMigratedReason::PassedOver).map(lines));
    for report in reports {
        paragraph(&mut out, report);
    }
    out
}

fn sources(n: usize) -> String {
    format!("{n} source{}", if n == 1 { "" } else { "s" })
}

fn section(out: &mut String, title: &str, lines: impl Iterator<Item = String>) {
    let mut lines = lines.peekable();
    if lines.peek().is_some() {
        *out += &format!("\n{title}:\n");
        lines.for_each(|line| *out += &format!("  {line}\n"));
    }
}

fn paragraph(out: &mut String, report: &FileReport) {
    let list = |counts: &BTreeMap<String, u64>| {
        let parts: Vec<String> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
        if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
    };
    *out += &format!("\n{}\n", report.source);
    *out += &format!("  {} bytes, SHA-256 {}\n", report.source_length, report.source_sha256);
    *out += &format!("  result: {}\n", report.result);
    *out += &format!("  {} bytes, SHA-256 {}\n", report.result_length, report.result_sha256);
    *out += &format!("  records in: {}\n", list(&report.records_in));
    *out += &format!("  records out: {}\n", list(&report.records_out));
    let FileReport { bytes_headers, bytes_blocks, bytes_separators, bytes_gaps, .. } = report;
    if bytes_headers + bytes_blocks > 0 {
        *out += &format!(
            "  decoded bytes: {bytes_headers} in headers, {bytes_blocks} in blocks, \
             {bytes_separators} in separators, {bytes_gaps} outside records\n"
        );
    }
    if !report.warnings.is_empty() {
        *out += &format!("  warnings: {}\n", list(&report.warnings));
    }
    if !report.headers_changed.is_empty() {
        *out += &format!(
            "  headers changed: {}; the original headers are in {}\n",
            list(&report.headers_changed),
            crate::header::ORIGINAL
        );
    }
    *out += match report.is_verified() {
        true => "  verified: every record was read back and is identical to the source\n",
        false => "  NOT VERIFIED: the source has damage\n",
    };
    for record in report.damaged.iter().take(SHOWN) {
        let DamagedRecord { uri, reason, file, .. } = record;
        let kept = if file.is_empty() { String::new() } else { format!("; {file}") };
        *out += &format!("  damaged: record at {}, {uri}: {reason}{kept}\n", record.place());
    }
    for range in report.quarantined.iter().take(SHOWN) {
        let Quarantined { file, offset, length, reason, .. } = range;
        *out += &format!("  in quarantine: {length} bytes at {offset}, {reason}; {file}\n");
    }
    let more =
        report.damaged.len().saturating_sub(SHOWN) + report.quarantined.len().saturating_sub(SHOWN);
    if more > 0 {
        *out += &format!("  … and {more} more; {REPORT} has them all\n");
    }
}

impl DamagedRecord {
    /// Returns the offset as text and, if the record shares a member, where it starts in the member.
    pub fn place(&self) -> String {
        match self.inner {
            0 => self.offset.to_string(),
            inner => format!("{}+{inner}", self.offset),
        }
    }
}

/// The report that is being written. Each line is on disk before the next source counts as done.
pub(crate) struct Report {
    file: File,
}

impl Report {
    /// Opens the report of a folder, and returns it with its content. A torn last line, left by a kill, is cut off.
    pub(crate) fn open(folder: &Path) -> io::Result<(Report, Told)> {
        let path = folder.join(REPORT);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        let (told, version, end) = read_lines(&mut BufReader::new(&mut file))?;
        file.set_len(end)?;
        let mut report = Report { file };
        io::Seek::seek(&mut report.file, io::SeekFrom::End(0))?;
        if end == 0 {
            let heading = Heading { format: FORMAT.to_owned(), version: VERSION };
            report.line(&heading)?;
        } else if version < VERSION {
            report.raise_version()?;
        }
        Ok((report, told))
    }

    pub(crate) fn add(&mut self, report: &FileReport) -> io::Result<()> {
        self.line(report)
    }

    pub(crate) fn add_not_migrated(&mut self, line: &NotMigrated) -> io::Result<()> {
        self.line(line)
    }

    /// Raises the version in the heading, because older programs cannot read the lines that follow. Only one digit is
    /// overwritten, so a kill at any time leaves a valid heading.
    fn raise_version(&mut self) -> io::Result<()> {
        let heading = Heading { format: FORMAT.to_owned(), version: 1 };
        let old = serde_json::to_vec(&heading).map_err(io::Error::other)?;
        let mut found = vec![0; old.len()];
        io::Seek::rewind(&mut self.file)?;
        io::Read::read_exact(&mut self.file, &mut found)?;
        if let Some(at) = old.iter().rposition(|b| *b == b'1').filter(|_| found == old) {
            io::Seek::seek(&mut self.file, io::SeekFrom::Start(at as u64))?;
            self.file.write_all(VERSION.to_string().as_bytes())?;
            self.file.sync_data()?;
        }
        io::Seek::seek(&mut self.file, io::SeekFrom::End(0))?;
        Ok(())
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value).map_err(io::Error::other)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()
    }
}

/// Returns what the report of a folder says, without changing it; `None` if there is none.
pub(crate) fn read(folder: &Path) -> io::Result<Option<Told>> {
    let file = match File::open(folder.join(REPORT)) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let (told, ..) = read_lines(&mut BufReader::new(file))?;
    Ok(Some(told))
}

/// Reads whole lines. Returns their content, the version, and the number of their bytes.
fn read_lines(reader: &mut impl BufRead) -> io::Result<(Told, u32, u64)> {
    let mut told = Told::default();
    let mut version = VERSION;
    let mut end = 0;
    let mut line = String::new();
    loop {
        line.clear();
        let n = reader.read_line(&mut line)?;
        if n == 0 || !line.ends_with('\n') {
            break;
        }
        if end == 0 {
            version = check_heading(&line)?;
        } else {
            told.add(&line).map_err(io::Error::other)?;
        }
        end += n as u64;
    }
    told.forget_readable();
    Ok((told, version, end))
}

fn check_heading(line: &str) -> io::Result<u32> {
    match serde_json::from_str::<Heading>(line) {
        Ok(heading) if heading.version <= VERSION => Ok(heading.version),
        Ok(heading) => Err(io::Error::other(format!(
            "the report has version {}, this program knows {VERSION}; use a newer program",
            heading.version
        ))),
        Err(_) => Err(io::Error::other(format!("{REPORT} was not written by this program"))),
    }
}

/// Returns whether a folder can be written to: empty, missing, or begun by an earlier run.
pub(crate) fn is_ours(folder: &Path) -> io::Result<bool> {
    let mut entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(e) => return Err(e),
    };
    let report: PathBuf = folder.join(REPORT);
    Ok(report.is_file() || entries.next().is_none())
}
