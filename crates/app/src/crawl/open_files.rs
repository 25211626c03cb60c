//! The limit of open files: each URI that is worked on has a connection and perhaps a file it is spooled to.

use super::event::OpenFiles;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// A connection, and a file for what is too long for memory.
const PER_WORKER: u64 = 2;
/// Idle connections that are kept for a host's next turn.
const IDLE: u64 = 512;
/// The frontier, WARC files, the catalogue, logs and whatever the system opens.
const OTHERS: u64 = 160;

/// How many workers a limit is enough for.
fn workers_within(limit: u64) -> u32 {
    let room = limit.saturating_sub(IDLE + OTHERS) / PER_WORKER;
    u32::try_from(room).unwrap_or(u32::MAX).max(1)
}

/// Lets the program have as many files open as so many workers need, as far as the system allows it. Returns how many
/// workers there may be; the error says why these are fewer.
pub(super) fn make_room(workers: u32) -> Result<u32, OpenFiles> {
    let needed = u64::from(workers) * PER_WORKER + IDLE + OTHERS;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= needed) {
        return Ok(workers);
    }
    let wanted = maximum.map_or(needed, |maximum| maximum.min(needed));
    // If it is refused, what is there has to do.
    let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok();
    let limit = if raised { wanted } else { current.unwrap_or(wanted) };
    let possible = workers_within(limit).min(workers);
    match possible < workers {
        true => Err(OpenFiles { workers, needed, limit, possible }),
        false => Ok(possible),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_enough_for_some_workers_and_for_one_at_least() {
        assert_eq!(workers_within(1024), 176);
        assert_eq!(workers_within(100), 1);
        assert_eq!(workers_within(u64::MAX), u32::MAX);
    }
}
