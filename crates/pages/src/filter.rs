//! Filters: which pages the text archive keeps.
//!
//! A [`FilterChain`] is made from [`FilterSettings`] (a table of `job.toml`) and looks at each fetched page once. The
//! first filter that drops a page decides, and its name and reason are told; a page that no filter drops is kept.
//!
//! ```toml
//! [[filter]]
//! kind = "hosts"                        # hosts of advertising; hosts files and Adblock lists
//! files = ["/etc/stodola/ads.txt"]
//!
//! [[filter]]
//! kind = "type"
//! keep = ["text/*", "application/xhtml+xml"]
//!
//! [[filter]]
//! kind = "size"
//! max = 2000000
//!
//! [[filter]]
//! kind = "language"
//! drop = ["en"]
//!
//! [[filter]]
//! kind = "pattern"
//! of = "url"                            # or "title", "content"
//! drop = ["/print/", "[?&]sessionid="]
//!
//! [[filter]]
//! kind = "program"
//! name = "my-filter"
//! command = ["/usr/local/bin/my-filter", "--strict"]
//! ```
//!
//! A program reads a line of JSON for each page and answers with one, in the same order:
//!
//! ```json
//! {"id":1,"url":"http://example.cz/","host":"example.cz","time":1767323045123,"status":200,"type":"text/html","length":512}
//! {"id":1,"keep":false,"reason":"a page of a shop"}
//! ```
//!
//! It is started when it is first needed and restarted when it dies or is late. Its answers are kept in an
//! [`AnswerBook`], so that the archive can be built again without it, with the same result. The other filters give the
//! same answer for the same page and settings, so theirs need no book.

mod book;
mod built_in;
mod chain;
mod hosts;
mod program;
mod settings;

pub use book::{AnswerBook, AnswerBookError, AnswerKey};
pub use chain::{FilterChain, FilterVerdict};
pub use hosts::{HostList, HostListReport};
pub use settings::{
    FilterSettings, FilterSettingsError, HostFilterSettings, LanguageFilterSettings,
    PatternFilterSettings, PatternTarget, ProgramFailure, ProgramFilterSettings,
    SizeFilterSettings, TypeFilterSettings,
};

/// A fetched page, as filters see it.
#[derive(Clone, Copy, Debug, Default)]
pub struct FilterPage<'a> {
    /// The address in normal form.
    pub url: &'a str,
    /// The host of the address, in small letters.
    pub host: &'a str,
    /// When it was captured: milliseconds since 1970.
    pub time: i64,
    /// The status of HTTP.
    pub status: Option<u16>,
    /// The media type without parameters.
    pub media: Option<&'a str>,
    /// The character set.
    pub charset: Option<&'a str>,
    /// The language, as a tag.
    pub language: Option<&'a str>,
    /// The title.
    pub title: Option<&'a str>,
    /// The length of the payload in bytes.
    pub length: u64,
    /// The payload, decoded to text.
    pub content: &'a str,
}

/// What a filter says of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilterAnswer {
    /// The page may stay, as far as this filter is concerned.
    Keep,
    /// The page is not kept.
    Drop {
        /// Why, for the log.
        reason: String,
    },
}

/// Looks at pages and says which are not kept.
///
/// `judge` is called from one thread at a time. It must return within a bounded time, whatever the page is, and must
/// not change anything. A failure is not an answer: the settings say what becomes of the page.
pub trait PageFilter: Send {
    /// The name that the log has.
    fn name(&self) -> &str;

    /// Whether the same page always gets the same answer. Answers of other filters are kept in an [`AnswerBook`].
    fn is_repeatable(&self) -> bool {
        true
    }

    /// Says what becomes of a page.
    fn judge(&mut self, page: &FilterPage<'_>) -> FilterAnswer;
}
