//! Rewriting as a browser sees it: bytes in, bytes out.

mod cases;
mod files;
mod fuzz;
mod head;
mod hostile;
mod support;
