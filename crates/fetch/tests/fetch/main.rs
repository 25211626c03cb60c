//! The crate from outside: real sockets on loopback, servers that do as they are told.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod addresses;
mod connections;
mod dns;
mod fuzz_corpus;
mod http2;
mod limits;
mod name_server;
mod proxies;
mod rdap;
mod responses;
mod robots;
mod server;
mod simweb;
mod tls;
mod whois;
