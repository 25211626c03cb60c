//! One site: its name, size, structure and behaviour, all computed from its number in a few nanoseconds, so that
//! nothing has to be kept in memory.

use crate::answer::{Coding, Dialect, Framing};
use crate::charset::{Declared, SiteCharset};
use crate::dead_links::DeadLinkHost;
use crate::html::Form;
use crate::national::NationalHost;
use crate::random::{Dice, hash};
use crate::robots::RobotsKind;
use crate::settings::{RobotsMix, WorldSettings};
use crate::trap::Trap;
use crate::words::{SLUGS, SiteLanguage};

/// Number of sites on one page of the catalogue.
pub(crate) const CATALOGUE_PAGE: u32 = 50;
/// Number of pages of a site that `robots.txt` tends to forbid.
pub(crate) const PRIVATE_PAGES: u32 = 2;
/// Number of pages of a site that only a sitemap lists.
pub(crate) const HIDDEN_PAGES: u32 = 2;
/// Number of link farms; each has a host for every possible name.
pub(crate) const FARMS: u32 = 3;

const FORMS: &[Form] = &[
    Form::Path,
    Form::Path,
    Form::Path,
    Form::Relative,
    Form::Relative,
    Form::Absolute,
    Form::SchemeRelative,
    Form::Base,
];

/// How the addresses of a site are formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathStyle {
    Flat,
    Tree,
    Query,
    Slug,
    /// `/Page/1` and `/page/1` are two pages.
    CaseMatters,
    Deep,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    pub(crate) index: u32,
    /// Key of this site, computed from the seed of the web.
    pub(crate) key: u64,
    pub(crate) pages: u32,
    /// Page `n` links to its children `n * fanout + 1` and following.
    pub(crate) fanout: u32,
    pub(crate) style: PathStyle,
    pub(crate) language: SiteLanguage,
    pub(crate) charset: SiteCharset,
    pub(crate) declared: Declared,
    pub(crate) robots: RobotsKind,
    pub(crate) coding: Coding,
    pub(crate) framing: Framing,
    /// Whether it links to very many other sites.
    pub(crate) hub: bool,
    /// Whether it sends a cookie with its home page.
    pub(crate) cookie: bool,
    pub(crate) trap: Option<Trap>,
    pub(crate) form: Form,
    pub(crate) dialect: Dialect,
}

/// What a host name stands for.
#[derive(Clone, Debug)]
pub(crate) enum Host {
    Site(Site),
    /// A name below the wildcard of a link farm.
    Farm(u32),
    National(NationalHost),
    DeadLinks(DeadLinkHost),
}

impl Host {
    /// Finds the host of a `Host` header, without its port and in lower case; `None` if there is none.
    pub(crate) fn find(settings: &WorldSettings, name: &str) -> Option<Host> {
        let name = name.split(':').next().unwrap_or(name).to_ascii_lowercase();
        if let Some(farm) = farm_of(&name) {
            return Some(Host::Farm(farm));
        }
        if let Some(national) = NationalHost::find(settings, &name) {
            return Some(Host::National(national));
        }
        if let Some(host) = DeadLinkHost::find(&name).filter(|_| settings.dead_links) {
            return Some(Host::DeadLinks(host));
        }
        let first = name.strip_prefix("www.").unwrap_or(&name).split('.').next()?;
        let digits = first.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let index = digits.parse().ok().filter(|index| *index < settings.hosts)?;
        (name_of(settings.seed, index) == name).then(|| Host::Site(Site::new(settings, index)))
    }
}

fn farm_of(name: &str) -> Option<u32> {
    let (_, last) = name.strip_suffix(".test")?.rsplit_once('.')?;
    last.strip_prefix("farm")?.parse().ok().filter(|farm| *farm < FARMS)
}

/// Whether a name is not a host, but the ending of names of hosts.
pub(crate) fn is_name_above(settings: &WorldSettings, name: &str) -> bool {
    if matches!(name, "test" | "example") || (name == "cz" && settings.national > 0) {
        return true;
    }
    let Some(domain) = name.strip_suffix(".test") else { return false };
    let number = |prefix: &str| domain.strip_prefix(prefix)?.parse::<u32>().ok();
    if let Some(many) = number("many") {
        let hosts = many.saturating_mul(16)..many.saturating_add(1).saturating_mul(16);
        return hosts
            .filter(|index| *index < settings.hosts)
            .any(|index| name_of(settings.seed, index).ends_with(&format!(".{name}")));
    }
    number("farm").is_some_and(|farm| farm < FARMS)
        || Host::find(settings, &format!("www.{name}")).is_some()
}

/// Returns the host name of a site.
pub(crate) fn name_of(seed: u64, index: u32) -> String {
    match hash(seed ^ 0x686f_7374, &index.to_le_bytes()) % 4 {
        _ if index == 0 => "catalogue0.example".to_owned(),
        0 => format!("h{index}.example"),
        1 => format!("www.d{index}.test"),
        2 => format!("{}{index}.example", SLUGS[index as usize % SLUGS.len()]),
        // Many hosts of one registrable domain.
        _ => format!("s{index}.many{}.test", index / 16),
    }
}

impl Site {
    pub(crate) fn new(settings: &WorldSettings, index: u32) -> Site {
        let key = hash(settings.seed, &index.to_le_bytes());
        let mut dice = Dice::new(key);
        let style = match dice.below(12) {
            0..4 => PathStyle::Flat,
            4..6 => PathStyle::Tree,
            6..8 => PathStyle::Query,
            8..10 => PathStyle::Slug,
            10 => PathStyle::CaseMatters,
            _ => PathStyle::Deep,
        };
        let fanout = match style {
            PathStyle::Deep => 1,
            _ => dice.pick(&[4, 8, 8, 20]),
        };
        let language = dice.pick(SiteLanguage::WEIGHTED);
        let charset = dice.pick(SiteCharset::choices(language));
        let declared =
            dice.pick(&[Declared::Header, Declared::Header, Declared::Meta, Declared::Nowhere]);
        // A broken encoding that is not declared could only be guessed wrong.
        let declared = match (charset, declared) {
            (SiteCharset::BrokenUtf8, Declared::Nowhere) => Declared::Meta,
            _ => declared,
        };
        let robots = match settings.robots {
            RobotsMix::AllowAll => RobotsKind::AllowAll,
            // Half of the hosts are ordinary.
            RobotsMix::EveryKind if dice.below(2) == 0 => RobotsKind::AllowAll,
            RobotsMix::EveryKind => dice.pick(RobotsKind::ALL),
        };
        let coding = dice.pick(&[Coding::Identity, Coding::Gzip, Coding::Gzip, Coding::Brotli]);
        let framing = match dice.below(10) {
            0..6 => Framing::Length,
            6..9 => Framing::Chunked,
            _ => Framing::UntilClose,
        };
        let trap = (settings.traps && dice.below(2) == 0).then(|| dice.pick(Trap::ALL));
        let pages = pages_of(settings, &mut dice, style);
        // Every fifth site; the others write ordinary headers.
        let strange = settings.oddities && dice.below(5) == 0;
        let site = Site {
            index,
            key,
            pages,
            fanout,
            style,
            language,
            charset,
            declared,
            robots,
            coding,
            framing,
            hub: dice.below(12) == 0,
            cookie: dice.below(3) == 0,
            trap,
            form: dice.pick(FORMS),
            dialect: if strange { dice.pick(Dialect::ALL) } else { Dialect::Plain },
        };
        if index == 0 { site.into_catalogue(settings.hosts) } else { site }
    }

    /// Returns the site as the catalogue, which has no faults and forbids nothing, so that every other site can be
    /// found.
    fn into_catalogue(self, hosts: u32) -> Site {
        Site {
            pages: hosts.div_ceil(CATALOGUE_PAGE).max(1),
            fanout: 8,
            style: PathStyle::Flat,
            robots: RobotsKind::AllowAll,
            framing: Framing::Length,
            dialect: Dialect::Plain,
            trap: None,
            ..self
        }
    }

    /// Number of inner pages: the pages `0..inner` have children (in a site of one page, it counts as one). They never
    /// have a fault, and together they link to everything that belongs to the site.
    pub(crate) fn inner(&self) -> u32 {
        (self.pages - 1).div_ceil(self.fanout).max(1)
    }

    /// Number of styles; there are as many scripts.
    pub(crate) fn styles(&self) -> u32 {
        self.inner().min(3)
    }

    pub(crate) fn children(&self, page: u32) -> std::ops::Range<u32> {
        let first = page.saturating_mul(self.fanout).saturating_add(1).min(self.pages);
        first..first.saturating_add(self.fanout).min(self.pages)
    }

    /// Returns the page that links to `page` as its child.
    pub(crate) fn parent(&self, page: u32) -> u32 {
        page.saturating_sub(1) / self.fanout
    }

    /// Returns the address of a page.
    pub(crate) fn page_target(&self, page: u32) -> String {
        match self.style {
            _ if page == 0 => "/".to_owned(),
            PathStyle::Flat => format!("/p{page}.html"),
            PathStyle::Tree => format!("/section{}/p{page}.html", self.parent(page)),
            PathStyle::Query => format!("/index.php?lang={}&id={page}", self.language.code()),
            PathStyle::Slug => {
                let mut dice = Dice::new(self.key ^ u64::from(page));
                format!("/{}-{}-{page}", dice.pick(SLUGS), dice.pick(SLUGS))
            }
            PathStyle::CaseMatters if page.is_multiple_of(2) => format!("/Page/{}", page / 2),
            PathStyle::CaseMatters => format!("/page/{}", page / 2),
            PathStyle::Deep => {
                let folders: String = (1..=page.min(12)).map(|level| format!("/{level}")).collect();
                format!("{folders}/p{page}.html")
            }
        }
    }

    /// Returns the number of the page with this address; `None` if there is none. The number is parsed from the end,
    /// and must give the same address.
    pub(crate) fn page_at(&self, target: &str) -> Option<u32> {
        if target == "/" {
            return Some(0);
        }
        let stem = target.strip_suffix(".html").unwrap_or(target);
        let digits = stem.len() - stem.bytes().rev().take_while(u8::is_ascii_digit).count();
        let number: u32 = stem[digits..].parse().ok()?;
        let candidates = match self.style {
            PathStyle::CaseMatters => [number.checked_mul(2)?, number.checked_mul(2)? + 1],
            _ => [number, number],
        };
        candidates
            .into_iter()
            .find(|page| (1..self.pages).contains(page) && self.page_target(*page) == target)
    }
}

/// Returns the number of pages of a site: few large sites and many small ones, by a Pareto distribution with a maximum.
fn pages_of(settings: &WorldSettings, dice: &mut Dice, style: PathStyle) -> u32 {
    let largest = match style {
        // A chain of thousands of pages would take too long at a polite pace.
        PathStyle::Deep => settings.largest_site.min(60),
        _ => settings.largest_site,
    };
    let size = f64::from(settings.smallest_site.max(1)) * (1.0 - dice.unit()).powf(-1.0 / 1.1);
    (size as u32).clamp(1, largest.max(1))
}

/// Returns a site, popular ones more often: low numbers are popular.
pub(crate) fn popular(hosts: u32, dice: &mut Dice) -> u32 {
    let u = dice.unit();
    ((f64::from(hosts) * u * u * u) as u32).min(hosts.saturating_sub(1))
}
