//! One input after the other, whatever it is. What cannot be read is said and counted, and the
//! rest goes on.

use super::page::Origin;
use super::sources::{Source, Sources};
use super::web::Web;
use super::{Run, warc};
use crate::lang;
use crate::output::{self, Outcome};
use crate::progress::Progress;
use crate::warc::describe_wrapping;
use anyhow::bail;
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use stodola_warc::Wrapping;

pub(super) fn each(sources: &Sources, run: &mut Run<'_>) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut progress = Progress::new(sources.size());
    let addresses =
        sources.items.iter().filter(|source| matches!(source, Source::Address(_))).count();
    let is_harvest = addresses > 1 || run.owners.is_some();
    let is_harvest = is_harvest && !run.arguments.allow_private;
    if is_harvest && run.arguments.contact.is_none() {
        bail!("say whom webmasters can ask: --contact MAIL-OR-URL");
    }
    for (name, problem) in &sources.missing {
        progress.say(format_args!("stodola: {name}: {problem}"));
        outcome.has_failed = true;
    }
    let mut web = None;
    for source in &sources.items {
        let (name, worked) = match source {
            Source::Address(uri) => {
                let web = match &mut web {
                    Some(web) => web,
                    None => web.insert(Web::new(run.arguments)?),
                };
                (uri.clone(), web.page(uri, run))
            }
            Source::File(path) => (path.display().to_string(), file(path, run, &mut progress)),
        };
        match worked {
            Ok(is_data_bad) => outcome.is_data_bad |= is_data_bad,
            Err(error) if output::is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                progress.say(format_args!("stodola: {name}: {}", output::told(&error)));
                outcome.has_failed = true;
            }
        }
    }
    Ok(outcome)
}

/// Works on a file. Whether something is wrong with its data.
fn file(path: &Path, run: &mut Run<'_>, progress: &mut Progress) -> anyhow::Result<bool> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    file.by_ref().take(512).read_to_end(&mut head)?;
    if let Some(wrapping @ (Wrapping::Lz4 | Wrapping::Wacz)) = Wrapping::of_named(&head, path) {
        let looks = describe_wrapping(wrapping);
        bail!(lang::pick(format!("cannot be read: {looks}"), format!("nelze číst: {looks}")));
    }
    if warc::is_archive(path, &head) {
        let is_data_bad = warc::file(path, run, progress)?;
        progress.next_input(size);
        return Ok(is_data_bad);
    }
    let name = path.display().to_string();
    let origin = Origin { name: &name, ..Origin::default() };
    match run.judge(&origin, Cursor::new(head).chain(file)) {
        Some(judged) => run.tell(&judged)?,
        None => run.counts.skipped += 1,
    }
    progress.at(size);
    progress.next_input(size);
    Ok(false)
}
