//! Connections that are kept open for the next turn of a host, if that comes soon.
//!
//! Idle connections count for the limit of an address: they are closed if one is needed.

use super::lock;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};
use stodola_fetch::Session;
use stodola_frontier::HostId;

/// Maximum idle time. Servers close idle connections after a few seconds, and idle ones are a burden to them.
const IDLE_MAX: Duration = Duration::from_secs(4);
/// Maximum number of idle connections.
const KEPT_MAX: usize = 512;

#[derive(Default)]
pub(super) struct Sessions {
    kept: Mutex<HashMap<HostId, Vec<IdleSession>>>,
}

struct IdleSession {
    session: Session,
    since: Instant,
    address: Option<u32>,
}

impl Sessions {
    pub(super) fn take(&self, host: HostId) -> Option<Session> {
        let mut kept = lock(&self.kept);
        let sessions = kept.get_mut(&host)?;
        let found = sessions.pop();
        if sessions.is_empty() {
            kept.remove(&host);
        }
        found.filter(|kept| kept.since.elapsed() < IDLE_MAX).map(|kept| kept.session)
    }

    /// Keeps a session if the next turn of the host comes soon enough, and there is `room` at its address: the number
    /// of idle connections allowed there.
    pub(super) fn keep(
        &self,
        host: HostId,
        session: Session,
        wait: Duration,
        (address, room): (Option<u32>, usize),
    ) {
        if !session.is_connected() || wait >= IDLE_MAX || room == 0 {
            return;
        }
        self.make_room(address, room - 1);
        let mut kept = lock(&self.kept);
        if kept.len() < KEPT_MAX {
            kept.entry(host).or_default().push(IdleSession {
                session,
                since: Instant::now(),
                address,
            });
        }
    }

    /// Closes idle connections to an address, the oldest first, until no more than `room` are left.
    pub(super) fn make_room(&self, address: Option<u32>, room: usize) {
        if address.is_none() {
            return;
        }
        let mut kept = lock(&self.kept);
        let mut idle: Vec<(Instant, HostId)> = Vec::new();
        for (host, sessions) in &*kept {
            let here = sessions.iter().filter(|kept| kept.address == address);
            idle.extend(here.map(|kept| (kept.since, *host)));
        }
        let Some(most) = idle.len().checked_sub(room).filter(|&most| most > 0) else { return };
        idle.sort_unstable();
        for (since, host) in &idle[..most] {
            let Some(sessions) = kept.get_mut(host) else { continue };
            sessions.retain(|kept| kept.since != *since);
            if sessions.is_empty() {
                kept.remove(host);
            }
        }
    }

    /// Closes connections that have been idle for too long.
    pub(super) fn sweep(&self) {
        lock(&self.kept).retain(|_, sessions| {
            sessions.retain(|kept| kept.since.elapsed() < IDLE_MAX);
            !sessions.is_empty()
        });
    }
}
