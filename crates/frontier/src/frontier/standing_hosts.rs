//! The hosts of a frontier at one moment: what waits for each, and when it may be asked.

use super::state::closed;
use super::types::HostTurn;
use super::{Frontier, HostId};

impl Frontier {
    /// Returns a host at this moment; `None` if there is none with this number. Hosts have numbers from 0 on, in the
    /// order in which they were found, and keep them.
    pub fn host_turn(&self, id: HostId) -> Option<HostTurn> {
        let hosts = &self.state.hosts;
        let host = hosts.get(id)?;
        Some(HostTurn {
            name: hosts.name(id)?,
            queued: host.queued(),
            documents: host.documents,
            bytes: host.bytes,
            in_flight: host.in_flight,
            next_at: host.next_at,
            pause: host.wait.get(),
            grown: host.least_wait.get(),
            failures: host.failures,
            closed: closed(&self.state.options, &host, &hosts.domain(&host)),
        })
    }
}
