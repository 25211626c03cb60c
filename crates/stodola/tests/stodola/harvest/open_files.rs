//! More workers than the system allows files for.

use super::look_again_after;
use super::truth::{assert_holds, expected};
use super::web::{Harvest, Job, Web};
use super::{archive, history::History};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use stodola_frontier::Outcome;
use stodola_simweb::WorldSettings;

/// Starts the harvest with a limit that `ulimit` sets.
fn start(harvest: &Harvest, limit: &str) -> Child {
    let script = format!("ulimit {limit} && exec \"$0\" crawl --config job.toml --archive archive");
    Command::new("sh")
        .args(["-c", &script])
        .arg(env!("CARGO_BIN_EXE_stodola"))
        .current_dir(harvest.session.path("."))
        .env("LC_ALL", "C")
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(harvest.session.path("stderr.txt")).unwrap())
        .spawn()
        .unwrap()
}

fn soft_limit(process: u32) -> Option<u64> {
    let limits = std::fs::read_to_string(format!("/proc/{process}/limits")).ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[test]
fn the_limit_is_raised_or_there_are_fewer_workers_and_nothing_fails() {
    for (limit, is_enough) in [("-S -n 100", true), ("-n 800", false)] {
        let web = Web::start(WorldSettings {
            smallest_site: 1,
            largest_site: 2,
            ..WorldSettings::calm(5, 160)
        });
        let job = Job::everything(&web)
            .with("fetch.workers", 150)
            .with("fetch.idle_timeout", "\"1m\"")
            .with("fetch.total_timeout", "\"1m\"");
        let harvest = Harvest::new(&job);
        let mut child = start(&harvest, limit);
        let mut last = 0;
        let status = loop {
            last = soft_limit(child.id()).unwrap_or(last);
            match child.try_wait().unwrap() {
                Some(status) => break status,
                None => look_again_after(Duration::from_millis(2)),
            }
        };
        let said = std::fs::read_to_string(harvest.session.path("stderr.txt")).unwrap();
        assert!(status.success(), "{said}");
        assert_eq!(last >= 900, is_enough, "{last}");
        assert_eq!(said.contains("raise the limit (ulimit -n)"), !is_enough, "{said}");
        assert_holds(&archive::by_uri(&harvest.archive()), &expected(&web.world));
        let history = History::read(&harvest.archive(), "all");
        let failed = |(outcome, _): &(Outcome, _)| *outcome == Outcome::Failed;
        let failed: Vec<_> =
            history.fates.iter().filter(|(_, fate)| fate.attempts.iter().any(failed)).collect();
        assert!(failed.is_empty(), "{failed:?}");
        // The setting stays what it was.
        let stored = std::fs::read_to_string(harvest.archive().join("jobs/all/job.toml")).unwrap();
        assert!(stored.contains("workers = 150"), "{stored}");
    }
}
