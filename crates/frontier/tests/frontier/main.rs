//! The frontier as other crates use it.

mod golden;
