//! The follower that fills the index: which captures become documents, and which only add a date to one.

mod address;
mod foreign;
mod opening;
mod page;
mod pictures;

use crate::error::SearchError;
use crate::index::IndexFiller;
use crate::kind::DocumentType;
use crate::parts::{Facts, SearchPart};
use crate::store::{Batch, NameKind, NewCapture, NewContent, Store, VERSION};
pub(crate) use address::{Address, site_of};
use address::{is_searchable, job_of};
use opening::{open_both, remove_doomed};
use page::{PageParts, TextSource};
use pictures::{Picture, pictures};
use std::path::PathBuf;
use stodola_archive::{Archive, CaptureKind, CaptureRow, Captures, FilePlace};
use stodola_extract::PdfProgram;
use stodola_follow::{Document, FollowError, Follower, PlaceOf, Reads};

/// The name of the follower.
pub const NAME: &str = "search";

/// What the follower uses of the program around it.
#[derive(Clone, Default)]
pub struct SearchTools {
    /// Reads the text of PDF documents; without it they are found by their address only.
    pub pdf: Option<PdfProgram>,
    /// Returns the language of a text (`cs`, `en`), for pages that do not declare one; `None` if it is not clear.
    pub language: Option<fn(&str) -> Option<String>>,
    /// Folders with dictionaries of Hunspell, beside the usual ones.
    pub dictionaries: Vec<PathBuf>,
}

/// Fills the search index of an archive.
pub struct SearchFollower {
    archive: Archive,
    folder: PathBuf,
    tools: SearchTools,
    store: Store,
    /// `None` only while it is made anew.
    index: Option<IndexFiller>,
    batch: Batch,
    /// Opens the originals of revisits.
    captures: Captures,
    /// The last content without an original that was looked at again.
    looked_at: u64,
    damage: Option<String>,
}

impl SearchFollower {
    /// Opens the index of an archive to fill it; makes it if it is missing. A damaged one is removed, so that all
    /// files are followed again. The process must have the lock of the archive.
    pub fn open(archive: &Archive, tools: SearchTools) -> Result<SearchFollower, SearchError> {
        let folder = Store::folder(archive);
        stodola_durable::create_folders(&folder).map_err(|error| {
            SearchError::io("the search index", std::io::Error::other(error.to_string()))
        })?;
        let mut damage = None;
        let (store, index) = match open_both(&folder) {
            Ok(both) => both,
            // A newer program made it: that is no damage.
            Err(error @ (SearchError::Unknown { .. } | SearchError::Io { .. })) => {
                return Err(error);
            }
            Err(error) => {
                damage = Some(error.to_string());
                Store::remove(&folder)?;
                open_both(&folder)?
            }
        };
        crate::inflect::make_tables(&folder, &tools.dictionaries)?;
        let batch = store.begin()?;
        let captures = Captures::new(archive);
        let (archive, index) = (archive.clone(), Some(index));
        let looked_at = 0;
        Ok(SearchFollower {
            archive,
            folder,
            tools,
            store,
            index,
            batch,
            captures,
            looked_at,
            damage,
        })
    }

    /// Why the index was removed when it was opened, to be made anew; `None` if it was sound, or if there was none.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// Whether an archive has a search index, and so is followed.
    pub fn is_used(archive: &Archive) -> bool {
        Store::exists(&Store::folder(archive))
    }

    /// Makes an empty index, if there is none. From then on the archive is followed.
    pub fn enable(archive: &Archive) -> Result<(), SearchError> {
        SearchFollower::open(archive, SearchTools::default()).map(|_| ())
    }

    fn index(&mut self) -> Result<&mut IndexFiller, SearchError> {
        self.index.as_mut().ok_or_else(|| SearchError::damaged("it could not be made anew"))
    }

    fn take_capture(&mut self, document: &mut Document<'_>) -> Result<(), SearchError> {
        let row = document.row().clone();
        if !is_searchable(&row) {
            return Ok(());
        }
        let address = Address::of(&row.key);
        let content = match (&row.digest, row.kind) {
            (Some(digest), CaptureKind::Revisit) => {
                let hash = address.with(digest.as_bytes());
                match self.revisited(document, &row, &address, hash)? {
                    Some(content) => content,
                    None => return Ok(()),
                }
            }
            (None, CaptureKind::Revisit) => {
                let time = row.target_time.or(row.time).map_or(0, |time| time.number());
                match self.store.content_at(address.number(), time)? {
                    Some(content) => content,
                    None => {
                        let reason = "a revisit without a digest, of a capture that is not known";
                        self.undigested(&row, reason);
                        return Ok(());
                    }
                }
            }
            (Some(digest), _) => {
                let hash = address.with(digest.as_bytes());
                match self.known(&hash)? {
                    Some((content, true)) => content,
                    known => self.add(document, &row, &address, Some(hash), known)?,
                }
            }
            (None, _) => self.add(document, &row, &address, None, None)?,
        };
        self.batch.captures.push(NewCapture {
            content,
            time: row.time.map_or(0, |time| time.number()),
            offset: row.offset,
            inner: row.inner_offset,
        });
        Ok(())
    }

    /// Returns the number of a content and whether it is indexed.
    fn known(&self, hash: &[u8; 16]) -> Result<Option<(u64, bool)>, SearchError> {
        if let Some(content) = self.batch.by_hash.get(hash) {
            // One that is not new was committed before, with the index.
            let is_indexed = self.batch.contents.get(content).is_none_or(|it| it.is_indexed);
            return Ok(Some((*content, is_indexed)));
        }
        self.store.content(hash)
    }

    fn new_content(
        &mut self,
        row: &CaptureRow,
        address: &Address,
        hash: [u8; 16],
        is_indexed: bool,
    ) -> u64 {
        let number = self.batch.next;
        self.batch.next += 1;
        let (address, uri) = (address.number(), row.uri.clone());
        let content = NewContent { hash, address, uri, image: None, is_indexed };
        self.batch.contents.insert(number, content);
        self.batch.by_hash.insert(hash, number);
        number
    }

    /// Adds a document to the index, and its pictures. Returns the number of its content.
    fn add(
        &mut self,
        document: &mut Document<'_>,
        row: &CaptureRow,
        address: &Address,
        hash: Option<[u8; 16]>,
        waiting: Option<(u64, bool)>,
    ) -> Result<u64, SearchError> {
        let source = TextSource { pdf: self.tools.pdf.as_ref(), language: self.tools.language };
        let (mut parts, trouble) = PageParts::read(document, row, &source);
        if let Some(reason) = trouble {
            self.undigested(row, &reason);
        }
        let hash = hash.unwrap_or_else(|| address.with(&parts.text_digest()));
        // Without a digest in the record, only the text tells that nothing has changed.
        if row.digest.is_none()
            && let Some((content, true)) = self.known(&hash)?
        {
            return Ok(content);
        }
        if let Some((old, false)) = waiting {
            self.give_up(old);
        }
        let content = self.new_content(row, address, hash, true);
        if let Some((old, false)) = waiting {
            self.hand_over(old, content);
        }
        let site = site_of(&row.key);
        parts.facts.site = self.batch.names.number(&self.store, NameKind::Site, &site)?;
        if let Some(language) = &parts.language {
            let number = self.batch.names.number(&self.store, NameKind::Language, language)?;
            parts.facts.language = u16::try_from(number).unwrap_or_default();
        }
        let found = match parts.facts.kind == DocumentType::Html.code() {
            true => pictures(document).unwrap_or_default(),
            false => Vec::new(),
        };
        self.add_pictures(found, row, parts.facts)?;
        let fields = self.index()?.fields.clone();
        let document = parts.document(&fields, content);
        self.index()?.add(document)?;
        self.batch.has_documents = true;
        Ok(content)
    }

    /// Adds the pictures of a page that was added. A picture is known by its address and its own words, so a logo with
    /// the same words on all pages is one document; it gets at most one date with each commit.
    fn add_pictures(
        &mut self,
        found: Vec<Picture>,
        row: &CaptureRow,
        facts: Facts,
    ) -> Result<(), SearchError> {
        for picture in found {
            let address = Address::of(&stodola_archive::key_of(&picture.uri));
            let hash = address.with(picture.own.join("\n").as_bytes());
            if self.batch.by_hash.contains_key(&hash) {
                continue;
            }
            let content = match self.known(&hash)? {
                Some((content, _)) => {
                    self.batch.by_hash.insert(hash, content);
                    // It is shown with the page that it was first seen on, so only that one gives it dates.
                    let page = self.store.uri(content)?;
                    if page.is_none_or(|page| stodola_archive::key_of(&page.uri) != row.key) {
                        continue;
                    }
                    content
                }
                None => {
                    let content = self.new_content(row, &address, hash, true);
                    if let Some(new) = self.batch.contents.get_mut(&content) {
                        new.image = Some(picture.uri);
                    }
                    let texts = picture.own.into_iter().map(|text| (SearchPart::Image, text));
                    let around = picture.around.into_iter().map(|text| (SearchPart::Around, text));
                    let facts = Facts { kind: DocumentType::Image.code(), ..facts };
                    let parts = PageParts::of_texts(texts.chain(around).collect(), facts);
                    let fields = self.index()?.fields.clone();
                    self.index()?.add(parts.document(&fields, content))?;
                    self.batch.has_documents = true;
                    content
                }
            };
            self.batch.captures.push(NewCapture {
                content,
                time: row.time.map_or(0, |time| time.number()),
                offset: row.offset,
                inner: row.inner_offset,
            });
        }
        Ok(())
    }

    /// A content that revisits waited for is there: its row of before goes.
    fn give_up(&mut self, old: u64) {
        self.batch.contents.remove(&old);
    }

    /// The revisits that waited belong to the new number.
    fn hand_over(&mut self, old: u64, new: u64) {
        for capture in self.batch.captures.iter_mut().filter(|it| it.content == old) {
            capture.content = new;
        }
        self.batch.renumbered.push((old, new));
    }

    fn undigested(&mut self, row: &CaptureRow, reason: &str) {
        self.batch.undigested.push((row.offset, row.inner_offset, reason.to_owned()));
    }

    fn commit_batch(&mut self, file: &str, place: FilePlace) -> Result<(), SearchError> {
        self.resolve_new(file)?;
        if place.is_end {
            self.resolve_waiting()?;
        }
        let job = match job_of(&self.archive, file) {
            Some(name) => Some(self.batch.names.number(&self.store, NameKind::Job, &name)?),
            None => None,
        };
        // The index first: what it has more than the database does not count, and is removed at the next start.
        if self.batch.has_documents {
            let number = self.store.commits()? + 1;
            self.index()?.commit(number)?;
        }
        self.store.commit(file, place, job, &self.batch)?;
        self.batch = self.store.begin()?;
        Ok(())
    }

    fn forget_file(&mut self, file: &str) -> Result<(), SearchError> {
        self.store.forget(file)?;
        let index = self.index.as_mut();
        remove_doomed(&mut self.store, index.ok_or_else(|| SearchError::damaged("closed"))?)
    }

    fn clear(&mut self) -> Result<(), SearchError> {
        self.index = None;
        Store::remove(&self.folder)?;
        let (store, index) = open_both(&self.folder)?;
        self.store = store;
        self.index = Some(index);
        self.batch = self.store.begin()?;
        Ok(())
    }
}

/// Returns how far the search index is in each file; `None` if the archive has none. Needs no lock.
pub fn places(archive: &Archive) -> Result<Option<PlaceOf>, SearchError> {
    if !SearchFollower::is_used(archive) {
        return Ok(None);
    }
    let store = Store::open_to_read(&Store::folder(archive))?;
    Ok(Some(Box::new(move |file| store.place(file).unwrap_or(FilePlace::START))))
}

impl Follower for SearchFollower {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn stored_version(&self) -> Option<u32> {
        Some(self.store.version())
    }

    fn reads(&self) -> Reads {
        Reads::Pages
    }

    fn place(&self, file: &str) -> Result<FilePlace, FollowError> {
        Ok(self.store.place(file)?)
    }

    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
        Ok(self.take_capture(document)?)
    }

    fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError> {
        Ok(self.commit_batch(file, place)?)
    }

    fn abandon(&mut self) {
        let had_documents = self.batch.has_documents;
        self.batch = self.store.begin().unwrap_or_default();
        if had_documents && let Some(index) = &mut self.index {
            // If it fails, the next commit fails too, and the follower stops.
            let _ = index.roll_back();
        }
    }

    fn forget(&mut self, file: &str) -> Result<(), FollowError> {
        Ok(self.forget_file(file)?)
    }

    fn start_anew(&mut self) -> Result<(), FollowError> {
        Ok(self.clear()?)
    }
}
