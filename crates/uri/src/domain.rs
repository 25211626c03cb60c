//! The host of a URI, the domain that was registered for it, and the partition of both.

use std::borrow::Cow;
use std::net::Ipv4Addr;
use std::num::NonZeroU32;

use crate::normalise::normal_host;
use crate::parts::parse;

/// Returns the host of a URI in its normal form: in lower case, names outside ASCII as A-labels, IPv6 addresses in
/// brackets.
///
/// Returns `None` if the URI has no authority, or if its host is empty.
///
/// ```
/// assert_eq!(stodola_uri::host(b"http://me@WWW.Example.org:81/").as_deref(), Some("www.example.org"));
/// assert_eq!(stodola_uri::host(b"dns:example.org"), None);
/// ```
pub fn host(uri: &[u8]) -> Option<Cow<'_, str>> {
    let host = parse(uri).host?;
    (!host.is_empty()).then(|| normal_host(host))
}

/// Returns the part of a host name that somebody registered: the public suffix and one label before it.
///
/// Follows the public suffix list with its private section, so that each `user.github.io` is a domain of its own; an
/// unknown top-level domain counts as a public suffix. The host must be in the form [`host`] gives. A trailing dot is
/// not part of the result. Returns `None` for IP addresses and for public suffixes themselves.
///
/// ```
/// use stodola_uri::registrable_domain;
///
/// assert_eq!(registrable_domain("www.shop.example.co.uk"), Some("example.co.uk"));
/// assert_eq!(registrable_domain("co.uk"), None);
/// assert_eq!(registrable_domain("192.0.2.1"), None);
/// ```
pub fn registrable_domain(host: &str) -> Option<&str> {
    let name = host.strip_suffix('.').unwrap_or(host);
    if name.starts_with('[') || name.contains(':') || name.parse::<Ipv4Addr>().is_ok() {
        return None;
    }
    psl::domain_str(name)
}

/// Returns whether a registrable domain was given out by the operator of a service, like `user.github.io`, and not by a
/// registry. Registries have no data about such domains.
///
/// ```
/// use stodola_uri::is_below_private_suffix;
///
/// assert!(is_below_private_suffix("user.github.io"));
/// assert!(!is_below_private_suffix("github.io"));
/// assert!(!is_below_private_suffix("spolek.example"));
/// ```
pub fn is_below_private_suffix(domain: &str) -> bool {
    let name = domain.strip_suffix('.').unwrap_or(domain);
    let suffix = psl::suffix(name.as_bytes());
    suffix.is_some_and(|suffix| {
        suffix.typ() == Some(psl::Type::Private) && suffix.as_bytes().len() < name.len()
    })
}

/// Returns the number of the partition that a host belongs to; it is lower than `partitions`.
///
/// All hosts of one registrable domain share a partition; a host without one has its own. The
/// number is `hash % partitions`, where `hash` is the 64-bit FNV-1a hash (offset basis
/// `0xcbf29ce484222325`, prime `0x100000001b3`) of the registrable domain, or of the host if it
/// has none, in ASCII lower case and without a trailing dot.
///
/// The state of harvests is divided by this number, so it never changes for a registrable domain. A newer public suffix
/// list may give a host another registrable domain.
pub fn partition(host: &str, partitions: NonZeroU32) -> u32 {
    let host = if host.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(host.to_ascii_lowercase())
    } else {
        Cow::Borrowed(host)
    };
    let name = host.strip_suffix('.').unwrap_or(&host);
    let hash = fnv1a(registrable_domain(name).unwrap_or(name).as_bytes());
    let number = hash % u64::from(partitions.get());
    // A remainder of division by a `u32` is one.
    u32::try_from(number).unwrap_or_default()
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
