//! A policy of the tests: seeds are archived, and nothing else. It shows what a new policy takes: this file, and a
//! line in the list of policies.

use super::{
    ArchiveDecision, Evidence, KeepRobots, Policy, PolicyKind, Reads, Settlement, document_kind,
};
use crate::engine::Examined;
use crate::national::Standing;
use crate::scope::ScopeRule;
use crate::scope::rule::AcceptAll;
use stodola_extract::LinkKind;
use stodola_frontier::{Reason, Ticket};

pub(crate) const KIND: PolicyKind = PolicyKind {
    name: "seeds-only",
    has_standings: false,
    homes_first: false,
    robots: KeepRobots::WithDocuments,
    wants_sitemaps: false,
    takes_redirected_seeds: false,
    inquires: false,
    scope_rules: |_| vec![ScopeRule::AcceptAll(AcceptAll::default())],
    check: |_, _| Ok(()),
    open: |_| Ok(Box::new(SeedsOnly)),
};

struct SeedsOnly;

impl Policy for SeedsOnly {
    fn admit_seed(&self, _host: &str) -> Result<u32, &'static str> {
        Ok(0)
    }

    fn admit(&self, _ticket: &Ticket) -> Result<(), Reason> {
        Ok(())
    }

    fn reads(&self) -> Reads {
        Reads::Links
    }

    fn settle(&self, ticket: &Ticket, examined: &Examined, _evidence: &Evidence) -> Settlement {
        let decision = match ticket.is_seed {
            true => ArchiveDecision::Archive,
            false => ArchiveDecision::NotNational,
        };
        let kind = document_kind(examined);
        Settlement { decision, standing: None, passes: Standing::default(), kind, verdict: None }
    }

    fn inherit(
        &self,
        _from: &Settlement,
        _link: LinkKind,
        _host: &str,
    ) -> Result<u32, &'static str> {
        Err("not-a-seed")
    }
}

mod tests {
    use crate::job::Job;
    use crate::{CaptureStore, ContractError, Contracts, Harvest, KeptCapture, NewCapture};
    use std::collections::BTreeSet;
    use std::sync::{Arc, Mutex};
    use stodola_fetch::DnsAnswer;
    use stodola_simweb::{SimWeb, WorldSettings};
    use tokio::runtime::Builder;

    /// Keeps the URIs of captures.
    #[derive(Default)]
    struct Uris(Mutex<BTreeSet<String>>);

    impl CaptureStore for Uris {
        fn write(&self, capture: &NewCapture<'_>) -> Result<KeptCapture, ContractError> {
            let uri = String::from_utf8(capture.uri.to_vec())?;
            self.0.lock().unwrap().insert(uri);
            Ok(KeptCapture::default())
        }

        fn write_dns(&self, _answer: &DnsAnswer) -> Result<(), ContractError> {
            Ok(())
        }

        fn sync(&self) -> Result<(), ContractError> {
            Ok(())
        }
    }

    #[test]
    fn a_policy_in_the_list_can_be_named_in_a_job_and_decides_what_is_archived() {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let web = runtime.block_on(SimWeb::start(WorldSettings::calm(5, 2))).unwrap();
        let hosts: Vec<String> = web.world.hosts().collect();
        let seed = format!("http://{}/", hosts[0]);
        let text = format!(
            "profile = \"seeds-only\"\nseeds = [{seed:?}]\npoliteness.min_delay = \"0s\"\n\
            fetch.connect_to = [\"*:80:127.0.0.1:{}\"]\n",
            web.addr.port()
        );
        let job = Job::parse(&text, "job.toml").unwrap();
        let folder = std::env::temp_dir().join(format!("stodola-policy-{}", std::process::id()));
        let uris = Arc::new(Uris::default());
        let harvest = {
            let _inside = runtime.enter();
            Harvest::open(job, &folder, Contracts::new(uris.clone())).unwrap()
        };
        let report = runtime.block_on(harvest.run()).unwrap();
        assert!(report.is_finished() && report.summary.rejected > 0, "{report:?}");
        let expected = [seed.clone(), format!("{seed}robots.txt")];
        assert_eq!(*uris.0.lock().unwrap(), BTreeSet::from(expected));
        std::fs::remove_dir_all(folder).unwrap();
    }
}
