//! The URIs that a harvest has found, what is fetched next and when, and the outcome of every URI.
//!
//! - [`Frontier`] is used by the harvest. URIs are [offered](Frontier::offer); [`next`](Frontier::next) gives a
//!   [`Ticket`] for a URI whose host may be asked now; [`finish`](Frontier::finish) takes it back with an [`Outcome`]
//!   and a [`Detail`], which says why: the [`Reason`]. All of it is an event of a log on disk.
//! - [`History`] is used by everybody else: it reads that log, also while a harvest runs, and returns what
//!   [happened](Happened), or the [end](End) of each URI.
//! - [`rounds`] manages the folders of a job that harvests repeatedly.
//!
//! There is no clock in this crate: callers pass the current [`Time`].
//!
//! # Example
//!
//! ```
//! use std::time::{Duration, SystemTime};
//! use stodola_frontier::{
//!     Detail, Frontier, FrontierOptions, Happened, History, Next, Offer, Outcome, Reason, Time,
//! };
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-frontier-doc-{}", std::process::id()));
//! let now = Time::from(SystemTime::now());
//! let (mut frontier, opened) = Frontier::open(&folder, FrontierOptions::default(), now)?;
//! assert!(opened.is_new);
//! frontier.offer(&Offer {
//!     uri: b"http://example.cz/",
//!     host: "example.cz",
//!     level: 0,
//!     via: None,
//!     hops: b"",
//!     is_seed: true,
//!     is_sitemap: false,
//!     standing: 0,
//! })?;
//!
//! let Next::Go(ticket) = frontier.next(now)? else { panic!("a new host may be asked at once") };
//! assert_eq!(ticket.uri, b"http://example.cz/");
//! let detail = Detail::new(Reason::Status(404)).to_line();
//! // 512 bytes were archived, and the host is left alone for a second.
//! frontier.finish(&ticket, Outcome::Archived, &detail, 512, Some(Duration::from_secs(1)), now);
//! assert!(matches!(frontier.next(now)?, Next::Empty));
//! frontier.close(now)?;
//!
//! let mut reasons = Vec::new();
//! History::open(&folder)?.read(|happened| {
//!     if let Happened::Done { detail, .. } = happened {
//!         reasons.push(Detail::parse(detail).reason);
//!     }
//!     Ok(())
//! })?;
//! assert_eq!(reasons, [Reason::Status(404)]);
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), stodola_frontier::FrontierError>(())
//! ```

mod detail;
mod frontier;
mod outcome;
mod reason;
pub mod rounds;
mod time;
mod unfollowed;

pub use detail::{Budget, CaptureChange, Detail, Owed, Pause};
pub use frontier::*;
pub use outcome::Outcome;
pub use reason::{FetchFailure, Reason, RobotsTag};
pub use time::Time;
pub use unfollowed::{LinkLoss, Unfollowed};
