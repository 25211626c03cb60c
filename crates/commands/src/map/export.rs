//! `stodola map export`: the map as files for other programs.

use super::rank::Nodes;
use super::which::Which;
use anyhow::Context;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use stodola_app::map::{MapExportSettings, MapExported, MapFormat, MapView, TreeSettings};
use stodola_terminal::lang::text;
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::talk::say;

/// Write the map for other programs: graphs, trees, sitemaps, pictures.
///
/// Graphs: json (as D3 and networkx read it), xml, dot (Graphviz), graphml, gexf (Gephi), csv (a line for each link).
/// Trees from a home page: tree-json, tree-xml, tree-csv, tree-svg. A picture of the links between hosts: svg. A
/// sitemap for search engines: sitemap; if there are more than 50,000 pages, further files get -2, -3 and so on in
/// their names.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola map export gexf --nodes hosts --date 2015 --out hosts-2015.gexf --archive archive\n  \
    stodola map export sitemap --site www.example.cz --out sitemap.xml --archive archive\n  \
    stodola map export tree-svg --home https://www.example.cz/ --depth 3 --archive archive > tree.svg")]
pub(crate) struct Arguments {
    /// The format
    #[arg(value_name = "FORMAT", value_parser = MapFormat::ALL.map(|(name, _)| name).to_vec())]
    format: String,
    #[command(flatten)]
    which: Which,
    /// What the nodes of a graph are
    #[arg(long, value_enum, default_value_t = Nodes::Pages)]
    nodes: Nodes,
    /// The home page of a tree; by default that of the host given with --site
    #[arg(long, value_name = "URL")]
    home: Option<String>,
    /// Maximum number of clicks in a tree
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// File to write; by default standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let opened = arguments.which.open()?;
    let view = opened.view()?;
    // The arguments take only names of formats.
    let format = MapFormat::from_name(&arguments.format).context("an unknown format")?;
    let tree = TreeSettings {
        home: arguments.home.clone(),
        depth: arguments.depth,
        ..TreeSettings::default()
    };
    let nodes = arguments.nodes.wanted();
    let mut settings = MapExportSettings { format, nodes, tree, sitemap: 0 };
    let mut written = write(&view, &settings, arguments.out.as_deref())?;
    let mut nodes = written.nodes;
    if let Some(out) = &arguments.out {
        while written.left > 0 {
            settings.sitemap += 1;
            written = write(&view, &settings, Some(&numbered(out, settings.sitemap + 1)))?;
            nodes += written.nodes;
        }
    }
    say(text!("map-exported", nodes = nodes, links = written.links));
    if written.left > 0 {
        say(text!("map-export-left", pages = written.left));
    }
    Ok(RunOutcome::default())
}

fn write(
    view: &MapView<'_>,
    settings: &MapExportSettings,
    path: Option<&Path>,
) -> anyhow::Result<MapExported> {
    let Some(path) = path else {
        let mut out = stdout();
        let written = view.export(settings, &mut out)?;
        out.flush()?;
        return Ok(written);
    };
    let cannot = || text!("map-cannot-write", file = path.display());
    let mut out = BufWriter::new(File::create(path).with_context(cannot)?);
    let written = view.export(settings, &mut out)?;
    out.flush().with_context(cannot)?;
    Ok(written)
}

/// The name of a further file: `sitemap-2.xml`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map(|it| format!(".{}", it.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{}", ending.unwrap_or_default()))
}
