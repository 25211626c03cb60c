//! Processes one input after the other, whatever it is. Inputs that cannot be read are reported and counted.

use super::page::Origin;
use super::sources::{Source, Sources};
use super::web::Web;
use super::{RecogniseError, Run, warc};
use crate::warc::{InputsEnded, Notice, ReportNotice};
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::atomic::Ordering;
use stodola_warc::Wrapping;

/// Name of a stage that counts pages, not bytes.
const PAGES: &str = "pages";

/// Processes all inputs. Returns how that ended, and how many are left because somebody has stopped it.
pub(super) fn each(
    sources: &Sources,
    watch: &dyn ReportNotice,
    run: &mut Run<'_>,
) -> Result<(InputsEnded, u64), RecogniseError> {
    let settings = &run.recogniser.settings;
    let is_harvest = sources.addresses() > 1 || run.recogniser.owners.is_some();
    if is_harvest && !settings.allow_private && settings.contact.is_none() {
        return Err(RecogniseError::NoContact);
    }
    match sources.addresses() == sources.items.len() {
        true => watch.begin(PAGES, Some(sources.items.len() as u64)),
        false => watch.begin("judge", sources.size()),
    }
    let mut ended = InputsEnded::default();
    for (name, error) in &sources.missing {
        watch.notice(name, Notice::CannotOpen(error));
        ended.has_failed = true;
    }
    let left = in_order(sources, watch, run, &mut ended);
    watch.end();
    Ok((ended, left?))
}

fn in_order(
    sources: &Sources,
    watch: &dyn ReportNotice,
    run: &mut Run<'_>,
    ended: &mut InputsEnded,
) -> Result<u64, RecogniseError> {
    let (mut web, mut before, mut rest) = (None, 0, &sources.items[..]);
    while let Some(first) = rest.first() {
        if run.recogniser.stop.load(Ordering::Relaxed) {
            return Ok(rest.len() as u64);
        }
        match first {
            Source::Address(_) => {
                let addresses: Vec<&str> = rest.iter().map_while(Source::address).collect();
                rest = &rest[addresses.len()..];
                let web = match &mut web {
                    Some(web) => web,
                    None => web.insert(Web::new(&run.recogniser.settings)?),
                };
                let is_all = sources.addresses() == sources.items.len();
                let at = |done| {
                    if is_all {
                        watch.at(done);
                    }
                };
                let left = web.pages(&addresses, run, watch, &at, ended)?;
                if left > 0 {
                    return Ok(left + rest.len() as u64);
                }
            }
            Source::File(path) => {
                rest = &rest[1..];
                match file(path, run, &Progress { watch, before }) {
                    Ok(is_data_bad) => ended.is_data_bad |= is_data_bad,
                    Err(error @ RecogniseError::Output(_)) => return Err(error),
                    Err(error) => {
                        watch.notice(&path.display().to_string(), Notice::Failed(&error));
                        ended.has_failed = true;
                    }
                }
                before += first.size().unwrap_or(0);
            }
        }
    }
    Ok(0)
}

/// Reports how far a file is, after the bytes of those before it.
pub(super) struct Progress<'a> {
    pub(super) watch: &'a dyn ReportNotice,
    before: u64,
}

impl Progress<'_> {
    pub(super) fn at(&self, position: u64) {
        self.watch.at(self.before + position);
    }
}

/// Processes a file. Returns whether something is wrong with its data.
fn file(path: &Path, run: &mut Run<'_>, progress: &Progress<'_>) -> Result<bool, RecogniseError> {
    let mut file = File::open(path)?;
    let mut head = Vec::new();
    file.by_ref().take(512).read_to_end(&mut head)?;
    if let Some(wrapping @ (Wrapping::Lz4 | Wrapping::Wacz)) = Wrapping::of_named(&head, path) {
        return Err(RecogniseError::Wrapped(wrapping));
    }
    if warc::is_archive(path, &head) {
        return warc::file(path, run, progress);
    }
    let name = path.display().to_string();
    let origin = Origin { name: &name, ..Origin::default() };
    run.judge(&origin, Cursor::new(head).chain(file))?;
    Ok(false)
}
