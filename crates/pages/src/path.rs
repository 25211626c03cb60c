//! Where the files of a page are in the tree of its domain.
//!
//! ```text
//! https://www.example.cz/news/Today.html    https/www.example.cz/news/!today.html/data.html
//!                                                                                 data.xml
//!                                                                                 words.json   (added)
//! https://www.example.cz/                   https/www.example.cz/~index.html/data.html
//! https://www.example.cz/a                  https/www.example.cz/a~.html/data.html
//! https://www.example.cz/a/data.html        https/www.example.cz/a/data.html/data.html
//! ```
//!
//! The folder of a page is [`stodola_uri::file_path`] of its address, which says how the names are made. The last
//! component of it has a dot, and no other one behind the host has: so pages never lie within the folder of a page.

use crate::domain::PageDomain;
use crate::error::PagesError;
use std::fmt;
use stodola_uri::{file_path, uri_of_file_path};

/// Maximum length of the path of a page, in bytes. Most systems refuse paths of more than 4,096 bytes; there has to be
/// room for the place where somebody puts a copy, and for the name of a file.
const PATH_MAX: usize = 3000;
/// Maximum length of the name of a file, in bytes.
const NAME_MAX: usize = 100;
/// The extension of addresses that have none, or another one.
const EXTENSION: &str = "html";

/// The path of the folder of a page. It can be turned back into the address of the page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PagePath(String);

impl PagePath {
    /// Returns the path of a page; an error if the page is not one of the domain, or if the path would be too long.
    pub fn of_uri(domain: &PageDomain, uri: &[u8]) -> Result<PagePath, PagesError> {
        let refused =
            |what| PagesError::Name { text: String::from_utf8_lossy(uri).into_owned(), what };
        if PageDomain::of_uri(uri)? != *domain {
            return Err(refused("a page of this domain"));
        }
        let extension = if ends_in_html(uri) { None } else { Some(EXTENSION) };
        let path = file_path(uri, extension);
        if path.len() > PATH_MAX {
            return Err(refused("a page: its path would be too long for most file systems"));
        }
        Ok(PagePath(path))
    }

    /// Reads a path; an error if no page has it.
    pub fn parse(text: &str) -> Result<PagePath, PagesError> {
        let refused = || PagesError::Name { text: text.to_owned(), what: "the path of a page" };
        if text.len() > PATH_MAX {
            return Err(refused());
        }
        let uri = uri_of_file_path(text).ok_or_else(refused)?;
        let domain = PageDomain::of_uri(&uri).map_err(|_| refused())?;
        match PagePath::of_uri(&domain, &uri) {
            Ok(path) if path.0 == text => Ok(path),
            _ => Err(refused()),
        }
    }

    /// A path that stands in a tree; it need not be one of ours.
    pub(crate) fn found(path: String) -> PagePath {
        PagePath(path)
    }

    /// Returns the address of the page, without its fragment; empty if the path is not one that this program made.
    pub fn uri(&self) -> Vec<u8> {
        uri_of_file_path(&self.0).unwrap_or_default()
    }

    /// The path, with slashes.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PagePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether the last segment of an address without a query ends in `.html`, so that the folder can have its very name.
fn ends_in_html(uri: &[u8]) -> bool {
    let uri = uri.split(|&byte| byte == b'#').next().unwrap_or_default();
    let name = uri.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    name.ends_with(b".html") && name.len() > b".html".len()
}

/// The name of a file in the folder of a page. Small and capital letters, digits and `-_.=+,` are allowed, so that it
/// means the same on every file system; it neither begins nor ends with a dot, and is not the name of a device.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageFileName(String);

impl PageFileName {
    /// The payload of a page.
    pub const HTML: &str = "data.html";
    /// The metadata of a page.
    pub const XML: &str = "data.xml";

    /// Reads the name of a file.
    pub fn parse(text: &str) -> Result<PageFileName, PagesError> {
        let refused = |what| Err(PagesError::Name { text: text.to_owned(), what });
        if text.is_empty() || text.len() > NAME_MAX {
            return refused("the name of a file: it has no characters, or more than 100");
        }
        let is_good = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.=+,".contains(&byte);
        if !text.bytes().all(is_good) {
            return refused(
                "the name of a file: it may have letters, digits and '-', '_', '.', '=', '+', ','",
            );
        }
        if text.starts_with(['.', '-']) || text.ends_with('.') {
            return refused("the name of a file: it begins with '.' or '-', or ends with '.'");
        }
        if is_device(text) {
            return refused("the name of a file: it is the name of a device on Windows");
        }
        Ok(PageFileName(text.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PageFileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let is_numbered = |prefix: &str| {
        let digit = stem.strip_prefix(prefix);
        digit.is_some_and(|digit| {
            digit.len() == 1 && digit.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || is_numbered("com")
        || is_numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_folders_named_like_them_and_come_back() {
        for (uri, expect) in [
            ("https://www.example.cz/news/Today.html", "https/www.example.cz/news/!today.html"),
            ("https://www.example.cz/", "https/www.example.cz/~index.html"),
            ("https://www.example.cz/a", "https/www.example.cz/a~.html"),
            ("https://www.example.cz/a/", "https/www.example.cz/a/~index.html"),
            ("https://www.example.cz/a/data.html", "https/www.example.cz/a/data.html"),
            ("http://example.cz/x.php?id=3", "http/example.cz/x.php~3fid=3~.html"),
            ("http://example.cz/.git/config", "http/example.cz/~2egit/config~.html"),
            ("http://example.cz/.html", "http/example.cz/~2ehtml~.html"),
        ] {
            let domain = PageDomain::of_uri(uri.as_bytes()).unwrap();
            let path = PagePath::of_uri(&domain, uri.as_bytes()).unwrap();
            assert_eq!(path.as_str(), expect);
            assert_eq!(String::from_utf8(path.uri()).unwrap(), uri);
            assert_eq!(PagePath::parse(expect).unwrap(), path);
        }
        for path in
            ["", "/", "http/a.cz", "http/a.cz/../x.html", "http/a.cz/x", "a", "http/a.cz/X.html"]
        {
            assert!(PagePath::parse(path).is_err(), "{path}");
        }
    }

    /// Whatever an address is made of, its folder is below the root, holds no other page, and no name in it is one that
    /// git or a file system treats in its own way.
    #[test]
    fn hostile_addresses_stay_in_their_place() {
        let parts = [
            "..",
            ".",
            "",
            ".git",
            ".GIT",
            "git~1",
            "GIT~1",
            ".gitmodules",
            ".git\u{200c}",
            "%2e%2e",
            "%2F",
            "%00",
            "aux",
            "CON.txt",
            "a:b",
            "a\\..\\b",
            "data.html",
            "data.xml",
            "a",
            "A",
            "a.",
            "a ",
            "~index.html",
            "é",
            "?x=/../y",
            "?q=1",
            "x?.git/",
            "#f",
            "a.html",
            "A.HTML",
            "\u{ff0f}",
            "nul",
            "lpt1.html",
            "-rf",
            "{a}@",
        ];
        let long = "x".repeat(500);
        let domain = PageDomain::parse("example.cz").unwrap();
        let mut uris = Vec::new();
        for a in parts.iter().chain([&long.as_str()]) {
            for b in parts {
                uris.push(format!("http://www.example.cz/{a}/{b}"));
                uris.push(format!("http://www.example.cz/{a}/{b}/"));
                uris.push(format!("https://example.cz:8443/{b}{a}"));
            }
        }
        let mut paths = std::collections::BTreeMap::new();
        for uri in uris {
            let path = PagePath::of_uri(&domain, uri.as_bytes()).unwrap();
            let without_fragment = uri.split('#').next().unwrap_or_default().as_bytes().to_vec();
            assert_eq!(path.uri(), without_fragment);
            for name in path.as_str().split('/') {
                assert!(!name.is_empty() && name.len() <= 200 && name.is_ascii(), "{path}");
                assert!(!name.starts_with('.') && !name.ends_with('.'), "{path}");
                assert!(
                    name.to_ascii_lowercase() == name && !name.contains(['\\', ':', ' ', '\0']),
                    "{path}"
                );
                // Git takes it for `.git` on Windows.
                assert!(name != "git~1" && !name.starts_with("gitmod~1."), "{path}");
                assert!(!is_device(name), "{path}");
            }
            let same = paths.insert(format!("{path}/"), without_fragment.clone());
            assert!(same.is_none_or(|other| other == without_fragment), "{path}");
        }
        let sorted: Vec<_> = paths.keys().collect();
        for pair in sorted.windows(2) {
            assert!(!pair[1].starts_with(pair[0].as_str()), "{} holds {}", pair[0], pair[1]);
        }
        let too_long = format!("http://example.cz/{}", "a/".repeat(3000));
        assert!(PagePath::of_uri(&domain, too_long.as_bytes()).is_err());
        assert!(PagePath::of_uri(&domain, b"http://example.com/").is_err());
    }

    #[test]
    fn names_of_files_are_the_same_everywhere() {
        for name in
            ["data.html", "words.json", "Report-2026_1.txt", "a", "A=1+2,3", "com.txt", "com10"]
        {
            assert!(PageFileName::parse(name).is_ok(), "{name}");
        }
        let long = "a".repeat(101);
        for name in [
            "", ".", "..", ".git", "a/b", "a\\b", "a:b", "a b", "é", "a.", "-x", "git~1", "AUX",
            "com1.txt", "a\0", "a\n", &long,
        ] {
            assert!(PageFileName::parse(name).is_err(), "{name:?}");
        }
    }
}
