//! The map of an archive, opened to read it: no lock is needed, and what is committed later is not seen.

use crate::commit::Commit;
use crate::error::MapError;
use crate::name::{name_of, uri_of};
use crate::part::{Part, Union};
use crate::record::PageRecord;
use crate::shape::LinkShape;
use crate::shortfall::{CaptureTrouble, ContentShortfall};
use crate::store::{files_of, folder_of};
use crate::texts::PageTexts;
use crate::time::MapTime;
use std::collections::HashSet;
use std::path::Path;
use stodola_archive::{Archive, FilePlace};
use stodola_table::TableError;

/// How often it is tried to open parts that a merge replaces in this moment.
const ATTEMPTS: u32 = 5;

/// The map of an archive, as of the commit that was the last when it was opened.
pub struct LinkMap {
    commit: Commit,
    parts: Vec<Part>,
    files: HashSet<u32>,
}

/// How large a map is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapSize {
    /// Bytes of addresses, captures and links.
    pub links: u64,
    /// Bytes of titles, texts of anchors, and names of places.
    pub texts: u64,
    /// Number of parts.
    pub parts: u64,
}

/// A capture of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapCapture {
    /// Time when it was fetched.
    pub time: MapTime,
    /// HTTP status; `None` without an HTTP response.
    pub status: Option<u16>,
    /// Whether its content is stored with another capture.
    pub is_revisit: bool,
    /// Media type in lower case, without parameters; empty if it is not known.
    pub mime: String,
    /// Language that the page declares; empty if it declares none, and for revisits.
    pub language: String,
    /// Bytes of the payload as stored; 0 for a revisit.
    pub size: u64,
    /// A number that follows from the content: captures with the same have the same content. `None` if there is none.
    pub content: Option<u64>,
    /// Address to which the server redirects; `None` if it does not.
    pub redirect: Option<Vec<u8>>,
    /// Why it could not be read; `None` if it could.
    pub trouble: Option<CaptureTrouble>,
}

/// A link of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapLink {
    /// Address of the target, without its fragment.
    pub uri: Vec<u8>,
    /// How it stands on the page.
    pub shape: LinkShape,
    /// The beginning of the text of the anchor; empty if there is none.
    pub text: String,
    /// The fragment; empty if there is none.
    pub fragment: String,
}

/// A page at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageView {
    /// The capture: the newest one at that time.
    pub capture: MapCapture,
    /// Links in the order of the document.
    pub links: Vec<MapLink>,
    /// Texts of the page.
    pub texts: PageTexts,
    /// Version of the parser that read it; `None` if its content is not known.
    pub parser: Option<u32>,
    /// Why the links are not complete.
    pub shortfall: ContentShortfall,
}

impl MapCapture {
    /// Whether it says only that the content is the one before, without naming it.
    fn confirms(&self) -> bool {
        let is_answer = match self.status {
            Some(304) => true,
            None | Some(200..300) => self.is_revisit,
            Some(_) => false,
        };
        self.content.is_none() && is_answer
    }
}

impl LinkMap {
    /// Opens the map of an archive.
    pub fn open(archive: &Archive) -> Result<LinkMap, MapError> {
        LinkMap::open_folder(&folder_of(archive))
    }

    /// Opens the map in a folder.
    pub fn open_folder(folder: &Path) -> Result<LinkMap, MapError> {
        let mut attempt = 0;
        loop {
            let commit = Commit::read(folder)?.ok_or(MapError::NoMap)?;
            let parts = commit.parts.iter().map(|&number| Part::open(folder, number));
            match parts.collect::<Result<Vec<_>, TableError>>() {
                Ok(parts) => {
                    let files = files_of(&commit);
                    return Ok(LinkMap { commit, parts, files });
                }
                Err(TableError::Io { error, .. })
                    if error.kind() == std::io::ErrorKind::NotFound && attempt < ATTEMPTS =>
                {
                    attempt += 1;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Returns up to which place a file of the archive is in the map.
    pub fn place(&self, file: &str) -> FilePlace {
        self.commit.place(file)
    }

    /// Returns how large the map is.
    pub fn size(&self) -> MapSize {
        let mut size = MapSize { parts: self.parts.len() as u64, ..MapSize::default() };
        for (links, texts) in self.parts.iter().map(Part::lengths) {
            size.links += links;
            size.texts += texts;
        }
        size
    }

    /// Whether what came from a file counts.
    pub(crate) fn is_there(&self, file: u32) -> bool {
        self.files.contains(&file)
    }

    /// Puts all parts together, and calls `each` with the number and name of every page.
    pub(crate) fn union(&self, each: impl FnMut(u32, &[u8])) -> Result<Union<'_>, MapError> {
        Ok(Union::new(&self.parts, each)?)
    }

    /// Returns the captures of an address, the oldest first.
    pub fn captures(&self, uri: &[u8]) -> Result<Vec<MapCapture>, MapError> {
        let name = name_of(uri);
        let mut captures = Vec::new();
        for part in &self.parts {
            let Some((_, Some(record))) = part.find(&name, false)? else { continue };
            let names = part.names(record.captures.iter().filter_map(|it| it.redirect))?;
            for capture in record.captures.iter().filter(|it| self.is_there(it.file)) {
                let redirect = capture.redirect.and_then(|it| names.get(&it));
                let redirect = redirect.map(|name| uri_of(name));
                let word = |number| String::from_utf8_lossy(part.words.word(number)).into_owned();
                let content = capture.content.and_then(|it| record.contents.get(it as usize));
                captures.push(MapCapture {
                    time: capture.time,
                    status: (capture.status != 0).then_some(capture.status),
                    is_revisit: capture.is_revisit,
                    mime: word(capture.mime),
                    language: word(capture.language),
                    size: capture.size,
                    content: content.map(|it| it.hash),
                    redirect,
                    trouble: CaptureTrouble::of_code(capture.trouble),
                });
            }
        }
        captures.sort_by_key(|it| it.time);
        Ok(captures)
    }

    /// Returns a page as it was at a time: with its newest capture that is not later, or, if that only says that
    /// nothing has changed, the one before. `None` if there is none.
    pub fn page(&self, uri: &[u8], as_of: MapTime) -> Result<Option<PageView>, MapError> {
        let mut captures = self.captures(uri)?;
        captures.retain(|it| it.time <= as_of);
        self.view(uri, &captures, &|_| true)
    }

    /// Returns a page as its captures show it, the oldest of which is the first. `has_content` decides whether the
    /// content of a capture counts.
    pub(crate) fn view(
        &self,
        uri: &[u8],
        captures: &[MapCapture],
        has_content: &dyn Fn(&MapCapture) -> bool,
    ) -> Result<Option<PageView>, MapError> {
        let Some(last) = captures.last() else { return Ok(None) };
        let capture = captures.iter().rfind(|it| !it.confirms()).unwrap_or(last).clone();
        let empty = (Vec::new(), PageTexts::default(), None, ContentShortfall::default());
        let (links, texts, parser, shortfall) =
            match capture.content.filter(|_| has_content(&capture)) {
                Some(hash) => self.content(uri, hash)?.unwrap_or(empty),
                None => empty,
            };
        Ok(Some(PageView { capture, links, texts, parser, shortfall }))
    }

    #[expect(clippy::type_complexity, reason = "it is taken apart at once")]
    fn content(
        &self,
        uri: &[u8],
        hash: u64,
    ) -> Result<Option<(Vec<MapLink>, PageTexts, Option<u32>, ContentShortfall)>, MapError> {
        let name = name_of(uri);
        for part in &self.parts {
            let Some((_, Some(record))) = part.find(&name, true)? else { continue };
            let PageRecord { contents, .. } = record;
            let known = contents.into_iter().find(|it| it.hash == hash).and_then(|it| it.known);
            let Some(known) = known else { continue };
            let texts = PageTexts::decode(&known.texts);
            let names = part.names(known.links.iter().map(|link| link.target))?;
            let mut links = Vec::with_capacity(known.links.len());
            for (at, link) in known.links.iter().enumerate() {
                let shape = LinkShape::decode(part.words.word(link.shape));
                let words = texts.links.get(at).cloned().unwrap_or_default();
                links.push(MapLink {
                    uri: names.get(&link.target).map(|name| uri_of(name)).unwrap_or_default(),
                    shape: shape.ok_or_else(|| part.damaged_shape())?,
                    text: words.text,
                    fragment: words.fragment,
                });
            }
            let shortfall = ContentShortfall::from_bits(known.shortfall);
            return Ok(Some((links, texts, Some(known.parser), shortfall)));
        }
        Ok(None)
    }
}
