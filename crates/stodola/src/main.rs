//! The `stodola` program: arguments in, one call per command, one exit code out.
//!
//! Exit codes: 0 done; 1 done, but something is wrong with the data; 2 could not run; 3 stopped by a limit or a
//! signal, can go on.

// Doc comments of arguments are help texts, and `[again]` in them is a section of job.toml.
#![allow(rustdoc::broken_intra_doc_links)]

mod access;
mod archive;
mod crawl;
mod demo;
mod harvest;
mod help;
mod job;
mod manual;
mod migrate;
mod output;
mod pack;
mod pdf_text;
mod people;
mod recognise;
mod search;
mod seeds;
mod serve;
mod simweb;
mod warc;
mod why;
mod work;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::process::ExitCode;
use stodola_commands::map::MapCommand;
use stodola_terminal::{help::in_language, lang, log, progress};

/// With glibc's allocator the memory of a long harvest grows to three times what is in use: blocks of all sizes come
/// and go in many threads, and it gives little back.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The arguments; the text above the help is the description in Cargo.toml.
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
#[command(after_help = "Exit codes: 0 done; 1 done, but something is wrong with the data; \
    2 could not run; 3 a harvest was stopped by a limit or a signal and can continue.\n\
    Data goes to standard output, everything else to standard error.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Decide who may see what: rules, their log, which rule decides
    #[command(subcommand)]
    Access(access::Command),
    /// Add files to an archive, check it, look things up
    #[command(subcommand)]
    Archive(archive::Command),
    Completions(manual::CompletionArguments),
    Crawl(Box<crawl::Arguments>),
    Demo(demo::Arguments),
    Harvest(harvest::Arguments),
    /// Show and control the jobs of an archive: state, reports, outcomes, limits
    #[command(subcommand)]
    Job(job::Command),
    Man(manual::ManArguments),
    Map(MapCommand),
    Migrate(migrate::Arguments),
    /// Build a pack: the data used to recognise the pages of a nation
    #[command(subcommand)]
    Pack(pack::Command),
    #[command(hide = true)]
    PdfText(pdf_text::Arguments),
    /// Decide who may sign in and what they may do: list, add, links for passwords, the log
    #[command(subcommand)]
    People(people::Command),
    Recognise(Box<recognise::Arguments>),
    Search(search::Arguments),
    Seeds(seeds::Arguments),
    Serve(serve::Arguments),
    Simweb(simweb::Arguments),
    /// Work with ARC and WARC files: list, check, read, index, extract, repack
    #[command(subcommand)]
    Warc(warc::Command),
    Why(why::Arguments),
    /// Ask for work that takes longer: exports, indexes, checks; see how far it is, get results
    #[command(subcommand)]
    Work(work::Command),
}

/// The allocator asks the system for pages of 2 MiB, which have to be cleared as a whole: that takes more memory and
/// time than it saves here, where blocks are small and come and go.
fn use_small_pages() {
    // It fails where there are no large pages.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
}

fn main() -> ExitCode {
    use_small_pages();
    let matches = in_language(Arguments::command(), lang::language()).get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let _log = log::start(|words| output::complain(words));
    if let Ok(executable) = std::env::current_exe() {
        stodola_app::followers::set_pdf_program(executable);
    }
    let result = match arguments.command {
        Command::Access(command) => command.run(),
        Command::Archive(command) => command.run(),
        Command::Completions(arguments) => manual::print_completions(&arguments),
        Command::Crawl(arguments) => crawl::run(&arguments),
        Command::Demo(arguments) => demo::run(&arguments),
        Command::Harvest(arguments) => harvest::run(&arguments),
        Command::Job(command) => command.run(),
        Command::Man(arguments) => manual::write_manual(&arguments),
        Command::Map(command) => command.run(),
        Command::Migrate(arguments) => migrate::run(&arguments),
        Command::Pack(command) => command.run(),
        Command::PdfText(arguments) => pdf_text::run(&arguments),
        Command::People(command) => command.run(),
        Command::Recognise(arguments) => recognise::run(&arguments),
        Command::Search(arguments) => search::run(&arguments),
        Command::Seeds(arguments) => seeds::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Simweb(arguments) => simweb::run(&arguments),
        Command::Warc(command) => command.run(),
        Command::Why(arguments) => why::run(&arguments),
        Command::Work(command) => command.run(),
    };
    match result {
        Ok(outcome) => outcome.exit_code(),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::complain(output::told(&error));
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(target_os = "linux")]
    fn large_pages_are_refused() {
        super::use_small_pages();
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("THP_enabled:"));
        // Earlier kernels do not tell.
        assert!(line.is_none_or(|value| value.trim() == "0"), "{status}");
    }
}
