//! Countries of domain owners, from a server that the user names.

use super::{RecogniseError, RecogniseSettings, web};
use stodola_fetch::{Client, Country, Rdap};
use tokio::runtime::{Builder, Runtime};

pub(super) struct Owners {
    runtime: Runtime,
    rdap: Rdap,
}

impl Owners {
    /// Returns `None` if the user names no server: then no server is asked.
    pub(super) fn new(settings: &RecogniseSettings) -> Result<Option<Owners>, RecogniseError> {
        if settings.rdap.is_none() && settings.whois.is_none() {
            return Ok(None);
        }
        let runtime =
            Builder::new_current_thread().enable_all().build().map_err(RecogniseError::Start)?;
        let rdap = {
            let _inside = runtime.enter();
            let client = Client::new(web::fetch_settings(settings))?;
            let cache = settings.rdap_cache.clone();
            match (&settings.rdap, &settings.whois) {
                (Some(base), Some(server)) => {
                    Rdap::new(client, base, Rdap::PAUSE, cache)?.and_whois(server)?
                }
                (Some(base), None) => Rdap::new(client, base, Rdap::PAUSE, cache)?,
                (None, server) => {
                    let server = server.as_deref().unwrap_or_default();
                    Rdap::whois_only(client, server, Rdap::PAUSE, cache)?
                }
            }
        };
        Ok(Some(Owners { runtime, rdap }))
    }

    /// Returns the country of the owner of a URI's domain; `None` if it cannot be found.
    pub(super) fn country(&self, uri: &[u8]) -> Option<Country> {
        let host = stodola_uri::host(uri)?;
        self.runtime.block_on(self.rdap.country(&host))
    }
}
