//! Measures queries of the metadata: `page_queries FILE VERSIONS`. Makes a database if the file is not there; prints
//! what took how long, one line of JSON for each.
//!
//! A hundred domains; each page has ten versions, one a day.

#![allow(clippy::print_stdout, reason = "this is the output of the measurement")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stodola_pages::data::PageMeta;
use stodola_pages::database::{
    PageDatabase, PageDatabaseError, PageQuery, PageReader, PageRound, SeenPage,
};

const DOMAINS: usize = 100;
const ROUNDS: usize = 10;
const DAY: i64 = 86_400_000;
/// Each query is asked so often; the median counts.
const TIMES: usize = 21;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, versions] = arguments.as_slice() else {
        return Err("two arguments are wanted: FILE VERSIONS".into());
    };
    let (path, versions): (&Path, usize) = (path.as_ref(), versions.parse()?);
    let pages = versions / DOMAINS / ROUNDS;
    if !path.exists() {
        let began = Instant::now();
        write(path, pages)?;
        let seconds = began.elapsed().as_secs_f64();
        println!("{{\"what\":\"write\",\"versions\":{versions},\"seconds\":{seconds:.2}}}");
    }
    let reader = PageReader::open(path);
    let number = pages / 2;
    for (name, condition, order) in [
        ("url", format!("url = 'http://www.domain7.example/section/page{number}.html'"), None),
        ("digest", format!("digest = '{}'", digest(7, number, 3)), None),
        ("record", format!("record = '{}'", record(7, number, 3)), None),
        ("tag", format!("tag = '{}'", tag(7, 3)), None),
        (
            "path",
            format!("domain = 'domain7.example' and path = 'section/page{number}.html'"),
            None,
        ),
        ("time", format!("time between {} and {}", 3 * DAY + 500, 3 * DAY + 509), None),
        ("newest", "domain = 'domain7.example' and until is null".to_owned(), Some("title")),
        ("latest", format!("time > {}", 9 * DAY), Some("time desc")),
        ("no index", "title like '%page 77 %'".to_owned(), None),
    ] {
        let order = order.map(str::to_owned);
        let query = PageQuery {
            condition: Some(condition),
            order,
            limit: Some(100),
            ..PageQuery::default()
        };
        let mut took = Vec::new();
        let mut rows = 0;
        for _ in 0..TIMES {
            let began = Instant::now();
            rows = reader.query(&query, Arc::new(sight))?.versions.len();
            took.push(began.elapsed().as_secs_f64() * 1000.0);
        }
        took.sort_by(f64::total_cmp);
        let (median, most) = (took[TIMES / 2], took[TIMES - 1]);
        println!(
            "{{\"what\":\"{name}\",\"rows\":{rows},\"median_ms\":{median:.2},\"most_ms\":{most:.2}}}"
        );
    }
    Ok(())
}

/// One domain of a hundred is hidden.
fn sight(page: &SeenPage<'_>) -> bool {
    page.domain != "domain99.example"
}

fn write(path: &Path, pages: usize) -> Result<(), PageDatabaseError> {
    let mut database = PageDatabase::open(path)?;
    database.rebuild::<PageDatabaseError>(|writer| {
        for domain in 0..DOMAINS {
            for round in 0..ROUNDS {
                let commit = format!("{domain:020x}{round:020x}");
                let time = i64::try_from(round).unwrap_or(0) * DAY;
                let (name, tag) = (format!("domain{domain}.example"), tag(domain, round));
                let round_row = PageRound { domain: name.clone(), tag: tag.clone(), time, commit };
                writer.round::<PageDatabaseError>(&round_row, |writer| {
                    (0..pages)
                        .try_for_each(|page| writer.page(&meta(&name, &tag, domain, page, round)))
                })?;
            }
        }
        Ok(())
    })
}

fn meta(name: &str, tag: &str, domain: usize, page: usize, round: usize) -> PageMeta {
    PageMeta {
        url: format!("http://www.{name}/section/page{page}.html"),
        title: Some(format!("The title of page {page} in its version {round}")),
        path: format!("section/page{page}.html"),
        time: i64::try_from(round).unwrap_or(0) * DAY + i64::try_from(page).unwrap_or(0),
        tag: tag.to_owned(),
        record: Some(record(domain, page, round)),
        digest: digest(domain, page, round),
        status: Some(200),
        media: Some("text/html".to_owned()),
        charset: Some("utf-8".to_owned()),
        language: Some("cs".to_owned()),
    }
}

fn tag(domain: usize, round: usize) -> String {
    format!("domain{domain}.example@202601{:02}T000000Z", round + 1)
}

fn digest(domain: usize, page: usize, round: usize) -> String {
    format!("sha256:{:064x}", mixed(domain, page, round))
}

fn record(domain: usize, page: usize, round: usize) -> String {
    format!("urn:uuid:{:016x}-{domain}-{page}-{round}", mixed(domain, page, round))
}

/// Spreads keys over the index, as digests are.
fn mixed(domain: usize, page: usize, round: usize) -> u64 {
    let number = ((domain * 100_003 + page) * 101 + round) as u64;
    let number = (number ^ (number >> 31)).wrapping_mul(0x7fb5_d329_728e_a185);
    (number ^ (number >> 27)).wrapping_mul(0x81da_def4_bc2d_d44d)
}
