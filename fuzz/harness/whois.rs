//! Any bytes may come from a whois server. A country is two capital letters, a referral is a plain host name, and line
//! ends may be those of any system.

use stodola_fetch::whois_answer;

pub(crate) fn run(bytes: &[u8]) {
    let answer = whois_answer(bytes);
    if let Some(country) = &answer.country {
        assert!(country.as_str().len() == 2);
        assert!(country.as_str().bytes().all(|byte| byte.is_ascii_uppercase()));
    }
    if let Some(host) = &answer.referral {
        assert!(host.len() <= 253 && host.contains('.') || host == "localhost", "{host}");
        assert!(host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-".contains(&byte)));
    }
    let is_short = bytes.len() < 32 << 10;
    if is_short
        && let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\r')
    {
        assert_eq!(whois_answer(text.replace('\n', "\r\n").as_bytes()), answer);
    }
}
