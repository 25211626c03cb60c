//! `stodola map rank`: the most important pages, hosts or domains.

use super::which::Which;
use std::io::Write;
use stodola_app::json;
use stodola_app::map::{RankMeasure, RankSettings};
use stodola_map::{GraphNodes, RankScale};
use stodola_terminal::lang::language;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;
use stodola_text::{map_rank_lines, write_map_ranks};

/// List the most important pages, hosts or domains, by the links between them.
///
/// PageRank: a page is important if important pages link to it. Each page passes the share D of its rank on to the
/// pages that it links to; what pages without links have is shared among all. By default the mean of all ranks is 1.
/// Several links to the same page count once, links of a page to itself do not count, and addresses that redirect count
/// as the page where the redirects end. With --site only the links within the site count.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola map rank --site www.example.cz --archive archive\n  \
    stodola map rank --nodes domains --date 2015 --limit 100 --archive archive\n  \
    stodola map rank --harmonic --json --archive archive > ranks.ndjson")]
pub(crate) struct Arguments {
    #[command(flatten)]
    which: Which,
    /// What is ranked
    #[arg(long, value_enum, default_value_t = Nodes::Pages)]
    nodes: Nodes,
    /// Share of a rank that links pass on, from 0 to 1
    #[arg(long, value_name = "D", default_value_t = 0.85, value_parser = share)]
    damping: f64,
    /// Ranks whose sum is 1, not their mean
    #[arg(long, conflicts_with = "harmonic")]
    sum_one: bool,
    /// Harmonic centrality instead of PageRank: the sum of 1/distance from all other pages
    #[arg(long)]
    harmonic: bool,
    /// Show so many; by default 20, with --json all
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print one JSON object per page
    #[arg(long)]
    json: bool,
}

/// What the nodes of a graph are.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Nodes {
    /// Pages
    Pages,
    /// Hosts, such as www.example.cz
    Hosts,
    /// Domains, such as example.cz
    Domains,
}

impl Nodes {
    pub(super) fn wanted(self) -> GraphNodes {
        match self {
            Nodes::Pages => GraphNodes::Pages,
            Nodes::Hosts => GraphNodes::Hosts,
            Nodes::Domains => GraphNodes::Domains,
        }
    }
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "a number from 0 to below 1".to_owned())
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let scale = if arguments.sum_one { RankScale::SumOne } else { RankScale::MeanOne };
    let measure = match arguments.harmonic {
        true => RankMeasure::Harmonic,
        false => RankMeasure::PageRank { damping: arguments.damping, scale },
    };
    let limit = arguments.limit.or((!arguments.json).then_some(20));
    let settings = RankSettings { nodes: arguments.nodes.wanted(), measure, limit };
    let opened = arguments.which.open()?;
    let ranks = opened.view()?.ranks(&settings)?;
    let mut out = stdout();
    match arguments.json {
        true => ranks.nodes.iter().try_for_each(|node| json::write_line(&mut out, node))?,
        false => write_map_ranks(&mut out, language(), &ranks)?,
    }
    out.flush()?;
    map_rank_lines(language(), &ranks).iter().for_each(say);
    Ok(RunOutcome::default())
}
