//! The hosts of a frontier at one moment: what waits for each, and when it may be asked.

use super::hosts::Host;
use super::state::closed;
use super::types::HostTurn;
use super::{Frontier, HostId};

impl Frontier {
    /// Returns hosts whose name has `part` in it, those with the longest queue first, at most `most` of them; and how
    /// many such hosts there are. Looks at every host.
    pub fn host_turns(&self, part: &str, most: usize) -> (usize, Vec<HostTurn>) {
        let hosts = self.state.hosts.list.iter().enumerate();
        let mut found: Vec<(u64, usize)> = hosts
            .filter(|(_, host)| part.is_empty() || host.name.contains(part))
            .map(|(number, host)| (queued(host), number))
            .collect();
        let total = found.len();
        let order = |a: &(u64, usize), b: &(u64, usize)| b.0.cmp(&a.0).then(a.1.cmp(&b.1));
        if (1..total).contains(&most) {
            found.select_nth_unstable_by(most - 1, order);
        }
        found.truncate(most);
        found.sort_unstable_by(order);
        (total, found.into_iter().map(|(_, number)| self.host_turn(number as HostId)).collect())
    }

    fn host_turn(&self, id: HostId) -> HostTurn {
        let hosts = &self.state.hosts;
        let host = &hosts.list[id as usize];
        HostTurn {
            name: host.name.clone(),
            queued: queued(host),
            documents: host.documents,
            bytes: host.bytes,
            in_flight: host.in_flight,
            next_at: host.next_at,
            pause: host.wait.get(),
            grown: host.least_wait.get(),
            failures: host.failures,
            closed: closed(&self.state.options, host, &hosts.domains[host.domain as usize]),
        }
    }
}

fn queued(host: &Host) -> u64 {
    host.waiting.iter().map(|number| u64::from(*number)).sum()
}
