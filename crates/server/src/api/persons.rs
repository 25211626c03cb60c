//! People, for administrators; and who asks.

use super::wire::{
    AuditItem, AuditPage, Done, Me, NewPassword, NewPerson, Nothing, PersonChange, PersonItem,
    PersonList, RoleName, ScopeName, StartLink,
};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use crate::caller::Caller;
use stodola_access::people::{
    AuditRow, PasswordHash, Person, PersonDraft, PersonEdit, PersonError, SignInDoor,
};

fn item(person: Person) -> PersonItem {
    PersonItem {
        name: person.name,
        role: RoleName(person.role),
        groups: person.groups,
        disabled: person.is_disabled,
        has_password: person.has_password,
        made: person.made.to_string(),
        version: person.version,
    }
}

fn answer(person: Person) -> ApiResult {
    let version = person.version;
    Ok(ApiAnswer::new(&item(person))?.version(version))
}

pub(crate) fn list(call: &Call) -> ApiResult {
    let people = call.shared.people.store.made(|store| store.people())?;
    ApiAnswer::new(&PersonList { items: people.into_iter().map(item).collect() })
}

pub(crate) fn add(call: &Call) -> ApiResult {
    let NewPerson { name, role, groups } = call.json()?;
    let draft = PersonDraft { name: &name, role: role.0, groups: &groups.unwrap_or_default() };
    let person = call.shared.people.store.made(|store| store.add_person(&draft, &call.actor()))?;
    let place = format!("/api/v1/people/{}", stodola_app::cdx::form_encoded(&person.name));
    Ok(answer(person)?.made(place))
}

pub(crate) fn one(call: &Call) -> ApiResult {
    let name = call.path("name");
    let person = call.shared.people.store.made(|store| store.person(name))?;
    answer(person.ok_or_else(|| Problem::new(ProblemKind::NotFound))?)
}

pub(crate) fn edit(call: &Call) -> ApiResult {
    let PersonChange { role, groups, disabled } = call.json()?;
    let edit = PersonEdit {
        role: role.map(|role| role.0),
        groups,
        is_disabled: disabled,
        version: call.version()?,
    };
    let name = call.path("name");
    answer(call.shared.people.store.made(|store| store.edit_person(name, &edit, &call.actor()))?)
}

pub(crate) fn link(call: &Call) -> ApiResult {
    let Nothing {} = call.json()?;
    let name = call.path("name");
    let link = call.shared.people.store.made(|store| store.password_link(name, &call.actor()))?;
    let url = format!("{}/start/{}", call.shared.origins.app.as_str(), link.secret.reveal());
    Ok(ApiAnswer::new(&StartLink { url: url.clone(), ends: link.ends.to_string() })?.made(url))
}

pub(crate) fn audit(call: &Call) -> ApiResult {
    let (limit, before) = (call.limit()?, cursor::number(call)?);
    let mut rows = call.shared.people.store.made(|store| store.audit(before, limit + 1))?;
    let is_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| is_more).map(|row| cursor::of_number(row.number));
    let item = |row: AuditRow| AuditItem {
        number: row.number,
        time: row.time.to_string(),
        who: row.who,
        address: row.address,
        act: row.act,
        subject: row.subject,
        detail: serde_json::from_str(&row.detail).unwrap_or_default(),
    };
    ApiAnswer::new(&AuditPage { items: rows.into_iter().map(item).collect(), next })
}

pub(crate) fn me(call: &Call) -> ApiResult {
    let person = call.caller.person();
    let (scopes, form_key) = match &call.caller {
        Caller::Anonymous => (None, None),
        Caller::Session(signed) => (None, Some(signed.form.reveal().to_owned())),
        Caller::Program(holder) => {
            (Some(holder.token.scopes.iter().copied().map(ScopeName).collect()), None)
        }
    };
    ApiAnswer::new(&Me {
        name: person.map(|person| person.name.clone()),
        role: person.map(|person| RoleName(person.role)),
        groups: person.map(|person| person.groups.clone()).unwrap_or_default(),
        scopes,
        form_key,
    })
}

/// Another password. Whoever found a browser open does not know the old one, and can try it as seldom as at the door.
pub(crate) fn change_password(call: &Call, old: &str, new: &str) -> Result<(), Problem> {
    let (desk, actor) = (&call.shared.people, call.actor());
    let name = &call.person()?.name;
    let check = match desk.store.made(|store| store.begin_sign_in(name, &actor))? {
        SignInDoor::Open(check) => check,
        SignInDoor::Locked(until) => {
            let seconds = u64::try_from(until.0 - actor.time.0).unwrap_or(1);
            return Err(Problem::new(ProblemKind::TooMany).after(seconds));
        }
    };
    desk.compared.increment(1);
    if !check.fits(old) {
        desk.store.made(|store| store.refuse_sign_in(&check, &actor))?;
        return Err(Problem::with(ProblemKind::Invalid, "old: not the password"));
    }
    let hash = PasswordHash::of(new)?;
    desk.store.made(|store| {
        store.forget_attempts(&check)?;
        store.set_password(name, &hash, call.session(), &actor)?;
        Ok::<_, PersonError>(())
    })?;
    Ok(())
}

pub(crate) fn password(call: &Call) -> ApiResult {
    let NewPassword { old, new } = call.json()?;
    change_password(call, &old, &new)?;
    ApiAnswer::new(&Done { done: true })
}
