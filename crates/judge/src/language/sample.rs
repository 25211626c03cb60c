//! Which part of a text is looked at. A page of a megabyte is in the language that pieces spread
//! over it are in, and costs no more than a long article.

/// A text up to this size is looked at whole.
const WHOLE: usize = 2 << 10;
const PIECES: usize = 8;
const PIECE: usize = WHOLE / PIECES;

/// The pieces to look at in their order, and where each begins.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let whole = text.len() <= WHOLE;
    let count = if whole { 1 } else { PIECES };
    (0..count).map(move |index| {
        if whole {
            return (0, text);
        }
        // Less than 2^64 on any machine: a text is not longer than half the address space.
        let start = (text.len() as u128 * index as u128 / PIECES as u128) as usize;
        let start = at_char(text, start);
        let piece = &text[start..at_char(text, start + PIECE)];
        // The word the cut went through is left out, if there is an end of it in sight.
        let cut = if index == 0 { None } else { piece.find(char::is_whitespace) };
        let cut = cut.unwrap_or(0);
        (start + cut, &piece[cut..])
    })
}

fn at_char(text: &str, at: usize) -> usize {
    text.ceil_char_boundary(at.min(text.len()))
}
