//! Tokens of whoever asks.

use super::wire::{Done, MadeToken, NewToken, ScopeName, TokenItem, TokenList};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use stodola_access::Moment;
use stodola_access::people::{ApiToken, TokenDraft, TokenScope};

fn item(token: ApiToken) -> TokenItem {
    TokenItem {
        id: token.id,
        name: token.name,
        scopes: token.scopes.into_iter().map(ScopeName).collect(),
        made: token.made.to_string(),
        ends: token.ends.map(|ends| ends.to_string()),
        seen: token.seen.map(|seen| seen.to_string()),
    }
}

pub(crate) fn list(call: &Call) -> ApiResult {
    let person = call.person()?.id;
    let tokens = call.shared.people.store.made(|store| store.tokens(person))?;
    ApiAnswer::new(&TokenList { items: tokens.into_iter().map(item).collect() })
}

pub(crate) fn add(call: &Call) -> ApiResult {
    let NewToken { name, scopes, ends } = call.json()?;
    let ends = match ends.as_deref() {
        None => None,
        Some(text) => {
            let wrong = || Problem::with(ProblemKind::Invalid, "ends: not a date");
            Some(Moment::parse(text).ok_or_else(wrong)?)
        }
    };
    let scopes: Vec<TokenScope> = scopes.into_iter().map(|scope| scope.0).collect();
    let draft = TokenDraft { name: &name, scopes: &scopes, ends };
    let person = &call.person()?.name;
    let (token, secret) =
        call.shared.people.store.made(|store| store.add_token(person, &draft, &call.actor()))?;
    let place = format!("/api/v1/tokens/{}", token.id);
    let made = MadeToken { token: item(token), secret: secret.reveal().to_owned() };
    Ok(ApiAnswer::new(&made)?.made(place))
}

pub(crate) fn remove(call: &Call) -> ApiResult {
    let (person, id) = (call.person()?, call.id()?);
    call.shared.people.store.made(|store| store.remove_token(person, id, &call.actor()))?;
    ApiAnswer::new(&Done { done: true })
}
