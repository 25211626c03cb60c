//! The answer in plain words, in the reader's language.

mod ending;

use crate::time::{moment, span};
use crate::{Language, retold, text};
pub(crate) use ending::failure_words;
use ending::{described, ended};
use std::io::{self, Write};
use stodola_app::job::StoredJob;
use stodola_app::json;
use stodola_app::why::{
    PathStep, RejectedLink, UnnamedLinks, UriAnswer, UriAttempt, UriWait, WhyReport,
};
use stodola_crawl::site_rules::{SITE_RULE, SITE_RULE_SAME, counted_rule};
use stodola_frontier::{LinkLoss, Owed};

/// Number of steps shown at the start and at the end of a long path from a seed.
const STEPS_FIRST: usize = 5;
const STEPS_LAST: usize = 20;

/// What became of a URI, and why, in plain words, part by part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WhyWords {
    /// Captures that are lost, a sentence each.
    pub lost: Vec<String>,
    /// The rounds that know the URI, in their order.
    pub rounds: Vec<RoundWords>,
    /// If none does: why, and what each job would do with it.
    pub never: Vec<String>,
}

/// What became of a URI in one round of a job, in plain words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundWords {
    /// The place of the round in [`WhyReport::rounds`].
    pub place: usize,
    /// What people call the round.
    pub title: String,
    /// What became of it, the most important sentence first. Empty if only a link to it was rejected.
    pub decision: Vec<String>,
    /// When it was found; `None` if no link to it was followed.
    pub found: Option<String>,
    /// The path from the seed: what led on, and the URI it led to.
    pub path: Vec<(String, String)>,
    /// The rule that accepted it; `None` if there is none now.
    pub accepted: Option<String>,
    /// All attempts, a line each.
    pub attempts: Vec<String>,
    /// The last link to it that was not followed; `None` if there is none.
    pub rejected: Option<String>,
    /// What to do if it was wanted; `None` if nothing is known that would help.
    pub advice: Option<String>,
}

impl RoundWords {
    /// The sentence that says what became of it.
    pub fn sentence(&self) -> &str {
        self.decision.first().or(self.rejected.as_ref()).map_or("", String::as_str)
    }
}

/// Returns what became of a URI, and why.
pub fn why_words(language: Language, report: &WhyReport) -> WhyWords {
    let lost = report.lost.iter().map(|entry| {
        let time = entry.row.time.map_or("-".to_owned(), |time| time.to_string());
        text!(language, "why-lost", time = time, file = &*entry.file)
    });
    let known = report.rounds.iter().enumerate().filter(|(_, (_, answer))| answer.is_known());
    let rounds: Vec<RoundWords> =
        known.map(|(place, (job, answer))| round_words(language, place, job, answer)).collect();
    let never = match rounds.is_empty() {
        true => never_seen(language, report.loss, &report.rounds),
        false => Vec::new(),
    };
    WhyWords { lost: lost.collect(), rounds, never }
}

/// Writes what became of a URI, and why, in plain words.
pub fn write_why(out: &mut impl Write, language: Language, report: &WhyReport) -> io::Result<()> {
    writeln!(out, "{}", json::text(&report.uri))?;
    let words = why_words(language, report);
    for line in &words.lost {
        writeln!(out, "{line}")?;
    }
    for round in &words.rounds {
        writeln!(out, "\n{}", text!(language, "why-job", job = &round.title))?;
        write_round(out, language, round)?;
    }
    for line in &words.never {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn write_round(out: &mut impl Write, language: Language, round: &RoundWords) -> io::Result<()> {
    for line in round.decision.iter().chain(&round.found) {
        writeln!(out, "  {line}")?;
    }
    // Of a long path the start and the end.
    let hidden = STEPS_FIRST..round.path.len().saturating_sub(STEPS_LAST);
    for (number, (words, uri)) in round.path.iter().enumerate() {
        if number == hidden.start && !hidden.is_empty() {
            writeln!(out, "    … {} …", hidden.len())?;
        }
        if !hidden.contains(&number) {
            writeln!(out, "    {words} {uri}")?;
        }
    }
    for line in round.accepted.iter().chain(&round.attempts).chain(&round.rejected) {
        writeln!(out, "  {line}")?;
    }
    if let Some(advice) = &round.advice {
        writeln!(out, "  {}", text!(language, "why-advice", advice = advice))?;
    }
    Ok(())
}

/// Returns what people call a round of a job: the first round has the name of the job.
pub fn round_title(language: Language, job: &StoredJob) -> String {
    match job.round {
        1 => format!("'{}'", job.name),
        round => text!(language, "job-round-title", job = &job.name, round = round),
    }
}

/// All that is known of it in a round.
fn round_words(
    language: Language,
    place: usize,
    job: &StoredJob,
    answer: &UriAnswer,
) -> RoundWords {
    let (decision, advice) = if let Some((attempt, outcome)) = answer.outcome() {
        let (words, advice) = ended(language, outcome, &attempt.detail, answer.settings.as_ref());
        (vec![words], advice)
    } else if let Some(waiting) = &answer.waiting {
        waits(language, waiting, job)
    } else if answer.beside.is_empty() {
        (Vec::new(), None)
    } else {
        (vec![text!(language, "why-prerequisite")], None)
    };
    let found = answer.found.as_ref().map(|found| {
        // What was found is told at the next commit; it may have been fetched by then.
        let first = answer.attempts.first().and_then(|attempt| attempt.detail.start);
        let when = moment(first.map_or(found.time, |first| first.min(found.time)));
        text!(language, "why-found", when = when)
    });
    let rule = answer.rule.as_ref().filter(|rule| rule.accepts && found.is_some());
    let accepted = rule.map(|rule| {
        let (rule, description) = (&rule.name, retold(language, &rule.description));
        text!(language, "why-accepted", rule = rule, description = description)
    });
    let mut advice = advice;
    let rejected = answer.rejected.as_ref().map(|rejected| {
        if found.is_none() {
            advice = Some(rule_advice(language, &rejected.rule));
        }
        rejection(language, rejected, found.is_some())
    });
    RoundWords {
        place,
        title: round_title(language, job),
        decision,
        path: if found.is_some() { path(language, &answer.chain) } else { Vec::new() },
        found,
        accepted,
        attempts: attempts(language, answer),
        rejected,
        advice,
    }
}

/// The path from a seed.
fn path(language: Language, chain: &[PathStep]) -> Vec<(String, String)> {
    let mut before = None;
    let step = |(hop, uri): &PathStep| {
        let words = step(language, before, *hop);
        before = *hop;
        (words, json::text(uri).into_owned())
    };
    chain.iter().map(step).collect()
}

/// Tells of a URI that no job has met. `loss` is why links to it are passed over, if they are.
fn never_seen(
    language: Language,
    loss: Option<LinkLoss>,
    jobs: &[(StoredJob, UriAnswer)],
) -> Vec<String> {
    let mut lines = vec![match loss {
        Some(loss) => text!(language, "why-never-fetched", reason = passed_over(language, loss)),
        None if jobs.iter().any(|(_, answer)| answer.unnamed.is_possible()) => {
            text!(language, "why-never-seen-but")
        }
        None => text!(language, "why-never-seen"),
    }];
    for (number, (job, answer)) in jobs.iter().enumerate() {
        unnamed(&mut lines, language, job, answer);
        // All rounds of a job have its present settings.
        let is_last_round = jobs[number + 1..].iter().all(|(other, _)| other.name != job.name);
        if loss.is_none() && is_last_round {
            lines.extend(would(language, job, answer));
        }
    }
    lines
}

/// Why no link to a URI is ever followed.
fn passed_over(language: Language, loss: LinkLoss) -> String {
    match loss {
        LinkLoss::Scheme => text!(language, "why-loss-scheme"),
        LinkLoss::TooLong => text!(language, "why-loss-too-long"),
        LinkLoss::InvalidPort => text!(language, "why-loss-port"),
        _ => text!(language, "why-loss-host"),
    }
}

/// Tells which pages may link to a URI though no link has its name.
fn unnamed(lines: &mut Vec<String>, language: Language, job: &StoredJob, answer: &UriAnswer) {
    let UnnamedLinks { loss, pages, first, cut, first_cut } = &answer.unnamed;
    let title = &round_title(language, job);
    if let (Some(_), Some(first)) = (loss, first) {
        let first = &*json::text(first);
        lines.push(text!(language, "why-such-links", job = title, pages = *pages, first = first));
    } else if loss.is_some() {
        lines.push(text!(language, "why-no-such-links", job = title));
    }
    if let Some((loss, at, page)) = first_cut {
        let (page, how) = (&*json::text(page), cut_how(language, *loss, *at));
        let words = text!(language, "why-cut", job = title, pages = *cut, page = page, how = how);
        lines.push(words);
    }
}

/// How a page was cut.
fn cut_how(language: Language, loss: LinkLoss, at: u64) -> String {
    match loss {
        LinkLoss::CutMaxLinks => text!(language, "why-cut-max-links", number = at),
        LinkLoss::CutMaxBytes => text!(language, "why-cut-max-bytes", number = at),
        LinkLoss::LinkBytes => text!(language, "why-cut-link-bytes", number = at),
        LinkLoss::CutXml => text!(language, "why-cut-xml"),
        LinkLoss::CutRead => text!(language, "why-cut-read"),
        _ => text!(language, "why-cut-markup", number = at),
    }
}

/// What the job would do with a URI it never met.
fn would(language: Language, job: &StoredJob, answer: &UriAnswer) -> Option<String> {
    let rule = answer.rule.as_ref()?;
    let words = match rule.accepts {
        true => text!(language, "why-would-accept", job = &job.name),
        false => text!(language, "why-would-reject", job = &job.name),
    };
    Some(format!("{words} ('{}': {})", rule.name, retold(language, &rule.description)))
}

/// What a hop is, behind the one before it.
fn step(language: Language, before: Option<u8>, hop: Option<u8>) -> String {
    match hop {
        None => text!(language, "why-step-seed"),
        Some(b'L') => text!(language, "why-step-link"),
        Some(b'E' | b'F') => text!(language, "why-step-embed"),
        Some(b'R') => text!(language, "why-step-redirect"),
        Some(b'X') => text!(language, "why-step-speculative"),
        Some(b'M') if before == Some(b'M') => text!(language, "why-step-sitemap-entry"),
        Some(b'M') => text!(language, "why-step-sitemap"),
        Some(b'S') => text!(language, "why-step-form"),
        Some(b'P') => text!(language, "why-step-needs"),
        Some(_) => text!(language, "why-step-other"),
    }
}

fn attempts(language: Language, answer: &UriAnswer) -> Vec<String> {
    let own = answer.attempts.iter().enumerate();
    let own = own.map(|(number, attempt)| line(language, number + 1, attempt, None));
    let beside = answer.beside.iter().enumerate();
    let beside =
        beside.map(|(number, (cause, attempt))| line(language, number + 1, attempt, Some(cause)));
    own.chain(beside).collect()
}

fn line(language: Language, number: usize, attempt: &UriAttempt, cause: Option<&[u8]>) -> String {
    let detail = &attempt.detail;
    let when = moment(detail.start.unwrap_or(attempt.time));
    let attempted = text!(language, "why-attempt", number = number, when = when);
    let mut line = format!("{attempted} {}", described(language, detail));
    if let Some(outcome) = attempt.outcome {
        line.push_str(&format!(" ({outcome})"));
    }
    if let Some(cause) = cause {
        let words = text!(language, "why-attempt-for", uri = &*json::text(cause));
        line.push_str(&format!(" {words}"));
    }
    line
}

fn waits(language: Language, waiting: &UriWait, job: &StoredJob) -> (Vec<String>, Option<String>) {
    let UriWait { before, host_at, owed, not_before, is_running, now } = *waiting;
    let mut lines = vec![text!(language, "why-waiting", before = before)];
    if not_before > now {
        let time = span(language, not_before.since(now));
        lines.push(text!(language, "why-next-attempt", time = time));
    }
    if host_at > now {
        let (time, why) = (
            span(language, host_at.since(now)),
            owed.map_or_else(|| text!(language, "why-pause"), |owed| owed_to(language, owed)),
        );
        lines.push(text!(language, "why-next-possible", time = time, why = why));
    } else {
        lines.push(text!(language, "why-possible-now"));
    }
    (lines, (!is_running).then(|| text!(language, "why-not-running", job = &job.name)))
}

fn owed_to(language: Language, owed: Owed) -> String {
    match owed {
        Owed::Factor => text!(language, "why-pause-factor"),
        Owed::MinDelay => text!(language, "why-pause-min"),
        Owed::MaxDelay => text!(language, "why-pause-max"),
        Owed::CrawlDelay => text!(language, "why-pause-crawl-delay"),
        Owed::Complaint => text!(language, "why-pause-complaint"),
        Owed::RetryAfter => text!(language, "why-pause-retry-after"),
        Owed::Failures => text!(language, "why-pause-failures"),
    }
}

fn rejection(language: Language, rejected: &RejectedLink, was_found: bool) -> String {
    let RejectedLink { rule, description, page, time } = rejected;
    let when = moment(*time);
    let (rule, description) = match site_rule(language, rule) {
        Some((rule, words)) => (rule, Some(words)),
        None => (&**rule, description.as_ref().map(|text| retold(language, text))),
    };
    let page = page.as_ref().map_or("-".into(), |page| json::text(page));
    let description = description.map(|words| format!(" ({words})")).unwrap_or_default();
    let words = match was_found {
        true => text!(language, "why-other-rejected", when = when, page = &*page, rule = rule),
        false => text!(language, "why-rejected", when = when, page = &*page, rule = rule),
    };
    format!("{words}{description}")
}

/// The rule and what it means, if it is one about the addresses of a site.
fn site_rule(language: Language, rule: &str) -> Option<(&str, String)> {
    let name = counted_rule(rule);
    let rest = rule.strip_prefix(name)?.trim_start();
    match name {
        SITE_RULE => Some((name, text!(language, "why-site-rule", reason = rest))),
        SITE_RULE_SAME => Some((name, text!(language, "why-site-rule-same", uri = rest))),
        _ => None,
    }
}

fn rule_advice(language: Language, rule: &str) -> String {
    match counted_rule(rule) {
        SITE_RULE => text!(language, "why-advice-site-rule"),
        SITE_RULE_SAME => text!(language, "why-advice-site-rule-same"),
        "nofollow" => text!(language, "why-advice-nofollow"),
        "sitemaps-off" => text!(language, "why-advice-sitemaps"),
        "hosts-per-domain" => text!(language, "why-advice-hosts-per-domain"),
        "queued-per-host" => text!(language, "why-advice-queued-per-host"),
        "too-many-hops" => text!(language, "why-advice-hops"),
        _ => text!(language, "why-advice-scope"),
    }
}
