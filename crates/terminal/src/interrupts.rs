//! What a signal does that asks the program to end.

use crate::lang::text;
use crate::talk;
use std::io;
use stodola_app::SignalWatch;

/// Listens for signals for as long as it lives.
pub struct Interrupts(SignalWatch);

impl Interrupts {
    /// Calls `stop` at the first signal, which lets what is in flight end; the second ends the program. What is
    /// committed is safe at any time.
    pub fn listen(stop: impl Fn() + Send + 'static) -> io::Result<Interrupts> {
        Interrupts::listen_with("crawl-stopping", stop)
    }

    /// The same with the key of another text that is said at the first signal.
    pub fn listen_with(
        told: &'static str,
        stop: impl Fn() + Send + 'static,
    ) -> io::Result<Interrupts> {
        SignalWatch::start(action(told, stop)).map(Interrupts)
    }

    /// Changes what the first signal does. No signal is lost meanwhile.
    pub fn change(&self, told: &'static str, stop: impl Fn() + Send + 'static) {
        self.0.change(action(told, stop));
    }
}

#[allow(clippy::exit, reason = "somebody who asks twice does not want to wait")]
fn action(told: &'static str, stop: impl Fn() + Send + 'static) -> impl FnMut(u32) + Send {
    move |number| {
        if number > 1 {
            // Ending here is what `kill -9` does too, and as safe.
            std::process::exit(130);
        }
        stop();
        talk::say(text!(told));
    }
}
