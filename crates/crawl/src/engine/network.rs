//! Sending requests: the client, open connections, and what robots.txt allows.

use super::rules::RulesCache;
use super::sessions::Sessions;
use super::setup::product;
use super::shared::Shared;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stodola_fetch::{Client, Session};
use stodola_frontier::{HostId, Ticket};

/// Everything needed to send requests.
pub(super) struct Network {
    pub(super) client: Client,
    pub(super) sessions: Sessions,
    pub(super) rules: Mutex<RulesCache>,
    /// Whether the previous run ended regularly, or there was none. If not, a host may have been asked just before its
    /// end.
    pub(super) was_clean: bool,
}

impl Network {
    pub(super) fn new(client: Client, was_clean: bool) -> Network {
        Network { client, sessions: Sessions::default(), rules: Mutex::default(), was_clean }
    }

    /// Returns a session for a host: with its open connection if there is one.
    pub(super) fn session(&self, shared: &Shared, host: HostId, name: &str) -> Session {
        match self.sessions.take(host) {
            Some(mut session) => {
                session.set_throttles(shared.bandwidth.throttles(name));
                session
            }
            None => self.new_session(shared, name),
        }
    }

    /// Returns a session for a host, without a connection.
    pub(super) fn new_session(&self, shared: &Shared, name: &str) -> Session {
        let mut session = self.client.session();
        let agent = shared.job.fetch.user_agent_of(name);
        session.set_user_agent(agent.map(|text| Arc::from(product(&shared.job, text))));
        session.set_throttles(shared.bandwidth.throttles(name));
        session
    }

    /// Keeps a session for the next turn of a ticket's host, after `wait`.
    pub(super) fn keep(&self, shared: &Shared, ticket: &Ticket, session: Session, wait: Duration) {
        self.sessions.keep(ticket.host, session, wait, shared.room(ticket, 1));
    }

    /// Waits if requests to the address have come too close to each other, and closes connections that would exceed the
    /// limit together with this one.
    pub(super) async fn before_request(&self, shared: &Shared, ticket: &Ticket) {
        let now = shared.now();
        let wait = shared.frontier().send(ticket, now);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let (address, room) = shared.room(ticket, 0);
        self.sessions.make_room(address, room);
    }

    /// Same as `before_request`, for a visit to another host.
    pub(super) async fn before_visit(&self, shared: &Shared, address: u32) {
        let now = shared.now();
        let wait = shared.frontier().send_to(address, now);
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let in_flight = shared.frontier().in_flight_at(address);
        let room = shared.live().politeness.connections_per_ip.saturating_sub(in_flight);
        self.sessions.make_room(Some(address), room as usize);
    }
}
