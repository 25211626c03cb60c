//! What an operator sees and changes of a job, while it runs and while it does not.

use super::look_again_after;
use super::web::{Harvest, Job, Running, Web};
use crate::session::Ran;
use std::time::{Duration, Instant};
use stodola_simweb::WorldSettings;

const WITHIN: Duration = Duration::from_secs(90);

/// A web whose harvest takes long enough to be steered.
fn slow() -> (Web, Job) {
    let settings =
        WorldSettings { smallest_site: 8, largest_site: 12, ..WorldSettings::calm(77, 10) };
    let web = Web::start(settings);
    let job = Job::everything(&web)
        .with("politeness.min_delay", "\"60ms\"")
        .with("politeness.max_delay", "\"1s\"");
    (web, job)
}

impl Harvest {
    fn operate(&self, words: &str) -> Ran {
        self.session.run(&format!("job {words} --archive archive"))
    }

    fn await_run(&self, web: &Web, running: &Running) {
        let begun = Instant::now();
        let socket = self.archive().join("jobs/all/control.sock");
        while web.log.requests() < 5 || !socket.exists() {
            assert!(begun.elapsed() < WITHIN, "{}", running.said());
            look_again_after(Duration::from_millis(2));
        }
    }

    fn stored(&self) -> String {
        std::fs::read_to_string(self.archive().join("jobs/all/job.toml")).unwrap()
    }
}

/// The keys of one JSON object, in their order: of its own and of the objects in it.
fn keys(json: &str) -> Vec<&str> {
    let mut keys = Vec::new();
    for (place, _) in json.match_indices("\":") {
        let begin = json[..place].rfind('"').unwrap() + 1;
        keys.push(&json[begin..place]);
    }
    keys
}

fn number(json: &str, key: &str) -> u64 {
    let rest = json.split(&format!("\"{key}\":")).nth(1).unwrap();
    rest.split([',', '}']).next().unwrap().parse().unwrap()
}

#[test]
fn settings_are_changed_while_it_runs_and_what_cannot_be_is_said() {
    let (web, job) = slow();
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    harvest.await_run(&web, &running);
    harvest.operate("pause all").expect(0);
    let said = harvest.operate("set all fetch.workers 3").expect(0).text().to_owned();
    assert_eq!(said, "counts from now on: fetch.workers\n");
    let said = harvest.operate("set all politeness.min_delay 70ms").expect(0).text().to_owned();
    assert_eq!(said, "counts from now on: politeness.min_delay\n");
    let said = harvest.operate("set all write.prefix OTHER").expect(0).text().to_owned();
    assert_eq!(said, "counts from the next run on: write.prefix\n");
    // What is left for later is told again.
    let said = harvest.operate("set all dns.questions_at_once 9").expect(0).text().to_owned();
    assert_eq!(
        said,
        "counts from now on: dns.questions_at_once\ncounts from the next run on: write.prefix\n"
    );
    let ran = harvest.operate("set all fetch.workers none").expect(2);
    assert!(ran.stderr.contains("fetch.workers"), "{}", ran.stderr);
    let ran = harvest.operate("set all name other").expect(2);
    assert!(ran.stderr.contains("name"), "{}", ran.stderr);
    let status = harvest.operate("status all --json").expect(0).text().to_owned();
    assert_eq!(number(&status, "workers"), 3, "{status}");
    assert!(harvest.operate("rm all --yes").expect(2).stderr.contains("is running"));
    harvest.operate("resume all").expect(0);
    running.finish(WITHIN).expect(0);
    let stored = harvest.stored();
    for line in ["workers = 3", "min_delay = \"70ms\"", "prefix = \"OTHER\""] {
        assert!(stored.contains(line), "{line}: {stored}");
    }
}

#[test]
fn a_job_is_shown_at_a_glance_while_it_runs_and_later() {
    let (web, job) = slow();
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    harvest.await_run(&web, &running);
    let begun = Instant::now();
    // Types and hosts are told when the first documents are committed.
    let now = loop {
        let now = harvest.operate("status all --json").expect(0).text().to_owned();
        if now.contains("\"media_type\"") && now.contains("\"host\"") {
            break now;
        }
        assert!(begun.elapsed() < WITHIN, "{now}");
        look_again_after(Duration::from_millis(20));
    };
    let outer = [
        "job", "state", "round", "found", "finished", "waiting", "archived", "bytes", "rejected",
        "hosts", "alarms",
    ];
    let all = keys(&now);
    assert_eq!(all[..11], outer);
    let run: Vec<_> = all.iter().copied().skip_while(|key| *key != "run").take(22).collect();
    let expected = [
        "run",
        "seconds",
        "documents_per_second",
        "bytes_per_second",
        "in_flight",
        "workers",
        "requests",
        "received",
        "failures",
        "memory",
        "memory_peak",
        "slowed",
        "waits_for",
        "proxy_fails_for",
        "dns",
        "sent",
        "names",
        "known",
        "negative",
        "failed",
        "waited_ms",
        "by_host",
    ];
    assert_eq!(run, expected);
    assert!(number(&now, "memory") > 1_000_000, "{now}");
    let words = harvest.operate("status all").expect(0).text().to_owned();
    assert!(words.starts_with("running found="), "{words}");
    for part in ["memory ", "name servers: 0 messages", "Hosts with the most bytes", "text/html"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    running.finish(WITHIN).expect(0);
    let after = harvest.operate("status all --json").expect(0).text().to_owned();
    assert!(after.contains("\"state\":\"finished\"") && after.contains("\"run\":null"), "{after}");
    assert_eq!(number(&after, "waiting"), 0);
    // The parts of all hosts that have something add up to the whole.
    let all = harvest.operate("status all --json --rows 1000").expect(0).text().to_owned();
    let shares = |table: &str| -> f64 {
        let rows = all.split(&format!("\"{table}\":[")).nth(1).unwrap().split(']').next().unwrap();
        let shares = rows.split("\"share\":").skip(1);
        shares.map(|it| it.split([',', '}']).next().unwrap().parse::<f64>().unwrap()).sum()
    };
    for table in ["by_host", "by_type"] {
        assert!((shares(table) - 1.0).abs() < 0.01, "{table}: {}", shares(table));
    }
}

#[test]
fn types_of_a_run_that_was_killed_are_counted_once() {
    let (web, job) = slow();
    let harvest = Harvest::new(&job);
    let mut running = harvest.start(&[]);
    harvest.await_run(&web, &running);
    harvest.operate("checkpoint all").expect(0);
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    harvest.run(WITHIN).expect(0);
    let status = harvest.operate("status all --json").expect(0).text().to_owned();
    // The table is stored with the position in crawl.log.
    let position = harvest.archive().join("jobs/all/logs/position");
    let position = std::fs::read_to_string(position).unwrap();
    let types = position.lines().skip_while(|line| !line.starts_with("types ")).skip(1);
    let sum = types.fold((0, 0), |(documents, bytes), line| {
        let words: Vec<u64> = line.split(' ').take(2).map(|it| it.parse().unwrap()).collect();
        (documents + words[0], bytes + words[1])
    });
    assert_eq!(sum.0, number(&status, "archived"), "{position}");
    assert!(sum.1 > 0 && sum.1 <= number(&status, "bytes"), "{position}");
}

#[test]
fn jobs_that_do_not_run_are_made_changed_and_removed() {
    let (_web, job) = slow();
    let harvest = Harvest::new(&job);
    let new = "new http://localhost:9/ --job all --delay 0s";
    harvest.operate(new).expect(0);
    let said = harvest.operate("limit all documents 12").expect(0).text().to_owned();
    assert_eq!(said, "documents is 12 now\n");
    harvest.operate("seeds all http://localhost:8/ http://localhost:9/").expect(0);
    let said = harvest.operate("set all again.every 7d").expect(0).text().to_owned();
    assert_eq!(said, "counts from the next run on: again.every\n");
    let stored = harvest.stored();
    for part in ["documents = 12", "http://localhost:8/", "every = \"7d\""] {
        assert!(stored.contains(part), "{part}: {stored}");
    }
    assert_eq!(stored.matches("http://localhost:9/").count(), 1, "{stored}");
    let mut edit = harvest.session.command();
    let edit = edit.args(["job", "edit", "all", "--archive", "archive"]).env_remove("VISUAL");
    let ran = edit.env("EDITOR", "sed -i s/7d/8d/").output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(harvest.stored().contains("every = \"8d\""));
    let ran = edit.env("EDITOR", "sed -i s/every/evry/").output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("evry"));
    assert!(harvest.stored().contains("every = \"8d\""));
    // A file of captures in its folder keeps it.
    let stray = harvest.archive().join("jobs/all/logs/own.warc.gz");
    std::fs::create_dir_all(stray.parent().unwrap()).unwrap();
    std::fs::write(&stray, "x").unwrap();
    assert!(harvest.operate("rm all --yes").expect(2).stderr.contains("own.warc.gz"));
    std::fs::remove_file(&stray).unwrap();
    harvest.operate("rm all").expect(2);
    harvest.operate("rm all --yes").expect(0);
    assert!(!harvest.archive().join("jobs/all").exists());
    assert!(!harvest.archive().join("removed").exists());
    assert!(harvest.operate("rm all --yes").expect(2).stderr.contains("there is no job"));
}

/// Answers each request to a port with a small page, until the test is over.
fn serve_pages(listener: std::net::TcpListener) {
    std::thread::spawn(move || {
        use std::io::{BufRead, BufReader, Write};
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let Ok(copy) = stream.try_clone() else { return };
            let mut lines = BufReader::new(copy).lines();
            let first = lines.next().and_then(Result::ok).unwrap_or_default();
            while lines.next().and_then(Result::ok).is_some_and(|line| !line.is_empty()) {}
            let (status, body) = match first.contains("robots.txt") {
                true => ("404 Not Found", ""),
                false => ("200 OK", "<p>here again"),
            };
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}");
            let _ = write!(stream, "{head}\r\nConnection: close\r\n\r\n{body}");
        }
    });
}

#[test]
fn what_failed_is_tried_again_and_both_outcomes_are_on_record() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    // Nobody listens there for now.
    drop(listener);
    let job = Job::bare("all")
        .seeds(&[format!("http://{address}/")])
        .with("fetch.allow_private", true)
        .with("politeness.attempts", 1)
        .with("politeness.robots", "\"ignore\"")
        .with("politeness.retry_wait", "\"1ms\"");
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(1);
    let said = |words: &str| harvest.operate(words).expect(0).text().to_owned();
    let none = said("retry all --outcome robots-excluded");
    assert_eq!(none, "URIs that are tried again: 0\n");
    assert!(said("ls").starts_with("all finished "));
    assert!(harvest.operate("retry all --outcome odd").expect(2).stderr.contains("odd"));
    assert_eq!(said("retry all --host other.example"), "URIs that are tried again: 0\n");
    assert_eq!(said("retry all"), "URIs that are tried again: 1\n");
    // It waits already.
    assert_eq!(said("retry all"), "URIs that are tried again: 0\n");
    assert!(said("ls").starts_with("all stopped round=1 "));
    serve_pages(std::net::TcpListener::bind(address).unwrap());
    let ran = harvest.session.run("crawl --archive archive --job all").expect(0);
    assert!(ran.stderr.contains("finished"), "{}", ran.stderr);
    let row = said("ls");
    assert!(row.starts_with("all finished round=1 seeds=1 found=1 waiting=0 archived=1 "), "{row}");
    let outcomes = said("outcomes all");
    let lines: Vec<&str> = outcomes.lines().collect();
    assert!(lines.last().unwrap().contains("\"outcome\":\"archived\""), "{outcomes}");
    let failed = said("outcomes all --outcome failed");
    assert_eq!(failed, "");
    // The catalogue counts the new outcome alone.
    let stats =
        harvest.session.run("archive stats --archive archive --by outcome --json").expect(0);
    assert!(stats.text().contains("\"archived\""), "{}", stats.text());
    assert!(!stats.text().contains("\"failed\""), "{}", stats.text());
}

#[test]
fn a_running_job_fetches_what_a_limit_had_refused() {
    let (web, job) = slow();
    // Slow enough to be asked before it ends.
    let job = job
        .with("limits.documents_per_host", 2)
        .with("politeness.min_delay", "\"700ms\"")
        .with("politeness.max_delay", "\"2s\"");
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    harvest.await_run(&web, &running);
    let begun = Instant::now();
    let refused = || {
        let rows = harvest.operate("outcomes all --outcome over-budget").expect(0);
        rows.text().lines().count()
    };
    while refused() < 3 {
        assert!(begun.elapsed() < WITHIN, "{}", running.said());
        look_again_after(Duration::from_millis(5));
    }
    harvest.operate("pause all").expect(0);
    harvest.operate("limit all documents_per_host unlimited").expect(0);
    let said = harvest.operate("retry all --outcome over-budget").expect(0).text().to_owned();
    let number: usize = said.trim_end().rsplit(' ').next().unwrap().parse().unwrap();
    assert!(number >= 3, "{said}");
    harvest.operate("set all politeness.min_delay 10ms").expect(0);
    harvest.operate("resume all").expect(0);
    running.finish(WITHIN).expect(0);
    let status = harvest.operate("status all --json").expect(0).text().to_owned();
    let archived = self::number(&status, "archived");
    assert_eq!(archived, self::number(&status, "found"), "{status}");
}

impl Harvest {
    /// Waits until the status of the job has this in it.
    fn await_status(&self, running: &Running, part: &str) -> String {
        let begun = Instant::now();
        loop {
            let said = self.operate("status all").text().to_owned();
            if said.contains(part) {
                return said;
            }
            assert!(begun.elapsed() < WITHIN, "{part}: {said}\n{}", running.said());
            look_again_after(Duration::from_millis(20));
        }
    }
}

/// An hour of the day that is not now, in UTC, as a setting has it.
fn another_time() -> String {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let hour = (now.as_secs() / 3600 + 2) % 24;
    format!("{hour:02}:00-{hour:02}:30")
}

#[test]
fn nothing_is_asked_outside_the_hours_or_if_the_disk_is_nearly_full() {
    let (web, job) = slow();
    let job = job.with("run.hours", format!("[\"{}\"]", another_time()));
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    let said = harvest.await_status(&running, "waits_for=hours");
    assert!(said.contains("it is outside the hours of the job"), "{said}");
    assert_eq!(web.log.requests(), 0);
    // No disk has so much room.
    harvest.operate("set all run.min_free 1000000GB").expect(0);
    let mut free = harvest.session.command();
    let free = free.args(["job", "set", "all", "run.hours", "", "--archive", "archive"]);
    assert!(free.output().unwrap().status.success());
    harvest.await_status(&running, "waits_for=disk");
    assert_eq!(web.log.requests(), 0);
    harvest.operate("set all run.min_free 0").expect(0);
    let ran = running.finish(WITHIN).expect(0);
    assert!(ran.stderr.contains("finished"), "{}", ran.stderr);
    assert!(web.log.requests() > 50);
}

#[test]
fn a_job_that_needs_more_memory_than_it_may_have_ends_and_can_continue() {
    let (web, job) = slow();
    let harvest = Harvest::new(&job.with("run.memory", "\"2MB\""));
    let ran = harvest.run(WITHIN).expect(3);
    assert!(ran.stderr.contains("more memory than the job allows"), "{}", ran.stderr);
    assert_eq!(web.log.requests(), 0);
    harvest.operate("set all run.memory unlimited").expect(0);
    harvest.session.run("crawl --archive archive --job all").expect(0);
}

#[test]
fn alarms_are_told_and_the_command_of_the_operator_is_run_for_what_happens() {
    let (_web, job) = slow();
    let script = "printf '%s|' \"$STODOLA_EVENT\" \"$STODOLA_JOB\" \"$STODOLA_STATE$STODOLA_ALARM$STODOLA_ROUND\" \
        \"$STODOLA_FILE\" >> \"$STODOLA_ARCHIVE/told\"; echo >> told; test \"$STODOLA_EVENT\" != round";
    let job = job
        .with("alarms.min_free", "\"1000000GB\"")
        .with("hooks.command", format!("[\"sh\", \"-c\", {script:?}]"));
    let harvest = Harvest::new(&job);
    let running = harvest.start(&[]);
    let said = harvest.await_status(&running, " alarms=disk");
    assert!(said.contains("alarm: the disk is short of room"), "{said}");
    let json = harvest.operate("status all --json");
    assert!(json.text().contains("\"alarms\":[\"disk\"]"), "{}", json.text());
    let ran = running.finish(WITHIN).expect(0);
    assert!(ran.stderr.contains("all: alarm: the disk is short of room"), "{}", ran.stderr);
    // A command that fails is told, and nothing else happens.
    assert!(ran.stderr.contains("failed for 'round': exit status: 1"), "{}", ran.stderr);
    let told = std::fs::read_to_string(harvest.archive().join("told")).unwrap();
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines[0], "alarm|all|raiseddisk||", "{told}");
    assert!(lines[1].starts_with("file|all||warc/") && lines[1].ends_with(".warc.gz|"), "{told}");
    assert_eq!(lines[2..], ["round|all|1||", "job|all|finished||"], "{told}");
}

#[test]
fn a_command_that_hangs_is_ended() {
    let (_web, job) = slow();
    let job = job
        .with("hooks.command", "[\"sleep\", \"600\"]")
        .with("hooks.on", "[\"job\"]")
        .with("hooks.timeout", "\"100ms\"");
    let harvest = Harvest::new(&job);
    let ran = harvest.run(WITHIN).expect(0);
    assert!(ran.stderr.contains("failed for 'job': not done after 100ms"), "{}", ran.stderr);
}

/// A web whose harvest fills several small files.
fn rolling() -> (Web, Job) {
    let settings = WorldSettings {
        smallest_site: 8,
        largest_site: 12,
        text_bytes: 80_000,
        ..WorldSettings::calm(77, 10)
    };
    let web = Web::start(settings);
    let job = Job::everything(&web)
        .with("politeness.min_delay", "\"60ms\"")
        .with("politeness.max_delay", "\"1s\"")
        .with("write.compression", "\"none\"")
        .with("write.roll_bytes", "\"1MB\"");
    (web, job)
}

/// The finished WARC files of an archive, by their names in it.
fn finished_files(harvest: &Harvest) -> Vec<String> {
    let mut files = Vec::new();
    for year in std::fs::read_dir(harvest.archive().join("warc")).into_iter().flatten() {
        let year = year.unwrap().path();
        for file in std::fs::read_dir(&year).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            if !name.ends_with(".open") {
                let year = year.file_name().unwrap().to_str().unwrap();
                files.push(format!("warc/{year}/{name}"));
            }
        }
    }
    files.sort();
    files
}

/// The lines of a file in the archive; none if it is not there.
fn lines_of(harvest: &Harvest, name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(harvest.archive().join(name)).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn await_that(running: &Running, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < WITHIN, "{}", running.said());
        look_again_after(Duration::from_millis(5));
    }
}

#[test]
fn the_command_is_run_for_each_file_when_it_is_finished() {
    let (_web, job) = rolling();
    let script = "echo \"$STODOLA_FILE\" >> told; test -s \"$STODOLA_FILE\"";
    let job = job
        .with("hooks.on", "[\"file\"]")
        .with("hooks.command", format!("[\"sh\", \"-c\", {script:?}]"));
    let harvest = Harvest::new(&job);
    let mut running = harvest.start(&[]);
    await_that(&running, || lines_of(&harvest, "told").len() >= 2);
    assert!(running.child.try_wait().unwrap().is_none(), "told while it runs");
    let ran = running.finish(WITHIN).expect(0);
    assert!(!ran.stderr.contains("failed for"), "{}", ran.stderr);
    let told = lines_of(&harvest, "told");
    assert!(told.is_sorted(), "{told:?}");
    assert_eq!(told, finished_files(&harvest), "each once");
    // Nothing is told twice, and what was finished while there was no command is not told later.
    harvest.session.run("crawl --archive archive --job all --again").expect(0);
    let two = lines_of(&harvest, "told");
    assert!(two.len() > told.len() && two[..told.len()] == told);
    let said = |words: &[&str]| {
        let mut command = harvest.session.command();
        let ran = command.args(words).args(["--archive", "archive"]).output().unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    let job_file = harvest.archive().join("jobs/all/job.toml");
    let stored = harvest.stored();
    std::fs::write(&job_file, stored.replace("on = [\"file\"]", "on = [\"job\"]")).unwrap();
    assert_ne!(harvest.stored(), stored);
    said(&["crawl", "--job", "all", "--again"]);
    std::fs::write(&job_file, &stored).unwrap();
    let before = finished_files(&harvest);
    // One is told for the end of that run.
    let told = lines_of(&harvest, "told");
    said(&["crawl", "--job", "all", "--again"]);
    let new = lines_of(&harvest, "told")[told.len()..].to_vec();
    assert!(!new.is_empty() && new.iter().all(|file| !before.contains(file)), "{new:?}");
}

#[test]
fn files_whose_command_was_not_run_before_a_kill_have_it_run_later() {
    let (_web, job) = rolling();
    let script = "echo \"$STODOLA_FILE\" >> begun; while ! test -e go; do sleep 0.02; done; \
        echo \"$STODOLA_FILE\" >> done; false";
    let job = job
        .with("hooks.on", "[\"file\"]")
        .with("hooks.timeout", "\"10m\"")
        .with("hooks.command", format!("[\"sh\", \"-c\", {script:?}]"));
    let harvest = Harvest::new(&job);
    let mut running = harvest.start(&[]);
    // The first command does not end; the harvest goes on meanwhile.
    await_that(&running, || finished_files(&harvest).len() >= 4);
    await_that(&running, || !lines_of(&harvest, "begun").is_empty());
    assert_eq!(lines_of(&harvest, "begun").len(), 1, "one at a time");
    running.child.kill().unwrap();
    running.child.wait().unwrap();
    std::fs::write(harvest.archive().join("go"), "").unwrap();
    let ran = harvest.run(WITHIN).expect(0);
    assert!(ran.stderr.contains("failed for 'file': exit status: 1 (warc/"), "{}", ran.stderr);
    let files = finished_files(&harvest);
    let mut done = lines_of(&harvest, "done");
    // The one that was at work when the program was killed has been at work twice.
    assert!(done.len() >= files.len() && done.len() <= files.len() + 1, "{done:?}");
    done.sort();
    done.dedup();
    assert_eq!(done, files);
    assert!(std::fs::read_dir(harvest.archive().join("warc")).unwrap().count() > 0);
}

#[test]
fn how_complete_each_source_is_stands_beside_the_round_before_and_a_fall_is_told() {
    let is_short = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let switch = std::sync::Arc::clone(&is_short);
    std::thread::spawn(move || {
        use std::io::{BufRead, BufReader, Write};
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let Ok(copy) = stream.try_clone() else { return };
            let mut lines = BufReader::new(copy).lines();
            let first = lines.next().and_then(Result::ok).unwrap_or_default();
            while lines.next().and_then(Result::ok).is_some_and(|line| !line.is_empty()) {}
            let is_short = switch.load(std::sync::atomic::Ordering::Relaxed);
            let (status, body) = match first.split(' ').nth(1).unwrap_or_default() {
                "/" => ("200 OK", "<img src=/a.png><img src=/b.png><a href=/c>c</a>"),
                "/robots.txt" => ("404 Not Found", ""),
                "/a.png" if is_short => ("404 Not Found", ""),
                _ => ("200 OK", "x"),
            };
            let length = body.len();
            let head =
                format!("HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {length}");
            let _ = write!(stream, "{head}\r\nConnection: close\r\n\r\n{body}");
        }
    });
    let job =
        Job::bare("all").seeds(&[format!("http://{address}/")]).with("fetch.allow_private", true);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let report = || {
        let path = harvest.archive().join("jobs/all/reports/completeness-report.txt");
        std::fs::read_to_string(path).unwrap().lines().skip(1).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(report(), "1.0000 - 4 4 0 0 0 0 127.0.0.1");
    is_short.store(true, std::sync::atomic::Ordering::Relaxed);
    let ran = harvest.session.run("crawl --archive archive --job all --again").expect(0);
    assert_eq!(report(), "0.7500 1.0000 4 3 1 1 0 0 127.0.0.1");
    assert!(ran.stderr.contains("less of 127.0.0.1 is archived"), "{}", ran.stderr);
    let json = harvest.archive().join("jobs/all/reports/completeness.json");
    let json = std::fs::read_to_string(json).unwrap();
    assert!(
        json.contains("\"missing_requisites\":1") && json.contains("\"share_before\":1.0"),
        "{json}"
    );
    // The alarm is on until the next round has ended.
    let status = harvest.operate("status all").expect(0).text().to_owned();
    assert!(status.contains("alarm: less of 127.0.0.1 is archived"), "{status}");
    for list in ["status all --json", "ls --json"] {
        let json = harvest.operate(list).expect(0).text().to_owned();
        assert!(json.contains("\"alarms\":[\"completeness:127.0.0.1\"]"), "{json}");
    }
    let line = harvest.operate("ls").expect(0).text().to_owned();
    assert!(line.trim_end().ends_with(" alarms=completeness:127.0.0.1"), "{line}");
    let now = harvest.operate("report all --name completeness").expect(0).text().to_owned();
    assert!(now.ends_with(&format!("{}\n", report())), "{now}");
}
