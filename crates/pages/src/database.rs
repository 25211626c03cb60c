//! The metadata of all pages and versions in SQLite, and queries of it.
