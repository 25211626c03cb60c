//! `robots.txt` of every kind, and what each kind means for a crawler that follows RFC 9309.

use std::fmt::Write;
use std::time::Duration;

/// What a host answers to a request for its `robots.txt`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RobotsKind {
    /// An empty `Disallow`.
    AllowAll,
    /// Everything is forbidden.
    DisallowAll,
    /// Some paths are forbidden, with `*` and `$`, and one of them allowed again.
    DisallowSome,
    /// A group for one crawler only, to be ignored by the others.
    OtherAgent,
    /// `Crawl-delay: 2`.
    CrawlDelay,
    /// Status 404: everything is allowed.
    Missing,
    /// Status 403: everything is allowed.
    Denied,
    /// Status 500: everything is forbidden.
    Broken,
    /// A redirect to the real file.
    Redirecting,
    /// More than 500 KiB, with the rules at the beginning.
    Huge,
    /// A byte order mark before the first line.
    ByteOrderMark,
    /// Meaningless bytes: everything is allowed.
    Garbage,
    /// A page in HTML with status 200: everything is allowed.
    Html,
    /// The rules are sent slowly.
    Slow,
}

/// What a crawler may do with an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Permission {
    /// It may be fetched.
    Allowed,
    /// A rule forbids it.
    Disallowed,
    /// The rules cannot be fetched, so nothing may be fetched.
    Unavailable,
}

impl RobotsKind {
    /// Every kind, in the order of the type.
    pub const ALL: &[RobotsKind] = &[
        RobotsKind::AllowAll,
        RobotsKind::DisallowAll,
        RobotsKind::DisallowSome,
        RobotsKind::OtherAgent,
        RobotsKind::CrawlDelay,
        RobotsKind::Missing,
        RobotsKind::Denied,
        RobotsKind::Broken,
        RobotsKind::Redirecting,
        RobotsKind::Huge,
        RobotsKind::ByteOrderMark,
        RobotsKind::Garbage,
        RobotsKind::Html,
        RobotsKind::Slow,
    ];

    pub(crate) fn status(self) -> u16 {
        match self {
            RobotsKind::Missing => 404,
            RobotsKind::Denied => 403,
            RobotsKind::Broken => 500,
            RobotsKind::Redirecting => 301,
            RobotsKind::AllowAll
            | RobotsKind::DisallowAll
            | RobotsKind::DisallowSome
            | RobotsKind::OtherAgent
            | RobotsKind::CrawlDelay
            | RobotsKind::Huge
            | RobotsKind::ByteOrderMark
            | RobotsKind::Garbage
            | RobotsKind::Html
            | RobotsKind::Slow => 200,
        }
    }

    /// Value of `Crawl-delay`; `None` if there is none.
    pub fn crawl_delay(self) -> Option<Duration> {
        (self == RobotsKind::CrawlDelay).then_some(Duration::from_secs(2))
    }

    /// Whether it names the sitemap.
    pub(crate) fn names_sitemap(self) -> bool {
        matches!(
            self,
            RobotsKind::AllowAll
                | RobotsKind::DisallowSome
                | RobotsKind::OtherAgent
                | RobotsKind::CrawlDelay
                | RobotsKind::Huge
                | RobotsKind::ByteOrderMark
                | RobotsKind::Slow
        )
    }

    /// Returns what a crawler without a group of its own may do with `target`.
    pub fn permission(self, target: &str) -> Permission {
        if target == "/robots.txt" {
            return Permission::Allowed;
        }
        let forbidden = match self {
            RobotsKind::Broken => return Permission::Unavailable,
            RobotsKind::DisallowAll => true,
            RobotsKind::DisallowSome => {
                let path = target.split('?').next().unwrap_or(target);
                (target.starts_with("/private/") && target != "/private/p1.html")
                    || (path == target && path.ends_with(".pdf"))
                    || target.starts_with("/list") && target.contains("sort=")
            }
            RobotsKind::CrawlDelay
            | RobotsKind::Redirecting
            | RobotsKind::Huge
            | RobotsKind::ByteOrderMark
            | RobotsKind::Slow => target.starts_with("/private/"),
            RobotsKind::AllowAll
            | RobotsKind::OtherAgent
            | RobotsKind::Missing
            | RobotsKind::Denied
            | RobotsKind::Garbage
            | RobotsKind::Html => false,
        };
        if forbidden { Permission::Disallowed } else { Permission::Allowed }
    }

    /// Returns the bytes of the file, or of the page in its place.
    pub(crate) fn body(self, host: &str) -> Vec<u8> {
        let mut text = String::new();
        match self {
            RobotsKind::AllowAll => text.push_str("User-agent: *\nDisallow:\n"),
            RobotsKind::DisallowAll => text.push_str("User-agent: *\nDisallow: /\n"),
            RobotsKind::DisallowSome => text.push_str(
                "# Some of it.\nUSER-AGENT: *\nDisallow: /private/ # not yours\n\
                 Allow: /private/p1.html$\nDisallow: /*.pdf$\nDisallow: /list*sort=\n",
            ),
            RobotsKind::OtherAgent => text.push_str(
                "User-agent: another-crawler\nUser-agent: a-third-one\nDisallow: /\n\n\
                 User-agent: *\nAllow: /\n",
            ),
            RobotsKind::CrawlDelay => {
                text.push_str("User-agent: *\r\nCrawl-delay: 2\r\nDisallow: /private/\r\n");
            }
            RobotsKind::Slow => text.push_str(PRIVATE),
            RobotsKind::ByteOrderMark => {
                text.push('\u{feff}');
                text.push_str(PRIVATE);
            }
            RobotsKind::Huge => {
                text.push_str(PRIVATE);
                // Not at the end of the file: a crawler need not read that far.
                let _ = writeln!(text, "Sitemap: http://{host}/sitemap.xml");
                let mut line = 0;
                while text.len() < 600 << 10 {
                    // Writing to a string cannot fail.
                    let _ = writeln!(text, "Disallow: /nothing/is/here/{line}");
                    line += 1;
                }
            }
            RobotsKind::Redirecting => text.push_str("moved\n"),
            RobotsKind::Missing | RobotsKind::Denied | RobotsKind::Broken => {
                let _ = writeln!(text, "status {}", self.status());
            }
            RobotsKind::Html => text.push_str("<!DOCTYPE html><title>Welcome</title><p>Hello.\n"),
            RobotsKind::Garbage => {
                return (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
            }
        }
        if self.names_sitemap() && self != RobotsKind::Huge {
            let _ = writeln!(text, "Sitemap: http://{host}/sitemap.xml");
        }
        text.into_bytes()
    }

    /// Returns the body at the target of a redirecting `robots.txt`.
    pub(crate) fn moved_body(host: &str) -> Vec<u8> {
        format!("{PRIVATE}Sitemap: http://{host}/sitemap.xml\n").into_bytes()
    }
}

const PRIVATE: &str = "User-agent: *\nDisallow: /private/\n";
