//! Pages of WARC and ARC files.

use super::inputs::Progress;
use super::page::Origin;
use super::{RecogniseError, Run};
use crate::json;
use crate::warc::{InputProblem, Notice};
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::net::IpAddr;
use std::path::Path;
use stodola_archive::Content;
use stodola_warc::{Reader, Record, RecordType, http};

/// Maximum number of bytes of a payload that are decoded.
const MAX_PAYLOAD: u64 = 64 << 20;
/// Maximum number of hosts whose addresses are remembered, for the links of later pages.
const MAX_HOSTS: usize = 200_000;

/// Whether a file is a WARC or ARC file, by its first bytes, or by its name if it is compressed.
pub(super) fn is_archive(path: &Path, head: &[u8]) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    let is_packed = head.starts_with(b"\x1f\x8b") || head.starts_with(b"\x28\xb5\x2f\xfd");
    head.starts_with(b"WARC/")
        || head.starts_with(b"filedesc:")
        || is_packed && (name.contains(".warc") || name.contains(".arc"))
}

/// Judges the pages of a file. Returns whether something is wrong with its data.
pub(super) fn file(
    path: &Path,
    run: &mut Run<'_>,
    progress: &Progress<'_>,
) -> Result<bool, RecogniseError> {
    let hosts = RefCell::new(HashMap::new());
    let mut reader = Reader::new(File::open(path)?).with_probe(File::open(path)?);
    let mut is_data_bad = false;
    let mut records = 0;
    while let Some(mut record) = reader.next_record()? {
        records += 1;
        let offset = record.offset();
        page(&mut record, run, &hosts)?;
        for warning in record.finish()?.warnings.iter().filter(|it| it.is_damage()) {
            report(path, offset, InputProblem::Damage(warning), progress);
            is_data_bad = true;
        }
        progress.at(reader.stored_position());
        for gap in reader.take_gaps() {
            report(path, gap.offset, InputProblem::Gap(&gap), progress);
            is_data_bad = true;
        }
    }
    if records == 0 {
        return Err(RecogniseError::NoRecords);
    }
    Ok(is_data_bad)
}

fn report(path: &Path, offset: u64, problem: InputProblem<'_>, progress: &Progress<'_>) {
    progress.watch.notice(&path.display().to_string(), Notice::At(offset, problem));
}

fn page<R: Read>(
    record: &mut Record<'_, R>,
    run: &mut Run<'_>,
    hosts: &RefCell<HashMap<String, IpAddr>>,
) -> Result<(), RecogniseError> {
    let is_page = match record.kind() {
        RecordType::Response | RecordType::Resource | RecordType::Conversion => true,
        RecordType::Filedesc
        | RecordType::Warcinfo
        | RecordType::Request
        | RecordType::Metadata
        | RecordType::Revisit
        | RecordType::Continuation
        | RecordType::Other => false,
    };
    let Some(uri) = record.uri().filter(|_| is_page).map(<[u8]>::to_vec) else { return Ok(()) };
    let server = server(record);
    if let (Some(host), Some(address)) = (stodola_uri::host(&uri), server) {
        let mut hosts = hosts.borrow_mut();
        if hosts.len() < MAX_HOSTS {
            hosts.insert(host.into_owned(), address);
        }
    }
    let name = json::text(&uri).into_owned();
    let address_of = |host: &str| hosts.borrow().get(host).copied();
    let origin = Origin { name: &name, uri: &uri, server, ..Origin::default() };
    let origin = Origin { address_of: Some(&address_of), ..origin };
    let content_type = record.content_type().unwrap_or_default().to_vec();
    let content = Content::of(record)?;
    match content.head() {
        // An answer with another status has no page.
        Some(head) if head.status.is_some_and(|status| status != 200) => Ok(()),
        Some(head) => {
            let headers = without_codings(&head.fields);
            let pairs: Vec<_> =
                headers.iter().map(|(name, value)| (&name[..], &value[..])).collect();
            run.judge(&Origin { headers: &pairs, ..origin }, content.into_decoded(MAX_PAYLOAD))
        }
        None => {
            let pairs = [(&b"Content-Type"[..], &content_type[..])];
            run.judge(&Origin { headers: &pairs, ..origin }, content.into_stored())
        }
    }
}

/// Returns the header fields for a body whose codings were removed.
pub(crate) fn without_codings(fields: &http::Fields<'_>) -> Vec<(Vec<u8>, Vec<u8>)> {
    fields
        .iter()
        .filter(|field| !field.is("Content-Encoding") && !field.is("Transfer-Encoding"))
        .map(|field| (field.name.to_vec(), field.value().into_owned()))
        .collect()
}

fn server<R: Read>(record: &Record<'_, R>) -> Option<IpAddr> {
    let written = match (record.warc(), record.arc()) {
        (Some(header), _) => header.get("WARC-IP-Address")?.to_vec(),
        (None, Some(line)) => line.ip().to_vec(),
        (None, None) => return None,
    };
    std::str::from_utf8(&written).ok()?.trim().parse().ok()
}
