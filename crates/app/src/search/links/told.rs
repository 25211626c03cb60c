//! Telling the search about links by itself, in the process that writes to the archive: not more often than it is
//! worth.

use super::{LinkSignalsError, LinkSignalsMade, source_of, tell_links};
use std::sync::Mutex;
use std::time::Duration;
use stodola_archive::Archive;
use stodola_map::{LinkMap, MapFollower};
use stodola_search::{LinkSignalsNote, SearchFollower, link_signals_note};

/// If it took no longer than this, it is done each time.
const CHEAP: Duration = Duration::from_secs(5);
/// After it took longer, it is not done again for this many times as long: so it takes at most a twentieth of the time.
const REST: u32 = 20;
/// Bytes of the largest map of which this is done: it takes about twice as much memory.
const MAP_MAX: u64 = 2 << 30;

/// Held while it is done: jobs that end at the same time need it once.
static TELLING: Mutex<()> = Mutex::new(());

/// Tells the search index of an archive what its map knows of links, if that is new and not too expensive. Returns
/// `None` if there is nothing to do, or if it was done a moment ago: then the next call does it. For the process that
/// has the lock of the archive; `kill -9` leaves what was told before.
pub(crate) fn keep_links_told(
    archive: &Archive,
) -> Result<Option<LinkSignalsMade>, LinkSignalsError> {
    if !SearchFollower::is_used(archive) || !MapFollower::is_used(archive) {
        return Ok(None);
    }
    let Ok(_telling) = TELLING.try_lock() else { return Ok(None) };
    if link_signals_note(archive).is_some_and(|note| !is_worth(&note, &source_of(archive))) {
        return Ok(None);
    }
    let bytes = LinkMap::open(archive)?.size().links;
    if bytes > MAP_MAX {
        return Err(LinkSignalsError::TooLarge { bytes });
    }
    tell_links(archive)
}

/// Whether the search should be told again, of a map in this state.
fn is_worth(note: &LinkSignalsNote, source: &str) -> bool {
    // A time to come means that the clock was put back; how long ago it was is not known then.
    let age = note.made.elapsed().unwrap_or(Duration::MAX);
    note.source != source && (note.cost <= CHEAP || age >= note.cost.saturating_mul(REST))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn it_is_done_if_the_map_is_another_one_and_it_was_not_done_a_moment_ago() {
        let now = SystemTime::now();
        let hour = Duration::from_secs(3600);
        for (source, cost, made, expected) in [
            ("old", 1, now - hour, true),
            ("old", 5, now, true),
            ("old", 6, now, false),
            ("new", 1, now - hour, false),
            ("old", 170, now - hour, true),
            ("old", 190, now - hour, false),
            ("old", 190, now + hour, true),
            ("old", u64::MAX, now - hour, false),
        ] {
            let cost = Duration::from_secs(cost);
            let note = LinkSignalsNote { source: source.to_owned(), cost, made };
            assert_eq!(is_worth(&note, "new"), expected, "{note:?}");
        }
    }
}
