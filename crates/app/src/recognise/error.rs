//! What stops the work on an input, or on all.

use std::io;
use std::path::PathBuf;
use stodola_fetch::{Failure, RdapError, SetupError};
use stodola_warc::Wrapping;

/// Errors from recognising pages.
#[derive(Debug, thiserror::Error)]
pub enum RecogniseError {
    /// The pack, the properties or the database of countries cannot be used.
    #[error("{0}")]
    Judge(#[from] stodola_judge::Error),
    /// Several pages are to be fetched, or a third party is to be asked, without a contact.
    #[error("give a contact for webmasters: --contact MAIL-OR-URL")]
    NoContact,
    /// Folders and lists have nothing in them.
    #[error("no inputs: the folders and lists are empty")]
    NoInputs,
    /// The list of inputs cannot be read.
    #[error("cannot read the list '{}'", path.display())]
    List {
        /// The list.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A line of the list of inputs is not text.
    #[error("{}:{line}: the line is not UTF-8", path.display())]
    ListLine {
        /// The list.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        /// Why.
        source: io::Error,
    },
    /// No thread for requests can be started.
    #[error("cannot start")]
    Start(#[source] io::Error),
    /// The settings for requests are wrong.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The RDAP server or its file of answers cannot be used.
    #[error("{0}")]
    Rdap(#[from] RdapError),
    /// An input cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// Whoever takes the pages cannot take more; no input is at fault.
    #[error("{0}")]
    Output(#[source] io::Error),
    /// The file is packed in something that must be unpacked first.
    #[error("cannot be read: looks like {0}")]
    Wrapped(Wrapping),
    /// A file with the name of an archive has no record.
    #[error("not an archive: it contains no record")]
    NoRecords,
    /// The server sent no status.
    #[error("the server sent no status")]
    NoStatus,
    /// The server sent no head that can be read.
    #[error("the server sent no head")]
    NoHead,
    /// A redirect does not say where to.
    #[error("the redirect has no Location")]
    NoLocation,
    /// A redirect leads to something that is no URI.
    #[error("the redirect to '{0}' cannot be followed")]
    BadRedirect(String),
    /// The server answered with another status than 200.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// The redirects have no end.
    #[error("more than {0} redirects")]
    TooManyRedirects(usize),
    /// The URL names no host.
    #[error("the URL has no host")]
    NoHost,
    /// The rules for robots forbid the page.
    #[error("its robots.txt forbids it: '{0}'")]
    Forbidden(String),
    /// Nobody knows what the rules for robots are.
    #[error("{0}")]
    RobotsUnknown(String),
    /// The page could not be fetched.
    #[error("{0}")]
    Fetch(#[from] Failure),
}
