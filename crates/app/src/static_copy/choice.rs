//! Which capture stands for an address in the copy, and in which file.

use super::extension::extension;
use super::list::CopyGap;
use super::{COPY_ADDRESSES_MAX, relative::relative};
use crate::archive::prefixes_of;
use crate::reading::{CaptureGate, CaptureSight};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use stodola_archive::{Captures, CatalogueError, Entry, Stamp, key_of};
use stodola_replay::{
    FileLink, FindError, FindOutcome, Modifier, PassReason, Wanted, find, redirect_target,
};
use stodola_uri::{file_path, normalise, without_fragment};

/// Number of redirects that are followed from a link.
const REDIRECTS_MAX: usize = 10;
/// Maximum length of a path in the copy, in bytes. Most systems allow 4,096 with the folder before it.
const PATH_MAX: usize = 3000;

/// All choices of a copy, made when they are first needed. Asked by the rewriter for every link.
pub(super) struct Choices {
    captures: Arc<Captures>,
    gate: Arc<dyn CaptureGate>,
    /// Beginnings of the keys of the site.
    prefixes: Vec<Vec<u8>>,
    as_of: Stamp,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// What stands for each key.
    chosen: HashMap<Vec<u8>, Choice>,
    /// Files that are queued or written.
    files: HashSet<String>,
    queue: VecDeque<QueuedFile>,
    /// Gaps that were not written to the list yet.
    gaps: Vec<(Vec<u8>, CopyGap, Vec<u8>)>,
    redirects: u64,
    failure: Option<CatalogueError>,
}

/// What stands for an address.
#[derive(Clone)]
enum Choice {
    /// A file.
    File(String),
    /// What it redirects to.
    Redirect(Vec<u8>),
    Missing,
}

/// What an address is wanted for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    /// People go there. Only pages of the site are copied.
    Page,
    /// A page needs it, wherever it is.
    Part,
}

/// A file that has to be written.
pub(super) struct QueuedFile {
    pub(super) entry: Entry,
    pub(super) path: String,
}

impl Choices {
    pub(super) fn new(
        captures: Arc<Captures>,
        gate: Arc<dyn CaptureGate>,
        site: &str,
        as_of: Stamp,
    ) -> Choices {
        let prefixes = prefixes_of(site);
        Choices { captures, gate, prefixes, as_of, state: Mutex::default() }
    }

    pub(super) fn captures(&self) -> &Captures {
        &self.captures
    }

    pub(super) fn prefixes(&self) -> &[Vec<u8>] {
        &self.prefixes
    }

    /// The next file to write; an error if the catalogue failed meanwhile.
    pub(super) fn next(&self) -> Result<Option<QueuedFile>, CatalogueError> {
        let mut state = self.state();
        match state.failure.take() {
            Some(error) => Err(error),
            None => Ok(state.queue.pop_front()),
        }
    }

    pub(super) fn redirects(&self) -> u64 {
        self.state().redirects
    }

    /// Takes the gaps found since the last call: the address, the reason, the page with the link.
    pub(super) fn gaps(&self) -> Vec<(Vec<u8>, CopyGap, Vec<u8>)> {
        std::mem::take(&mut self.state().gaps)
    }

    /// Whether a page belongs to the site.
    fn is_of_site(&self, key: &[u8]) -> bool {
        self.prefixes.iter().any(|prefix| key.starts_with(prefix))
    }

    /// Returns the file of an address, which is queued if it is new; `None` if it has none, or is a page of another
    /// site. `page` is where the link stands.
    pub(super) fn file_of(&self, uri: &[u8], page: &[u8], wish: Wish) -> Option<String> {
        let mut uri = without_fragment(&normalise(uri)).to_vec();
        let first = uri.clone();
        for _ in 0..REDIRECTS_MAX {
            if wish == Wish::Page && !self.is_of_site(&key_of(&uri)) {
                return None;
            }
            match self.choice(&uri, page) {
                Choice::File(path) => return Some(path),
                Choice::Redirect(target) => uri = target,
                Choice::Missing => return None,
            }
        }
        let mut state = self.state();
        state.gaps.push((first.clone(), CopyGap::LostRedirect, page.to_vec()));
        state.chosen.insert(key_of(&first), Choice::Missing);
        None
    }

    /// Returns where a link of a page leads.
    pub(super) fn link(&self, page: (&[u8], &str), uri: &[u8], modifier: Modifier) -> FileLink {
        let (page_uri, page_path) = page;
        let wish = if modifier == Modifier::Page { Wish::Page } else { Wish::Part };
        match self.file_of(uri, page_uri, wish) {
            Some(file) => FileLink::Path(relative(page_path, &file)),
            None if wish == Wish::Page => FileLink::Live,
            // Nothing is loaded from the live web: the link leads to a file that is not there.
            None => {
                let normal = normalise(uri);
                FileLink::Path(relative(page_path, &file_path(&normal, Some("missing"))))
            }
        }
    }

    fn choice(&self, uri: &[u8], page: &[u8]) -> Choice {
        let key = key_of(uri);
        if let Some(known) = self.state().chosen.get(&key) {
            return known.clone();
        }
        let (choice, gap) = match self.look(uri) {
            Ok(Looked::File(entry, path)) => {
                let mut state = self.state();
                if state.files.insert(path.clone()) {
                    state.queue.push_back(QueuedFile { entry: *entry, path: path.clone() });
                }
                (Choice::File(path), None)
            }
            Ok(Looked::Redirect(target)) => {
                self.state().redirects += 1;
                (Choice::Redirect(target), None)
            }
            Ok(Looked::Gap(gap)) => (Choice::Missing, Some(gap)),
            Err(error) => {
                self.state().failure.get_or_insert(error);
                (Choice::Missing, None)
            }
        };
        let mut state = self.state();
        // An address that only the catalogue names, and nobody may know of, is a gap only where a page needs it.
        if gap == Some(CopyGap::NotArchived) && page.is_empty() {
            return choice;
        }
        if let Some(gap) = gap {
            state.gaps.push((uri.to_vec(), gap, page.to_vec()));
        }
        state.chosen.insert(key, choice.clone());
        choice
    }

    /// Looks for the capture of an address.
    fn look(&self, uri: &[u8]) -> Result<Looked, CatalogueError> {
        if self.state().chosen.len() >= COPY_ADDRESSES_MAX {
            return Ok(Looked::Gap(CopyGap::TooMany));
        }
        let is_shown = |entry: &Entry| self.gate.sight(entry) != CaptureSight::Hidden;
        let wanted = Wanted { is_shown: &is_shown, ..Wanted::new(uri, Some(self.as_of)) };
        let found = match find(&self.captures, &wanted) {
            Ok(FindOutcome::Found(found)) => found,
            Ok(FindOutcome::Nothing) => return Ok(Looked::Gap(CopyGap::NotArchived)),
            Ok(FindOutcome::Unusable { reason: PassReason::SelfRedirect, .. }) => {
                return Ok(Looked::Gap(CopyGap::LostRedirect));
            }
            Ok(FindOutcome::Unusable { .. }) => return Ok(Looked::Gap(CopyGap::Unreadable)),
            Err(FindError::Catalogue(error)) => return Err(error),
            // No other error is known today.
            Err(_) => return Ok(Looked::Gap(CopyGap::Unreadable)),
        };
        if self.gate.sight(&found.entry) != CaptureSight::Shown {
            return Ok(Looked::Gap(CopyGap::Blocked));
        }
        if let Some(target) = redirect_target(&found.entry, &found.opened) {
            let target = normalise(&target);
            return Ok(Looked::Redirect(without_fragment(&target).to_vec()));
        }
        let head = found.opened.content.head();
        let status = head.as_ref().and_then(|head| head.status).or(found.entry.row.status);
        if status.is_some_and(|status| !(200..300).contains(&status) && status != 304) {
            return Ok(Looked::Gap(CopyGap::Failed));
        }
        let declared = head.and_then(|head| head.field("Content-Type").map(|it| it.to_vec()));
        let media_type = media_type(declared, &found.entry);
        let own = normalise(&found.entry.row.uri);
        let own = without_fragment(&own);
        let path = file_path(own, extension(own, &media_type));
        if path.len() > PATH_MAX {
            return Ok(Looked::Gap(CopyGap::LongPath));
        }
        Ok(Looked::File(Box::new(found.entry), path))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing is half changed when a thread panics here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was found for an address.
enum Looked {
    File(Box<Entry>, String),
    Redirect(Vec<u8>),
    Gap(CopyGap),
}

/// The media type of a capture, in lower case and without parameters; empty if it has none.
pub(super) fn media_type(declared: Option<Vec<u8>>, entry: &Entry) -> String {
    let declared = declared.map(|it| stodola_warc::http::media_type(&it).to_ascii_lowercase());
    match declared.and_then(|it| String::from_utf8(it).ok()).filter(|it| !it.is_empty()) {
        Some(declared) => declared,
        None => entry.row.mime.clone().unwrap_or_default().to_ascii_lowercase(),
    }
}
