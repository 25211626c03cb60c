//! Links that lead nowhere, at a date: by target with the pages that hold them, and by page.
//!
//! What the archive knows decides. Where a target has no capture, the caller is asked what became of it: the outcomes
//! of harvests know.

mod find;
mod hint;
mod places;

pub use find::DeadOptions;
pub use hint::FixHint;

use crate::shape::LinkShape;
use crate::snapshot::PageNumber;
use crate::time::MapTime;

/// What is wrong with a link.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LinkProblem {
    /// The server answered with this status from 400 on, or with another one that gives no content.
    Status(u16),
    /// The target was not harvested, for this reason.
    NotHarvested(Unharvested),
    /// Redirects come back to where they began, or there are too many.
    RedirectLoop,
    /// There is no place with this name in the target.
    MissingPlace(String),
    /// The server gives a page with a good status that says that there is none.
    SoftMissing,
    /// A page that is encrypted loads a part that is not; browsers refuse that.
    MixedContent,
    /// There is more than one redirect on the way; the number of them.
    RedirectChain(u32),
}

/// Why a target was not harvested.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unharvested {
    /// The name of the host does not exist, or no name server answered.
    NoHost,
    /// The server does not have a certificate that is accepted.
    Certificate,
    /// The server did not answer in time.
    Timeout,
    /// The connection was refused or broken off.
    Connection,
    /// robots.txt does not allow it.
    Robots,
    /// It does not belong to the harvest; the rule, or empty.
    OutOfScope(String),
    /// A rule about addresses says to ignore it; the rule, or empty.
    Ignored(String),
    /// It waits to be harvested.
    Waiting,
    /// Another reason, in words.
    Other(String),
    /// Nothing is known of it.
    Unknown,
}

impl LinkProblem {
    /// Whether the link leads nowhere. The others are worth knowing, or nobody has tried.
    pub fn is_dead(&self) -> bool {
        match self {
            LinkProblem::Status(_)
            | LinkProblem::RedirectLoop
            | LinkProblem::MissingPlace(_)
            | LinkProblem::SoftMissing => true,
            LinkProblem::NotHarvested(reason) => match reason {
                Unharvested::NoHost
                | Unharvested::Certificate
                | Unharvested::Timeout
                | Unharvested::Connection => true,
                Unharvested::Robots
                | Unharvested::OutOfScope(_)
                | Unharvested::Ignored(_)
                | Unharvested::Waiting
                | Unharvested::Other(_)
                | Unharvested::Unknown => false,
            },
            LinkProblem::MixedContent | LinkProblem::RedirectChain(_) => false,
        }
    }

    /// The kind of problem, as a word that programs can rely on.
    pub fn code(&self) -> &'static str {
        match self {
            LinkProblem::Status(400..500) => "client-error",
            LinkProblem::Status(500..) => "server-error",
            LinkProblem::Status(_) => "no-content",
            LinkProblem::RedirectLoop => "redirect-loop",
            LinkProblem::MissingPlace(_) => "missing-fragment",
            LinkProblem::SoftMissing => "soft-404",
            LinkProblem::MixedContent => "mixed-content",
            LinkProblem::RedirectChain(_) => "redirect-chain",
            LinkProblem::NotHarvested(reason) => match reason {
                Unharvested::NoHost => "dns",
                Unharvested::Certificate => "tls",
                Unharvested::Timeout => "timeout",
                Unharvested::Connection => "connection",
                Unharvested::Robots => "robots",
                Unharvested::OutOfScope(_) => "out-of-scope",
                Unharvested::Ignored(_) => "ignored",
                Unharvested::Waiting => "waiting",
                Unharvested::Other(_) => "not-archived",
                Unharvested::Unknown => "unknown",
            },
        }
    }
}

/// A target of links with a problem, and the pages that hold them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadTarget {
    /// The address, as pages link to it.
    pub page: PageNumber,
    /// What is wrong.
    pub problem: LinkProblem,
    /// Where redirects lead; the address itself if there are none.
    pub end: PageNumber,
    /// What could be done; `None` if nothing is known.
    pub hint: Option<FixHint>,
    /// Pages with such links, in the order of numbers; a page may stand here several times.
    pub links: Vec<DeadLink>,
    /// Number of such links, also of those for which there was no room.
    pub count: u64,
}

/// A link with a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadLink {
    /// The page that holds it.
    pub page: PageNumber,
    /// The beginning of the text of the anchor; empty if there is none.
    pub text: String,
    /// How it stands on the page.
    pub shape: LinkShape,
}

/// All problems of links at a date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeadLinks {
    /// The date.
    pub as_of: MapTime,
    /// Targets with a problem, those with most links first.
    pub targets: Vec<DeadTarget>,
    /// Number of pages that were looked at.
    pub pages: u64,
    /// Number of links that were looked at.
    pub links: u64,
    /// Number of links with a problem for which there was no room: their targets are not listed.
    pub left_out: u64,
}

impl DeadLinks {
    /// Number of links that lead nowhere.
    pub fn dead(&self) -> u64 {
        self.targets.iter().filter(|it| it.problem.is_dead()).map(|it| it.count).sum()
    }

    /// Returns the problems of each page, in the order of pages: pairs of a target and a link of it, by their places.
    pub fn by_page(&self) -> Vec<(PageNumber, Vec<(usize, usize)>)> {
        let mut all: Vec<(PageNumber, usize, usize)> = Vec::new();
        for (target, dead) in self.targets.iter().enumerate() {
            all.extend(dead.links.iter().enumerate().map(|(at, link)| (link.page, target, at)));
        }
        all.sort_unstable();
        let mut pages: Vec<(PageNumber, Vec<(usize, usize)>)> = Vec::new();
        for (page, target, at) in all {
            match pages.last_mut() {
                Some((last, links)) if *last == page => links.push((target, at)),
                _ => pages.push((page, vec![(target, at)])),
            }
        }
        pages
    }
}
