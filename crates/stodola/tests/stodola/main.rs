//! The program as its users meet it: arguments in, output and exit code out.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise"
)]

mod access;
mod archive;
mod commands;
mod conformance;
mod formats;
mod golden;
mod harvest;
mod manual;
mod map;
mod memory;
mod migrate;
mod pdf;
mod people;
mod recognise;
mod recognise_web;
mod search;
mod serve;
mod serve_files;
mod session;
mod site_files;
mod work;
