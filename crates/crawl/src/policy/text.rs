//! The profile `text`: the pages and plain texts of the seeds' sites, for people and programs that work with texts.
//!
//! Everything else that is fetched is read for links and left out of the archive. Pictures, style sheets and scripts of
//! pages are not asked for.

use super::{
    ArchiveDecision, Evidence, KeepRobots, Policy, PolicyKind, Reads, Settlement, document_kind,
};
use crate::engine::Examined;
use crate::national::Standing;
use crate::scope::rule::{Action, RedirectsFromSeeds, RejectAll, SeedHosts, Suffix, SuffixSet};
use crate::scope::{ScopeRule, ScopeSettings};
use stodola_extract::{LinkKind, Requisite, Type};
use stodola_frontier::{Reason, Ticket};

pub(crate) const KIND: PolicyKind = PolicyKind {
    name: "text",
    has_standings: false,
    homes_first: false,
    robots: KeepRobots::WithDocuments,
    wants_sitemaps: true,
    takes_redirected_seeds: true,
    inquires: false,
    scope_rules,
    check: |_, _| Ok(()),
    open: |_| Ok(Box::new(TextOnly)),
};

/// The reason why a document or a link is left out.
const NOT_TEXT: &str = "not-text";

/// Endings that are not asked for, beside those of known sets. `gz` is not among them: sitemaps are packed so.
const SUFFIXES: [&str; 19] = [
    "css", "js", "mjs", "map", "woff", "woff2", "ttf", "otf", "eot", "7z", "bz2", "cab", "lzma",
    "rar", "tar", "tgz", "txz", "xz", "zip",
];

fn scope_rules(_settings: &ScopeSettings) -> Vec<ScopeRule> {
    vec![
        ScopeRule::RejectAll(RejectAll::default()),
        ScopeRule::SeedHosts(SeedHosts::default()),
        ScopeRule::RedirectsFromSeeds(RedirectsFromSeeds::default()),
        ScopeRule::Suffix(Suffix {
            name: Some(NOT_TEXT.to_owned()),
            action: Action::Reject,
            not: false,
            suffixes: SUFFIXES.map(str::to_owned).into(),
            sets: vec![SuffixSet::Media, SuffixSet::Office, SuffixSet::Executable],
        }),
    ]
}

/// The policy of the profile `text`.
struct TextOnly;

/// Returns whether a document of this type is archived. One that was not read is: nobody knows what would be lost.
fn is_text(document: Option<Type>) -> bool {
    match document {
        None | Some(Type::Empty | Type::Html | Type::Xhtml | Type::Text) => true,
        Some(
            Type::Svg
            | Type::Css
            | Type::Script
            | Type::Json
            | Type::Feed
            | Type::Sitemap
            | Type::Robots
            | Type::Xml
            | Type::Binary,
        ) => false,
    }
}

impl Policy for TextOnly {
    fn admit_seed(&self, _host: &str) -> Result<u32, &'static str> {
        Ok(0)
    }

    fn admit(&self, _ticket: &Ticket) -> Result<(), Reason> {
        Ok(())
    }

    fn reads(&self) -> Reads {
        Reads::Links
    }

    fn settle(&self, _ticket: &Ticket, examined: &Examined, _evidence: &Evidence) -> Settlement {
        Settlement {
            decision: match is_text(examined.document) {
                true => ArchiveDecision::Archive,
                false => ArchiveDecision::LeaveOut(NOT_TEXT),
            },
            standing: None,
            passes: Standing::default(),
            kind: document_kind(examined),
            verdict: None,
        }
    }

    fn inherit(
        &self,
        _from: &Settlement,
        link: LinkKind,
        _host: &str,
    ) -> Result<u32, &'static str> {
        match link {
            LinkKind::Requisite(part) if part != Requisite::Frame => Err(NOT_TEXT),
            _ => Ok(0),
        }
    }
}
