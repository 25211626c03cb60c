//! Looking up earlier captures, which may block, in a few threads of their own.
//!
//! Questions wait in a queue, at most one for each worker of the harvest. A thread that is awake works through the
//! queue; another one is woken only if the queue becomes long. So a busy harvest hardly ever pays for waking a thread,
//! and on a slow disk several look-ups run at once. Threads are started when they are first needed: a first harvest,
//! which has nothing to look up, has none.

use super::HarvestError;
use super::shared::lock;
use crate::contracts::{ContractError, EarlierCapture, Past};
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use tokio::sync::oneshot;

/// Maximum number of threads.
const THREADS: usize = 4;
/// Number of questions that wait for each thread before another one is woken or started.
const QUEUED: usize = 8;

type Answer = Result<Option<EarlierCapture>, ContractError>;

/// Looks up earlier captures.
pub(super) struct Lookups {
    queue: Arc<Queue>,
}

struct Queue {
    past: Arc<dyn Past>,
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Default)]
struct State {
    questions: VecDeque<(Vec<u8>, oneshot::Sender<Answer>)>,
    threads: Vec<JoinHandle<()>>,
    /// Number of threads that wait for a question.
    asleep: usize,
    is_over: bool,
}

impl Lookups {
    pub(super) fn new(past: Arc<dyn Past>) -> Lookups {
        let (state, bell) = (Mutex::default(), Condvar::new());
        Lookups { queue: Arc::new(Queue { past, state, bell }) }
    }

    /// Returns the last capture of a URI; `None` if there is none.
    pub(super) async fn earlier(&self, uri: &[u8]) -> Result<Option<EarlierCapture>, HarvestError> {
        let (answer, answered) = oneshot::channel();
        self.put(uri.to_vec(), answer)?;
        let lost = |_| HarvestError::Worker("a look-up of an earlier capture failed".to_owned());
        answered.await.map_err(lost)?.map_err(HarvestError::Past)
    }

    fn put(&self, uri: Vec<u8>, answer: oneshot::Sender<Answer>) -> Result<(), HarvestError> {
        let mut state = lock(&self.queue.state);
        state.questions.push_back((uri, answer));
        let awake = state.threads.len() - state.asleep;
        if state.questions.len() <= awake * QUEUED {
            return Ok(());
        }
        if state.asleep > 0 {
            self.queue.bell.notify_one();
        } else if state.threads.len() < THREADS {
            let queue = Arc::clone(&self.queue);
            match Builder::new().spawn(move || queue.work()) {
                Ok(thread) => state.threads.push(thread),
                // Without any thread the question would never be answered.
                Err(error) if state.threads.is_empty() => {
                    return Err(HarvestError::Worker(format!("cannot start a thread: {error}")));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }
}

impl Drop for Lookups {
    /// Nobody waits for an answer any more. Threads end with their current question, and are waited for: the caller
    /// closes what they use.
    fn drop(&mut self) {
        let threads = {
            let mut state = lock(&self.queue.state);
            state.is_over = true;
            state.questions.clear();
            self.queue.bell.notify_all();
            std::mem::take(&mut state.threads)
        };
        for thread in threads {
            // The thread catches panics, and its answers no longer matter.
            let _ = thread.join();
        }
    }
}

impl Queue {
    fn work(&self) {
        let mut state = lock(&self.state);
        loop {
            if state.is_over {
                return;
            }
            let Some((uri, answer)) = state.questions.pop_front() else {
                state.asleep += 1;
                state = self.bell.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.asleep -= 1;
                continue;
            };
            drop(state);
            // After a panic the channel is dropped without an answer, and the caller gets an error.
            let found = catch_unwind(AssertUnwindSafe(|| self.past.earlier(&uri)));
            if let Ok(found) = found {
                // The caller may be gone.
                let _ = answer.send(found);
            }
            state = lock(&self.state);
        }
    }
}
