//! Signals that stop harvests: Ctrl-C, SIGTERM, and SIGHUP.

use crate::lang::text;
use crate::output;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Listens for signals for as long as it lives.
pub(crate) struct Interrupts {
    action: Arc<Mutex<Action>>,
    _runtime: Runtime,
}

/// What happens at the first signal: something is done, and the text with this key is said.
type Action = (&'static str, Box<dyn Fn() + Send>);

impl Interrupts {
    /// Calls `stop` at the first signal, which lets what is in flight end; the second ends the program. What is
    /// committed is safe at any time.
    pub(crate) fn listen(stop: impl Fn() + Send + 'static) -> io::Result<Interrupts> {
        Interrupts::listen_with("crawl-stopping", stop)
    }

    /// The same with the key of another text that is said at the first signal.
    pub(crate) fn listen_with(
        told: &'static str,
        stop: impl Fn() + Send + 'static,
    ) -> io::Result<Interrupts> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        // Not in the task: a signal that comes before it runs for the first time would be lost.
        let mut signals = {
            let _inside = runtime.enter();
            Signals::new()?
        };
        let action: Arc<Mutex<Action>> = Arc::new(Mutex::new((told, Box::new(stop))));
        let current = action.clone();
        runtime.spawn(async move {
            signals.next().await;
            let told = {
                let action = current.lock().unwrap_or_else(PoisonError::into_inner);
                (action.1)();
                action.0
            };
            output::say(text!(told));
            signals.next().await;
            // Ending here is what `kill -9` does too, and as safe.
            std::process::exit(130);
        });
        Ok(Interrupts { action, _runtime: runtime })
    }

    /// Changes what the first signal does. No signal is lost meanwhile.
    pub(crate) fn change(&self, told: &'static str, stop: impl Fn() + Send + 'static) {
        *self.action.lock().unwrap_or_else(PoisonError::into_inner) = (told, Box::new(stop));
    }
}

/// Ctrl-C, SIGTERM, and SIGHUP: the terminal was closed, or the connection to it was lost.
struct Signals {
    interrupted: Signal,
    terminated: Signal,
    /// `None` if SIGHUP is ignored: `nohup` lets programs ignore it, and a handler would undo that.
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
