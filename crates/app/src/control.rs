//! Steering a harvest from another process: a socket that only the owner of the archive can use.
//!
//! The harvest listens at `jobs/NAME/control.sock`. A [`ControlRequest`] is one line; the reply is a line that begins
//! with `ok` or `error`, and after `ok` has an [`ControlAnswer`]. [`ask`] sends one request to the harvest of a job.

mod answer;
mod changes;
mod client;
mod host_list;
mod hosts;
mod request;
mod seeds;
mod server;
mod status;

pub use answer::ControlAnswer;
pub(crate) use changes::changed_settings;
pub use changes::counts_at_once;
pub(crate) use client::ANSWER_TIME;
pub use client::{AskError, ask, ask_within};
pub use host_list::{HOSTS_MAX, HostOrder, HostWaitKind, HostsWanted};
pub(crate) use hosts::hosts;
pub use hosts::{HostLine, HostWait};
pub use request::{ControlRequest, RequestError};
pub(crate) use seeds::first_wrong;
pub(crate) use server::Server;
pub use status::HarvestStatus;

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

const NAME: &str = "control.sock";
/// Maximum length of a request in bytes: more than the arguments of a command can have on most systems.
pub const REQUEST_MAX: usize = 4 << 20;
/// Maximum length of the path of a socket in bytes, which systems limit.
const PATH_MAX: usize = 100;

/// Returns the path of the socket: in the job's folder; if that path is too long, in a private folder among temporary
/// files.
fn socket_path(folder: &Path) -> io::Result<PathBuf> {
    let path = std::path::absolute(folder)?.join(NAME);
    if path.as_os_str().len() <= PATH_MAX {
        return Ok(path);
    }
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    path.hash(&mut hasher);
    let own = std::env::temp_dir().join(format!("stodola-control-{}", users_id()));
    match fs::create_dir(&own) {
        Ok(()) => fs::set_permissions(&own, fs::Permissions::from_mode(0o700))?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let data = fs::symlink_metadata(&own)?;
            if !data.is_dir() || data.uid() != users_id() || data.mode() & 0o077 != 0 {
                return Err(io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    format!("'{}' belongs to another user", own.display()),
                ));
            }
        }
        Err(error) => return Err(error),
    }
    Ok(own.join(format!("{:016x}.sock", hasher.finish())))
}

fn users_id() -> u32 {
    fs::metadata("/proc/self").map_or(0, |data| data.uid())
}

/// Formats a number of bytes in millions: `4.2 MB`.
fn megabytes(bytes: usize) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
