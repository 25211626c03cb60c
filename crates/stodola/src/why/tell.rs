//! The answer in plain words, in the reader's language.

use super::ending::{described, ended};
use crate::job::stored::{Stored, moment, span, title};
use crate::lang::text;
use std::io::{self, Write};
use stodola_app::json;
use stodola_app::why::{PathStep, RejectedLink, UnnamedLinks, UriAnswer, UriAttempt, UriWait};
use stodola_frontier::{LinkLoss, Owed};

/// Number of steps shown at the start and at the end of a long path from a seed.
const STEPS_FIRST: usize = 5;
const STEPS_LAST: usize = 20;

/// Tells all that is known of it in a job.
pub(super) fn tell(out: &mut impl Write, job: &Stored, answer: &UriAnswer) -> io::Result<()> {
    writeln!(out, "\n{}", text!("why-job", job = title(job)))?;
    let advice = if let Some((attempt, outcome)) = answer.outcome() {
        let (words, advice) = ended(outcome, &attempt.detail, answer.settings.as_ref());
        writeln!(out, "  {words}")?;
        advice
    } else if let Some(waiting) = &answer.waiting {
        waits(out, waiting, job)?
    } else if answer.beside.is_empty() {
        None
    } else {
        writeln!(out, "  {}", text!("why-prerequisite"))?;
        None
    };
    if let Some(found) = &answer.found {
        // What was found is told at the next commit; it may have been fetched by then.
        let first = answer.attempts.first().and_then(|attempt| attempt.detail.start);
        let when = moment(first.map_or(found.time, |first| first.min(found.time)));
        writeln!(out, "  {}", text!("why-found", when = when))?;
        path(out, &answer.chain)?;
        if let Some(rule) = answer.rule.as_ref().filter(|rule| rule.accepts) {
            let (rule, description) = (&rule.name, &rule.description);
            writeln!(out, "  {}", text!("why-accepted", rule = rule, description = description))?;
        }
    }
    attempts(out, answer)?;
    let rejected = answer.rejected.as_ref();
    let advice = match rejected {
        Some(rejected) => rejection(out, rejected, answer.found.is_some())?.or(advice),
        None => advice,
    };
    if let Some(advice) = advice {
        writeln!(out, "  {}", text!("why-advice", advice = advice))?;
    }
    Ok(())
}

/// The path from a seed; of a long one the start and the end.
fn path(out: &mut impl Write, chain: &[PathStep]) -> io::Result<()> {
    let mut before = None;
    let hidden = STEPS_FIRST..chain.len().saturating_sub(STEPS_LAST);
    for (number, (hop, uri)) in chain.iter().enumerate() {
        if number == hidden.start && !hidden.is_empty() {
            writeln!(out, "    … {} …", hidden.len())?;
        }
        if !hidden.contains(&number) {
            writeln!(out, "    {} {}", step(before, *hop), json::text(uri))?;
        }
        before = *hop;
    }
    Ok(())
}

/// Tells of a URI that no job has met. `loss` is why links to it are passed over, if they are.
pub(super) fn never_seen(
    out: &mut impl Write,
    loss: Option<LinkLoss>,
    jobs: &[(Stored, UriAnswer)],
) -> io::Result<()> {
    let words = match loss {
        Some(loss) => text!("why-never-fetched", reason = passed_over(loss)),
        None if jobs.iter().any(|(_, answer)| answer.unnamed.is_possible()) => {
            text!("why-never-seen-but")
        }
        None => text!("why-never-seen"),
    };
    writeln!(out, "{words}")?;
    for (number, (job, answer)) in jobs.iter().enumerate() {
        unnamed(out, job, answer)?;
        // All rounds of a job have its present settings.
        let is_last_round = jobs[number + 1..].iter().all(|(other, _)| other.name != job.name);
        if loss.is_none() && is_last_round {
            would(out, job, answer)?;
        }
    }
    Ok(())
}

/// Why no link to a URI is ever followed.
fn passed_over(loss: LinkLoss) -> String {
    match loss {
        LinkLoss::Scheme => text!("why-loss-scheme"),
        LinkLoss::TooLong => text!("why-loss-too-long"),
        LinkLoss::InvalidPort => text!("why-loss-port"),
        _ => text!("why-loss-host"),
    }
}

/// Tells which pages may link to a URI though no link has its name.
fn unnamed(out: &mut impl Write, job: &Stored, answer: &UriAnswer) -> io::Result<()> {
    let UnnamedLinks { loss, pages, first, cut, first_cut } = &answer.unnamed;
    let title = &title(job);
    if let (Some(_), Some(first)) = (loss, first) {
        let first = &*json::text(first);
        let words = text!("why-such-links", job = title, pages = *pages, first = first);
        writeln!(out, "{words}")?;
    } else if loss.is_some() {
        writeln!(out, "{}", text!("why-no-such-links", job = title))?;
    }
    if let Some((loss, at, page)) = first_cut {
        let (page, how) = (&*json::text(page), cut_how(*loss, *at));
        let words = text!("why-cut", job = title, pages = *cut, page = page, how = how);
        writeln!(out, "{words}")?;
    }
    Ok(())
}

/// How a page was cut.
fn cut_how(loss: LinkLoss, at: u64) -> String {
    match loss {
        LinkLoss::CutMaxLinks => text!("why-cut-max-links", number = at),
        LinkLoss::CutMaxBytes => text!("why-cut-max-bytes", number = at),
        LinkLoss::LinkBytes => text!("why-cut-link-bytes", number = at),
        LinkLoss::CutXml => text!("why-cut-xml"),
        LinkLoss::CutRead => text!("why-cut-read"),
        _ => text!("why-cut-markup", number = at),
    }
}

/// Tells what the job would do with a URI it never met.
fn would(out: &mut impl Write, job: &Stored, answer: &UriAnswer) -> io::Result<()> {
    let Some(rule) = &answer.rule else { return Ok(()) };
    let words = match rule.accepts {
        true => text!("why-would-accept", job = &job.name),
        false => text!("why-would-reject", job = &job.name),
    };
    writeln!(out, "{words} ('{}': {})", rule.name, rule.description)
}

/// What a hop is, behind the one before it.
fn step(before: Option<u8>, hop: Option<u8>) -> String {
    match hop {
        None => text!("why-step-seed"),
        Some(b'L') => text!("why-step-link"),
        Some(b'E' | b'F') => text!("why-step-embed"),
        Some(b'R') => text!("why-step-redirect"),
        Some(b'X') => text!("why-step-speculative"),
        Some(b'M') if before == Some(b'M') => text!("why-step-sitemap-entry"),
        Some(b'M') => text!("why-step-sitemap"),
        Some(b'S') => text!("why-step-form"),
        Some(b'P') => text!("why-step-needs"),
        Some(_) => text!("why-step-other"),
    }
}

fn attempts(out: &mut impl Write, answer: &UriAnswer) -> io::Result<()> {
    for (number, attempt) in answer.attempts.iter().enumerate() {
        line(out, number + 1, attempt, None)?;
    }
    for (number, (cause, attempt)) in answer.beside.iter().enumerate() {
        line(out, number + 1, attempt, Some(cause))?;
    }
    Ok(())
}

fn line(
    out: &mut impl Write,
    number: usize,
    attempt: &UriAttempt,
    cause: Option<&[u8]>,
) -> io::Result<()> {
    let detail = &attempt.detail;
    let when = moment(detail.start.unwrap_or(attempt.time));
    let attempted = text!("why-attempt", number = number, when = when);
    write!(out, "  {attempted} {}", described(detail))?;
    if let Some(outcome) = attempt.outcome {
        write!(out, " ({outcome})")?;
    }
    if let Some(cause) = cause {
        write!(out, " {}", text!("why-attempt-for", uri = &*json::text(cause)))?;
    }
    writeln!(out)
}

fn waits(out: &mut impl Write, waiting: &UriWait, job: &Stored) -> io::Result<Option<String>> {
    let UriWait { before, host_at, owed, not_before, is_running, now } = *waiting;
    writeln!(out, "  {}", text!("why-waiting", before = before))?;
    if not_before > now {
        let time = span(not_before.since(now));
        writeln!(out, "  {}", text!("why-next-attempt", time = time))?;
    }
    if host_at > now {
        let (time, why) =
            (span(host_at.since(now)), owed.map_or_else(|| text!("why-pause"), owed_to));
        writeln!(out, "  {}", text!("why-next-possible", time = time, why = why))?;
    } else {
        writeln!(out, "  {}", text!("why-possible-now"))?;
    }
    Ok((!is_running).then(|| text!("why-not-running", job = &job.name)))
}

fn owed_to(owed: Owed) -> String {
    match owed {
        Owed::Factor => text!("why-pause-factor"),
        Owed::MinDelay => text!("why-pause-min"),
        Owed::MaxDelay => text!("why-pause-max"),
        Owed::CrawlDelay => text!("why-pause-crawl-delay"),
        Owed::Complaint => text!("why-pause-complaint"),
        Owed::RetryAfter => text!("why-pause-retry-after"),
        Owed::Failures => text!("why-pause-failures"),
    }
}

fn rejection(
    out: &mut impl Write,
    rejected: &RejectedLink,
    was_found: bool,
) -> io::Result<Option<String>> {
    let RejectedLink { rule, description, page, time } = rejected;
    let when = moment(*time);
    let page = page.as_ref().map_or("-".into(), |page| json::text(page));
    let description = description.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
    let words = match was_found {
        true => text!("why-other-rejected", when = when, page = &*page, rule = rule),
        false => text!("why-rejected", when = when, page = &*page, rule = rule),
    };
    writeln!(out, "  {words}{description}")?;
    Ok((!was_found).then(|| rule_advice(rule)))
}

fn rule_advice(rule: &str) -> String {
    match rule {
        "nofollow" => text!("why-advice-nofollow"),
        "sitemaps-off" => text!("why-advice-sitemaps"),
        "hosts-per-domain" => text!("why-advice-hosts-per-domain"),
        "queued-per-host" => text!("why-advice-queued-per-host"),
        "too-many-hops" => text!("why-advice-hops"),
        _ => text!("why-advice-scope"),
    }
}
