//! The pages of the traps. Each links to pages that were not linked before.

use crate::document::Scene;
use crate::html::Writer;
use crate::place::Place;
use crate::random::{hash, mix};

fn open(writer: &mut Writer<'_>, title: &str) {
    writer.put("<!DOCTYPE html>\n<title>");
    writer.put(title);
    writer.put("</title>\n");
}

/// Writes links to the month before and the month after.
pub(crate) fn calendar(scene: &Scene<'_>, writer: &mut Writer<'_>, year: u32, month: u32) {
    open(writer, &format!("{year}-{month}"));
    let months = u64::from(year) * 12 + u64::from(month) - 1;
    for (other, text) in [(months.saturating_sub(1), "before"), (months + 1, "after")] {
        // Years that do not fit the type lead nowhere.
        let year = u32::try_from(other / 12).unwrap_or(u32::MAX);
        let place = Place::Calendar { year, month: (other % 12) as u32 + 1 };
        writer.anchor(&place.target(scene.site), text);
    }
    writer.put("<p>No events.\n");
}

/// Writes links to the next page, and to this page in every order and view.
pub(crate) fn list(scene: &Scene<'_>, writer: &mut Writer<'_>, page: u32) {
    open(writer, &format!("List {page}"));
    for sort in ["name", "date", "price"] {
        for view in ["grid", "rows"] {
            let next = page.wrapping_add(1);
            writer.anchor(&format!("/list?page={page}&sort={sort}&view={view}"), sort);
            writer.anchor(&format!("/list?page={next}&sort={sort}&view={view}"), "next");
        }
    }
    let path = scene.target.len();
    writer.put(&format!("<p>{path}\n"));
}

/// Writes relative links, so that the path grows with each step.
pub(crate) fn maze(scene: &Scene<'_>, writer: &mut Writer<'_>) {
    open(writer, "Maze");
    let here = scene.target.rsplit_once('/').map_or("", |(folder, _)| folder);
    for step in ["north/", "east/"] {
        writer.anchor_as(step, &format!("{here}/{step}"));
    }
}

/// Writes links to the same items under a new session id.
pub(crate) fn shop(scene: &Scene<'_>, writer: &mut Writer<'_>, session: u64, item: u32) {
    open(writer, &format!("Item {item}"));
    let session = mix(session ^ scene.site.key);
    for other in 0..5 {
        let place = Place::Shop { session, item: other };
        writer.anchor(&place.target(scene.site), "item");
    }
}

/// Writes links to ten other names below the same wildcard.
pub(crate) fn farm(writer: &mut Writer<'_>, host: &str, target: &str, farm: u32) {
    open(writer, "Best offers");
    let key = hash(hash(u64::from(farm), host.as_bytes()), target.as_bytes());
    for n in 0..10 {
        let name = mix(key ^ n);
        writer.anchor_elsewhere(&format!("w{name:x}.farm{farm}.test"), "/", "cheap");
    }
}
