//! What the page of a search is asked for, and the addresses of pages that ask for a little more or less.

use super::super::own_query::own_link;
use super::super::page::PageFrame;
use crate::collection::PAGES;
use stodola_app::cdx::{QueryParams, form_encoded};
use stodola_search::{DocumentType, SearchOrder};

/// A longer name of a host or a harvest is cut, in characters.
const NAME_MAX: usize = 200;

/// A search, as it stands in an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SearchAsked {
    /// What stands in the box.
    pub(super) words: String,
    /// Captured in this year or later.
    pub(super) from: Option<u16>,
    /// Captured in this year or earlier.
    pub(super) to: Option<u16>,
    pub(super) kind: Option<DocumentType>,
    /// A language without its region.
    pub(super) language: Option<String>,
    pub(super) host: Option<String>,
    pub(super) job: Option<String>,
    /// Whether words are looked for as they are written only.
    pub(super) is_exact: bool,
    pub(super) order: SearchOrder,
    /// Whether pictures are searched.
    pub(super) images: bool,
    /// The number of the project that is searched; `None` for everything.
    pub(super) project: Option<i64>,
}

impl SearchAsked {
    /// Reads the parameters of an address. A value that cannot be understood asks for nothing.
    pub(super) fn read(params: &QueryParams) -> SearchAsked {
        let year = |name: &str| {
            let year = params.get(name)?.trim().parse::<u16>().ok()?;
            (1000..=9999).contains(&year).then_some(year)
        };
        let name = |name: &str| {
            let name: String = params.get(name)?.chars().filter(|c| is_plain(*c)).collect();
            let name: String = name.trim().chars().take(NAME_MAX).collect();
            Some(name).filter(|name| !name.is_empty())
        };
        let is_tag = |tag: &String| tag.len() <= 8 && tag.bytes().all(|it| it.is_ascii_lowercase());
        SearchAsked {
            words: params.get("q").unwrap_or_default().trim().to_owned(),
            from: year("from"),
            to: year("to"),
            kind: params.get("type").and_then(DocumentType::named),
            language: name("language").filter(is_tag),
            host: name("host").filter(|host| !host.contains(char::is_whitespace)),
            job: name("job"),
            is_exact: params.get("forms") == Some("exact"),
            order: match params.get("sort") {
                Some("newest") => SearchOrder::Newest,
                Some("oldest") => SearchOrder::Oldest,
                _ => SearchOrder::Best,
            },
            images: params.get("view") == Some("images"),
            project: params.get("project").and_then(|project| project.parse().ok()),
        }
    }

    /// Whether nothing is searched for.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && !self.is_narrowed()
    }

    /// Whether something but words is asked for.
    pub(super) fn is_narrowed(&self) -> bool {
        let SearchAsked { from, to, kind, language, host, job, .. } = self;
        from.is_some()
            || to.is_some()
            || kind.is_some()
            || language.is_some()
            || host.is_some()
            || job.is_some()
    }

    /// The same words without anything that narrows.
    pub(super) fn widened(&self) -> SearchAsked {
        SearchAsked {
            words: self.words.clone(),
            is_exact: self.is_exact,
            order: self.order,
            images: self.images,
            project: self.project,
            ..SearchAsked::default()
        }
    }

    /// What narrows, in the language of queries.
    pub(super) fn narrowing(&self) -> String {
        let mut parts = Vec::new();
        let ends = (self.from, self.to);
        if ends != (None, None) {
            let shown = |year: Option<u16>| year.map_or(String::new(), |year| year.to_string());
            // The earlier one first, however they were given.
            let (from, to) = match ends {
                (Some(from), Some(to)) => (Some(from.min(to)), Some(from.max(to))),
                ends => ends,
            };
            parts.push(format!("date:{}..{}", shown(from), shown(to)));
        }
        parts.extend(self.kind.map(|kind| format!("type:{}", kind.name())));
        parts.extend(self.language.as_ref().map(|language| format!("lang:{language}")));
        parts.extend(self.host.as_ref().map(|host| format!("site:\"{host}\"")));
        parts.extend(self.job.as_ref().map(|job| format!("job:\"{job}\"")));
        parts.join(" ")
    }

    /// The parameters of the address, decoded.
    pub(super) fn pairs(&self) -> Vec<(&'static str, String)> {
        let mut pairs = vec![("q", self.words.clone())];
        let year = |year: Option<u16>| year.map(|year| year.to_string());
        let optional = [
            ("from", year(self.from)),
            ("to", year(self.to)),
            ("type", self.kind.map(|kind| kind.name().to_owned())),
            ("language", self.language.clone()),
            ("host", self.host.clone()),
            ("job", self.job.clone()),
            ("forms", self.is_exact.then(|| "exact".to_owned())),
            ("sort", sort_name(self.order).map(str::to_owned)),
            ("view", self.images.then(|| "images".to_owned())),
            ("project", self.project.map(|project| project.to_string())),
        ];
        pairs.extend(optional.into_iter().filter_map(|(name, value)| Some((name, value?))));
        pairs
    }

    /// The address of the page.
    pub(super) fn link(&self, page: &PageFrame) -> String {
        self.link_with(page, &[])
    }

    /// The address of the page in a collection.
    pub(super) fn link_within(&self, collection: &str) -> String {
        self.link_at(&format!("{PAGES}{collection}/search"), &[])
    }

    /// The address of the page with more parameters.
    pub(super) fn link_with(&self, page: &PageFrame, more: &[(&str, &str)]) -> String {
        self.link_at(&format!("{}/search", page.root), more)
    }

    fn link_at(&self, path: &str, more: &[(&str, &str)]) -> String {
        let own = self.pairs();
        let own = own.iter().map(|(name, value)| (*name, form_encoded(value)));
        let more = more.iter().map(|(name, value)| (*name, form_encoded(value)));
        let pairs: Vec<(&str, String)> = own.chain(more).collect();
        let pairs: Vec<(&str, &str)> =
            pairs.iter().map(|(name, value)| (*name, &**value)).collect();
        own_link(path, &pairs)
    }
}

/// The name of an order in addresses; `None` for the usual one.
pub(super) fn sort_name(order: SearchOrder) -> Option<&'static str> {
    match order {
        SearchOrder::Best => None,
        SearchOrder::Newest => Some("newest"),
        SearchOrder::Oldest => Some("oldest"),
    }
}

/// Whether a character may stand between quotes of a query.
pub(crate) fn is_plain(c: char) -> bool {
    !c.is_control() && !matches!(c, '"' | '„' | '“' | '”')
}

/// Whether what stands in the box is an address rather than words. `*` at its end: all addresses that begin so.
pub(crate) fn is_address(text: &str) -> bool {
    if text.contains("://") {
        return !text.contains(char::is_whitespace);
    }
    let host = text.split(['/', '?', '#', '*']).next().unwrap_or_default();
    let (host, port) = host.split_once(':').unwrap_or((host, "0"));
    let labels: Vec<&str> = host.split('.').collect();
    let is_label = |label: &&str| {
        !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    let is_number = |label: &&str| label.bytes().all(|byte| byte.is_ascii_digit());
    // 3.14 is a number; 192.0.2.1 is an address.
    let is_numeric = labels.last().is_some_and(is_number);
    let has_place =
        !text.contains(char::is_whitespace) && port.bytes().all(|it| it.is_ascii_digit());
    has_place
        && labels.len() > 1
        && labels.iter().all(is_label)
        && (!is_numeric || labels.len() == 4 && labels.iter().all(is_number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(query: &str) -> SearchAsked {
        SearchAsked::read(&QueryParams::parse(query).unwrap())
    }

    #[test]
    fn addresses_ask_for_what_they_say() {
        let all = asked(
            "q=a+b&from=2009&to=2007&type=pdf&language=cs&host=a.cz&job=my+%22job&forms=exact&sort=oldest&view=images",
        );
        assert_eq!(
            all.narrowing(),
            "date:2007..2009 type:pdf lang:cs site:\"a.cz\" job:\"my job\""
        );
        let query = stodola_search::query::parse(&all.narrowing()).unwrap();
        assert_eq!(query.filters.jobs.wanted, ["my job"]);
        assert!(query.clauses.is_empty());
        assert_eq!((all.order, all.is_exact, all.images), (SearchOrder::Oldest, true, true));
        let pairs: Vec<String> = all
            .pairs()
            .iter()
            .map(|(name, value)| format!("{name}={}", form_encoded(value)))
            .collect();
        assert_eq!(asked(&pairs.join("&")), all);
        assert_eq!(
            asked("from=99999&to=x&type=x&language=CS&host=a+b&sort=x"),
            SearchAsked::default()
        );
        assert!(asked("").is_empty() && !asked("host=a.cz").is_empty());
        assert_eq!(asked("q=x&from=2007").narrowing(), "date:2007..");
    }

    #[test]
    fn addresses_are_told_from_words() {
        for text in [
            "a.cz",
            "www.podhradi.example/povodne?x=a",
            "http://localhost/",
            "a.cz:8080/x",
            "a.cz/*",
            "192.0.2.1",
            "háčky.cz",
            "mailto://x",
        ] {
            assert!(is_address(text), "{text}");
        }
        for text in [
            "",
            "knihovna",
            "knihov*",
            "národní knihovna",
            "site:a.cz",
            "title:praha",
            "3.14",
            "1.2.3",
            "a. b",
            "konec.",
            "\"a.cz\"",
            "-a.cz b",
            "http://a.cz/ b",
            ".cz",
        ] {
            assert!(!is_address(text), "{text}");
        }
    }
}
