//! Hosts that want to be left alone for a while after each request.

use crate::client::{Client, start};
use std::collections::BTreeSet;
use std::time::Duration;
use stodola_simweb::WorldSettings;

#[tokio::test(start_paused = true)]
async fn haste_is_refused_and_patience_rewarded() {
    let mut settings = WorldSettings { touchy_rate: 0.5, ..WorldSettings::calm(4, 100) };
    settings.pace.interval = Duration::from_millis(2500);
    let web = start(settings).await;
    let touchy: Vec<String> =
        web.world.hosts().filter(|host| web.world.interval(host).is_some()).collect();
    assert!((30..70).contains(&touchy.len()), "{}", touchy.len());
    assert_eq!(web.world.interval("catalogue0.example"), None);
    let mut ways = BTreeSet::new();
    for host in &touchy {
        let get = async |target: &str| Client::connect(web.addr).await.get(host, target).await;
        assert_eq!(get("/").await.status, 200);
        tokio::time::advance(Duration::from_millis(500)).await;
        let reply = get("/").await;
        let retry_after = reply.header("Retry-After").unwrap();
        let is_date = retry_after.ends_with(" GMT");
        assert!(is_date || retry_after == "2", "{retry_after}");
        ways.insert((reply.status, is_date));
        // A refusal is no visit, so that the wait does not begin anew.
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(get("/").await.status, 200);
        assert_eq!(get("/robots.txt").await.status, 200);
        assert_ne!(get("/").await.status, 200);
    }
    let every = [(429, false), (429, true), (503, false), (503, true)];
    assert_eq!(ways.into_iter().collect::<Vec<_>>(), every);
    assert_eq!(web.log.too_fast(), touchy.len() as u64 * 2);
    let refused = web.log.entries().iter().filter(|entry| entry.too_fast).count();
    assert_eq!(refused, touchy.len() * 2);
    let page = web.world.truth().find(|page| page.host == touchy[0]).unwrap();
    assert!(page.is_harvestable() && page.interval == Some(Duration::from_millis(2500)));
}
