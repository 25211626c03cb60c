//! `stodola pack sites` and `stodola pack links`: what captures say about a nation.

use crate::lang::text;
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::path::PathBuf;
use stodola_app::pack::{GatherSettings, gather_links, gather_sites};

/// List the sites that captured pages of portals link to.
///
/// The list can be used as sites.txt of a pack, or in a folder of lists. Sites of the portals themselves are left out.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  \
    stodola pack sites archive --portal www.portal.example --out lists/sites.txt")]
pub(crate) struct SitesArguments {
    #[command(flatten)]
    gather: GatherArguments,
    /// Host or domain of a portal; give it again for each
    #[arg(long, value_name = "HOST", required = true)]
    portal: Vec<String>,
    /// Also list sites outside the national domain
    #[arg(long)]
    everywhere: bool,
}

/// Count the links from captured pages of the national domain to pages elsewhere.
///
/// The numbers are evidence for the criterion in-links: `stodola recognise --in-links`, `national.in_links`.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  stodola pack links archive --pack cz --out in-links.tsv")]
pub(crate) struct LinksArguments {
    #[command(flatten)]
    gather: GatherArguments,
}

#[derive(clap::Args)]
struct GatherArguments {
    /// WARC and ARC files, or folders of these
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,
    /// Pack of the nation: the name of a built-in one, or a folder
    #[arg(long, value_name = "NAME|DIR", default_value = "cz")]
    pack: String,
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Leave out what fewer pages link to
    #[arg(long, value_name = "N", default_value_t = 1)]
    least: u64,
}

impl GatherArguments {
    fn settings(&self) -> GatherSettings {
        GatherSettings {
            inputs: self.inputs.clone(),
            pack: self.pack.clone(),
            out: self.out.clone(),
            least: self.least,
        }
    }
}

pub(crate) fn sites(arguments: &SitesArguments) -> anyhow::Result<Outcome> {
    let SitesArguments { gather, portal, everywhere } = arguments;
    let found = gather_sites(&gather.settings(), portal, *everywhere, &Bar::default())?;
    let path = gather.out.display();
    output::say(text!("pack-sites", written = found.written, pages = found.pages, path = path));
    Ok(found.ended.into())
}

pub(crate) fn links(arguments: &LinksArguments) -> anyhow::Result<Outcome> {
    let gather = &arguments.gather;
    let found = gather_links(&gather.settings(), &Bar::default())?;
    let path = gather.out.display();
    output::say(text!("pack-links", written = found.written, pages = found.pages, path = path));
    Ok(found.ended.into())
}
