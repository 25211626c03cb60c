//! WACZ 1.1.1: records, index, pages and a description in one ZIP file.
//!
//! All entries are stored, so that readers can fetch single records by range. The records come first: they are written
//! while their size is not known yet, and only the beginning of a draft can be written again.

use super::index::write_index;
use super::left_out::LeftOut;
use super::measured::{Measure, Measured, measure_of};
use super::pages::{self, ExportedPage};
use super::plan::Plan;
use super::records::{Records, WrittenRecords};
use super::zip::{ZipEntry, directory, local_header};
use super::{ExportError, ExportWork, Finished, scratch, sorted, unbuffered};
use crate::LineSorter;
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufRead, BufWriter, Read, Seek, Write};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_durable::Draft;
use stodola_warc::date::Timestamp;

const RECORDS: &str = "archive/data.warc.gz";
const INDEX: &str = "indexes/index.cdx.gz";
const MEMBERS: &str = "indexes/index.idx";
const PAGES: &str = "pages/pages.jsonl";
const PACKAGE: &str = "datapackage.json";
const DIGEST: &str = "datapackage-digest.json";

/// The description of the file.
#[derive(Serialize)]
struct Package<'p> {
    profile: &'static str,
    resources: Vec<Resource<'p>>,
    created: String,
    wacz_version: &'static str,
    software: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'p str>,
    #[serde(rename = "mainPageUrl", skip_serializing_if = "Option::is_none")]
    main_page_url: Option<&'p str>,
    #[serde(rename = "mainPageDate", skip_serializing_if = "Option::is_none")]
    main_page_date: Option<&'p str>,
}

/// An entry in the description.
#[derive(Serialize)]
struct Resource<'p> {
    name: &'p str,
    path: &'p str,
    hash: &'p str,
    bytes: u64,
}

impl ExportWork<'_> {
    pub(super) fn wacz(
        &self,
        draft: Draft,
        plan: Plan,
        left_out: &mut LeftOut,
    ) -> Result<Finished, ExportError> {
        let failed = ExportError::write(&self.settings.out);
        let mut out = BufWriter::with_capacity(256 << 10, draft);
        out.write_all(&local_header(RECORDS, 0, 0)).map_err(&failed)?;
        let mut records = Records::begin(self, out, "data.warc.gz")?;
        records.write_all(plan, left_out)?;
        let WrittenRecords { out, measure, counts, index, pages, page_count, main_page } =
            records.finish()?;
        let mut draft = unbuffered(out, &self.settings.out)?;
        let header = local_header(RECORDS, measure.bytes, measure.crc);
        draft.overwrite_start(&header).map_err(&failed)?;

        let first = ZipEntry { name: RECORDS, offset: 0, measure };
        let out = BufWriter::with_capacity(256 << 10, draft);
        let mut zip = ZipOut { out, entries: vec![first] };
        let index = write_index(index)?;
        zip.copy(INDEX, index.lines).map_err(&failed)?;
        zip.copy(MEMBERS, index.members).map_err(&failed)?;
        zip.copy(PAGES, write_pages(pages).map_err(ExportError::Scratch)?).map_err(&failed)?;
        let package = self.package(&zip.entries, main_page.as_ref());
        let digest = measure_of(&package).sha256;
        let digest = format!("{{\"path\": \"{PACKAGE}\", \"hash\": \"{digest}\"}}\n");
        zip.put(PACKAGE, &package).map_err(&failed)?;
        zip.put(DIGEST, digest.as_bytes()).map_err(&failed)?;
        let directory = directory(&zip.entries);
        let bytes = zip.entries.last().map_or(0, ZipEntry::end) + directory.len() as u64;
        zip.out.write_all(&directory).map_err(&failed)?;
        let draft = unbuffered(zip.out, &self.settings.out)?;
        Ok(Finished { draft, counts, pages: page_count, bytes })
    }

    fn package(&self, entries: &[ZipEntry], main_page: Option<&ExportedPage>) -> Vec<u8> {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = Timestamp::from_unix_seconds(since.as_secs());
        let resources = entries.iter().map(|ZipEntry { name, measure, .. }| Resource {
            name: name.rsplit('/').next().unwrap_or(name),
            path: name,
            hash: &measure.sha256,
            bytes: measure.bytes,
        });
        let package = Package {
            profile: "data-package",
            resources: resources.collect(),
            created: now.iso8601().to_string(),
            wacz_version: "1.1.1",
            software: &self.settings.software,
            title: self.settings.title.as_deref(),
            main_page_url: main_page.map(|page| &*page.url),
            main_page_date: main_page.map(|page| &*page.time),
        };
        // Strings and numbers always become JSON.
        let mut text = serde_json::to_vec_pretty(&package).unwrap_or_default();
        text.push(b'\n');
        text
    }
}

/// The ZIP file behind its first entry.
struct ZipOut {
    out: BufWriter<Draft>,
    entries: Vec<ZipEntry>,
}

impl ZipOut {
    fn copy(&mut self, name: &'static str, (mut file, measure): (File, Measure)) -> io::Result<()> {
        self.entry(name, measure, &mut file)
    }

    fn put(&mut self, name: &'static str, bytes: &[u8]) -> io::Result<()> {
        self.entry(name, measure_of(bytes), &mut &*bytes)
    }

    fn entry(
        &mut self,
        name: &'static str,
        measure: Measure,
        content: &mut dyn Read,
    ) -> io::Result<()> {
        self.out.write_all(&local_header(name, measure.bytes, measure.crc))?;
        io::copy(content, &mut self.out)?;
        let offset = self.entries.last().map_or(0, ZipEntry::end);
        self.entries.push(ZipEntry { name, offset, measure });
        Ok(())
    }
}

/// Makes the list of pages.
fn write_pages(lines: LineSorter) -> io::Result<(File, Measure)> {
    let mut lines = sorted(lines)?;
    let mut out = Measured::new(BufWriter::new(scratch()?));
    out.write_all(pages::HEAD.as_bytes())?;
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        // Time and URL, by which it was sorted, have no tabs.
        let row = line.splitn(3, |&byte| byte == b'\t').nth(2).unwrap_or_default();
        out.write_all(row)?;
        line.clear();
    }
    let (out, measure) = out.finish();
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok((file, measure))
}
