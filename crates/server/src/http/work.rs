//! Blocking work, off the threads that serve connections.
//!
//! SQLite and files block. The runtime has a fixed number of threads for that; what comes when all are busy waits, and
//! no more can wait than there are connections.

/// Blocking work panicked, or the server is ending.
#[derive(Debug, thiserror::Error)]
#[error("the work for this request failed")]
pub(crate) struct WorkFailed;

/// Does blocking work in a thread for that purpose.
pub(crate) async fn work<T: Send + 'static>(
    task: impl FnOnce() -> T + Send + 'static,
) -> Result<T, WorkFailed> {
    tokio::task::spawn_blocking(task).await.map_err(|error| {
        tracing::error!(%error, "work for a request failed");
        WorkFailed
    })
}
