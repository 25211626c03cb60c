//! A file system in memory that simulates power cuts and fails on demand.
//!
//! It is pessimistic: any part of bytes that were not synced may be lost, and so may names that were not synced, later
//! ones before earlier ones. Names and contents are independent of each other.

use crate::disk::Disk;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// The number of a file.
type Number = usize;

#[derive(Clone, Default)]
struct Content {
    /// Content as processes see it.
    now: Vec<u8>,
    /// Content when it was last synced.
    synced: Vec<u8>,
}

#[derive(Clone, Default)]
struct State {
    files: Vec<Content>,
    names: BTreeMap<PathBuf, Number>,
    /// The names on disk, and the changes since, in order.
    synced_names: BTreeMap<PathBuf, Number>,
    changes: Vec<Change>,
    calls: usize,
    fault: Option<(usize, Fault)>,
}

#[derive(Clone)]
enum Change {
    Link(PathBuf, Number),
    Unlink(PathBuf),
}

/// What happens at a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Fault {
    /// The call fails, and nothing has changed.
    Error(io::ErrorKind),
    /// A write takes one byte only. Other calls are not affected.
    Short,
    /// A write takes half of the bytes, and all later ones fail: the disk is full.
    Full,
    /// The process ends before this call.
    Crash,
}

const FAULTS: [Fault; 5] = [
    Fault::Error(io::ErrorKind::StorageFull),
    Fault::Error(io::ErrorKind::Other),
    Fault::Short,
    Fault::Full,
    Fault::Crash,
];

/// The file system.
#[derive(Clone, Default)]
pub(crate) struct Model(RefCell<State>);

/// Runs `work` on the result of `start`, once without a fault, and for each of its calls with each fault. The function
/// that `work` returns checks the state afterwards: as processes see it, and every state that a power cut may leave.
/// Returns the number of runs.
pub(crate) fn every_fault<J: Fn(&Model)>(
    start: impl Fn() -> Model,
    work: impl Fn(&Model) -> J,
) -> usize {
    let calls = {
        let model = start();
        let before = model.0.borrow().calls;
        judge(&work(&model), &model);
        let calls = model.0.borrow().calls;
        before..calls
    };
    let mut runs = 1;
    for call in calls {
        for fault in FAULTS {
            let model = start();
            model.0.borrow_mut().fault = Some((call, fault));
            judge(&work(&model), &model);
            runs += 1;
        }
    }
    runs
}

fn judge(judge: &impl Fn(&Model), model: &Model) {
    model.0.borrow_mut().fault = None;
    judge(&model.clone());
    for after in model.power_cuts() {
        judge(&after);
    }
}

impl Model {
    /// Returns the content of a file as processes see it; `None` if it does not exist.
    pub(crate) fn content(&self, path: &Path) -> Option<Vec<u8>> {
        let state = self.0.borrow();
        Some(state.files[*state.names.get(path)?].now.clone())
    }

    /// Returns every state that a power cut may leave: any number of the changes of names, from the first on; of
    /// contents, the synced one, the present one, or the length of the present one with a part of its bytes.
    fn power_cuts(&self) -> Vec<Model> {
        let state = self.0.borrow();
        let mut all = Vec::new();
        for changes in 0..=state.changes.len() {
            let mut names = state.synced_names.clone();
            for change in &state.changes[..changes] {
                match change {
                    Change::Link(path, number) => drop(names.insert(path.clone(), *number)),
                    Change::Unlink(path) => drop(names.remove(path)),
                }
            }
            for part in 0..4 {
                let files = state.files.iter().map(|file| {
                    let content = file.left(part);
                    Content { now: content.clone(), synced: content }
                });
                let (files, synced_names) = (files.collect(), names.clone());
                let names = names.clone();
                let state = State { files, names, synced_names, ..State::default() };
                all.push(Model(RefCell::new(state)));
            }
        }
        all
    }

    /// Counts a call, and fails if this is the call to fail. Returns whether a write is to be short.
    fn call(&self, is_write: bool) -> io::Result<bool> {
        let mut state = self.0.borrow_mut();
        let call = state.calls;
        state.calls += 1;
        match state.fault {
            Some((at, Fault::Crash)) if call >= at => {
                Err(io::Error::other("the process is no more"))
            }
            Some((at, Fault::Full)) if call > at && is_write => {
                Err(io::ErrorKind::StorageFull.into())
            }
            Some((at, Fault::Error(kind))) if call == at => Err(kind.into()),
            Some((at, Fault::Short | Fault::Full)) => Ok(call == at),
            _ => Ok(false),
        }
    }
}

impl Content {
    fn left(&self, part: usize) -> Vec<u8> {
        let Content { now, synced } = self;
        let common = now.iter().zip(synced).take_while(|(a, b)| a == b).count();
        let half = common + (now.len() - common) / 2;
        match part {
            0 => synced.clone(),
            1 => now.clone(),
            2 => now[..half].to_vec(),
            // Some systems write lengths before contents.
            _ => [&now[..common], &vec![0; now.len() - common]].concat(),
        }
    }
}

impl Disk for Model {
    type Handle = Number;

    fn create(&self, path: &Path) -> io::Result<Number> {
        self.call(false)?;
        let mut state = self.0.borrow_mut();
        if let Some(&number) = state.names.get(path) {
            state.files[number].now.clear();
            return Ok(number);
        }
        let number = state.files.len();
        state.files.push(Content::default());
        state.names.insert(path.to_owned(), number);
        state.changes.push(Change::Link(path.to_owned(), number));
        Ok(number)
    }

    fn open(&self, path: &Path) -> io::Result<(Number, bool)> {
        if let Some(&number) = self.0.borrow().names.get(path) {
            return Ok((number, false));
        }
        Ok((self.create(path)?, true))
    }

    fn length(&self, file: &Number) -> io::Result<u64> {
        self.call(false)?;
        Ok(self.0.borrow().files[*file].now.len() as u64)
    }

    fn read(&self, file: &mut Number, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        self.call(false)?;
        let state = self.0.borrow();
        let bytes = &state.files[*file].now[offset as usize..];
        let n = bytes.len().min(buf.len());
        buf[..n].copy_from_slice(&bytes[..n]);
        Ok(n)
    }

    fn write(&self, file: &mut Number, bytes: &[u8]) -> io::Result<usize> {
        let is_short = self.call(true)?;
        let mut state = self.0.borrow_mut();
        let n = if is_short { (bytes.len() / 2).max(1) } else { bytes.len() };
        state.files[*file].now.extend_from_slice(&bytes[..n]);
        Ok(n)
    }

    fn overwrite(&self, file: &mut Number, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        let is_short = self.call(true)?;
        let n = if is_short { (bytes.len() / 2).max(1) } else { bytes.len() };
        let offset = offset as usize;
        self.0.borrow_mut().files[*file].now[offset..offset + n].copy_from_slice(&bytes[..n]);
        Ok(n)
    }

    fn cut(&self, file: &mut Number, length: u64) -> io::Result<()> {
        self.call(false)?;
        self.0.borrow_mut().files[*file].now.truncate(length as usize);
        Ok(())
    }

    fn sync(&self, file: &Number) -> io::Result<()> {
        self.call(false)?;
        let file = &mut self.0.borrow_mut().files[*file];
        file.synced = file.now.clone();
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(false)?;
        let mut state = self.0.borrow_mut();
        let number = state.names.remove(from).ok_or(io::ErrorKind::NotFound)?;
        state.names.insert(to.to_owned(), number);
        // A power cut between the two leaves both names, which is worse than on a real system.
        state.changes.push(Change::Link(to.to_owned(), number));
        state.changes.push(Change::Unlink(from.to_owned()));
        Ok(())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.call(false)?;
        let mut state = self.0.borrow_mut();
        state.names.remove(path).ok_or(io::ErrorKind::NotFound)?;
        state.changes.push(Change::Unlink(path.to_owned()));
        Ok(())
    }

    fn sync_folder(&self, _folder: &Path) -> io::Result<()> {
        self.call(false)?;
        let mut state = self.0.borrow_mut();
        state.synced_names = state.names.clone();
        state.changes.clear();
        Ok(())
    }
}
