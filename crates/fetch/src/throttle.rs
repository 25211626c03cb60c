//! A limit on bytes per second, shared by any number of connections.
//!
//! Each reader says how many bytes it has read, and is told how long to wait before it reads on. The bytes are put one
//! behind the other on a line of time, so the sum of all readers keeps the rate, in whatever order they come. What is
//! not used is not saved up, except for a tenth of a second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time whose bytes may be received at once.
const BURST: Duration = Duration::from_millis(100);
/// Longest wait after one piece.
const LONGEST: Duration = Duration::from_secs(60);
/// Fewest and most bytes that are read at once.
const PIECE: (u64, u64) = (512, 32 << 10);

/// A limit on bytes per second. The rate may be shared with other throttles and changed at any time.
#[derive(Debug)]
pub struct Throttle {
    /// Bytes per second; 0 for no limit.
    rate: Arc<AtomicU64>,
    line: Mutex<Line>,
}

/// The line of time.
#[derive(Debug, Default)]
struct Line {
    /// The rate that it was drawn for.
    rate: u64,
    /// Time at which all bytes so far would have been received at that rate; `None` if there are none.
    end: Option<Instant>,
}

impl Throttle {
    /// Creates a limit whose rate, in bytes per second, can be changed by others; 0 means no limit.
    pub fn new(rate: Arc<AtomicU64>) -> Throttle {
        Throttle { rate, line: Mutex::default() }
    }

    /// Number of bytes that should be read at once, so that waits are short.
    pub fn piece(&self) -> usize {
        let (least, most) = PIECE;
        match self.rate.load(Ordering::Relaxed) {
            0 => most as usize,
            rate => (rate / 10).clamp(least, most) as usize,
        }
    }

    /// Counts bytes that were received now; returns how long nothing more should be read. After a change of the rate,
    /// earlier bytes do not count.
    pub fn take(&self, bytes: u64, now: Instant) -> Duration {
        let rate = self.rate.load(Ordering::Relaxed);
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        if line.rate != rate {
            *line = Line { rate, end: None };
        }
        if rate == 0 {
            return Duration::ZERO;
        }
        let cost = Duration::from_secs_f64((bytes as f64 / rate as f64).min(3600.0));
        let earliest = now.checked_sub(BURST).unwrap_or(now);
        let end = line.end.map_or(earliest, |end| end.max(earliest)) + cost;
        line.end = Some(end);
        end.saturating_duration_since(now).min(LONGEST)
    }

    /// Whether nothing was received lately, so that the throttle may be forgotten.
    pub fn is_idle(&self, now: Instant) -> bool {
        let line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.end.is_none_or(|end| end + BURST <= now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets some readers read pieces as soon as they may, for so many seconds; returns the bytes of each second.
    fn received(throttle: &Throttle, readers: usize, seconds: u64) -> Vec<u64> {
        let start = Instant::now();
        let mut next = vec![start; readers];
        let mut bytes = vec![0; seconds as usize];
        loop {
            let (reader, &now) = next.iter().enumerate().min_by_key(|(_, at)| **at).unwrap();
            let second = (now - start).as_secs();
            if second >= seconds {
                return bytes;
            }
            let piece = throttle.piece() as u64;
            bytes[second as usize] += piece;
            next[reader] = now + throttle.take(piece, now).max(Duration::from_micros(10));
        }
    }

    #[test]
    fn the_sum_of_all_readers_keeps_the_rate_in_every_second() {
        for rate in [5_000, 100_000, 10_000_000] {
            for readers in [1, 7, 50] {
                let throttle = Throttle::new(Arc::new(AtomicU64::new(rate)));
                let bytes = received(&throttle, readers, 5);
                // Each reader may have begun a piece before it has to wait.
                let begun = (readers * throttle.piece()) as u64;
                assert!(bytes[0] <= rate + rate / 10 + begun, "{rate} {readers}: {bytes:?}");
                for second in &bytes[1..] {
                    let off = second.abs_diff(rate);
                    assert!(off <= rate / 20 + begun, "{rate} {readers}: {bytes:?}");
                }
            }
        }
    }

    #[test]
    fn a_rate_can_be_changed_lifted_and_shared() {
        let rate = Arc::new(AtomicU64::new(1000));
        let (one, two) = (Throttle::new(Arc::clone(&rate)), Throttle::new(Arc::clone(&rate)));
        let now = Instant::now();
        assert_eq!(one.take(10_000, now), Duration::from_millis(9900));
        assert_eq!(two.take(100, now), Duration::ZERO, "its own line");
        assert!(!one.is_idle(now) && one.is_idle(now + Duration::from_secs(11)));
        rate.store(100_000, Ordering::Relaxed);
        assert_eq!(one.take(20_000, now), Duration::from_millis(100));
        rate.store(0, Ordering::Relaxed);
        assert_eq!((one.take(u64::MAX, now), one.piece()), (Duration::ZERO, 32 << 10));
        rate.store(1, Ordering::Relaxed);
        assert_eq!((one.take(u64::MAX, now), one.piece()), (LONGEST, 512));
    }
}
