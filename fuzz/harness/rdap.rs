//! Any bytes may come from whoever is asked for the owner of a domain. A country is two capital letters,
//! and white space around an answer means nothing.

use stodola_fetch::registrant_country;

pub(crate) fn run(bytes: &[u8]) {
    let answer = registrant_country(bytes);
    if let Ok(Some(country)) = answer {
        assert_eq!(country.as_str().len(), 2);
        assert!(country.as_str().bytes().all(|byte| byte.is_ascii_uppercase()));
    }
    let spaced = [b" \n", bytes, b"\t "].concat();
    assert_eq!(registrant_country(&spaced), answer);
}
