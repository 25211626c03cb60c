//! Requests to a host that are not for one of its own URIs: a robots.txt that another host redirects to.
//!
//! Such a request needs a [visit](Frontier::visit), which respects the pause and the connection limits of the host and
//! its address. If it cannot be made now, the next turn is reserved for the visitor, and the error is the time to ask
//! again. Between two visits the host's own URIs have a turn, if some wait: so neither can starve the other.
//!
//! All of it is in memory. Hosts that the frontier has no URIs of are known only here.

use super::event::HostId;
use super::hosts::Host;
use super::state::State;
use super::{Frontier, LEVELS, Ticket};
use crate::Time;
use std::collections::HashMap;
use std::net::IpAddr;
use std::time::Duration;

/// Minimum time for which a turn is reserved for a visitor, who may come a little late.
const HELD_LEAST: Duration = Duration::from_millis(200);
/// Maximum number of turns that a visitor has to wait.
const LINE_MOST: u32 = 60;
/// Number of hosts that are remembered. If there are more, those whose pauses are over are forgotten.
const REMEMBERED: usize = 1000;

/// A request to a host that is not for one of its own URIs. Must be ended by [`Frontier::end_visit`].
#[derive(Debug)]
#[must_use]
pub struct HostVisit {
    host: Box<str>,
    address: Option<u32>,
}

impl HostVisit {
    /// Number of the address of the host; `None` if it is not known or the same as that of the visitor.
    pub fn address(&self) -> Option<u32> {
        self.address
    }
}

/// A visit that a ticket asks for.
#[derive(Debug)]
pub struct WantedVisit<'a> {
    /// The visitor. It already has a connection to its own address.
    pub by: &'a Ticket,
    /// The name of the host.
    pub host: &'a str,
    /// Address of the host; `None` if limits of addresses do not apply to it.
    pub address: Option<IpAddr>,
    /// Pause of the host between two requests.
    pub pause: Duration,
}

#[derive(Default)]
pub(super) struct Guests {
    by_name: HashMap<Box<str>, Guest>,
    /// No host that is unknown to the frontier is visited before this time.
    rest: Time,
}

/// What is known of a host that is visited.
#[derive(Default)]
struct Guest {
    /// Time of the next turn, for a host that the frontier does not know.
    next_at: Time,
    in_flight: u16,
    /// Who has the next turn, from when on, and until when the host's own URIs wait for that.
    held_by: Option<HostId>,
    held_from: Time,
    held_until: Time,
    /// Time when the last visitor in the queue is to ask again.
    line: Time,
    /// Whether the last turn was that of a visitor.
    was_visited: bool,
}

impl Guests {
    pub(super) fn rest_until(&mut self, time: Time) {
        self.rest = time;
    }

    /// Records that a host has had a turn for one of its own URIs.
    pub(super) fn own_turn(&mut self, host: &str) {
        if let Some(guest) = self.by_name.get_mut(host) {
            guest.was_visited = false;
        }
    }

    /// Passes the pause of a visited host on when the frontier gets to know the host.
    pub(super) fn move_in(&mut self, name: &str, host: &mut Host) {
        if let Some(guest) = self.by_name.get_mut(name) {
            host.next_at = host.next_at.max(guest.next_at);
            host.in_flight += std::mem::take(&mut guest.in_flight);
        }
    }

    fn of(&mut self, host: &str, now: Time) -> &mut Guest {
        if self.by_name.len() >= REMEMBERED && !self.by_name.contains_key(host) {
            self.by_name.retain(|_, guest| {
                guest.in_flight > 0 || guest.next_at.max(guest.held_until).max(guest.line) > now
            });
        }
        let next_at = self.rest;
        let new = || Guest { next_at, ..Guest::default() };
        self.by_name.entry(host.into()).or_insert_with(new)
    }
}

impl Frontier {
    /// Begins a visit, if that is possible now; otherwise the error is the time to ask again.
    pub fn visit(&mut self, wanted: &WantedVisit<'_>, now: Time) -> Result<HostVisit, Time> {
        self.state.visit(wanted, now)
    }

    /// Ends a visit; the host has a pause of `wait` from now on.
    #[allow(clippy::needless_pass_by_value, reason = "a visit ends once")]
    pub fn end_visit(&mut self, visit: HostVisit, wait: Duration, now: Time) {
        self.state.end_visit(&visit, wait, now);
    }

    /// Must be called before a request to an address is sent; returns the time to wait before sending it.
    pub fn send_to(&mut self, address: u32, now: Time) -> Duration {
        self.state.turns.send(address, now)
    }

    /// Number of tickets and visits of an address that are out.
    pub fn in_flight_at(&self, address: u32) -> u32 {
        self.state.turns.in_flight(address)
    }

    /// Returns the number of the host with this name; `None` if it is unknown.
    pub fn find_host(&self, name: &str) -> Option<HostId> {
        self.state.hosts.find(name)
    }
}

impl State {
    fn visit(&mut self, wanted: &WantedVisit<'_>, now: Time) -> Result<HostVisit, Time> {
        let address = wanted.address.map(|address| self.hosts.address_id(address));
        let address = address.filter(|address| Some(*address) != wanted.by.address);
        let id = self.hosts.find(wanted.host);
        let has_own = id.is_some_and(|id| self.has_own(id));
        let most = self.options.connections_per_host;
        let held = wanted.pause.max(HELD_LEAST);
        let guest = self.guests.of(wanted.host, now);
        let (next_at, in_flight) = match id {
            Some(id) => {
                let host = self.hosts.edit(id);
                (&mut host.next_at, &mut host.in_flight)
            }
            None => (&mut guest.next_at, &mut guest.in_flight),
        };
        let is_held = guest.held_by.is_some() && guest.held_until > now;
        let is_own = is_held && guest.held_by == Some(wanted.by.host);
        // The turn of the host has not changed since it was reserved for this visitor.
        let has_turn = is_own && guest.held_from <= now && *next_at == guest.held_until;
        let must_yield = !is_own && (is_held || (guest.was_visited && has_own));
        if *in_flight >= most || must_yield {
            let soonest = now.max(*next_at) + held;
            guest.line = soonest.max(guest.line + held).min(soonest + held * LINE_MOST);
            return Err(guest.line);
        }
        let mut at = if has_turn { now } else { now.max(*next_at) };
        if at <= now
            && let Some(address) = address
            && let Err(later) = self.turns.visit(address, now, held)
        {
            at = later;
        }
        if at > now {
            guest.held_by = Some(wanted.by.host);
            (guest.held_from, guest.held_until) = (at, at + held);
            *next_at = at + held;
            return Err(at);
        }
        *in_flight += 1;
        *next_at = now + held;
        (guest.held_by, guest.was_visited) = (None, true);
        Ok(HostVisit { host: wanted.host.into(), address })
    }

    fn end_visit(&mut self, visit: &HostVisit, wait: Duration, now: Time) {
        if let Some(address) = visit.address {
            self.turns.end(address);
        }
        let id = self.hosts.find(&visit.host);
        let (next_at, in_flight) = match id {
            Some(id) => {
                let host = self.hosts.edit(id);
                (&mut host.next_at, &mut host.in_flight)
            }
            None => {
                let guest = self.guests.of(&visit.host, now);
                (&mut guest.next_at, &mut guest.in_flight)
            }
        };
        *in_flight = in_flight.saturating_sub(1);
        *next_at = (*next_at).max(now + wait);
        if let Some(id) = id {
            self.schedule(id);
        }
    }

    /// Whether URIs of the host itself wait for its turn.
    fn has_own(&self, id: HostId) -> bool {
        let host = self.hosts.at(id);
        let levels = if host.has_delayed { LEVELS - 1 } else { LEVELS };
        host.closed == 0
            && (host.waiting[..levels].iter().any(|&waiting| waiting > 0) || self.has_returned(id))
    }
}
