//! `stodola map in`, `out` and `near-pages`: what is around one page.

use super::which::Which;
use std::io::Write;
use stodola_app::json;
use stodola_terminal::lang::{language, text};
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;
use stodola_text::{write_map_links, write_map_near};

/// List the links to a page, with the words of their anchors.
///
/// Links to addresses that redirect to the page count too. With --site only the links of that site are listed.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola map in https://www.example.cz/about --archive archive")]
pub(crate) struct InArguments {
    /// The page
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    which: Which,
    /// Show so many
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    limit: usize,
    /// Print one JSON object per link
    #[arg(long)]
    json: bool,
}

/// List the links of a page in the order of the document, with the words of their anchors.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola map out https://www.example.cz/ --date 2012 --archive archive")]
pub(crate) struct OutArguments {
    /// The page
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    which: Which,
    /// Print one JSON object per link
    #[arg(long)]
    json: bool,
}

/// List the pages whose addresses and titles are nearest to an address.
///
/// It need not exist: this is what a site can offer on its page "not found". Only pages of the same host are listed.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola map near-pages https://www.example.cz/contcat.html --archive archive")]
pub(crate) struct NearArguments {
    /// The address
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    which: Which,
    /// Show so many
    #[arg(long, value_name = "N", default_value_t = 5)]
    limit: usize,
    /// Print one JSON object per page
    #[arg(long)]
    json: bool,
}

pub(super) fn run_in(arguments: &InArguments) -> anyhow::Result<RunOutcome> {
    let opened = arguments.which.open()?;
    let found = opened.view()?.in_links(&arguments.url, arguments.limit)?;
    let mut out = stdout();
    match arguments.json {
        true => found.links.iter().try_for_each(|link| json::write_line(&mut out, link))?,
        false => write_map_links(&mut out, &found.links)?,
    }
    out.flush()?;
    say(text!("map-in-links", links = found.count, pages = found.pages));
    Ok(RunOutcome::default())
}

pub(super) fn run_out(arguments: &OutArguments) -> anyhow::Result<RunOutcome> {
    let opened = arguments.which.open()?;
    let links = opened.view()?.out_links(&arguments.url)?;
    let mut out = stdout();
    match arguments.json {
        true => links.iter().try_for_each(|link| json::write_line(&mut out, link))?,
        false => write_map_links(&mut out, &links)?,
    }
    out.flush()?;
    say(text!("map-out-links", links = links.len()));
    Ok(RunOutcome::default())
}

pub(super) fn run_near(arguments: &NearArguments) -> anyhow::Result<RunOutcome> {
    let opened = arguments.which.open()?;
    let near = opened.view()?.near_pages(&arguments.url, arguments.limit)?;
    let mut out = stdout();
    match arguments.json {
        true => near.iter().try_for_each(|page| json::write_line(&mut out, page))?,
        false => write_map_near(&mut out, language(), &near)?,
    }
    out.flush()?;
    Ok(RunOutcome::default())
}
