//! Why seeds failed, and what can be done about it.

use crate::json;
use crate::lang::pick;
use crate::output;
use std::path::Path;
use stodola_crawl::logs::{FailedSeed, Summary};
use stodola_fetch::AddressPolicy;
use stodola_frontier::{FetchFailure, Outcome, Reason};

/// A line for each seed that failed, as far as they are listed.
pub(super) fn lines(name: &str, archive: &Path, summary: &Summary) -> Vec<String> {
    let mut lines: Vec<String> = summary.failed_seeds.iter().map(line).collect();
    let others = summary.seeds_failed.saturating_sub(lines.len() as u64);
    if others > 0 {
        let archive = output::word(&archive.display().to_string());
        let command = format!("stodola job report {name} --archive {archive} --name seeds");
        lines.push(pick(
            format!("  and {others} more: {command}"),
            format!("  a další ({others}): {command}"),
        ));
    }
    lines
}

fn line(seed: &FailedSeed) -> String {
    let uri = json::text(&seed.uri);
    let why = why(seed.outcome, &seed.reason);
    match &seed.target {
        None => format!("  {uri}: {why}"),
        Some(target) => {
            let target = json::text(target);
            let led = pick("redirected to", "přesměrováno na");
            format!("  {uri}: {led} {target}: {why}")
        }
    }
}

/// Why, and what to do.
fn why(outcome: Outcome, reason: &Reason) -> String {
    match outcome {
        Outcome::AddressRefused => address(reason),
        Outcome::Failed => failure(reason),
        Outcome::RobotsUnreachable => {
            let why = match reason.status() {
                // The file came, but not all of it can be read.
                Some(status @ 200..300) => pick(
                    format!(
                        "it was cut, damaged or only a part (status {status}); try again later"
                    ),
                    format!("byl neúplný nebo poškozený (stav {status}); zkuste to později"),
                ),
                Some(status) => answered(status),
                None => failure(reason),
            };
            pick(
                format!("without its robots.txt nothing may be fetched: {why}"),
                format!("bez souboru robots.txt se nesmí nic stahovat: {why}"),
            )
        }
        Outcome::RobotsExcluded => pick(
            format!(
                "its robots.txt forbids it ({reason}); ask its owner, or add --ignore-robots if you may"
            ),
            format!(
                "zakazuje to její robots.txt ({reason}); zeptejte se vlastníka, nebo smíte-li, přidejte --ignore-robots"
            ),
        ),
        Outcome::OverBudget => pick(
            format!("the limit '{reason}' in job.toml was reached before"),
            format!("dříve byl dosažen limit '{reason}' v job.toml"),
        ),
        Outcome::OutOfScope | Outcome::Trap => rule(&reason.to_string()),
        Outcome::Unfetchable => pick(
            format!("it cannot be fetched ({reason}); check the address"),
            format!("nelze ji stáhnout ({reason}); zkontrolujte adresu"),
        ),
        Outcome::Archived | Outcome::NotDue | Outcome::NotNational | Outcome::Retried => {
            match reason.status() {
                Some(status) => answered(status),
                None => reason.to_string(),
            }
        }
    }
}

fn address(reason: &Reason) -> String {
    let Reason::Address(address) = *reason else {
        return pick(
            "only this machine is harvested without a contact; add --contact MAIL-OR-URL",
            "bez kontaktu se sklízí jen tento počítač; přidejte --contact MAIL-OR-URL",
        )
        .to_owned();
    };
    if AddressPolicy::AnyButMetadata.permits(address) {
        pick(
            format!(
                "its address {address} is not on the public internet; add --allow-private to harvest it"
            ),
            format!(
                "její adresa {address} není na veřejném internetu; sklidí se s --allow-private"
            ),
        )
    } else {
        pick(
            format!(
                "its address {address} is that of a cloud's metadata service, which is never harvested"
            ),
            format!("její adresa {address} patří metadatové službě cloudu, ta se nesklízí nikdy"),
        )
    }
}

fn failure(reason: &Reason) -> String {
    let Some(failure) = reason.failure() else { return reason.to_string() };
    match failure {
        FetchFailure::DnsNoSuchName => {
            pick("the name does not exist; check the spelling", "jméno neexistuje; zkontrolujte, zda je správně")
        }
        FetchFailure::DnsNoAddress => {
            pick("the name has no address; check the spelling", "jméno nemá adresu; zkontrolujte, zda je správně")
        }
        FetchFailure::DnsServer | FetchFailure::DnsTimeout => pick(
            "the name server gave no answer; check the network, or name another one by --dns-server",
            "jmenný server neodpověděl; zkontrolujte síť, nebo zvolte jiný pomocí --dns-server",
        ),
        FetchFailure::Connect => pick(
            "the server cannot be reached; check the address and the port, or try again later",
            "server není dostupný; zkontrolujte adresu a port, nebo to zkuste později",
        ),
        FetchFailure::ConnectTimeout | FetchFailure::ResponseTimeout => pick(
            "the server did not answer in time; try again later",
            "server včas neodpověděl; zkuste to později",
        ),
        FetchFailure::Tls => pick(
            "no secure connection could be made; perhaps the server can be harvested by http",
            "nepodařilo se navázat zabezpečené spojení; možná lze server sklidit přes http",
        ),
        FetchFailure::Closed | FetchFailure::Send | FetchFailure::Unheard => pick(
            "the server closed the connection without an answer; try again later",
            "server ukončil spojení bez odpovědi; zkuste to později",
        ),
        FetchFailure::Uri
        | FetchFailure::Header
        | FetchFailure::AddressRefused
        | FetchFailure::Spool => failure.name(),
    }
    .to_owned()
}

fn answered(status: u16) -> String {
    match status {
        401 | 403 | 407 => pick(
            format!("the server answered {status}: it does not let everybody in; ask its owner"),
            format!("server odpověděl {status}: nepouští každého; zeptejte se vlastníka"),
        ),
        400..500 => pick(
            format!("the server answered {status}; check the address"),
            format!("server odpověděl {status}; zkontrolujte adresu"),
        ),
        _ => pick(
            format!("the server answered {status}; try again later"),
            format!("server odpověděl {status}; zkuste to později"),
        ),
    }
}

fn rule(rule: &str) -> String {
    match rule {
        "country-domain" => pick(
            "it lies in the nation's own domain, which a national harvest leaves out; to take it, set \
             national.follow_country = true in job.toml",
            "leží v doméně národa, kterou tato sklizeň vynechává; zahrne ji national.follow_country = true v \
             job.toml",
        )
        .to_owned(),
        _ => pick(
            format!("the rule '{rule}' keeps it out; see [scope] in job.toml"),
            format!("vylučuje ji pravidlo '{rule}'; viz [scope] v job.toml"),
        ),
    }
}
