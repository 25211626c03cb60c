//! The answer as JSON.

use super::inquiry::{Answer, Attempt};
use super::lost;
use crate::job::stored::Stored;
use crate::json;
use std::io::Write;
use stodola_archive::Entry;
use stodola_frontier::Outcome;

/// Writes one object.
pub(super) fn write(
    out: &mut impl Write,
    job: &Stored,
    uri: &[u8],
    answer: &Answer,
    lost: &[Entry],
) -> anyhow::Result<()> {
    out.write_all(b"{\"uri\":")?;
    json::string(out, &json::text(uri))?;
    json::member(out, "job", Some(job.name.as_bytes()))?;
    json::number(out, "round", Some(job.round.into()))?;
    json::member(out, "state", Some(state(answer).as_bytes()))?;
    if let Some(found) = &answer.found {
        json::number(out, "found_ms", Some(found.time))?;
        json::member(out, "hops", Some(&found.hops))?;
        write!(out, ",\"seed\":{}", found.is_seed)?;
        out.write_all(b",\"way\":[")?;
        for (number, (_, uri)) in answer.chain.iter().enumerate() {
            if number > 0 {
                out.write_all(b",")?;
            }
            json::string(out, &json::text(uri))?;
        }
        out.write_all(b"]")?;
    }
    if let Some(rule) = &answer.rule {
        write!(out, ",\"accepted_now\":{}", rule.accepts)?;
        json::member(out, "rule_now", Some(rule.name.as_bytes()))?;
    }
    if let Some(rejected) = &answer.rejected {
        json::number(out, "rejected_ms", Some(rejected.time))?;
        json::member(out, "rejected_by", Some(rejected.rule.as_bytes()))?;
        json::member(out, "rejected_on", rejected.page.as_deref())?;
    }
    if let Some(waiting) = &answer.waiting {
        json::number(out, "before_it", Some(waiting.before))?;
        json::number(out, "possible_ms", Some(waiting.host_at.max(waiting.not_before)))?;
        write!(out, ",\"running\":{}", waiting.is_running)?;
    }
    let unnamed = &answer.unnamed;
    if let Some(loss) = unnamed.loss {
        json::member(out, "passed_over_because", Some(loss.name().as_bytes()))?;
        json::number(out, "pages_with_such_links", Some(unnamed.pages))?;
        json::member(out, "first_page_with_such_links", unnamed.first.as_deref())?;
    }
    json::number(out, "pages_cut", Some(unnamed.cut))?;
    if let Some((loss, at, page)) = &unnamed.first_cut {
        json::member(out, "first_page_cut", Some(page))?;
        json::member(out, "cut_because", Some(loss.name().as_bytes()))?;
        json::number(out, "cut_at", Some(*at))?;
    }
    out.write_all(b",\"attempts\":[")?;
    let beside = answer.beside.iter().map(|(_, attempt)| attempt);
    for (number, attempt) in answer.attempts.iter().chain(beside).enumerate() {
        if number > 0 {
            out.write_all(b",")?;
        }
        write_attempt(out, attempt)?;
    }
    out.write_all(b"]")?;
    lost::write(out, lost)?;
    Ok(out.write_all(b"}\n")?)
}

/// One word for it.
fn state(answer: &Answer) -> &'static str {
    match answer.outcome() {
        Some((_, outcome)) => outcome.name(),
        None if answer.found.is_some() => "waiting",
        None if !answer.beside.is_empty() => "prerequisite",
        None if answer.rejected.is_some() => "rejected",
        None => "never-seen",
    }
}

fn write_attempt(out: &mut impl Write, attempt: &Attempt) -> anyhow::Result<()> {
    let Attempt { outcome, detail, time } = attempt;
    write!(out, "{{\"logged_ms\":{time}")?;
    json::member(out, "outcome", outcome.map(|outcome| Outcome::name(outcome).as_bytes()))?;
    json::member(out, "reason", Some(detail.reason.as_bytes()))?;
    json::number(out, "start_ms", detail.start)?;
    json::number(out, "took_ms", detail.took)?;
    json::number(out, "size", detail.size)?;
    json::member(out, "type", detail.media_type.as_deref().map(str::as_bytes))?;
    json::member(out, "digest", detail.digest.as_deref().map(str::as_bytes))?;
    json::member(out, "truncated", detail.truncated.as_deref().map(str::as_bytes))?;
    Ok(out.write_all(b"}")?)
}
