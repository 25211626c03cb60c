//! The client script, and how pages refer to it.

use super::Asked;
use super::collection::Collection;
use crate::http::{EntityTag, is_not_modified};
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use bytes::Bytes;
use rust_embed::RustEmbed;
use serde_json::json;
use std::sync::{Arc, LazyLock};
use stodola_archive::Stamp;
use stodola_replay::ClientScript;

/// Where the script is.
const PATH: &str = "/_stodola/replay.js";

/// The files that the script is made of. They belong to the crate `replay`, whose rewriter they work with.
#[derive(RustEmbed)]
#[folder = "../replay/client/"]
#[allow_missing = true]
struct ClientParts;

/// The script with its name as a version.
struct MadeScript {
    text: Bytes,
    tag: EntityTag,
}

static SCRIPT: LazyLock<MadeScript> = LazyLock::new(|| {
    let mut names: Vec<_> = ClientParts::iter().filter(|name| name.ends_with(".js")).collect();
    names.sort_unstable();
    let parts: Vec<_> = names.iter().filter_map(|name| ClientParts::get(name)).collect();
    let mut text = String::new();
    let mut digest = String::new();
    for part in &parts {
        add_lines(&String::from_utf8_lossy(&part.data), &mut text);
        digest.push_str(&format!(
            "{:02x}{:02x}",
            part.metadata.sha256_hash()[0],
            part.metadata.sha256_hash()[1]
        ));
    }
    MadeScript { text: text.into(), tag: EntityTag::new(&["replay", &digest]) }
});

/// Adds lines without their indentation, and without those that are comments. No string of the script goes over more
/// than one line.
fn add_lines(part: &str, text: &mut String) {
    for line in part.lines().map(str::trim) {
        if !line.is_empty() && !line.starts_with("//") {
            text.push_str(line);
            text.push('\n');
        }
    }
}

/// The script itself.
pub(super) fn script(asked: &Asked) -> Response<Body> {
    let mut answer = Response::new(Body::empty());
    if is_not_modified(&asked.parts.headers, &SCRIPT.tag, None) {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *answer.body_mut() = Body::from(SCRIPT.text.clone());
    }
    let headers = answer.headers_mut();
    let kind = HeaderValue::from_static("text/javascript; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::ETAG, SCRIPT.tag.header());
    answer
}

/// What is put into a page: the script, with what it has to know.
pub(super) fn client(
    asked: &Asked,
    collection: &Collection,
    time: Stamp,
    uri: &[u8],
    is_framed: bool,
) -> ClientScript {
    let config = json!({
        "prefix": collection.base(asked.origin()),
        "time": time.to_string(),
        "uri": String::from_utf8_lossy(uri),
        "replayOrigin": asked.origin(),
        "appOrigin": asked.shared.origins.app.as_str(),
        "isFramed": is_framed,
        "date": true,
        "random": true,
    });
    let markup = format!(
        "<script src=\"{PATH}\" data-stodola=\"{}\"></script>",
        in_attribute(&config.to_string())
    );
    // Workers begin with the script themselves; nothing is added to them.
    let nothing: Arc<[u8]> = Arc::from(&b""[..]);
    ClientScript { markup: markup.into_bytes().into(), worker: nothing }
}

/// Text in an attribute, in ASCII: characters beyond it are escaped as JSON has it.
fn in_attribute(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 64);
    for c in json.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            ' '..='~' => out.push(c),
            c => {
                let mut units = [0; 2];
                for unit in c.encode_utf16(&mut units) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_left_out() {
        let mut text = String::new();
        add_lines("// words\n  a(\"// x\");\n\n\tb();\n", &mut text);
        assert_eq!(text, "a(\"// x\");\nb();\n");
    }

    #[test]
    fn configuration_cannot_leave_its_attribute() {
        let json = serde_json::json!({ "uri": "http://a/\"><script>&é𝄞\n" }).to_string();
        let text = in_attribute(&json);
        assert_eq!(
            text,
            "{&quot;uri&quot;:&quot;http://a/\\&quot;&gt;&lt;script&gt;&amp;\\u00e9\\ud834\\udd1e\\n&quot;}"
        );
    }
}
