//! `/why?url=`, `/why/URL`: what became of an address in each harvest, and why.

use super::PageFrame;
use super::format::{day, escaped};
use super::jobs::{address, outcome_kind, outcome_word};
use super::page::address_in;
use super::sheet::{Block, Cell, FieldView, FormView, Sheet, SheetSection, TableView, frame};
use crate::api::Call;
use crate::api::why_parts::WhyParts;
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use std::fmt::Write as _;
use stodola_app::cdx::form_encoded;
use stodola_app::job::StoredJob;
use stodola_app::why::{RuleFile, RuleText, UriAnswer, WeighedRule};
use stodola_replay::ReplayAddress;
use stodola_text::{RoundWords, retold, shell_word};

pub(crate) fn why(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let url = call.query.get("url").unwrap_or("").trim().to_owned();
    let mut sheet = Sheet::new(&page, page.t("web-why-ask"));
    sheet.crumbs.push(("/jobs".to_owned(), page.t("web-jobs")));
    let form = FormView::get("/why", page.t("web-why-button"))
        .field(FieldView::new("url", page.t("web-address"), &*url).needed());
    let ask = SheetSection::new("ask", page.t("web-why-which"), vec![Block::Form(form)]);
    let mut status = StatusCode::OK;
    if !url.is_empty() {
        match WhyParts::ask(call, &url) {
            Err(problem) => status = sheet.wrong(&problem),
            Ok(parts) => tell(&page, &mut sheet, &parts),
        }
    }
    sheet.sections.push(ask);
    sheet.respond(status)
}

/// An address behind the path.
pub(crate) fn why_address(call: &Call) -> Response<Body> {
    let url = address_in(&call.uri, "/why/").unwrap_or_default();
    redirect(StatusCode::FOUND, &format!("/why?url={}", form_encoded(&url)))
}

/// With a capital letter, as a heading has it.
fn capital(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn tell<'p>(page: &'p PageFrame, sheet: &mut Sheet<'p>, parts: &WhyParts) {
    let uri = parts.uri();
    sheet.lead.push(uri.clone());
    sheet.lead.extend(parts.words.lost.iter().map(|line| capital(line)));
    if let Some((words, job, answer)) = parts.newest() {
        sheet.title = capital(words.sentence());
        sheet.crumbs.push((address(&job.name), words.title.clone()));
        let state = parts.state(words);
        sheet.state = Some((outcome_kind(state), outcome_word(page, state)));
        sheet.lead.extend(words.decision.iter().skip(1).map(|line| capital(line)));
        if let Some(rule) = &parts.rule {
            sheet.sections.push(half("rule", page.t("web-why-rule"), rule_blocks(page, rule)));
        }
        if !words.path.is_empty() {
            sheet.sections.push(half("way", page.t("web-why-way"), way(page, words)));
        }
        if !answer.rules.is_empty() {
            let blocks = vec![scope(page, answer)];
            sheet.sections.push(half("scope", page.t("web-why-scope"), blocks));
        }
        let next = next_steps(page, &uri, words, job, answer);
        sheet.sections.push(half("next", page.t("web-why-next"), next));
        sheet.sections.extend(attempts(page, words));
        sheet.sections.extend(others(page, parts, &uri));
    } else {
        let mut lines = parts.words.never.iter().map(|line| capital(line));
        sheet.title = lines.next().unwrap_or_default();
        let mut blocks: Vec<Block> = lines.map(Block::Text).collect();
        blocks.push(command(page, &uri));
        sheet.section("next", page.t("web-why-next"), blocks);
    }
}

fn half(id: &'static str, heading: String, blocks: Vec<Block>) -> SheetSection {
    SheetSection { is_half: true, ..SheetSection::new(id, heading, blocks) }
}

/// The captures of an address.
fn captures(uri: &str) -> String {
    format!("/captures/{}", ReplayAddress::new(uri.as_bytes(), None, None).to_path())
}

/// The file with the line that decided.
fn rule_blocks(page: &PageFrame, rule: &RuleText) -> Vec<Block> {
    let (words, link) = match &rule.file {
        RuleFile::Robots { uri, time } => {
            let day = day(page.language, super::format::day_number(*time));
            let path = ReplayAddress::new(uri.as_bytes(), Some(*time), None).to_path();
            let link = (format!("/replay/{path}"), uri.clone());
            (page.say("web-why-robots-of", &[("day", day.into())]), Some(link))
        }
        RuleFile::Settings => (page.t("web-why-settings-of"), None),
    };
    let mut html = "<div class=\"scroll\"><pre class=\"rule\" tabindex=\"0\">".to_owned();
    for line in &rule.lines {
        let text = escaped(&line.text);
        // Writing to a string cannot fail.
        let _ = match line.decides {
            true => {
                let number = page.say("web-why-line", &[("n", line.number.to_string().into())]);
                writeln!(html, "<mark>{text}   ← {}</mark>", escaped(&number))
            }
            false => writeln!(html, "{text}"),
        };
    }
    html.push_str("</pre></div>");
    let mut blocks = vec![Block::Text(words), Block::Markup(html)];
    blocks.extend(link.map(|link| Block::Links(vec![link])));
    blocks
}

/// The way from the seed.
fn way(page: &PageFrame, words: &RoundWords) -> Vec<Block> {
    let last = words.path.len().saturating_sub(1);
    let mut html = "<ol class=\"chain\">".to_owned();
    for (number, (step, uri)) in words.path.iter().enumerate() {
        let shown = match number == last {
            true => format!("<b class=\"url\">{}</b>", escaped(uri)),
            false => {
                let href = escaped(&captures(uri));
                format!("<a class=\"url\" href=\"{href}\">{}</a>", escaped(uri))
            }
        };
        let _ = write!(html, "<li><span class=\"hint\">{}</span> {shown}</li>", escaped(step));
    }
    html.push_str("</ol>");
    let found = words.found.as_deref().map(|found| capital(found.trim_end_matches(':')));
    let found = found.map(|found| Block::Text(format!("{found}.")));
    let accepted = words.accepted.as_deref().map(|it| Block::Text(capital(it)));
    let _ = page;
    found.into_iter().chain([Block::Markup(html)]).chain(accepted).collect()
}

/// The rules of the scope with what each says.
fn scope(page: &PageFrame, answer: &UriAnswer) -> Block {
    let decides = answer.rules.iter().rposition(|rule| rule.matches);
    let row = |(number, rule): (usize, &WeighedRule)| {
        let said = match (rule.matches, rule.accepts) {
            (false, _) => Cell::text(page.t("web-why-no-match")),
            (true, true) => Cell::state("kept", page.t("web-why-accepts")),
            (true, false) => Cell::state("bad", page.t("web-why-rejects")),
        };
        let is_last = Some(number) == decides;
        let decides = if is_last { page.t("web-why-decides") } else { String::new() };
        vec![
            Cell::text(rule.name.clone()),
            Cell::text(retold(page.language, &rule.description)),
            said,
            Cell::text(decides),
        ]
    };
    Block::Table(TableView {
        caption: page.t("web-why-scope"),
        head: ["web-why-rule", "web-why-does", "web-why-said", "web-why-last"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: answer.rules.iter().enumerate().map(row).collect(),
        empty: String::new(),
    })
}

/// The same on the command line.
fn command(page: &PageFrame, uri: &str) -> Block {
    let command = format!("stodola why --archive DIR {}", shell_word(uri));
    let words = escaped(&page.t("web-why-command"));
    Block::Markup(format!("<p class=\"hint\">{words} <code>{}</code></p>", escaped(&command)))
}

/// What to do if it was wanted.
fn next_steps(
    page: &PageFrame,
    uri: &str,
    words: &RoundWords,
    job: &StoredJob,
    answer: &UriAnswer,
) -> Vec<Block> {
    let mut blocks = Vec::new();
    match &words.advice {
        Some(advice) => blocks.push(Block::Text(capital(advice))),
        None => blocks.push(Block::Text(page.t("web-why-nothing-next"))),
    }
    let at = address(&job.name);
    let mut links = vec![
        (captures(uri), page.t("web-why-captures")),
        (format!("{at}/settings"), page.t("web-why-settings")),
    ];
    if let Some((_, outcome)) = answer.outcome() {
        let list = format!("{at}/outcomes?outcome={}", outcome.name());
        links.push((list, page.t("web-why-alike")));
    }
    let is_judged = answer.attempts.iter().any(|attempt| attempt.detail.verdict.is_some());
    if is_judged {
        links.push((super::jobs::verdict_address(&job.name, uri), page.t("web-why-verdict")));
    }
    blocks.extend([Block::Links(links), command(page, uri)]);
    blocks
}

fn attempts(page: &PageFrame, words: &RoundWords) -> Option<SheetSection> {
    let lines: Vec<&String> = words.attempts.iter().chain(&words.rejected).collect();
    if lines.is_empty() {
        return None;
    }
    let mut html = "<ul class=\"lines\">".to_owned();
    for line in lines {
        let _ = write!(html, "<li>{}</li>", escaped(&capital(line)));
    }
    html.push_str("</ul>");
    Some(SheetSection::new("attempts", page.t("web-why-attempts"), vec![Block::Markup(html)]))
}

/// What other harvests did with it.
fn others(page: &PageFrame, parts: &WhyParts, uri: &str) -> Option<SheetSection> {
    let row = |words: &RoundWords| {
        let (job, _) = &parts.report.rounds[words.place];
        let href = format!("/why?url={}&job={}", form_encoded(uri), form_encoded(&job.name));
        let state = parts.state(words);
        vec![
            Cell::link(href, &*words.title),
            Cell::state(outcome_kind(state), outcome_word(page, state)),
            Cell::text(words.sentence()),
        ]
    };
    let rows: Vec<Vec<Cell>> = parts.others().map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let table = TableView {
        caption: page.t("web-why-others"),
        head: ["web-job", "web-outcome", "web-reason"].map(|key| (page.t(key), false)).into(),
        rows,
        empty: String::new(),
    };
    Some(SheetSection::new("others", page.t("web-why-others"), vec![Block::Table(table)]))
}
