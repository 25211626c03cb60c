//! `rank`: the most important pages, hosts or domains, by the links between them.

use super::{FieldForm, PackageKind, PackageRun, QuestionField, area};
use crate::map::{RankMeasure, RankSettings};
use crate::requests::RequestNote;
use crate::requests::listing::{FORMAT, Listing, TEMPLATE, facts, value};
use serde_json::json;
use stodola_access::people::PersonRole;
use stodola_map::{GraphNodes, RankScale};
use stodola_work::{WorkFailure, WorkResult};

const DAY: i64 = 86_400;
/// Nodes that are listed if the question does not say how many, and at most.
const LISTED: u64 = 1000;
const LISTED_MAX: u64 = 1_000_000;

pub(super) const KIND: PackageKind = PackageKind {
    name: "rank",
    version: 1,
    at_once: 1,
    reuse: DAY,
    role: PersonRole::Reader,
    shows_captures: true,
    fields: &[
        area::SITE,
        area::COLLECTION,
        area::DATE,
        QuestionField::optional("nodes", FieldForm::Choice(&["pages", "hosts", "domains"])),
        QuestionField::optional("measure", FieldForm::Choice(&["pagerank", "harmonic"])),
        QuestionField::optional("scale", FieldForm::Choice(&["mean", "sum"])),
        QuestionField::optional("limit", FieldForm::Number),
        FORMAT,
        TEMPLATE,
    ],
    run,
};

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let (opened, name) = area::open(run)?;
    run.begin("rank");
    let nodes = match run.text("nodes").as_deref() {
        Some("hosts") => GraphNodes::Hosts,
        Some("domains") => GraphNodes::Domains,
        _ => GraphNodes::Pages,
    };
    let usual = RankMeasure::default();
    let measure = match (run.text("measure").as_deref(), run.text("scale").as_deref(), usual) {
        (Some("harmonic"), _, _) => RankMeasure::Harmonic,
        (_, Some("sum"), RankMeasure::PageRank { damping, .. }) => {
            RankMeasure::PageRank { damping, scale: RankScale::SumOne }
        }
        (_, _, usual) => usual,
    };
    let limit = run.number("limit").unwrap_or(LISTED).clamp(1, LISTED_MAX);
    let settings = RankSettings { nodes, measure, limit: usize::try_from(limit).ok() };
    let view = opened.view().map_err(|error| WorkFailure::of(&error))?;
    run.go_on()?;
    let found = view.ranks(&settings).map_err(|error| WorkFailure::of(&error))?;
    run.go_on()?;
    let left = found.count.saturating_sub(found.nodes.len() as u64);
    if left > 0 {
        run.log(&RequestNote::MoreRows { rows: left });
    }
    let about = json!({
        "count": found.count, "links": found.links, "dangling": found.dangling, "is_sampled": found.is_sampled,
    });
    let list = Listing { title: name, facts: facts(&about), columns: &["uri", "rank"] };
    list.result(run, &mut found.nodes.iter().map(value))
}
