//! The way of a reader: an address and a time, the nearest capture, its bytes rewritten so that a browser shows it
//! from the archive alone.

mod client;
mod modifier;

pub use client::client_script;
pub use modifier::Modifier;
