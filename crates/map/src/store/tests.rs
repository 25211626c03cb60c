//! The store against a model: a list of captures.

use super::*;
use crate::follower::VERSION;
use crate::graph::GraphOptions;
use crate::map::LinkMap;
use crate::name::name_of;
use crate::record::{Capture, Content, KnownContent, LinkRow};
use crate::shape::LinkShape;
use crate::time::MapTime;
use std::collections::{BTreeMap, BTreeSet};
use stodola_extract::LinkKind;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }
}

/// A capture of the model.
struct ModelCapture {
    file: String,
    page: u64,
    year: u64,
    answer: ModelAnswer,
}

enum ModelAnswer {
    Content { hash: u64, is_revisit: bool },
    Redirect(u64),
    Missing,
}

const PAGES: u64 = 25;

fn uri(page: u64) -> Vec<u8> {
    format!("http://host{}.cz/{page}", page % 3).into_bytes()
}

/// The links of a content follow from its page and hash.
fn links(page: u64, hash: u64) -> Vec<u64> {
    let mut random = Random(page * 100 + hash);
    (0..random.below(6)).map(|_| random.below(PAGES)).collect()
}

fn add(batch: &mut Batch, capture: &ModelCapture, file: u32) {
    let page = batch.page(name_of(&uri(capture.page)));
    let time = MapTime::from_number((2000 + capture.year) * 10_000_000_000 + 101_000_000);
    let row = Capture { time, file, ..Capture::default() };
    match capture.answer {
        ModelAnswer::Content { hash, is_revisit } => {
            let shape = batch.words.shape(&LinkShape::of_kind(LinkKind::Navigation));
            let targets = links(capture.page, hash);
            let target = |target| LinkRow { target: batch.page(name_of(&uri(target))), shape };
            let links: Vec<LinkRow> = targets.into_iter().map(target).collect();
            let known = KnownContent { parser: 1, links, ..KnownContent::default() };
            let known = (!is_revisit).then_some(known);
            let row = Capture { status: 200, is_revisit, ..row };
            batch.add(page, Some(Content { hash, known }), row);
        }
        ModelAnswer::Redirect(target) => {
            let redirect = Some(batch.page(name_of(&uri(target))));
            batch.add(page, None, Capture { status: 302, redirect, ..row });
        }
        ModelAnswer::Missing => batch.add(page, None, Capture { status: 404, ..row }),
    }
}

/// The edges at the end of a year, computed from the list alone.
fn model_edges(captures: &[ModelCapture], year: u64) -> BTreeMap<Vec<u8>, BTreeSet<Vec<u8>>> {
    let mut newest: BTreeMap<u64, &ModelCapture> = BTreeMap::new();
    for capture in captures.iter().filter(|it| it.year <= year) {
        if newest.get(&capture.page).is_none_or(|it| it.year <= capture.year) {
            newest.insert(capture.page, capture);
        }
    }
    let end = |page: u64| {
        let mut at = page;
        for _ in 0..PAGES {
            match newest.get(&at).map(|it| &it.answer) {
                Some(ModelAnswer::Redirect(next)) if *next == page => return page,
                Some(ModelAnswer::Redirect(next)) => at = *next,
                _ => return at,
            }
        }
        page
    };
    let content = |page: u64| match newest.get(&page).map(|it| &it.answer) {
        Some(ModelAnswer::Content { hash, .. }) => Some(*hash),
        _ => None,
    };
    let mut edges = BTreeMap::new();
    for page in 0..PAGES {
        let Some(hash) = content(page) else { continue };
        // A revisit has links only if somebody has seen the content.
        let is_known = captures.iter().any(|it| {
            let ModelAnswer::Content { hash: other, is_revisit } = it.answer else { return false };
            it.page == page && other == hash && !is_revisit
        });
        let targets = if is_known { links(page, hash) } else { Vec::new() };
        let targets = targets.into_iter().map(end).filter(|it| *it != page);
        let targets = targets.filter(|it| content(*it).is_some()).map(uri).collect();
        edges.insert(uri(page), targets);
    }
    edges
}

fn map_edges(folder: &Path, year: u64) -> BTreeMap<Vec<u8>, BTreeSet<Vec<u8>>> {
    let map = LinkMap::open_folder(folder).unwrap();
    let time = MapTime::from_number((2000 + year) * 10_000_000_000 + 1_231_000_000);
    let snapshot = map.snapshot(time).unwrap();
    let graph = snapshot.graph(&GraphOptions::default()).unwrap();
    let uri = |node: u32| snapshot.uri(graph.page(node).unwrap());
    let targets = |node: u32| graph.edges().of(node).iter().map(|it| uri(*it)).collect();
    (0..graph.len() as u32).map(|node| (uri(node), targets(node))).collect()
}

#[test]
fn store_is_what_the_captures_say_whatever_happens() {
    let root = std::env::temp_dir().join(format!("stodola-map-model-{}", std::process::id()));
    for seed in 0..8 {
        let folder = root.join(seed.to_string());
        let _ = std::fs::remove_dir_all(&folder);
        let mut random = Random(seed);
        let mut store = Store::open(&folder, VERSION).unwrap();
        let mut model: Vec<ModelCapture> = Vec::new();
        // Years grow, so that no two captures of a page are of the same time.
        for step in 0..40u64 {
            let file = format!("file {}", random.below(12));
            let number = store.number_of(&file);
            let mut taken = Vec::new();
            let mut batch = Batch::default();
            for page in 0..PAGES {
                if random.below(3) > 0 {
                    continue;
                }
                let answer = match random.below(8) {
                    0 => ModelAnswer::Missing,
                    1 => ModelAnswer::Redirect(random.below(PAGES)),
                    kind => {
                        let hash = random.below(3);
                        // As in archives, a revisit is of a content that is there.
                        let is_known = model.iter().chain(&taken).any(|it: &ModelCapture| {
                            let ModelAnswer::Content { hash: other, is_revisit } = it.answer else {
                                return false;
                            };
                            it.page == page && other == hash && !is_revisit
                        });
                        ModelAnswer::Content { hash, is_revisit: kind < 4 && is_known }
                    }
                };
                let capture = ModelCapture { file: file.clone(), page, year: step, answer };
                add(&mut batch, &capture, number);
                taken.push(capture);
                if random.below(10) == 0 {
                    store.add(std::mem::take(&mut batch)).unwrap();
                }
            }
            store.add(batch).unwrap();
            match random.below(12) {
                0 => store.abandon(),
                _ => {
                    store.commit(&file, FilePlace { offset: step, is_end: false }).unwrap();
                    model.extend(taken);
                }
            }
            match random.below(16) {
                0 => {
                    drop(store);
                    store = Store::open(&folder, VERSION).unwrap();
                }
                1 if step > 30 => {
                    // Revisits may lose the content that they refer to, so everything of the page goes at once.
                    store.clear(VERSION).unwrap();
                    model.clear();
                }
                2 => store.merge_all().unwrap(),
                _ => {}
            }
            let year = random.below(step + 1);
            assert_eq!(map_edges(&folder, year), model_edges(&model, year), "{seed} {step}");
        }
        // Forgotten files take their captures with them, at once; addresses go when parts are merged.
        let files: BTreeSet<String> = model.iter().map(|it| it.file.clone()).collect();
        for file in files {
            store.forget(&file).unwrap();
        }
        assert_eq!(map_edges(&folder, 99), BTreeMap::new());
        store.merge_all().unwrap();
        let map = LinkMap::open_folder(&folder).unwrap();
        assert_eq!(map.snapshot(MapTime::LATEST).unwrap().pages(), 0);
        drop(store);
        std::fs::remove_dir_all(&folder).unwrap();
    }
    let _ = std::fs::remove_dir_all(&root);
}
