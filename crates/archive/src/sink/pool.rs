//! A few workspaces for many threads, which limits the memory of a sink.

use super::SinkError;
use std::ops::{Deref, DerefMut};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::{io, thread};
use stodola_warc::write::{RecordPacker, WriteError, WriterOptions};

/// Maximum number of workspaces, however many cores. Each holds up to three times the longest response that is
/// compressed in memory, 24 MiB. Buffers are kept: if hundreds of threads freed and allocated them, the allocator would
/// hold them several times over.
const MAX: usize = 8;

/// The buffers that one thread needs to compress a capture.
pub(super) struct Workspace {
    pub(super) packer: RecordPacker,
    /// The response.
    pub(super) block: Vec<u8>,
    /// The record that is being compressed.
    pub(super) record: Vec<u8>,
    /// The compressed records.
    pub(super) out: Vec<u8>,
}

/// Lends workspaces; a thread that finds none waits.
pub(super) struct Pool {
    all: Vec<Mutex<Workspace>>,
    /// Numbers of the workspaces that are free.
    idle: Mutex<Vec<usize>>,
    returned: Condvar,
}

impl Pool {
    /// Creates as many workspaces as there are cores, and one for a thread that waits for the file.
    pub(super) fn new(options: WriterOptions) -> Result<Pool, SinkError> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let count = (cores + 1).min(MAX);
        let workspace = |_| {
            let packer = RecordPacker::new(options)?;
            let (block, record, out) = Default::default();
            Ok(Mutex::new(Workspace { packer, block, record, out }))
        };
        let all: io::Result<Vec<_>> = (0..count).map(workspace).collect();
        let all = all.map_err(WriteError::Write)?;
        Ok(Pool { all, idle: Mutex::new((0..count).collect()), returned: Condvar::new() })
    }

    pub(super) fn take(&self) -> Taken<'_> {
        // A thread that panics leaves the list intact, because every change is a single call; and the content of a
        // workspace is overwritten anyway.
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let number = loop {
            match idle.pop() {
                Some(number) => break number,
                None => idle = self.returned.wait(idle).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(idle);
        let workspace = self.all[number].lock().unwrap_or_else(PoisonError::into_inner);
        Taken { pool: self, number, workspace }
    }
}

/// A workspace in use; it goes back to the pool when it is dropped.
pub(super) struct Taken<'a> {
    pool: &'a Pool,
    number: usize,
    workspace: MutexGuard<'a, Workspace>,
}

impl Deref for Taken<'_> {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        &self.workspace
    }
}

impl DerefMut for Taken<'_> {
    fn deref_mut(&mut self) -> &mut Workspace {
        &mut self.workspace
    }
}

/// Bytes of a buffer that are kept. Memory that one huge record needed is not kept for small ones.
const KEPT_BYTES: usize = 2 << 20;

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let Workspace { block, record, out, .. } = &mut *self.workspace;
        for buffer in [block, record, out] {
            if buffer.capacity() > KEPT_BYTES {
                *buffer = Vec::new();
            }
        }
        self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner).push(self.number);
        self.pool.returned.notify_one();
    }
}
