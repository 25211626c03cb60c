//! All followers of archives: those of `follow`, and those of crates above it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;
use stodola_archive::Archive;
use stodola_extract::{PdfLimits, PdfProgram};
use stodola_follow::{
    FollowError, FollowerKind, LICENCES, OpenedFollower, Opening, PAYLOADS, PlaceOf,
};
use stodola_judge::language::Identifier;
use stodola_map::MapFollower;
use stodola_search::{SearchFollower, SearchTools};

/// All followers beside the catalogue.
pub const FOLLOWERS: &[FollowerKind] = &[PAYLOADS, LICENCES, SEARCH, MAP];

/// The search index. An archive has one after `archive rebuild --only search`.
const SEARCH: FollowerKind = FollowerKind {
    name: stodola_search::NAME,
    version: stodola_search::VERSION,
    open: open_search,
    enable: enable_search,
    places: places_of_search,
};

/// The map of links. An archive has one after `archive rebuild --only map`.
const MAP: FollowerKind = FollowerKind {
    name: stodola_map::NAME,
    version: stodola_map::VERSION,
    open: open_map,
    enable: enable_map,
    places: places_of_map,
};

/// The text of a PDF must not keep captures from being searchable for longer, nor the harvest from going on.
const PDF_TIME: Duration = Duration::from_secs(10);

static PDF_PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Says which program reads PDF documents: this one, called with `pdf-text`. Called once, by the binary; without it,
/// PDF documents are found by their addresses only.
pub fn set_pdf_program(executable: PathBuf) {
    // The first one counts.
    let _ = PDF_PROGRAM.set(executable);
}

fn tools() -> SearchTools {
    let pdf = PDF_PROGRAM.get().map(|executable| PdfProgram {
        executable: executable.clone(),
        arguments: vec![OsString::from("pdf-text")],
        limits: PdfLimits { cpu_time: PDF_TIME, time: 2 * PDF_TIME, ..PdfLimits::default() },
    });
    SearchTools { pdf, language: Some(language_of), dictionaries: Vec::new() }
}

/// The language of a text, if it is clear.
fn language_of(text: &str) -> Option<String> {
    const CLEAR: f64 = 0.8;
    Identifier::built_in().identify(text).filter(|it| it.confidence >= CLEAR).map(|it| it.language)
}

fn open_search(opening: &Opening<'_>) -> OpenedFollower {
    if !SearchFollower::is_used(opening.archive) {
        return Ok(None);
    }
    Ok(Some(Box::new(SearchFollower::open(opening.archive, tools())?)))
}

fn enable_search(archive: &Archive) -> Result<(), FollowError> {
    Ok(SearchFollower::enable(archive)?)
}

fn places_of_search(archive: &Archive) -> Result<Option<PlaceOf>, FollowError> {
    Ok(stodola_search::places(archive)?)
}

fn open_map(opening: &Opening<'_>) -> OpenedFollower {
    if !MapFollower::is_used(opening.archive) {
        return Ok(None);
    }
    Ok(Some(Box::new(MapFollower::open(opening.archive)?)))
}

fn enable_map(archive: &Archive) -> Result<(), FollowError> {
    Ok(MapFollower::enable(archive)?)
}

fn places_of_map(archive: &Archive) -> Result<Option<PlaceOf>, FollowError> {
    Ok(stodola_map::places(archive)?)
}
