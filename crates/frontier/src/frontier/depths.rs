//! How long the queues of a frontier are: numbers for the log of progress.

use super::Frontier;
use crate::Time;

/// How long queues are, at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Depths {
    /// Hosts with something to do.
    pub queues: u64,
    /// Those of them that are asked, or left alone for now.
    pub engaged: u64,
    /// URIs of the host that most wait for.
    pub deepest: u64,
    /// URIs that wait, of all hosts.
    pub waiting: u64,
}

impl Depths {
    /// How many times as many hosts could be asked if there were no end of workers.
    pub fn congestion(&self) -> f64 {
        self.queues as f64 / self.engaged.max(1) as f64
    }

    /// URIs that wait for a host, on average.
    pub fn average(&self) -> u64 {
        self.waiting / self.queues.max(1)
    }
}

impl Frontier {
    /// Looks at every host; a second for some ten million.
    pub fn depths(&self, now: Time) -> Depths {
        let mut depths = Depths::default();
        for host in &self.state.hosts.list {
            let waiting: u64 = host.waiting.iter().copied().map(u64::from).sum();
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
