//! The harvest as a whole: the program, run as a process of its own, against a web that is simulated in
//! the process of the test. What it brings home is held against what that web knows of itself.
//!
//! With `STODOLA_LONG=1` (`./test long`) the tests that look for rare mishaps go on for long.

mod again;
mod archive;
mod aside;
mod changes;
mod command;
mod copies;
mod countries;
mod country;
mod dead_ends;
mod disk;
mod evidence;
mod faults;
mod frames;
mod fresh;
mod golden;
mod heritrix;
mod history;
mod jobs;
mod kills;
mod linked;
mod log;
mod logins;
mod logs;
mod long;
mod mapped;
mod memory;
mod national;
mod open_files;
mod operate;
mod outcomes;
mod owners;
mod pace;
mod polite;
mod priorities;
mod proxies;
mod replayed;
mod requests;
mod robots;
mod secrets;
mod seeds;
mod served;
mod steer;
mod summary;
mod tiny;
mod truth;
mod unfollowed;
mod web;
mod why;

/// Lets one test at a time go on that measures time or fills the machine, whichever process it is in.
fn alone() -> std::fs::File {
    let file = std::fs::File::create(std::env::temp_dir().join("stodola-harvest.lock")).unwrap();
    file.lock().unwrap();
    file
}

/// Whether the long variants are wanted.
pub(crate) fn is_long() -> bool {
    std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}

/// Whether a test that measures times has the machine for itself, and may go on for long.
fn is_long_alone() -> bool {
    std::env::var_os("STODOLA_LONG").is_some_and(|value| value == "alone")
}

/// Lets other processes go on for a moment before they are looked at again. What is waited for ends the wait,
/// not the time.
fn look_again_after(moment: std::time::Duration) {
    std::thread::park_timeout(moment);
}
