//! `stodola archive add`: files from elsewhere become part of an archive.

use super::{command_line, say_problems, say_unread, was_moved};
use crate::lang::text;
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::path::PathBuf;
use stodola_app::archive::{AddEvent, AddSettings, add};
use stodola_archive::Intake;

/// Add ARC, WARC and WACZ files to an archive and its catalogue.
///
/// A file stays where it is, and the archive refers to it; with --copy it is copied to
/// DIR/warc/added. With --copy the WARC files of a WACZ file are unpacked there; without it they are read inside the
/// WACZ file, if they are stored in it without further compression, as usual. A file that is already in
/// DIR/warc, such as one from a harvest, is only added to the catalogue. Adding a file again changes
/// nothing, unless the file has changed; a file with the same bytes as one of the archive is not added. A file that
/// was moved is recognised by its bytes and keeps its captures. If you name a folder, all such files in it and its
/// sub-folders are added. New outcomes of the jobs in DIR/jobs are added to the catalogue too.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola archive add old/*.arc.gz site.warc.gz --archive archive\n  \
    stodola archive add --copy crawl.wacz --archive archive")]
pub(crate) struct Arguments {
    /// Files and folders to add
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder of the archive; created if it does not exist
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Copy the files into the archive
    #[arg(long)]
    copy: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = AddSettings {
        archive: arguments.archive.clone(),
        files: arguments.files.clone(),
        intake: if arguments.copy { Intake::Copy } else { Intake::Reference },
        command: command_line(),
    };
    let screen = Bar::default();
    let added = add(&settings, &screen, &mut |event| match event {
        AddEvent::Problems(problems) => say_problems(&screen, &problems),
        AddEvent::Moved { from, to } => screen.say(was_moved(from, to)),
        AddEvent::Known { path, name } => {
            screen.say(text!("archive-add-known", path = path.display(), name = name));
        }
        AddEvent::Failed(error) => {
            screen.say(format_args!("stodola: {}", output::told_of(&error)));
        }
        AddEvent::LinksUntold(error) => {
            let error = output::told_of(&error);
            screen.say(format_args!("stodola: {}", text!("search-links-untold", error = error)));
        }
    })?;
    say_unread(&added.outcomes);
    output::say(text!(
        "archive-added",
        files = added.files,
        captures = added.captures,
        outcomes = added.outcomes.outcomes,
        moved = added.moved,
        known = added.known
    ));
    Ok(Outcome {
        is_data_bad: added.damaged > 0 || !added.outcomes.failed.is_empty(),
        has_failed: added.failed > 0,
        ..Outcome::default()
    })
}
