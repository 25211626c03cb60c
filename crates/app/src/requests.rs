//! Requests of users: what can be asked for, by whom, and what they get.
//!
//! ```text
//!  asker ─▶ submit: role, fields of the question ─▶ work::WorkQueue ─▶ runner ─▶ package ─▶ functions of this crate
//!    ▲                                                                    │
//!    └──── page, event `request`, command of the operator ◀── ended ──────┘
//!  asker ─▶ open_result: may they see the request, have they its rights, do the rules still hold? ─▶ content
//! ```
//!
//! The list of packages is [`PACKAGES`], one small file each. `work.toml` in the archive folder has limits and what the
//! operator decides about each package. A result is made with the rights of whoever asked, and shown only to people
//! with equal rights. If the rules of access were changed since, it is made anew before it is shown, so that every
//! capture in it is decided about again.

mod error;
mod interest;
mod listing;
mod note;
mod packages;
mod record;
mod rights;
mod settings;
mod tell;

pub use error::{FieldFault, RequestsError};
pub use interest::note_visit;
pub use listing::{ResultTemplate, TemplateError};
pub use note::{PackageFault, RequestNote};
pub use packages::{
    FieldForm, PACKAGES, PackageKind, PackageRun, ProgressWatch, QuestionField, written_question,
};
pub use record::{
    FavouriteRecord, LogRecord, PackageRecord, RequestRecord, ResultRecord, ShownRequest,
};
pub use rights::RequestRights;
pub use settings::{RequestSettings, request_settings};

use crate::access::now;
use crate::events::{EventKind, note};
use rights::do_rules_hold;
use serde_json::{Map, Value, json};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_access::people::PersonRole;
use stodola_archive::Archive;
use stodola_work::{
    OpenedContent, QueueNote, RequestDraft, RequestFilter, RequestRefresh, RequestRow,
    RequestState, RequestViewer, ResultRow, RunnerSettings, SubmittedRequest, WallClock, WorkError,
    WorkPackage, WorkQuestion, WorkQueue, WorkRunner, WorkTime, WorkedOff,
};

/// Who asks.
#[derive(Clone, Debug)]
pub struct Asker {
    /// The name.
    pub name: String,
    /// What they may do.
    pub role: PersonRole,
    /// What they may see.
    pub rights: RequestRights,
}

impl Asker {
    /// Somebody who has the files of the archive: by default the user of the system, who may see everything, or with
    /// the rights of members of groups.
    pub fn console(name: Option<&str>, groups: Vec<String>) -> Asker {
        let user = || ["USER", "LOGNAME"].iter().find_map(|name| std::env::var(name).ok());
        let name = name.map(str::to_owned).or_else(user).unwrap_or_else(|| "console".to_owned());
        let rights = match groups.is_empty() {
            true => RequestRights::Everything,
            false => RequestRights::of_groups(groups),
        };
        Asker { name, role: PersonRole::Admin, rights }
    }
}

/// What somebody asks for.
#[derive(Clone, Debug, Default)]
pub struct NewRequest {
    /// The package.
    pub package: String,
    /// The question.
    pub question: Map<String, Value>,
    /// From -10 to 10. More than 0 is for operators.
    pub priority: i64,
    /// Whether people with equal rights see it.
    pub is_shared: bool,
    /// When the result is made anew.
    pub refresh: RequestRefresh,
    /// The file of a site that has the result; for operators.
    pub save_to: Option<String>,
    /// Whether a result that is there will not do.
    pub is_fresh: bool,
}

impl NewRequest {
    /// The request that people write: a package, a question as `NAME=VALUE`, and when to make its result anew.
    pub fn written(
        package: &str,
        pairs: &[String],
        refresh: &str,
    ) -> Result<NewRequest, RequestsError> {
        let pair = |text: &String| text.split_once('=').is_some();
        if let Some(text) = pairs.iter().find(|text| !pair(text)) {
            return Err(RequestsError::Pair(text.chars().take(100).collect()));
        }
        let question = written_question(package, pairs.iter().filter_map(|it| it.split_once('=')))?;
        let refresh = RequestRefresh::parse(refresh)
            .ok_or_else(|| RequestsError::Refresh(refresh.chars().take(100).collect()))?;
        let package = package.to_owned();
        Ok(NewRequest { package, question, refresh, ..NewRequest::default() })
    }
}

/// Which requests are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequestList {
    /// All that the asker may see.
    #[default]
    All,
    /// Those that the asker has asked for.
    Mine,
    /// Those whose results are made anew by themselves.
    Refreshed,
}

/// A result that may be shown.
#[derive(Debug)]
pub struct ShownResult {
    /// What is known of it.
    pub facts: ResultRow,
    /// The content.
    pub content: OpenedContent,
}

impl ShownResult {
    /// The content to be read.
    pub fn reader(self) -> Box<dyn Read + Send> {
        match self.content {
            OpenedContent::Bytes(bytes) => Box::new(Cursor::new(bytes)),
            OpenedContent::File(file) => Box::new(file),
        }
    }
}

/// The requests of an archive.
#[derive(Clone, Debug)]
pub struct Requests {
    archive: PathBuf,
    settings: RequestSettings,
}

impl Requests {
    /// Opens the requests of an archive with the settings that hold now.
    pub fn open(archive: &Path) -> Result<Requests, RequestsError> {
        let archive = Archive::open(archive)?;
        let settings = request_settings(archive.folder())?;
        Ok(Requests { archive: archive.folder().to_owned(), settings })
    }

    /// The settings.
    pub fn settings(&self) -> &RequestSettings {
        &self.settings
    }

    /// The queue; it is made if there is none.
    fn queue(&self) -> Result<WorkQueue, RequestsError> {
        Ok(WorkQueue::open(&self.archive)?)
    }

    /// The queue; `None` if nobody has asked for anything, and then nothing is made.
    fn known_queue(&self) -> Result<Option<WorkQueue>, RequestsError> {
        WorkQueue::exists(&self.archive).then(|| self.queue()).transpose()
    }

    /// The queue that a request must be in.
    fn queue_of(&self, number: i64) -> Result<WorkQueue, RequestsError> {
        Ok(self.known_queue()?.ok_or(WorkError::UnknownRequest(number))?)
    }

    /// The packages that an asker may use, with how busy they are.
    pub fn packages(&self, asker: &Asker) -> Result<Vec<PackageRecord>, RequestsError> {
        let queue = self.known_queue()?;
        let loads = queue.map_or(Ok(Vec::new()), |queue| queue.loads())?;
        let may = PACKAGES.iter().filter(|kind| asker.role >= self.settings.role(kind.name));
        let record = |kind: &&PackageKind| {
            let load = loads.iter().find(|load| load.package == kind.name);
            let rules = self.settings.work.packages.get(kind.name);
            PackageRecord {
                package: kind.name,
                version: kind.version,
                at_once: rules.map_or(0, |it| it.at_once),
                role: self.settings.role(kind.name).as_str(),
                running: load.map_or(0, |load| load.running),
                waiting: load.map_or(0, |load| load.waiting),
                administrators: rules.map(|it| it.administrators.clone()).unwrap_or_default(),
                settings: match rules.map(|it| &it.settings) {
                    Some(Value::Object(settings)) if self.looks_after(asker, kind.name) => {
                        Some(settings.clone())
                    }
                    Some(_) | None => None,
                },
            }
        };
        Ok(may.map(|kind| record(&kind)).collect())
    }

    /// Takes a request.
    pub fn submit(
        &self,
        asker: &Asker,
        new: &NewRequest,
    ) -> Result<SubmittedRequest, RequestsError> {
        let kind = packages::find(&new.package)?;
        let role = self.settings.role(kind.name);
        if asker.role < role {
            return Err(RequestsError::Role { package: kind.name, role });
        }
        let is_operator = asker.role >= PersonRole::Operator;
        if !is_operator && new.save_to.is_some() {
            return Err(RequestsError::Operators("save_to"));
        }
        let question = packages::checked(kind, &new.question)?;
        let rights = if kind.shows_captures { asker.rights.key() } else { String::new() };
        let draft = RequestDraft {
            rights,
            priority: if is_operator { new.priority } else { new.priority.min(0) },
            is_shared: new.is_shared,
            refresh: new.refresh,
            save_to: new.save_to.clone(),
            max_age: new.is_fresh.then_some(0),
            ..RequestDraft::new(kind.name, question, &asker.name)
        };
        let submitted = self.queue()?.submit(&draft, &self.settings.work, time())?;
        if submitted.is_new {
            self.tell(submitted.number, kind.name, "waiting", &asker.name);
        }
        // From the first request on there is something to clean up. Clean-up is a request too.
        if submitted.number == 1 && asker.name != SELF {
            let asked = self.ask_for_clean_up();
            if let Err(error) = asked {
                tracing::warn!(%error, "clean-up is not asked for");
            }
        }
        Ok(submitted)
    }

    /// Requests that the asker may see, the newest first, with numbers below `before`.
    pub fn list(
        &self,
        asker: &Asker,
        list: RequestList,
        before: Option<i64>,
        limit: usize,
    ) -> Result<Vec<RequestRecord>, RequestsError> {
        let Some(queue) = self.known_queue()? else { return Ok(Vec::new()) };
        let filter = RequestFilter { before, ..self.filter(asker, list) };
        let rows = queue.requests(&filter, limit)?;
        let waiting = rows.iter().filter(|row| row.state == RequestState::Waiting);
        let places = queue.places(&waiting.map(|row| row.number).collect::<Vec<i64>>())?;
        let record = |row: RequestRow| {
            let place = places.get(&row.number).copied();
            RequestRecord::new(row, place, time())
        };
        Ok(rows.into_iter().map(record).collect())
    }

    /// How many requests a list has.
    pub fn count(&self, asker: &Asker, list: RequestList) -> Result<u64, RequestsError> {
        let queue = self.known_queue()?;
        Ok(queue.map_or(Ok(0), |queue| queue.count(&self.filter(asker, list)))?)
    }

    fn filter(&self, asker: &Asker, list: RequestList) -> RequestFilter {
        let is_operator = asker.role >= PersonRole::Operator;
        let viewer = RequestViewer {
            name: asker.name.clone(),
            rights: asker.rights.key(),
            packages: self.settings.looked_after_by(&asker.name),
        };
        RequestFilter {
            owner: (list == RequestList::Mine).then(|| asker.name.clone()),
            seen_by: (!is_operator).then_some(viewer),
            is_refreshed: list == RequestList::Refreshed,
            ..RequestFilter::default()
        }
    }

    fn record(&self, queue: &WorkQueue, row: RequestRow) -> Result<RequestRecord, RequestsError> {
        let place = match row.state {
            RequestState::Waiting => queue.place(row.number)?,
            _ => None,
        };
        Ok(RequestRecord::new(row, place, time()))
    }

    /// A request with its log. Whoever sees it has seen its error.
    pub fn show(&self, asker: &Asker, number: i64) -> Result<ShownRequest, RequestsError> {
        let mut queue = self.queue_of(number)?;
        let row = self.seen(&queue, asker, number)?;
        let log = queue.log(number)?.into_iter().map(LogRecord::from).collect();
        if row.unseen.contains(&asker.name) {
            queue.note_seen(number, &asker.name)?;
        }
        Ok(ShownRequest { request: self.record(&queue, row)?, log })
    }

    /// A request, if the asker may see it; those that may not be seen are as if they were not there.
    fn seen(
        &self,
        queue: &WorkQueue,
        asker: &Asker,
        number: i64,
    ) -> Result<RequestRow, RequestsError> {
        let row = queue.request(number)?;
        let has_asked = row.owners.contains(&asker.name);
        let is_shared = row.is_shared && row.rights == asker.rights.key();
        match has_asked || is_shared || self.looks_after(asker, &row.package) {
            true => Ok(row),
            false => Err(WorkError::UnknownRequest(number).into()),
        }
    }

    /// Whether the asker may do everything with requests of a package.
    fn looks_after(&self, asker: &Asker, package: &str) -> bool {
        let is_operator = asker.role >= PersonRole::Operator;
        is_operator || self.settings.looked_after_by(&asker.name).iter().any(|it| it == package)
    }

    /// Cancels a request. For somebody who has not asked, but looks after the package, it ends for all.
    pub fn cancel(&self, asker: &Asker, number: i64) -> Result<RequestState, RequestsError> {
        let mut queue = self.queue_of(number)?;
        let row = self.seen(&queue, asker, number)?;
        let has_asked = row.owners.contains(&asker.name);
        if !has_asked && !self.looks_after(asker, &row.package) {
            return Err(RequestsError::NotYours(number));
        }
        let owner = has_asked.then_some(asker.name.as_str());
        let state = queue.cancel(number, owner, time())?;
        if state == RequestState::Cancelled {
            self.tell(number, &row.package, "cancelled", &asker.name);
        }
        Ok(state)
    }

    /// Brings a request that waits forward by a step of priority; for those who look after its package.
    pub fn sooner(&self, asker: &Asker, number: i64) -> Result<(), RequestsError> {
        let mut queue = self.queue_of(number)?;
        let row = self.seen(&queue, asker, number)?;
        if !self.looks_after(asker, &row.package) {
            return Err(RequestsError::NotYours(number));
        }
        Ok(queue.set_priority(number, row.priority + 1)?)
    }

    /// Asks for the same again, whatever its result is.
    pub fn again(&self, asker: &Asker, number: i64) -> Result<SubmittedRequest, RequestsError> {
        let row = self.seen(&self.queue_of(number)?, asker, number)?;
        let question = WorkQuestion::parse(&row.question).map_err(WorkError::from)?.object();
        let new = NewRequest {
            package: row.package,
            question,
            is_shared: row.is_shared,
            is_fresh: true,
            ..NewRequest::default()
        };
        self.submit(asker, &new)
    }

    /// The result of a request, if it may be shown to the asker now. A result that was made by other rules of access is
    /// put into the queue to be made anew, and is not shown.
    pub fn open_result(&self, asker: &Asker, number: i64) -> Result<ShownResult, RequestsError> {
        let mut queue = self.queue_of(number)?;
        let row = self.seen(&queue, asker, number)?;
        let facts = row.result.ok_or(WorkError::NoResult(number))?;
        let kind = packages::find(&row.package)?;
        if asker.role < self.settings.role(kind.name) {
            let (package, role) = (kind.name, self.settings.role(kind.name));
            return Err(RequestsError::Role { package, role });
        }
        if kind.shows_captures {
            let sees_all = asker.rights == RequestRights::Everything;
            // Operators do not get what was made with other rights either: they can ask themselves.
            if !sees_all && row.rights != asker.rights.key() {
                return Err(RequestsError::OtherRights(number));
            }
            if !sees_all && !do_rules_hold(&self.archive, &facts, now())? {
                queue.make_anew(number, &QueueNote::RulesChanged, time())?;
                return Err(RequestsError::RulesChanged(number));
            }
        }
        let content = queue.open_result(number, time())?;
        Ok(ShownResult { facts, content })
    }

    /// How many requests the asker has waiting, and how many there may be.
    pub fn waiting_of(&self, asker: &Asker) -> Result<(u32, u32), RequestsError> {
        let queue = self.known_queue()?;
        let waiting = queue.map_or(Ok(0), |queue| queue.waiting_of(&asker.name))?;
        Ok((waiting, self.settings.work.waiting_per_owner))
    }

    /// Gives a question a name, so that it can be asked again.
    pub fn add_favourite(
        &self,
        asker: &Asker,
        name: &str,
        package: &str,
        question: &Map<String, Value>,
    ) -> Result<(), RequestsError> {
        let kind = packages::find(package)?;
        let question = packages::checked(kind, question)?;
        let favourite = (name, kind.name, &question);
        Ok(self.queue()?.add_favourite(&asker.name, favourite, &self.settings.work, time())?)
    }

    /// Gives the question of a request a name.
    pub fn add_favourite_of(
        &self,
        asker: &Asker,
        name: &str,
        number: i64,
    ) -> Result<(), RequestsError> {
        let row = self.seen(&self.queue_of(number)?, asker, number)?;
        let question = WorkQuestion::parse(&row.question).map_err(WorkError::from)?;
        self.add_favourite(asker, name, &row.package, &question.object())
    }

    /// Gives a favourite another name.
    pub fn rename_favourite(
        &self,
        asker: &Asker,
        name: &str,
        new: &str,
    ) -> Result<(), RequestsError> {
        Ok(self.queue()?.rename_favourite(&asker.name, name, new)?)
    }

    /// Removes a favourite.
    pub fn remove_favourite(&self, asker: &Asker, name: &str) -> Result<(), RequestsError> {
        Ok(self.queue()?.remove_favourite(&asker.name, name)?)
    }

    /// The favourites of the asker by name.
    pub fn favourites(&self, asker: &Asker) -> Result<Vec<FavouriteRecord>, RequestsError> {
        let queue = self.known_queue()?;
        let favourites = queue.map_or(Ok(Vec::new()), |queue| queue.favourites(&asker.name))?;
        Ok(favourites.into_iter().map(FavouriteRecord::from).collect())
    }

    /// What a favourite asks.
    pub fn favourite(&self, asker: &Asker, name: &str) -> Result<NewRequest, RequestsError> {
        let queue = self.known_queue()?;
        let all = queue.map_or(Ok(Vec::new()), |queue| queue.favourites(&asker.name))?;
        let unknown = || WorkError::UnknownFavourite(name.to_owned());
        let found = all.into_iter().find(|it| it.name == name).ok_or_else(unknown)?;
        let question = WorkQuestion::parse(&found.question).map_err(WorkError::from)?.object();
        Ok(NewRequest { package: found.package, question, ..NewRequest::default() })
    }

    /// Clean-up asks for itself every day. The queue is nearly empty when this is called.
    fn ask_for_clean_up(&self) -> Result<(), RequestsError> {
        let rights = RequestRights::Everything;
        let asker = Asker { name: SELF.to_owned(), role: PersonRole::Admin, rights };
        let new = NewRequest {
            package: packages::CLEAN_UP.to_owned(),
            priority: -10,
            refresh: RequestRefresh::Every(86_400),
            ..NewRequest::default()
        };
        self.submit(&asker, &new).map(|_| ())
    }

    fn tell(&self, number: i64, package: &str, state: &str, owner: &str) {
        let data =
            json!({ "request": number, "package": package, "state": state, "owners": [owner] });
        note(&self.archive, EventKind::Request, &data);
    }
}

/// What a runner of requests needs, with all packages. `command` is shown to other processes that want to run them.
fn runner_settings(archive: &Path, command: &str) -> Result<RunnerSettings, RequestsError> {
    let folder = Archive::open(archive)?.folder().to_owned();
    // A file that cannot be read is told now; later, the settings before count.
    let first = request_settings(&folder)?;
    let packages: Vec<Box<dyn WorkPackage>> = PACKAGES
        .iter()
        .map(|kind| packages::runnable(kind, &folder, command) as Box<dyn WorkPackage>)
        .collect();
    let listener = Arc::new(tell::Told::start(&folder));
    let known = std::sync::Mutex::new(first.work);
    let own = folder.clone();
    let settings = move || {
        let mut known = known.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        match request_settings(&own) {
            Ok(settings) => *known = settings.work,
            Err(error) => tracing::warn!(%error, "the settings of requests stay as they were"),
        }
        known.clone()
    };
    Ok(RunnerSettings {
        archive: folder,
        packages: packages.into(),
        settings: Arc::new(settings),
        clock: Arc::new(WallClock),
        listener,
        command: command.to_owned(),
    })
}

/// Runs the requests of an archive beside other work of the process, as soon as there are any.
pub fn run_requests(archive: &Path, command: &str) -> Result<WorkRunner, RequestsError> {
    Ok(WorkRunner::start(runner_settings(archive, command)?)?)
}

/// Works off what waits and returns what was done.
pub fn work_off(archive: &Path, command: &str) -> Result<WorkedOff, RequestsError> {
    Ok(WorkRunner::work_off(&runner_settings(archive, command)?)?)
}

/// The name that clean-up is asked for by.
const SELF: &str = "stodola";

/// This moment.
fn time() -> WorkTime {
    WorkTime(now().0)
}
