//! The facts about a page that is judged.

use std::net::IpAddr;

/// A page and what surrounds it. Only the text is needed; missing facts count neither for nor against the nation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Page<'a> {
    /// URI of the page.
    pub uri: &'a [u8],
    /// Value of the header `Content-Language`.
    pub content_language: Option<&'a str>,
    /// Languages that the markup declares.
    pub languages: &'a [String],
    /// Its title.
    pub title: Option<&'a str>,
    /// Its visible text.
    pub text: &'a str,
    /// Its source, decoded. Needed only by a judge that [reads it](crate::Judge::reads_source); otherwise `None`.
    pub source: Option<&'a str>,
    /// Mail addresses and phone numbers that the markup links to: `mailto:`, `tel:`.
    pub contacts: &'a [String],
    /// Its links, resolved.
    pub links: &'a [&'a [u8]],
    /// Address of the server.
    pub server: Option<IpAddr>,
    /// Known addresses of the servers that the page links to.
    pub linked_servers: &'a [IpAddr],
    /// Number of pages of the national domain that are known to link to the page.
    pub national_in_links: u64,
    /// Country of the owner of the page's domain, in two letters.
    pub owner_country: Option<&'a str>,
}
