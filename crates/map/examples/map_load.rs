//! Makes a web graph of any size, keeps it as a map, and measures: bytes a link, memory, CPU of PageRank.
//!
//! ```text
//! map_load make FOLDER PAGES LINKS-A-PAGE    writes a map with no texts
//! map_load rank FOLDER ROUNDS                reads it, makes the graph, computes ranks
//! map_load edges FOLDER                      source and target of each edge, a line each
//! map_load ranks FOLDER                      the rank of each page, sum 1
//! map_load site WARC FOLDER HOME             makes an archive of a file with its map; tree, dead links and ranks
//! ```
//!
//! The web: sites of very different sizes, of whose links four of five stay within the site, most of them near, and
//! the others lead to the home pages and pages of sites by their popularity. Numbers are printed as `name value`. `site`
//! also prints each problem of a link, with tabs between: kind, number of links, target, fragment, a page that holds
//! such a link, and its element there.

#![allow(clippy::print_stdout, reason = "its output is what it is for")]

use std::error::Error;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;
use stodola_archive::{Archive, CatalogueWriter, Intake};
use stodola_follow::Followers;
use stodola_map::{
    DeadOptions, GraphOptions, LinkMap, LinkProblem, MapFollower, MapTime, RankOptions, RankScale,
    SiteTree, SyntheticMap, page_rank,
};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["make", folder, pages, links] => make(folder.as_ref(), pages.parse()?, links.parse()?),
        ["rank", folder, rounds] => rank(folder.as_ref(), rounds.parse()?),
        ["edges", folder] => edges(folder.as_ref()),
        ["ranks", folder] => ranks(folder.as_ref()),
        ["site", warc, folder, home] => site(warc.as_ref(), folder.as_ref(), home),
        _ => Err("map_load make|rank|edges|ranks|site: the source says which arguments".into()),
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit.max(1))) >> 64) as u64
    }

    /// A number below the limit, small ones far more often.
    fn popular(&mut self, limit: u64) -> u64 {
        let part = self.below(1 << 30) as f64 / (1u64 << 30) as f64;
        ((limit as f64).powf(part) - 1.0) as u64
    }
}

/// Where the pages of each site begin.
fn sites(pages: u64) -> Vec<u64> {
    let mut random = Random(1);
    let mut starts = vec![0];
    let mut all = 0;
    while all < pages {
        all += (1 + random.popular(5_000)).min(pages - all);
        starts.push(all);
    }
    starts
}

fn address(starts: &[u64], page: u64) -> Vec<u8> {
    let site = starts.partition_point(|start| *start <= page) - 1;
    let within = page - starts[site];
    let host =
        format!("www.site-{:x}.cz", (site as u64).wrapping_mul(0x9E37_79B9) & 0xff_ffff_ffff);
    match within {
        0 => format!("http://{host}/"),
        _ => format!("http://{host}/section-{}/article-{within}.html", within / 40),
    }
    .into_bytes()
}

fn make(folder: &Path, pages: u64, links: u64) -> Result<(), Box<dyn Error>> {
    let starts = sites(pages);
    let sites = starts.len() as u64 - 1;
    let mut random = Random(2);
    let mut map = SyntheticMap::create(folder)?;
    let mut targets = Vec::new();
    let mut count = 0u64;
    for page in 0..pages {
        targets.clear();
        let site = starts.partition_point(|start| *start <= page) - 1;
        let (start, size) = (starts[site], starts[site + 1] - starts[site]);
        for _ in 0..links {
            let target = match random.below(10) {
                0..5 => start + (page - start + random.below(40)) % size,
                5..8 => start + random.popular(size),
                8 => starts[random.popular(sites) as usize],
                _ => random.below(pages),
            };
            targets.push(address(&starts, target));
        }
        count += targets.len() as u64;
        map.add(&address(&starts, page), MapTime::from_number(20240101000000), &targets)?;
    }
    map.finish()?;
    let size = LinkMap::open_folder(folder)?.size();
    println!("pages {pages}\nlinks {count}\nsites {sites}\nparts {}", size.parts);
    println!("bytes {}\nbytes-a-link {:.2}", size.links, size.links as f64 / count as f64);
    report();
    Ok(())
}

fn rank(folder: &Path, rounds: u32) -> Result<(), Box<dyn Error>> {
    let map = LinkMap::open_folder(folder)?;
    let began = (Instant::now(), cpu());
    let snapshot = map.snapshot(MapTime::LATEST)?;
    println!(
        "snapshot-seconds {:.2}\nsnapshot-cpu {:.2}",
        began.0.elapsed().as_secs_f64(),
        cpu() - began.1
    );
    let began = (Instant::now(), cpu());
    let graph = snapshot.graph(&GraphOptions::default())?;
    println!(
        "graph-seconds {:.2}\ngraph-cpu {:.2}",
        began.0.elapsed().as_secs_f64(),
        cpu() - began.1
    );
    println!("nodes {}\nedges {}", graph.len(), graph.edges().len());
    drop(snapshot);
    let began = (Instant::now(), cpu());
    let ranks =
        page_rank(&graph, &RankOptions { rounds, tolerance: 0.0, ..RankOptions::default() });
    println!(
        "rank-seconds {:.2}\nrank-cpu {:.2}",
        began.0.elapsed().as_secs_f64(),
        cpu() - began.1
    );
    println!("rounds {}\nerror {:e}", ranks.rounds, ranks.error);
    report();
    Ok(())
}

fn edges(folder: &Path) -> Result<(), Box<dyn Error>> {
    let map = LinkMap::open_folder(folder)?;
    let graph = map.snapshot(MapTime::LATEST)?.graph(&GraphOptions::default())?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    for node in 0..graph.len() as u32 {
        for target in graph.edges().of(node) {
            writeln!(out, "{node} {target}")?;
        }
    }
    Ok(out.flush()?)
}

fn ranks(folder: &Path) -> Result<(), Box<dyn Error>> {
    let map = LinkMap::open_folder(folder)?;
    let graph = map.snapshot(MapTime::LATEST)?.graph(&GraphOptions::default())?;
    let scale = RankScale::SumOne;
    let options = RankOptions { tolerance: 1e-14, rounds: 500, scale, ..RankOptions::default() };
    let ranks = page_rank(&graph, &options);
    let mut out = BufWriter::new(std::io::stdout().lock());
    for rank in &ranks.ranks {
        writeln!(out, "{rank:e}")?;
    }
    Ok(out.flush()?)
}

/// What a webmaster wants to know of a site, from its WARC file.
fn site(warc: &Path, folder: &Path, home: &str) -> Result<(), Box<dyn Error>> {
    let archive = Archive::open_or_create(folder)?;
    let mut followers = Followers::new(&archive)?;
    if std::env::var_os("WITHOUT_MAP").is_none() {
        followers.attach(Box::new(MapFollower::open(&archive)?));
    }
    let mut writer = CatalogueWriter::open(&archive, archive.lock("map_load")?)?;
    writer.observe_with(Box::new(followers));
    writer.take_in(&archive, warc, Intake::Reference, &mut ())?;
    writer.close()?;
    println!("follow-cpu {:.2}", cpu());
    if std::env::var_os("WITHOUT_MAP").is_some() {
        return Ok(());
    }
    let began = cpu();
    let map = LinkMap::open(&archive)?;
    let snapshot = map.snapshot(MapTime::LATEST)?;
    let graph = snapshot.graph(&GraphOptions::default())?;
    println!(
        "graph-cpu {:.2}\nnodes {}\nedges {}",
        cpu() - began,
        graph.len(),
        graph.edges().len()
    );
    let began = cpu();
    let node = graph.node(snapshot.require(home.as_bytes())?).ok_or("the home page is no page")?;
    let tree = SiteTree::new(&graph, node, u32::MAX);
    println!("tree-cpu {:.2}\ntree {}", cpu() - began, tree.rows.len());
    let began = cpu();
    let dead = snapshot.dead_links(&DeadOptions::default())?;
    println!("dead-cpu {:.2}\nlinks {}\ndead {}", cpu() - began, dead.links, dead.dead());
    let began = cpu();
    let ranks = page_rank(&graph, &RankOptions::default());
    println!("rank-cpu {:.2}\nrounds {}", cpu() - began, ranks.rounds);
    let size = map.size();
    println!("bytes {}\ntexts {}", size.links, size.texts);
    report();
    for target in &dead.targets {
        let fragment = match &target.problem {
            LinkProblem::MissingPlace(fragment) => fragment.as_str(),
            _ => "",
        };
        let uri = |page| String::from_utf8_lossy(&snapshot.uri(page)).into_owned();
        let first = target.links.first();
        let holder = first.map(|link| uri(link.page)).unwrap_or_default();
        let element = first.map(|link| link.shape.element.as_str()).unwrap_or_default();
        let (code, count, uri) = (target.problem.code(), target.count, uri(target.page));
        println!("#\t{code}\t{count}\t{uri}\t{fragment}\t{holder}\t{element}");
    }
    Ok(())
}

/// Seconds of CPU of this process.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks =
        |at: usize| fields.get(at).and_then(|it| it.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}

/// Prints memory and CPU.
fn report() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|it| it.trim().split(' ').next()).unwrap_or_default();
    println!("peak-kb {peak}\ncpu {:.2}", cpu());
}
