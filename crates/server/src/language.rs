//! The language of a page: what the address says (`?lang=`), else the cookie, else what the browser prefers.

use axum::http::{HeaderMap, header};
use stodola_text::Language;

/// The cookie that remembers the choice.
pub(crate) const COOKIE: &str = "lang";

/// The language of a request.
pub(crate) fn language_of(query: Option<&str>, headers: &HeaderMap) -> Language {
    chosen(query).or_else(|| remembered(headers)).unwrap_or_else(|| preferred(headers))
}

/// The language that the address says; the page sets the cookie then.
pub(crate) fn chosen(query: Option<&str>) -> Option<Language> {
    query?.split('&').find_map(|pair| known(pair.strip_prefix("lang=")?))
}

fn remembered(headers: &HeaderMap) -> Option<Language> {
    let cookies = headers.get_all(header::COOKIE).into_iter();
    cookies.filter_map(|value| value.to_str().ok()).flat_map(|value| value.split(';')).find_map(
        |cookie| {
            let (name, value) = cookie.trim().split_once('=')?;
            if name == COOKIE { known(value) } else { None }
        },
    )
}

/// The known language with the greatest weight; English if there is none.
fn preferred(headers: &HeaderMap) -> Language {
    let mut best: Option<(f32, Language)> = None;
    for value in headers.get_all(header::ACCEPT_LANGUAGE) {
        for range in value.to_str().unwrap_or("").split(',').take(50) {
            let (tag, weight) = range.split_once(';').unwrap_or((range, ""));
            let weight = weight.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse);
            let (Some(language), Ok(weight)) = (known(tag.trim()), weight) else { continue };
            if weight > 0.0 && best.is_none_or(|(most, _)| weight > most) {
                best = Some((weight, language));
            }
        }
    }
    best.map_or(Language::English, |(_, language)| language)
}

fn known(tag: &str) -> Option<Language> {
    let primary = tag.split('-').next().unwrap_or("").to_ascii_lowercase();
    Language::ALL.into_iter().find(|language| language.tag() == primary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_wins_over_the_cookie_and_that_over_the_browser() {
        for (query, cookie, browser, expected) in [
            (None, "", "", Language::English),
            (None, "", "cs,en;q=0.8", Language::Czech),
            (None, "", "en;q=0.5, cs-CZ;q=0.9", Language::Czech),
            (None, "", "de, en;q=0.3, cs;q=0.2", Language::English),
            (None, "", "cs;q=0", Language::English),
            (None, "a=b; lang=cs", "en", Language::Czech),
            (None, "lang=xx", "cs", Language::Czech),
            (Some("year=2020&lang=en"), "lang=cs", "cs", Language::English),
            (Some("lang=xx"), "lang=cs", "en", Language::Czech),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            headers.insert(header::ACCEPT_LANGUAGE, browser.parse().unwrap());
            assert_eq!(language_of(query, &headers), expected, "{query:?} {cookie} {browser}");
        }
    }
}
