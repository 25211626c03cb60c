//! Tells those who asked that a request has ended: an event, and the command of the operator, which may send a mail.
//!
//! The command runs in a thread of its own, one call after the other, each for a bounded time; nothing waits for it.
//! What has happened stands in its environment: `STODOLA_EVENT` (`request`), `STODOLA_ARCHIVE`, `STODOLA_REQUEST`,
//! `STODOLA_PACKAGE`, `STODOLA_STATE`, `STODOLA_OWNERS` (names with a line end between them), `STODOLA_ERROR`.

use super::settings::request_settings;
use crate::crawl::run_command;
use crate::events::{EventKind, note};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_work::{PendingNews, WorkListener};

/// Time that is waited for commands when the program ends, and how often it is looked.
const GRACE: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(20);
/// Most calls that wait; others are left out, with a line in the log of the program.
const WAITING_MAX: usize = 1000;

pub(super) struct Told {
    archive: PathBuf,
    calls: Option<SyncSender<PendingNews>>,
    thread: Option<JoinHandle<()>>,
}

impl Told {
    pub(super) fn start(archive: &Path) -> Told {
        let (calls, taken) = sync_channel(WAITING_MAX);
        let folder = archive.to_owned();
        let run = move || run_commands(&folder, &taken);
        // Without a thread there is no command; events are there all the same.
        let spawned = std::thread::Builder::new().name("request-hooks".to_owned()).spawn(run);
        if let Err(error) = &spawned {
            tracing::error!(%error, "the command for requests cannot be run");
        }
        let thread = spawned.ok();
        Told { archive: archive.to_owned(), calls: thread.is_some().then_some(calls), thread }
    }
}

/// Whoever ends waits a while for commands that were promised.
impl Drop for Told {
    fn drop(&mut self) {
        self.calls = None;
        let began = Instant::now();
        while self.thread.as_ref().is_some_and(|thread| !thread.is_finished()) {
            if began.elapsed() >= GRACE {
                return tracing::warn!("commands for requests have not ended");
            }
            std::thread::sleep(LOOK);
        }
    }
}

impl WorkListener for Told {
    fn ended(&self, news: &PendingNews) {
        let data = json!({
            "request": news.number,
            "package": news.package,
            "state": news.state.as_str(),
            "owners": news.owners,
            "error": news.error,
        });
        note(&self.archive, EventKind::Request, &data);
        // A result that was made anew by itself is no news, unless that failed.
        if news.is_refresh && news.error.is_none() {
            return;
        }
        if let Some(calls) = &self.calls
            && calls.try_send(news.clone()).is_err()
        {
            tracing::warn!(request = news.number, "too many commands for requests wait");
        }
    }
}

/// Runs the command for each request that has ended, until nobody tells of any more.
fn run_commands(archive: &Path, taken: &Receiver<PendingNews>) {
    for news in taken {
        let settings = match request_settings(archive) {
            Ok(settings) if settings.hook.is_empty() => continue,
            Ok(settings) => settings,
            Err(error) => {
                tracing::warn!(%error, "the command for requests is not known");
                continue;
            }
        };
        let facts = vec![
            ("EVENT", "request".to_owned()),
            ("REQUEST", news.number.to_string()),
            ("PACKAGE", news.package),
            ("STATE", news.state.as_str().to_owned()),
            ("OWNERS", news.owners.join("\n")),
            ("ERROR", news.error.unwrap_or_default()),
        ];
        if let Err(why) = run_command(&settings.hook, archive, &facts, settings.hook_time) {
            tracing::warn!(request = news.number, ?why, "the command for requests failed");
        }
    }
}
