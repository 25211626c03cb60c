//! The hosts of the national web: their names, and what each of their pages declares.

use super::place::NationalPlace;
use super::{COUNTRY_HOSTS, STORES};
use crate::charset::SiteCharset;
use crate::random::{Dice, hash};
use crate::settings::WorldSettings;
use crate::words::SiteLanguage;
use crate::world::World;

/// The kind of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Czech, with all signs of it: language tags, addresses, numbers, links.
    Czech,
    /// Czech, with a tag of another language.
    CzechWrongTag,
    /// Czech, with no sign other than the text.
    CzechBare,
    /// Czech without diacritics.
    CzechAscii,
    /// Half Czech, half in another language, page by page.
    Bilingual,
    /// Foreign, with some Czech pages; the home page is not Czech.
    Section,
    /// Slovak, sometimes with links into the Czech domain.
    Slovak,
    /// Foreign, without any sign of the nation.
    Foreign,
    /// Foreign, with one Czech e-mail address.
    ForeignMail,
    /// Foreign, with one link into the Czech domain.
    ForeignLink,
    /// Foreign, and tagged as Czech by mistake.
    ForeignTag,
}

impl Role {
    /// Whether its pages, or some of them, are in one of the other languages.
    fn is_foreign(self) -> bool {
        match self {
            Role::Czech
            | Role::CzechWrongTag
            | Role::CzechBare
            | Role::CzechAscii
            | Role::Slovak => false,
            Role::Bilingual
            | Role::Section
            | Role::Foreign
            | Role::ForeignMail
            | Role::ForeignLink
            | Role::ForeignTag => true,
        }
    }
}

/// Signs for and against the nation on a page, beside its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Value of `lang` of the page; `None` if it has none.
    pub tag: Option<&'static str>,
    /// Value of `Content-Language` of the answer; `None` if it has none.
    pub header_tag: Option<&'static str>,
    /// Whether it has an e-mail address in the country domain.
    pub has_mail: bool,
    /// Whether it has a Czech telephone number.
    pub has_phone: bool,
    /// Whether it has a postal address in a Czech town.
    pub has_address: bool,
    /// Number of links into the country domain.
    pub country_links: u32,
    /// Whether the text lacks its diacritics.
    pub is_ascii: bool,
}

/// The plan of a page, before it is written.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) language: SiteLanguage,
    pub(crate) second: Option<SiteLanguage>,
    pub(crate) signs: Signs,
}

impl Sheet {
    pub(crate) fn new(language: SiteLanguage) -> Sheet {
        Sheet { language, second: None, signs: Signs::default() }
    }

    pub(crate) fn is_national(&self) -> bool {
        self.language == SiteLanguage::Czech || self.second == Some(SiteLanguage::Czech)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NationalSite {
    pub(crate) index: u32,
    pub(crate) key: u64,
    pub(crate) role: Role,
    /// The language of the site other than Czech, if there is one.
    pub(crate) foreign: SiteLanguage,
    pub(crate) charset: SiteCharset,
    pub(crate) pages: u32,
}

/// What a host name of the national web stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum NationalHost {
    Site(NationalSite),
    Store(u32),
    Country(u32),
}

/// The roles in the order in which sites get them, so that a small web has all of them.
const ROLES: &[Role] = &[
    Role::Czech,
    Role::Foreign,
    Role::CzechWrongTag,
    Role::ForeignMail,
    Role::Slovak,
    Role::CzechAscii,
    Role::Foreign,
    Role::Section,
    Role::CzechBare,
    Role::ForeignLink,
    Role::Foreign,
    Role::Bilingual,
    Role::ForeignTag,
    Role::Foreign,
    Role::Czech,
    Role::Foreign,
];

const FOREIGN: &[SiteLanguage] = &[
    SiteLanguage::English,
    SiteLanguage::German,
    SiteLanguage::Polish,
    SiteLanguage::Hungarian,
    SiteLanguage::French,
    SiteLanguage::Slovenian,
    SiteLanguage::Russian,
    SiteLanguage::Ukrainian,
    SiteLanguage::Slovak,
];

/// Words that fit any language.
const SLUGS: &[&str] = &[
    "nova", "delta", "orion", "terra", "luna", "vega", "sigma", "aqua", "mira", "omega", "solar",
    "alfa",
];
const ENDINGS: &[&str] = &["com", "org", "net", "eu", "info"];

/// Whether a host is in the country domain.
pub(crate) fn is_country(host: &str) -> bool {
    host.ends_with(".cz")
}

pub(crate) fn store_name(store: u32) -> String {
    format!("cdn{store}-net.example")
}

pub(crate) fn country_name(number: u32) -> String {
    format!("ob--lhota{number}.cz")
}

pub(super) fn host_name(seed: u64, host: &NationalHost) -> String {
    match host {
        NationalHost::Site(site) => site.name(seed),
        NationalHost::Store(store) => store_name(*store),
        NationalHost::Country(number) => country_name(*number),
    }
}

impl World {
    pub(crate) fn national_site(&self, index: u32) -> NationalSite {
        NationalSite::new(self.settings().seed, index)
    }
}

impl NationalHost {
    /// Finds the host with this name, in lower case and without a port; `None` if there is none.
    pub(crate) fn find(settings: &WorldSettings, name: &str) -> Option<NationalHost> {
        if settings.national == 0 {
            return None;
        }
        let number = |before: &str, after: &str, limit: u32| -> Option<u32> {
            let digits = name.strip_prefix(before)?.strip_suffix(after)?;
            let number: u32 = digits.parse().ok().filter(|number| *number < limit)?;
            // A sign or leading zeros would be another name.
            (number.to_string() == digits).then_some(number)
        };
        if let Some(store) = number("cdn", "-net.example", STORES) {
            return Some(NationalHost::Store(store));
        }
        if let Some(town) = number("ob--lhota", ".cz", COUNTRY_HOSTS) {
            return Some(NationalHost::Country(town));
        }
        let label = name.split('-').next()?.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let index = label.parse().ok().filter(|index| *index < settings.national)?;
        let site = NationalSite::new(settings.seed, index);
        (site.name(settings.seed) == name).then_some(NationalHost::Site(site))
    }

    pub(super) fn role(&self) -> Option<Role> {
        match self {
            NationalHost::Site(site) => Some(site.role),
            NationalHost::Store(_) | NationalHost::Country(_) => None,
        }
    }

    pub(crate) fn key(&self) -> u64 {
        match self {
            NationalHost::Site(site) => site.key,
            NationalHost::Store(number) => hash(0x5704e, &number.to_le_bytes()),
            NationalHost::Country(number) => hash(0xc0, &number.to_le_bytes()),
        }
    }

    /// Returns the plan of the page at a place; `None` if there is none.
    pub(super) fn sheet(&self, place: NationalPlace) -> Option<Sheet> {
        match (self, place) {
            (NationalHost::Site(site), NationalPlace::Page(n)) => Some(site.sheet(n)),
            (NationalHost::Site(site), NationalPlace::Frame(n)) => {
                let Sheet { language, second, signs } = site.sheet(n);
                let Signs { tag, is_ascii, .. } = signs;
                Some(Sheet { language, second, signs: Signs { tag, is_ascii, ..Signs::default() } })
            }
            (NationalHost::Store(_), NationalPlace::Widget | NationalPlace::About) => {
                Some(Sheet::new(SiteLanguage::English))
            }
            (NationalHost::Country(_), NationalPlace::Page(_)) => {
                Some(Sheet::new(SiteLanguage::Czech))
            }
            (_, _) => None,
        }
    }
}

impl NationalSite {
    fn new(seed: u64, index: u32) -> NationalSite {
        let key = hash(seed ^ 0x6e61_7469, &index.to_le_bytes());
        let mut dice = Dice::new(key);
        let (turn, place) = (index as usize / ROLES.len(), index as usize % ROLES.len());
        let role = ROLES[place];
        // Sites that need a language get them in turn, so that all are about as frequent.
        let foreigners = |roles: &[Role]| roles.iter().filter(|role| role.is_foreign()).count();
        let rank = turn.wrapping_mul(foreigners(ROLES)) + foreigners(&ROLES[..place]);
        let foreign = FOREIGN[rank % FOREIGN.len()];
        // Pages in two languages may need letters that no old character set has together.
        let charset = match role {
            Role::Czech | Role::CzechBare | Role::Slovak => dice.pick(&[
                SiteCharset::Utf8,
                SiteCharset::Utf8,
                SiteCharset::Windows1250,
                SiteCharset::Iso8859_2,
            ]),
            Role::CzechWrongTag
            | Role::CzechAscii
            | Role::Bilingual
            | Role::Section
            | Role::Foreign
            | Role::ForeignMail
            | Role::ForeignLink
            | Role::ForeignTag => SiteCharset::Utf8,
        };
        NationalSite { index, key, role, foreign, charset, pages: 5 + dice.below(12) }
    }

    pub(crate) fn name(&self, seed: u64) -> String {
        let chosen = hash(seed ^ 0x6e61_6d65, &self.index.to_le_bytes()) as usize;
        let (slug, ending) = (chosen % SLUGS.len(), (chosen >> 8) % ENDINGS.len());
        let top = if (chosen >> 16).is_multiple_of(2) { "example" } else { "test" };
        format!("{}{}-{}.{top}", SLUGS[slug], self.index, ENDINGS[ending])
    }

    /// Whether its home page is a seed. Only some foreign sites are seeds; the others have to be found.
    pub(super) fn is_seed(&self) -> bool {
        match self.role {
            Role::Czech
            | Role::CzechWrongTag
            | Role::CzechBare
            | Role::CzechAscii
            | Role::Bilingual
            | Role::Section
            | Role::Slovak
            | Role::ForeignTag => true,
            Role::Foreign | Role::ForeignMail | Role::ForeignLink => self.index % 4 == 2,
        }
    }

    /// Returns the plan of page `n`.
    pub(crate) fn sheet(&self, n: u32) -> Sheet {
        let mut dice = Dice::new(hash(self.key ^ 0x51_6e73, &n.to_le_bytes()));
        let foreign = Sheet::new(self.foreign);
        let own_tag = Some(self.foreign.code());
        let czech = |signs| Sheet { signs, ..Sheet::new(SiteLanguage::Czech) };
        match self.role {
            Role::Czech => czech(full(&mut dice)),
            Role::CzechWrongTag => {
                let tag = Some(dice.pick(&["en", "de", "en-US"]));
                let has_mail = dice.below(2) == 0;
                czech(Signs { tag, has_mail, has_phone: dice.below(3) == 0, ..Signs::default() })
            }
            Role::CzechBare => czech(Signs::default()),
            Role::CzechAscii => {
                let tag = (dice.below(2) == 0).then_some("cs");
                let has_mail = dice.below(2) == 0;
                czech(Signs { tag, has_mail, is_ascii: true, ..Signs::default() })
            }
            Role::Bilingual => {
                let tag = if dice.below(2) == 0 { Some("cs") } else { own_tag };
                let signs = Signs { tag, has_mail: dice.below(2) == 0, ..Signs::default() };
                Sheet { second: Some(SiteLanguage::Czech), signs, ..foreign }
            }
            Role::Section if n % 3 == 1 => czech(full(&mut dice)),
            Role::Section => Sheet { signs: Signs { tag: own_tag, ..Signs::default() }, ..foreign },
            Role::Slovak => {
                let tag = (dice.below(2) == 0).then_some("sk");
                let country_links = dice.below(2);
                let signs = Signs { tag, country_links, ..Signs::default() };
                Sheet { signs, ..Sheet::new(SiteLanguage::Slovak) }
            }
            Role::Foreign => {
                let tag = own_tag.filter(|_| dice.below(3) > 0);
                let header_tag = own_tag.filter(|_| dice.below(3) == 0);
                Sheet { signs: Signs { tag, header_tag, ..Signs::default() }, ..foreign }
            }
            Role::ForeignMail => {
                let signs = Signs { tag: own_tag, has_mail: true, ..Signs::default() };
                Sheet { signs, ..foreign }
            }
            Role::ForeignLink => {
                let signs = Signs { tag: own_tag, country_links: 1, ..Signs::default() };
                Sheet { signs, ..foreign }
            }
            Role::ForeignTag => {
                Sheet { signs: Signs { tag: Some("cs"), ..Signs::default() }, ..foreign }
            }
        }
    }
}

/// Returns most of the signs that a page is Czech; each page has some of them.
fn full(dice: &mut Dice) -> Signs {
    Signs {
        tag: Some(dice.pick(&["cs", "cs", "cs-CZ"])),
        header_tag: (dice.below(3) == 0).then_some("cs"),
        has_mail: dice.below(4) > 0,
        has_phone: dice.below(3) > 0,
        has_address: dice.below(2) == 0,
        country_links: dice.below(3),
        is_ascii: false,
    }
}
