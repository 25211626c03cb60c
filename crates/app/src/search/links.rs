//! What links tell the search: ranks of pages and texts of links to them, from the map of the archive.
//!
//! The search index cannot be changed for a page that has not changed, but links to it come and go. So what they tell
//! stands in a file of its own beside the index, which is made from the whole map in one go: after a round of a harvest
//! and after files were added ([`keep_links_told`]), after the index or the map was built again, and whenever somebody
//! asks for it.

mod told;

pub(crate) use told::keep_links_told;

use crate::LineSorter;
use crate::access::now;
use crate::map::map_state;
use crate::visits::{VisitLog, VisitsError};
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};
use std::time::{Instant, UNIX_EPOCH};
use stodola_archive::Archive;
use stodola_map::{
    GraphOptions, LinkMap, MapError, MapFollower, MapSnapshot, MapTime, PageNumber, PageState,
    RankOptions, is_navigation, page_rank,
};
use stodola_search::{LinkSignalsWriter, PageAnchor, PageLinks, SearchError, SearchFollower};

/// Texts of links to one page from one site that count.
const SITE_TEXTS_MAX: usize = 4;
/// Texts of links to one page that count.
const TEXTS_MAX: usize = 64;

/// Errors from telling the search about links.
#[derive(Debug, thiserror::Error)]
pub enum LinkSignalsError {
    /// The archive has no map, or no search index.
    #[error(
        "links need a search index and a map; 'stodola archive rebuild --only search' and '--only map' make them"
    )]
    Missing,
    /// The map could not be read.
    #[error(transparent)]
    Map(#[from] MapError),
    /// The search index could not be read, or the file beside it not be written.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// What readers have opened could not be read.
    #[error(transparent)]
    Visits(#[from] VisitsError),
    /// The map is so large that this is not done by itself.
    #[error(
        "the map has {bytes} bytes, too many to tell the search about links after each round; 'stodola archive rebuild \
         --only links' does it"
    )]
    TooLarge {
        /// Bytes of the addresses, captures and links of the map.
        bytes: u64,
    },
    /// A temporary file could not be written or read.
    #[error("cannot sort the texts of links: {0}")]
    Sort(#[from] io::Error),
}

/// How much links have told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkSignalsMade {
    /// Number of pages with a rank.
    pub pages: u64,
    /// Number of texts of links that count.
    pub texts: u64,
}

/// Tells the search index of an archive what its map knows of links now, and what readers open, if that is recorded.
/// Returns `None` if the archive has no search index, or nothing to tell it. Changes nothing that a harvest writes, so
/// it needs no lock of the archive.
pub fn tell_links(archive: &Archive) -> Result<Option<LinkSignalsMade>, LinkSignalsError> {
    if !SearchFollower::is_used(archive) {
        return Ok(None);
    }
    let visits = VisitLog::open(archive.folder(), now())?;
    if !MapFollower::is_used(archive) && visits.is_none() {
        return Ok(None);
    }
    let begun = Instant::now();
    let source = source_of(archive);
    let mut writer = LinkSignalsWriter::begin(archive)?;
    let mut made = LinkSignalsMade::default();
    if MapFollower::is_used(archive) {
        made = tell_map(archive, &mut writer)?;
    }
    if let Some(mut visits) = visits {
        let mut opened = Vec::new();
        visits.each(&mut |uri, count| opened.push((uri.to_vec(), count)))?;
        for (uri, count) in opened {
            writer.visited(&uri, count)?;
        }
    }
    writer.note(&source, begun.elapsed())?;
    writer.finish()?;
    Ok(Some(made))
}

/// What distinguishes this state of the map from others; empty without a map.
fn source_of(archive: &Archive) -> String {
    let Some((length, time)) = map_state(archive.folder()) else { return String::new() };
    let time = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    format!("{length} {}", time.as_nanos())
}

fn tell_map(
    archive: &Archive,
    writer: &mut LinkSignalsWriter,
) -> Result<LinkSignalsMade, LinkSignalsError> {
    let map = LinkMap::open(archive)?;
    let snapshot = map.snapshot(MapTime::LATEST)?;
    let graph = snapshot.graph(&GraphOptions::default())?;
    let ranks = page_rank(&graph, &RankOptions::default()).ranks;
    let mut anchors = SortedAnchors::new(&snapshot)?;
    let aliases = aliases(&snapshot);
    let mut made = LinkSignalsMade::default();
    for (node, rank) in (0..).zip(ranks) {
        let Some(page) = graph.page(node) else { continue };
        let from = aliases.partition_point(|(end, _)| *end < page);
        let others = aliases[from..].iter().take_while(|(end, _)| *end == page);
        let uris = [page].into_iter().chain(others.map(|(_, alias)| *alias));
        let links = PageLinks {
            uris: uris.map(|page| snapshot.uri(page)).collect(),
            rank,
            anchors: anchors.of(page, &snapshot)?,
        };
        writer.add(&links)?;
        made.pages += 1;
        made.texts += links.anchors.len() as u64;
    }
    Ok(made)
}

/// Addresses that redirect, behind the page where they lead, in the order of these pages.
fn aliases(snapshot: &MapSnapshot<'_>) -> Vec<(PageNumber, PageNumber)> {
    let redirected = (0..snapshot.pages())
        .filter(|page| snapshot.standing(*page).state == PageState::Redirected);
    let trails = redirected.map(|page| (snapshot.trail(page), page));
    let mut aliases: Vec<(PageNumber, PageNumber)> =
        trails.filter(|(trail, _)| !trail.is_loop).map(|(trail, page)| (trail.end, page)).collect();
    aliases.sort_unstable();
    aliases
}

/// The texts of all links, in the order of the pages to which they lead; each text once for each site.
struct SortedAnchors {
    lines: io::Lines<BufReader<std::fs::File>>,
    next: Option<AnchorLine>,
}

/// Where a link leads, the host that has it, a page that holds it, and its text.
struct AnchorLine {
    target: PageNumber,
    site: String,
    source: PageNumber,
    text: String,
}

impl SortedAnchors {
    fn new(snapshot: &MapSnapshot<'_>) -> Result<SortedAnchors, LinkSignalsError> {
        let mut sorter = LineSorter::default();
        let mut trouble = None;
        let mut site = (PageNumber::MAX, String::new());
        snapshot.anchor_texts(&is_navigation, &mut |source, target, text| {
            if site.0 != source {
                site = (source, host_of(&snapshot.uri(source)));
            }
            let text = text.split(char::is_control).collect::<Vec<_>>().join(" ");
            let line = format!("{target:08x}\t{}\t{}\t{source:08x}", site.1, text.trim());
            if let Err(error) = sorter.push(line.as_bytes()) {
                trouble.get_or_insert(error);
            }
        })?;
        if let Some(error) = trouble {
            return Err(error.into());
        }
        let file = stodola_durable::nameless(&std::env::temp_dir()).map_err(io::Error::other)?;
        let mut out = BufWriter::new(file);
        sorter.finish(&mut out)?;
        out.flush()?;
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let mut sorted = SortedAnchors { lines: BufReader::new(file).lines(), next: None };
        sorted.next = sorted.read()?;
        Ok(sorted)
    }

    fn read(&mut self) -> io::Result<Option<AnchorLine>> {
        let Some(line) = self.lines.next().transpose()? else { return Ok(None) };
        let columns: Vec<&str> = line.split('\t').collect();
        let [target, site, text, source] = columns[..] else {
            return Err(io::Error::other("a line of the temporary file has changed"));
        };
        let number = |text: &str| PageNumber::from_str_radix(text, 16).map_err(io::Error::other);
        let (site, text) = (site.to_owned(), text.to_owned());
        let (target, source) = (number(target)?, number(source)?);
        Ok(Some(AnchorLine { target, site, source, text }))
    }

    /// The texts of links to a page. Pages must be asked for in their order.
    fn of(
        &mut self,
        page: PageNumber,
        snapshot: &MapSnapshot<'_>,
    ) -> Result<Vec<PageAnchor>, LinkSignalsError> {
        let mut anchors = Vec::new();
        let mut last = (String::new(), String::new());
        let mut of_site = 0;
        while let Some(line) = self.next.take_if(|line| line.target <= page) {
            self.next = self.read()?;
            // A text of a site counts once, however many of its pages have it.
            if line.target < page || (&line.site, &line.text) == (&last.0, &last.1) {
                continue;
            }
            of_site = if line.site == last.0 { of_site + 1 } else { 1 };
            if of_site <= SITE_TEXTS_MAX && anchors.len() < TEXTS_MAX && !line.text.is_empty() {
                let from = snapshot.uri(line.source);
                anchors.push(PageAnchor { text: line.text.clone(), from });
            }
            last = (line.site, line.text);
        }
        Ok(anchors)
    }
}

/// The host of an address, as a text without tabs and line ends.
fn host_of(uri: &[u8]) -> String {
    let rest = uri.windows(3).position(|it| it == b"://").map_or(uri, |at| &uri[at + 3..]);
    let end = rest.iter().position(|byte| matches!(byte, b'/' | b'?' | b'#')).unwrap_or(rest.len());
    let host = String::from_utf8_lossy(&rest[..end]);
    host.split(char::is_control).collect()
}
