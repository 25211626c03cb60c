//! Signals that stop harvests: Ctrl-C, SIGTERM, and SIGHUP.

use crate::lang::text;
use crate::output;
use std::io;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{SignalKind, signal};

/// Listens for signals for as long as it lives.
pub(crate) struct Interrupts {
    _runtime: Runtime,
}

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
        runtime.spawn(async move {
            let mut calls = 0;
            while wait_for_signal().await.is_ok() {
                calls += 1;
                if calls > 1 {
                    // Ending here is what `kill -9` does too, and as safe.
                    std::process::exit(130);
                }
                stop();
                output::say(text!(told));
            }
        });
        Ok(Interrupts { _runtime: runtime })
    }
}

/// Waits for Ctrl-C, SIGTERM, or SIGHUP: the terminal was closed, or the connection to it was lost.
async fn wait_for_signal() -> io::Result<()> {
    let mut terminated = signal(SignalKind::terminate())?;
    // `nohup` lets programs ignore it, and a handler would undo that.
    let mut hung_up = (!is_hangup_ignored()).then(|| signal(SignalKind::hangup())).transpose()?;
    let hangup = async {
        match &mut hung_up {
            Some(hung_up) => drop(hung_up.recv().await),
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        result = tokio::signal::ctrl_c() => result,
        _ = terminated.recv() => Ok(()),
        () = hangup => Ok(()),
    }
}

/// Whether the program was started with SIGHUP ignored.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}
