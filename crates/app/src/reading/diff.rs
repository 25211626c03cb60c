//! What differs between two texts, word by word.

/// What became of some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordChange {
    /// They are in both texts.
    Same,
    /// They are in this text only.
    Different,
}

/// Words that follow one another in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordRun {
    /// Whether the other text has them.
    pub change: WordChange,
    /// The words, with single blanks between them.
    pub text: String,
}

/// More pairs than this are not compared: the memory and time of a comparison grow with their number.
const MAX_PAIRS: usize = 4_000_000;

/// Which items of two lists belong together: pairs of positions that grow in both lists, as many as possible. Of lists
/// that are too long, only those at the beginning and the end.
pub(super) fn common<T: PartialEq>(a: &[T], b: &[T]) -> Vec<(usize, usize)> {
    let head = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (rest_a, rest_b) = (&a[head..], &b[head..]);
    let tail = rest_a.iter().rev().zip(rest_b.iter().rev()).take_while(|(a, b)| a == b).count();
    let mut pairs: Vec<(usize, usize)> = (0..head).map(|i| (i, i)).collect();
    let (middle_a, middle_b) = (&rest_a[..rest_a.len() - tail], &rest_b[..rest_b.len() - tail]);
    let inner = longest_common(middle_a, middle_b);
    pairs.extend(inner.into_iter().map(|(i, j)| (head + i, head + j)));
    pairs.extend((0..tail).map(|i| (a.len() - tail + i, b.len() - tail + i)));
    pairs
}

/// The longest common subsequence, by the table of all beginnings.
fn longest_common<T: PartialEq>(a: &[T], b: &[T]) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    if a.is_empty() || b.is_empty() || a.len().saturating_mul(width) > MAX_PAIRS {
        return Vec::new();
    }
    let mut lengths = vec![0u16; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = match a[i] == b[j] {
                true => lengths[(i + 1) * width + j + 1].saturating_add(1),
                false => lengths[(i + 1) * width + j].max(lengths[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    let mut pairs = Vec::new();
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            pairs.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    pairs
}

/// Two paragraphs word by word.
pub(super) fn words(a: &str, b: &str) -> [Vec<WordRun>; 2] {
    let (a, b): (Vec<&str>, Vec<&str>) =
        (a.split_whitespace().collect(), b.split_whitespace().collect());
    let pairs = common(&a, &b);
    let runs = |words: &[&str], is_common: &dyn Fn(usize) -> bool| {
        let mut runs: Vec<WordRun> = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let change = if is_common(i) { WordChange::Same } else { WordChange::Different };
            match runs.last_mut() {
                Some(run) if run.change == change => {
                    run.text.push(' ');
                    run.text.push_str(word);
                }
                _ => runs.push(WordRun { change, text: (*word).to_owned() }),
            }
        }
        runs
    };
    [
        runs(&a, &|i| pairs.binary_search_by_key(&i, |pair| pair.0).is_ok()),
        runs(&b, &|j| pairs.binary_search_by_key(&j, |pair| pair.1).is_ok()),
    ]
}
