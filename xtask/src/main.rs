//! Chores of the workspace that need no more than the standard library.
//!
//! `cargo xtask tidy` holds the tree against the house rules and is part of every check.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a chore talks to the terminal it was started from"
)]

mod tidy;
mod tree;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["tidy"] => tidy(),
        _ => {
            eprintln!("usage: cargo xtask tidy");
            ExitCode::from(2)
        }
    }
}

fn tidy() -> ExitCode {
    let files = match tree::read() {
        Ok(files) => files,
        Err(error) => {
            eprintln!("tidy: {error}");
            return ExitCode::from(2);
        }
    };
    let findings = tidy::check(&files);
    for finding in &findings {
        eprintln!("{finding}");
    }
    if findings.is_empty() {
        println!("tidy: {} files, no findings", files.len());
        ExitCode::SUCCESS
    } else {
        eprintln!("tidy: {} files, {} findings", files.len(), findings.len());
        ExitCode::FAILURE
    }
}
