//! Pauses of hosts: after an answer, and after a failure.

use crate::job::PolitenessSettings;
use std::time::Duration;
use stodola_frontier::Owed;

/// Returns the pause of a host after an answer that took the time `took`, and what determines it.
pub(super) fn after_answer(
    settings: &PolitenessSettings,
    took: Duration,
    crawl_delay: Option<Duration>,
) -> (Duration, Owed) {
    let (min, max) = (settings.min_delay.duration(), settings.max_delay.duration());
    let follows = took.mul_f64(settings.delay_factor.clamp(0.0, 1e6));
    let own = follows.clamp(min, max.max(min));
    let asked = crawl_delay.unwrap_or_default().min(settings.crawl_delay_max.duration());
    if asked > own {
        (asked, Owed::CrawlDelay)
    } else if own > follows || own.is_zero() {
        (own, Owed::MinDelay)
    } else if own < follows {
        (own, Owed::MaxDelay)
    } else {
        (own, Owed::Factor)
    }
}

/// Maximum of a growing pause, unless the job sets a larger one.
const HASTE_MOST: Duration = Duration::from_secs(30);
/// Minimum pause of a host that complains about too many requests.
const HASTE_LEAST: Duration = Duration::from_millis(250);

/// Returns the minimum and the maximum for the new pause of a host that complained about `current`.
pub(super) fn grown(settings: &PolitenessSettings, current: Duration) -> (Duration, Duration) {
    (current.max(HASTE_LEAST), settings.max_delay.duration().max(HASTE_MOST))
}

/// Returns the usual pause: a grown pause that has shrunk below this is dropped.
pub(super) fn usual(settings: &PolitenessSettings) -> Duration {
    settings.min_delay.duration().max(HASTE_LEAST)
}

/// Returns the maximum pause of a host, whatever it says or does.
pub(super) fn longest(settings: &PolitenessSettings) -> Duration {
    let bounds =
        [settings.min_delay, settings.max_delay, settings.crawl_delay_max, settings.retry_wait_max];
    bounds.into_iter().map(|bound| bound.duration()).fold(HASTE_MOST, Duration::max)
}

/// Returns the wait after this number of failures in a row, including the last.
pub(super) fn after_failures(settings: &PolitenessSettings, failures: u32) -> Duration {
    let doublings = failures.saturating_sub(1).min(20);
    let wait = settings.retry_wait.duration().saturating_mul(1 << doublings);
    wait.min(settings.retry_wait_max.duration())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Period;

    #[test]
    fn delay_follows_the_server_within_bounds_and_never_below_what_it_asks() {
        let settings = PolitenessSettings {
            delay_factor: 5.0,
            min_delay: Period::from_secs(1),
            max_delay: Period::from_secs(30),
            crawl_delay_max: Period::from_secs(300),
            ..PolitenessSettings::default()
        };
        let millis = |took: u64, asked: Option<u64>| {
            let asked = asked.map(Duration::from_secs);
            let (pause, owed) = after_answer(&settings, Duration::from_millis(took), asked);
            (pause.as_millis(), owed)
        };
        assert_eq!(millis(10, None), (1000, Owed::MinDelay));
        assert_eq!(millis(900, None), (4500, Owed::Factor));
        assert_eq!(millis(60_000, None), (30_000, Owed::MaxDelay));
        assert_eq!(millis(10, Some(7)), (7000, Owed::CrawlDelay));
        assert_eq!(millis(60_000, Some(7)), (30_000, Owed::MaxDelay));
        assert_eq!(millis(10, Some(86_400)), (300_000, Owed::CrawlDelay));
    }

    #[test]
    fn waits_double_up_to_a_bound() {
        let settings = PolitenessSettings {
            retry_wait: Period::from_secs(60),
            retry_wait_max: Period::from_secs(600),
            ..PolitenessSettings::default()
        };
        let waits: Vec<_> = (0..7).map(|n| after_failures(&settings, n).as_secs()).collect();
        assert_eq!(waits, [60, 60, 120, 240, 480, 600, 600]);
        assert_eq!(after_failures(&settings, u32::MAX).as_secs(), 600);
    }
}
