//! Cookies and log-ins: what a request carries, and what an answer changes.
//!
//! Secrets go only to the origin that the operator has named for them, and into no record of a request unless the job
//! asks for that. A password that a server refuses is not sent again in the same run; if it has accepted the password
//! before, only the page is refused.

use super::login::FormState;
use super::rules::path_and_query;
use super::{HarvestError, lock};
use crate::job::{CookiesSetting, Job, Login, LoginForm, LoginKind, Logins};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_fetch::{AuthChallenge, AuthScheme, Authoriser, CookieJar, Exchange, SecretField};
use tracing::warn;

/// File of the cookies that are kept for later runs, in the folder of the job.
const KEPT: &str = "cookies.txt";
/// Maximum size of a file of cookies in bytes.
const FILE_MAX: u64 = 16 << 20;
/// Maximum number of times in a row that a server may call its own nonce too old, and of realms of one origin.
const RENEWALS_MAX: u32 = 3;
const REALMS_MAX: usize = 16;
/// Maximum number of URIs of one origin that are remembered because the password was asked for.
const ASKED_MAX: usize = 64;

/// Cookies and log-ins of a job.
pub(super) struct Credentials {
    logins: Logins,
    cookies: CookiesSetting,
    jar: Mutex<CookieJar>,
    /// Whether there may be cookies at all, so that nobody has to lock if there are none.
    has_cookies: AtomicBool,
    /// Where cookies are kept for later runs; `None` if they are not.
    kept: Option<PathBuf>,
    has_changed: AtomicBool,
    /// By origin: log-ins by HTTP.
    http: Mutex<HashMap<String, HttpState>>,
    /// By origin: log-ins by form.
    pub(super) forms: Mutex<HashMap<String, FormState>>,
    random: RandomState,
    drawn: AtomicU64,
}

/// What is known about the log-in to an origin by HTTP.
#[derive(Default)]
struct HttpState {
    authoriser: Option<Arc<Authoriser>>,
    /// Realms for which the server has refused the password.
    refused: HashSet<String>,
    /// Realms for which it has accepted the password: an answer 401 became another one with it.
    accepted: HashSet<String>,
    /// URIs that were answered with 401 and are asked for again with the password.
    asked: HashSet<Vec<u8>>,
    renewals: u32,
}

/// What a request carries beside its address.
#[derive(Default)]
pub(super) struct Carried {
    pub(super) fields: Vec<(SecretField, String)>,
    /// Whether it has a secret of the operator.
    pub(super) is_confidential: bool,
    authoriser: Option<Arc<Authoriser>>,
}

impl Carried {
    /// The fields as a request takes them.
    pub(super) fn secrets(&self) -> Vec<(SecretField, &[u8])> {
        self.fields.iter().map(|(field, value)| (*field, value.as_bytes())).collect()
    }

    /// The fields as other header fields.
    pub(super) fn headers(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.fields.iter().map(|(field, value)| (field.name(), value.as_bytes()))
    }
}

impl Credentials {
    /// Reads cookies and log-ins of a job. Nothing is created.
    pub(super) fn open(job: &Job, folder: &Path) -> Result<Credentials, HarvestError> {
        let fetch = &job.fetch;
        let logins = match &fetch.logins {
            Some(path) => Logins::open(&folder.join(path))?,
            None => Logins::default(),
        };
        let mut jar = CookieJar::default();
        let kept = (fetch.cookies == CookiesSetting::Keep).then(|| folder.join(KEPT));
        let given = fetch.cookies_file.as_ref().map(|path| folder.join(path));
        let changed = |path: &Option<PathBuf>| {
            path.as_ref().and_then(|path| fs::metadata(path).ok()?.modified().ok())
        };
        // The younger file is read last, and its cookies count.
        let mut files = [(given.clone(), true), (kept.clone(), false)];
        files.sort_by_key(|(path, _)| changed(path));
        for (path, is_given) in files {
            let Some(path) = path else { continue };
            match read_limited(&path) {
                Ok(text) => {
                    let added = jar.add_file(&text, is_given, now());
                    added.map_err(|source| HarvestError::Cookies { path, source })?;
                }
                Err(error) if !is_given && error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(HarvestError::Io { what: "read", path, error }),
            }
        }
        Ok(Credentials {
            logins,
            cookies: fetch.cookies,
            has_cookies: AtomicBool::new(!jar.is_empty()),
            jar: Mutex::new(jar),
            kept,
            has_changed: AtomicBool::new(false),
            http: Mutex::default(),
            forms: Mutex::default(),
            random: RandomState::new(),
            drawn: AtomicU64::new(0),
        })
    }

    /// Returns what a GET request for a URI carries.
    pub(super) fn carry(&self, uri: &[u8]) -> Carried {
        let mut carried = self.cookies_for(uri);
        let Some(login) = self.logins.for_uri(uri) else { return carried };
        carried.is_confidential |= !carried.fields.is_empty();
        if let LoginKind::Http(_) = login.kind
            && let Some(authoriser) = self.authoriser(login)
            && let Ok(target) = std::str::from_utf8(path_and_query(uri))
        {
            let user = (&*login.user, &login.password);
            let answer = authoriser.answer(user, "GET", target, &self.draw());
            carried.fields.push((SecretField::Authorization, answer));
            carried.authoriser = Some(authoriser);
            carried.is_confidential = true;
        }
        carried
    }

    /// Returns the cookies for a request.
    pub(super) fn cookies_for(&self, uri: &[u8]) -> Carried {
        let mut carried = Carried::default();
        if self.has_cookies.load(Ordering::Acquire)
            && let Some(field) = lock(&self.jar).field(uri, now())
        {
            carried.is_confidential = field.is_credential;
            carried.fields.push((SecretField::Cookie, field.value));
        }
        carried
    }

    /// Takes the cookies of an answer.
    pub(super) fn learn(&self, uri: &[u8], exchange: &Exchange, is_login: bool) {
        let is_known = is_login || self.form_for(uri).is_some();
        if self.cookies == CookiesSetting::None && !is_known {
            return;
        }
        let Some(head) = exchange.head() else { return };
        let mut has_changed = false;
        for value in head.fields.all("Set-Cookie") {
            has_changed |= lock(&self.jar).set(uri, &value, is_known, now());
        }
        if has_changed {
            self.has_cookies.store(true, Ordering::Release);
            self.has_changed.store(true, Ordering::Release);
        }
    }

    /// Whether a request has to be sent again with user name and password, which the server has asked for.
    pub(super) fn is_asked(&self, uri: &[u8], carried: &Carried, exchange: &Exchange) -> bool {
        let Some(login) = self.logins.for_uri(uri) else { return false };
        let LoginKind::Http(scheme) = login.kind else { return false };
        let mut http = lock(&self.http);
        let state = http.entry(login.origin.clone()).or_default();
        if exchange.status != Some(401) {
            if let Some(authoriser) = &carried.authoriser {
                state.renewals = 0;
                if state.asked.remove(uri) && state.accepted.len() < REALMS_MAX {
                    state.accepted.insert(authoriser.challenge().realm().to_owned());
                }
            }
            return false;
        }
        let Some(head) = exchange.head() else { return false };
        let values: Vec<_> = head.fields.all("WWW-Authenticate").collect();
        let fits = |challenge: &AuthChallenge| scheme.is_none_or(|it| it == challenge.scheme());
        let fields = values.iter().map(|value| &**value);
        let Some(challenge) = AuthChallenge::choose_where(fields, fits) else { return false };
        if state.refused.contains(challenge.realm()) || state.refused.len() >= REALMS_MAX {
            return false;
        }
        let same =
            carried.authoriser.as_ref().map(|it| it.challenge().realm() == challenge.realm());
        if same == Some(true) {
            state.renewals += 1;
            if state.accepted.contains(challenge.realm()) {
                // The password is right. Either the server has forgotten its nonce without saying so, or this page is
                // not for the user: then it is archived as it is, and the log-in stays for the others.
                let is_new = challenge.scheme() == AuthScheme::Digest;
                let tries_again =
                    is_new && state.renewals <= if challenge.is_stale() { RENEWALS_MAX } else { 1 };
                if !tries_again {
                    state.renewals = 0;
                }
                state.authoriser = Some(Arc::new(Authoriser::new(challenge)));
                return tries_again;
            }
            if !challenge.is_stale() || state.renewals > RENEWALS_MAX {
                warn!(origin = %login.origin, "the server refuses user name and password");
                state.refused.insert(challenge.realm().to_owned());
                state.authoriser = None;
                return false;
            }
        } else if same == Some(false) {
            // Each realm costs one request more than needed; a server that invents them is given up.
            state.renewals += 1;
            if state.renewals as usize > REALMS_MAX {
                state.refused.insert(challenge.realm().to_owned());
                return false;
            }
        }
        state.authoriser = Some(Arc::new(Authoriser::new(challenge)));
        if state.asked.len() >= ASKED_MAX {
            state.asked.clear();
        }
        state.asked.insert(uri.to_vec());
        true
    }

    fn authoriser(&self, login: &Login) -> Option<Arc<Authoriser>> {
        lock(&self.http).get(&login.origin)?.authoriser.clone()
    }

    /// Returns the log-in by form for a URI; `None` if it has none.
    pub(super) fn form_for(&self, uri: &[u8]) -> Option<(&Login, &LoginForm)> {
        let login = self.logins.for_uri(uri)?;
        match &login.kind {
            LoginKind::Form(form) => Some((login, form)),
            LoginKind::Http(_) => None,
        }
    }

    /// Stores the cookies for later runs, if the job wants that and something has changed.
    pub(super) fn save(&self) -> Result<(), HarvestError> {
        let Some(path) = &self.kept else { return Ok(()) };
        if !self.has_changed.swap(false, Ordering::AcqRel) {
            return Ok(());
        }
        let text = lock(&self.jar).to_file(now());
        let failed = |error| HarvestError::Io { what: "write", path: path.clone(), error };
        let draft = path.with_extension("txt.new");
        write_private(&draft, text.as_bytes()).map_err(failed)?;
        stodola_durable::rename(&draft, path).map_err(|error| HarvestError::Io {
            what: error.doing,
            path: error.path,
            error: error.source,
        })
    }

    /// Returns a text that nobody can guess.
    fn draw(&self) -> String {
        let drawn = self.drawn.fetch_add(1, Ordering::Relaxed);
        let halves = [(drawn, 0), (drawn, 1)].map(|it| self.random.hash_one(it));
        format!("{:016x}{:016x}", halves[0], halves[1])
    }
}

/// Writes a new file that only its owner may read.
fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use std::os::unix::fs::OpenOptionsExt;
    // One that a crash has left may have other rights.
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn read_limited(path: &Path) -> io::Result<Vec<u8>> {
    if fs::metadata(path)?.len() > FILE_MAX {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    fs::read(path)
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}
