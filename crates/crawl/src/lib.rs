//! A harvest: its job, scope and policy, and the stages that every URI passes through.
//!
//! # The way of a URI
//!
//! ```text
//!  seeds ─▶ frontier ─▶ recall ──▶ prefetch ──▶ fetch ──▶ examine ─▶ settle ───▶ write ─▶ post ──▶ frontier
//!   ▲                   Past       scope, DNS,  HTTP      links,     Policy,     Capture-  scope of   │
//!   │                   due?       traps,                 text       Observer    Store     links      │
//!   │                              robots.txt                                                         │
//!   │ Discovered        Scheduled  Permitted    Fetched   Examined   Settlement            TicketEnd  │
//!   └─────────────────────────────────────────────────────────────────────────────────────────────────┘
//! ```
//!
//! The upper lines have the stages and whom each asks; the last line has the state that it passes on. A URI that a
//! stage refuses goes from there to its end: every URI has an outcome with a reason.
//!
//! - [`Harvest`] opens a job in a folder and runs it. [`Control`] watches and steers it meanwhile.
//! - [`job::Job`] has all settings of a harvest; [`scope`] and [`trap`] have the rules that decide what belongs to it;
//!   a policy decides what is archived and what links inherit ([`national`] has the rule of the national one).
//! - [`contracts`] has what a harvest needs from outside: a store for captures, the past, an observer.
//! - [`seeds`] reads the seeds of a job from files of any kind.
//! - [`logs`] writes Heritrix's logs and reports, made from the frontier's log.
//!
//! The crate `frontier` keeps the URIs that were found, and their outcomes. A URI is committed there as archived only
//! after the store has said that its capture is safe.
//!
//! # Example
//!
//! A harvest of three documents into memory:
//!
//! ```
//! use std::sync::{Arc, Mutex};
//! use stodola_crawl::job::Job;
//! use stodola_crawl::{CaptureStore, ContractError, Contracts, Harvest, KeptCapture, NewCapture};
//! use stodola_fetch::DnsAnswer;
//! use stodola_simweb::{SimWeb, WorldSettings};
//!
//! /// Keeps the URIs of captures and the lengths of the responses.
//! #[derive(Default)]
//! struct Memory(Mutex<Vec<(String, u64)>>);
//!
//! impl CaptureStore for Memory {
//!     fn write(&self, capture: &NewCapture<'_>) -> Result<KeptCapture, ContractError> {
//!         let uri = String::from_utf8_lossy(capture.uri).into_owned();
//!         self.0.lock().unwrap().push((uri, capture.exchange.response.len()));
//!         Ok(KeptCapture::default())
//!     }
//!
//!     fn write_dns(&self, _answer: &DnsAnswer) -> Result<(), ContractError> {
//!         Ok(())
//!     }
//!
//!     fn sync(&self) -> Result<(), ContractError> {
//!         Ok(())
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
//! // A web on this machine; a real harvest names a contact for webmasters instead of `connect_to`.
//! let web = runtime.block_on(SimWeb::start(WorldSettings::calm(1, 1)))?;
//! let (seed, port) = (&web.world.seeds()[0], web.addr.port());
//! let settings = format!(
//!     "seeds = [{seed:?}]\nlimits.documents = 3\npoliteness.min_delay = \"0s\"\n\
//!     fetch.connect_to = [\"*:80:127.0.0.1:{port}\"]"
//! );
//! # let folder = std::env::temp_dir().join(format!("stodola-crawl-example-{}", std::process::id()));
//! let job = Job::parse(&settings, "job.toml")?;
//! let memory = Arc::new(Memory::default());
//! let report = runtime.block_on(async {
//!     let harvest = Harvest::open(job, &folder, Contracts::new(memory.clone()))?;
//!     harvest.run().await
//! })?;
//! assert_eq!(report.progress.counts.archived, 3);
//! // The three documents and the robots.txt of their host.
//! assert_eq!(memory.0.lock().unwrap().len(), 4);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```

pub mod contracts;
mod engine;
pub mod job;
pub mod logs;
pub mod national;
mod policy;
pub mod scope;
pub mod seeds;
pub mod site_rules;
pub mod trap;

pub use contracts::{
    CaptureStore, ContractError, Contracts, EarlierCapture, KeptCapture, NewCapture, Observer, Past,
};
pub use engine::{
    Control, ControlError, Ended, Harvest, HarvestError, HarvestRate, Hold, Progress, ProxyTrouble,
    Report, ask_anew, is_live_setting, user_agent,
};
