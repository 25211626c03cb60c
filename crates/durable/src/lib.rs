//! Files that survive `kill -9` and power cuts: the few ways in which this project changes files that it relies on.
//!
//! - [`replace`] replaces the content of a file: afterwards the file is the old one or the new one, never a part of it.
//! - [`Draft`] is a new file that gets its name when it is complete.
//! - [`Appender`] appends to a file; a torn end, which a crash left, is cut off when it is opened.
//! - [`create_folders`], [`rename`] and [`remove`] change names; they return when the change itself is safe.
//! - [`Lock`] keeps other processes out for as long as it lives, and tells them which process holds it.
//! - [`nameless`] returns a temporary file that disappears with its handle.
//!
//! Why this needs care: the content of a file is safe after `fsync`, but its *name* is safe only after `fsync` of the
//! folder. A file that was renamed before its content was synced may be empty after a power cut. After a failed `fsync`
//! the content on disk is unknown: the bytes may be dropped, and the next `fsync` reports success.
//!
//! Every function returns a [`PathError`], which names the operation and the file.
//!
//! # Example
//!
//! ```
//! # let folder = std::env::temp_dir().join(format!("stodola-durable-doc-{}", std::process::id()));
//! stodola_durable::create_folders(&folder)?;
//! let path = folder.join("position");
//! stodola_durable::replace(&path, b"17\n")?;
//!
//! let mut log = stodola_durable::Appender::lines(&folder.join("log.tsv"))?;
//! log.append(b"a line\n")?; // safe when this returns
//! assert_eq!(log.length(), 7);
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), stodola_durable::PathError>(())
//! ```

mod append;
mod disk;
mod draft;
mod error;
mod lock;
#[cfg(test)]
mod model;
mod names;
mod replace;

pub use append::Appender;
pub use draft::Draft;
pub use error::PathError;
pub use lock::{Lock, LockError};
pub use names::{create_folders, nameless, remove, rename, sync_folder, sync_folder_of};
pub use replace::{replace, replace_with};
