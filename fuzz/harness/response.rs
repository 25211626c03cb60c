//! Any bytes may come from a server, in pieces of any size. What is kept of them, and what is said
//! about it, must not depend on the pieces; it is a stretch of what came, within the limits. What is
//! called whole is whole for whoever reads it from the archive, too.

use std::io::Read;

use stodola_fetch::{Ending, Receiver, Spool, SpoolSettings, Truncated};
use stodola_warc::decode::{DecodeOutcome, TransferDecoder};
use stodola_warc::http::parse_response;

const HEADER: usize = 300;
const BODY: u64 = 5000;

/// Takes the first byte for the size of pieces and the rest for what a server sends.
pub(crate) fn run(bytes: &[u8]) {
    let Some((&size, sent)) = bytes.split_first() else { return };
    for ending in [Ending::Closed, Ending::Broken, Ending::Time] {
        let whole = receive(sent, usize::MAX, ending);
        let pieces = receive(sent, usize::from(size).max(1), ending);
        assert_eq!(whole, pieces);
        let (kept, head, _, truncated, keep) = whole;
        assert!(kept.len() <= HEADER + BODY as usize);
        assert!(kept.is_empty() || sent.windows(kept.len()).any(|window| window == kept));
        assert!(kept.starts_with(&head) && head.len() <= HEADER);
        assert!(!keep || !head.is_empty());
        if let Some(parsed) = parse_response(&head)
            && truncated.is_none()
        {
            let mut body = TransferDecoder::new(&parsed.fields, &kept[head.len()..]);
            body.read_to_end(&mut Vec::new()).expect("memory gives all");
            assert!(!matches!(body.outcome(), DecodeOutcome::Truncated | DecodeOutcome::Damaged));
        }
    }
}

type Received = (Vec<u8>, Vec<u8>, Option<u16>, Option<Truncated>, bool);

fn receive(sent: &[u8], size: usize, ending: Ending) -> Received {
    let mut spool = Spool::new(&SpoolSettings { memory: 1 << 20, folder: None, packs: None });
    let mut receiver = Receiver::new(HEADER, BODY);
    let mut done = false;
    for piece in sent.chunks(size.min(sent.len()).max(1)) {
        let fed = receiver.feed(piece, &mut spool).expect("memory takes all");
        done = fed.done;
        if done {
            break;
        }
        assert_eq!(fed.taken, piece.len());
    }
    if !done {
        receiver.end(ending, &mut spool).expect("memory takes all");
    }
    let mut kept = Vec::new();
    spool.reader().read_to_end(&mut kept).expect("memory gives all");
    let keep = receiver.may_keep_connection();
    (kept, receiver.head().to_vec(), receiver.status(), receiver.truncated(), keep)
}
