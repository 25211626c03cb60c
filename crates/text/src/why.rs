//! The answer in plain words, in the reader's language.

mod ending;

use crate::time::{moment, span};
use crate::{Language, retold, text};
use ending::{described, ended};
use std::io::{self, Write};
use stodola_app::job::StoredJob;
use stodola_app::json;
use stodola_app::why::{
    PathStep, RejectedLink, UnnamedLinks, UriAnswer, UriAttempt, UriWait, WhyReport,
};
use stodola_frontier::{LinkLoss, Owed};

/// Number of steps shown at the start and at the end of a long path from a seed.
const STEPS_FIRST: usize = 5;
const STEPS_LAST: usize = 20;

/// Writes what became of a URI, and why, in plain words.
pub fn write_why(out: &mut impl Write, language: Language, report: &WhyReport) -> io::Result<()> {
    writeln!(out, "{}", json::text(&report.uri))?;
    for entry in &report.lost {
        let time = entry.row.time.map_or("-".to_owned(), |time| time.to_string());
        writeln!(out, "{}", text!(language, "why-lost", time = time, file = &*entry.file))?;
    }
    let rounds = &report.rounds;
    for (job, answer) in rounds.iter().filter(|(_, answer)| answer.is_known()) {
        tell(out, language, job, answer)?;
    }
    if !rounds.iter().any(|(_, answer)| answer.is_known()) {
        never_seen(out, language, report.loss, rounds)?;
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

/// Tells all that is known of it in a job.
fn tell(
    out: &mut impl Write,
    language: Language,
    job: &StoredJob,
    answer: &UriAnswer,
) -> io::Result<()> {
    writeln!(out, "\n{}", text!(language, "why-job", job = round_title(language, job)))?;
    let advice = if let Some((attempt, outcome)) = answer.outcome() {
        let (words, advice) = ended(language, outcome, &attempt.detail, answer.settings.as_ref());
        writeln!(out, "  {words}")?;
        advice
    } else if let Some(waiting) = &answer.waiting {
        waits(out, language, waiting, job)?
    } else if answer.beside.is_empty() {
        None
    } else {
        writeln!(out, "  {}", text!(language, "why-prerequisite"))?;
        None
    };
    if let Some(found) = &answer.found {
        // What was found is told at the next commit; it may have been fetched by then.
        let first = answer.attempts.first().and_then(|attempt| attempt.detail.start);
        let when = moment(first.map_or(found.time, |first| first.min(found.time)));
        writeln!(out, "  {}", text!(language, "why-found", when = when))?;
        path(out, language, &answer.chain)?;
        if let Some(rule) = answer.rule.as_ref().filter(|rule| rule.accepts) {
            let (rule, description) = (&rule.name, retold(language, &rule.description));
            writeln!(
                out,
                "  {}",
                text!(language, "why-accepted", rule = rule, description = description)
            )?;
        }
    }
    attempts(out, language, answer)?;
    let rejected = answer.rejected.as_ref();
    let advice = match rejected {
        Some(rejected) => rejection(out, language, rejected, answer.found.is_some())?.or(advice),
        None => advice,
    };
    if let Some(advice) = advice {
        writeln!(out, "  {}", text!(language, "why-advice", advice = advice))?;
    }
    Ok(())
}

/// The path from a seed; of a long one the start and the end.
fn path(out: &mut impl Write, language: Language, chain: &[PathStep]) -> io::Result<()> {
    let mut before = None;
    let hidden = STEPS_FIRST..chain.len().saturating_sub(STEPS_LAST);
    for (number, (hop, uri)) in chain.iter().enumerate() {
        if number == hidden.start && !hidden.is_empty() {
            writeln!(out, "    … {} …", hidden.len())?;
        }
        if !hidden.contains(&number) {
            writeln!(out, "    {} {}", step(language, before, *hop), json::text(uri))?;
        }
        before = *hop;
    }
    Ok(())
}

/// Tells of a URI that no job has met. `loss` is why links to it are passed over, if they are.
fn never_seen(
    out: &mut impl Write,
    language: Language,
    loss: Option<LinkLoss>,
    jobs: &[(StoredJob, UriAnswer)],
) -> io::Result<()> {
    let words = match loss {
        Some(loss) => text!(language, "why-never-fetched", reason = passed_over(language, loss)),
        None if jobs.iter().any(|(_, answer)| answer.unnamed.is_possible()) => {
            text!(language, "why-never-seen-but")
        }
        None => text!(language, "why-never-seen"),
    };
    writeln!(out, "{words}")?;
    for (number, (job, answer)) in jobs.iter().enumerate() {
        unnamed(out, language, job, answer)?;
        // All rounds of a job have its present settings.
        let is_last_round = jobs[number + 1..].iter().all(|(other, _)| other.name != job.name);
        if loss.is_none() && is_last_round {
            would(out, language, job, answer)?;
        }
    }
    Ok(())
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
fn unnamed(
    out: &mut impl Write,
    language: Language,
    job: &StoredJob,
    answer: &UriAnswer,
) -> io::Result<()> {
    let UnnamedLinks { loss, pages, first, cut, first_cut } = &answer.unnamed;
    let title = &round_title(language, job);
    if let (Some(_), Some(first)) = (loss, first) {
        let first = &*json::text(first);
        let words = text!(language, "why-such-links", job = title, pages = *pages, first = first);
        writeln!(out, "{words}")?;
    } else if loss.is_some() {
        writeln!(out, "{}", text!(language, "why-no-such-links", job = title))?;
    }
    if let Some((loss, at, page)) = first_cut {
        let (page, how) = (&*json::text(page), cut_how(language, *loss, *at));
        let words = text!(language, "why-cut", job = title, pages = *cut, page = page, how = how);
        writeln!(out, "{words}")?;
    }
    Ok(())
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

/// Tells what the job would do with a URI it never met.
fn would(
    out: &mut impl Write,
    language: Language,
    job: &StoredJob,
    answer: &UriAnswer,
) -> io::Result<()> {
    let Some(rule) = &answer.rule else { return Ok(()) };
    let words = match rule.accepts {
        true => text!(language, "why-would-accept", job = &job.name),
        false => text!(language, "why-would-reject", job = &job.name),
    };
    writeln!(out, "{words} ('{}': {})", rule.name, retold(language, &rule.description))
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

fn attempts(out: &mut impl Write, language: Language, answer: &UriAnswer) -> io::Result<()> {
    for (number, attempt) in answer.attempts.iter().enumerate() {
        line(out, language, number + 1, attempt, None)?;
    }
    for (number, (cause, attempt)) in answer.beside.iter().enumerate() {
        line(out, language, number + 1, attempt, Some(cause))?;
    }
    Ok(())
}

fn line(
    out: &mut impl Write,
    language: Language,
    number: usize,
    attempt: &UriAttempt,
    cause: Option<&[u8]>,
) -> io::Result<()> {
    let detail = &attempt.detail;
    let when = moment(detail.start.unwrap_or(attempt.time));
    let attempted = text!(language, "why-attempt", number = number, when = when);
    write!(out, "  {attempted} {}", described(language, detail))?;
    if let Some(outcome) = attempt.outcome {
        write!(out, " ({outcome})")?;
    }
    if let Some(cause) = cause {
        write!(out, " {}", text!(language, "why-attempt-for", uri = &*json::text(cause)))?;
    }
    writeln!(out)
}

fn waits(
    out: &mut impl Write,
    language: Language,
    waiting: &UriWait,
    job: &StoredJob,
) -> io::Result<Option<String>> {
    let UriWait { before, host_at, owed, not_before, is_running, now } = *waiting;
    writeln!(out, "  {}", text!(language, "why-waiting", before = before))?;
    if not_before > now {
        let time = span(language, not_before.since(now));
        writeln!(out, "  {}", text!(language, "why-next-attempt", time = time))?;
    }
    if host_at > now {
        let (time, why) = (
            span(language, host_at.since(now)),
            owed.map_or_else(|| text!(language, "why-pause"), |owed| owed_to(language, owed)),
        );
        writeln!(out, "  {}", text!(language, "why-next-possible", time = time, why = why))?;
    } else {
        writeln!(out, "  {}", text!(language, "why-possible-now"))?;
    }
    Ok((!is_running).then(|| text!(language, "why-not-running", job = &job.name)))
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

fn rejection(
    out: &mut impl Write,
    language: Language,
    rejected: &RejectedLink,
    was_found: bool,
) -> io::Result<Option<String>> {
    let RejectedLink { rule, description, page, time } = rejected;
    let when = moment(*time);
    let page = page.as_ref().map_or("-".into(), |page| json::text(page));
    let description = description
        .as_ref()
        .map(|text| format!(" ({})", retold(language, text)))
        .unwrap_or_default();
    let words = match was_found {
        true => text!(language, "why-other-rejected", when = when, page = &*page, rule = rule),
        false => text!(language, "why-rejected", when = when, page = &*page, rule = rule),
    };
    writeln!(out, "  {words}{description}")?;
    Ok((!was_found).then(|| rule_advice(language, rule)))
}

fn rule_advice(language: Language, rule: &str) -> String {
    match rule {
        "nofollow" => text!(language, "why-advice-nofollow"),
        "sitemaps-off" => text!(language, "why-advice-sitemaps"),
        "hosts-per-domain" => text!(language, "why-advice-hosts-per-domain"),
        "queued-per-host" => text!(language, "why-advice-queued-per-host"),
        "too-many-hops" => text!(language, "why-advice-hops"),
        _ => text!(language, "why-advice-scope"),
    }
}
