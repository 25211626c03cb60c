//! Migrates a source of the NEDLIB form to one WARC.
//!
//! Each pair gives two records: a `response` (the HTTP head and the content) or, without a head, a
//! `resource`; and a `metadata` record with the metadata file, byte for byte. Both keep the name of
//! the file they were made from, so that the result can be compared with its source.

use crate::damage::{DamageReason, Damaged};
use crate::file::{MigrateError, Shared, Work};
use crate::mapping::{self, HTTP_TYPE};
use crate::nedlib::{self, DateSource, Found, Item, NedlibContent, Problem};
use crate::proof::Proof;
use crate::report::{DamagedRecord, Quarantined};
use crate::source::{Composed, sha256_bytes};
use crate::verify::{PutAside, SourceScan, VerifyError};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use stodola_warc::date::Timestamp;
use stodola_warc::decode::Chunked;
use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::write::{RecordHead, RecordPacker};
use stodola_warc::{Account, RecordType, http};

/// The name of the file that a record was made from.
pub const NAME: &str = "NEDLIB-Name";
/// The same in Base64, if it is not plain text.
pub const NAME_BASE64: &str = "NEDLIB-Name-Base64";
/// Where the date was taken from, if not from the harvester's own field.
const DATE_SOURCE: &str = "NEDLIB-Date-Source";
/// The content type of a metadata file.
const METADATA_TYPE: &str = "application/x-nedlib-metadata";
const MAX_IN_MEMORY: u64 = RecordPacker::MAX - (2 << 20);

impl Work<'_> {
    /// Reads all pairs and writes them.
    pub(crate) fn run_pairs(&mut self) -> Result<(), MigrateError> {
        let shared: &Arc<Shared> = self.shared;
        let source = nedlib::open_with_spool(&self.job.source, &shared.folder);
        let source = source.map_err(MigrateError::Read)?.ok_or(MigrateError::NotAnArchive)?;
        self.write_warcinfo()?;
        self.report.source_sha256 = source_sha256(&self.job.source).map_err(MigrateError::Read)?;
        let mut problems = 0;
        for found in source {
            match found {
                Found::Item(item) => self.write_pair(&item)?,
                Found::Problem(problem) => {
                    self.put_aside(&problem, problems)?;
                    problems += 1;
                }
            }
        }
        if self.proofs.is_empty() && problems == 0 {
            return Err(MigrateError::NotAnArchive);
        }
        self.drain(0)?;
        (shared.on_progress)(self.report.source_length);
        Ok(())
    }

    fn write_pair(&mut self, item: &Item) -> Result<(), MigrateError> {
        *self.report.records_in.entry("pair".to_owned()).or_default() += 1;
        let damaged = damage_of(item, self.proofs.len());
        if let Some(damaged) = &damaged {
            *self.report.warnings.entry("nedlib-md5".to_owned()).or_default() += 1;
            self.note_damaged_pair(damaged, item);
        }
        let is_http =
            item.http_head.as_deref().is_some_and(|head| http::parse_response(head).is_some());
        let head = item.http_head.as_deref().filter(|_| is_http).unwrap_or_default();
        let length = head.len() as u64 + item.content.len();
        let (block_sha256, payload_sha1) = hash(head, &item.content).map_err(MigrateError::Read)?;
        let proof = Proof::new(item.name.as_bytes(), length, &sha256_bytes(&block_sha256));
        let id = proof.record_id(&self.job.relative, self.proofs.len() as u64, 0);
        let date = item.date.unwrap_or(Timestamp::from_unix_seconds(0));
        let (kind, content_type) = match is_http {
            true => (RecordType::Response, HTTP_TYPE.to_owned()),
            false => {
                (RecordType::Resource, mapping::media_type(item.mime.as_deref().unwrap_or(b"")))
            }
        };
        let uri = stodola_uri::escape_illegal(&item.url).into_owned();
        let warcinfo_id = format!("<{}>", self.warcinfo_id);
        let mut record = RecordHead::new(kind, &id, date)
            .field("WARC-Target-URI", &uri)
            .field("WARC-Warcinfo-ID", &warcinfo_id)
            .field("Content-Type", content_type);
        if let Some(ip) = item.ip.as_deref().and_then(mapping::address) {
            record = record.field("WARC-IP-Address", ip);
        }
        match item.date_source {
            Some(DateSource::Server) => record = record.field(DATE_SOURCE, "server"),
            Some(DateSource::Folder) => record = record.field(DATE_SOURCE, "folder"),
            None => record = record.field(DATE_SOURCE, "none"),
            Some(_) => {}
        }
        let (name, value) = name_field(&item.name);
        // The record has every byte of its source, so nothing is put aside.
        let mark = damaged.map_or(Vec::new(), |d| d.fields(&self.job.relative, None));
        for (name, value) in mark {
            record = record.field(name, value);
        }
        let record = record
            .field(name, value)
            .field("WARC-Block-Digest", block_sha256.to_string())
            .field("WARC-Payload-Digest", payload_sha1.to_string());
        let offset = self.proofs.len() as u64;
        let header =
            record.compose(length).map_err(|error| MigrateError::Head { offset, error })?;
        self.proofs.push(proof);
        let mut block = head.chain(item.content.reader().map_err(MigrateError::Read)?);
        if length <= MAX_IN_MEMORY {
            let mut bytes = Vec::with_capacity(length as usize);
            block.read_to_end(&mut bytes).map_err(MigrateError::Read)?;
            self.queue(offset, Composed { header, ..Composed::default() }, &bytes)?;
        } else {
            self.drain(0)?;
            let written = self.file.write_raw(&header, &mut block, length);
            let written = written.map_err(|error| MigrateError::Write { offset, error })?;
            self.offsets.push(written.offset);
        }
        *self.report.records_out.entry(kind.as_str().to_owned()).or_default() += 1;
        self.write_metadata(item, date, &uri, &id)
    }

    fn note_damaged_pair(&mut self, damaged: &Damaged, item: &Item) {
        self.report.damages += 1;
        let uri = String::from_utf8_lossy(&item.url);
        self.report.damaged.push(DamagedRecord {
            offset: damaged.offset,
            uri: crate::damage::plain(&uri),
            rules: damaged.reasons.iter().map(|r| r.rule.to_owned()).collect(),
            reason: format!("{}: {}", item.name, damaged.reason()),
            ..DamagedRecord::default()
        });
        let damages = self.damages.get_or_insert_default();
        damages.records.insert(self.proofs.len(), damaged.clone());
    }

    fn write_metadata(
        &mut self,
        item: &Item,
        date: Timestamp,
        uri: &[u8],
        about: &str,
    ) -> Result<(), MigrateError> {
        let digest = Algorithm::Sha256.digest(&item.metadata);
        let length = item.metadata.len() as u64;
        let proof = Proof::new(item.metadata_name.as_bytes(), length, &sha256_bytes(&digest));
        let offset = self.proofs.len() as u64;
        let id = proof.record_id(&self.job.relative, offset, 0);
        let (name, value) = name_field(&item.metadata_name);
        let header = RecordHead::new(RecordType::Metadata, &id, date)
            .field("WARC-Target-URI", uri)
            .field("WARC-Warcinfo-ID", format!("<{}>", self.warcinfo_id))
            .field("WARC-Concurrent-To", format!("<{about}>"))
            .field("Content-Type", METADATA_TYPE)
            .field(name, value)
            .field("WARC-Block-Digest", digest.to_string())
            .compose(length)
            .map_err(|error| MigrateError::Head { offset, error })?;
        self.proofs.push(proof);
        *self.report.records_out.entry("metadata".to_owned()).or_default() += 1;
        self.queue(offset, Composed { header, ..Composed::default() }, &item.metadata)
    }

    /// Copies a file that is not part of a pair to the quarantine.
    fn put_aside(&mut self, problem: &Problem, number: u64) -> Result<(), MigrateError> {
        *self.report.warnings.entry("nedlib-problem".to_owned()).or_default() += 1;
        self.report.damages += 1;
        let mut kept = Quarantined {
            offset: number,
            reason: format!("{}: {}", problem.name, problem.reason),
            ..Quarantined::default()
        };
        if let Some(bytes) = &problem.bytes {
            kept.file = self.quarantine_name(&number.to_string());
            // What the archive says of the length may be a lie: what can be read is kept.
            let reader = bytes.reader().map_err(MigrateError::Read)?;
            let mut readable = Readable { reader, failed: None };
            kept.length = self.keep(&kept.file, &mut readable)?;
            if let Some(error) = readable.failed {
                kept.reason = format!("{} ({error})", kept.reason);
            }
        }
        self.report.quarantined.push(kept);
        Ok(())
    }
}

/// Returns what is wrong with the content of a pair; `None` if nothing is. `number` is that of its record.
fn damage_of(item: &Item, number: usize) -> Option<Damaged> {
    let message = "the content does not have the MD5 that its metadata gives".to_owned();
    let reasons = vec![DamageReason { rule: "nedlib-md5", message }];
    (!item.md5_is_right).then_some(Damaged { offset: number as u64, inner: 0, reasons })
}

/// A reader that ends where its source fails.
struct Readable<R> {
    reader: R,
    failed: Option<io::Error>,
}

impl<R: Read> Read for Readable<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        match self.reader.read(buf) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.failed = Some(error);
                Ok(0)
            }
            result => result,
        }
    }
}

fn name_field(name: &str) -> (&'static str, String) {
    let is_plain = name.bytes().all(|b| (0x20..0x7f).contains(&b)) && name.trim() == name;
    match is_plain {
        true => (NAME, name.to_owned()),
        false => (NAME_BASE64, data_encoding::BASE64.encode(name.as_bytes())),
    }
}

/// Returns the name of the file that a record was made from; `None` if it was not made from one.
pub(crate) fn original_name(header: &stodola_warc::Header) -> Option<Vec<u8>> {
    match header.get(NAME) {
        Some(name) => Some(name.to_vec()),
        None => data_encoding::BASE64.decode(header.get(NAME_BASE64)?).ok(),
    }
}

/// Returns the SHA-256 of head and content together, and the SHA-1 of the payload.
fn hash(head: &[u8], content: &NedlibContent) -> io::Result<(Digest, Digest)> {
    let mut block = Algorithm::Sha256.hasher();
    block.update(head);
    let mut payload = Algorithm::Sha1.hasher();
    let is_chunked = http::parse_response(head).is_some_and(|h| h.fields.is_chunked());
    let mut reader = content.reader()?;
    let mut buf = vec![0; 64 << 10];
    loop {
        let n = reader.read(&mut buf)?;
        if n == 0 {
            break;
        }
        block.update(&buf[..n]);
        payload.update(&buf[..n]);
    }
    if is_chunked {
        // The harvester may have kept the field and removed the chunks; both are understood.
        payload = Algorithm::Sha1.hasher();
        io::copy(&mut Chunked::new(io::BufReader::new(content.reader()?)), &mut payload)?;
    }
    Ok((block.finish(), payload.finish()))
}

/// Reads a source of this form to its end; `None` if it is not of this form.
pub(crate) fn scan_pairs(path: &Path) -> Result<Option<SourceScan>, VerifyError> {
    let Some(source) = nedlib::open(path)? else { return Ok(None) };
    let mut proofs = Vec::new();
    let (mut damaged, mut put_aside) = (BTreeMap::new(), Vec::new());
    for found in source {
        let item = match found {
            Found::Item(item) => item,
            Found::Problem(problem) => {
                let reason = format!("{}: {}", problem.name, problem.reason);
                put_aside.push(PutAside { offset: put_aside.len() as u64, length: 0, reason });
                continue;
            }
        };
        let number = proofs.len();
        damaged.extend(damage_of(&item, number).map(|damage| (number, damage)));
        let head = item.http_head.as_deref().filter(|h| http::parse_response(h).is_some());
        let head = head.unwrap_or_default();
        let length = head.len() as u64 + item.content.len();
        let (block, _) = hash(head, &item.content)?;
        proofs.push(Proof::new(item.name.as_bytes(), length, &sha256_bytes(&block)));
        let digest = Algorithm::Sha256.digest(&item.metadata);
        let length = item.metadata.len() as u64;
        proofs.push(Proof::new(item.metadata_name.as_bytes(), length, &sha256_bytes(&digest)));
    }
    let fallback = Timestamp::from_unix_seconds(0);
    let account = Account::default();
    let older = BTreeMap::new();
    Ok(Some(SourceScan { proofs, fallback, account, is_arc: false, damaged, put_aside, older }))
}

/// Returns the SHA-256 of a file, or of the names and bytes of all files of a folder, in the order of names.
pub(crate) fn source_sha256(path: &Path) -> io::Result<String> {
    if !path.is_dir() {
        return crate::verify::file_sha256(path);
    }
    let mut hasher = Algorithm::Sha256.hasher();
    for file in files_of(path)? {
        let name = file.file_name().unwrap_or_default().as_encoded_bytes();
        hasher.update(&(name.len() as u64).to_le_bytes());
        hasher.update(name);
        hasher.update(&file.metadata()?.len().to_le_bytes());
        io::copy(&mut File::open(&file)?, &mut hasher)?;
    }
    Ok(hasher.finish().value())
}

/// Returns the regular files of a folder, by name.
pub(crate) fn files_of(folder: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}
