//! `/requests/NUMBER`: one request with its question, progress, result and log.

use super::shown::shown_result;
use super::{AGAIN, acts, address, progress, result_words, state, title};
use crate::api::requests::open;
use crate::api::{Call, Problem};
use crate::app_pages::PageFrame;
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, ButtonLook, Cell, FieldView, FormView, Sheet, TableView, frame,
};
use axum::body::Body;
use axum::http::{HeaderName, Response, StatusCode};
use stodola_app::requests::{LogRecord, RequestRecord};
use stodola_text::{retold, size};

pub(crate) fn request(call: &Call) -> Response<Body> {
    let page = frame(call, "requests");
    draw(call, &page).unwrap_or_else(|problem| problem_page(&page, &problem))
}

fn draw(call: &Call, page: &PageFrame) -> Result<Response<Body>, Problem> {
    let (requests, asker) = open(call)?;
    let shown = requests.show(&asker, call.id()?)?;
    let record = &shown.request;
    let mut sheet = Sheet::new(page, title(page, &record.package, &record.question));
    sheet.crumbs.push(("/requests".to_owned(), page.t("web-requests")));
    let Cell { kind, text, .. } = state(page, record.state);
    sheet.state = Some((kind, text));
    sheet.lead.extend(Some(progress(page, record)).filter(|it| !it.is_empty()));
    sheet.acts = acts(call, page, &asker, record);
    sheet.section("question", page.t("web-request-question"), vec![question(record)]);
    let is_active = matches!(record.state, "waiting" | "running");
    if let Some(result) = &record.result {
        let words = result_words(page, result, &record.refresh);
        let file = format!("{} ({})", result.name, size(page.language, result.length));
        let links = vec![(format!("{}/result", address(record.number)), file)];
        let mut blocks = vec![Block::Text(words), Block::Links(links)];
        if let Some(file) = &record.save_to {
            let saved = page.say("web-request-saved-to", &[("file", file.clone().into())]);
            blocks.push(Block::Text(saved));
        }
        // A page that is drawn again and again would count as many looks.
        if !is_active {
            blocks.extend(shown_result(page, &requests, &asker, record));
        }
        sheet.section("result", page.t("web-request-result"), blocks);
    }
    sheet.section("log", page.t("web-request-log"), vec![log(page, &shown.log)]);
    let name = FieldView::new("name", page.t("web-name"), "").needed();
    let form = FormView::post(
        call,
        format!("{}/favourite", address(record.number)),
        page.t("web-request-keep"),
        ButtonLook::Quiet,
    );
    let form = Block::Form(form.field(name));
    sheet.section("favourite", page.t("web-request-favourite"), vec![form]);
    let mut answer = sheet.respond(StatusCode::OK);
    if is_active {
        answer.headers_mut().insert(HeaderName::from_static("refresh"), AGAIN);
    }
    Ok(answer)
}

fn question(record: &RequestRecord) -> Block {
    Block::Plain(format!("{:#}", record.question))
}

fn log(page: &PageFrame, log: &[LogRecord]) -> Block {
    let row = |line: &LogRecord| {
        vec![Cell::text(line.time.to_string()), Cell::text(retold(page.language, &line.text))]
    };
    Block::Table(TableView {
        caption: page.t("web-request-log"),
        head: ["web-time", "web-request-line"].map(|key| (page.t(key), false)).into(),
        rows: log.iter().map(row).collect(),
        empty: "–".to_owned(),
    })
}
