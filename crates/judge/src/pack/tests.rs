//! Valid and invalid packs.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::geo_fixture;
use crate::{
    BUILT_IN, Judge, JudgeSettings, Lexicon, Pack, Page, VerdictRule, WordCoverage, build_words,
};

struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("stodola-pack-{}-{n}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const CZ: &str = include_str!("../../../../packs/cz/pack.toml");

fn without_lists(toml: &str) -> String {
    let (before, rest) = toml.split_once("[lists]").unwrap();
    let (_, after) = rest.split_once("[data]").unwrap();
    format!("{before}[lists]\n[data]{after}")
}

#[test]
fn packs_that_are_built_in_open_and_are_complete() {
    for name in BUILT_IN {
        let pack = Pack::open(name).unwrap();
        assert_eq!(pack.name(), *name);
        assert!(pack.words.len() > 1000 && pack.places.len() > 80 && pack.sites.len() > 50);
        assert!(pack.scales.iter().filter(|scale| scale.is_used).count() > 10);
        Judge::new(&pack, &JudgeSettings::default()).unwrap();
    }
}

#[test]
fn a_folder_is_as_good_as_what_is_built_in() {
    let folder = Folder::new();
    folder.write("pack.toml", without_lists(CZ).as_bytes());
    let pack = Pack::open(folder.0.to_str().unwrap()).unwrap();
    let judge = Judge::new(&pack, &JudgeSettings::default()).unwrap();
    let verdict = judge.judge(&Page { text: "a@b.cz", ..Page::default() });
    assert_eq!(verdict.finding("email").unwrap().valid, 1);
    let lacks = verdict.finding("dictionary").unwrap().lacks.as_deref().unwrap();
    assert!(lacks.contains("stodola pack build"), "{lacks}");
}

#[test]
fn the_lists_that_both_packs_have_are_the_same() {
    for name in ["vulgar-words", "pornographic-words", "racist-words", "offensive-sites"] {
        let [ours, theirs] = ["cz", "sk"].map(|pack| {
            let packs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs");
            std::fs::read_to_string(packs.join(pack).join(format!("{name}.txt"))).unwrap()
        });
        assert_eq!(ours, theirs, "{name}");
        assert!(ours.contains("CC0-1.0"), "{name}");
    }
}

#[test]
fn lists_of_the_operator_are_added_to_those_of_the_pack() {
    let folder = Folder::new();
    folder.write("racist-words.txt", "# ours\nblahblah; blahblahs\n".as_bytes());
    folder.write("offensive-sites.txt", b"Bad.Example.\n");
    folder.write("places.txt", "Stodolov; Stodolova\n".as_bytes());
    folder.write(".swp", b"of an editor");
    let mut pack = Pack::open("cz").unwrap();
    let before = pack.racist_words.len();
    let added = pack.extend(&folder.0).unwrap();
    let expect = [("offensive-sites.txt", 1), ("places.txt", 1), ("racist-words.txt", 1)];
    assert_eq!(added, expect.map(|(name, count)| (name.to_owned(), count)));
    assert_eq!(pack.racist_words.len(), before + 1);
    let judge = Judge::new(&pack, &JudgeSettings::default()).unwrap();
    let links = [&b"http://www.bad.example/"[..]];
    let text = "V Praze ze Stodolova: BLAHBLAHS";
    let verdict = judge.judge(&Page { text, links: &links, ..Page::default() });
    let valid = |name| verdict.finding(name).unwrap().valid;
    assert_eq!((valid("places"), valid("racist-words"), valid("offensive-sites")), (2, 1, 1));
    folder.write("rude-words.txt", b"x\n");
    let error = pack.extend(&folder.0).unwrap_err().to_string();
    assert!(error.contains("there is no list 'rude-words.txt'; known: words.txt"), "{error}");
    assert!(pack.extend(&folder.0.join("no-such")).is_err());
}

#[test]
fn a_rule_in_a_pack_is_checked_with_its_line() {
    let pack = |rule: &str, criteria: &str| {
        format!(
            "name = \"x\"\ntitle = \"X\"\nlanguage = \"cs\"\ncountries = []\ndomains = []\n\
             decide = \"rule\"\n{rule}\n[criteria]\n{criteria}\n"
        )
    };
    let places = "places = { points = 1, cap = 1 }";
    let folder = Folder::new();
    let open = |text: &str| {
        folder.write("pack.toml", text.as_bytes());
        Pack::folder(&folder.0).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(open(&pack("rule = 'places'", places)), Ok(()));
    for (rule, line, expect) in [
        ("rule = 'places and'", 7, "the rule ends where"),
        ("rule = \"\"\"\nplaces\nand plces\n\"\"\"", 9, "there is no criterion 'plces'"),
        ("rule = '''places\nor ?'''", 8, "a rule cannot have '?' here"),
        ("rule = 'phone or places'", 7, "the rule names 'phone', which [criteria] does not have"),
        ("", 6, "the pack has no 'rule'"),
    ] {
        let error = open(&pack(rule, places)).unwrap_err();
        assert!(error.contains(&format!("pack.toml:{line}: ")), "{rule}: {error}");
        assert!(error.contains(expect), "{rule}: {error}");
    }
    let by_points = pack("", places).replace("\"rule\"", "\"points\"");
    assert!(open(&by_points).unwrap_err().contains("the pack has no 'minimum'"));
    let veto = places.replace("cap = 1", "cap = 1, veto = 0");
    assert!(
        open(&pack("rule = 'places'", &veto)).unwrap_err().contains("veto '0' is out of range")
    );
}

#[test]
fn settings_say_what_decides() {
    let pack = Pack::open("cz").unwrap();
    let rule = |settings| Judge::new(&pack, &settings).unwrap().rule();
    assert!(matches!(rule(JudgeSettings::default()), VerdictRule::Probability { .. }));
    let settings = JudgeSettings { min_points: Some(7), ..JudgeSettings::default() };
    assert_eq!(rule(settings), VerdictRule::Points { minimum: 7 });
    let points = without_lists(CZ).replace("decide = \"probability\"", "decide = \"points\"");
    let folder = Folder::new();
    folder.write("pack.toml", points.as_bytes());
    let judge = Judge::new(&Pack::folder(&folder.0).unwrap(), &JudgeSettings::default()).unwrap();
    assert_eq!(judge.rule(), VerdictRule::Points { minimum: 200 });
}

#[test]
fn what_is_wrong_is_named_with_file_and_line() {
    let line_of = |needle: &str| 1 + CZ.lines().position(|it| it.contains(needle)).unwrap();
    for (from, to, expect) in [
        ("email = { points = 20,", "email = { points = 1001,", "points '1001' is out of range"),
        ("email = { points = 20, cap = 60", "email = { points = 20, cap = -1", "cap '-1' is out"),
        ("pattern = '[@.]cz$'", "pattern = '[@.cz$'", "invalid pattern '[@.cz$'"),
        ("home = '(?-u:", "home = '(?-u", "invalid pattern '(?-u"),
        ("home = '", "home = 'tel' # '", "the pattern must have exactly one group"),
        ("language = \"cs\"", "language = \"CS\"", "'CS' is not a language code"),
        ("countries = [\"CZ\"]", "countries = [\"CZE\"]", "'CZE' is not a country code"),
        ("threshold = 0.5", "threshold = 2.0", "threshold '2' is out of range"),
        (
            "places = { points",
            "palaces = { points",
            "there is no criterion 'palaces'; known: email",
        ),
        ("minimum = 200", "minimum = \"x\"", "invalid type"),
        ("domains = [\"cz\"]", "domain = [\"cz\"]", "unknown field `domain`"),
        ("words = \"words.txt\"", "words = \"../words.txt\"", "is not a file name in this folder"),
    ] {
        let folder = Folder::new();
        assert!(CZ.contains(from), "{from}");
        folder.write("pack.toml", CZ.replacen(from, to, 1).as_bytes());
        let error = Pack::folder(&folder.0).unwrap_err().to_string();
        let place = format!("pack.toml:{}: ", line_of(from));
        assert!(error.contains(&place) && error.contains(expect), "{place} {expect}: {error}");
    }
}

#[test]
fn unreadable_files_are_named() {
    let error = Pack::open("no-such").unwrap_err().to_string();
    assert!(error.contains("no pack 'no-such'") && error.contains("cz, sk"), "{error}");
    let folder = Folder::new();
    let error = Pack::folder(&folder.0).unwrap_err().to_string();
    assert!(error.contains("pack.toml"), "{error}");
    folder.write("pack.toml", CZ.as_bytes());
    let error = Pack::folder(&folder.0).unwrap_err().to_string();
    assert!(error.contains("words.txt"), "{error}");
    folder.write("words.txt", b"good\n\xff\xfe\n");
    let error = Pack::folder(&folder.0).unwrap_err().to_string();
    assert!(error.contains("words.txt:2: not UTF-8"), "{error}");
    folder.write("words.txt", format!("a\n{}\n", "b".repeat(999)).as_bytes());
    let error = Pack::folder(&folder.0).unwrap_err().to_string();
    assert!(error.contains("words.txt:2: 'bbb"), "{error}");
}

#[test]
fn damaged_databases_of_countries_are_named() {
    let pack = Pack::open("cz").unwrap();
    let good = geo_fixture::database();
    let open = |bytes: &[u8]| {
        let file = geo_fixture::file("damaged", bytes);
        let settings =
            JudgeSettings { geo: Some(file.path().to_owned()), ..JudgeSettings::default() };
        Judge::new(&pack, &settings).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(open(&good), Ok(()));
    for bytes in [&b""[..], b"not a database", &good[..good.len() / 2]] {
        let error = open(bytes).unwrap_err();
        assert!(error.contains("damaged' cannot be used as a database of countries"), "{error}");
    }
    // Whatever byte is wrong, the result is at worst an error.
    for at in 0..good.len() {
        let mut bad = good.clone();
        bad[at] ^= 0xff;
        let file = geo_fixture::file("changed", &bad);
        let _ = crate::geo::Countries::open(file.path());
    }
    let missing = JudgeSettings { geo: Some("no/such.mmdb".into()), ..JudgeSettings::default() };
    let error = Judge::new(&pack, &missing).map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("no/such.mmdb"), "{error}");
}

#[test]
fn exclusive_words_are_those_no_neighbour_has_in_any_form() {
    let folder = Folder::new();
    folder.write(
        "xx.aff",
        b"SET ISO8859-2\nSFX A Y 2\nSFX A 0 y .\nSFX A a u [^e]a\nPFX B Y 1\nPFX B 0 ne .\n",
    );
    let own = folder.write("xx.dic", b"4\nr\xf8e\nhrad/A\nPraha/A\nab\n");
    let list = folder.write("own.txt", "hrady\nhrad\nvoda 12\nvodu\nnehrady\nžába\n".as_bytes());
    folder.write(
        "yy.aff",
        b"SET UTF-8\nSFX A Y 2\nSFX A 0 y .\nSFX A a u [^e]a\nPFX B Y 1\nPFX B 0 ne .\n",
    );
    let neighbour = folder.write("yy.dic", b"2\nhrad/AB\nvoda/A\n");
    let words =
        |built: crate::Built| built.words.iter().map(|it| it.to_string()).collect::<Vec<_>>();
    let built = build_words(&[list], Lexicon::Listed, std::slice::from_ref(&neighbour)).unwrap();
    assert_eq!((built.of_language, built.shared), (6, 5));
    assert_eq!(words(built), ["žába"]);
    let built = build_words(std::slice::from_ref(&own), Lexicon::Listed, &[]).unwrap();
    assert_eq!(words(built), ["hrad", "rře"]);
    let error =
        build_words(&[folder.write("zz.dic", b"words\n")], Lexicon::Listed, &[]).unwrap_err();
    assert!(error.to_string().contains("zz.dic:1: 'words' is not a number"), "{error}");
    let error = build_words(&[folder.0.join("no.dic")], Lexicon::Listed, &[]).unwrap_err();
    assert!(error.to_string().contains("no.dic"), "{error}");
}

#[test]
fn an_entry_with_too_many_forms_is_refused_with_its_line() {
    let folder = Folder::new();
    let mut affixes = String::from("SFX A Y 1200\nPFX A Y 1000\n");
    for number in 0..1200 {
        affixes += &format!("SFX A 0 s{number} .\n");
    }
    for number in 0..1000 {
        affixes += &format!("PFX A 0 p{number} .\n");
    }
    folder.write("xx.aff", affixes.as_bytes());
    let own = [folder.write("xx.dic", b"2\nslovo\nhrad/A\n")];
    let error = build_words(&own, Lexicon::Inflected, &[]).unwrap_err().to_string();
    assert!(error.contains("xx.dic:3: the affixes of this entry make more than"), "{error}");
    assert_eq!(build_words(&own, Lexicon::Listed, &[]).unwrap().words.len(), 2);
}

#[test]
fn a_flag_counts_once_however_often_it_stands_there() {
    let folder = Folder::new();
    folder.write("xx.aff", b"SFX A Y 1\nSFX A 0 em .\nPFX B Y 1\nPFX B 0 ne .\n");
    let own = folder.write("xx.dic", format!("1\nhrad/{}\n", "AB".repeat(100_000)).as_bytes());
    let built = build_words(&[own], Lexicon::Inflected, &[]).unwrap();
    let words: Vec<&str> = built.words.iter().map(|word| &**word).collect();
    assert_eq!(words, ["hrad", "hradem", "nehrad", "nehradem"]);
}

#[test]
fn words_of_texts_count_if_they_occur_several_times() {
    let folder = Folder::new();
    for (name, text) in [
        ("own/a.txt", "Žába kouká na žábu. Žába žába žába žába koukla, koukla, koukla."),
        ("own/b/c.txt", "Praha Praha Praha; voda voda voda; a1 kouká, kouká."),
        ("own/.hidden", "tajné tajné tajné"),
        ("other/a.txt", "Voda, voda, voda, voda. koukla"),
        ("check/a.txt", "Kouká žába, nebo Kouká Praha? voda A"),
    ] {
        let path = folder.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let [own, other, check] = ["own", "other", "check"].map(|name| folder.0.join(name));
    let built = build_words(std::slice::from_ref(&own), Lexicon::Listed, &[other]).unwrap();
    let words: Vec<&str> = built.words.iter().map(|word| &**word).collect();
    assert_eq!(words, ["koukla", "kouká", "žába"]);
    assert_eq!((built.of_language, built.shared), (4, 1));
    let coverage = WordCoverage::of(words.into_iter(), &[check]).unwrap();
    let expect = WordCoverage { running: 6, known: 3, different: 5, different_known: 2 };
    assert_eq!(coverage, expect);
    assert_eq!(coverage.percent(), 50.0);
    folder.write("bad.txt", b"\xff");
    let error =
        build_words(std::slice::from_ref(&folder.0), Lexicon::Listed, &[]).unwrap_err().to_string();
    assert!(error.contains("bad.txt:1: not UTF-8"), "{error}");
}
