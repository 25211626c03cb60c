//! URIs as web archives contain them.
//!
//! An archive keeps target URIs as the bytes that a crawler once wrote, correct or not. This crate reads such bytes
//! without ever failing, and answers these questions about them:
//!
//! - [`parse`]: which bytes are the scheme, the host, the path …?
//! - [`normalise`]: which spelling do equivalent URIs share ([RFC 3986] section 6.2.2)? [`escape_illegal`] changes
//!   less: it only makes a URI legal.
//! - [`surt`]: under which key do the indexes of web archives list it?
//! - [`host`] and [`registrable_domain`]: who is responsible for it?
//! - [`partition`]: which share of the work does it belong to?
//! - [`file_path`]: which file is its content kept in? [`uri_of_file_path`] is the way back.
//! - [`SiteRules`]: which spelling counts on a site where several mean the same page?
//!
//! Every function accepts any bytes, never panics, and takes time linear in their number (sorting
//! query arguments: n log n).
//!
//! ```
//! use std::num::NonZeroU32;
//!
//! let uri = b"HTTP://www.Example.co.uk:80/a/../B?z=1&a=%7e#top";
//!
//! assert_eq!(stodola_uri::parse(uri).path, b"/a/../B");
//! assert_eq!(stodola_uri::normalise(uri), b"http://www.example.co.uk/B?z=1&a=~#top");
//! assert_eq!(stodola_uri::surt(uri), b"uk,co,example)/b?a=~&z=1");
//!
//! let host = stodola_uri::host(uri).expect("the URI has an authority");
//! assert_eq!(stodola_uri::registrable_domain(&host), Some("example.co.uk"));
//! assert!(stodola_uri::partition(&host, NonZeroU32::MIN) == 0);
//! ```
//!
//! [RFC 3986]: https://www.rfc-editor.org/rfc/rfc3986

mod domain;
mod file_path;
mod normalise;
mod parts;
mod percent;
mod site_rules;
mod surt;

pub use domain::{host, is_below_private_suffix, partition, registrable_domain};
pub use file_path::{COMPONENT_MAX, file_path, uri_of_file_path};
pub use normalise::{normalise, without_fragment, without_user_info};
pub use parts::{Parts, parse};
pub use percent::escape_illegal;
pub use site_rules::{
    OtherParameters, PageRule, ParameterRule, PathPattern, RuleBreak, RuledUri, SiteRule,
    SiteRuleError, SiteRules,
};
pub use surt::{Variant, surt, surt_with};
