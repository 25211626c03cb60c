//! `stodola warc index`: CDXJ and CDX lines, sorted bytewise.

use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use stodola_app::LineSorter;
use stodola_app::warc::{InputProblem, WarcError, WarcInput, each_input};
use stodola_archive::CaptureRow;
use stodola_archive::cdx::{CdxFormat, CdxLine};
use stodola_warc::{HttpInfo, Record, RecordType, decode, http, post};

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

impl LineFormat {
    fn cdx(self) -> CdxFormat {
        match self {
            LineFormat::Cdxj => CdxFormat::Cdxj,
            LineFormat::Cdx11 => CdxFormat::Cdx11,
            LineFormat::Cdx9 => CdxFormat::Cdx9,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut sorter = LineSorter::default();
    let bar = Bar::default();
    let ended = each_input(&arguments.files, &bar, |input| index(input, arguments, &mut sorter))?;
    let mut out = output::stdout();
    out.write_all(arguments.format.cdx().head().as_bytes())?;
    sorter.finish(&mut out)?;
    out.flush()?;
    Ok(ended.into())
}

fn index(
    input: &mut WarcInput<'_>,
    arguments: &Arguments,
    sorter: &mut LineSorter,
) -> Result<u64, WarcError> {
    let path = Path::new(input.name);
    let file_name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let mut records = 0;
    let mut line = Vec::new();
    let mut write = |entry: &CdxLine| {
        line.clear();
        entry.write(&mut line, arguments.format.cdx(), &file_name)?;
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
            match CaptureRow::read(&mut record, http.as_ref())? {
                Some(row) => side.entry = Some(line_of(&row, http.as_ref())),
                None => problem = Some(InputProblem::NoTargetUri),
            }
        }
        let end = record.finish()?;
        if let Some(entry) = &mut side.entry {
            entry.length = end.length;
            if entry.time.is_none() {
                problem = Some(InputProblem::NoDate);
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

/// The line of a record. The status is the one that stands in its block.
fn line_of(row: &CaptureRow, http: Option<&HttpInfo>) -> CdxLine {
    CdxLine { status: http.and_then(|http| http.status), ..CdxLine::of(row) }
}

/// One of two neighbouring records that may be a request and its response.
#[derive(Default)]
struct Side {
    entry: Option<CdxLine>,
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
