//! The query language.
//!
//! ```text
//! knihovna praha            both words, in any form
//! "národní knihovna"        these words one behind another, just as written
//! +knihovna -hudební        must be there; must not
//! knihov*                   all words that begin so
//! title:praha               in this part only; also h1: description: cell: url: and others
//! block:h1                  all words in this part only
//! site:example.cz  type:pdf  lang:cs  date:2007..2009  job:news  status:404
//! ```
//!
//! Every text is a query: the parser never fails because of its form, only because a value cannot be understood, or
//! because there is too much of it. A quote that is not closed ends with the text.

mod date;
mod narrow;
mod parse;
#[cfg(test)]
mod tests;

pub use parse::{parse, parse_literally};

use crate::kind::DocumentType;
use crate::parts::SearchPart;

/// Longest query, in bytes.
pub const QUERY_BYTES_MAX: usize = 2_000;
/// Most words of a query.
pub const QUERY_WORDS_MAX: usize = 64;

/// A query that was understood.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchQuery {
    /// What must, should or must not be in the text.
    pub clauses: Vec<QueryClause>,
    /// What documents must be.
    pub filters: QueryFilters,
}

/// One word or phrase of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryClause {
    /// Whether it must be there.
    pub demand: QueryDemand,
    /// What is looked for.
    pub words: QueryWords,
    /// The parts in which it is looked for; empty: all.
    pub parts: Vec<SearchPart>,
}

/// Whether a word must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryDemand {
    /// It should be: if no document has all such words, those with most of them are found.
    Wanted,
    /// It must be.
    Required,
    /// It must not be.
    Excluded,
}

/// What is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryWords {
    /// A word in all its forms.
    Forms(String),
    /// Words one behind another, exactly these. One word alone: exactly this word.
    Exact(Vec<String>),
    /// Every word that begins so.
    Prefix(String),
}

/// What documents must be. An empty list asks for nothing; of several values of a list, one is enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryFilters {
    /// Hosts, each with those below it, in the order of SURT (`cz,example`).
    pub sites: ValueFilter<String>,
    /// Kinds.
    pub types: ValueFilter<DocumentType>,
    /// Languages, without regions.
    pub languages: ValueFilter<String>,
    /// Names of jobs.
    pub jobs: ValueFilter<String>,
    /// HTTP status: from, to.
    pub statuses: ValueFilter<(u16, u16)>,
    /// Times of captures in fourteen digits: from, to, both included.
    pub dates: ValueFilter<(u64, u64)>,
}

/// Values that are asked for, and values that are not wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueFilter<T> {
    /// One of these; empty: any.
    pub wanted: Vec<T>,
    /// None of these.
    pub unwanted: Vec<T>,
}

impl<T> Default for ValueFilter<T> {
    fn default() -> ValueFilter<T> {
        ValueFilter { wanted: Vec::new(), unwanted: Vec::new() }
    }
}

impl<T> ValueFilter<T> {
    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.wanted.is_empty() && self.unwanted.is_empty()
    }
}

impl QueryFilters {
    /// Whether they ask for nothing.
    pub fn is_empty(&self) -> bool {
        self.sites.is_empty()
            && self.types.is_empty()
            && self.languages.is_empty()
            && self.jobs.is_empty()
            && self.statuses.is_empty()
            && self.dates.is_empty()
    }
}

/// Why a query cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// There is nothing to look for.
    #[error("there is nothing to search for")]
    Empty,
    /// Only words that must not be there.
    #[error("a search needs something that must be there, not only words to leave out")]
    OnlyExcluded,
    /// It is too long.
    #[error("the search is longer than {QUERY_BYTES_MAX} bytes or {QUERY_WORDS_MAX} words")]
    TooLong,
    /// A date cannot be understood.
    #[error("'{0}' is not a date; write 2007, 2007-03, 2007-03-15 or 2007..2009")]
    Date(String),
    /// There is no such kind of document.
    #[error("'{value}' is not a type; the types are {names}", names = type_names())]
    Type {
        /// What was written.
        value: String,
    },
    /// There is no such part of documents.
    #[error("'{value}' is not a part of a page; the parts are {names}", names = part_names())]
    Part {
        /// What was written.
        value: String,
    },
    /// Not a status.
    #[error("'{0}' is not an HTTP status; write 404, or 400..499")]
    Status(String),
    /// A field without a value.
    #[error("'{0}:' needs a value")]
    NoValue(String),
}

/// The names of all types, for messages.
pub fn type_names() -> String {
    DocumentType::ALL.map(DocumentType::name).join(", ")
}

/// The names of all parts, for messages.
pub fn part_names() -> String {
    SearchPart::ALL.map(SearchPart::name).join(", ")
}
