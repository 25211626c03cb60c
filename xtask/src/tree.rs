//! The files of the working tree as git sees them: tracked ones, and new ones it does not ignore.

use std::io;
use std::path::Path;
use std::process::Command;

/// One file with its path relative to the root, `/` between the parts.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) size: usize,
    /// `None` if the bytes are not UTF-8; such a file is data, and the rules on text pass it over.
    pub(crate) text: Option<String>,
}

/// Reads the tree around the current folder.
pub(crate) fn read() -> io::Result<Vec<File>> {
    let root = git(Path::new("."), &["rev-parse", "--show-toplevel"])?;
    let root = Path::new(root.trim_end());
    let list = git(root, &["ls-files", "-z", "--cached", "--others", "--exclude-standard"])?;
    let mut files = Vec::new();
    for path in list.split_terminator('\0') {
        match std::fs::read(root.join(path)) {
            Ok(bytes) => {
                let size = bytes.len();
                files.push(File {
                    path: path.to_owned(),
                    size,
                    text: String::from_utf8(bytes).ok(),
                });
            }
            // Deleted, but the deletion is not staged yet.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(io::Error::new(error.kind(), format!("{path}: {error}"))),
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    // An unmerged path is listed once for each side.
    files.dedup_by(|a, b| a.path == b.path);
    Ok(files)
}

fn git(folder: &Path, arguments: &[&str]) -> io::Result<String> {
    let output = Command::new("git").current_dir(folder).args(arguments).output()?;
    if !output.status.success() {
        let talk = String::from_utf8_lossy(&output.stderr);
        return Err(io::Error::other(format!("git {}: {}", arguments[0], talk.trim_end())));
    }
    String::from_utf8(output.stdout).map_err(io::Error::other)
}
