//! The evidence in a text, chunk by chunk. A page is seldom in one language only: menus, quotations and program text
//! are in another. So it is cut into chunks, each in one language, and the result is the shares of languages that
//! explain the chunks best.

use super::features::Word;
use super::letters::Foreign;
use super::memo::{Memo, Slot, Waiting};
use super::model::{LANES, Lanes, Model};
use super::script::Sole;
use super::words::{Take, Tally};

/// Number of words after which a chunk ends, and the smaller number after which it ends at the end of a line.
const CHUNK_WORDS: u32 = 32;
const LINE_WORDS: u32 = 10;

/// A line with fewer words is a menu item or a heading rather than prose, and its words count for less: a page is in
/// the language of its sentences, not of what surrounds them.
const PROSE_WORDS: u32 = 6;
const BESIDE_PROSE: f32 = 0.4;
/// Number of words from which on a line is a sentence for certain, and not a line of code that reads like one.
const SENTENCE_WORDS: u32 = 8;

/// Maximum number of features in a 16-bit sum: each adds at most 128, so that it cannot overflow.
const ADDITIONS: u32 = 255;

/// The evidence in a text.
pub(super) struct Evidence<'m> {
    model: &'m Model,
    memo: &'m mut Memo,
    chunks: Vec<Chunk>,
    open: Open,
    /// The words of the current line that are in no chunk yet.
    part: Open,
    /// The short words of the open chunk, and behind them those of the current line. Their features are added up when
    /// the chunk ends.
    waiting: Vec<Waiting>,
    /// Number of them that are in the open chunk.
    joined: usize,
    /// Number of words in the current line so far.
    line: u32,
    words: u32,
    tally: Tally,
}

/// A part of the text in one language.
struct Chunk {
    sums: Lanes<i32>,
    features: u32,
    /// Likelihood of the text for each language, up to a common factor.
    likelihood: Lanes<f32>,
    weight: f32,
    /// The part of the weight that is of sentences.
    sentences: f32,
    foreign: Foreign,
}

#[derive(Clone)]
struct Open {
    sums: Lanes<i32>,
    near: Lanes<i16>,
    additions: u32,
    features: u32,
    words: u32,
    weight: f32,
    sentences: f32,
    foreign: Foreign,
}

impl Default for Open {
    fn default() -> Open {
        let (sums, near) = ([0; LANES], [0; LANES]);
        let foreign = Foreign::default();
        Open {
            sums,
            near,
            additions: 0,
            features: 0,
            words: 0,
            weight: 0.0,
            sentences: 0.0,
            foreign,
        }
    }
}

impl Open {
    /// Adds the sums of a number of features, at most [`ADDITIONS`].
    // Indexed loop: all lanes at once, whether or not iterators are inlined.
    #[allow(clippy::needless_range_loop)]
    #[inline]
    fn add(&mut self, sums: &Lanes<i16>, features: u32) {
        if self.additions + features > ADDITIONS {
            self.settle();
        }
        for lane in 0..LANES {
            self.near[lane] += sums[lane];
        }
        self.additions += features;
        self.features += features;
    }

    /// Adds the words that follow.
    fn merge(&mut self, mut other: Open) {
        // Only long words have sums yet, and most lines have none.
        if other.features > 0 {
            self.settle();
            other.settle();
            for lane in 0..LANES {
                self.sums[lane] += other.sums[lane];
            }
            self.features += other.features;
        }
        self.words += other.words;
        self.weight += other.weight;
        self.sentences += other.sentences;
        self.foreign.merge(&other.foreign);
    }

    fn settle(&mut self) {
        for lane in 0..LANES {
            self.sums[lane] += i32::from(self.near[lane]);
        }
        self.near = [0; LANES];
        self.additions = 0;
    }
}

impl Take for Evidence<'_> {
    fn word(&mut self, word: &mut Word) {
        let (part, model) = (&mut self.part, self.model);
        match word.key() {
            Some((key, hash)) => self.waiting.push(Waiting { key, hash }),
            None => word.rows(|row| part.add(&model.row(row).map(i16::from), 1)),
        }
        part.words += 1;
        part.foreign.count(word.letters());
        self.line += 1;
        if self.open.words + part.words >= CHUNK_WORDS {
            self.join();
            self.close();
        }
    }

    fn line_end(&mut self) {
        self.join();
        self.line = 0;
        if self.open.words >= LINE_WORDS {
            self.close();
        }
    }

    fn letters(&mut self, tally: &Tally) {
        self.tally.add(tally);
        self.close();
    }
}

impl<'m> Evidence<'m> {
    pub(super) fn new(model: &'m Model, memo: &'m mut Memo) -> Evidence<'m> {
        Evidence {
            model,
            memo,
            chunks: Vec::new(),
            open: Open::default(),
            part: Open::default(),
            waiting: Vec::with_capacity((CHUNK_WORDS + LINE_WORDS) as usize),
            joined: 0,
            line: 0,
            words: 0,
            tally: Tally::default(),
        }
    }

    /// Puts the words of the current line into the open chunk, with the weight of the line.
    fn join(&mut self) {
        let mut part = std::mem::take(&mut self.part);
        if part.words == 0 {
            return;
        }
        let words = part.words as f32;
        part.weight = if self.line < PROSE_WORDS { BESIDE_PROSE * words } else { words };
        let is_sentence = self.line >= SENTENCE_WORDS;
        if is_sentence {
            part.sentences = words;
        }
        // A heading may be in another language than the sentences below it.
        if is_sentence != (self.open.sentences > 0.0) {
            self.close();
        }
        self.open.merge(part);
        self.joined = self.waiting.len();
    }

    fn close(&mut self) {
        if self.open.words == 0 {
            return;
        }
        let mut open = std::mem::take(&mut self.open);
        let joined = self.waiting.drain(..std::mem::take(&mut self.joined));
        let add = |known: &Slot| open.add(&known.sums, known.features);
        self.memo.sums(joined.as_slice(), self.model, add);
        drop(joined);
        open.settle();
        self.words += open.words;
        let mut scores = self.scores(&open.sums, open.features);
        open.foreign.charge(&self.model.languages, &mut scores);
        let best = scores.iter().copied().fold(f32::MIN, f32::max);
        let likelihood = scores.map(|score| (score - best).exp());
        let Open { sums, features, weight, sentences, foreign, .. } = open;
        self.chunks.push(Chunk { sums, features, likelihood, weight, sentences, foreign });
    }

    /// Turns sums into scores: the more features, the more each can differ from the mean by chance.
    fn scores(&self, sums: &Lanes<i32>, features: u32) -> Lanes<f32> {
        let factor = self.model.figures.scale / (features.max(1) as f32).sqrt();
        let mut scores = [-1e4; LANES];
        for (score, &sum) in scores.iter_mut().zip(sums).take(self.model.languages.len()) {
            *score = sum as f32 * factor;
        }
        scores
    }

    /// Returns the scores of the part of the text that is more likely in `lane` than in any other language of the page.
    pub(super) fn totals(&self, lane: usize, shares: &Lanes<f32>) -> Lanes<f32> {
        let (mut sums, mut features) = ([0; LANES], 0);
        for chunk in &self.chunks {
            let claim = |lane: usize| shares[lane] * chunk.likelihood[lane];
            let sum: f32 = (0..LANES).map(claim).sum();
            if claim(lane) * 2.0 >= sum {
                for (sum, part) in sums.iter_mut().zip(chunk.sums) {
                    *sum += part;
                }
                features += chunk.features;
            }
        }
        self.scores(&sums, features)
    }

    /// Returns by how much the part of the text that is in one of two languages is more likely in the first than in the
    /// second, as a natural logarithm.
    pub(super) fn lead(&self, pair: [usize; 2], shares: &Lanes<f32>) -> f32 {
        let (mut sums, mut features, mut foreign) = ([0; LANES], 0, Foreign::default());
        for chunk in &self.chunks {
            let claim = |lane: usize| shares[lane] * chunk.likelihood[lane];
            let sum: f32 = (0..LANES).map(claim).sum();
            if pair.map(claim).iter().sum::<f32>() * 2.0 >= sum {
                for (sum, part) in sums.iter_mut().zip(chunk.sums) {
                    *sum += part;
                }
                features += chunk.features;
                foreign.merge(&chunk.foreign);
            }
        }
        let mut scores = self.scores(&sums, features);
        foreign.charge(&self.model.languages, &mut scores);
        scores[pair[0]] - scores[pair[1]]
    }

    /// Number of words in Latin or Cyrillic letters.
    pub(super) fn words(&self) -> u32 {
        self.words
    }

    /// Returns the share of each language in the words of those scripts, by expectation maximisation; a few rounds are
    /// exact enough.
    pub(super) fn shares(&self) -> Lanes<f32> {
        const ROUNDS: usize = 6;
        const SURE: f32 = 0.9999;
        let languages = self.model.languages.len();
        let mut shares = [0.0; LANES];
        shares[..languages].fill(1.0 / languages as f32);
        for _ in 0..ROUNDS {
            let mut next = [0.0; LANES];
            for chunk in &self.chunks {
                let mut joint = [0.0; LANES];
                let mut sum = 0.0;
                for lane in 0..LANES {
                    joint[lane] = shares[lane] * chunk.likelihood[lane];
                    sum += joint[lane];
                }
                // If no remaining language can explain the chunk, it counts for none.
                if sum > f32::MIN_POSITIVE {
                    for lane in 0..LANES {
                        next[lane] += joint[lane] / sum * chunk.weight;
                    }
                }
            }
            let total: f32 = next.iter().sum();
            if total <= 0.0 {
                break;
            }
            shares = next.map(|share| share / total);
            // The result is clear; more rounds would only confirm it.
            if shares.iter().any(|&share| share > SURE) {
                break;
            }
        }
        shares
    }

    /// Returns the share of the page that is sentences in this language.
    pub(super) fn sentences(&self, lane: usize, shares: &Lanes<f32>) -> f32 {
        let (mut part, mut all) = (0.0, 0.0);
        for chunk in &self.chunks {
            let claim = |lane: usize| shares[lane] * chunk.likelihood[lane];
            let sum: f32 = (0..LANES).map(claim).sum();
            all += chunk.weight;
            if sum > f32::MIN_POSITIVE {
                part += claim(lane) / sum * chunk.sentences;
            }
        }
        if all > 0.0 { part / all } else { 0.0 }
    }

    /// Returns the language of most letters in other scripts, and their number in words; `None` if there is none.
    pub(super) fn sole(&self) -> Option<(Sole, f32)> {
        self.tally.most()
    }
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        for (sum, count) in self.sole.iter_mut().zip(other.sole) {
            *sum += count;
        }
        self.han += other.han;
        self.other += other.other;
    }

    fn most(&self) -> Option<(Sole, f32)> {
        let mut counts = self.sole;
        // One kana in twenty is more than any Chinese text has, and less than any Japanese.
        let kana = counts[Sole::Japanese as usize];
        let han = if kana * 20 > self.han { Sole::Japanese } else { Sole::Chinese };
        counts[han as usize] += self.han;
        let words = |sole: Sole| counts[sole as usize] as f32 / sole.letters_per_word();
        Sole::ALL
            .into_iter()
            .map(|sole| (sole, words(sole)))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .filter(|(_, words)| *words > 0.0)
    }
}
