//! The server over real sockets on loopback, against a small archive that each test makes.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod access;
mod alarms;
mod api;
mod cdx;
mod client;
mod collections;
mod details;
mod events;
mod guide;
mod harvest;
mod harvests;
mod hostile;
mod jobs;
mod linked;
mod live;
mod maps;
mod memento;
mod near;
mod origins;
mod outback;
mod pages;
mod people;
mod person;
mod projects;
mod replay;
mod requests;
mod roles;
mod search;
mod settings;
mod shelf;
mod staff;
mod visits;
