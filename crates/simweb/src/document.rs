//! The documents at each place of a site.

use crate::charset::{Declared, SiteCharset};
use crate::html::{SimLink, SimLinkKind, Writer};
use crate::media;
use crate::place::{Place, doc_type, image_type};
use crate::random::{Dice, mix};
use crate::robots::RobotsKind;
use crate::settings::WorldSettings;
use crate::site::{Site, name_of, popular};
use crate::trap::Trap;
use crate::words::sentence;
use crate::{endless, listing, page};
use std::borrow::Cow;

/// A document before it is coded, cut or damaged.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    pub(crate) status: u16,
    pub(crate) content_type: Cow<'static, str>,
    pub(crate) body: Vec<u8>,
    pub(crate) location: Option<String>,
    pub(crate) cookie: Option<String>,
    /// Value of `Content-Language`.
    pub(crate) language: Option<&'static str>,
    pub(crate) links: Vec<SimLink>,
}

impl Document {
    pub(crate) fn new(content_type: &'static str, body: Vec<u8>) -> Document {
        Document {
            status: 200,
            content_type: Cow::Borrowed(content_type),
            body,
            location: None,
            cookie: None,
            language: None,
            links: Vec::new(),
        }
    }

    pub(crate) fn plain(status: u16, text: &str) -> Document {
        let body = text.as_bytes().to_vec();
        Document { status, ..Document::new("text/plain; charset=utf-8", body) }
    }

    pub(crate) fn with_links(self, links: Vec<SimLink>) -> Document {
        Document { links, ..self }
    }

    /// Whether the document is text, which compresses well; others are not compressed.
    pub(crate) fn is_text(&self) -> bool {
        let kind = self.content_type.as_ref();
        ["text/", "application/j", "application/xml", "application/rss", "application/atom"]
            .iter()
            .chain(&["image/svg"])
            .any(|start| kind.starts_with(start))
    }
}

/// A place on a site, with what is needed to write its document.
pub(crate) struct Scene<'a> {
    pub(crate) settings: &'a WorldSettings,
    pub(crate) site: &'a Site,
    /// The host name of the site.
    pub(crate) host: &'a str,
    pub(crate) place: Place,
    /// Address (path and query), which some traps make longer.
    pub(crate) target: &'a str,
    /// Whether the client sent the cookie back.
    pub(crate) cookie: bool,
    /// Whether the links are collected.
    pub(crate) collect: bool,
}

impl<'a> Scene<'a> {
    pub(crate) fn document(&self) -> Document {
        let site = self.site;
        match self.place {
            Place::Page(n) => self.html(|writer| page::page(self, writer, n)),
            Place::Private(n) | Place::Hidden(n) | Place::Fault(_, n) => {
                self.html(|writer| page::leaf(self, writer, n))
            }
            Place::Odd(_) => self.html(|writer| page::leaf(self, writer, 0)),
            Place::Search => self.html(|writer| page::search(self, writer)),
            Place::Calendar { year, month } => {
                self.html(|writer| endless::calendar(self, writer, year, month))
            }
            Place::List { page } => self.html(|writer| endless::list(self, writer, page)),
            Place::Maze => self.html(|writer| endless::maze(self, writer)),
            Place::Shop { session, item } => {
                self.html(|writer| endless::shop(self, writer, session, item))
            }
            Place::Long => self.html(|writer| page::leaf(self, writer, 0)),
            Place::BaseStyle | Place::Style(_) => self.style(),
            Place::Script(n) => Document::new("text/javascript", self.script(n)),
            Place::Font => Document::new("font/woff", media::woff()),
            Place::Background => Document::new("image/png", media::png(site.key)),
            Place::Image(n) => self.image(n),
            Place::Doc(n) => self.doc(n),
            Place::Robots => self.robots(),
            Place::RobotsMoved => Document::new("text/plain", RobotsKind::moved_body(self.host))
                .with_links(self.sitemap_link()),
            Place::SitemapIndex
            | Place::SitemapPages
            | Place::SitemapGzip
            | Place::SitemapText
            | Place::Rss
            | Place::Atom => listing::document(self),
            Place::Moved { status, to } => self.redirect(status, &site.page_target(to)),
            Place::Chain(0) => self.redirect(302, "/"),
            Place::Chain(n) => self.redirect(302, &Place::Chain(n - 1).target(site)),
            Place::Away(n) => self.away(n),
            Place::Loop(n) => self.redirect(302, &Place::Loop((n + 1) % 3).target(site)),
            Place::Login => {
                let cookie = format!("sid={:016x}; Path=/; HttpOnly", mix(site.key));
                let answer = self.redirect(303, &Place::Members.target(site));
                Document { cookie: Some(cookie), ..answer }
            }
            Place::Members if self.cookie => self.html(|writer| page::leaf(self, writer, 0)),
            Place::Members => self.redirect(302, &Place::Login.target(site)),
            Place::Missing if site.trap == Some(Trap::SoftNotFound) => {
                self.html(page::soft_not_found)
            }
            Place::Missing => {
                Document { status: 404, ..Document::new("text/html", page::not_found()) }
            }
        }
    }

    fn writer(&self, charset: SiteCharset) -> Writer<'a> {
        Writer::new(self.host, charset, self.collect)
    }

    fn html(&self, draw: impl FnOnce(&mut Writer<'a>)) -> Document {
        let site = self.site;
        let mut writer = self.writer(site.charset);
        draw(&mut writer);
        let (body, links) = writer.finish();
        let mut document = Document::new("text/html", body).with_links(links);
        if site.declared == Declared::Header {
            let named = format!("text/html; charset={}", site.charset.name());
            document.content_type = Cow::Owned(named);
        }
        if site.cookie && self.place == Place::Page(0) {
            document.cookie = Some(format!("visit={:08x}; Path=/", site.key as u32));
        }
        document
    }

    fn redirect(&self, status: u16, target: &str) -> Document {
        self.redirect_to(status, target.to_owned(), format!("http://{}{target}", self.host))
    }

    /// Returns a redirect; `location` is written in the header, `uri` is its absolute form.
    fn redirect_to(&self, status: u16, location: String, uri: String) -> Document {
        let text = format!("see {location}\n");
        Document {
            location: Some(location),
            links: vec![SimLink { uri, kind: SimLinkKind::Redirect }],
            ..Document::plain(status, &text)
        }
    }

    fn away(&self, n: u32) -> Document {
        let mut dice = Dice::new(self.site.key ^ mix(u64::from(n)));
        let index = popular(self.settings.hosts, &mut dice);
        let uri = format!("http://{}/", name_of(self.settings.seed, index));
        self.redirect_to(301, uri.clone(), uri)
    }

    fn robots(&self) -> Document {
        let kind = self.site.robots;
        let body = kind.body(self.host);
        if kind == RobotsKind::Redirecting {
            return self.redirect(kind.status(), &Place::RobotsMoved.target(self.site));
        }
        let content_type = if kind == RobotsKind::Html { "text/html" } else { "text/plain" };
        let links = if kind.names_sitemap() { self.sitemap_link() } else { Vec::new() };
        Document { status: kind.status(), links, ..Document::new(content_type, body) }
    }

    fn sitemap_link(&self) -> Vec<SimLink> {
        let uri = format!("http://{}/sitemap.xml", self.host);
        vec![SimLink { uri, kind: SimLinkKind::Sitemap }]
    }

    fn style(&self) -> Document {
        let mut writer = self.writer(SiteCharset::Utf8);
        if let Place::Style(n) = self.place {
            writer.note(SimLinkKind::Style, "/style/base.css");
            writer.put("@import \"base.css\";\n");
            writer.note(SimLinkKind::Image, "/img/background.png");
            writer.put(&format!(
                "body {{ margin: {n}em; background: #fff url(../img/background.png) }}\n\
                 /* url(/not/a/link.png) */\n"
            ));
        } else {
            writer.put("@font-face { font-family: text; src: url('");
            writer.target(SimLinkKind::Font, "/style/text.woff");
            writer.put("') format(\"woff\") }\n");
        }
        let (body, links) = writer.finish();
        Document::new("text/css", body).with_links(links)
    }

    fn script(&self, n: u32) -> Vec<u8> {
        format!(
            "// Script {n}.\nconst where = \"a/b\" + '/' + {n};\n\
             document.addEventListener(\"click\", (event) => {{ console.log(where, event); }});\n"
        )
        .into_bytes()
    }

    fn image(&self, n: u32) -> Document {
        let key = mix(self.site.key ^ u64::from(n));
        match image_type(self.site, n) {
            "png" => Document::new("image/png", media::png(key)),
            "gif" => Document::new("image/gif", media::gif(key)),
            "svg" => Document::new("image/svg+xml", media::svg(key)),
            _ => Document::new("image/jpeg", media::jpeg(key)),
        }
    }

    fn doc(&self, n: u32) -> Document {
        let mut dice = Dice::new(mix(self.site.key ^ u64::from(n) ^ 0xd0c5));
        let mut text = String::new();
        let lines = 1 + dice.below(20);
        let mut line = |text: &mut String| {
            sentence(&mut dice, self.site.language, |word| text.push_str(word));
        };
        match doc_type(self.site, n) {
            "pdf" => Document::new("application/pdf", media::pdf(&format!("Document {n}"))),
            "json" => {
                line(&mut text);
                let body = format!("{{\"id\": {n}, \"text\": \"{text}\", \"more\": [1, null]}}\n");
                Document::new("application/json", body.into_bytes())
            }
            "xml" => {
                line(&mut text);
                let body = format!(
                    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<doc n=\"{n}\"><p>{text}</p></doc>\n"
                );
                Document::new("application/xml", body.into_bytes())
            }
            "csv" => {
                let body: String = (0..lines).map(|i| format!("{i};{n};{}\n", i * n)).collect();
                Document::new("text/csv", body.into_bytes())
            }
            _ => {
                (0..lines).for_each(|_| line(&mut text));
                Document::new("text/plain; charset=utf-8", text.into_bytes())
            }
        }
    }

    /// Returns a nearby host, and one of its addresses: mostly the home page.
    pub(crate) fn neighbour(&self, dice: &mut Dice) -> (String, String) {
        let index = popular(self.settings.hosts, dice);
        let name = name_of(self.settings.seed, index);
        if dice.below(10) < 7 {
            return (name, "/".to_owned());
        }
        let site = Site::new(self.settings, index);
        let target = site.page_target(dice.below(site.pages));
        (name, target)
    }
}

/// Returns a page of a link farm: ten links to ten hosts that were not linked before.
pub(crate) fn farm_document(host: &str, target: &str, farm: u32, collect: bool) -> Document {
    let mut writer = Writer::new(host, SiteCharset::Utf8, collect);
    endless::farm(&mut writer, host, target, farm);
    let (body, links) = writer.finish();
    Document::new("text/html; charset=utf-8", body).with_links(links)
}
