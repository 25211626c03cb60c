//! Results that were shown: so that one that is opened is known by a token.
//!
//! If an archive records what readers open, links on the page of a search have a token of ours behind the address of
//! the page that they lead to. It says which results these were, and which of them this is; the query and the
//! addresses stay here, in memory. So nobody can have something recorded that was not shown, and no address that
//! somebody else chose is ever redirected to. A result counts once for each time that it was shown.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use stodola_access::Moment;
use stodola_access::people::SecretText;
use stodola_app::requests::note_visit;
use stodola_app::visits::{ReaderVisit, VisitLog};
use stodola_archive::key_of;

/// Pages of results that are remembered; the oldest are forgotten.
const PAGES_MAX: usize = 2_000;
/// Results of a page that are remembered.
const RESULTS_MAX: usize = 64;

/// The results that were shown last.
#[derive(Default)]
pub(crate) struct ShownResults(Mutex<VecDeque<ShownPage>>);

struct ShownPage {
    token: SecretText,
    query: String,
    /// Number of results before this page.
    before: u32,
    uris: Vec<Vec<u8>>,
    /// A bit for each result that was opened.
    opened: u64,
}

impl ShownResults {
    /// Remembers the results of a page, if the archive records what readers open. Returns their token. Blocks.
    pub(crate) fn remember<'u>(
        &self,
        archive: &Path,
        query: &str,
        before: u64,
        uris: impl Iterator<Item = &'u [u8]>,
    ) -> Option<String> {
        if !VisitLog::is_on(archive) {
            return None;
        }
        // Without chance nothing is recorded.
        let token = SecretText::random().ok()?;
        let text = token.reveal().to_owned();
        let uris: Vec<Vec<u8>> = uris.take(RESULTS_MAX).map(<[u8]>::to_vec).collect();
        let before = u32::try_from(before).unwrap_or(u32::MAX);
        let page = ShownPage { token, query: query.to_owned(), before, uris, opened: 0 };
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.len() >= PAGES_MAX {
            pages.pop_front();
        }
        pages.push_back(page);
        Some(text)
    }

    /// What a token in an address stands for: `TOKEN.PLACE`, the first result of the page is 1. `None` if it is not one
    /// of ours (any more), if the result has another address, or if it was opened before.
    fn opened(&self, via: &str, uri: &[u8]) -> Option<ReaderVisit> {
        let (token, place) = via.rsplit_once('.')?;
        let at = place.parse::<usize>().ok()?.checked_sub(1)?;
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let page = pages.iter_mut().find(|page| page.token.is(token))?;
        let shown = page.uris.get(at).filter(|shown| key_of(shown) == key_of(uri))?;
        let bit = 1 << at;
        if page.opened & bit != 0 {
            return None;
        }
        page.opened |= bit;
        let place = page.before.saturating_add(at as u32).saturating_add(1);
        Some(ReaderVisit { query: page.query.clone(), uri: shown.clone(), place })
    }

    /// Records that a result was opened, if that is what a token in an address says. Blocks.
    pub(crate) fn record(&self, archive: &Path, via: &str, uri: &[u8], now: Moment) {
        let Some(visit) = self.opened(via, uri) else { return };
        let recorded = VisitLog::open(archive, now).and_then(|log| match log {
            Some(mut log) => log.record(&visit, now).map(|()| true),
            None => Ok(false),
        });
        // Results about that page are made anew sooner.
        if let Ok(true) = recorded
            && let Err(error) = note_visit(archive, &visit, now)
        {
            tracing::warn!(%error, "requests do not know of a visit");
        }
        if let Err(error) = recorded {
            // The reader gets the page all the same.
            tracing::warn!(%error, "a visit could not be recorded");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_known_by_their_token_once() {
        let folder = std::env::temp_dir().join(format!("stodola-results-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let results = ShownResults::default();
        let uris = [&b"http://a.cz/"[..], b"http://b.cz/"];
        assert_eq!(results.remember(&folder, "barn", 0, uris.into_iter()), None, "off by default");
        VisitLog::switch_on(&folder, 1, Moment(0)).unwrap();
        let token = results.remember(&folder, "barn", 20, uris.into_iter()).unwrap();
        for (via, uri) in [
            ("", "http://a.cz/"),
            ("x.1", "http://a.cz/"),
            (&*token, "http://a.cz/"),
            (&*format!("{token}.0"), "http://a.cz/"),
            (&*format!("{token}.3"), "http://a.cz/"),
            (&*format!("{token}.99999999999999999999"), "http://a.cz/"),
            (&*format!("{token}.1"), "http://evil.cz/"),
            (&*format!("{token}.1"), ""),
        ] {
            assert_eq!(results.opened(via, uri.as_bytes()), None, "{via} {uri}");
        }
        let visit = results.opened(&format!("{token}.2"), b"http://b.cz/").unwrap();
        assert_eq!((visit.query.as_str(), visit.place), ("barn", 22));
        assert_eq!(results.opened(&format!("{token}.2"), b"http://b.cz/"), None);
        for _ in 0..PAGES_MAX {
            results.remember(&folder, "x", 0, uris.into_iter()).unwrap();
        }
        assert_eq!(results.opened(&format!("{token}.1"), b"http://a.cz/"), None, "forgotten");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
