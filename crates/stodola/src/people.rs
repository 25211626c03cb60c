//! `stodola people`: who may sign in, and what they may do. The work is done in `stodola_app::access::people`.

use crate::lang::text;
use crate::output::{self, Outcome};
use clap::Subcommand;
use std::io::Write;
use std::path::PathBuf;
use stodola_access::people::{OneTimeLink, PersonDraft, PersonEdit, PersonRole};
use stodola_app::access::people::{self, PeopleSettings};
use stodola_app::json;

/// The commands under `stodola people`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// List the people with their roles and groups
    Ls {
        /// Folder of the archive
        #[arg(long, value_name = "DIR")]
        archive: PathBuf,
        /// Print one JSON object per person
        #[arg(long)]
        json: bool,
    },
    /// Add a person and print the link by which they choose a password
    Add {
        /// Name to sign in with: up to 60 letters, digits and . _ - @
        name: String,
        /// What they may do: reader, curator, operator or admin
        #[arg(long, value_name = "ROLE", default_value = "reader")]
        role: PersonRole,
        /// Group they belong to; may be given more than once
        #[arg(long, value_name = "GROUP")]
        group: Vec<String>,
        #[command(flatten)]
        place: Place,
    },
    /// Print a new link by which a person chooses a password; an earlier link cannot be used any more
    Link {
        /// Name of the person
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Change the role of a person; the groups if any are given
    Change {
        /// Name of the person
        name: String,
        /// What they may do: reader, curator, operator or admin
        #[arg(long, value_name = "ROLE")]
        role: Option<PersonRole>,
        /// Group they belong to; may be given more than once, and replaces all groups
        #[arg(long, value_name = "GROUP")]
        group: Vec<String>,
        /// Folder of the archive
        #[arg(long, value_name = "DIR")]
        archive: PathBuf,
    },
    /// Let a person sign in no more; all their sessions end and their tokens stop working
    Disable {
        /// Name of the person
        name: String,
        /// Folder of the archive
        #[arg(long, value_name = "DIR")]
        archive: PathBuf,
    },
    /// Let a person sign in again
    Enable {
        /// Name of the person
        name: String,
        /// Folder of the archive
        #[arg(long, value_name = "DIR")]
        archive: PathBuf,
    },
    /// Show what people did, the latest first
    Log {
        /// Folder of the archive
        #[arg(long, value_name = "DIR")]
        archive: PathBuf,
        /// Lines to show
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: usize,
    },
}

/// Where links lead.
#[derive(clap::Args)]
pub(crate) struct Place {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Address of the pages as readers know it, as given to serve --public-url
    #[arg(long, value_name = "URL", default_value = "http://localhost:8080")]
    url: String,
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Ls { archive, json } => return ls(&archive, json),
            Command::Add { name, role, group, place } => {
                let draft = PersonDraft { name: &name, role, groups: &group };
                let link = people::add_person(&settings(&place.archive), &draft)?;
                print_link(&name, &place.url, &link)?;
            }
            Command::Link { name, place } => {
                let link = people::password_link(&settings(&place.archive), &name)?;
                print_link(&name, &place.url, &link)?;
            }
            Command::Change { name, role, group, archive } => {
                let groups = (!group.is_empty()).then_some(group);
                change(&archive, &name, &PersonEdit { role, groups, ..PersonEdit::default() })?;
            }
            Command::Disable { name, archive } => let_in(&archive, &name, false)?,
            Command::Enable { name, archive } => let_in(&archive, &name, true)?,
            Command::Log { archive, limit } => log(&archive, limit)?,
        }
        Ok(Outcome::default())
    }
}

fn settings(archive: &std::path::Path) -> PeopleSettings {
    let user = ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
    PeopleSettings { archive: archive.to_owned(), user: user.unwrap_or_default() }
}

fn let_in(archive: &std::path::Path, name: &str, may_sign_in: bool) -> anyhow::Result<()> {
    change(archive, name, &PersonEdit { is_disabled: Some(!may_sign_in), ..PersonEdit::default() })
}

fn change(archive: &std::path::Path, name: &str, edit: &PersonEdit) -> anyhow::Result<()> {
    let person = people::edit_person(&settings(archive), name, edit)?;
    let state = if person.disabled { "disabled" } else { "enabled" };
    let words = text!("people-changed", name = person.name, role = person.role, state = state);
    output::say(format_args!("{words}"));
    Ok(())
}

/// The link is data, so that it can be piped into a mail.
fn print_link(name: &str, url: &str, link: &OneTimeLink) -> anyhow::Result<()> {
    let until = link.ends.to_string();
    output::say(format_args!("{}", text!("people-link", name = name, until = until)));
    let mut out = output::stdout();
    writeln!(out, "{}/start/{}", url.trim_end_matches('/'), link.secret.reveal())?;
    Ok(out.flush()?)
}

fn ls(archive: &std::path::Path, is_json: bool) -> anyhow::Result<Outcome> {
    let people = people::people(archive)?;
    let mut out = output::stdout();
    for person in &people {
        if is_json {
            json::write_line(&mut out, person)?;
            continue;
        }
        let state = match (person.disabled, person.has_password) {
            (true, _) => " disabled",
            (false, false) => " no-password",
            (false, true) => "",
        };
        let groups: String =
            person.groups.iter().map(|it| format!(" group={}", output::word(it))).collect();
        writeln!(out, "{} {}{state}{groups}", person.name, person.role)?;
    }
    out.flush()?;
    output::say(format_args!("{}", text!("people-count", people = people.len())));
    Ok(Outcome::default())
}

fn log(archive: &std::path::Path, limit: usize) -> anyhow::Result<()> {
    let mut out = output::stdout();
    for row in people::audit(archive, limit)? {
        let address = row.address.as_deref().unwrap_or("-");
        let (who, subject) = (output::word(&row.who), output::word(&row.subject));
        writeln!(
            out,
            "{:>5} {} {who} {address} {} {subject} {}",
            row.number, row.time, row.act, row.detail
        )?;
    }
    Ok(out.flush()?)
}
