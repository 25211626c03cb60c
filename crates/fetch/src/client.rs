//! What all sessions share: settings, names, keys.

use std::sync::Arc;

use crate::connect_to::{Place, place_all};
use crate::dns::{Resolved, Resolver};
use crate::failure::{DnsFailure, Failure, SetupError};
use crate::request::is_field_value;
use crate::robots::RobotsAnswer;
use crate::session::Session;
use crate::settings::ClientSettings;
use crate::target::address;
use crate::tls::Tls;

/// Opens sessions. Cheap to clone; clones share the cache of names.
#[derive(Clone, Debug)]
pub struct Client {
    shared: Arc<Shared>,
}

/// What all sessions of a client share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) settings: ClientSettings,
    pub(crate) resolver: Resolver,
    pub(crate) tls: Tls,
}

impl Client {
    /// Sets a client up.
    pub fn new(settings: ClientSettings) -> Result<Client, SetupError> {
        let from = settings.from.as_deref().unwrap_or_default();
        for (setting, value) in [
            ("user agent", settings.user_agent.as_str()),
            ("from", from),
            ("accept", &settings.accept),
            ("accept encoding", &settings.accept_encoding),
        ] {
            if !is_field_value(value.as_bytes()) || !value.is_ascii() {
                let value = value.escape_default().to_string();
                return Err(SetupError::HeaderValue { setting, value });
            }
        }
        if let Some(folder) = &settings.spool.folder {
            // Better now than with the first large response.
            tempfile::tempfile_in(folder)
                .map_err(|source| SetupError::SpoolFolder { path: folder.clone(), source })?;
        }
        let resolver = match place_all(&settings.connect_to) {
            true => Resolver::mute(&settings.dns),
            false => Resolver::new(&settings.dns)?,
        };
        let tls = Tls::new(settings.tls)?;
        Ok(Client { shared: Arc::new(Shared { settings, resolver, tls }) })
    }

    /// The settings.
    pub fn settings(&self) -> &ClientSettings {
        &self.shared.settings
    }

    /// A session without a connection yet.
    pub fn session(&self) -> Session {
        Session::new(Arc::clone(&self.shared))
    }

    /// Where a host is. Nobody is asked about addresses in whatever spelling, nor about hosts that
    /// [`ConnectTo`](crate::ConnectTo) places, at whatever port.
    pub async fn resolve(&self, host: &str) -> Result<Resolved, Failure> {
        let shared = &*self.shared;
        let rules = shared.settings.connect_to.iter();
        let place = rules.filter(|rule| rule.is_for_host(host)).find_map(|rule| rule.place());
        let host = match place {
            Some(Place::Address(address)) => {
                return Ok(Resolved { addresses: vec![*address], answer: None });
            }
            Some(Place::Name(name)) => name,
            None => host,
        };
        match address(host) {
            Ok(Some(address)) => Ok(Resolved { addresses: vec![address], answer: None }),
            Ok(None) => {
                let answer = shared.resolver.resolve(&host.to_ascii_lowercase()).await?;
                Ok(Resolved { addresses: answer.addresses.clone(), answer: Some(answer) })
            }
            Err(_) => Err(Failure::Dns(DnsFailure::NoSuchName)),
        }
    }

    /// Fetches the `robots.txt` that speaks for a URI, following redirects, see
    /// [`RobotsAnswer`].
    ///
    /// The session is used for the host of the URI alone; its connection is kept if it can be. Whoever
    /// owes pauses to the hosts that redirects lead to goes step by step, see
    /// [`RobotsTrail`](crate::robots::RobotsTrail).
    pub async fn robots(&self, session: &mut Session, uri: &[u8]) -> RobotsAnswer {
        crate::robots::fetch(self, session, uri).await
    }
}
