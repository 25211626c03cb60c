//! The form of a new rule: all that `stodola access` knows.

use super::why_field;
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::PageFrame;
use crate::app_pages::sheet::{ButtonLook, FieldKind, FieldView, FormView, sent};
use stodola_access::{AccessPolicy, AccessRule, BlockCause};
use stodola_app::access::WrittenRule;

const POLICIES: [(AccessPolicy, &str); 3] = [
    (AccessPolicy::Block, "web-policy-block"),
    (AccessPolicy::Hide, "web-policy-hide"),
    (AccessPolicy::Allow, "web-policy-allow"),
];

/// What a policy is called on pages.
pub(super) fn policy_words(page: &PageFrame, policy: AccessPolicy) -> String {
    let key = POLICIES.iter().find(|(other, _)| *other == policy).map_or("", |(_, key)| key);
    page.t(key)
}

/// What a cause is called on pages.
pub(super) fn cause_words(page: &PageFrame, cause: BlockCause) -> String {
    page.t(match cause {
        BlockCause::Embargo => "web-cause-embargo",
        BlockCause::ReadingRoom => "web-cause-reading-room",
        BlockCause::TakedownCourt => "web-cause-court",
        BlockCause::TakedownOwner => "web-cause-owner",
        BlockCause::TakedownPerson => "web-cause-person",
        BlockCause::Rights => "web-cause-rights",
    })
}

/// The form, with what was sent already.
pub(super) fn new_rule(call: &Call, page: &PageFrame) -> FormView {
    let line = |name: &'static str, label: &str, example: &str| {
        FieldView::new(name, page.t(label), sent(call, name).unwrap_or("")).example(example)
    };
    let policies = POLICIES.map(|(policy, key)| (policy.as_str().to_owned(), page.t(key)));
    let causes = BlockCause::ALL.map(|cause| (cause.as_str().to_owned(), cause_words(page, cause)));
    let cause = sent(call, "cause").unwrap_or(BlockCause::default().as_str());
    FormView::post(call, "/access", page.t("web-rule-add"), ButtonLook::Main)
        .field(line("place", "web-place", "*.example.cz").help(page.t("web-place-help")).needed())
        .field(line("policy", "web-policy", "").of_kind(FieldKind::Choice(policies.into())))
        .field(
            FieldView::new("cause", page.t("web-cause"), cause)
                .help(page.t("web-cause-help"))
                .of_kind(FieldKind::Choice(causes.into())),
        )
        .field(line("audience", "web-audience", "group:staff").help(page.t("web-audience-help")))
        .field(line("from", "web-captured-from", "2013-05").help(page.t("web-captured-help")))
        .field(line("to", "web-captured-to", "2013-07-31"))
        .field(line("younger_than", "web-younger", "1y").help(page.t("web-younger-help")))
        .field(line("media_type", "web-media-type", "image/*").help(page.t("web-media-type-help")))
        .field(line("valid_from", "web-valid-from", "2026-12-01"))
        .field(line("until", "web-until", "2027-01-01").help(page.t("web-until-help")))
        .field(line("message", "web-message", "").help(page.t("web-message-help")))
        .field(why_field(page))
}

/// The rule that was written, as the log and the command have it.
pub(super) fn written(call: &Call) -> Result<AccessRule, Problem> {
    let part = |name| sent(call, name).map(str::to_owned);
    let policy = sent(call, "policy").unwrap_or("");
    let policy = POLICIES.iter().find(|(other, _)| other.as_str() == policy);
    let (policy, _) = policy.ok_or_else(|| Problem::with(ProblemKind::Invalid, "policy"))?;
    let rule = WrittenRule {
        place: part("place").unwrap_or_default(),
        audience: part("audience"),
        from: part("from"),
        to: part("to"),
        younger_than: part("younger_than"),
        older_than: None,
        valid_from: part("valid_from"),
        valid_until: part("until"),
        media_type: part("media_type"),
        message: part("message"),
        note: None,
    };
    let rule = rule.read(*policy).map_err(|error| Problem::caused(ProblemKind::Invalid, error))?;
    let named = sent(call, "cause").unwrap_or("");
    let cause = BlockCause::ALL.into_iter().find(|cause| cause.as_str() == named);
    match (policy, cause) {
        (AccessPolicy::Block, Some(cause)) => Ok(AccessRule { cause, ..rule }),
        // Other rules have no cause to tell readers.
        _ => Ok(rule),
    }
}
