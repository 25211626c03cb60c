//! The server over real sockets on loopback, against a small archive that each test makes.

mod access;
mod cdx;
mod client;
mod hostile;
mod memento;
mod origins;
mod pages;
mod replay;
mod shelf;
