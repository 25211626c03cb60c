//! A web on loopback for tests, demonstrations and benchmarks: thousands of hosts behind one address, in many
//! languages, with traps and faults. The same seed gives the same bytes.
//!
//! A [`World`] is a pure function from a request to an [`SimAnswer`], and can list the ground truth: every [`SimPage`]
//! of its finite part with status, digest and links, and those that a crawl must have found. [`SimWeb`] serves it; the
//! [`Log`] records each request, and finds violations of [`Politeness`].
//!
//! ```
//! use stodola_simweb::{SimRequest, World, WorldSettings};
//!
//! let world = World::new(WorldSettings::calm(7, 100));
//! let seed = &world.seeds()[0];
//! assert_eq!(seed, "http://catalogue0.example/");
//! let answer = world.response("catalogue0.example", "/", &SimRequest::get());
//! assert_eq!(answer.status, 200);
//! let good = world.truth_reachable(true);
//! assert!(good.len() > 1000 && good.contains_key(seed));
//! ```
//!
//! Names are resolved by its own name service ([`SimWeb::dns`]), to one or to many addresses of the loopback; or a
//! crawler under test connects to [`SimWeb::addr`] for every host, and names the host in `Host`. With the feature `tls`
//! the same web is also served over HTTPS, with certificates that are made at the start, valid ones and bad ones.
//!
//! With [`WorldSettings::dead_links`] there is a site with a dead link of every kind, and [`World::dead_links`] has
//! them.
//!
//! With [`WorldSettings::national`] there is also a nation's web outside its country domain: each [`NationalPage`] has
//! its language and whether it belongs to the nation, and [`NationalTruth`] computes what a harvest by the rule of
//! depths must archive.

mod answer;
mod charset;
mod date;
mod dead_links;
mod distance;
mod dns;
mod document;
mod endless;
mod fault;
mod head;
mod html;
mod ip;
mod listing;
mod log;
mod media;
mod national;
mod page;
mod place;
mod politeness;
mod random;
mod reach;
mod record;
mod robots;
mod server;
mod serving;
mod settings;
mod sim;
mod site;
mod talk;
#[cfg(feature = "tls")]
mod tls;
mod touchy;
mod trap;
mod truth;
mod wire;
mod words;
mod world;

pub use answer::{Coding, Dialect, Framing, SimAnswer, SimRequest};
pub use charset::{Declared, SiteCharset};
pub use dead_links::DeadLinkTruth;
pub use distance::HostRecord;
pub use dns::serve_dns;
pub use fault::Fault;
pub use html::{SimLink, SimLinkKind};
pub use ip::DnsFault;
pub use log::{Connection, Log, LoggedLookup, LoggedRequest};
pub use national::{
    NationalHarvest, NationalNode, NationalPage, NationalTerms, NationalTruth, Role, Shape, Signs,
};
pub use politeness::{Politeness, Violation};
pub use record::{NationalRecord, PageRecord};
pub use robots::{Permission, RobotsKind};
pub use server::serve;
pub use serving::{Manners, SimServeSettings};
pub use settings::{Pace, RobotsMix, WorldSettings};
pub use sim::{SimWeb, Sockets};
#[cfg(feature = "tls")]
pub use tls::CertificateFault;
pub use trap::Trap;
pub use truth::{Discovery, SimPage};
pub use words::SiteLanguage;
pub use world::{PageKind, World};
