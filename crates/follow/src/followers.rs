//! The pass: each capture is read once, and goes to all followers that do not have it yet.

use crate::document::{Document, Made};
use crate::error::FollowError;
use crate::failures::Failures;
use crate::follower::{Follower, Reads};
use std::panic::{AssertUnwindSafe, catch_unwind};
use stodola_archive::{Archive, CaptureObserver, Description, FilePlace, Needs, ReadCapture};

/// The followers of an archive. The catalogue shows them each capture that it lists, and those that they have not seen.
///
/// Each follower has its own place. One that fails stops alone: see [`Follower`].
pub struct Followers {
    slots: Vec<Slot>,
    failures: Failures,
    /// Names of files that the archive no longer has.
    gone: Vec<String>,
    /// The parts of the current capture that were made.
    made: Made,
    /// The current capture: its byte offset, and decoded bytes before it in its member; `None` if there is none.
    at: Option<(u64, u64)>,
    /// Name of the current file.
    file: String,
    /// Whether a follower asks for the pages of the current file.
    has_readers: bool,
}

struct Slot {
    follower: Box<dyn Follower>,
    state: State,
}

/// What a follower does at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// It takes nothing of the current file.
    Idle,
    /// It takes the captures behind this byte of the current file.
    Taking(u64),
    /// It has failed, and takes nothing any more.
    Stopped,
}

impl Followers {
    /// Creates an empty list. The process must have the lock of the archive.
    pub fn new(archive: &Archive) -> Result<Followers, FollowError> {
        Ok(Followers {
            slots: Vec::new(),
            failures: Failures::read(archive)?,
            gone: archive.gone().map_err(FollowError::new)?.into_keys().collect(),
            made: Made::default(),
            at: None,
            file: String::new(),
            has_readers: false,
        })
    }

    /// Adds a follower. It is shown what it has not seen when the archive is opened for writing, or when files are
    /// added.
    pub fn attach(&mut self, follower: Box<dyn Follower>) {
        let is_outdated =
            follower.stored_version().is_some_and(|stored| stored != follower.version());
        self.slots.push(Slot { follower, state: State::Idle });
        let last = self.slots.len() - 1;
        if is_outdated {
            self.with(last, |follower| follower.start_anew());
        }
        // A kill, or a follower that was stopped, may have come between the record of the departure and this.
        let gone = std::mem::take(&mut self.gone);
        self.with(last, |follower| forget_all(follower, &gone));
        self.gone = gone;
    }

    /// Stores that a follower could not be opened.
    pub(crate) fn note_unopened(&mut self, name: &str, error: &FollowError) {
        // There is no other place to report it; the archive can be used nevertheless.
        let _ = self.failures.add(name, "", &error.to_string());
    }

    /// Calls `work` with a follower. If it fails, the follower is stopped, and the reason is stored.
    fn with<T>(
        &mut self,
        slot: usize,
        work: impl FnOnce(&mut dyn Follower) -> Result<T, FollowError>,
    ) -> Option<T> {
        let Slot { follower, state } = &mut self.slots[slot];
        let result = catch_unwind(AssertUnwindSafe(|| work(follower.as_mut())));
        let reason = match result {
            Ok(Ok(value)) => return Some(value),
            Ok(Err(error)) => error.to_string(),
            Err(panic) => format!("it panicked: {}", words_of(&*panic)),
        };
        *state = State::Stopped;
        // The data that it holds is useless now, and may be the cause of the failure.
        let _ = catch_unwind(AssertUnwindSafe(|| follower.abandon()));
        let name = follower.name();
        let _ = self.failures.add(name, &self.file, &reason);
        None
    }

    fn each_active(&self) -> impl Iterator<Item = usize> + use<> {
        let active: Vec<usize> = (0..self.slots.len())
            .filter(|&slot| self.slots[slot].state != State::Stopped)
            .collect();
        active.into_iter()
    }
}

fn forget_all(follower: &mut dyn Follower, gone: &[String]) -> Result<(), FollowError> {
    for file in gone {
        if follower.place(file)? != FilePlace::START {
            follower.forget(file)?;
        }
    }
    Ok(())
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no reason")
}

impl CaptureObserver for Followers {
    fn begin(&mut self, file: &str, is_finished: bool) -> Option<Needs> {
        file.clone_into(&mut self.file);
        (self.at, self.has_readers) = (None, false);
        let mut needs: Option<Needs> = None;
        for slot in self.each_active() {
            self.slots[slot].state = State::Idle;
            if !is_finished && !self.slots[slot].follower.takes_unfinished() {
                continue;
            }
            let Some(place) = self.with(slot, |follower| follower.place(file)) else { continue };
            if place.is_end {
                continue;
            }
            self.slots[slot].state = State::Taking(place.offset);
            let reads = self.slots[slot].follower.reads();
            self.has_readers |= reads >= Reads::Pages;
            let known = needs.unwrap_or(Needs { from: u64::MAX, blocks: false });
            needs = Some(Needs {
                from: known.from.min(place.offset),
                blocks: known.blocks || reads >= Reads::Payloads,
            });
        }
        needs
    }

    fn describe(&mut self, capture: &mut ReadCapture<'_, '_>) -> Description {
        self.turn_to(capture);
        let mut document = Document::new(capture, &mut self.made);
        // A page that cannot be read further keeps the title that was found; its damage is reported elsewhere.
        document.description(self.has_readers).unwrap_or_default()
    }

    fn take(&mut self, capture: &mut ReadCapture<'_, '_>) {
        self.turn_to(capture);
        let mut made = std::mem::take(&mut self.made);
        for slot in self.each_active() {
            let is_wanted = match self.slots[slot].state {
                State::Taking(from) => capture.row().offset >= from,
                State::Idle | State::Stopped => false,
            };
            if is_wanted {
                self.with(slot, |follower| follower.take(&mut Document::new(capture, &mut made)));
            }
        }
        self.made = made;
    }

    fn commit(&mut self, file: &str, place: FilePlace) {
        for slot in self.each_active() {
            let State::Taking(_) = self.slots[slot].state else { continue };
            let committed = self.with(slot, |follower| follower.commit(file, place));
            if committed.is_some() {
                self.slots[slot].state = State::Idle;
                let name = self.slots[slot].follower.name();
                // The follower works; if that cannot be stored, an old failure is shown a little longer.
                let _ = self.failures.remove(name);
            }
        }
    }

    fn abandon(&mut self) {
        for slot in self.each_active() {
            self.with(slot, |follower| {
                follower.abandon();
                Ok(())
            });
            if self.slots[slot].state != State::Stopped {
                self.slots[slot].state = State::Idle;
            }
        }
    }

    fn forget(&mut self, file: &str) {
        file.clone_into(&mut self.file);
        for slot in self.each_active() {
            self.with(slot, |follower| follower.forget(file));
        }
    }

    fn start_anew(&mut self) {
        for slot in self.each_active() {
            self.with(slot, |follower| follower.start_anew());
        }
    }
}

impl Followers {
    /// Forgets the parts of the last capture.
    fn turn_to(&mut self, capture: &ReadCapture<'_, '_>) {
        let at = Some((capture.row().offset, capture.row().inner_offset));
        if self.at != at {
            self.at = at;
            self.made = Made::default();
        }
    }
}
