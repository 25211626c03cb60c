//! What a run leaves behind for people and programs: one JSON line per source, and a summary.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use stodola_warc::Account;

/// The name of the report in the output folder.
pub const REPORT: &str = "migration.ndjson";
/// The name of the summary for people in the output folder.
pub const SUMMARY: &str = "migration.txt";
/// The version of the report's lines.
const VERSION: u32 = 1;

/// The first line of the report: says whose the folder is.
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
    /// Its bytes.
    pub source_length: u64,
    /// Its time of modification, nanoseconds since 1970.
    pub source_modified: u64,
    /// SHA-256 of it, hex.
    pub source_sha256: String,
    /// The result, relative to the output folder.
    pub result: String,
    /// Its bytes.
    pub result_length: u64,
    /// SHA-256 of it, hex.
    pub result_sha256: String,
    /// Records of the source by type.
    pub records_in: BTreeMap<String, u64>,
    /// Records of the result by type.
    pub records_out: BTreeMap<String, u64>,
    /// Decoded bytes of the source that are record headers.
    pub bytes_headers: u64,
    /// … that are blocks.
    pub bytes_blocks: u64,
    /// … that are line ends between records.
    pub bytes_separators: u64,
    /// … that belong to no record.
    pub bytes_gaps: u64,
    /// Warnings by rule.
    pub warnings: BTreeMap<String, u64>,
    /// How many of the warnings mean that bytes are wrong or missing.
    #[serde(default)]
    pub damages: u64,
    /// What could not be read as a record.
    pub quarantined: Vec<Quarantined>,
    /// Records whose payload is stored elsewhere in the archive.
    pub revisits: u64,
    /// True: the result was read back from disk and holds every record of the source.
    pub verified: bool,
}

/// A range of a source that is no record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantined {
    /// The file that keeps the bytes, relative to the output folder.
    pub file: String,
    /// Where they start in the source, or the member that holds them.
    pub offset: u64,
    /// Where they start in the member, if they are inside one.
    pub inner: Option<u64>,
    /// How many they are.
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

    /// True if something about the source is wrong.
    pub fn is_data_bad(&self) -> bool {
        !self.quarantined.is_empty() || self.damages > 0
    }
}

/// What a report says, for people: a paragraph per source.
pub fn summary(reports: &[FileReport]) -> String {
    let list = |counts: &BTreeMap<String, u64>| {
        let parts: Vec<String> = counts.iter().map(|(name, n)| format!("{n} {name}")).collect();
        if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
    };
    let mut out = String::new();
    let records: u64 = reports.iter().flat_map(|r| r.records_in.values()).sum();
    let ranges: usize = reports.iter().map(|r| r.quarantined.len()).sum();
    let revisits: u64 = reports.iter().map(|r| r.revisits).sum();
    out += &format!(
        "{} sources migrated and verified: {records} records, {revisits} of them revisits; {ranges} \
         ranges in quarantine.\n",
        reports.len()
    );
    for report in reports {
        out += &format!("\n{}\n", report.source);
        out += &format!("  {} bytes, SHA-256 {}\n", report.source_length, report.source_sha256);
        out += &format!("  result: {}\n", report.result);
        out += &format!("  {} bytes, SHA-256 {}\n", report.result_length, report.result_sha256);
        out += &format!("  records in: {}\n", list(&report.records_in));
        out += &format!("  records out: {}\n", list(&report.records_out));
        let FileReport { bytes_headers, bytes_blocks, bytes_separators, bytes_gaps, .. } = report;
        if bytes_headers + bytes_blocks > 0 {
            out += &format!(
                "  decoded bytes: {bytes_headers} in headers, {bytes_blocks} in blocks, \
                 {bytes_separators} in separators, {bytes_gaps} outside records\n"
            );
        }
        if !report.warnings.is_empty() {
            out += &format!("  warnings: {}\n", list(&report.warnings));
        }
        for range in &report.quarantined {
            let Quarantined { file, offset, length, reason, .. } = range;
            out += &format!("  in quarantine: {length} bytes at {offset}, {reason}; {file}\n");
        }
    }
    out
}

/// The report being kept. Each line is on disk before the next source counts as done.
pub(crate) struct Report {
    file: File,
}

impl Report {
    /// Opens the report of a folder, and tells what it says already. A torn last line, left by a
    /// kill, is cut off.
    pub(crate) fn open(folder: &Path) -> io::Result<(Report, Vec<FileReport>)> {
        let path = folder.join(REPORT);
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        let mut done = Vec::new();
        let mut end = 0;
        let mut reader = BufReader::new(&mut file);
        let mut line = String::new();
        loop {
            line.clear();
            let n = reader.read_line(&mut line)?;
            if n == 0 || !line.ends_with('\n') {
                break;
            }
            if end == 0 {
                check_heading(&line)?;
            } else {
                done.push(serde_json::from_str(&line).map_err(io::Error::other)?);
            }
            end += n as u64;
        }
        file.set_len(end)?;
        let mut report = Report { file };
        io::Seek::seek(&mut report.file, io::SeekFrom::End(0))?;
        if end == 0 {
            let heading = Heading { format: "stodola migration".to_owned(), version: VERSION };
            report.line(&heading)?;
        }
        Ok((report, done))
    }

    pub(crate) fn add(&mut self, report: &FileReport) -> io::Result<()> {
        self.line(report)
    }

    fn line(&mut self, value: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value).map_err(io::Error::other)?;
        line.push(b'\n');
        self.file.write_all(&line)?;
        self.file.sync_data()
    }
}

fn check_heading(line: &str) -> io::Result<()> {
    match serde_json::from_str::<Heading>(line) {
        Ok(heading) if heading.version <= VERSION => Ok(()),
        Ok(heading) => Err(io::Error::other(format!(
            "the report has version {}, this program knows {VERSION}; use a newer program",
            heading.version
        ))),
        Err(_) => Err(io::Error::other(format!("{REPORT} was not written by this program"))),
    }
}

/// True if a folder can be written to: empty, missing, or begun by an earlier run.
pub(crate) fn is_ours(folder: &Path) -> io::Result<bool> {
    let mut entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(e) => return Err(e),
    };
    let report: PathBuf = folder.join(REPORT);
    Ok(report.is_file() || entries.next().is_none())
}
