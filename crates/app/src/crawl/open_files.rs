//! The limit of open files: each URI in work has a connection and possibly a spool file.

use super::event::OpenFiles;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Open files per worker: a connection, and a file for a response that is too long for memory.
const PER_WORKER: u64 = 2;
/// Number of idle connections that are kept for the next turn of a host.
const IDLE: u64 = 512;
/// Number of other files: the frontier, WARC files, the catalogue, logs and files of the system.
const OTHERS: u64 = 160;

/// Returns the number of workers for which a limit is enough.
fn workers_within(limit: u64) -> u32 {
    let room = limit.saturating_sub(IDLE + OTHERS) / PER_WORKER;
    u32::try_from(room).unwrap_or(u32::MAX).max(1)
}

/// Raises the limit of open files to what this number of workers needs, as far as the system allows. Returns the number
/// of possible workers; the error says why these are fewer.
pub(crate) fn make_room(workers: u32) -> Result<u32, OpenFiles> {
    let needed = u64::from(workers) * PER_WORKER + IDLE + OTHERS;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    if current.is_none_or(|current| current >= needed) {
        return Ok(workers);
    }
    let wanted = maximum.map_or(needed, |maximum| maximum.min(needed));
    // If this is refused, the present limit has to be enough.
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
