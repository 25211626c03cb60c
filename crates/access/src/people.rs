//! People: who they are, what they may do, how they prove it, and the log of what they did.
//!
//! | table | a row is |
//! |---|---|
//! | `people`, `memberships` | a person with role and password; that a person belongs to a group |
//! | `sessions` | somebody who is signed in with a browser |
//! | `tokens` | a program that acts for a person, within scopes |
//! | `links` | an address that lets somebody choose a password, once |
//! | `attempts` | sign-ins that failed lately, for the lock-out |
//! | `projects` | a person's named part of the archive |
//! | `webhooks` | a program that is told of events, and how far |
//! | `audit` | what somebody did, when and from where |
//!
//! Of sessions, tokens and links only hashes are kept, so whoever reads the file cannot use them. Passwords are kept as
//! argon2id. Every change is one transaction together with its line in the log; when it returns, it is on disk.

mod audit;
mod error;
mod link;
mod live;
mod password;
mod person;
mod project;
mod role;
mod secret;
mod session;
mod sign_in;
mod token;
mod webhook;

pub use audit::{Actor, AuditAct, AuditRow};
pub use error::PersonError;
pub use link::{LinkPurpose, OneTimeLink};
pub use live::LivePeople;
pub use password::{PASSWORD_MAX, PASSWORD_MIN, PasswordHash};
pub use person::{Person, PersonDraft, PersonEdit};
pub use project::{Project, ProjectDraft, ProjectPart};
pub use role::{PersonRole, TokenScope};
pub use secret::SecretText;
pub use session::{IDLE_MAX, SESSION_MAX, SessionRow, SignedIn};
pub use sign_in::{SignInCheck, SignInDoor};
pub use token::{ApiToken, TokenDraft, TokenHolder};
pub use webhook::{Webhook, WebhookDraft};

/// The step of `people.db` to format 2. Times are seconds since 1970.
pub(crate) const TABLES: &str = "
    -- name: as it is compared, in lower case; password: argon2id, NULL if none was chosen yet
    CREATE TABLE people (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
        password TEXT, disabled INTEGER NOT NULL DEFAULT 0, made INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1);
    CREATE TABLE memberships (person INTEGER NOT NULL REFERENCES people, name TEXT NOT NULL,
        PRIMARY KEY (person, name)) WITHOUT ROWID;
    -- hash: of the secret; earlier: of the one before, until the browser has used the new one (used) and a minute more
    CREATE TABLE sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE, earlier BLOB UNIQUE,
        person INTEGER NOT NULL REFERENCES people, form TEXT NOT NULL, made INTEGER NOT NULL, turned INTEGER NOT NULL,
        used INTEGER, seen INTEGER NOT NULL, address TEXT NOT NULL, agent TEXT NOT NULL);
    CREATE INDEX sessions_of ON sessions (person);
    -- scopes: names with spaces between; ends: NULL for never
    CREATE TABLE tokens (id INTEGER PRIMARY KEY AUTOINCREMENT, hash BLOB NOT NULL UNIQUE,
        person INTEGER NOT NULL REFERENCES people, name TEXT NOT NULL, scopes TEXT NOT NULL, made INTEGER NOT NULL,
        ends INTEGER, seen INTEGER);
    CREATE INDEX tokens_of ON tokens (person);
    -- person: NULL for the link of the first administrator
    CREATE TABLE links (hash BLOB PRIMARY KEY, person INTEGER REFERENCES people, ends INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE attempts (door TEXT PRIMARY KEY, failures INTEGER NOT NULL, last INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX attempts_by_time ON attempts (last);
    -- parts: JSON
    CREATE TABLE projects (id INTEGER PRIMARY KEY AUTOINCREMENT, person INTEGER NOT NULL REFERENCES people,
        name TEXT NOT NULL, note TEXT NOT NULL, shared INTEGER NOT NULL, parts TEXT NOT NULL, made INTEGER NOT NULL,
        version INTEGER NOT NULL DEFAULT 1, UNIQUE (person, name));
    -- kinds: of events, with spaces between, empty for all; place: the last event that was told; tries: of the next
    -- one; next: not before; parked: since when nothing is sent any more
    CREATE TABLE webhooks (id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, key TEXT NOT NULL,
        kinds TEXT NOT NULL, made INTEGER NOT NULL, place INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0,
        next INTEGER NOT NULL DEFAULT 0, parked INTEGER, error TEXT);
    -- detail: JSON
    CREATE TABLE audit (number INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, who TEXT NOT NULL,
        address TEXT, act TEXT NOT NULL, subject TEXT NOT NULL, detail TEXT NOT NULL);
    CREATE INDEX audit_of_acts ON audit (act, number);";
