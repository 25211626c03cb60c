//! Countries of domains' owners, from a server that the user names.

use super::{Arguments, web};
use anyhow::Context;
use std::path::PathBuf;
use stodola_fetch::{Client, Country, Rdap};
use tokio::runtime::{Builder, Runtime};

/// Below the user's folder of caches.
const CACHE: &str = "stodola/rdap.tsv";

pub(super) struct Owners {
    runtime: Runtime,
    rdap: Rdap,
}

impl Owners {
    /// `None` if the user names no server: then nobody is asked.
    pub(super) fn new(arguments: &Arguments) -> anyhow::Result<Option<Owners>> {
        let Some(base) = &arguments.rdap else { return Ok(None) };
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .context("cannot start a thread for RDAP requests")?;
        let rdap = {
            let _inside = runtime.enter();
            let client = Client::new(web::settings(arguments))?;
            let cache = arguments.rdap_cache.clone().or_else(user_cache);
            Rdap::new(client, base, Rdap::PAUSE, cache)?
        };
        Ok(Some(Owners { runtime, rdap }))
    }

    /// The country of the owner of a URI's domain, if that can be found out.
    pub(super) fn country(&self, uri: &[u8]) -> Option<Country> {
        let host = stodola_uri::host(uri)?;
        self.runtime.block_on(self.rdap.country(&host))
    }
}

/// Where programs keep what they can get again.
fn user_cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let caches = folder("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    let caches = caches.or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(caches.join(CACHE))
}
