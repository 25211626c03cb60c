//! `stodola completions` and `stodola man`: what a package installs beside the program.

use crate::Arguments as Program;
use crate::lang::{language, text};
use crate::output::{self, Outcome};
use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_terminal::help;

/// Print a script that completes commands and options in a shell.
///
/// For bash: stodola completions bash > /etc/bash_completion.d/stodola. The package for Debian has the scripts for
/// bash, fish and zsh in their places already.
#[derive(clap::Args)]
pub(crate) struct CompletionArguments {
    /// The shell
    shell: Shell,
}

/// Write a manual page for each command, to be read with `man`.
///
/// The pages say the same as --help. They are in Czech if your locale is Czech.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  stodola man --out man1 && man ./man1/stodola-crawl.1")]
pub(crate) struct ManArguments {
    /// Folder for the pages; it is created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

pub(crate) fn print_completions(arguments: &CompletionArguments) -> anyhow::Result<Outcome> {
    // It panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program(), "stodola", &mut script);
    let mut out = output::stdout();
    out.write_all(&script)?;
    out.flush()?;
    Ok(Outcome::default())
}

pub(crate) fn write_manual(arguments: &ManArguments) -> anyhow::Result<Outcome> {
    let folder = &arguments.out;
    let cannot = || text!("man-cannot-write", folder = folder.display());
    std::fs::create_dir_all(folder).with_context(cannot)?;
    let mut command = program();
    command.build();
    let pages = write_pages(&command, "stodola", folder).with_context(cannot)?;
    output::say(text!("man-written", pages = pages, folder = folder.display()));
    Ok(Outcome::default())
}

/// The program with its help in the user's language.
fn program() -> Command {
    help::in_language(Program::command(), language())
}

/// Writes the page of a command and those below it; returns how many.
fn write_pages(command: &Command, name: &str, folder: &Path) -> std::io::Result<u64> {
    let mut text = Vec::new();
    clap_mangen::Man::new(command.clone()).title(name).render(&mut text)?;
    std::fs::write(folder.join(format!("{name}.1")), text)?;
    let mut pages = 1;
    for sub in command.get_subcommands() {
        if !sub.is_hide_set() && sub.get_name() != "help" {
            pages += write_pages(sub, &format!("{name}-{}", sub.get_name()), folder)?;
        }
    }
    Ok(pages)
}
