//! Stemmers by language, for words that no table has.

use snowball_stemmers_rs::{Algorithm, Stemmer};

/// Returns the stemmer of a language; `None` if there is none.
pub(crate) fn stemmer(language: &str) -> Option<Stemmer> {
    let algorithm = match language {
        "ar" => Algorithm::Arabic,
        "ca" => Algorithm::Catalan,
        // Nothing better is known for Slovak; the endings are much the same.
        "cs" | "sk" => Algorithm::Czech,
        "da" => Algorithm::Danish,
        "de" => Algorithm::German,
        "el" => Algorithm::Greek,
        "en" => Algorithm::English,
        "es" => Algorithm::Spanish,
        "et" => Algorithm::Estonian,
        "eu" => Algorithm::Basque,
        "fi" => Algorithm::Finnish,
        "fr" => Algorithm::French,
        "ga" => Algorithm::Irish,
        "hu" => Algorithm::Hungarian,
        "it" => Algorithm::Italian,
        "lt" => Algorithm::Lithuanian,
        "nl" => Algorithm::Dutch,
        "nb" | "nn" | "no" => Algorithm::Norwegian,
        "pl" => Algorithm::Polish,
        "pt" => Algorithm::Portuguese,
        "ro" => Algorithm::Romanian,
        "ru" => Algorithm::Russian,
        "sr" => Algorithm::Serbian,
        "sv" => Algorithm::Swedish,
        "tr" => Algorithm::Turkish,
        "uk" => Algorithm::Ukrainian,
        _ => return None,
    };
    Some(Stemmer::create(algorithm))
}
