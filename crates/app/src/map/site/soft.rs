//! Pages that say "not found" with status 200: they are like what the server says to a name that cannot exist.

use super::SiteError;
use super::ask::{End, fetch_all};
use super::likeness::TextRuns;
use crate::Watch;
use crate::map::open::MapView;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::time::Duration;
use stodola_archive::{Captures, Stamp};
use stodola_crawl::job::Job;
use stodola_extract::{ExtractOptions, Input, PageText, extract_page};
use stodola_fetch::Exchange;
use stodola_warc::decode::payload_reader;

/// Likeness from which on a page says the same as the one that cannot exist.
const ALIKE: f64 = 0.85;
/// Number of runs of words that an answer must have: nothing follows from fewer.
const RUNS_MIN: usize = 3;
/// Number of pages that are compared.
const PAGES_MAX: usize = 2_000;
/// Number of folders whose servers are asked.
const FOLDERS_MAX: usize = 50;
/// Bytes of a page that are read.
const PAGE_MAX: u64 = 1 << 20;
/// Bytes of text of a page that count.
const TEXT_MAX: usize = 128 << 10;
/// How long servers are asked.
const TIME: Duration = Duration::from_secs(300);

/// Returns the addresses of pages that say "not found". One name is asked for in each folder of the first level.
pub(super) fn find(
    view: &MapView<'_>,
    job: &Job,
    watch: &dyn Watch,
) -> Result<Vec<Vec<u8>>, SiteError> {
    let sheet = view.sheet(false)?;
    let mut folders: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for page in sheet.pages.into_iter().take(PAGES_MAX) {
        if let Some(folder) = folder_of(&page.uri) {
            folders.entry(folder).or_default().push(page.uri);
        }
    }
    let folders: Vec<(String, Vec<String>)> = folders.into_iter().take(FOLDERS_MAX).collect();
    let names: Vec<Vec<u8>> = folders.iter().map(|(folder, _)| nonsense(folder)).collect();
    let mut said: Vec<TextRuns> = vec![TextRuns::default(); folders.len()];
    watch.begin("soft-404", Some(names.len() as u64));
    fetch_all(&names, job, TIME, watch, &mut |index, end| {
        if let End::Page(exchange) = end {
            said[index] = TextRuns::of(&text_of_exchange(&names[index], &exchange));
        }
    })?;
    watch.end();
    let captures = Captures::new(&view.opened.archive);
    let mut found = Vec::new();
    for ((_, pages), said) in folders.iter().zip(&said) {
        if said.len() < RUNS_MIN {
            continue;
        }
        for uri in pages {
            let text = text_of_capture(&captures, uri.as_bytes());
            if text.is_some_and(|text| TextRuns::of(&text).likeness(said) >= ALIKE) {
                found.push(uri.clone().into_bytes());
            }
        }
    }
    Ok(found)
}

/// The origin of an address with the first folder of its path: `http://a.cz/news/`.
fn folder_of(uri: &str) -> Option<String> {
    let (scheme, rest) = uri.split_once("://")?;
    let path = rest.split(['?', '#']).next()?;
    let mut parts = path.split('/');
    let (host, first) = (parts.next()?, parts.next());
    match (first, parts.next()) {
        (Some(first), Some(_)) if !first.is_empty() => Some(format!("{scheme}://{host}/{first}/")),
        _ => Some(format!("{scheme}://{host}/")),
    }
}

/// A name that no server has: it follows from the folder, so that the same is asked for every time.
fn nonsense(folder: &str) -> Vec<u8> {
    let hash = Sha256::digest(folder.as_bytes());
    let letters: String = hash.iter().take(12).map(|byte| char::from(b'a' + byte % 26)).collect();
    format!("{folder}no-such-page-{letters}").into_bytes()
}

fn text_of_exchange(uri: &[u8], exchange: &Exchange) -> String {
    let Some(head) = exchange.head() else { return String::new() };
    let mut reader = exchange.response.reader();
    if reader.seek(SeekFrom::Start(exchange.head_length as u64)).is_err() {
        return String::new();
    }
    let declared = head.field("Content-Type").map(|value| value.to_vec());
    let body = payload_reader(&head, BufReader::new(reader), PAGE_MAX);
    text_of(uri, declared.as_deref(), body)
}

/// The text of the newest capture; `None` if it cannot be read.
fn text_of_capture(captures: &Captures, uri: &[u8]) -> Option<String> {
    let latest = Stamp::from_number(99_991_231_235_959)?;
    let entry = captures.closest(uri, latest).ok()??;
    let opened = captures.open(&entry).ok()?;
    let declared = opened.content.head();
    let declared = declared.and_then(|head| head.field("Content-Type").map(|it| it.to_vec()));
    let declared = declared.or_else(|| entry.row.mime.clone().map(String::into_bytes));
    Some(text_of(uri, declared.as_deref(), opened.content.into_decoded(PAGE_MAX)))
}

/// The words of a page that readers see. What cannot be read to its end counts as far as it goes.
fn text_of(uri: &[u8], declared: Option<&[u8]>, body: impl Read) -> String {
    let mut bytes = Vec::new();
    let _ = body.take(PAGE_MAX).read_to_end(&mut bytes);
    let headers: Vec<(&[u8], &[u8])> =
        declared.iter().map(|value| (&b"Content-Type"[..], *value)).collect();
    let input = Input { headers: &headers, ..Input::new(uri) };
    let options = ExtractOptions { max_text: TEXT_MAX, ..ExtractOptions::default() };
    let mut text = PageText::default();
    extract_page(&input, &*bytes, &options, &mut |_| {}, &mut text);
    text.text
}
