//! `/api/v1/record?file=NAME&offset=N`: a record as it is stored, for staff and for programs on this machine.

use crate::api::{Problem, ProblemKind};
use crate::http::{ChunkBody, Chunks, work};
use crate::language::language_of;
use crate::state::Shared;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, Uri, header};
use std::io::{self, Read};
use std::sync::Arc;
use stodola_app::cdx::QueryParams;
use stodola_archive::{CaptureError, StoredBlock};

const PIECE: u64 = 64 << 10;

/// Header and block of a record, decompressed.
struct RecordBytes {
    header: Option<Vec<u8>>,
    block: StoredBlock,
}

impl Chunks for RecordBytes {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(header) = self.header.take() {
            return Ok(Some(header));
        }
        let mut piece = Vec::new();
        (&mut self.block).take(PIECE).read_to_end(&mut piece)?;
        Ok((!piece.is_empty()).then_some(piece))
    }
}

pub(crate) async fn record(
    State(shared): State<Arc<Shared>>,
    uri: Uri,
    headers: HeaderMap,
) -> Response<Body> {
    match find(shared, &uri).await {
        Ok(record) => attached(ChunkBody::stream(record, None)),
        Err(problem) => problem.respond(language_of(None, &headers), uri.path()),
    }
}

async fn find(shared: Arc<Shared>, uri: &Uri) -> Result<RecordBytes, Problem> {
    let params = QueryParams::parse(uri.query().unwrap_or("")).unwrap_or_default();
    let (Some(file), Ok(Some(offset))) = (params.get("file"), params.number("offset")) else {
        return Err(Problem::with(ProblemKind::BadRequest, "file, offset"));
    };
    let file = file.to_owned();
    match work(move || shared.captures.record(&file, offset)).await {
        Ok(Ok((header, block))) => Ok(RecordBytes { header: Some(header), block }),
        Ok(Err(error @ (CaptureError::Missing(_) | CaptureError::Changed { .. }))) => {
            Err(Problem::caused(ProblemKind::NotFound, error))
        }
        Ok(Err(error)) => Err(Problem::caused(ProblemKind::Fault, error)),
        Err(error) => Err(Problem::caused(ProblemKind::Fault, error)),
    }
}

/// Archived bytes on the app origin are never shown by the browser.
fn attached(body: Body) -> Response<Body> {
    let mut answer = Response::new(body);
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/warc"));
    let name = HeaderValue::from_static("attachment; filename=\"record.warc\"");
    headers.insert(header::CONTENT_DISPOSITION, name);
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("sandbox"));
    answer
}
