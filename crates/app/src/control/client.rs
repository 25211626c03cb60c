//! Sends requests to a harvest that runs in another process.

use super::seeds::first_wrong;
use super::{ControlAnswer, ControlRequest, REQUEST_MAX, megabytes, socket_path};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Maximum time to wait for the answer: a checkpoint of a large harvest takes long.
pub(crate) const ANSWER_TIME: Duration = Duration::from_secs(120);

/// Errors from sending a request to a running harvest.
#[derive(Debug, thiserror::Error)]
pub enum AskError {
    /// A seed is not a URI that can be harvested. Nothing was sent.
    #[error("seed {place}, '{seed}', is not an http or https URI with a host; nothing was changed")]
    NotASeed {
        /// Position of the seed, from 1.
        place: usize,
        /// The seed as given.
        seed: String,
    },
    /// The request is too long. Nothing was sent.
    #[error(
        "the request takes {} and may take {}; ask in several steps",
        megabytes(*size),
        megabytes(REQUEST_MAX)
    )]
    TooLong {
        /// Size of the request in bytes.
        size: usize,
    },
    /// No process harvests the job on this machine.
    #[error("no harvest of '{}' is running on this machine", folder.display())]
    NotRunning {
        /// Folder of the job.
        folder: PathBuf,
        /// Why its socket could not be used; `None` if nobody listens there.
        source: Option<io::Error>,
    },
    /// The harvest refuses the request, for this reason.
    #[error("{0}")]
    Refused(String),
    /// The request could not be sent.
    #[error("the harvest does not take requests")]
    Send(#[source] io::Error),
    /// The answer could not be read, or was not received in time.
    #[error("the harvest does not answer")]
    Receive(#[source] io::Error),
    /// The harvest ended before it answered.
    #[error("the harvest ended before it answered")]
    Ended,
}

/// Sends a request to the harvest of the job in `folder`, and waits for the answer, two minutes at most.
pub fn ask(folder: &Path, request: &ControlRequest) -> Result<ControlAnswer, AskError> {
    ask_within(folder, request, ANSWER_TIME)
}

/// The same, but waits `longest` at most.
pub fn ask_within(
    folder: &Path,
    request: &ControlRequest,
    longest: Duration,
) -> Result<ControlAnswer, AskError> {
    if let ControlRequest::Seeds(seeds) = request
        && let Some((place, seed)) = first_wrong(seeds)
    {
        return Err(AskError::NotASeed { place, seed: seed.to_owned() });
    }
    let line = format!("{}\n", request.to_line());
    if line.len() > REQUEST_MAX {
        return Err(AskError::TooLong { size: line.len() });
    }
    let not_running = |source| AskError::NotRunning { folder: folder.to_owned(), source };
    let path = socket_path(folder).map_err(|error| not_running(Some(error)))?;
    let stream = UnixStream::connect(&path).map_err(|error| match error.kind() {
        // There is no socket, or it was left by a harvest that was killed.
        ErrorKind::NotFound | ErrorKind::ConnectionRefused => not_running(None),
        _ => not_running(Some(error)),
    })?;
    stream.set_read_timeout(Some(longest)).map_err(AskError::Receive)?;
    stream.set_write_timeout(Some(longest)).map_err(AskError::Send)?;
    // A harvest that refuses a request need not read it to its end; its answer says more than the failed write.
    let written = (&stream).write_all(line.as_bytes());
    let mut answer = String::new();
    let read = BufReader::new(&stream).read_line(&mut answer);
    match answer.strip_suffix('\n').and_then(|answer| answer.split_once(' ')) {
        Some(("ok", words)) => Ok(ControlAnswer::parse(words)),
        Some(("error", words)) => Err(AskError::Refused(words.to_owned())),
        _ => {
            written.map_err(AskError::Send)?;
            read.map_err(AskError::Receive)?;
            Err(AskError::Ended)
        }
    }
}
