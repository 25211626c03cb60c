//! The catalogue of a site: its pages in groups, by their key words.

use super::lists::{csv, short};
use super::tree::archived_link;
use super::{MapPart, MapSight};
use crate::api::Call;
use crate::app_pages::format::{escaped, grouped};
use axum::body::Body;
use axum::http::Response;
use std::fmt::Write as _;
use stodola_app::map::SurveyShare;
use stodola_app::search::{SiteTopics, TextSearchError, TopicPage, TopicSection, csv_cell};
use stodola_replay::ReplayAddress;
use stodola_search::SearchError;

/// Pages of a group that are listed beside other groups, and on a page of its own.
const FEW: usize = 8;
const ALL: usize = 500;
/// Further words of a group that are named.
const WORDS: usize = 6;
/// Languages to choose from.
const LANGUAGES: usize = 12;
/// The command that makes an index.
const COMMAND: &str = "stodola archive rebuild --only search --archive archive";

/// The groups of the site; or with `group` all pages of one.
pub(super) fn part(
    sight: &MapSight<'_>,
    call: &Call,
    found: Result<SiteTopics, TextSearchError>,
) -> Result<MapPart, TextSearchError> {
    let page = sight.page;
    let mut body = format!("<p>{}</p>", escaped(&page.t("web-map-catalogue-about")));
    let (mut aside, mut href) = (String::new(), None);
    match found {
        Err(TextSearchError::Search(SearchError::NoIndex)) => {
            let words = escaped(&page.t("web-map-catalogue-no-index"));
            let command = escaped(COMMAND);
            let _ = write!(
                body,
                "<p>{words}</p><div class=\"scroll\"><pre tabindex=\"0\">{command}</pre></div>"
            );
        }
        Err(error) => return Err(error),
        Ok(topics) => {
            let language = call.query.get("lang").unwrap_or_default();
            body += &languages(sight, language);
            if topics.documents == 0 {
                let _ = write!(body, "<p>{}</p>", escaped(&page.t("web-map-catalogue-none")));
            } else {
                let told = page.say(
                    "web-map-catalogue-read",
                    &[
                        ("n", topics.documents.into()),
                        ("shown", grouped(topics.documents).into()),
                        ("total", grouped(topics.total).into()),
                    ],
                );
                let _ = write!(body, "<p class=\"hint\">{}</p>", escaped(&told));
                body += &groups(sight, language, call.query.get("group"), &topics);
                aside = page.count("web-map-catalogue-csv", topics.documents);
                let pairs = with_language(vec![("format", "csv")], language);
                href = Some(sight.link("/catalogue", &pairs));
            }
        }
    }
    Ok(MapPart { id: "catalogue", heading: page.t("web-map-catalogue"), aside, href, body })
}

fn with_language<'p>(
    mut pairs: Vec<(&'p str, &'p str)>,
    language: &'p str,
) -> Vec<(&'p str, &'p str)> {
    if !language.is_empty() {
        pairs.push(("lang", language));
    }
    pairs
}

/// Links to the pages in one language, where there are several.
fn languages(sight: &MapSight<'_>, chosen: &str) -> String {
    let known: Vec<&SurveyShare> =
        sight.survey.languages.iter().filter(|it| super::tree::is_tag(&it.name)).collect();
    if known.len() < 2 && chosen.is_empty() {
        return String::new();
    }
    let link = |language: &str, words: &str| {
        let href = sight.link("/catalogue", &with_language(Vec::new(), language));
        let current = if language == chosen { " aria-current=\"true\"" } else { "" };
        format!("<a href=\"{}\"{current}>{}</a>", escaped(&href), escaped(words))
    };
    let mut links = vec![link("", &sight.page.t("web-map-catalogue-languages"))];
    links.extend(known.iter().take(LANGUAGES).map(|it| link(&it.name, &it.name)));
    format!("<p>{}</p>", links.join(" · "))
}

fn groups(
    sight: &MapSight<'_>,
    language: &str,
    chosen: Option<&str>,
    topics: &SiteTopics,
) -> String {
    let mut out = String::new();
    if let Some(name) = chosen {
        let href = sight.link("/catalogue", &with_language(Vec::new(), language));
        let words = escaped(&sight.page.t("web-map-catalogue-all"));
        let _ = write!(out, "<p class=\"crumbs\"><a href=\"{}\">{words}</a></p>", escaped(&href));
        return match topics.sections.iter().find(|section| section.name == name) {
            Some(section) => out + &group(sight, language, section, ALL),
            None => {
                let words = escaped(&sight.page.t("web-map-catalogue-no-group"));
                out + &format!("<p>{words}</p>")
            }
        };
    }
    for section in &topics.sections {
        out += &group(sight, language, section, FEW);
    }
    out
}

fn group(sight: &MapSight<'_>, language: &str, section: &TopicSection, most: usize) -> String {
    let page = sight.page;
    let name = match &*section.name {
        "" => escaped(&page.t("web-map-catalogue-others")),
        name => format!("<span class=\"archived\">{}</span>", escaped(name)),
    };
    let words: Vec<&str> = section.words.iter().take(WORDS).map(String::as_str).collect();
    let words = match words.is_empty() {
        true => String::new(),
        false => format!("<p class=\"hint\">{}</p>", escaped(&words.join(", "))),
    };
    let count = escaped(&page.count("web-map-count-pages", section.pages.len() as u64));
    let mut out =
        format!("<h3>{name} <span class=\"hint\">{count}</span></h3>{words}<ul class=\"lines\">");
    for topic in section.pages.iter().take(most) {
        let _ = write!(out, "<li>{}</li>", link(sight, topic));
    }
    let more = section.pages.len().saturating_sub(most) as u64;
    if more > 0 {
        let words = escaped(&page.count("web-map-more", more));
        let item = match most {
            FEW => {
                let pairs = with_language(vec![("group", &section.name)], language);
                let href = sight.link("/catalogue", &pairs);
                format!("<a href=\"{}\">{words}</a>", escaped(&href))
            }
            _ => words,
        };
        let _ = write!(out, "<li>{item}</li>");
    }
    out + "</ul>"
}

/// A link to a page as it is archived, and its address.
fn link(sight: &MapSight<'_>, topic: &TopicPage) -> String {
    let address = escaped(&short(sight, &topic.uri));
    if let Some(place) = sight.survey.find(&topic.uri) {
        let link = archived_link(sight, &sight.survey.pages[place]);
        return format!("{link} <span class=\"hint\">{address}</span>");
    }
    let path = ReplayAddress::new(topic.uri.as_bytes(), None, None).to_path();
    let title: String = topic.title.as_deref().unwrap_or(&topic.uri).chars().take(200).collect();
    format!(
        "<a class=\"plain\" href=\"/captures/{}\">{}</a> <span class=\"hint\">{address}</span>",
        escaped(&path),
        escaped(&title)
    )
}

/// The groups as CSV: a line for each page.
pub(super) fn groups_csv(topics: &SiteTopics) -> Response<Body> {
    let mut text = "group,words,uri,title\r\n".to_owned();
    for section in &topics.sections {
        for page in &section.pages {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "{},{},{},{}\r\n",
                csv_cell(&section.name),
                csv_cell(&section.words.join(" ")),
                csv_cell(&page.uri),
                csv_cell(page.title.as_deref().unwrap_or_default())
            );
        }
    }
    csv("catalogue", text)
}
