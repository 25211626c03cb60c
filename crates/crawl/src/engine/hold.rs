//! Reasons why a harvest starts no requests for now: it is not its hour, the disk is nearly full, memory is short.

use super::shared::{Shared, lock};
use crate::logs::process_memory;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Why a harvest starts no requests for now. It goes on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It is outside the hours of the job.
    Hours {
        /// When they begin again, in seconds since 1970.
        opens: u64,
    },
    /// Too little is free on the disk.
    Disk {
        /// Free bytes.
        free: u64,
        /// Bytes that have to be free.
        wanted: u64,
    },
    /// The process has too much memory.
    Memory {
        /// Its memory in bytes.
        used: u64,
        /// The most it may have.
        most: u64,
    },
}

impl Hold {
    /// Name in status and events.
    pub fn name(&self) -> &'static str {
        match self {
            Hold::Hours { .. } => "hours",
            Hold::Disk { .. } => "disk",
            Hold::Memory { .. } => "memory",
        }
    }
}

/// Time for which memory may stay above its limit, although nothing is under way, before the run ends.
const MEMORY_PATIENCE: Duration = Duration::from_secs(5);

/// What is remembered of holds.
#[derive(Default)]
pub(super) struct HoldState {
    pub(super) now: Option<Hold>,
    since: Option<Instant>,
}

impl Shared {
    /// Finds out whether requests may be started, and lets the dispatcher know. Called once in a second.
    pub(super) fn look_around(&self, store: Option<&Path>) {
        let found = self.reason_to_hold(store);
        let mut hold = lock(&self.hold);
        let is_other = hold.now.map(|it| it.name()) != found.map(|it| it.name());
        if is_other {
            hold.since = found.map(|_| Instant::now());
        }
        hold.now = found;
        drop(hold);
        let was_held = self.switches.is_waiting.swap(found.is_some(), Ordering::Relaxed);
        if is_other && matches!(found, Some(Hold::Memory { .. })) {
            // Moves to disk what the frontier has in memory.
            self.switches.wants_checkpoint.store(true, Ordering::Release);
        }
        if was_held {
            self.freed.notify_one();
        }
    }

    fn reason_to_hold(&self, store: Option<&Path>) -> Option<Hold> {
        let live = self.live();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        if let Some(opens) = live.run.opens(now) {
            return Some(Hold::Hours { opens });
        }
        let before = lock(&self.hold).now;
        for folder in [Some(&*self.folder), store].into_iter().flatten() {
            let Ok(disk) = rustix::fs::statvfs(folder) else { continue };
            let free = disk.f_bavail.saturating_mul(disk.f_frsize);
            let mut wanted = live.run.wanted_room(disk.f_blocks.saturating_mul(disk.f_frsize));
            if matches!(before, Some(Hold::Disk { .. })) {
                // A little more than before, so that it does not begin and stop all the time.
                wanted = wanted.saturating_add(wanted / 20);
            }
            if free < wanted {
                return Some(Hold::Disk { free, wanted });
            }
        }
        let mut most = live.run.memory.get()?.bytes();
        if matches!(before, Some(Hold::Memory { .. })) {
            most -= most / 20;
        }
        let used = process_memory().0 * 1024;
        (used > most).then_some(Hold::Memory { used, most })
    }

    /// Whether memory stayed above its limit so long that waiting is of no use.
    pub(super) fn has_no_memory(&self) -> bool {
        let hold = lock(&self.hold);
        let is_memory = matches!(hold.now, Some(Hold::Memory { .. }));
        is_memory && hold.since.is_some_and(|since| since.elapsed() >= MEMORY_PATIENCE)
    }
}
