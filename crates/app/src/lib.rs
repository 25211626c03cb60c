//! Everything the program can do, as functions: settings in, data out. The one door to all stores.
//!
//! A command of the binary, a page of the server and a test call the same function here. A function returns its result
//! as data, or gives it row by row to a closure; work that takes long tells a [`Watch`] how far it is. Nothing here
//! prints, knows a terminal, or speaks a language: texts for people are made by the caller from the data.

pub mod archive;
pub mod control;
pub mod crawl;
pub mod harvest;
pub mod job;
mod lines;
pub mod verdict;
mod watch;
pub mod why;

pub use lines::{json_line, text_of};
pub use watch::{Quiet, Watch};
