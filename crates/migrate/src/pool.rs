//! Work shared among a fixed number of threads.
//!
//! A thread that waits for a result works on the queue meanwhile. So threads that read files and idle threads share the
//! compression, and never more threads run than the caller allows.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

type Task = Box<dyn FnOnce() + Send>;

/// The queue. With one thread, the caller does everything at once.
pub(crate) struct Pool {
    threads: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    tasks: VecDeque<Task>,
    is_closed: bool,
}

/// A result that may not be there yet.
pub(crate) struct Pending<T>(Arc<Mutex<Option<T>>>);

impl Pool {
    pub(crate) fn new(threads: usize) -> Pool {
        Pool { threads, state: Mutex::default(), changed: Condvar::new() }
    }

    /// Queues work; [`Pool::wait`] returns its result.
    pub(crate) fn submit<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Pending<T> {
        let slot = Arc::new(Mutex::new(None));
        let pending = Pending(slot.clone());
        if self.threads <= 1 {
            *lock(&slot) = Some(work());
            return pending;
        }
        let pool = self.clone();
        let task = Box::new(move || {
            let result = work();
            *lock(&slot) = Some(result);
            // Taken and given back, so that a waiter between its look and its sleep is not missed.
            drop(lock(&pool.state));
            pool.changed.notify_all();
        });
        lock(&self.state).tasks.push_back(task);
        self.changed.notify_all();
        pending
    }

    /// Returns the result, and works on the queue until it is there.
    pub(crate) fn wait<T>(&self, pending: &Pending<T>) -> T {
        let mut state = lock(&self.state);
        loop {
            if let Some(result) = lock(&pending.0).take() {
                return result;
            }
            match state.tasks.pop_front() {
                Some(task) => {
                    drop(state);
                    task();
                    state = lock(&self.state);
                }
                None => state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Works on the queue until the pool is closed.
    pub(crate) fn help(&self) {
        let mut state = lock(&self.state);
        loop {
            if let Some(task) = state.tasks.pop_front() {
                drop(state);
                task();
                state = lock(&self.state);
            } else if state.is_closed {
                return;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// Lets the helpers end when the queue is empty.
    pub(crate) fn close(&self) {
        lock(&self.state).is_closed = true;
        self.changed.notify_all();
    }
}

/// Locks a mutex, also after a panic in another thread: no panic leaves the data half changed.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_back_whatever_the_number_of_threads() {
        for threads in [1, 2, 5] {
            let pool = Arc::new(Pool::new(threads));
            std::thread::scope(|scope| {
                for _ in 1..threads {
                    scope.spawn(|| pool.help());
                }
                let pending: Vec<_> = (0..500u64).map(|i| pool.submit(move || i * i)).collect();
                for (i, pending) in pending.iter().enumerate() {
                    assert_eq!(pool.wait(pending), (i * i) as u64);
                }
                pool.close();
            });
        }
    }
}
