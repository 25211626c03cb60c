//! The model: for each language one byte per row, which says how much a feature of that row speaks for the language,
//! and the few numbers that turn sums into a probability. `bench/recognise-train` makes them from text; here they are
//! only read.

use super::features::ROWS;

/// Number of lanes of a row: room for all languages, a multiple of what the processor adds at once.
pub(super) const LANES: usize = 40;
pub(super) type Lanes<T> = [T; LANES];

/// The code for a language that is none of the others.
pub(super) const UNKNOWN: &str = "und";

/// The model.
pub(super) struct Model {
    pub(super) languages: Vec<String>,
    weights: Vec<Row>,
    pub(super) figures: Figures,
}

/// Weights of all languages. Aligned to a line of the processor's cache, because most of the time is spent waiting for
/// it.
#[derive(Clone)]
#[repr(align(64))]
struct Row(Lanes<i8>);

/// Numbers of the model other than the weights.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    /// Factor by which sums of weights are multiplied.
    pub(super) scale: f32,
    /// Coefficients of the confidence: constant, margin, share of the page.
    pub(super) confidence: [f64; 3],
}

impl Model {
    /// Puts the columns together. `None` if they do not fit: a column has the wrong length, there are too many of
    /// them, or a figure is missing.
    pub(super) fn read(figures: &str, columns: &[(&str, &[u8])]) -> Option<Model> {
        let figures = Figures::parse(figures)?;
        if columns.is_empty() || columns.len() > LANES {
            return None;
        }
        let mut weights = vec![Row([0; LANES]); ROWS];
        for (lane, (_, column)) in columns.iter().enumerate() {
            if column.len() != ROWS {
                return None;
            }
            for (row, &weight) in weights.iter_mut().zip(*column) {
                row.0[lane] = weight.cast_signed();
            }
        }
        let languages = columns.iter().map(|(code, _)| (*code).to_string()).collect();
        Some(Model { languages, weights, figures })
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &Lanes<i8> {
        &self.weights[row].0
    }
}

impl Figures {
    fn parse(text: &str) -> Option<Figures> {
        let mut out = Figures::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("scale") => out.scale = words.next()?.parse().ok()?,
                Some("confidence") => {
                    for slot in &mut out.confidence {
                        *slot = words.next()?.parse().ok()?;
                    }
                }
                Some(_) => return None,
                None => {}
            }
        }
        (out.scale > 0.0).then_some(out)
    }
}
