//! The domain whose pages are one repository.

use crate::error::PagesError;
use std::fmt;
use stodola_uri::{host, registrable_domain};

/// Maximum length of a host name, in bytes, as DNS has it.
const LENGTH_MAX: usize = 253;

/// The domain of a repository: a registrable domain, or a host that has none, such as an address of IPv4 or IPv6. In
/// lower case, with `+` for the colons of IPv6: `example.cz`, `192.0.2.1`, `+2001+db8++1`. It is a safe name of a
/// folder and a safe part of a name in git.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageDomain(String);

impl PageDomain {
    /// Reads the name of a domain.
    pub fn parse(text: &str) -> Result<PageDomain, PagesError> {
        let refused = |what| PagesError::Name { text: text.to_owned(), what };
        if text.is_empty() || text.len() > LENGTH_MAX {
            return Err(refused("a domain: it has no characters or too many"));
        }
        let is_good =
            |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'+');
        if !text.bytes().all(is_good) {
            return Err(refused(
                "a domain: it may have small letters, digits and '-', '_', '.', '+'",
            ));
        }
        let labels_are_good = text.split('.').all(|label| !label.is_empty());
        // Names that begin with a minus are options for many programs.
        if !labels_are_good || text.starts_with('-') {
            return Err(refused("a domain: a part of it is empty, or it begins with '-'"));
        }
        Ok(PageDomain(text.to_owned()))
    }

    /// Returns the domain of a page; an error if the URI has no host, or one that cannot be a domain.
    pub fn of_uri(uri: &[u8]) -> Result<PageDomain, PagesError> {
        let none = || PagesError::Name {
            text: String::from_utf8_lossy(uri).into_owned(),
            what: "a page of a domain: it has no host",
        };
        let host = host(uri).ok_or_else(none)?;
        let host = host.strip_suffix('.').unwrap_or(&host);
        let domain = registrable_domain(host).unwrap_or(host);
        PageDomain::parse(&domain.trim_matches(['[', ']']).replace(':', "+").to_ascii_lowercase())
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PageDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn domains_are_safe_names() {
        for (uri, expect) in [
            ("http://www.Shop.example.co.uk/x", Some("example.co.uk")),
            ("https://me@a.b.example.cz:8080/", Some("example.cz")),
            ("http://192.0.2.1/", Some("192.0.2.1")),
            ("http://[2001:DB8::1]:80/", Some("2001+db8++1")),
            ("http://localhost/", Some("localhost")),
            ("http://čaj.cz/", Some("xn--aj-dma.cz")),
            ("http://example.cz./", Some("example.cz")),
            ("http://../x", None),
            ("http://.git/", None),
            ("http://-rf/", None),
            ("http://a%2fb/", None),
            ("http://a..b/", None),
            ("http:///x", None),
            ("urn:isbn:80-7", None),
            ("", None),
        ] {
            let found = PageDomain::of_uri(uri.as_bytes());
            assert_eq!(found.as_ref().ok().map(PageDomain::as_str), expect, "{uri} {found:?}");
        }
        for text in ["", ".", "..", "A.cz", "a/b", "a\\b", "a@b", "a b", "č", &"a".repeat(254)] {
            assert!(PageDomain::parse(text).is_err(), "{text}");
        }
    }
}
