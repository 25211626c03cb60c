//! Looks at a harvest while it runs, from a thread of its own: tells alarms and pauses, and calls hooks.

use super::alarm::{Alarm, AlarmSample, AlarmWatch};
use super::hook::Hooks;
use super::{HarvestEvent, HarvestWatch};
use crate::control::{HostOrder, HostsWanted, hosts};
use crate::events::{EventKind, note};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use stodola_crawl::Control;
use stodola_crawl::job::HookEvent;

const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Number of looks after which the largest host is looked for again.
const HOSTS_EVERY: u32 = 12;

/// The alarms that are on, for whoever asks for the status.
pub(crate) type AlarmBoard = Arc<Mutex<Vec<Alarm>>>;

/// Looks until it is stopped.
pub(super) struct Lookout {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// What is looked at, and who is told.
pub(super) struct LookoutPost {
    pub(super) archive: PathBuf,
    pub(super) job: String,
    pub(super) control: Control,
    pub(super) board: AlarmBoard,
    pub(super) hooks: Arc<Hooks>,
    pub(super) watch: Arc<dyn HarvestWatch>,
}

impl Lookout {
    pub(super) fn start(post: LookoutPost) -> Lookout {
        let (stop, stopped) = channel();
        let thread = std::thread::Builder::new().spawn(move || {
            let mut alarms = AlarmWatch::default();
            let (mut held, mut largest, mut number) = (None, None, 0_u32);
            let mut wait = Duration::ZERO;
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(wait) {
                wait = LOOK_EVERY;
                // All hosts are looked at for this, which takes a moment if there are a million.
                if number.is_multiple_of(HOSTS_EVERY) {
                    largest = post.largest();
                }
                number = number.wrapping_add(1);
                post.look(&mut alarms, &mut held, largest.clone());
            }
        });
        Lookout { stop: Some(stop), thread: thread.ok() }
    }

    pub(super) fn stop(mut self) {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // Nothing depends on what it saw.
            let _ = thread.join();
        }
    }
}

impl LookoutPost {
    fn look(
        &self,
        alarms: &mut AlarmWatch,
        held: &mut Option<&'static str>,
        largest: Option<(String, u64)>,
    ) {
        let Some(sample) = self.sample(largest) else { return };
        let Ok(settings) = self.control.alarms() else { return };
        let hold = self.control.hold().ok().flatten().map(|hold| hold.name());
        if hold != *held {
            *held = hold;
            self.watch.tell(&HarvestEvent::Held { job: &self.job, hold });
        }
        let changes = alarms.look(&settings, sample);
        for alarm in &changes.raised {
            self.tell(alarm, "raised");
        }
        for alarm in &changes.over {
            self.tell(alarm, "over");
        }
        *self.board.lock().unwrap_or_else(PoisonError::into_inner) = alarms.raised().to_vec();
    }

    fn tell(&self, alarm: &Alarm, state: &'static str) {
        tell(&self.archive, &self.job, (alarm, state), &self.hooks, &*self.watch);
    }

    /// The host with the most bytes, if there is more than one host.
    fn largest(&self) -> Option<(String, u64)> {
        let wanted = HostsWanted { most: 1, order: HostOrder::Bytes, ..HostsWanted::default() };
        let (number, mut hosts) = hosts(&self.control, &wanted).ok()?;
        hosts.pop().filter(|_| number > 1).map(|host| (host.host, host.bytes))
    }

    /// `None` once the harvest has ended.
    fn sample(&self, largest: Option<(String, u64)>) -> Option<AlarmSample> {
        let progress = self.control.progress()?;
        let is_held = self.control.is_paused().ok()? || self.control.hold().ok()?.is_some();
        let disk = rustix::fs::statvfs(&self.archive).ok();
        Some(AlarmSample {
            at: progress.elapsed,
            archived: progress.archived,
            requests: progress.requests,
            failures: progress.failures,
            is_at_work: !is_held && progress.queued > 0,
            largest,
            bytes: progress.counts.bytes,
            disk: disk.map(|disk| {
                let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
                (bytes(disk.f_bavail), bytes(disk.f_blocks))
            }),
        })
    }
}

/// Tells an alarm to everybody who wants to know of it.
pub(super) fn tell(
    archive: &Path,
    job: &str,
    (alarm, state): (&Alarm, &'static str),
    hooks: &Hooks,
    watch: &dyn HarvestWatch,
) {
    watch.tell(&HarvestEvent::Alarm { job, alarm, is_over: state == "over" });
    let (name, detail) = (alarm.name(), alarm.detail());
    let data = json!({ "job": job, "alarm": name, "detail": detail, "state": state });
    note(archive, EventKind::Alarm, &data);
    let facts = [("ALARM", name), ("DETAIL", detail), ("STATE", state)];
    let facts = facts.map(|(name, value)| (name, value.to_owned())).to_vec();
    hooks.call(HookEvent::Alarm, facts);
}
