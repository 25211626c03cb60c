//! The settings of an extraction: what is searched for, and limits.

/// Settings of an extraction. The default finds what an author wrote as a link and guesses nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExtractOptions {
    /// Maximum number of links that are given; the rest of the document is not read.
    pub max_links: u64,
    /// Maximum number of bytes of the URIs that are given, in all; the rest of the document is not read. A long base
    /// makes many short references long.
    pub max_uris: u64,
    /// Maximum length of a reference or URI in bytes; a longer one is counted and not given.
    pub max_uri: usize,
    /// Maximum number of bytes that are analysed, counted after decompression.
    pub max_bytes: u64,
    /// Maximum memory in bytes of a tag, or a token of XML; a larger one is skipped.
    pub max_markup: usize,
    /// Maximum depth of markup within markup: `noscript`, `noframes`, `srcdoc`.
    pub max_depth: u8,
    /// Maximum number of bytes of a page's text, if it is asked for.
    pub max_text: usize,
    /// Maximum number of blocks of a page's text, if its text is asked for; 0 turns them off. A block takes about 50
    /// bytes of memory beside its text. The texts of blocks that are not lines of the page (titles, links, pictures,
    /// descriptions) take at most `max_text` bytes in all.
    pub max_blocks: usize,
    /// Maximum number of names of places in a page (`id`, and `name` of an `a`), and of the page's links to places in
    /// itself, if its text is asked for; 0 turns both off.
    pub max_fragments: usize,
    /// Maximum number of bytes of a page's source that are given with its text, if that is asked for; 0 turns it off.
    pub max_source: usize,
    /// Maximum number of bytes of an anchor's text that are given with its link; 0 turns it off. If it is on, an
    /// anchor's link comes after the links within the anchor.
    pub anchor_text: usize,
    /// Whether the targets of forms and of `ping` are given.
    pub forms: bool,
    /// Whether `Content-Location` is given.
    pub content_location: bool,
    /// Whether pictures and films for previews (`og:image`, `twitter:image` …) are given.
    pub previews: bool,
    /// Whether `data-src` and similar attributes, and parameters of plug-ins, are guessed to be links.
    pub guess_attributes: bool,
    /// Whether strings in scripts and JSON that look like links are given.
    pub guess_scripts: bool,
    /// Names of robots, in lower case, whose `meta` and `X-Robots-Tag` instructions count beside those for all robots.
    pub robot_names: Vec<String>,
}

impl Default for ExtractOptions {
    fn default() -> ExtractOptions {
        ExtractOptions {
            max_links: 50_000,
            max_uris: u64::MAX,
            max_uri: 64 << 10,
            max_bytes: 64 << 20,
            max_markup: 4 << 20,
            max_depth: 2,
            max_text: 256 << 10,
            max_blocks: 0,
            max_fragments: 0,
            max_source: 0,
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
