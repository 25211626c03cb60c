//! The robots.txt files that are kept for a host: one for each of its authorities, so for each scheme and port.
//!
//! The host has the place of one event of the log. If it has one authority, that is the event with its robots.txt. If
//! there are more, it is an event without an authority, whose body lists the others:
//!
//! ```text
//! body   (until, place: numbers | authority: text) for each, the oldest first
//! ```
//!
//! Programs that do not know such lists find no robots.txt there, and fetch it again.

use super::code::{number, put_number, put_text, text};
use super::error::FrontierError;
use super::event::{Event, HostId, LogPlace};
use super::{Frontier, KnownRobots};
use crate::Time;

/// Maximum number of authorities of a host whose robots.txt is kept: the latest.
const MOST: usize = 16;
/// Maximum number of bytes that are kept of a robots.txt.
const BODY_MAX: usize = 512 << 10;
/// Value of `access` in an event that is a list.
const LIST: u8 = u8::MAX;

/// Place of the robots.txt of an authority, and until when it is valid.
struct Listed {
    until: Time,
    place: LogPlace,
    authority: Vec<u8>,
}

impl Frontier {
    /// Keeps the robots.txt of one authority of a host until `until`. Bodies longer than 512 KiB are cut. `access` may
    /// be anything except 255.
    pub fn note_robots(
        &mut self,
        host: HostId,
        authority: &[u8],
        access: u8,
        body: &[u8],
        until: Time,
    ) -> Result<(), FrontierError> {
        let mut listed = self.listed_robots(host)?;
        listed.retain(|listed| listed.authority != authority);
        let body = &body[..body.len().min(BODY_MAX)];
        let mut place = self.log.add(&Event::Robots { host, until, authority, access, body });
        let mut last = until;
        if !listed.is_empty() {
            listed.push(Listed { until, place, authority: authority.to_vec() });
            let newest = &listed[listed.len().saturating_sub(MOST)..];
            last = newest.iter().map(|listed| listed.until).max().unwrap_or(until);
            let mut body = Vec::new();
            for Listed { until, place, authority } in newest {
                put_number(&mut body, until.millis());
                put_number(&mut body, *place);
                put_text(&mut body, authority);
            }
            let (until, authority, access, body) = (last, &b""[..], LIST, &body[..]);
            place = self.log.add(&Event::Robots { host, until, authority, access, body });
        }
        let host = self.state.hosts.edit(host);
        (host.robots, host.robots_until) = (place, last);
        Ok(())
    }

    /// Returns the robots.txt that was kept for an authority of a host; `None` if there is none, or it is no longer
    /// valid.
    pub fn robots(
        &self,
        host: HostId,
        authority: &[u8],
        now: Time,
    ) -> Result<Option<KnownRobots>, FrontierError> {
        if self.state.hosts.at(host).robots_until <= now {
            return Ok(None);
        }
        let mut listed = self.listed_robots(host)?.into_iter();
        let found = listed.find(|listed| listed.authority == authority && listed.until > now);
        let Some(Listed { until, place, .. }) = found else { return Ok(None) };
        self.log.read(place, |event| match event {
            Event::Robots { authority, access, body, .. } => {
                Some(KnownRobots { authority: authority.into(), access, body: body.into(), until })
            }
            _ => None,
        })
    }

    /// Whether a valid robots.txt is kept for another authority of a host.
    pub fn has_robots_beside(
        &self,
        host: HostId,
        authority: &[u8],
        now: Time,
    ) -> Result<bool, FrontierError> {
        let listed = self.listed_robots(host)?;
        Ok(listed.iter().any(|listed| listed.authority != authority && listed.until > now))
    }

    fn listed_robots(&self, host: HostId) -> Result<Vec<Listed>, FrontierError> {
        let state = self.state.hosts.at(host);
        let (place, until) = (state.robots, state.robots_until);
        if place == 0 {
            return Ok(Vec::new());
        }
        let read = self.log.read(place, |event| match event {
            Event::Robots { authority: [], access: LIST, body, .. } => Some(read_list(body)),
            Event::Robots { authority, .. } => {
                Some(vec![Listed { until, place, authority: authority.into() }])
            }
            _ => None,
        })?;
        Ok(read.unwrap_or_default())
    }
}

/// Returns the entries of a list, as far as they can be read.
fn read_list(mut body: &[u8]) -> Vec<Listed> {
    let rest = &mut body;
    std::iter::from_fn(|| {
        let (until, place) = (Time::from_millis(number(rest)?), number(rest)?);
        Some(Listed { until, place, authority: text(rest)?.to_vec() })
    })
    .collect()
}
