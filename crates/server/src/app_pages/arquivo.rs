//! `/textsearch` and `/imagesearch`, in the form of the API of Arquivo.pt: what was written for that works here.
//!
//! Parameters: `q`, `from`, `to`, `type`, `siteSearch`, `collection` (a name of ours), `offset`, `maxItems`,
//! `dedupField=url` (contents that are folded into one otherwise are items of their own), `fields`, `prettyPrint`. What
//! else there is, such as `callback`, is passed over: scripts of other origins get nothing from this server.

use super::format::escaped;
use super::search::is_plain;
use crate::collection::Collection;
use crate::http::{json, work};
use crate::reader::Reader;
use crate::state::{AskError, Shared};
use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Response, StatusCode, Uri};
use serde_json::{Map, Value, json};
use std::sync::Arc;
use stodola_app::cdx::{QueryParams, form_encoded};
use stodola_app::reading::shown_file;
use stodola_app::search::{FindQuery, FoundDocument, FoundPage, TextSearchError};
use stodola_archive::Stamp;
use stodola_replay::{Modifier, ReplayAddress};
use stodola_search::{DocumentType, SearchError};
use stodola_text::{Language, error_text};

/// Items of an answer, if a program does not say how many.
const USUAL: u64 = 50;
/// Items of an answer at most.
const MOST: u64 = 500;
/// Items before the first of an answer at most.
const OFFSET_MAX: u64 = 5_000;

/// Which of the two was asked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Text,
    Images,
}

pub(crate) async fn text_search(
    State(shared): State<Arc<Shared>>,
    Extension(reader): Extension<Reader>,
    uri: Uri,
) -> Response<Body> {
    answer(shared, reader, &uri, Asked::Text).await
}

pub(crate) async fn image_search(
    State(shared): State<Arc<Shared>>,
    Extension(reader): Extension<Reader>,
    uri: Uri,
) -> Response<Body> {
    answer(shared, reader, &uri, Asked::Images).await
}

async fn answer(shared: Arc<Shared>, reader: Reader, uri: &Uri, asked: Asked) -> Response<Body> {
    let params = match QueryParams::parse(uri.query().unwrap_or("")) {
        Ok(params) => params,
        Err(error) => return problem(StatusCode::BAD_REQUEST, &error.to_string()),
    };
    let reader = match params.get("collection") {
        None => reader,
        Some(name) => match Collection::find(&shared, name).await {
            Ok(Some(collection)) => reader.within(collection),
            Ok(None) => return problem(StatusCode::NOT_FOUND, "there is no such collection"),
            Err(error) => return fault(&error),
        },
    };
    let (offset, items) = match (params.number("offset"), params.number("maxItems")) {
        (Ok(offset), Ok(items)) => {
            (offset.unwrap_or(0).min(OFFSET_MAX), items.unwrap_or(USUAL).clamp(1, MOST))
        }
        (Err(error), _) | (_, Err(error)) => {
            return problem(StatusCode::BAD_REQUEST, &error.to_string());
        }
    };
    let query = FindQuery {
        text: params.get("q").unwrap_or_default().to_owned(),
        narrowing: narrowing(&params),
        limit: usize::try_from(offset + items).unwrap_or(usize::MAX),
        images: asked == Asked::Images,
        snippets: asked == Asked::Text,
        unfolded: params.get("dedupField") == Some("url"),
        ..FindQuery::default()
    };
    let (searching, asking) = (shared.clone(), reader.clone());
    let found = work(move || {
        let finder = searching.finder()?;
        let gate = searching.gate(&asking)?;
        Ok::<_, AskError>(finder.find(&query, &gate)?)
    });
    let found = match found.await {
        Ok(Ok(found)) => found,
        Ok(Err(AskError::Search(error))) => return refused(&error),
        Ok(Err(error)) => return fault(&error),
        Err(error) => return fault(&error),
    };
    let addresses = Addresses {
        app: shared.origins.app.as_str(),
        root: reader.collection.root(),
        replay: reader.collection.base(shared.origins.replay.as_str()),
    };
    let page = ItemPage { params: &params, offset, items, addresses: &addresses };
    let told = match asked {
        Asked::Text => page.texts(&found),
        Asked::Images => page.images(&found),
    };
    let text = match params.is_on("prettyPrint") {
        true => serde_json::to_string_pretty(&told).unwrap_or_default(),
        false => told.to_string(),
    };
    json(StatusCode::OK, text)
}

/// What narrows, in the language of queries. A value that cannot be understood is an error there.
fn narrowing(params: &QueryParams) -> String {
    let plain = |text: &str| text.chars().filter(|c| is_plain(*c)).collect::<String>();
    let mut parts = Vec::new();
    let [from, to] = ["from", "to"].map(|name| plain(params.get(name).unwrap_or_default()));
    if !from.is_empty() || !to.is_empty() {
        parts.push(format!("date:\"{from}..{to}\""));
    }
    if let Some(kind) = params.get("type") {
        parts.push(format!("type:\"{}\"", plain(&type_named(kind))));
    }
    let sites = params.get("siteSearch").unwrap_or_default().split(',').map(str::trim);
    parts.extend(sites.filter(|it| !it.is_empty()).map(|it| format!("site:\"{}\"", plain(it))));
    parts.join(" ")
}

/// The type of ours for the subtype of a media type.
fn type_named(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    match &*name {
        "doc" | "docx" | "xls" | "xlsx" | "ppt" | "pptx" | "odt" | "ods" | "rtf" => "office".into(),
        "plain" | "txt" => "text".into(),
        _ => DocumentType::named(&name).map_or(name, |kind| kind.name().to_owned()),
    }
}

/// Where captures and pages about them are.
struct Addresses<'a> {
    app: &'a str,
    /// The beginning of the paths of pages.
    root: String,
    /// The beginning of the addresses of captures.
    replay: String,
}

impl Addresses<'_> {
    fn page(&self, uri: &[u8], time: Stamp) -> String {
        let path = ReplayAddress::new(uri, Some(time), None).to_path();
        format!("{}{}/replay/{path}", self.app, self.root)
    }

    fn content(&self, uri: &[u8], time: Stamp, modifier: Modifier) -> String {
        format!("{}{}", self.replay, ReplayAddress::new(uri, Some(time), Some(modifier)).to_path())
    }

    fn about(&self, uri: &[u8], time: Stamp) -> String {
        let path = ReplayAddress::new(uri, None, None).to_path();
        format!("{}{}/captures/{path}/{time}", self.app, self.root)
    }
}

/// A page of items.
struct ItemPage<'p> {
    params: &'p QueryParams,
    offset: u64,
    items: u64,
    addresses: &'p Addresses<'p>,
}

impl ItemPage<'_> {
    fn texts(&self, found: &FoundPage) -> Value {
        let items: Vec<Value> = self.of(found, |it| self.text_item(it));
        let mut told = self.head(found, "textsearch", items.len(), "next_page", "previous_page");
        told.insert("estimated_nr_results".into(), found.page.total.into());
        told.insert("response_items".into(), items.into());
        Value::Object(told)
    }

    fn images(&self, found: &FoundPage) -> Value {
        let items: Vec<Value> = self.of(found, |it| self.image_item(it));
        let mut told = self.head(found, "imagesearch", items.len(), "nextPage", "previousPage");
        told.insert("totalItems".into(), found.page.total.into());
        told.insert("numberOfResponseItems".into(), items.len().into());
        told.insert("offset".into(), self.offset.into());
        told.insert("responseItems".into(), items.into());
        Value::Object(told)
    }

    /// The items of the page, with the fields that are asked for.
    fn of(
        &self,
        found: &FoundPage,
        item: impl Fn(&FoundDocument) -> Option<Map<String, Value>>,
    ) -> Vec<Value> {
        let fields: Vec<&str> =
            self.params.get("fields").map_or(Vec::new(), |it| it.split(',').collect());
        let behind =
            found.documents.iter().skip(usize::try_from(self.offset).unwrap_or(usize::MAX));
        let chosen = behind.filter_map(|found| {
            let mut item = item(found)?;
            item.retain(|name, value| {
                !value.is_null() && (fields.is_empty() || fields.contains(&name.as_str()))
            });
            Some(Value::Object(item))
        });
        chosen.collect()
    }

    /// What both answers begin with.
    fn head(
        &self,
        found: &FoundPage,
        path: &str,
        shown: usize,
        next: &str,
        previous: &str,
    ) -> Map<String, Value> {
        let mut head = Map::new();
        head.insert("serviceName".into(), "Stodola".into());
        head.insert("linkToService".into(), self.addresses.app.into());
        let names = ["q", "from", "to", "type", "siteSearch", "collection", "dedupField", "fields"];
        let given = names.iter().filter_map(|name| Some((*name, self.params.get(name)?)));
        let given: Vec<(&str, &str)> = given.collect();
        let mut parameters: Map<String, Value> =
            given.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
        parameters.insert("offset".into(), self.offset.into());
        parameters.insert("maxItems".into(), self.items.into());
        head.insert("request_parameters".into(), Value::Object(parameters));
        let link = |offset: u64| {
            let pairs = given.iter().map(|(name, value)| format!("{name}={}", form_encoded(value)));
            let pairs: Vec<String> = pairs.collect();
            let more = format!("offset={offset}&maxItems={}", self.items);
            format!("{}/{path}?{}&{more}", self.addresses.app, pairs.join("&"))
        };
        if found.page.cursor.is_some() && shown > 0 {
            head.insert(next.into(), link(self.offset + self.items).into());
        }
        if self.offset > 0 {
            head.insert(previous.into(), link(self.offset.saturating_sub(self.items)).into());
        }
        head
    }

    fn text_item(&self, found: &FoundDocument) -> Option<Map<String, Value>> {
        let (hit, shown) = (&found.hit, found.shown.as_ref()?);
        let time = hit.capture.time?;
        let snippet: String = found
            .snippet
            .iter()
            .flat_map(|snippet| &snippet.runs)
            .map(|run| match run.is_hit {
                true => format!("<em>{}</em>", escaped(&run.text)),
                false => escaped(&run.text),
            })
            .collect();
        let about = self.addresses.about(&hit.uri, time);
        object(json!({
            "title": found.title,
            "originalURL": String::from_utf8_lossy(&hit.uri),
            "linkToArchive": self.addresses.page(&hit.uri, time),
            "tstamp": time.to_string(),
            "contentLength": shown.length.map(|it| it.to_string()),
            "digest": shown.digest,
            "mimeType": shown.mime,
            "date": time.seconds().to_string(),
            "linkToNoFrame": self.addresses.content(&hit.uri, time, Modifier::Page),
            "linkToExtractedText": format!("{about}?view=text"),
            "linkToMetadata": about,
            "linkToOriginalFile": self.addresses.content(&hit.uri, time, Modifier::Identity),
            "snippet": snippet,
            "fileName": shown_file(&hit.capture.file),
            "offset": hit.capture.offset.to_string(),
            "statusCode": hit.status,
        }))
    }

    fn image_item(&self, found: &FoundDocument) -> Option<Map<String, Value>> {
        let (hit, shown) = (&found.hit, found.shown.as_ref()?);
        let (image, time) = (hit.image.as_ref()?, hit.capture.time?);
        let captured = shown.time.unwrap_or(time);
        object(json!({
            "imgSrc": String::from_utf8_lossy(image),
            "imgLinkToArchive": self.addresses.content(image, captured, Modifier::Image),
            "imgTstamp": captured.to_string(),
            "imgMimeType": shown.mime,
            "imgDigest": shown.digest,
            "pageURL": String::from_utf8_lossy(&hit.uri),
            "pageLinkToArchive": self.addresses.page(&hit.uri, time),
            "pageTstamp": time.to_string(),
            "pageTitle": found.title,
        }))
    }
}

fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(map) => Some(map),
        _ => None,
    }
}

fn refused(error: &TextSearchError) -> Response<Body> {
    let told = error_text(Language::English, error);
    match error {
        TextSearchError::Query(_) | TextSearchError::Cursor => {
            problem(StatusCode::BAD_REQUEST, &told)
        }
        TextSearchError::Search(SearchError::NoIndex) => problem(StatusCode::NOT_FOUND, &told),
        TextSearchError::Search(SearchError::Busy) => {
            problem(StatusCode::SERVICE_UNAVAILABLE, &told)
        }
        error => fault(error),
    }
}

fn fault(error: &dyn std::fmt::Display) -> Response<Body> {
    tracing::error!(%error, "a search for a program failed");
    problem(StatusCode::INTERNAL_SERVER_ERROR, "the search failed; the log of the server tells why")
}

fn problem(status: StatusCode, told: &str) -> Response<Body> {
    json(status, json!({ "title": told, "status": status.as_u16() }).to_string())
}
