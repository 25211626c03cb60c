//! Repositories of git, as far as the archive needs them: read and written here, without git itself.

pub(crate) mod commit;
mod delta;
pub(crate) mod object;
mod pack;
pub(crate) mod refs;
pub(crate) mod repository;
mod similar;
pub(crate) mod writer;
