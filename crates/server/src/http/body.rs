//! Bodies that are made piece by piece in threads for blocking work, no faster than the reader takes them.

use super::work::work;
use axum::body::Body;
use bytes::Bytes;
use http_body::{Frame, SizeHint};
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc;

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
