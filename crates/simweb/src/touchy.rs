//! Touchy hosts, which refuse requests that come too fast. Only these answers depend on earlier requests and on the
//! clock, so they are made here and not by the pure web.

use crate::answer::{Dialect, Framing, SimAnswer};
use crate::date::http_date;
use crate::random::hash;
use crate::site::{Host, Site};
use crate::world::World;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

impl World {
    /// Minimum time between two requests that a host accepts; `None` if it is not touchy.
    pub fn interval(&self, host: &str) -> Option<Duration> {
        if self.settings().touchy_rate <= 0.0 {
            return None;
        }
        match Host::find(self.settings(), host)? {
            Host::Site(site) => self.site_interval(&site),
            Host::Farm(_) | Host::National(_) | Host::DeadLinks(_) => None,
        }
    }

    /// Same for a site. The catalogue is never touchy, because all others are found through it.
    pub(crate) fn site_interval(&self, site: &Site) -> Option<Duration> {
        let chance = hash(site.key ^ 0x70c4, b"") as f64 / u64::MAX as f64;
        let touchy = site.index > 0 && chance < self.settings().touchy_rate;
        touchy.then_some(self.settings().pace.interval)
    }
}

/// Time of the last successful request to each touchy host. There are no more than the web has hosts.
#[derive(Default)]
pub(crate) struct Patience(Mutex<HashMap<u64, Instant>>);

impl Patience {
    /// Returns the refusal if a request came too soon, otherwise `None`. A refused request does not count, so that the
    /// time to wait is what `Retry-After` says, whatever happens meanwhile.
    pub(crate) fn refusal(&self, world: &World, host: &str, target: &str) -> Option<SimAnswer> {
        let interval = world.interval(host)?;
        let key = hash(1, host.as_bytes());
        let now = Instant::now();
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = latest
            .get(&key)
            .map(|latest| interval.saturating_sub(now.duration_since(*latest)))
            .filter(|wait| !wait.is_zero() && target != "/robots.txt");
        match wait {
            Some(wait) => Some(refusal(key, wait)),
            None => {
                latest.insert(key, now);
                None
            }
        }
    }
}

/// Returns a refusal; each host has its own form. Its date is the real one, unlike everywhere else in this web: clients
/// compare it with their own clock.
fn refusal(key: u64, wait: Duration) -> SimAnswer {
    // Rounded up: the rest of a second has to be waited for too.
    let seconds = wait.as_millis().div_ceil(1000) as u64;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let retry_after = match key & 1 {
        0 => seconds.to_string(),
        _ => http_date((now + wait).as_millis().div_ceil(1000) as u64),
    };
    SimAnswer {
        status: if key & 6 == 0 { 503 } else { 429 },
        headers: vec![
            ("Date", http_date(now.as_secs())),
            ("Server", "simweb".to_owned()),
            ("Content-Type", "text/plain".to_owned()),
            ("Retry-After", retry_after),
        ],
        body: b"you were here a moment ago\n".to_vec(),
        framing: Framing::Length,
        dialect: Dialect::Plain,
        fault: None,
    }
}
