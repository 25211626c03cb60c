//! Rewriting as a browser sees it: bytes in, bytes out.

mod cases;
mod fuzz;
mod head;
mod hostile;
mod support;
