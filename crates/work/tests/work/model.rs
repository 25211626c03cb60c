//! Random calls of the queue and of a naive one, which must always agree.

use super::{done, draft, mixed, settings};
use std::collections::{BTreeMap, BTreeSet};
use stodola_work::{
    RequestDraft, RequestFilter, RequestState, RunEnd, WorkError, WorkQueue, WorkSettings, WorkTime,
};

const PACKAGES: [(&str, u32); 3] = [("map", 1), ("export", 2), ("closed", 0)];
const PEOPLE: [&str; 4] = ["anna", "boris", "cyril", "dana"];

#[derive(Clone, Debug)]
struct Naive {
    package: &'static str,
    question: u64,
    rights: &'static str,
    owners: BTreeSet<&'static str>,
    state: RequestState,
    asked: i64,
    priority: i64,
    turn: i64,
    run: i64,
    made: Option<i64>,
    is_cancelled: bool,
}

#[derive(Default)]
struct NaiveQueue {
    requests: BTreeMap<i64, Naive>,
    last: i64,
}

impl NaiveQueue {
    fn waiting_of(&self, owner: &str, but: i64) -> u32 {
        let waiting = |(number, it): &(&i64, &Naive)| {
            **number != but && it.state == RequestState::Waiting && it.owners.contains(owner)
        };
        self.requests.iter().filter(waiting).count() as u32
    }

    fn waiting(&self, but: i64) -> u32 {
        let waiting =
            |(number, it): &(&i64, &Naive)| **number != but && it.state == RequestState::Waiting;
        self.requests.iter().filter(waiting).count() as u32
    }

    /// The number, or the limit that was reached.
    fn submit(
        &mut self,
        asked: (&'static str, u64, &'static str, &'static str, i64),
        settings: &WorkSettings,
        now: i64,
    ) -> Result<i64, &'static str> {
        let (package, question, rights, owner, priority) = asked;
        let known = self.requests.iter().find(|(_, it)| {
            it.package == package && it.question == question && it.rights == rights
        });
        let known = known.map(|(number, _)| *number);
        let turn = now - 3600 * priority;
        let needs_place = match known.map(|number| &self.requests[&number]) {
            None => true,
            Some(it) => match it.state {
                RequestState::Waiting => true,
                RequestState::Running => false,
                RequestState::Done => it.made.is_none_or(|made| now - made > 86_400),
                RequestState::Failed | RequestState::Cancelled => true,
            },
        };
        let but = known.unwrap_or(0);
        if needs_place && self.waiting_of(owner, but) >= settings.waiting_per_owner {
            return Err("owner");
        }
        if needs_place && self.waiting(but) >= settings.waiting_in_all {
            return Err("all");
        }
        let Some(number) = known else {
            self.last += 1;
            let naive = Naive {
                package,
                question,
                rights,
                owners: BTreeSet::from([owner]),
                state: RequestState::Waiting,
                asked: now,
                priority,
                turn,
                run: 0,
                made: None,
                is_cancelled: false,
            };
            self.requests.insert(self.last, naive);
            return Ok(self.last);
        };
        let it = self.requests.get_mut(&number).unwrap();
        if needs_place && it.state != RequestState::Waiting {
            (it.state, it.asked, it.priority, it.turn) =
                (RequestState::Waiting, now, priority, turn);
        }
        it.owners.insert(owner);
        it.priority = it.priority.max(priority);
        it.turn = it.turn.min(turn);
        Ok(number)
    }

    fn claim(&mut self, settings: &WorkSettings) -> Option<i64> {
        let running = |package: &str| {
            let runs = |it: &&Naive| it.package == package && it.state == RequestState::Running;
            self.requests.values().filter(runs).count() as u32
        };
        let free = |it: &Naive| running(it.package) < settings.packages[it.package].at_once;
        let next = self
            .requests
            .iter()
            .filter(|(_, it)| it.state == RequestState::Waiting && free(it))
            .min_by_key(|(number, it)| (it.turn, **number));
        let number = *next?.0;
        let it = self.requests.get_mut(&number).unwrap();
        it.state = RequestState::Running;
        it.run += 1;
        it.is_cancelled = false;
        Some(number)
    }

    fn cancel(&mut self, number: i64, owner: Option<&'static str>) -> bool {
        let Some(it) = self.requests.get_mut(&number) else { return false };
        if !it.state.is_active() {
            return false;
        }
        if let Some(owner) = owner
            && it.owners.iter().any(|other| *other != owner)
        {
            it.owners.remove(owner);
            return true;
        }
        match it.state {
            RequestState::Running => it.is_cancelled = true,
            _ if it.made.is_some() => it.state = RequestState::Done,
            _ => it.state = RequestState::Cancelled,
        }
        true
    }

    fn finish(&mut self, number: i64, end: &RunEnd, now: i64) {
        let it = self.requests.get_mut(&number).unwrap();
        it.state = match end {
            RunEnd::Done(_) => {
                it.made = Some(now);
                RequestState::Done
            }
            RunEnd::Failed(_) => RequestState::Failed,
            RunEnd::PutBack if !it.is_cancelled => RequestState::Waiting,
            RunEnd::PutBack | RunEnd::Cancelled => match it.made {
                Some(_) => RequestState::Done,
                None => RequestState::Cancelled,
            },
        };
        it.is_cancelled = false;
    }

    fn recover(&mut self) -> usize {
        let mut lost = 0;
        for it in self.requests.values_mut().filter(|it| it.state == RequestState::Running) {
            it.state = match it.is_cancelled {
                true => RequestState::Cancelled,
                false => RequestState::Waiting,
            };
            lost += 1;
        }
        lost
    }
}

fn compare(queue: &WorkQueue, naive: &NaiveQueue) {
    let rows = queue.requests(&RequestFilter::default(), usize::MAX).unwrap();
    assert_eq!(rows.len(), naive.requests.len());
    for row in rows {
        let it = &naive.requests[&row.number];
        let owners: Vec<&str> = it.owners.iter().copied().collect();
        assert_eq!(row.owners, owners, "{}", row.number);
        assert_eq!((row.state, row.runs), (it.state, it.run), "{}", row.number);
        assert_eq!((row.package.as_str(), row.priority), (it.package, it.priority));
        assert_eq!(row.result.as_ref().map(|result| result.made.0), it.made, "{}", row.number);
        assert_eq!(row.asked.0, it.asked);
    }
    for owner in PEOPLE {
        assert_eq!(queue.waiting_of(owner).unwrap(), naive.waiting_of(owner, 0));
    }
}

#[test]
fn random_calls_agree_with_a_naive_queue() {
    let is_long =
        std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0");
    for seed in 0..if is_long { 40 } else { 3 } {
        let folder = tempfile::tempdir().unwrap();
        let mut queue = WorkQueue::open(folder.path()).unwrap();
        let settings =
            WorkSettings { waiting_per_owner: 4, waiting_in_all: 9, ..settings(&PACKAGES) };
        let mut naive = NaiveQueue::default();
        let mut now = 1_000_000;
        let mut running: Vec<(i64, i64)> = Vec::new();
        for step in 0..400_u64 {
            let random = |part: u64, most: u64| mixed(seed << 40 | step << 8 | part) % most;
            now += i64::try_from(random(1, 4000)).unwrap();
            let owner = PEOPLE[random(2, 4) as usize];
            let number = random(3, 12) as i64;
            match random(4, 100) {
                ..50 => {
                    let (package, _) = PACKAGES[random(5, 3) as usize];
                    let rights = ["", "staff"][random(6, 2) as usize];
                    let priority = random(7, 21) as i64 - 10;
                    let asked = (package, random(8, 6), rights, owner, priority);
                    let draft = RequestDraft {
                        rights: rights.to_owned(),
                        priority,
                        ..draft(package, asked.1, owner)
                    };
                    let submitted = queue.submit(&draft, &settings, WorkTime(now));
                    match (submitted, naive.submit(asked, &settings, now)) {
                        (Ok(submitted), Ok(number)) => {
                            assert_eq!(submitted.number, number);
                            assert_eq!(submitted.state, naive.requests[&number].state);
                        }
                        (Err(WorkError::OwnerLimit { .. }), Err("owner")) => {}
                        (Err(WorkError::QueueFull { .. }), Err("all")) => {}
                        other => panic!("seed {seed}, step {step}: {other:?}"),
                    }
                }
                50..70 => {
                    let claimed = queue.claim(&settings, &|_| true, WorkTime(now)).unwrap();
                    assert_eq!(claimed.as_ref().map(|it| it.number), naive.claim(&settings));
                    running.extend(claimed.map(|it| (it.number, it.run)));
                }
                70..90 if !running.is_empty() => {
                    let (number, run) = running.remove(random(9, running.len() as u64) as usize);
                    let end = match random(10, 6) {
                        0 => RunEnd::Failed("no".to_owned()),
                        1 => RunEnd::Cancelled,
                        2 => RunEnd::PutBack,
                        _ => done("x"),
                    };
                    // A run that does not count changes nothing.
                    assert!(!queue.finish(number, run + 1, &end, WorkTime(now)).unwrap());
                    assert!(queue.finish(number, run, &end, WorkTime(now)).unwrap());
                    assert!(!queue.finish(number, run, &end, WorkTime(now)).unwrap());
                    naive.finish(number, &end, now);
                }
                70..98 => {
                    let owner = (random(11, 3) > 0).then_some(owner);
                    let cancelled = queue.cancel(number, owner, WorkTime(now));
                    assert_eq!(cancelled.is_ok(), naive.cancel(number, owner), "{cancelled:?}");
                }
                _ => {
                    assert_eq!(queue.recover(&[], WorkTime(now)).unwrap(), naive.recover());
                    running.clear();
                }
            }
            if step % 10 == 0 {
                compare(&queue, &naive);
            }
        }
        compare(&queue, &naive);
    }
}

#[test]
fn nothing_starves_however_urgent_others_are() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1)]);
    let patient = RequestDraft { priority: -10, ..draft("map", 0, "anna") };
    let patient = queue.submit(&patient, &settings, WorkTime(0)).unwrap().number;
    // Every ten minutes somebody asks for something urgent, and one request is done.
    let mut hours = 0.0;
    for step in 1.. {
        let now = step * 600;
        let urgent = RequestDraft { priority: 10, ..draft("map", step as u64, "boris") };
        queue.submit(&urgent, &settings, WorkTime(now)).unwrap();
        if super::work_one(&mut queue, &settings, &done("x"), now) == patient {
            hours = now as f64 / 3600.0;
            break;
        }
    }
    assert!((19.0..=21.0).contains(&hours), "{hours}");
}
