//! The corpora of the fuzz targets, run through the same assertions without a fuzzer.

#[path = "../../../../fuzz/harness/host_list.rs"]
mod host_list;
#[path = "../../../../fuzz/harness/page_node.rs"]
mod page_node;
#[path = "../../../../fuzz/harness/page_query.rs"]
mod page_query;
#[path = "../../../../fuzz/harness/page_schema.rs"]
mod page_schema;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;

use replay::replay;

/// A target and its assertions.
type Target = (&'static str, fn(&[u8]));

#[test]
fn the_corpus_passes() {
    replay("page_node", page_node::run);
    replay("page_schema", page_schema::run);
    replay("page_query", page_query::run);
    replay("host_list", host_list::run);
}

#[test]
fn damaged_files_of_the_corpus_pass() {
    let mut dice = super::support_xml::Dice::new(13);
    let targets: [Target; 4] = [
        ("page_node", page_node::run),
        ("page_schema", page_schema::run),
        ("page_query", page_query::run),
        ("host_list", host_list::run),
    ];
    let rounds = if super::support::is_long() { 2000 } else { 60 };
    for (target, run) in targets {
        let folder =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
        let mut paths: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|it| it.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            let bytes = std::fs::read(&path).unwrap();
            for _ in 0..rounds {
                let mut bytes = bytes.clone();
                for _ in 0..1 + dice.below(3) {
                    let (from, to) = (dice.below(bytes.len()), dice.below(bytes.len()));
                    match dice.below(4) {
                        0 => bytes[from] = b"<>&;'\"/=()?,-0a \n"[dice.below(17)],
                        1 if bytes.len() > 2 => drop(bytes.remove(from)),
                        2 => bytes[from] = bytes[to],
                        _ => drop(bytes.splice(to..to, bytes[from.min(to)..from.max(to)].to_vec())),
                    }
                }
                run(&bytes);
            }
        }
    }
}
