//! What is known of a page that is judged.

use std::net::IpAddr;

/// A page and what surrounds it. Only the text is needed; whatever is missing says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// Where it came from.
    pub uri: &'a [u8],
    /// The header `Content-Language`.
    pub content_language: Option<&'a str>,
    /// The languages its markup declares.
    pub languages: &'a [String],
    /// Its title.
    pub title: Option<&'a str>,
    /// Its visible text.
    pub text: &'a str,
    /// Addresses of mail and phone that its markup links to: `mailto:`, `tel:`.
    pub contacts: &'a [String],
    /// Its links, resolved.
    pub links: &'a [&'a [u8]],
    /// The address of its server.
    pub server: Option<IpAddr>,
    /// Addresses of the servers it links to, as far as they are known.
    pub linked_servers: &'a [IpAddr],
    /// How many pages of the national domain are known to link to it.
    pub national_in_links: u64,
    /// The country of the owner of its domain, two letters.
    pub owner_country: Option<&'a str>,
}
