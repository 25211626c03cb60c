//! `stodola demo`: the first minute. A web on loopback in ten languages, of which the pages of one nation are
//! harvested into an archive; how they were recognised, and what to try next. At the end the archive is served.

use crate::archive::command_line;
use crate::crawl::outcome;
use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::serve;
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use stodola_app::demo::{DemoSettings, Demonstration, demonstrate};
use stodola_server::DemoTour;
use stodola_simweb::{SimWeb, WorldSettings};
use stodola_terminal::{Company, Teller};
use stodola_text::write_demo_examples;

const SEED: u64 = 2026;
const SITES: u32 = 30;
/// A word of several pages, in several forms.
const WORDS: &str = "zahrada";

/// Show in less than a minute what the program does: harvest the pages of a nation from a simulated web.
///
/// Nothing leaves this machine: the simulated web runs on loopback during the demonstration. Its sites are in
/// ten languages, and none is in the domain of a country. Pages that belong to Czechia are recognised and
/// archived, together with the pages near them. At the end the archive is served: open the address that is printed,
/// and stop it with Ctrl-C. Run the same command again to continue an interrupted demonstration, or to harvest the
/// web again.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the new archive
    #[arg(long, value_name = "DIR", default_value = "stodola-demo")]
    archive: PathBuf,
    /// End when the archive is there, without serving it
    #[arg(long)]
    no_serve: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let world = WorldSettings { national: SITES, ..WorldSettings::calm(SEED, 0) };
    let web =
        runtime.block_on(SimWeb::start(world)).context("the simulated web cannot be served")?;
    let settings = DemoSettings {
        archive: arguments.archive.clone(),
        seeds: web.world.national_seeds(),
        connect_to: format!("*:80:{}:{}", web.addr.ip(), web.addr.port()).parse()?,
        command: command_line(),
    };
    let sites = settings.seeds.len();
    output::say(text!("demo-serving", sites = sites, address = web.addr.to_string()));
    let shown = demonstrate(&settings, Arc::new(Teller::new(Company::Alone)));
    runtime.block_on(web.shutdown())?;
    let shown = shown?;
    print_examples(&shown)?;
    say_what_to_try(&settings, &shown);
    let outcome = shown.report.as_ref().map_or_else(Outcome::default, outcome);
    if !arguments.no_serve && !outcome.is_stopped {
        output::say("");
        let tour = DemoTour {
            words: WORDS.to_owned(),
            kept: shown.kept().map(str::to_owned),
            left: shown.left_out().map(str::to_owned),
        };
        serve::serve_here(&settings.archive, &tour)?;
    }
    Ok(outcome)
}

fn print_examples(shown: &Demonstration) -> anyhow::Result<()> {
    let mut out = output::stdout();
    write_demo_examples(&mut out, language(), shown)?;
    out.flush()?;
    let (pages, valid) = (shown.verdicts.len(), shown.valid());
    output::say(text!("demo-judged", pages = pages, languages = shown.languages(), valid = valid));
    Ok(())
}

/// Says where things are, and what may be done with them.
fn say_what_to_try(settings: &DemoSettings, shown: &Demonstration) {
    let Some(file) = &shown.file else { return };
    let (file, archive) = (file.display(), settings.archive.display().to_string());
    output::say(format_args!("\n{}", text!("demo-archive", archive = &archive)));
    let why = shown
        .left_out()
        .map(|uri| (format!("stodola why {uri} --archive {archive}"), text!("demo-try-why")));
    let commands = [
        (format!("stodola search {WORDS} --archive {archive}"), text!("demo-try-search")),
        (format!("stodola warc check {file}"), text!("demo-try-check")),
        (format!("stodola archive stats --archive {archive}"), text!("demo-try-stats")),
        (format!("stodola recognise {file}"), text!("demo-try-recognise")),
    ];
    for (command, what) in why.into_iter().chain(commands) {
        output::say(format_args!("  {command}    # {what}"));
    }
}
