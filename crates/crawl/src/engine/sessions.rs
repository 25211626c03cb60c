//! Connections that are kept open for a host's next turn, as long as that comes soon.

use super::lock;
use crate::frontier::HostId;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stodola_fetch::Session;

/// Servers close idle connections after a few seconds, and idle ones are a burden to them.
const IDLE_MAX: Duration = Duration::from_secs(4);
/// Open connections that nobody uses.
const KEPT_MAX: usize = 512;

#[derive(Default)]
pub(super) struct Sessions {
    kept: Mutex<HashMap<HostId, Vec<(Session, Instant)>>>,
}

impl Sessions {
    pub(super) fn take(&self, host: HostId) -> Option<Session> {
        let mut kept = lock(&self.kept);
        let sessions = kept.get_mut(&host)?;
        let found = sessions.pop();
        if sessions.is_empty() {
            kept.remove(&host);
        }
        found.filter(|(_, since)| since.elapsed() < IDLE_MAX).map(|(session, _)| session)
    }

    /// Keeps a session if the host's next turn comes soon enough.
    pub(super) fn keep(&self, host: HostId, session: Session, wait: Duration) {
        if !session.is_connected() || wait >= IDLE_MAX {
            return;
        }
        let mut kept = lock(&self.kept);
        if kept.len() < KEPT_MAX {
            kept.entry(host).or_default().push((session, Instant::now()));
        }
    }

    /// Closes what has been idle for too long.
    pub(super) fn sweep(&self) {
        lock(&self.kept).retain(|_, sessions| {
            sessions.retain(|(_, since)| since.elapsed() < IDLE_MAX);
            !sessions.is_empty()
        });
    }
}
