//! Files that are served without an archive.

use crate::archive::{command_line, say_problems};
use crate::lang::text;
use crate::output;
use crate::progress::Bar;
use std::path::{Path, PathBuf};
use stodola_app::archive::AddEvent;
use stodola_app::bare::{BareArchive, BareFolder};
use stodola_terminal::Interrupts;

/// A temporary archive of files, removed when this is dropped.
pub(super) struct BareFiles {
    archive: BareArchive,
    /// Removes the archive if a signal comes before it is served.
    pub(super) interrupts: Interrupts,
}

impl BareFiles {
    /// Reads files, and tells what is wrong with them.
    pub(super) fn read(files: &[PathBuf]) -> anyhow::Result<BareFiles> {
        let folder = BareFolder::create()?;
        // While files are read, a signal ends the program at once. The folder goes with it.
        let path = folder.path().to_owned();
        let interrupts = Interrupts::listen_with("serve-files-stopped", move || leave(&path))?;
        let screen = Bar::default();
        let filled = folder.fill(files, &command_line(), &screen, &mut |event| match event {
            AddEvent::Problems(problems) => say_problems(&screen, &problems),
            AddEvent::Failed(error) => {
                screen.say(format_args!("stodola: {}", output::told_of(&error)));
            }
            // That a file is given twice is of no interest here, and there is no index.
            AddEvent::Known { .. } | AddEvent::Moved { .. } | AddEvent::LinksUntold(_) => {}
        });
        let archive = filled?;
        let (files, captures) = (archive.added.files, archive.added.captures);
        let words = text!("serve-files-read", files = files, captures = captures);
        output::say(format_args!("{words}"));
        Ok(BareFiles { archive, interrupts })
    }

    pub(super) fn archive(&self) -> PathBuf {
        self.archive.archive()
    }

    /// Whether some file could not be read, or not all of it.
    pub(super) fn is_damaged(&self) -> bool {
        self.archive.added.damaged > 0 || self.archive.added.failed > 0
    }
}

/// Ends the program.
#[allow(clippy::exit, reason = "files may take hours to read, and nothing of it is kept")]
fn leave(folder: &Path) {
    // If it cannot be removed, the next one removes it.
    let _ = std::fs::remove_dir_all(folder);
    std::process::exit(130);
}
