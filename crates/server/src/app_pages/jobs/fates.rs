//! What became of the addresses of a harvest: outcomes, statuses and types as bars; troubles; the last outcomes.

use super::address;
use super::tables::why;
use crate::app_pages::PageFrame;
use crate::app_pages::format::{escaped, grouped};
use crate::app_pages::sheet::{Block, Cell, SheetSection, TableView};
use crate::state::now_ms;
use std::fmt::Write as _;
use stodola_app::job::{JobTally, Outcome, Time};
use stodola_text::{Language, decimal, size, trouble_follows_words, trouble_words};

/// Rows of the lists.
const TROUBLES: usize = 12;
const RECENT: usize = 12;
const TYPES: usize = 8;
const KINDS: usize = 10;

/// Outcomes in the order of the bar: what is kept, what was decided, what went wrong.
const ORDER: [Outcome; 12] = [
    Outcome::Archived,
    Outcome::NotDue,
    Outcome::RobotsExcluded,
    Outcome::OutOfScope,
    Outcome::NotNational,
    Outcome::LeftOut,
    Outcome::Trap,
    Outcome::OverBudget,
    Outcome::AddressRefused,
    Outcome::Failed,
    Outcome::RobotsUnreachable,
    Outcome::Unfetchable,
];

/// How an outcome is marked.
pub(in crate::app_pages) fn outcome_kind(outcome: &str) -> &'static str {
    match outcome {
        "archived" | "not-due" => "kept",
        "retried" | "waiting" => "wait",
        "failed" | "robots-unreachable" | "unfetchable" => "bad",
        _ => "none",
    }
}

/// What an outcome is called.
pub(in crate::app_pages) fn outcome_word(page: &PageFrame, outcome: &str) -> String {
    page.t(&format!("web-outcome-{outcome}"))
}

/// Rounded down: what is not all is never shown as 100 %.
fn percent(language: Language, part: u64, all: u64) -> String {
    let permille = u128::from(part) * 1000 / u128::from(all.max(1));
    format!("{}\u{a0}%", decimal(language, permille as f64 / 10.0, 1))
}

/// A row of a list of shares.
struct Share {
    /// The mark before the name; empty without one.
    kind: &'static str,
    name: String,
    href: Option<String>,
    number: u64,
    more: Option<String>,
}

/// Shares as a table with bars.
fn shares(page: &PageFrame, caption: &str, heads: &[String], rows: &[Share], all: u64) -> String {
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\
         <table class=\"shares\"><caption class=\"off\">{caption}</caption><thead><tr>",
        caption = escaped(caption)
    );
    for (number, head) in heads.iter().enumerate() {
        let class = if number == 0 { "" } else { " class=\"n\"" };
        let _ = write!(html, "<th scope=\"col\"{class}>{}</th>", escaped(head));
    }
    html.push_str("<td></td></tr></thead><tbody>");
    for Share { kind, name, href, number, more } in rows {
        let name = match href {
            Some(href) => format!("<a href=\"{}\">{}</a>", escaped(href), escaped(name)),
            None => escaped(name),
        };
        let name = match *kind {
            "" => name,
            kind => format!("<span class=\"mark-{kind}\">{name}</span>"),
        };
        let more = more.as_ref().map(|more| format!("<td class=\"n\">{}</td>", escaped(more)));
        let width = *number as f64 * 100.0 / all.max(1) as f64;
        let class = if kind.is_empty() { "kept" } else { kind };
        let _ = write!(
            html,
            "<tr><th scope=\"row\">{name}</th><td class=\"n\">{}</td><td class=\"n\">{}</td>{}\
             <td class=\"barcell\"><svg width=\"100%\" height=\"10\" aria-hidden=\"true\">\
             <rect class=\"part-{class}\" width=\"{width:.2}%\" height=\"10\"/></svg></td></tr>",
            grouped(*number),
            percent(page.language, *number, all),
            more.unwrap_or_default(),
        );
    }
    html.push_str("</tbody></table></div>");
    html
}

/// All outcomes as one bar.
fn bar(name: &str, parts: &[(Outcome, u64)], all: u64) -> String {
    let mut svg = format!(
        "<svg class=\"whole\" width=\"100%\" height=\"18\" role=\"img\" aria-label=\"{}\">",
        escaped(name)
    );
    let mut x = 0.0;
    for (outcome, number) in parts {
        let width = *number as f64 * 100.0 / all.max(1) as f64;
        let _ = write!(
            svg,
            "<rect class=\"part-{}\" x=\"{x:.2}%\" width=\"{width:.2}%\" height=\"18\"/>",
            outcome_kind(outcome.name()),
        );
        x += width;
    }
    svg.push_str("</svg>");
    svg
}

/// Outcomes, statuses and types.
pub(super) fn outcomes(page: &PageFrame, job: &str, tally: Option<&JobTally>) -> SheetSection {
    let section = |blocks| SheetSection {
        is_redrawn: true,
        is_half: true,
        ..SheetSection::new("fates", page.t("web-job-outcomes"), blocks)
    };
    let Some(tally) = tally else {
        return section(vec![Block::Text(page.t("web-tally-counting"))]);
    };
    let all = tally.finished();
    if all == 0 {
        return section(vec![Block::Text(page.t("web-tally-none"))]);
    }
    let counted = |outcome: Outcome| Some((outcome, *tally.outcomes.get(&outcome)?));
    let parts: Vec<(Outcome, u64)> = ORDER.into_iter().filter_map(counted).collect();
    let heads = |first: &str| vec![page.t(first), page.t("web-number"), page.t("web-share")];
    let row = |(outcome, number): &(Outcome, u64)| Share {
        kind: outcome_kind(outcome.name()),
        name: outcome_word(page, outcome.name()),
        href: Some(format!("{}/outcomes?outcome={}", address(job), outcome.name())),
        number: *number,
        more: None,
    };
    let rows: Vec<Share> = parts.iter().map(row).collect();
    let kept = tally.outcomes.get(&Outcome::Archived).copied().unwrap_or(0);
    let sentence = page.say(
        "web-tally-sentence",
        &[
            ("n", all.into()),
            ("shown", grouped(all).into()),
            ("share", percent(page.language, kept, all).into()),
        ],
    );
    let mut html = format!("<p>{}</p>", escaped(&sentence));
    html.push_str(&bar(&sentence, &parts, all));
    html.push_str(&shares(page, &page.t("web-job-outcomes"), &heads("web-outcome"), &rows, all));
    html.push_str(&statuses(page, tally, &heads("web-about-status")));
    let mut with_size = heads("web-type");
    with_size.push(page.t("web-job-size"));
    html.push_str(&types(page, tally, &with_size));
    section(vec![Block::Markup(html)])
}

fn statuses(page: &PageFrame, tally: &JobTally, heads: &[String]) -> String {
    let all: u64 = tally.statuses.values().sum();
    if all == 0 {
        return String::new();
    }
    let row = |(status, number): (&u16, &u64)| Share {
        kind: if *status >= 500 { "bad" } else { "" },
        name: status.to_string(),
        href: None,
        number: *number,
        more: None,
    };
    let rows: Vec<Share> = tally.statuses.iter().map(row).collect();
    let heading = page.t("web-statuses");
    format!("<h3>{}</h3>{}", escaped(&heading), shares(page, &heading, heads, &rows, all))
}

fn types(page: &PageFrame, tally: &JobTally, heads: &[String]) -> String {
    let all: u64 = tally.types.iter().map(|it| it.documents).sum();
    if all == 0 {
        return String::new();
    }
    let share = |name: String, number: u64, bytes: u64| Share {
        kind: "",
        name: if name.is_empty() { page.t("web-types-other") } else { name },
        href: None,
        number,
        more: Some(size(page.language, bytes)),
    };
    let shown = tally.types.iter().take(TYPES);
    let mut rows: Vec<Share> =
        shown.map(|it| share(it.name.clone(), it.documents, it.bytes)).collect();
    let rest = tally.types.iter().skip(TYPES);
    let (number, bytes) = rest.fold((0, 0), |sum, it| (sum.0 + it.documents, sum.1 + it.bytes));
    if number > 0 {
        rows.push(share(String::new(), number, bytes));
    }
    let heading = page.t("web-types");
    format!("<h3>{}</h3>{}", escaped(&heading), shares(page, &heading, heads, &rows, all))
}

/// The time of day, with the day if it was another one.
pub(super) fn when(time: Time) -> String {
    let seconds = time.millis() / 1000;
    let clock = format!("{:02}:{:02}:{:02}", seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    if seconds / 86_400 == now_ms() / 86_400_000 {
        return clock;
    }
    // `2026-11-16 17:58:12 UTC`
    let whole = stodola_text::moment(time);
    format!("{} {clock}", whole.get(..10).unwrap_or(""))
}

/// Troubles by kind and the newest of them.
pub(super) fn troubles(
    page: &PageFrame,
    job: &str,
    tally: Option<&JobTally>,
    attempts: Option<u32>,
) -> SheetSection {
    let tally = tally.cloned().unwrap_or_default();
    let (language, now) = (page.language, Time::from_millis(now_ms()));
    let heads = |keys: [&str; 4]| keys.map(|key| (page.t(key), false)).to_vec();
    let newest = TableView {
        caption: page.t("web-troubles"),
        head: heads(["web-time", "web-address", "web-trouble-what", "web-trouble-follows"]),
        rows: tally
            .troubles
            .iter()
            .take(TROUBLES)
            .map(|it| {
                vec![
                    Cell::text(when(it.time)),
                    Cell::link(why(&it.uri, job), &*it.uri),
                    Cell::text(trouble_words(language, it.kind)),
                    Cell::text(trouble_follows_words(language, it.follows, attempts, now)),
                ]
            })
            .collect(),
        empty: page.t("web-troubles-none"),
    };
    let mut blocks = vec![Block::Table(newest)];
    if !tally.kinds.is_empty() {
        let kinds = TableView {
            caption: page.t("web-trouble-kinds"),
            head: vec![
                (page.t("web-trouble-what"), false),
                (page.t("web-number"), true),
                (page.t("web-trouble-last-host"), false),
                (page.t("web-time"), false),
            ],
            rows: tally
                .kinds
                .iter()
                .take(KINDS)
                .map(|it| {
                    vec![
                        Cell::text(trouble_words(language, it.kind)),
                        Cell::number(it.number),
                        Cell::link(format!("/captures/{}/*", it.host), &*it.host),
                        Cell::text(when(it.time)),
                    ]
                })
                .collect(),
            empty: String::new(),
        };
        let heading = format!("<h3>{}</h3>", escaped(&page.t("web-trouble-kinds")));
        blocks.extend([Block::Markup(heading), Block::Table(kinds)]);
    }
    let heading = page.t("web-troubles");
    SheetSection { is_half: true, ..SheetSection::new("troubles", heading, blocks) }
}

/// The last outcomes.
pub(super) fn recent(page: &PageFrame, job: &str, tally: &JobTally) -> SheetSection {
    let row = |it: &stodola_app::job::RecentOutcome| {
        vec![
            Cell::text(when(it.time)),
            Cell::link(why(&it.uri, job), &*it.uri),
            Cell::state(outcome_kind(it.outcome.name()), outcome_word(page, it.outcome.name())),
            Cell::text(&*it.reason),
        ]
    };
    let table = TableView {
        caption: page.t("web-recent"),
        head: ["web-time", "web-address", "web-outcome", "web-reason"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: tally.recent.iter().take(RECENT).map(row).collect(),
        empty: page.t("web-tally-none"),
    };
    let all = vec![(format!("{}/outcomes", address(job)), page.t("web-recent-all"))];
    SheetSection::new("recent", page.t("web-recent"), vec![Block::Table(table), Block::Links(all)])
}
