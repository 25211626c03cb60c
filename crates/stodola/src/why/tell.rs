//! The answer in plain words, in the reader's language.

use crate::job::stored::{Stored, moment, span, title};
use crate::lang::{count, pick, size};
use std::io::{self, Write};
use stodola_app::text_of;
use stodola_app::why::{RejectedLink, UnnamedLinks, UriAnswer, UriAttempt, WaitingUri};
use stodola_crawl::job::{Job, Limit};
use stodola_frontier::{Detail, LinkLoss, Outcome, Owed};

/// Number of steps shown at the start and at the end of a long path from a seed.
const STEPS_FIRST: usize = 5;
const STEPS_LAST: usize = 20;

/// Tells all that is known of it in a job.
pub(super) fn tell(out: &mut impl Write, job: &Stored, answer: &UriAnswer) -> io::Result<()> {
    writeln!(out, "\n{} {}:", pick("job", "úloha"), title(job))?;
    let advice = if let Some((attempt, outcome)) = answer.outcome() {
        let (words, advice) = ended(outcome, &attempt.detail, answer.settings.as_ref());
        writeln!(out, "  {words}")?;
        advice
    } else if let Some(waiting) = &answer.waiting {
        waits(out, waiting, job)?
    } else if answer.beside.is_empty() {
        None
    } else {
        let words = pick(
            "fetched because it was needed before other URIs of its host",
            "staženo, protože je potřebují stránky jeho serveru",
        );
        writeln!(out, "  {words}")?;
        None
    };
    if let Some(found) = &answer.found {
        // What was found is told at the next commit; it may have been fetched by then.
        let first = answer.attempts.first().and_then(|attempt| attempt.detail.start);
        let when = moment(first.map_or(found.time, |first| first.min(found.time)));
        writeln!(out, "  {} {when}:", pick("found", "nalezeno"))?;
        let mut before = None;
        let hidden = STEPS_FIRST..answer.chain.len().saturating_sub(STEPS_LAST);
        for (number, (hop, uri)) in answer.chain.iter().enumerate() {
            if number == hidden.start && !hidden.is_empty() {
                writeln!(out, "    … {} …", hidden.len())?;
            }
            if !hidden.contains(&number) {
                writeln!(out, "    {} {}", step(before, *hop), text_of(uri))?;
            }
            before = *hop;
        }
        if let Some(rule) = answer.rule.as_ref().filter(|rule| rule.accepts) {
            let words = pick("accepted by the rule", "přijato pravidlem");
            writeln!(out, "  {words} '{}': {}", rule.name, rule.description)?;
        }
    }
    attempts(out, answer)?;
    let rejected = answer.rejected.as_ref();
    let advice = match rejected {
        Some(rejected) => rejection(out, rejected, answer.found.is_some())?.or(advice),
        None => advice,
    };
    if let Some(advice) = advice {
        writeln!(out, "  {}: {advice}", pick("if you want it", "pokud ho chcete"))?;
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
        Some(loss) => {
            let (reason, never) = (passed_over(loss), pick("never fetched", "nikdy nestaženo"));
            format!("{never}: {reason}")
        }
        None if jobs.iter().any(|(_, answer)| answer.unnamed.is_possible()) => pick(
            "never seen: no link to it was found, and nobody named it as a seed; but some pages were not read to their \
             end",
            "nikdy nenalezeno: žádný odkaz na ně se nenašel a nikdo je nezadal jako semínko; některé stránky ale nebyly \
             přečteny do konce",
        )
        .to_owned(),
        None => pick(
            "never seen: no archived page links to it, and it is not a seed",
            "nikdy nenalezeno: neodkazuje na ně žádná archivovaná stránka a nikdo je nezadal jako semínko",
        )
        .to_owned(),
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
fn passed_over(loss: LinkLoss) -> &'static str {
    match loss {
        LinkLoss::Scheme => pick(
            "only http and https are harvested; links with other schemes are counted but not followed",
            "sklízí se jen http a https; odkazy s jinými schématy se počítají a vynechávají",
        ),
        LinkLoss::TooLong => pick(
            "it is longer than 65,536 bytes; such links are counted but not followed",
            "má více než 65 536 bajtů; takové odkazy se počítají a vynechávají",
        ),
        LinkLoss::InvalidPort => pick(
            "its port is above 65535; such links are counted but not followed",
            "má port větší než 65535; takové odkazy se počítají a vynechávají",
        ),
        _ => pick(
            "it has no host that can exist; such links are counted but not followed",
            "nemá server, který by mohl existovat; takové odkazy se počítají a vynechávají",
        ),
    }
}

/// Tells which pages may link to a URI though no link has its name.
fn unnamed(out: &mut impl Write, job: &Stored, answer: &UriAnswer) -> io::Result<()> {
    let UnnamedLinks { loss, pages, first, cut, first_cut } = &answer.unnamed;
    let title = title(job);
    let number = |pages: u64| count(pages, ["page", "pages"], ["stránka", "stránky", "stránek"]);
    if let (Some(_), Some(first)) = (loss, first) {
        let (number, first) = (number(*pages), text_of(first));
        let words = pick(
            format!("job {title}: such links stand on {number}, first on {first}"),
            format!("úloha {title}: {number} s takovými odkazy, první je {first}"),
        );
        writeln!(out, "{words}")?;
    } else if loss.is_some() {
        let words = pick(
            format!("job {title}: no page has such links"),
            format!("úloha {title}: takové odkazy nejsou na žádné stránce"),
        );
        writeln!(out, "{words}")?;
    }
    if let Some((loss, at, page)) = first_cut {
        let (number, page, how) = (number(*cut), text_of(page), cut_how(*loss, *at));
        let words = pick(
            format!(
                "job {title}: a link to it may be missing from {number}; the first is {page}: {how}"
            ),
            format!("úloha {title}: odkaz na ně může chybět: {number}; první je {page}: {how}"),
        );
        writeln!(out, "{words}")?;
    }
    Ok(())
}

/// How a page was cut.
fn cut_how(loss: LinkLoss, at: u64) -> String {
    match loss {
        LinkLoss::CutMaxLinks => pick(
            format!("it was cut after its {at} links (extract.max_links)"),
            format!("byla oříznuta po {at} odkazech (extract.max_links)"),
        ),
        LinkLoss::CutMaxBytes => pick(
            format!("it was cut after its first {at} bytes (extract.max_bytes)"),
            format!("byla oříznuta po {at} bajtech (extract.max_bytes)"),
        ),
        LinkLoss::LinkBytes => pick(
            format!("{at} of its links were left out, because all of them together were too long"),
            format!("{at} jejích odkazů bylo vynecháno, protože dohromady byly příliš dlouhé"),
        ),
        LinkLoss::CutXml => pick("its XML is broken", "její XML je poškozené").to_owned(),
        LinkLoss::CutRead => {
            pick("it could not be decoded to its end", "nepodařilo se ji dekódovat do konce")
                .to_owned()
        }
        _ => pick(
            format!("{at} of its parts were too large or lay too deep to be read"),
            format!("části příliš velké nebo příliš hluboko vnořené nebyly čteny: {at}"),
        ),
    }
}

/// Tells what the job would do with a URI it never met.
fn would(out: &mut impl Write, job: &Stored, answer: &UriAnswer) -> io::Result<()> {
    let Some(rule) = &answer.rule else { return Ok(()) };
    let name = &job.name;
    let words = if rule.accepts {
        pick(
            format!("job '{name}' would accept it if a page linked to it"),
            format!("úloha '{name}' by je vzala, kdyby na ně vedl odkaz"),
        )
    } else {
        pick(format!("job '{name}' would reject it"), format!("úloha '{name}' by je nevzala"))
    };
    writeln!(out, "{words} ('{}': {})", rule.name, rule.description)
}

/// What a hop is, behind the one before it.
fn step(before: Option<u8>, hop: Option<u8>) -> &'static str {
    match hop {
        None => pick("seed", "semínko"),
        Some(b'L') => pick("links to", "odkazuje na"),
        Some(b'E' | b'F') => pick("embeds", "vkládá"),
        Some(b'R') => pick("redirects to", "přesměrovává na"),
        Some(b'X') => pick("may link to", "možná míní"),
        Some(b'M') if before == Some(b'M') => pick("lists", "uvádí"),
        Some(b'M') => pick("has the sitemap", "má mapu webu"),
        Some(b'S') => pick("has a form that leads to", "má formulář vedoucí na"),
        Some(b'P') => pick("needs", "potřebuje"),
        Some(_) => pick("leads to", "vede na"),
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
    write!(out, "  {} {number}: {when}: ", pick("attempt", "pokus"))?;
    write!(out, "{}", described(detail))?;
    if let Some(outcome) = attempt.outcome {
        write!(out, " ({outcome})")?;
    }
    if let Some(cause) = cause {
        write!(out, " {} {}", pick("for", "kvůli"), text_of(cause))?;
    }
    writeln!(out)
}

/// What came of an attempt: `200, text/html, 5120 bytes, 45 ms`.
fn described(detail: &Detail) -> String {
    let mut parts = vec![detail.reason.clone()];
    parts.extend(detail.media_type.clone());
    parts.extend(detail.size.map(size));
    parts.extend(detail.took.map(span));
    parts.extend(
        detail.truncated.as_ref().map(|why| format!("{} ({why})", pick("cut", "oříznuto"))),
    );
    parts.extend(detail.digest.clone());
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

/// The outcome, and what to do if it is not the one that was wanted.
fn ended(outcome: Outcome, detail: &Detail, job: Option<&Job>) -> (String, Option<String>) {
    let reason = &detail.reason;
    let again = pick(
        "start another round of the job (--again): a round does not fetch again what it has finished",
        "spusťte další kolo úlohy (--again): co v kole jednou skončilo, to se v něm znovu nestahuje",
    );
    let (words, advice) = match outcome {
        Outcome::Archived => return archived(detail),
        Outcome::RobotsExcluded => (
            pick(
                format!("not archived: robots.txt of its host forbids it: '{reason}'"),
                format!("nearchivováno: zakazuje to robots.txt jeho serveru: '{reason}'"),
            ),
            pick(
                "ask its owner; or set politeness.robots = \"ignore\" for another round, if the owner or the law allows it",
                "požádejte majitele; nebo pro další kolo nastavte politeness.robots = \"ignore\", dovoluje-li to on či zákon",
            ),
        ),
        Outcome::RobotsUnreachable => (
            pick(
                format!("not archived: robots.txt of its host could not be fetched ({reason})"),
                format!("nearchivováno: nebylo zjistitelné, co robots.txt dovoluje ({reason})"),
            ),
            again,
        ),
        Outcome::Failed | Outcome::Retried => (
            pick(
                format!("not archived: {}", failure(reason)),
                format!("nearchivováno: {}", failure(reason)),
            ),
            pick(
                "try later in another round (--again); politeness.attempts and the timeouts in [fetch] set how long a job tries",
                "zkuste to později v dalším kole (--again); jak dlouho se zkouší, říkají politeness.attempts a časy v [fetch]",
            ),
        ),
        Outcome::AddressRefused => (
            pick(
                format!("not archived: the address of its host is not allowed: {reason}"),
                format!("nearchivováno: adresy jeho serveru se nesmíme ptát: {reason}"),
            ),
            pick(
                "fetch.allow_private (--allow-private) allows private addresses; a contact (--contact) is \
                 required for all hosts except this machine",
                "fetch.allow_private (--allow-private) dovolí úloze soukromé adresy; pro jiné stroje je třeba kontakt \
                 (--contact)",
            ),
        ),
        Outcome::OverBudget => {
            // Older logs do not say which limit it was; those that the job has are named then.
            let limits = match detail.budget() {
                Some(budget) => format!(" (limits.{})", budget.name()),
                None => job.map(limits).unwrap_or_default(),
            };
            return (
                pick(
                    format!("not archived: a limit for its host or domain was reached{limits}"),
                    format!("nearchivováno: byl dosažen limit pro jeho server nebo doménu{limits}"),
                ),
                Some(
                    pick("raise that limit for another round", "pro další kolo tento limit zvyšte")
                        .into(),
                ),
            );
        }
        Outcome::OutOfScope => (
            pick(
                format!(
                    "not archived: the scope was changed after it was found; the rule '{reason}' rejects it"
                ),
                format!(
                    "nearchivováno: rozsah se po nalezení změnil; odmítá ho pravidlo '{reason}'"
                ),
            ),
            again,
        ),
        Outcome::Trap => (
            pick(
                format!(
                    "not archived: part of a trap, too many similar URIs brought nothing new ({reason})"
                ),
                format!(
                    "nearchivováno: jedno z příliš mnoha téhož druhu, která nepřinesla nic nového ({reason})"
                ),
            ),
            pick(
                "make it a seed, a seed never counts as a trap; or change [traps]",
                "zadejte ho jako semínko, to se za past nikdy nepovažuje; nebo viz [traps]",
            ),
        ),
        Outcome::NotNational if detail.reason == "host-share" => (
            pick(
                "not fetched: too few pages of its host belong to the nation".to_owned(),
                "nestaženo: k národu patřilo příliš málo stránek jeho serveru".to_owned(),
            ),
            pick(
                "raise national.host_pages or national.pages_per_valid",
                "zvyšte national.host_pages nebo national.pages_per_valid",
            ),
        ),
        Outcome::NotNational => (
            pick(
                format!("not archived: it does not belong to the nation ({reason})"),
                format!("nearchivováno: podle posouzení nepatří k národu ({reason})"),
            ),
            pick(
                "the evidence is in logs/verdicts.ndjson of the job; see [national]",
                "kritéria jsou v logs/verdicts.ndjson úlohy; viz [national]",
            ),
        ),
        Outcome::NotDue => (
            pick(
                format!(
                    "not fetched again: the archive has a capture of {reason}, and it is not due yet"
                ),
                format!(
                    "znovu nestahováno: archiv ho má z {reason} a další sklizeň ještě nepřišla na řadu"
                ),
            ),
            pick("see [again] in job.toml", "viz [again] v job.toml"),
        ),
        Outcome::Unfetchable => (
            pick(
                format!("not archived: it cannot be fetched at all: {reason}"),
                format!("nearchivováno: vůbec ho nelze stáhnout: {reason}"),
            ),
            "",
        ),
    };
    (words, Some(advice.to_owned()).filter(|advice| !advice.is_empty()))
}

fn archived(detail: &Detail) -> (String, Option<String>) {
    let all = described(detail);
    let is_error = detail.status().is_some_and(|status| status >= 400);
    let words = if is_error {
        pick(
            format!("archived; the server sent an error page: {all}"),
            format!("archivováno jako chybová stránka, kterou poslal server: {all}"),
        )
    } else {
        format!("{}: {all}", pick("archived", "archivováno"))
    };
    let advice = match detail.truncated.as_deref() {
        Some("length") => Some(pick(
            "limits.bytes_per_document (or fetch.header_limit) cut it: raise that limit for another round",
            "oříznul ho limits.bytes_per_document (nebo fetch.header_limit): pro další kolo ho zvyšte",
        )),
        Some("time") => Some(pick(
            "it took too long: see fetch.idle_timeout, total_timeout and min_rate",
            "trvalo to příliš dlouho: viz fetch.idle_timeout, total_timeout a min_rate",
        )),
        _ => None,
    };
    (words, advice.map(str::to_owned))
}

fn failure(reason: &str) -> String {
    let words = match reason {
        "dns-no-such-name" => {
            pick("the name of its host does not exist", "jméno jeho serveru neexistuje")
        }
        "dns-no-address" => {
            pick("the name of its host has no address", "jméno serveru nemá adresu")
        }
        "dns-server" | "dns-timeout" => pick("DNS did not answer", "systém jmen neodpověděl"),
        "connect" => pick("its server refused the connection", "server odmítl spojení"),
        "connect-timeout" => {
            pick("its server did not accept the connection in time", "server včas nepřijal spojení")
        }
        "tls" => pick("the encrypted connection failed", "nepodařilo se šifrované spojení"),
        "closed" => {
            pick("its server closed the connection without an answer", "server zavěsil beze slova")
        }
        "response-timeout" => pick("its server did not answer in time", "server včas neodpověděl"),
        _ => pick("it could not be fetched", "nepodařilo se ho stáhnout"),
    };
    format!("{words} ({reason})")
}

/// The limits that a job has set.
fn limits(job: &Job) -> String {
    fn set<T>(name: &str, limit: &Limit<T>) -> Option<String> {
        matches!(limit, Limit::At(_)).then(|| format!("limits.{name}"))
    }
    let limits = &job.limits;
    let all = [
        set("documents_per_host", &limits.documents_per_host),
        set("bytes_per_host", &limits.bytes_per_host),
        set("documents_per_domain", &limits.documents_per_domain),
    ];
    let set: Vec<_> = all.into_iter().flatten().collect();
    if set.is_empty() { String::new() } else { format!(" ({})", set.join(", ")) }
}

fn waits(out: &mut impl Write, waiting: &WaitingUri, job: &Stored) -> io::Result<Option<String>> {
    let WaitingUri { before, host_at, owed, not_before, is_running, now } = *waiting;
    writeln!(
        out,
        "  {}",
        pick(
            format!("waiting: {before} other URIs of its host come first"),
            format!("čeká: z jeho serveru je na řadě dříve {before}")
        )
    )?;
    if not_before > now {
        let time = span(not_before - now);
        let words = pick("next attempt in", "další pokus za");
        writeln!(out, "  {words} {time}")?;
    }
    if host_at > now {
        let (time, why) = (span(host_at - now), owed.map_or(pick("pause", "pauza"), owed_to));
        let words = pick("next possible in", "nejdříve za");
        writeln!(out, "  {words} {time}: {why}")?;
    } else {
        let words = pick("possible now: its host has no pause", "jeho serveru se lze ptát hned");
        writeln!(out, "  {words}")?;
    }
    let name = &job.name;
    Ok((!is_running).then(|| {
        pick(
            format!(
                "the job is not running; stodola crawl --archive DIR --job {name} continues it"
            ),
            format!("úloha neběží; pokračuje v ní stodola crawl --archive DIR --job {name}"),
        )
    }))
}

fn owed_to(owed: Owed) -> &'static str {
    match owed {
        Owed::Factor => {
            pick("pause by the time of the last response", "prodleva podle doby odpovědi")
        }
        Owed::MinDelay => pick("the shortest pause of the job", "nejkratší prodleva úlohy"),
        Owed::MaxDelay => pick("the longest pause of the job", "nejdelší prodleva úlohy"),
        Owed::CrawlDelay => pick("Crawl-delay in robots.txt", "Crawl-delay v robots.txt"),
        Owed::Complaint => {
            pick("its host answered 429 or 503 before", "server si stěžoval na časté dotazy")
        }
        Owed::RetryAfter => pick("Retry-After of its host", "Retry-After serveru"),
        Owed::Failures => pick("several failures of its host in a row", "chyby serveru po sobě"),
    }
}

fn rejection(
    out: &mut impl Write,
    rejected: &RejectedLink,
    was_found: bool,
) -> io::Result<Option<String>> {
    let RejectedLink { rule, description, page, time } = rejected;
    let when = moment(*time);
    let page = page.as_ref().map_or("-".into(), |page| text_of(page));
    let description = description.as_ref().map(|text| format!(" ({text})")).unwrap_or_default();
    let words = if was_found {
        pick("another link to it was rejected", "jiný odkaz na ně byl odmítnut")
    } else {
        pick("not archived: a link to it was rejected", "nearchivováno: odkaz na ně byl odmítnut")
    };
    let (on, by) = (pick("on", "na stránce"), pick("by the rule", "pravidlem"));
    writeln!(out, "  {words} {when} {on} {page} {by} '{rule}'{description}")?;
    if was_found {
        return Ok(None);
    }
    Ok(Some(rule_advice(rule).to_owned()))
}

fn rule_advice(rule: &str) -> &'static str {
    match rule {
        "nofollow" => pick(
            "the page says nofollow for this link; make it a seed",
            "stránka žádá odkaz nesledovat; zadejte ho jako semínko",
        ),
        "sitemaps-off" => pick("set extract.sitemaps = true", "nastavte extract.sitemaps = true"),
        "hosts-per-domain" => {
            pick("raise limits.hosts_per_domain", "zvyšte limits.hosts_per_domain")
        }
        "queued-per-host" => pick("raise limits.queued_per_host", "zvyšte limits.queued_per_host"),
        "too-many-hops" => pick(
            "raise scope.max_hops (--depth), or make it a seed",
            "zvyšte scope.max_hops (--depth), nebo ho zadejte jako semínko",
        ),
        _ => pick(
            "make it a seed, or accept it with a [[scope.rule]] in job.toml",
            "zadejte ho jako semínko, nebo ho přijměte pravidlem [[scope.rule]] v job.toml",
        ),
    }
}
