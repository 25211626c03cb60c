//! Asking for something: a new request, or one more owner of the same one.

use super::row::RequestState;
use super::{ChangeFailure, WorkQueue, note, shortened};
use crate::error::WorkError;
use crate::note::QueueNote;
use crate::question::WorkQuestion;
use crate::refresh::RequestRefresh;
use crate::save;
use crate::settings::{PackageRules, WorkSettings};
use crate::time::WorkTime;
use rusqlite::{OptionalExtension, Transaction};
use sha2::{Digest, Sha256};

/// Seconds by which a step of priority brings a request forward.
const STEP: i64 = 3600;
/// The lowest and the highest priority.
const PRIORITIES: std::ops::RangeInclusive<i64> = -10..=10;

/// What somebody asks for.
#[derive(Clone, Debug)]
pub struct RequestDraft {
    /// The kind of work.
    pub package: String,
    /// The question.
    pub question: WorkQuestion,
    /// The name of whoever asks.
    pub owner: String,
    /// Whose rights count, in words of the caller. Only requests with equal rights are one request.
    pub rights: String,
    /// From -10 to 10; others are taken as the nearest of them.
    pub priority: i64,
    /// Whether people with equal rights see it in lists.
    pub is_shared: bool,
    /// When the result is made anew.
    pub refresh: RequestRefresh,
    /// The file that a site includes, below the folder for it.
    pub save_to: Option<String>,
    /// The greatest age in seconds of a result that will do; `None` for what the package says.
    pub max_age: Option<i64>,
}

impl RequestDraft {
    /// A request with the usual priority, for its owner only, made once.
    pub fn new(package: &str, question: WorkQuestion, owner: &str) -> RequestDraft {
        RequestDraft {
            package: package.to_owned(),
            question,
            owner: owner.to_owned(),
            rights: String::new(),
            priority: 0,
            is_shared: false,
            refresh: RequestRefresh::Never,
            save_to: None,
            max_age: None,
        }
    }
}

/// What became of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SubmittedRequest {
    /// The number of the request.
    pub number: i64,
    /// Its state: [`RequestState::Done`] if there was a result that will do.
    pub state: RequestState,
    /// Whether it was put into the queue by this call.
    pub is_new: bool,
}

impl WorkQueue {
    /// Takes a request. The same question with equal rights is one request, whoever asks: it gets another owner. If it
    /// has a result that is young enough, nothing has to be done. Refused if too much waits already.
    pub fn submit(
        &mut self,
        draft: &RequestDraft,
        settings: &WorkSettings,
        now: WorkTime,
    ) -> Result<SubmittedRequest, WorkError> {
        let Some(rules) = settings.packages.get(&draft.package) else {
            return Err(WorkError::UnknownPackage(shortened(&draft.package, 100)));
        };
        let owner = name(&draft.owner)?;
        if let Some(path) = &draft.save_to {
            settings.site.as_ref().ok_or(WorkError::NoSite)?;
            save::saved_path(path)?;
        }
        let asking = Asking { draft, rules, settings, owner, now, digest: digest(draft) };
        self.change(|transaction| asking.submit(transaction))
    }
}

/// A name that can be kept: 1 to 100 characters, without control characters.
pub(super) fn name(name: &str) -> Result<&str, WorkError> {
    let is_good = (1..=100).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    if is_good { Ok(name) } else { Err(WorkError::Name(shortened(name, 100))) }
}

/// The same question with equal rights has the same digest. Neither a package nor canonical JSON has a zero byte.
fn digest(draft: &RequestDraft) -> [u8; 32] {
    let rights = draft.rights.replace('\0', " ");
    let parts = [&*draft.package, "\0", draft.question.as_str(), "\0", &*rights];
    let mut hash = Sha256::new();
    parts.iter().for_each(|part| hash.update(part.as_bytes()));
    hash.finalize().into()
}

struct Asking<'d> {
    draft: &'d RequestDraft,
    rules: &'d PackageRules,
    settings: &'d WorkSettings,
    owner: &'d str,
    now: WorkTime,
    digest: [u8; 32],
}

/// The request that has the question already.
struct Known {
    number: i64,
    state: RequestState,
    made: Option<WorkTime>,
    version: Option<u32>,
}

impl Asking<'_> {
    fn submit(&self, db: &Transaction<'_>) -> Result<SubmittedRequest, ChangeFailure> {
        let Some(known) = self.find(db)? else {
            self.check_limits(db, None)?;
            let number = self.insert(db)?;
            self.join(db, number)?;
            note(db, number, &QueueNote::AskedFor { who: self.owner.to_owned() }, self.now)?;
            return Ok(SubmittedRequest { number, state: RequestState::Waiting, is_new: true });
        };
        let number = known.number;
        let is_new = match known.state {
            RequestState::Waiting => {
                self.check_limits(db, Some(number))?;
                false
            }
            RequestState::Running => false,
            RequestState::Done if self.will_do(&known) => false,
            RequestState::Done | RequestState::Failed | RequestState::Cancelled => {
                self.check_limits(db, Some(number))?;
                self.queue_again(db, number)?;
                true
            }
        };
        if self.join(db, number)? || is_new {
            note(db, number, &QueueNote::AskedFor { who: self.owner.to_owned() }, self.now)?;
        }
        self.want(db, number)?;
        let state = if is_new { RequestState::Waiting } else { known.state };
        Ok(SubmittedRequest { number, state, is_new })
    }

    fn find(&self, db: &Transaction<'_>) -> rusqlite::Result<Option<Known>> {
        let mut find = db.prepare_cached(
            "SELECT q.number, q.state, r.made, r.version FROM requests q
                 LEFT JOIN results r ON r.request = q.number WHERE q.digest = ?1",
        )?;
        let known = find.query_row([&self.digest[..]], |row| {
            Ok(Known {
                number: row.get(0)?,
                state: RequestState::parse(&row.get::<_, String>(1)?)
                    .unwrap_or(RequestState::Cancelled),
                made: row.get::<_, Option<i64>>(2)?.map(WorkTime),
                version: row.get(3)?,
            })
        });
        known.optional()
    }

    /// Whether its result answers the question now.
    fn will_do(&self, known: &Known) -> bool {
        let most = self.draft.max_age.unwrap_or(self.rules.reuse);
        let is_young = known.made.is_some_and(|made| most > 0 && self.now.since(made) <= most);
        is_young && known.version == Some(self.rules.version)
    }

    /// Refuses if too much waits. What the owner already has, or the request itself, does not count twice.
    fn check_limits(&self, db: &Transaction<'_>, number: Option<i64>) -> Result<(), ChangeFailure> {
        let waiting: u32 = db
            .prepare_cached(
                "SELECT count(*) FROM owners o JOIN requests q ON q.number = o.request
                     WHERE o.name = ?1 AND q.state = 'waiting' AND q.is_refresh = 0 AND q.number IS NOT ?2",
            )?
            .query_row((self.owner, number), |row| row.get(0))?;
        let limit = self.settings.waiting_per_owner;
        if waiting >= limit {
            return Err(WorkError::OwnerLimit { waiting, limit }.into());
        }
        let waiting: u32 = db
            .prepare_cached(
                "SELECT count(*) FROM requests WHERE state = 'waiting' AND is_refresh = 0 AND number IS NOT ?1",
            )?
            .query_row([number], |row| row.get(0))?;
        let limit = self.settings.waiting_in_all;
        if waiting >= limit {
            return Err(WorkError::QueueFull { limit }.into());
        }
        Ok(())
    }

    fn priority(&self) -> i64 {
        self.draft.priority.clamp(*PRIORITIES.start(), *PRIORITIES.end())
    }

    fn turn(&self) -> i64 {
        turn(self.now, self.priority())
    }

    fn insert(&self, db: &Transaction<'_>) -> rusqlite::Result<i64> {
        let (refresh, every) = self.draft.refresh.to_row();
        db.prepare_cached(
            "INSERT INTO requests (package, question, rights, digest, priority, turn, is_shared, state, asked, wanted,
                 refresh, every, save_to) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'waiting', ?8, ?8, ?9, ?10, ?11)",
        )?
        .execute((
            &self.draft.package,
            self.draft.question.as_str(),
            &self.draft.rights,
            &self.digest[..],
            self.priority(),
            self.turn(),
            self.draft.is_shared,
            self.now.0,
            refresh,
            every,
            &self.draft.save_to,
        ))?;
        Ok(db.last_insert_rowid())
    }

    /// Lets a request that has ended wait again.
    fn queue_again(&self, db: &Transaction<'_>, number: i64) -> rusqlite::Result<()> {
        db.prepare_cached(
            "UPDATE requests SET state = 'waiting', priority = ?2, turn = ?3, asked = ?4, begun = NULL, ended = NULL,
                 share = NULL, words = '', crashes = 0, is_cancelled = 0, is_refresh = 0, is_told = 1
                 WHERE number = ?1",
        )?
        .execute((number, self.priority(), self.turn(), self.now.0))?;
        // Whoever asks again knows of the error; of the others, each has to see it.
        db.prepare_cached("UPDATE owners SET has_seen = 1 WHERE request = ?1 AND name = ?2")?
            .execute((number, self.owner))?;
        super::outcome::forget_seen_error(db, number)
    }

    /// Makes whoever asks an owner. Returns whether they were none before.
    fn join(&self, db: &Transaction<'_>, number: i64) -> rusqlite::Result<bool> {
        let mut join =
            db.prepare_cached("INSERT OR IGNORE INTO owners (request, name) VALUES (?1, ?2)")?;
        Ok(join.execute((number, self.owner))? > 0)
    }

    /// A request is as urgent and as public as the most urgent and public of its drafts.
    fn want(&self, db: &Transaction<'_>, number: i64) -> rusqlite::Result<()> {
        let (refresh, every) = self.draft.refresh.to_row();
        db.prepare_cached(
            "UPDATE requests SET wanted = max(wanted, ?2), is_shared = max(is_shared, ?3),
                 priority = max(priority, ?4), turn = min(turn, ?5), is_refresh = 0,
                 save_to = coalesce(?6, save_to),
                 refresh = CASE WHEN ?7 = 'never' THEN refresh ELSE ?7 END,
                 every = CASE WHEN ?7 = 'never' THEN every ELSE ?8 END WHERE number = ?1",
        )?
        .execute((
            number,
            self.now.0,
            self.draft.is_shared,
            self.priority(),
            self.turn(),
            &self.draft.save_to,
            refresh,
            every,
        ))?;
        Ok(())
    }
}

/// Whose turn it is: the smallest number.
pub(super) fn turn(now: WorkTime, priority: i64) -> i64 {
    now.0.saturating_sub(priority.saturating_mul(STEP))
}

/// The priority of what is made anew by itself.
pub(super) const REFRESH_PRIORITY: i64 = *PRIORITIES.start();
