//! Words, as the index wants them.

use crate::words::Words;
use tantivy::tokenizer::{Token, TokenStream, Tokenizer};

/// Divides texts into words.
#[derive(Clone, Default)]
pub(super) struct Tokeniser {
    token: Token,
}

pub(super) struct WordStream<'t> {
    words: Words<'t>,
    token: &'t mut Token,
}

impl Tokenizer for Tokeniser {
    type TokenStream<'t> = WordStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> WordStream<'t> {
        self.token.reset();
        WordStream { words: Words::new(text), token: &mut self.token }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        loop {
            let Some(range) = self.words.next_into(&mut self.token.text) else { return false };
            self.token.position = self.token.position.wrapping_add(1);
            (self.token.offset_from, self.token.offset_to) = (range.start, range.end);
            if !self.token.text.is_empty() {
                return true;
            }
        }
    }

    fn token(&self) -> &Token {
        self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        self.token
    }
}
