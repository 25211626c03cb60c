//! A fresh folder and the program to run in it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder of its own for each test, removed at its end.
pub(crate) struct Session {
    folder: PathBuf,
}

/// What a run of the program gave.
pub(crate) struct Ran {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl Ran {
    #[track_caller]
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Ran {
        assert_eq!(self.code, code, "{}{}", String::from_utf8_lossy(&self.stdout), self.stderr);
        self
    }
}

impl Session {
    pub(crate) fn new() -> Session {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("stodola-test-{}-{n}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        Session { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.path(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).unwrap();
        }
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn command(&self) -> Command {
        self.command_of(Path::new(env!("CARGO_BIN_EXE_stodola")))
    }

    /// The same for the program under another name.
    pub(crate) fn command_of(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("LC_ALL", "C");
        command
    }

    /// Runs `stodola` with words; `@name` is a file of the project's fixtures.
    pub(crate) fn run(&self, words: &str) -> Ran {
        self.feed(words, b"")
    }

    /// The same with bytes on standard input.
    pub(crate) fn feed(&self, words: &str, input: &[u8]) -> Ran {
        let mut command = self.command();
        for word in words.split_whitespace() {
            match word.strip_prefix('@') {
                Some(name) => command.arg(fixture(name)),
                None => command.arg(word),
            };
        }
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_vec();
        let feeder = std::thread::spawn(move || {
            // The program may be done before it has read everything.
            let _ = stdin.write_all(&input);
        });
        let output = child.wait_with_output().unwrap();
        feeder.join().unwrap();
        Ran {
            stdout: output.stdout,
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            code: output.status.code().unwrap_or(-1),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}
