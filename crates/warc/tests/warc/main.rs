//! Tests of the whole crate against files: the project's own fixtures, and the conformance corpus.

mod build;
mod conformance;
mod edge;
mod robust;
