//! The settings of a harvest that may be changed while it runs, and which they are.

use crate::job::{
    Again, AlarmSection, DnsSection, Job, LimitSettings, PolitenessSettings, RunSection,
};

/// Settings that stages read anew each time, so that a change counts from the next URI on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LiveSettings {
    pub(super) limits: LimitSettings,
    pub(super) politeness: PolitenessSettings,
    pub(super) again: Again,
    pub(super) dns: DnsSection,
    pub(super) run: RunSection,
    pub(super) alarms: AlarmSection,
    /// Number of URIs that are worked on at the same time.
    pub(super) workers: u32,
}

impl LiveSettings {
    pub(super) fn new(job: &Job) -> LiveSettings {
        LiveSettings {
            limits: job.limits.clone(),
            politeness: job.politeness.clone(),
            again: job.again.clone(),
            dns: job.dns.clone(),
            run: job.run.clone(),
            alarms: job.alarms.clone(),
            workers: job.fetch.workers,
        }
    }

    /// Returns a job with these settings.
    pub(super) fn in_job(&self, job: &Job) -> Job {
        let LiveSettings { limits, politeness, again, dns, run, alarms, workers } = self.clone();
        let mut job = Job { limits, politeness, again, dns, run, alarms, ..job.clone() };
        job.fetch.workers = workers;
        job
    }
}

/// Whether a setting, by its name with that of its section, can be changed while a harvest runs
/// ([`Control::apply`](super::Control::apply)). All others count from the next run on.
pub fn is_live_setting(path: &str) -> bool {
    match path.split_once('.') {
        // The client knows the longest document from the beginning.
        Some(("limits", name)) => name != "bytes_per_document",
        Some(("politeness" | "again" | "run" | "alarms", _)) => true,
        Some(("dns", name)) => name != "keep_negative",
        Some(("fetch", name)) => name == "workers",
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::setting_keys;

    #[test]
    fn a_change_of_a_live_setting_and_of_no_other_is_in_the_live_settings() {
        let old = Job::default();
        for (path, value) in [
            ("limits.documents", "7"),
            ("limits.bytes_per_host", "\"7MB\""),
            ("politeness.min_delay", "\"2s\""),
            ("politeness.connections_per_ip", "7"),
            ("again.every", "\"7d\""),
            ("dns.questions_per_second", "7"),
            ("dns.questions_at_once", "7"),
            ("run.memory", "\"7GB\""),
            ("run.hours", "[\"20:00-06:00\"]"),
            ("fetch.workers", "7"),
            ("fetch.idle_timeout", "\"7s\""),
            ("write.prefix", "\"OTHER\""),
            ("scope.max_hops", "7"),
            ("contact", "\"a@b.cz\""),
        ] {
            let new = Job::parse(&format!("{path} = {value}\n"), "job.toml").unwrap();
            let is_live = LiveSettings::new(&new) != LiveSettings::new(&old);
            assert_eq!(is_live, is_live_setting(path), "{path}");
            assert_eq!(LiveSettings::new(&new).in_job(&old) == new, is_live, "{path}");
            assert!(setting_keys().1.iter().any(|key| key.path == path), "{path}");
        }
    }
}
