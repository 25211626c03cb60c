//! Filters: which pages the text archive keeps.
