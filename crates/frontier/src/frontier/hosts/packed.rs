//! A host that nothing is fetched from now, in few bytes: only what differs from a new host.
//!
//! ```text
//! packed   fields: number, a bit for each that is not zero | these fields: numbers
//! ```
//!
//! This is in memory only; the checkpoint has another form.

use super::super::code::{number, put_number};
use super::super::event::LEVELS;
use super::super::priority::PRIORITY_COMMON;
use super::{Host, ShortSpan};
use crate::Time;

/// Number of fields beside the levels of the queue.
const FIELDS: usize = 14;

/// Returns the bytes of a host.
pub(super) fn pack(host: &Host, out: &mut Vec<u8>) -> Box<[u8]> {
    let flags = u64::from(host.has_delayed)
        | u64::from(host.is_waiting_for_turn) << 1
        | u64::from(host.is_active) << 2
        | u64::from(host.has_begun) << 3
        | u64::from(host.had_stay) << 4;
    let fields: [u64; FIELDS] = [
        host.domain.into(),
        host.turn.into(),
        flags,
        host.address.into(),
        host.next_at.millis(),
        host.wait.0.into(),
        host.least_wait.0.into(),
        host.documents.into(),
        host.bytes,
        host.robots,
        host.robots_until.millis(),
        u64::from(host.failures) << 8 | u64::from(host.closed),
        u64::from(host.priority ^ PRIORITY_COMMON) << 8 | u64::from(host.good_answers),
        u64::from(host.stay_left) << 16 | u64::from(host.in_flight),
    ];
    let levels = host.waiting.iter().map(|&waiting| u64::from(waiting));
    let all = levels.chain(fields);
    let present = all.clone().enumerate().filter(|(_, value)| *value > 0);
    out.clear();
    put_number(out, present.clone().map(|(bit, _)| 1u64 << bit).sum());
    present.for_each(|(_, value)| put_number(out, value));
    out.as_slice().into()
}

/// Returns the host of these bytes. Bytes that [`pack`] did not make give a host with other numbers, nothing worse.
pub(super) fn unpack(mut bytes: &[u8]) -> Host {
    let rest = &mut bytes;
    let present = number(rest).unwrap_or_default();
    let mut field = |bit: usize| match present >> bit & 1 {
        0 => 0,
        _ => number(rest).unwrap_or_default(),
    };
    let mut host = Host::new(0);
    for level in 0..LEVELS {
        host.waiting[level] = field(level) as u32;
    }
    let fields: [u64; FIELDS] = std::array::from_fn(|at| field(LEVELS + at));
    let [domain, turn, flags, address, next_at, wait, least_wait, documents, bytes, rest @ ..] =
        fields;
    let [robots, robots_until, failures, priority, stay] = rest;
    host.domain = domain as u32;
    host.turn = turn as u32;
    host.has_delayed = flags & 1 != 0;
    host.is_waiting_for_turn = flags & 2 != 0;
    host.is_active = flags & 4 != 0;
    host.has_begun = flags & 8 != 0;
    host.had_stay = flags & 16 != 0;
    host.address = address as u32;
    host.next_at = Time::from_millis(next_at);
    host.wait = ShortSpan(wait as u32);
    host.least_wait = ShortSpan(least_wait as u32);
    host.documents = documents as u32;
    host.bytes = bytes;
    host.robots = robots;
    host.robots_until = Time::from_millis(robots_until);
    host.failures = (failures >> 8) as u16;
    host.closed = failures as u8;
    host.priority = (priority >> 8) as u8 ^ PRIORITY_COMMON;
    host.good_answers = priority as u8;
    host.stay_left = (stay >> 16) as u32;
    host.in_flight = stay as u16;
    host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_comes_back() {
        let mut host = Host::new(9);
        let check = |host: &Host| {
            let packed = pack(host, &mut Vec::new());
            assert_eq!(&unpack(&packed), host);
            packed.len()
        };
        assert!(check(&host) <= 5);
        host.waiting[0] = 1;
        (host.turn, host.is_waiting_for_turn) = (1, true);
        assert!(check(&host) <= 8, "a seed that waits");
        let full = Host {
            domain: u32::MAX,
            address: u32::MAX - 1,
            waiting: std::array::from_fn(|level| u32::MAX - level as u32),
            next_at: Time::MAX,
            wait: ShortSpan(u32::MAX),
            least_wait: ShortSpan(u32::MAX - 1),
            good_answers: u8::MAX,
            documents: u32::MAX - 2,
            bytes: u64::MAX,
            robots: u64::MAX - 1,
            robots_until: Time::from_millis(u64::MAX - 2),
            in_flight: u16::MAX,
            failures: u16::MAX - 1,
            closed: u8::MAX - 1,
            has_delayed: true,
            turn: u32::MAX - 3,
            is_waiting_for_turn: true,
            priority: 10,
            is_active: true,
            has_begun: true,
            had_stay: true,
            stay_left: u32::MAX,
        };
        check(&full);
        check(&Host { priority: 0, is_active: false, has_begun: false, ..full });
    }

    #[test]
    fn wrong_bytes_are_no_danger() {
        for bytes in [&[][..], &[0xFF; 40], &[0xFF, 0xFF, 0xFF, 1], &[1]] {
            unpack(bytes);
        }
    }
}
