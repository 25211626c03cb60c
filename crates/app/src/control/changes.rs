//! What differs between the settings of a run and its job file, and what of it can count at once.

use stodola_crawl::is_live_setting;
use stodola_crawl::job::{Job, SettingKey, setting_keys};

/// Whether a change of a setting counts at once in a harvest that runs; of seeds, those that were added do. All
/// other settings count from the next run on.
pub fn counts_at_once(key: &SettingKey) -> bool {
    key.path == "seeds" || key.section == "scope" || is_live_setting(&key.path)
}

/// Returns the names of the settings in which two states of a job file differ.
pub(crate) fn changed_settings(old: &Job, new: &Job) -> Vec<String> {
    let Changes { mut live, later, .. } = Changes::between(old, new);
    live.extend(later);
    live
}

/// The differences between two states of a job file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// Settings that can be changed while the job runs.
    pub(super) live: Vec<String>,
    /// Settings that count from the next run on.
    pub(super) later: Vec<String>,
    /// Seeds that were added.
    pub(super) seeds: Vec<String>,
    /// Whether the scope is another one.
    pub(super) has_scope: bool,
}

impl Changes {
    pub(super) fn between(old: &Job, new: &Job) -> Changes {
        let (before, after) = (old.setting_texts(), new.setting_texts());
        let mut changes = Changes {
            seeds: new.seeds.iter().filter(|seed| !old.seeds.contains(seed)).cloned().collect(),
            has_scope: new.scope != old.scope,
            ..Changes::default()
        };
        for key in &setting_keys().1 {
            let is_changed = match &*key.path {
                "scope.rule" => old.scope.rule != new.scope.rule,
                path => before.get(path) != after.get(path),
            };
            if !is_changed {
                continue;
            }
            let is_live = match &*key.path {
                // The run keeps seeds that were removed.
                "seeds" => old.seeds.iter().all(|seed| new.seeds.contains(seed)),
                _ => counts_at_once(key),
            };
            let list = if is_live { &mut changes.live } else { &mut changes.later };
            list.push(key.path.clone());
        }
        changes
    }

    /// Returns what the run has now: the new settings, if no change is left for later. Otherwise the old ones stay
    /// those to compare with, so that what is left is told again.
    pub(super) fn taken_over(&self, old: Job, new: Job) -> Job {
        if self.later.is_empty() {
            return new;
        }
        let Job { limits, politeness, again, dns, run, alarms, scope, .. } = new;
        let mut known = Job { limits, politeness, again, dns, run, alarms, scope, ..old };
        known.fetch.workers = new.fetch.workers;
        known.seeds.extend(self.seeds.iter().cloned());
        known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job(text: &str) -> Job {
        Job::parse(text, "job.toml").unwrap()
    }

    #[test]
    fn what_counts_at_once_is_told_from_what_counts_later() {
        let old = job("seeds = [\"http://a.cz/\"]\n");
        for (text, live, later) in [
            ("seeds = [\"http://a.cz/\"]\n", vec![], vec![]),
            ("seeds = [\"http://a.cz/\", \"http://b.cz/\"]\n", vec!["seeds"], vec![]),
            ("seeds = [\"http://b.cz/\"]\n", vec![], vec!["seeds"]),
            (
                "seeds = [\"http://a.cz/\"]\nfetch.workers = 3\nfetch.tls = \"refuse\"\n\
                 politeness.min_delay = \"3s\"\nscope.max_hops = 3\n",
                vec!["scope.max_hops", "politeness.min_delay", "fetch.workers"],
                vec!["fetch.tls"],
            ),
        ] {
            let new = job(text);
            let changes = Changes::between(&old, &new);
            assert_eq!(
                (&changes.live[..], &changes.later[..]),
                (&words(&live)[..], &words(&later)[..])
            );
            // What was taken over is not told again; what was not, is.
            let known = changes.taken_over(old.clone(), new.clone());
            let again = Changes::between(&known, &new);
            assert_eq!(
                (&again.live[..], &again.later[..]),
                (&[][..], &words(&later)[..]),
                "{text}"
            );
        }
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }
}
