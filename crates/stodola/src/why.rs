//! `stodola why`: what became of a URI, and why, in plain words.

mod inquiry;
mod record;
mod tell;

use crate::job::stored::Stored;
use crate::lang::pick;
use crate::output::{self, Outcome};
use anyhow::bail;
use inquiry::Answer;
use std::io::Write;
use std::path::PathBuf;

/// Tell why a page was archived, or why not.
///
/// For each job of the archive and each of its rounds: where the URI was found and how it was reached from a seed, which rule accepted
/// or rejected it, each attempt with its time and result, what became of it, and what to change if that is
/// not what was wanted. Jobs may be running. Their books are read from the beginning, some million events a
/// second.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The URI; it is normalised first, as links are
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only this job
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// One JSON object per round of a job
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let url = arguments.url.trim();
    let url = if url.contains("://") { url.to_owned() } else { format!("http://{url}") };
    let normal = stodola_uri::normalise(url.as_bytes());
    let uri = stodola_uri::without_user_info(stodola_uri::without_fragment(&normal));
    let uri = &*uri;
    if stodola_uri::host(uri).is_none_or(|host| host.is_empty()) {
        bail!("'{}' is no URI with a host, such as https://example.org/", arguments.url);
    }
    let jobs = Stored::find(&arguments.archive, arguments.job.as_deref())?;
    let mut out = output::stdout();
    let mut is_known = false;
    if !arguments.json {
        writeln!(out, "{}", crate::json::text(uri))?;
    }
    let mut unknown = Vec::new();
    let mut rounds = Vec::new();
    for job in &jobs {
        rounds.extend(job.rounds()?);
    }
    for job in &rounds {
        let answer = Answer::find(job, uri)?;
        is_known |= answer.is_known();
        if arguments.json {
            record::write(&mut out, job, uri, &answer)?;
        } else if answer.is_known() {
            tell::tell(&mut out, job, &answer)?;
        } else {
            unknown.push((job, answer));
        }
    }
    if !is_known && !arguments.json {
        let words = pick(
            "never seen: no page that was archived links to it, and nobody named it as a seed",
            "nikdy nenalezeno: neodkazuje na ně žádná archivovaná stránka a nikdo je nezadal jako semínko",
        );
        writeln!(out, "{words}")?;
        for (job, answer) in &unknown {
            tell::would(&mut out, job, answer)?;
        }
    }
    out.flush()?;
    Ok(Outcome::default())
}
