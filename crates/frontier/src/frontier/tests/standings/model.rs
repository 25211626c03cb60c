//! Standings compared with a simple model, with crashes at any time.

use super::*;

/// The state of a URI in the model: it waits, or is out, until it is settled with a standing.
#[derive(Clone, Debug)]
struct Known {
    waits: bool,
    standing: u32,
    /// The largest ever offered.
    offered: u32,
    /// Its outcome: whether it is archived, or None if it was refused.
    outcome: Option<Option<bool>>,
}

/// The larger of each part of two standings.
fn join(one: u32, other: u32) -> u32 {
    let parts = |it: u32| [it % (1 << 20), it >> 20 & 1, it >> 21];
    let (one, other) = (parts(one), parts(other));
    let [low, flag, high] = [0, 1, 2].map(|part: usize| one[part].max(other[part]));
    low | flag << 20 | high << 21
}

#[derive(Clone, Default)]
struct Model(BTreeMap<String, Known>);

impl Model {
    fn offer(&mut self, uri: &str, standing: u32) -> &'static str {
        let Some(known) = self.0.get_mut(uri) else {
            let known = Known { waits: true, standing, offered: standing, outcome: None };
            self.0.insert(uri.to_owned(), known);
            return "new";
        };
        known.offered = join(known.offered, standing);
        if join(standing, known.standing) == known.standing || known.outcome == Some(None) {
            return "seen";
        }
        known.standing = join(standing, known.standing);
        if std::mem::replace(&mut known.waits, true) { "seen" } else { "again" }
    }

    fn take(&self, ticket: &Ticket) {
        let known = &self.0[uri(ticket)];
        assert!(known.waits, "{known:?}");
        let is_archived = known.outcome == Some(Some(true));
        assert_eq!(ticket.errand == Errand::Links, is_archived, "{known:?}");
        assert_eq!(ticket.standing, known.standing);
    }

    fn finish(&mut self, ticket: &Ticket, settled: Option<(u32, bool)>) {
        let known = self.0.get_mut(uri(ticket)).unwrap();
        let Some((standing, is_archived)) = settled else {
            (known.waits, known.outcome) = (false, Some(None));
            return;
        };
        known.outcome = Some(Some(is_archived));
        known.waits = join(known.standing, standing) != standing;
        known.standing = join(known.standing, standing);
    }

    fn check(&self, frontier: &Frontier) {
        let number =
            |is: fn(&Known) -> bool| self.0.values().filter(|known| is(known)).count() as u64;
        let Counts { found, finished, archived, bytes, .. } = frontier.counts();
        assert_eq!(frontier.queued() + frontier.in_flight() as u64, number(|known| known.waits));
        assert_eq!(found, self.0.len() as u64);
        assert_eq!(finished, number(|known| known.outcome.is_some()));
        assert_eq!(archived, number(|known| known.outcome == Some(Some(true))));
        assert_eq!(bytes, archived * 10);
    }
}

/// Ends a visit in a random way, in the frontier and in the model.
fn end(frontier: &mut Frontier, model: &mut Model, dice: &mut Dice, ticket: &Ticket, now: u64) {
    let standing = ticket.standing + (dice.roll(3) * dice.roll(8)) as u32;
    if ticket.errand == Errand::Links {
        frontier.finish_links(ticket, standing);
        return model.finish(ticket, Some((standing, true)));
    }
    match dice.roll(10) {
        0 => {
            frontier.finish(ticket, Outcome::RobotsExcluded, "", 0, None, at(now));
            model.finish(ticket, None);
        }
        kind => {
            let is_archived = kind < 5;
            settle(frontier, ticket, standing, is_archived, now);
            model.finish(ticket, Some((standing, is_archived)));
        }
    }
}

#[test]
fn every_uri_comes_to_the_largest_standing_offered_whenever_it_crashes() {
    for seed in 0..8 {
        let mut dice = Dice(seed);
        let folder = Folder::new();
        let options = FrontierOptions {
            connections_per_host: 1 + (seed % 3) as u16,
            checkpoint_uris: 10 + (seed * 7 % 60) as usize,
            ..options()
        };
        let (mut live, mut safe) = (Model::default(), Model::default());
        let mut now = 0;
        let mut frontier = folder.open(options.clone(), now);
        let mut out: Vec<Ticket> = Vec::new();
        let reopen = |now: u64, safe: &Model, dice: &mut Dice| {
            // Once there are standings, there always are.
            let has_standings = safe.0.is_empty() || dice.roll(2) == 0;
            folder.open(FrontierOptions { has_standings, ..options.clone() }, now)
        };
        for _ in 0..2000 {
            now += dice.roll(4);
            match dice.roll(100) {
                0..45 => {
                    let uri = format!("http://h{}.cz/{}", dice.roll(5), dice.roll(20));
                    let parts = [dice.roll(40), dice.roll(2) << 20, dice.roll(3) << 21];
                    let standing = parts.iter().sum::<u64>() as u32;
                    let offered = offer_with(&mut frontier, &uri, dice.roll(7) as u8, standing);
                    let expected = live.offer(&uri, standing);
                    assert_eq!(matches!(offered, Offered::New(_)), expected == "new");
                    assert_eq!(offered == Offered::Again, expected == "again");
                }
                45..70 => {
                    if let Next::Go(ticket) = frontier.next(at(now)).unwrap() {
                        live.take(&ticket);
                        out.push(*ticket);
                    }
                }
                70..90 => {
                    if !out.is_empty() {
                        let ticket = out.swap_remove(dice.roll(out.len() as u64) as usize);
                        match dice.roll(8) {
                            0 => frontier.give_back(&ticket, Some(ms(1)), at(now)),
                            1 => frontier.retry(&ticket, "x", Some(ms(2)), at(now + 20), at(now)),
                            _ => end(&mut frontier, &mut live, &mut dice, &ticket, now),
                        }
                    }
                }
                90..97 => {
                    frontier.commit(at(now)).unwrap();
                    safe = live.clone();
                    if frontier.wants_checkpoint() {
                        frontier.checkpoint(at(now)).unwrap();
                    }
                }
                97..99 => {
                    out.clear();
                    drop(frontier);
                    live = safe.clone();
                    frontier = reopen(now, &safe, &mut dice);
                }
                _ => {
                    frontier.close(at(now)).unwrap();
                    out.clear();
                    safe = live.clone();
                    frontier = reopen(now, &safe, &mut dice);
                }
            }
            live.check(&frontier);
        }
        out.drain(..).for_each(|ticket| frontier.give_back(&ticket, None, at(now)));
        loop {
            now += 1;
            match frontier.next(at(now)).unwrap() {
                Next::Go(ticket) => {
                    live.take(&ticket);
                    end(&mut frontier, &mut live, &mut dice, &ticket, now);
                }
                Next::Wait(until) => now = until.millis(),
                Next::InFlight => panic!("nothing is in flight"),
                Next::Empty => break,
            }
        }
        live.check(&frontier);
        for (uri, known) in &live.0 {
            let is_settled = join(known.standing, known.offered) == known.standing
                || known.outcome == Some(None);
            assert!(!known.waits && is_settled, "{uri} {known:?}");
        }
        check_outcomes(&frontier, &live);
    }
}

/// Every URI has one outcome that was not replaced, and it is the last.
fn check_outcomes(frontier: &Frontier, model: &Model) {
    let mut uris = BTreeMap::new();
    let mut outcomes: BTreeMap<LogPlace, (String, Outcome)> = BTreeMap::new();
    let read = frontier.history(|happened| {
        match happened {
            Happened::Found { place, uri, .. } => {
                uris.insert(place, String::from_utf8(uri).unwrap());
            }
            Happened::Retry { place, found, .. } | Happened::Again { place, found, .. } => {
                uris.insert(place, uris[&found].clone());
            }
            Happened::Done { outcome: Outcome::Retried, replaces, .. } => {
                assert_eq!(replaces, None);
            }
            Happened::Done { place, entry, outcome, replaces, .. } => {
                let uri = uris[&entry].clone();
                if let Some(replaced) = replaces {
                    let (earlier, was) = outcomes.remove(&replaced).unwrap();
                    assert_eq!((earlier, was), (uri.clone(), Outcome::OutOfScope));
                }
                outcomes.insert(place, (uri, outcome));
            }
            Happened::Rejected { .. }
            | Happened::Host { .. }
            | Happened::Beside { .. }
            | Happened::Linked { .. } => {}
        }
        Ok(())
    });
    read.unwrap();
    let told: BTreeMap<_, _> = outcomes.values().cloned().collect();
    assert_eq!(told.len(), outcomes.len());
    let expected = model.0.iter().map(|(uri, known)| {
        let outcome = match known.outcome.unwrap() {
            Some(true) => Outcome::Archived,
            Some(false) => Outcome::OutOfScope,
            None => Outcome::RobotsExcluded,
        };
        (uri.clone(), outcome)
    });
    assert_eq!(told, expected.collect());
}
