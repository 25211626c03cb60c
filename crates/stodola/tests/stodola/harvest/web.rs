//! A simulated web and a job that harvests it.

use super::look_again_after;
use crate::session::{Ran, Session};
use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Deref;
use std::path::PathBuf;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use stodola_simweb::{Politeness, SimWeb, WorldSettings};
use tokio::runtime::{Builder, Runtime};

/// A web that is served while the test goes on.
pub(super) struct Web {
    sim: SimWeb,
    _runtime: Runtime,
}

impl Web {
    pub(super) fn start(settings: WorldSettings) -> Web {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let sim = runtime.block_on(SimWeb::start(settings)).unwrap();
        Web { sim, _runtime: runtime }
    }

    /// Paths of the requests to a host, each with how often it came.
    pub(super) fn asked(&self) -> BTreeMap<String, u32> {
        assert_eq!(self.log.forgotten(), 0, "the log is too short for this test");
        let mut asked = BTreeMap::new();
        for entry in self.log.entries() {
            *asked.entry(format!("http://{}{}", entry.host, entry.target)).or_default() += 1;
        }
        asked
    }
}

/// What a job with such a pause owes to each host, to be judged one after the other: pauses, and connections.
/// Those are seen to end only when the server of the test comes to look, which may take it a while on a busy
/// machine.
pub(super) fn owed_to_hosts(delay: Duration) -> [Politeness; 2] {
    let pauses = Politeness { delay, connections: usize::MAX, ..Politeness::default() };
    let slack = Duration::from_millis(200);
    [pauses, Politeness { delay: Duration::ZERO, slack, ..Politeness::default() }]
}

impl Deref for Web {
    type Target = SimWeb;

    fn deref(&self) -> &SimWeb {
        &self.sim
    }
}

/// A value as TOML has it.
pub(super) struct Value(String);

impl From<String> for Value {
    fn from(text: String) -> Value {
        Value(text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Value {
        Value(text.to_owned())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Value {
        Value(number.to_string())
    }
}

impl From<bool> for Value {
    fn from(is_so: bool) -> Value {
        Value(is_so.to_string())
    }
}

/// The settings of a job, as keys with dots and values as TOML has them.
#[derive(Clone)]
pub(super) struct Job(BTreeMap<&'static str, String>);

impl Job {
    /// Everything within reach of the web's seeds, as fast as it can be had.
    pub(super) fn everything(web: &SimWeb) -> Job {
        let connect_to = format!("[\"*:80:127.0.0.1:{}\"]", web.addr.port());
        Job::bare("all").with("fetch.connect_to", connect_to).seeds(&web.world.seeds())
    }

    /// All that links lead to, as fast as it can be had.
    pub(super) fn bare(name: &str) -> Job {
        let defaults = [
            ("scope.rule", "[{ type = \"accept-all\" }]"),
            ("politeness.min_delay", "\"0s\""),
            ("politeness.max_delay", "\"0s\""),
            ("politeness.delay_factor", "0.0"),
            ("politeness.ip_delay", "\"0s\""),
            ("politeness.connections_per_ip", "256"),
            ("politeness.retry_wait", "\"100ms\""),
            ("politeness.retry_wait_max", "\"1s\""),
            ("fetch.idle_timeout", "\"1s\""),
            ("fetch.connect_timeout", "\"3s\""),
            ("fetch.total_timeout", "\"3s\""),
        ];
        let job = Job(defaults.iter().map(|&(key, value)| (key, value.to_owned())).collect());
        job.with("name", format!("\"{name}\""))
    }

    pub(super) fn with(mut self, key: &'static str, value: impl Into<Value>) -> Job {
        self.0.insert(key, value.into().0);
        self
    }

    /// Says who harvests, which is demanded if names lead anywhere.
    pub(super) fn identified(self) -> Job {
        self.with("contact", "\"test@example.org\"")
            .with("operator", "\"Test\"")
            .with("purpose", "\"test\"")
    }

    pub(super) fn without(mut self, key: &'static str) -> Job {
        self.0.remove(key);
        self
    }

    pub(super) fn seeds(self, seeds: &[impl AsRef<str>]) -> Job {
        let quoted: Vec<_> = seeds.iter().map(|seed| format!("{:?}", seed.as_ref())).collect();
        self.with("seeds", format!("[{}]", quoted.join(", ")))
    }

    pub(super) fn text(&self) -> String {
        self.0.iter().map(|(key, value)| format!("{key} = {value}\n")).collect()
    }
}

/// A job and its archive, in a folder of their own.
pub(super) struct Harvest {
    pub(super) session: Session,
}

impl Harvest {
    pub(super) fn new(job: &Job) -> Harvest {
        let session = Session::new();
        session.write("job.toml", job.text().as_bytes());
        Harvest { session }
    }

    pub(super) fn archive(&self) -> PathBuf {
        self.session.path("archive")
    }

    /// Starts the harvest; what it says goes to a file.
    pub(super) fn start(&self, more: &[&str]) -> Running {
        let said = self.session.path("stderr.txt");
        let file = std::fs::File::create(&said).unwrap();
        let child = self
            .session
            .command()
            .args(["crawl", "--config", "job.toml", "--archive", "archive"])
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(file)
            .spawn()
            .unwrap();
        Running { child, said }
    }

    /// Runs the harvest until it ends by itself, which it has to within the time given.
    #[track_caller]
    pub(super) fn run(&self, within: Duration) -> Ran {
        self.start(&[]).finish(within)
    }
}

/// A harvest under way; it is killed if the test gives up on it.
pub(super) struct Running {
    pub(super) child: Child,
    said: PathBuf,
}

impl Running {
    /// Waits until it has ended by itself.
    #[track_caller]
    pub(super) fn finish(mut self, within: Duration) -> Ran {
        let deadline = Instant::now() + within;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().unwrap() {
                let code = status.code().unwrap_or(-1);
                return Ran { stdout: Vec::new(), stderr: self.said(), code };
            }
            look_again_after(Duration::from_millis(5));
        }
        panic!("the harvest did not end within {within:?}: {}", self.said());
    }

    /// Panics if it has ended, or if it has been waited for long enough.
    #[track_caller]
    pub(super) fn must_go_on(&mut self, since: Instant, within: Duration) {
        if let Some(status) = self.child.try_wait().unwrap() {
            panic!("the harvest ended, {status}: {}", self.said());
        }
        assert!(since.elapsed() < within, "not within {within:?}: {}", self.said());
    }

    pub(super) fn said(&self) -> String {
        let mut said = String::new();
        std::fs::File::open(&self.said).unwrap().read_to_string(&mut said).unwrap();
        said
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
