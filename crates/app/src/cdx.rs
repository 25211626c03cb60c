//! Answers to CDX queries: which captures of a URL, a prefix, a host or a domain there are, in the dialects that other
//! web archives speak.
//!
//! ```text
//! query string ─▶ QueryParams ─▶ CdxQuery ─▶ CdxRun::step ─▶ bytes of the answer, piece by piece
//!                                              ▲  rows from RangeCursor, filters, collapsing, fields
//!                                              └─ called again until it is finished
//! ```
//!
//! A step reads a bounded number of captures and holds a connection to the catalogue only meanwhile. So an answer of
//! millions of rows takes the memory of a few thousand, and a slow reader keeps nobody waiting.
//!
//! | dialect | address | form |
//! |---|---|---|
//! | pywb | `/web/cdx` | CDXJ, or a JSON object a line |
//! | Internet Archive | `/cdx/search/cdx` | columns, or one JSON array of arrays |
//! | OutbackCDX | `/web?url=` | eleven columns, JSON, XML |
//!
//! All dialects accept the names of fields and the parameters of all others; they differ in the form of answers, in
//! what a filter means, and in how errors are told.

mod collapse;
mod field;
mod filter;
mod output;
mod pages;
mod params;
mod query;
mod ranges;
mod request;
mod resume;
mod row;
mod run;
mod source;
#[cfg(test)]
mod tests;
mod xml;

pub use field::CdxField;
pub use output::form_encoded;
pub use pages::PageIndex;
pub use params::QueryParams;
pub use query::{CdxDialect, CdxQuery};
pub use run::{CdxRun, CdxStep, CdxView};
pub use source::NearestCaptures;
pub use xml::{XmlQuery, write_xml};

use stodola_archive::CatalogueError;

/// Errors from a CDX query.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CdxError {
    /// The query has no URL.
    #[error("The \"url\" param is required")]
    NoUrl,
    /// A parameter has a value that cannot be understood.
    #[error("{name}: {problem}")]
    Parameter {
        /// The name of the parameter.
        name: &'static str,
        /// What is wrong, and what is allowed.
        problem: String,
    },
    /// Pages of another query are being counted, which may take long: one at a time, so that others are answered.
    #[error("the pages of another query are being counted; try again later")]
    Busy,
    /// The catalogue could not be asked.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

impl CdxError {
    fn parameter(name: &'static str, problem: impl Into<String>) -> CdxError {
        CdxError::Parameter { name, problem: problem.into() }
    }

    /// Whether whoever asked has to change the query.
    pub fn is_of_the_query(&self) -> bool {
        !matches!(self, CdxError::Catalogue(_) | CdxError::Busy)
    }

    /// The body of the answer that tells the error in a dialect, and its media type.
    pub fn body(&self, dialect: CdxDialect) -> (String, &'static str) {
        match dialect {
            CdxDialect::Pywb => {
                let message = serde_json::json!({ "message": self.to_string() });
                (message.to_string(), "application/json")
            }
            CdxDialect::InternetArchive | CdxDialect::Outback => {
                (format!("{self}\n"), "text/plain; charset=utf-8")
            }
        }
    }
}
