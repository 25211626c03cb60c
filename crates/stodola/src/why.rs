//! `stodola why`: what became of a URI, and why, in plain words.

#[path = "../../app/src/why/inquiry.rs"]
mod inquiry;
#[path = "../../app/src/why/lost.rs"]
mod lost;
#[path = "../../app/src/why/record.rs"]
mod record;
mod tell;

use crate::job::stored::Stored;
use crate::output::{self, Outcome};
use anyhow::bail;
use inquiry::Answer;
use std::io::Write;
use std::path::PathBuf;

/// Explain why a page was archived, or why it was not.
///
/// For each job of the archive and each of its rounds it shows: where the URI was found, the links from a seed to it,
/// the rule that accepted or rejected it, each attempt with its time and result, the outcome, and what to change if
/// you want another outcome. You can use it while jobs are running. The whole log of each job is read, about a
/// million events a second.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola why https://www.example.org/report.pdf --archive archive")]
pub(crate) struct Arguments {
    /// The URI; it is normalised first, in the same way as links
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only this job
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// Print one JSON object per round of a job
    #[arg(long)]
    json: bool,
}

/// Schemes that pages link to without `//`, and that nobody takes for a host with a port.
const BARE_SCHEMES: &[&str] = &[
    "about",
    "blob",
    "callto",
    "cid",
    "data",
    "file",
    "geo",
    "javascript",
    "magnet",
    "mailto",
    "news",
    "sip",
    "skype",
    "sms",
    "tel",
    "urn",
    "view-source",
    "viber",
    "whatsapp",
    "xmpp",
];

fn has_scheme(url: &str) -> bool {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    url.contains("://") || scheme.is_some_and(|scheme| BARE_SCHEMES.contains(&&*scheme))
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let url = arguments.url.trim();
    let url = if has_scheme(url) { url.to_owned() } else { format!("http://{url}") };
    let loss = inquiry::loss_of(url.as_bytes());
    let normal = stodola_uri::normalise(url.as_bytes());
    let uri = stodola_uri::without_user_info(stodola_uri::without_fragment(&normal));
    let uri = &*uri;
    if loss.is_none() && stodola_uri::host(uri).is_none_or(|host| host.is_empty()) {
        bail!("'{}' is not a URI with a host, such as https://example.org/", arguments.url);
    }
    let jobs = Stored::find(&arguments.archive, arguments.job.as_deref())?;
    let mut out = output::stdout();
    let mut is_known = false;
    if !arguments.json {
        writeln!(out, "{}", crate::json::text(uri))?;
    }
    let lost = lost::find(&arguments.archive, uri);
    if !arguments.json {
        lost::tell(&mut out, &lost)?;
    }
    let mut unknown = Vec::new();
    let mut rounds = Vec::new();
    for job in &jobs {
        rounds.extend(job.rounds()?);
    }
    for job in &rounds {
        let answer = Answer::find(job, uri, loss)?;
        is_known |= answer.is_known();
        if arguments.json {
            record::write(&mut out, job, uri, &answer, &lost)?;
        } else if answer.is_known() {
            tell::tell(&mut out, job, &answer)?;
        } else {
            unknown.push((job, answer));
        }
    }
    if !is_known && !arguments.json {
        tell::never_seen(&mut out, loss, &unknown)?;
    }
    out.flush()?;
    Ok(Outcome::default())
}
