//! Stays: which hosts are active.
//!
//! A harvest may know millions of hosts. Only a bounded number of them is active at a time: the robots.txt of an active
//! host is fetched, then its pages, and it stays active until nothing of it waits, or until as many of its URIs were
//! fetched as [`FrontierOptions::uris_per_stay`](super::FrontierOptions::uris_per_stay) says. Then the host that has
//! waited longest takes its place. So each host that waits has a stay before any host has a second one. Beyond
//! [`FrontierOptions::eager_hosts`](super::FrontierOptions::eager_hosts), another host becomes active only if none of
//! the active ones can be asked: the pages of a host go before the robots.txt of the next.
//!
//! ```text
//!          a URI waits                 there is room                its turn, a ticket
//! nothing ─────────────▶ idle, in line ─────────────▶ active, begun ◀────────────────▶ in flight
//!                            ▲                            │    ▲
//!                            │ end of the stay            ▼    │ its time has come, there is room
//!                            └──────────────────── long pause, begun (not active)
//! ```
//!
//! A host with a long pause, because it is dead or wants one, is not active meanwhile, though its stay goes on: when
//! the pause is over, it goes before those whose stay has not begun. With
//! [homes first](super::FrontierOptions::homes_first), the first stay of a host is for its seeds alone, with what these
//! need and where they redirect to.
//!
//! Nothing of this is stored on disk. When a frontier is opened, all hosts are idle, those with the fewest documents
//! first.

use super::event::{HostId, LEVELS};
use super::hosts::Host;
use super::state::State;
use super::turns::{Line, Turn};
use crate::Time;
use std::time::Duration;

/// Length of a pause from which on the host is not active meanwhile.
const LONG_PAUSE: Duration = Duration::from_secs(15);
/// Number of levels of the queue that a first stay is for, if homes are first: seeds, redirects and requisites.
const HOME_LEVELS: usize = 2;

impl Host {
    /// Number of levels of the queue from which it gets URIs now.
    pub(super) fn levels(&self, homes_first: bool) -> usize {
        if homes_first && !self.had_stay && self.closed == 0 {
            HOME_LEVELS
        } else if self.has_delayed {
            LEVELS - 1
        } else {
            LEVELS
        }
    }

    /// Whether a URI waits in these levels of its queue.
    pub(super) fn has_waiting(&self, levels: usize) -> bool {
        self.waiting[..levels].iter().any(|&waiting| waiting > 0)
    }

    /// Gives its place up; `active` is the number of active hosts.
    fn release(&mut self, active: &mut usize) {
        if std::mem::take(&mut self.is_active) {
            *active = active.saturating_sub(1);
        }
    }

    fn occupy(&mut self, active: &mut usize) {
        if !std::mem::replace(&mut self.is_active, true) {
            *active += 1;
        }
    }

    /// Ends its stay; its place is given up.
    fn end_stay(&mut self, active: &mut usize) {
        self.had_stay |= self.has_begun;
        self.has_begun = false;
        self.release(active);
    }
}

impl State {
    /// Schedules the host, if one of its URIs waits and nothing prevents it.
    pub(super) fn schedule(&mut self, id: HostId) {
        self.schedule_since(id, self.now);
    }

    /// Same as `schedule`, for a host that has waited since then.
    pub(super) fn schedule_since(&mut self, id: HostId, since: Time) {
        let returned = self.has_returned(id);
        let (options, now) = (&self.options, self.now);
        let host = self.hosts.edit(id);
        if host.is_waiting_for_turn {
            return;
        }
        let mut has_work = returned || host.has_waiting(host.levels(options.homes_first));
        if !has_work && host.in_flight == 0 {
            // A retry that waits for its time is part of the stay.
            if host.has_delayed {
                host.release(&mut self.active);
            } else {
                host.end_stay(&mut self.active);
            }
            // There may be nothing for a first stay, but something for the next.
            host.had_stay |= host.queued() > 0;
            has_work = host.has_waiting(host.levels(options.homes_first));
        }
        // URIs in flight may use up the budget; that is known when they have ended.
        let is_held = options.documents_per_host.is_some_and(|limit| {
            host.documents < limit && host.documents + u32::from(host.in_flight) >= limit
        });
        let is_full = host.in_flight >= options.connections_per_host;
        if !has_work || is_full || is_held {
            return;
        }
        if host.has_begun && host.stay_left == 0 && host.closed == 0 {
            match (self.turns.has_idle(), host.in_flight) {
                (false, _) => host.stay_left = options.uris_per_stay.max(1),
                (true, 0) => host.end_stay(&mut self.active),
                (true, _) => return,
            }
        }
        host.is_waiting_for_turn = true;
        host.turn = host.turn.wrapping_add(1);
        let (turn, priority) = ((id, host.turn), host.priority);
        let address = host.address.checked_sub(1);
        if host.closed != 0 {
            return self.turns.push(Line::Begun, Time::ZERO, turn, priority, None);
        }
        let is_long = host.next_at > now + LONG_PAUSE;
        if !host.has_begun {
            let time = if is_long { host.next_at } else { since };
            return self.turns.push(Line::Idle, time, turn, priority, address);
        }
        if is_long && host.in_flight == 0 {
            host.release(&mut self.active);
        }
        // With priorities, waiting begins when there is a URI to fetch, otherwise when the host becomes active: so
        // those who had a long pause go before those who become active later.
        let since = if options.has_priorities { since } else { now };
        self.turns.push(Line::Begun, host.next_at.max(since), turn, priority, address);
    }

    /// Lets idle hosts become active as long as fewer than `most` are. Returns when the next of them can, if that is
    /// only a matter of time.
    pub(super) fn admit(&mut self, most: usize, now: Time) -> Option<Time> {
        let most = most.min(self.options.active_hosts).max(1);
        while self.active < most {
            let turn = match self.turns.pop(Line::Idle, now) {
                Ok(turn) => turn,
                Err(time) => return time,
            };
            if !self.is_valid(turn) {
                continue;
            }
            let stay = self.options.uris_per_stay.max(1);
            let host = self.hosts.edit(turn.host);
            host.is_waiting_for_turn = false;
            host.occupy(&mut self.active);
            if !std::mem::replace(&mut host.has_begun, true) {
                host.stay_left = stay;
            }
            self.schedule_since(turn.host, turn.time);
        }
        None
    }

    /// Whether a turn is the latest one of its host.
    pub(super) fn is_valid(&self, turn: Turn) -> bool {
        let host = self.hosts.at(turn.host);
        host.turn == turn.turn && host.is_waiting_for_turn
    }

    /// Lets a host whose turn has come become active again after a long pause. If there is no room, it becomes the
    /// first of those who wait, and the result is `false`.
    pub(super) fn reactivate(&mut self, id: HostId) -> bool {
        let host = self.hosts.edit(id);
        if host.is_active || host.closed != 0 {
            return true;
        }
        if self.active < self.options.active_hosts.max(1) {
            host.occupy(&mut self.active);
            return true;
        }
        host.is_waiting_for_turn = true;
        host.turn = host.turn.wrapping_add(1);
        let (turn, priority) = ((id, host.turn), host.priority);
        self.turns.push(Line::Idle, Time::ZERO, turn, priority, host.address.checked_sub(1));
        false
    }

    /// Sends a host back into the line of idle hosts, because too many hosts of its address have begun.
    pub(super) fn make_idle(&mut self, id: HostId) {
        let host = self.hosts.edit(id);
        host.has_begun = false;
        host.release(&mut self.active);
    }
}
