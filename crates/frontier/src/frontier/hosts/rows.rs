//! A host in a fixed number of bytes, for hosts that are not in use. This is never read by another process: the
//! checkpoint has another form.

use super::super::event::LEVELS;
use super::super::priority::PRIORITY_COMMON;
use super::{Host, ShortSpan};
use crate::Time;

/// Bytes of a row: 4 of each level, and those of the other fields. In tests a page has only two rows, so that even a
/// few hosts go to disk.
pub(super) const ROW: usize = if cfg!(test) { 1500 } else { LEVELS * 4 + 72 };

/// Returns the row of a host.
pub(super) fn to_row(host: &Host) -> [u8; ROW] {
    let flags = u8::from(host.has_delayed)
        | u8::from(host.is_waiting_for_turn) << 1
        | u8::from(host.is_active) << 2
        | u8::from(host.has_begun) << 3
        | u8::from(host.had_stay) << 4;
    let mut row = [0; ROW];
    let mut rest = &mut row[..];
    let mut put = |bytes: &[u8]| {
        let (room, behind) = std::mem::take(&mut rest).split_at_mut(bytes.len());
        room.copy_from_slice(bytes);
        rest = behind;
    };
    host.waiting.iter().for_each(|waiting| put(&waiting.to_le_bytes()));
    let words = [host.next_at.millis(), host.bytes, host.robots, host.robots_until.millis()];
    words.iter().for_each(|word| put(&word.to_le_bytes()));
    let numbers = [
        host.domain,
        host.name,
        host.address,
        host.wait.0,
        host.least_wait.0,
        host.documents,
        host.turn,
        host.stay_left,
    ];
    numbers.iter().for_each(|number| put(&number.to_le_bytes()));
    [host.in_flight, host.failures].iter().for_each(|number| put(&number.to_le_bytes()));
    // Rows that were never written are zeros, like those of new hosts.
    put(&[host.good_answers, host.closed, flags, host.priority ^ PRIORITY_COMMON]);
    row
}

/// Returns the host of a row. Bytes that [`to_row`] did not make give a host with other numbers, nothing worse.
pub(super) fn from_row(row: &[u8; ROW]) -> Host {
    let mut rest = &row[..];
    let mut number = |size: usize| {
        let (bytes, behind) = rest.split_at(size);
        rest = behind;
        bytes.iter().rev().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
    };
    let mut host = Host::new(0, 0);
    host.waiting.iter_mut().for_each(|waiting| *waiting = number(4) as u32);
    host.next_at = Time::from_millis(number(8));
    host.bytes = number(8);
    host.robots = number(8);
    host.robots_until = Time::from_millis(number(8));
    host.domain = number(4) as u32;
    host.name = number(4) as u32;
    host.address = number(4) as u32;
    host.wait = ShortSpan(number(4) as u32);
    host.least_wait = ShortSpan(number(4) as u32);
    host.documents = number(4) as u32;
    host.turn = number(4) as u32;
    host.stay_left = number(4) as u32;
    host.in_flight = number(2) as u16;
    host.failures = number(2) as u16;
    host.good_answers = number(1) as u8;
    host.closed = number(1) as u8;
    let flags = number(1);
    host.has_delayed = flags & 1 != 0;
    host.is_waiting_for_turn = flags & 2 != 0;
    host.is_active = flags & 4 != 0;
    host.has_begun = flags & 8 != 0;
    host.had_stay = flags & 16 != 0;
    host.priority = number(1) as u8 ^ PRIORITY_COMMON;
    host
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_comes_back() {
        let check = |host: &Host| assert_eq!(&from_row(&to_row(host)), host);
        check(&Host::new(0, 0));
        check(&Host::new(9, 7));
        let full = Host {
            domain: u32::MAX,
            name: u32::MAX - 9,
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
    fn zeros_are_a_new_host() {
        assert_eq!(from_row(&[0; ROW]), Host::new(0, 0));
    }
}
