//! Files that are part of the program: style sheet, scripts, pictures. Their names carry a digest, so that browsers
//! keep them for ever.

use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use rust_embed::RustEmbed;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Addresses of the files by their names in the source, and names by their addresses.
struct AssetNames {
    paths: BTreeMap<String, String>,
    names: BTreeMap<String, String>,
}

static NAMES: LazyLock<AssetNames> = LazyLock::new(|| {
    let mut found = AssetNames { paths: BTreeMap::new(), names: BTreeMap::new() };
    for name in Assets::iter() {
        let Some(file) = Assets::get(&name) else { continue };
        let digest: String =
            file.metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
        let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
        let served = format!("{stem}.{digest}.{ending}");
        found.paths.insert(name.to_string(), format!("/static/{served}"));
        found.names.insert(served, name.to_string());
    }
    found
});

/// The address of a file on either origin. A name that there is no file of gives an address that is not found.
pub(crate) fn asset_path(name: &str) -> &'static str {
    NAMES.paths.get(name).map_or("/static/", String::as_str)
}

/// The file at an address behind `/static/`.
pub(crate) fn asset(served: &str) -> Response<Body> {
    let file = NAMES.names.get(served).and_then(|name| Some((name, Assets::get(name)?)));
    let Some((name, file)) = file else {
        return crate::http::plain(StatusCode::NOT_FOUND, "there is no such file\n");
    };
    let kind = match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    };
    let body = match file.data {
        std::borrow::Cow::Borrowed(bytes) => Body::from(bytes),
        std::borrow::Cow::Owned(bytes) => Body::from(bytes),
    };
    let mut answer = Response::new(body);
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let for_ever = HeaderValue::from_static("public, max-age=31536000, immutable");
    headers.insert(header::CACHE_CONTROL, for_ever);
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_served_under_names_with_a_digest() {
        let path = asset_path("style.css");
        let served = path.strip_prefix("/static/").unwrap();
        assert_eq!(asset(served).status(), StatusCode::OK);
        for wrong in ["style.css", "", "../Cargo.toml", "style.0000000000000000.css"] {
            assert_eq!(asset(wrong).status(), StatusCode::NOT_FOUND, "{wrong}");
        }
    }
}
