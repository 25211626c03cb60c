//! HTTP/1.1 with every byte on the wire recorded. The only crate with outbound sockets.
//!
//! An archive keeps what a server sent, not what a library made of it. So the framing is done here, on the bare socket:
//! responses are cut where they end and otherwise left unchanged, whatever is wrong with them. Three types to know:
//!
//! - [`Client`]: the settings, the cache of host names, the TLS configuration. Shared by all sessions.
//! - [`Session`]: at most one open connection, over which one [`Request`] after another goes.
//! - [`Exchange`]: what was sent and what was received. If at least one byte was received there is one, perhaps
//!   [`Truncated`]; a [`Failure`] means that nothing was received.
//!
//! Whether an address may be connected to is decided on the address itself ([`AddressPolicy`]), after names are
//! resolved and before the socket is opened, so that no name, number in an odd spelling or redirect leads into a
//! private network. Redirects are not followed, except for `robots.txt` ([`Client::robots`]) and for questions about
//! the owners of domains ([`Rdap`]).
//!
//! ```no_run
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! use stodola_fetch::{Client, ClientSettings, Request};
//!
//! let client = Client::new(ClientSettings::new("archive/1.0 (+https://archive.example/bot)"))?;
//! let mut session = client.session();
//! let exchange = session.fetch(&Request::get(b"https://www.example.org/")).await?;
//! assert_eq!(exchange.status, Some(200));
//! std::io::copy(&mut exchange.response.reader(), &mut std::io::sink())?;
//! # Ok(())
//! # }
//! ```

mod address;
mod auth;
mod client;
mod connect_to;
mod connection;
mod cookies;
mod dns;
mod exchange;
mod failure;
mod http2;
mod proxy;
mod rdap;
mod receive;
mod request;
mod retry_after;
pub mod robots;
mod secret;
mod session;
mod settings;
mod spool;
mod target;
mod throttle;
mod tls;
mod trace;
mod type_limit;
mod watch;

pub use address::{AddressKind, AddressPolicy, kind_of};
pub use auth::{AuthChallenge, AuthScheme, Authoriser, DigestChallenge};
pub use client::Client;
pub use connect_to::{ConnectTo, ConnectToError};
pub use cookies::{Cookie, CookieField, CookieFileError, CookieJar};
pub use dns::{DnsAnswer, DnsCounts, DnsLimits, Resolved};
pub use exchange::{Exchange, TlsInfo, Truncated};
pub use failure::{DnsFailure, Failure, ProxyFailure, SetupError};
pub use proxy::{Proxy, ProxyBypass, ProxyBypassError, ProxyError, ProxyKind};
pub use rdap::{
    Country, NoAnswer, NoCountry, Rdap, RdapError, WhoisAnswer, registrant_country, whois_answer,
};
pub use receive::{Ending, Fed, Receiver};
pub use request::{Request, SecretField, own_header};
pub use retry_after::retry_after;
pub use robots::{Access, RobotsAnswer};
pub use secret::Secret;
pub use session::Session;
pub use settings::{ClientSettings, DnsSettings, Limits, MinRate, SpoolSettings, TlsPolicy};
pub use spool::{KeptReader, Spool, SpoolReader};
pub use throttle::Throttle;
pub use type_limit::{MediaPattern, TypeLimit, declared_length};
