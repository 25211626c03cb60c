//! Results of a search as files for other programs: CSV and WARC.

use super::{FindSettings, FoundDocument, TextSearchError, find};
use crate::Watch;
use crate::export::{
    ExportError, ExportFormat, ExportSelection, ExportSettings, ExportSummary, export,
};
use crate::json;
use crate::reading::CapturePlace;
use std::io::{self, Write};
use std::path::PathBuf;

/// The columns of CSV, as the first line has them.
const COLUMNS: [&str; 9] =
    ["uri", "date", "title", "score", "site", "type", "lang", "status", "snippet"];

/// Writes the first line of CSV (RFC 4180).
pub fn write_csv_head(out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}\r\n", COLUMNS.join(","))
}

/// Writes a hit as a line of CSV.
pub fn write_csv_line(out: &mut impl Write, found: &FoundDocument) -> io::Result<()> {
    let hit = &found.hit;
    let columns = [
        json::text(&hit.uri).into_owned(),
        hit.capture.time.map_or(String::new(), |time| time.to_string()),
        found.title.clone().unwrap_or_default(),
        hit.score.to_string(),
        hit.site.clone(),
        hit.kind.name().to_owned(),
        hit.language.clone().unwrap_or_default(),
        hit.status.map_or(String::new(), |status| status.to_string()),
        found.snippet_text(),
    ];
    write!(out, "{}\r\n", columns.map(|column| csv_cell(&column)).join(","))
}

/// Returns a text as a cell of CSV. What a spreadsheet would take for a formula gets an apostrophe: titles and names of
/// hosts are written by strangers.
pub fn csv_cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

/// Errors from writing what was found as a WARC file.
#[derive(Debug, thiserror::Error)]
pub enum FoundExportError {
    /// The archive could not be searched.
    #[error(transparent)]
    Find(#[from] TextSearchError),
    /// The file could not be written.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// Writes the captures of all hits to a WARC file, with the captures that revisits among them refer to.
pub fn export_found(
    settings: &FindSettings,
    out: PathBuf,
    software: String,
    watch: &dyn Watch,
) -> Result<ExportSummary, FoundExportError> {
    let found = find(settings)?;
    let place = |found: &FoundDocument| {
        Some(CapturePlace { uri: found.hit.uri.clone(), time: found.hit.capture.time? })
    };
    let places = found.documents.iter().filter_map(place).collect();
    let export_settings = ExportSettings {
        archive: settings.archive.clone(),
        out,
        format: ExportFormat::Warc,
        selection: ExportSelection { places: Some(places), ..ExportSelection::default() },
        access: settings.access.clone(),
        title: None,
        software,
    };
    Ok(export(&export_settings, watch)?)
}

#[cfg(test)]
mod tests {
    use super::csv_cell;

    #[test]
    fn cells_are_no_formulas_and_stay_cells() {
        for (text, written) in [
            ("plain", "plain"),
            ("a,b", "\"a,b\""),
            ("say \"x\"", "\"say \"\"x\"\"\""),
            ("=HYPERLINK(\"x\")", "\"'=HYPERLINK(\"\"x\"\")\""),
            ("-1", "'-1"),
            ("a\nb", "\"a\nb\""),
        ] {
            assert_eq!(csv_cell(text), written);
        }
    }
}
