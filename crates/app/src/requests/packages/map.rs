//! `map`: a site or a collection as its visitors walk it: the numbers with all documents, the tree, or the dead links.

use super::{FieldForm, PackageKind, PackageRun, QuestionField, area};
use crate::map::{ClickTree, DeadReport, DeadSettings, MapView, SiteSurvey, TreeSettings};
use crate::requests::listing::{FORMAT, Listing, TEMPLATE, facts, value};
use crate::requests::{PackageFault, RequestNote};
use serde_json::{Map, Value, json};
use stodola_access::people::PersonRole;
use stodola_work::{WorkFailure, WorkResult};

const DAY: i64 = 86_400;

pub(super) const KIND: PackageKind = PackageKind {
    name: "map",
    version: 1,
    at_once: 1,
    reuse: DAY,
    role: PersonRole::Reader,
    shows_captures: true,
    fields: &[
        area::SITE,
        area::COLLECTION,
        area::DATE,
        QuestionField::optional("view", FieldForm::Choice(&["survey", "tree", "dead"])),
        QuestionField::optional("home", FieldForm::Text),
        QuestionField::optional("depth", FieldForm::Number),
        FORMAT,
        TEMPLATE,
    ],
    run,
};

const SURVEY: &[&str] =
    &["uri", "title", "kind", "type", "lang", "size", "rank", "in_links", "depth", "below", "time"];
const TREE: &[&str] = &["depth", "uri", "title", "type", "lang", "size", "parent"];
const DEAD: &[&str] = &["target", "outcome", "status", "dead", "links", "hint", "pages"];

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let (opened, name) = area::open(run)?;
    run.begin("map");
    let view = opened.view().map_err(|error| WorkFailure::of(&error))?;
    run.go_on()?;
    match run.text("view").as_deref() {
        Some("tree") => tree(run, &view, &name),
        Some("dead") => dead(run, &view, &name),
        _ => survey(run, &view, &name),
    }
}

fn survey(run: &PackageRun<'_>, view: &MapView<'_>, name: &str) -> Result<WorkResult, WorkFailure> {
    let found = view.survey(name).map_err(|error| WorkFailure::of(&error))?;
    run.go_on()?;
    if found.figures.pages + found.figures.files == 0 {
        return Err(WorkFailure::of(&PackageFault::NothingMapped(name.to_owned())));
    }
    let SiteSurvey { left_out, kinds, languages, from_hosts, to_hosts, .. } = &found;
    let mut about = facts(&found.figures);
    let lists = json!({
        "kinds": kinds, "languages": languages, "from_hosts": from_hosts, "to_hosts": to_hosts, "left_out": left_out,
    });
    about.extend(facts(&lists));
    if *left_out > 0 {
        run.log(&RequestNote::MoreRows { rows: *left_out });
    }
    let mut rows = found.pages.iter().map(|page| {
        json!({
            "uri": page.uri, "title": page.title, "kind": page.kind, "type": page.mime, "lang": page.language,
            "size": page.size, "rank": page.rank, "in_links": page.in_links, "depth": page.depth,
            "below": page.below, "time": page.time,
        })
    });
    listing(name, about, SURVEY).result(run, &mut rows)
}

fn tree(run: &PackageRun<'_>, view: &MapView<'_>, name: &str) -> Result<WorkResult, WorkFailure> {
    let depth = run.number("depth").map(|it| u32::try_from(it).unwrap_or(u32::MAX));
    let settings = TreeSettings { home: run.text("home"), depth, ..TreeSettings::default() };
    let found = view.click_tree(&settings).map_err(|error| WorkFailure::of(&error))?;
    run.go_on()?;
    let ClickTree { pages, depths, kinds, unreached } = &found;
    let about = facts(&json!({ "depths": depths, "kinds": kinds, "unreached": unreached }));
    listing(name, about, TREE).result(run, &mut pages.iter().map(value))
}

fn dead(run: &PackageRun<'_>, view: &MapView<'_>, name: &str) -> Result<WorkResult, WorkFailure> {
    let found = view.dead(&DeadSettings::default()).map_err(|error| WorkFailure::of(&error))?;
    run.go_on()?;
    let DeadReport { rows, pages, links, left_out } = &found;
    let about = facts(&json!({
        "pages": pages, "links": links, "left_out": left_out,
        "dead_links": found.dead_links(), "dead_targets": found.dead_targets(),
    }));
    listing(name, about, DEAD).result(run, &mut rows.iter().map(value))
}

fn listing(name: &str, facts: Map<String, Value>, columns: &'static [&'static str]) -> Listing {
    Listing { title: name.to_owned(), facts, columns }
}
