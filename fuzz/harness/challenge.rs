//! Any bytes may stand in `WWW-Authenticate`. The answer to what is understood can be sent: it is one field, and does
//! not show the password.

use stodola_fetch::{AuthChallenge, Authoriser, Secret};

/// Takes each line for a field.
pub(crate) fn run(bytes: &[u8]) {
    let fields = bytes.split(|byte| *byte == b'\n');
    let Some(challenge) = AuthChallenge::choose(fields) else { return };
    let scheme = challenge.scheme();
    let authoriser = Authoriser::new(challenge);
    let user = ("u\"ser", &Secret::new("sesame-sesame"));
    let answer = authoriser.answer(user, "GET", "/path?query", "cnonce");
    assert!(answer.starts_with(scheme.name()), "{answer}");
    assert!(answer.bytes().all(|byte| byte == b'\t' || !byte.is_ascii_control()), "{answer:?}");
    // Neither form shows the password as it is.
    assert!(!answer.contains("sesame-sesame"), "{answer}");
}
