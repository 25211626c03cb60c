//! Errors of followers.

use std::error::Error;

/// Error that stops a follower. The reason is stored and shown; other followers continue.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct FollowError(#[source] Box<dyn Error + Send + Sync>);

impl FollowError {
    /// Creates an error from another error, or from a text.
    pub fn new(reason: impl Into<Box<dyn Error + Send + Sync>>) -> FollowError {
        FollowError(reason.into())
    }
}

impl From<std::io::Error> for FollowError {
    fn from(error: std::io::Error) -> FollowError {
        FollowError::new(error)
    }
}

impl From<stodola_durable::PathError> for FollowError {
    fn from(error: stodola_durable::PathError) -> FollowError {
        FollowError::new(error)
    }
}

impl From<stodola_archive::DedupError> for FollowError {
    fn from(error: stodola_archive::DedupError) -> FollowError {
        FollowError::new(error)
    }
}

impl From<stodola_archive::CatalogueError> for FollowError {
    fn from(error: stodola_archive::CatalogueError) -> FollowError {
        FollowError::new(error)
    }
}
