//! Bodies that are made piece by piece in threads for blocking work, no faster than the reader takes them.

use super::work::work;
use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// Makes a body piece by piece. Each call blocks.
pub(crate) trait Chunks: Send + 'static {
    /// The next piece; `None` behind the last one. An empty piece is passed over.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>>;
}

/// A body whose pieces come from [`Chunks`]. One piece waits while another is sent; if the reader goes away, no more
/// are made.
pub(crate) struct ChunkBody {
    pieces: mpsc::Receiver<io::Result<Bytes>>,
    left: Option<u64>,
}

impl ChunkBody {
    /// A body of pieces that are still to be made. `length` is their sum, if it is known.
    pub(crate) fn stream(chunks: impl Chunks, length: Option<u64>) -> Body {
        let (sender, pieces) = mpsc::channel(1);
        tokio::spawn(make(chunks, sender));
        Body::new(ChunkBody { pieces, left: length })
    }
}

impl ChunkBody {
    /// A body of pieces that come through a channel, until its other end is gone.
    pub(crate) fn of(pieces: mpsc::Receiver<io::Result<Bytes>>) -> Body {
        Body::new(ChunkBody { pieces, left: None })
    }
}

/// Bytes of one piece of a body that a thread writes.
const WRITTEN: usize = 64 << 10;
/// A reader that takes nothing for so long has gone away, or wants to keep the thread busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// Bodies that threads write at the same time.
const WRITERS: usize = 4;

/// Bodies that are written from beginning to end, each by a thread of its own: a slow reader keeps no thread from the
/// others.
pub(crate) struct BodyWriters(Arc<Semaphore>);

impl Default for BodyWriters {
    fn default() -> BodyWriters {
        BodyWriters(Arc::new(Semaphore::new(WRITERS)))
    }
}

impl BodyWriters {
    /// A body that `write` writes; `None` if too many are being written. If it fails, the connection is cut, so that
    /// the reader does not take a part for the whole.
    pub(crate) fn begin(
        &self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()> + Send + 'static,
    ) -> Option<Body> {
        let permit = Arc::clone(&self.0).try_acquire_owned().ok()?;
        let (sender, pieces) = mpsc::channel(1);
        let pipe = BodyPipe { sender, runtime: Handle::current() };
        let thread = std::thread::Builder::new().name("body".to_owned());
        thread.spawn(move || write_body(pipe, write, permit)).ok()?;
        Some(ChunkBody::of(pieces))
    }
}

fn write_body(
    pipe: BodyPipe,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    permit: OwnedSemaphorePermit,
) {
    let mut out = io::BufWriter::with_capacity(WRITTEN, pipe);
    let written = catch_unwind(AssertUnwindSafe(|| write(&mut out).and_then(|()| out.flush())));
    let written = written.unwrap_or_else(|_| Err(io::Error::other("the work for it failed")));
    if let Err(error) = written {
        tracing::warn!(%error, "an answer could not be completed");
        let _ = out.get_mut().send(Err(error));
    }
    drop(permit);
}

/// Hands on what is written, no faster than the reader takes it.
struct BodyPipe {
    sender: mpsc::Sender<io::Result<Bytes>>,
    runtime: Handle,
}

impl BodyPipe {
    fn send(&self, piece: io::Result<Bytes>) -> io::Result<()> {
        // Made inside the runtime, which has the clock.
        let sent = async { tokio::time::timeout(PATIENCE, self.sender.send(piece)).await };
        match self.runtime.block_on(sent) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Write for BodyPipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.send(Ok(Bytes::copy_from_slice(bytes)))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

async fn make(mut chunks: impl Chunks, sender: mpsc::Sender<io::Result<Bytes>>) {
    loop {
        // Waiting for the reader first: nothing is made that nobody will take.
        let Ok(permit) = sender.reserve().await else { return };
        let step = work(move || {
            let piece = chunks.next();
            (chunks, piece)
        });
        let Ok((back, piece)) = step.await else {
            permit.send(Err(io::Error::other("the work for this answer failed")));
            return;
        };
        chunks = back;
        match piece {
            Ok(Some(piece)) if piece.is_empty() => {}
            Ok(Some(piece)) => permit.send(Ok(piece.into())),
            Ok(None) => return,
            Err(error) => {
                // The connection is cut, so that the reader does not take a part for the whole.
                tracing::warn!(%error, "an answer could not be completed");
                permit.send(Err(error));
                return;
            }
        }
    }
}

impl http_body::Body for ChunkBody {
    type Data = Bytes;
    type Error = io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<io::Result<Frame<Bytes>>>> {
        self.pieces.poll_recv(context).map(|piece| {
            let piece = piece?;
            if let (Some(left), Ok(piece)) = (&mut self.left, &piece) {
                *left = left.saturating_sub(piece.len() as u64);
            }
            Some(piece.map(Frame::data))
        })
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
