//! `stodola warc index`: CDXJ and CDX lines, sorted bytewise.

use crate::json;
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use stodola_app::LineSorter;
use stodola_app::warc::{Input, Problem, WarcError, each_input};
use stodola_warc::date::{parse_arc_date, parse_warc_date};
use stodola_warc::digest::Algorithm;
use stodola_warc::{Format, HttpInfo, Record, RecordType, decode, http, post};

/// As much of a request body as can matter for the key.
const MAX_BODY: u64 = 1 << 20;

/// Print an index of the captures, sorted by bytes.
///
/// Responses, revisits, resources and metadata are indexed; records of type `application/warc-fields`
/// are not. If a record has no payload digest, it is computed (SHA-1). The keys are the same SURTs
/// that pywb and cdxj-indexer use.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  stodola warc index *.warc.gz > index.cdxj")]
pub(crate) struct Arguments {
    /// Files to index; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Format of the index
    #[arg(long, value_enum, default_value_t = LineFormat::Cdxj)]
    format: LineFormat,
    /// Add the method and body of POST and PUT requests to the key of their response
    #[arg(long)]
    post_append: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum LineFormat {
    /// Key, time and a JSON object on each line
    Cdxj,
    /// Eleven columns: ` CDX N b a m s k r M S V g`
    Cdx11,
    /// Nine columns: ` CDX N b a m s k r V g`
    Cdx9,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut sorter = LineSorter::default();
    let bar = Bar::default();
    let ended = each_input(&arguments.files, &bar, |input| index(input, arguments, &mut sorter))?;
    let mut out = output::stdout();
    match arguments.format {
        LineFormat::Cdxj => {}
        LineFormat::Cdx11 => out.write_all(b" CDX N b a m s k r M S V g\n")?,
        LineFormat::Cdx9 => out.write_all(b" CDX N b a m s k r V g\n")?,
    }
    sorter.finish(&mut out)?;
    out.flush()?;
    Ok(ended.into())
}

fn index(
    input: &mut Input<'_>,
    arguments: &Arguments,
    sorter: &mut LineSorter,
) -> Result<u64, WarcError> {
    let path = Path::new(input.name);
    let file_name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let mut records = 0;
    let mut line = Vec::new();
    let mut write = |entry: &Entry| {
        line.clear();
        entry.write(&mut line, arguments.format, &file_name)?;
        sorter.push(&line)
    };
    // With --post-append a capture waits for the request that may follow it.
    let mut waiting: Option<Side> = None;
    while let Some(mut record) = input.reader.next_record()? {
        records += 1;
        let offset = record.offset();
        let http = record.http()?;
        let mut side = Side::default();
        if arguments.post_append {
            side.read(&mut record, http.as_ref())?;
        }
        let mut problem = None;
        if record.is_capture() {
            match Entry::read(&mut record, http.as_ref())? {
                Some(entry) => side.entry = Some(entry),
                None => problem = Some(Problem::NoTargetUri),
            }
        }
        let end = record.finish()?;
        if let Some(entry) = &mut side.entry {
            entry.length = end.length;
            if entry.timestamp.is_none() {
                problem = Some(Problem::NoDate);
            }
        }
        if let Some(problem) = problem {
            input.report(offset, problem);
        }
        input.report_damage(offset, &end.warnings);
        if !arguments.post_append {
            side.entry.as_ref().map_or(Ok(()), &mut write)?;
        } else if let Some(mut before) = waiting.take() {
            let is_pair = join(&mut before, &mut side);
            before.entry.as_ref().map_or(Ok(()), &mut write)?;
            match is_pair {
                true => side.entry.as_ref().map_or(Ok(()), &mut write)?,
                false => waiting = Some(side),
            }
        } else {
            waiting = Some(side);
        }
        input.after_record();
    }
    if let Some(Side { entry: Some(entry), .. }) = &waiting {
        write(entry)?;
    }
    Ok(records)
}

/// One capture in the index.
struct Entry {
    key: Vec<u8>,
    timestamp: Option<String>,
    url: String,
    mime: Option<String>,
    status: Option<u16>,
    digest: Option<String>,
    length: Option<u64>,
    offset: u64,
    inner_offset: u64,
    /// Method and body of the request, as a query.
    posted: Option<(String, String)>,
}

impl Entry {
    /// `None` without a target URI.
    fn read<R: Read>(
        record: &mut Record<'_, R>,
        http: Option<&HttpInfo>,
    ) -> io::Result<Option<Entry>> {
        let Some(uri) = record.uri() else { return Ok(None) };
        // A space would end the column.
        let url = json::text(uri).replace(' ', "%20");
        let key = stodola_uri::surt(url.as_bytes());
        let is_arc = matches!(record.format(), Format::Arc(_));
        let date = record.raw_date().and_then(|raw| match is_arc {
            true => parse_arc_date(raw).0,
            false => parse_warc_date(raw).0,
        });
        let status = http.and_then(|h| h.status);
        let mime = record.media_type(http);
        let mime = mime.map(|mime| json::text(&mime).into_owned());
        let stored = record.warc().and_then(|h| h.get("WARC-Payload-Digest"));
        let digest = match (stored.filter(|d| !d.is_empty()), record.kind()) {
            (Some(stored), _) => Some(json::text(stored).into_owned()),
            (None, RecordType::Revisit) => None,
            (None, RecordType::Metadata) => {
                Some(record.digests(Algorithm::Sha1)?.block.to_string())
            }
            (None, _) => record.payload_digest(Algorithm::Sha1)?.map(|d| d.to_string()),
        };
        Ok(Some(Entry {
            key,
            timestamp: date.map(|d| d.digits14().to_string()),
            url,
            mime,
            status,
            digest,
            length: None,
            offset: record.offset(),
            inner_offset: record.inner_offset(),
            posted: None,
        }))
    }

    fn write(&self, out: &mut Vec<u8>, format: LineFormat, file_name: &str) -> io::Result<()> {
        out.write_all(&self.key)?;
        write!(out, " {} ", self.timestamp.as_deref().unwrap_or("-"))?;
        if format == LineFormat::Cdxj {
            return self.write_json(out, file_name);
        }
        let dash = |value: Option<&str>| value.unwrap_or("-").to_owned();
        let digest = self.digest.as_deref().and_then(digest_column);
        let status = self.status.map(|s| s.to_string());
        write!(
            out,
            "{} {} {} {} - ",
            self.url,
            dash(self.mime.as_deref()),
            dash(status.as_deref()),
            dash(digest)
        )?;
        if format == LineFormat::Cdx11 {
            let length = self.length.map(|l| l.to_string());
            write!(out, "- {} ", dash(length.as_deref()))?;
        }
        write!(out, "{} {}", self.offset, file_name.replace(' ', "%20"))
    }

    fn write_json(&self, out: &mut Vec<u8>, file_name: &str) -> io::Result<()> {
        let mut member = |name: &str, value: Option<&str>| {
            let Some(value) = value else { return Ok(()) };
            let before = if out.ends_with(b" ") { "{" } else { ", " };
            write!(out, "{before}\"{name}\": ")?;
            json::ascii_string(out, value)
        };
        member("url", Some(&self.url))?;
        member("mime", self.mime.as_deref())?;
        member("status", self.status.map(|s| s.to_string()).as_deref())?;
        member("digest", self.digest.as_deref())?;
        member("length", self.length.map(|l| l.to_string()).as_deref())?;
        member("offset", Some(&self.offset.to_string()))?;
        if self.inner_offset > 0 {
            member("innerOffset", Some(&self.inner_offset.to_string()))?;
        }
        member("filename", Some(file_name))?;
        if let Some((method, body)) = &self.posted {
            member("requestBody", Some(body))?;
            member("method", Some(method))?;
        }
        out.write_all(b"}")
    }
}

/// The value of a digest without its algorithm; `None` if nothing is left. A space would end the column.
fn digest_column(digest: &str) -> Option<&str> {
    digest.rsplit(':').next()?.split_whitespace().next()
}

/// One of two neighbouring records that may be a request and its response.
#[derive(Default)]
struct Side {
    entry: Option<Entry>,
    kind: Option<RecordType>,
    uri: Option<Vec<u8>>,
    id: Option<Vec<u8>>,
    concurrent_to: Option<Vec<u8>>,
    /// Method and body, as a query, of a request that has one.
    posted: Option<(Vec<u8>, String)>,
}

impl Side {
    fn read<R: Read>(
        &mut self,
        record: &mut Record<'_, R>,
        http: Option<&HttpInfo>,
    ) -> io::Result<()> {
        self.kind = Some(record.kind());
        self.uri = record.uri().map(<[u8]>::to_vec);
        if let Some(header) = record.warc() {
            self.id = header.get("WARC-Record-ID").map(<[u8]>::to_vec);
            self.concurrent_to = header.get("WARC-Concurrent-To").map(<[u8]>::to_vec);
        }
        if let (RecordType::Request, Some(info)) = (record.kind(), http) {
            let mut head = vec![0; info.head_len];
            record.read_exact(&mut head)?;
            let Some(head) = http::parse_request(&head) else { return Ok(()) };
            if post::has_body_query(head.method) {
                let source = BufReader::new(record);
                let mut body = Vec::new();
                let mut reader = decode::PayloadReader::new(&head.fields, source, MAX_BODY);
                // A body cut by the limit still gives the key that its first bytes make.
                match reader.read_to_end(&mut body) {
                    Err(e) if !decode::is_limit_exceeded(&e) => return Err(e),
                    _ => {}
                }
                let length = head.field("Content-Length");
                let body = post::declared_body(length.as_deref(), &body).unwrap_or_default();
                let content_type = head.field("Content-Type");
                let query = post::body_query(head.method, content_type.as_deref(), body);
                self.posted = Some((head.method.to_ascii_uppercase(), query));
            }
        }
        Ok(())
    }
}

/// If the two are a request and its response, the response takes the request into its key.
fn join(before: &mut Side, after: &mut Side) -> bool {
    let is_pair = before.uri == after.uri
        && after.concurrent_to == before.id
        && matches!(
            (before.kind, after.kind),
            (Some(RecordType::Response), Some(RecordType::Request))
                | (Some(RecordType::Request), Some(RecordType::Response))
        );
    if is_pair {
        let (request, response) = match before.kind {
            Some(RecordType::Request) => (before, after),
            _ => (after, before),
        };
        if let (Some((method, query)), Some(entry)) = (request.posted.take(), &mut response.entry) {
            if let Some(url) = post::append_to_url(&method, entry.url.as_bytes(), &query) {
                entry.key = stodola_uri::surt(&url);
            }
            entry.posted = Some((String::from_utf8_lossy(&method).into_owned(), query));
        }
    }
    is_pair
}
