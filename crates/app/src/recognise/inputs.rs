//! Processes one input after the other, whatever it is. Inputs that cannot be read are reported and counted.

use super::page::Origin;
use super::sources::{Source, Sources};
use super::web::Web;
use super::{RecogniseError, Run, warc};
use crate::warc::{InputsEnded, Notice, ReportNotice};
use std::fs::File;
use std::io::{Cursor, Read};
use std::path::Path;
use stodola_warc::Wrapping;

pub(super) fn each(
    sources: &Sources,
    watch: &dyn ReportNotice,
    run: &mut Run<'_>,
) -> Result<InputsEnded, RecogniseError> {
    let mut ended = InputsEnded::default();
    let settings = &run.recogniser.settings;
    let addresses =
        sources.items.iter().filter(|source| matches!(source, Source::Address(_))).count();
    let is_harvest = addresses > 1 || run.recogniser.owners.is_some();
    if is_harvest && !settings.allow_private && settings.contact.is_none() {
        return Err(RecogniseError::NoContact);
    }
    watch.begin("judge", sources.size());
    for (name, error) in &sources.missing {
        watch.notice(name, Notice::CannotOpen(error));
        ended.has_failed = true;
    }
    let (mut web, mut before) = (None, 0);
    for source in &sources.items {
        let (name, worked) = match source {
            Source::Address(uri) => {
                let web = match &mut web {
                    Some(web) => web,
                    None => web.insert(Web::new(settings)?),
                };
                (uri.clone(), web.page(uri, run).map(|()| false))
            }
            Source::File(path) => {
                (path.display().to_string(), file(path, run, &Progress { watch, before }))
            }
        };
        before += source.size().unwrap_or(0);
        match worked {
            Ok(is_data_bad) => ended.is_data_bad |= is_data_bad,
            Err(error @ RecogniseError::Output(_)) => {
                watch.end();
                return Err(error);
            }
            Err(error) => {
                watch.notice(&name, Notice::Failed(&error));
                ended.has_failed = true;
            }
        }
    }
    watch.end();
    Ok(ended)
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
