//! The summary of a document: what is known of it beside its links.

use std::io;

use crate::charset::Charset;
use crate::sniff::Type;

/// What was found out about a document, and what kept the extraction from being complete.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DocumentSummary {
    /// Type of the document, by its declared type and by its bytes.
    pub document: Type,
    /// Charset and from where it is known; `None` if the type has none.
    pub charset: Option<Charset>,
    /// Base of references that the document declares, resolved; `None` if it declares none.
    pub base: Option<Vec<u8>>,
    /// What the author asks of robots.
    pub robots: PageRobots,
    /// Number of links that were given.
    pub links: u64,
    /// Number of bytes that were read, counted after decompression.
    pub bytes: u64,
    /// References that were found and not given.
    pub passed_over: PassedOver,
    /// What kept the extraction from being complete.
    pub shortfall: Shortfall,
}

impl DocumentSummary {
    /// Whether everything that the options ask for was examined.
    pub fn is_complete(&self) -> bool {
        self.shortfall == Shortfall::default() && self.passed_over.too_long == 0
    }
}

/// Numbers of references that were found and not given, by reason. Guesses do not count: they are not the author's
/// links.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// `javascript:`, `mailto:`, `data:` and other schemes that cannot be harvested.
    pub scheme: u64,
    /// Empty references, and those with only a fragment.
    pub same_document: u64,
    /// References longer than [`ExtractOptions::max_uri`](crate::ExtractOptions).
    pub too_long: u64,
    /// References that are not a URI: without a host, or with a host that cannot exist.
    pub invalid: u64,
    /// References with a port above 65535.
    pub port: u64,
}

/// What kept an extraction from being complete.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shortfall {
    /// Whether the limit on links, or on the bytes of their URIs, was reached.
    pub links: bool,
    /// Whether the limit on bytes was reached.
    pub bytes: bool,
    /// Number of times that markup needed too much memory and was skipped.
    pub markup: u32,
    /// Number of times that markup within markup was too deep and was skipped.
    pub depth: u32,
    /// Whether the XML was not well-formed; the links are those found before the error.
    pub xml: bool,
    /// The error if the body could not be read or decompressed; the links are those found before it. `None` if it
    /// could.
    pub read: Option<io::ErrorKind>,
}

/// What the author asks of robots, in `meta` elements and `X-Robots-Tag` headers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PageRobots {
    /// Whether robots are asked not to follow the links.
    pub nofollow: bool,
    /// Whether robots are asked not to index the document.
    pub noindex: bool,
    /// Whether robots are asked not to keep a copy.
    pub noarchive: bool,
}

impl PageRobots {
    /// Adds the instructions of a comma-separated list; unknown ones are ignored.
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
