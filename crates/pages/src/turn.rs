//! The turn to write in a domain: one writer at a time, in the order in which they came, and none waits longer than it
//! wants to.
//!
//! Writers of this process stand in a queue of their own. The first of them takes the lock of the domain, which keeps
//! other processes out; while another process has it, it holds `stodola.next`, so that nobody overtakes it.

use crate::domain::PageDomain;
use crate::error::PagesError;
use std::collections::{HashMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use stodola_durable::{Lock, LockError};

const LOCK: &str = "stodola.lock";
const NEXT: &str = "stodola.next";
/// How often a lock that another process has is tried.
const TRY_EVERY: Duration = Duration::from_millis(10);

/// Writers of this process, by the folder of the domain: those that wait, behind the one that writes.
#[derive(Default)]
struct Queues {
    waiting: HashMap<PathBuf, VecDeque<u64>>,
    next: u64,
}

static QUEUES: LazyLock<(Mutex<Queues>, Condvar)> = LazyLock::new(Default::default);

fn queues() -> MutexGuard<'static, Queues> {
    // Each change of the queues is one call, so a panic elsewhere leaves them whole.
    QUEUES.0.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The turn of a writer; it ends when this is dropped, or with the process.
#[derive(Debug)]
pub(crate) struct Turn {
    // Released before the place in the queue.
    _lock: Lock,
    _place: Place,
}

/// A place in the queue of this process.
#[derive(Debug)]
struct Place {
    folder: PathBuf,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut queues = queues();
        if let Some(waiting) = queues.waiting.get_mut(&self.folder) {
            waiting.retain(|&number| number != self.number);
            if waiting.is_empty() {
                queues.waiting.remove(&self.folder);
            }
        }
        QUEUES.1.notify_all();
    }
}

/// Waits for the turn to write in the folder of a domain. `purpose` is what others are told about this writer.
pub(crate) fn take(
    folder: &Path,
    domain: &PageDomain,
    purpose: &str,
    limit: Duration,
) -> Result<Turn, PagesError> {
    stodola_durable::create_folders(folder)?;
    // Two names of one folder would be two queues; the lock keeps them apart even so.
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let begun = Instant::now();
    let left = || limit.saturating_sub(begun.elapsed());
    let words =
        format!("process {} ({})\n", std::process::id(), purpose.replace(['\n', '\r'], " "));
    let busy = || {
        let holder = Lock::holder(&folder.join(LOCK));
        let holder = if holder.is_empty() { "another writer".to_owned() } else { holder };
        let holder = holder.trim_end().to_owned();
        PagesError::Busy { domain: domain.to_string(), holder, waited: begun.elapsed() }
    };
    let place = stand(&folder);
    {
        let mut queues = queues();
        let is_first = |queues: &Queues| {
            queues.waiting.get(&folder).and_then(VecDeque::front) == Some(&place.number)
        };
        while !is_first(&queues) {
            let rest = left();
            if rest.is_zero() {
                drop(queues);
                return Err(busy());
            }
            let waited = QUEUES.1.wait_timeout(queues, rest);
            queues = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
    let next = try_until(&folder.join(NEXT), &words, &left)?.ok_or_else(&busy)?;
    let lock = try_until(&folder.join(LOCK), &words, &left)?.ok_or_else(&busy)?;
    drop(next);
    Ok(Turn { _lock: lock, _place: place })
}

fn stand(folder: &Path) -> Place {
    let mut queues = queues();
    queues.next += 1;
    let number = queues.next;
    queues.waiting.entry(folder.to_owned()).or_default().push_back(number);
    Place { folder: folder.to_owned(), number }
}

fn try_until(
    path: &Path,
    words: &str,
    left: &dyn Fn() -> Duration,
) -> Result<Option<Lock>, PagesError> {
    loop {
        match Lock::take(path, words) {
            Ok(lock) => return Ok(Some(lock)),
            Err(LockError::Path(error)) => return Err(error.into()),
            Err(LockError::Held { .. }) if left().is_zero() => return Ok(None),
            Err(LockError::Held { .. }) => std::thread::park_timeout(TRY_EVERY.min(left())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn writers_take_turns_in_their_order_and_are_told_who_writes() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("a.cz");
        let domain = PageDomain::parse("a.cz").unwrap();
        let first = take(&folder, &domain, "a round", Duration::ZERO).unwrap();
        let error = take(&folder, &domain, "an addition", Duration::from_millis(20)).unwrap_err();
        let expect = format!(
            "'a.cz' is being written by process {} (a round); waited 0 s",
            std::process::id()
        );
        assert_eq!(error.to_string(), expect);
        let (out, order) = mpsc::channel();
        let real = folder.canonicalize().unwrap();
        let length = || queues().waiting.get(&real).map_or(0, VecDeque::len);
        let threads: Vec<_> = (0..5)
            .map(|number| {
                let (folder, domain, out) = (folder.clone(), domain.clone(), out.clone());
                let before = length();
                let thread = std::thread::spawn(move || {
                    let turn = take(&folder, &domain, "x", Duration::from_secs(60)).unwrap();
                    out.send(number).unwrap();
                    drop(turn);
                });
                while length() == before {
                    std::thread::yield_now();
                }
                thread
            })
            .collect();
        drop(first);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(order.iter().take(5).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert_eq!(length(), 0);
        // Another process has it.
        let other = Lock::take(&folder.join(LOCK), "process 7 (something)\n").unwrap();
        let error = take(&folder, &domain, "x", Duration::from_millis(20)).unwrap_err();
        assert!(error.to_string().contains("process 7 (something)"), "{error}");
        drop(other);
        take(&folder, &domain, "x", Duration::ZERO).unwrap();
    }
}
