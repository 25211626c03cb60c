//! `stodola map tree`: a site as visitors walk it, or as its folders are.

use super::which::Which;
use std::io::Write;
use stodola_app::json;
use stodola_app::map::{TreeSettings, document_kinds, folder_rows};
use stodola_terminal::lang::language;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;
use stodola_text::{map_tree_lines, write_map_folders, write_map_tree};

/// Show a site as a tree: by clicks from its home page, or by folders.
///
/// By clicks, each page stands once, below the first page that links to it on a shortest way from the home page.
/// Without --site the tree stays on the host of the home page. Behind the tree, on standard error, you see how many
/// pages are how many clicks away, and how many no way leads to.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola map tree https://www.example.cz/ --depth 2 --archive archive\n  \
    stodola map tree --site www.example.cz --sum pdf --sum image --archive archive\n  \
    stodola map tree --folders --site www.example.cz --archive archive\n  \
    stodola map tree https://www.example.cz/ --date 2012 --json --archive archive > tree.ndjson")]
pub(crate) struct Arguments {
    /// The home page; by default that of the host given with --site
    #[arg(value_name = "URL", conflicts_with = "folders")]
    home: Option<String>,
    #[command(flatten)]
    which: Which,
    /// Show pages that are at most so many clicks away, or folders so deep
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Do not list documents of this kind, but tell their number; may be given more than once. Parts of pages, such as
    /// image or style, are in the tree only with this
    #[arg(long, value_name = "KIND", value_parser = document_kinds().collect::<Vec<_>>(), conflicts_with = "folders")]
    sum: Vec<String>,
    /// Folders of addresses instead of clicks
    #[arg(long)]
    folders: bool,
    /// Print one JSON object per page or folder
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let opened = arguments.which.open()?;
    let view = opened.view()?;
    let mut out = stdout();
    if arguments.folders {
        let mut rows = folder_rows(&view.folder_tree()?);
        rows.retain(|row| arguments.depth.is_none_or(|depth| row.depth <= depth));
        match arguments.json {
            true => rows.iter().try_for_each(|row| json::write_line(&mut out, row))?,
            false => write_map_folders(&mut out, language(), &rows)?,
        }
        out.flush()?;
        return Ok(RunOutcome::default());
    }
    let home = arguments.home.clone();
    let settings = TreeSettings { home, depth: arguments.depth, summed: arguments.sum.clone() };
    let tree = view.click_tree(&settings)?;
    match arguments.json {
        true => tree.pages.iter().try_for_each(|page| json::write_line(&mut out, page))?,
        false => write_map_tree(&mut out, language(), &tree, u32::MAX)?,
    }
    out.flush()?;
    map_tree_lines(language(), &tree).iter().for_each(say);
    Ok(RunOutcome::default())
}
