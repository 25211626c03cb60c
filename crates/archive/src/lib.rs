//! An archive as a whole: which payloads are stored where, and what depends on what.
