//! The clock and the random numbers of a sink.

use super::SinkError;
use std::io;
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_warc::date::Timestamp;

type Clock = dyn Fn() -> SystemTime + Send + Sync;
type Random = dyn Fn(&mut [u8; 16]) -> io::Result<()> + Send + Sync;

/// What a sink takes from the system; tests provide something else.
pub struct Sources {
    /// Gives the date and the age of files, never the date of a capture.
    pub clock: Box<Clock>,
    /// Fills in random bytes for a record id, from any thread.
    pub random: Box<Random>,
}

impl Default for Sources {
    /// Returns the clock and the random numbers of the system.
    fn default() -> Sources {
        Sources {
            clock: Box::new(SystemTime::now),
            random: Box::new(|bytes| getrandom::fill(bytes).map_err(io::Error::from)),
        }
    }
}

impl Sources {
    /// Returns a new record id: a UUID of version 4.
    pub(crate) fn record_id(&self) -> Result<String, SinkError> {
        let mut bytes = [0; 16];
        (self.random)(&mut bytes).map_err(SinkError::Random)?;
        let number = u128::from_be_bytes(bytes);
        // Version and variant, as RFC 9562 places them.
        let number = number & !(0xF << 76) | 4 << 76;
        let number = number & !(0b11 << 62) | 0b10 << 62;
        Ok(format!(
            "urn:uuid:{:08x}-{:04x}-{:04x}-{:04x}-{:012x}",
            number >> 96,
            number >> 80 & 0xFFFF,
            number >> 64 & 0xFFFF,
            number >> 48 & 0xFFFF,
            number & 0xFFFF_FFFF_FFFF
        ))
    }
}

/// Converts a time, to the millisecond; times before 1970 become 1970.
pub(super) fn timestamp(time: SystemTime) -> Timestamp {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_unix_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
