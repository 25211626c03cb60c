//! The model that comes with the program.

/// The numbers of the model other than the weights.
pub(super) const FIGURES: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/languages/figures.txt"));

macro_rules! columns {
    ($($code:literal)*) => {
        &[$(($code, include_bytes!(concat!(
            env!("CARGO_MANIFEST_DIR"), "/../../packs/languages/", $code, ".weights"
        )))),*]
    };
}

/// The languages and their weights. A new one is added here and to `LANGUAGES` of
/// `bench/recognise_web.py`, with a file of zeros to begin with; then the model is trained anew.
pub(super) const COLUMNS: &[(&str, &[u8])] = columns![
    "cs" "sk" "pl" "sl" "hr" "hu" "de" "en" "fr" "it" "es" "pt" "nl" "da" "sv" "no" "fi" "ro" "ca"
    "et" "tr" "vi" "lt" "lv" "eu" "gl" "id" "is" "ru" "uk" "be" "bg" "sr" "mk" "und"
];
