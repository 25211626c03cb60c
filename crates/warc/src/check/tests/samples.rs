//! Sound records of all types, modelled on the kinds of examples in the annex of the standard.

use crate::digest::Algorithm;

/// A record before it is assembled.
#[derive(Clone)]
pub(super) struct Sample {
    pub(super) name: &'static str,
    version: String,
    fields: Vec<(String, String)>,
    block: Vec<u8>,
}

/// One file: an example of each type, in an order that a crawler might write.
pub(super) fn samples() -> Vec<Sample> {
    vec![
        Sample::new(
            "warcinfo",
            "WARC-Date: 2024-05-01T12:00:00Z\n\
             WARC-Filename: ZKOUSKA-20240501120000-00001-stodola.warc\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\n\
             Content-Type: application/warc-fields",
            "software: stodola\r\noperator: A. Novotna\r\nformat: WARC File Format 1.1\r\n",
        ),
        Sample::new(
            "request",
            "WARC-Target-URI: http://example.cz/kniha\n\
             WARC-Date: 2024-05-01T12:00:01Z\n\
             WARC-Warcinfo-ID: <urn:uuid:00000000-0000-4000-8000-000000000001>\n\
             WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000003>\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000002>\n\
             Content-Type: application/http;msgtype=request",
            "GET /kniha HTTP/1.1\r\nHost: example.cz\r\n\r\n",
        ),
        Sample::new(
            "response",
            "WARC-Target-URI: http://example.cz/kniha\n\
             WARC-Date: 2024-05-01T12:00:01Z\n\
             WARC-IP-Address: 192.0.2.17\n\
             WARC-Block-Digest: {block}\n\
             WARC-Payload-Digest: {payload}\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000003>\n\
             Content-Type: application/http;msgtype=response\n\
             WARC-Identified-Payload-Type: text/html",
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n\
             <p>Dobry den</p>\n",
        ),
        Sample::new(
            "resource",
            "WARC-Target-URI: dns:example.cz\n\
             WARC-Date: 2024-05-01T12:00:00.25Z\n\
             WARC-Block-Digest: {block}\n\
             WARC-Payload-Digest: {block}\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000004>\n\
             Content-Type: text/dns",
            "20240501120000\nexample.cz. 3600 IN A 192.0.2.17\n",
        ),
        Sample::new(
            "metadata",
            "WARC-Target-URI: http://example.cz/kniha\n\
             WARC-Date: 2024-05-01T12:00:02Z\n\
             WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000003>\n\
             WARC-Concurrent-To: <urn:uuid:00000000-0000-4000-8000-000000000002>\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000005>\n\
             Content-Type: application/warc-fields",
            "via: http://example.cz/\r\nhopsFromSeed: L\r\n",
        ),
        Sample::new(
            "revisit",
            "WARC-Target-URI: http://example.cz/kniha\n\
             WARC-Date: 2024-06-01T12:00:00Z\n\
             WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\n\
             WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\n\
             WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000003>\n\
             WARC-Refers-To-Target-URI: http://example.cz/kniha\n\
             WARC-Refers-To-Date: 2024-05-01T12:00:01Z\n\
             WARC-Truncated: length\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000006>\n\
             Content-Type: application/http;msgtype=response",
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n",
        ),
        Sample::new(
            "conversion",
            "WARC-Target-URI: http://example.cz/kniha\n\
             WARC-Date: 2030-01-01T00:00:00Z\n\
             WARC-Refers-To: <urn:uuid:00000000-0000-4000-8000-000000000003>\n\
             WARC-Block-Digest: {block}\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000007>\n\
             Content-Type: text/plain",
            "Dobry den\n",
        ),
        Sample::new(
            "segment: response",
            "WARC-Target-URI: http://example.cz/film\n\
             WARC-Date: 2024-05-01T12:00:03Z\n\
             WARC-Segment-Number: 1\n\
             WARC-Block-Digest: {block}\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000008>\n\
             Content-Type: application/http;msgtype=response",
            "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\nContent-Length: 12\r\n\r\nfirst ",
        ),
        Sample::new(
            "continuation",
            "WARC-Target-URI: http://example.cz/film\n\
             WARC-Date: 2024-05-01T12:00:03Z\n\
             WARC-Segment-Number: 2\n\
             WARC-Segment-Origin-ID: <urn:uuid:00000000-0000-4000-8000-000000000008>\n\
             WARC-Segment-Total-Length: 76\n\
             WARC-Block-Digest: {block}\n\
             WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000009>",
            "second",
        ),
    ]
}

pub(super) fn sample(name: &str) -> Sample {
    samples().into_iter().find(|s| s.name == name).unwrap()
}

impl Sample {
    fn new(name: &'static str, fields: &str, block: &str) -> Sample {
        let kind = name.rsplit(' ').next().unwrap();
        let first = ("WARC-Type".to_owned(), kind.to_owned());
        let rest = fields.lines().map(|line| line.split_once(": ").unwrap());
        Sample {
            name,
            version: "WARC/1.1".to_owned(),
            fields: [first]
                .into_iter()
                .chain(rest.map(|(n, v)| (n.to_owned(), v.to_owned())))
                .collect(),
            block: block.as_bytes().to_vec(),
        }
    }

    /// Changes the record: `Name: value` sets a field, `+Name: value` adds one, `-Name` takes it
    /// away, `WARC/1.0` sets the version and `|text` the block.
    pub(super) fn edit(mut self, edits: &[&str]) -> Sample {
        for edit in edits {
            let field = |text: &str| {
                let (name, value) = text.split_once(':').unwrap();
                (name.to_owned(), value.strip_prefix(' ').unwrap_or(value).to_owned())
            };
            if let Some(block) = edit.strip_prefix('|') {
                self.block = block.as_bytes().to_vec();
            } else if let Some(name) = edit.strip_prefix('-') {
                self.fields.retain(|f| f.0 != name);
            } else if let Some(more) = edit.strip_prefix('+') {
                self.fields.push(field(more));
            } else if edit.starts_with("WARC/") {
                self.version = (*edit).to_owned();
            } else {
                let (name, value) = field(edit);
                match self.fields.iter_mut().find(|f| f.0 == name) {
                    Some(old) => old.1 = value,
                    None => self.fields.push((name, value)),
                }
            }
        }
        self
    }

    /// The record with its length and separators. `{block}` and `{payload}` become digests, the
    /// replacement character a byte that is not UTF-8.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let text = String::from_utf8_lossy(&self.block);
        let body = text.find("\r\n\r\n").map_or(0, |at| at + 4);
        let block_digest = Algorithm::Sha1.digest(&self.block).to_string();
        let payload_digest = Algorithm::Sha1.digest(&self.block[body..]).to_string();
        let mut header = format!("{}\r\n", self.version);
        for (name, value) in &self.fields {
            header.push_str(&format!("{name}: {value}\r\n"));
        }
        if !header.contains("Content-Length:") {
            header.push_str(&format!("Content-Length: {}\r\n", self.block.len()));
        }
        let header = header.replace("{block}", &block_digest).replace("{payload}", &payload_digest);
        let mut bytes = Vec::new();
        for c in header.chars() {
            match c {
                '\u{fffd}' => bytes.push(0xff),
                c => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            }
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(&self.block);
        bytes.extend_from_slice(b"\r\n\r\n");
        bytes
    }
}

/// All samples in one file, one of them edited.
pub(super) fn file_with(name: &str, edits: &[&str]) -> Vec<u8> {
    let edited = samples().into_iter().map(|s| if s.name == name { s.edit(edits) } else { s });
    edited.flat_map(|s| s.bytes()).collect()
}
