//! The web as a pure function: from a host, an address and a request to an answer.

use crate::answer::{Coding, Dialect, Framing, SimAnswer, SimRequest};
use crate::date::{NOW, http_date};
use crate::document::{Document, Scene, farm_document};
use crate::fault::Fault;
use crate::html::SimLink;
use crate::media;
use crate::national::NationalHost;
use crate::place::Place;
use crate::random::{Dice, hash};
use crate::robots::RobotsKind;
use crate::settings::WorldSettings;
use crate::site::{Host, Site, name_of};
use crate::trap::Trap;
use std::sync::OnceLock;

/// A whole web. It stores nothing but its settings, whatever its size.
#[derive(Clone, Debug)]
pub struct World {
    settings: WorldSettings,
}

/// How a document is requested.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct View {
    /// Whether the client sent the cookie back.
    pub(crate) cookie: bool,
    /// Whether the links are collected.
    pub(crate) collect: bool,
    /// The fault of the document; `None` if there is none.
    pub(crate) fault: Option<Fault>,
}

/// What is at an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PageKind {
    /// A page or another document to read.
    Document,
    /// A picture, style, script or font.
    Requisite,
    /// `robots.txt`, and the target if it redirects.
    Robots,
    /// A sitemap.
    Sitemap,
    /// A feed.
    Feed,
    /// A redirect that does not loop.
    Redirect,
    /// A page that is shown only to clients that keep cookies.
    Cookie,
    /// Nothing: the status is 404.
    Missing,
    /// A page that belongs to a trap: only the first one of each trap is in the ground truth.
    Trap(Trap),
    /// An answer with a fault.
    Fault(Fault),
}

impl World {
    /// Creates the web of `settings`. It has at least one site.
    pub fn new(mut settings: WorldSettings) -> World {
        settings.hosts = settings.hosts.max(1);
        World { settings }
    }

    /// The settings of the web.
    pub fn settings(&self) -> &WorldSettings {
        &self.settings
    }

    /// Seeds: the home page of the catalogue, from which everything can be reached.
    pub fn seeds(&self) -> Vec<String> {
        vec![format!("http://{}/", self.host_name(0))]
    }

    /// Names of all sites, without the endless names of the link farms.
    pub fn hosts(&self) -> impl Iterator<Item = String> {
        (0..self.settings.hosts).map(|index| self.host_name(index))
    }

    /// Kind of the `robots.txt` of a site; `None` if there is no such site.
    pub fn robots(&self, host: &str) -> Option<RobotsKind> {
        match Host::find(&self.settings, host)? {
            Host::Site(site) => Some(site.robots),
            Host::Farm(_) | Host::National(_) | Host::DeadLinks(_) => Some(RobotsKind::Missing),
        }
    }

    /// What is at an address; `None` if there is no such host.
    pub fn kind(&self, host: &str, target: &str) -> Option<PageKind> {
        match Host::find(&self.settings, host)? {
            Host::Site(site) => Some(self.kind_of(&site, Place::parse(&site, target))),
            Host::Farm(_) => Some(PageKind::Trap(Trap::LinkFarm)),
            Host::National(host) => Some(self.national_kind(&host, target)),
            Host::DeadLinks(host) => Some(host.kind(target)),
        }
    }

    /// Returns the answer to `request` for `target` (path and query) at `host`.
    pub fn response(&self, host: &str, target: &str, request: &SimRequest) -> SimAnswer {
        match Host::find(&self.settings, host) {
            None => finish(Document::plain(421, "no such host\n"), Framing::Length),
            Some(Host::Farm(_) | Host::National(_)) if target == "/robots.txt" => {
                finish(Document::plain(404, "none\n"), Framing::Length)
            }
            Some(Host::Farm(farm)) => {
                finish(farm_document(host, target, farm, false), Framing::Length)
            }
            Some(Host::National(host)) => self.national_response(&host, target, request),
            Some(Host::DeadLinks(host)) => host.answer(target),
            Some(Host::Site(site)) => self.site_response(&site, target, request),
        }
    }

    fn national_response(
        &self,
        host: &NationalHost,
        target: &str,
        request: &SimRequest,
    ) -> SimAnswer {
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            return finish(Document::plain(405, "only to be read\n"), Framing::Length);
        }
        let Some(place) = host.place(target) else {
            return finish(Document::plain(404, "none\n"), Framing::Length);
        };
        let document = self.national_document(host, place, false);
        if document.status != 200 {
            return finish(document, Framing::Length);
        }
        let key = hash(host.key(), target.as_bytes());
        let changed = http_date(1_100_000_000 + key % 600_000_000);
        let coding = if host.key().is_multiple_of(2) { Coding::Gzip } else { Coding::Identity };
        ordinary(document, request, Framing::Length, coding, key, changed)
    }

    fn site_response(&self, site: &Site, target: &str, request: &SimRequest) -> SimAnswer {
        let place = Place::parse(site, target);
        let allowed = match request.method.as_str() {
            "GET" | "HEAD" => true,
            "POST" => place == Place::Search,
            _ => false,
        };
        if !allowed {
            let document = Document::plain(405, "only to be read\n");
            let mut answer = finish(document, Framing::Length);
            answer.headers.push(("Allow", "GET, HEAD".to_owned()));
            return answer;
        }
        let cookie = request.header("Cookie").is_some_and(|value| value.contains("sid="));
        let healed = self.heals(site, place) && request.attempt >= self.settings.fault_heals_after;
        let fault = self.fault(site, place).filter(|_| !healed);
        let view = View { cookie, collect: false, fault };
        let document = self.document(site, place, target, view);
        if let Some(fault) = fault {
            return self.faulty(document, fault);
        }
        let framing = if place == Place::Robots { Framing::Length } else { site.framing };
        let answer = if document.status == 200 {
            let key = hash(site.key, target.as_bytes());
            let changed = http_date(1_100_000_000 + key % 600_000_000);
            ordinary(document, request, framing, site.coding, key, changed)
        } else {
            finish(document, framing)
        };
        SimAnswer { dialect: site.dialect, ..answer }
    }

    fn faulty(&self, document: Document, fault: Fault) -> SimAnswer {
        let mut answer = finish(document, Framing::Length);
        answer.fault = Some(fault);
        let retry_after = self.settings.pace.retry_after;
        match fault {
            Fault::TooManyRequests => {
                answer.headers.push(("Retry-After", retry_after.to_string()));
            }
            Fault::Unavailable => {
                answer.headers.push(("Retry-After", http_date(NOW + u64::from(retry_after))));
            }
            Fault::GzipBomb => answer.headers.push(("Content-Encoding", "gzip".to_owned())),
            Fault::BadGzip => {
                answer.headers.push(("Content-Encoding", "gzip".to_owned()));
                answer.body = media::gzip(&answer.body);
                let half = answer.body.len() / 2;
                answer.body[half..].fill(0xaa);
            }
            Fault::TruncatedBody | Fault::BadChunk | Fault::EndlessBody => {
                answer.framing = Framing::Chunked;
            }
            Fault::SlowHeaders
            | Fault::SlowBody
            | Fault::Stall
            | Fault::Reset
            | Fault::ShortLength
            | Fault::LongLength
            | Fault::HeaderBomb
            | Fault::WrongMime
            | Fault::EmptyReply
            | Fault::GarbageStatus => {}
        }
        answer
    }

    /// Returns the document at a place, with those faults that concern the document itself.
    pub(crate) fn document(&self, site: &Site, place: Place, target: &str, view: View) -> Document {
        match view.fault {
            Some(Fault::TooManyRequests) => return Document::plain(429, "not so fast\n"),
            Some(Fault::Unavailable) => return Document::plain(503, "come back later\n"),
            Some(Fault::WrongMime) => return Document::new("text/plain", media::video()),
            _ => {}
        }
        let host = self.host_name(site.index);
        let settings = &self.settings;
        let View { cookie, collect, .. } = view;
        Scene { settings, site, host: &host, place, target, cookie, collect }.document()
    }

    pub(crate) fn kind_of(&self, site: &Site, place: Place) -> PageKind {
        if let Some(trap) = place.trap() {
            return PageKind::Trap(trap);
        }
        match place {
            Place::Robots | Place::RobotsMoved => return PageKind::Robots,
            Place::Missing if site.trap == Some(Trap::SoftNotFound) => {
                return PageKind::Trap(Trap::SoftNotFound);
            }
            Place::Missing => return PageKind::Missing,
            _ => {}
        }
        if let Some(fault) = self.fault(site, place) {
            return PageKind::Fault(fault);
        }
        match place {
            Place::BaseStyle
            | Place::Style(_)
            | Place::Script(_)
            | Place::Font
            | Place::Background
            | Place::Image(_) => PageKind::Requisite,
            Place::SitemapIndex | Place::SitemapPages | Place::SitemapGzip | Place::SitemapText => {
                PageKind::Sitemap
            }
            Place::Rss | Place::Atom => PageKind::Feed,
            Place::Moved { .. } | Place::Chain(_) | Place::Away(_) => PageKind::Redirect,
            Place::Login | Place::Members => PageKind::Cookie,
            _ => PageKind::Document,
        }
    }

    /// Returns the fault at a place: by its name, or by chance if no other page depends on it.
    pub(crate) fn fault(&self, site: &Site, place: Place) -> Option<Fault> {
        let kinds = &self.settings.fault_kinds;
        match place {
            Place::Fault(fault, _) => Some(fault),
            Place::Robots if site.robots == RobotsKind::Slow => Some(Fault::SlowBody),
            Place::Page(n) if site.index > 0 && n >= site.inner() && !kinds.is_empty() => {
                let mut dice = Dice::new(hash(site.key ^ 0xfa17, &n.to_le_bytes()));
                dice.chance(self.settings.fault_rate).then(|| dice.pick(kinds))
            }
            _ => None,
        }
    }

    /// Whether the fault at a place ends after several requests.
    pub(crate) fn heals(&self, site: &Site, place: Place) -> bool {
        self.settings.fault_heals_after > 0
            && matches!(place, Place::Page(_))
            && self.fault(site, place).is_some_and(Fault::may_heal)
    }

    pub(crate) fn site(&self, index: u32) -> Site {
        Site::new(&self.settings, index)
    }

    pub(crate) fn host_name(&self, index: u32) -> String {
        name_of(self.settings.seed, index)
    }

    /// Returns the links of a page, also of a page in a trap.
    pub fn links(&self, host: &str, target: &str) -> Vec<SimLink> {
        match Host::find(&self.settings, host) {
            None => Vec::new(),
            // What it links to is told by `World::dead_links`.
            Some(Host::DeadLinks(_)) => Vec::new(),
            Some(Host::Farm(farm)) => farm_document(host, target, farm, true).links,
            Some(Host::National(host)) => match host.place(target) {
                Some(place) => self.national_document(&host, place, true).links,
                None => Vec::new(),
            },
            Some(Host::Site(site)) => {
                let place = Place::parse(&site, target);
                let view = View { collect: true, ..View::default() };
                self.document(&site, place, target, view).links
            }
        }
    }
}

/// Adds the header fields that every answer has.
fn finish(document: Document, framing: Framing) -> SimAnswer {
    static DATE: OnceLock<String> = OnceLock::new();
    let mut headers = Vec::with_capacity(12);
    headers.push(("Date", DATE.get_or_init(|| http_date(NOW)).clone()));
    headers.push(("Server", "simweb".to_owned()));
    headers.push(("Content-Type", document.content_type.into_owned()));
    headers.extend(document.location.map(|location| ("Location", location)));
    headers.extend(document.language.map(|tag| ("Content-Language", tag.to_owned())));
    headers.extend(document.cookie.map(|cookie| ("Set-Cookie", cookie)));
    SimAnswer {
        status: document.status,
        headers,
        body: document.body,
        framing,
        dialect: Dialect::Plain,
        fault: None,
    }
}

/// Returns the answer with status 200, or 304, 206, 416, or with a coded body, as the request asks.
fn ordinary(
    document: Document,
    request: &SimRequest,
    framing: Framing,
    coding: Coding,
    key: u64,
    changed: String,
) -> SimAnswer {
    let is_text = document.is_text();
    let mut answer = finish(document, framing);
    let unchanged = match request.header("If-None-Match") {
        Some(tags) => tags.contains(&format!("{key:016x}")) || tags.trim() == "*",
        // Simplified: unchanged only if the client sends exactly this date.
        None => request.header("If-Modified-Since") == Some(changed.as_str()),
    };
    let range = request.header("Range").filter(|_| match request.header("If-Range") {
        None => true,
        Some(condition) => condition == changed || condition == format!("\"{key:016x}\""),
    });
    answer.headers.push(("Last-Modified", changed));
    let coding = match coding {
        _ if !is_text || range.is_some() => Coding::Identity,
        Coding::Gzip if request.lists("Accept-Encoding", "gzip") => Coding::Gzip,
        Coding::Brotli if request.lists("Accept-Encoding", "br") => Coding::Brotli,
        Coding::Gzip | Coding::Brotli | Coding::Identity => Coding::Identity,
    };
    let mark = match coding {
        Coding::Identity => "",
        Coding::Gzip => "-gzip",
        Coding::Brotli => "-br",
    };
    answer.headers.push(("ETag", format!("\"{key:016x}{mark}\"")));
    if is_text {
        answer.headers.push(("Vary", "Accept-Encoding".to_owned()));
    }
    if unchanged {
        answer.status = 304;
        answer.body.clear();
        return answer;
    }
    if let Some(range) = range {
        return partial(answer, range);
    }
    answer.headers.push(("Accept-Ranges", "bytes".to_owned()));
    match coding {
        Coding::Identity => {}
        Coding::Gzip => {
            answer.headers.push(("Content-Encoding", "gzip".to_owned()));
            answer.body = media::gzip(&answer.body);
        }
        Coding::Brotli => {
            answer.headers.push(("Content-Encoding", "br".to_owned()));
            answer.body = media::brotli(&answer.body);
        }
    }
    answer
}

/// Returns one range of bytes; a request for several ranges gets everything, as the standard allows.
fn partial(mut answer: SimAnswer, range: &str) -> SimAnswer {
    let length = answer.body.len();
    let Some((from, to)) = range.strip_prefix("bytes=").and_then(|range| range.split_once('-'))
    else {
        return answer;
    };
    let bounds = match (from.parse::<usize>(), to.parse::<usize>()) {
        (Ok(from), Ok(to)) => Some((from, to.saturating_add(1).min(length))),
        (Ok(from), Err(_)) if to.is_empty() => Some((from, length)),
        (Err(_), Ok(last)) if from.is_empty() => Some((length.saturating_sub(last), length)),
        _ => None,
    };
    let Some((from, to)) = bounds else { return answer };
    if from >= to {
        answer.status = 416;
        answer.headers.push(("Content-Range", format!("bytes */{length}")));
        answer.body.clear();
        return answer;
    }
    answer.status = 206;
    answer.headers.push(("Content-Range", format!("bytes {from}-{}/{length}", to - 1)));
    answer.body.truncate(to);
    answer.body.drain(..from);
    answer
}
