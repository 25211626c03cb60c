//! Families of commands beside those in the program itself: arguments, one call into `app`, and printing.
//!
//! The program puts each family into its list of commands; adding one to a family needs a file here and a line in its
//! list. Texts are those of `text`, talk and standard output those of `terminal`.

pub mod map;
pub mod visits;
