//! What is said of a document beside its links.

use std::io;

use crate::charset::Charset;
use crate::sniff::Type;

/// What was found out about a document, and what kept the extraction from being complete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentSummary {
    /// What the document is, by its label and by its bytes.
    pub document: Type,
    /// The charset and where it is known from; `None` if the type has none.
    pub charset: Option<Charset>,
    /// What the document calls the base of its references, resolved.
    pub base: Option<Vec<u8>>,
    /// What the author asks robots to do or not to do with the document.
    pub robots: PageRobots,
    /// How many links were given.
    pub links: u64,
    /// How many bytes were read, counted after decompression.
    pub bytes: u64,
    /// References that were found and not given.
    pub passed_over: PassedOver,
    /// Where the extraction fell short.
    pub shortfall: Shortfall,
}

impl DocumentSummary {
    /// Whether everything the options ask for was looked at.
    pub fn is_complete(&self) -> bool {
        self.shortfall == Shortfall::default() && self.passed_over.too_long == 0
    }
}

/// References that were found and not given, by reason. Guesses do not count: they are no author's links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// `javascript:`, `mailto:`, `data:` and whatever else cannot be harvested.
    pub scheme: u64,
    /// Empty, or only a fragment.
    pub same_document: u64,
    /// Longer than [`ExtractOptions::max_uri`](crate::ExtractOptions).
    pub too_long: u64,
    /// Not a URI by any reading: no host, or a host that cannot be.
    pub invalid: u64,
    /// A port beyond 65535.
    pub port: u64,
}

/// Where an extraction fell short.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortfall {
    /// The limit on links was reached.
    pub links: bool,
    /// The limit on bytes was reached.
    pub bytes: bool,
    /// So many times markup needed too much memory and was skipped.
    pub markup: u32,
    /// So many times markup within markup lay too deep and was skipped.
    pub depth: u32,
    /// The XML was broken; the links are those found before.
    pub xml: bool,
    /// Reading, or decompressing, the body failed; the links are those found before.
    pub read: Option<io::ErrorKind>,
}

/// What the author asks of robots, in `meta` elements and `X-Robots-Tag` headers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageRobots {
    /// Do not follow the links.
    pub nofollow: bool,
    /// Do not list the document.
    pub noindex: bool,
    /// Do not keep a copy.
    pub noarchive: bool,
}

impl PageRobots {
    /// Adds the orders of a comma-separated list; unknown ones are ignored.
    pub(crate) fn add(&mut self, orders: &[u8]) {
        for order in orders.split(|&byte| byte == b',') {
            match order.trim_ascii().to_ascii_lowercase().as_slice() {
                b"nofollow" => self.nofollow = true,
                b"noindex" => self.noindex = true,
                b"noarchive" => self.noarchive = true,
                b"none" => {
                    self.nofollow = true;
                    self.noindex = true;
                }
                _ => {}
            }
        }
    }
}
