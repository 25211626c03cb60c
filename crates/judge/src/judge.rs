//! The judge: a pack that is ready to judge pages.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use crate::criterion::phrases::Phrases;
use crate::criterion::{CRITERIA, Criterion, Known, Making, Seen};
use crate::error::Error;
use crate::geo::Countries;
use crate::language::Identifier;
use crate::pack::{Pack, Scale};
use crate::page::Page;
use crate::probability::Logistic;
use crate::rule::{NationRule, RuleFacts};
use crate::settings::JudgeSettings;
use crate::verdict::{CriterionFinding, Verdict, VerdictRule};

/// Maximum number of links that are looked at; the rest is ignored.
const MAX_LINKS: usize = 20_000;

/// Name of the criterion that needs the country of the domain's owner.
const OWNER: &str = "owner";

/// Judges pages. Shared by all threads.
pub struct Judge {
    language: String,
    criteria: Vec<Weighed>,
    phrases: Phrases,
    logistic: Logistic,
    rule: VerdictRule,
    reads_source: bool,
    /// The pack's own rule, if it decides.
    expression: Option<NationRule>,
    /// When the database of countries was built, in seconds since 1970; `None` if there is none.
    geo_built: Option<u64>,
}

/// A criterion and its points.
struct Weighed {
    name: &'static str,
    needs_text: bool,
    criterion: Box<dyn Criterion>,
    scale: Scale,
}

impl Judge {
    /// Makes a judge from a pack. Reads the database of countries, if the settings name one.
    pub fn new(pack: &Pack, settings: &JudgeSettings) -> Result<Judge, Error> {
        let countries = settings.geo.as_deref().map(Countries::open).transpose()?.map(Arc::new);
        let properties = settings.properties.as_ref();
        let geo_built = countries.as_ref().map(|countries| countries.built());
        let making = Making { pack, properties, countries };
        let mut criteria = Vec::with_capacity(CRITERIA.len());
        for (known, scale) in CRITERIA.iter().zip(&pack.scales) {
            let scale = match known.name {
                OWNER if settings.uses_owner => Scale { is_used: true, ..*scale },
                name => properties.map_or(*scale, |it| it.scale(name)),
            };
            let veto = settings.veto.iter().find(|veto| veto.criterion == known.name);
            let scale = match veto {
                Some(veto) => Scale { is_used: true, veto: Some(veto.least), ..scale },
                None => scale,
            };
            let criterion = (known.make)(&making)?;
            let Known { name, needs_text, .. } = *known;
            criteria.push(Weighed { name, needs_text, criterion, scale });
        }
        let minimum = settings.min_points.or(properties.map(|it| it.min_points));
        let rule = pack.rule(minimum);
        Ok(Judge {
            language: pack.language.clone(),
            criteria,
            phrases: Phrases::new(pack),
            logistic: pack.logistic.clone(),
            expression: pack.expression.clone().filter(|_| rule == VerdictRule::Expression),
            rule,
            reads_source: properties.is_some_and(|it| it.reads_source()),
            geo_built,
        })
    }

    /// Language of the nation, as a code.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The rule that decides whether a page is valid.
    pub fn rule(&self) -> VerdictRule {
        self.rule
    }

    /// Whether pages need their [source](Page::source): a configuration of WebAnalyzer has a pattern for it.
    pub fn reads_source(&self) -> bool {
        self.reads_source
    }

    /// When the database of countries was built, in seconds since 1970; `None` if there is none.
    pub fn geo_built(&self) -> Option<u64> {
        self.geo_built
    }

    /// Judges a page. Never fails: missing or unusual data count neither for nor against the nation.
    pub fn judge(&self, page: &Page<'_>) -> Verdict {
        self.verdict(page, true)
    }

    /// Judges a document that is not text, by the criteria that need none.
    pub fn judge_without_text(&self, page: &Page<'_>) -> Verdict {
        self.verdict(page, false)
    }

    fn verdict(&self, page: &Page<'_>, is_text: bool) -> Verdict {
        let language = is_text.then(|| Identifier::built_in().identify(page.text)).flatten();
        let hosts = linked_hosts(page);
        let hosts: Vec<&str> = hosts.iter().map(|host| &**host).collect();
        let phrases = self.phrases.find(page.text, page.title.unwrap_or_default());
        let seen = Seen { language: language.as_ref(), phrases: &phrases, linked_hosts: &hosts };
        let criteria: Vec<CriterionFinding> =
            self.criteria.iter().map(|weighed| weighed.finding(page, &seen, is_text)).collect();
        let points = criteria.iter().fold(0i64, |sum, it| sum.saturating_add(it.points));
        let probability = self.logistic.probability(&criteria);
        let facts = RuleFacts { uri: page.uri, criteria: &criteria, points, probability };
        let parts = self.expression.as_ref().map(|rule| rule.parts(&facts)).unwrap_or_default();
        let is_enough = match self.rule {
            VerdictRule::Points { minimum } => points >= minimum,
            VerdictRule::Probability { threshold } => probability >= threshold,
            VerdictRule::Expression => parts.first().is_some_and(|whole| whole.is_true),
        };
        let mut vetoes = self.criteria.iter().zip(&criteria);
        let veto = vetoes.find(|(weighed, finding)| weighed.forbids(finding));
        let veto = veto.map(|(weighed, _)| weighed.name);
        let is_valid = is_enough && veto.is_none();
        let rule = self.rule;
        Verdict { is_valid, rule, points, probability, language, criteria, veto, parts }
    }

    /// Returns a verdict as numbers between 0 and 1, two for each criterion in the order of [`CRITERIA`]: how strongly
    /// it speaks for the nation, and how strongly for others. The coefficients of a pack are fitted on these numbers.
    pub fn features(&self, verdict: &Verdict) -> Vec<f64> {
        verdict.criteria.iter().flat_map(|it| [it.signal.national, it.signal.foreign]).collect()
    }
}

impl Weighed {
    /// Whether the page is not valid because of this finding alone.
    fn forbids(&self, finding: &CriterionFinding) -> bool {
        self.scale.veto.is_some_and(|least| finding.valid >= least)
    }

    fn finding(&self, page: &Page<'_>, seen: &Seen<'_>, is_text: bool) -> CriterionFinding {
        let lacks = match (self.scale.is_used, self.needs_text && !is_text) {
            (false, _) => Some("not used"),
            (true, true) => Some("no data: the document is not text"),
            (true, false) => None,
        };
        if let Some(lacks) = lacks {
            return CriterionFinding {
                name: self.name,
                found: 0,
                valid: 0,
                points: 0,
                evidence: Vec::new(),
                lacks: Some(lacks.to_owned()),
                signal: Default::default(),
            };
        }
        let found = self.criterion.look(page, seen);
        CriterionFinding {
            name: self.name,
            found: found.found,
            valid: found.valid,
            points: self.scale.points_for(found.valid),
            signal: found.signal(),
            evidence: found.evidence,
            lacks: found.lacks,
        }
    }
}

/// Returns the hosts that a page links to, each once, without its own host: links within a site say nothing about the
/// nation.
fn linked_hosts<'a>(page: &Page<'a>) -> Vec<Cow<'a, str>> {
    let own = stodola_uri::host(page.uri);
    let own_site = site(page.uri);
    let mut known = HashSet::new();
    let mut hosts = Vec::new();
    for link in page.links.iter().take(MAX_LINKS) {
        // Most links stay on their site, which can be seen without parsing them.
        let rest = link.strip_prefix(own_site);
        if rest.is_some_and(|rest| rest.first().is_none_or(|next| *next == b'/')) {
            continue;
        }
        let Some(host) = stodola_uri::host(link) else { continue };
        if Some(&host) != own.as_ref() && !known.contains(&host) {
            known.insert(host.clone());
            hosts.push(host);
        }
    }
    hosts
}

/// Returns the scheme and the authority of a URI, as they are written.
fn site(uri: &[u8]) -> &[u8] {
    memchr::memchr_iter(b'/', uri).nth(2).map_or(uri, |end| &uri[..end])
}
