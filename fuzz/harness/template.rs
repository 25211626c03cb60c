//! Anybody may write a template for a result. It is understood or refused in plain words; filling it ends, and what is
//! escaped stays so.

use serde_json::json;
use std::io::{self, Write};
use stodola_app::requests::{ResultTemplate, TemplateError};

/// Bytes that are kept of what is written; the rest is counted by the template itself.
const KEPT: usize = 1 << 16;

struct Beginning(Vec<u8>);

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = KEPT - self.0.len();
        self.0.extend_from_slice(&bytes[..bytes.len().min(room)]);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Takes the bytes for a template.
pub(crate) fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let template = match ResultTemplate::parse(&text) {
        Err(error) => return assert!(!error.to_string().is_empty()),
        Ok(template) => template,
    };
    let values = json!({
        "title": "<<<", "a": { "b": "<<<", "c": [] }, "n": 0, "t": true,
        "rows": [{ "uri": "<<<", "links": [1, 2, "<<<"] }, { "uri": null }, []],
    });
    let mut out = Beginning(Vec::new());
    match template.fill(&values, &mut out) {
        Ok(()) => {
            // Values can add nothing that would begin a tag.
            let begins = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'<').count();
            let is_repeated = text.contains("{{#");
            assert!(
                !template.is_html() || is_repeated || begins(&out.0) <= begins(text.as_bytes())
            );
        }
        Err(TemplateError::TooMuch) => {}
        Err(error) => panic!("{error}"),
    }
}
