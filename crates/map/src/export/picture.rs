//! Pictures (SVG): the tree of a site as an outline, and the links between hosts on a circle. What there is no room for
//! is summed, so that a picture stays readable.

use super::ExportNode;
use super::escape::Xml;
use crate::graph::LinkGraph;
use crate::rank::NodeRanks;
use crate::tree::SiteTree;
use std::collections::HashMap;
use std::io::{self, Write};

const ROW: u32 = 18;
const STEP: u32 = 20;
/// Number of letters of a label.
const LETTERS: usize = 80;

/// Writes the tree of a site as an outline of at most `limit` pages. Of pages that have no place, their parent tells
/// the number.
pub fn write_tree_picture(
    out: &mut dyn Write,
    tree: &SiteTree,
    limit: usize,
    node: &dyn Fn(u32) -> ExportNode,
) -> io::Result<()> {
    // The first rows are the nearest pages: they are shown.
    let shown = tree.rows.len().min(limit);
    let sums = tree.sums();
    let mut order = Vec::with_capacity(shown);
    tree.outline(|row, _| {
        if (row as usize) < shown {
            order.push(row);
        }
    });
    let place: HashMap<u32, u32> = order.iter().copied().zip(0..).collect();
    let depth = order.iter().map(|row| tree.rows[*row as usize].depth).max().unwrap_or_default();
    let width = 40 + STEP * depth.min(60) + 9 * LETTERS as u32;
    let height = 20 + ROW * order.len() as u32;
    start(out, width, height)?;
    for (at, row) in (0u32..).zip(&order) {
        let found = &tree.rows[*row as usize];
        let (x, y) = (20 + STEP * found.depth.min(60), 20 + ROW * at);
        if let Some(parent) = found.parent.and_then(|parent| place.get(&parent)) {
            let (from_x, from_y) = (x - STEP + 4, 20 + ROW * parent + 2);
            writeln!(out, "<path class=\"line\" d=\"M{from_x} {from_y}V{}H{x}\"/>", y - 4)?;
        }
        let page = node(found.node);
        let text = if page.title.is_empty() { &page.label } else { &page.title };
        let hidden = sums[*row as usize]
            - tree
                .children(*row)
                .filter(|child| (*child as usize) < shown)
                .map(|child| sums[child as usize])
                .sum::<u64>()
            - 1;
        let more = if hidden > 0 { format!(" (+{hidden})") } else { String::new() };
        writeln!(
            out,
            "<text x=\"{}\" y=\"{y}\"><title>{}</title>{}{more}</text>",
            x + 4,
            Xml(&page.label),
            Xml(&short(text))
        )?;
    }
    writeln!(out, "</svg>")
}

/// Settings of the picture of hosts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostPicture {
    /// Number of hosts that are shown, those with the highest ranks; the rest are one circle.
    pub hosts: usize,
    /// Number of edges that are shown, the heaviest.
    pub edges: usize,
    /// Width and height in pixels.
    pub size: u32,
}

impl Default for HostPicture {
    fn default() -> HostPicture {
        HostPicture { hosts: 40, edges: 400, size: 900 }
    }
}

/// Writes the links between hosts, or between any nodes, as a picture.
pub fn write_host_picture(
    out: &mut dyn Write,
    graph: &LinkGraph,
    ranks: &NodeRanks,
    picture: &HostPicture,
    node: &dyn Fn(u32) -> ExportNode,
) -> io::Result<()> {
    let mut chosen = ranks.best(picture.hosts);
    // In the order of sites, so that those that link to each other often stand side by side.
    chosen.sort_unstable();
    let rest = graph.len() - chosen.len();
    let places: HashMap<u32, usize> = chosen.iter().copied().zip(0..).collect();
    let spots = chosen.len() + usize::from(rest > 0);
    let place_of = |node: u32| places.get(&node).copied().unwrap_or(chosen.len());
    let mut weights: HashMap<(usize, usize), u64> = HashMap::new();
    for source in 0..graph.len() as u32 {
        let of_source = graph.edges().weights_of(source);
        for (at, target) in graph.edges().of(source).iter().enumerate() {
            let (from, to) = (place_of(source), place_of(*target));
            if from != to {
                let weight = of_source.get(at).copied().unwrap_or(1);
                *weights.entry((from, to)).or_default() += u64::from(weight);
            }
        }
    }
    let mut edges: Vec<((usize, usize), u64)> = weights.into_iter().collect();
    edges.sort_unstable_by_key(|(ends, weight)| (std::cmp::Reverse(*weight), *ends));
    edges.truncate(picture.edges);
    let heaviest = edges.first().map_or(1, |(_, weight)| *weight) as f64;
    let centre = f64::from(picture.size) / 2.0;
    let spot = |place: usize, radius: f64| {
        let angle = std::f64::consts::TAU * place as f64 / spots.max(1) as f64;
        (centre + radius * angle.cos(), centre + radius * angle.sin(), angle.to_degrees())
    };
    let radius = centre * 0.6;
    start(out, picture.size, picture.size)?;
    for ((from, to), weight) in &edges {
        let ((x, y, _), (to_x, to_y, _)) = (spot(*from, radius), spot(*to, radius));
        let width = 0.4 + 5.0 * (*weight as f64 / heaviest).sqrt();
        writeln!(
            out,
            "<path class=\"edge\" stroke-width=\"{width:.1}\" \
             d=\"M{x:.1} {y:.1}Q{centre:.1} {centre:.1} {to_x:.1} {to_y:.1}\"><title>{weight}</title></path>"
        )?;
    }
    let highest = chosen.iter().map(|node| ranks.ranks[*node as usize]).fold(0.0, f64::max);
    for place in 0..spots {
        let (label, rank) = match chosen.get(place) {
            Some(host) => (node(*host).label, ranks.ranks[*host as usize]),
            None => (format!("+{rest}"), 0.0),
        };
        let (x, y, angle) = spot(place, radius);
        let (text_x, text_y, _) = spot(place, radius + 14.0);
        let circle = 3.0 + 9.0 * (rank / highest.max(f64::MIN_POSITIVE)).sqrt();
        writeln!(out, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{circle:.1}\"/>")?;
        // Labels on the left are turned, so that none stands on its head.
        let is_left = (90.0..270.0).contains(&angle);
        let (angle, anchor) = if is_left { (angle + 180.0, "end") } else { (angle, "start") };
        writeln!(
            out,
            "<text x=\"{text_x:.1}\" y=\"{text_y:.1}\" text-anchor=\"{anchor}\" \
             transform=\"rotate({angle:.1} {text_x:.1} {text_y:.1})\">{}</text>",
            Xml(&short(&label))
        )?;
    }
    writeln!(out, "</svg>")
}

fn start(out: &mut dyn Write, width: u32, height: u32) -> io::Result<()> {
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <style>.line,.edge{{fill:none;stroke:#888}}.edge{{stroke-opacity:.4}}circle{{fill:#36c}}</style>"
    )
}

fn short(text: &str) -> String {
    let mut letters = text.chars();
    let mut short: String = letters.by_ref().take(LETTERS).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}
