//! How much is looked for, and how much effort a document may cost.

/// Settings of an extraction. The default finds what an author wrote as a link and guesses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtractOptions {
    /// No more links than this are given; the rest of the document is not read.
    pub max_links: u64,
    /// A longer reference or result is counted and not given.
    pub max_uri: usize,
    /// No more bytes than this are analysed, counted after decompression.
    pub max_bytes: u64,
    /// A tag, or a token of XML, that needs more memory than this is skipped.
    pub max_markup: usize,
    /// How deep markup within markup is followed: `noscript`, `noframes`, `srcdoc`.
    pub max_depth: u8,
    /// How many bytes of a page's text are given, if it is asked for.
    pub max_text: usize,
    /// How many blocks of a page's text are given, if its text is asked for; 0 turns them off. A block takes about 50
    /// bytes of memory beside its text. The texts of those that are no lines of the page (titles, links, pictures,
    /// descriptions) take at most `max_text` bytes in all.
    pub max_blocks: usize,
    /// How many bytes of an anchor's text are given with its link; 0 turns it off. If it is on, an
    /// anchor's link comes after the links within the anchor.
    pub anchor_text: usize,
    /// Give what forms submit to and `ping` notifies.
    pub forms: bool,
    /// Give `Content-Location`.
    pub content_location: bool,
    /// Give pictures and films named for previews (`og:image`, `twitter:image` …).
    pub previews: bool,
    /// Guess that `data-src` and its like hold links, and so do parameters of plug-ins.
    pub guess_attributes: bool,
    /// Guess which strings in scripts and JSON are links.
    pub guess_scripts: bool,
    /// Crawler names, lower case, whose `meta` and `X-Robots-Tag` orders count beside those for
    /// all.
    pub robot_names: Vec<String>,
}

impl Default for ExtractOptions {
    fn default() -> ExtractOptions {
        ExtractOptions {
            max_links: 50_000,
            max_uri: 64 << 10,
            max_bytes: 64 << 20,
            max_markup: 4 << 20,
            max_depth: 2,
            max_text: 256 << 10,
            max_blocks: 0,
            anchor_text: 0,
            forms: false,
            content_location: false,
            previews: false,
            guess_attributes: false,
            guess_scripts: false,
            robot_names: Vec::new(),
        }
    }
}
