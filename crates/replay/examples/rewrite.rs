//! Rewrites a file as it would be replayed, for comparing with other tools:
//!
//! ```sh
//! cargo run -p stodola-replay --example rewrite -- MODIFIER CONTENT-TYPE URI < FILE
//! ```

use std::env;
use std::io::{self, Read};
use std::sync::Arc;

use stodola_replay::{BodyKind, ClientScript, Modifier, ReplayContext, rewrite_body};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [modifier, content_type, uri] = arguments.as_slice() else {
        return Err(io::Error::other("three arguments are needed: modifier, content type, URI"));
    };
    let modifier =
        Modifier::parse(modifier).ok_or_else(|| io::Error::other("there is no such modifier"))?;
    let client =
        ClientScript { markup: Arc::from(&b"<script src=\"/_stodola/replay.js\"></script>"[..]) };
    let context = ReplayContext::new(
        "http://127.0.0.1:8081/web/",
        "20140126200624",
        uri.as_bytes(),
        modifier,
    );
    let mut body = Vec::new();
    io::stdin().read_to_end(&mut body)?;
    let kind = BodyKind::decide(modifier, Some(content_type.as_bytes()), &body);
    rewrite_body(kind, None, &context.with_client(client), body.as_slice(), io::stdout().lock())?;
    Ok(())
}
