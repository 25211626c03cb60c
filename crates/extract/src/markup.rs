//! The tokeniser of HTML for others who read pages as a stream: tags, texts and comments with their positions in bytes.
//!
//! It looks at bytes, whatever the charset, as long as ASCII means itself in it. Crate `replay` rewrites pages with it.
//!
//! ```
//! use stodola_extract::markup::{Sink, StartTag, Tokeniser};
//!
//! struct Names(Vec<String>);
//!
//! impl Sink for Names {
//!     fn start(&mut self, tag: &StartTag<'_>) {
//!         self.0.push(String::from_utf8_lossy(tag.name).into_owned());
//!     }
//!     fn end(&mut self, _: &[u8]) {}
//!     fn text(&mut self, _: &[u8], _: u64) {}
//!     fn fell_short(&mut self) {}
//!     fn is_full(&self) -> bool {
//!         false
//!     }
//! }
//!
//! let mut names = Names(Vec::new());
//! Tokeniser::new(1 << 20).feed(b"<p>1 < 2 <IMG alt='>'><!-- <b> --><script>'<i>'</script>", true, &mut names);
//! assert_eq!(names.0, ["p", "img", "script"]);
//! ```

pub use crate::html::entity::unescaped;
pub use crate::html::tokenise::{Attribute, Attributes, Sink, StartTag, Tokeniser};
