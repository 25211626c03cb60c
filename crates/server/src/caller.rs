//! Who asks: nobody known, somebody who is signed in, or a program with a token.

use crate::api::{Problem, ProblemKind};
use crate::http::{WorkFailed, work};
use crate::state::{Shared, now};
use axum::http::{HeaderMap, header};
use std::sync::Arc;
use stodola_access::people::{
    Person, PersonError, PersonRole, SecretText, SignedIn, TokenHolder, TokenScope,
};

/// Who asks.
#[derive(Clone, Debug)]
pub(crate) enum Caller {
    /// Nobody who is known.
    Anonymous,
    /// A person with a browser.
    Session(Arc<SignedIn>),
    /// A program that acts for a person.
    Program(Arc<TokenHolder>),
}

impl Caller {
    /// The person who asks, or for whom a program asks.
    pub(crate) fn person(&self) -> Option<&Person> {
        match self {
            Caller::Anonymous => None,
            Caller::Session(signed) => Some(&signed.person),
            Caller::Program(holder) => Some(&holder.person),
        }
    }

    /// Whether they may do what needs a role. For a program, `scope` must be one of its own; what has no scope is not
    /// for programs.
    pub(crate) fn may(&self, role: PersonRole, scope: Option<TokenScope>) -> bool {
        let has_role = self.person().is_some_and(|person| person.role >= role);
        let has_scope = match self {
            Caller::Program(holder) => {
                scope.is_some_and(|scope| holder.token.scopes.contains(&scope))
            }
            Caller::Anonymous | Caller::Session(_) => true,
        };
        has_role && has_scope
    }

    /// The groups of the person. A program has them if it may read.
    pub(crate) fn groups(&self) -> Arc<[String]> {
        match self {
            Caller::Program(holder) if !holder.token.scopes.contains(&TokenScope::Read) => {
                Arc::default()
            }
            _ => self.person().map(|person| Arc::from(&*person.groups)).unwrap_or_default(),
        }
    }

    /// The new secret of the session, if the browser must be told.
    pub(crate) fn turned(&self) -> Option<&SecretText> {
        match self {
            Caller::Session(signed) => signed.turned.as_ref(),
            Caller::Anonymous | Caller::Program(_) => None,
        }
    }
}

/// The token in a request: `Authorization: Bearer SECRET`. `Err` if there is such a field that has none.
fn bearer(headers: &HeaderMap) -> Result<Option<String>, ()> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let value = value.to_str().map_err(|_| ())?;
    let (scheme, secret) = value.split_once(' ').ok_or(())?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Some(secret.trim().to_owned())).ok_or(())
}

/// Finds out who asks. A token that is not good is refused; a session that is over is as if there were none.
pub(crate) async fn identify(shared: &Arc<Shared>, headers: &HeaderMap) -> Result<Caller, Problem> {
    let bad = || Problem::new(ProblemKind::BadToken);
    let token = bearer(headers).map_err(|()| bad())?;
    let session = shared.people.session_in(headers);
    let asked = shared.clone();
    match (token, session) {
        (None, None) => Ok(Caller::Anonymous),
        (Some(secret), _) => {
            let find = move || asked.people.store.with(|store| store.token_holder(&secret, now()));
            let found = settle(work(find).await)?;
            Ok(Caller::Program(Arc::new(found.flatten().ok_or_else(bad)?)))
        }
        (None, Some(secret)) => {
            let find = move || asked.people.store.with(|store| store.session(&secret, now()));
            let found = settle(work(find).await)?.flatten();
            Ok(found.map_or(Caller::Anonymous, |signed| Caller::Session(Arc::new(signed))))
        }
    }
}

/// That it is not known who asks is a reason to let nobody in, also where a session is not needed.
fn settle<T>(found: Result<Result<T, PersonError>, WorkFailed>) -> Result<T, Problem> {
    match found {
        Ok(Ok(found)) => Ok(found),
        Ok(Err(error)) => Err(Problem::caused(ProblemKind::Unavailable, error)),
        Err(error) => Err(Problem::caused(ProblemKind::Unavailable, error)),
    }
}
