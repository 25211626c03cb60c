//! What is served where: the archive, two addresses to listen at, and the names under which the world knows them.

use crate::origins::{Origin, OriginPair};
use std::net::SocketAddr;
use std::path::PathBuf;
use stodola_access::AddressRange;
use stodola_access::people::PersonError;
use stodola_text::{Language, error_text, system_text, text};

/// Who may read the archive without signing in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingPolicy {
    /// Everybody.
    Open,
    /// Nobody: people sign in, programs have a token.
    SignedIn,
    /// Whoever has an address that belongs to a group, as in a reading room; others sign in.
    Rooms,
}

/// Settings of a server.
#[derive(Clone, Debug)]
pub struct ServeSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// Where the pages are served.
    pub listen: SocketAddr,
    /// Where archived content is served.
    pub replay_listen: SocketAddr,
    /// The address of the pages as readers know it, if it is not the one of `listen`.
    pub public_url: Option<String>,
    /// The address of archived content as readers know it.
    pub replay_url: Option<String>,
    /// Networks of proxies whose word about the reader's address is believed.
    pub trusted_proxies: Vec<AddressRange>,
    /// Who may read without signing in; `None` for everybody if only this machine is served, otherwise nobody.
    pub reading: Option<ReadingPolicy>,
    /// Whether webhooks in private networks are told of events.
    pub private_webhooks: bool,
    /// What the first page tells people to try; `None` for an archive that is no demonstration.
    pub tour: Option<DemoTour>,
}

/// What there is to try in a demonstration.
#[derive(Clone, Debug)]
pub struct DemoTour {
    /// Words that some pages have.
    pub words: String,
    /// A page that was archived.
    pub kept: Option<String>,
    /// A page that was judged, and not archived.
    pub left: Option<String>,
}

/// Errors from starting a server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The archive could not be opened.
    #[error(transparent)]
    Archive(#[from] stodola_archive::ArchiveError),
    /// The address could not be listened at.
    #[error("cannot listen at {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What went wrong.
        #[source]
        error: std::io::Error,
    },
    /// Threads could not be started.
    #[error("cannot start the server: {0}")]
    Runtime(#[source] std::io::Error),
    /// A public address is not one of the form `https://host[:port]`.
    #[error("'{0}' is not an address of the form http://host or https://host:port")]
    NotAnOrigin(String),
    /// Archived scripts could reach the pages.
    #[error(
        "'{app}' and '{replay}' have the same host name; archived scripts could act on the pages"
    )]
    SameHost {
        /// The address of the pages.
        app: String,
        /// The address of archived content.
        replay: String,
    },
    /// Other machines are served, but the names by which they ask are not known.
    #[error(
        "'{0}' can be reached from other machines: give the names they use, --public-url and --replay-url"
    )]
    NamesNeeded(SocketAddr),
    /// One public address is given without the other.
    #[error("--public-url and --replay-url are given together or not at all")]
    OneOfTwo,
    /// The jobs of the archive cannot be run.
    #[error(transparent)]
    Harvests(Box<stodola_app::crawl::CrawlError>),
    /// People of the archive could not be read or changed.
    #[error(transparent)]
    People(#[from] PersonError),
}

impl From<stodola_app::crawl::CrawlError> for ServeError {
    fn from(error: stodola_app::crawl::CrawlError) -> ServeError {
        ServeError::Harvests(Box::new(error))
    }
}

impl ServeError {
    /// Returns the error and what it came from, in a language.
    pub fn told(&self, language: Language) -> String {
        match self {
            ServeError::Archive(error) => error_text(language, error),
            ServeError::Listen { address, error } => {
                let (address, error) = (address.to_string(), system_text(language, error));
                text!(language, "error-serve-listen", address = address, error = error)
            }
            ServeError::Runtime(error) => {
                text!(language, "error-serve-runtime", error = system_text(language, error))
            }
            ServeError::NotAnOrigin(url) => text!(language, "error-serve-not-an-origin", url = url),
            ServeError::SameHost { app, replay } => {
                text!(language, "error-serve-same-host", app = app, replay = replay)
            }
            ServeError::NamesNeeded(address) => {
                text!(language, "error-serve-names-needed", address = address.to_string())
            }
            ServeError::OneOfTwo => text!(language, "error-serve-one-of-two"),
            ServeError::Harvests(error) => error_text(language, &**error),
            ServeError::People(error) => error_text(language, error),
        }
    }
}

impl ServeSettings {
    /// Who may read without signing in. Names for other machines are given when other machines are served.
    pub(crate) fn reading_policy(&self) -> ReadingPolicy {
        let usual = match &self.public_url {
            None => ReadingPolicy::Open,
            Some(_) => ReadingPolicy::SignedIn,
        };
        self.reading.unwrap_or(usual)
    }

    /// The two origins. `app` and `replay` are the addresses that are really listened at.
    pub(crate) fn origins(
        &self,
        app: SocketAddr,
        replay: SocketAddr,
    ) -> Result<OriginPair, ServeError> {
        let read =
            |url: &str| Origin::parse(url).ok_or_else(|| ServeError::NotAnOrigin(url.to_owned()));
        let pair = match (&self.public_url, &self.replay_url) {
            (Some(public), Some(replay)) => {
                OriginPair { app: read(public)?, replay: read(replay)? }
            }
            (None, None) => {
                for address in [app, replay] {
                    if !address.ip().is_loopback() {
                        return Err(ServeError::NamesNeeded(address));
                    }
                }
                // Cookies are shared by all ports of a host, so the two have different names for one machine.
                OriginPair {
                    app: read(&format!("http://localhost:{}", app.port()))?,
                    replay: read(&format!("http://{replay}"))?,
                }
            }
            _ => return Err(ServeError::OneOfTwo),
        };
        if pair.app.host() == pair.replay.host() {
            let (app, replay) = (pair.app.as_str().to_owned(), pair.replay.as_str().to_owned());
            return Err(ServeError::SameHost { app, replay });
        }
        Ok(pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origins(
        listen: &str,
        public: Option<&str>,
        replay: Option<&str>,
    ) -> Result<OriginPair, ServeError> {
        let settings = ServeSettings {
            archive: PathBuf::new(),
            listen: listen.parse().unwrap(),
            replay_listen: "127.0.0.1:8081".parse().unwrap(),
            public_url: public.map(str::to_owned),
            replay_url: replay.map(str::to_owned),
            trusted_proxies: Vec::new(),
            reading: None,
            private_webhooks: false,
            tour: None,
        };
        settings.origins(settings.listen, settings.replay_listen)
    }

    #[test]
    fn pages_and_archived_content_have_different_host_names() {
        let pair = origins("127.0.0.1:8080", None, None).unwrap();
        assert_eq!(pair.app.as_str(), "http://localhost:8080");
        assert_eq!(pair.replay.as_str(), "http://127.0.0.1:8081");
        let same = origins("127.0.0.1:1", Some("https://a.cz"), Some("https://A.cz:444"));
        assert!(matches!(same, Err(ServeError::SameHost { .. })));
        let pair = origins("0.0.0.0:80", Some("https://a.cz"), Some("https://r.a.cz/")).unwrap();
        assert_eq!(pair.replay.as_str(), "https://r.a.cz");
    }

    #[test]
    fn other_machines_need_names() {
        assert!(matches!(origins("0.0.0.0:80", None, None), Err(ServeError::NamesNeeded(_))));
        let half = origins("127.0.0.1:80", Some("https://a.cz"), None);
        assert!(matches!(half, Err(ServeError::OneOfTwo)));
        for wrong in
            ["a.cz", "ftp://a.cz", "https://", "https://a.cz/x", "https://a.cz?x", "https://u@a.cz"]
        {
            let result = origins("127.0.0.1:80", Some(wrong), Some("https://b.cz"));
            assert!(matches!(result, Err(ServeError::NotAnOrigin(_))), "{wrong}");
        }
    }
}
