//! Seeds out of files of any kind: shown by `stodola seeds`, harvested by `stodola crawl --seeds`.

use super::web::{Harvest, Job, Web};
use std::fs;
use stodola_simweb::WorldSettings;

/// A line of crawl.log as Heritrix 3 writes it.
fn log_line(uri: &str) -> String {
    format!(
        "2011-06-23T17:12:09.591Z   200      15829 {uri} L http://a.example/ text/html #025 \
         20110623171208546+922 sha1:7AJUMSDTOMT4FN7MBFGGNJU3Z56MLCMW - -\n"
    )
}

#[test]
fn a_log_of_heritrix_seeds_a_harvest_with_each_address_once() {
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 4,
        ..WorldSettings::calm(4, 4)
    });
    let seeds = web.world.seeds();
    let job = Job::everything(&web).with("seeds", "[]").with("scope.max_hops", 0);
    let harvest = Harvest::new(&job);
    let session = &harvest.session;
    let mut log: String = seeds.iter().map(|seed| log_line(seed)).collect();
    log.push_str(
        "2011-06-23T17:12:08.000Z     1         52 dns:a.example P - text/dns #001 - - - -\n",
    );
    log.push_str(&log_line(&seeds[0]));
    session.write("crawl.log", log.as_bytes());
    session.write(
        "scope.log",
        b"2013-08-06T21:24:58.353Z 5 TooManyHopsDecideRule REJECT http://unheard.invalid/ \n",
    );

    let listed = session.run("seeds crawl.log").expect(1);
    assert_eq!(listed.text().lines().collect::<Vec<_>>(), seeds);
    for part in [
        "crawl.log: read as crawl-log",
        "line gives no seed",
        &format!("crawl.log:{}: 2011-06-23T17:12:08.000Z", seeds.len() + 1),
    ] {
        assert!(listed.stderr.contains(part), "{}", listed.stderr);
    }
    let counted =
        session.run("seeds crawl.log scope.log --dry-run --sample 2 --sample-seed 7").expect(1);
    assert_eq!((counted.text().len(), counted.stderr.contains("2 addresses are taken")), (0, true));

    // A command that is refused leaves nothing behind.
    session.run("crawl --seeds crawl.log --job refused --archive other").expect(2);
    assert!(!session.path("other").exists());

    session.run("crawl --config job.toml --seeds crawl.log --archive archive").expect(0);
    let list = fs::read_to_string(session.path("archive/jobs/all/seeds.txt")).unwrap();
    assert_eq!(list.lines().next(), Some("# stodola seeds 1"));
    assert_eq!(list.lines().skip(1).collect::<Vec<_>>(), seeds);
    let report = session.run("job report all --archive archive --name seeds").expect(0);
    for seed in &seeds {
        assert!(report.text().contains(&format!("200 CRAWLED {seed}")), "{}", report.text());
    }
}
