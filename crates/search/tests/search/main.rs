//! The search index over real archives: what is found, what is counted, and what a crash leaves.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod archives;
mod crash;
mod dates;
mod fresh;
mod kill;
mod links;
mod paging;
mod queries;
#[path = "../../../../fuzz/harness/query.rs"]
mod query_harness;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;
mod sight;

#[test]
fn corpus_of_queries_holds_what_is_promised() {
    replay::replay("query", query_harness::run);
}
