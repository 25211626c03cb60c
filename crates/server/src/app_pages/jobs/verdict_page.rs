//! `/jobs/NAME/verdicts/URL`: a verdict with its evidence in the text of the page.

use super::tables::why;
use super::{address, begin};
use crate::api::jobs::{row, stored};
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::PageFrame;
use crate::app_pages::compare::problem_words;
use crate::app_pages::format::{escaped, grouped, moment};
use crate::app_pages::page::{address_in, problem_page};
use crate::app_pages::sheet::{Block, SheetSection, frame};
use crate::state::AskError;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use std::fmt::Write as _;
use stodola_app::job::{StoredCriterion, StoredVerdict, VerdictRule};
use stodola_app::reading::{MarkedPiece, MarkedText, SoughtText, UnreadableText};
use stodola_replay::ReplayAddress;
use stodola_text::{decimal, retold};

/// The address of the verdict of a job on an address.
pub(crate) fn verdict_address(job: &str, uri: &str) -> String {
    let path = ReplayAddress::new(uri.as_bytes(), None, None).to_path();
    format!("{}/verdicts/{path}", address(job))
}

pub(crate) fn verdict(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let asked = row(call).and_then(|row| {
        let start = format!("{}/verdicts/", address(&row.job));
        let uri = address_in(&call.uri, &start).unwrap_or_else(|| call.path("url").to_owned());
        let found = StoredVerdict::find(&stored(call)?, &uri)?;
        let verdict = found.ok_or_else(|| Problem::new(ProblemKind::NotFound))?;
        let text = read_text(call, &verdict)?;
        Ok((row, verdict, text))
    });
    let (row, verdict, text) = match asked {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/verdicts/");
    sheet.crumbs.push((address(&row.job), row.job.clone()));
    let list = format!("{}/verdicts", address(&row.job));
    sheet.crumbs.push((list, page.t("web-job-verdicts")));
    sheet.title.clone_from(&verdict.uri);
    sheet.state = Some(match verdict.is_valid {
        true => ("good", page.t("web-verdict-yes")),
        false => ("none", page.t("web-verdict-no")),
    });
    sheet.lead.push(sentence(&page, &verdict));
    sheet.lead.extend(rule_sentence(&page, &verdict));
    sheet.section(
        "scale",
        page.t("web-verdict-scale"),
        vec![Block::Markup(scale(&page, &verdict))],
    );
    let half = |id, heading, blocks| SheetSection {
        is_half: true,
        ..SheetSection::new(id, heading, blocks)
    };
    let words = text_blocks(&page, &verdict, &text);
    sheet.sections.push(half("text", page.t("web-verdict-text"), words));
    let criteria = vec![Block::Markup(criteria(&page, &verdict))];
    sheet.sections.push(half("criteria", page.t("web-verdict-criteria"), criteria));
    let mut links = vec![(why(&verdict.uri, &row.job), page.t("web-verdict-followed"))];
    if let Ok(MarkedText { time: Some(time), uri, .. }) = &text {
        let path = ReplayAddress::new(uri, Some(*time), None).to_path();
        links.push((format!("/replay/{path}"), page.t("web-verdict-see")));
    }
    sheet.section("then", page.t("web-verdict-then"), vec![Block::Links(links)]);
    sheet.respond(StatusCode::OK)
}

/// The text of the page with its evidence marked, as far as the person may see it.
fn read_text(
    call: &Call,
    verdict: &StoredVerdict,
) -> Result<Result<MarkedText, UnreadableText>, Problem> {
    let gate = call.shared.gate(&call.reader)?;
    let criteria = verdict.criteria.iter().enumerate();
    let sought: Vec<SoughtText<'_>> = criteria
        .flat_map(|(mark, criterion)| {
            let evidence = criterion.evidence.iter();
            evidence.map(move |it| SoughtText { mark, text: &it.text, position: it.position })
        })
        .collect();
    let read = MarkedText::read(verdict.uri.as_bytes(), &sought, &call.shared.captures, &gate);
    Ok(read.map_err(AskError::from)?)
}

fn sentence(page: &PageFrame, verdict: &StoredVerdict) -> String {
    let key = if verdict.is_valid { "web-verdict-belongs" } else { "web-verdict-foreign" };
    page.say(
        key,
        &[
            ("probability", decimal(page.language, verdict.probability, 2).into()),
            ("points", verdict.points.to_string().into()),
            ("language", verdict.language.as_deref().unwrap_or("?").into()),
        ],
    )
}

fn rule_sentence(page: &PageFrame, verdict: &StoredVerdict) -> Option<String> {
    let pack = ("pack", (&*verdict.pack).into());
    Some(match verdict.rule? {
        VerdictRule::Points { minimum } => {
            page.say("web-verdict-by-points", &[("minimum", minimum.to_string().into()), pack])
        }
        VerdictRule::Probability { threshold } => {
            let threshold = decimal(page.language, threshold, 2);
            page.say("web-verdict-by-probability", &[("threshold", threshold.into()), pack])
        }
        VerdictRule::Expression => page.say("web-verdict-by-rule", &[pack]),
    })
}

/// The probability on a scale, with the threshold.
fn scale(page: &PageFrame, verdict: &StoredVerdict) -> String {
    let share = verdict.probability.clamp(0.0, 1.0) * 100.0;
    let shown = decimal(page.language, verdict.probability, 2);
    let mut svg = format!(
        "<svg class=\"scale\" width=\"100%\" height=\"46\" role=\"img\" aria-label=\"{}\">\
         <rect class=\"part-off\" y=\"18\" width=\"100%\" height=\"8\"/>\
         <rect class=\"part-kept\" y=\"18\" width=\"{share:.1}%\" height=\"8\"/>",
        escaped(&sentence(page, verdict)),
    );
    if let Some(VerdictRule::Probability { threshold }) = verdict.rule {
        let x = threshold.clamp(0.0, 1.0) * 100.0;
        let _ = write!(
            svg,
            "<line class=\"tick\" x1=\"{x:.1}%\" x2=\"{x:.1}%\" y1=\"11\" y2=\"33\"/>\
             <text class=\"axis\" x=\"{x:.1}%\" y=\"44\" text-anchor=\"middle\">{}</text>",
            decimal(page.language, threshold, 2),
        );
    }
    let anchor = if share < 50.0 { "start" } else { "end" };
    let _ = write!(
        svg,
        "<text class=\"axis\" x=\"{share:.1}%\" y=\"12\" text-anchor=\"{anchor}\">{shown}</text></svg>"
    );
    svg
}

/// The letter of a criterion: evidence in the text has it.
fn letter(place: usize) -> char {
    char::from(b'A' + u8::try_from(place % 26).unwrap_or(0))
}

/// How evidence of a criterion is underlined.
fn mark_class(criterion: &str) -> &'static str {
    match criterion {
        "dictionary" | "language" | "language-tag" => "lang",
        "places" => "geo",
        "email" | "phone" => "con",
        "forbidden-words" | "forbidden-links" => "not",
        _ => "lnk",
    }
}

fn text_blocks(
    page: &PageFrame,
    verdict: &StoredVerdict,
    text: &Result<MarkedText, UnreadableText>,
) -> Vec<Block> {
    let text = match text {
        Ok(text) => text,
        Err(UnreadableText::NotArchived) => {
            return vec![Block::Text(page.t("web-verdict-no-text"))];
        }
        Err(problem) => return vec![Block::Text(problem_words(page, problem))],
    };
    let lang = text.language.as_ref().map(|it| format!(" lang=\"{}\"", escaped(it)));
    let mut html = format!(
        "<div class=\"evid\" tabindex=\"0\" role=\"region\" aria-labelledby=\"text\"{}>",
        lang.unwrap_or_default()
    );
    if let Some(title) = &text.title {
        let _ = write!(html, "<p><b>{}</b></p>", escaped(title));
    }
    for line in &text.lines {
        html.push_str("<p>");
        for piece in line {
            html.push_str(&piece_markup(verdict, piece));
        }
        html.push_str("</p>");
    }
    html.push_str("</div>");
    let time = text.time.map(|time| moment(page.language, time)).unwrap_or_default();
    let mut blocks = vec![
        Block::Text(page.say("web-verdict-captured", &[("time", time.into())])),
        Block::Markup(html),
        Block::Markup(key(page)),
    ];
    if text.missing > 0 {
        blocks.push(Block::Text(page.count("web-verdict-missing", text.missing as u64)));
    }
    if text.is_cut {
        blocks.push(Block::Text(page.t("web-verdict-cut")));
    }
    blocks
}

fn piece_markup(verdict: &StoredVerdict, piece: &MarkedPiece) -> String {
    let text = escaped(&piece.text);
    let found = piece.mark.and_then(|mark| Some((mark, verdict.criteria.get(mark)?)));
    let Some((mark, criterion)) = found else { return text };
    let letter = letter(mark);
    format!(
        "<span class=\"e {}\">{text}<sup><a href=\"#criterion-{letter}\">{letter}</a></sup></span>",
        mark_class(&criterion.name)
    )
}

/// What the kinds of underlining mean.
fn key(page: &PageFrame) -> String {
    let kinds = [
        ("lang", "web-verdict-key-words"),
        ("geo", "web-verdict-key-places"),
        ("con", "web-verdict-key-contacts"),
        ("lnk", "web-verdict-key-links"),
        ("not", "web-verdict-key-against"),
    ];
    let item = |(class, key): (&str, &str)| {
        format!("<span class=\"e {class}\">{}</span> ", escaped(&page.t(key)))
    };
    format!("<p class=\"legend\">{}</p>", kinds.map(item).concat())
}

/// The criteria with what they found and their points.
fn criteria(page: &PageFrame, verdict: &StoredVerdict) -> String {
    let head =
        |key: &str, class: &str| format!("<th scope=\"col\"{class}>{}</th>", escaped(&page.t(key)));
    let mut html = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"criteria\">\
         <table class=\"criteria\"><caption class=\"off\">{}</caption><thead><tr>\
         {}{}{}{}<td></td></tr></thead><tbody>",
        escaped(&page.t("web-verdict-criteria")),
        head("web-verdict-criterion", ""),
        head("web-verdict-found", " class=\"n\""),
        head("web-evidence", ""),
        head("web-points", " class=\"n\""),
    );
    let most = verdict.criteria.iter().filter_map(|it| it.most).max().unwrap_or(0);
    let widest = verdict.criteria.iter().map(|it| it.points.saturating_abs()).max().unwrap_or(0);
    let widest = most.max(widest).max(1) as f64;
    for (place, criterion) in verdict.criteria.iter().enumerate() {
        html.push_str(&criterion_row(page, place, criterion, widest));
    }
    let _ = write!(
        html,
        "<tr><th scope=\"row\">{}</th><td></td><td></td><td class=\"n\"><b>{}</b></td><td></td></tr>\
         </tbody></table></div>",
        escaped(&page.t("web-verdict-sum")),
        verdict.points
    );
    html
}

fn criterion_row(page: &PageFrame, place: usize, it: &StoredCriterion, widest: f64) -> String {
    let letter = letter(place);
    let about = if it.about.is_empty() { it.name.clone() } else { retold(page.language, it.about) };
    let evidence = match &it.lacks {
        Some(lacks) => retold(page.language, lacks),
        None => {
            let shown: Vec<&str> = it.evidence.iter().take(8).map(|it| &*it.text).collect();
            shown.join(", ")
        }
    };
    // From a middle line: against to the left, for to the right; the most it can give in grey.
    let half = |points: i64| points.saturating_abs() as f64 / widest * 50.0;
    let (cap, own) = (half(it.most.unwrap_or(0)), half(it.points));
    let is_against = it.points < 0 || mark_class(&it.name) == "not";
    let (cap_x, own_x) = if is_against { (50.0 - cap, 50.0 - own) } else { (50.0, 50.0) };
    let class = if it.points < 0 { "part-bad" } else { "part-kept" };
    let points = if it.points == 0 { "0".to_owned() } else { format!("{:+}", it.points) };
    format!(
        "<tr id=\"criterion-{letter}\"><th scope=\"row\"><b>{letter}</b> {}<br>\
         <span class=\"hint\">{}</span></th><td class=\"n\">{} / {}</td><td class=\"archived\">{}</td>\
         <td class=\"n\">{points}</td><td class=\"barcell\">\
         <svg width=\"100%\" height=\"10\" aria-hidden=\"true\">\
         <rect class=\"part-off\" x=\"{cap_x:.1}%\" y=\"3\" width=\"{cap:.1}%\" height=\"4\"/>\
         <rect class=\"{class}\" x=\"{own_x:.1}%\" width=\"{own:.1}%\" height=\"10\"/></svg></td></tr>",
        escaped(&about),
        escaped(&it.name),
        grouped(it.found),
        grouped(it.valid),
        escaped(&evidence),
    )
}
