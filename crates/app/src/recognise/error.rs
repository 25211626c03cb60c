//! Errors from recognising pages.

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
    /// A veto names no criterion.
    #[error("{0}")]
    Veto(#[from] stodola_judge::NoVeto),
    /// Several pages are to be fetched, or an RDAP server is to be asked, without a contact.
    #[error("give a contact for webmasters: --contact MAIL-OR-URL")]
    NoContact,
    /// The folders and lists are empty.
    #[error("no inputs: the folders and lists are empty")]
    NoInputs,
    /// The list of inputs cannot be read.
    #[error("cannot read the list '{}'", path.display())]
    List {
        /// The list.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A line of the list of inputs is not text.
    #[error("{}:{line}: the line is not UTF-8", path.display())]
    ListLine {
        /// The list.
        path: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// The error.
        source: io::Error,
    },
    /// The thread for requests cannot be started.
    #[error("cannot start")]
    Start(#[source] io::Error),
    /// The settings for requests are not allowed.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The RDAP server or its file of answers cannot be used.
    #[error("{0}")]
    Rdap(#[from] RdapError),
    /// An input cannot be read.
    #[error("{0}")]
    Read(#[from] io::Error),
    /// The pages could not be passed on; no input is at fault.
    #[error("{0}")]
    Output(#[source] io::Error),
    /// The file is in a packing that must be undone first.
    #[error("cannot be read: looks like {0}")]
    Wrapped(Wrapping),
    /// A file with the name of an archive has no record.
    #[error("not an archive: it contains no record")]
    NoRecords,
    /// The server sent no status.
    #[error("the server sent no status")]
    NoStatus,
    /// The server sent no head that can be parsed.
    #[error("the server sent no head")]
    NoHead,
    /// A redirect has no target.
    #[error("the redirect has no Location")]
    NoLocation,
    /// The target of a redirect is not a URI.
    #[error("the redirect to '{0}' cannot be followed")]
    BadRedirect(String),
    /// The server answered with a status other than 200.
    #[error("the server answered with status {0}")]
    Status(u16),
    /// There are too many redirects.
    #[error("more than {0} redirects")]
    TooManyRedirects(usize),
    /// The URL has no host.
    #[error("the URL has no host")]
    NoHost,
    /// robots.txt forbids the page.
    #[error("its robots.txt forbids it: '{0}'")]
    Forbidden(String),
    /// The content of robots.txt is unknown.
    #[error("{0}")]
    RobotsUnknown(String),
    /// The page could not be fetched.
    #[error("{0}")]
    Fetch(#[from] Failure),
}
