//! The parts of a page: the sentence about them, and the table.

use super::capture_page::about_link;
use super::format::{bold, duration, moment};
use super::page::PageFrame;
use stodola_app::reading::{CaptureParts, PagePart};
use stodola_extract::Requisite;

/// A part in the table.
pub(super) struct PartLine {
    pub(super) kind: String,
    pub(super) uri: String,
    /// The page about its capture, and the time of that.
    pub(super) captured: Option<(String, String)>,
    pub(super) state: String,
    pub(super) is_missing: bool,
}

/// What there is to say about the parts of a page: how many are kept, and from when.
pub(super) fn sentence(page: &PageFrame, parts: &CaptureParts) -> String {
    let all = parts.parts.len() as u64;
    let kept = page.say(
        "web-parts-kept",
        &[("n", all.into()), ("kept", bold(&(all - parts.missing).to_string()).into())],
    );
    let apart = page.say(
        "web-parts-within",
        &[("time", duration(page.language, parts.apart).into()), ("n", parts.apart.into())],
    );
    let mut words = vec![format!("{kept}{apart}.")];
    if parts.missing > 0 {
        words.push(page.count("web-parts-missing", parts.missing));
    }
    if parts.others > 0 {
        words.push(page.count("web-parts-others", parts.others));
    }
    words.join(" ")
}

/// Whether readers have to know about the parts: some are missing, or of another day.
pub(super) fn is_worth_telling(parts: &CaptureParts) -> bool {
    parts.missing > 0 || parts.others > 0
}

pub(super) fn lines(page: &PageFrame, parts: &CaptureParts) -> Vec<PartLine> {
    parts.parts.iter().map(|part| line(page, part)).collect()
}

fn line(page: &PageFrame, part: &PagePart) -> PartLine {
    let shown = part.captured.filter(|_| part.is_shown);
    PartLine {
        kind: page.t(kind_key(part.kind)),
        uri: String::from_utf8_lossy(&part.uri).into_owned(),
        captured: shown
            .map(|time| (about_link(page, &part.uri, time), moment(page.language, time))),
        state: match (part.captured, part.is_shown) {
            (Some(_), true) => String::new(),
            (Some(_), false) => page.t("web-change-blocked"),
            (None, _) => page.t("web-part-missing"),
        },
        is_missing: shown.is_none(),
    }
}

fn kind_key(kind: Requisite) -> &'static str {
    match kind {
        Requisite::Image => "web-part-image",
        Requisite::Style => "web-part-style",
        Requisite::Script => "web-part-script",
        Requisite::Frame => "web-part-frame",
        Requisite::Media => "web-part-media",
        Requisite::Font => "web-part-font",
        Requisite::Object => "web-part-object",
        Requisite::Manifest => "web-part-manifest",
        Requisite::Other => "web-part-other",
    }
}
