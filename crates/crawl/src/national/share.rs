//! The share of valid pages of a host, whether more of its pages are judged, and its priority.

use crate::job::National;
use stodola_frontier::{PRIORITY_COMMON, PRIORITY_MAX};

/// The judged pages of a host. A page that was fetched again was judged again, and counts again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub(crate) judged: u32,
    pub(crate) valid: u32,
}

/// The state of a host. It does not affect pages that have a right to be archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HostState {
    /// Too little is known: all its pages are judged.
    Probing,
    /// Because of its pages of the nation, more of its pages are judged.
    Kept,
    /// No more of its pages are judged, until another page of the nation is found there.
    Dropped,
}

impl HostState {
    /// Name for reports.
    pub(crate) fn name(self) -> &'static str {
        match self {
            HostState::Probing => "probing",
            HostState::Kept => "kept",
            HostState::Dropped => "dropped",
        }
    }
}

impl Share {
    pub(crate) fn learn(&mut self, is_valid: bool) {
        self.judged = self.judged.saturating_add(1);
        self.valid = self.valid.saturating_add(u32::from(is_valid));
    }

    pub(crate) fn state(self, settings: &National) -> HostState {
        let earned = self.valid.saturating_mul(settings.pages_per_valid);
        match self.judged {
            judged if judged >= settings.host_pages.saturating_add(earned) => HostState::Dropped,
            judged if judged >= settings.host_pages => HostState::Kept,
            _ => HostState::Probing,
        }
    }

    /// Returns the priority of the host when many hosts may be asked: kept hosts by their share of valid pages, hosts
    /// with few judged pages in the middle, and dropped ones last. So no single page has much influence.
    pub(crate) fn priority(self, settings: &National) -> u8 {
        match self.state(settings) {
            HostState::Probing => PRIORITY_COMMON,
            HostState::Dropped => 0,
            HostState::Kept => {
                let (valid, judged) = (u64::from(self.valid), u64::from(self.judged.max(1)));
                let steps = valid * u64::from(PRIORITY_MAX - 1) / judged;
                // No more pages are valid than were judged.
                (1 + steps).min(PRIORITY_MAX.into()) as u8
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_tried_and_then_kept_for_what_it_has() {
        let settings = National { host_pages: 3, pages_per_valid: 2, ..National::default() };
        for (judged, valid, state) in [
            (0, 0, HostState::Probing),
            (2, 0, HostState::Probing),
            (2, 2, HostState::Probing),
            (3, 0, HostState::Dropped),
            (3, 1, HostState::Kept),
            (5, 1, HostState::Dropped),
            (5, 2, HostState::Kept),
            (u32::MAX, u32::MAX, HostState::Dropped),
        ] {
            assert_eq!(Share { judged, valid }.state(&settings), state, "{judged} {valid}");
        }
    }

    #[test]
    fn hosts_go_first_by_their_share_once_enough_is_known() {
        let settings = National { host_pages: 10, pages_per_valid: 20, ..National::default() };
        for (judged, valid, priority) in [
            (0, 0, 5),
            (1, 1, 5),
            (9, 9, 5),
            (10, 0, 0),
            (10, 1, 1),
            (10, 2, 2),
            (10, 5, 5),
            (10, 9, 9),
            (10, 10, 10),
            (1000, 999, 9),
            (1000, 20, 0),
            (u32::MAX, u32::MAX, 0),
        ] {
            assert_eq!(Share { judged, valid }.priority(&settings), priority, "{judged} {valid}");
        }
    }
}
