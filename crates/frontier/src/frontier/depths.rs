//! Lengths of the queues of a frontier, for the progress log.

use super::{Frontier, HostId};
use crate::Time;

/// Lengths of queues at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depths {
    /// Number of hosts with URIs that wait or are in flight.
    pub queues: u64,
    /// Number of those hosts that are being asked, or have a pause.
    pub engaged: u64,
    /// Number of URIs in the longest queue.
    pub deepest: u64,
    /// Number of URIs that wait, of all hosts.
    pub waiting: u64,
}

impl Depths {
    /// Ratio of all hosts with work to those that are being asked or have a pause: how many times more hosts could be
    /// asked with unlimited workers.
    pub fn congestion(&self) -> f64 {
        self.queues as f64 / self.engaged.max(1) as f64
    }

    /// Average number of URIs that wait for a host.
    pub fn average(&self) -> u64 {
        self.waiting / self.queues.max(1)
    }
}

impl Frontier {
    /// Looks at every host, which takes less than a second for ten million.
    pub fn depths(&self, now: Time) -> Depths {
        let mut depths = Depths::default();
        for id in 0..self.state.hosts.len() as HostId {
            let host = self.state.hosts.at(id);
            let waiting = host.queued();
            if waiting == 0 && host.in_flight == 0 {
                continue;
            }
            depths.queues += 1;
            depths.engaged += u64::from(host.in_flight > 0 || host.next_at > now);
            depths.deepest = depths.deepest.max(waiting);
            depths.waiting += waiting;
        }
        depths
    }
}
