//! A site with a dead link of every kind, and the truth about them.
//!
//! | host | what it is |
//! |---|---|
//! | `deadlinks.example` | the site; over HTTPS it is the same |
//! | `elsewhere.example` | another site, to which it links |
//! | `silent.example` | whoever runs the web lets it accept connections and never answer |
//! | `refusing.example` | whoever runs the web lets it refuse connections |
//! | `untrusted.example` | whoever runs the web answers without TLS at the port of HTTPS |
//! | `nobody.example` | does not exist |

use crate::answer::{Dialect, Framing, SimAnswer};
use crate::document::Document;
use crate::fault::Fault;
use crate::world::{PageKind, World};
use std::borrow::Cow;

const SITE: &str = "deadlinks.example";
const OTHERS: [&str; 4] =
    ["elsewhere.example", "silent.example", "refusing.example", "untrusted.example"];

/// What the site says to an address that it does not have, also with a good status.
const NOT_FOUND: &str = "<!DOCTYPE html><html lang=en><title>Nothing here</title><h1>Nothing here</h1>\
    <p>We looked everywhere in the barn, and there is no such page. Perhaps it was moved long ago.";

/// The home page. `/fine` and `/place` have nothing wrong.
const HOME: &str = "<!DOCTYPE html><html lang=en><title>Dead links</title><h1>Dead links</h1>\
    <a href=/fine>Fine</a> <a href=/fine#place>A place</a> <a href='#top'>Up</a>\
    <p id=top><a href=/more>More</a> <a href=/gone>Gone</a> <a href=/gone>Gone too</a> <a href=/broken>Broken</a>\
    <a href=/hangs-up>Hangs up</a> <a href=/circle>Circle</a> <a href=/chain>Chain</a> <a href=/moved>Moved</a>\
    <a href=/moved-to-nothing>Moved to nothing</a> <a href=/fine#nowhere>No place</a> <a href='#lost'>Lost</a>\
    <a href=/soft>Soft</a> <a href=/private/x>Private</a> <img src=/lost.png alt=Lost>\
    <a href=http://elsewhere.example/there>There</a> <a href=http://elsewhere.example/missing>Missing</a>\
    <a href=http://nobody.example/>Nobody</a> <a href=http://silent.example/>Silent</a>\
    <a href=http://refusing.example/>Refusing</a> <a href=https://untrusted.example/>Untrusted</a>\
    <a href=https://deadlinks.example/secure>Secure</a>";

const MORE: &str = "<!DOCTYPE html><html lang=en><title>More</title><h1>More</h1><a href=/>Home</a> \
    <a href=/gone>Gone</a> <a href=http://nobody.example/>Nobody</a><a href=/fine#nowhere>No place</a>";

const FINE: &str = "<!DOCTYPE html><html lang=en><title>Fine</title><h1>Fine</h1><p id=place>Barns of stone stand \
    for many years, and whoever built them knew their trade.<a href=/>Home</a>";

const SECURE: &str = "<!DOCTYPE html><html lang=en><title>Secure</title><h1>Secure</h1>\
    <img src=http://deadlinks.example/picture.png alt=Picture><p>This way only.";

/// A link with something wrong, as a program that looks for dead links has to find it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeadLinkTruth {
    /// The address as pages link to it, with its fragment if that is what is missing.
    pub target: String,
    /// What is wrong, as a word: `client-error`, `server-error`, `dns`, `tls`, `timeout`, `connection`,
    /// `redirect-loop`, `redirect-chain`, `missing-fragment`, `mixed-content`, `soft-404`, `robots`.
    pub problem: &'static str,
    /// The status of the answer; `None` if there is none, or if it does not matter.
    pub status: Option<u16>,
    /// Addresses of the pages that hold such links, each as often as it does, sorted.
    pub pages: Vec<String>,
}

/// A host of this site's small web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeadLinkHost {
    /// The site.
    Site,
    /// Another one; only the first of them answers.
    Other,
}

impl DeadLinkHost {
    /// Finds a host by its name in lower case.
    pub(crate) fn find(name: &str) -> Option<DeadLinkHost> {
        match name {
            SITE => Some(DeadLinkHost::Site),
            name if OTHERS.contains(&name) => Some(DeadLinkHost::Other),
            _ => None,
        }
    }

    pub(crate) fn kind(self, target: &str) -> PageKind {
        match self.document(target).status {
            _ if target == "/robots.txt" => PageKind::Robots,
            200 => PageKind::Document,
            300..400 => PageKind::Redirect,
            _ => PageKind::Missing,
        }
    }

    pub(crate) fn answer(self, target: &str) -> SimAnswer {
        let document = self.document(target);
        let mut headers = vec![("Content-Type", document.content_type.into_owned())];
        headers.extend(document.location.map(|location| ("Location", location)));
        let fault =
            (self == DeadLinkHost::Site && target == "/hangs-up").then_some(Fault::EmptyReply);
        SimAnswer {
            status: document.status,
            headers,
            body: document.body,
            framing: Framing::Length,
            dialect: Dialect::Plain,
            fault,
        }
    }

    fn document(self, target: &str) -> Document {
        let html = |status: u16, text: &str| Document {
            status,
            content_type: Cow::Borrowed("text/html; charset=utf-8"),
            ..Document::plain(status, text)
        };
        let moved = |to: &str| Document {
            location: Some(to.to_owned()),
            ..Document::plain(302, "moved\n")
        };
        match (self, target) {
            (DeadLinkHost::Site, "/robots.txt") => {
                Document::plain(200, "User-agent: *\nDisallow: /private/\n")
            }
            (DeadLinkHost::Site, "/") => html(200, HOME),
            (DeadLinkHost::Site, "/more") => html(200, MORE),
            (DeadLinkHost::Site, "/fine") => html(200, FINE),
            (DeadLinkHost::Site, "/secure") => html(200, SECURE),
            (DeadLinkHost::Site, "/soft") => html(200, NOT_FOUND),
            (DeadLinkHost::Site, "/picture.png") => {
                Document::new("image/png", crate::media::png(1))
            }
            (DeadLinkHost::Site, "/broken") => html(500, "<title>Broken</title>"),
            (DeadLinkHost::Site, "/gone") => html(410, "<title>Gone</title>"),
            (DeadLinkHost::Site, "/circle") => moved("/circle-back"),
            (DeadLinkHost::Site, "/circle-back") => moved("/circle"),
            (DeadLinkHost::Site, "/chain") => moved("/chain-on"),
            (DeadLinkHost::Site, "/chain-on") => moved("/fine"),
            (DeadLinkHost::Site, "/moved") => moved("/fine"),
            (DeadLinkHost::Site, "/moved-to-nothing") => moved("/lost-for-ever"),
            // A name that nobody has: here the site says so with a good status.
            (DeadLinkHost::Site, name) if name.starts_with("/no-such-page-") => {
                html(200, NOT_FOUND)
            }
            (DeadLinkHost::Site, _) => html(404, "<title>404</title>"),
            (DeadLinkHost::Other, "/there") => html(200, "<title>There</title><p>Here it is."),
            (DeadLinkHost::Other, _) => html(404, "<title>404</title>"),
        }
    }
}

impl World {
    /// The links with something wrong of the site of [`WorldSettings::dead_links`](crate::WorldSettings::dead_links),
    /// sorted; for a harvest that begins at `http://deadlinks.example/` and follows all links.
    pub fn dead_links(&self) -> Vec<DeadLinkTruth> {
        let (home, more) = ("http://deadlinks.example/", "http://deadlinks.example/more");
        let mut all = Vec::new();
        let mut add = |target: &str, problem, status, pages: &[&str]| {
            let mut pages: Vec<String> = pages.iter().map(|&it| it.to_owned()).collect();
            pages.sort();
            all.push(DeadLinkTruth { target: target.to_owned(), problem, status, pages });
        };
        let here = |path: &str| format!("http://{SITE}{path}");
        add(&here("/gone"), "client-error", Some(410), &[home, home, more]);
        add(&here("/lost.png"), "client-error", Some(404), &[home]);
        add(&here("/moved-to-nothing"), "client-error", Some(404), &[home]);
        add("http://elsewhere.example/missing", "client-error", Some(404), &[home]);
        add(&here("/broken"), "server-error", Some(500), &[home]);
        add(&here("/hangs-up"), "connection", None, &[home]);
        add("http://refusing.example/", "connection", None, &[home]);
        add("http://nobody.example/", "dns", None, &[home, more]);
        add("http://silent.example/", "timeout", None, &[home]);
        add("https://untrusted.example/", "tls", None, &[home]);
        add(&here("/circle"), "redirect-loop", None, &[home]);
        add(&here("/chain"), "redirect-chain", None, &[home]);
        add(&here("/fine#nowhere"), "missing-fragment", None, &[home, more]);
        add(&here("/#lost"), "missing-fragment", None, &[home]);
        add(&here("/private/x"), "robots", None, &[home]);
        add(&here("/soft"), "soft-404", None, &[home]);
        add(&here("/picture.png"), "mixed-content", None, &["https://deadlinks.example/secure"]);
        all.sort();
        all
    }
}
