//! The client: settings, names and TLS configuration that all sessions share.

use std::sync::Arc;

use crate::connect_to::{Place, place_all};
use crate::dns::{DnsCounts, DnsLimits, Resolved, Resolver};
use crate::failure::{DnsFailure, Failure, SetupError};
use crate::proxy::proxy_for;
use crate::request::{check_own_field, is_field_value};
use crate::robots::RobotsAnswer;
use crate::session::Session;
use crate::settings::ClientSettings;
use crate::target::address;
use crate::tls::Tls;

/// Opens sessions. Cheap to clone; clones share the cache of host names.
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
    /// Creates a client. An error if the settings cannot be used.
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
        for (name, value) in &settings.headers {
            check_own_field(name, value)
                .map_err(|reason| SetupError::HeaderField { name: name.clone(), reason })?;
        }
        if let Some(folder) = &settings.spool.folder {
            // Fails now rather than with the first large response.
            tempfile::tempfile_in(folder)
                .map_err(|source| SetupError::SpoolFolder { path: folder.clone(), source })?;
        }
        let asks_nobody = settings.proxy.as_ref().is_some_and(|proxy| proxy.needs_no_names());
        let resolver = match asks_nobody || place_all(&settings.connect_to) {
            true => Resolver::mute(&settings.dns),
            false => Resolver::new(&settings.dns)?,
        };
        let tls = Tls::new(settings.tls)?;
        Ok(Client { shared: Arc::new(Shared { settings, resolver, tls }) })
    }

    /// What all sessions share.
    pub(crate) fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The settings of the client.
    pub fn settings(&self) -> &ClientSettings {
        &self.shared.settings
    }

    /// Returns a session, without a connection yet.
    pub fn session(&self) -> Session {
        Session::new(Arc::clone(&self.shared))
    }

    /// Returns the addresses of a host. No name server is asked if the host is an address, in whatever spelling, or if
    /// [`ConnectTo`](crate::ConnectTo) gives its address, at whatever port. There are no addresses if a proxy resolves
    /// the name.
    pub async fn resolve(&self, host: &str) -> Result<Resolved, Failure> {
        let shared = &*self.shared;
        let is_elsewhere = proxy_for(&shared.settings, host).is_some_and(|it| it.resolves_names());
        let rules = shared.settings.connect_to.iter();
        let place = rules.filter(|rule| rule.is_for_host(host)).find_map(|rule| rule.place());
        let host = match place {
            Some(Place::Address(address)) => {
                return Ok(Resolved {
                    addresses: vec![*address],
                    answer: None,
                    is_elsewhere: false,
                });
            }
            Some(Place::Name(name)) => name,
            None => host,
        };
        match address(host) {
            Ok(Some(address)) => {
                Ok(Resolved { addresses: vec![address], answer: None, is_elsewhere: false })
            }
            Ok(None) if is_elsewhere => {
                Ok(Resolved { addresses: Vec::new(), answer: None, is_elsewhere })
            }
            Ok(None) => {
                let answer = shared.resolver.resolve(&host.to_ascii_lowercase()).await?;
                let addresses = answer.addresses.clone();
                Ok(Resolved { addresses, answer: Some(answer), is_elsewhere })
            }
            Err(_) => Err(Failure::Dns(DnsFailure::NoSuchName)),
        }
    }

    /// What name servers were asked so far, by all clones of this client.
    pub fn dns_counts(&self) -> DnsCounts {
        self.shared.resolver.counts()
    }

    /// Sets how much name servers are asked from now on, by all clones of this client.
    pub fn set_dns_limits(&self, limits: DnsLimits) {
        self.shared.resolver.set_limits(limits);
    }

    /// Fetches the `robots.txt` that applies to a URI, following redirects, see [`RobotsAnswer`].
    ///
    /// The session is used for the host of the URI alone; its connection is kept if possible. A caller that has to
    /// pause between requests to the hosts of redirects goes step by step, see
    /// [`RobotsTrail`](crate::robots::RobotsTrail).
    pub async fn robots(&self, session: &mut Session, uri: &[u8]) -> RobotsAnswer {
        crate::robots::fetch(self, session, uri).await
    }
}
