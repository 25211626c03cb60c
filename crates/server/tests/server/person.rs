//! People of a test: they sign in as a browser does, and ask.

use crate::client::{Answer, send};
use crate::shelf::Shelf;
use stodola_access::people::{
    Actor, PasswordHash, PersonDraft, PersonRole, SecretText, TokenDraft, TokenScope,
};
use stodola_access::{Moment, PeopleStore};

pub(crate) const PASSWORD: &str = "correct horse";

pub(crate) fn actor() -> Actor<'static> {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    Actor { who: "test", address: None, time: Moment(since as i64) }
}

/// The store of people of a shelf.
pub(crate) fn store(shelf: &Shelf) -> PeopleStore {
    PeopleStore::open(&PeopleStore::path_in(&shelf.folder().join("archive"))).unwrap()
}

/// Adds a person with [`PASSWORD`].
pub(crate) fn add(shelf: &Shelf, name: &str, role: PersonRole, groups: &[&str]) {
    let groups: Vec<String> = groups.iter().map(|it| (*it).to_owned()).collect();
    let mut store = store(shelf);
    store.add_person(&PersonDraft { name, role, groups: &groups }, &actor()).unwrap();
    let hash = PasswordHash::of(PASSWORD).unwrap();
    store.set_password(name, &hash, None, &actor()).unwrap();
}

/// A token of a person.
pub(crate) fn token(shelf: &Shelf, name: &str, scopes: &[TokenScope]) -> SecretText {
    let draft = TokenDraft { name: "test", scopes, ends: None };
    store(shelf).add_token(name, &draft, &actor()).unwrap().1
}

/// Sends a form or JSON to the app origin.
pub(crate) fn post(
    shelf: &Shelf,
    method: &str,
    path: &str,
    fields: &[(&str, &str)],
    body: &str,
) -> Answer {
    let (host, length) = (shelf.app_host(), body.len().to_string());
    let mut all = vec![("Host", &*host)];
    all.extend_from_slice(fields);
    // A write always says how long it is, as programs do.
    if method != "GET" {
        all.push(("Content-Length", &*length));
    }
    send(shelf.app, method, path, &all, body.as_bytes())
}

/// Tries to sign in.
pub(crate) fn try_sign_in(shelf: &Shelf, name: &str, password: &str, cookie: &str) -> Answer {
    let origin = format!("http://{}", shelf.app_host());
    let body = format!("name={name}&password={}&to=/captures/", password.replace(' ', "+"));
    let kind = ("Content-Type", "application/x-www-form-urlencoded");
    let fields = [("Origin", &*origin), kind, ("Cookie", cookie)];
    post(shelf, "POST", "/sign-in", &fields, &body)
}

/// The value of the cookie that an answer sets.
pub(crate) fn cookie_of(answer: &Answer) -> Option<String> {
    let value = answer.header("set-cookie").split(';').next()?;
    value.contains('=').then(|| value.to_owned())
}

/// Somebody who is signed in.
pub(crate) struct Browser<'s> {
    pub(crate) shelf: &'s Shelf,
    pub(crate) cookie: String,
    pub(crate) key: String,
}

impl<'s> Browser<'s> {
    pub(crate) fn sign_in(shelf: &'s Shelf, name: &str) -> Browser<'s> {
        let answer = try_sign_in(shelf, name, PASSWORD, "");
        assert_eq!(answer.status, 303, "{}", answer.text());
        let cookie = cookie_of(&answer).unwrap();
        let mut browser = Browser { shelf, cookie, key: String::new() };
        let me: serde_json::Value =
            serde_json::from_slice(&browser.get("/api/v1/me").body).unwrap();
        assert_eq!(me["name"], name);
        browser.key = me["form_key"].as_str().unwrap().to_owned();
        browser
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.shelf.get_app(path, &[("Cookie", &self.cookie)])
    }

    /// Sends a form of our pages; the key of the session goes with it.
    pub(crate) fn send(&self, path: &str, body: &str) -> Answer {
        self.send_with(path, &format!("form={}&{body}", self.key))
    }

    /// Sends a form as it is.
    pub(crate) fn send_with(&self, path: &str, body: &str) -> Answer {
        let origin = format!("http://{}", self.shelf.app_host());
        let kind = ("Content-Type", "application/x-www-form-urlencoded");
        let fields = [("Origin", &*origin), ("Cookie", &*self.cookie), kind];
        post(self.shelf, "POST", path, &fields, body)
    }

    /// Sends JSON as a script of our pages does.
    pub(crate) fn write(&self, method: &str, path: &str, body: &str) -> Answer {
        self.write_with(method, path, &[], body)
    }

    pub(crate) fn write_with(
        &self,
        method: &str,
        path: &str,
        fields: &[(&str, &str)],
        body: &str,
    ) -> Answer {
        let origin = format!("http://{}", self.shelf.app_host());
        let mut all =
            vec![("Origin", &*origin), ("Cookie", &*self.cookie), ("X-Form-Key", &*self.key)];
        if !body.is_empty() {
            all.push(("Content-Type", "application/json"));
        }
        all.extend_from_slice(fields);
        post(self.shelf, method, path, &all, body)
    }
}

/// The JSON of an answer.
pub(crate) fn json(answer: &Answer) -> serde_json::Value {
    serde_json::from_slice(&answer.body)
        .unwrap_or_else(|error| panic!("{error}: {}", answer.text()))
}
