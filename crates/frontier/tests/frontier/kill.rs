//! A process that is killed while most of its hosts are on disk, in files that are gone with it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use stodola_frontier::{Frontier, FrontierOptions, Next, Offer, Outcome, Time};

const SELF: &str = "kill::nothing_is_lost_when_hosts_are_on_disk";
/// The child finds its folder here.
const FOLDER: &str = "STODOLA_FRONTIER_KILL";
/// Number of hosts between two commits, and of those that are committed when the process is killed: more than fit into
/// memory.
const BATCH: u32 = 500;
const HOSTS: u32 = 12_000;
const PAUSE: Duration = Duration::from_secs(100);

#[test]
fn nothing_is_lost_when_hosts_are_on_disk() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return find_hosts(Path::new(&folder));
    }
    let name = format!("stodola-frontier-kill-{}", std::process::id());
    let folder = Folder(std::env::temp_dir().join(name));
    let _ = fs::remove_dir_all(&folder.0);
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([SELF, "--exact", "--nocapture"])
        .env(FOLDER, &folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let committed = lines.filter_map(|line| line.parse::<u32>().ok()).find(|it| *it >= HOSTS);
    child.kill().unwrap();
    child.wait().unwrap();
    let committed = committed.expect("the child has committed that many");

    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|it| it.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with('.')), "{left:?}");
    let (mut frontier, opened) = Frontier::open(&folder.0, options(), Time::ZERO).unwrap();
    assert!(!opened.was_clean);
    assert!(frontier.hosts() >= committed as usize);
    for host in 0..committed {
        assert_eq!(frontier.find_host(&host_name(host)), Some(host));
        assert_eq!(frontier.host_name(host), Some(host_name(host).into()));
        let turn = frontier.host_turn(host).unwrap();
        assert_eq!(turn.queued + u64::from(turn.documents), 2, "two URIs of host {host}");
        // Those that were asked keep their pauses.
        assert!(turn.documents == 0 || turn.next_at >= Time::ZERO + PAUSE, "host {host}");
    }
    let (mut fetched, mut now) = (BTreeSet::new(), Time::ZERO);
    loop {
        match frontier.next(now).unwrap() {
            Next::Go(ticket) => {
                assert!(now >= frontier.host_turn(ticket.host).unwrap().next_at);
                assert!(fetched.insert(ticket.uri.clone()), "it comes once");
                frontier.finish(&ticket, Outcome::Archived, "200", 1, Some(PAUSE), now);
            }
            Next::Wait(until) => now = until,
            Next::InFlight | Next::Empty => break,
        }
    }
    let counts = frontier.counts();
    assert_eq!((counts.found, counts.finished), (frontier.hosts() as u64 * 2, counts.found));
    assert!(fetched.len() as u64 <= counts.found);
}

/// Finds hosts and fetches from some of them, until somebody kills the process.
#[allow(clippy::print_stdout, reason = "the parent reads it")]
fn find_hosts(folder: &Path) {
    let (mut frontier, _) = Frontier::open(folder, options(), Time::ZERO).unwrap();
    for host in 0..HOSTS * 10 {
        let name = host_name(host);
        for page in 0..2 {
            let uri = format!("http://{name}/{page}");
            let (uri, host, hops) = (uri.as_bytes(), &*name, &b""[..]);
            let offer = Offer {
                uri,
                host,
                level: 1,
                via: None,
                hops,
                is_seed: false,
                is_sitemap: false,
                standing: 0,
            };
            frontier.offer(&offer).unwrap();
        }
        let now = Time::from_millis(host.into());
        if host % 3 == 0
            && let Next::Go(ticket) = frontier.next(now).unwrap()
        {
            frontier.finish(&ticket, Outcome::Archived, "200", 1, Some(PAUSE), now);
        }
        if (host + 1) % BATCH == 0 {
            match (host + 1) % (BATCH * 9) {
                0 => frontier.checkpoint(now).unwrap(),
                _ => frontier.commit(now).unwrap(),
            }
            println!("\n{}", host + 1);
        }
    }
}

fn options() -> FrontierOptions {
    FrontierOptions { active_hosts: 100, ..FrontierOptions::default() }
}

fn host_name(host: u32) -> String {
    format!("www{}.kill-{}.cz", host % 2, host / 2)
}

/// Removed after the test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
