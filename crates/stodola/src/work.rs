//! `stodola work`: what users ask for. The work is done in `stodola_app::requests`.

use crate::archive::command_line;
use crate::lang::{language, text};
use crate::output::{self, Outcome};
use clap::Subcommand;
use std::io::Write;
use std::path::PathBuf;
use stodola_app::access::group_names;
use stodola_app::json;
use stodola_app::requests::{Asker, NewRequest, RequestList, Requests, work_off};
use stodola_text::{package_line, request_line, request_lines};
use stodola_work::{SubmittedRequest, WorkedOff};

/// The commands under `stodola work`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Ask for work: it waits for its turn, and the number of the request is printed
    #[command(after_help = "Examples:\n  \
        stodola work submit export prefix=http://www.example.cz/ format=wacz --archive archive\n  \
        stodola work submit map site=www.example.cz view=dead format=html --archive archive\n  \
        stodola work submit index only=search --archive archive")]
    Submit {
        /// Kind of work: map, rank, near, export, harvest, index, fixity, clean-up
        package: String,
        /// What is asked, as NAME=VALUE
        #[arg(value_name = "NAME=VALUE")]
        pairs: Vec<String>,
        /// From -10 to 10; greater ones come earlier
        #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
        priority: i64,
        /// When the result is made anew: never, idle, or an interval such as 12h, 7d, 2w
        #[arg(long, value_name = "WHEN", default_value = "never")]
        refresh: String,
        /// File that a site includes, below the folder in work.toml
        #[arg(long, value_name = "FILE")]
        save_to: Option<String>,
        /// Show the request to people with equal rights
        #[arg(long)]
        shared: bool,
        /// Do the work also if there is a young result
        #[arg(long)]
        fresh: bool,
        #[command(flatten)]
        who: Who,
    },
    /// List requests, the newest first
    Ls {
        /// Only your own
        #[arg(long)]
        mine: bool,
        #[command(flatten)]
        who: Who,
    },
    /// Show a request with its progress and log
    Show(One),
    /// Cancel a request; it ends when nobody else wants it
    Cancel(One),
    /// Write the result of a request to standard output
    Result(One),
    /// List your favourites, name the question of a request, or ask it again
    Favourite {
        /// Name of the favourite; without it, all are listed
        name: Option<String>,
        /// Request whose question gets the name; without it, the question is asked again
        #[arg(long, value_name = "NUMBER", requires = "name")]
        of: Option<i64>,
        /// Give the favourite this name instead
        #[arg(long, value_name = "NAME", requires = "name", conflicts_with_all = ["of", "remove"])]
        rename: Option<String>,
        /// Remove the favourite
        #[arg(long, requires = "name", conflicts_with = "of")]
        remove: bool,
        #[command(flatten)]
        who: Who,
    },
    /// List the kinds of work that you may ask for
    Packages {
        #[command(flatten)]
        who: Who,
    },
    /// Work off what waits, and end; a server does the same while it runs
    Run {
        /// Folder of the archive
        #[arg(long, value_name = "DIR")]
        archive: PathBuf,
    },
}

/// One request.
#[derive(clap::Args)]
pub(crate) struct One {
    /// Number of the request
    number: i64,
    #[command(flatten)]
    who: Who,
}

/// Who asks, and how they are answered.
#[derive(clap::Args)]
pub(crate) struct Who {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Name of whoever asks; by default the user of the system
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Rights of members of this group, as group:NAME; several are possible. Without it everything may be seen
    #[arg(long = "as", value_name = "GROUP")]
    groups: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Who {
    fn open(&self) -> anyhow::Result<(Requests, Asker)> {
        let asker = Asker::console(self.by.as_deref(), group_names(&self.groups)?);
        Ok((Requests::open(&self.archive)?, asker))
    }

    /// Tells what was asked for.
    fn tell(&self, asked: SubmittedRequest) -> anyhow::Result<()> {
        let (requests, asker) = self.open()?;
        let mut out = output::stdout();
        match self.json {
            true => json::write_line(&mut out, &requests.show(&asker, asked.number)?.request)?,
            false => writeln!(out, "{}", asked.number)?,
        }
        let (number, state) = (asked.number.to_string(), asked.state.as_str());
        output::say(text!("work-asked", number = number, state = state));
        Ok(out.flush()?)
    }
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        let mut out = output::stdout();
        match self {
            Command::Submit { package, pairs, priority, refresh, save_to, shared, fresh, who } => {
                let (requests, asker) = who.open()?;
                let new = NewRequest::written(&package, &pairs, &refresh)?;
                let new =
                    NewRequest { priority, save_to, is_shared: shared, is_fresh: fresh, ..new };
                who.tell(requests.submit(&asker, &new)?)?;
            }
            Command::Ls { mine, who } => {
                let (requests, asker) = who.open()?;
                let list = if mine { RequestList::Mine } else { RequestList::All };
                for record in requests.list(&asker, list, None, 1000)? {
                    match who.json {
                        true => json::write_line(&mut out, &record)?,
                        false => writeln!(out, "{}", request_line(&record))?,
                    }
                }
            }
            Command::Show(One { number, who }) => {
                let (requests, asker) = who.open()?;
                let shown = requests.show(&asker, number)?;
                match who.json {
                    true => json::write_line(&mut out, &shown)?,
                    false => request_lines(&mut out, language(), &shown)?,
                }
            }
            Command::Cancel(One { number, who }) => {
                let (requests, asker) = who.open()?;
                let state = requests.cancel(&asker, number)?.as_str();
                output::say(text!("work-cancelled", number = number.to_string(), state = state));
            }
            Command::Result(One { number, who }) => {
                let (requests, asker) = who.open()?;
                std::io::copy(&mut requests.open_result(&asker, number)?.reader(), &mut out)?;
            }
            Command::Favourite { name, of, rename, remove, who } => {
                let (requests, asker) = who.open()?;
                match (name, of) {
                    (Some(name), Some(of)) => requests.add_favourite_of(&asker, &name, of)?,
                    (Some(name), None) if rename.is_some() => {
                        requests.rename_favourite(&asker, &name, &rename.unwrap_or_default())?;
                    }
                    (Some(name), None) if remove => requests.remove_favourite(&asker, &name)?,
                    (Some(name), None) => {
                        let new = requests.favourite(&asker, &name)?;
                        who.tell(requests.submit(&asker, &new)?)?;
                    }
                    (None, _) => {
                        let all = requests.favourites(&asker)?;
                        all.iter().try_for_each(|it| json::write_line(&mut out, it))?;
                    }
                }
            }
            Command::Packages { who } => {
                let (requests, asker) = who.open()?;
                for record in requests.packages(&asker)? {
                    match who.json {
                        true => json::write_line(&mut out, &record)?,
                        false => writeln!(out, "{}", package_line(&record))?,
                    }
                }
            }
            Command::Run { archive } => {
                let WorkedOff { done, failed } = work_off(&archive, &command_line())?;
                output::say(text!("work-worked-off", done = done, failed = failed));
                return Ok(Outcome { is_data_bad: failed > 0, ..Outcome::default() });
            }
        }
        Ok(out.flush().map(|()| Outcome::default())?)
    }
}
