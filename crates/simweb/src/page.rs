//! The ordinary pages: a heading, some text in the language of the site, and links.

use crate::charset::Declared;
use crate::document::Scene;
use crate::html::{BASE, Form, SimLinkKind, Writer};
use crate::place::{ODD, Place, REDIRECTS};
use crate::random::{Dice, hash, mix};
use crate::settings::WorldSettings;
use crate::site::{CATALOGUE_PAGE, PRIVATE_PAGES, Site, name_of};
use crate::trap::Trap;

/// Returns the places that the home page links to beside the other pages.
pub(crate) fn extras(settings: &WorldSettings, site: &Site) -> Vec<Place> {
    let mut places: Vec<Place> = (0..PRIVATE_PAGES).map(Place::Private).collect();
    if site.index == 0 {
        return places;
    }
    let mut dice = Dice::new(mix(site.key ^ 0xe77a));
    // Every third site; otherwise such places would outnumber the pages of the small sites.
    if settings.oddities && dice.below(3) == 0 {
        let moved = |status: &u16| Place::Moved { status: *status, to: dice.below(site.pages) };
        places.extend(REDIRECTS.iter().map(moved));
        places.extend([Place::Chain(5), Place::Away(0), Place::Away(1)]);
        places.extend([Place::Members, Place::Search, Place::Missing]);
        places.extend((0..ODD.len()).map(Place::Odd));
    }
    if settings.fault_links && !settings.fault_kinds.is_empty() {
        let mut faults: Vec<Place> =
            (0..2).map(|n| Place::Fault(dice.pick(&settings.fault_kinds), n)).collect();
        places.append(&mut faults);
    }
    if let Some(entry) = site.trap.and_then(entry) {
        // The home page may already link to it.
        if !places.contains(&entry) {
            places.push(entry);
        }
    }
    places
}

/// Returns the first page of a trap; `None` for a link farm, which begins on another host.
fn entry(trap: Trap) -> Option<Place> {
    Some(match trap {
        Trap::Calendar => Place::Calendar { year: 2020, month: 1 },
        Trap::Parameters => Place::List { page: 1 },
        Trap::RepeatingSegments => Place::Maze,
        Trap::SessionIds => Place::Shop { session: 0, item: 0 },
        Trap::SoftNotFound => Place::Missing,
        Trap::LongUri => Place::Long,
        Trap::RedirectLoop => Place::Loop(0),
        Trap::LinkFarm => return None,
    })
}

/// Writes page `n` of the site.
pub(crate) fn page<'a>(scene: &Scene<'a>, writer: &mut Writer<'a>, n: u32) {
    let (settings, site) = (scene.settings, scene.site);
    let mut dice = Dice::new(mix(site.key ^ u64::from(n) ^ 0x9a9e));
    let title = format!("{} {n}", dice.pick(site.language.words()));
    open(scene, writer, &title, n);
    if n > 0 {
        writer.anchor("/", "home");
        writer.anchor(&site.page_target(site.parent(n)), "up");
    }
    text(scene, writer, &mut dice);
    image(scene, writer, n);
    for child in site.children(n) {
        writer.anchor(&site.page_target(child), dice.pick(site.language.words()));
    }
    if n < site.inner() {
        writer.anchor(&Place::Doc(n).target(site), "document");
    }
    for _ in 0..if site.hub { 40 } else { 3 } {
        let (host, target) = scene.neighbour(&mut dice);
        writer.anchor_elsewhere(&host, &target, dice.pick(site.language.words()));
    }
    if site.index == 0 {
        let first = n.saturating_mul(CATALOGUE_PAGE);
        for index in first..first.saturating_add(CATALOGUE_PAGE).min(settings.hosts) {
            let host = name_of(settings.seed, index);
            writer.anchor_elsewhere(&host, "/", &host);
        }
    }
    if n == 0 {
        home(scene, writer);
    }
    close(writer);
}

/// Writes a page that links to the home page and to nothing new.
pub(crate) fn leaf<'a>(scene: &Scene<'a>, writer: &mut Writer<'a>, n: u32) {
    let mut dice = Dice::new(hash(scene.site.key, scene.target.as_bytes()));
    open(scene, writer, dice.pick(scene.site.language.words()), n);
    writer.anchor("/", "home");
    text(scene, writer, &mut dice);
    close(writer);
}

/// Writes the answer to a form, which soon leads to the home page.
pub(crate) fn search<'a>(scene: &Scene<'a>, writer: &mut Writer<'a>) {
    writer.put("<!DOCTYPE html>\n<meta http-equiv=\"refresh\" content=\"5; url=");
    writer.target(SimLinkKind::Refresh, "/");
    writer.put("\">\n");
    open(scene, writer, "search", 0);
    close(writer);
}

/// Writes a page that is the same at every address, with status 200.
pub(crate) fn soft_not_found(writer: &mut Writer<'_>) {
    writer.put("<!DOCTYPE html>\n<title>Sorry</title>\n<p>The page was not found.\n");
    writer.anchor("/", "home");
}

/// Returns the body of an answer with status 404.
pub(crate) fn not_found() -> Vec<u8> {
    b"<!DOCTYPE html>\n<title>404</title>\n<p>Not found.\n".to_vec()
}

fn open<'a>(scene: &Scene<'a>, writer: &mut Writer<'a>, title: &str, n: u32) {
    let site = scene.site;
    let style = n % site.styles();
    writer.put("<!DOCTYPE html>\n<html lang=\"");
    writer.put(site.language.code());
    writer.put("\">\n<head>\n");
    if site.declared == Declared::Meta {
        writer.put(&format!("<meta charset=\"{}\">\n", site.charset.name()));
    }
    if site.form == Form::Base {
        writer.put(&format!("<base href=\"http://{}{BASE}\">\n", scene.host));
    }
    writer.set_form(site.form, scene.target);
    writer.put("<title>");
    writer.put(title);
    writer.put("</title>\n<link rel=\"stylesheet\" href=\"");
    writer.target(SimLinkKind::Style, &Place::Style(style).target(site));
    writer.put("\">\n<script src=\"");
    writer.target(SimLinkKind::Script, &Place::Script(style).target(site));
    writer.put("\"></script>\n");
    if scene.place == Place::Page(0) {
        for (kind, place) in [("rss", Place::Rss), ("atom", Place::Atom)] {
            writer.put(&format!("<link rel=\"alternate\" type=\"application/{kind}+xml\" href=\""));
            writer.target(SimLinkKind::Feed, &place.target(site));
            writer.put("\">\n");
        }
    }
    writer.put("</head>\n<body>\n<h1>");
    writer.put(title);
    writer.put("</h1>\n");
}

fn close(writer: &mut Writer<'_>) {
    writer.put("</body>\n</html>\n");
}

/// Writes the text. Most pages are short, some are long.
fn text<'a>(scene: &Scene<'a>, writer: &mut Writer<'a>, dice: &mut Dice) {
    let shape = 0.5 * (1.0 - dice.unit()).powf(-0.5);
    let mut left = (f64::from(scene.settings.text_bytes) * shape.min(20.0)) as usize;
    while left > 0 {
        let length = left.min(200 + dice.below(600) as usize);
        writer.paragraph(dice, scene.site.language, length);
        left -= length;
    }
}

fn image<'a>(scene: &Scene<'a>, writer: &mut Writer<'a>, n: u32) {
    let site = scene.site;
    let image = Place::Image(n % site.inner()).target(site);
    writer.put("<img alt=\"\" src=\"");
    writer.target(SimLinkKind::Image, &image);
    writer.put("\"");
    let other = Place::Image((n + 1) % site.inner()).target(site);
    if other != image && n.is_multiple_of(3) {
        writer.put(" srcset=\"");
        writer.target(SimLinkKind::Image, &image);
        writer.put(" 1x, ");
        writer.target(SimLinkKind::Image, &other);
        writer.put(" 2x\"");
    }
    writer.put(">\n");
}

fn home<'a>(scene: &Scene<'a>, writer: &mut Writer<'a>) {
    let (settings, site) = (scene.settings, scene.site);
    let extras = extras(settings, site);
    for place in &extras {
        match place {
            Place::Odd(n) => writer.anchor_as(ODD[*n].0, ODD[*n].1),
            _ => writer.anchor(&place.target(site), "more"),
        }
    }
    if extras.contains(&Place::Search) {
        writer.put("<form method=\"post\" action=\"/search\"><input name=\"q\"></form>\n");
        writer.put("<!-- <a href='/commented/out.html'>not a link</a> -->\n");
        FOREIGN.iter().for_each(|uri| writer.anchor_foreign(uri));
        if site.pages > 1 {
            writer.put("<iframe src=\"");
            writer.target(SimLinkKind::Frame, &site.page_target(1));
            writer.put("\"></iframe>\n");
        }
    }
    if site.trap == Some(Trap::LinkFarm) {
        let farm = site.index % crate::site::FARMS;
        writer.anchor_elsewhere(&format!("w{}.farm{farm}.test", site.index), "/", "friends");
    }
}

const FOREIGN: &[&str] = &[
    "javascript:void(0)",
    "javascript:go('/not/a/link.html')",
    "mailto:someone@example.org",
    "tel:+420123456789",
    "data:text/html,%3Cp%3EHello",
    "ftp://files.example/pub/",
];
