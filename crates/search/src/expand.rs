//! From the words of a query to the terms of the index.

mod automata;
mod forms;
mod suggest;

pub(crate) use forms::expand;
pub(crate) use suggest::suggest;
