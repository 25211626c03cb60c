//! What the archive has of a URI from earlier, so that it need not be fetched or stored again.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use stodola_archive::{Archive, Catalogue, CatalogueError, Entry, Keeper, Kind, Original};
use stodola_crawl::Earlier;
use stodola_crawl::job::Seen;
use stodola_warc::http::parse_response;
use stodola_warc::{Reader, Record};

/// So much of a response is looked at for its header.
const HEAD_MAX: usize = 64 << 10;
/// So many captures of a URI tell how often it changes.
const SEEN_MAX: usize = 32;

/// The captures that were there when the harvest began, and those that others add meanwhile.
pub(super) struct Past {
    archive: Archive,
    /// None if there is nothing in it: nothing has to be looked for then.
    catalogue: Option<Mutex<Catalogue>>,
}

impl Past {
    pub(super) fn open(keeper: &Arc<Keeper>) -> Result<Past, CatalogueError> {
        let catalogue = keeper.catalogue()?;
        let is_empty = catalogue.totals()?.captures == 0;
        let catalogue = (!is_empty).then(|| Mutex::new(catalogue));
        Ok(Past { archive: keeper.archive().clone(), catalogue })
    }

    /// The latest capture of a URI that a server can be asked about, or that is young enough.
    pub(super) fn earlier(&self, uri: &[u8]) -> Result<Option<Earlier>, CatalogueError> {
        let Some(catalogue) = &self.catalogue else { return Ok(None) };
        let catalogue = catalogue.lock().unwrap_or_else(PoisonError::into_inner);
        let mut entries = catalogue.lookup(uri)?;
        entries.retain(|entry| {
            // The key stands for many spellings, the server may tell them apart.
            entry.row.uri == uri
                && matches!(entry.row.kind, Kind::Response | Kind::Revisit)
                && entry.row.time.is_some()
        });
        let Some(last) = entries.last() else { return Ok(None) };
        let original = match last.row.kind {
            Kind::Revisit => catalogue.originals(last)?.into_iter().next(),
            _ => Some(last.clone()),
        };
        let Some(original) = original else { return Ok(None) };
        let seen = seen(&entries);
        drop(catalogue);
        // The newer answer may tell another version than the one whose content is kept.
        let Some(head) = self.head(last) else { return Ok(None) };
        let content = match last.row.kind {
            Kind::Revisit => self.head(&original),
            _ => Some(Head::default()),
        };
        let Some(content) = content else { return Ok(None) };
        let status = if head.status == Some(304) { content.status } else { head.status };
        Ok(Some(Earlier {
            seen,
            status,
            etag: head.etag.or(content.etag),
            last_modified: head.last_modified.or(content.last_modified),
            place: (original.file.to_string(), original.row.offset),
        }))
    }

    /// Lets `read` have a response. False if it cannot be read.
    pub(super) fn reread(&self, earlier: &Earlier, read: &mut dyn FnMut(&mut dyn Read)) -> bool {
        self.with_record(&earlier.place, |record| read(record)).is_some()
    }

    /// What a record about a capture that has not changed has to say of it.
    pub(super) fn original(
        &self,
        earlier: &Earlier,
    ) -> io::Result<Option<(Original, Option<String>)>> {
        let found = self.with_record(&earlier.place, |record| {
            let digest = record.warc().and_then(|header| header.get("WARC-Payload-Digest"));
            let digest = digest.and_then(|digest| String::from_utf8(digest.to_vec()).ok());
            Original::of(record).map(|original| (original, digest))
        });
        let gone = || io::Error::other(format!("'{}' has vanished meanwhile", earlier.place.0));
        found.flatten().map(Some).ok_or_else(gone)
    }

    fn head(&self, entry: &Entry) -> Option<Head> {
        let place = (entry.file.to_string(), entry.row.offset);
        self.with_record(&place, |record| {
            let head = parse_response(record.peek(HEAD_MAX).ok()?)?;
            let field = |name| head.field(name).map(|value| value.into_owned());
            let (etag, last_modified) = (field("ETag"), field("Last-Modified"));
            Some(Head {
                status: head.status,
                etag: etag.filter(|tag| is_sane(tag)),
                last_modified: last_modified.filter(|date| is_sane(date)),
            })
        })
        .flatten()
    }

    /// `None` if there is no such record.
    fn with_record<T>(
        &self,
        (file, offset): &(String, u64),
        work: impl FnOnce(&mut Record<'_, File>) -> T,
    ) -> Option<T> {
        let path: PathBuf = self.archive.path_of(file);
        let mut reader = Reader::open_at(&path, *offset).ok()?;
        let mut record = reader.next_record().ok()??;
        (record.offset() == *offset).then(|| work(&mut record))
    }
}

/// What a server said of a version.
#[derive(Default)]
struct Head {
    status: Option<u16>,
    etag: Option<Vec<u8>>,
    last_modified: Option<Vec<u8>>,
}

/// Whether a value can stand in a request.
fn is_sane(value: &[u8]) -> bool {
    !value.is_empty() && value.len() <= 1024 && value.iter().all(|&b| b >= b' ' && b != 127)
}

fn seen(entries: &[Entry]) -> Vec<Seen> {
    let mut seen = Vec::new();
    let mut digest: Option<&String> = None;
    for entry in &entries[entries.len().saturating_sub(SEEN_MAX)..] {
        let own = entry.row.digest.as_ref();
        // A server that says that nothing has changed sends nothing to compare.
        let is_same = match (digest, own) {
            (Some(before), Some(own)) => before == own,
            (Some(_), None) => entry.row.kind == Kind::Revisit,
            (None, _) => true,
        };
        let time = entry.row.time.map_or(0, |time| time.seconds().max(0) as u64 * 1000);
        seen.push(Seen { time, has_changed: !is_same });
        digest = own.or(digest);
    }
    seen
}
