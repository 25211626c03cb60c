//! What an address on a site stands for. Parsing an address and writing it are inverse to each other, so the server
//! knows exactly the addresses that the ground truth lists.

use crate::fault::Fault;
use crate::random::mix;
use crate::site::{HIDDEN_PAGES, PRIVATE_PAGES, Site};
use crate::trap::Trap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Page(u32),
    Private(u32),
    Hidden(u32),
    BaseStyle,
    Style(u32),
    Script(u32),
    Font,
    Background,
    Image(u32),
    Doc(u32),
    Robots,
    RobotsMoved,
    SitemapIndex,
    SitemapPages,
    SitemapGzip,
    SitemapText,
    Rss,
    Atom,
    /// A redirect with this status to page `to`.
    Moved {
        status: u16,
        to: u32,
    },
    /// A redirect to the next lower number, the last one to the home page.
    Chain(u32),
    /// A redirect to another site.
    Away(u32),
    Login,
    Members,
    Search,
    Odd(usize),
    Fault(Fault, u32),
    Calendar {
        year: u32,
        month: u32,
    },
    List {
        page: u32,
    },
    Maze,
    Shop {
        session: u64,
        item: u32,
    },
    Long,
    Loop(u32),
    /// Nothing: status 404.
    Missing,
}

/// Addresses as written in a page, and as a crawler has to request them.
pub(crate) const ODD: &[(&str, &str)] = &[
    ("/odd/two words.html", "/odd/two%20words.html"),
    ("/odd/&quot;quoted&quot;.html", "/odd/%22quoted%22.html"),
    ("/odd/žluť.html", "/odd/%C5%BElu%C5%A5.html"),
    ("/odd/&#345;eka.html", "/odd/%C5%99eka.html"),
    ("/odd/a%2Fb.html", "/odd/a%2Fb.html"),
    ("/odd/./dot/../dots.html", "/odd/dots.html"),
    ("/odd/query.html?a=1&amp;b=2&amp;a=3", "/odd/query.html?a=1&b=2&a=3"),
    ("/odd/fragment.html#part", "/odd/fragment.html"),
    ("/odd/Case.HTML", "/odd/Case.HTML"),
    ("/odd/case.html", "/odd/case.html"),
    ("/odd/semi;colon,comma.html", "/odd/semi;colon,comma.html"),
    ("/odd/plus+plus.html?q=a+b", "/odd/plus+plus.html?q=a+b"),
    (" /odd/blanks.html\n", "/odd/blanks.html"),
    ("/odd/it's.html", "/odd/it's.html"),
];

pub(crate) const REDIRECTS: &[u16] = &[301, 302, 303, 307, 308];
const IMAGE_TYPES: &[&str] = &["png", "gif", "jpg", "svg"];
const DOC_TYPES: &[&str] = &["pdf", "json", "xml", "txt", "csv"];
const LONG: usize = 20_000;

impl Place {
    pub(crate) fn parse(site: &Site, target: &str) -> Place {
        let place = match target {
            "/robots.txt" => Some(Place::Robots),
            "/rules/robots.txt" => Some(Place::RobotsMoved),
            "/sitemap.xml" => Some(Place::SitemapIndex),
            "/sitemap-pages.xml" => Some(Place::SitemapPages),
            "/sitemap-more.xml.gz" => Some(Place::SitemapGzip),
            "/sitemap.txt" => Some(Place::SitemapText),
            "/feed.rss" => Some(Place::Rss),
            "/feed.atom" => Some(Place::Atom),
            "/login" => Some(Place::Login),
            "/members" => Some(Place::Members),
            "/search" => Some(Place::Search),
            "/style/base.css" => Some(Place::BaseStyle),
            "/style/text.woff" => Some(Place::Font),
            "/img/background.png" => Some(Place::Background),
            _ => None,
        };
        place
            .or_else(|| site.page_at(target).map(Place::Page))
            .or_else(|| Place::parse_numbered(site, target))
            .unwrap_or(Place::Missing)
    }

    fn parse_numbered(site: &Site, target: &str) -> Option<Place> {
        let (folder, rest) = target.strip_prefix('/')?.split_once(['/', '?'])?;
        let number = |prefix: &str, suffix: &str| -> Option<u32> {
            rest.strip_prefix(prefix)?.strip_suffix(suffix)?.parse().ok()
        };
        let place = match folder {
            "private" => Place::Private(number("p", ".html")?),
            "hidden" => Place::Hidden(number("p", ".html")?),
            "style" => Place::Style(number("s", ".css")?),
            "script" => Place::Script(number("s", ".js")?),
            "img" => Place::Image(number_before_dot(rest)?),
            "doc" => Place::Doc(number_before_dot(rest)?),
            "chain" => Place::Chain(number("", "")?),
            "away" => Place::Away(number("", "")?),
            "loop" => Place::Loop(number("", "")? % 3),
            "go" => {
                let (status, to) = rest.split_once('/')?;
                Place::Moved { status: status.parse().ok()?, to: to.parse().ok()? }
            }
            "fault" => {
                let (name, rest) = rest.split_once('/')?;
                Place::Fault(Fault::from_name(name)?, number_before_dot(rest)?)
            }
            "odd" => Place::Odd(ODD.iter().position(|(_, canonical)| *canonical == target)?),
            "calendar" => {
                let (year, month) = rest.split_once('/')?;
                Place::Calendar { year: year.parse().ok()?, month: month.parse().ok()? }
            }
            "list" => {
                let page = rest.split('&').find_map(|pair| pair.strip_prefix("page="))?;
                Place::List { page: page.parse().ok()? }
            }
            "maze" => {
                let known = |part: &str| matches!(part, "" | "north" | "east");
                rest.split('/').all(known).then_some(Place::Maze)?
            }
            "shop" => {
                let (session, item) = rest.split_once("/item")?;
                let session = u64::from_str_radix(session, 16).ok()?;
                Place::Shop { session, item: number_before_dot(item)? }
            }
            "long" => Place::Long,
            _ => return None,
        };
        let exact = place.is_endless() || place.target(site) == target;
        (exact && place.exists(site)).then_some(place)
    }

    /// Whether a place with this number exists on the site.
    fn exists(self, site: &Site) -> bool {
        match self {
            Place::Private(n) => n < PRIVATE_PAGES,
            Place::Hidden(n) => n < HIDDEN_PAGES,
            Place::Style(n) | Place::Script(n) => n < site.styles(),
            Place::Image(n) | Place::Doc(n) => n < site.inner(),
            Place::Moved { status, to } => REDIRECTS.contains(&status) && to < site.pages,
            Place::Chain(n) | Place::Away(n) => n < 100,
            Place::Calendar { month, .. } => (1..=12).contains(&month),
            _ => true,
        }
    }

    /// Returns the trap that it belongs to; `None` if it belongs to none.
    pub(crate) fn trap(self) -> Option<Trap> {
        Some(match self {
            Place::Calendar { .. } => Trap::Calendar,
            Place::List { .. } => Trap::Parameters,
            Place::Maze => Trap::RepeatingSegments,
            Place::Shop { .. } => Trap::SessionIds,
            Place::Long => Trap::LongUri,
            Place::Loop(_) => Trap::RedirectLoop,
            _ => return None,
        })
    }

    /// Whether many addresses stand for the same place.
    fn is_endless(self) -> bool {
        matches!(self, Place::List { .. } | Place::Maze | Place::Long | Place::Loop(_))
    }

    /// Returns the address, or the first of several.
    pub(crate) fn target(self, site: &Site) -> String {
        match self {
            Place::Page(n) => site.page_target(n),
            Place::Private(n) => format!("/private/p{n}.html"),
            Place::Hidden(n) => format!("/hidden/p{n}.html"),
            Place::BaseStyle => "/style/base.css".to_owned(),
            Place::Style(n) => format!("/style/s{n}.css"),
            Place::Script(n) => format!("/script/s{n}.js"),
            Place::Font => "/style/text.woff".to_owned(),
            Place::Background => "/img/background.png".to_owned(),
            Place::Image(n) => format!("/img/{n}.{}", image_type(site, n)),
            Place::Doc(n) => format!("/doc/{n}.{}", doc_type(site, n)),
            Place::Robots => "/robots.txt".to_owned(),
            Place::RobotsMoved => "/rules/robots.txt".to_owned(),
            Place::SitemapIndex => "/sitemap.xml".to_owned(),
            Place::SitemapPages => "/sitemap-pages.xml".to_owned(),
            Place::SitemapGzip => "/sitemap-more.xml.gz".to_owned(),
            Place::SitemapText => "/sitemap.txt".to_owned(),
            Place::Rss => "/feed.rss".to_owned(),
            Place::Atom => "/feed.atom".to_owned(),
            Place::Moved { status, to } => format!("/go/{status}/{to}"),
            Place::Chain(n) => format!("/chain/{n}"),
            Place::Away(n) => format!("/away/{n}"),
            Place::Login => "/login".to_owned(),
            Place::Members => "/members".to_owned(),
            Place::Search => "/search".to_owned(),
            Place::Odd(n) => ODD[n].1.to_owned(),
            Place::Fault(fault, n) => format!("/fault/{}/{n}.html", fault.name()),
            Place::Calendar { year, month } => format!("/calendar/{year}/{month}"),
            Place::List { page } => format!("/list?page={page}&sort=name"),
            Place::Maze => "/maze/".to_owned(),
            Place::Shop { session, item } => format!("/shop/{session:016x}/item{item}.html"),
            Place::Long => format!("/long/{}", "x".repeat(LONG)),
            Place::Loop(n) => format!("/loop/{n}"),
            Place::Missing => "/no/such/page.html".to_owned(),
        }
    }
}

fn number_before_dot(text: &str) -> Option<u32> {
    text.split_once('.')?.0.parse().ok()
}

pub(crate) fn image_type(site: &Site, n: u32) -> &'static str {
    IMAGE_TYPES[mix(site.key ^ u64::from(n)) as usize % IMAGE_TYPES.len()]
}

pub(crate) fn doc_type(site: &Site, n: u32) -> &'static str {
    DOC_TYPES[mix(site.key ^ u64::from(n) ^ 0xd0c) as usize % DOC_TYPES.len()]
}
