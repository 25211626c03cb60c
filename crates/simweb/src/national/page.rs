//! Writes the pages of the national web: text, signs of the nation, requisites on the same and on other hosts, and
//! links of every kind that the rule of the national harvest distinguishes.

use super::place::NationalPlace;
use super::prose;
use super::site::{NationalHost, NationalSite, Sheet, country_name, store_name};
use super::{COUNTRY_HOSTS, STORES, files};
use crate::charset::SiteCharset;
use crate::document::Document;
use crate::html::{SimLink, SimLinkKind, Writer};
use crate::random::{Dice, hash};
use crate::words::SiteLanguage;
use crate::world::World;
use std::borrow::Cow;

/// A place of the national web, with what is needed to write its page.
pub(super) struct Scene<'a> {
    pub(super) world: &'a World,
    pub(super) host: &'a NationalHost,
    pub(super) name: &'a str,
    pub(super) place: NationalPlace,
    /// Whether the links are collected.
    pub(super) collect: bool,
}

const TOWNS: &[&str] = &[
    "110 00 Praha 1",
    "602 00 Brno",
    "301 00 Plzeň",
    "779 00 Olomouc",
    "702 00 Ostrava",
    "460 01 Liberec",
    "370 01 České Budějovice",
    "500 02 Hradec Králové",
    "530 02 Pardubice",
    "760 01 Zlín",
];

impl<'a> Scene<'a> {
    pub(super) fn document(&self) -> Document {
        match (self.host.sheet(self.place), self.place) {
            (Some(sheet), _) => self.html(&sheet),
            (None, NationalPlace::Moved(n)) => self.redirect(n),
            (None, NationalPlace::Missing) => {
                let body = b"<!DOCTYPE html>\n<title>404</title>\n<p>404\n".to_vec();
                Document { status: 404, ..Document::new("text/html", body) }
            }
            (None, _) => files::document(self),
        }
    }

    pub(super) fn writer(&self, charset: SiteCharset) -> Writer<'a> {
        Writer::new(self.name, charset, self.collect)
    }

    pub(super) fn key(&self) -> u64 {
        hash(self.host.key(), self.place.target().as_bytes())
    }

    fn redirect(&self, n: u32) -> Document {
        let location = NationalPlace::Page(n).target();
        let uri = format!("http://{}{location}", self.name);
        Document {
            location: Some(location),
            links: vec![SimLink { uri, kind: SimLinkKind::Redirect }],
            ..Document::plain(302, "moved\n")
        }
    }

    fn html(&self, sheet: &Sheet) -> Document {
        let charset = match self.host {
            NationalHost::Site(site) => site.charset,
            NationalHost::Store(_) | NationalHost::Country(_) => SiteCharset::Utf8,
        };
        let mut dice = Dice::new(self.key());
        let mut writer = self.writer(charset);
        self.open(&mut writer, sheet, &mut dice);
        match (self.host, self.place) {
            (NationalHost::Site(site), NationalPlace::Page(n)) => {
                self.text(&mut writer, sheet, &mut dice);
                self.contact(&mut writer, sheet, &mut dice);
                self.parts(&mut writer, site, sheet, n, &mut dice);
                self.ways(&mut writer, site, sheet, n, &mut dice);
            }
            (NationalHost::Country(_), NationalPlace::Page(n)) => {
                self.text(&mut writer, sheet, &mut dice);
                picture(&mut writer, 0);
                writer.anchor(&NationalPlace::Page(1 - n.min(1)).target(), "obec");
            }
            (NationalHost::Site(_), _) => {
                self.text(&mut writer, sheet, &mut dice);
                picture(&mut writer, 0);
            }
            (NationalHost::Store(_) | NationalHost::Country(_), _) => {
                picture(&mut writer, 0);
                if self.place == NationalPlace::Widget {
                    writer.anchor(&NationalPlace::About.target(), "about");
                }
            }
        }
        writer.put("</body>\n</html>\n");
        let (body, links) = writer.finish();
        let mut document = Document::new("text/html", body).with_links(links);
        document.content_type = Cow::Owned(format!("text/html; charset={}", charset.name()));
        document.language = sheet.signs.header_tag;
        document
    }

    fn open(&self, writer: &mut Writer<'a>, sheet: &Sheet, dice: &mut Dice) {
        let tag = sheet.signs.tag.map(|tag| format!(" lang=\"{tag}\"")).unwrap_or_default();
        writer.put(&format!("<!DOCTYPE html>\n<html{tag}>\n<head>\n<title>"));
        let title = said(sheet, prose::some(dice, sheet.language, 1)[0]);
        writer.put(&title);
        writer.put("</title>\n");
        if let NationalHost::Site(site) = self.host {
            own_style(writer, NationalPlace::Style);
            if let Some(store) = store_of(site) {
                writer.put("<link rel=\"stylesheet\" href=\"");
                writer.elsewhere(SimLinkKind::Style, &store, &NationalPlace::Style.target());
                writer.put("\">\n<script src=\"");
                writer.elsewhere(SimLinkKind::Script, &store, &NationalPlace::Script.target());
                writer.put("\"></script>\n");
            }
            writer.put("<script src=\"");
            writer.target(SimLinkKind::Script, &NationalPlace::Script.target());
            writer.put("\"></script>\n");
        }
        writer.put("</head>\n<body>\n<h1>");
        writer.put(&title);
        writer.put("</h1>\n");
    }

    /// Writes the text. Every eighth page has little of it.
    fn text(&self, writer: &mut Writer<'a>, sheet: &Sheet, dice: &mut Dice) {
        let paragraphs = if dice.below(8) == 0 { 1 } else { 2 + dice.below(3) };
        for language in [Some(sheet.language), sheet.second].into_iter().flatten() {
            let all = prose::some(dice, language, paragraphs as usize * 3);
            for paragraph in all.chunks(3) {
                writer.put(&format!("<p>{}</p>\n", said(sheet, &paragraph.join(" "))));
            }
        }
    }

    fn contact(&self, writer: &mut Writer<'a>, sheet: &Sheet, dice: &mut Dice) {
        let signs = &sheet.signs;
        let host = match signs.has_mail {
            true => country_name(dice.below(COUNTRY_HOSTS)),
            false => self.name.to_owned(),
        };
        writer.put(&format!("<address>E-mail: info@{host}\n"));
        if signs.has_mail {
            writer.anchor_foreign(&format!("mailto:info@{host}"));
        }
        let last = dice.below(100);
        if signs.has_phone {
            // Numbers of this form look valid, and nobody has one.
            writer.put(&format!("Tel.: +420 200 000 0{last:02}\n"));
        } else if sheet.language == SiteLanguage::English {
            writer.put(&format!("Tel.: +44 20 7946 00{last:02}\n"));
        }
        if signs.has_address {
            let line = format!("Lhotská {}, {}\n", 1 + last, dice.pick(TOWNS));
            writer.put(&said(sheet, &line));
        }
        writer.put("</address>\n");
    }

    /// Writes what belongs to the page: pictures on the same and on other hosts, frames.
    fn parts(
        &self,
        writer: &mut Writer<'a>,
        site: &NationalSite,
        sheet: &Sheet,
        n: u32,
        dice: &mut Dice,
    ) {
        picture(writer, n);
        let (other, _) = self.neighbour(dice);
        if dice.below(4) == 0 {
            picture_elsewhere(writer, &other);
        }
        if sheet.language == SiteLanguage::Czech && n % 3 == 2 {
            picture_elsewhere(writer, &country_name(dice.below(COUNTRY_HOSTS)));
        }
        if n % 4 == 1 {
            writer.put("<iframe src=\"");
            writer.target(SimLinkKind::Frame, &NationalPlace::Frame(n).target());
            writer.put("\"></iframe>\n");
        }
        if let Some(store) = store_of(site).filter(|_| n % 4 == 3) {
            writer.put("<iframe src=\"");
            writer.elsewhere(SimLinkKind::Frame, &store, &NationalPlace::Widget.target());
            writer.put("\"></iframe>\n");
        }
    }

    /// Writes the links of the page.
    fn ways(
        &self,
        writer: &mut Writer<'a>,
        site: &NationalSite,
        sheet: &Sheet,
        n: u32,
        dice: &mut Dice,
    ) {
        let word = |dice: &mut Dice| said(sheet, dice.pick(sheet.language.words())).into_owned();
        let mut places = vec![NationalPlace::Page(0)];
        let next = [Some(n + 1), n.is_multiple_of(2).then_some(n + 2)].into_iter().flatten();
        places.extend(next.filter(|n| *n < site.pages).map(NationalPlace::Page));
        match n % 3 {
            0 => places.push(NationalPlace::Paper(n)),
            1 => places.push(NationalPlace::Photo(n)),
            _ => places.push(NationalPlace::PrintStyle),
        }
        match n % 4 {
            2 => places.push(NationalPlace::Moved(dice.below(site.pages))),
            3 => places.push(NationalPlace::Missing),
            _ => {}
        }
        for place in places {
            writer.anchor(&place.target(), &word(dice));
        }
        // Only every other page links to other sites; otherwise every page would be near to every other.
        for _ in 0..dice.below(2) {
            let (host, target) = self.neighbour(dice);
            writer.anchor_elsewhere(&host, &target, &word(dice));
        }
        for _ in 0..sheet.signs.country_links {
            let host = country_name(dice.below(COUNTRY_HOSTS));
            let target = NationalPlace::Page(dice.below(2)).target();
            writer.anchor_elsewhere(&host, &target, &host);
        }
    }

    /// Returns a page of some site.
    fn neighbour(&self, dice: &mut Dice) -> (String, String) {
        let settings = self.world.settings();
        let site = self.world.national_site(dice.below(settings.national));
        (site.name(settings.seed), NationalPlace::Page(dice.below(site.pages)).target())
    }
}

/// Returns the text as this page writes it: with or without diacritics.
fn said<'t>(sheet: &Sheet, text: &'t str) -> Cow<'t, str> {
    match sheet.signs.is_ascii {
        true => Cow::Owned(prose::without_diacritics(text)),
        false => Cow::Borrowed(text),
    }
}

/// Returns the file store of a site. Every fourth site has none.
fn store_of(site: &NationalSite) -> Option<String> {
    let store = (site.key >> 32) as u32 % (STORES + 1);
    (store < STORES).then(|| store_name(store))
}

fn own_style(writer: &mut Writer<'_>, place: NationalPlace) {
    writer.put("<link rel=\"stylesheet\" href=\"");
    writer.target(SimLinkKind::Style, &place.target());
    writer.put("\">\n");
}

fn picture(writer: &mut Writer<'_>, n: u32) {
    writer.put("<img alt=\"\" src=\"");
    writer.target(SimLinkKind::Image, &NationalPlace::Picture(n).target());
    writer.put("\">\n");
}

fn picture_elsewhere(writer: &mut Writer<'_>, host: &str) {
    writer.put("<img alt=\"\" src=\"");
    writer.elsewhere(SimLinkKind::Image, host, &NationalPlace::Picture(0).target());
    writer.put("\">\n");
}
