//! Which parts of a text are read. The language of a page of a megabyte is that of samples spread over it; they take no
//! more time than a long article.

/// Size in bytes up to which a text is read completely.
const WHOLE: usize = 2 << 10;
const PIECES: usize = 16;
const PIECE: usize = WHOLE / PIECES;

/// Returns half of the samples in their order, each with its byte offset: enough for some callers.
pub(crate) fn half(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let pieces: &[usize] = if text.len() <= WHOLE { &[0] } else { &[0, 2, 4, 6, 8, 10, 12, 14] };
    pieces.iter().map(move |&index| piece(text, index))
}

/// Returns the samples in rounds: those of each round are spread over the text, so that a caller can stop after any
/// round.
pub(super) fn rounds(text: &str) -> impl Iterator<Item = impl Iterator<Item = &str>> {
    const ROUNDS: [&[usize]; 3] = [&[2, 6, 10, 14], &[0, 4, 8, 12], &[1, 3, 5, 7, 9, 11, 13, 15]];
    const ONLY: [&[usize]; 1] = [&[0]];
    let rounds: &[&[usize]] = if text.len() <= WHOLE { &ONLY } else { &ROUNDS };
    rounds.iter().map(move |indexes| indexes.iter().map(move |&index| piece(text, index).1))
}

fn piece(text: &str, index: usize) -> (usize, &str) {
    if text.len() <= WHOLE {
        return (0, text);
    }
    // Less than 2^64 on any machine: a text is not longer than half the address space.
    let start = (text.len() as u128 * index as u128 / PIECES as u128) as usize;
    let start = at_char(text, start);
    let piece = &text[start..at_char(text, start + PIECE)];
    // The word that was cut is left out, if its end is in the sample.
    let cut = if index == 0 { None } else { piece.find(char::is_whitespace) };
    let cut = cut.unwrap_or(0);
    (start + cut, &piece[cut..])
}

fn at_char(text: &str, at: usize) -> usize {
    text.ceil_char_boundary(at.min(text.len()))
}
