//! What of the captures of a map may be shown to whoever asks. The caller decides; the map only remembers.

use crate::snapshot::PageNumber;
use crate::time::MapTime;
use std::collections::HashMap;

/// What of a capture may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapSight {
    /// Everything.
    Shown,
    /// That it exists, with its time, status, type and size, but neither its links nor its texts.
    Bare,
    /// Nothing, as if it did not exist.
    Hidden,
}

/// Says what of the captures of an address may be shown: one answer for each time, in the same order; equal times have
/// equal answers. No answer at all means that everything is shown; missing ones mean that the rest is hidden.
pub type SightOf<'f> = dyn Fn(&[u8], &[MapTime]) -> Vec<MapSight> + 'f;

/// The answers about pages of which something is not shown.
#[derive(Default)]
pub(crate) struct CaptureSights {
    pages: HashMap<PageNumber, Box<[(MapTime, MapSight)]>>,
}

impl CaptureSights {
    pub(crate) fn add(&mut self, page: PageNumber, times: &[MapTime], sights: Vec<MapSight>) {
        let is_all_shown = sights.iter().all(|it| *it == MapSight::Shown);
        if is_all_shown && (sights.is_empty() || sights.len() >= times.len()) {
            return;
        }
        let seen = times.iter().copied().zip(sights);
        self.pages.insert(page, seen.filter(|(_, sight)| *sight != MapSight::Hidden).collect());
    }

    /// What of a capture may be shown.
    pub(crate) fn of(&self, page: PageNumber, time: MapTime) -> MapSight {
        if self.pages.is_empty() {
            return MapSight::Shown;
        }
        let Some(seen) = self.pages.get(&page) else { return MapSight::Shown };
        seen.iter().find(|(it, _)| *it == time).map_or(MapSight::Hidden, |(_, sight)| *sight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_remembered_of_what_is_shown_and_what_has_no_answer_is_hidden() {
        let time = |day: u64| MapTime::from_number(20_240_100_000_000 + day * 1_000_000);
        let times = [time(1), time(2), time(3)];
        let mut sights = CaptureSights::default();
        sights.add(1, &times, Vec::new());
        sights.add(2, &times, vec![MapSight::Shown; 3]);
        assert!(sights.pages.is_empty());
        assert_eq!(sights.of(9, time(1)), MapSight::Shown);
        sights.add(3, &times, vec![MapSight::Shown, MapSight::Bare]);
        let found = times.map(|time| sights.of(3, time));
        assert_eq!(found, [MapSight::Shown, MapSight::Bare, MapSight::Hidden]);
        assert_eq!(
            (sights.of(1, time(1)), sights.of(3, time(4))),
            (MapSight::Shown, MapSight::Hidden)
        );
    }
}
