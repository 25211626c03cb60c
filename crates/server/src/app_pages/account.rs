//! `/account`: who one is, another password, one's tokens.

use super::format::grouped;
use super::sheet::{
    Block, ButtonLook, Cell, FieldKind, FieldView, FormView, Notice, Sheet, TableView, frame, sent,
};
use crate::api::persons::change_password;
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::PageFrame;
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::Moment;
use stodola_access::people::{ApiToken, PASSWORD_MIN, PersonRole, TokenDraft, TokenScope};

pub(crate) fn account(call: &Call) -> Response<Body> {
    let page = frame(call, "account");
    let notice = done(&page, call);
    show(call, &page, notice, None)
}

/// What was done before this page was asked for.
fn done(page: &PageFrame, call: &Call) -> Option<Notice> {
    let text = match call.query.get("done")? {
        "password" => page.t("web-password-changed"),
        "token" => page.t("web-token-removed"),
        _ => return None,
    };
    Some(Notice { is_wrong: false, text, secret: None })
}

fn show(
    call: &Call,
    page: &PageFrame,
    notice: Option<Notice>,
    problem: Option<&Problem>,
) -> Response<Body> {
    let person = match call.person() {
        Ok(person) => person,
        Err(problem) => return super::page::problem_page(page, &problem),
    };
    let tokens = match call.shared.people.store.made(|store| store.tokens(person.id)) {
        Ok(tokens) => tokens,
        Err(error) => return page.fault(&error),
    };
    let mut sheet = Sheet::new(page, page.t("web-account"));
    sheet.notice = notice;
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    let role = page.t(role_text(person.role));
    sheet
        .lead
        .push(page.say("web-signed-in", &[("name", (&person.name).into()), ("role", role.into())]));
    if !person.groups.is_empty() {
        let groups = person.groups.join(", ");
        sheet.lead.push(page.say("web-your-groups", &[("groups", groups.into())]));
    }
    sheet.acts.push(FormView::post(call, "/sign-out", page.t("web-sign-out"), ButtonLook::Quiet));
    sheet.section(
        "tokens",
        page.t("web-tokens"),
        vec![
            Block::Text(page.t("web-tokens-about")),
            Block::Table(token_table(call, page, &tokens)),
            Block::Form(token_form(call, page, person.role)),
        ],
    );
    sheet.section(
        "password",
        page.t("web-password-another"),
        vec![Block::Form(password(call, page))],
    );
    sheet.respond(status)
}

/// What a role may do, as a sentence.
pub(super) fn role_text(role: PersonRole) -> &'static str {
    match role {
        PersonRole::Reader => "web-role-reader",
        PersonRole::Curator => "web-role-curator",
        PersonRole::Operator => "web-role-operator",
        PersonRole::Admin => "web-role-admin",
    }
}

fn scope_text(scope: TokenScope) -> &'static str {
    match scope {
        TokenScope::Read => "web-scope-read",
        TokenScope::Rules => "web-scope-rules",
        TokenScope::Jobs => "web-scope-jobs",
        TokenScope::Projects => "web-scope-projects",
        TokenScope::Requests => "web-scope-requests",
        TokenScope::Events => "web-scope-events",
        TokenScope::People => "web-scope-people",
    }
}

fn token_table(call: &Call, page: &PageFrame, tokens: &[ApiToken]) -> TableView {
    let row = |token: &ApiToken| {
        let scopes: Vec<&str> = token.scopes.iter().map(|scope| scope.as_str()).collect();
        let time = |time: Option<Moment>| time.map_or_else(|| "–".to_owned(), |it| it.to_string());
        let remove = FormView::post(
            call,
            format!("/account/tokens/{}/remove", token.id),
            page.t("web-remove"),
            ButtonLook::Harm,
        );
        vec![
            Cell::text(&token.name),
            Cell::text(scopes.join(", ")),
            Cell::text(token.made.to_string()),
            Cell::text(time(token.seen)),
            Cell::text(time(token.ends)),
            Cell::forms(vec![remove]),
        ]
    };
    TableView {
        caption: page.t("web-tokens"),
        head: [
            "web-token-name",
            "web-token-scopes",
            "web-made",
            "web-token-seen",
            "web-token-ends",
            "web-acts",
        ]
        .map(|key| (page.t(key), false))
        .into(),
        rows: tokens.iter().map(row).collect(),
        empty: page.t("web-tokens-none"),
    }
}

fn token_form(call: &Call, page: &PageFrame, role: PersonRole) -> FormView {
    let mut form =
        FormView::post(call, "/account/tokens", page.t("web-token-add"), ButtonLook::Main).field(
            FieldView::new("name", page.t("web-token-name"), sent(call, "name").unwrap_or(""))
                .help(page.t("web-token-name-help"))
                .needed(),
        );
    let wanted: Vec<&str> = call.body.fields.all("scope").collect();
    for scope in TokenScope::ALL {
        // What the person may not do, a token of theirs may not do either.
        let least = match scope {
            TokenScope::Read | TokenScope::Projects | TokenScope::Requests => PersonRole::Reader,
            TokenScope::Rules => PersonRole::Curator,
            TokenScope::Jobs | TokenScope::Events => PersonRole::Operator,
            TokenScope::People => PersonRole::Admin,
        };
        if role >= least {
            let field = FieldView::new("scope", page.t(scope_text(scope)), scope.as_str());
            let is_needed = wanted.contains(&scope.as_str());
            form = form.field(FieldView { is_needed, ..field.of_kind(FieldKind::Tick) });
        }
    }
    form.field(
        FieldView::new("ends", page.t("web-token-ends"), sent(call, "ends").unwrap_or(""))
            .help(page.t("web-token-ends-help"))
            .example("2027-01-01"),
    )
}

fn password(call: &Call, page: &PageFrame) -> FormView {
    let field = |name, label: &str, kind| {
        FieldView::new(name, page.t(label), "").of_kind(FieldKind::Password(kind))
    };
    let least = PASSWORD_MIN as u64;
    let help =
        page.say("web-password-help", &[("n", least.into()), ("shown", grouped(least).into())]);
    FormView::post(call, "/account/password", page.t("web-password-change"), ButtonLook::Quiet)
        .field(field("old", "web-password-old", "current-password"))
        .field(field("new", "web-password-new", "new-password").help(help))
}

pub(crate) fn another_password(call: &Call) -> Response<Body> {
    let fields = &call.body.fields;
    let (old, new) = (fields.get("old").unwrap_or(""), fields.get("new").unwrap_or(""));
    match change_password(call, old, new) {
        Ok(()) => redirect(StatusCode::SEE_OTHER, "/account?done=password"),
        Err(problem) => show(call, &frame(call, "account"), None, Some(&problem)),
    }
}

pub(crate) fn add_token(call: &Call) -> Response<Body> {
    let page = frame(call, "account");
    match make_token(call) {
        Ok(secret) => {
            let text = page.t("web-token-made");
            show(call, &page, Some(Notice { is_wrong: false, text, secret: Some(secret) }), None)
        }
        Err(problem) => show(call, &page, None, Some(&problem)),
    }
}

fn make_token(call: &Call) -> Result<String, Problem> {
    let wrong = |what: &str| Problem::with(ProblemKind::Invalid, what);
    let scopes = call.body.fields.all("scope").map(str::parse).collect::<Result<Vec<_>, _>>();
    let scopes: Vec<TokenScope> = scopes.map_err(|_| wrong("scope"))?;
    let ends = match sent(call, "ends") {
        None => None,
        Some(text) => Some(Moment::parse(text).ok_or_else(|| wrong(text))?),
    };
    let name = sent(call, "name").unwrap_or("");
    let draft = TokenDraft { name, scopes: &scopes, ends };
    let person = &call.person()?.name;
    let store = &call.shared.people.store;
    let (_, secret) = store.made(|store| store.add_token(person, &draft, &call.actor()))?;
    Ok(secret.reveal().to_owned())
}

pub(crate) fn remove_token(call: &Call) -> Response<Body> {
    let removed = call.person().and_then(|person| {
        let id = call.id()?;
        let store = &call.shared.people.store;
        Ok(store.made(|store| store.remove_token(person, id, &call.actor()))?)
    });
    match removed {
        Ok(()) => redirect(StatusCode::SEE_OTHER, "/account?done=token"),
        Err(problem) => show(call, &frame(call, "account"), None, Some(&problem)),
    }
}
