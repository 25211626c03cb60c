//! What is shown after the last document: closing takes a moment, and minutes after a large harvest.

use crate::lang::text;
use crate::talk;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_app::crawl::ClosingStep;

/// A line comes after so long in silence.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// What is told of a step after so long.
pub(super) fn line(step: ClosingStep, time: Duration) -> String {
    let key = match step {
        ClosingStep::Reports => "crawl-closing-reports",
        ClosingStep::Files => "crawl-closing-files",
        ClosingStep::Outcomes => "crawl-closing-outcomes",
        ClosingStep::Links => "crawl-closing-links",
    };
    text!(key, seconds = time.as_secs())
}

/// Tells what is being done, if it takes long, until it is dropped.
pub(super) struct Closing {
    steps: Option<Sender<ClosingStep>>,
    thread: Option<JoinHandle<()>>,
}

impl Closing {
    /// Begins with a step. `label` stands before each line.
    pub(super) fn start(step: ClosingStep, label: String) -> Closing {
        let tell = move |line: String| talk::say(format_args!("{label}{line}"));
        Closing::telling(step, LINE_EVERY, tell)
    }

    fn telling(
        step: ClosingStep,
        every: Duration,
        tell: impl Fn(String) + Send + 'static,
    ) -> Closing {
        let (steps, heard) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let (mut step, mut begun) = (step, Instant::now());
            loop {
                match heard.recv_timeout(every) {
                    Ok(next) => (step, begun) = (next, Instant::now()),
                    Err(RecvTimeoutError::Timeout) => tell(line(step, begun.elapsed())),
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        Closing { steps: Some(steps), thread: Some(thread) }
    }

    /// Goes on to the next step.
    pub(super) fn step(&self, step: ClosingStep) {
        if let Some(steps) = &self.steps {
            // Nothing depends on what is shown.
            let _ = steps.send(step);
        }
    }
}

impl Drop for Closing {
    fn drop(&mut self) {
        self.steps = None;
        if let Some(thread) = self.thread.take() {
            // Nothing depends on what it showed.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_that_takes_long_is_told_until_all_is_done() {
        let (tell, told) = mpsc::channel();
        let closing = Closing::telling(ClosingStep::Files, Duration::from_millis(1), move |line| {
            // The test may be over.
            let _ = tell.send(line);
        });
        assert_eq!(told.recv().unwrap(), line(ClosingStep::Files, Duration::ZERO));
        closing.step(ClosingStep::Outcomes);
        let is_next = |line: &String| *line == super::line(ClosingStep::Outcomes, Duration::ZERO);
        assert!(told.iter().any(|line| is_next(&line)));
        drop(closing);
        // Whoever told is gone, so this ends.
        assert!(told.iter().all(|line| is_next(&line)));
    }
}
