//! The harvest as a whole: the program, run as a process of its own, against a web that is simulated in
//! the process of the test. What it brings home is held against what that web knows of itself.
//!
//! With `STODOLA_LONG=1` (`./test long`) the tests that look for rare mishaps go on for long.

mod archive;
mod faults;
mod heritrix;
mod history;
mod jobs;
mod kills;
mod logs;
mod truth;
mod web;
mod why;

/// Whether the long variants are wanted.
fn is_long() -> bool {
    std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}
