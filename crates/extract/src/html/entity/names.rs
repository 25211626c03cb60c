//! The names of characters: those of HTML 4, of Latin Extended-A, and of ASCII characters that occur in addresses. HTML
//! has two thousand more, for formulas.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Returns the character with this name; `None` if it is unknown.
pub(super) fn named(name: &[u8]) -> Option<char> {
    // Built once, with constant look-up time: pages made of nothing but unknown names take no longer.
    static NAMES: LazyLock<HashMap<&[u8], char>> = LazyLock::new(|| names().collect());
    NAMES.get(name).copied()
}

/// Whether browsers also accept the names of a character without their semicolon, because it was once usual to leave it
/// out.
pub(super) fn may_stand_alone(meant: char) -> bool {
    matches!(meant, '&' | '<' | '>' | '"' | '\u{a0}'..='\u{ff}')
}

fn names() -> impl Iterator<Item = (&'static [u8], char)> {
    RUNS.iter().flat_map(|(first, names)| {
        let characters = (*first..).zip(names.split_ascii_whitespace());
        characters.flat_map(|(character, names)| {
            let names = names.split('|').filter(|name| *name != "-");
            names.map(move |name| (name.as_bytes(), character))
        })
    })
}

/// Each run begins with its first character; a bar separates names of the same character, a dash stands for a character
/// without a name.
const RUNS: &[(char, &str)] = &[
    ('\u{9}', "Tab NewLine"),
    (
        '\u{21}',
        "excl QUOT|quot num dollar percnt AMP|amp apos lpar rpar ast|midast plus comma - period \
         sol",
    ),
    ('\u{3a}', "colon semi LT|lt equals GT|gt quest commat"),
    ('\u{5b}', "lbrack|lsqb bsol rbrack|rsqb Hat UnderBar|lowbar grave"),
    ('\u{7b}', "lbrace|lcub VerticalLine|verbar|vert rbrace|rcub"),
    (
        '\u{a0}',
        "nbsp iexcl cent pound curren yen brvbar sect uml COPY|copy ordf laquo not shy REG|reg \
         macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 \
         frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc \
         Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash \
         Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring \
         aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve \
         oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml \
         Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron \
         ccaron Dcaron dcaron Dstrok dstrok Emacr emacr - - Edot edot Eogon eogon Ecaron ecaron \
         Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil - Hcirc hcirc Hstrok hstrok Itilde itilde \
         Imacr imacr - - Iogon iogon Idot imath|inodot IJlig ijlig Jcirc jcirc Kcedil kcedil \
         kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute \
         nacute Ncedil ncedil Ncaron ncaron napos ENG eng Omacr omacr - - Odblac odblac OElig \
         oelig Racute racute Rcedil rcedil Rcaron rcaron Sacute sacute Scirc scirc Scedil \
         scedil Scaron scaron Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr \
         umacr Ubreve ubreve Uring uring Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc Yuml \
         Zacute zacute Zdot zdot Zcaron zcaron",
    ),
    ('\u{192}', "fnof"),
    ('\u{2c6}', "circ"),
    ('\u{2dc}', "tilde"),
    (
        '\u{391}',
        "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi \
         Rho - Sigma Tau Upsilon Phi Chi Psi Omega",
    ),
    (
        '\u{3b1}',
        "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi \
         rho sigmaf sigma tau upsilon phi chi psi omega",
    ),
    ('\u{3d1}', "thetasym upsih - - - piv"),
    (
        '\u{2002}',
        "ensp emsp - - - - - thinsp - - zwnj zwj lrm rlm dash|hyphen - - ndash mdash - - - \
         lsquo rsquo sbquo - ldquo rdquo bdquo - dagger Dagger bull - - - hellip",
    ),
    ('\u{2030}', "permil - prime Prime - - - - - lsaquo rsaquo - - - oline - - - - - frasl"),
    ('\u{20ac}', "euro"),
    ('\u{2111}', "image"),
    ('\u{2118}', "weierp - - - real - - - - - trade"),
    ('\u{2135}', "alefsym"),
    ('\u{2190}', "larr uarr rarr darr harr"),
    ('\u{21b5}', "crarr"),
    ('\u{21d0}', "lArr uArr rArr dArr hArr"),
    (
        '\u{2200}',
        "forall - part exist - empty - nabla isin notin - ni - - - prod - sum minus - - - - \
         lowast - - radic - - prop infin - ang",
    ),
    ('\u{2227}', "and or cap cup int"),
    ('\u{2234}', "there4"),
    ('\u{223c}', "sim"),
    ('\u{2245}', "cong - - asymp"),
    ('\u{2260}', "ne equiv - - le ge"),
    ('\u{2282}', "sub sup nsub - sube supe"),
    ('\u{2295}', "oplus - otimes"),
    ('\u{22a5}', "perp"),
    ('\u{22c5}', "sdot"),
    ('\u{2308}', "lceil rceil lfloor rfloor"),
    ('\u{25ca}', "loz"),
    ('\u{2660}', "spades - - clubs - hearts diams"),
    ('\u{27e8}', "lang rang"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_kind() {
        for (name, expect) in [
            ("amp", '&'),
            ("colon", ':'),
            ("eacute", 'é'),
            ("ccaron", 'č'),
            ("Uring", 'Ů'),
            ("lstrok", 'ł'),
            ("euro", '€'),
            ("mdash", '—'),
            ("omega", 'ω'),
            ("sigmaf", 'ς'),
            ("diams", '♦'),
            ("lang", '⟨'),
        ] {
            assert_eq!(named(name.as_bytes()), Some(expect), "{name}");
        }
        for unknown in ["", "-", "|", "Amp", "nosuch"] {
            assert_eq!(named(unknown.as_bytes()), None, "{unknown}");
        }
        assert_eq!(names().count(), 412);
    }
}
