//! Signals that ask the program to end: Ctrl-C, SIGTERM, and SIGHUP.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

type Action = Box<dyn FnMut(u32) + Send>;

/// Calls back at each signal that asks the program to end, for as long as it lives.
pub struct SignalWatch {
    action: Arc<Mutex<Action>>,
    _runtime: Runtime,
}

impl SignalWatch {
    /// From when this returns on, `action` is called at each signal, with its number: 1 for the first one. It is called
    /// in a thread of its own.
    pub fn start(action: impl FnMut(u32) + Send + 'static) -> io::Result<SignalWatch> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        // Not in the task: a signal that comes before it runs for the first time would be lost.
        let mut signals = {
            let _inside = runtime.enter();
            Signals::new()?
        };
        let action: Arc<Mutex<Action>> = Arc::new(Mutex::new(Box::new(action)));
        let current = action.clone();
        runtime.spawn(async move {
            for number in 1.. {
                signals.next().await;
                current.lock().unwrap_or_else(PoisonError::into_inner)(number);
            }
        });
        Ok(SignalWatch { action, _runtime: runtime })
    }

    /// Changes what is called. No signal is lost meanwhile, and they are counted on.
    pub fn change(&self, action: impl FnMut(u32) + Send + 'static) {
        *self.action.lock().unwrap_or_else(PoisonError::into_inner) = Box::new(action);
    }
}

struct Signals {
    interrupted: Signal,
    terminated: Signal,
    /// The terminal was closed, or the connection to it was lost. `None` if the program was started with this signal
    /// ignored, as `nohup` does it: a handler would undo that.
    hung_up: Option<Signal>,
}

impl Signals {
    fn new() -> io::Result<Signals> {
        let hung_up = (!is_hangup_ignored()).then(|| signal(SignalKind::hangup()));
        Ok(Signals {
            interrupted: signal(SignalKind::interrupt())?,
            terminated: signal(SignalKind::terminate())?,
            hung_up: hung_up.transpose()?,
        })
    }

    /// Waits for the next signal.
    async fn next(&mut self) {
        let hangup = async {
            match &mut self.hung_up {
                Some(hung_up) => drop(hung_up.recv().await),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = self.interrupted.recv() => {}
            _ = self.terminated.recv() => {}
            () = hangup => {}
        }
    }
}

/// Whether the program was started with SIGHUP ignored.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::SignalWatch;
    use rustix::process::{Signal, getpid, kill_process};
    use std::sync::mpsc::channel;

    #[test]
    fn a_signal_is_heard_at_once_and_also_after_a_change() {
        let (tell, told) = channel();
        let watch = SignalWatch::start({
            let tell = tell.clone();
            move |number| tell.send(("first", number)).unwrap()
        });
        let watch = watch.unwrap();
        kill_process(getpid(), Signal::TERM).unwrap();
        assert_eq!(told.recv().unwrap(), ("first", 1));
        watch.change(move |number| tell.send(("changed", number)).unwrap());
        kill_process(getpid(), Signal::INT).unwrap();
        assert_eq!(told.recv().unwrap(), ("changed", 2));
    }
}
