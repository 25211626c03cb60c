//! What the program serves over HTTP: replay, CDX, Memento, the reader's pages.
//!
//! ```text
//!  http://localhost:8080   app_pages, api: pages, files of the program, API, metrics┐
//!                                                                                   ├─▶ app, replay, archive
//!  http://127.0.0.1:8081   replay: captures, CDX, TimeMaps, availability; read-only ┘
//! ```
//!
//! Archived scripts run in the reader's browser. They get an origin of their own, with another *host name*, since
//! cookies are shared by all ports of a host. A request with any other `Host` is refused (421).
//!
//! Who may do what stands in one table of routes (`routes`), which the router and the OpenAPI document are made from.
//!
//! This crate knows HTTP and nothing else: what is answered comes from `app`, `replay` and `archive` as data.
//!
//! ```no_run
//! use stodola_server::{ServeSettings, Server};
//!
//! let server = Server::open(&ServeSettings {
//!     archive: "archive".into(),
//!     listen: "127.0.0.1:8080".parse()?,
//!     replay_listen: "127.0.0.1:8081".parse()?,
//!     public_url: None,
//!     replay_url: None,
//!     trusted_proxies: Vec::new(),
//!     reading: None,
//!     private_webhooks: false,
//!     tour: None,
//! })?;
//! println!("{}", server.app_url());
//! server.run()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod api;
mod app_pages;
mod assets;
mod caller;
mod collection;
mod http;
mod language;
mod maps;
mod metrics_page;
mod origins;
mod people;
mod reader;
mod readings;
mod replay;
mod results;
mod routes;
mod server;
mod settings;
mod state;

pub use metrics_page::Metrics;
pub use server::{Server, ServerStopper};
pub use settings::{DemoTour, ReadingPolicy, ServeError, ServeSettings};
