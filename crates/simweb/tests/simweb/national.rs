//! The national web as it is served, and its truth.

use crate::client::{Client, fetch, start};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use stodola_extract::{ExtractOptions, Input, LinkKind, Requisite, extract};
use stodola_simweb::{
    NationalPage, NationalTerms, PageKind, Role, Shape, SimLinkKind, SimRequest, SiteLanguage,
    World, WorldSettings,
};

fn settings(seed: u64) -> WorldSettings {
    WorldSettings { national: 40, ..WorldSettings::calm(seed, 1) }
}

fn world(seed: u64) -> World {
    World::new(settings(seed))
}

fn text(world: &World, page: &NationalPage) -> String {
    let answer = world.response(&page.host, &page.target, &SimRequest::get());
    String::from_utf8_lossy(&answer.body).into_owned()
}

#[test]
fn same_seed_same_bytes() {
    let (a, b) = (world(3), world(3));
    assert!(a.national_pages().eq(b.national_pages()));
    assert_eq!(a.national_seeds(), b.national_seeds());
    let other: BTreeSet<_> = world(4).national_pages().map(|page| page.sha256).collect();
    assert!(a.national_pages().filter(|page| page.is_html()).any(|p| !other.contains(&p.sha256)));
}

#[test]
fn national_web_leaves_the_other_one_as_it_is() {
    let without = World::new(WorldSettings { hosts: 20, ..WorldSettings::default() });
    let with = World::new(WorldSettings { hosts: 20, national: 16, ..WorldSettings::default() });
    assert!(with.truth().eq(without.truth()));
    assert_eq!(without.national_pages().count(), 0);
    let seed = with.national_seeds()[0].clone();
    let host = seed.strip_prefix("http://").unwrap().strip_suffix('/').unwrap();
    assert!(with.robots(host).is_some() && without.robots(host).is_none());
}

#[tokio::test]
async fn served_pages_are_the_listed_ones() {
    let web = start(settings(5)).await;
    let mut client = Client::connect(web.addr).await;
    let mut fetched = 0;
    for page in web.world.national_pages() {
        let reply = client.get(&page.host, &page.target).await;
        assert_eq!(reply.status, page.status, "{}", page.uri());
        assert_eq!(reply.header("Content-Type"), Some(page.content_type.as_str()));
        assert_eq!(reply.header("Content-Language"), page.signs.header_tag);
        assert_eq!(Sha256::digest(&reply.body)[..], page.sha256, "{}", page.uri());
        fetched += 1;
    }
    assert!(fetched > 1000, "{fetched}");
    let host = &web.world.national_pages().next().unwrap().host;
    for target in ["/robots.txt", "/p999.html", "/img/", "nonsense"] {
        assert_eq!(fetch(&web, host, target).await.status, 404, "{target}");
    }
    for host in ["nova41-com.example", "cdn3-net.example", "ob--lhota08.cz", "ob--lhota+1.cz"] {
        assert_eq!(fetch(&web, host, "/").await.status, 421, "{host}");
    }
}

#[test]
fn addresses_are_neutral_but_for_the_country_domain() {
    let world = world(6);
    let mut seen = BTreeSet::new();
    for page in world.national_pages() {
        assert!(seen.insert(page.uri()), "{} is listed twice", page.uri());
        let neutral = [".example", ".test"].iter().any(|end| page.host.ends_with(end));
        assert_ne!(neutral, page.is_in_country(), "{}", page.host);
        assert!(world.ip(&page.host.to_uppercase()).is_some(), "{}", page.host);
    }
    let endings = ["-com.", "-org.", "-net.", "-eu.", "-info."];
    assert!(endings.iter().all(|end| seen.iter().any(|uri| uri.contains(end))));
}

#[test]
fn every_link_leads_to_the_truth() {
    let world = world(7);
    let known: BTreeSet<String> = world.national_pages().map(|page| page.uri()).collect();
    for page in world.national_pages() {
        let links = page.links.iter().filter(|link| link.kind != SimLinkKind::Foreign);
        for link in links {
            assert!(known.contains(&link.uri), "{} links to {}", page.uri(), link.uri);
        }
        let kind = world.kind(&page.host, &page.target).unwrap();
        assert_eq!(kind == PageKind::Redirect, page.node().shape == Shape::Redirect);
        assert_eq!(world.links(&page.host, &page.target), page.links, "{}", page.uri());
    }
}

/// What a crawler makes of the bytes is what the truth says, kinds of links and all.
#[test]
fn listed_links_are_those_in_the_bytes() {
    let world = world(8);
    let mut compared = 0;
    for page in world.national_pages() {
        let answer = world.response(&page.host, &page.target, &SimRequest::get());
        let headers: Vec<(&[u8], &[u8])> = answer
            .headers
            .iter()
            .map(|(name, value)| (name.as_bytes(), value.as_bytes()))
            .collect();
        let uri = page.uri();
        let input = Input { headers: &headers, ..Input::new(uri.as_bytes()) };
        let mut found = BTreeSet::new();
        extract(&input, &answer.body[..], &ExtractOptions::default(), &mut |link| {
            found.insert((String::from_utf8(link.uri.to_vec()).unwrap(), link.kind));
        });
        let links = page.links.iter().filter(|link| link.kind != SimLinkKind::Foreign);
        let listed = links.map(|link| (link.uri.clone(), kind(link.kind))).collect();
        assert_eq!(found, listed, "{uri}");
        compared += found.len();
    }
    assert!(compared > 2000, "{compared}");
}

fn kind(kind: SimLinkKind) -> LinkKind {
    match kind {
        SimLinkKind::Anchor => LinkKind::Navigation,
        SimLinkKind::Image => LinkKind::Requisite(Requisite::Image),
        SimLinkKind::Style => LinkKind::Requisite(Requisite::Style),
        SimLinkKind::Script => LinkKind::Requisite(Requisite::Script),
        SimLinkKind::Font => LinkKind::Requisite(Requisite::Font),
        SimLinkKind::Frame => LinkKind::Requisite(Requisite::Frame),
        SimLinkKind::Redirect => LinkKind::Redirect,
        other => panic!("{other:?} does not occur"),
    }
}

#[test]
fn there_are_all_roles_and_ten_languages() {
    let world = world(9);
    let pages: Vec<NationalPage> = world.national_pages().collect();
    let roles: BTreeSet<Role> = pages.iter().filter_map(|page| page.role).collect();
    assert_eq!(roles.len(), 11, "{roles:?}");
    let mut languages: BTreeMap<&str, u32> = BTreeMap::new();
    for language in pages.iter().filter_map(|page| page.language) {
        *languages.entry(language.code()).or_default() += 1;
    }
    assert_eq!(languages.len(), 10, "{languages:?}");
    assert!(languages.values().all(|count| *count >= 10), "{languages:?}");
    for page in &pages {
        let is_czech = [page.language, page.second_language].contains(&Some(SiteLanguage::Czech));
        assert_eq!(page.is_national, is_czech, "{}", page.uri());
        assert!(page.is_html() || !page.is_national);
    }
    let seeds = world.national_seeds();
    assert!((20..35).contains(&seeds.len()), "{}", seeds.len());
    let national = |uri: &String| pages.iter().any(|page| page.uri() == *uri && page.is_national);
    let valid = seeds.iter().filter(|uri| national(uri)).count();
    assert!(valid > 5 && valid + 5 < seeds.len(), "{valid} of {}", seeds.len());
}

/// A statistical recogniser needs some words; and what is called Czech has to have Czech on it.
#[test]
fn pages_are_long_enough_and_in_the_languages_they_are_said_to_be_in() {
    let world = world(12);
    for page in world.national_pages().filter(|page| page.role.is_some()) {
        let (text, uri) = (text(&world, &page), page.uri());
        let Some(language) = page.language else { continue };
        let words = text.split("<p>").skip(1).map(|rest| rest.split("</p>").next().unwrap());
        assert!(words.flat_map(str::split_whitespace).count() >= 25, "{uri}");
        let is_utf8 = page.content_type.ends_with("utf-8");
        let is_cyrillic = matches!(language, SiteLanguage::Russian | SiteLanguage::Ukrainian);
        assert_eq!(text.chars().any(|c| ('а'..='я').contains(&c)), is_cyrillic, "{uri}");
        let has_czech = text.contains(['ě', 'ř', 'ů']);
        assert_eq!(has_czech, page.is_national && !page.signs.is_ascii && is_utf8, "{uri}");
    }
}

#[test]
fn pages_show_their_signs() {
    let world = world(10);
    let mut mails_of_foreigners = 0;
    for page in world.national_pages().filter(|page| page.language.is_some() && page.role.is_some())
    {
        let (text, signs) = (text(&world, &page), &page.signs);
        let uri = page.uri();
        assert_eq!(text.contains("+420 200 000 0"), signs.has_phone, "{uri}");
        let mail = text.split("info@").skip(1).any(|rest| rest.starts_with("ob--lhota"));
        assert_eq!(mail, signs.has_mail, "{uri}");
        assert_eq!(text.contains("Lhotsk"), signs.has_address, "{uri}");
        let tag = signs.tag.map_or("<html>".to_owned(), |tag| format!("<html lang=\"{tag}\">"));
        assert!(text.contains(&tag), "{uri}");
        let ways = page.links.iter().filter(|link| {
            link.kind == SimLinkKind::Anchor && link.uri.split('/').nth(2).unwrap().ends_with(".cz")
        });
        assert_eq!(ways.count() as u32, signs.country_links, "{uri}");
        assert!(!signs.is_ascii || text.is_ascii(), "{uri}");
        mails_of_foreigners += u32::from(signs.has_mail && !page.is_national);
    }
    assert!(mails_of_foreigners > 5, "{mails_of_foreigners}");
}

#[test]
fn truth_grows_with_the_depth_and_keeps_pages_complete() {
    let world = world(11);
    let truth = world.national_truth();
    let seeds = world.national_seeds();
    let pages: BTreeMap<String, NationalPage> =
        world.national_pages().map(|page| (page.uri(), page)).collect();
    let harvests = [0, 1, 2, 3].map(|depth| truth.harvest(&seeds, NationalTerms::new(depth, 0)));
    for pair in harvests.windows(2) {
        assert!(pair[0].archived.is_subset(&pair[1].archived));
        assert!(pair[0].archived.len() < pair[1].archived.len());
    }
    for harvest in &harvests {
        assert!(!harvest.rejected.is_empty());
        for page in harvest.archived.iter().map(|uri| &pages[uri]) {
            for link in page.links.iter().filter(|link| link.kind.is_requisite()) {
                assert!(harvest.archived.contains(&link.uri), "{} lacks {}", page.uri(), link.uri);
            }
            assert!(!page.is_in_country() || !page.is_html(), "{}", page.uri());
        }
        for uri in &harvest.judged {
            assert!(!pages[uri].is_national || harvest.archived.contains(uri), "{uri}");
        }
    }
    let foreign = |page: &&NationalPage| page.is_html() && !page.is_national;
    // Without depth only frames are archived that are not national themselves.
    for page in harvests[0].archived.iter().map(|uri| &pages[uri]).filter(foreign) {
        assert!(page.target.contains("frame") || page.target.contains("widget"), "{}", page.uri());
    }
    let requisites_abroad = harvests[0].archived.iter().filter(|uri| pages[*uri].is_in_country());
    assert!(requisites_abroad.count() > 0);
    assert!(
        truth.harvest(&seeds, NationalTerms::new(0, 2)).archived.len() > harvests[0].archived.len()
    );
}
