//! The client script, and how pages refer to it.

use super::Asked;
use crate::http::{EntityTag, is_not_modified};
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::json;
use std::sync::LazyLock;
use stodola_archive::Stamp;
use stodola_replay::{ClientScript, client_script};

/// Where the script is.
const PATH: &str = "/_stodola/replay.js";

static TAG: LazyLock<EntityTag> = LazyLock::new(|| {
    let script = client_script();
    // FNV-1a: it has to tell builds of the program apart, nothing more.
    let sum = script.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    EntityTag::new(&["replay", &format!("{sum:016x}")])
});

/// The script itself.
pub(super) fn script(asked: &Asked) -> Response<Body> {
    let mut answer = Response::new(Body::empty());
    if is_not_modified(&asked.parts.headers, &TAG, None) {
        *answer.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *answer.body_mut() = Body::from(client_script());
    }
    let headers = answer.headers_mut();
    let kind = HeaderValue::from_static("text/javascript; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, kind);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=3600"));
    headers.insert(header::ETAG, TAG.header());
    answer
}

/// What is put into a page: the script, with what it has to know.
pub(super) fn client(asked: &Asked, time: Stamp, uri: &[u8], is_framed: bool) -> ClientScript {
    let config = json!({
        "prefix": asked.collection().base(asked.origin()),
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
    ClientScript { markup: markup.into_bytes().into() }
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
    use super::in_attribute;

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
