//! What all pages share: the frame around them, and pages that are a message.

use super::format::{grouped, say};
use super::own_query::{OwnQuery, own_link};
use crate::api::Problem;
use crate::assets::asset_path;
use crate::http::html;
use crate::language::{COOKIE, chosen, language_of};
use crate::reader::Reader;
use crate::state::Shared;
use askama::Template;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_access::people::PersonRole;
use stodola_text::{Argument, Language};

/// The cookie that remembers light or dark.
const COLOURS: &str = "colours";
/// The cookie that remembers that keys are off.
const KEYS: &str = "keys";
/// How long a choice is remembered, in seconds.
const YEAR: u32 = 31_536_000;

/// The frame of a page: its language, and what stands in its header.
pub(crate) struct PageFrame {
    pub(crate) language: Language,
    pub(crate) lang: &'static str,
    pub(crate) style: &'static str,
    pub(crate) script: &'static str,
    pub(crate) sprite: &'static str,
    pub(crate) icon: &'static str,
    /// What stands in the box for addresses.
    pub(crate) box_text: String,
    /// `light` or `dark` if the reader has chosen; empty to follow the system.
    pub(crate) colours: &'static str,
    /// Whether the reader has switched single keys off.
    pub(crate) are_keys_off: bool,
    /// The part of the site that the page belongs to.
    pub(crate) section: &'static str,
    /// The beginning of the paths of pages in the collection at hand, without a slash at the end; nothing for all
    /// captures.
    pub(crate) root: String,
    /// What the person who asks may do; `None` if nobody is signed in.
    pub(crate) role: Option<PersonRole>,
    /// The title of the collection at hand; `None` for all captures.
    pub(crate) collection: Option<String>,
    /// Number and name of the project that the page is restricted to; `None` for all captures.
    pub(crate) project: Option<(i64, String)>,
    /// Cookies that remember what the address chooses.
    cookies: Vec<String>,
    /// The address of this page; `None` on the replay origin, where a query belongs to the archived URL.
    own: Option<OwnQuery>,
}

impl PageFrame {
    /// The frame for a request. `home` is the address of the first page: `/`, or a whole one on the replay origin.
    pub(crate) fn new(uri: &Uri, headers: &HeaderMap, home: &str) -> PageFrame {
        let address = uri.path_and_query().map_or("/", |it| it.as_str());
        let own = (home == "/").then(|| OwnQuery::split(address));
        let query = own.as_ref().map(OwnQuery::own);
        let language = language_of(query.as_deref(), headers);
        let mut cookies = Vec::new();
        if chosen(query.as_deref()).is_some() {
            cookies.push(remember(COOKIE, language.tag(), YEAR));
        }
        let wanted = own.as_ref().and_then(|own| own.get(COLOURS));
        if let Some(wanted) = wanted {
            let (colours, age) = known_colours(wanted).map_or(("", 0), |colours| (colours, YEAR));
            cookies.push(remember(COLOURS, colours, age));
        }
        let wanted_keys = own.as_ref().and_then(|own| own.get(KEYS));
        if let Some(keys) = wanted_keys {
            let is_off = keys == "off";
            cookies.push(remember(
                KEYS,
                if is_off { "off" } else { "" },
                if is_off { YEAR } else { 0 },
            ));
        }
        let keys = wanted_keys.map_or_else(|| cookie(headers, KEYS), |keys| Some(keys.to_owned()));
        let colours =
            wanted.map_or_else(|| cookie(headers, COLOURS), |wanted| Some(wanted.to_owned()));
        PageFrame {
            language,
            lang: language.tag(),
            style: asset_path("style.css"),
            script: asset_path("page.js"),
            sprite: asset_path("sprite.svg"),
            icon: asset_path("icon.svg"),
            box_text: String::new(),
            colours: colours.as_deref().and_then(known_colours).unwrap_or(""),
            are_keys_off: keys.as_deref() == Some("off"),
            section: "",
            root: String::new(),
            role: None,
            collection: None,
            project: None,
            cookies,
            own,
        }
    }

    /// The frame of a page of the app for a reader, in the reader's collection.
    pub(crate) fn of(uri: &Uri, headers: &HeaderMap, reader: &Reader) -> PageFrame {
        let scope = reader.collection.scope();
        PageFrame {
            root: reader.collection.root(),
            role: reader.role,
            collection: scope.map(|scope| scope.definition().title.clone()),
            project: reader.project.as_ref().map(|scope| {
                let project = scope.project();
                (project.id, project.name.clone())
            }),
            ..PageFrame::new(uri, headers, "/")
        }
    }

    /// The parts of the site that the reader may use: addresses, names, and whether the page belongs to it.
    pub(crate) fn navigation(&self) -> Vec<(String, String, bool)> {
        let all = [
            ("/search", "search", "web-nav-search", None),
            ("/captures/", "captures", "web-nav-captures", None),
            ("/projects", "projects", "web-nav-projects", Some(PersonRole::Reader)),
            ("/jobs", "jobs", "web-nav-jobs", Some(PersonRole::Operator)),
            ("/requests", "requests", "web-requests", Some(PersonRole::Reader)),
            ("/maps", "maps", "web-nav-maps", Some(PersonRole::Curator)),
            ("/archive", "archive", "web-nav-archive", Some(PersonRole::Operator)),
            ("/access", "access", "web-nav-access", Some(PersonRole::Curator)),
            ("/people", "people", "web-nav-people", Some(PersonRole::Admin)),
            ("/webhooks", "webhooks", "web-nav-webhooks", Some(PersonRole::Admin)),
        ];
        let may = |least: &Option<PersonRole>| least.is_none_or(|least| self.role >= Some(least));
        let allowed = all.into_iter().filter(|(.., least)| may(least));
        let link = |(href, name, key, _)| {
            // Of these, a collection has only the search for itself.
            let root = if name == "search" { self.root.as_str() } else { "" };
            (format!("{root}{href}"), self.t(key), self.section == name)
        };
        allowed.map(link).collect()
    }

    /// Where the reader's own things are, and what that is called.
    pub(crate) fn account(&self) -> (&'static str, String) {
        match self.role {
            Some(_) => ("/account", self.t("web-nav-own")),
            None => ("/sign-in", self.t("web-nav-account")),
        }
    }

    /// The address of a page in the collection at hand, with parameters of ours behind it.
    pub(crate) fn link(&self, path: &str, pairs: &[(&str, &str)]) -> String {
        let path = format!("{}{path}", self.root);
        match &self.project {
            Some((id, _)) if path.starts_with("/captures/") => {
                let id = id.to_string();
                own_link(&path, &[pairs, &[("of-project", &*id)]].concat())
            }
            _ => own_link(&path, pairs),
        }
    }

    /// The same page in the whole archive.
    pub(crate) fn beyond(&self) -> String {
        let Some(own) = &self.own else { return "/".to_owned() };
        own_link(&own.path, &[])
    }

    /// Whether the page is one of the app, not a message in the place of a capture.
    pub(crate) fn is_app(&self) -> bool {
        self.own.is_some()
    }

    /// The version of the program.
    pub(crate) fn version(&self) -> &'static str {
        env!("CARGO_PKG_VERSION")
    }

    /// Our own parameters in the address.
    pub(crate) fn own(&self, name: &str) -> Option<&str> {
        self.own.as_ref()?.get(name)
    }

    /// The text of a key.
    pub(crate) fn t(&self, key: &str) -> String {
        self.say(key, &[])
    }

    /// The text of a key with arguments.
    pub(crate) fn say(&self, key: &str, arguments: &[(&str, Argument<'_>)]) -> String {
        say(self.language, key, arguments)
    }

    /// The text of a key about a number: `$n` is the number, `$shown` the same for people.
    pub(crate) fn count(&self, key: &str, n: u64) -> String {
        self.say(key, &[("n", n.into()), ("shown", grouped(n).into())])
    }

    /// This page in all languages: tags, names, addresses, and whether it is the one at hand.
    pub(crate) fn languages(&self) -> Vec<(&'static str, &'static str, String, bool)> {
        let Some(own) = &self.own else { return Vec::new() };
        let name = |language: Language| match language {
            Language::English => "English",
            Language::Czech => "Česky",
        };
        let all = Language::ALL.into_iter();
        let link = |it: Language| format!("{}{}", self.root, own.with("lang", it.tag()));
        all.map(|it| (it.tag(), name(it), link(it), it == self.language)).collect()
    }

    /// This page with single keys switched off, or on again.
    pub(crate) fn other_keys(&self) -> String {
        let value = if self.are_keys_off { "on" } else { "off" };
        self.own
            .as_ref()
            .map(|own| format!("{}{}", self.root, own.with(KEYS, value)))
            .unwrap_or_default()
    }

    /// This page in other colours: names, addresses, and whether they are those at hand.
    pub(crate) fn palettes(&self) -> Vec<(String, String, bool)> {
        let Some(own) = &self.own else { return Vec::new() };
        let all = [
            ("web-colours-system", "system", ""),
            ("web-colours-light", "light", "light"),
            ("web-colours-dark", "dark", "dark"),
        ];
        all.map(|(key, value, colours)| {
            let link = format!("{}{}", self.root, own.with(COLOURS, value));
            (self.t(key), link, self.colours == colours)
        })
        .into()
    }

    /// A page as an answer.
    pub(crate) fn answer(&self, status: StatusCode, page: &impl Template) -> Response<Body> {
        let mut answer = match page.render() {
            Ok(page) => html(status, page),
            Err(error) => {
                tracing::error!(%error, "a page could not be made");
                html(StatusCode::INTERNAL_SERVER_ERROR, String::new())
            }
        };
        let headers = answer.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("accept-language, cookie"));
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(self.lang));
        for cookie in &self.cookies {
            if let Ok(cookie) = HeaderValue::try_from(cookie) {
                headers.append(header::SET_COOKIE, cookie);
            }
        }
        answer
    }

    /// The page for a fault of ours. The log has the same number.
    pub(crate) fn fault(&self, error: &dyn Display) -> Response<Body> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |it| it.as_secs());
        let number = format!("{seconds:x}-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        tracing::error!(number, %error, "a page could not be made");
        let message = MessagePage {
            title: self.t("web-fault"),
            paragraphs: vec![
                self.t("web-fault-why"),
                self.say("web-fault-number", &[("number", (&number).into())]),
            ],
            links: Vec::new(),
            page: self,
        };
        self.answer(StatusCode::INTERNAL_SERVER_ERROR, &message)
    }

    /// The page for an address that cannot be understood.
    pub(crate) fn no_address(&self, error: &dyn Display) -> Response<Body> {
        let message = MessagePage {
            title: self.t("web-no-address"),
            paragraphs: vec![error.to_string(), self.t("web-no-address-why")],
            links: Vec::new(),
            page: self,
        };
        self.answer(StatusCode::BAD_REQUEST, &message)
    }
}

fn known_colours(name: &str) -> Option<&'static str> {
    ["light", "dark"].into_iter().find(|known| *known == name)
}

fn remember(name: &str, value: &str, age: u32) -> String {
    format!("{name}={value}; Path=/; Max-Age={age}; SameSite=Lax")
}

fn cookie(headers: &HeaderMap, name: &str) -> Option<String> {
    let cookies =
        headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs =
        cookies.flat_map(|value| value.split(';')).filter_map(|it| it.trim().split_once('='));
    pairs.find(|(known, _)| *known == name).map(|(_, value)| value.to_owned())
}

/// A link under a message.
pub(crate) struct MessageLink {
    pub(crate) href: String,
    pub(crate) text: String,
    /// Whether it leads to the live web.
    pub(crate) is_outside: bool,
}

/// A page that says why there is nothing else, and what can be done.
#[derive(Template)]
#[template(path = "message.html")]
pub(crate) struct MessagePage<'p> {
    pub(crate) page: &'p PageFrame,
    pub(crate) title: String,
    pub(crate) paragraphs: Vec<String>,
    pub(crate) links: Vec<MessageLink>,
}

/// The page for a collection that there is not.
pub(super) fn no_collection(page: &PageFrame, name: &str) -> Response<Body> {
    let name: String = name.chars().take(100).collect();
    let home = MessageLink { href: "/".into(), text: page.t("web-to-home"), is_outside: false };
    let message = MessagePage {
        title: page.t("web-no-collection"),
        paragraphs: vec![page.say("web-no-collection-why", &[("name", (&name).into())])],
        links: vec![home],
        page,
    };
    page.answer(StatusCode::NOT_FOUND, &message)
}

/// The page for a problem.
pub(crate) fn problem_page(page: &PageFrame, problem: &Problem) -> Response<Body> {
    let (status, title, words) = problem.told(page.language);
    let home = MessageLink { href: "/".into(), text: page.t("web-to-home"), is_outside: false };
    let sign_in =
        (status == StatusCode::UNAUTHORIZED || status == StatusCode::FORBIDDEN).then(|| {
            MessageLink {
                href: "/sign-in".into(),
                text: page.t("web-nav-account"),
                is_outside: false,
            }
        });
    let message = MessagePage {
        title,
        paragraphs: words.into_iter().collect(),
        links: sign_in.into_iter().chain([home]).collect(),
        page,
    };
    let mut answer = page.answer(status, &message);
    problem.put_retry(answer.headers_mut());
    answer
}

/// A page that there is not.
pub(crate) async fn not_found(
    State(_): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    let page = PageFrame::new(&uri, &headers, "/");
    let path: String = uri.path().chars().take(200).collect();
    let mut links =
        vec![MessageLink { href: "/".into(), text: page.t("web-to-home"), is_outside: false }];
    // Somebody may have put an address behind the name of the server.
    let rest = path.trim_start_matches('/');
    if rest.contains('.') {
        let address = stodola_replay::ReplayAddress::new(rest.as_bytes(), None, None).to_path();
        let text = page.say("web-look-up", &[("url", rest.into())]);
        links.insert(
            0,
            MessageLink { href: format!("/captures/{address}"), text, is_outside: false },
        );
    }
    let message = MessagePage {
        title: page.t("web-no-page"),
        paragraphs: vec![page.say("web-no-page-why", &[("path", (&path).into())])],
        links,
        page: &page,
    };
    page.answer(StatusCode::NOT_FOUND, &message)
}

/// The URL behind a prefix of the path, with its query, as it came over the wire, without our own parameters.
pub(crate) fn address_in(uri: &Uri, prefix: &str) -> Option<String> {
    let own = OwnQuery::split(uri.path_and_query()?.as_str());
    own.path.strip_prefix(prefix).map(str::to_owned)
}
