//! The seam that everything derived hangs on: followers that come late, are killed, or fail; and captures that are
//! listed while their file is written.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod files;
mod fresh;
mod fresh_kill;
mod licences;
mod payloads;
mod seam;
mod titles;
mod words;
