//! Hosts with many pages of the nation go before those with few when there are not enough workers for all.

use super::tiny::{Answer, Asked, Tiny};
use super::web::{Harvest, Job};
use std::time::Duration;

const WITHIN: Duration = Duration::from_secs(120);
const PAGES: usize = 20;

pub(super) const CZECH: &str = "Vítejte na stránkách spolku, který už dvacet let pečuje o staré sady. V sobotu se \
    sejdeme u kostela v devět hodin ráno a půjdeme společně až k rozhledně, odkud je za jasného počasí \
    vidět na hřebeny hor. Kdo si netroufne na celou trasu, může se po obědě vrátit autobusem.";
pub(super) const ENGLISH: &str = "Welcome to the pages of our club, which has been looking after old orchards for \
    twenty years. On Saturday we meet at the church at nine in the morning and walk together to the \
    lookout tower, from where the mountains can be seen on a clear day.";

/// Two hosts, whose paths begin with their names. The first page of each is Czech and links to all others;
/// those of `good` are Czech, too.
fn answer(asked: &Asked) -> Answer {
    let mut parts = asked.path.split('/').skip(1);
    let (Some(host), Some(page)) = (parts.next(), parts.next()) else {
        return (404, String::new(), Vec::new());
    };
    let is_czech = host == "good" || page == "0";
    let (language, text) = if is_czech { ("cs", CZECH) } else { ("en", ENGLISH) };
    let mut body = format!("<html lang={language}><title>{page}</title><p>{text}");
    for other in (1..PAGES).filter(|_| page == "0") {
        body.push_str(&format!(" <a href=/{host}/{other}>{other}</a>"));
    }
    (200, "Content-Type: text/html; charset=utf-8\r\n".to_owned(), body.into_bytes())
}

fn job(tiny: &Tiny) -> Job {
    Job::bare("all")
        .with("profile", "\"national\"")
        .with("national.depth", 1)
        .with("national.host_pages", 4)
        .with("fetch.workers", 1)
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("scope.rule", "[]")
        .seeds(&["http://bad.example/bad/0", "http://good.example/good/0"])
}

/// The hosts whose pages were asked for, in that order.
fn hosts(asked: &[String]) -> Vec<&str> {
    let host = |path: &String| ["good", "bad"].into_iter().find(|host| path[1..].starts_with(host));
    let hosts = asked.iter().map(host);
    hosts.flatten().collect()
}

#[test]
fn a_host_with_many_pages_of_the_nation_goes_first_and_does_so_after_a_restart() {
    let tiny = Tiny::start(answer);
    let harvest = Harvest::new(&job(&tiny).with("limits.documents", 12));
    harvest.run(WITHIN).expect(3);
    let asked = tiny.asked();
    // Until enough is known, both have their turns.
    let first = hosts(&asked);
    let (good, bad): (Vec<&str>, Vec<&str>) = first.iter().partition(|host| **host == "good");
    assert!((3..=4).contains(&bad.len()) && good.len() == 12 - bad.len(), "{asked:#?}");
    assert!(first[..7].iter().filter(|host| **host == "bad").count() >= 3, "{asked:#?}");
    assert!(first[8..].iter().all(|host| *host == "good"), "{asked:#?}");
    harvest.session.write("job.toml", job(&tiny).text().as_bytes());
    harvest.run(WITHIN).expect(0);
    let (before, asked) = (asked.len(), tiny.asked());
    let expected = [vec!["good"; PAGES - good.len()], vec!["bad"; PAGES - bad.len()]];
    assert_eq!(hosts(&asked[before..]), expected.concat(), "{asked:#?}");
    let report = harvest.archive().join("jobs/all/reports/national-report.txt");
    let report = std::fs::read_to_string(report).unwrap();
    assert!(report.contains("\n20 20 100.0 20 kept 10 good.example\n"), "{report}");
    assert!(report.contains("\n20 1 5.0 20 kept 1 bad.example\n"), "{report}");
}
