//! The program as its users meet it: arguments in, output and exit code out.

mod commands;
mod conformance;
mod memory;
mod session;
