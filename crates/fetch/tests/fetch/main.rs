//! The crate from outside: real sockets on loopback, servers that do as they are told.

mod addresses;
mod connections;
mod dns;
mod limits;
mod name_server;
mod responses;
mod robots;
mod server;
mod simweb;
mod tls;
