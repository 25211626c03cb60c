//! Small word lists, one for each language, from which the text of pages is made.

use crate::random::Dice;

/// The language of a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SiteLanguage {
    /// Czech.
    Czech,
    /// Slovak.
    Slovak,
    /// English.
    English,
    /// German.
    German,
    /// Polish.
    Polish,
    /// French.
    French,
    /// Russian.
    Russian,
    /// Ukrainian.
    Ukrainian,
    /// Hungarian.
    Hungarian,
    /// Slovenian.
    Slovenian,
}

impl SiteLanguage {
    /// Languages, each as often as its weight: Czech is the most frequent one.
    pub(crate) const WEIGHTED: &[SiteLanguage] = &[
        SiteLanguage::Czech,
        SiteLanguage::Czech,
        SiteLanguage::Czech,
        SiteLanguage::Czech,
        SiteLanguage::Slovak,
        SiteLanguage::Slovak,
        SiteLanguage::English,
        SiteLanguage::English,
        SiteLanguage::German,
        SiteLanguage::Polish,
        SiteLanguage::French,
        SiteLanguage::Russian,
        SiteLanguage::Ukrainian,
    ];

    /// Code of two letters in ISO 639-1.
    pub fn code(self) -> &'static str {
        match self {
            SiteLanguage::Czech => "cs",
            SiteLanguage::Slovak => "sk",
            SiteLanguage::English => "en",
            SiteLanguage::German => "de",
            SiteLanguage::Polish => "pl",
            SiteLanguage::French => "fr",
            SiteLanguage::Russian => "ru",
            SiteLanguage::Ukrainian => "uk",
            SiteLanguage::Hungarian => "hu",
            SiteLanguage::Slovenian => "sl",
        }
    }

    pub(crate) fn words(self) -> &'static [&'static str] {
        match self {
            SiteLanguage::Czech => CZECH,
            SiteLanguage::Slovak => SLOVAK,
            SiteLanguage::English => ENGLISH,
            SiteLanguage::German => GERMAN,
            SiteLanguage::Polish => POLISH,
            SiteLanguage::French => FRENCH,
            SiteLanguage::Russian => RUSSIAN,
            SiteLanguage::Ukrainian => UKRAINIAN,
            SiteLanguage::Hungarian => HUNGARIAN,
            SiteLanguage::Slovenian => SLOVENIAN,
        }
    }
}

/// Words for paths and file names.
#[rustfmt::skip] // one word a line would be a long way to read
pub(crate) const SLUGS: &[&str] = &[
    "kniha", "dum", "les", "reka", "hora", "mesto", "zprava", "obraz", "jaro", "podzim", "voda",
    "kolo", "vlak", "skola", "hudba", "divadlo", "kamen", "pole", "slovo", "svetlo",
];

/// Calls `word` with the words of one sentence, including spaces and the full stop.
pub(crate) fn sentence(dice: &mut Dice, language: SiteLanguage, mut word: impl FnMut(&str)) {
    let words = language.words();
    let count = 4 + dice.below(12);
    for i in 0..count {
        if i > 0 {
            word(if dice.below(9) == 0 { ", " } else { " " });
        }
        word(dice.pick(words));
    }
    word(". ");
}

#[rustfmt::skip] // one word a line would be a long way to read
const CZECH: &[&str] = &[
    "a", "kniha", "řeka", "město", "člověk", "světlo", "který", "přišel", "dům", "stál", "nad",
    "lesem", "když", "jaro", "začalo", "děti", "běžely", "ke", "škole", "žluťoučký", "kůň", "pil",
    "vodu", "z", "kašny", "uprostřed", "náměstí", "večer", "hrála", "hudba", "úplně", "tiše",
    "příběh", "končí", "stránka", "archiv", "knihovna", "ďábel", "plástev", "síň", "gól",
];

#[rustfmt::skip] // one word a line would be a long way to read
const SLOVAK: &[&str] = &[
    "a", "kniha", "rieka", "mesto", "človek", "svetlo", "ktorý", "prišiel", "dom", "stál", "nad",
    "lesom", "keď", "jar", "začala", "deti", "bežali", "ku", "škole", "vĺča", "kôň", "pil", "vodu",
    "zo", "studne", "uprostred", "námestia", "večer", "hrala", "hudba", "ľúbezne", "ticho",
    "príbeh", "končí", "stránka", "archív", "knižnica", "mäkčeň", "dĺžeň",
];

#[rustfmt::skip] // one word a line would be a long way to read
const ENGLISH: &[&str] = &[
    "and", "the", "book", "river", "town", "light", "who", "came", "house", "stood", "above",
    "forest", "when", "spring", "began", "children", "ran", "towards", "school", "horse", "drank",
    "water", "from", "fountain", "in", "middle", "of", "square", "evening", "music", "played",
    "quietly", "story", "ends", "page", "archive", "library", "stone", "field", "word",
];

#[rustfmt::skip] // one word a line would be a long way to read
const GERMAN: &[&str] = &[
    "und", "das", "Buch", "Fluss", "Stadt", "Licht", "wer", "kam", "Haus", "stand", "über", "Wald",
    "als", "Frühling", "begann", "Kinder", "liefen", "zur", "Schule", "Pferd", "trank", "Wasser",
    "aus", "dem", "Brunnen", "mitten", "auf", "Platz", "Abend", "Musik", "spielte", "größer",
    "leise", "Geschichte", "endet", "Seite", "Archiv", "Bücherei", "Straße", "schön",
];

#[rustfmt::skip] // one word a line would be a long way to read
const POLISH: &[&str] = &[
    "i", "książka", "rzeka", "miasto", "człowiek", "światło", "który", "przyszedł", "dom", "stał",
    "nad", "lasem", "kiedy", "wiosna", "zaczęła", "dzieci", "biegły", "do", "szkoły", "koń", "pił",
    "wodę", "ze", "studni", "pośrodku", "rynku", "wieczorem", "grała", "muzyka", "cicho",
    "opowieść", "kończy", "się", "strona", "archiwum", "biblioteka", "źródło", "żółty",
];

#[rustfmt::skip] // one word a line would be a long way to read
const FRENCH: &[&str] = &[
    "et", "le", "livre", "rivière", "ville", "lumière", "qui", "vint", "maison", "était", "au",
    "dessus", "forêt", "quand", "printemps", "commença", "enfants", "couraient", "vers", "école",
    "cheval", "buvait", "eau", "de", "fontaine", "milieu", "place", "soir", "musique", "jouait",
    "doucement", "histoire", "finit", "page", "archives", "bibliothèque", "été", "garçon",
];

#[rustfmt::skip] // one word a line would be a long way to read
const RUSSIAN: &[&str] = &[
    "и", "книга", "река", "город", "человек", "свет", "который", "пришёл", "дом", "стоял", "над",
    "лесом", "когда", "весна", "началась", "дети", "бежали", "к", "школе", "лошадь", "пила", "воду",
    "из", "колодца", "посреди", "площади", "вечером", "играла", "музыка", "тихо", "рассказ",
    "кончается", "страница", "архив", "библиотека", "ещё", "объект",
];

#[rustfmt::skip] // one word a line would be a long way to read
const UKRAINIAN: &[&str] = &[
    "і", "книга", "річка", "місто", "людина", "світло", "який", "прийшов", "дім", "стояв", "над",
    "лісом", "коли", "весна", "почалася", "діти", "бігли", "до", "школи", "кінь", "пив", "воду",
    "з", "криниці", "посеред", "площі", "ввечері", "грала", "музика", "тихо", "оповідання",
    "закінчується", "сторінка", "архів", "бібліотека", "її", "ґанок", "є",
];

#[rustfmt::skip] // one word a line would be a long way to read
const HUNGARIAN: &[&str] = &[
    "és", "könyv", "folyó", "város", "ember", "fény", "aki", "jött", "ház", "állt", "felett", "erdő",
    "amikor", "tavasz", "gyerekek", "iskola", "ló", "víz", "tér", "este", "zene", "csendesen", "történet",
];

#[rustfmt::skip] // one word a line would be a long way to read
const SLOVENIAN: &[&str] = &[
    "in", "knjiga", "reka", "mesto", "človek", "svetloba", "ki", "je", "prišel", "hiša", "stala", "nad",
    "gozdom", "ko", "pomlad", "otroci", "šola", "konj", "pil", "vodo", "trg", "zvečer", "glasba", "tiho",
];
